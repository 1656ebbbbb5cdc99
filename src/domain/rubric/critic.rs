//! What a model critic may add (ruling 7): findings, never numbers. The engine prices them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Evaluation;
use super::check::{Check, checks};
use super::tally::{dimension_score, in_order, score, slot};
use crate::domain::finding::{Finding, Severity};
use crate::domain::score::{Dimension, Dimensions, Points};

/// The most findings that are heard, and the longest texts of one, in characters.
const MOST: usize = 200;
const LONGEST: usize = 500;

/// One finding as a model reports it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticFinding {
    /// The id of a check of the rubric, for example `clarity/vague-term`. A fault that no check is called after counts as
    /// its dimension's `judgement`.
    pub check: String,
    /// JSON pointer into the intent; it has to resolve there.
    pub pointer: String,
    pub severity: Severity,
    pub message: String,
    pub suggestion: String,
}

/// What a critic's finding costs, by its severity alone, in billionths of a point.
const fn price(severity: Severity) -> u64 {
    match severity {
        Severity::Info => 0,
        Severity::Minor => Points::ONE / 4,
        Severity::Major => Points::ONE * 3 / 4,
        Severity::Critical => Points::ONE * 3 / 2,
    }
}

/// The most that a critic's findings can cost in one dimension: a fifth of its weight.
fn most(dimension: Dimension) -> u64 {
    u64::from(dimension.weight()) * Points::ONE / 5
}

/// Adds a critic's findings to an evaluation, under the critic's name. Priced by a fixed table, capped per dimension,
/// and never raising a score; the order in which a critic reports does not matter. Nothing is paid for twice: what the
/// rubric found itself, or what was said before, is not charged. What was refused is told, with why.
pub fn with_critic(
    mut evaluation: Evaluation,
    intent: &Value,
    findings: &[CriticFinding],
    name: &str,
) -> (Evaluation, Vec<String>) {
    let mut refused = Vec::new();
    let mut heard: Vec<(&CriticFinding, &Check)> = Vec::new();
    for (i, finding) in findings.iter().enumerate() {
        match acceptable(finding, intent) {
            Ok(check) => heard.push((finding, check)),
            Err(why) => refused.push(format!("finding {}: {why}", i + 1)),
        }
    }
    heard.sort_by(|(a, _), (b, _)| {
        let key = |f: &CriticFinding| {
            (std::cmp::Reverse(f.severity), f.check.clone(), f.pointer.clone(), f.message.clone())
        };
        key(a).cmp(&key(b)).then_with(|| a.suggestion.cmp(&b.suggestion))
    });
    let mut places = HashSet::new();
    heard.retain(|(finding, check)| {
        let (id, at) = (check.id, finding.pointer.as_str());
        if evaluation.findings.iter().any(|own| own.check == id && is_one_place(&own.pointer, at)) {
            refused.push(format!("{id} at \"{}\": the rubric found that itself", shown(at)));
            return false;
        }
        // Two faults of one dimension that no check is called after are two, if the critic says different things of
        // them. What it called them is kept nowhere, and they are two again when an edit has them heard anew.
        let fault = if check.weight == 0 { plain(&finding.message) } else { String::new() };
        let first = places.insert((id, fault, at));
        if !first {
            refused.push(format!("{} at {} is reported twice", shown(&finding.check), shown(at)));
        }
        first
    });
    if heard.len() > MOST {
        refused.push(format!("{} more findings than the {MOST} that are heard", heard.len() - MOST));
        heard.truncate(MOST);
    }

    // What the rubric itself has taken limits what is left to take.
    let mut taken = [0_u64; 5];
    for finding in &evaluation.findings {
        taken[slot(finding.dimension)] += finding.points.0;
    }
    let mut spent = [0_u64; 5];
    for (finding, check) in heard {
        let dimension = check.dimension;
        let at = slot(dimension);
        let whole = u64::from(dimension.weight()) * Points::ONE;
        let left = most(dimension).saturating_sub(spent[at]).min(whole.saturating_sub(taken[at] + spent[at]));
        let points = price(finding.severity).min(left);
        spent[at] += points;
        evaluation.findings.push(Finding {
            check: check.id.to_owned(),
            dimension,
            pointer: finding.pointer.clone(),
            points: Points(points),
            severity: finding.severity,
            message: finding.message.trim().to_owned(),
            suggestion: finding.suggestion.trim().to_owned(),
            critic: Some(name.to_owned()),
        });
    }
    in_order(&mut evaluation.findings);
    let lost = |d: Dimension| taken[slot(d)] + spent[slot(d)];
    let total = Dimension::ALL.into_iter().map(lost).sum();
    // Prices are rounded down, so summing them again could win a hundredth back: the lower score stands.
    evaluation.overall = evaluation.overall.min(score(100 * Points::ONE, total, 100));
    let before = evaluation.dimensions;
    evaluation.dimensions = Dimensions::from_fn(|d| before.score(d).min(dimension_score(d, lost(d))));
    (evaluation, refused)
}

fn acceptable(finding: &CriticFinding, intent: &Value) -> Result<&'static Check, String> {
    let Some(check) = meant(&finding.check) else {
        let (said, ids) = (shown(&finding.check), Dimension::ALL.map(Dimension::name).join(", "));
        return Err(format!("\"{said}\" is no check, and begins with no dimension ({ids})"));
    };
    if finding.pointer.chars().count() > LONGEST || intent.pointer(&finding.pointer).is_none() {
        return Err(format!("{}: nothing stands at \"{}\"", check.id, shown(&finding.pointer)));
    }
    for (name, text) in [("message", &finding.message), ("suggestion", &finding.suggestion)] {
        if text.trim().is_empty() {
            return Err(format!("{} at {}: its {name} is empty", check.id, finding.pointer));
        }
        if text.chars().count() > LONGEST {
            return Err(format!(
                "{} at {}: its {name} has more than {LONGEST} characters",
                check.id, finding.pointer
            ));
        }
    }
    Ok(check)
}

/// The check that a critic means: the one of that id, however it is spelled, else the judgement of the dimension that it
/// begins with, by the dimension's own name (`frameworkAgnosticism`) or by what its ids begin with (`agnosticism`).
fn meant(said: &str) -> Option<&'static Check> {
    let (word, fault) = said.split_once('/').unwrap_or((said, ""));
    let (word, fault) = (plain(word), plain(fault));
    let ids = || checks().iter().filter_map(|check| Some((check, check.id.split_once('/')?)));
    let names = |(check, (begins, _)): (&Check, (&str, &str))| {
        plain(begins) == word || plain(check.dimension.name()) == word
    };
    let of_dimension: Vec<_> = ids().filter(|of| names(*of)).collect();
    let called = of_dimension.iter().find(|(_, (_, name))| plain(name) == fault);
    called.or_else(|| of_dimension.iter().find(|(check, _)| check.weight == 0)).map(|(check, _)| *check)
}

/// The letters and digits of a name, in small letters.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether one of two places is the other, or holds it.
fn is_one_place(one: &str, other: &str) -> bool {
    let holds = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    holds(one, other) || holds(other, one)
}

/// Somebody else's text, short enough to be told.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}
