//! Reads what a server sends: so many bytes at most, whatever it announced, and never waiting longer than allowed.

use std::time::Duration;

use reqwest::Response;

use super::cause;
use crate::ports::LONGEST_ANSWER;

/// The most bytes of a stream: each word of an answer comes in a wrapping of some hundred bytes.
pub const MOST_STREAMED: usize = 16 * LONGEST_ANSWER;
/// How much longer is waited when nothing seems to have come.
const SECOND_LOOK: Duration = Duration::from_millis(100);
/// After so much of what comes with a refusal, no more is read.
const OF_A_REFUSAL: usize = 64 * 1024;

/// A body that is being read.
pub struct Body {
    response: Response,
    idle: Duration,
    left: usize,
}

/// Why no more was read.
#[derive(Debug)]
pub enum Broken {
    /// Nothing came for so long.
    Idle(Duration),
    TooLarge,
    /// The connection ended, and how.
    Lost(String),
}

impl Body {
    /// A body of which at most so many bytes are read, with no longer than `idle` between any two.
    pub fn new(response: Response, idle: Duration, most: usize) -> Self {
        Self { response, idle, left: most }
    }

    /// The next bytes; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        let mut come = tokio::time::timeout(self.idle, self.response.chunk()).await;
        if come.is_err() {
            // We may have been stopped meanwhile, and it was not: what came then is not known yet.
            come = tokio::time::timeout(SECOND_LOOK, self.response.chunk()).await;
        }
        match come {
            Err(_) => Err(Broken::Idle(self.idle)),
            Ok(Err(e)) => Err(Broken::Lost(cause(e))),
            Ok(Ok(None)) => Ok(None),
            Ok(Ok(Some(bytes))) => {
                self.left = self.left.checked_sub(bytes.len()).ok_or(Broken::TooLarge)?;
                Ok(Some(bytes.to_vec()))
            }
        }
    }

    /// All of it.
    pub async fn whole(self) -> Result<Vec<u8>, Broken> {
        self.whole_heard(|_| {}).await
    }

    /// All of it; `hear` hears it as it comes.
    pub async fn whole_heard(mut self, mut hear: impl FnMut(&[u8])) -> Result<Vec<u8>, Broken> {
        if self.response.content_length().is_some_and(|announced| announced > self.left as u64) {
            return Err(Broken::TooLarge);
        }
        let mut all = Vec::new();
        while let Some(bytes) = self.next().await? {
            hear(&bytes);
            all.extend_from_slice(&bytes);
        }
        Ok(all)
    }
}

/// As much of what came with a refusal as is looked at. That it breaks off is no matter.
pub async fn of_a_refusal(response: Response, idle: Duration) -> Vec<u8> {
    let mut body = Body::new(response, idle, LONGEST_ANSWER);
    let mut start = Vec::new();
    while start.len() <= OF_A_REFUSAL
        && let Ok(Some(bytes)) = body.next().await
    {
        start.extend_from_slice(&bytes);
    }
    start
}
