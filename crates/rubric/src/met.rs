//! How far the requirements are met: which elements claim each, and which of its words they speak.

use super::claims::{Around, Claims, Spoken, groups};
use super::named::Named;
use super::shares::{Kind, Shares};
use super::text_ids::FlowTexts;
use crate::text::class::FAILURE;
use crate::text::texts::{Id, Texts};

/// Requirements with the same words are one: repeating a demand demands nothing more.
pub(super) struct Meeting<'t, 'i> {
    claims: Claims<'t, 'i>,
    /// The words of the element that was read last.
    spoken: Spoken,
    /// For each requirement the first one with the same words, which keeps the fields of all of them.
    group: Vec<usize>,
    claimed: Vec<bool>,
    /// Claimed by an element that claims nearly everything.
    shared_out: Vec<bool>,
    shares: Shares,
    /// The words that are spoken, a bit each.
    shared: Vec<u64>,
    /// A flow was the first to claim it.
    taken: Vec<bool>,
    /// Whether it demands anything; what does not is neither met nor missed.
    demanded: Vec<bool>,
}

/// The result for each requirement.
#[derive(Default)]
pub(super) struct Met {
    /// Per requirement: whether something that is part of the design satisfies it.
    pub(super) met: Vec<bool>,
    /// Per requirement: whether something claims it, in any words.
    pub(super) claimed: Vec<bool>,
    /// Per requirement: whether a claim of it does not count, because the element claims nearly everything.
    pub(super) shared_out: Vec<bool>,
    /// Per requirement: the element that speaks of it far more than all that claim it, by name.
    pub(super) elsewhere: Vec<Option<String>>,
    /// Per requirement that is claimed in too few of its words: those that are missing.
    pub(super) unspoken: Vec<Vec<String>>,
    /// How many different ones there are.
    pub(super) different: u64,
    /// How many of those are met.
    pub(super) satisfied: u64,
}

impl<'t, 'i> Meeting<'t, 'i> {
    pub(super) fn new(texts: &'t Texts<'i>, shares: Shares, has_brief: bool) -> Self {
        let group = groups(texts);
        let requirements = texts.ids.requirements.clone();
        let demanded = requirements.map(|id| texts.product.is_demanded(texts.said(id))).collect();
        Self {
            claims: Claims::of(texts, &group, has_brief),
            spoken: Spoken::new(texts),
            claimed: vec![false; group.len()],
            shared_out: vec![false; group.len()],
            shares,
            shared: vec![0; group.len()],
            taken: vec![false; group.len()],
            demanded,
            group,
        }
    }

    /// Reads a flow with its components and entities.
    pub(super) fn read_flow(&mut self, flow: &FlowTexts, around: &Around) {
        self.claims.read(flow.texts(), FAILURE, around, &mut self.spoken);
    }

    /// Whether a requirement demands anything that could be claimed.
    pub(super) fn is_demanded(&self, requirement: usize) -> bool {
        self.demanded[self.group[requirement]]
    }

    /// Notes that a flow claims a requirement that demands nothing.
    pub(super) fn claimed_in_vain(&mut self, requirement: usize) {
        self.claimed[self.group[requirement]] = true;
    }

    /// Notes that the element that was read last claims a requirement, which it meets if it `is_valid`. Returns whether it speaks
    /// of the requirement.
    pub(super) fn claimed_by_read(
        &mut self,
        kind: Kind,
        requirement: usize,
        is_valid: bool,
        satisfies: &[String],
        named: &Named,
    ) -> bool {
        let first = self.group[requirement];
        let (speaks, bits) = self.claims.shared(first, &self.spoken);
        self.claimed[first] = true;
        match is_valid.then(|| self.shares.tells(kind, requirement, satisfies, named)) {
            Some(true) if speaks => self.shared[first] |= bits,
            Some(false) => self.shared_out[first] = true,
            Some(true) | None => {}
        }
        speaks
    }

    /// Gives a requirement to a flow; returns whether no other flow had it.
    pub(super) fn take(&mut self, requirement: usize) -> bool {
        !std::mem::replace(&mut self.taken[self.group[requirement]], true)
    }

    /// A used component, or an interaction of one, claims what it `satisfies`.
    pub(super) fn claimed_by(
        &mut self,
        kind: Kind,
        texts: impl Iterator<Item = Id>,
        around: &Around,
        satisfies: &[String],
        named: &Named,
    ) {
        // Any flow and any interaction can speak of a failure.
        let ignored = match kind {
            Kind::Flow | Kind::Interaction => FAILURE,
            Kind::Component => 0,
        };
        self.claims.read(texts, ignored, around, &mut self.spoken);
        for requirement in satisfies.iter().filter_map(|id| named.requirement(id)) {
            self.claimed_by_read(kind, requirement, true, satisfies, named);
        }
    }

    /// The result for all requirements; those that are claimed at the wrong place are not met.
    pub(super) fn close(self, elsewhere: Vec<Option<String>>) -> Met {
        let is_met = |r: usize| {
            self.claimed[r] && elsewhere[r].is_none() && self.claims.demands[r].is_met_by(self.shared[r])
        };
        let unspoken = |r: usize| {
            let words = match self.claimed[r] && self.demanded[r] && !is_met(r) {
                true => self.claims.unspoken(r, self.shared[r]),
                false => Vec::new(),
            };
            words.into_iter().map(str::to_owned).collect()
        };
        let firsts = || self.group.iter().enumerate().filter(|(i, first)| i == *first).map(|(i, _)| i);
        let different = || firsts().filter(|r| self.demanded[*r]);
        Met {
            met: self.group.iter().map(|first| !self.demanded[*first] || is_met(*first)).collect(),
            claimed: self.group.iter().map(|first| self.claimed[*first]).collect(),
            shared_out: self.group.iter().map(|first| self.shared_out[*first]).collect(),
            different: different().count() as u64,
            unspoken: self.group.iter().map(|first| unspoken(*first)).collect(),
            satisfied: different().filter(|r| is_met(*r)).count() as u64,
            elsewhere,
        }
    }
}
