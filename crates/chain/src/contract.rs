//! The answers of a chain's agents: an artifact, or a verdict about one. What breaks the contract is named, so that the answer can
//! be sent back.

use frieze_data::json;
use frieze_data::text::{cut, size};
use frieze_design::answer::document;
use serde::Deserialize;
use serde_json::Value;

use crate::review::{Issue, Review, Severity};
use crate::sections::Sections;

/// The largest answer, in bytes.
pub const LARGEST: usize = 10 * 1024 * 1024;
/// The most issues of a review that are kept.
pub const MOST_ISSUES: usize = 200;
/// The longest text of an issue, and the longest summary, in characters.
const LONGEST: usize = 2_000;

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Produced {
    pub artifact: String,
    /// What it says about its changes.
    pub changes: Option<String>,
}

/// Reads an executor's answer: Markdown with a heading, or `{"artifact": …, "changes": …}`.
///
/// # Errors
/// Why it is no artifact.
pub fn artifact(answer: &str) -> Result<Produced, Vec<String>> {
    check_size(answer)?;
    let text = unfenced(answer.trim());
    let inner = text.strip_prefix("```json").and_then(|rest| rest.strip_suffix("```")).unwrap_or(text).trim();
    let object = inner.starts_with('{').then(|| json::read(inner.as_bytes()).ok()).flatten();
    let mut produced = match object {
        Some(fields) => serde_json::from_value(fields)
            .map_err(|e| vec![format!("{e}: answer with {{\"artifact\": …, \"changes\": …}}, both texts")])?,
        None => Produced { artifact: text.to_owned(), changes: None },
    };
    if produced.artifact.trim().is_empty() {
        return violation("the answer is empty: write the whole artifact as Markdown");
    }
    // The reviewer says what is wrong with a text that cannot be read.
    let sections = Sections::checked(&produced.artifact);
    if sections.is_ok_and(|sections| sections.0.iter().all(|block| block.level.is_none())) {
        return violation("the artifact has no heading: begin it with a line `# …`");
    }
    if !produced.artifact.ends_with('\n') {
        produced.artifact.push('\n');
    }
    let changes = produced.changes.map(|text| cut(text.trim(), LONGEST)).filter(|text| !text.is_empty());
    Ok(Produced { changes, ..produced })
}

/// The text without one code fence around all of it.
fn unfenced(text: &str) -> &str {
    let fences = ["```markdown\n", "```md\n"];
    let Some(inner) = fences.iter().find_map(|fence| text.strip_prefix(fence)) else { return text };
    inner.strip_suffix("```").filter(|inner| inner.is_empty() || inner.ends_with('\n')).unwrap_or(text)
}

/// Reads a reviewer's answer: `{"approved": …, "issues": […], "summary": …}`. Of very many issues the heaviest are kept, with a
/// note about the others.
///
/// # Errors
/// Why it is no verdict: no JSON object, fields of another form, a blocker next to an approval, or a refusal without an issue.
pub fn review(answer: &str) -> Result<Review, Vec<String>> {
    check_size(answer)?;
    let value = document(answer).map_err(|all| all.into_iter().map(|one| one.message).collect::<Vec<_>>())?;
    let Some(approved) = value.get("approved").and_then(Value::as_bool) else {
        return violation("`approved` is missing or neither true nor false");
    };
    let none = Vec::new();
    let Some(list) = value.get("issues").filter(|list| !list.is_null()).map_or(Some(&none), Value::as_array)
    else {
        return violation("`issues` is no list");
    };
    let (mut issues, mut violations) = (Vec::new(), Vec::new());
    for (at, one) in list.iter().enumerate() {
        match issue(one) {
            Ok(issue) => issues.push(issue),
            Err(why) => violations.push(format!("/issues/{at}: {why}")),
        }
    }
    if approved && issues.iter().any(|issue: &Issue| issue.severity == Severity::Blocker) {
        violations
            .push("`approved` is true, but an issue is a blocker: approved means that none is".to_owned());
    }
    if !approved && list.is_empty() {
        violations.push("`approved` is false, but there is no issue: name at least one".to_owned());
    }
    if !violations.is_empty() {
        violations.truncate(20);
        return Err(violations);
    }
    if list.len() > MOST_ISSUES {
        issues.sort_by_key(|issue| issue.severity);
        issues.truncate(MOST_ISSUES);
        let text = format!("{} more issues were left out", list.len() - MOST_ISSUES);
        issues.push(Issue::new(Severity::Note, text));
    }
    let summary = cut(value.get("summary").and_then(Value::as_str).unwrap_or_default().trim(), LONGEST);
    Ok(Review { approved, issues, summary, scope: Vec::new() })
}

fn issue(value: &Value) -> Result<Issue, String> {
    let text = |key: &str| value.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty());
    let word = text("severity").ok_or("`severity` is missing: use blocker, warning or note")?;
    let severity = Severity::ALL
        .into_iter()
        .find(|severity| severity.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| format!("severity {:?} is none of blocker, warning and note", cut(word, LONGEST)))?;
    let description = text("description").ok_or("`description` is missing or empty")?;
    let line = || Some(format!("line {}", value.get("location")?.as_number()?));
    let location = text("location").map(|text| cut(text, LONGEST)).or_else(line);
    let about = match (text("category"), text("requirement")) {
        (Some(category), Some(requirement)) => format!("{category} ({requirement}): "),
        (Some(one), None) | (None, Some(one)) => format!("{one}: "),
        (None, None) => String::new(),
    };
    Ok(Issue { severity, description: cut(&format!("{about}{description}"), LONGEST), location })
}

fn check_size(answer: &str) -> Result<(), Vec<String>> {
    if answer.len() <= LARGEST {
        return Ok(());
    }
    let [has, most] = [answer.len(), LARGEST].map(size);
    violation(&format!("the answer has {has}, and at most {most} are read"))
}

fn violation<T>(why: &str) -> Result<T, Vec<String>> {
    Err(vec![why.to_owned()])
}
