//! Prompts from templates. Texts of others are quoted, every line behind a bar, so that nothing in them can pose as an
//! instruction.

use frieze_design::template::{LONGEST_PROMPT, QUOTED, fill};
use serde_json::{Value, json};

use super::Profile;
use frieze_data::fields::{Fields, Json};

/// The text of a template: with the values of a step, and those of its context and its profile. It ends with a line end.
pub(super) fn render(
    template: &str,
    profile: &Profile,
    context: &Fields,
    mut values: Value,
) -> Result<String, String> {
    let lines: Vec<String> =
        context.0.iter().map(|(key, value)| format!("{key}: {}", shown(value))).collect();
    values["context"] = json!(lines.join("\n"));
    values["scope"] = json!(context.text("scope").unwrap_or_default());
    values["profile"] = json!(profile.name());
    values["layers"] = json!(profile.config().layers(context));
    values["extensions"] = json!(profile.config().extensions);
    let mut text = fill(template, &values, &[QUOTED], LONGEST_PROMPT).map_err(|e| e.to_string())?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn shown(value: &Json) -> String {
    if let Json::Text(text) = value { text.clone() } else { frieze_data::json::line(value) }
}
