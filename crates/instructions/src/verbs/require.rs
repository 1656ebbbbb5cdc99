//! `require`: adds a requirement with the line of the feedback as its source.

use frieze_intent::{Intent, Requirement, RequirementKind, Source};

use super::{Effect, Instruction, Outcome};
use crate::element::{Key, Kind, short};
use crate::names::fold;
use crate::{SOURCE_FILE, ids};

pub(super) fn require(it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    let kind = it.phrase.first().and_then(|(word, rest)| Some((requirement_kind(word)?, rest)));
    let (kind, rest) = kind.unwrap_or((RequirementKind::Functional, it.phrase));
    let text = it.value(Some(rest))?;
    if next.requirements.iter().any(|known| fold(&known.text) == fold(&text)) {
        return Err("Nothing changes: there is already a requirement with this text.".to_owned());
    }
    let id = ids::requirement(next);
    let what = format!("Added the requirement {id} “{}”.", short(&text));
    let key = Key::new(Kind::Requirement, "", &id);
    let source = Source { file: SOURCE_FILE.to_owned(), line: it.line };
    next.requirements.push(Requirement { id, text, source, kind });
    Ok(Effect::changed(what, Some(key)))
}

/// The kind of requirement that a word names.
pub(super) fn requirement_kind(word: &str) -> Option<RequirementKind> {
    match word.to_ascii_lowercase().as_str() {
        "functional" => Some(RequirementKind::Functional),
        "quality" => Some(RequirementKind::Quality),
        "constraint" => Some(RequirementKind::Constraint),
        _ => None,
    }
}
