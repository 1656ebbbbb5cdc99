//! Whether what claims to satisfy a requirement speaks of it. A claim is an id; ids are cheap. So a claim counts
//! when its text shares words with the requirement, by their beginnings, and for scripts without spaces by
//! pairs of characters.

use super::ground::steps;
use super::words::{self, Key, KeySet};
use crate::domain::intent::{Component, Intent, UserFlow};

/// So many words of a requirement are looked for at most.
const MOST: usize = 64;
/// So many words of a component are known at most, so that one endless text costs no more than a long one.
const MOST_OF_A_PART: usize = 400;

/// What a requirement speaks of.
pub(super) struct Demand {
    words: Vec<Key>,
    unspaced: bool,
}

impl Demand {
    /// The bits of the words that a text has; all of them where the two cannot be compared.
    fn shared(&self, spoken: &Spoken) -> u64 {
        if self.words.is_empty() || self.unspaced != spoken.unspaced {
            return u64::MAX;
        }
        let mut bits = 0;
        for (bit, word) in self.words.iter().enumerate() {
            bits |= u64::from(spoken.words.contains(word)) << bit;
        }
        bits
    }

    /// Whether enough of it is spoken of: a quarter of its words, and not more than a few.
    pub(super) fn is_met_by(&self, bits: u64) -> bool {
        let most = if self.unspaced { 6 } else { 4 };
        bits == u64::MAX || bits.count_ones() as usize >= self.words.len().div_ceil(4).min(most)
    }
}

/// The words of what claims.
#[derive(Default)]
struct Spoken {
    words: KeySet,
    unspaced: bool,
}

impl Spoken {
    fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut keys = Vec::new();
        let mut unspaced = false;
        for text in texts {
            words::roots(text, &mut keys);
            unspaced |= text.chars().any(words::unspaced);
        }
        Self { words: keys.into_iter().collect(), unspaced }
    }
}

/// All requirements, and the words of all components, ready to compare.
pub(super) struct Claims {
    pub(super) demands: Vec<Demand>,
    parts: Vec<Vec<Key>>,
}

impl Claims {
    pub(super) fn of(intent: &Intent) -> Self {
        // Who acts says nothing of what is done: most requirements name the same few people.
        let mut actors = Vec::new();
        for flow in &intent.user_flows {
            words::roots(&flow.actor, &mut actors);
        }
        let actors: KeySet = actors.into_iter().collect();
        let demands = intent
            .requirements
            .iter()
            .map(|requirement| {
                let mut all = Vec::new();
                words::roots(&requirement.text, &mut all);
                all.sort_unstable();
                all.dedup();
                let mut words: Vec<Key> = all.iter().copied().filter(|w| !actors.contains(w)).collect();
                if words.is_empty() {
                    words = all;
                }
                words.truncate(MOST);
                Demand { words, unspaced: requirement.text.chars().any(words::unspaced) }
            })
            .collect();
        let parts = intent
            .components
            .iter()
            .map(|component| {
                let mut keys = Vec::new();
                for text in part_texts(component) {
                    words::roots(text, &mut keys);
                    if keys.len() > MOST_OF_A_PART {
                        break;
                    }
                }
                keys.truncate(MOST_OF_A_PART);
                keys
            })
            .collect();
        Self { demands, parts }
    }

    /// What a flow speaks of: closely, in its own words and the names of the parts it steps on; and widely,
    /// with what those parts and the entities say.
    pub(super) fn flow<'i>(
        &self,
        intent: &'i Intent,
        flow: &'i UserFlow,
        part: impl Fn(&str) -> Option<usize>,
        entity: impl Fn(&str) -> Option<usize>,
    ) -> FlowWords {
        let own = [Some(flow.name.as_str()), flow.goal.as_deref()].into_iter().flatten();
        let conditions = flow.alternatives.iter().map(|a| a.condition.as_str());
        let told = steps(flow).flat_map(|s| [Some(s.action.as_str()), s.outcome.as_deref()]).flatten();
        let mut at: Vec<usize> = steps(flow).filter_map(|s| part(&s.component)).collect();
        at.sort_unstable();
        at.dedup();
        let names = at.iter().map(|p| intent.components[*p].name.as_str());
        let close = Spoken::of(own.chain(conditions).chain(told).chain(names));
        let mut wide = Spoken { words: close.words.clone(), unspaced: close.unspaced };
        for p in &at {
            wide.words.extend(self.parts[*p].iter().copied());
        }
        let mut held: Vec<usize> = steps(flow).flat_map(|s| &s.entities).filter_map(|e| entity(e)).collect();
        held.sort_unstable();
        held.dedup();
        let mut keys = Vec::new();
        for e in held {
            let entity = &intent.data_model.entities[e];
            words::roots(&entity.name, &mut keys);
            for attribute in entity.attributes.iter().take(MOST) {
                words::roots(&attribute.name, &mut keys);
            }
        }
        wide.words.extend(keys);
        FlowWords { close, wide }
    }

    /// What a component that claims a requirement shares with it.
    pub(super) fn component(&self, requirement: usize, component: &Component, also: &[&str]) -> u64 {
        let spoken = Spoken::of(part_texts(component).chain(also.iter().copied()));
        self.demands[requirement].shared(&spoken)
    }

    /// Whether a flow's own words speak of a requirement at all, and what it shares with it.
    pub(super) fn shared(&self, requirement: usize, flow: &FlowWords) -> (bool, u64) {
        let demand = &self.demands[requirement];
        (demand.shared(&flow.close) != 0, demand.shared(&flow.wide))
    }
}

/// See [`Claims::flow`].
pub(super) struct FlowWords {
    close: Spoken,
    wide: Spoken,
}

fn part_texts(component: &Component) -> impl Iterator<Item = &str> {
    let own = [component.name.as_str(), component.description.as_str()];
    own.into_iter().chain(component.states.iter().map(String::as_str))
}

/// Whether a flow is a heap of keywords: its texts go round and round among a few words.
pub(super) fn is_heap(flow: &UserFlow) -> bool {
    const ENOUGH: usize = 20;
    const MOST: usize = 60;
    let own = [Some(flow.name.as_str()), flow.goal.as_deref()].into_iter().flatten();
    let conditions = flow.alternatives.iter().map(|a| a.condition.as_str());
    let told = steps(flow).flat_map(|s| [Some(s.action.as_str()), s.outcome.as_deref()]).flatten();
    let mut keys: Vec<Key> = Vec::new();
    for text in own.chain(conditions).chain(told) {
        words::each(text, |word| {
            let key = words::key(word);
            let spaced = !word.chars().next().is_some_and(words::unspaced);
            if spaced && keys.len() < MOST && !words::is_stop(key) && !words::is_generic(key) {
                keys.push(key);
            }
        });
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    // Honest flows have three different words in five and more; a third is a rotation.
    count >= ENOUGH && keys.len() * 8 <= count * 3
}
