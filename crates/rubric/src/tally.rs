//! Collects failing places check by check and prices them. Integers only: equal inputs, equal scores.

use std::collections::BTreeMap;

use super::Evaluation;
use super::check::{Check, Population as P, checks, position};
use super::ground::Ground;
use crate::fidelity::Judged;
use crate::finding::Finding;
use frieze_data::digest::Digest;
use frieze_data::score::{Dimension, Dimensions, Points, Score};

/// The most places that one check lists; the rest share one last finding, which carries their price.
const MOST_LISTED: usize = 400;
/// Hundredths of a point, in billionths.
const HUNDREDTH: u64 = Points::ONE / 100;

struct FailedPlace {
    pointer: String,
    message: String,
    suggestion: String,
}

/// The failing places of every check, in the order of the table.
pub(super) struct Tally {
    listed: Vec<Vec<FailedPlace>>,
    failing: Vec<u64>,
}

impl Tally {
    /// What some judges find.
    pub(super) fn by(judges: impl FnOnce(&mut Self)) -> Self {
        let count = checks().len();
        let mut tally = Self { listed: (0..count).map(|_| Vec::new()).collect(), failing: vec![0; count] };
        judges(&mut tally);
        tally
    }

    /// Adds what was found by judges that come after these, as if they had noted it here.
    pub(super) fn and(mut self, later: Self) -> Self {
        for (listed, more) in self.listed.iter_mut().zip(later.listed) {
            let room = MOST_LISTED.saturating_sub(listed.len());
            listed.extend(more.into_iter().take(room));
        }
        for (failing, more) in self.failing.iter_mut().zip(later.failing) {
            *failing += more;
        }
        self
    }

    /// Notes a failing place: its pointer, what is wrong and what to do. They are made only while they will be listed.
    pub(super) fn fail<S: Into<String>>(&mut self, id: &str, place: impl FnOnce() -> (String, String, S)) {
        let Some(at) = position(id) else {
            debug_assert!(false, "no check is called {id}");
            return;
        };
        self.failing[at] += 1;
        if self.listed[at].len() < MOST_LISTED {
            let (pointer, message, suggestion) = place();
            self.listed[at].push(FailedPlace {
                pointer,
                message: clipped(message),
                suggestion: suggestion.into(),
            });
        }
    }

    /// Prices what was found. With a brief, the points of every dimension are spread over its requirements: `judged` says how much of
    /// them the design earns.
    pub(super) fn close(
        mut self,
        ground: &Ground,
        input_sha256: Digest,
        judged: Option<Judged>,
    ) -> Evaluation {
        let (earned, total) = judged.as_ref().map_or((1, 1), |judged| (judged.earned, judged.total));
        let mut findings: Vec<Finding> = Vec::new();
        let mut lost = [0_u64; 5];
        // Where a whole required part is missing, one finding for each dimension carries the price of all checks.
        let mut empty: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for (at, check) in checks().iter().enumerate() {
            let whole = share(whole(check), earned, total);
            if whole == 0 {
                continue;
            }
            let slot = slot(check.dimension);
            let is_of_views = matches!(check.population, P::Views | P::ViewStates);
            let is_of_the_model = check.dimension == Dimension::DataModelIntegrity;
            let needs_entities = matches!(check.population, P::EntityParts | P::HalfEntities);
            // A part that is not expected cannot fail, and an empty data model fails in its own dimension.
            if ground.is_service && is_of_views || ground.has_no_model && !is_of_the_model && needs_entities {
                continue;
            }
            let is_missing = ground.has_no_model && is_of_the_model;
            let population = if is_missing { 0 } else { population(check.population, ground) };
            if population == 0 {
                lost[slot] += whole;
                let (section, message, suggestion) = match is_missing {
                    true => NO_MODEL,
                    false => nothing(check.population),
                };
                let of_section = empty.get(&(slot, section)).and_then(|at| findings.get_mut(*at));
                if let Some(finding) = of_section {
                    finding.points = Points(finding.points.0 + whole);
                    continue;
                }
                empty.insert((slot, section), findings.len());
                let place = FailedPlace {
                    pointer: section.to_owned(),
                    message: format!("{message}: what is to be judged there fails as a whole."),
                    suggestion: suggestion.to_owned(),
                };
                findings.push(finding(check, place, whole));
                continue;
            }
            let failing = self.failing[at];
            let cost = share(whole, failing.min(population), population);
            let price = share(whole, 1, failing.max(population));
            lost[slot] += cost;
            let listed = std::mem::take(&mut self.listed[at]);
            let (unlisted, before_last) =
                (failing - listed.len() as u64, listed.len().saturating_sub(1) as u64);
            findings.extend(listed.into_iter().map(|place| finding(check, place, price)));
            carry_rest(&mut findings, unlisted, cost.saturating_sub(price * before_last));
        }
        let mut missing = 0;
        if let Some(judged) = &judged {
            missing = add_faults(judged, &mut findings);
        }
        in_order(&mut findings);
        let all: u64 = lost.iter().sum::<u64>() + missing;
        let of_all = |weight: u64| share(weight * Points::ONE, total - earned, total);
        let lost_of = |d: Dimension| lost[slot(d)] + of_all(u64::from(d.weight()));
        Evaluation {
            input_sha256,
            overall: score(100 * Points::ONE, all, 100),
            dimensions: Dimensions::from_fn(|d| dimension_score(d, lost_of(d))),
            findings,
            fidelity: judged.map(|judged| judged.fidelity),
        }
    }
}

/// Adds what the design lacks of its brief, and returns its price.
fn add_faults(judged: &Judged, findings: &mut Vec<Finding>) -> u64 {
    let price = |weight| share(100 * Points::ONE, weight, judged.total);
    let total = judged.faults.iter().map(|fault| price(fault.weight)).sum();
    let (listed, others) = judged.faults.split_at(judged.faults.len().min(MOST_LISTED));
    let rest: u64 = others.iter().map(|fault| price(fault.weight)).sum();
    for fault in listed {
        let Some(check) = checks().iter().find(|check| check.id == fault.check) else { continue };
        let (pointer, suggestion) = (fault.pointer.clone(), fault.suggestion.clone());
        let place = FailedPlace { pointer, message: fault.message.clone(), suggestion };
        let found = finding(check, place, price(fault.weight));
        findings.push(Finding { severity: fault.severity, ..found });
    }
    let last = listed.last().map_or(0, |fault| price(fault.weight));
    carry_rest(findings, others.len() as u64, last + rest);
    total
}

/// Lets the last finding of a check carry the price of those that are not listed.
fn carry_rest(findings: &mut [Finding], unlisted: u64, points: u64) {
    if let Some(last) = findings.last_mut().filter(|_| unlisted > 0) {
        last.points = Points(points);
        last.message = clipped(format!("{unlisted} more: {}", last.message));
    }
}

fn finding(check: &Check, place: FailedPlace, points: u64) -> Finding {
    Finding {
        check: check.id.to_owned(),
        dimension: check.dimension,
        pointer: place.pointer,
        points: Points(points),
        severity: check.severity,
        message: clipped(place.message),
        suggestion: place.suggestion,
        critic: None,
        id: None,
        dismissed: None,
    }
}

/// Most expensive first, then by check, then by pointer, then by message.
pub(super) fn in_order(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        b.points
            .cmp(&a.points)
            .then_with(|| a.check.cmp(&b.check))
            .then_with(|| a.pointer.cmp(&b.pointer))
            .then_with(|| a.message.cmp(&b.message))
    });
}

/// A dimension's score out of a hundred after it lost so many billionths of its weight. Rounded down, so that every
/// loss is visible.
pub(super) fn dimension_score(dimension: Dimension, lost: u64) -> Score {
    score(u64::from(dimension.weight()) * Points::ONE, lost, u64::from(dimension.weight()))
}

/// `weight` points in billionths, minus what was lost, on the scale to a hundred.
pub(super) fn score(whole: u64, lost: u64, weight: u64) -> Score {
    let left = whole.saturating_sub(lost);
    let hundredths = left * 100 / weight / HUNDREDTH;
    Score::from_hundredths(u16::try_from(hundredths).unwrap_or(10_000))
}

pub(super) fn slot(dimension: Dimension) -> usize {
    Dimension::ALL.iter().position(|d| *d == dimension).unwrap_or(0)
}

/// What a check can cost at most, in billionths.
fn whole(check: &Check) -> u64 {
    u64::from(check.dimension.weight()) * Points::ONE / 100 * u64::from(check.weight)
}

/// `whole × part / of` without overflow: at most 25 × 10⁹ × 10⁶.
fn share(whole: u64, part: u64, of: u64) -> u64 {
    let wide = u128::from(whole) * u128::from(part) / u128::from(of.max(1));
    u64::try_from(wide).unwrap_or(u64::MAX)
}

fn population(kind: P, g: &Ground) -> u64 {
    let (f, c, e) = (g.flows.counted, g.components, g.entities);
    let none_if = |missing: bool, count: u64| if missing { 0 } else { count };
    match kind {
        P::Sections => 3,
        P::Requirements => g.requirements.different,
        P::Satisfied => g.requirements.satisfied,
        P::Flows => f,
        P::Steps => 3 * f,
        P::FlowParts => 4 * f,
        P::Views => g.views,
        P::ViewStates => 3 * g.views,
        P::Components => c,
        P::HalfComponents => c.div_ceil(2),
        P::HalfFlows => f.div_ceil(2),
        P::HalfEntities => e.div_ceil(2),
        P::Entities => e,
        P::EntityParts => 2 * e,
        P::Attributes => 3 * e,
        P::Described => none_if(c == 0, c + e),
        P::Elements => none_if(f == 0 || c == 0, f + c + e),
        P::Texts => none_if(f == 0 || c == 0, 4 * f + c + 2 * e + 3),
        P::Statements => none_if(f == 0, 3),
    }
}

const NO_MODEL: (&str, &str, &str) = (
    "/dataModel/entities",
    "The data model is empty",
    "Add the entities that the flows create, show or change, and name them in the steps.",
);

/// Message and suggestion for a whole required part that is missing.
fn nothing(kind: P) -> (&'static str, &'static str, &'static str) {
    match kind {
        P::Sections
        | P::Statements
        | P::Flows
        | P::Steps
        | P::FlowParts
        | P::HalfFlows
        | P::Texts
        | P::Elements => (
            "/userFlows",
            "No flow with specific steps satisfies a requirement",
            "Add a flow with specific steps at existing components, and list the requirements it satisfies.",
        ),
        P::Requirements => {
            ("/requirements", "No requirements", "List the requirements of the brief with their lines.")
        }
        P::Satisfied => (
            "/requirements",
            "No requirement is satisfied",
            "List in each flow the requirements that it satisfies.",
        ),
        P::Views | P::ViewStates => (
            "/components",
            "No flow uses a view",
            "Add the views of the steps, with their parts as children.",
        ),
        P::Components | P::HalfComponents | P::Described => (
            "/components",
            "No flow that satisfies a requirement uses a component",
            "Add the components of the steps.",
        ),
        P::HalfEntities | P::Entities | P::EntityParts | P::Attributes => (
            "/dataModel/entities",
            "No flow that satisfies a requirement uses an entity that the texts name",
            "Add the entities that the flows create, show or change, and name them in the steps.",
        ),
    }
}

/// A message stays short, however long the name of an element is.
fn clipped(message: String) -> String {
    const LONGEST: usize = 160;
    match message.char_indices().nth(LONGEST) {
        None => message,
        Some(_) => {
            let end = message.char_indices().nth(LONGEST - 1).map_or(0, |(end, _)| end);
            format!("{}…", message.get(..end).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_merged_tallies_equal_one() {
        let check = "clarity/vague-term";
        let noted = |tally: &mut Tally, from: usize, to: usize| {
            (from..to).for_each(|n| tally.fail(check, || (format!("/{n}"), String::new(), "")));
        };
        for (middle, all) in [(3, 10), (MOST_LISTED - 1, MOST_LISTED + 2), (MOST_LISTED + 9, 2 * MOST_LISTED)]
        {
            let one = Tally::by(|tally| noted(tally, 0, all));
            let two =
                Tally::by(|tally| noted(tally, 0, middle)).and(Tally::by(|tally| noted(tally, middle, all)));
            let listed = |tally: &Tally| -> Vec<String> {
                tally.listed.iter().flatten().map(|place| place.pointer.clone()).collect()
            };
            assert_eq!((listed(&two), &two.failing), (listed(&one), &one.failing), "{middle} of {all}");
        }
    }
}
