//! Google's Gemini API. A whole answer and a streamed piece have the same form.

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName};
use secrecy::SecretString;
use serde_json::{Value, json};

use super::endpoint::Endpoint;
use super::key::header;
use super::request_params::RequestParams;
use crate::agents::response::{End, ResponseState, TooLong};
use frieze_data::fields::Json;

/// A model's name as used in addresses: people often copy it with the prefix `models/`.
pub fn bare(model: &str) -> &str {
    model.strip_prefix("models/").unwrap_or(model)
}

/// The address for prompts, whole or streamed.
pub fn prompt_url(endpoint: &Endpoint, params: &RequestParams) -> Url {
    let verb = if params.streaming { "streamGenerateContent" } else { "generateContent" };
    let mut url = endpoint.below(&["models", &format!("{}:{verb}", bare(params.model))]);
    if params.streaming {
        url.query_pairs_mut().append_pair("alt", "sse");
    }
    url
}

/// The key goes into a header, because addresses end up in logs.
pub fn headers(key: Option<&SecretString>) -> HeaderMap {
    let name = HeaderName::from_static("x-goog-api-key");
    header("", key).map(|value| (name, value)).into_iter().collect()
}

/// The body of a request for one candidate.
pub fn body(params: &RequestParams) -> Json {
    let mut how = json!({ "maxOutputTokens": params.max_answer_tokens });
    if params.temperature {
        how["temperature"] = json!(0);
    }
    if let Some(seed) = params.seed {
        how["seed"] = json!(seed);
    }
    let mut how = Json::from(how);
    if let Some(shape) = params.shape {
        how = how.with("responseMimeType", json!("application/json"));
        how = how.with("responseJsonSchema", shape.schema.clone());
    }
    let body = json!({ "contents": [{ "role": "user", "parts": [{ "text": params.prompt }] }] });
    Json::from(body).with("generationConfig", how)
}

/// Reads a whole answer, or a piece of a streamed one.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut ResponseState) -> Result<(), TooLong> {
    state.set_model(event["modelVersion"].as_str());
    let usage = &event["usageMetadata"];
    // Thinking is charged like output.
    let answered = usage["candidatesTokenCount"].as_u64();
    let thought = usage["thoughtsTokenCount"].as_u64().unwrap_or_default();
    state.set_usage(
        usage["promptTokenCount"].as_u64(),
        answered.map(|answered| answered.saturating_add(thought)),
    );
    if let Some(why) = event["promptFeedback"]["blockReason"].as_str() {
        state.end = Some(End::Refused(format!("the provider blocked the prompt ({})", short(why))));
    }
    let candidate = &event["candidates"][0];
    for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
        match part["thought"].as_bool() {
            Some(true) => state.is_thinking = true,
            Some(false) | None => state.push_text(part["text"].as_str().unwrap_or_default())?,
        }
    }
    state.end = match candidate["finishReason"].as_str() {
        None | Some("" | "FINISH_REASON_UNSPECIFIED") => return Ok(()),
        Some("STOP") => Some(End::Whole),
        Some("MAX_TOKENS") => Some(End::AtLimit),
        Some(why) => Some(End::Refused(format!("the provider stopped it ({})", short(why)))),
    };
    Ok(())
}

/// Maximum length of a provider's reason, in characters.
const LONGEST_REASON: usize = 60;

fn short(why: &str) -> String {
    why.chars().take(LONGEST_REASON).collect()
}
