//! Critique pane: five gauges, the distance from the threshold, and all findings with their points, grouped by check.

mod finding;
mod gauge;
mod grouped;

use self::grouped::{alike, group, identity};
use super::names::Names;
use super::pen::Pen;
use super::row_tag::RowTag;
use super::toggles::Toggles;
use super::{FoldedRow, Lines};
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::Shown;
use frieze_design::critique::{CritiqueFile, by_source, costs, points_by_source};
use frieze_design::critique::{Placed, by_check};
use frieze_kernel::{RunView, SKELETON};
use frieze_rubric::finding::{Finding, Severity};

/// The most findings listed; the rest is counted.
const MOST: usize = 1_000;

/// The longest heading of a group, in columns.
const NAME: usize = 60;

/// The findings of a gauge are listed unless it is folded; those of one check are a group until it is unfolded.
#[derive(Debug, Default)]
pub struct Critique {
    open: Toggles,
}

impl Lines for Critique {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        match &detail.critique {
            None => unjudged(&mut pen, detail),
            Some(Err(why)) => {
                pen.problem(&format!("The critique cannot be read: {why}"));
                pen.say("The next run writes a new one.", TextStyle::Dim);
            }
            Some(Ok(file)) => self.judged(&mut pen, detail, file),
        }
        pen.rows()
    }

    /// Opens or closes the check of a row, or hides or shows the findings of a gauge.
    fn fold(&mut self, detail: &Detail, row: &Row, fold: Option<bool>) -> Option<FoldedRow> {
        let (file, found) = (detail.critique_file()?, finding_at(detail, row));
        let group = found.map(group).filter(|group| alike(file, *group).len() > 1);
        let tag = match (group, row.tag) {
            (Some(group), _) => group,
            (None, Some(gauge @ RowTag::Gauge(_))) => gauge,
            (None, _) => RowTag::Gauge(costs(found?)?),
        };
        self.open.set(tag, group.is_none(), fold.map(|fold| !fold));
        Some(FoldedRow::Tagged(tag))
    }

    fn fold_all(&mut self, detail: &Detail) -> bool {
        let has_findings = detail.critique_file().is_some_and(|file| !file.findings.is_empty());
        if has_findings {
            self.open.toggle_all();
        }
        has_findings
    }
}

impl Critique {
    fn judged(&self, pen: &mut Pen, detail: &Detail, file: &CritiqueFile) {
        let current = detail.reading();
        let judged = file.input_sha256;
        let is_of_another = match &detail.intent {
            Some(Ok(now)) if now.sha256 != judged => {
                let (judged, now) = (judged.short(), now.sha256.short());
                Some(format!("The design has changed since this critique ({judged}… then, {now}… now)."))
            }
            Some(Err(_)) => Some("The present one cannot be read.".to_owned()),
            Some(Ok(_)) | None => None,
        };
        if let Some(text) = is_of_another {
            pen.signed("! Of another design. ", TextStyle::Attention, &text, 2);
            pen.gap();
        }
        let shown = detail.run().filter(|_| detail.at.is_none());
        if let Some(text) = shown.and_then(RunView::replaces_critique) {
            pen.signed("! Of an earlier run. ", TextStyle::Attention, &text, 2);
            pen.gap();
        } else if let Some(view) = detail.run().filter(|_| detail.has_earlier_critique(file)) {
            let text =
                format!("It is of iteration {}; iteration {} has none.", file.iteration, view.iteration);
            pen.signed("! An earlier critique. ", TextStyle::Attention, &text, 2);
            pen.gap();
        }
        if detail.run().is_some_and(|view| view.is_skeleton) {
            pen.say(format!("This design is {SKELETON}."), TextStyle::Dim);
            pen.gap();
        }
        if let Some(carried) = &file.carried {
            let counting = file.findings.iter().filter(|finding| finding.critic.is_some()).count();
            let text = format!(
                "The critic {} has not seen this version. Its findings on the last one: {}, kept because their \
                 elements are unchanged: {counting}.",
                Shown::cut(&carried.critic, NAME),
                carried.of
            );
            pen.signed("! edited by hand ", TextStyle::Attention, &text, 3);
            pen.gap();
        }
        gauge::write(pen, file, detail, &self.open);
        pen.gap();
        if let Some(fidelity) = &file.fidelity {
            pen.text(&[pen.own(fidelity.in_words(), TextStyle::Plain)], 2);
            pen.gap();
        }
        let names = current.map(|reading| Names::of(&reading.intent));
        self.findings(pen, file, names.as_ref());
        not_used(pen, &file.not_used);
    }

    fn findings(&self, pen: &mut Pen, file: &CritiqueFile, names: Option<&Names<'_>>) {
        if file.findings.is_empty() {
            return pen.signed("✓ ", TextStyle::Good, "No findings. All checks pass.", 2);
        }
        let is_shown =
            |finding: &Finding| costs(finding).is_none_or(|of| self.open.is_on(RowTag::Gauge(of), true));
        let groups = by_source(file.findings.iter().enumerate());
        let is_mixed = groups.keys().any(Option::is_some);
        let heading = |critic: Option<&str>| match critic {
            None if is_mixed => "Findings of the rubric".to_owned(),
            None => "Findings".to_owned(),
            Some(name) => Shown::cut(&format!("Findings of the critic {name}"), NAME).into_string(),
        };
        let mut room = MOST;
        let points = points_by_source(file.overall, &groups);
        for ((critic, group), points) in groups.into_iter().zip(points) {
            let shown: Vec<_> = group.iter().copied().filter(|(_, finding)| is_shown(finding)).collect();
            let hidden = group.len() - shown.len();
            pen.gap();
            let has_critical = group.iter().any(|(_, finding)| finding.severity == Severity::Critical);
            let order =
                if has_critical { "critical ones first, then by points lost" } else { "by points lost" };
            let heading = pen.own(heading(critic), TextStyle::Heading);
            let points = if points.hundredths() == 0 { "no".to_owned() } else { format!("−{points}") };
            let total = pen.own(format!("  {} · {points} points · {order}", group.len()), TextStyle::Dim);
            pen.text(&[heading, total], 2);
            let mut left = 0;
            for alike in by_check(shown) {
                let lines = if self.is_open(&alike) { alike.len() } else { 1 };
                if lines > room {
                    left += alike.len();
                    continue;
                }
                room -= lines;
                match alike.as_slice() {
                    [one] => finding::write(pen, one, names),
                    several => finding::several(pen, several, self.is_open(several), names),
                }
            }
            if hidden > 0 {
                pen.say(format!("⋯ {hidden} hidden: unfold the gauge above"), TextStyle::Dim);
            }
            if left > 0 {
                pen.say(format!("… {left} more in critique.json"), TextStyle::Dim);
            }
        }
    }

    fn is_open(&self, alike: &[Placed<'_>]) -> bool {
        alike.first().is_some_and(|(_, finding)| self.open.is_on(group(finding), false))
    }
}

/// The element of the costliest finding of a row, and the tag of the finding's own row once its group is open. `None` for a
/// row without findings.
pub fn costliest(detail: &Detail, row: &Row) -> Option<(String, RowTag)> {
    let finding = finding_at(detail, row)?;
    Some((finding.pointer.clone(), RowTag::Finding(identity(finding))))
}

/// The finding of a row; of a group, its most expensive one.
pub fn finding_at<'a>(detail: &'a Detail, row: &Row) -> Option<&'a Finding> {
    let file = detail.critique_file()?;
    if let Some(RowTag::Finding(of)) = row.tag {
        return file.findings.iter().find(|finding| identity(finding) == of);
    }
    let group = row.tag.filter(|tag| matches!(tag, RowTag::Group(_)))?;
    alike(file, group).first().map(|(_, finding)| *finding)
}

fn unjudged(pen: &mut Pen, detail: &Detail) {
    let text = match &detail.view {
        Err(problem) => return pen.problem(&problem.line()),
        Ok(_) if detail.at.is_some() => "This iteration has no critique.",
        Ok(_) if detail.intent.is_none() => detail.nothing_yet(
            "No critique yet. Run the feature to get one.",
            "No critique yet. It will appear here after the first evaluation.",
        ),
        Ok(_) => detail.nothing_yet(
            "No critique yet. Run the feature to evaluate its design.",
            "No critique yet. It will appear here once the design is evaluated.",
        ),
    };
    pen.say(text, TextStyle::Dim);
}

/// The critic's findings that could not be used.
fn not_used(pen: &mut Pen, reasons: &[String]) {
    if reasons.is_empty() {
        return;
    }
    pen.gap();
    pen.say("Unusable findings of the critic", TextStyle::Heading);
    for why in reasons.iter().take(MOST) {
        pen.signed("· ", TextStyle::Dim, why, 2);
    }
    if reasons.len() > MOST {
        pen.say(format!("… {} more in critique.json", reasons.len() - MOST), TextStyle::Dim);
    }
}

#[cfg(test)]
mod tests;
