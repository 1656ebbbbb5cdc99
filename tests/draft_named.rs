//! What a first draft calls things: screens by the nouns of the field, things with what is recorded of them, those who
//! act; and no word for it that is none. The documents are short and of the kinds in which people write.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use frieze::domain::brief;
use frieze::domain::draft::draft;
use frieze::domain::intent::{ComponentType, Intent};

fn drafted(file: &str) -> Intent {
    let text = std::fs::read(format!("tests/fixtures/drafts/{file}")).unwrap();
    draft(&brief::read(file, &text).unwrap(), &"feature".parse().unwrap())
}

fn views(intent: &Intent) -> Vec<&str> {
    intent.components.iter().filter(|c| c.kind == ComponentType::View).map(|c| c.name.as_str()).collect()
}

fn actors(intent: &Intent) -> Vec<&str> {
    let mut all: Vec<&str> = intent.user_flows.iter().map(|f| f.actor.as_str()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The attributes of a thing but its neutral identity; nothing where there is no such thing.
fn fields(intent: &Intent, thing: &str) -> Vec<String> {
    let found = intent.data_model.entities.iter().find(|e| e.name.to_lowercase() == thing);
    let all = found.into_iter().flat_map(|e| &e.attributes).map(|a| a.name.to_lowercase());
    all.filter(|name| name != "id").collect()
}

fn things(intent: &Intent) -> Vec<String> {
    intent.data_model.entities.iter().map(|e| e.name.to_lowercase()).collect()
}

#[test]
fn a_long_table_becomes_several_screens() {
    let intent = drafted("tool-library.md");
    let views = views(&intent);
    assert!(views.len() >= 4, "{views:?}");
    for wanted in ["Loans", "Repairs", "Deposits"] {
        assert!(views.contains(&wanted), "{wanted}: {views:?}");
    }
    assert!(!views.contains(&"Notes"), "{views:?}");
    assert!(actors(&intent).len() >= 2, "{:?}", actors(&intent));
    assert_eq!(fields(&intent, "repair"), ["date", "part", "cost", "mechanic"]);
    let most = intent.user_flows.iter().map(|f| f.satisfies.len()).max();
    assert!(most < Some(intent.requirements.len()), "one flow has everything");
}

#[test]
fn a_note_gives_things_what_it_lists() {
    let intent = drafted("kennel.md");
    assert_eq!(fields(&intent, "dog"), ["name", "chip number", "breed", "owner"]);
    assert_eq!(fields(&intent, "feeding"), ["food", "amount", "time", "eaten"]);
    assert_eq!(fields(&intent, "treatment"), ["drug", "dose", "date"]);
    assert!(views(&intent).len() >= 2, "{:?}", views(&intent));
}

#[test]
fn scenarios_are_told_apart_by_what_they_are_about() {
    let intent = drafted("market.feature");
    let views = views(&intent);
    for wanted in ["Pitches", "Permits", "Fines", "Public page"] {
        assert!(views.contains(&wanted), "{wanted}: {views:?}");
    }
    assert!(actors(&intent).len() >= 2, "{:?}", actors(&intent));
}

#[test]
fn stories_in_another_language_are_named_by_their_nouns() {
    let intent = drafted("padel.md");
    let views = views(&intent);
    assert!(views.contains(&"Pista") && views.contains(&"Recibo diario"), "{views:?}");
    assert!(views.iter().all(|v| v.split(' ').count() <= 4), "{views:?}");
    // `reservas` are things themselves.
    assert_eq!(fields(&intent, "recibo"), ["cobros", "bajas"]);
    assert_eq!(intent.title, "Reservas del club de pádel");
}

#[test]
fn who_acts_is_read_in_another_language() {
    let intent = drafted("bauhof.md");
    assert!(actors(&intent).contains(&"Platzwart"), "{:?}", actors(&intent));
    assert_eq!(fields(&intent, "gerät"), ["nummer", "baujahr", "standort"]);
    assert_eq!(fields(&intent, "ausleihe"), ["verein", "beginn", "ende", "zweck"]);
    assert_eq!(intent.title, "Gerätehof");
}

#[test]
fn kinds_of_tickets_and_names_under_letters_are_no_screens() {
    let intent = drafted("tickets.md");
    let views = views(&intent);
    for never in ["EPIC", "STORY", "Hanneke"] {
        assert!(!views.contains(&never), "{never}: {views:?}");
    }
    assert!(intent.user_flows.iter().all(|f| f.name != "STORY" && f.name != "EPIC"));
    assert_eq!(fields(&intent, "order"), ["customer", "loaves", "pick-up time", "price"]);
}

#[test]
fn people_measures_and_counts_are_no_things() {
    let intent = drafted("lock-keeping.md");
    let things = things(&intent);
    for never in ["control room", "headroom", "draught class", "lock"] {
        assert!(!things.contains(&never.to_owned()), "{never}: {things:?}");
    }
    assert_eq!(fields(&intent, "passage"), ["vessel", "direction", "time", "fee"]);
    let actors = actors(&intent);
    assert!(actors.contains(&"Lock keeper") || actors.contains(&"Barge skipper"), "{actors:?}");
}

#[test]
fn a_note_has_the_screens_that_it_heads_its_lists_with() {
    let intent = drafted("raft-race.md");
    assert!(views(&intent).len() >= 3, "{:?}", views(&intent));
    assert_eq!(fields(&intent, "boat"), ["name", "length", "number of seats", "colour"]);
    assert_eq!(fields(&intent, "accident"), ["place", "time"]);
    let told = |line: &str| {
        intent.open_questions.iter().any(|q| q.starts_with("Out of scope by") && q.contains(line))
    };
    assert!(told("betting, food") && told("photos would be nice"), "{:?}", intent.open_questions);
}

#[test]
fn what_is_done_in_another_language_names_no_screen() {
    let intent = drafted("guarderia.md");
    let views = views(&intent);
    assert!(views.iter().all(|v| v.split(' ').count() <= 4), "{views:?}");
    assert!(views.contains(&"Ausencia") && views.contains(&"Horarios"), "{views:?}");
}

#[test]
fn an_export_of_tickets_has_the_screens_of_its_stories() {
    let intent = drafted("hive-export.txt");
    assert_eq!(intent.title, "Keep the hives of the valley");
    assert_eq!(views(&intent), ["Inspections", "Hives"]);
    assert!(actors(&intent).contains(&"Keeper"), "{:?}", actors(&intent));
    assert!(intent.open_questions.iter().any(|q| q.starts_with("Out of scope by the brief (line 11)")));
    assert!(intent.summary.starts_with("The valley has 90 hives"), "{}", intent.summary);
}
