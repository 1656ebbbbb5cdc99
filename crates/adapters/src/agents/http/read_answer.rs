//! Reading of a server's answer to its end, whole or streamed.

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::post::Exchange;
use super::refusal::ServerError;
use super::sse::{Events, SseError};
use crate::agents::response::End;
use crate::secret_redactor::RedactedStream;
use crate::web::{Body, BodyError, MAX_STREAM};
use frieze_kernel::{Answer, Fault};
use frieze_ports::LONGEST_ANSWER;

/// Why an answer is incomplete.
enum Incomplete {
    Failed(Fault),
    /// The connection closed before the end of the answer.
    Lost(String),
}

impl From<Fault> for Incomplete {
    fn from(fault: Fault) -> Self {
        Self::Failed(fault)
    }
}

impl Exchange<'_> {
    /// Reads the answer from a response, streamed or whole.
    ///
    /// # Errors
    /// The `Fault` if the response breaks off, is invalid, or has no complete answer.
    pub async fn read(&mut self, response: Response) -> Result<Answer, Fault> {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let streamed =
            kind.is_some_and(|kind| kind.trim_start().to_lowercase().starts_with("text/event-stream"));
        let read = if streamed { self.read_stream(response).await } else { self.read_whole(response).await };
        let (http, redactor) = (&self.model.http, self.redactor);
        let state = std::mem::take(&mut self.state);
        match read {
            Ok(()) => {}
            Err(Incomplete::Failed(fault)) => return Err(state.with_partial(fault, &http.model, redactor)),
            Err(Incomplete::Lost(why)) => return Err(state.interrupted(why, &http.model, redactor)),
        }
        self.live.status(format!("{} has answered", http.model));
        state.answer(&http.model, http.max_answer_tokens, redactor)
    }

    async fn read_whole(&mut self, response: Response) -> Result<(), Incomplete> {
        let body = Body::new(response, self.model.idle(), LONGEST_ANSWER);
        let read = body.whole_with(|bytes| self.partial.beginning.push(bytes)).await;
        let bytes = read.map_err(|e| self.broken(e))?;
        self.receive(&json(&bytes)?)?;
        self.live.text(&self.redactor.redact(&self.state.text));
        Ok(())
    }

    async fn read_stream(&mut self, response: Response) -> Result<(), Incomplete> {
        let mut body = Body::new(response, self.model.idle(), MAX_STREAM);
        let mut events = Events::with_limit(LONGEST_ANSWER);
        let mut shown = RedactedStream::new(self.redactor);
        let mut shown_stage = "";
        while !self.state.closed {
            let bytes = match body.next().await {
                Ok(Some(bytes)) => bytes,
                Ok(None) => break,
                // The answer is complete; only the end of the connection is missing.
                Err(BodyError::Idle(_) | BodyError::Lost(_)) if self.state.end.is_some() => return Ok(()),
                Err(e) => return Err(self.broken(e)),
            };
            self.partial.beginning.push(&bytes);
            for data in events.feed(&bytes).map_err(sse_error)? {
                self.event(&data)?;
            }
            let more = self.state.take_fresh();
            let stage = if !self.state.text.is_empty() {
                "is answering"
            } else if self.state.is_thinking {
                "is thinking"
            } else {
                "is reading the prompt"
            };
            if stage != shown_stage {
                shown_stage = stage;
                self.live.status(format!("{} {shown_stage}", self.model.http.model));
            }
            if !more.is_empty() {
                self.live.text(&shown.push(&more));
            }
        }
        self.live.text(&shown.finish());
        if self.state.closed || self.state.end.is_some() {
            return Ok(());
        }
        let bytes = self.state.text.len();
        // The last event may lack its line end, or be the beginning of an event.
        match events.end() {
            Ok(Some(data)) if serde_json::from_str::<Value>(&data).is_ok() || data.trim() == "[DONE]" => {
                self.event(&data)?;
            }
            Ok(_) | Err(SseError::NotUtf8) => {}
            Err(SseError::TooLong) => return Err(too_large().into()),
        }
        match self.state.end {
            Some(_) => Ok(()),
            None => Err(Incomplete::Lost(format!("the answer broke off after {bytes} bytes"))),
        }
    }

    fn event(&mut self, data: &str) -> Result<(), Fault> {
        if data.trim() == "[DONE]" {
            self.state.closed = true;
            // For a server that sends no other end, this means the answer is complete.
            self.state.end.get_or_insert(End::Whole);
            return Ok(());
        }
        if self.state.closed || data.trim().is_empty() {
            return Ok(());
        }
        self.receive(&json(data.as_bytes())?)
    }

    fn receive(&mut self, event: &Value) -> Result<(), Fault> {
        if let Some(error) = ServerError::of_value(event, self.redactor) {
            return Err(error.in_a_stream());
        }
        self.model.dialect.receive(event, &mut self.state).map_err(|_| too_large())
    }

    fn broken(&self, why: BodyError) -> Incomplete {
        let bytes = self.state.text.len();
        match why {
            BodyError::TooLarge => too_large().into(),
            BodyError::Idle(idle) => Incomplete::Failed(Fault::failed(format!(
                "the server sent nothing for {} s, after {bytes} bytes of the answer (limit: idleSeconds)",
                idle.as_secs()
            ))),
            BodyError::Lost(why) => Incomplete::Lost(format!(
                "the connection was lost after {bytes} bytes of the answer: {}",
                self.redactor.redact(&why)
            )),
        }
    }
}

fn json(bytes: &[u8]) -> Result<Value, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| sse_error(SseError::NotUtf8))?;
    serde_json::from_str(text).map_err(|e| {
        Fault::failed(format!(
            "the server's answer is not JSON, or breaks off ({e}); check that url is the API"
        ))
    })
}

fn too_large() -> Fault {
    Fault::failed(format!("the answer is larger than {} MiB", LONGEST_ANSWER >> 20))
}

fn sse_error(why: SseError) -> Fault {
    match why {
        SseError::TooLong => too_large(),
        SseError::NotUtf8 => Fault::failed("the server's answer is not UTF-8"),
    }
}
