//! Properties of the skeleton of any reading: valid by the schema, unique ids, valid references, and only texts of the brief.

use std::collections::HashSet;

use frieze_reader::Relation;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Short texts with few different words, so that names recur, and some odd texts.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => vec(prop::sample::select(vec![
            "card", "Cart", "page", "the", "gift", "code", "is", "rejected", "shopper", "opens", "ß", "エラー", "7",
            "\"", "(", "a:b", "→", ".", "?", "x\ny", "",
        ]), 0..6).prop_map(|words| words.join(" ")),
        1 => "\\PC{0,12}",
        1 => Just("long ".repeat(6_000)),
    ]
}

fn text() -> impl Strategy<Value = Traced> {
    (words(), 0..60_u32).prop_map(|(text, line)| Traced { text, line })
}

fn some() -> impl Strategy<Value = Option<String>> {
    prop::option::of(words())
}

fn topic() -> impl Strategy<Value = Option<Topic>> {
    prop::sample::select(vec![
        None,
        Some(Topic::Criteria),
        Some(Topic::Quality),
        Some(Topic::Constraints),
        Some(Topic::OutOfScope),
        Some(Topic::EdgeCases),
    ])
}

prop_compose! {
    fn demand()(
        text in text(), topic in topic(), heading in words(), story in prop::option::of(0..4_usize),
        condition in some(), trigger in some(), exception in some(), response in some(),
        is_prohibition in any::<bool>(),
    ) -> Requirement {
        let parts = Parts { condition, trigger, exception, response, subject: None };
        Requirement { topic, heading, story, parts, is_prohibition, ..requirement(&text.text, text.line) }
    }
}

prop_compose! {
    fn any_story()(
        title in text(), actor in prop::option::of(text()), want in prop::option::of(text()),
        benefit in prop::option::of(text()), narrative in vec(text(), 0..3),
        scenarios in vec((vec(text(), 0..2), vec(text(), 0..2), vec(text(), 0..2), text()), 0..4),
    ) -> Story {
        let scenarios = scenarios.into_iter().map(|(given, when, then, title)| {
            Scenario { title: title.text, line: title.line, given, when, then }
        });
        Story {
            label: String::new(), title: title.text, line: title.line, actor, want, benefit, narrative,
            scenarios: scenarios.collect(),
        }
    }
}

prop_compose! {
    fn any_entity()(
        name in text(), description in words(), fields in vec((words(), words()), 0..4),
        relations in vec((words(), prop::option::of(any::<bool>())), 0..3),
    ) -> Entity {
        let attributes = fields.iter().map(|(name, typed)| Attribute {
            name: name.clone(), line: 1, typed: typed.clone(), required: None, description: String::new(),
        });
        let relations = relations.into_iter().map(|(to, is_many)| Relation { to, line: 1, is_many });
        Entity {
            name: name.text, line: name.line, description, attributes: attributes.collect(),
            relations: relations.collect(),
        }
    }
}

prop_compose! {
    fn document()(
        title in text(), summary in vec(text(), 0..2), goals in vec(text(), 0..2),
        requirements in vec(demand(), 0..8), stories in vec(any_story(), 0..4), actors in vec(text(), 0..3),
        entities in vec(any_entity(), 0..4), screens in vec(text(), 0..4), edge_cases in vec(text(), 0..3),
        questions in vec(text(), 0..3), exclusions in vec(text(), 0..2),
        language in prop::sample::select(vec![None, Some("en"), Some("ja"), Some("xx")]),
    ) -> Reading {
        let screens = screens.iter().map(|text| screen(&text.text, text.line)).collect();
        Reading {
            title, language, summary, goals, requirements, stories, actors, entities, screens, edge_cases,
            questions, exclusions, ..reading()
        }
    }
}

/// All texts of a reading and of the answers, joined.
fn all_of(reading: &Reading, answers: &[Answer]) -> String {
    let mut all = Vec::new();
    let mut traced: Vec<&Traced> = vec![&reading.title];
    traced.extend(reading.summary.iter().chain(&reading.goals).chain(&reading.actors));
    traced.extend(&reading.edge_cases);
    for story in &reading.stories {
        all.extend([story.title.as_str(), &story.label]);
        traced.extend([&story.actor, &story.want, &story.benefit].into_iter().flatten());
        traced.extend(&story.narrative);
    }
    for requirement in &reading.requirements {
        all.extend([requirement.text.as_str(), &requirement.heading]);
    }
    for entity in &reading.entities {
        all.push(&entity.name);
        all.extend(entity.attributes.iter().map(|attribute| attribute.name.as_str()));
    }
    all.extend(reading.screens.iter().map(|screen| screen.name.as_str()));
    all.extend(traced.into_iter().map(|text| text.text.as_str()));
    all.extend(answers.iter().map(|answer| answer.text.as_str()));
    all.join("\n").to_lowercase()
}

fn check(reading: &Reading, answers: &[Answer], design: &Intent) {
    let short = |text: &str, most: usize| assert!(text.chars().count() <= most, "{most}");
    let named = |text: &str| assert!((1..=500).contains(&text.chars().count()), "{text:?}");
    let mut ids = HashSet::new();
    let requirements: HashSet<&str> = design.requirements.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(requirements.len(), design.requirements.len());
    let components: HashSet<&str> = design.components.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(components.len(), design.components.len());
    let entities: HashSet<&str> = design.data_model.entities.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(entities.len(), design.data_model.entities.len());
    let claims = |all: &[String]| all.iter().all(|id| requirements.contains(id.as_str()));
    let known = |all: &[String]| all.iter().all(|name| entities.contains(name.as_str()));
    named(&design.title);
    short(&design.summary, 20_000);
    assert!(design.open_questions.len() <= 5_000);
    for question in &design.open_questions {
        short(question, 20_000);
    }
    for one in &design.requirements {
        short(&one.text, 20_000);
        assert!(one.source.line >= 1 && !one.source.file.is_empty());
    }
    for one in &design.components {
        named(&one.name);
        short(&one.description, 20_000);
        assert!(claims(&one.satisfies) && known(&one.entities));
        assert!(one.children.iter().all(|id| components.contains(id.as_str()) && *id != one.id));
    }
    for flow in &design.user_flows {
        named(&flow.name);
        short(&flow.actor, 500);
        assert!(ids.insert(flow.id.clone()) && claims(&flow.satisfies) && !flow.steps.is_empty());
        let steps: HashSet<&str> = flow.steps.iter().map(|step| step.id.as_str()).collect();
        let others = flow.alternatives.iter().flat_map(|one| &one.steps);
        for step in flow.steps.iter().chain(others) {
            assert!(ids.insert(step.id.clone()), "{}", step.id);
            assert!(components.contains(step.component.as_str()) && known(&step.entities));
            assert!(!step.action.is_empty());
            short(&step.action, 20_000);
        }
        assert!(flow.alternatives.iter().all(|one| steps.contains(one.at.as_str())));
    }
    for one in &design.interactions {
        assert!(ids.insert(one.id.clone()));
        assert!(components.contains(one.component.as_str()) && claims(&one.satisfies));
    }
    for entity in &design.data_model.entities {
        named(&entity.name);
        assert!(entity.relationships.iter().all(|relation| entities.contains(relation.to.as_str())));
        for attribute in &entity.attributes {
            named(&attribute.name);
        }
    }
    // Names begin in upper case, where a letter may become two.
    let all = all_of(reading, answers).to_uppercase();
    let names = design.components.iter().map(|one| &one.name);
    let names = names.chain(design.user_flows.iter().flat_map(|flow| [&flow.name, &flow.actor]));
    let kept = &design.data_model.entities;
    let names = names.chain(kept.iter().map(|one| &one.name));
    let names = names.chain(kept.iter().flat_map(|one| &one.attributes).map(|one| &one.name));
    for name in names.filter(|name| !["-", "Gift-cards"].contains(&name.as_str())) {
        assert!(all.contains(&name.to_uppercase()), "{name:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_design_is_valid_and_has_only_texts_of_the_brief(
        reading in document(), replies in vec(words(), 0..50),
    ) {
        let before = draft(&reading);
        check(&reading, &[], &before);
        prop_assert_eq!(&before, &draft(&reading));
        let answers = before.open_questions.iter().cloned().zip(replies);
        let answers: Vec<Answer> = answers.map(|(question, text)| Answer { question, text }).collect();
        check(&reading, &answers, &skeleton(&reading, &answers, "gift-cards").intent);
    }

    #[test]
    fn questions_answered_with_not_needed_are_closed(reading in document()) {
        let before = draft(&reading).open_questions;
        let answers = before.iter().map(|question| Answer { question: question.clone(), text: "not needed".into() });
        let after = skeleton(&reading, &answers.collect::<Vec<_>>(), "gift-cards");
        prop_assert!(after.unclear.is_empty());
        prop_assert!(after.intent.open_questions.iter().all(|question| !before.contains(question)));
    }
}
