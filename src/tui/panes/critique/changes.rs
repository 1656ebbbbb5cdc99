//! What is new of a critique, what is dearer, and what is gone, beside the iteration before.

use super::by_check;
use super::finding::{INDENT, Placed};
use crate::domain::critique::taken;
use crate::domain::finding::Finding;
use crate::domain::score::{Points, Score};
use crate::tui::detail::{Before, Detail};
use crate::tui::panes::pen::Pen;
use crate::tui::theme::Look;

/// The most checks that are told of what is gone: the rubric has fewer, a critique that somebody wrote may have any number.
const MOST: usize = 100;
/// Less than this is not told: it would read as nothing.
const LEAST: u64 = Points::ONE / 200;

/// What some findings are beside the iteration before: `new`, `4 new`, `0.31 dearer`; nothing where they are as they were,
/// or cheaper.
pub fn told(before: Option<&Before>, findings: &[Placed<'_>]) -> Option<String> {
    let before = before?;
    let (mut new, mut dearer) = (0, 0_u64);
    for (at, finding) in findings {
        match before.since.cost.get(*at)? {
            None => new += 1,
            Some(cost) => dearer = dearer.saturating_add(finding.points.0.saturating_sub(cost.0)),
        }
    }
    let new = match (new, findings.len()) {
        (0, _) => None,
        (1, 1) => Some("new".to_owned()),
        (new, all) if new == all => Some("all new".to_owned()),
        (new, _) => Some(format!("{new} new")),
    };
    let dearer = (dearer >= LEAST).then(|| format!("{} dearer", Points(dearer)));
    match (new, dearer) {
        (Some(new), Some(dearer)) => Some(format!("{new} · {dearer}")),
        (new, dearer) => new.or(dearer),
    }
}

/// Whether a finding is new.
pub fn is_new(before: Option<&Before>, at: usize) -> bool {
    before.is_some_and(|before| before.since.cost.get(at) == Some(&None))
}

/// How the overall stands beside the one before: `the score is 1.70 lower than in iteration 1`.
pub fn overall(detail: &Detail, now: Score) -> Option<String> {
    let before = detail.before.as_ref()?;
    let by = now.hundredths().abs_diff(before.overall.hundredths());
    let (points, name) = (format!("{}.{:02}", by / 100, by % 100), detail.iteration_in(before.folder));
    Some(match now.cmp(&before.overall) {
        std::cmp::Ordering::Less => format!("the score is {points} lower than in {name}"),
        std::cmp::Ordering::Equal => format!("the score is the same as in {name}"),
        std::cmp::Ordering::Greater => format!("the score is {points} higher than in {name}"),
    })
}

/// What was found in the iteration before and is not any more, a line for each check.
pub fn gone(pen: &mut Pen, detail: &Detail) {
    let Some(before) = detail.before.as_ref().filter(|before| !before.since.gone.is_empty()) else { return };
    let gone = &before.since.gone;
    pen.gap();
    let heading = pen.own(format!("Gone since {}", detail.iteration_in(before.folder)), Look::Heading);
    let told = pen.own(format!("  {} · {} points then", gone.len(), taken(gone)), Look::Dim);
    pen.text(&[heading, told], 2);
    let mut placed: Vec<(usize, &Finding)> = gone.iter().enumerate().collect();
    placed.sort_by_key(|(at, finding)| (std::cmp::Reverse(finding.points), *at));
    let checks = by_check(placed);
    let more = checks.len().saturating_sub(MOST);
    for alike in checks.into_iter().take(MOST) {
        let Some((_, first)) = alike.first() else { continue };
        let points = taken(alike.iter().map(|(_, finding)| *finding));
        let mut spans = vec![
            pen.own(format!("{:>INDENT$} ", points.to_string()), Look::Dim),
            pen.own("✓ ", Look::Good),
            pen.name(&first.check, Look::Plain),
        ];
        if alike.len() > 1 {
            spans.push(pen.own(format!(" ×{}", alike.len()), Look::Dim));
        } else {
            spans.push(pen.own("  ", Look::Plain));
            spans.push(pen.prose(&first.message, Look::Dim));
        }
        pen.text(&spans, INDENT + 3);
    }
    if more > 0 {
        pen.text(&[pen.own(format!("{:>INDENT$} … and {more} more checks", ""), Look::Dim)], INDENT + 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::since::Since;
    use crate::tui::panes::critique::Critique;
    use crate::tui::panes::{Lines as _, sample};
    use crate::tui::theme::Theme;

    /// A critique of three findings, one of which is new and one dearer, after an iteration with one that is gone.
    fn shown(overall: u16) -> Vec<String> {
        let (pane, detail) = judged(overall);
        let rows = pane.lines(&detail, 100, Theme::Plain);
        rows.iter().map(|row| row.line.to_string()).collect()
    }

    fn judged(overall: u16) -> (Critique, Detail) {
        let mut detail = sample::design::detail(&sample::design::shop(), None);
        detail.view = Ok(sample::judged(&[8_000, 8_100]));
        let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
        file.overall = Score::from_hundredths(9_000);
        let mut one = file.findings.remove(0);
        one.points = Points(200 * (Points::ONE / 100));
        let other = Finding { check: "clarity/echo".to_owned(), ..one.clone() };
        file.findings = vec![one.clone(), one.clone(), other.clone()];
        let cost = vec![Some(one.points), None, Some(Points(other.points.0 - Points::ONE / 4))];
        let gone = vec![Finding { message: "It was dull.".to_owned(), ..one }];
        detail.before =
            Some(Before { folder: 1, overall: Score::from_hundredths(overall), since: Since { cost, gone } });
        (Critique::default(), detail)
    }

    #[test]
    fn a_critique_says_what_is_new_what_is_dearer_and_what_is_gone() {
        let lines = shown(8_830);
        let line = |words: &str| lines.iter().find(|line| line.contains(words)).cloned().unwrap_or_default();
        assert!(line("×2").contains("×2 · 1 new"), "{lines:?}");
        assert!(line("clarity/echo").contains("· 0.25 dearer"), "{lines:?}");
        assert!(line("Findings").contains("by price · 1 new"), "{lines:?}");
        assert!(line("Gone since iteration 1").contains("1 · 2.00 points then"), "{lines:?}");
        assert!(line("It was dull.").contains("2.00 ✓ "), "{lines:?}");
        assert!(
            line("the threshold")
                .contains("10.00 above the threshold of 80; the score is 1.70 higher than in iteration 1"),
            "{lines:?}"
        );
        // Where one line has no room for both, each has its own, and no word stands alone.
        let (pane, detail) = judged(8_830);
        for width in 40..=100 {
            let rows = pane.lines(&detail, width, Theme::Plain);
            let lines: Vec<String> = rows.iter().map(|row| row.line.to_string()).collect();
            let ends = |words: &str| lines.iter().any(|line| line.trim_end().ends_with(words));
            assert!(ends("1.70 higher than in iteration 1"), "{width}: {lines:?}");
            assert!(width >= 66 || ends("✓ 10.00 above the threshold of 80"), "{width}: {lines:?}");
        }
        // One by one, the new one alone is marked.
        let (mut pane, detail) = judged(8_830);
        let rows = pane.lines(&detail, 100, Theme::Plain);
        let group = rows.iter().find(|row| row.line.to_string().contains("×2")).unwrap();
        pane.fold(&detail, group, Some(false));
        let rows = pane.lines(&detail, 100, Theme::Plain);
        assert_eq!(rows.iter().filter(|row| row.line.to_string().ends_with(" · new")).count(), 1);
        assert!(shown(10_000).iter().any(|line| line.contains("lower than in iteration 1")));
    }

    #[test]
    fn a_first_critique_says_nothing_of_it() {
        let detail = sample::design::detail(&sample::design::shop(), None);
        let rows = Critique::default().lines(&detail, 100, Theme::Plain);
        let lines: String = rows.iter().map(|row| row.line.to_string() + "\n").collect();
        assert!(!lines.contains(" new") && !lines.contains("dearer") && !lines.contains("Gone"), "{lines}");
    }
}
