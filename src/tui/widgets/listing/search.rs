//! Search in the lines of a list: goes from line to line with the words, and marks them. The lines of an element are searched
//! as one text.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{Listing, Row};
use crate::tui::panes::wrap::columns;
use crate::tui::view::theme::Theme;
use frieze_data::text::may_break_between;

/// A hit of the last search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    words: String,
    /// The line in which they begin, and the line that is selected for it.
    at: usize,
    pub selected: usize,
}

impl Hit {
    /// The hit after the selected line has moved.
    pub fn moved_to(self, selected: usize) -> Self {
        Self { at: (self.at + selected).saturating_sub(self.selected), selected, ..self }
    }
}

impl Listing {
    /// Goes to the next or previous line with the words, and around the ends. Returns its number and the number of such lines;
    /// `None` if there is none.
    pub fn find(&mut self, words: &str, forward: bool) -> Option<(usize, usize)> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let has_heads = self.has_heads();
        let begins = (0..self.rows.len()).filter(|at| *at == 0 || !has_heads || self.is_head(*at));
        let ends = begins.clone().skip(1).chain([self.rows.len()]);
        let mut all: Vec<usize> =
            begins.zip(ends).flat_map(|(begin, end)| self.lines_with(&words, begin..end)).collect();
        all.dedup();
        let is_here = |hit: &&Hit| {
            let is_visible = (self.top..self.top + self.height).contains(&hit.at);
            hit.words == words && if has_heads { hit.selected == self.selected } else { is_visible }
        };
        // A new search starts at the selection.
        let next = match self.hit.as_ref().filter(is_here) {
            Some(hit) if forward => all.partition_point(|at| *at <= hit.at),
            Some(hit) => all.partition_point(|at| *at < hit.at),
            None => {
                let here = if has_heads { self.selected } else { self.top };
                all.partition_point(|at| *at < here)
            }
        };
        let count = all.len();
        let to = if forward { next % count.max(1) } else { next.checked_sub(1).unwrap_or(count.max(1) - 1) };
        let at = *all.get(to)?;
        if has_heads {
            self.reveal(at);
        }
        self.show(Hit { words, at, selected: self.selected });
        Some((to + 1, count))
    }

    /// Scrolls to a hit.
    fn show(&mut self, hit: Hit) {
        let least = (hit.at + 1 + self.height / 3).saturating_sub(self.height);
        let most = if self.has_heads() { usize::MAX } else { hit.at };
        self.top = self.top.min(most).max(least).min(self.last_top());
        self.hit = Some(hit);
    }

    /// The lines in which the words begin. A line break counts as a space, and in scripts without spaces as nothing.
    fn lines_with(&self, words: &str, lines: Range<usize>) -> Vec<usize> {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for row in self.rows.get(lines.clone()).unwrap_or_default() {
            let line = row.line.to_string().to_lowercase();
            // Quoted lines have a bar in front.
            let words = line.split(|c: char| c.is_whitespace() || c == '│').filter(|word| !word.is_empty());
            for (at, word) in words.enumerate() {
                let around = text.graphemes(true).next_back().zip(word.graphemes(true).next());
                let is_broken = at == 0 && around.is_some_and(|(last, next)| may_break_between(last, next));
                text.push_str(if text.is_empty() || is_broken { "" } else { " " });
                text.push_str(word);
            }
            ends.push(text.len());
        }
        let begins = text.match_indices(words).map(|(byte, _)| byte);
        begins.map(|byte| lines.start + ends.partition_point(|end| *end <= byte)).collect()
    }

    /// Marks the words in a line that is drawn at `place`.
    pub(super) fn mark_words(&self, row: &Row, place: Rect, is_on_bar: bool, buffer: &mut Buffer) {
        let Some(hit) = &self.hit else { return };
        let text = row.line.to_string().to_lowercase();
        for (byte, words) in text.match_indices(hit.words.as_str()) {
            let [from, to] = [byte, byte + words.len()].map(|byte| {
                let columns = columns(text.get(..byte).unwrap_or_default());
                u16::try_from(columns).unwrap_or(u16::MAX).min(place.width)
            });
            let part = Rect { x: place.x + from, width: to - from, ..place };
            buffer.set_style(part, Theme::found(is_on_bar));
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Modifier;

    use super::*;

    fn listing(lines: &[(bool, &str)], height: u16) -> Listing {
        let rows = lines.iter().map(|(head, text)| Row { head: *head, ..Row::text((*text).to_owned()) });
        let mut listing = Listing::default();
        listing.set(rows.collect());
        listing.resize(height);
        listing
    }

    /// The marked words, line by line.
    fn marked(list: &Listing, bar: bool) -> Vec<String> {
        let area = Rect::new(0, 0, 30, u16::try_from(list.height).unwrap());
        let mut buffer = Buffer::empty(area);
        list.draw(area, &mut buffer, bar.then(|| Theme::Plain.selected(true)));
        let marked = |y| {
            let cells = (0..30).map(move |x| (x, y)).filter(|at| {
                let modifier = buffer[*at].modifier;
                modifier.contains(Modifier::UNDERLINED)
            });
            cells.map(|at| buffer[at].symbol().to_owned()).collect::<String>().trim_end().to_owned()
        };
        (0..area.height).map(marked).filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn each_line_with_the_words_is_visited_and_they_are_marked() {
        let mut list =
            listing(&[(true, "An order"), (false, "of Orders"), (true, "Nothing"), (true, "ORDER it")], 4);
        let places: Vec<_> =
            (0..4).map(|_| (list.find("order", true), list.selected(), marked(&list, true))).collect();
        let place =
            |nth, line| (Some((nth, 3)), line, ["order", "Order", "ORDER"].map(str::to_owned).to_vec());
        assert_eq!(places[..3], [place(1, 0), place(2, 0), place(3, 3)]);
        assert_eq!(places[3], places[0]);
        assert_eq!(list.find("order", false), Some((3, 3)));
        assert_eq!(list.find("nowhere", true), None);
    }

    #[test]
    fn words_across_wrapped_lines_are_found() {
        let mut list = listing(
            &[(true, "the card is"), (false, "  │ declined by"), (false, "界の設"), (false, " 計を")],
            4,
        );
        assert_eq!(list.find("is  Declined", true), Some((1, 1)));
        assert_eq!(list.find("設計", true), Some((1, 1)));
        assert_eq!(list.find("isdeclined", true), None);
    }

    #[test]
    fn the_line_with_the_words_is_visible() {
        let mut lines = vec![(true, "a head"), (true, "another")];
        lines.extend([(false, "text"); 40]);
        lines[30].1 = "the needle";
        let mut list = listing(&lines, 9);
        assert_eq!(list.find("needle", true), Some((1, 1)));
        assert!((list.top..list.top + 9).contains(&30), "{}", list.top);
        assert_eq!(marked(&list, true), ["needle"]);
        // Replaced lines keep the hit.
        let rows = list.rows().to_vec();
        list.set(rows);
        assert_eq!(list.hit.as_ref().unwrap().at, 30);
    }

    #[test]
    fn lines_without_heads_are_searched() {
        let mut list = listing(&[(false, "one x"), (false, "two"), (false, "three x x")], 3);
        let found: Vec<_> = (0..4).map(|_| list.find("x", true).unwrap().0).collect();
        assert_eq!(found, [1, 2, 1, 2]);
        assert_eq!(list.find("x", false), Some((1, 2)));
    }
}
