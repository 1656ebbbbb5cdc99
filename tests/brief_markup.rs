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

/// HTML lets the ends of rows and cells be left out, and Markdown goes on below the table.
#[test]
fn html_rows_end_where_the_next_begins() {
    let brief = reading(
        "# Kiln\n\n<table>\n<tr><th>ID<th>Requirement\n<tr><td>K-1<td>The kiln must log its heat.\n\
         <tr><td>K-2<td>The kiln must lock its door.\n</table>\n\n## Cooling\n\n- The potter must be able to stop the fan.\n\n\
         <table><tr><td>K-3</td><td>The kiln must ring a bell.</td>\n</table>\n- The kiln must show delays.\n",
    );
    check(
        &brief,
        &[
            (5, "The kiln must log"),
            (6, "The kiln must lock"),
            (11, "The potter must be able"),
            (13, "K-3: The kiln must ring"),
            (15, "The kiln must show"),
        ],
        &[4, 9],
    );
    let unended = reading(
        "# Kiln\n\n<table><tr><td>K-1</td><td>The kiln must glow.\n\n## Fan\n\n- The fan must turn.\n",
    );
    check(&unended, &[(3, "K-1: The kiln must glow"), (7, "The fan must turn")], &[]);
}

#[test]
fn html_on_one_line_is_a_list_and_a_table() {
    let brief = reading(
        "# Loom\n\n<ul><li>The loom must count threads.</li><li>The weaver must be able to mend a thread.</li></ul>\n\n\
         <table><tr><th>ID</th><th>Requirement</th></tr><tr><td>L-1</td><td>The loom must print a label.</td></tr>\
         <tr><td>L-2</td><td>The loom must stop at night.</td></tr></table>\n",
    );
    let found = demands(&brief);
    let texts: Vec<&str> = found.iter().map(|(_, text)| text.trim_end_matches('.')).collect();
    assert_eq!(
        texts,
        [
            "The loom must count threads",
            "The weaver must be able to mend a thread",
            "The loom must print a label",
            "The loom must stop at night"
        ]
    );
}

#[test]
fn html_paragraphs_go_on_over_lines_and_cells_hold_lists() {
    let brief = reading(
        "<h2>Requirements</h2>\n<p>The ferry must let a guest\nbook a cabin before the\nship leaves.</p>\n\
         <p>The mate must be able to close a cabin.</p>\n<ul>\n<li>The steward must be able to void\na booking the same day.</li>\n</ul>\n\
         <table>\n<tr><th>ID</th><th>Requirement</th></tr>\n\
         <tr><td>F-3</td><td><ul><li>The ferry must show its route.</li></ul></td></tr>\n</table>\n\
         <PRE>\nls -l\n</PRE>\n<h2>Deck</h2>\n<ul><li>The ferry must work offline.</li><li>The mate must be able to rest.</li></ul>\n",
    );
    check(
        &brief,
        &[
            (2, "The ferry must let a guest book a cabin before the ship leaves"),
            (5, "The mate must be able"),
            (7, "The steward must be able to void a booking the same day"),
            (12, "The ferry must show its route"),
            (18, "The ferry must work offline"),
            (18, "The mate must be able to rest"),
        ],
        &[3, 4],
    );
    assert!(demands(&brief).iter().all(|(_, text)| !text.contains('|')), "{:?}", demands(&brief));
}

/// Lists within lists are read without an indent that grows with each: so deep a document was minutes of work.
#[test]
fn html_lists_however_deep_stay_small() {
    let depth = 20_000;
    let text = format!("# Attic\n\n{}\n\n<li>The attic must stay dry.</li>\n", "<ul><li>a\n".repeat(depth));
    let brief = reading(&text);
    assert!(demands(&brief).iter().any(|(_, text)| text.contains("must stay dry")));
}

/// Lines that begin with `=` in Markdown are sums, and its rules and underlines fence nothing.
#[test]
fn markdown_with_equals_signs_is_no_asciidoc() {
    let sums = "Sums:\n\n= net + tax\n\n= sum - paid\n\n";
    for head in ["# Prices\n\n", "Prices\n======\n\n", ""] {
        let brief = reading(&format!(
            "{head}{sums}Sales\n-----\n\n* The clerk must be able to change a price.\n\n----\n\n\
             * The shop must print a bill.\n\n----\n\nThe shop must close.\n"
        ));
        assert_eq!(demands(&brief).len(), 3, "{head}{:?}", demands(&brief));
    }
}

#[test]
fn asciidoc_remarks_and_long_listings_ask_for_nothing() {
    let brief = reading(
        "= Dovecote\n:toc:\n\n== Requirements\n\n////\nThe cote must use pigeons.\n////\n\n* The cote must open at dawn.\n\n\
         -----\n----\nThe code must stay unread.\n# install\n-----\n\n* The cote must close at dusk.\n\n----\n\n* The keeper must be able to count eggs.\n",
    );
    check(
        &brief,
        &[(10, "The cote must open"), (18, "The cote must close"), (22, "The keeper must be able")],
        &[7, 14, 15],
    );
}

/// A short caption over a fence is no heading with its underline.
#[test]
fn captions_over_fences_are_no_headings() {
    let brief = reading(
        "# Sales\n\nSQL\n```\n\nThe query must stay unread.\n\n```\n\nAPI\n~~~\nThe call must stay unread.\n~~~\n\n\
         Shell\n~~~~~\n\nThe shell must stay unread.\n\n~~~~~\n\n- The shop must show the price.\n",
    );
    check(&brief, &[(22, "The shop must show")], &[6, 12, 18]);
}

#[test]
fn restructured_text_says_its_demands_in_directives_too() {
    let brief = reading(
        "Robot\n=====\n\n:Author: The robot must have a name.\n\n:FR-1: The robot must stop at a red light.\n\n\
         .. req:: Emergency stop\n   :id: R_3\n\n   The robot must halt when the button is pressed.\n\n\
         .. important:: The robot must work offline.\n\n.. csv-table:: Demands\n   :header: \"ID\", \"Requirement\"\n\n\
         \x20  \"FR-2\", \"The robot must show its route, or none.\"\n\n.. table:: More\n\n\
         \x20  +------+---------------------------+\n   | ID   | Requirement               |\n   +======+===========================+\n\
         \x20  | FR-3 | The robot must beep.      |\n   +------+---------------------------+\n\n\
         .. The robot must hide this remark.\n\n..\n   The robot must hide this one too.\n\n\
         .. code-block:: text\n\n   The robot must hide this code.\n\n* The robot must charge at night.\n",
    );
    check(
        &brief,
        &[
            (11, "The robot must halt"),
            (13, "The robot must work offline"),
            (18, "The robot must show its route, or none"),
            (25, "The robot must beep"),
            (37, "The robot must charge"),
        ],
        &[4, 9, 16, 28, 31, 35],
    );
    assert!(demands(&brief).iter().any(|(line, text)| *line == 6 && text.contains("must stop")));
}

#[test]
fn org_mode_asks_for_nothing_under_what_is_cancelled() {
    let brief = reading(
        "#+TITLE: Quay\n# The quay must hide this remark.\n* Requirements\n** TODO Berths\n- The quay must lend a berth.\n\
         ** CANCELLED Dogs\n- The quay must lend a kennel.\n*** Food\n- The quay must feed dogs.\n** COMMENT Old\n\
         - The quay must be old.\n* Timetable\n- The quay must show the tides.\n",
    );
    check(&brief, &[(5, "The quay must lend"), (13, "The quay must show")], &[2, 7, 9, 11]);
}
