//! The columns of the list: how wide each is, for all lines alike.

use unicode_width::UnicodeWidthStr as _;

use super::shown_as;
use crate::tui::features::Card;
use crate::tui::model::Model;

/// From this inside width on there is room for sparklines, if the names leave it.
const SPARKLINES: u16 = 40;
/// Columns of the score, the state's word and the age.
pub const SCORE: usize = 5;
pub const WORD: usize = 6;
/// `gen 2/10`, where there is room.
const LONG_WORD: usize = 8;
pub const AGE: usize = 3;
/// Of four scores as a sparkline, and what stands before it.
const SPARKS: usize = 5;
/// The most columns of a name where the reason stands behind it, the steps in which they grow, so that the columns hardly
/// ever move while the list scrolls, and the fewest of a reason.
const NAME: usize = 30;
const STEP: usize = 6;
const REASON: usize = 16;

/// The columns of the list, which are the same for every line of it.
pub struct Columns {
    pub name: usize,
    /// Of the sparkline with what stands before it; none where it has no room.
    pub sparks: usize,
    pub word: usize,
    /// Of the reason behind everything, where there is much room.
    pub reason: usize,
    pub is_wide: bool,
}

impl Columns {
    /// For these features, in so many columns: as wide a word as the longest of theirs. The sparklines go where most names
    /// would have to be shortened for them; one long name is shortened instead.
    pub fn of<'a>(
        model: &Model,
        width: u16,
        listed: impl Iterator<Item = (&'a str, Option<&'a Card>)> + Clone,
    ) -> Self {
        let word = |is_wide, least: usize| {
            let words = listed.clone().filter_map(|(_, card)| card);
            words.map(|card| shown_as(card, model.now, is_wide).1.width()).fold(least, usize::max)
        };
        let room = |sparks: usize, word: usize| {
            let fixed = 2 + 1 + SCORE + sparks + 1 + word + 1 + AGE;
            usize::from(width).saturating_sub(fixed)
        };
        let long = word(true, LONG_WORD);
        // No name is shortened for what no line has.
        let has_scores = listed.clone().any(|(_, card)| card.is_some_and(|card| !card.scores.is_empty()));
        let most = if has_scores { SPARKS } else { 0 };
        let cut = listed.clone().filter(|(id, _)| id.len().min(NAME) > room(most, long)).count();
        let is_wide = width >= SPARKLINES && cut * 2 <= listed.clone().count();
        let (sparks, word) = if is_wide { (most, long) } else { (0, word(false, WORD)) };
        let room = room(sparks, word);
        // Where there is much room, the reason stands behind.
        let longest = listed.map(|(id, _)| id.len()).max().unwrap_or(0);
        let name = if room >= NAME + REASON { longest.next_multiple_of(STEP).min(NAME) } else { room };
        Self { name, sparks, word, reason: room - name, is_wide }
    }
}
