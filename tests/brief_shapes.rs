//! Small imperfect documents of every shape, and what a careful reader takes from them.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use std::fmt::Write as _;

use frieze::domain::brief::{Brief, Force, read};
use frieze::domain::intent::RequirementKind;

/// A reading in a few lines, each with the line it cites.
fn told(brief: &Brief) -> String {
    let mut out = String::new();
    let mut line = |at: u32, what: &str, text: &str| writeln!(out, "{at:>3} {what:9} {text}").unwrap();
    line(brief.title.line, "title", &format!("{} ({:?}, {})", brief.title.text, brief.shape, brief.language));
    let lists = [
        ("summary", &brief.summary),
        ("goal", &brief.goals),
        ("actor", &brief.actors),
        ("edge", &brief.edge_cases),
        ("open", &brief.open_questions),
        ("excluded", &brief.exclusions),
        ("assumed", &brief.assumptions),
        ("unread", &brief.not_understood),
    ];
    for (what, list) in lists {
        for traced in list {
            line(traced.line, what, &traced.text);
        }
    }
    for story in &brief.stories {
        let who = story.actor.as_deref().unwrap_or("-");
        let (want, benefit) = (story.want.as_deref().unwrap_or("-"), story.benefit.as_deref().unwrap_or("-"));
        line(story.line, "story", &format!("[{}] {} | {who} | {want} | {benefit}", story.label, story.title));
    }
    for statement in &brief.statements {
        let force = if statement.force == Force::Normative { "must" } else { "wish" };
        let kind = match statement.kind {
            RequirementKind::Functional => "",
            RequirementKind::Quality => " quality",
            RequirementKind::Constraint => " constraint",
        };
        line(statement.line, force, &format!("[{}]{kind} {}", statement.label, statement.text));
        let clauses = &statement.clauses;
        let parts = [
            ("while", &clauses.condition),
            ("when", &clauses.trigger),
            ("if", &clauses.exception),
            ("who", &clauses.subject),
            ("then", &clauses.response),
        ];
        let shown: Vec<String> =
            parts.iter().filter_map(|(w, p)| p.as_ref().map(|p| format!("{w}: {p}"))).collect();
        if !shown.is_empty() {
            line(statement.line, "", &shown.join(" / "));
        }
    }
    for entity in &brief.entities {
        let attributes = entity
            .attributes
            .iter()
            .map(|a| if a.required { a.name.clone() } else { format!("{}?", a.name) });
        let related = entity.related.iter().map(|r| format!("-> {}", r.to));
        let has: Vec<String> = attributes.chain(related).collect();
        line(
            entity.line,
            if entity.defined { "entity" } else { "inferred" },
            &format!("{}: {}", entity.name, has.join(", ")),
        );
    }
    out
}

fn check(name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/brief/");
    let brief = read(name, &std::fs::read(format!("{folder}{name}")).unwrap()).unwrap();
    let told = told(&brief);
    let path = format!("{folder}{name}.told");
    if std::env::var_os("FRIEZE_BLESS").is_some() {
        std::fs::write(&path, &told).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(told == wanted, "{name} reads otherwise (FRIEZE_BLESS=1 writes it down):\n{told}");
}

macro_rules! documents {
    ($($test:ident $file:literal)*) => { $(#[test] fn $test() { check($file); })* };
}

documents! {
    a_spec_kit_specification "seed-swap.spec.md"
    kiro_requirements_with_repeated_numbers "tool-library.kiro.md"
    an_openspec_delta "choir.openspec.md"
    stories_in_plain_text "laundry.stories.txt"
    labelled_requirements_in_plain_text "irrigation.rfc.txt"
    a_product_document "museum-shop.prd.md"
    notes_of_a_meeting "notes.md"
    a_document_in_german "fahrrad.de.md"
}

/// The ends of lines change nothing but the bytes.
#[test]
fn carriage_returns_read_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/brief/");
    for name in ["seed-swap.spec.md", "choir.openspec.md", "laundry.stories.txt", "museum-shop.prd.md"] {
        let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
        let returned = text.replace('\n', "\r\n");
        assert_eq!(
            told(&read(name, text.as_bytes()).unwrap()),
            told(&read(name, returned.as_bytes()).unwrap()),
            "{name}"
        );
    }
}
