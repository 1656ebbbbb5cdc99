//! Column widths of the list, the same for all rows.

use unicode_width::UnicodeWidthStr as _;

use super::label;
use crate::tui::model::Model;
use crate::tui::model::feature_list::Card;
use frieze_data::text::Shown;

/// From this inner width on, sparklines are shown if the names leave room.
const SPARKLINES: u16 = 40;
/// Columns of the score, the state's word and the age.
const SCORE: usize = 5;
pub const WORD: usize = 6;
/// `gen 2/10`, in wide lists.
const LONG_WORD: usize = 8;
pub const AGE: usize = 3;
/// A sparkline of four scores, and the space before it.
const SPARKS: usize = 5;
/// The most columns of a name that is followed by the reason, the step in which name columns grow (so that columns hardly move
/// while the list scrolls), and the fewest columns of a reason.
const NAME: usize = 30;
const STEP: usize = 6;
/// The columns of the head of the names.
const HEAD: usize = "feature".len();
const REASON: usize = 16;
/// The fewest columns of a title, and the most.
const TITLE: usize = 16;
const TITLES: usize = 48;
/// The most columns of a measure in the place of the score.
const MEASURE: usize = 14;

pub struct Columns {
    pub name: usize,
    /// The title and the space before it; 0 if no feature has one, or there is no room.
    pub title: usize,
    /// The workflow and the space before it; 0 if no feature has several runs, or there is no room.
    pub flow: usize,
    /// The score, or the measure of workflows without one.
    pub score: usize,
    /// The sparkline and the space before it; 0 if there is no room.
    pub sparks: usize,
    pub word: usize,
    /// The reason in the last column; 0 if there is no room.
    pub reason: usize,
    pub is_wide: bool,
}

impl Columns {
    /// The widths for rows with names and titles of these columns in `width` columns. Sparklines are dropped if most names would have to be shortened for
    /// them; a single long name is shortened.
    pub fn of<'a>(
        model: &Model,
        width: u16,
        listed: impl Iterator<Item = (usize, usize, Option<&'a Card>)> + Clone,
    ) -> Self {
        let word = |is_wide, least: usize| {
            let words = listed.clone().filter_map(|(.., card)| card);
            words.map(|card| label(card, model.now, is_wide).1.width()).fold(least, usize::max)
        };
        let room = |sparks: usize, word: usize| {
            let fixed = 2 + 1 + SCORE + sparks + 1 + word + 1 + AGE;
            usize::from(width).saturating_sub(fixed)
        };
        let long = word(true, LONG_WORD);
        // No name is shortened for sparklines that no row has.
        let has_scores = listed.clone().any(|(.., card)| card.is_some_and(|card| !card.scores.is_empty()));
        let most = if has_scores { SPARKS } else { 0 };
        let fit = |room: usize| {
            let cut = listed.clone().filter(|(name, ..)| (*name).min(NAME) > room).count();
            cut * 2 <= listed.clone().count()
        };
        let is_wide = width >= SPARKLINES && fit(room(most, long));
        let (sparks, word) = if is_wide { (most, long) } else { (0, word(false, WORD)) };
        // No name is shortened for measures, which have the columns of the sparkline, too.
        let measures = listed.clone().filter_map(|(.., card)| card?.measure.as_deref());
        let longest = measures.map(|measure| measure.width().min(MEASURE)).max().unwrap_or(0);
        let room = room(sparks, word);
        let longer = longest.saturating_sub(SCORE + sparks).min(room);
        let is_whole = listed.clone().all(|(name, ..)| name.min(NAME) <= room - longer);
        let longer = if is_whole { longer } else { 0 };
        let (score, room) = (SCORE + longer, room - longer);
        // In much room, the title and the reason follow.
        let longest = listed.clone().map(|(name, ..)| name).max().unwrap_or(0);
        let least = longest.next_multiple_of(STEP).clamp(HEAD, NAME).min(room);
        let titles = listed.map(|(_, title, _)| title).max();
        let titles = titles.filter(|_| room >= least + TITLE).unwrap_or(0);
        let title = titles.next_multiple_of(STEP).min(TITLES).min(room - least);
        let rest = room - least - title;
        match (rest >= REASON, title) {
            (true, _) if room >= NAME + REASON => {
                Self { name: least, title, flow: 0, score, sparks, word, reason: rest, is_wide }
            }
            (_, 0) => Self { name: room, title, flow: 0, score, sparks, word, reason: 0, is_wide },
            _ => Self { name: least, title: title + rest, flow: 0, score, sparks, word, reason: 0, is_wide },
        }
    }

    /// The columns of a row's name, which has this width, and the text between it and the state; `None` for a score, or none. A run without a
    /// score has the columns of score and sparkline for its measure, and, where its name is next to them, for its name.
    pub fn without_score(&self, name: usize, card: &Card) -> (usize, Option<String>) {
        let number = 1 + self.score + self.sparks;
        let measure = Shown::cut(card.measure.as_deref().unwrap_or_default(), MEASURE).into_string();
        let is_plain = measure.is_empty() && name <= self.name;
        if is_plain || card.score.is_some() || !card.scores.is_empty() {
            return (self.name, None);
        }
        let taken = if measure.is_empty() { 0 } else { 1 + measure.width() };
        let is_next = self.title == 0 && self.flow == 0;
        match is_next.then_some(self.name + number) {
            Some(all) if name + taken <= all => (all - taken, Some(format!("{measure:>taken$}"))),
            Some(all) => (all, Some(String::new())),
            None if taken <= number => (self.name, Some(format!("{measure:>number$}"))),
            None => (self.name, Some(" ".repeat(number))),
        }
    }
}
