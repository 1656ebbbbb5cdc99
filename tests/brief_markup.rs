//! Documents in other languages of marks than Markdown, and what a careful reader takes from them.

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};

fn reading(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).expect("a document")
}

#[test]
fn asciidoc_has_its_own_headings_lists_and_tables() {
    let brief = reading(
        "= Orchard Scale\n:toc:\n\n== Requirements\n\n* The scale shall weigh each crate twice.\n\
         ** A crate that is empty shall be refused.\n. The clerk shall sign the list.\n\
         . The list shall be sent to the press.\n\n[cols=\"1,4,1\",options=\"header\"]\n|===\n|ID |Requirement |Rank\n\n\
         |S-1\n|The scale shall show the weight of the day.\n|high\n|===\n\n----\nThe code must stay here.\n----\n\n\
         == Out of scope\n\n* Prices\n",
    );
    check(
        &brief,
        &[
            (6, "The scale shall weigh"),
            (7, "A crate that is empty"),
            (8, "The clerk shall sign"),
            (9, "The list shall be sent"),
            (16, "The scale shall show"),
        ],
        &[2, 11, 15, 21, 26],
    );
    assert_eq!(brief.title.text, "Orchard Scale");
    assert_eq!(brief.exclusions.len(), 1);
}

#[test]
fn restructured_text_underlines_its_headings_with_any_mark() {
    let brief = reading(
        "Bell Tower\n==========\n\n:Version: 2\n\nRequirements\n------------\n\n#. The tower must ring at noon.\n\
         #. The warden must be able to stop a bell.\n\nQuality\n~~~~~~~\n\n* The clock must not lose a minute per year.\n\n\
         .. note:: The bells are old.\n\n.. code-block:: yaml\n\n   must: ring\n\nOut of scope\n^^^^^^^^^^^^\n\n* Lights\n",
    );
    check(
        &brief,
        &[(9, "The tower must ring"), (10, "The warden must be able"), (15, "The clock must not lose")],
        &[4, 17, 21, 26],
    );
    assert_eq!(brief.exclusions.len(), 1, "{:?}", brief.exclusions);
}

/// A line of tildes that no heading fits opens code, as it does in Markdown.
#[test]
fn tildes_still_fence_code() {
    let brief = reading("# Pump\n\nThe pump must stop.\n\n~~~\nThe fence must hold.\n~~~\n");
    assert_eq!(demands(&brief).len(), 1, "{:?}", demands(&brief));
}

#[test]
fn org_mode_stars_its_headings_and_moves_their_text_in() {
    let brief = reading(
        "#+TITLE: Harbour Crane\n* Background\n  The crane is booked by phone.\n* Requirements\n** TODO Booking :web:\n\
         \x20  :PROPERTIES:\n   :Effort: 2d\n   :END:\n   - A skipper must be able to book the crane.\n\
         ** Table\n   | Id   | Requirement                       |\n   |------+-----------------------------------|\n\
         \x20  | B-10 | The crane shall log each lift.    |\n",
    );
    check(&brief, &[(9, "A skipper must be able"), (13, "The crane shall log")], &[3, 7, 10, 11]);
    assert_eq!(brief.title.text, "Harbour Crane");
}

#[test]
fn html_lists_and_tables_are_lists_and_tables() {
    let brief = reading(
        "<h1>Print Room</h1>\n<h2>Requirements</h2>\n<ul>\n<li>The room must print one job at a time.</li>\n\
         <li>The keeper can see <b>waiting</b> jobs.</li>\n</ul>\n<table>\n<tr><th>ID</th><th>Requirement</th></tr>\n\
         <tr><td>P-1</td>\n<td>A job shall be deleted after a day.</td></tr>\n</table>\n<h2>Out of scope</h2>\n\
         <ul><li>Binding</li><li>Colour</li></ul>\n",
    );
    check(
        &brief,
        &[
            (4, "The room must print one job"),
            (5, "The keeper can see waiting jobs"),
            (9, "A job shall be deleted"),
        ],
        &[1, 8, 13],
    );
    assert_eq!(brief.exclusions.len(), 2);
}

/// What stands between the marks of a remark or of code is not read as HTML.
#[test]
fn html_in_remarks_stays_unread() {
    let brief = reading("# Pump\n\n<!--\n<li>The remark must hide.</li>\n-->\n\n- The pump must stop.\n");
    check(&brief, &[(7, "The pump must stop")], &[4]);
}

/// A word processor puts the heading straight over its text.
#[test]
fn a_numbered_title_is_no_part_of_the_text_below_it() {
    let brief = reading(
        "Ferry desk requirements\n\n1.\tOverview\nThe desk sells tickets.\n\n2.\tFunctions\n2.1\tSale\n\
         2.1.1\tThe clerk shall be able to sell a ticket.\n\n3.\tNon-functional\nThe desk must open within a second\non an old phone.\n",
    );
    check(&brief, &[(8, "The clerk shall be able"), (11, "The desk must open")], &[3, 4, 6, 7, 10]);
}

/// The steps of a list whose lines wrap are no headings.
#[test]
fn wrapped_steps_stay_steps() {
    let brief = reading(
        "Ferry desk\n\nThe clerk must do this:\n1. open the till\n2. count the coins\n3. write the sum\n",
    );
    assert!(
        demands(&brief).iter().any(|(_, text)| text.contains("count the coins")),
        "{:?}",
        demands(&brief)
    );
}
