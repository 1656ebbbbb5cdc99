//! Prompts from templates. Texts of others are quoted, every line behind a bar, so that nothing in them can pose as an
//! instruction.

use frieze_design::template::{LONGEST_PROMPT, QUOTED, fill};
use serde_json::{Value, json};

use super::Profile;
use frieze_data::fields::{Fields, Json};

/// What a prompt says.
#[derive(Clone, Copy, Debug)]
pub struct PromptInput<'a> {
    pub session: &'a str,
    /// Counts from 1.
    pub iteration: u32,
    pub context: &'a Fields,
    /// Where the response is awaited, relative to the session's folder.
    pub response: &'a str,
    pub standards: &'a str,
    /// The plan; `None` before there is one.
    pub plan: Option<&'a str>,
    /// The design and what else belongs to the feature, as far as it is there.
    pub design: &'a [Source<'a>],
    /// The code of the iteration that is reviewed or revised.
    pub code: &'a [Source<'a>],
    /// The approved review.
    pub review: Option<&'a str>,
}

/// A file that a prompt quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// The text of a template.
pub(super) fn render(template: &str, profile: &Profile, input: &PromptInput<'_>) -> Result<String, String> {
    let sources = |sources: &[Source<'_>]| -> Vec<Value> {
        sources.iter().map(|source| json!({ "name": source.name, "text": source.text })).collect()
    };
    let context: Vec<String> =
        input.context.0.iter().map(|(key, value)| format!("{key}: {}", shown(value))).collect();
    let values = json!({
        "profile": profile.name(),
        "session": input.session,
        "iteration": input.iteration,
        "response": input.response,
        "context": context.join("\n"),
        "scope": input.context.text("scope").unwrap_or_default(),
        "layers": profile.config().layers(input.context),
        "extensions": profile.config().extensions,
        "standards": input.standards,
        "plan": input.plan,
        "design": sources(input.design),
        "code": sources(input.code),
        "review": input.review,
    });
    fill(template, &values, &[QUOTED], LONGEST_PROMPT).map_err(|e| e.to_string())
}

fn shown(value: &Json) -> String {
    if let Json::Text(text) = value { text.clone() } else { frieze_data::json::line(value) }
}
