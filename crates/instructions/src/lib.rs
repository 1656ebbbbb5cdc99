//! Instructions that change a design without a model.
//!
//! Feedback is read line by line. An instruction in one of the forms of the grammar changes the design. Other words are reported with the
//! reason, for a model or a person. Nothing is guessed: a name that fits no element or two elements changes nothing. An
//! instruction is carried out completely or not at all, and adds no faults to the design.

mod element;
mod fault;
mod grammar;
mod ids;
mod names;
mod phrase;
mod references;
mod session;
#[cfg(test)]
mod tests;
mod verbs;

use std::collections::BTreeSet;

use element::{At, Content, Key};
use frieze_intent::{Intent, Step};
use serde::{Deserialize, Serialize};

/// The source file of requirements that a person adds; their line is the line of the feedback.
pub const SOURCE_FILE: &str = "feedback.md";
/// The most instructions in one feedback.
pub const MOST_INSTRUCTIONS: usize = 200;

/// One line of feedback, as the grammar understands it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Understood {
    /// The line, without the spaces around it.
    pub line: String,
    pub done: Vec<Applied>,
    /// Instructions of the line that changed nothing, each with the reason.
    pub not_understood: Vec<(String, String)>,
    /// Answers to open questions. The caller stores them; the design does not change.
    pub answers: Vec<Answered>,
}

/// An answer to an open question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answered {
    /// The words of the instruction.
    pub words: String,
    /// JSON pointer to the question, in the design before the feedback.
    pub pointer: String,
    pub question: String,
    pub text: String,
}

/// An instruction that was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Applied {
    /// Its words.
    pub instruction: String,
    /// Added or changed elements: JSON pointers into the design after the whole feedback; at most twenty.
    #[serde(default)]
    pub pointers: Vec<String>,
    /// Removed elements: JSON pointers into the design before the feedback; at most twenty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// The change, as a sentence.
    pub what: String,
}

impl Understood {
    /// Whether the whole line is understood.
    pub const fn is_understood(&self) -> bool {
        self.not_understood.is_empty()
    }
}

/// Carries out the instructions of a feedback. Returns one entry for each line with a letter or a digit, in order.
///
/// Pointers and numbers (`/components/3`, `goal 2`) refer to the design before the feedback, which its author saw. Names refer to
/// the design after the previous instructions.
pub fn apply(design: &mut Intent, feedback: &str) -> Vec<Understood> {
    let seen = design.clone();
    apply_after(&seen, design, feedback)
}

/// The same for a design that was changed after its author saw it.
pub fn apply_after(seen: &Intent, design: &mut Intent, feedback: &str) -> Vec<Understood> {
    session::read(design, seen, feedback, &BTreeSet::new())
}

/// The same for a new draft. An id may be that of another element there: it is followed only to an element of the same name.
pub fn apply_to_draft(seen: &Intent, draft: &mut Intent, feedback: &str) -> Vec<Understood> {
    let others = element::with_other_names(seen, draft);
    session::read(draft, seen, feedback, &others)
}

/// The place of an element after other instructions, by its id or name; `None` if it is gone or has another name.
pub fn moved(before: &Intent, after: &Intent, pointer: &str) -> Option<String> {
    let at = At::of_pointer(before, pointer).ok()??;
    Key::of(before, at)?.find(after).map(At::pointer)
}

/// The step of a flow that a pointer points into.
pub fn step_at<'d>(design: &'d Intent, pointer: &str) -> Option<&'d Step> {
    let Content::Step(step) = element::content(design, At::of_pointer(design, pointer).ok()??)? else {
        return None;
    };
    Some(step)
}

/// The first fault of a design that another one lacks, as a sentence: a violation of the schema, a doubled name, a broken reference.
pub fn new_fault(after: &Intent, before: &Intent) -> Option<String> {
    let [after, before] = [after, before].map(|design| fault::faults(design, before, true));
    fault::new(&after, &before).map(str::to_owned)
}

/// Renames an entity and the references to it.
pub fn rename_entity(design: &mut Intent, from: &str, to: &str) {
    references::rename_entity(design, from, to);
    let all = design.data_model.entities.iter_mut();
    all.filter(|entity| entity.name == from).for_each(|entity| to.clone_into(&mut entity.name));
}
