//! Pictures of the story of a session: one whose second iteration is in review, and one that is complete.

use crate::cli_support::Place;
use crate::pictures::{Album, COLOURS, SIZES};
use crate::terminal::Terminal;

const CODE: &str = "Two files.\n<<<FILE: schema.sql>>>\nCREATE TABLE tier (name TEXT);\n<<<FILE: types.ts>>>\nexport type Tier = { name: string };\n";
const REVISED: &str =
    "<<<FILE: schema.sql>>>\nCREATE TABLE tier (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n";
const FAIL: &str = r#"{"verdict": "fail", "issues": [{"severity": "major", "description": "The table has no key.", "location": "schema.sql"}], "summary": "One fault."}"#;
const PASS: &str = r#"{"verdict": "pass", "issues": [], "summary": "Nothing is missing."}"#;

/// Goes on with a session: each response is written, read and approved.
fn answer(place: &Place, id: &str, responses: &[(&str, &str)]) {
    for (name, text) in responses {
        place.write(&format!(".aiwf/sessions/{id}/{name}"), text);
        place.done(&["session", "step", id]);
        place.done(&["session", "approve", id]);
        if !name.starts_with("planning") {
            place.done(&["session", "step", id]);
        }
    }
}

fn workspace() -> Place {
    let place = Place::candidate();
    for id in ["tiers", "done"] {
        place.done(&["session", "new", id, "-c", "entity=Tier"]);
        assert_eq!(place.run(&["session", "step", id]).code, 3);
        let plan = ("planning-response.md", "# Plan\n\n1. A table and a type for tiers.\n");
        answer(&place, id, &[plan, ("iteration-1/generating-response.md", CODE)]);
    }
    answer(&place, "done", &[("iteration-1/reviewing-response.md", PASS)]);
    let failed = ("iteration-1/reviewing-response.md", FAIL);
    answer(&place, "tiers", &[failed, ("iteration-2/revising-response.md", REVISED)]);
    place
}

#[test]
fn a_session_in_review_and_a_complete_one_at_three_sizes() {
    let place = workspace();
    let mut album = Album::default();
    for (columns, rows) in SIZES {
        let mut terminal = Terminal::open_with(&place, columns, rows, &COLOURS, &[]);
        terminal.wait_for("session/tiers").keys(":show session/tiers\r").settle();
        terminal.keys("2").wait_for("reviewing-prompt.md");
        album.take(&mut terminal, "session-in-review", (columns, rows));
        terminal.keys(":show session/done\r").settle().keys("5").wait_for("Nothing is missing.");
        album.take(&mut terminal, "session-complete", (columns, rows));
        terminal.quit();
    }
}
