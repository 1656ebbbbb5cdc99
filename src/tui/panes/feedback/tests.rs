//! Tests of the Feedback pane: rejections, their outcomes and hostile texts at several widths.

use unicode_width::UnicodeWidthStr as _;

use super::*;
use crate::tui::panes::fixtures;
use crate::tui::panes::pen::TEXT;
use frieze_design::feedback::{DoneFile, requests};
use frieze_engine::past::PastIteration;

fn rejection(words: &str, outcomes: Vec<Result<Outcome, String>>) -> Rejection {
    let items = requests(words).into_iter().zip(outcomes).map(|(asked, outcome)| Item { asked, outcome });
    Rejection {
        folder: 2,
        items: Ok(items.collect()),
        unlisted: 0,
        report_problem: None,
        is_restarted: false,
    }
}

fn place(pointer: &str, sentence: &str) -> FoundChange {
    FoundChange { pointer: pointer.to_owned(), sentence: sentence.to_owned(), is_removed: false }
}

fn shown(detail: &Detail, width: u16) -> Vec<Row> {
    Feedback::default().lines(detail, width, Theme::Plain)
}

fn texts(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| row.line.to_string()).collect()
}

#[test]
fn each_request_shows_its_outcome() {
    let mut detail = fixtures::detail();
    detail.rejections = vec![rejection(
        "- rename Cart to Basket\n- /goals/0: say how fast\n- be nicer\n- more",
        vec![
            Ok(Outcome::Changed {
                changes: vec![place("/components/3", "component Cart is now Basket")],
                report: Some("Renamed it.".to_owned()),
                denied: false,
            }),
            Ok(Outcome::NotFound { why: "nothing changed at /goals/0".to_owned() }),
            Ok(Outcome::Unknown),
            Ok(Outcome::Waiting),
        ],
    )];
    let mut done = DoneFile::new(&detail.id);
    done.toggle(Done {
        folder: 2,
        words_sha256: detail.rejections[0].items.as_ref().unwrap()[0].asked.sha256,
        by: "ana".to_owned(),
        at: "2026-11-21T12:00:00Z".to_owned(),
    });
    detail.done = Ok(done);
    detail.draft = Ok("still to say".to_owned());
    let rows = shown(&detail, 90);
    assert_eq!(
        texts(&rows),
        [
            " Not sent yet  sent with the next rejection",
            "   still to say",
            "",
            " Iteration 2 rejected  1 not done · 1 waiting · 1 unknown · 1 ✓ done",
            " ✓ rename Cart to Basket",
            "   ✓ marked done by ana, 21 Nov 2026 12:00",
            "   → changed at /components/3: component Cart is now Basket",
            "     generator: Renamed it.",
            " • /goals/0: say how fast",
            "   ✗ not done: nothing changed at /goals/0",
            " • be nicer",
            "   ? unknown: no pointer, and no reply by the generator; see Diff",
            " • more",
            "   … waiting for the next iteration",
        ]
    );
    // Enter on a request goes to its change; `m` finds the request by its number.
    let heads = rows.iter().filter(|row| row.head).map(|row| (row.tag, row.pointer.as_deref()));
    let expected = [(1, Some("/components/3")), (2, Some("/goals/0")), (3, None), (4, None)];
    let expected = expected.map(|(number, pointer)| (Some(RowTag::Request(number)), pointer));
    assert_eq!(heads.collect::<Vec<_>>(), expected);
    let (found, item) = crate::tui::model::feedback_items::item(&detail.rejections, 2).unwrap();
    assert_eq!((found.folder, item.asked.words.as_str()), (2, "/goals/0: say how fast"));
    assert_eq!(crate::tui::model::feedback_items::item(&detail.rejections, 0), None);
    assert_eq!(crate::tui::model::feedback_items::item(&detail.rejections, 5), None);
}

#[test]
fn denied_changes_are_counted_apart_and_comments_name_their_element() {
    let changed = |denied| {
        let changes = vec![place("/goals/0", "reworded goal 1")];
        Ok(Outcome::Changed { changes, report: Some("No instruction was recognised.".to_owned()), denied })
    };
    let mut detail = fixtures::detail();
    detail.rejections =
        vec![rejection("- /goals/0 (Be quick): how quick?\n- be calm", vec![changed(true), changed(false)])];
    let rows = texts(&shown(&detail, 90));
    assert!(rows[0].ends_with("1 changed · 1 ? suspicious"), "{rows:?}");
    assert_eq!(rows[1], " • on the goal “Be quick”: how quick?");
}

/// Another element may have its place now.
#[test]
fn what_was_removed_is_where_it_was_before() {
    let mut detail = fixtures::detail();
    let removed = FoundChange { is_removed: true, ..place("/components/6", "removed component C7") };
    let changes = vec![removed];
    detail.rejections =
        vec![rejection("- remove C7", vec![Ok(Outcome::Changed { changes, report: None, denied: false })])];
    let rows = shown(&detail, 90);
    assert_eq!(texts(&rows)[2], "   → changed at /components/6 before: removed component C7");
    assert!(rows.iter().all(|row| row.pointer.is_none()), "enter does not go there");
}

/// What a person marked counts as done, whatever was found.
#[test]
fn each_request_is_counted_once() {
    let mut detail = fixtures::detail();
    let outcomes = vec![
        Ok(Outcome::NotFound { why: "nothing changed at /goals/0".to_owned() }),
        Ok(Outcome::NotFound { why: "nothing changed at /goals/1".to_owned() }),
        Err("the rejected design is missing".to_owned()),
    ];
    detail.rejections = vec![rejection("- be quick\n- be calm\n- be nice", outcomes)];
    let mut done = DoneFile::new(&detail.id);
    done.toggle(Done {
        folder: 2,
        words_sha256: detail.rejections[0].items.as_ref().unwrap()[0].asked.sha256,
        by: "ana".to_owned(),
        at: "2026-11-21T12:00:00Z".to_owned(),
    });
    detail.done = Ok(done);
    let rows = texts(&shown(&detail, 90));
    assert_eq!(rows[0], " Iteration 2 rejected  1 not done · 1 unknown · 1 ✓ done");
    assert_eq!(rows[3], "     no change found: nothing changed at /goals/0");
    assert_eq!(rows[5], "   ✗ not done: nothing changed at /goals/1");
}

#[test]
fn without_a_rejection_it_says_so() {
    let mut detail = fixtures::detail();
    let text = |detail: &Detail| texts(&shown(detail, 200)).join(" ");
    assert!(text(&detail).contains("No rejection yet") && text(&detail).contains("Comments"));
    // A frozen design takes no comment.
    detail.view = Ok(frieze_kernel::RunView { is_sealed: true, ..fixtures::view() });
    assert!(text(&detail).contains("No rejection yet") && !text(&detail).contains("Comments"));
}

/// Deleting the feedback withdraws it; the decision stays in the journal.
#[test]
fn a_rejection_without_its_feedback_is_known_from_the_journal() {
    let mut detail = fixtures::detail();
    let line = |seq: u64, choice: &str| {
        format!(
            "{{\"seq\":{seq},\"at\":\"2026-11-21T12:00:00Z\",\"kind\":\"decision\",\"by\":\"ana\",\"text\":\"x\",\
             \"data\":{{\"choice\":\"{choice}\"}},\"prev\":\"{}\"}}\n",
            "0".repeat(64)
        )
    };
    let journal = [line(1, "reject"), line(2, "reject"), line(3, "approve")].concat();
    detail.journal = Ok((frieze_kernel::journal::read(journal.as_bytes()), true));
    let text = texts(&shown(&detail, 200)).join(" ");
    assert!(text.contains("2 rejections in the journal. No requests are listed"), "{text}");
}

#[test]
fn no_text_is_wider_than_the_pane_or_endless() {
    for text in fixtures::HOSTILE.iter().map(|text| (*text).to_owned()).chain([fixtures::endless()]) {
        let mut detail = fixtures::detail();
        detail.draft = Ok(text.clone());
        detail.done = Err(text.clone());
        detail.rejections = vec![
            rejection(&text, vec![Err(text.clone())]),
            rejection(&text, vec![Ok(Outcome::NotFound { why: text.clone() })]),
            rejection(
                &text,
                vec![Ok(Outcome::Changed {
                    changes: vec![place(&text, &text); 9],
                    report: Some(text.clone()),
                    denied: true,
                })],
            ),
        ];
        for width in [0, 1, 3, 10, 28, 80] {
            let rows = texts(&shown(&detail, width));
            let most = 20 * (1 + TEXT / usize::from(width.saturating_sub(5).max(1)));
            assert!(rows.len() < most, "{width}: {}", rows.len());
            for row in rows.iter().filter(|_| width >= 10) {
                assert!(row.width() <= usize::from(width), "{width}: {row:?}");
                assert!(!row.contains(['\u{1b}', '\u{202e}', '\n']), "{row:?}");
            }
        }
    }
}

#[test]
fn the_key_marks_the_selected_request_only() {
    use crate::tui::keys::PaneKey;
    use crate::tui::msg::{Cmd, Msg};
    use crate::tui::update::update;
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    let press = |key: char| Msg::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
    let mut model = fixtures::model(fixtures::view());
    let mut detail = fixtures::detail();
    detail.rejections = vec![rejection("one\ntwo", vec![Ok(Outcome::Waiting), Ok(Outcome::Waiting)])];
    let second = detail.rejections[0].items.as_ref().unwrap()[1].asked.sha256;
    model.detail = Some(std::sync::Arc::new(detail));
    assert!(update(&mut model, press('m')).is_empty());
    assert!(model.message.take().is_some_and(|said| said.text.contains("Feedback pane")));
    update(&mut model, press('6'));
    assert_eq!(model.focus, PaneKey::Feedback);
    update(&mut model, press('j'));
    let cmds = update(&mut model, press('m'));
    let [Cmd::MarkDone(id, 2, words)] = &cmds[..] else { panic!("{cmds:?}") };
    assert_eq!((id.as_str(), *words), ("checkout", second));
}

#[test]
fn iterations_are_numbered_within_their_run() {
    let mut detail = fixtures::detail();
    detail.view = Ok(frieze_kernel::RunView { folder: 3, iteration: 1, ..fixtures::view() });
    let rejected = |folder| Rejection { folder, ..rejection("- more", vec![Ok(Outcome::Waiting)]) };
    detail.rejections = vec![rejected(3), rejected(2)];
    let rows = texts(&shown(&detail, 60));
    assert!(rows[0].starts_with(" Iteration 1 rejected"), "{rows:?}");
    assert!(rows.iter().any(|row| row.starts_with(" Rejected in an earlier run")), "{rows:?}");
}

/// A new design does not contain the answers of the old one, and the pane says so.
#[test]
fn a_rejection_before_a_new_design_says_so() {
    let mut detail = fixtures::detail();
    let outcomes = vec![Ok(Outcome::NotFound { why: "nothing changed at /goals/0".to_owned() })];
    detail.rejections = vec![Rejection { is_restarted: true, ..rejection("- more", outcomes) }];
    let text = texts(&shown(&detail, 120)).join(" ");
    assert!(text.contains("A new design was started after this rejection"), "{text}");
    detail.rejections[0].is_restarted = false;
    assert!(!texts(&shown(&detail, 120)).join(" ").contains("A new design"));
}

/// The draft is emptied when the run has taken the rejection; until then nothing of it is unsent.
#[test]
fn a_draft_that_was_sent_is_not_called_unsent() {
    let rejected = PastIteration {
        folder: 2,
        design: None,
        edited: None,
        feedback: Some(Ok("larger buttons".to_owned())),
        report: None,
        previous: None,
    };
    let detail =
        Detail { draft: Ok("larger buttons\n".to_owned()), past: Ok(vec![rejected]), ..fixtures::detail() };
    assert!(!texts(&shown(&detail, 90)).iter().any(|line| line.contains("Not sent yet")));
    let more = Detail { draft: Ok("larger buttons\nno pictures".to_owned()), ..detail };
    assert!(texts(&shown(&more, 90)).iter().any(|line| line.contains("Not sent yet")));
}
