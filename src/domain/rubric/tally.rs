//! Collects failing places check by check and prices them. Integers only: equal inputs, equal scores.

use super::Evaluation;
use super::check::{Check, Population as P, checks, position};
use super::ground::Ground;
use crate::domain::digest::Digest;
use crate::domain::finding::Finding;
use crate::domain::score::{Dimension, Dimensions, Points, Score};

/// The most places that one check lists; the rest share one last finding, which carries their price.
const MOST_LISTED: usize = 400;
/// Hundredths of a point, in billionths.
const HUNDREDTH: u64 = Points::ONE / 100;

struct Place {
    pointer: String,
    message: String,
    suggestion: String,
}

/// The failing places of every check, in the order of the table.
pub(super) struct Tally {
    listed: Vec<Vec<Place>>,
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

    /// Notes a failing place. Its pointer and texts are made only while they will be listed.
    pub(super) fn fail(
        &mut self,
        id: &str,
        pointer: impl FnOnce() -> String,
        told: impl FnOnce() -> (String, String),
    ) {
        let Some(at) = position(id) else {
            debug_assert!(false, "no check is called {id}");
            return;
        };
        self.failing[at] += 1;
        if self.listed[at].len() < MOST_LISTED {
            let (message, suggestion) = told();
            self.listed[at].push(Place { pointer: pointer(), message: clipped(message), suggestion });
        }
    }

    pub(super) fn close(mut self, ground: &Ground, input_sha256: Digest) -> Evaluation {
        let mut findings = Vec::new();
        let mut lost = [0_u64; 5];
        for (at, check) in checks().iter().enumerate() {
            let whole = whole(check);
            if whole == 0 {
                continue;
            }
            let mut population = population(check.population, ground);
            if population == 0 {
                // Nothing to judge where something must be: the check fails as a whole, at its section.
                let (section, message, suggestion) = nothing(check.population);
                let message = clipped(format!("{message}. So this fails: {}", check.looks_at));
                self.listed[at] =
                    vec![Place { pointer: section.to_owned(), message, suggestion: suggestion.to_owned() }];
                self.failing[at] = 1;
                population = 1;
            }
            let failing = self.failing[at];
            let cost = share(whole, failing.min(population), population);
            let price = share(whole, 1, failing.max(population));
            lost[slot(check.dimension)] += cost;
            let listed = std::mem::take(&mut self.listed[at]);
            let unlisted = failing - listed.len() as u64;
            let mut spent = 0;
            let last = listed.len().saturating_sub(1);
            for (i, place) in listed.into_iter().enumerate() {
                let rest = unlisted > 0 && i == last;
                let points = if rest { cost.saturating_sub(spent) } else { price };
                let message = if rest {
                    clipped(format!("And {unlisted} more: {}", place.message))
                } else {
                    place.message
                };
                spent += points;
                findings.push(Finding {
                    check: check.id.to_owned(),
                    dimension: check.dimension,
                    pointer: place.pointer,
                    points: Points(points),
                    severity: check.severity,
                    message,
                    suggestion: place.suggestion,
                    critic: None,
                });
            }
        }
        in_order(&mut findings);
        let total: u64 = lost.iter().sum();
        Evaluation {
            input_sha256,
            overall: score(100 * Points::ONE, total, 100),
            dimensions: Dimensions::from_fn(|d| dimension_score(d, lost[slot(d)])),
            findings,
        }
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

/// A dimension's score out of a hundred when it lost so many billionths of its weight. Rounded down, so
/// that nothing that was lost is invisible.
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
    let (f, c, e) = (g.flows, g.components, g.entities);
    let none_if = |missing: bool, count: u64| if missing { 0 } else { count };
    match kind {
        P::Sections => 3,
        P::Requirements => g.requirements,
        P::Satisfied => g.satisfied,
        P::Flows => f,
        P::Steps => 3 * f,
        P::FlowParts => 4 * f,
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

/// Where nothing is that must be, what to say, and what to do.
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
        P::Requirements => (
            "/requirements",
            "There is no requirement",
            "List what the brief demands, with its source lines.",
        ),
        P::Satisfied => (
            "/requirements",
            "No requirement is satisfied",
            "List under each flow the requirements it satisfies.",
        ),
        P::ViewStates => (
            "/components",
            "No flow leads through a view",
            "Add the views that the steps happen in, with their parts as children.",
        ),
        P::Components | P::HalfComponents | P::Described => (
            "/components",
            "No component is used by a flow that satisfies a requirement",
            "Add the components at which the steps of the flows happen.",
        ),
        P::HalfEntities | P::Entities | P::EntityParts | P::Attributes => (
            "/dataModel/entities",
            "No entity is reached by a flow that satisfies a requirement",
            "Add the entities that the flows create, show or change, and name them in the steps.",
        ),
    }
}

/// A message is read at a glance: whatever an element is called, it stays short.
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
    fn what_two_tallies_hold_is_what_one_would() {
        let check = "clarity/vague-term";
        let noted = |tally: &mut Tally, from: usize, to: usize| {
            (from..to).for_each(|n| tally.fail(check, || format!("/{n}"), Default::default));
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
