//! How far the requirements are met: what claims each, and which of its words are spoken where it is claimed.

use super::claims::{Claims, Spoken, groups};
use super::named::Named;
use super::product::Product;
use super::telling::{FlowTexts, InteractionTexts};
use super::texts::Texts;

/// Requirements with the same words are one: repeating a demand demands nothing more.
pub(super) struct Meeting<'t, 'i> {
    claims: Claims<'t, 'i>,
    /// What the element that was heard last speaks of.
    spoken: Spoken,
    /// Each requirement's first one with the same words, where all that follows is kept.
    group: Vec<usize>,
    claimed: Vec<bool>,
    /// The words that are spoken, a bit each.
    shared: Vec<u64>,
    /// A flow was the first to claim it.
    taken: Vec<bool>,
    /// Whether it demands anything; what does not is neither met nor missed.
    demanded: Vec<bool>,
}

/// What became of the requirements.
pub(super) struct Met {
    /// Per requirement: whether something that is part of the design satisfies it.
    pub(super) met: Vec<bool>,
    /// Per requirement: whether something claims it, in whatever words.
    pub(super) claimed: Vec<bool>,
    /// How many different ones there are.
    pub(super) requirements: u64,
    /// How many of those are met.
    pub(super) satisfied: u64,
}

impl<'t, 'i> Meeting<'t, 'i> {
    pub(super) fn nothing_of(texts: &'t Texts<'i>, product: &'t Product) -> Self {
        let group = groups(texts);
        let requirements = texts.telling.requirements.clone();
        let demanded = requirements.map(|id| product.is_demanded(texts.said(id))).collect();
        Self {
            claims: Claims::of(texts, product, &group),
            spoken: Spoken::nothing_of(texts),
            claimed: vec![false; group.len()],
            shared: vec![0; group.len()],
            taken: vec![false; group.len()],
            demanded,
            group,
        }
    }

    /// What a flow says, with the components it steps on and the entities it names.
    pub(super) fn hear_flow(&mut self, flow: &FlowTexts, at: &[usize], held: &[usize]) {
        self.claims.flow(flow, at, held, &mut self.spoken);
    }

    /// Whether a requirement demands anything that could be claimed.
    pub(super) fn is_demanded(&self, requirement: usize) -> bool {
        self.demanded[self.group[requirement]]
    }

    /// The flow that was heard claims a requirement, and meets it if it stands; answers whether it speaks of it at all.
    pub(super) fn claimed_by_flow(&mut self, requirement: usize, stands: bool) -> bool {
        let first = self.group[requirement];
        let (speaks, bits) = self.claims.shared_by_flow(first, &self.spoken);
        self.claimed[first] = true;
        if stands && speaks {
            self.shared[first] |= bits;
        }
        speaks
    }

    /// Takes a requirement for a flow; answers whether no other had it.
    pub(super) fn take(&mut self, requirement: usize) -> bool {
        !std::mem::replace(&mut self.taken[self.group[requirement]], true)
    }

    /// A component that is used claims what it `satisfies`.
    pub(super) fn claimed_by_component(&mut self, at: usize, satisfies: &[String], named: &Named) {
        self.claims.component(at, &mut self.spoken);
        self.claimed_as_spoken(satisfies, named);
    }

    /// An interaction of a used component claims what it `satisfies`.
    pub(super) fn claimed_by_interaction(
        &mut self,
        told: &InteractionTexts,
        satisfies: &[String],
        named: &Named,
    ) {
        self.claims.interaction(told, &mut self.spoken);
        self.claimed_as_spoken(satisfies, named);
    }

    fn claimed_as_spoken(&mut self, satisfies: &[String], named: &Named) {
        for requirement in satisfies.iter().filter_map(|id| named.requirement(id)) {
            let first = self.group[requirement];
            self.claimed[first] = true;
            self.shared[first] |= self.claims.shared(first, &self.spoken);
        }
    }

    pub(super) fn close(self) -> Met {
        let is_met = |r: usize| self.claimed[r] && self.claims.demands[r].is_met_by(self.shared[r]);
        let firsts = || self.group.iter().enumerate().filter(|(i, first)| i == *first).map(|(i, _)| i);
        let different = || firsts().filter(|r| self.demanded[*r]);
        Met {
            met: self.group.iter().map(|first| !self.demanded[*first] || is_met(*first)).collect(),
            claimed: self.group.iter().map(|first| self.claimed[*first]).collect(),
            requirements: different().count() as u64,
            satisfied: different().filter(|r| is_met(*r)).count() as u64,
        }
    }
}
