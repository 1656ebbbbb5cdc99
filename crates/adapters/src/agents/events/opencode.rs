//! The stream of `opencode run --format json`: steps with their texts, tokens and cost. The model is in its log alone, on standard
//! error.

use serde_json::Value;

use super::state::{EventState, is_about_login};
use crate::agents::response::{End, TooLong};

/// Reads one event.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut EventState) -> Result<(), TooLong> {
    let part = &event["part"];
    match event["type"].as_str() {
        Some("text") => state.response.push_text(part["text"].as_str().unwrap_or_default())?,
        Some("reasoning") => state.response.is_thinking = true,
        Some("step_finish") => step(part, state),
        Some("error") => {
            let (error, data) = (&event["error"], &event["error"]["data"]);
            let words = data["message"].as_str().or(error["message"].as_str()).or(error["name"].as_str());
            let words = words.unwrap_or_default();
            let refused = error["name"] == "ProviderAuthError" || data["statusCode"] == 401;
            state.fail(words, refused || is_about_login(words));
        }
        Some(_) | None => {}
    }
    Ok(())
}

fn step(part: &Value, state: &mut EventState) {
    let tokens = &part["tokens"];
    let count = |value: &Value| value.as_u64().unwrap_or_default();
    let cached = count(&tokens["cache"]["read"]).saturating_add(count(&tokens["cache"]["write"]));
    let input = count(&tokens["input"]).saturating_add(cached);
    let output = count(&tokens["output"]).saturating_add(count(&tokens["reasoning"]));
    if tokens.is_object() {
        state.response.add_usage(input, output);
    }
    // A model without a price has the cost 0, which says nothing.
    state.response.add_cost(part["cost"].as_f64().filter(|cost| *cost > 0.0));
    state.response.end = Some(match part["reason"].as_str() {
        Some("length") => End::AtLimit,
        Some("content-filter") => End::Refused("the provider's content filter stopped it".to_owned()),
        Some("tool-calls") => return,
        Some(_) | None => End::Whole,
    });
}

/// Reads a line of the log, such as `… level=INFO … message=stream providerID=P modelID=M … agent=frieze …`.
pub fn read_log(line: &str, state: &mut EventState) {
    if !is_log(line) || !line.contains(" message=stream ") || line.contains(" small=true") {
        return;
    }
    let value = |name: &str| line.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    if let (Some(provider), Some(model)) = (value("providerID"), value("modelID")) {
        state.response.set_model(Some(&format!("{provider}/{model}")));
    }
}

pub fn is_log(line: &str) -> bool {
    line.starts_with("timestamp=")
        && [" level=INFO ", " level=DEBUG "].iter().any(|level| line.contains(level))
}
