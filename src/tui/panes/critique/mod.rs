//! Why this score: five gauges, how far the overall is from the threshold, and every finding with what it costs, those
//! of one check together.

mod changes;
mod faults;
mod finding;
mod gauge;

use self::finding::Placed;
pub use self::finding::whose;

use std::collections::{HashMap, HashSet};

use super::names::Names;
use super::pen::Pen;
use super::{Folds, Lines};
use crate::domain::critique::{CritiqueFile, by_source, taken};
use crate::domain::finding::Finding;
use crate::domain::score::{Dimension, Points};
use crate::domain::text::Shown;
use crate::tui::detail::{Before, Detail};
use crate::tui::listing::Row;
use crate::tui::theme::{Look, Theme};

/// The most findings that are listed; the rest is counted and told where to find.
const MOST: usize = 1_000;

/// The longest heading of a group, in columns.
const NAME: usize = 60;

/// The pane's own state.
#[derive(Clone, Debug, Default)]
pub struct Critique {
    /// Dimensions whose findings are not listed.
    hidden: [bool; 5],
    /// Checks whose findings are listed one by one, each with its critic.
    opened: HashSet<(String, Option<String>)>,
    /// Listed by dimension, else by price alone.
    by_dimension: bool,
}

impl Lines for Critique {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        match &detail.critique {
            None => unjudged(&mut pen, detail),
            Some(Err(why)) => {
                let sign = pen.own("! ", Look::Bad);
                let why = pen.prose(&format!("The critique cannot be read: {why}"), Look::Plain);
                pen.item(&[sign, why], 2, |row| row);
                pen.say("It is made anew when the feature runs.", Look::Dim);
            }
            Some(Ok(file)) => self.judged(&mut pen, detail, file),
        }
        pen.rows()
    }
}

impl Critique {
    /// Opens or closes the check that a row is of, or hides or shows the findings of the gauge that it is; returns the
    /// tag of the line that stays.
    pub fn fold(&mut self, detail: &Detail, row: &Row, fold: Option<bool>) -> Option<usize> {
        if let Some(Ok(file)) = &detail.critique
            && let Some(found) = gauge::finding_of(row.tag).and_then(|at| file.findings.get(at))
            && let alike = alike(file, found)
            && let [(first, _), _, ..] = alike.as_slice()
        {
            let key = key(found);
            let closes = fold.unwrap_or(self.opened.contains(&key));
            if closes {
                self.opened.remove(&key);
            } else {
                self.opened.insert(key);
            }
            return Some(gauge::group_tag(found.dimension, *first));
        }
        let dimension = gauge::dimension_of(row.tag)?;
        let hidden = self.hidden.get_mut(slot(dimension))?;
        *hidden = fold.unwrap_or(!*hidden);
        hidden.then(|| gauge::tag(dimension, None))
    }

    /// Lists by dimension instead of by price, or back.
    pub fn regroup(&mut self) {
        self.by_dimension = !self.by_dimension;
    }

    fn judged(&self, pen: &mut Pen, detail: &Detail, file: &CritiqueFile) {
        let current = detail.intent.as_ref().and_then(|read| read.as_ref().ok());
        if let Some(other) = current.filter(|reading| reading.sha256 != file.input_sha256) {
            let (judged, now) = (file.input_sha256.short(), other.sha256.short());
            let sign = pen.own("! of another design ", Look::Attention);
            let told = pen.own(
                format!("The design has changed since it was judged ({judged}… then, {now}… now)."),
                Look::Plain,
            );
            pen.text(&[sign, told], 2);
            pen.gap();
        }
        if detail.is_of_an_earlier_run() {
            let sign = pen.own("! of an earlier run ", Look::Attention);
            let told =
                pen.own("What the next run makes is judged anew, and takes the place of this.", Look::Plain);
            pen.text(&[sign, told], 2);
            pen.gap();
        }
        if let Some(carried) = &file.carried {
            let sign = pen.own("! edited by hand ", Look::Attention);
            let counting = file.findings.iter().filter(|finding| finding.critic.is_some()).count();
            let told = pen.prose(
                &format!(
                    "The critic {} has not seen this version. Of its {} findings on the one before, those on what was left \
                     alone count on: {counting}.",
                    Shown::cut(&carried.critic, NAME),
                    carried.of
                ),
                Look::Plain,
            );
            pen.text(&[sign, told], 3);
            pen.gap();
        }
        gauge::write(pen, file, detail, self.hidden);
        pen.gap();
        let names = current.map(|reading| Names::of(&reading.intent));
        self.findings(pen, file, detail.before.as_ref(), names.as_ref());
        changes::gone(pen, detail);
        not_used(pen, &file.not_used);
    }

    fn findings(
        &self,
        pen: &mut Pen,
        file: &CritiqueFile,
        before: Option<&Before>,
        names: Option<&Names<'_>>,
    ) {
        if file.findings.is_empty() {
            let sign = pen.own("✓ ", Look::Good);
            let told = pen.own("Nothing was found: every check passes everywhere.", Look::Plain);
            return pen.text(&[sign, told], 2);
        }
        let mut sorted: Vec<(usize, &Finding)> = file.findings.iter().enumerate().collect();
        sorted.sort_by_key(|(at, finding)| (std::cmp::Reverse(finding.points), *at));
        let is_shown =
            |finding: &Finding| !self.hidden.get(slot(finding.dimension)).copied().unwrap_or(false);
        let groups: Vec<(String, Vec<(usize, &Finding)>)> = if self.by_dimension {
            let of = |d: Dimension| sorted.iter().copied().filter(move |(_, f)| f.dimension == d);
            Dimension::ALL.iter().map(|d| (d.name().to_owned(), of(*d).collect())).collect()
        } else {
            let apart = by_source(sorted);
            let is_mixed = apart.keys().any(Option::is_some);
            let heading = |critic: Option<&str>| match critic {
                None if is_mixed => "Findings of the rubric".to_owned(),
                None => "Findings".to_owned(),
                Some(name) => Shown::cut(&format!("Findings of the critic {name}"), NAME).into_string(),
            };
            apart.into_iter().map(|(critic, group)| (heading(critic), group)).collect()
        };
        let mut room = MOST;
        let points: Vec<Points> =
            groups.iter().map(|(_, group)| taken(group.iter().map(|(_, f)| *f))).collect();
        let points = Points::adding_up(Points::lost(file.overall), &points);
        for ((name, group), points) in groups.into_iter().zip(points) {
            let shown: Vec<_> = group.iter().copied().filter(|(_, finding)| is_shown(finding)).collect();
            let hidden = group.len() - shown.len();
            if group.is_empty() {
                continue;
            }
            pen.gap();
            let order = if self.by_dimension { "" } else { " · by price" };
            let heading = pen.own(name, Look::Heading);
            let told = pen.own(format!("  {} · −{points} points{order}", group.len()), Look::Dim);
            let since =
                changes::told(before, &group).map(|since| pen.own(format!(" · {since}"), Look::Attention));
            pen.text(&[&[heading, told][..], since.as_slice()].concat(), 2);
            let mut left = 0;
            for alike in by_check(shown) {
                let lines = if self.is_open(&alike) { alike.len() } else { 1 };
                if lines > room {
                    left += alike.len();
                    continue;
                }
                room -= lines;
                match alike.as_slice() {
                    [one] => finding::write(pen, one, before, names),
                    several => finding::several(pen, several, self.is_open(several), before, names),
                }
            }
            if hidden > 0 {
                pen.say(format!("⋯ {hidden} hidden: unfold the gauge above"), Look::Dim);
            }
            if left > 0 {
                pen.say(format!("… {left} more in critique.json"), Look::Dim);
            }
        }
    }

    fn is_open(&self, alike: &[Placed<'_>]) -> bool {
        alike.first().is_some_and(|(_, finding)| {
            self.opened.iter().any(|(check, critic)| *check == finding.check && *critic == finding.critic)
        })
    }
}

impl Folds for Critique {
    fn unfold_everything(&mut self, detail: &Detail) {
        let Some(Ok(file)) = &detail.critique else { return };
        self.hidden = [false; 5];
        self.opened = file.findings.iter().map(key).collect();
    }

    fn unfold_line(&mut self, detail: &Detail, row: &Row) {
        let Some(Ok(file)) = &detail.critique else { return };
        let Some(finding) = gauge::finding_of(row.tag).and_then(|at| file.findings.get(at)) else { return };
        if let Some(hidden) = self.hidden.get_mut(slot(finding.dimension)) {
            *hidden = false;
        }
        if !gauge::is_group(row.tag) {
            self.opened.insert(key(finding));
        }
    }
}

/// What the findings of a check have in common, by which they are opened.
fn key(finding: &Finding) -> (String, Option<String>) {
    (finding.check.clone(), finding.critic.clone())
}

/// The dearest of the findings that stand on one line: its element, and the tag of its own line once they are listed
/// one by one. Nothing for a line of another kind.
pub fn dearest(detail: &Detail, row: &Row) -> Option<(String, usize)> {
    let Some(Ok(file)) = &detail.critique else { return None };
    let at = gauge::finding_of(row.tag)?;
    let finding = file.findings.get(at)?;
    Some((finding.pointer.clone(), gauge::tag(finding.dimension, Some(at))))
}

/// The findings of each check together, the dearest first, those that cost most together first.
fn by_check(findings: Vec<Placed<'_>>) -> Vec<Vec<Placed<'_>>> {
    let mut groups: Vec<Vec<Placed<'_>>> = Vec::new();
    let mut places = HashMap::new();
    for (at, finding) in findings {
        let key = (finding.check.as_str(), finding.critic.as_deref(), finding.dimension);
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push((at, finding)),
            None => groups.push(vec![(at, finding)]),
        }
    }
    let price = |group: &[Placed<'_>]| taken(group.iter().map(|(_, finding)| *finding));
    groups.sort_by_key(|group| std::cmp::Reverse(price(group)));
    groups
}

/// The findings that stand on one line with this one, in their order.
fn alike<'a>(file: &'a CritiqueFile, found: &Finding) -> Vec<Placed<'a>> {
    let is_alike = |finding: &Finding| {
        finding.check == found.check && finding.critic == found.critic && finding.dimension == found.dimension
    };
    let mut alike: Vec<Placed<'a>> = file.findings.iter().enumerate().filter(|(_, f)| is_alike(f)).collect();
    alike.sort_by_key(|(at, finding)| (std::cmp::Reverse(finding.points), *at));
    alike
}

fn unjudged(pen: &mut Pen, detail: &Detail) {
    let told = match &detail.view {
        Err(stated) => {
            let sign = pen.own("! ", Look::Bad);
            let line = pen.prose(&stated.line(), Look::Plain);
            return pen.item(&[sign, line], 2, |row| row);
        }
        Ok(_) if detail.intent.is_none() => detail.nothing_yet(
            "There is no critique yet: run the feature, and its design is judged.",
            "There is no critique yet: it stands here once there is a design, and that is judged.",
        ),
        Ok(_) => "The design has not been judged yet: that comes next when the feature runs.",
    };
    pen.say(told, Look::Dim);
}

/// What the critic said that could not be used.
fn not_used(pen: &mut Pen, told: &[String]) {
    if told.is_empty() {
        return;
    }
    pen.gap();
    pen.say("Said by the model critic, and not used", Look::Heading);
    for why in told.iter().take(MOST) {
        let (sign, why) = (pen.own("· ", Look::Dim), pen.prose(why, Look::Plain));
        pen.text(&[sign, why], 2);
    }
    if told.len() > MOST {
        pen.say(format!("… {} more in critique.json", told.len() - MOST), Look::Dim);
    }
}

fn slot(dimension: Dimension) -> usize {
    Dimension::ALL.iter().position(|other| *other == dimension).unwrap_or(0)
}

#[cfg(test)]
mod tests;
