//! Parser of Stitch's answers about screens. Values are found by key, never by position; ids are strings.

use serde_json::Value;

use super::base64::decode;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    pub id: String,
    pub title: String,
    pub state: State,
}

/// The progress of a screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Still being drawn, or incomplete.
    Drawing,
    Failed,
    /// The page is in the answer.
    Here(Vec<u8>),
    /// The page is at this address, for a limited time.
    At(String),
}

/// An id: letters, digits, `-` and `_`. A number is accepted too.
pub fn id(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    let sound = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (!text.is_empty() && text.len() <= 100 && text.chars().all(sound)).then_some(text)
}

/// The id, or else the last part of a name such as `projects/1/screens/2`.
fn named(value: &Value) -> Option<String> {
    let by_id = value.get("id").and_then(id);
    by_id.or_else(|| id(&Value::String(value.get("name")?.as_str()?.rsplit('/').next()?.to_owned())))
}

/// The id of a new project.
pub fn project(answer: &Value) -> Option<String> {
    let project = answer.get("project").unwrap_or(answer);
    project.get("projectId").and_then(id).or_else(|| named(project))
}

impl Screen {
    /// Parses a screen; `None` if it has no id.
    pub fn read(value: &Value) -> Option<Self> {
        let id = named(value)?;
        let title: String =
            value.get("title").and_then(Value::as_str).unwrap_or_default().chars().take(300).collect();
        let status = value.pointer("/screenMetadata/status").and_then(Value::as_str);
        let code = value.get("htmlCode");
        let part =
            |key: &str| code.and_then(|code| code.get(key)).and_then(Value::as_str).filter(|t| !t.is_empty());
        let state = match status {
            Some("FAILED") => State::Failed,
            Some("IN_PROGRESS") => State::Drawing,
            Some(_) | None => match (part("fileContentBase64").map(decode), part("downloadUrl")) {
                (Some(Some(bytes)), _) => State::Here(bytes),
                (_, Some(url)) => State::At(url.to_owned()),
                (_, None) => State::Drawing,
            },
        };
        Some(Self { id, title, state })
    }
}

/// The screens in an answer of `list_screens`.
pub fn listed(answer: &Value) -> Vec<Screen> {
    let screens = answer.get("screens").and_then(Value::as_array);
    screens.into_iter().flatten().filter_map(Screen::read).collect()
}

/// The screens in a generation's answer, from every component with a design.
pub fn generated(answer: &Value) -> Vec<Screen> {
    let components = answer.get("outputComponents").and_then(Value::as_array);
    let designs = components.into_iter().flatten().filter_map(|component| component.get("design"));
    designs.flat_map(listed).collect()
}

/// The text in a generation's answer.
pub fn text(answer: &Value) -> Option<String> {
    let components = answer.get("outputComponents").and_then(Value::as_array)?;
    let texts = components.iter().filter_map(|component| {
        let text = component.get("text")?;
        text.as_str().or_else(|| text.get("text").and_then(Value::as_str))
    });
    texts.map(|text| text.chars().take(200).collect()).next()
}
