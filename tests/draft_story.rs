//! The built-in generator, feature by feature: a small brief, and what must be in the design.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use frieze::domain::brief::{
    AttributeMention, Brief, Clauses, EntityMention, Force, Relation, Shape, Statement, Story, Traced,
};
use frieze::domain::draft::draft;
use frieze::domain::intent::{self, ComponentType, Intent, RequirementKind};

fn traced(text: &str, line: u32) -> Traced {
    Traced { text: text.to_owned(), line }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// `When trigger | If exception | subject | response`.
fn ears(line: u32, trigger: &str, exception: &str, response: &str) -> Statement {
    let text = match (trigger, exception) {
        ("", "") => format!("The system SHALL {response}."),
        (t, "") => format!("WHEN {t}, the system SHALL {response}."),
        (_, e) => format!("IF {e}, THEN the system SHALL {response}."),
    };
    Statement {
        label: String::new(),
        text,
        line,
        kind: RequirementKind::Functional,
        force: Force::Normative,
        clauses: Clauses {
            condition: None,
            trigger: some(trigger),
            exception: some(exception),
            response: some(response),
            subject: some("the system"),
        },
        story: Some(0),
    }
}

fn albums() -> Brief {
    Brief {
        file: "albums.md".to_owned(),
        title: traced("Photo albums", 1),
        shape: Shape::Kiro,
        language: "en".to_owned(),
        summary: vec![traced("Keeps photos in albums by date. Nothing nests.", 3)],
        goals: vec![],
        actors: vec![traced("user", 5)],
        stories: vec![Story {
            label: "Requirement 1".to_owned(),
            title: "Album Management".to_owned(),
            line: 5,
            actor: some("user"),
            want: some("create and manage albums by date"),
            benefit: some("I can find my photos"),
            narrative: vec![],
        }],
        statements: vec![
            ears(7, "a user creates a new album", "", "associate the album with a creation date"),
            ears(8, "a user views the main page", "", "display all albums by date and show the title"),
            ears(9, "", "a user attempts to nest albums", "refuse the change and display an error message"),
            ears(10, "a user hovers over a photo", "", "display its metadata"),
        ],
        entities: vec![
            EntityMention {
                name: "Album".to_owned(),
                line: 12,
                description: "A set of photos".to_owned(),
                attributes: vec![
                    AttributeMention {
                        name: "title".to_owned(),
                        required: true,
                        description: String::new(),
                        typed: String::new(),
                        line: 12,
                    },
                    AttributeMention {
                        name: "creation date".to_owned(),
                        required: true,
                        description: String::new(),
                        typed: String::new(),
                        line: 12,
                    },
                ],
                related: vec![Relation {
                    to: "Photo".to_owned(),
                    many_there: true,
                    many_here: false,
                    line: 12,
                }],
                defined: true,
            },
            EntityMention {
                name: "Photo".to_owned(),
                line: 13,
                description: String::new(),
                attributes: vec![],
                related: vec![],
                defined: true,
            },
        ],
        glossary: vec![],
        edge_cases: vec![
            traced("What happens when an album has no photos? The user may delete it.", 20),
            traced("What happens when a photo is too large?", 21),
        ],
        open_questions: vec![traced("Who may delete albums", 30)],
        exclusions: vec![],
        assumptions: vec![],
        left_out: vec![],
        not_understood: vec![],
    }
}

fn drafted(brief: &Brief) -> Intent {
    let intent = draft(brief, &"albums".parse().unwrap());
    let value = serde_json::to_value(&intent).unwrap();
    intent::read_value(&value).expect("a draft is valid").intent
}

#[test]
fn every_statement_is_a_requirement_verbatim_and_is_satisfied() {
    let brief = albums();
    let intent = drafted(&brief);
    assert_eq!(intent.requirements.len(), 4);
    for (requirement, statement) in intent.requirements.iter().zip(&brief.statements) {
        assert_eq!(requirement.text, statement.text);
        assert_eq!(requirement.source.line, statement.line);
        assert!(intent.user_flows[0].satisfies.contains(&requirement.id));
        assert!(
            intent.components.iter().any(|c| c.satisfies.contains(&requirement.id)),
            "{}",
            requirement.text
        );
    }
}

#[test]
fn a_story_becomes_a_flow_with_its_failures_as_alternatives() {
    let intent = drafted(&albums());
    let flow = &intent.user_flows[0];
    assert_eq!((flow.name.as_str(), flow.actor.as_str()), ("Album Management", "User"));
    assert_eq!(
        flow.goal.as_deref(),
        Some("Create and manage albums by date, so that they can find their photos")
    );
    let told: Vec<_> =
        flow.steps.iter().map(|s| (s.action.as_str(), s.outcome.as_deref().unwrap_or(""))).collect();
    assert_eq!(
        told,
        [
            ("A user creates a new album", "The system associates the album with a creation date"),
            ("A user views the main page", "The system displays all albums by date and shows the title"),
            ("A user hovers over a photo", "The system displays its metadata"),
        ]
    );
    let alternatives: Vec<_> = flow.alternatives.iter().map(|a| a.condition.as_str()).collect();
    assert_eq!(alternatives, ["A user attempts to nest albums", "An album has no photos"]);
}

#[test]
fn parts_have_the_names_of_the_brief() {
    let intent = drafted(&albums());
    let named = |kind: ComponentType| -> Vec<&str> {
        intent.components.iter().filter(|c| c.kind == kind).map(|c| c.name.as_str()).collect()
    };
    assert_eq!(named(ComponentType::View), ["Main page"]);
    assert_eq!(named(ComponentType::Control), ["Create album"]);
    let view = &intent.components[0];
    assert_eq!(view.states.len(), 3);
    assert!(view.description.contains("create and manage albums"), "{}", view.description);
}

#[test]
fn the_data_model_has_types_identities_and_relationships() {
    let intent = drafted(&albums());
    let album = &intent.data_model.entities[0];
    let attributes: Vec<_> = album.attributes.iter().map(|a| (a.name.as_str(), a.kind.as_str())).collect();
    assert_eq!(attributes, [("id", "identifier"), ("title", "text"), ("creation date", "date")]);
    assert_eq!(album.relationships[0].to, "Photo");
}

#[test]
fn what_the_brief_leaves_open_is_asked() {
    let questions = drafted(&albums()).open_questions;
    for expected in ["Who may delete albums?", "What happens when a photo is too large?"] {
        assert!(questions.iter().any(|q| q == expected), "{expected}: {questions:?}");
    }
    assert!(questions.iter().any(|q| q.contains("properties do photos have")), "{questions:?}");
}

#[test]
fn the_same_brief_gives_the_same_draft() {
    assert_eq!(drafted(&albums()), drafted(&albums()));
}

/// A flow holds nine steps: what the product does has them before what only limits it.
#[test]
fn what_is_done_has_its_step_before_what_only_limits() {
    let mut brief = albums();
    let limits = (0..12_u32).map(|at| {
        let mut limit = ears(20 + at, "", "", &format!("keep limit number {at} of the archive"));
        limit.kind = RequirementKind::Constraint;
        limit
    });
    brief.statements = limits.collect();
    brief.statements.push(ears(60, "", "", "print the oldest album on paper"));
    let intent = drafted(&brief);
    let steps: Vec<&str> = intent.user_flows[0].steps.iter().map(|step| step.action.as_str()).collect();
    assert!(steps.iter().any(|step| step.contains("oldest album")), "{steps:#?}");
}
