//! Rendering of FROZEN.md from a marker and a template. The result is parsed back before it is returned, so no template can
//! produce a wrong marker.

use serde_json::{Value, json};

use super::marker::Marker;
use super::parse::{Fences, LARGEST, read};
use super::{SCHEMA_VERSION, bold_lines};
use crate::template;
use crate::template::{Filter, print_value};
use frieze_data::json;

/// The built-in template, for workspaces without their own.
pub const TEMPLATE: &str = include_str!("../../../../templates/FROZEN.md.template");

/// The template's name in messages.
const NAME: &str = "FROZEN.md.template";

/// The file's text. `frozen_at` is written in whole seconds.
///
/// A template sees every field under its front matter key, and `checksum`. The filter `yaml` writes a value for the front
/// matter, the filter `markdown` one for a bold line.
///
/// # Errors
/// One sentence for the template's author, or that the texts in the marker are too long.
pub fn render(marker: &Marker, template: &str) -> Result<String, String> {
    let whole = whole_seconds(marker)?;
    // The checksum does not cover its own line, so a first pass computes it.
    let draft = fill(&whole, template, &"0".repeat(64))?;
    let checksum = Fences::find(draft.as_bytes()).map_err(|e| unusable(&e.to_string()))?.checksum();
    let text = fill(&whole, template, &checksum.to_string())?;
    match read(text.as_bytes()) {
        Ok(back) if back == whole => Ok(text),
        Ok(_) => Err(unusable("its text reads back as another marker")),
        Err(e) => Err(unusable(&e.to_string())),
    }
}

fn unusable(why: &str) -> String {
    format!("{NAME} produces no valid marker: {why}")
}

fn whole_seconds(marker: &Marker) -> Result<Marker, String> {
    if marker.schema_version != SCHEMA_VERSION {
        return Err(format!(
            "schemaVersion {} cannot be written, only {SCHEMA_VERSION}",
            marker.schema_version
        ));
    }
    let frozen_at = jiff::Timestamp::from_second(marker.frozen_at.as_second()).map_err(|e| e.to_string())?;
    Ok(Marker { frozen_at, ..marker.clone() })
}

/// The filters of a marker template. They write at most ten bytes for one byte.
const FILTERS: [Filter; 2] =
    [("yaml", yaml), ("markdown", |value| bold_lines::markdown(&print_value(value)))];

fn yaml(value: &Value) -> String {
    match value {
        Value::String(text) => bold_lines::yaml(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}

fn fill(marker: &Marker, template: &str, checksum: &str) -> Result<String, String> {
    let mut text =
        template::fill(template, &values(marker, checksum), &FILTERS, LARGEST).map_err(|e| e.to_string())?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn values(marker: &Marker, checksum: &str) -> Value {
    let mut values = json!({
        // A field that a marker leaves out is `none` in a template.
        "dismissed": null,
        "signed": null,
        "briefAtApprovalSha256": null,
        "answersSha256": null,
        "answersAtApprovalSha256": null,
    });
    if let (Value::Object(values), Value::Object(fields)) = (&mut values, json::of(marker)) {
        values.extend(fields);
        // As text, so that it keeps its two decimals.
        values.insert("finalScore".to_owned(), marker.final_score.to_string().into());
        values.insert("checksum".to_owned(), checksum.into());
    }
    values
}
