//! Names in messages for elements without a name: by their place in a named element, or by the beginning of their text.
//! People do not know ids.

use crate::text::texts::At;
use frieze_data::text::cut;
use frieze_intent::{Intent, Interaction, Requirement};

/// A step, at the beginning of a sentence: `Step 3 of "Pay"`.
pub(crate) fn step(intent: &Intent, at: At) -> String {
    match at {
        At::Two(i, s) => format!("Step {} of {}", s + 1, flow(intent, i)),
        At::Three(i, a, s) => format!("Step {} of alternative {} of {}", s + 1, a + 1, flow(intent, i)),
        At::Root | At::One(_) => "A step".to_owned(),
    }
}

/// A flow, in quotation marks.
pub(crate) fn flow(intent: &Intent, i: usize) -> String {
    intent.user_flows.get(i).map_or_else(String::new, |flow| format!("\"{}\"", label(&flow.name, &flow.id)))
}

/// A component that a reference reaches, in quotation marks.
pub(crate) fn component(intent: &Intent, i: usize) -> String {
    intent.components.get(i).map_or_else(String::new, |it| format!("\"{}\"", label(&it.name, &it.id)))
}

/// An interaction is named by its trigger.
pub(crate) fn interaction(interaction: &Interaction) -> String {
    format!("\"{}\"", label(&interaction.trigger, &interaction.id))
}

/// Requirements have numbers, as in the brief, but nobody knows them by heart: `R9 ("Members can donate a tool.")`.
pub(crate) fn requirement(requirement: &Requirement) -> String {
    format!("{} (\"{}\")", requirement.id, quote(&requirement.text))
}

/// The name of an element for a message; its id where it has no name.
pub(crate) fn label(name: &str, id: &str) -> String {
    quote(if name.trim().is_empty() { id } else { name })
}

/// The beginning of a text, short enough for a message.
pub(crate) fn quote(text: &str) -> String {
    cut(text.trim(), 40)
}
