//! A grammar of instructions that change a design without a model.
//!
//! A person's feedback is read line by line. What follows one of the forms of [`GRAMMAR`] changes the design; all else is left,
//! with the reason, for a model or a person. Nothing is guessed: a name that fits two elements, or none, changes nothing.
//! An instruction changes the design as a whole or not at all, and the result is never less valid than before.

mod element;
mod fault;
mod grammar;
mod ids;
mod names;
mod phrase;
mod references;
mod session;
mod verbs;

pub use grammar::{Form, GRAMMAR};

use frieze_intent::Intent;

/// The file that requirements of the person's have as their source; their line is the line of the feedback.
pub const SOURCE_FILE: &str = "feedback.md";
/// The most instructions that one feedback can have, so at most as many lines are followed.
pub const MOST_INSTRUCTIONS: usize = 200;

/// One line of feedback as the grammar takes it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Understood {
    /// The line, without the spaces around it.
    pub line: String,
    pub done: Vec<Done>,
    /// Words of the line that changed nothing, each with the reason.
    pub not_understood: Vec<(String, String)>,
    /// Answers to open questions: question and text. The caller stores them; the design does not change.
    pub answers: Vec<(String, String)>,
}

/// An instruction that was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// The words of the instruction.
    pub words: String,
    /// What differs now, as a sentence.
    pub what: String,
    /// What was made or changed: JSON pointers in the new design, after the whole feedback; at most twenty.
    pub pointers: Vec<String>,
    /// What was removed: JSON pointers in the design before the feedback; at most twenty.
    pub removed: Vec<String>,
}

impl Understood {
    /// Whether all of the line is understood.
    pub const fn is_understood(&self) -> bool {
        self.not_understood.is_empty()
    }
}

/// Changes a design as the instructions of a feedback say. Returns one entry for each line with a letter or a digit, in order.
///
/// Pointers and numbers (`/components/3`, `goal 2`) mean the design before the feedback, which is the one its author saw; names
/// mean the design as the instructions before have left it.
pub fn apply(design: &mut Intent, feedback: &str) -> Vec<Understood> {
    session::Session::of(design).read(feedback)
}
