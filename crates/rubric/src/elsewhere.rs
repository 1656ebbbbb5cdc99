//! Requirements claimed at the wrong place: another element speaks of their demands far more than all that claim them.

use std::collections::BTreeSet;

use super::named::Named;
use crate::checks::called;
use crate::text::marks::Marks;
use crate::text::texts::{Id, Texts};
use crate::text::words::distinct;
use frieze_intent::Intent;

/// A word that only one requirement has weighs half of this, a word of two a third: one word decides nothing, nor do two of the latter.
const ONE: u64 = 1 << 20;
/// A word of more requirements than this identifies none of them.
const COMMON: usize = 64;
/// What says more than half of the words of a requirement is no wrong place for it.
const ENOUGH: usize = 2;

/// For each requirement that is claimed at the wrong place the right one, by name.
pub(super) fn claimed(intent: &Intent, texts: &Texts, named: &Named) -> Vec<Option<String>> {
    let ids = &texts.ids;
    let (roots, _) = texts.roots();
    let demands = Demands::of(texts);
    // The element that speaks most of each requirement, counted from the first flow, and how much.
    let mut best = vec![(0, 0); ids.requirements.len()];
    let mut element = 0;
    // The words of each requirement that those have which claim it.
    let mut own: Vec<Vec<bool>> = demands.words.iter().map(|words| vec![false; words.len()]).collect();
    // The most words of each requirement that one of those has without its surroundings.
    let mut most = vec![0; ids.requirements.len()];
    // The weight of the words of each requirement that one element has: zero between elements.
    let mut spoken: Vec<u64> = vec![0; ids.requirements.len()];
    let (mut marks, mut words) = (Marks::below(roots), Vec::new());
    let mut touched: Vec<usize> = Vec::new();
    // The surroundings of an element support its own claims, but make no other element the better place.
    let mut read = |all: &mut dyn Iterator<Item = Id>, uses: &[&str], satisfies: &[String]| {
        marks.clear();
        words.clear();
        words.extend(all.flat_map(|id| texts.roots_of(id)).filter(|word| marks.add(*word)));
        for (weight, places) in words.iter().map(|word| &demands.having[*word]) {
            for at in places {
                if spoken[*at] == 0 {
                    touched.push(*at);
                }
                spoken[*at] += weight;
            }
        }
        for at in touched.drain(..) {
            let spoken = std::mem::take(&mut spoken[at]);
            if spoken > best[at].0 {
                best[at] = (spoken, element);
            }
        }
        element += 1;
        let claimed: Vec<usize> = satisfies.iter().filter_map(|id| named.requirement(id)).collect();
        if claimed.is_empty() {
            return;
        }
        let count = |at: &usize| demands.words[*at].iter().filter(|word| marks.has(**word)).count();
        claimed.iter().for_each(|at| most[*at] = most[*at].max(count(at)));
        let used: BTreeSet<usize> = uses.iter().filter_map(|id| named.component(id)).collect();
        let used = used.into_iter().flat_map(|at| ids.components[at].all());
        marks.add_all(used.flat_map(|id| texts.roots_of(id)));
        for at in claimed {
            for (word, has) in demands.words[at].iter().zip(&mut own[at]) {
                *has |= marks.has(*word);
            }
        }
    };
    for (flow, flow_texts) in intent.user_flows.iter().zip(&ids.flows) {
        let uses: Vec<&str> = flow.all_steps().map(|step| step.component.as_str()).collect();
        read(&mut flow_texts.texts(), &uses, &flow.satisfies);
    }
    for (component, component_texts) in intent.components.iter().zip(&ids.components) {
        let uses: Vec<&str> = component.children.iter().map(String::as_str).collect();
        read(&mut component_texts.all(), &uses, &component.satisfies);
    }
    for (interaction, interaction_texts) in intent.interactions.iter().zip(&ids.interactions) {
        read(&mut interaction_texts.all(), &[&interaction.component], &interaction.satisfies);
    }
    let place = |(at, (best, element)): (usize, (u64, usize))| {
        let here = demands.score(at, &own[at]);
        let is_here = most[at] * ENOUGH > own[at].len() || best <= here * 2 || best <= here + ONE * 2 / 3;
        (!is_here).then(|| name(intent, element))
    };
    best.into_iter().enumerate().map(place).collect()
}

/// The name of a flow, component or interaction, counted from the first flow.
fn name(intent: &Intent, element: usize) -> String {
    let component = element.checked_sub(intent.user_flows.len());
    let interaction = component.and_then(|at| at.checked_sub(intent.components.len()));
    match (component, interaction) {
        (None, _) => called::flow(intent, element),
        (Some(at), None) => called::component(intent, at),
        (Some(_), Some(at)) => intent.interactions.get(at).map(called::interaction).unwrap_or_default(),
    }
}

/// The words of all requirements, as the indices of their roots.
struct Demands {
    words: Vec<Vec<usize>>,
    /// The weight of a word, and the requirements that have it; nothing of a common one.
    having: Vec<(u64, Vec<usize>)>,
}

impl Demands {
    fn of(texts: &Texts) -> Self {
        let mut having: Vec<(u64, Vec<usize>)> = vec![(0, Vec::new()); texts.roots().0];
        let requirements = texts.ids.requirements.clone();
        let words: Vec<Vec<usize>> = requirements.map(|id| distinct(texts.roots_of(id))).collect();
        for (at, words) in words.iter().enumerate() {
            words.iter().for_each(|word| having[*word].1.push(at));
        }
        for (weight, places) in &mut having {
            match places.len() {
                1..=COMMON => *weight = ONE / (places.len() as u64 + 1),
                _ => places.clear(),
            }
        }
        Self { words, having }
    }

    /// The weight of those words of a requirement that are `spoken`.
    fn score(&self, at: usize, spoken: &[bool]) -> u64 {
        let words = self.words[at].iter().zip(spoken).filter(|(_, spoken)| **spoken);
        words.map(|(word, _)| self.having[*word].0).sum()
    }
}
