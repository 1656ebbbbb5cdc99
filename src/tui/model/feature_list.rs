//! The list of features, and of the runs of other workflows, with a small card for each. It is fit for ten thousand rows. A run
//! that was not read yet has only its key. All runs that are about one feature are one row, which shows the one that is due.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::tui::model::run_key::RunKey;
use crate::tui::widgets::extent::Extent;
use frieze_data::id::FeatureId;
use frieze_kernel::{Attention, FeatureRun, due};

mod card;
mod counts;
mod groups;

pub use card::Card;
pub use counts::Counts;
use groups::Groups;

/// The order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// Features that need a person first, oldest first.
    #[default]
    Need,
    Name,
    /// Lowest score first.
    Score,
    /// Last changed first.
    Recent,
}

impl Sort {
    /// In the order of the key that changes it.
    const ALL: [Self; 4] = [Self::Need, Self::Name, Self::Score, Self::Recent];

    /// The next order, after the last one the first.
    pub fn next(self) -> Self {
        let next = Self::ALL.into_iter().skip_while(|sort| *sort != self).nth(1);
        next.unwrap_or_default()
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.texts()[0]
    }

    /// Its name in the title of the list; empty for the usual order.
    pub fn title(self) -> &'static str {
        self.texts()[1]
    }

    /// Its name and its title.
    fn texts(self) -> [&'static str; 2] {
        match self {
            Self::Need => ["needs you first", ""],
            Self::Name => ["by name", " · by name"],
            Self::Score => ["lowest score first", " · lowest first"],
            Self::Recent => ["newest state first", " · newest state"],
        }
    }
}

/// A run, and its card once it was read.
type Entry = (RunKey, Option<Card>);

/// From this many cards on, sorting all features is no more work than placing each card.
const MANY: usize = 32;

/// A row of the list, as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct ListedRow<'l> {
    /// The design of the feature, or the only run of the row.
    pub key: &'l RunKey,
    /// The run that is due.
    pub due: &'l RunKey,
    pub card: Option<&'l Card>,
    /// What the brief of the feature calls it.
    pub title: &'l str,
    /// How many runs of the feature there are.
    pub runs: usize,
    pub is_selected: bool,
    /// Whether one of its runs is marked.
    pub is_marked: bool,
}

/// All features, in order, with the selected one.
#[derive(Debug, Default)]
pub struct Features {
    /// By key.
    entries: Vec<Entry>,
    groups: Groups,
    /// The rows that match the filter, sorted, as indexes into `entries`.
    order: Vec<u32>,
    selected: Option<RunKey>,
    /// The last position of the selected feature in the order.
    line: usize,
    /// The run that followed the one that was decided about, among those that need a person.
    after_decision: Option<RunKey>,
    top: usize,
    height: usize,
    pub sort: Sort,
    filter: String,
    /// The runs that the person marked for one action.
    marked: BTreeSet<RunKey>,
    counts: Counts,
    /// Whether the person selected a feature. Until then the most urgent one is selected.
    is_pinned: bool,
    /// Whether the selected run was due while it was selected. If not, the person chose it among those of its row.
    was_due: bool,
}

impl Features {
    /// Sets the features. Cards of removed features are dropped; new features have no card yet.
    pub fn list(&mut self, ids: &[FeatureId]) {
        self.list_keys(ids.iter().map(RunKey::from).collect(), |key| key.design().is_some());
    }

    /// Sets the runs of the workflows other than the design, in the same way.
    pub fn list_others(&mut self, keys: &[RunKey]) {
        self.list_keys(keys.to_vec(), |key| key.design().is_none());
    }

    /// Sets the rows that `replaces` is true for. The others stay.
    fn list_keys(&mut self, mut keys: Vec<RunKey>, replaces: fn(&RunKey) -> bool) {
        keys.retain(replaces);
        keys.extend(self.entries.iter().map(|(key, _)| key).filter(|key| !replaces(key)).cloned());
        keys.sort_unstable();
        keys.dedup();
        let mut before = std::mem::take(&mut self.entries).into_iter().peekable();
        self.entries.reserve_exact(keys.len());
        for key in keys {
            while before.next_if(|(other, _)| *other < key).is_some() {}
            let entry = before.next_if(|(other, _)| *other == key);
            self.entries.push(entry.unwrap_or((key, None)));
        }
        self.arrange();
    }

    /// Adds a feature that was just created, and selects it.
    pub fn add(&mut self, id: &FeatureId) {
        let key = RunKey::from(id);
        if let Err(at) = self.entries.binary_search_by(|(other, _)| other.cmp(&key)) {
            self.entries.insert(at, (key.clone(), None));
            self.arrange();
        }
        self.select_run(&key);
    }

    /// Sets the cards of some runs. Returns those that begin to wait for a person: designs for a decision, runs of other
    /// workflows for anything that their card names.
    pub fn update(&mut self, cards: impl IntoIterator<Item = (impl Into<RunKey>, Card)>) -> Vec<RunKey> {
        let mut waiting = Vec::new();
        let cards: Vec<(RunKey, Card)> = cards.into_iter().map(|(key, card)| (key.into(), card)).collect();
        // A run that names its feature only now moves to another row.
        let moves = |(key, card): &(RunKey, Card)| {
            self.card_of(key).and_then(|before| before.about.as_ref()) != card.about.as_ref()
        };
        let is_many = cards.len() >= MANY || cards.iter().any(moves);
        for (key, card) in cards {
            // A run that is not in the list was removed, or will be listed in a moment.
            let Some(at) = self.at(&key) else { continue };
            let needs = card.status().attention;
            let waits = waits(&key, &card);
            let before = self.replace(at, card, is_many);
            if waits && before.is_some_and(|before| before.status().attention != needs) {
                waiting.push(key);
            }
        }
        if is_many {
            self.arrange();
        } else {
            self.fix_selection(self.line);
        }
        waiting
    }

    /// Replaces a card, and moves its row to the right position unless everything is sorted afterwards.
    fn replace(&mut self, at: usize, mut card: Card, is_many: bool) -> Option<Card> {
        if let Some(known) = self.entries.get(at).and_then(|(_, card)| card.as_ref()) {
            card.keep(known);
        }
        if is_many {
            return self.entries.get_mut(at)?.1.replace(card);
        }
        let row = self.groups.row(u32::try_from(at).ok()?);
        if let Ok(was) = self.order.binary_search_by(|other| self.compare(*other, row)) {
            self.order.remove(was);
        }
        let mut counts = self.counts;
        counts.remove(self.counted(row));
        let before = self.entries.get_mut(at)?.1.replace(card);
        counts.add(self.counted(row));
        self.counts = counts;
        if self.matches_filter(row)
            && let Err(now) = self.order.binary_search_by(|other| self.compare(*other, row))
        {
            self.order.insert(now, row);
        }
        before
    }

    /// The index of a key in the entries.
    fn at(&self, key: &RunKey) -> Option<usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(key)).ok()
    }

    /// The run that is due in the row at a position of the order.
    fn ordered(&self, at: usize) -> Option<&Entry> {
        self.due_of(*self.order.get(at)?)
    }

    /// The run that is due in a row.
    fn due_of(&self, row: u32) -> Option<&Entry> {
        let runs = || self.groups.runs(row).filter_map(|index| self.entry(index));
        if runs().nth(1).is_none() {
            return self.entry(row);
        }
        let read = || runs().filter_map(|entry| Some((entry, entry.1.as_ref()?)));
        let due = due(read().map(|((key, _), card)| FeatureRun {
            flow: key.flow,
            id: &key.id,
            status: card.status(),
            since: card.since,
            awaited: card.awaits.as_deref(),
        }));
        due.and_then(|at| read().nth(at)).map_or_else(|| self.entry(row), |(entry, _)| Some(entry))
    }

    /// What the counts are of: the run that is due in a row, and the row's design.
    fn counted(&self, row: u32) -> [Option<&Card>; 2] {
        [self.due_of(row), self.entry(row)].map(|entry| entry.and_then(|(_, card)| card.as_ref()))
    }

    fn entry(&self, index: u32) -> Option<&Entry> {
        self.entries.get(usize::try_from(index).ok()?)
    }

    /// The card of a feature, if it was read.
    pub fn card(&self, id: &FeatureId) -> Option<&Card> {
        self.card_of(&id.into())
    }

    /// The card of a run, if it was read.
    pub fn card_of(&self, key: &RunKey) -> Option<&Card> {
        self.entries.get(self.at(key)?)?.1.as_ref()
    }

    /// The card of the selected run, if it was read.
    pub fn selected_card(&self) -> Option<&Card> {
        self.card_of(self.selected.as_ref()?)
    }

    /// The counts of all features, whatever the filter.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The words of the filter, in lower case.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// Shows only features that have all of these words in their id or their list row.
    pub fn set_filter(&mut self, words: &str) {
        words.to_lowercase().clone_into(&mut self.filter);
        self.arrange();
    }

    /// Sets the order. The selected feature stays selected.
    pub fn set_sort(&mut self, sort: Sort) {
        self.sort = sort;
        self.arrange();
    }

    pub fn selected_run(&self) -> Option<&RunKey> {
        self.selected.as_ref()
    }

    /// The selected feature; `None` also if a run of another workflow is selected.
    pub fn selected(&self) -> Option<&FeatureId> {
        self.selected.as_ref()?.design()
    }

    /// The number of features that match the filter.
    pub fn matching(&self) -> usize {
        self.order.len()
    }

    /// Whether the workspace has no feature.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The runs that were read.
    pub fn cards(&self) -> impl Iterator<Item = (&RunKey, &Card)> {
        self.entries.iter().filter_map(|(key, card)| Some((key, card.as_ref()?)))
    }

    /// The ids of all features, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &FeatureId> {
        self.entries.iter().filter_map(|(key, _)| key.design())
    }

    /// The keys of all rows, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &RunKey> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// Sets the number of visible rows.
    pub fn resize(&mut self, height: u16) {
        self.height = usize::from(height);
        self.follow();
    }

    pub fn visible(&self) -> impl Iterator<Item = ListedRow<'_>> + Clone {
        let on_screen = (self.top..self.order.len()).take(self.height);
        let selected = self.position();
        on_screen.filter_map(move |at| {
            let row = *self.order.get(at)?;
            let ((key, design), (due, card)) = (self.entry(row)?, self.due_of(row)?);
            let title = design.as_ref().and_then(|card| card.title.as_deref()).unwrap_or_default();
            let runs = self.groups.runs(row).count();
            let is_marked = !self.marked.is_empty()
                && self
                    .groups
                    .runs(row)
                    .any(|run| self.entry(run).is_some_and(|(key, _)| self.marked.contains(key)));
            let is_selected = selected == Some(at);
            Some(ListedRow { key, due, card: card.as_ref(), title, runs, is_selected, is_marked })
        })
    }

    /// Moves the selection by a number of features.
    pub fn step(&mut self, by: isize) {
        self.is_pinned = true;
        let at =
            self.position().unwrap_or(0).saturating_add_signed(by).min(self.order.len().saturating_sub(1));
        self.select_at(at);
    }

    /// Keeps the selected feature selected even if another one becomes more urgent, since the person works with it.
    pub fn pin_selection(&mut self) {
        self.is_pinned |= self.selected.is_some();
    }

    /// Moves the selection by a page, less one row.
    pub fn page(&mut self, down: bool) {
        let by = isize::try_from(self.height.saturating_sub(1).max(1)).unwrap_or(1);
        self.step(if down { by } else { -by });
    }

    /// Selects the first feature.
    pub fn first(&mut self) {
        self.is_pinned = true;
        self.select_at(0);
    }

    /// Selects the last feature.
    pub fn last(&mut self) {
        self.is_pinned = true;
        self.select_at(self.order.len().saturating_sub(1));
    }

    /// Selects the feature on a visible row; returns whether it was selected already.
    pub fn click(&mut self, line: u16) -> bool {
        self.is_pinned = true;
        let at = self.top + usize::from(line);
        let has_feature = at < self.order.len();
        let was_selected = has_feature && self.position() == Some(at);
        if has_feature {
            self.select_at(at);
        }
        was_selected
    }

    /// Selects a feature. If the filter hides it, the filter is cleared.
    pub fn select(&mut self, id: &FeatureId) {
        self.select_run(&id.into());
    }

    /// Selects a run. If the filter hides it, the filter is cleared.
    pub fn select_run(&mut self, key: &RunKey) {
        self.is_pinned = true;
        self.after_decision = None;
        if self.position_of(key).is_some() {
            self.selected = Some(key.clone());
            self.follow();
        } else if self.at(key).is_some() {
            self.filter.clear();
            self.selected = Some(key.clone());
            self.arrange();
        }
    }

    /// The selected feature is decided about, and what comes of it may move it in the list: notes the one that follows.
    pub fn decides(&mut self) {
        let next = self.next_needing_person().and_then(|at| self.ordered(at));
        self.after_decision = next.map(|(key, _)| key.clone());
    }

    /// The position of the next feature that needs a person, after the last one the first.
    fn next_needing_person(&self) -> Option<usize> {
        let from = self.position().map_or(0, |at| at + 1);
        let count = self.order.len();
        (0..count).map(|i| (from + i) % count).find(|at| {
            self.ordered(*at).is_some_and(|(_, card)| card.as_ref().is_some_and(Card::needs_person))
        })
    }

    /// Selects the next feature that needs a person. Returns whether there is one.
    pub fn select_next_needing_person(&mut self) -> bool {
        self.is_pinned = true;
        let needs_person = |key: &RunKey| self.card_of(key).is_some_and(Card::needs_person);
        let noted = self.after_decision.as_ref().filter(|key| needs_person(key));
        let found = noted.and_then(|key| self.position_of(key)).or_else(|| self.next_needing_person());
        self.after_decision = None;
        if let Some(at) = found {
            self.select_at(at);
            self.select_due();
        }
        found.is_some()
    }

    /// The run that is due in the selected row.
    pub fn due_in_row(&self) -> Option<&RunKey> {
        self.ordered(self.position()?).map(|(key, _)| key)
    }

    /// The run that is due in the selected row and needs something, if that is another one than this.
    pub fn due_instead_of(&self, run: &RunKey) -> Option<&RunKey> {
        let waits = |due: &&RunKey| self.card_of(due).is_some_and(|card| card.needs.is_some());
        self.due_in_row().filter(|due| *due != run).filter(waits)
    }

    /// Whether a run is the one that is due in its row.
    pub fn is_due(&self, key: &RunKey) -> bool {
        let due = self.row_of(key).and_then(|row| self.due_of(row));
        due.is_some_and(|(due, _)| due == key)
    }

    /// Whether the selected run is the one that is due in its row.
    pub fn is_due_selected(&self) -> bool {
        self.due_in_row() == self.selected.as_ref()
    }

    /// Notes whether the selected run is due, after a change. `is_new` is whether it was selected by that change.
    pub fn note_due(&mut self, is_new: bool) {
        self.was_due = self.is_due_selected() || self.was_due && !is_new;
    }

    /// Whether the selected run gives way to the one that is due now: it was due itself, and has come to rest, or a frozen design was
    /// harmed.
    pub fn gives_way(&self) -> bool {
        let rests = |card: &Card| !card.needs_person() && !card.is_running();
        let is_harmed = || self.card_of(self.due_in_row()?).map(|due| due.status().is_harmed());
        self.was_due
            && !self.is_due_selected()
            && (self.selected_card().is_some_and(rests) || is_harmed() == Some(true))
    }

    /// Selects the run that is due in the selected row.
    pub fn select_due(&mut self) {
        if let Some(due) = self.due_in_row().cloned() {
            self.selected = Some(due);
        }
    }

    /// Selects the next run of the selected row, after the last one the first. Returns its place among them, from 1 on, and their
    /// number.
    pub fn select_next_of_row(&mut self) -> Option<(usize, usize)> {
        let index = u32::try_from(self.at(self.selected.as_ref()?)?).ok()?;
        let runs: Vec<u32> = self.groups.runs(self.groups.row(index)).collect();
        let next = (runs.iter().position(|run| *run == index)? + 1) % runs.len();
        let (key, _) = self.entry(*runs.get(next)?)?;
        self.selected = Some(key.clone());
        Some((next + 1, runs.len()))
    }

    /// Marks the selected run, or removes its mark.
    pub fn toggle_mark(&mut self) {
        let Some(key) = self.selected.clone() else { return };
        // A row has one mark, whichever of its runs is selected now.
        let row = self.row_of(&key);
        let of_row: Vec<RunKey> = self.marked.iter().filter(|one| self.row_of(one) == row).cloned().collect();
        self.marked.retain(|one| !of_row.contains(one));
        if of_row.is_empty() {
            self.marked.insert(key);
        }
    }

    /// The marked runs that still exist.
    pub fn marked(&self) -> impl Iterator<Item = &RunKey> {
        self.marked.iter().filter(|key| self.at(key).is_some())
    }

    /// Removes all marks. Returns whether there were any.
    pub fn clear_marks(&mut self) -> bool {
        !std::mem::take(&mut self.marked).is_empty()
    }

    /// The visible part of the list; `None` if all features are visible.
    pub fn extent(&self) -> Option<Extent> {
        Extent::of(self.top, self.height, self.order.len())
    }

    fn position(&self) -> Option<usize> {
        self.position_of(self.selected.as_ref()?)
    }

    /// The row with this run.
    fn row_of(&self, key: &RunKey) -> Option<u32> {
        Some(self.groups.row(u32::try_from(self.at(key)?).ok()?))
    }

    fn position_of(&self, key: &RunKey) -> Option<usize> {
        let row = self.row_of(key)?;
        self.order.binary_search_by(|other| self.compare(*other, row)).ok()
    }

    /// Selects the run that is due in a row. In the selected row, the selected run stays.
    fn select_at(&mut self, at: usize) {
        self.after_decision = None;
        if self.position() != Some(at) {
            self.selected = self.ordered(at).map(|(key, _)| key.clone());
        }
        self.follow();
    }

    /// Compares two rows in the chosen order. No two are equal.
    fn compare(&self, a: u32, b: u32) -> Ordering {
        let card = |row: u32| self.due_of(row)?.1.as_ref();
        let (x, y) = (card(a), card(b));
        let ordered = match self.sort {
            Sort::Need => {
                let by_need =
                    |card: Option<&Card>| card.map_or((u8::MAX, None), |c| (c.status().urgency(), c.since));
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
        // Entries are sorted by key.
        ordered.then(a.cmp(&b))
    }

    /// Whether one of the runs of a row has all words of the filter.
    fn matches_filter(&self, row: u32) -> bool {
        let mut runs = self.groups.runs(row).filter_map(|index| self.entry(index));
        runs.any(|(key, card)| {
            let has = |word: &str| key.has(word) || card.as_ref().is_some_and(|card| card.matches(word));
            self.filter.split_whitespace().all(has)
        })
    }

    /// Sorts, filters and counts all features. The selected feature stays selected; if it is gone, its neighbour is.
    fn arrange(&mut self) {
        // Entries may have changed, so positions in the old order are invalid.
        let line = self.line;
        self.groups = Groups::of(&self.entries);
        let all = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let rows = || (0..all).filter(|index| self.groups.row(*index) == *index);
        let mut counts = Counts::default();
        for row in rows() {
            counts.all += 1;
            counts.others += usize::from(self.entry(row).is_some_and(|(key, _)| key.design().is_none()));
            counts.add(self.counted(row));
        }
        let mut order: Vec<u32> = rows().filter(|row| self.matches_filter(*row)).collect();
        order.sort_by(|a, b| self.compare(*a, *b));
        self.order = order;
        self.counts = counts;
        self.fix_selection(line);
    }

    /// Selects a feature if none is selected or the selected one is gone.
    fn fix_selection(&mut self, line: usize) {
        if !self.is_pinned {
            self.select_at(0);
            self.select_due();
        } else if self.position().is_none() {
            self.select_at(line.min(self.order.len().saturating_sub(1)));
        }
        self.follow();
    }

    fn follow(&mut self) {
        self.top = self.top.min(self.order.len().saturating_sub(self.height));
        let Some(at) = self.position() else { return };
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

/// Whether a run waits for a person in such a way that the bell rings when this begins.
fn waits(key: &RunKey, card: &Card) -> bool {
    let is_other = key.design().is_none() && card.needs_person() && !card.is_running();
    is_other || card.awaits_file || card.needs == Some(Attention::Decision)
}
