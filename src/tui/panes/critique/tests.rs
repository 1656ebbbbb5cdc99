//! What the pane shows of critiques as they may be found.

use super::*;
use crate::domain::carried::Carried;
use crate::domain::finding::Severity;
use crate::domain::rubric::{CriticFinding, evaluate, with_critic};
use crate::kernel::Need;
use crate::tui::panes::sample;

fn shown(detail: &Detail, pane: &Critique) -> Vec<String> {
    pane.lines(detail, 100, Theme::Plain).iter().map(|row| row.line.to_string()).collect()
}

#[test]
fn what_an_earlier_run_was_told_says_so() {
    let says = |state: &'static str, needs: Option<Need>, judged: &[u16]| {
        let mut detail = sample::design::detail(&sample::design::shop(), None);
        let mut view = sample::judged(judged);
        (view.state, view.needs) = (state, needs);
        detail.view = Ok(view);
        shown(&detail, &Critique::default()).join("\n").contains("of an earlier run")
    };
    // After a reset, after the freeze was taken back, and until the next run has judged something.
    assert!(says("IDLE", Some(Need::Start), &[8_640]));
    assert!(says("IDLE", Some(Need::Reason), &[8_640]));
    assert!(says("GENERATING", None, &[]));
    assert!(says("FAILED", Some(Need::Reset), &[]));
    for state in ["GENERATING", "REVISING", "FROZEN"] {
        assert!(!says(state, None, &[8_640]), "{state}");
    }
    assert!(!says("CANDIDATE", Some(Need::Decision), &[8_640]));
    assert!(!says("FAILED", Some(Need::Reset), &[6_010, 5_020]));
}

#[test]
fn a_version_that_the_critic_has_not_seen_says_so() {
    let mut detail = sample::design::detail(&sample::design::shop(), None);
    let said = |detail: &Detail| shown(detail, &Critique::default()).join(" ");
    assert!(!said(&detail).contains("has not seen"));
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let critic = "second-eyes\u{1b}[2J".to_owned();
    file.carried = Some(Carried { critic, from_sha256: file.input_sha256, of: 3 });
    let said = said(&detail);
    assert!(said.contains("has not seen this version. Of its 3 findings"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
}

#[test]
fn findings_of_one_check_stand_on_one_line_until_they_are_opened() {
    let mut detail = sample::design::detail(&sample::design::shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let echo = |at: usize, hundredths: u64| Finding {
        check: "clarity/echo".to_owned(),
        dimension: Dimension::Clarity,
        pointer: format!("/goals/{at}"),
        severity: Severity::Minor,
        message: format!("Goal {at} repeats the requirement."),
        suggestion: "Say what is done about it.".to_owned(),
        points: Points(hundredths * 10_000_000),
        critic: None,
    };
    let alone = Finding { check: "clarity/vague".to_owned(), pointer: "/title".to_owned(), ..echo(0, 30) };
    file.findings = vec![echo(0, 10), alone, echo(1, 15), echo(2, 20)];
    let mut pane = Critique::default();
    let rows = |pane: &Critique, detail: &Detail| pane.lines(detail, 100, Theme::Plain);
    let closed = shown(&detail, &pane);
    let at = |lines: &[String], words: &str| lines.iter().position(|line| line.contains(words));
    let told = |lines: &[String]| lines.iter().filter(|line| line.contains("Say what is done")).count();
    let line = at(&closed, "clarity/echo ×3").unwrap();
    assert!(closed[line].contains("−0.45") && line < at(&closed, "clarity/vague").unwrap(), "{closed:?}");
    assert!(at(&closed, "/goals/1").is_none() && told(&closed) == 2, "{closed:?}");
    // What is said of one of them alone is not said as if of all: the fault stands there, before the remedy.
    assert!(
        at(&closed, "Texts only repeat")
            .is_some_and(|fault| fault > line && closed[fault + 1].contains("→ At each: Say what is done")),
        "{closed:?}"
    );
    let group = rows(&pane, &detail).into_iter().find(|row| row.line.to_string().contains("×3")).unwrap();
    assert_eq!(pane.fold(&detail, &group, None), Some(group.tag));
    let opened = rows(&pane, &detail);
    let lines = shown(&detail, &pane);
    assert!(at(&lines, "/goals/2").unwrap() < at(&lines, "/goals/1").unwrap(), "{lines:?}");
    assert!(at(&lines, "Goal 1 repeats").is_some() && told(&lines) == 2, "{lines:?}");
    // From one of them the line of all is closed, and stays.
    let one = opened.iter().find(|row| row.pointer.as_deref() == Some("/goals/1")).unwrap();
    assert_eq!(pane.fold(&detail, one, Some(true)), Some(group.tag));
    assert_eq!(shown(&detail, &pane), closed);
}

#[test]
fn a_remedy_that_is_one_place_s_own_is_not_said_for_all() {
    let mut detail = sample::design::detail(&sample::design::shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let mut one = file.findings.remove(0);
    one.check = "completeness/missing-state".to_owned();
    let state = |state: &str| Finding {
        message: format!("It says nothing of {state}."),
        suggestion: format!("Add \"{state}\"."),
        ..one.clone()
    };
    file.findings = vec![state("error"), state("empty")];
    let mut pane = Critique::default();
    let closed = shown(&detail, &pane).join("\n");
    assert!(
        closed.contains("Views do not say") && closed.contains("→ Add the state to each view"),
        "{closed}"
    );
    assert!(!closed.contains("Add \"error\""), "{closed}");
    let group =
        pane.lines(&detail, 100, Theme::Plain).into_iter().find(|r| r.line.to_string().contains("×2"));
    pane.fold(&detail, &group.unwrap(), Some(false));
    let open = shown(&detail, &pane).join("\n");
    for told in
        ["It says nothing of error.", "→ Add \"error\".", "It says nothing of empty.", "→ Add \"empty\"."]
    {
        assert!(open.contains(told), "{told}: {open}");
    }
}

#[test]
fn what_stands_side_by_side_adds_up() {
    let mut detail = sample::design::detail(&sample::design::shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let of = |dimension| Finding { dimension, points: Points(1_004_000_000), ..file.findings[0].clone() };
    file.findings = Dimension::ALL.map(of).to_vec();
    file.overall = crate::domain::score::Score::from_hundredths(9_498);
    let mut pane = Critique::default();
    let lines = shown(&detail, &pane);
    assert!(lines.iter().any(|line| line.contains("Findings  5 · −5.02 points")), "{lines:?}");
    let gauges =
        |price: &str| lines.iter().filter(|line| line.contains(price) && line.contains(" finding")).count();
    assert_eq!((gauges("−1.00"), gauges("−1.01")), (3, 2), "{lines:?}");
    pane.regroup();
    let headings =
        shown(&detail, &pane).into_iter().filter(|line| line.contains("  1 · −1.01 points")).count();
    assert_eq!(headings, 2);
}

#[test]
fn findings_stand_apart_by_who_found_them() {
    let mut detail = sample::design::detail(&sample::design::shop(), None);
    let pane = Critique::default();
    let alone = shown(&detail, &pane).join("\n");
    assert!(!alone.contains("of the rubric") && !alone.contains(" critic "), "{alone}");
    let reading = detail.intent.clone().unwrap().unwrap();
    let intent = serde_json::from_slice(&reading.canonical).unwrap();
    let said = CriticFinding {
        check: "clarity/judgement".to_owned(),
        pointer: "/title".to_owned(),
        severity: Severity::Major,
        message: "It says little.".to_owned(),
        suggestion: "Say more.".to_owned(),
    };
    let judged = with_critic(evaluate(&reading), &intent, &[said], "second-eyes").0;
    detail.critique.as_mut().unwrap().as_mut().unwrap().findings = judged.findings;
    let lines = shown(&detail, &pane);
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).expect(words);
    assert!(at("Findings of the rubric") < at("Findings of the critic second-eyes  1 · −"));
    assert!(at("Findings of the critic") < at("clarity/judgement by the critic second-eyes"));
    // By dimension, each still says whose it is.
    let mut pane = Critique::default();
    pane.regroup();
    assert!(shown(&detail, &pane).join("\n").contains("clarity/judgement by the critic second-eyes"));
}
