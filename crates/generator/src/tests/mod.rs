//! Tests of skeletons of short readings.

mod answers;
mod any;
mod flows;
mod model;
mod places;

use crate::{Answer, Skeleton, skeleton};
use frieze_intent::Intent;
use frieze_reader::{
    Attribute, Entity, Force, Parts, Reading, Requirement, Scenario, Screen, Story, Topic, Traced,
};

fn traced(text: &str, line: u32) -> Traced {
    Traced { text: text.to_owned(), line }
}

/// A reading with only a title.
fn reading() -> Reading {
    Reading {
        file: "shop.md".to_owned(),
        title: traced("Gift cards", 1),
        language: Some("en"),
        summary: Vec::new(),
        goals: Vec::new(),
        requirements: Vec::new(),
        stories: Vec::new(),
        actors: Vec::new(),
        entities: Vec::new(),
        screens: Vec::new(),
        edge_cases: Vec::new(),
        questions: Vec::new(),
        exclusions: Vec::new(),
        skipped: Vec::new(),
    }
}

fn requirement(text: &str, line: u32) -> Requirement {
    Requirement {
        label: String::new(),
        text: text.to_owned(),
        line,
        force: Force::Must,
        topic: Some(Topic::Requirements),
        heading: "Requirements".to_owned(),
        story: None,
        parts: Parts::default(),
        is_prohibition: false,
        pattern: "modal.must",
    }
}

/// `WHEN trigger THEN the system SHALL response`, or with `IF`.
fn criterion(word: &str, clause: &str, response: &str, line: u32) -> Requirement {
    let clause = Some(clause.to_owned());
    let mut parts = Parts { response: Some(response.to_owned()), ..Parts::default() };
    match word {
        "when" => parts.trigger = clause,
        "if" => parts.exception = clause,
        _ => parts.condition = clause,
    }
    let text = format!("{word} {} the system shall {response}", parts.trigger.as_deref().unwrap_or_default());
    Requirement { parts, story: Some(0), topic: Some(Topic::Criteria), ..requirement(&text, line) }
}

fn story(title: &str, line: u32) -> Story {
    Story {
        label: "User Story 1".to_owned(),
        title: title.to_owned(),
        line,
        actor: Some(traced("shopper", line)),
        want: Some(traced("pay with a gift card", line)),
        benefit: Some(traced("a present is worth its money", line)),
        scenarios: Vec::new(),
        narrative: Vec::new(),
    }
}

fn scenario(given: &str, when: &str, then: &str, line: u32) -> Scenario {
    let one = |text: &str| if text.is_empty() { Vec::new() } else { vec![traced(text, line)] };
    Scenario { title: String::new(), line, given: one(given), when: one(when), then: one(then) }
}

fn screen(name: &str, line: u32) -> Screen {
    Screen { name: name.to_owned(), line, description: String::new() }
}

fn entity(name: &str, fields: &[(&str, &str)]) -> Entity {
    let attribute = |(name, typed): &(&str, &str)| Attribute {
        name: (*name).to_owned(),
        line: 12,
        typed: (*typed).to_owned(),
        required: None,
        description: String::new(),
    };
    Entity {
        name: name.to_owned(),
        line: 12,
        description: String::new(),
        attributes: fields.iter().map(attribute).collect(),
        relations: Vec::new(),
    }
}

fn draft(reading: &Reading) -> Intent {
    skeleton(reading, &[], "gift-cards").intent
}

/// The skeleton after an answer to the question that contains a text.
fn answered(reading: &Reading, question: &str, text: &str) -> Skeleton {
    let open = draft(reading).open_questions;
    let question = open.iter().find(|open| open.contains(question)).cloned().unwrap_or_default();
    assert!(!question.is_empty(), "not asked: {open:#?}");
    skeleton(reading, &[Answer { question, text: text.to_owned() }], "gift-cards")
}

fn asks(intent: &Intent, question: &str) -> bool {
    intent.open_questions.iter().any(|open| open.contains(question))
}
