//! Tests of the Journal pane: complete, damaged and hostile journals at several widths.

use unicode_width::UnicodeWidthStr as _;

use super::*;
use crate::tui::panes::fixtures;
use frieze_kernel::journal;
use frieze_kernel::journal::{Note, Tip};

fn note((kind, by, text): &(&str, &str, &str)) -> Note {
    Note {
        at: "2026-11-21T12:02:07Z".to_owned(),
        kind: (*kind).to_owned(),
        by: (*by).to_owned(),
        text: (*text).to_owned(),
        data: serde_json::Value::Null,
    }
}

fn notes(texts: &[(&str, &str, &str)]) -> Vec<u8> {
    Tip::genesis().continued(&texts.iter().map(note).collect::<Vec<_>>()).0
}

fn shown(bytes: &[u8], whole: bool, width: u16) -> Vec<String> {
    let mut detail = fixtures::detail();
    detail.journal = Ok((journal::read(bytes), whole));
    let rows = Journal::default().lines(&detail, width, Theme::Plain);
    rows.iter().map(|row| row.line.to_string()).collect()
}

#[test]
fn an_entry_shows_time_kind_person_and_text() {
    let bytes = notes(&[
        ("transition", "engine", "IDLE → GENERATING"),
        ("decision", "ana", "ana rejected iteration 1"),
        ("refused", "ana", "nobody asked for that"),
        ("odd-sort", "world", "x"),
    ]);
    assert_eq!(
        shown(&bytes, true, 60),
        [
            " ── 21 November 2026 ──────────────────────────────────────",
            "12:02:07 → transition    IDLE → GENERATING",
            "12:02:07 ◆ decision      ana rejected iteration 1",
            "12:02:07 ✗ refused       ana  nobody asked for that",
            "12:02:07 · odd-sort      world  x",
        ]
    );
}

#[test]
fn what_only_repeats_a_move_is_left_out() {
    let approved = "Ana <ana@example.org> approved ffbd3aadd212 with 90.58";
    let started = "run started: threshold 80, at most 10 iterations";
    let by = "Ana <ana@example.org>";
    let bytes = notes(&[
        ("transition", by, &format!("IDLE → GENERATING: {started}")),
        ("run", by, started),
        ("answer", "engine", "the critic answered as x: 15 bytes"),
        ("transition", "engine", "EVALUATING → REVISING: score 60.57 is below the threshold 80"),
        ("evaluation", "engine", "iteration 2 scored 60.57"),
        ("transition", "engine", "EVALUATING → FAILED: the last iteration is over"),
        ("evaluation", "engine", "iteration 3 scored 61.00"),
        ("decision", by, approved),
        ("transition", by, &format!("CANDIDATE → FROZEN: {approved}")),
        ("freeze", by, approved),
        ("decision", by, approved),
    ]);
    assert_eq!(
        shown(&bytes, true, 90)[1..],
        [
            "12:02:07 ▸ transition    Ana  IDLE → GENERATING: run started: threshold 80, at most 10",
            "           iterations",
            "12:02:07 ← answer        the critic answered as x: 15 bytes",
            "12:02:07 → transition    EVALUATING → REVISING: score 60.57 is below the threshold 80",
            "12:02:07 = evaluation    iteration 2 scored 60.57",
            "12:02:07 → transition    EVALUATING → FAILED: the last iteration is over",
            "12:02:07 = evaluation    iteration 3 scored 61.00",
            "12:02:07 ◆ decision      Ana <ana@example.org> approved ffbd3aadd212 with 90.58",
            "12:02:07 ✓ transition    CANDIDATE → FROZEN: Ana <ana@example.org> approved ffbd3aadd212",
            "           with 90.58",
        ]
    );
}

#[test]
fn damage_is_shown_in_place_and_long_runs_are_counted() {
    let good = notes(&[("run", "ana", "one"), ("run", "ana", "two"), ("run", "ana", "three")]);
    let lines: Vec<&[u8]> = good.split_inclusive(|b| *b == b'\n').collect();
    let damaged = [lines[0], b"noise \x1b[2J\n", lines[2]].concat();
    let rows = shown(&damaged, true, 70);
    assert!(rows[2].starts_with("! damaged: not JSON"), "{rows:?}");
    assert!(rows[3].contains("noise ␛[2J"), "{rows:?}");
    assert!(rows.iter().any(|row| row.contains("damaged here: line 2 was changed")), "{rows:?}");
    let many = shown(&b"x\n".repeat(5_000), true, 70);
    assert!(many.len() < 20, "{}", many.len());
    assert!(many.last().unwrap().contains("and 4997 more damaged lines"));
    let torn = shown(&[lines[0], &lines[1][..30]].concat(), true, 70);
    assert!(torn.iter().any(|row| row.contains("line is incomplete")), "{torn:?}");
    let torn = [lines[0], &lines[1][..30]].concat();
    let (more, _) = journal::read(&torn).tip.continued(&[note(&("run", "ana", "two"))]);
    let continued = shown(&[torn, more].concat(), true, 70);
    assert!(continued.iter().any(|row| row.contains("Nothing is")), "{continued:?}");
    assert!(!continued.iter().any(|row| row.contains("damaged")), "{continued:?}");
}

#[test]
fn an_empty_and_a_partial_journal_say_so() {
    assert!(shown(b"", true, 60)[0].contains("No entries yet"));
    let end = shown(&notes(&[("run", "ana", "one")])[..], false, 60);
    assert!(end[0].contains("Only the end is shown"), "{end:?}");
}

#[test]
fn no_text_is_wider_than_the_pane_or_endless() {
    for text in fixtures::HOSTILE.iter().map(|text| (*text).to_owned()).chain([fixtures::endless()]) {
        let bytes = notes(&[("decision", &text, &text), (&text, "engine", "y")]);
        for width in [0, 1, 5, 12, 28, 80] {
            let rows = shown(&bytes, true, width);
            let most = 10 * (1 + TEXT / usize::from(width.saturating_sub(11).max(1)));
            assert!(rows.len() < most, "{width}: {}", rows.len());
            for row in rows.iter().filter(|_| width >= 28) {
                assert!(row.width() <= usize::from(width), "{width}: {row:?}");
                assert!(!row.contains(['\u{1b}', '\u{202e}', '\n']), "{row:?}");
            }
        }
    }
}
