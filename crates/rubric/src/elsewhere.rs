//! Requirements claimed at the wrong place: another element speaks of their demands far more than all that claim them.

use std::collections::BTreeSet;

use super::named::Named;
use super::sound::steps;
use crate::text::texts::{Id, Texts};
use crate::text::words::{Key, KeyMap, KeySet, distinct};
use frieze_intent::Intent;

/// A word that only one requirement has weighs half of this, a word of two a third: a single word decides nothing.
const ONE: u64 = 1 << 20;
/// A word of more requirements than this identifies none of them.
const COMMON: usize = 64;

/// Whether each requirement is claimed at the wrong place.
pub(super) fn claimed(intent: &Intent, texts: &Texts, named: &Named) -> Vec<bool> {
    let demands = Demands::of(texts);
    let count = texts.ids.requirements.len();
    let (mut best, mut own) = (vec![0; count], vec![KeySet::default(); count]);
    // The weight of the words of each requirement that one element has: zero between elements.
    let mut spoken: Vec<u64> = vec![0; count];
    let ids = &texts.ids;
    // The surroundings of an element support its own claims, but make no other element the better place.
    let mut read = |all: &mut dyn Iterator<Item = Id>, uses: &[&str], satisfies: &[String]| {
        let mut words: KeySet = all.flat_map(|id| texts.said(id).roots()).collect();
        for (at, weight) in demands.shared(&words) {
            spoken[at] += weight;
            best[at] = best[at].max(spoken[at]);
        }
        demands.shared(&words).for_each(|(at, _)| spoken[at] = 0);
        let claimed: Vec<usize> = satisfies.iter().filter_map(|id| named.requirement(id)).collect();
        if claimed.is_empty() {
            return;
        }
        let used: BTreeSet<usize> = uses.iter().filter_map(|id| named.component(id)).collect();
        let used = used.into_iter().flat_map(|at| ids.components[at].all());
        words.extend(used.flat_map(|id| texts.said(id).roots()));
        for at in claimed {
            own[at].extend(&words);
        }
    };
    for (flow, flow_texts) in intent.user_flows.iter().zip(&ids.flows) {
        let uses: Vec<&str> = steps(flow).map(|step| step.component.as_str()).collect();
        read(&mut flow_texts.texts(), &uses, &flow.satisfies);
    }
    for (component, component_texts) in intent.components.iter().zip(&ids.components) {
        let uses: Vec<&str> = component.children.iter().map(String::as_str).collect();
        read(&mut component_texts.all(), &uses, &component.satisfies);
    }
    for (interaction, interaction_texts) in intent.interactions.iter().zip(&ids.interactions) {
        read(&mut interaction_texts.all(), &[&interaction.component], &interaction.satisfies);
    }
    let is_elsewhere = |(at, best): (usize, u64)| {
        let here = demands.score(at, &own[at]);
        best > here * 2 && best > here + ONE / 2
    };
    best.into_iter().enumerate().map(is_elsewhere).collect()
}

/// The words of all requirements.
struct Demands {
    words: Vec<Vec<Key>>,
    /// The requirements that have a word.
    having: KeyMap<Vec<usize>>,
}

impl Demands {
    fn of(texts: &Texts) -> Self {
        let mut having: KeyMap<Vec<usize>> = KeyMap::default();
        let requirements = texts.ids.requirements.clone();
        let words: Vec<Vec<Key>> = requirements.map(|id| distinct(texts.said(id).roots())).collect();
        for (at, words) in words.iter().enumerate() {
            for word in words {
                having.entry(*word).or_default().push(at);
            }
        }
        having.retain(|_, places| places.len() <= COMMON);
        Self { words, having }
    }

    fn weight(&self, word: Key) -> u64 {
        self.having.get(&word).map_or(0, |places| weight(places))
    }

    /// The weight of the words of a requirement that are among these.
    fn score(&self, at: usize, spoken: &KeySet) -> u64 {
        self.words[at].iter().filter(|word| spoken.contains(word)).map(|word| self.weight(*word)).sum()
    }

    /// The requirements that have one of these words, with its weight, for each word.
    fn shared(&self, words: &KeySet) -> impl Iterator<Item = (usize, u64)> {
        let having = words.iter().filter_map(|word| self.having.get(word));
        having.flat_map(|places| places.iter().map(|at| (*at, weight(places))))
    }
}

/// The weight of a word that these requirements have.
fn weight(places: &[usize]) -> u64 {
    ONE / (places.len() as u64 + 1)
}
