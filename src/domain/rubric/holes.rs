//! Holes: texts that stand for others still to be written, and requirements that leave open what nobody asks for.

use super::filler;
use super::product::Product;
use super::questions::Asked;
use super::tally::Tally;
use super::texts::{Kind, Texts};
use super::words::KeySet;
use crate::domain::intent::Intent;

const CHECK: &str = "completeness/placeholder";

pub(super) fn judge(intent: &Intent, texts: &Texts, product: &Product, tally: &mut Tally) {
    placeholders(texts, product, tally);
    unasked(intent, texts, tally);
}

fn placeholders(texts: &Texts, product: &Product, tally: &mut Tally) {
    for text in texts.judged() {
        let said = text.said;
        let why = match text.place.kind {
            // A question may well say "to be decided"; a name may well be "Description" or "Test".
            Kind::Question | Kind::Requirement => continue,
            Kind::AttributeName
            | Kind::State
            | Kind::Actor
            | Kind::ComponentName
            | Kind::EntityName
            | Kind::FlowName => said.filler().filter(|why| *why != "is a placeholder"),
            Kind::Title
            | Kind::Summary
            | Kind::Goal
            | Kind::FlowGoal
            | Kind::Action
            | Kind::Outcome
            | Kind::Condition
            | Kind::ComponentDescription
            | Kind::EntityDescription
            | Kind::AttributeDescription
            | Kind::RelationDescription
            | Kind::Trigger
            | Kind::Response
            | Kind::Feedback => {
                let generic = || said.word_count() >= 5 && product.substance(said) == 0;
                said.filler().or_else(|| generic().then_some("would fit any product"))
            }
        };
        if let Some(why) = why {
            tally.fail(
                CHECK,
                || text.place.pointer(),
                || {
                    (
                        format!("\"{}\" {why}.", super::clarity::quote(said.text)),
                        "Say what is meant here, or put it under openQuestions.".to_owned(),
                    )
                },
            );
        }
    }
}

/// A requirement that the brief left open has to be asked about.
fn unasked(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let mut open = texts
        .telling
        .requirements
        .clone()
        .enumerate()
        .filter(|(_, id)| filler::has_marker(&texts.said(*id)))
        .peekable();
    if open.peek().is_none() {
        return;
    }
    let asked = Asked::of(intent, texts);
    let spoken: KeySet = texts.telling.questions.clone().flat_map(|id| texts.said(id).roots()).collect();
    for (i, id) in open {
        let requirement = &intent.requirements[i];
        let own: KeySet = texts.said(id).roots().collect();
        let about = own.intersection(&spoken).count();
        if !asked.names(&requirement.id) && about < 2 {
            tally.fail(
                CHECK,
                || format!("/requirements/{i}"),
                || {
                    (
                        format!(
                            "{} leaves something to be decided, and no open question asks for it.",
                            requirement.id
                        ),
                        format!("Ask for it under openQuestions, naming {}.", requirement.id),
                    )
                },
            );
        }
    }
}
