//! Tests of each form of document, with short texts.

use std::fmt::Write as _;

use crate::{Force, Reading, Topic, Why, read};
use proptest::prelude::*;

fn reading(name: &str, text: &str) -> Reading {
    read(name, &frieze_document::read(name, text.as_bytes()).unwrap())
}

/// Line, force, label and text of each requirement.
fn requirements(text: &str) -> Vec<String> {
    let of = |r: &crate::Requirement| format!("{} {:?} [{}] {}", r.line, r.force, r.label, r.text);
    reading("brief.md", text).requirements.iter().map(of).collect()
}

#[test]
fn a_spec_kit_document() {
    let text = "# Feature Specification: Kiln sharing\n\n**Status**: Draft\n\n## User Scenarios & Testing\n\n\
        ### User Story 1 - Reserve a shelf (Priority: P1)\n\nA potter reserves a shelf.\n\n**Why this priority**: It must come first.\n\n\
        **Acceptance Scenarios**:\n\n1. **Given** a free shelf, **When** a potter takes it, **Then** it is shown as taken.\n\n\
        ### Edge Cases\n\n- What happens when the kiln breaks?\n\n## Requirements\n\n### Functional Requirements\n\n\
        - **FR-001**: System MUST show free shelves.\n- **FR-002**: System MUST NOT keep a shelf for [NEEDS CLARIFICATION: how long?].\n\n\
        ### Key Entities\n\n- **Tray**: Place in a kiln. Key attributes: number, height, optional remark; belongs to one kiln.\n\
        - **Kiln**: Has many trays.\n\n## Success Criteria\n\n- **SC-001**: A shelf is reserved within a minute.\n\n\
        ## Assumptions\n\n- Potters must bring their own clay.\n";
    let found = reading("kiln.md", text);
    assert_eq!(found.title.text, "Kiln sharing");
    assert_eq!(
        requirements(text),
        [
            "15 Must [1.1] Given a free shelf, When a potter takes it, Then it is shown as taken.",
            "25 Must [FR-001] System MUST show free shelves.",
            "26 Must [FR-002] System MUST NOT keep a shelf for [NEEDS CLARIFICATION: how long?].",
            "35 Must [SC-001] A shelf is reserved within a minute.",
        ]
    );
    let story = &found.stories[0];
    assert_eq!((story.label.as_str(), story.title.as_str()), ("User Story 1", "Reserve a shelf"));
    assert_eq!(story.narrative[0].text, "A potter reserves a shelf.");
    assert_eq!(story.scenarios[0].when[0].text, "a potter takes it");
    assert_eq!(found.requirements[0].story, Some(0));
    assert!(found.requirements[2].is_prohibition);
    assert_eq!(found.requirements[3].topic, Some(Topic::Quality));
    assert_eq!(found.edge_cases[0].line, 19);
    assert_eq!(found.questions[0].text, "how long?");
    let shelf = &found.entities[0];
    let fields: Vec<_> = shelf.attributes.iter().map(|a| (a.name.as_str(), a.required)).collect();
    assert_eq!(fields, [("number", None), ("height", None), ("remark", Some(false))]);
    assert_eq!((shelf.relations[0].to.as_str(), shelf.relations[0].is_many), ("Kiln", Some(false)));
    assert_eq!(found.entities[1].relations[0].to, "Tray");
    assert!(found.skipped.iter().any(|s| s.line == 39 && s.why == Why::NotAsked));
}

#[test]
fn a_kiro_document() {
    let text = "# Requirements Document\n\n## Requirements\n\n### Requirement 2: Lending\n\n\
        **User Story:** As a librarian, I want to scan a card, so that lending is quick.\n\n#### Acceptance Criteria\n\n\
        1. WHEN a card is scanned, THE Desk SHALL show its loans\n2. IF the card is blocked THEN THE Desk SHALL refuse the loan\n\
        3. WHILE offline THE Desk SHALL queue loans\n   - with their time\n";
    let found = reading("desk.md", text);
    let labels: Vec<&str> = found.requirements.iter().map(|r| r.label.as_str()).collect();
    assert_eq!(labels, ["2.1", "2.2", "2.3"]);
    let parts = |at: usize| &found.requirements[at].parts;
    assert_eq!(parts(0).trigger.as_deref(), Some("a card is scanned"));
    assert_eq!(parts(0).subject.as_deref(), Some("THE Desk"));
    assert_eq!(parts(0).response.as_deref(), Some("show its loans"));
    assert_eq!(parts(1).exception.as_deref(), Some("the card is blocked"));
    assert_eq!(parts(2).condition.as_deref(), Some("offline"));
    assert_eq!(found.requirements[2].text, "WHILE offline THE Desk SHALL queue loans; with their time");
    let story = &found.stories[0];
    assert_eq!(story.actor.as_ref().unwrap().text, "librarian");
    assert_eq!(story.want.as_ref().unwrap().text, "scan a card");
    assert_eq!(story.benefit.as_ref().unwrap().text, "lending is quick");
    assert_eq!((story.title.as_str(), found.stories.len()), ("Lending", 1));
    assert_eq!(found.actors[0].text, "librarian");
}

#[test]
fn only_headings_that_name_something_are_headings_of_requirements() {
    let text = "# Requirements Document\n\n## Introduction\n\nThe desk must be open.\n\n## Requirements\n\n\
        ### Requirement 1: Lending\n\n#### Acceptance Criteria\n\n1. THE Desk SHALL NOT lend twice\n\n\
        ## Lending desk\n\n### Constraints\n\n- The desk must be made of wood.\n\n### Chairs\n\n- A chair must be there.\n\n\
        ### Lending Card Number Requirements\n\n- A number must be there.\n\n### UI/Forms of paper\n\n- A form must be there.\n\n\
        ### Non Functional Requirements\n\n- The desk must be fast.\n";
    let found = reading("desk.md", text);
    let headings: Vec<&str> = found.requirements.iter().map(|r| r.heading.as_str()).collect();
    let named = [
        "",
        "",
        "Lending desk",
        "Chairs",
        "Lending Card Number Requirements",
        "UI/Forms of paper",
        "Lending desk",
    ];
    assert_eq!(headings, named);
    // The form of a document is no title.
    assert_eq!((found.title.text.as_str(), found.title.line), ("desk.md", 0));
    assert_eq!(reading("desk.md", "# Desk\n\nThe desk must be open.\n").title.line, 1);
}

#[test]
fn a_word_in_brackets_begins_no_clause() {
    let text =
        "# Feeds\n\n## Requirements\n\n- THE System SHALL allow another policy (nxdomain, drop, given)\n";
    let parts = &reading("feeds.md", text).requirements[0].parts;
    assert_eq!(parts.condition, None);
    assert_eq!(parts.response.as_deref(), Some("allow another policy (nxdomain, drop, given)"));
}

#[test]
fn an_open_spec_delta() {
    let text = "## Why\n\nPeople must wait.\n\n## ADDED Requirements\n\n### Requirement: Alerts\n\nThe system SHALL alert the crew.\n\n\
        #### Scenario: Night\n\n- **GIVEN** a night watch\n- **WHEN** an alarm sounds\n- **THEN** the mate is called\n- **AND** a log line is written\n\n\
        ## REMOVED Requirements\n\n### Requirement: Paper log\n\nThe log MUST go.\n";
    assert_eq!(
        requirements(text),
        [
            "9 Must [] The system SHALL alert the crew.",
            "13 Must [] GIVEN a night watch WHEN an alarm sounds THEN the mate is called AND a log line is written",
        ]
    );
    let found = reading("delta.md", text);
    assert_eq!(found.stories[0].scenarios[0].then.len(), 2);
    assert_eq!(found.exclusions[0].text, "Paper log");
}

#[test]
fn a_screen_that_must_not_exist_is_not_read() {
    for text in [
        "There must be no Login page.",
        "The clerk must be able to file without a Login page.",
        "Neither an Account page nor a Help page must exist.",
        "The kiosk must not have a Settings screen.",
        "The Login page must not exist.",
    ] {
        assert_eq!(reading("desk.md", &format!("# Desk\n\n{text}\n")).screens, [], "{text}");
    }
    let found = reading("desk.md", "# Desk\n\nThe Cart page must not show what is sold.\n");
    assert_eq!(found.screens[0].name, "Cart page");
}

#[test]
fn gherkin() {
    let text = "Feature: Ferry tickets\n  As a passenger\n  I want to buy a ticket\n  So that I can board\n\n  Background:\n    Given a ferry\n\n\
        \x20 Scenario: Last seat\n    When the last seat is sold\n    Then the ferry is shown as full\n";
    let found = reading("ferry.feature", text);
    assert_eq!(found.title.text, "Ferry tickets");
    assert_eq!(found.requirements.len(), 1);
    assert_eq!(found.requirements[0].line, 10);
    assert_eq!(found.stories[0].actor.as_ref().unwrap().text, "passenger");
    assert_eq!(found.stories[0].scenarios[0].title, "Last seat");
}

#[test]
fn tables_and_exports() {
    let text = "# Shop\n\n## Requirements\n\n| ID | Requirement | Priority |\n|---|---|---|\n| R1 | Orders are paid first | high |\n| R2 | Gifts can be wrapped | low |\n\n\
        ## Data model\n\n### Order\n\n| Field | Type | Required |\n|---|---|---|\n| number | text | yes |\n| remark | text | no |\n";
    assert_eq!(requirements(text), ["7 Must [R1] Orders are paid first", "8 May [R2] Gifts can be wrapped"]);
    let found = reading("shop.md", text);
    let fields: Vec<_> = found.entities[0]
        .attributes
        .iter()
        .map(|a| (a.name.as_str(), a.typed.as_str(), a.required))
        .collect();
    assert_eq!(
        (found.entities.len(), fields),
        (1, vec![("number", "text", Some(true)), ("remark", "text", Some(false))])
    );
    let csv = "Key,Summary,Issue Type,Status\nS-1,Show the menu,Story,Open\nS-2,Menu is empty,Bug,Open\nS-3,Print the menu,Story,Done\n\
        S-4,\"As a cook, I want to hide a dish, so that it is not ordered\",Story,Open\n";
    let found = reading("menu.csv", csv);
    let found_rows: Vec<(&str, u32, &str)> =
        found.requirements.iter().map(|r| (r.label.as_str(), r.line, r.pattern)).collect();
    // A story without criteria is a requirement; defects and finished tickets are not.
    assert_eq!(found_rows, [("S-1", 2, found.requirements[0].pattern), ("S-4", 5, "story")]);
    assert_eq!(found.stories[0].actor.as_ref().unwrap().text, "cook");
}

#[test]
fn prose_other_languages_and_sections_without_demands() {
    assert_eq!(
        requirements(
            "# Farm\n\nCows are many. The app must count them.\n\n## Out of scope\n\n- Goats must wait\n"
        ),
        ["3 Must [] The app must count them."]
    );
    assert_eq!(
        requirements(
            "# Lastenheft Hof\n\n## Anforderungen\n\n- Die App muss die Kühe zählen.\n- Das Tor darf nicht offen bleiben.\n"
        ),
        ["5 Must [] Die App muss die Kühe zählen.", "6 Must [] Das Tor darf nicht offen bleiben."]
    );
    assert_eq!(
        requirements("# Granja\n\nEl sistema debe contar las vacas. Las vacas son muchas.\n"),
        ["3 Must [] El sistema debe contar las vacas."]
    );
    assert_eq!(
        requirements("# Ferme\n\nL'application doit compter les vaches. Elles sont dans le pré.\n"),
        ["3 Must [] L'application doit compter les vaches."]
    );
    assert_eq!(
        requirements("# 農場\n\nシステムは牛の数を表示しなければならない。牛は多い。\n"),
        ["3 Must [] システムは牛の数を表示しなければならない。"]
    );
    let letter = reading(
        "letter.txt",
        "Dear aunt,\n\nthe weather is fine and the cat sleeps all day.\n\nYours, Ida\n",
    );
    assert_eq!((letter.requirements.len(), letter.stories.len()), (0, 0));
    assert!(!letter.skipped.is_empty());
}

#[test]
fn screens_entities_and_names_in_code() {
    let text = "# Shop\n\n## Screens\n\n- **Cart**: what was chosen\n\n## Requirements\n\n- The system must show a sum on the Checkout page.\n\
        - The \"Lost items\" screen shall list finds.\n- Each page must load fast.\n- For each order the date, the sum and the remark are stored.\n\n\
        ## Notes on code\n\nThe constant `MUST` is set.\n";
    let found = reading("shop.md", text);
    let screens: Vec<&str> = found.screens.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(screens, ["Cart", "Checkout page", "Lost items screen"]);
    assert_eq!(found.entities[0].name, "order");
    assert_eq!(found.entities[0].attributes.len(), 3);
    assert_eq!(found.requirements.len(), 4);
    assert!(found.requirements.iter().all(|r| r.force != Force::May));
}

#[test]
fn metadata_definitions_and_choices_demand_nothing() {
    let text = "# Till\n\n**Status**: Draft, must be checked\n\n**Input**: \"The till must print.\"\n\n## Requirements\n\n\
        - **FR-001**: The till MUST show the sum on the Daily Sums View.\n- Clerks must open The Daily Sums View.\n- Reports:\n\n## Key Entities\n\n\
        - **Customer**: who is buying: a name, a phone, whether deliveries require a signature.\n\
        - **Mode**: how it is handed over: pickup, delivery, or mixed.\n- **Receipt**: MUST have a number.\n";
    let found = reading("till.md", text);
    let lines: Vec<u32> = found.requirements.iter().map(|r| r.line).collect();
    assert_eq!(lines, [9, 10, 17]);
    assert!(found.skipped.iter().any(|s| s.line == 3 && s.why == Why::NotAsked));
    assert_eq!(found.summary[0].text, "\"The till must print.\"");
    let names: Vec<&str> = found.entities.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["Customer", "Mode", "Receipt"]);
    assert!(found.entities[1].attributes.is_empty(), "{:?}", found.entities[1]);
    let screens: Vec<&str> = found.screens.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(screens, ["Daily Sums View"]);
}

/// Without a title, or with a verb in capitals, a bold beginning is no metadata.
#[test]
fn bold_requirements_are_read() {
    for text in [
        "## Requirements\n\n**Login**: Users must log in.\n\n**Export**: The system MUST export.\n\n## Out of scope\n\n- Mail\n",
        "# Till\n\n**Offline**: The till MUST work offline.\n\n**The till MUST print.** Always.\n\n## Notes\n\nNone.\n",
        "# Till\n\n## Story 1 - Pay\n\n**Story**: As a clerk I want to pay.\n\n- The following columns:\n\n## Requirements\n\n1. Export these columns:\n",
    ] {
        assert_eq!(reading("till.md", text).requirements.len(), 2, "{text}");
    }
}

#[test]
fn nine_thousand_requirements_are_read() {
    let mut text = String::from("# Long\n\n## Requirements\n\n");
    for n in 0..9_000 {
        let _ = writeln!(
            text,
            "- **FR-{n}**: WHEN order {n} is paid, the system MUST send it to the Depot page, and a mail follows."
        );
    }
    let document = frieze_document::read("long.md", text.as_bytes()).unwrap();
    assert_eq!(read("long.md", &document).requirements.len(), 9_000);
}

proptest! {
    #[test]
    fn any_text_is_read_with_lines_that_exist(
        text in "(# |## |- |1\\. |\\| |As a |GIVEN |WHEN |must |Entities|Fields:|FR-1: |\\n|\\n\\n|[a-zA-Zéß、。「」“”’:,()/?`*ー要件 ]{1,8}){1,60}"
    ) {
        let Ok(document) = frieze_document::read("any.md", text.as_bytes()) else { return Ok(()) };
        let found = read("any.md", &document);
        let lines = u32::try_from(text.lines().count()).unwrap();
        for requirement in &found.requirements {
            prop_assert!((1..=lines).contains(&requirement.line) && !requirement.text.is_empty());
            prop_assert!(requirement.story.is_none_or(|at| at < found.stories.len()));
        }
        prop_assert_eq!(&found, &read("any.md", &document));
    }
}

#[test]
fn a_slash_joins_two_fields_only_if_they_are_single_words() {
    let text = "# Desk\n\n## Key Entities\n\n- **Account**: A person. Has a user name, email/phone, active/inactive status, and a flag.\n";
    let found = reading("brief.md", text);
    let fields: Vec<&str> = found.entities[0].attributes.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(fields, ["user name", "email", "phone", "active/inactive status", "flag"]);
}
