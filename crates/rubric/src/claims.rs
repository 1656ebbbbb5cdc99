//! Whether an element that claims a requirement speaks of it. An id alone proves nothing, so a claim counts when the texts share
//! words: by their first letters, or by pairs of characters in scripts without spaces.

use super::text_ids::{ComponentTexts, FlowTexts};
use crate::text::class::Class;
use crate::text::marks::Marks;
use crate::text::product::Product;
use crate::text::said::{Said, content_in_order};
use crate::text::same::Sets;
use crate::text::texts::{Id, Texts};
use crate::text::vocabulary::{Root, Word};
use crate::text::words;
use crate::text::words::Key;
use frieze_language::{Tag, all, detect};

/// The most words of a requirement that are compared.
const MOST: usize = 64;
/// The most words of a component that are compared: a bound on the work.
const MOST_OF_A_PART: usize = 400;

/// The words of a requirement.
pub(super) struct Demand {
    words: Vec<Root>,
    /// The bits of words that do not tell it from the other requirements.
    common: u64,
    unspaced: bool,
}

impl Demand {
    /// The bits of the words that are spoken; all bits if the scripts cannot be compared.
    fn shared(&self, spoken: impl Fn(Root) -> bool, unspaced: bool) -> u64 {
        if self.words.is_empty() || self.unspaced != unspaced {
            return u64::MAX;
        }
        self.words.iter().enumerate().fold(0, |bits, (bit, word)| bits | u64::from(spoken(*word)) << bit)
    }

    /// Its words that tell it from others, without those that are spoken.
    fn without(&self, spoken: u64) -> impl Iterator<Item = Root> {
        let words = self.words.iter().enumerate();
        words.filter(move |(bit, _)| (spoken | self.common) >> bit & 1 == 0).map(|(_, word)| *word)
    }

    /// Whether enough of its words are spoken: a quarter, at most 3; of pairs of characters at most 6, because they
    /// occur by chance more often.
    pub(super) fn is_met_by(&self, bits: u64) -> bool {
        let most = if self.unspaced { 6 } else { 3 };
        let distinctive = self.words.len() - self.common.count_ones() as usize;
        bits == u64::MAX || (bits & !self.common).count_ones() as usize >= distinctive.div_ceil(4).min(most)
    }
}

/// Marks the words that more than a quarter of the requirements have: what the whole product is about tells nothing of one demand.
/// All words of a demand count if fewer than two would be left.
fn mark_common(demands: &mut [Demand], group: &[usize], texts: &Texts) {
    const LEAST: usize = 3;
    let different = || group.iter().enumerate().filter(|(at, first)| at == *first).map(|(at, _)| at);
    let most = LEAST.max(different().count() / 4);
    let mut having = vec![0_usize; texts.roots().1];
    for word in different().filter_map(|at| demands.get(at)).flat_map(|demand| &demand.words) {
        if let Some(count) = having.get_mut(word.index()) {
            *count += 1;
        }
    }
    let is_common = |word: &Root| having.get(word.index()).is_some_and(|count| *count > most);
    for demand in demands {
        let bits = demand.words.iter().enumerate();
        let common = bits.fold(0, |bits, (bit, word)| bits | u64::from(is_common(word)) << bit);
        if demand.words.len() >= 2 + common.count_ones() as usize {
            demand.common = common;
        }
    }
}

/// The words of an element that claims: its own, and those of its parts and entities.
pub(super) struct Spoken {
    close: Marks,
    wide: Marks,
    unspaced: bool,
}

impl Spoken {
    pub(super) fn new(texts: &Texts) -> Self {
        let (_, short_roots) = texts.roots();
        Self { close: Marks::below(short_roots), wide: Marks::below(short_roots), unspaced: false }
    }

    fn begin<'s>(&mut self, texts: impl Iterator<Item = Said<'s>>, product: &Product, ignored: Class) {
        self.close.clear();
        self.wide.clear();
        self.unspaced = false;
        for text in texts {
            self.unspaced |= text.has_unspaced();
            // Filler, words in a row, and texts that do not speak of the product claim nothing by a similar word.
            let speaks = || !product.compares(text) || text.pith().any(|word| product.has(word));
            if text.filler().is_some() || product.is_strung(text) || !speaks() {
                continue;
            }
            for word in text.pith().filter(|word| word.is_specific() && word.class & ignored == 0) {
                self.close.add(word.short_root.index());
            }
        }
    }
}

/// What is around an element: the components at which its steps happen, or its parts, and their entities.
#[derive(Default)]
pub(super) struct Around {
    pub(super) parts: Vec<usize>,
    pub(super) entities: Vec<usize>,
}

/// All requirements and the words of all components.
pub(super) struct Claims<'t, 'i> {
    texts: &'t Texts<'i>,
    pub(super) demands: Vec<Demand>,
    /// The words of each component, all in one list.
    part_words: Vec<Root>,
    parts: Vec<std::ops::Range<usize>>,
}

impl<'t, 'i> Claims<'t, 'i> {
    /// `group` has for each requirement the first one with the same words.
    pub(super) fn of(texts: &'t Texts<'i>, group: &[usize], has_brief: bool) -> Self {
        // Most requirements begin with one of a few actors, which says nothing about the demand. Actors are taken from the
        // requirements, not from the flows: a flow must not change what is demanded.
        let requirements = texts.ids.requirements.clone();
        let distinct = requirements.clone().zip(group).enumerate().filter(|(i, (_, first))| i == *first);
        let (_, short_roots) = texts.roots();
        let (mut once, mut actors) = (Marks::below(short_roots), Marks::below(short_roots));
        for who in distinct.filter_map(|(_, (id, _))| who(texts.said(id))) {
            if !once.add(who.index()) {
                actors.add(who.index());
            }
        }
        let demand = |said: Said| {
            let mut all: Vec<Root> = said.short_roots().collect();
            all.sort_unstable_by_key(|root| root.key);
            all.dedup();
            let mut words: Vec<Root> = all.iter().copied().filter(|word| !actors.has(word.index())).collect();
            if words.is_empty() {
                words = all;
            }
            words.truncate(MOST);
            Demand { words, common: 0, unspaced: said.has_unspaced() }
        };
        let mut demands: Vec<Demand> = requirements.map(|id| demand(texts.said(id))).collect();
        if has_brief {
            mark_common(&mut demands, group, texts);
        }
        let mut part_words = Vec::new();
        let mut part = |component: &ComponentTexts| {
            let from = part_words.len();
            for id in component.all() {
                let pith = texts.said(id).pith();
                part_words.extend(pith.filter(|word| word.is_specific()).map(|word| word.short_root));
                if part_words.len() - from > MOST_OF_A_PART {
                    break;
                }
            }
            part_words.truncate(from + MOST_OF_A_PART);
            from..part_words.len()
        };
        let parts = texts.ids.components.iter().map(&mut part).collect();
        Self { texts, demands, part_words, parts }
    }

    /// Reads the texts of an element that claims, and what is around it. Words of the class `ignored` make no claim.
    pub(super) fn read(
        &self,
        texts: impl Iterator<Item = Id>,
        ignored: Class,
        around: &Around,
        spoken: &mut Spoken,
    ) {
        spoken.begin(texts.map(|id| self.texts.said(id)), &self.texts.product, ignored);
        // The surroundings of an element say more about it, but make no claim: any flow can use any component.
        for part in &around.parts {
            for word in &self.part_words[self.parts[*part].clone()] {
                spoken.wide.add(word.index());
            }
        }
        for entity in &around.entities {
            let entity = &self.texts.ids.entities[*entity];
            for id in std::iter::once(&entity.name).chain(entity.attributes.iter().take(MOST)) {
                for word in self.texts.said(*id).short_roots() {
                    spoken.wide.add(word.index());
                }
            }
        }
    }

    /// The words of a requirement that tell it from others and are not among those that are spoken, as it has them; none in scripts
    /// without spaces.
    pub(super) fn unspoken(&self, requirement: usize, bits: u64) -> Vec<&'t str> {
        let demand = &self.demands[requirement];
        let id = self.texts.ids.requirements.clone().nth(requirement);
        let Some(said) = id.map(|id| self.texts.said(id)).filter(|_| !demand.unspaced) else {
            return Vec::new();
        };
        let mut open: Vec<Root> = demand.without(bits).collect();
        let mut spelled = Vec::new();
        words::each(said.text, |word| spelled.push(word));
        let mut take =
            |word: &Word| open.iter().position(|root| *root == word.short_root).map(|at| open.remove(at));
        spelled
            .into_iter()
            .zip(said.words())
            .filter(|(_, word)| take(word).is_some())
            .map(|(text, _)| text)
            .collect()
    }

    /// Whether an element's own words speak of a requirement, and the words that both share, a bit each.
    pub(super) fn shared(&self, requirement: usize, spoken: &Spoken) -> (bool, u64) {
        let demand = &self.demands[requirement];
        let (close, wide) = (&spoken.close, &spoken.wide);
        let speaks = demand.shared(|word| close.has(word.index()), spoken.unspaced) != 0;
        (speaks, demand.shared(|word| close.has(word.index()) || wide.has(word.index()), spoken.unspaced))
    }
}

/// The actor of a requirement: `Members must …`, `A member can …`, `As a member, I want …`.
fn who(requirement: Said) -> Option<Root> {
    let mut first = requirement.words().take(3).enumerate();
    let (at, word) = first.find(|(_, word)| word.is_specific())?;
    let is_story = || requirement.words().next().is_some_and(|word| word.key == words::key("as"));
    let is_first = || at == 0 || at == 1 && !begins_with_a_condition(requirement.text);
    (!word.unspaced && (is_first() || is_story())).then_some(word.short_root)
}

/// Whether a requirement begins with a condition: in `While dragging a card …`, dragging is no actor.
fn begins_with_a_condition(requirement: &str) -> bool {
    const LONGEST: usize = 40;
    let head = &requirement[..requirement.floor_char_boundary(LONGEST)];
    let language = detect(head).or_else(|| all().first());
    let first = language.and_then(|language| language.marks(head).into_iter().next());
    first.is_some_and(|mark| {
        mark.start == 0 && matches!(mark.tag, Tag::When | Tag::If | Tag::While | Tag::Where | Tag::Given)
    })
}

/// For each requirement the first one with the same words, also if words were added before or after them.
pub(super) fn groups(texts: &Texts) -> Vec<usize> {
    const RESTATED: usize = 4;
    let requirements = texts.ids.requirements.clone();
    let mut same = Sets::among(requirements.clone().map(|id| texts.said(id).set_key()), RESTATED);
    let (mut group, mut keys): (Vec<usize>, _) = (Vec::with_capacity(requirements.len()), Vec::new());
    for (i, id) in requirements.enumerate() {
        content_in_order([texts.said(id)], &mut keys);
        let first = same.meets_but_for_one(i, &keys, false);
        group.push(first.map_or(i, |first| group[first]));
    }
    group
}

/// Whether a flow is a heap of keywords: its texts repeat a few words.
pub(super) fn is_heap(flow: &FlowTexts, texts: &Texts) -> bool {
    const ENOUGH: usize = 20;
    const MOST: usize = 60;
    let words = flow.texts().flat_map(|id: Id| texts.said(id).words());
    let own = words.filter(|word| !word.unspaced && word.is_specific());
    let keys: Vec<Key> = own.map(|word| word.key).take(MOST).collect();
    // Honest flows have three different words in five and more; a third is a rotation.
    keys.len() >= ENOUGH && words::distinct(keys.iter()).len() * 8 <= keys.len() * 3
}
