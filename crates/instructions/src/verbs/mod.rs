//! Verbs of the grammar, one file each. The session checks the changes that they report.

mod add;
mod merge;
mod r#move;
mod relate;
mod remove;
mod rename;
mod require;
mod satisfy;
mod set;
mod split;

use frieze_intent::{Alternative, Component, ComponentType, Entity, Intent, Step, UserFlow};

use crate::element::{At, Key, short};
use crate::grammar;
use crate::names::Scope;
use crate::phrase::{Phrase, clean, unquoted};

/// A parsed instruction.
pub(crate) struct Instruction<'a> {
    pub(crate) verb: &'static str,
    /// The element of the pointer before it.
    pub(crate) subject: Option<At>,
    /// The words after the verb.
    pub(crate) phrase: Phrase<'a>,
    /// The words after the colon.
    pub(crate) text: Option<&'a str>,
    /// The line of the feedback, from 1.
    pub(crate) line: u32,
}

impl Instruction<'_> {
    /// The text after the colon, if it is not empty.
    pub(crate) fn text(&self) -> Option<String> {
        let text = clean(&unquoted(self.text?));
        (!text.is_empty()).then_some(text)
    }

    /// A value: a clause, or the text after the colon.
    fn value(&self, clause: Option<Phrase<'_>>) -> Result<String, String> {
        let clause = clause.map(Phrase::text).filter(|value| !value.is_empty());
        match (clause, self.text) {
            (Some(_), Some(_)) => Err("The value has a colon: put it in quotes.".to_owned()),
            (Some(value), None) => Ok(value),
            (None, _) => self.text().ok_or_else(|| self.hint()),
        }
    }

    /// The forms of its verb.
    fn hint(&self) -> String {
        grammar::hint(self.verb)
    }

    /// A new name in the instruction.
    fn name(&self, phrase: Phrase<'_>) -> Result<String, String> {
        match phrase.tokens {
            [first, _, ..] if first.is_quoted => Err(format!(
                "More words follow the name “{}”: a description comes after a colon.",
                short(first.text)
            )),
            _ => self.words(phrase),
        }
    }

    /// A new text in the instruction, such as the action of a step.
    fn words(&self, phrase: Phrase<'_>) -> Result<String, String> {
        let words = phrase.text();
        if words.is_empty() { Err(self.hint()) } else { Ok(words) }
    }

    fn without_text(&self) -> Result<(), String> {
        match self.text {
            Some(_) => Err(format!("Nothing can follow a colon here. {}", self.hint())),
            None => Ok(()),
        }
    }
}

/// The change that an instruction reports.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// As a sentence.
    pub(crate) what: String,
    /// Added or changed elements, by their keys in the new design.
    pub(crate) changed: Vec<Key>,
    /// Removed elements, by their keys in the design before.
    pub(crate) gone: Vec<Key>,
    /// Keys that changed: before and after.
    pub(crate) renamed: Vec<(Key, Key)>,
}

/// The change, or why there is none.
type Outcome = Result<Effect, String>;

impl Effect {
    fn changed(what: String, changed: Option<Key>) -> Self {
        Self { what, changed: changed.into_iter().collect(), ..Self::default() }
    }
}

/// Carries out an instruction on `next`, which is the design of the scope.
///
/// # Errors
/// If it has no known form, a name is unknown or unclear, or the change is not possible. `next` may then be incomplete.
pub(crate) fn apply(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    match it.verb {
        "add" => add::add(scope, it, next),
        "remove" => remove::remove(scope, it, next),
        "rename" => rename::rename(scope, it, next),
        "split" => split::split(scope, it, next),
        "merge" => merge::merge(scope, it, next),
        "move" => r#move::move_to(scope, it, next),
        "describe" => set::describe(scope, it, next),
        "require" => require::require(it, next),
        "set" => set::set(scope, it, next),
        "relate" => relate::relate(scope, it, next),
        "satisfy" => satisfy::satisfy(scope, it, next),
        _ => Err(it.hint()),
    }
}

/// The error for an element that was found and then is missing. It does not happen, and must not stop the program.
fn lost() -> String {
    "The element is not in the design.".to_owned()
}

fn flow(design: &mut Intent, at: usize) -> Result<&mut UserFlow, String> {
    design.user_flows.get_mut(at).ok_or_else(lost)
}

fn component(design: &mut Intent, at: usize) -> Result<&mut Component, String> {
    design.components.get_mut(at).ok_or_else(lost)
}

fn entity(design: &mut Intent, at: usize) -> Result<&mut Entity, String> {
    design.data_model.entities.get_mut(at).ok_or_else(lost)
}

fn alternative(design: &mut Intent, flow: usize, at: usize) -> Result<&mut Alternative, String> {
    self::flow(design, flow)?.alternatives.get_mut(at).ok_or_else(lost)
}

/// The steps of a flow or of an alternative.
fn steps(design: &mut Intent, flow: usize, alternative: Option<usize>) -> Result<&mut Vec<Step>, String> {
    match alternative {
        None => Ok(&mut self::flow(design, flow)?.steps),
        Some(at) => Ok(&mut self::alternative(design, flow, at)?.steps),
    }
}

/// The id of the part at a place.
fn component_id(design: &Intent, at: At) -> Result<String, String> {
    let At::Component(at) = at else { return Err(lost()) };
    design.components.get(at).map(|part| part.id.clone()).ok_or_else(lost)
}

/// The type of component that a word names.
fn component_type(word: &str) -> Result<ComponentType, String> {
    let found = grammar::kind(word).and_then(|(_, component)| component);
    found.ok_or_else(|| {
        format!("“{word}” is not a type of part: screen, container, control, data or utility.")
    })
}

/// Adds entries that a list does not have yet.
fn unite(list: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    list.extend(more);
    crate::references::dedup(list);
}
