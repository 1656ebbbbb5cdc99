//! Tests of the Exchange pane: attempts, hostile and endless texts, and a running call.

use super::*;
use crate::tui::model::detail::Detail;
use crate::tui::model::transcript::AnsweredBy;
use crate::tui::panes::fixtures;
use frieze_data::path::RelPath;
use frieze_kernel::RunView;
use frieze_ports::{AgentStatus, Progress};

fn file(before: &'static str, number: u32, text: &str) -> TranscriptFile {
    let path = RelPath::new("features/checkout/design/iterations/1").numbered(before, number, ".txt");
    TranscriptFile { path, bytes: text.len() as u64, text: Ok(text.to_owned()) }
}

fn again(text: &str) -> Setback {
    Setback::AskedAgain { at: "2026-11-21T14:02:00Z".to_owned(), text: text.to_owned() }
}

fn unusable(request: u32, text: &str) -> Unusable {
    let (why, usage) = ("the connection was lost".to_owned(), "7 bytes, about 9 + 3 tokens".to_owned());
    Unusable { request, file: Some(file("generator-unusable-", request, text)), why, usage }
}

fn detail(answer: &str) -> Detail {
    let mut detail = fixtures::detail();
    let attempt = |number: u32| Attempt {
        role: "generator",
        number,
        prompt: Some(file("generator-prompt-", number, "You design")),
        answer: Some(file("generator-answer-", number, answer)),
        by: Some(AnsweredBy {
            model: "gpt-4o-2024-08-06".to_owned(),
            fingerprint: Some("fp_1".to_owned()),
            usage: "812 bytes, about 10 + 20 tokens".to_owned(),
        }),
        setbacks: vec![again("asked again at 14:02:03 UTC: 429")],
        violations: if number == 1 {
            vec!["/title: is missing".to_owned(), ": is no object".to_owned()]
        } else {
            Vec::new()
        },
    };
    detail.transcript.attempts = vec![attempt(1), attempt(2)];
    detail
}

fn seen(tail: &str, view: RunView) -> Arc<BoardEntry> {
    let progress = Progress {
        status: AgentStatus::Says("answering".to_owned()),
        received: 3_210,
        tail: tail.to_owned(),
    };
    Arc::new(BoardEntry {
        view,
        activity: Activity::Asking("generator"),
        since: fixtures::now(),
        progress: Some(progress),
        notes: [].into(),
    })
}

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

#[test]
fn a_refused_temperature_is_shown_with_the_answers_of_its_role() {
    for (role, count) in [("generator", 2), ("critic", 0)] {
        let mut detail = detail("{}");
        if let Ok(view) = &mut detail.view {
            view.temperature_refused_by = vec![(role.to_owned(), "m".to_owned())];
        }
        let shown = text(&Exchange::default().lines(&detail, 120, Theme::Plain));
        assert_eq!(shown.matches("· temperature: refused").count(), count, "{shown}");
    }
}

#[test]
fn each_attempt_shows_model_usage_and_violations() {
    let rows = Exchange::default().lines(&detail("{\"title\": 1}"), 100, Theme::Plain);
    let shown = text(&rows);
    for part in [
        "Generator answered by gpt-4o-2024-08-06 · fp_1 · 812 bytes, about 10 + 20 tokens",
        "Generator, attempt 2 answered by",
        "▸ prompt  10 bytes · generator-prompt-1.txt",
        "▾ answer  12 bytes · generator-answer-2.txt",
        "asked again at 14:02:03 UTC: 429",
        "✗ rejected:",
        "· /title: is missing",
        "· is no object",
        "│ {\"title\": 1}",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    assert_eq!(shown.matches("{\"title\": 1}").count(), 1, "only the last answer is open:\n{shown}");
}

/// A run that is over gets no answer any more.
#[test]
fn an_answer_that_cannot_come_is_not_waited_for() {
    let mut detail = detail("x");
    for attempt in &mut detail.transcript.attempts {
        (attempt.answer, attempt.by) = (None, None);
    }
    let shown = |detail: &Detail| text(&Exchange::default().lines(detail, 100, Theme::Plain));
    assert!(shown(&detail).contains("Generator no answer yet"));
    detail.view = Ok(RunView { waiting_for: None, ..fixtures::view() });
    assert!(!shown(&detail).contains("no answer yet") && shown(&detail).contains("Generator no answer"));
}

/// In order of time, each with its reason; if there is no answer, the last partial answer is open.
#[test]
fn unusable_answers_are_shown_in_order() {
    let mut detail = detail("an answer");
    let empty = Unusable { file: None, ..unusable(2, "") };
    let setbacks = vec![
        Setback::Unusable(unusable(1, "a first half")),
        again("retry 1"),
        Setback::Unusable(empty),
        again("retry 2"),
        Setback::Unusable(unusable(3, "another half")),
    ];
    detail.transcript.attempts.truncate(1);
    detail.transcript.attempts[0].setbacks = setbacks;
    let shown = text(&Exchange::default().lines(&detail, 100, Theme::Plain));
    let mut rest = shown.as_str();
    for part in [
        "prompt",
        "✗ unusable answer: the connection was lost · 7 bytes, about 9 + 3 tokens",
        "▸ partial answer  12 bytes · generator-unusable-1.txt",
        "retry 1",
        "✗ unusable answer",
        "retry 2",
        "✗ unusable answer",
        "▸ partial answer  12 bytes · generator-unusable-3.txt",
        "▾ answer",
        "│ an answer",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} in its place in\n{shown}"));
        rest = &rest[at + part.len()..];
    }
    detail.transcript.attempts[0].answer = None;
    detail.transcript.attempts[0].by = None;
    let shown = text(&Exchange::default().lines(&detail, 100, Theme::Plain));
    for part in [
        "Generator no complete answer",
        "▾ partial answer  12 bytes · generator-unusable-3.txt",
        "│ another half",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    assert!(!shown.contains("a first half"), "{shown}");
}

#[test]
fn texts_fold_one_by_one_and_all_together() {
    let detail = detail("an answer");
    let mut pane = Exchange::default();
    let rows = pane.lines(&detail, 80, Theme::Plain);
    for head in rows.iter().filter(|row| row.head && row.tag.is_some()) {
        pane.fold(&detail, head, None);
        assert_ne!(pane.lines(&detail, 80, Theme::Plain), rows);
        pane.fold(&detail, head, None);
        assert_eq!(pane.lines(&detail, 80, Theme::Plain), rows);
        let mut pane = Exchange::default();
        pane.fold(&detail, head, Some(true));
        let folded = pane.lines(&detail, 80, Theme::Plain);
        pane.fold(&detail, head, Some(true));
        assert_eq!(pane.lines(&detail, 80, Theme::Plain), folded, "a folded text stays folded");
        pane.fold(&detail, head, Some(false));
        assert_ne!(pane.lines(&detail, 80, Theme::Plain), folded);
    }
    let mut pane = Exchange::default();
    pane.fold_all(&detail);
    assert_eq!(text(&pane.lines(&detail, 80, Theme::Plain)).matches("an answer").count(), 2);
    pane.fold_all(&detail);
    assert_eq!(pane.lines(&detail, 80, Theme::Plain), rows);
}

#[test]
fn hostile_and_endless_texts_are_safe_and_fit() {
    let endless = fixtures::endless();
    for hostile in fixtures::HOSTILE.iter().copied().chain([endless.as_str()]) {
        let mut detail = detail(hostile);
        for attempt in &mut detail.transcript.attempts {
            attempt.violations = vec![hostile.to_owned()];
            let again = Setback::AskedAgain { at: hostile.to_owned(), text: hostile.to_owned() };
            let mut lost = unusable(1, hostile);
            lost.why = hostile.to_owned();
            lost.usage = hostile.to_owned();
            attempt.setbacks = vec![again, Setback::Unusable(lost)];
            let by = AnsweredBy {
                model: hostile.into(),
                fingerprint: Some(hostile.into()),
                usage: hostile.into(),
            };
            attempt.by = Some(by);
            if let Some(answer) = &mut attempt.answer {
                answer.bytes = 10 << 20;
            }
        }
        let mut view = fixtures::view();
        view.answered_by = vec![("generator".to_owned(), hostile.to_owned())];
        let mut live = seen(hostile, view);
        Arc::make_mut(&mut live).progress.as_mut().unwrap().status = AgentStatus::Says(hostile.to_owned());
        let mut pane = Exchange::default();
        pane.fold_all(&detail);
        pane.set_live(Some(live));
        for width in [1, 2, 5, 30, 53, 78, 160] {
            let rows = pane.lines(&detail, width, Theme::Colours);
            assert!(rows.len() < 20 * ROWS, "{width}: {} rows", rows.len());
            for row in rows {
                let text = row.line.to_string();
                let hidden = text.chars().find(|c| {
                    frieze_data::text::is_hidden(*c) && !matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
                });
                assert_eq!(hidden, None, "{width}: {text:?}");
                assert!(wrap::line_columns(&row.line) <= usize::from(width), "{width}: {text:?}");
            }
        }
        if hostile != endless {
            assert!(text(&pane.lines(&detail, 78, Theme::Plain)).contains("10.4 MB not shown"));
        }
    }
}

#[test]
fn a_running_call_shows_the_end_of_its_answer_on_top() {
    let detail = detail("x");
    let mut pane = Exchange::default();
    let lines: Vec<String> = (0..50).map(|n| format!("line {n}")).collect();
    assert!(pane.set_live(Some(seen(&lines.join("\n"), fixtures::view()))));
    let rows = pane.lines(&detail, 60, Theme::Plain);
    let shown = text(&rows);
    assert!(shown.starts_with("⠿ Generator running · answering, 3.2 kB\n  … line 42\n"), "{shown}");
    assert!(shown.contains("line 49") && !shown.contains("line 41"), "{shown}");
    // A call that waits does not run, and says what for.
    let mut queued = seen("", fixtures::view());
    let progress = Arc::get_mut(&mut queued).unwrap().progress.as_mut().unwrap();
    (progress.status, progress.received) = (AgentStatus::Queued, 0);
    pane.set_live(Some(queued));
    let shown = text(&pane.lines(&detail, 60, Theme::Plain));
    assert!(shown.starts_with("⠿ Generator · queued\n"), "{shown}");
    // A longer answer moves nothing below.
    pane.set_live(Some(seen("only this", fixtures::view())));
    assert_eq!(pane.lines(&detail, 60, Theme::Plain).len(), rows.len());
    assert!(pane.set_live(None) && !pane.set_live(None));
}
