//! Tests of the Critique pane.

use super::*;
use crate::tui::panes::fixtures;
use crate::tui::panes::fixtures::design::{detail, reading, scored, shop};
use crate::tui::widgets::listing::Listing;
use frieze_data::score::{Dimension, Dimensions, Points, Score};
use frieze_design::carry_over::CarryOver;
use frieze_kernel::{Need, RunView};
use frieze_rubric::finding::Dismissal;
use frieze_rubric::{CriticFinding, Dismissals, evaluate, with_critic};

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

fn shown(detail: &Detail, pane: &Critique) -> Vec<String> {
    pane.lines(detail, 100, Theme::Plain).iter().map(|row| row.line.to_string()).collect()
}

#[test]
fn a_critique_of_an_earlier_run_says_so() {
    let says = |state: &'static str, needs: Option<Need>, judged: &[u16]| {
        let mut detail = detail(&shop(), None);
        let mut view = fixtures::judged(judged);
        (view.state, view.needs) = (state, needs);
        detail.view = Ok(view);
        shown(&detail, &Critique::default()).join("\n").contains("Of an earlier run")
    };
    // After a reset, after an unfreeze, and until the next run has evaluated something.
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
fn a_critique_says_which_run_replaces_it_and_which_iteration_it_is_of() {
    let shown_at = |needs: Option<Need>, judged: &[u16], iteration: u32| {
        let mut detail = detail(&shop(), None);
        detail.view = Ok(RunView { state: "EVALUATING", needs, iteration, ..fixtures::judged(judged) });
        shown(&detail, &Critique::default()).join("\n")
    };
    for (needs, run) in
        [(None, "This run"), (Some(Need::Resume), "This run"), (Some(Need::Start), "The next run")]
    {
        let text = shown_at(needs, &[], 1);
        assert!(text.contains(&format!("! Of an earlier run. {run} replaces this critique.")), "{text}");
    }
    // The critique is of iteration 2.
    let earlier = "! An earlier critique. It is of iteration 2; iteration 3 has none.";
    for (needs, iteration, is_earlier) in [
        (None, 3, true),
        (Some(Need::Reset), 3, true),
        (None, 2, false),
        (Some(Need::Decision), 3, false),
        (Some(Need::Start), 3, false),
    ] {
        let text = shown_at(needs, &[6_010, 5_020], iteration);
        assert_eq!(text.contains(earlier), is_earlier, "{needs:?} {iteration}: {text}");
    }
}

#[test]
fn a_skeleton_is_called_one() {
    let said = |is_skeleton: bool| {
        let mut detail = detail(&shop(), None);
        detail.view = Ok(RunView { is_skeleton, ..fixtures::judged(&[8_640]) });
        shown(&detail, &Critique::default()).join(" ")
    };
    assert!(said(true).contains("This design is a skeleton, drafted without a model."), "{}", said(true));
    assert!(!said(false).contains("skeleton"));
}

#[test]
fn a_version_without_the_critics_judgement_says_so() {
    let mut detail = detail(&shop(), None);
    let said = |detail: &Detail| shown(detail, &Critique::default()).join(" ");
    assert!(!said(&detail).contains("has not seen"));
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let critic = "second-eyes\u{1b}[2J".to_owned();
    file.carried = Some(CarryOver { critic, from_sha256: file.input_sha256, of: 3 });
    let said = said(&detail);
    assert!(said.contains("has not seen this version. Its findings on the last one:    3, kept"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
}

#[test]
fn findings_of_one_check_are_one_row_until_opened() {
    let mut detail = detail(&shop(), None);
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
        id: None,
        dismissed: None,
    };
    let alone = Finding { check: "clarity/vague".to_owned(), pointer: "/title".to_owned(), ..echo(0, 30) };
    file.findings = vec![echo(0, 10), alone, echo(1, 15), echo(2, 20)];
    let mut pane = Critique::default();
    let rows = |pane: &Critique, detail: &Detail| pane.lines(detail, 100, Theme::Plain);
    let closed = shown(&detail, &pane);
    let at = |lines: &[String], words: &str| lines.iter().position(|line| line.contains(words));
    let advice = |lines: &[String]| lines.iter().filter(|line| line.contains("Say what is done")).count();
    let line = at(&closed, "clarity/echo ×3").unwrap();
    assert!(closed[line].contains("−0.45") && line < at(&closed, "clarity/vague").unwrap(), "{closed:?}");
    assert!(at(&closed, "/goals/1").is_none() && advice(&closed) == 2, "{closed:?}");
    // The messages differ, so the costliest finding's is an example; the suggestion is common.
    assert!(
        at(&closed, "For example: Goal 2 repeats").is_some_and(
            |message| message > line && closed[message + 1].contains("→ At each: Say what is done")
        ),
        "{closed:?}"
    );
    let group = rows(&pane, &detail).into_iter().find(|row| row.line.to_string().contains("×3")).unwrap();
    assert_eq!(pane.fold(&detail, &group, None), group.tag.map(FoldedRow::Tagged));
    let opened = rows(&pane, &detail);
    let lines = shown(&detail, &pane);
    assert!(at(&lines, "/goals/2").unwrap() < at(&lines, "/goals/1").unwrap(), "{lines:?}");
    assert!(at(&lines, "Goal 1 repeats").is_some() && advice(&lines) == 2, "{lines:?}");
    // Folding one of them closes the group.
    let one = opened.iter().find(|row| row.pointer.as_deref() == Some("/goals/1")).unwrap();
    assert_eq!(pane.fold(&detail, one, Some(true)), group.tag.map(FoldedRow::Tagged));
    assert_eq!(shown(&detail, &pane), closed);
    // All of them at once.
    assert!(pane.fold_all(&detail));
    assert_eq!(shown(&detail, &pane), lines);
    assert!(pane.fold_all(&detail));
    assert_eq!(shown(&detail, &pane), closed);
}

/// A dismissed finding costs nothing, so that it comes later in the file.
#[test]
fn the_selection_stays_on_a_finding_that_is_dismissed() {
    let mut detail = detail(&shop(), None);
    let one = detail.critique_file().unwrap().findings[0].clone();
    let of = |check: &str, critic: Option<&str>| Finding {
        check: check.to_owned(),
        pointer: "/userFlows/0".to_owned(),
        critic: critic.map(str::to_owned),
        ..one.clone()
    };
    let (judged, priced) = (of("coherence/judgement", Some("eyes")), of("clarity/echo", None));
    detail.critique.as_mut().unwrap().as_mut().unwrap().findings = vec![judged.clone(), priced.clone()];
    let pane = Critique::default();
    let mut list = Listing::default();
    list.resize(40);
    list.set(pane.lines(&detail, 100, Theme::Plain));
    list.select(usize::MAX - 1);
    let selected = |list: &Listing, detail: &Detail| finding_at(detail, list.row().unwrap()).cloned();
    assert_eq!(selected(&list, &detail), Some(judged.clone()));
    let dismissal = Dismissal { by: "ada".to_owned(), reason: "no".to_owned() };
    let dismissed = Finding { points: Points(0), dismissed: Some(dismissal), ..judged };
    detail.critique.as_mut().unwrap().as_mut().unwrap().findings = vec![priced, dismissed.clone()];
    list.set(pane.lines(&detail, 100, Theme::Plain));
    assert_eq!(selected(&list, &detail), Some(dismissed));
}

#[test]
fn texts_for_one_place_are_an_example_of_a_closed_group() {
    let mut detail = detail(&shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let mut one = file.findings.remove(0);
    one.check = "completeness/missing-state".to_owned();
    let state = |state: &str| Finding {
        message: format!("It says nothing of {state}."),
        suggestion: format!("Add \"{state}\"."),
        ..one.clone()
    };
    file.findings = vec![state("loading"), state("error")];
    let mut pane = Critique::default();
    let closed = shown(&detail, &pane).join("\n");
    for part in ["For example: It says nothing of error.", "       → Add \"error\"."] {
        assert!(closed.contains(part), "{part}: {closed}");
    }
    assert!(!closed.contains("loading"), "{closed}");
    let group =
        pane.lines(&detail, 100, Theme::Plain).into_iter().find(|r| r.line.to_string().contains("×2"));
    pane.fold(&detail, &group.unwrap(), Some(false));
    let open = shown(&detail, &pane).join("\n");
    for part in
        ["It says nothing of error.", "→ Add \"error\".", "It says nothing of loading.", "→ Add \"loading\"."]
    {
        assert!(open.contains(part), "{part}: {open}");
    }
    assert!(!open.contains("For example"), "{open}");
}

#[test]
fn rounded_points_add_up() {
    let mut detail = detail(&shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let of = |dimension| Finding { dimension, points: Points(1_004_000_000), ..file.findings[0].clone() };
    file.findings = Dimension::ALL.map(of).to_vec();
    file.overall = Score::from_hundredths(9_498);
    let pane = Critique::default();
    let lines = shown(&detail, &pane);
    assert!(lines.iter().any(|line| line.contains("Findings  5 · −5.02 points")), "{lines:?}");
    let gauges =
        |points: &str| lines.iter().filter(|line| line.contains(points) && line.contains(" finding")).count();
    assert_eq!((gauges("−1.00"), gauges("−1.01")), (3, 2), "{lines:?}");
}

#[test]
fn findings_are_grouped_by_source() {
    let mut detail = detail(&shop(), None);
    let pane = Critique::default();
    let alone = shown(&detail, &pane).join("\n");
    assert!(!alone.contains("of the rubric") && !alone.contains(" critic "), "{alone}");
    let reading = detail.intent.clone().unwrap().unwrap();
    let intent = serde_json::from_slice(&reading.canonical).unwrap();
    let said = CriticFinding {
        check: "clarity/judgement".to_owned(),
        pointer: "/userFlows/0".to_owned(),
        severity: Severity::Major,
        message: "It says little.".to_owned(),
        suggestion: "Say more.".to_owned(),
    };
    let judged = with_critic(evaluate(&reading), &intent, &[said], "second-eyes", &Dismissals::new()).0;
    let critique = detail.critique.as_mut().unwrap().as_mut().unwrap();
    (critique.findings, critique.overall) = (judged.findings, judged.overall);
    let lines = shown(&detail, &pane);
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).expect(words);
    assert!(at("Findings of the rubric") < at("Findings of the critic second-eyes  1 · "));
    assert!(at("Findings of the critic") < at("clarity/judgement by the critic second-eyes"));
}

#[test]
fn the_distance_from_the_threshold_and_a_changed_design_are_shown() {
    let shown = |detail: &Detail| text(&Critique::default().lines(detail, 78, Theme::Plain));
    let check = |overall: u16, part: &str| {
        let detail = scored(detail(&shop(), None), overall);
        assert!(shown(&detail).contains(part), "{part} in\n{}", shown(&detail));
    };
    check(8_640, "6.40 above the threshold of 80");
    check(8_000, "exactly the threshold of 80");
    check(6_210, "17.90 below the threshold of 80");
    let mut other = detail(&shop(), None);
    assert!(!shown(&other).contains("Of another design"));
    let mut edited = shop();
    edited.title = "Another shop".to_owned();
    other.intent = Some(Ok(reading(&edited)));
    assert!(shown(&other).contains("Of another design"));
    other.intent = Some(Err("no JSON".to_owned()));
    assert!(shown(&other).contains("! Of another design. The present one cannot be read."));
}

#[test]
fn a_hidden_dimension_still_counts_its_findings() {
    let detail = detail(&shop(), None);
    let mut pane = Critique::default();
    let rows = pane.lines(&detail, 78, Theme::Plain);
    let gauge = rows.iter().find(|row| row.line.to_string().starts_with('▾')).unwrap().clone();
    assert_eq!(pane.fold(&detail, &gauge, None), gauge.tag.map(FoldedRow::Tagged));
    let hidden = pane.lines(&detail, 78, Theme::Plain);
    assert!(hidden.len() < rows.len());
    assert!(hidden.iter().any(|row| row.tag == gauge.tag && row.line.to_string().starts_with('▸')));
    assert!(text(&hidden).contains("hidden"));
    pane.fold(&detail, &gauge, Some(false));
    assert_eq!(pane.lines(&detail, 78, Theme::Plain), rows);
}

#[test]
fn a_critical_finding_comes_first_whatever_it_costs() {
    let mut detail = detail(&shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let mut all = file.findings.drain(..2);
    let (mut dear, mut critical) = (all.next().unwrap(), all.next().unwrap());
    drop(all);
    if dear.points < critical.points {
        std::mem::swap(&mut dear.points, &mut critical.points);
    }
    (dear.check, dear.severity) = ("clarity/dear".to_owned(), Severity::Major);
    (critical.check, critical.severity) = ("clarity/critical".to_owned(), Severity::Critical);
    file.findings = vec![dear, critical];
    let lines = shown(&detail, &Critique::default());
    let at = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap();
    assert!(at("clarity/critical") < at("clarity/dear"), "{lines:?}");
    assert!(lines[at("Findings")].contains("critical ones first"), "{lines:?}");
}

/// Requirements that are not met cost every dimension, whether it has findings of its own or not.
#[test]
fn the_figures_of_a_dimension_add_up_with_what_requirements_cost() {
    let mut detail = detail(&shop(), None);
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    let of = |check: &str, dimension, hundredths: u64| Finding {
        check: check.to_owned(),
        dimension,
        points: Points(hundredths * (Points::ONE / 100)),
        ..file.findings[0].clone()
    };
    let missing = of("fidelity/missing-requirement", Dimension::Completeness, 1_000);
    let vague = of("clarity/vague-term", Dimension::Clarity, 200);
    file.findings = vec![missing, vague];
    let score = |points: u16| Score::from_hundredths(10_000 - points * 100);
    file.overall = score(12);
    file.dimensions = Dimensions::from_fn(|d| if d == Dimension::Clarity { score(20) } else { score(10) });
    let pane = Critique::default();
    let lines = shown(&detail, &pane);
    let line = |words: &str| lines.iter().find(|line| line.contains(words)).cloned().unwrap_or_default();
    assert!(line("  Completeness").ends_with("25 %   −2.50  requirements"), "{lines:?}");
    assert!(line("▾ Clarity").ends_with("20 %   −4.00  1 finding"), "{lines:?}");
    assert!(line("  Framework agnosticism").ends_with("15 %   −1.50  requirements"), "{lines:?}");
    assert!(lines.join(" ").contains("cost every dimension 10.00 of its 100 points."), "{lines:?}");
    // Without them, nothing is said of them.
    let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
    file.findings.remove(0);
    assert!(!shown(&detail, &pane).join(" ").contains("every dimension"));
}

#[test]
fn a_design_that_waits_for_its_critic_is_not_to_be_run() {
    let mut detail = Detail { critique: None, ..detail(&shop(), None) };
    let mut said = |needs| {
        detail.view = Ok(RunView { state: "EVALUATING", needs, ..fixtures::view() });
        shown(&detail, &Critique::default()).join(" ")
    };
    assert!(said(None).contains("It will appear here once the design is evaluated."));
    assert!(said(Some(Need::Start)).contains("Run the feature to evaluate its design."));
}
