//! Requirements told in the plain present, as orders, or by the place where they stand: under a heading that asks for them, as
//! the answer to an edge case, in a column of two names, behind a title with its label.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};

fn brief(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).unwrap()
}

#[test]
fn what_anything_does_under_a_heading_of_requirements_is_asked_for() {
    let brief = brief(
        "# Kiln watch\n\n## How we work now\n\nThe log is a sheet of paper.\n\n## Functional requirements\n\nKiln Watch displays every kiln of the studio.\n\n\
         Temperature data refreshes every minute.\n\nThe export is also available offline.\n\nWe talked about this in May.\n\n\
         Opening a kiln turns its alarm off.\n",
    );
    check(&brief, &[(9, "Kiln Watch"), (11, "Temperature"), (13, "The export"), (17, "Opening")], &[5, 15]);
}

#[test]
fn names_below_a_sentence_are_part_of_it() {
    let text = "# Kiln watch\n\n## Functional requirements\n\nEach firing contains:\n\n- a name;\n- a cone;\n- the day it began.\n\n\
        A mail is sent when:\n\n- the kiln is too hot\n- the door opens while it fires\n\nActions:\n\n- Start\n- Stop\n";
    let brief = brief(text);
    let told = [
        (5, "Each firing contains: a name; a cone; the day it began."),
        (11, "A mail is sent when: the kiln is too hot; the door opens while it fires"),
        (18, "Start"),
    ];
    check(&brief, &told, &[7, 8, 9, 13, 14, 16]);
}

#[test]
fn criteria_below_a_sentence_stay_criteria() {
    let brief = brief(
        "# Kiln watch\n\n## Acceptance criteria\n\nThe first version is done when:\n\n1. A kiln can be added and removed.\n2. The alarm sounds within a minute.\n",
    );
    check(&brief, &[(7, "A kiln can be added"), (8, "The alarm sounds")], &[]);
}

#[test]
fn orders_under_house_rules_are_asked_for_and_basic_information_is_not() {
    let brief = brief(
        "# Green house\n\n## Basic information\n\nThe house has two rooms:\n\n- Palm room\n- Cactus room\n\n## Climate rules\n\n\
         Warn me when the palm room gets cold at night.\n\nKeep the blinds down while the sun is high.\n",
    );
    check(&brief, &[(12, "Warn me"), (14, "Keep the blinds")], &[5, 7, 8]);
}

#[test]
fn an_edge_case_that_says_what_becomes_of_it_is_a_demand() {
    let text = "# Lending desk\n\n## Edge cases\n\n- **Same card twice**: When a card is read again, the desk shows\n  the open loans.\n\
        - **Long titles**: The list cuts them after two lines.\n- **Two desks**: Two clerks return the same book at once.\n\
        - The system refuses a loan without a card.\n- An empty shelf.\n\n## Requirements\n\n- The desk must print a slip.\n";
    check(
        &brief(text),
        &[(5, "Same card twice"), (7, "Long titles"), (9, "The system refuses"), (14, "The desk")],
        &[8, 10],
    );
}

#[test]
fn beside_edge_cases_that_say_must_the_others_describe() {
    let text = "# Lending desk\n\n## Edge cases\n\n- **Lost card**: The loan must be kept.\n- **Torn page**: The clerk must be told.\n\
        - **Long titles**: The list cuts them after two lines.\n";
    check(&brief(text), &[(5, "Lost card"), (6, "Torn page")], &[7]);
}

#[test]
fn what_should_be_done_inside_an_item_is_a_demand_of_its_own() {
    let text = "# Kitchen\n\n## Functional Requirements\n\n1. The product should keep the orders.\n   1. An order has dishes and a table.\n\
        \x20  2. The cook should see only the dishes.\n   3. The waiter should be told when a dish is ready.\n";
    check(
        &brief(text),
        &[(5, "The product should keep the orders. An order has dishes"), (7, "The cook"), (8, "The waiter")],
        &[6],
    );
}

#[test]
fn the_head_of_a_column_may_have_two_names() {
    let text = "# Yard\n\n## Features\n\n| Screen | Deed & requirements | Seen at |\n|---|---|---|\n\
        | Gate | Read the plate. The barrier opens. | Northern yard |\n";
    check(&brief(text), &[(7, "Read the plate. The barrier opens.")], &[5]);
}

#[test]
fn a_label_behind_a_title_makes_what_stands_below_it_a_requirement() {
    let text = "# Berths\n\n## Features\n\n### Booking a berth (FR-2)\n\nA page on which a berth is booked for a night.\n\n**Errors:**\n\n\
        - Show a message beside the wrong field\n- Keep what was typed\n\n\
        ## Stories\n\n### US-1: Leave\n\nAs a skipper I want to leave early so that others may come.\n\n**Acceptance Criteria:**\n\n\
        - Given a berth, when I leave, then it is free\n\n### US-2: Stay\n\nAs a skipper I want to stay longer so that I need not hurry.\n\n\
        **Acceptance Criteria:**\n\n- Given a berth, when I stay, then I pay for it\n";
    let brief = brief(text);
    assert!(brief.statements.iter().any(|s| s.line == 7 && s.label == "FR-2"), "{:#?}", brief.statements);
    check(&brief, &[(7, "A page on which"), (11, "Show a message"), (12, "Keep what was typed")], &[]);
}

#[test]
fn a_heading_that_demands_takes_no_story_from_those_below_it() {
    let text = "# Berths\n\n## EPIC 1: The system shall show berths\n1.1. As a skipper I want to see free berths so that I can plan.\n\
        1.2. As a skipper I want to see the depth so that I stay afloat.\n\n## EPIC 2: The system shall take bookings\n\
        2.1. As a skipper I want to book a berth so that I have one.\n";
    check(&brief(text), &[(4, "As a skipper"), (5, "As a skipper"), (8, "As a skipper")], &[]);
}

#[test]
fn what_is_said_in_quotation_marks_ends_no_sentence() {
    let text = "# Till\n\n## Requirements\n\nThe till must say \"Sold out. Please come back in May.\" on its screen. Every sale must be kept.\n\n\
        A plank of 5\" must fit. It must be dry.\n";
    let told = demands(&brief(text));
    let texts: Vec<&str> = told.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "The till must say \"Sold out. Please come back in May.\" on its screen.",
            "Every sale must be kept.",
            "A plank of 5\" must fit.",
            "It must be dry.",
        ]
    );
}

#[test]
fn steps_below_any_line_are_one_scenario() {
    let text = "# Till\n\n- As a buyer, I want to give goods back so that I get my money.\n\nAcceptance Criteria 1: in time\n\
        Given I bought a lamp\nAnd it is not a week ago\nWhen I bring it back\nThen the desk says \"Welcome back. Take a seat.\"\n\
        And the lamp is counted again\n";
    let told = demands(&brief(text));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].1.ends_with("And the lamp is counted again"), "{told:#?}");
}

#[test]
fn a_page_called_about_is_one_of_the_pages() {
    let text = "# Club site\n\n## Page requirements\n\n### About (landing page)\n\n- A short text, then a grid of links\n\n\
        ### Prices\n\n- A table of fees for the year\n\n## Audiences\n\n- New rowers\n\n## Sources\n\n- https://example.org/old-site\n";
    check(&brief(text), &[(7, "A short text"), (11, "A table of fees")], &[15, 19]);
}
