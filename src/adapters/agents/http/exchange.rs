//! One prompt goes out, and what comes back is read to its end. Dropping the future closes the connection.

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use reqwest::Response;
use serde_json::Value;

use super::body::{Body, Broken, LARGEST, MOST_STREAMED, of_a_refusal};
use super::dialect::Asked;
use super::endpoint::cause;
use super::heard::{End, Heard};
use super::key::Secret;
use super::refused::{self, Told};
use super::sse::{Events, NoEvents};
use super::veil::{Veil, Veiled};
use super::{Model, failed, shape};
use crate::kernel::{Answer, Fault};
use crate::ports::{Ask, Live};

/// A prompt that a server has accepted.
pub struct Exchange<'a> {
    model: &'a Model,
    live: &'a Live,
    veil: Veil,
    response: Response,
}

impl<'a> Exchange<'a> {
    /// Posts the prompt, and waits until the server begins to answer.
    pub async fn begin(model: &'a Model, ask: &Ask, live: &'a Live) -> Result<Self, Fault> {
        let secret = model.secret().await?;
        let veil = Veil::of(secret.as_ref());
        let http = &model.http;
        let asked = Asked {
            model: &http.model,
            prompt: &ask.prompt,
            temperature: http.temperature.is_none(),
            seed: http.seed,
            shape: if http.structured { shape::of_answer(ask.role, http.patches) } else { None },
            max_answer_tokens: http.max_answer_tokens,
            streaming: http.streaming,
        };
        live.doing(format!("asks {} at {}", http.model, model.endpoint.host()));
        let accepted = if http.streaming { "text/event-stream, application/json" } else { "application/json" };
        let request = model
            .client
            .post(model.dialect.asks_at(&model.endpoint, &asked))
            .headers(model.dialect.headers(secret.as_ref()))
            .header(ACCEPT, HeaderValue::from_static(accepted))
            .json(&model.dialect.body(&model.endpoint, &asked));
        let response = request.send().await.map_err(|e| failed(veil.over(&model.unreached(e))))?;
        if response.status().is_success() {
            return Ok(Self { model, live, veil, response });
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let told = Told::of(&of_a_refusal(response, model.idle()).await, &veil);
        Err(refused::fault(model, &asked, status, &headers, &told))
    }

    /// The answer, when it is whole.
    pub async fn answer(self) -> Result<Answer, Fault> {
        let kind = self.response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let streamed = kind.is_some_and(|kind| kind.trim_start().to_lowercase().starts_with("text/event-stream"));
        let Self { model, live, veil, response } = self;
        let mut heard = Heard::default();
        if streamed {
            streamed_into(&mut heard, model, live, &veil, response).await?;
        } else {
            let bytes = Body::new(response, model.idle(), LARGEST).whole().await.map_err(|e| broken(e, &heard, &veil))?;
            let said = json(&bytes)?;
            hear(model, &said, &mut heard, &veil)?;
            live.text(&veil.over(&heard.text));
        }
        heard.answer(&model.http.model, model.http.max_answer_tokens, &veil)
    }
}

async fn streamed_into(
    heard: &mut Heard,
    model: &Model,
    live: &Live,
    veil: &Veil,
    response: Response,
) -> Result<(), Fault> {
    let mut body = Body::new(response, model.idle(), MOST_STREAMED);
    let mut events = Events::of_at_most(LARGEST);
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
        let before = heard.text.len();
        for data in events.feed(&bytes).map_err(no_events)? {
            event(model, &data, heard, veil)?;
        }
        let more = heard.text.get(before..).unwrap_or_default();
        let does = if !heard.text.is_empty() { "answers" } else if heard.thinks { "thinks" } else { "reads the prompt" };
        if does != doing {
            doing = does;
            live.doing(format!("{} {doing}", model.http.model));
        }
        if !more.is_empty() {
            live.text(&shown.more(more));
        }
    }
    if let Some(data) = events.end().map_err(no_events)?.filter(|_| !heard.closed && heard.end.is_none()) {
        event(model, &data, heard, veil)?;
    }
    Ok(())
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
        failed(format!("what the server said is not JSON, or breaks off ({e}); check that url leads to the API"))
    })
}

fn too_large() -> Fault {
    failed(format!("the answer is larger than {} MiB, which no answer is", LARGEST >> 20))
}

fn no_events(why: NoEvents) -> Fault {
    match why {
        NoEvents::TooLong => too_large(),
        NoEvents::NotUtf8 => failed("what the server said is not UTF-8"),
    }
}

fn broken(why: Broken, heard: &Heard, veil: &Veil) -> Fault {
    let bytes = heard.text.len();
    match why {
        Broken::TooLarge => too_large(),
        Broken::Idle(idle) => failed(format!(
            "nothing came for {} s, after {bytes} bytes of the answer (idleSeconds says how long that may be)",
            idle.as_secs()
        )),
        Broken::Lost(why) => {
            failed(format!("the connection was lost after {bytes} bytes of the answer: {}", veil.over(&why)))
        }
    }
}

impl Model {
    /// The key, where there is one.
    pub async fn secret(&self) -> Result<Option<Secret>, Fault> {
        match &self.key {
            None => Ok(None),
            Some(key) => key.fetch().await.map(Some).map_err(|e| failed(format!("{}; {}", e.what, e.hint))),
        }
    }

    /// Why no answer began.
    pub fn unreached(&self, error: reqwest::Error) -> String {
        let place = self.endpoint.shown();
        let (connecting, waiting) = (error.is_connect(), error.is_timeout());
        let why = cause(error);
        match (connecting, waiting) {
            (true, false) => format!("nothing answers at {place} ({why}); is the server running, and url right?"),
            (_, true) => format!("{place} did not accept a connection ({why}); is the server running, and url right?"),
            (false, false) => format!("{place} broke the connection before it answered ({why})"),
        }
    }
}
