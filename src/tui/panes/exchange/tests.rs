//! The exchange pane: what is sent and answered, hostile and endless texts, and an answer under way.

use super::*;
use crate::domain::path::RelPath;
use crate::kernel::RunView;
use crate::ports::{Progress, Stage};
use crate::tui::detail::Detail;
use crate::tui::exchange::By;
use crate::tui::panes::sample;

fn file(before: &'static str, number: u32, text: &str) -> Text {
    let path = RelPath::new("features/checkout/design/iterations/1").numbered(before, number, ".txt");
    Text { path, bytes: text.len() as u64, held: Ok(Held::Whole(text.to_owned())) }
}

fn again(told: &str) -> Turn {
    Turn::Again { at: "2026-11-21T14:02:00Z".to_owned(), told: told.to_owned() }
}

fn unusable(time: u32, text: &str) -> Unusable {
    let (why, took) = ("the connection was lost".to_owned(), "7 bytes, about 9 + 3 tokens".to_owned());
    Unusable { time, text: Some(file("generator-unusable-", time, text)), why, took }
}

fn detail(answer: &str) -> Detail {
    let mut detail = sample::detail();
    let attempt = |number: u32| Attempt {
        role: "generator",
        number,
        prompt: Some(file("generator-prompt-", number, "You design")),
        answer: Some(file("generator-answer-", number, answer)),
        by: Some(By {
            model: "gpt-4o-2024-08-06".to_owned(),
            fingerprint: Some("fp_1".to_owned()),
            took: "812 bytes, about 10 + 20 tokens".to_owned(),
        }),
        turns: vec![again("asked again at 14:02:03 UTC: 429")],
        violations: if number == 1 { vec!["/title: is missing".to_owned()] } else { Vec::new() },
    };
    detail.exchange.attempts = vec![attempt(1), attempt(2)];
    detail
}

fn seen(tail: &str, view: RunView) -> Arc<Seen> {
    let progress =
        Progress { stage: Stage::Says("answering".to_owned()), received: 3_210, tail: tail.to_owned() };
    Arc::new(Seen {
        view,
        doing: Doing::Asking("generator"),
        since: sample::now(),
        progress: Some(progress),
        noted: [].into(),
    })
}

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

#[test]
fn each_attempt_says_who_answered_what_it_took_and_why_it_was_sent_back() {
    let rows = Exchange::default().lines(&detail("{\"title\": 1}"), 100, Theme::Plain);
    let told = text(&rows);
    for part in [
        "Generator answered by gpt-4o-2024-08-06 · fp_1 · 812 bytes, about 10 + 20 tokens",
        "Generator, attempt 2 answered by",
        "▸ prompt  10 bytes · generator-prompt-1.txt",
        "▾ answer  12 bytes · generator-answer-2.txt",
        "asked again at 14:02:03 UTC: 429",
        "not accepted:",
        "/title: is missing",
        "│ {\"title\": 1}",
    ] {
        assert!(told.contains(part), "{part} in\n{told}");
    }
    assert_eq!(told.matches("{\"title\": 1}").count(), 1, "only the last answer is open:\n{told}");
}

/// In the order in which it happened, each with why; where no answer came, the last of it is open.
#[test]
fn what_could_not_be_used_stands_where_it_came() {
    let mut detail = detail("an answer");
    let empty = Unusable { text: None, ..unusable(2, "") };
    let turns = vec![
        Turn::Unusable(unusable(1, "a first half")),
        again("retry 1"),
        Turn::Unusable(empty),
        again("retry 2"),
        Turn::Unusable(unusable(3, "another half")),
    ];
    detail.exchange.attempts.truncate(1);
    detail.exchange.attempts[0].turns = turns;
    let told = text(&Exchange::default().lines(&detail, 100, Theme::Plain));
    let mut rest = told.as_str();
    for part in [
        "prompt",
        "✗ could not be used: the connection was lost · 7 bytes, about 9 + 3 tokens",
        "▸ what came  12 bytes · generator-unusable-1.txt",
        "retry 1",
        "✗ could not be used",
        "retry 2",
        "✗ could not be used",
        "▸ what came  12 bytes · generator-unusable-3.txt",
        "▾ answer",
        "│ an answer",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} in its place in\n{told}"));
        rest = &rest[at + part.len()..];
    }
    detail.exchange.attempts[0].answer = None;
    detail.exchange.attempts[0].by = None;
    let told = text(&Exchange::default().lines(&detail, 100, Theme::Plain));
    for part in
        ["Generator no whole answer", "▾ what came  12 bytes · generator-unusable-3.txt", "│ another half"]
    {
        assert!(told.contains(part), "{part} in\n{told}");
    }
    assert!(!told.contains("a first half"), "{told}");
}

#[test]
fn texts_fold_one_by_one_and_all_together() {
    let detail = detail("an answer");
    let mut pane = Exchange::default();
    let rows = pane.lines(&detail, 80, Theme::Plain);
    for head in rows.iter().filter(|row| row.head && row.tag > 0) {
        pane.fold(&detail, head, None);
        assert_ne!(pane.lines(&detail, 80, Theme::Plain), rows);
        pane.fold(&detail, head, None);
        assert_eq!(pane.lines(&detail, 80, Theme::Plain), rows);
        let mut pane = Exchange::default();
        pane.fold(&detail, head, Some(true));
        let folded = pane.lines(&detail, 80, Theme::Plain);
        pane.fold(&detail, head, Some(true));
        assert_eq!(pane.lines(&detail, 80, Theme::Plain), folded, "what is folded stays so");
        pane.fold(&detail, head, Some(false));
        assert_ne!(pane.lines(&detail, 80, Theme::Plain), folded);
    }
    let mut pane = Exchange::default();
    pane.fold_all();
    assert_eq!(text(&pane.lines(&detail, 80, Theme::Plain)).matches("an answer").count(), 2);
    pane.fold_all();
    assert_eq!(pane.lines(&detail, 80, Theme::Plain), rows);
}

#[test]
fn nothing_hostile_and_nothing_too_wide_is_shown() {
    let endless = sample::endless();
    for hostile in sample::HOSTILE.iter().copied().chain([endless.as_str()]) {
        let mut detail = detail(hostile);
        for attempt in &mut detail.exchange.attempts {
            attempt.violations = vec![hostile.to_owned()];
            let (at, told) = (hostile.to_owned(), hostile.to_owned());
            let mut lost = unusable(1, hostile);
            lost.why = hostile.to_owned();
            lost.took = hostile.to_owned();
            attempt.turns = vec![Turn::Again { at, told }, Turn::Unusable(lost)];
            let by = By { model: hostile.into(), fingerprint: Some(hostile.into()), took: hostile.into() };
            attempt.by = Some(by);
            if let Some(answer) = &mut attempt.answer {
                let (first, last) = (hostile.to_owned(), hostile.to_owned());
                answer.held = Ok(Held::Ends { first, last, left_out: 10 << 20 });
            }
        }
        let mut view = sample::view();
        view.answered_by = vec![("generator".to_owned(), hostile.to_owned())];
        let mut live = seen(hostile, view);
        Arc::make_mut(&mut live).progress.as_mut().unwrap().stage = Stage::Says(hostile.to_owned());
        let mut pane = Exchange::default();
        pane.fold_all();
        pane.tell(Some(live));
        for width in [1, 2, 5, 30, 53, 78, 160] {
            let rows = pane.lines(&detail, width, Theme::Colours);
            assert!(rows.len() < 20 * ROWS, "{width}: {} rows", rows.len());
            for row in rows {
                let told = row.line.to_string();
                let sent = told.chars().find(|c| {
                    crate::domain::text::is_hidden(*c) && !matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
                });
                assert_eq!(sent, None, "{width}: {told:?}");
                assert!(wrap::line_columns(&row.line) <= usize::from(width), "{width}: {told:?}");
            }
        }
        if hostile != endless {
            assert!(text(&pane.lines(&detail, 78, Theme::Plain)).contains("10.4 MB left out here"));
        }
    }
}

#[test]
fn an_answer_under_way_stands_on_top_by_its_end() {
    let detail = detail("x");
    let mut pane = Exchange::default();
    let lines: Vec<String> = (0..50).map(|n| format!("line {n}")).collect();
    assert!(pane.tell(Some(seen(&lines.join("\n"), sample::view()))));
    let rows = pane.lines(&detail, 60, Theme::Plain);
    let told = text(&rows);
    assert!(told.starts_with("⠿ the generator is asked · answering, 3.2 kB\n  … line 42\n"), "{told}");
    assert!(told.contains("line 49") && !told.contains("line 41"), "{told}");
    // More of it moves nothing below.
    pane.tell(Some(seen("only this", sample::view())));
    assert_eq!(pane.lines(&detail, 60, Theme::Plain).len(), rows.len());
    assert!(pane.tell(None) && !pane.tell(None));
}
