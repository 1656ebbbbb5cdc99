//! Terse documents: rules under labels that nothing sets off, tables of fields and of moves, headings that say what is not
//! wanted, and letters with a foot.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};
use frieze::domain::draft::draft;

fn brief(text: &str) -> Brief {
    read("kiln.txt", text.as_bytes()).unwrap()
}

#[test]
fn rules_under_labels_are_told_apart_by_their_lines() {
    let text = "KILN BOOK – v2\n\n1. Rules\nR1 No firing without a key.\nR2 Two firings on one day -> second one waits,\n   first come first served.\n\
        R3 Nothing is deleted. Wrong lines are struck through with a name.\nR4 Glaze before biscuit everywhere.\n\n2. Numbers\n40 firings a month.\n";
    check(
        &brief(text),
        &[
            (4, "No firing without a key."),
            (5, "Two firings on one day -> second one waits, first come first served."),
            (7, "Nothing is deleted. Wrong lines are struck"),
            (8, "Glaze before biscuit everywhere."),
        ],
        &[10],
    );
    let mixed = "R1 Orders\nR1.1 The desk shall take an order.\nR1.2 The desk shall cancel an order.\nR2 Payments\nR3 \"Cash\" is taken by the desk only.\n\
        A sentence of its own must stay one.\n\nA4 paper must be printed.\nA5 paper must be printed as well.\nA6 cards must be printed, too.\n";
    check(
        &brief(mixed),
        &[
            (2, "The desk shall take"),
            (3, "The desk shall cancel"),
            (5, "\"Cash\" is taken by the desk only."),
            (6, "A sentence of its own must"),
            (8, "A4 paper"),
        ],
        &[],
    );
    assert!(!format!("{:?}", demands(&brief(mixed))).contains("desk only. A sentence"));
    // Two of them may be anything that begins like this.
    let few = "# Kiln\n\n## Rules\n\nThe shelf must hold\nA4 sheets and\nB12 clips.\n";
    assert_eq!(demands(&brief(few)).len(), 1);
}

#[test]
fn the_rules_of_fields_are_told_with_their_names_and_their_types_are_kept() {
    let text = "# Kiln book\n\n## Firing\n\n| Field | Type | Rule |\n|---|---|---|\n| firing_no | text | unique, format K-001 |\n\
        | cone | number, 1 decimal | 0.5 to 12.0 |\n| shared | yes/no | – |\n| kind | biscuit / glaze / raku | biscuit by default |\n| lit | date+time | set by hand |\n\n\
        ## Requirements\n\n- The potter can book a firing.\n";
    let brief = brief(text);
    check(
        &brief,
        &[(7, "firing_no: unique, format K-001"), (8, "cone: 0.5 to 12.0"), (15, "The potter can book")],
        &[9],
    );
    let design = draft(&brief, &"kiln".parse().unwrap());
    let firing = design.data_model.entities.iter().find(|e| e.name == "Firing").unwrap();
    let kinds: Vec<(&str, &str)> =
        firing.attributes.iter().map(|a| (a.name.as_str(), a.kind.as_str())).collect();
    for kind in [
        ("cone", "decimal"),
        ("shared", "boolean"),
        ("kind", "enum(biscuit, glaze, raku)"),
        ("lit", "date-time"),
    ] {
        assert!(kinds.contains(&kind), "{kind:?} in {kinds:?}");
    }
}

#[test]
fn a_table_of_moves_tells_what_becomes_of_what() {
    let text = "# Kiln\n\n## States of a firing\n\n| From | Event | To | Who |\n|---|---|---|---|\n| – | book | BOOKED | potter |\n\
        | BOOKED | light | LIT | warden |\n| LIT | cool down | DONE | |\n";
    check(
        &brief(text),
        &[
            (7, "On book by potter, it becomes BOOKED"),
            (8, "On light by warden, BOOKED becomes LIT"),
            (9, "On cool down, LIT becomes DONE"),
        ],
        &[],
    );
    let routes = "# Ferry\n\n## Fares\n\n| From | To | Price |\n|---|---|---|\n| Oban | Mull | 7 |\n";
    assert_eq!(brief(routes).demands().count(), 0, "a journey");
}

#[test]
fn a_demand_with_details_below_it_is_no_heading() {
    let text = "# Glazes\n\n## Requirements\n\n- Search by colour, cone and maker\n  - Used-up glazes do not show up\n- Search and filters\n  - The potter can filter by cone\n";
    check(
        &brief(text),
        &[(5, "Search by colour"), (6, "Used-up glazes"), (8, "The potter can filter")],
        &[7],
    );
}

#[test]
fn what_was_said_no_to_and_what_the_procedure_asks_is_not_built() {
    let text = "VOLUME 2\n\n1. Instructions to tenderers\n\n1.1 Offers must be sent by noon on 3 May.\n\n2. Requirements\n\n2.1 The system shall list all kilns.\n\n\
        3. Award criteria\n\n3.1 The presentation should not exceed 45 minutes.\n\nAnnex A – Example of a kiln record (for illustration only)\n\nKiln 7, front loading.\n\n\
        Annex B – Further demands\n\nThe list shall be printed in colour.\n";
    check(
        &brief(text),
        &[(9, "The system shall list"), (21, "The list shall be printed")],
        &[5, 13, 15, 17, 19],
    );
    let wiki = "# Kiln\n\n## Requirements\n\n- The potter can book a firing\n  - e.g. \"Tuesday, cone 6\"\n\n## Ideas we said no to\n\n- The app should suggest glazes\n- Live video of the kiln\n\n\
        ## Decisions\n\n| Date | Decision |\n|---|---|\n| 3 May | We dropped the ratings of potters |\n| 4 May | Firings are paid for in advance |\n";
    let brief = brief(wiki);
    check(&brief, &[(5, "The potter can book"), (18, "Firings are paid for in advance")], &[6, 10, 11, 17]);
    assert!(brief.exclusions.iter().any(|left| left.text.contains("dropped the ratings")));
}

#[test]
fn what_is_declined_in_a_letter_is_left_out_and_its_foot_is_not_read() {
    let text = "From: Ida Holm <ida@kiln.example>\nTo: Per\nDate: Mon, 3 Feb 2025\nSubject: the kiln book\n\nHi Per,\n\n\
        I need a list of all firings. Online payment: no, we don't want that. We don't want potters to see the prices of others. \
        And we don't need anything for the shop. I can give you the plans next week.\n\nIda\n\n--\nHolm Pottery since 1962\nYou must call ahead on Saturdays!\n";
    let brief = brief(text);
    check(&brief, &[(8, "I need a list of all firings.")], &[13, 14]);
    let told = format!("{:?}", demands(&brief));
    assert!(told.contains("We don't want potters to see the prices"), "{told}");
    for not in ["Online payment", "for the shop", "the plans"] {
        assert!(!told.contains(not), "{not} in {told}");
    }
    assert!(brief.exclusions.iter().any(|left| left.text.starts_with("Online payment")));
}

#[test]
fn what_is_kept_of_each_thing_is_what_it_has() {
    let text = "# Trees\n\n## Requirements\n\n- The system shall store for each tree a unique number, a species, a height and a photograph.\n\
        - For every inspection, the system shall record the date, the rating and a remark.\n- A measure passes through the states proposed, approved and done.\n";
    let brief = brief(text);
    let named = |name: &str| brief.entities.iter().find(|e| e.name.eq_ignore_ascii_case(name));
    let fields = |name: &str| {
        named(name).unwrap().attributes.iter().map(|a| a.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(fields("tree"), "number species height photograph");
    assert_eq!(fields("inspection"), "date rating remark");
    assert!(named("measure pass").is_none());
}

#[test]
fn what_only_looks_like_it_is_read_as_before() {
    let heads = "From: Ida Holm <ida@kiln.example>\nTo: Per\nDate: Mon, 3 Feb 2025\nSubject: the kiln book\n\nBerths\n--\nGuests must be able to book a berth.\n\n\
        We don't want anyone to see the prices. We don't need it to be pretty, it must be fast.\n";
    check(
        &brief(heads),
        &[(8, "Guests must be able"), (10, "We don't want anyone"), (10, "We don't need it")],
        &[],
    );
    let gone = "# Kiln\n\n## Requirements\n\n- FR-1: The potter can book a firing.\n- FR-7: This requirement was withdrawn.\n- FR-8: Nothing is deleted.\n";
    check(&brief(gone), &[(5, "The potter can book"), (7, "Nothing is deleted.")], &[6]);
    let sent = "# Kiln\n\n## Mails\n\n| From | To | When | Subject |\n|---|---|---|---|\n| shop | potter | a firing is done | Done |\n";
    assert!(brief(sent).demands().all(|s| !s.text.contains("becomes")));
    let moves = "# Kiln\n\n## States\n\n| ID | From | To | Trigger | Condition |\n|---|---|---|---|---|\n| S1 | booked | lit | a warden lights it | the key is there |\n\
        | S2 | lit | booked | it rains | – |\n";
    check(
        &brief(moves),
        &[
            (7, "On a warden lights it, booked becomes lit (condition: the key is there)"),
            (8, "On it rains, lit becomes booked"),
        ],
        &[],
    );
    let portal = "# Tenders\n\n## Requirements\n\n### Publishing award criteria\n\n- The buyer can publish award criteria.\n\n### Archive of dropped ideas\n\n- The buyer can drop an idea.\n";
    check(&brief(portal), &[(7, "The buyer can publish"), (11, "The buyer can drop")], &[]);
}
