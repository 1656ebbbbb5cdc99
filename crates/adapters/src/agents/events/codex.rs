//! The stream of `codex exec --json`: threads, turns and items. It has whole messages, no pieces, and does not name the model.

use serde_json::Value;

use super::state::{EventState, is_about_login};
use crate::agents::response::{End, TooLong};

/// Reads one event.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut EventState) -> Result<(), TooLong> {
    let item = &event["item"];
    match event["type"].as_str() {
        Some("thread.started") => state.response.set_model(event["model"].as_str()),
        Some("item.started" | "item.updated") if item["type"] == "reasoning" => {
            state.response.is_thinking = true;
        }
        // The last message is the answer; earlier ones say what it is about to do.
        Some("item.completed") if item["type"] == "agent_message" => {
            state.response.put_text(item["text"].as_str().unwrap_or_default())?;
        }
        Some("turn.completed") => {
            let usage = &event["usage"];
            state.response.set_usage(usage["input_tokens"].as_u64(), usage["output_tokens"].as_u64());
            state.error = None;
            state.response.end = Some(End::Whole);
        }
        Some("turn.failed") => fail(&event["error"], state),
        // Codex tries again after most errors. If it gives up, the turn fails.
        Some("error") => fail(event, state),
        Some(_) | None => {}
    }
    Ok(())
}

fn fail(error: &Value, state: &mut EventState) {
    let words = error["message"].as_str().unwrap_or_default();
    state.fail(words, is_about_login(words));
}
