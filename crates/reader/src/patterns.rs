//! Table of patterns that classify units. The first exclusive pattern that fits ends the search; patterns before it that are not
//! exclusive also count.

use frieze_language::{Tag, Topic};

use crate::unit::{Form, Unit};
use crate::{Force, Why, clauses};

/// The class of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// With its force if there is no modal verb.
    Requirement(Force),
    Story,
    Step,
    Goal,
    Actor,
    Entity,
    Screen,
    EdgeCase,
    Question,
    Exclusion,
    /// Read as part of its paragraph.
    Known,
    Skipped(Why),
}

pub struct Pattern {
    pub id: &'static str,
    pub fact: Fact,
    /// Whether later patterns may also fit.
    leaves_room: bool,
    fits: fn(&Unit) -> bool,
}

/// Sections in which every item is a requirement.
const ASKING: &[Topic] = &[Topic::Requirements, Topic::Criteria, Topic::Quality, Topic::Constraints];

fn has_force(unit: &Unit, force: Force) -> bool {
    let is_asked = unit.text.ends_with(['?', '？']);
    unit.modal
        .is_some_and(|modal| modal.force == force && !modal.is_will && (!is_narrative(unit) || modal.is_loud))
        && !is_asked
}

/// Whether a unit is prose of a story, which does not bind. Only its criteria do.
fn is_narrative(unit: &Unit) -> bool {
    unit.form == Form::Sentence && unit.is_in(&[Topic::Stories])
}

fn is_expected(unit: &Unit) -> bool {
    !is_narrative(unit) && (unit.is_in(ASKING) || unit.is_in(&[Topic::Stories, Topic::Screens]))
}

fn is_ears(unit: &Unit, tag: Tag) -> bool {
    unit.begins_with(tag) && unit.modal.is_some_and(|modal| modal.force != Force::May || modal.is_loud)
}

const fn only(id: &'static str, fact: Fact, fits: fn(&Unit) -> bool) -> Pattern {
    Pattern { id, fact, leaves_room: false, fits }
}

const fn also(id: &'static str, fact: Fact, fits: fn(&Unit) -> bool) -> Pattern {
    Pattern { id, fact, leaves_room: true, fits }
}

#[rustfmt::skip]
const PATTERNS: &[Pattern] = &[
    only("section.out_of_scope", Fact::Exclusion, |u| u.is_in(&[Topic::OutOfScope])),
    only("section.remarks", Fact::Skipped(Why::NotAsked), |u| u.is_in(&[Topic::Remarks])),
    only("step", Fact::Step, |u| u.context.in_scenario && u.step().is_some()),
    only("story", Fact::Story, |u| u.story().is_some()),
    only("scenario", Fact::Requirement(Force::Must), |u| clauses::scenario(&u.text, &u.marks, u.line).is_some()),
    only("section.questions", Fact::Question, |u| u.is_in(&[Topic::Questions]) && (u.is_item() || u.text.ends_with(['?', '？']) || u.has(Tag::Open))),
    only("section.entities", Fact::Entity, |u| is_definition(u) && u.label.is_empty() && !u.modal.is_some_and(|m| m.is_loud)),
    also("section.entities.loud", Fact::Entity, is_definition),
    also("section.roles", Fact::Actor, |u| u.is_in(&[Topic::Roles]) && u.is_item()),
    also("section.screens", Fact::Screen, |u| u.is_in(&[Topic::Screens]) && u.is_item()),
    also("section.edge_cases", Fact::EdgeCase, |u| u.is_in(&[Topic::EdgeCases]) && u.is_item()),
    only("modal.loud", Fact::Requirement(Force::Must), |u| u.is_in(&[Topic::Goals]) && u.modal.is_some_and(|m| m.is_loud)),
    only("section.goals", Fact::Goal, |u| u.is_in(&[Topic::Goals]) && u.is_item()),
    only("section.goals.prose", Fact::Skipped(Why::Prose), |u| u.is_in(&[Topic::Goals])),
    also("section.overview", Fact::Known, |u| u.is_in(&[Topic::Overview])),
    only("ears.when", Fact::Requirement(Force::Must), |u| is_ears(u, Tag::When)),
    only("ears.if", Fact::Requirement(Force::Must), |u| is_ears(u, Tag::If)),
    only("ears.while", Fact::Requirement(Force::Must), |u| is_ears(u, Tag::While)),
    only("ears.where", Fact::Requirement(Force::Must), |u| is_ears(u, Tag::Where)),
    only("label", Fact::Requirement(Force::Must), is_labelled),
    only("modal.must", Fact::Requirement(Force::Must), |u| has_force(u, Force::Must)),
    only("modal.should", Fact::Requirement(Force::Should), |u| has_force(u, Force::Should)),
    only("modal.may", Fact::Requirement(Force::May), |u| has_force(u, Force::May) && (is_expected(u) || u.is_item() || u.modal.is_some_and(|m| m.is_loud))),
    only("modal.will", Fact::Requirement(Force::Should), |u| is_expected(u) && u.modal.is_some_and(|m| m.is_will)),
    only("list.criterion", Fact::Requirement(Force::Must), |u| u.is_item() && u.is_in(&[Topic::Criteria, Topic::Quality, Topic::Constraints])),
    only("list.numbered", Fact::Requirement(Force::Must), |u| u.form == (Form::Item { is_numbered: true }) && u.is_in(ASKING)),
    only("list.foreign", Fact::Requirement(Force::Must), |u| u.form == (Form::Item { is_numbered: true }) && u.context.is_foreign && u.context.topic.is_none()),
    only("list.item", Fact::Requirement(Force::Should), |u| u.is_item() && u.is_in(ASKING)),
];

/// Whether a unit defines a thing: `**Customer**: whether deliveries require a signed document`. Its verbs describe the thing; they
/// bind only in capitals or with a label.
fn is_definition(unit: &Unit) -> bool {
    unit.is_in(&[Topic::Entities, Topic::Glossary]) && !unit.lead.is_empty() && unit.form != Form::Sentence
}

/// Whether a unit has a requirement's label. `FR-001: …` counts anywhere; `3.2 …` may be a heading, so it counts only in sections
/// of requirements.
fn is_labelled(unit: &Unit) -> bool {
    let is_named = unit.label.len() > 1 && unit.label.contains(|c: char| c.is_ascii_uppercase());
    let is_counted = unit.form == Form::Paragraph && !unit.label.is_empty() && unit.is_in(ASKING);
    is_named || is_counted
}

/// The patterns that fit a unit.
pub fn matching(unit: &Unit) -> Vec<&'static Pattern> {
    let mut found = Vec::new();
    for pattern in PATTERNS {
        if (pattern.fits)(unit) {
            found.push(pattern);
            if !pattern.leaves_room {
                break;
            }
        }
    }
    found
}
