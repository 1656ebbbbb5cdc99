//! Reading of an HTTP body with limits on size and waiting time, regardless of the announced length.

use std::time::Duration;

use reqwest::Response;

use super::cause;
use frieze_ports::LONGEST_ANSWER;

/// Maximum size of a stream in bytes: each word of an answer is wrapped in some hundred bytes.
pub const MAX_STREAM: usize = 16 * LONGEST_ANSWER;
/// How long to keep reading after the server seemed silent.
const RECHECK: Duration = Duration::from_millis(100);
/// Maximum number of bytes read of an error's body.
const MAX_ERROR: usize = 64 * 1024;

/// A body being read.
pub struct Body {
    response: Response,
    idle: Duration,
    left: usize,
}

/// Why reading stopped.
#[derive(Debug)]
pub enum BodyError {
    /// Nothing arrived for this long.
    Idle(Duration),
    TooLarge,
    /// The connection was lost; with the cause.
    Lost(String),
}

impl Body {
    /// A body of at most `most` bytes, with at most `idle` between two chunks.
    pub fn new(response: Response, idle: Duration, most: usize) -> Self {
        Self { response, idle, left: most }
    }

    /// The next bytes; `None` at the end.
    ///
    /// # Errors
    /// `BodyError` if no bytes arrive in time, the connection is lost, or the body is too large.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, BodyError> {
        let mut chunk = tokio::time::timeout(self.idle, self.response.chunk()).await;
        if chunk.is_err() {
            // This process may have been suspended while data arrived: look once more.
            chunk = tokio::time::timeout(RECHECK, self.response.chunk()).await;
        }
        match chunk {
            Err(_) => Err(BodyError::Idle(self.idle)),
            Ok(Err(e)) => Err(BodyError::Lost(cause(e))),
            Ok(Ok(None)) => Ok(None),
            Ok(Ok(Some(bytes))) => {
                self.left = self.left.checked_sub(bytes.len()).ok_or(BodyError::TooLarge)?;
                Ok(Some(bytes.to_vec()))
            }
        }
    }

    /// The whole body.
    ///
    /// # Errors
    /// Like [`Body::next`].
    pub async fn whole(self) -> Result<Vec<u8>, BodyError> {
        self.whole_with(|_| {}).await
    }

    /// The whole body; `on_chunk` gets each chunk as it arrives.
    ///
    /// # Errors
    /// Like [`Body::next`]; at once if the announced length is too large.
    pub async fn whole_with(mut self, mut on_chunk: impl FnMut(&[u8])) -> Result<Vec<u8>, BodyError> {
        if self.response.content_length().is_some_and(|announced| announced > self.left as u64) {
            return Err(BodyError::TooLarge);
        }
        let mut all = Vec::new();
        while let Some(bytes) = self.next().await? {
            on_chunk(&bytes);
            all.extend_from_slice(&bytes);
        }
        Ok(all)
    }
}

/// The beginning of an error's body. It may be cut off.
pub async fn error_body(response: Response, idle: Duration) -> Vec<u8> {
    let mut body = Body::new(response, idle, LONGEST_ANSWER);
    let mut start = Vec::new();
    while start.len() <= MAX_ERROR
        && let Ok(Some(bytes)) = body.next().await
    {
        start.extend_from_slice(&bytes);
    }
    start
}
