//! Google's Gemini: a whole answer and a piece of one have the same shape.

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName};
use serde_json::{Value, json};

use super::dialect::Asked;
use super::endpoint::Endpoint;
use super::heard::{End, Heard, TooLong};
use super::key::Secret;
use super::ordered::Ordered;

/// A model's name as it stands in addresses: people copy it with `models/` before it.
pub fn bare(model: &str) -> &str {
    model.strip_prefix("models/").unwrap_or(model)
}

/// Where content is generated, at once or as a stream.
pub fn asks_at(endpoint: &Endpoint, asked: &Asked) -> Url {
    let verb = if asked.streaming { "streamGenerateContent" } else { "generateContent" };
    let mut url = endpoint.below(&["models", &format!("{}:{verb}", bare(asked.model))]);
    if asked.streaming {
        url.query_pairs_mut().append_pair("alt", "sse");
    }
    url
}

/// The key is in a header: an address ends in logs.
pub fn headers(secret: Option<&Secret>) -> HeaderMap {
    let name = HeaderName::from_static("x-goog-api-key");
    secret.and_then(|secret| secret.header("")).map(|value| (name, value)).into_iter().collect()
}

/// A request for one candidate.
pub fn body(asked: &Asked) -> Ordered {
    let mut how = json!({ "maxOutputTokens": asked.max_answer_tokens });
    if asked.temperature {
        how["temperature"] = json!(0);
    }
    if let Some(seed) = asked.seed {
        how["seed"] = json!(seed);
    }
    let mut how = Ordered::from(how);
    if let Some(shape) = asked.shape {
        how = how.with("responseMimeType", json!("application/json"));
        how = how.with("responseJsonSchema", shape.schema.clone());
    }
    let said = json!({ "contents": [{ "role": "user", "parts": [{ "text": asked.prompt }] }] });
    Ordered::from(said).with("generationConfig", how)
}

/// Takes a whole answer, or a piece of one.
pub fn hear(said: &Value, heard: &mut Heard) -> Result<(), TooLong> {
    heard.by(said["modelVersion"].as_str());
    let usage = &said["usageMetadata"];
    // What it thought is charged as what it answered.
    let answered = usage["candidatesTokenCount"].as_u64();
    let thought = usage["thoughtsTokenCount"].as_u64().unwrap_or_default();
    heard.took(usage["promptTokenCount"].as_u64(), answered.map(|answered| answered.saturating_add(thought)));
    if let Some(why) = said["promptFeedback"]["blockReason"].as_str() {
        heard.end = Some(End::Refused(format!("the provider blocked the prompt ({})", short(why))));
    }
    let candidate = &said["candidates"][0];
    for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
        match part["thought"].as_bool() {
            Some(true) => heard.thinks = true,
            Some(false) | None => heard.say(part["text"].as_str().unwrap_or_default())?,
        }
    }
    heard.end = match candidate["finishReason"].as_str() {
        None | Some("" | "FINISH_REASON_UNSPECIFIED") => return Ok(()),
        Some("STOP") => Some(End::Whole),
        Some("MAX_TOKENS") => Some(End::AtLimit),
        Some(why) => Some(End::Refused(format!("the provider stopped it ({})", short(why)))),
    };
    Ok(())
}

/// How much of a provider's own word for a reason is told, in characters.
const LONGEST_REASON: usize = 60;

fn short(why: &str) -> String {
    why.chars().take(LONGEST_REASON).collect()
}
