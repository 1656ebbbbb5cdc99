//! Documents whose layout was lost on the way: tables of which every cell has a line, bullets in the middle of a line, lists
//! without bullets, and headings that were moved in below a list.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};

fn brief(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).unwrap()
}

#[test]
fn a_table_with_a_line_for_each_cell_is_a_table() {
    let text = "# Harbour book\n\nWhat is asked\n\nID\n\tName\n\tDescription\n\tPriority\n\t1\n\tBerth list\n\tShows the berths that are free tonight\n\t2\n\
        \t2\n\tTide bell\n\tRings an hour before high water\n\t1\n\nBilge.\n";
    check(
        &brief(text),
        &[(9, "Berth list: Shows the berths"), (13, "Tide bell: Rings an hour")],
        &[5, 10, 11, 14],
    );
}

#[test]
fn indented_lines_that_count_nothing_are_no_table() {
    let text = "# Harbour book\n\n## Requirements\n\n- The book must list:\n\t- the berths\n\t- the boats\n\t- the masters\n";
    check(&brief(text), &[(5, "The book must list: the berths; the boats; the masters")], &[6, 7]);
}

#[test]
fn a_bullet_in_the_middle_of_a_line_begins_an_item() {
    let text = "# Harbour book\n\n## Requirements\n\n● Book a berth\n● Leave a berth● Pay at the desk\n● Call the pilot\n";
    let told = demands(&brief(text));
    let told: Vec<(u32, &str)> = told.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!(
        told,
        [(5, "Book a berth"), (6, "Leave a berth"), (6, "Pay at the desk"), (7, "Call the pilot")]
    );
}

#[test]
fn lines_under_a_heading_in_running_text_are_a_list() {
    let text = "# Harbour book\n\nRanks of what follows\nFunctional requirements\nList of the free berths\nBooking for one night\nPrices in two currencies\n\
        Non-functional requirements\nEasy to use with gloves\nReadable in the sun at noon\nRuns on an old telephone\n";
    check(
        &brief(text),
        &[
            (5, "List of the free"),
            (6, "Booking"),
            (7, "Prices"),
            (9, "Easy"),
            (10, "Readable"),
            (11, "Runs on"),
        ],
        &[3, 4, 8],
    );
}

#[test]
fn wrapped_text_under_a_heading_is_no_list() {
    let text = "# Harbour book\n\nFunctional requirements\nThe book must list the berths and\nBoats of the yacht club in\nOstend and of its guests.\n";
    check(&brief(text), &[(4, "The book must list the berths and Boats of the yacht club")], &[5, 6]);
}

#[test]
fn a_heading_that_stands_inside_the_last_item_opens_its_section() {
    let text = "# Harbour book\n\nActors:\n\n- Skipper: somebody who sails and\n  pays for a berth.\n- Pilot: somebody who knows\n  the shoals.\n  Functional requirements (all):\n\n\
        1. For the skipper\n   • Book a berth for one night\n   • Pay for it at the desk\n2. For the pilot\n   • See who comes in today\n";
    check(&brief(text), &[(12, "Book a berth"), (13, "Pay for it"), (15, "See who comes")], &[5, 7]);
}

#[test]
fn what_may_stand_in_a_field_is_asked_for() {
    let text = "# Sign-up\n\n## Features\n\n### Form\n\n| Field | Type | Required | Validation |\n|---|---|---|---|\n\
        | Nickname | Text | Yes | 3 to 12 letters |\n| Note | Text | No | - |\n";
    check(&brief(text), &[(9, "Nickname: 3 to 12 letters")], &[7, 10]);
}

#[test]
fn metrics_among_the_features_are_features() {
    let text = "# Kiln watch\n\n## Functional requirements\n\n### Kiln metrics\n\n- Heat of each chamber in degrees\n- Hours since the door was shut\n\n\
        ## Success metrics\n\n- More bowls are sold\n";
    check(&brief(text), &[(7, "Heat of each"), (8, "Hours since")], &[12]);
}
