//! Extraction of the one JSON object from an answer with words or code fences around it, in one pass. A truncated text, or one
//! with two objects, is refused (promise P23).

use serde_json::Value;

use frieze_data::json;
use frieze_data::schema::Violation;
use frieze_data::text::Shown;

/// How much of an answer is quoted, in columns.
const BEGINNING: usize = 60;

/// The start and end marks of a model's thoughts before its answer: in its own words, and as printed by `ollama run`. Some
/// templates swallow the start.
const THOUGHTS: [(&str, &str); 2] = [("<think>", "</think>"), ("Thinking...", "...done thinking.")];

/// The one JSON document of an answer: all of it, or the only object in it. Thoughts before the answer are ignored.
///
/// # Errors
/// One `Violation` if there is no JSON object, more than one, or an invalid one.
pub fn document(text: &str) -> Result<Value, Vec<Violation>> {
    let text = text.trim();
    let is_begun = THOUGHTS.iter().any(|(begin, _)| text.starts_with(begin));
    let whole = one(text, 0);
    // The end mark may also be part of the answer's text.
    if whole.is_ok() && !is_begun {
        return whole;
    }
    let ends = THOUGHTS.iter().filter_map(|(_, end)| text.find(end).map(|at| at + end.len()));
    match ends.min().and_then(|end| text.split_at_checked(end)) {
        Some((thoughts, answer)) => one(answer, lines(thoughts)),
        None => whole,
    }
}

/// The one document of a text that starts after `skipped` lines.
fn one(text: &str, skipped: usize) -> Result<Value, Vec<Violation>> {
    let before = text.len() - text.trim_start().len();
    let skipped = skipped + lines(text.get(..before).unwrap_or_default());
    let text = text.trim();
    let line = |text: &str, at: usize| skipped + lines(text.get(..at).unwrap_or_default()) + 1;
    let whole = match json::read(unfenced(text).as_bytes()) {
        Ok(value) => return Ok(value),
        Err(e) => e,
    };
    let refused = |message: String| vec![Violation { pointer: String::new(), message }];
    let not_one = |why: &str| refused(format!("not one JSON document: {why}"));
    if text.len() > json::LARGEST {
        return Err(not_one(&whole.to_string()));
    }
    let objects = objects(text).map_err(|torn| {
        let line = line(text, torn.at);
        not_one(&format!("{whole}; {} in line {line} of the answer{}", torn.what, beginning(text)))
    })?;
    let mut found: Option<(usize, Value)> = None;
    let mut largest: Option<(usize, usize, String)> = None;
    for (from, to) in objects {
        let part = text.get(from..to).unwrap_or_default();
        match (json::read(part.as_bytes()), &found) {
            (Ok(value), None) => found = Some((from, value)),
            (Ok(_), Some((first, _))) => {
                let (first, second) = (line(text, *first), line(text, from));
                return Err(not_one(&format!(
                    "there are two objects, in line {first} and in line {second}: answer with one only"
                )));
            }
            (Err(e), _) => {
                if largest.as_ref().is_none_or(|(_, longest, _)| to - from > *longest) {
                    largest = Some((from, to - from, e.to_string()));
                }
            }
        }
    }
    // A larger object that cannot be read is more likely the answer.
    match (found, largest) {
        (Some((_, value)), None) => Ok(value),
        (Some((_, value)), Some((_, longest, _))) if value.to_string().len() >= longest => Ok(value),
        (_, Some((from, _, why))) => {
            Err(not_one(&format!("the object that begins in line {} of the answer: {why}", line(text, from))))
        }
        (None, None) if text.is_empty() => Err(not_one("it is empty")),
        (None, None) => Err(not_one(&format!("{whole}{}", beginning(text)))),
    }
}

/// The first words of a text that is no object, which show whether the model said something else or refused.
fn beginning(text: &str) -> String {
    match text.starts_with('{') {
        true => String::new(),
        false => format!("; it begins with “{}”", Shown::cut(text, BEGINNING)),
    }
}

/// The text without code fences around it.
fn unfenced(text: &str) -> &str {
    let inner = text.strip_prefix("```json").or_else(|| text.strip_prefix("```"));
    inner.and_then(|rest| rest.strip_suffix("```")).unwrap_or(text).trim()
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Where the brackets of a text do not match.
struct Torn {
    at: usize,
    what: &'static str,
}

/// Start and end of each outermost object; objects inside arrays do not count.
fn objects(text: &str) -> Result<Vec<(usize, usize)>, Torn> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<(usize, u8)> = Vec::new();
    let bytes = text.as_bytes();
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in bytes.iter().copied().enumerate() {
        if in_string {
            // A JSON string never spans lines, so this was a quotation mark in prose.
            in_string = byte != b'\n' && (byte != b'"' || escaped);
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'"' if !open.is_empty() => (in_string, escaped) = (true, false),
            b'{' | b'[' => {
                open.push((at, byte));
                if open.len() > json::DEEPEST {
                    return Err(Torn { at, what: "it is nested too deep" });
                }
            }
            b'}' | b']' => {
                let opening = if byte == b'}' { b'{' } else { b'[' };
                match open.pop() {
                    Some((from, b'{')) if byte == b'}' && open.is_empty() => found.push((from, at + 1)),
                    Some((_, of)) if of == opening => {}
                    Some(_) => return Err(Torn { at, what: "a bracket closes another kind of bracket" }),
                    None if byte == b'}' => return Err(Torn { at, what: "a } closes nothing" }),
                    None => {}
                }
            }
            _ => {}
        }
    }
    match open.first() {
        Some((at, _)) => Err(Torn { at: *at, what: "a bracket is never closed" }),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document, or the first violation's message.
    fn read(text: &str) -> Result<Value, String> {
        document(text).map_err(|violations| violations[0].message.clone())
    }

    #[test]
    fn thoughts_before_an_answer_are_ignored() {
        let answer = serde_json::json!({ "a": { "b": "</think> {" } });
        for before in [
            "<think>\nThe brief says {\"x\": 1}, so {\n</think>\n\n",
            "<think></think>",
            "a template may swallow the first tag {\n</think>\n",
            "Thinking...\nOne \" and one {\n...done thinking.\n\n",
            "",
        ] {
            for around in ["X", "Here it is:\n```json\nX\n```\nThat was all.", "```\nX\n```"] {
                let text = format!("{before}{}", around.replace('X', &answer.to_string()));
                assert_eq!(read(&text), Ok(answer.clone()), "{text}");
            }
        }
        let two = read("<think>\n{}\n</think>\n{}\n{}").unwrap_err();
        assert!(two.contains("two objects, in line 4 and in line 5"), "{two}");
        assert!(read("<think>\n{\"a\": 1}</think>I cannot").is_err(), "a thought is no answer");
        assert!(read("<think>{}</think>").unwrap_err().contains("it is empty"));
    }
}
