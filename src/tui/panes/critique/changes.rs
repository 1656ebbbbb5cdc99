//! Changes of a critique since the last iteration: new findings, findings that cost more, and fixed findings.

use std::cmp::{Ordering, Reverse};

use ratatui::text::Span;

use super::grouped::INDENT;
use crate::tui::model::detail::{Detail, PreviousCritique};
use crate::tui::panes::pen::Pen;
use crate::tui::panes::scores::distance;
use crate::tui::view::theme::TextStyle;
use frieze_data::score::{Points, Score};
use frieze_design::critique::total_points;
use frieze_design::critique::{Placed, by_check};
use frieze_rubric::finding::Finding;

/// The most checks with fixed findings; only a critique file from elsewhere can have more.
const MOST: usize = 100;
/// Smaller changes are not shown, because they would round to zero.
const LEAST: u64 = Points::ONE / 200;

/// The change of some findings: `new`, `4 new`, `0.31 worse`; `None` if they cost the same or less.
fn describe(before: Option<&PreviousCritique>, findings: &[Placed<'_>]) -> Option<String> {
    let before = before?;
    let (mut new, mut worse) = (0, 0_u64);
    for (at, finding) in findings {
        match before.diff.points_before.get(*at)? {
            None => new += 1,
            Some(cost) => worse = worse.saturating_add(finding.points.0.saturating_sub(cost.0)),
        }
    }
    let new = match (new, findings.len()) {
        (0, _) => None,
        (1, 1) => Some("new".to_owned()),
        (new, all) if new == all => Some("all new".to_owned()),
        (new, _) => Some(format!("{new} new")),
    };
    let worse = (worse >= LEAST).then(|| format!("{} worse", Points(worse)));
    match (new, worse) {
        (Some(new), Some(worse)) => Some(format!("{new} · {worse}")),
        (new, worse) => new.or(worse),
    }
}

/// The same as the end of a row.
pub fn span(pen: &Pen, before: Option<&PreviousCritique>, findings: &[Placed<'_>]) -> Option<Span<'static>> {
    describe(before, findings).map(|change| pen.own(format!(" · {change}"), TextStyle::Attention))
}

/// Whether a finding is new.
pub fn is_new(before: Option<&PreviousCritique>, at: usize) -> bool {
    before.is_some_and(|before| before.diff.points_before.get(at) == Some(&None))
}

/// The change of the overall score: `1.70 lower than in iteration 1`.
pub fn overall(detail: &Detail, now: Score) -> Option<String> {
    let before = detail.previous.as_ref()?;
    let (points, name) = (distance(now, before.overall), detail.iteration_in(before.folder));
    Some(match now.cmp(&before.overall) {
        Ordering::Less => format!("{points} lower than in {name}"),
        Ordering::Equal => format!("the score is the same as in {name}"),
        Ordering::Greater => format!("{points} higher than in {name}"),
    })
}

/// The findings that are fixed since the last iteration, one row per check.
pub fn fixed(pen: &mut Pen, detail: &Detail) {
    let Some(before) = detail.previous.as_ref().filter(|before| !before.diff.gone.is_empty()) else {
        return;
    };
    let gone = &before.diff.gone;
    pen.gap();
    let total = format!("{} · {} points then", gone.len(), total_points(gone));
    pen.heading(format!("Fixed since {}", detail.iteration_in(before.folder)), &total);
    let mut placed: Vec<(usize, &Finding)> = gone.iter().enumerate().collect();
    placed.sort_by_key(|(at, finding)| (Reverse(finding.points), *at));
    let mut checks = by_check(placed);
    // A critical finding that is fixed is no longer urgent.
    checks.sort_by_key(|alike| Reverse(total_points(alike.iter().map(|(_, finding)| *finding))));
    let more = checks.len().saturating_sub(MOST);
    for alike in checks.into_iter().take(MOST) {
        let Some((_, first)) = alike.first() else { continue };
        let points = total_points(alike.iter().map(|(_, finding)| *finding));
        let mut spans = vec![
            pen.own(format!("{:>INDENT$} ", points.to_string()), TextStyle::Dim),
            pen.own("✓ ", TextStyle::Good),
            pen.name(&first.check, TextStyle::Plain),
        ];
        if alike.len() > 1 {
            spans.push(pen.own(format!(" ×{}", alike.len()), TextStyle::Dim));
        } else {
            spans.push(pen.own("  ", TextStyle::Plain));
            spans.push(pen.prose(&first.message, TextStyle::Dim));
        }
        pen.text(&spans, INDENT + 3);
    }
    if more > 0 {
        pen.text(&[pen.own(format!("{:>INDENT$} … and {more} more checks", ""), TextStyle::Dim)], INDENT + 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::critique::Critique;
    use crate::tui::panes::{Lines as _, fixtures};
    use crate::tui::view::theme::Theme;
    use frieze_design::critique_diff::CritiqueDiff;
    use frieze_rubric::finding::Severity;

    /// A critique with an old, a new and a worse finding, after an iteration with one that is fixed.
    fn shown(overall: u16) -> Vec<String> {
        let (pane, detail) = judged(overall);
        let rows = pane.lines(&detail, 100, Theme::Plain);
        rows.iter().map(|row| row.line.to_string()).collect()
    }

    fn judged(overall: u16) -> (Critique, Detail) {
        let mut detail = fixtures::design::detail(&fixtures::design::shop(), None);
        detail.view = Ok(fixtures::judged(&[8_000, 8_100]));
        let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
        file.overall = Score::from_hundredths(9_000);
        let mut one = file.findings.remove(0);
        one.points = Points(200 * (Points::ONE / 100));
        let other = Finding { check: "clarity/echo".to_owned(), ..one.clone() };
        file.findings = vec![one.clone(), one.clone(), other.clone()];
        let cost = vec![Some(one.points), None, Some(Points(other.points.0 - Points::ONE / 4))];
        let gone = vec![Finding { message: "It was dull.".to_owned(), ..one }];
        detail.previous = Some(PreviousCritique {
            folder: 1,
            overall: Score::from_hundredths(overall),
            diff: CritiqueDiff { points_before: cost, gone },
        });
        (Critique::default(), detail)
    }

    #[test]
    fn new_worse_and_fixed_findings_are_shown() {
        let lines = shown(8_830);
        let line = |words: &str| lines.iter().find(|line| line.contains(words)).cloned().unwrap_or_default();
        assert!(line("×2").contains("×2 · 1 new"), "{lines:?}");
        assert!(line("clarity/echo").contains("· 0.25 worse"), "{lines:?}");
        assert!(line("Findings").contains("by points lost · 1 new"), "{lines:?}");
        assert!(line("Fixed since iteration 1").contains("1 · 2.00 points then"), "{lines:?}");
        assert!(line("It was dull.").contains("2.00 ✓ "), "{lines:?}");
        assert!(line("the threshold").ends_with("10.00 above the threshold of 80"), "{lines:?}");
        assert!(line("  1.70 higher than in iteration 1").starts_with("  1.70"), "{lines:?}");
        // In an open group only the new finding is marked.
        let (mut pane, detail) = judged(8_830);
        let rows = pane.lines(&detail, 100, Theme::Plain);
        let group = rows.iter().find(|row| row.line.to_string().contains("×2")).unwrap();
        pane.fold(&detail, group, Some(false));
        let rows = pane.lines(&detail, 100, Theme::Plain);
        assert_eq!(rows.iter().filter(|row| row.line.to_string().ends_with(" · new")).count(), 1);
        assert!(shown(10_000).iter().any(|line| line.contains("lower than in iteration 1")));
    }

    #[test]
    fn fixed_findings_are_sorted_by_points_only() {
        let (pane, mut detail) = judged(8_830);
        let gone = &mut detail.previous.as_mut().unwrap().diff.gone;
        let message = "It was in the way.".to_owned();
        let points = Points(gone[0].points.0 / 2);
        let check = "clarity/echo".to_owned();
        gone[0].severity = Severity::Minor;
        gone.push(Finding { severity: Severity::Critical, message, points, check, ..gone[0].clone() });
        let rows = pane.lines(&detail, 100, Theme::Plain);
        let lines: Vec<String> = rows.iter().map(|row| row.line.to_string()).collect();
        let at = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap();
        assert!(at("It was dull.") < at("It was in the way."), "{lines:?}");
    }

    #[test]
    fn a_first_critique_shows_no_changes() {
        let detail = fixtures::design::detail(&fixtures::design::shop(), None);
        let rows = Critique::default().lines(&detail, 100, Theme::Plain);
        let lines: String = rows.iter().map(|row| row.line.to_string() + "\n").collect();
        assert!(!lines.contains(" new") && !lines.contains("worse") && !lines.contains("Fixed"), "{lines}");
    }
}
