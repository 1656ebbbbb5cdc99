//! The list of features: what needs a person first, oldest first. It holds one small card for each, so that
//! ten thousand are no burden; a feature that was not read yet has an id and nothing else.

use std::cmp::Ordering;

use super::extent::Extent;
use crate::domain::id::FeatureId;
use crate::kernel::Call;

mod card;
mod counts;

pub use card::Card;
pub use counts::Counts;

/// The orders that the list can be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// What needs a person first, oldest first.
    #[default]
    Need,
    Name,
    /// The lowest score first.
    Score,
    /// What changed last first.
    Recent,
}

impl Sort {
    /// The order after this one, around the end.
    pub fn next(self) -> Self {
        match self {
            Self::Need => Self::Name,
            Self::Name => Self::Score,
            Self::Score => Self::Recent,
            Self::Recent => Self::Need,
        }
    }

    /// What the list says of it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Need => "needs you first",
            Self::Name => "by name",
            Self::Score => "lowest score first",
            Self::Recent => "last changed first",
        }
    }
}

/// A feature that is listed, and what was read of it.
type Entry = (FeatureId, Option<Card>);

/// From so many cards on, sorting everything anew is no more work than placing each.
const MANY: usize = 32;

/// All features, in order, and which one the person is on.
#[derive(Debug, Default)]
pub struct Features {
    /// By id.
    entries: Vec<Entry>,
    /// Those that the filter lets through, sorted: places in `entries`.
    order: Vec<u32>,
    selected: Option<FeatureId>,
    /// Where the selected one stood in the order last.
    line: usize,
    top: usize,
    height: usize,
    pub sort: Sort,
    filter: String,
    counts: Counts,
    /// Whether the person has chosen where to be; until then it is the most urgent one.
    chosen: bool,
}

impl Features {
    /// The ids that are there now. Cards of others go, new ones come without a card.
    pub fn list(&mut self, ids: &[FeatureId]) {
        let mut ids: Vec<&FeatureId> = ids.iter().collect();
        ids.sort_unstable();
        ids.dedup();
        let mut before = std::mem::take(&mut self.entries).into_iter().peekable();
        self.entries.reserve_exact(ids.len());
        for id in ids {
            while before.next_if(|(other, _)| other < id).is_some() {}
            let entry = before.next_if(|(other, _)| other == id);
            self.entries.push(entry.unwrap_or_else(|| (id.clone(), None)));
        }
        self.arrange();
    }

    /// A feature that was just made: the person is on it.
    pub fn add(&mut self, id: &FeatureId) {
        if let Err(at) = self.entries.binary_search_by(|(other, _)| other.cmp(id)) {
            self.entries.insert(at, (id.clone(), None));
            self.arrange();
        }
        self.select(id);
    }

    /// What was read of some features. Returns those that call a person now and did not before.
    pub fn update(&mut self, cards: impl IntoIterator<Item = (FeatureId, Card)>) -> Vec<FeatureId> {
        let mut calling = Vec::new();
        let cards: Vec<_> = cards.into_iter().collect();
        let is_many = cards.len() >= MANY;
        for (id, card) in cards {
            // What is not in the list is gone by now, or will be listed in a moment.
            let Some(at) = self.at(&id) else { continue };
            let calls = card.needs == Some(Call::Decision);
            let before = self.replace(at, card, is_many);
            if calls && before.is_some_and(|before| before.needs != Some(Call::Decision)) {
                calling.push(id);
            }
        }
        if is_many {
            self.arrange();
        } else {
            self.settle(self.line);
        }
        calling
    }

    /// Puts a card in the place of another, and unless everything is sorted anew afterwards, the feature where it
    /// belongs now.
    fn replace(&mut self, at: usize, card: Card, is_many: bool) -> Option<Card> {
        let Ok(index) = u32::try_from(at) else { return None };
        let was =
            if is_many { Err(0) } else { self.order.binary_search_by(|other| self.compare(*other, index)) };
        let entry = self.entries.get_mut(at)?;
        let before = entry.1.replace(card);
        self.counts.remove(before.as_ref());
        self.counts.add(entry.1.as_ref());
        if !is_many {
            if let Ok(was) = was {
                self.order.remove(was);
            }
            if self.lets_through(index)
                && let Err(now) = self.order.binary_search_by(|other| self.compare(*other, index))
            {
                self.order.insert(now, index);
            }
        }
        before
    }

    /// Where an id stands among the entries.
    fn at(&self, id: &FeatureId) -> Option<usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(id)).ok()
    }

    /// The feature at a place of the order.
    fn ordered(&self, at: usize) -> Option<&Entry> {
        self.entry(*self.order.get(at)?)
    }

    fn entry(&self, index: u32) -> Option<&Entry> {
        self.entries.get(usize::try_from(index).ok()?)
    }

    /// What was read of a feature, if anything was.
    pub fn card(&self, id: &FeatureId) -> Option<&Card> {
        self.entries.get(self.at(id)?)?.1.as_ref()
    }

    /// How many there are of each kind, whatever the filter.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The words that the list is filtered by, in small letters.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Shows only features whose id, or what the list says of them, holds all of these words.
    pub fn set_filter(&mut self, words: &str) {
        words.to_lowercase().clone_into(&mut self.filter);
        self.arrange();
    }

    /// Another order; the selection stays on its feature.
    pub fn set_sort(&mut self, sort: Sort) {
        self.sort = sort;
        self.arrange();
    }

    /// The feature that the person is on.
    pub fn selected(&self) -> Option<&FeatureId> {
        self.selected.as_ref()
    }

    /// How many the filter lets through.
    pub fn matching(&self) -> usize {
        self.order.len()
    }

    /// Whether the workspace has no feature.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Those that this program is at work on, or another one.
    pub fn under_way(&self) -> impl Iterator<Item = (&FeatureId, &Card)> {
        let cards = self.entries.iter().filter_map(|(id, card)| Some((id, card.as_ref()?)));
        cards.filter(|(_, card)| card.is_running() || card.held.is_some())
    }

    /// Every feature there is, by id.
    pub fn ids(&self) -> impl Iterator<Item = &FeatureId> {
        self.entries.iter().map(|(id, _)| id)
    }

    /// Tells the list how many lines are visible.
    pub fn resize(&mut self, height: u16) {
        self.height = usize::from(height);
        self.follow();
    }

    /// The features that are on the screen, with whether each is the selected one.
    pub fn visible(&self) -> impl Iterator<Item = (&FeatureId, Option<&Card>, bool)> + Clone {
        let on_screen = (self.top..self.order.len()).take(self.height);
        on_screen
            .filter_map(|at| self.ordered(at))
            .map(|(id, card)| (id, card.as_ref(), self.selected.as_ref() == Some(id)))
    }

    /// So many features down, or up.
    pub fn step(&mut self, by: isize) {
        self.chosen = true;
        let at = self.place().unwrap_or(0).saturating_add_signed(by).min(self.order.len().saturating_sub(1));
        self.select_at(at);
    }

    /// The person reads, or acts on, the feature that is selected: it stays that one, whatever becomes more urgent.
    pub fn stay(&mut self) {
        self.chosen |= self.selected.is_some();
    }

    /// As many as are visible, but one.
    pub fn page(&mut self, down: bool) {
        let by = isize::try_from(self.height.saturating_sub(1).max(1)).unwrap_or(1);
        self.step(if down { by } else { -by });
    }

    /// To the first.
    pub fn first(&mut self) {
        self.chosen = true;
        self.select_at(0);
    }

    /// To the last.
    pub fn last(&mut self) {
        self.chosen = true;
        self.select_at(self.order.len().saturating_sub(1));
    }

    /// Selects the feature on a line; whether it was selected already.
    pub fn click(&mut self, line: u16) -> bool {
        self.chosen = true;
        let at = self.top + usize::from(line);
        let is_there = at < self.order.len();
        let was = is_there && self.place() == Some(at);
        if is_there {
            self.select_at(at);
        }
        was
    }

    /// Selects a feature; one that the filter hides takes the filter away.
    pub fn select(&mut self, id: &FeatureId) {
        self.chosen = true;
        if let Some(at) = self.place_of(id) {
            self.select_at(at);
        } else if self.at(id).is_some() {
            self.filter.clear();
            self.selected = Some(id.clone());
            self.arrange();
        }
    }

    /// The next feature after the selected one that calls a person, around the end.
    pub fn next_calling(&mut self) -> bool {
        self.chosen = true;
        let from = self.place().map_or(0, |at| at + 1);
        let count = self.order.len();
        let found = (0..count)
            .map(|i| (from + i) % count)
            .find(|at| self.ordered(*at).is_some_and(|(_, card)| card.as_ref().is_some_and(Card::calls)));
        if let Some(at) = found {
            self.select_at(at);
        }
        found.is_some()
    }

    /// Where the visible features are among all; `None` where all are.
    pub fn extent(&self) -> Option<Extent> {
        Extent::of(self.top, self.height, self.order.len())
    }

    fn place(&self) -> Option<usize> {
        self.place_of(self.selected.as_ref()?)
    }

    fn place_of(&self, id: &FeatureId) -> Option<usize> {
        let index = u32::try_from(self.at(id)?).ok()?;
        self.order.binary_search_by(|other| self.compare(*other, index)).ok()
    }

    fn select_at(&mut self, at: usize) {
        self.selected = self.ordered(at).map(|(id, _)| id.clone());
        self.follow();
    }

    /// How two entries stand to each other in the order that was chosen; no two are equal.
    fn compare(&self, a: u32, b: u32) -> Ordering {
        let card = |index: u32| self.entry(index)?.1.as_ref();
        let (x, y) = (card(a), card(b));
        let ordered = match self.sort {
            Sort::Need => {
                let by_need =
                    |card: Option<&Card>| card.map_or((9, None), |c| (c.stands().urgency(), c.since));
                by_need(x).cmp(&by_need(y))
            }
            Sort::Name => Ordering::Equal,
            Sort::Score => {
                let score =
                    |card: Option<&Card>| card.and_then(|c| c.score).map_or((1, None), |s| (0, Some(s)));
                score(x).cmp(&score(y))
            }
            Sort::Recent => y.and_then(|c| c.since).cmp(&x.and_then(|c| c.since)),
        };
        // Entries stand by id.
        ordered.then(a.cmp(&b))
    }

    fn lets_through(&self, index: u32) -> bool {
        let Some((id, card)) = self.entry(index) else { return false };
        self.filter
            .split_whitespace()
            .all(|word| id.as_str().contains(word) || card.as_ref().is_some_and(|card| card.says(word)))
    }

    /// Sorts and filters anew and counts. The selection stays on its feature; where that is gone, on its place.
    fn arrange(&mut self) {
        // Entries may have come or gone, so that places in the old order mean nothing any more.
        let place = self.line;
        let all = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend((0..all).filter(|index| self.lets_through(*index)));
        order.sort_by(|a, b| self.compare(*a, *b));
        self.order = order;
        let mut counts = Counts { all: self.entries.len(), ..Counts::default() };
        for (_, card) in &self.entries {
            counts.add(card.as_ref());
        }
        self.counts = counts;
        self.settle(place);
    }

    /// Brings the selection in line with the order.
    fn settle(&mut self, place: usize) {
        if !self.chosen {
            self.select_at(0);
        } else if self.place().is_none() {
            self.select_at(place.min(self.order.len().saturating_sub(1)));
        }
        self.follow();
    }

    fn follow(&mut self) {
        self.top = self.top.min(self.order.len().saturating_sub(self.height));
        let Some(at) = self.place() else { return };
        self.line = at;
        if self.height > 0 {
            if at < self.top {
                self.top = at;
            } else if at >= self.top + self.height {
                self.top = at + 1 - self.height;
            }
        }
    }
}
