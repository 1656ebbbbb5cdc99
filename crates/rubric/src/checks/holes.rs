//! Placeholders, and requirements with an open point that no question asks about.

use crate::checks::called;
use crate::checks::questions;
use crate::tally::Tally;
use crate::text::filler;
use crate::text::texts::{Kind, Texts};
use crate::text::words::KeySet;
use frieze_intent::Intent;

const CHECK: &str = "completeness/placeholder";

pub(crate) fn judge(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    placeholders(texts, tally);
    unasked(intent, texts, tally);
}

fn placeholders(texts: &Texts, tally: &mut Tally) {
    for text in texts.judged() {
        let said = text.said;
        let kind = text.place.kind;
        // A question may contain "to be decided".
        if matches!(kind, Kind::Question | Kind::Requirement) {
            continue;
        }
        let why = if kind.is_a_name() && kind != Kind::Title {
            // A name may be "Description" or "Test".
            said.filler().filter(|why| *why != "is a placeholder")
        } else {
            // A part of an entity has its subject from there, and a step from its component.
            let is_whole =
                !matches!(kind, Kind::Action | Kind::AttributeDescription | Kind::RelationDescription);
            let generic = || is_whole && said.word_count() >= 5 && texts.product.substance(said) == 0;
            said.filler().or_else(|| generic().then_some("fits any product"))
        };
        if let Some(why) = why {
            tally.fail(CHECK, || {
                let message = format!("\"{}\" {why}.", called::quote(said.text));
                (text.place.pointer(), message, "Write the real text, or ask in openQuestions.")
            });
        }
    }
}

/// A requirement that the brief left open has to be asked about: by its id, or by two of its words.
fn unasked(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let asked = questions::asked(intent, texts);
    let spoken: KeySet = texts.ids.questions.clone().flat_map(|id| texts.said(id).roots()).collect();
    for (i, (requirement, id)) in intent.requirements.iter().zip(texts.ids.requirements.clone()).enumerate() {
        let said = texts.said(id);
        if !filler::has_marker(&said) || asked.contains(requirement.id.as_str()) {
            continue;
        }
        let own: KeySet = said.roots().collect();
        if own.intersection(&spoken).count() < 2 {
            tally.fail(CHECK, || {
                let what = called::requirement(requirement);
                let message = format!("{what} leaves something open, but no open question asks about it.");
                let suggestion = format!("Ask about it in openQuestions and name {}.", requirement.id);
                (format!("/requirements/{i}"), message, suggestion)
            });
        }
    }
}
