//! Whether what claims to satisfy a requirement speaks of it. A claim is an id; ids are cheap. So a claim counts
//! when its text shares words with the requirement, by their beginnings, and for scripts without spaces by
//! pairs of characters.

use super::class::{Class, FAILURE};
use super::product::Product;
use super::said::{Said, content_in_order};
use super::same::Sets;
use super::telling::{ComponentTexts, FlowTexts, InteractionTexts};
use super::texts::{Id, Texts};
use super::vocabulary::ShortRoot;
use super::words::{self, Key};

/// So many words of a requirement are looked for at most.
const MOST: usize = 64;
/// So many words of a component are known at most, so that one endless text costs no more than a long one.
const MOST_OF_A_PART: usize = 400;

/// What a requirement speaks of.
pub(super) struct Demand {
    words: Vec<ShortRoot>,
    unspaced: bool,
}

impl Demand {
    /// The bits of the words that are spoken; all of them where the two cannot be compared.
    fn shared(&self, spoken: impl Fn(ShortRoot) -> bool, unspaced: bool) -> u64 {
        if self.words.is_empty() || self.unspaced != unspaced {
            return u64::MAX;
        }
        self.words.iter().enumerate().fold(0, |bits, (bit, word)| bits | u64::from(spoken(*word)) << bit)
    }

    /// Whether enough of it is spoken of: a quarter of its words, and not more than a few.
    pub(super) fn is_met_by(&self, bits: u64) -> bool {
        let most = if self.unspaced { 6 } else { 4 };
        bits == u64::MAX || bits.count_ones() as usize >= self.words.len().div_ceil(4).min(most)
    }
}

/// A set of words that is emptied at once, so that one serves for every element in turn.
pub(super) struct Heard {
    /// For each root, the last turn in which it was heard.
    turns: Vec<u32>,
    turn: u32,
}

impl Heard {
    fn nothing_of(texts: &Texts) -> Self {
        Self { turns: vec![0; texts.short_roots()], turn: 1 }
    }

    fn forget(&mut self) {
        self.turn += 1;
    }

    fn hear(&mut self, words: impl Iterator<Item = ShortRoot>) {
        for word in words {
            if let Some(turn) = self.turns.get_mut(word.index()) {
                *turn = self.turn;
            }
        }
    }

    fn has(&self, word: ShortRoot) -> bool {
        self.turns.get(word.index()) == Some(&self.turn)
    }
}

/// The words of what claims: its own, and for a flow what it is about.
pub(super) struct Spoken {
    close: Heard,
    wide: Heard,
    unspaced: bool,
}

impl Spoken {
    pub(super) fn nothing_of(texts: &Texts) -> Self {
        Self { close: Heard::nothing_of(texts), wide: Heard::nothing_of(texts), unspaced: false }
    }

    /// In a story, that something fails is said of anything: such words (`unheard`) make no claim.
    fn begin<'s>(&mut self, texts: impl Iterator<Item = Said<'s>>, product: &Product, unheard: Class) {
        self.close.forget();
        self.wide.forget();
        self.unspaced = false;
        let mut pith = Vec::new();
        for text in texts {
            self.unspaced |= text.has_unspaced();
            // Filler, words in a row, and what does not speak of the product at all claim nothing by a word alike.
            product.pith_into(text, &mut pith, |_| ());
            let speaks = || !product.compares(text) || pith.iter().any(|word| product.has(word));
            if text.filler().is_some() || product.is_strung(text) || !speaks() {
                continue;
            }
            let words = pith.iter().filter(|word| word.is_specific() && word.class & unheard == 0);
            self.close.hear(words.map(|word| word.short_root));
        }
    }
}

/// All requirements, and the words of all components, ready to compare.
pub(super) struct Claims<'t, 'i> {
    texts: &'t Texts<'i>,
    product: &'t Product,
    pub(super) demands: Vec<Demand>,
    /// The words of each component, all in one list.
    part_words: Vec<ShortRoot>,
    parts: Vec<std::ops::Range<usize>>,
}

impl<'t, 'i> Claims<'t, 'i> {
    /// `group` has each requirement's first one with the same words.
    pub(super) fn of(texts: &'t Texts<'i>, product: &'t Product, group: &[usize]) -> Self {
        // Who acts says nothing of what is done: most requirements begin with the same few people. The demands say
        // so themselves: what the flows call their actors changes nothing of what is demanded.
        let requirements = texts.telling.requirements.clone();
        let distinct = requirements.clone().zip(group).enumerate().filter(|(i, (_, first))| i == *first);
        let (mut once, mut actors) = (Heard::nothing_of(texts), Heard::nothing_of(texts));
        for who in distinct.filter_map(|(_, (id, _))| who(texts.said(id))) {
            if once.has(who) {
                actors.hear(std::iter::once(who));
            }
            once.hear(std::iter::once(who));
        }
        let demand = |said: Said| {
            let mut all: Vec<ShortRoot> = said.short_roots().collect();
            all.sort_unstable_by_key(|root| root.key);
            all.dedup();
            let mut words: Vec<ShortRoot> = all.iter().copied().filter(|word| !actors.has(*word)).collect();
            if words.is_empty() {
                words = all;
            }
            words.truncate(MOST);
            Demand { words, unspaced: said.has_unspaced() }
        };
        let demands = requirements.map(|id| demand(texts.said(id))).collect();
        let mut part_words = Vec::new();
        let mut part = |component: &ComponentTexts| {
            let from = part_words.len();
            for id in component.all() {
                let pith = product.pith(texts.said(id)).into_iter();
                part_words.extend(pith.filter(|word| word.is_specific()).map(|word| word.short_root));
                if part_words.len() - from > MOST_OF_A_PART {
                    break;
                }
            }
            part_words.truncate(from + MOST_OF_A_PART);
            from..part_words.len()
        };
        let parts = texts.telling.components.iter().map(&mut part).collect();
        Self { texts, product, demands, part_words, parts }
    }

    /// What a flow speaks of: closely, in its own words; and widely, with what the parts that it steps on and the
    /// entities say. Only the first makes a claim: anybody can walk over somebody else's parts.
    pub(super) fn flow(&self, flow: &FlowTexts, at: &[usize], held: &[usize], spoken: &mut Spoken) {
        spoken.begin(flow.told().map(|id| self.texts.said(id)), self.product, FAILURE);
        for part in at {
            spoken.wide.hear(self.part_words[self.parts[*part].clone()].iter().copied());
        }
        for entity in held {
            let entity = &self.texts.telling.entities[*entity];
            for id in std::iter::once(&entity.name).chain(entity.attributes.iter().take(MOST)) {
                spoken.wide.hear(self.texts.said(*id).short_roots());
            }
        }
    }

    /// What a component that claims says.
    pub(super) fn component(&self, at: usize, spoken: &mut Spoken) {
        spoken.begin(self.texts.telling.components[at].all().map(|id| self.texts.said(id)), self.product, 0);
    }

    /// What an interaction that claims says. It speaks for itself: what stands at its component is claimed there.
    pub(super) fn interaction(&self, told: &InteractionTexts, spoken: &mut Spoken) {
        spoken.begin(told.all().map(|id| self.texts.said(id)), self.product, FAILURE);
    }

    /// What shares how much with a requirement.
    pub(super) fn shared(&self, requirement: usize, spoken: &Spoken) -> u64 {
        self.demands[requirement].shared(|word| spoken.close.has(word), spoken.unspaced)
    }

    /// Whether a flow's own words speak of a requirement at all, and what it shares with it.
    pub(super) fn shared_by_flow(&self, requirement: usize, flow: &Spoken) -> (bool, u64) {
        let demand = &self.demands[requirement];
        let (close, wide) = (&flow.close, &flow.wide);
        let speaks = demand.shared(|word| close.has(word), flow.unspaced) != 0;
        (speaks, demand.shared(|word| close.has(word) || wide.has(word), flow.unspaced))
    }
}

/// Whom a requirement begins with: `Members must …`, `A member can …`, `As a member, I want …`.
fn who(requirement: Said) -> Option<ShortRoot> {
    let mut first = requirement.words().take(3).enumerate();
    let (at, word) = first.find(|(_, word)| word.is_specific())?;
    let told_as = || requirement.words().next().is_some_and(|word| word.key == words::key("as"));
    (!word.unspaced && (at < 2 || told_as())).then_some(word.short_root)
}

/// Each requirement's first one with the same words: with others put before or after them it demands the same.
pub(super) fn groups(texts: &Texts) -> Vec<usize> {
    const RESTATED: usize = 4;
    let requirements = texts.telling.requirements.clone();
    let mut same = Sets::among(requirements.clone().map(|id| texts.said(id).set_key()), RESTATED);
    let (mut group, mut keys): (Vec<usize>, _) = (Vec::with_capacity(requirements.len()), Vec::new());
    for (i, id) in requirements.enumerate() {
        content_in_order([texts.said(id)], &mut keys);
        let first = same.meets_but_for_one(i, &keys, false);
        group.push(first.map_or(i, |first| group[first]));
    }
    group
}

/// Whether a flow is a heap of keywords: its texts go round and round among a few words.
pub(super) fn is_heap(flow: &FlowTexts, texts: &Texts) -> bool {
    const ENOUGH: usize = 20;
    const MOST: usize = 60;
    let words = flow.told().flat_map(|id: Id| texts.said(id).words());
    let own = words.filter(|word| !word.unspaced && word.is_specific());
    let mut keys: Vec<Key> = own.map(|word| word.key).take(MOST).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    // Honest flows have three different words in five and more; a third is a rotation.
    count >= ENOUGH && keys.len() * 8 <= count * 3
}
