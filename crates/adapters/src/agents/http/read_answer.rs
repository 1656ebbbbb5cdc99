//! Reading of a server's answer to its end, whole or streamed.

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::refusal::ServerError;
use super::sse::{Events, SseError};
use super::{Model, failed};
use crate::agents::response::{End, ResponseState};
use crate::partial_output::PartialOutput;
use crate::secret_redactor::{RedactedStream, SecretRedactor};
use crate::web::{Body, Broken, MAX_STREAM};
use frieze_kernel::{Answer, Fault};
use frieze_ports::{LONGEST_ANSWER, Live};

/// Reads the answer from a response, streamed or whole.
///
/// # Errors
/// The `Fault` if the response breaks off, is invalid, or has no complete answer.
pub async fn read(
    model: &Model,
    live: &Live,
    redactor: &SecretRedactor,
    response: Response,
    partial: &mut PartialOutput<'_>,
) -> Result<Answer, Fault> {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let streamed = kind.is_some_and(|kind| kind.trim_start().to_lowercase().starts_with("text/event-stream"));
    let mut state = ResponseState::default();
    let read = if streamed {
        read_stream(&mut state, model, live, redactor, response, partial).await
    } else {
        read_whole(&mut state, model, live, redactor, response, partial).await
    };
    match read {
        Ok(()) => {}
        Err(Incomplete::Failed(fault)) => return Err(state.with_partial(fault, &model.http.model, redactor)),
        Err(Incomplete::Lost(why)) => return Err(state.interrupted(why, &model.http.model, redactor)),
    }
    live.status(format!("{} has answered", model.http.model));
    state.answer(&model.http.model, model.http.max_answer_tokens, redactor)
}

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

async fn read_whole(
    state: &mut ResponseState,
    model: &Model,
    live: &Live,
    redactor: &SecretRedactor,
    response: Response,
    partial: &mut PartialOutput<'_>,
) -> Result<(), Incomplete> {
    let body = Body::new(response, model.idle(), LONGEST_ANSWER);
    let bytes = body.whole_with(|bytes| partial.push(bytes)).await.map_err(|e| broken(e, state, redactor))?;
    receive(model, &json(&bytes)?, state, redactor)?;
    live.text(&redactor.redact(&state.text));
    Ok(())
}

async fn read_stream(
    state: &mut ResponseState,
    model: &Model,
    live: &Live,
    redactor: &SecretRedactor,
    response: Response,
    partial: &mut PartialOutput<'_>,
) -> Result<(), Incomplete> {
    let mut body = Body::new(response, model.idle(), MAX_STREAM);
    let mut events = Events::with_limit(LONGEST_ANSWER);
    let mut shown = RedactedStream::new(redactor);
    let mut shown_stage = "";
    while !state.closed {
        let bytes = match body.next().await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => break,
            // The answer is complete; only the end of the connection is missing.
            Err(Broken::Idle(_) | Broken::Lost(_)) if state.end.is_some() => return Ok(()),
            Err(e) => return Err(broken(e, state, redactor)),
        };
        partial.push(&bytes);
        let before = state.text.len();
        for data in events.feed(&bytes).map_err(sse_error)? {
            event(model, &data, state, redactor)?;
        }
        let more = state.text.get(before..).unwrap_or_default();
        let stage = if !state.text.is_empty() {
            "is answering"
        } else if state.is_thinking {
            "is thinking"
        } else {
            "is reading the prompt"
        };
        if stage != shown_stage {
            shown_stage = stage;
            live.status(format!("{} {shown_stage}", model.http.model));
        }
        if !more.is_empty() {
            live.text(&shown.push(more));
        }
    }
    live.text(&shown.finish());
    if state.closed || state.end.is_some() {
        return Ok(());
    }
    let bytes = state.text.len();
    let broke_off = || Incomplete::Lost(format!("the answer broke off after {bytes} bytes"));
    // The last event may lack its line end, or be the beginning of an event.
    match events.end() {
        Ok(Some(data)) if serde_json::from_str::<Value>(&data).is_ok() || data.trim() == "[DONE]" => {
            event(model, &data, state, redactor)?;
        }
        Ok(_) | Err(SseError::NotUtf8) => {}
        Err(SseError::TooLong) => return Err(too_large().into()),
    }
    if state.end.is_none() { Err(broke_off()) } else { Ok(()) }
}

fn event(
    model: &Model,
    data: &str,
    state: &mut ResponseState,
    redactor: &SecretRedactor,
) -> Result<(), Fault> {
    if data.trim() == "[DONE]" {
        state.closed = true;
        // For a server that sends no other end, this means the answer is complete.
        state.end.get_or_insert(End::Whole);
        return Ok(());
    }
    if state.closed || data.trim().is_empty() {
        return Ok(());
    }
    let said = json(data.as_bytes())?;
    receive(model, &said, state, redactor)
}

fn receive(
    model: &Model,
    said: &Value,
    state: &mut ResponseState,
    redactor: &SecretRedactor,
) -> Result<(), Fault> {
    if let Some(error) = ServerError::of_value(said, redactor) {
        return Err(error.in_a_stream());
    }
    model.dialect.receive(said, state).map_err(|_| too_large())
}

fn json(bytes: &[u8]) -> Result<Value, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| sse_error(SseError::NotUtf8))?;
    serde_json::from_str(text).map_err(|e| {
        failed(format!("the server's answer is not JSON, or breaks off ({e}); check that url is the API"))
    })
}

fn too_large() -> Fault {
    failed(format!("the answer is larger than {} MiB", LONGEST_ANSWER >> 20))
}

fn sse_error(why: SseError) -> Fault {
    match why {
        SseError::TooLong => too_large(),
        SseError::NotUtf8 => failed("the server's answer is not UTF-8"),
    }
}

fn broken(why: Broken, state: &ResponseState, redactor: &SecretRedactor) -> Incomplete {
    let bytes = state.text.len();
    match why {
        Broken::TooLarge => too_large().into(),
        Broken::Idle(idle) => Incomplete::Failed(failed(format!(
            "the server sent nothing for {} s, after {bytes} bytes of the answer (limit: idleSeconds)",
            idle.as_secs()
        ))),
        Broken::Lost(why) => Incomplete::Lost(format!(
            "the connection was lost after {bytes} bytes of the answer: {}",
            redactor.redact(&why)
        )),
    }
}
