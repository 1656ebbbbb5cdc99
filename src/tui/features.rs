//! The list of features: what needs a person first, oldest first. It holds one small card for each, so that
//! ten thousand are no burden; a feature that was not read yet has an id and nothing else.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::domain::id::FeatureId;
use crate::domain::score::Score;
use crate::engine::Doing;
use crate::kernel::{Need, RunView};

/// How many scores a sparkline has.
const SPARKS: usize = 4;

/// What the list knows of a feature.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    pub state: &'static str,
    pub since: Option<Timestamp>,
    pub iteration: u32,
    pub max_iterations: Option<u32>,
    pub score: Option<Score>,
    pub needs: Option<Call>,
    /// Why it is where it is, where that needs words.
    pub reason: Option<Box<str>>,
    /// The last scores, oldest first.
    pub scores: Vec<Score>,
    pub doing: Doing,
}

/// What calls a person to a feature, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    Decision,
    Reason,
    Repair,
    Reset,
    Start,
}

impl Card {
    pub fn of(view: &RunView, doing: Doing) -> Self {
        let from = view.scores.len().saturating_sub(SPARKS);
        let needs = view.needs.map(|need| match need {
            Need::Decision => Call::Decision,
            Need::Reason => Call::Reason,
            Need::Reset => Call::Reset,
            Need::Start => Call::Start,
        });
        Self {
            state: view.state,
            since: view.since,
            iteration: view.iteration,
            max_iterations: view.max_iterations,
            score: view.score,
            needs,
            reason: view.reason.as_deref().map(Into::into),
            scores: view.scores.iter().skip(from).map(|(_, score)| *score).collect(),
            doing,
        }
    }

    /// A feature whose record cannot be used: listed like the others, and no trouble to them.
    pub fn unusable(why: &str) -> Self {
        Self {
            state: "UNREADABLE",
            since: None,
            iteration: 0,
            max_iterations: None,
            score: None,
            needs: Some(Call::Repair),
            reason: Some(why.into()),
            scores: Vec::new(),
            doing: Doing::Resting,
        }
    }

    /// Whether this program is at work on it.
    pub fn is_running(&self) -> bool {
        self.doing != Doing::Resting
    }

    /// Whether somebody is asked to do something that only a person can.
    pub fn calls(&self) -> bool {
        matches!(self.needs, Some(Call::Decision | Call::Reason | Call::Repair))
    }

    fn urgency(&self) -> u8 {
        match self.needs {
            _ if self.is_running() => 4,
            Some(Call::Decision) => 0,
            Some(Call::Reason) => 1,
            Some(Call::Repair) => 2,
            Some(Call::Reset) => 3,
            None if self.state != "FROZEN" => 5,
            Some(Call::Start) => 6,
            None => 7,
        }
    }
}

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
    pub fn next(self) -> Self {
        match self {
            Self::Need => Self::Name,
            Self::Name => Self::Score,
            Self::Score => Self::Recent,
            Self::Recent => Self::Need,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Need => "needs you first",
            Self::Name => "by name",
            Self::Score => "lowest score first",
            Self::Recent => "last changed first",
        }
    }
}

/// All features, in order, and which one the person is on.
#[derive(Debug, Default)]
pub struct Features {
    cards: HashMap<FeatureId, Option<Card>>,
    /// Those that the filter lets through, sorted.
    order: Vec<FeatureId>,
    selected: Option<FeatureId>,
    top: usize,
    height: usize,
    pub sort: Sort,
    filter: String,
    counts: Counts,
    /// Whether the person has chosen where to be; until then it is the most urgent one.
    chosen: bool,
}

/// The header's figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub calling: usize,
    pub running: usize,
    pub frozen: usize,
    pub failed: usize,
    pub all: usize,
    /// Not read yet.
    pub unread: usize,
}

impl Features {
    /// The ids that are there now. Cards of others go, new ones come without a card.
    pub fn list(&mut self, ids: &[FeatureId]) {
        let there: std::collections::HashSet<&FeatureId> = ids.iter().collect();
        self.cards.retain(|id, _| there.contains(id));
        for id in ids {
            self.cards.entry(id.clone()).or_default();
        }
        self.arrange();
    }

    /// What was read of some features. Returns those that call a person now and did not before.
    pub fn update(&mut self, cards: impl IntoIterator<Item = (FeatureId, Card)>) -> Vec<FeatureId> {
        let mut calling = Vec::new();
        for (id, card) in cards {
            // What is not in the list is gone by now, or will be listed in a moment.
            if !self.cards.contains_key(&id) {
                continue;
            }
            let calls = card.needs == Some(Call::Decision);
            let before = self.cards.insert(id.clone(), Some(card)).flatten();
            if calls && before.is_some_and(|before| before.needs != Some(Call::Decision)) {
                calling.push(id);
            }
        }
        self.arrange();
        calling
    }

    pub fn card(&self, id: &FeatureId) -> Option<&Card> {
        self.cards.get(id)?.as_ref()
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Shows only features whose id or state holds all of these words.
    pub fn set_filter(&mut self, words: &str) {
        words.to_lowercase().clone_into(&mut self.filter);
        self.arrange();
    }

    pub fn set_sort(&mut self, sort: Sort) {
        self.sort = sort;
        self.arrange();
    }

    pub fn selected(&self) -> Option<&FeatureId> {
        self.selected.as_ref()
    }

    /// How many the filter lets through.
    pub fn matching(&self) -> usize {
        self.order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Every feature there is, in no order that means anything.
    pub fn ids(&self) -> impl Iterator<Item = &FeatureId> {
        self.cards.keys()
    }

    /// Tells the list how many lines are visible.
    pub fn resize(&mut self, height: u16) {
        self.height = usize::from(height);
        self.follow();
    }

    /// The features that are on the screen, with whether each is the selected one.
    pub fn visible(&self) -> impl Iterator<Item = (&FeatureId, Option<&Card>, bool)> {
        let on_screen = self.order.iter().skip(self.top).take(self.height);
        on_screen.map(|id| (id, self.card(id), self.selected.as_ref() == Some(id)))
    }

    pub fn step(&mut self, by: isize) {
        self.chosen = true;
        let at = self.place().unwrap_or(0).saturating_add_signed(by).min(self.order.len().saturating_sub(1));
        self.select_at(at);
    }

    pub fn page(&mut self, down: bool) {
        let by = isize::try_from(self.height.saturating_sub(1).max(1)).unwrap_or(1);
        self.step(if down { by } else { -by });
    }

    pub fn first(&mut self) {
        self.chosen = true;
        self.select_at(0);
    }

    pub fn last(&mut self) {
        self.chosen = true;
        self.select_at(self.order.len().saturating_sub(1));
    }

    pub fn click(&mut self, line: u16) {
        self.chosen = true;
        let at = self.top + usize::from(line);
        if at < self.order.len() {
            self.select_at(at);
        }
    }

    pub fn select(&mut self, id: &FeatureId) {
        self.chosen = true;
        if let Some(at) = self.order.iter().position(|other| other == id) {
            self.select_at(at);
        } else if self.cards.contains_key(id) {
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
            .find(|at| self.order.get(*at).and_then(|id| self.card(id)).is_some_and(Card::calls));
        if let Some(at) = found {
            self.select_at(at);
        }
        found.is_some()
    }

    /// Where the visible lines are among all; as a list tells it.
    pub fn place_told(&self) -> Option<String> {
        let count = self.order.len();
        if self.height == 0 || count <= self.height {
            return None;
        }
        Some(format!("{}–{} of {count}", self.top + 1, (self.top + self.height).min(count)))
    }

    fn place(&self) -> Option<usize> {
        let selected = self.selected.as_ref()?;
        self.order.iter().position(|id| id == selected)
    }

    fn select_at(&mut self, at: usize) {
        self.selected = self.order.get(at).cloned();
        self.follow();
    }

    /// Sorts and filters anew and counts. The selection stays on its feature; where that is gone, on its place.
    fn arrange(&mut self) {
        let place = self.place().unwrap_or(0);
        let words: Vec<&str> = self.filter.split_whitespace().collect();
        let lets_through = |id: &FeatureId, card: &Option<Card>| {
            words.iter().all(|word| {
                id.as_str().contains(word)
                    || card.as_ref().is_some_and(|card| card.state.to_lowercase().contains(word))
            })
        };
        let mut order: Vec<(&FeatureId, Option<&Card>)> = self
            .cards
            .iter()
            .filter(|(id, card)| words.is_empty() || lets_through(id, card))
            .map(|(id, card)| (id, card.as_ref()))
            .collect();
        let sort = self.sort;
        order.sort_unstable_by(|(a, x), (b, y)| {
            let by_need = |card: Option<&Card>| card.map_or((8, None), |c| (c.urgency(), c.since));
            let ordered = match sort {
                Sort::Need => by_need(*x).cmp(&by_need(*y)),
                Sort::Name => std::cmp::Ordering::Equal,
                Sort::Score => {
                    let score =
                        |card: Option<&Card>| card.and_then(|c| c.score).map_or((1, None), |s| (0, Some(s)));
                    score(*x).cmp(&score(*y))
                }
                Sort::Recent => y.and_then(|c| c.since).cmp(&x.and_then(|c| c.since)),
            };
            ordered.then_with(|| a.cmp(b))
        });
        self.order = order.into_iter().map(|(id, _)| id.clone()).collect();
        let mut counts = Counts { all: self.cards.len(), ..Counts::default() };
        for card in self.cards.values() {
            match card {
                None => counts.unread += 1,
                Some(card) if card.is_running() => counts.running += 1,
                Some(card) if card.calls() => counts.calling += 1,
                Some(card) if card.needs == Some(Call::Reset) => counts.failed += 1,
                Some(card) if card.state == "FROZEN" => counts.frozen += 1,
                Some(_) => {}
            }
        }
        self.counts = counts;
        if !self.chosen {
            self.select_at(0);
        } else if self.place().is_none() {
            self.select_at(place.min(self.order.len().saturating_sub(1)));
        }
        self.follow();
    }

    fn follow(&mut self) {
        self.top = self.top.min(self.order.len().saturating_sub(self.height));
        if let Some(at) = self.place()
            && self.height > 0
        {
            if at < self.top {
                self.top = at;
            } else if at >= self.top + self.height {
                self.top = at + 1 - self.height;
            }
        }
    }
}
