//! How claims are spread: an element that claims nearly everything, as others of its kind do, proves nothing by a
//! claim.

use super::named::Named;
use crate::fidelity::Trace;
use crate::text::words;
use frieze_intent::Intent;

/// A brief with fewer requirements can be met by a design in which every element serves all of them.
const LEAST: usize = 3;

/// The elements that claim, kind by kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Flow,
    Component,
    Interaction,
}

/// How many elements of a kind claim, and how many of them each requirement.
struct Share {
    claiming: usize,
    of: Vec<usize>,
}

pub(super) struct Shares {
    requirements: usize,
    shares: [Share; 3],
}

impl Shares {
    pub(super) fn of(intent: &Intent, named: &Named, trace: Option<&Trace>) -> Self {
        let count = intent.requirements.len();
        // Requirements that quote the brief but none of its demands make no claim narrower.
        let requirements = (0..count).filter(|at| trace.is_none_or(|trace| trace.is_demanded(*at))).count();
        let share = |elements: &mut dyn Iterator<Item = &Vec<String>>| {
            let mut share = Share { claiming: 0, of: vec![0; count] };
            for satisfies in elements {
                let claimed = distinct(satisfies, named);
                share.claiming += usize::from(!claimed.is_empty());
                claimed.into_iter().for_each(|at| share.of[at] += 1);
            }
            share
        };
        let shares = [
            share(&mut intent.user_flows.iter().map(|flow| &flow.satisfies)),
            share(&mut intent.components.iter().map(|component| &component.satisfies)),
            share(&mut intent.interactions.iter().map(|interaction| &interaction.satisfies)),
        ];
        Self { requirements, shares }
    }

    /// Whether an element's claim proves anything about a requirement: not if it claims more than two thirds of all,
    /// and more than half of its kind claim this one.
    pub(super) fn tells(&self, kind: Kind, requirement: usize, satisfies: &[String], named: &Named) -> bool {
        let share = &self.shares[kind as usize];
        let of = share.of.get(requirement).copied().unwrap_or(0);
        let is_shared = of > 1 && of * 2 > share.claiming;
        let is_broad = || distinct(satisfies, named).len() * 3 > self.requirements * 2;
        self.requirements < LEAST || !is_shared || !is_broad()
    }
}

/// The requirements that an element claims, each once.
fn distinct(satisfies: &[String], named: &Named) -> Vec<usize> {
    words::distinct(satisfies.iter().filter_map(|id| named.requirement(id)))
}
