//! Whatever stands in a brief and whatever a person says: every version is valid, and the same twice.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use frieze::domain::brief::{
    self, AttributeMention, Brief, Clauses, EntityMention, Force, Relation, Shape, Statement, Story, Traced,
};
use frieze::domain::draft::{draft, revise};
use frieze::domain::intent::{self, Intent, RequirementKind};
use frieze::domain::rubric::evaluate;
use proptest::prelude::*;

fn phrase() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::collection::vec(
            prop_oneof![
                Just("the"), Just("user"), Just("They"), Just("creates"), Just("order"), Just("list of"), Just("screen"),
                Just("and"), Just("quickly"), Just("MUST"), Just("React"), Just("PostgreSQL"), Just("注文"), Just("画面"),
                Just("form,"), Just("error."), Just("?"), Just("“x”"), Just("manage"), Just("1.5"), Just("e.g."), Just("Straße"),
            ],
            0..14,
        ).prop_map(|w| w.join(" ")),
        1 => ".{0,60}",
        1 => Just("x".repeat(700)),
    ]
}

fn traced() -> impl Strategy<Value = Traced> {
    (phrase(), 0..9_u32).prop_map(|(text, line)| Traced { text, line })
}

fn statement() -> impl Strategy<Value = Statement> {
    let some = || proptest::option::of(phrase());
    (phrase(), some(), some(), some(), some(), some(), proptest::option::of(0..4_usize), any::<bool>())
        .prop_map(|(text, condition, trigger, exception, response, subject, story, normative)| Statement {
            label: String::new(),
            text,
            line: 1,
            kind: if normative { RequirementKind::Functional } else { RequirementKind::Quality },
            force: if normative { Force::Normative } else { Force::Descriptive },
            clauses: Clauses { condition, trigger, exception, response, subject },
            story,
        })
}

fn entity() -> impl Strategy<Value = EntityMention> {
    let attribute = (phrase(), any::<bool>()).prop_map(|(name, required)| AttributeMention {
        name,
        required,
        description: String::new(),
        typed: String::new(),
        line: 1,
    });
    let relation = (phrase(), any::<bool>(), any::<bool>())
        .prop_map(|(to, many_there, many_here)| Relation { to, many_there, many_here, line: 1 });
    (
        phrase(),
        phrase(),
        proptest::collection::vec(attribute, 0..4),
        proptest::collection::vec(relation, 0..3),
        any::<bool>(),
    )
        .prop_map(|(name, description, attributes, related, defined)| EntityMention {
            name,
            line: 1,
            description,
            attributes,
            related,
            defined,
        })
}

fn story() -> impl Strategy<Value = Story> {
    let some = || proptest::option::of(phrase());
    (phrase(), some(), some(), some(), proptest::collection::vec(traced(), 0..3)).prop_map(
        |(title, actor, want, benefit, narrative)| Story {
            label: String::new(),
            title,
            line: 1,
            actor,
            want,
            benefit,
            narrative,
        },
    )
}

fn any_brief() -> impl Strategy<Value = Brief> {
    let many = || proptest::collection::vec(traced(), 0..4);
    (
        (phrase(), many(), many(), many(), many(), many(), many()),
        proptest::collection::vec(story(), 0..4),
        proptest::collection::vec(statement(), 0..12),
        proptest::collection::vec(entity(), 0..4),
        any::<bool>(),
    )
        .prop_map(
            |(
                (title, summary, goals, actors, edge_cases, open_questions, exclusions),
                stories,
                statements,
                entities,
                english,
            )| Brief {
                file: String::new(),
                title: Traced { text: title, line: 1 },
                shape: if english { Shape::Kiro } else { Shape::Structure },
                language: if english { "en" } else { "Japanese" }.to_owned(),
                summary,
                goals,
                actors,
                stories,
                statements,
                entities,
                glossary: vec![],
                edge_cases,
                open_questions,
                exclusions,
                assumptions: vec![],
                left_out: vec![],
                not_understood: vec![],
            },
        )
}

fn words() -> impl Strategy<Value = String> {
    let verb = prop_oneof![
        Just("rename"),
        Just("remove"),
        Just("add"),
        Just("split"),
        Just("merge"),
        Just("describe"),
        Just("require"),
        Just("change"),
        Just("move"),
        Just("/components/0:"),
        Just("describe what happens when"),
        Just("make"),
    ];
    (
        verb,
        phrase(),
        prop_oneof![Just(" to "), Just(" and "), Just(" into "), Just(" before "), Just(" from ")],
        phrase(),
    )
        .prop_map(|(verb, a, joint, b)| format!("{verb} {a}{joint}{b}"))
}

fn valid(intent: &Intent) -> intent::Reading {
    intent::read_value(&serde_json::to_value(intent).unwrap()).unwrap_or_else(|e| panic!("{e}: {intent:?}"))
}

/// Many more with `FRIEZE_LONG`; others with another `PROPTEST_RNG_SEED`.
fn config() -> ProptestConfig {
    let cases = if std::env::var_os("FRIEZE_LONG").is_some() { 2_000 } else { 32 };
    ProptestConfig { cases, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_version_of_every_brief_is_valid(brief in any_brief(), feedback in proptest::collection::vec(words(), 0..3)) {
        let first = draft(&brief, &"feature".parse().unwrap());
        prop_assert_eq!(&first, &draft(&brief, &"feature".parse().unwrap()));
        let before = evaluate(&valid(&first));
        let repaired = revise(&brief, &first, &before.findings, &[]);
        prop_assert!(evaluate(&valid(&repaired.intent)).overall >= before.overall);
        let second = revise(&brief, &repaired.intent, &before.findings, &feedback);
        valid(&second.intent);
        prop_assert_eq!(&second.intent.requirements, &first.requirements);
        prop_assert_eq!(&second, &revise(&brief, &repaired.intent, &before.findings, &feedback));
    }
}

#[test]
fn findings_of_another_design_do_no_harm() {
    let brief = brief::read("a.md", b"# Notes\n\nA user MUST be able to write a note.\n").unwrap();
    let other =
        brief::read("b.md", "# Shop\n\n- The system MUST show orders.\n".repeat(20).as_bytes()).unwrap();
    let intent = draft(&brief, &"notes".parse().unwrap());
    let findings = evaluate(&valid(&draft(&other, &"shop".parse().unwrap()))).findings;
    valid(&revise(&brief, &intent, &findings, &[]).intent);
}
