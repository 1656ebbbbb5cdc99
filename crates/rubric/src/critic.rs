//! Findings of a critic (ruling 7). A critic never sets numbers: a fixed table prices its findings.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Evaluation;
use super::check::{Check, checks};
use super::tally::{in_order, score, slot};
use crate::finding::{Dismissal, Finding, Severity};
use frieze_data::digest::Digest;
use frieze_data::score::{Dimensions, Points};

/// The most findings that count, and the longest text of one, in characters.
const MOST: usize = 200;
const LONGEST: usize = 500;

/// One finding as a model reports it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticFinding {
    /// The id of a check of the rubric, for example `clarity/vague-term`. A fault without a check counts as its dimension's
    /// `judgement`.
    pub check: String,
    /// JSON pointer into the intent; it has to resolve there.
    pub pointer: String,
    pub severity: Severity,
    pub message: String,
    pub suggestion: String,
}

impl From<&Finding> for CriticFinding {
    /// A finding as its critic reported it.
    fn from(finding: &Finding) -> Self {
        Self {
            check: finding.check.clone(),
            pointer: finding.pointer.clone(),
            severity: finding.severity,
            message: finding.message.clone(),
            suggestion: finding.suggestion.clone(),
        }
    }
}

/// The price of a critic's finding, by its severity alone, in billionths of a point. A single critical finding keeps a
/// good design from becoming a candidate.
pub(super) const fn price(severity: Severity) -> u64 {
    match severity {
        Severity::Info => 0,
        Severity::Minor => Points::ONE / 2,
        Severity::Major => Points::ONE * 3,
        Severity::Critical => Points::ONE * 10,
    }
}

/// The dismissed findings of a feature, by id.
pub type Dismissals = BTreeMap<String, Dismissal>;

/// Adds a critic's findings to an evaluation, under the critic's name. A fixed table prices them, without a cap; dismissed ones
/// cost nothing. They never raise a score, and their order does not matter. A finding of the rubric, or one reported before, is
/// not charged again. Returns the evaluation, and for each refused finding the reason.
pub fn with_critic(
    mut evaluation: Evaluation,
    intent: &Value,
    findings: &[CriticFinding],
    name: &str,
    dismissals: &Dismissals,
) -> (Evaluation, Vec<String>) {
    let mut refused = Vec::new();
    let mut accepted: Vec<(&CriticFinding, &Check)> = Vec::new();
    for (i, finding) in findings.iter().enumerate() {
        match acceptable(finding, intent) {
            Ok(check) => accepted.push((finding, check)),
            Err(why) => refused.push(format!("finding {}: {why}", i + 1)),
        }
    }
    accepted.sort_by(|(a, _), (b, _)| {
        let key = |f: &CriticFinding| {
            (std::cmp::Reverse(f.severity), f.check.clone(), f.pointer.clone(), f.message.clone())
        };
        key(a).cmp(&key(b)).then_with(|| a.suggestion.cmp(&b.suggestion))
    });
    let mut places = HashSet::new();
    accepted.retain(|(finding, check)| {
        let (id, at) = (check.id, finding.pointer.as_str());
        if evaluation.findings.iter().any(|own| own.check == id && is_one_place(&own.pointer, at)) {
            refused.push(format!("{id} at \"{}\": already found by the rubric", shown(at)));
            return false;
        }
        // Two faults without a check are different if their messages differ. The ids that the critic invented are not stored.
        let fault = if check.weight == 0 { plain(&finding.message) } else { String::new() };
        let first = places.insert((id, fault, at));
        if !first {
            refused.push(format!("{} at {} is reported twice", shown(&finding.check), shown(at)));
        }
        first
    });
    if accepted.len() > MOST {
        refused.push(format!("{} findings beyond the limit of {MOST}", accepted.len() - MOST));
        accepted.truncate(MOST);
    }

    let mut left = u64::from(evaluation.overall.hundredths()) * (Points::ONE / 100);
    let mut spent = [0_u64; 5];
    for (finding, check) in accepted {
        let dimension = check.dimension;
        let id = id(check, finding, intent);
        let dismissed = dismissals.get(&id).cloned();
        let points = if dismissed.is_some() { 0 } else { price(finding.severity).min(left) };
        left -= points;
        spent[slot(dimension)] += points;
        evaluation.findings.push(Finding {
            check: check.id.to_owned(),
            dimension,
            pointer: finding.pointer.clone(),
            points: Points(points),
            severity: finding.severity,
            message: finding.message.trim().to_owned(),
            suggestion: finding.suggestion.trim().to_owned(),
            critic: Some(name.to_owned()),
            id: Some(id),
            dismissed,
        });
    }
    in_order(&mut evaluation.findings);
    evaluation.overall = score(left, 0, 100);
    let before = evaluation.dimensions;
    evaluation.dimensions = Dimensions::from_fn(|d| {
        let (weight, points) = (u64::from(d.weight()), spent[slot(d)]);
        let whole = u64::from(before.score(d).hundredths()) * (Points::ONE / 100) * weight / 100;
        score(whole, points, weight)
    });
    (evaluation, refused)
}

/// How many hexadecimal digits an id has.
const ID_DIGITS: usize = 8;

/// The id of a finding. The element is named by the identities on its path, so that it may move in its list.
fn id(check: &Check, finding: &CriticFinding, intent: &Value) -> String {
    let mut place = String::new();
    let mut at = Some(intent);
    for segment in finding.pointer.split('/').skip(1) {
        let name = segment.replace("~1", "/").replace("~0", "~");
        let (inner, identity) = match at {
            Some(Value::Array(list)) => {
                let entry = segment.parse().ok().and_then(|index: usize| list.get(index));
                let identity = ["id", "name"].into_iter().find_map(|key| entry?.get(key)?.as_str());
                (entry, identity.unwrap_or(segment))
            }
            Some(other) => (other.get(&name), segment),
            None => (None, segment),
        };
        place.push('/');
        place.push_str(identity);
        at = inner;
    }
    let words: Vec<&str> = finding.message.split_whitespace().collect();
    let text = format!("{}\n{place}\n{}", check.id, words.join(" "));
    Digest::of(text.as_bytes()).to_string().chars().take(ID_DIGITS).collect()
}

fn acceptable(finding: &CriticFinding, intent: &Value) -> Result<&'static Check, String> {
    let Some(check) = meant(&finding.check) else {
        let begins = checks().iter().filter_map(|check| check.id.strip_suffix("judgement"));
        let (said, ids) = (shown(&finding.check), begins.collect::<Vec<_>>().join(", "));
        return Err(format!("\"{said}\" is not a check and does not begin with a dimension ({ids})"));
    };
    if finding.pointer.chars().count() > LONGEST || intent.pointer(&finding.pointer).is_none() {
        return Err(format!("{}: no element at \"{}\"", check.id, shown(&finding.pointer)));
    }
    if !is_at_an_element(&finding.pointer) {
        return Err(format!(
            "{}: \"{}\" is neither an element nor a requirement of the design; point at one",
            check.id,
            shown(&finding.pointer)
        ));
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

/// Whether a pointer leads to one of the flows, components, entities, interactions, requirements, open questions or parts that are
/// not designed, or into it.
fn is_at_an_element(pointer: &str) -> bool {
    let mut parts = pointer.split('/').skip(1);
    let of_a_list = match parts.next() {
        Some("dataModel") => parts.next() == Some("entities"),
        Some(part) => matches!(
            part,
            "userFlows" | "components" | "interactions" | "requirements" | "openQuestions" | "notDesigned"
        ),
        None => false,
    };
    of_a_list && parts.next().is_some()
}

/// The check that a critic means: the one with that id in any spelling, or else the judgement of the dimension at its beginning,
/// by name (`frameworkAgnosticism`) or by the prefix of its ids (`agnosticism`).
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

/// Whether one of two places is the other, or contains it.
fn is_one_place(one: &str, other: &str) -> bool {
    let holds = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    holds(one, other) || holds(other, one)
}

/// The beginning of a critic's text, for a message.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}
