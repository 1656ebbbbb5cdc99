//! Reads what a server answers, whole or as a stream, to its end.

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::heard::{End, Heard};
use super::refused::Told;
use super::sse::{Events, NoEvents};
use super::{Model, failed};
use crate::adapters::came::Came;
use crate::adapters::veil::{Veil, Veiled};
use crate::adapters::web::{Body, Broken, MOST_STREAMED};
use crate::kernel::{Answer, Fault};
use crate::ports::{LONGEST_ANSWER, Live};

/// The answer, when it is whole.
pub async fn read(
    model: &Model,
    live: &Live,
    veil: &Veil,
    response: Response,
    came: &mut Came<'_>,
) -> Result<Answer, Fault> {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let streamed = kind.is_some_and(|kind| kind.trim_start().to_lowercase().starts_with("text/event-stream"));
    let mut heard = Heard::default();
    let read = if streamed {
        streamed_into(&mut heard, model, live, veil, response, came).await
    } else {
        whole_into(&mut heard, model, live, veil, response, came).await
    };
    match read {
        Ok(()) => {}
        Err(Spoilt::By(fault)) => return Err(heard.spoilt(fault, &model.http.model, veil)),
        Err(Spoilt::Lost(why)) => return Err(heard.lost(why, &model.http.model, veil)),
    }
    live.doing(format!("{} has answered", model.http.model));
    heard.answer(&model.http.model, model.http.max_answer_tokens, veil)
}

/// Why an answer is not whole.
enum Spoilt {
    By(Fault),
    /// The connection ended before the answer did.
    Lost(String),
}

impl From<Fault> for Spoilt {
    fn from(fault: Fault) -> Self {
        Self::By(fault)
    }
}

async fn whole_into(
    heard: &mut Heard,
    model: &Model,
    live: &Live,
    veil: &Veil,
    response: Response,
    came: &mut Came<'_>,
) -> Result<(), Spoilt> {
    let body = Body::new(response, model.idle(), LONGEST_ANSWER);
    let bytes = body.whole_heard(|bytes| came.hear(bytes)).await.map_err(|e| broken(e, heard, veil))?;
    hear(model, &json(&bytes)?, heard, veil)?;
    live.text(&veil.over(&heard.text));
    Ok(())
}

async fn streamed_into(
    heard: &mut Heard,
    model: &Model,
    live: &Live,
    veil: &Veil,
    response: Response,
    came: &mut Came<'_>,
) -> Result<(), Spoilt> {
    let mut body = Body::new(response, model.idle(), MOST_STREAMED);
    let mut events = Events::of_at_most(LONGEST_ANSWER);
    let mut shown = Veiled::new(veil);
    let mut doing = "";
    while !heard.closed {
        let bytes = match body.next().await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => break,
            // The answer is there; only the end of the connection is not.
            Err(Broken::Idle(_) | Broken::Lost(_)) if heard.end.is_some() => return Ok(()),
            Err(e) => return Err(broken(e, heard, veil)),
        };
        came.hear(&bytes);
        let before = heard.text.len();
        for data in events.feed(&bytes).map_err(no_events)? {
            event(model, &data, heard, veil)?;
        }
        let more = heard.text.get(before..).unwrap_or_default();
        let does = if !heard.text.is_empty() {
            "answers"
        } else if heard.thinks {
            "thinks"
        } else {
            "reads the prompt"
        };
        if does != doing {
            doing = does;
            live.doing(format!("{} {doing}", model.http.model));
        }
        if !more.is_empty() {
            live.text(&shown.more(more));
        }
    }
    live.text(&shown.rest());
    if heard.closed || heard.end.is_some() {
        return Ok(());
    }
    let bytes = heard.text.len();
    let broke_off = || Spoilt::Lost(format!("the answer broke off after {bytes} bytes, without an end"));
    // What comes last may lack the end of its line, or be the beginning of what would have come.
    match events.end() {
        Ok(Some(data)) if serde_json::from_str::<Value>(&data).is_ok() || data.trim() == "[DONE]" => {
            event(model, &data, heard, veil)?;
        }
        Ok(_) | Err(NoEvents::NotUtf8) => {}
        Err(NoEvents::TooLong) => return Err(too_large().into()),
    }
    if heard.end.is_none() { Err(broke_off()) } else { Ok(()) }
}

fn event(model: &Model, data: &str, heard: &mut Heard, veil: &Veil) -> Result<(), Fault> {
    if data.trim() == "[DONE]" {
        heard.closed = true;
        // A server that says no more than this says that the answer is whole.
        heard.end.get_or_insert(End::Whole);
        return Ok(());
    }
    if heard.closed || data.trim().is_empty() {
        return Ok(());
    }
    let said = json(data.as_bytes())?;
    hear(model, &said, heard, veil)
}

fn hear(model: &Model, said: &Value, heard: &mut Heard, veil: &Veil) -> Result<(), Fault> {
    if let Some(told) = Told::of_value(said, veil) {
        return Err(told.in_a_stream());
    }
    model.dialect.hear(said, heard).map_err(|_| too_large())
}

fn json(bytes: &[u8]) -> Result<Value, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| no_events(NoEvents::NotUtf8))?;
    serde_json::from_str(text).map_err(|e| {
        failed(format!(
            "what the server said is not JSON, or breaks off ({e}); check that url leads to the API"
        ))
    })
}

fn too_large() -> Fault {
    failed(format!("the answer is larger than {} MiB, which no answer is", LONGEST_ANSWER >> 20))
}

fn no_events(why: NoEvents) -> Fault {
    match why {
        NoEvents::TooLong => too_large(),
        NoEvents::NotUtf8 => failed("what the server said is not UTF-8"),
    }
}

fn broken(why: Broken, heard: &Heard, veil: &Veil) -> Spoilt {
    let bytes = heard.text.len();
    match why {
        Broken::TooLarge => too_large().into(),
        Broken::Idle(idle) => Spoilt::By(failed(format!(
            "nothing came for {} s, after {bytes} bytes of the answer (idleSeconds says how long that may be)",
            idle.as_secs()
        ))),
        Broken::Lost(why) => Spoilt::Lost(format!(
            "the connection was lost after {bytes} bytes of the answer: {}",
            veil.over(&why)
        )),
    }
}
