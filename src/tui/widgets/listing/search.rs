//! Search in the lines of a list: goes from hit to hit and marks them. Wrapped lines are searched as one text.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Listing, Row};
use crate::tui::panes::row_tag::RowTag;
use crate::tui::panes::wrap::columns;
use crate::tui::view::theme::Theme;

/// A hit of the last search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    words: String,
    /// The head before the hit, and the number of the hit after that head.
    at: usize,
    nth: usize,
    /// Whether that line is a head; if not, the hit is before all heads, or there are none.
    is_head: bool,
    /// The hit's bytes in each of its lines.
    parts: Parts,
}

/// Lines, and bytes of each.
type Parts = Vec<(usize, Range<usize>)>;

/// The position of the selected line that survives folding: its element, its number among lines of that element, and the
/// search hit there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePosition {
    pointer: Option<String>,
    tag: Option<RowTag>,
    nth: usize,
    hit: Option<Hit>,
}

impl Listing {
    /// Goes to the next or previous hit, and around the ends. Returns its number and the number of hits; `None` if there is
    /// none.
    pub fn find(&mut self, words: &str, forward: bool) -> Option<(usize, usize)> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let has_heads = self.has_heads();
        let begins = (0..self.rows.len()).filter(|at| *at == 0 || !has_heads || self.is_head(*at));
        let mut all: Vec<(usize, usize, Parts)> = Vec::new();
        for at in begins {
            all.extend(self.hits(at, &words).into_iter().enumerate().map(|(nth, parts)| (at, nth, parts)));
        }
        let is_here = |hit: &&Hit| {
            let stays = if has_heads {
                self.head_at_or_before(hit.at) == self.selected
            } else {
                (self.top..self.top + self.height).contains(&hit.at)
            };
            hit.words == words && stays
        };
        // A new search starts at the selection.
        let next = match self.hit.as_ref().filter(is_here) {
            Some(hit) => all.partition_point(|(at, nth, _)| {
                let (place, here) = ((*at, *nth), (hit.at, hit.nth));
                if forward { place <= here } else { place < here }
            }),
            None => {
                let here = if has_heads { self.selected } else { self.top };
                all.partition_point(|(at, ..)| *at < here)
            }
        };
        let count = all.len();
        let to = if forward { next % count.max(1) } else { next.checked_sub(1).unwrap_or(count.max(1) - 1) };
        let (at, nth, parts) = all.into_iter().nth(to)?;
        self.show(Hit { words, at, nth, is_head: self.is_head(at), parts });
        Some((to + 1, count))
    }

    /// Scrolls to a hit, and to its head if both fit.
    fn show(&mut self, hit: Hit) {
        if self.has_heads() {
            self.reveal(hit.at);
        } else {
            self.top = hit.at.min(self.last_top());
        }
        if let Some((line, _)) = hit.parts.first().filter(|_| self.height > 0) {
            let below = (line + 1 + self.height / 3).saturating_sub(self.height);
            self.top = self.top.max(below).min(self.last_top());
        }
        self.hit = Some(hit);
    }

    /// The position of the selected line.
    pub fn line_position(&self) -> Option<LinePosition> {
        let row = self.row()?;
        let (pointer, tag) = (row.pointer.clone(), row.tag);
        let before = self.rows.get(..self.selected).unwrap_or_default();
        let is_alike = |other: &&Row| other.head && other.pointer == pointer && other.tag == tag;
        let nth = before.iter().filter(is_alike).count();
        Some(LinePosition { nth, hit: self.selected_hit(), pointer, tag })
    }

    /// Selects the line at a position, with its search hit.
    pub fn go_to(&mut self, position: &LinePosition) {
        let is_it = |row: &Row| row.head && row.pointer == position.pointer && row.tag == position.tag;
        let mut all = (0..self.rows.len()).filter(|at| self.rows.get(*at).is_some_and(is_it));
        let held = || position.pointer.as_deref().and_then(|pointer| self.line_of(pointer, None));
        let Some(line) = all.nth(position.nth).or_else(held) else { return };
        self.reveal(line);
        let hit = position.hit.clone().and_then(|hit| self.locate_hit(hit));
        hit.into_iter().for_each(|hit| self.show(hit));
    }

    /// The hit at the selection.
    pub(super) fn selected_hit(&self) -> Option<Hit> {
        self.hit.clone().filter(|hit| self.head_at_or_before(hit.at) == self.selected)
    }

    /// Locates a hit in changed lines.
    pub(super) fn locate_hit(&self, hit: Hit) -> Option<Hit> {
        let at = if hit.is_head { self.selected } else { hit.at };
        let parts = self.hits(at, &hit.words).into_iter().nth(hit.nth)?;
        Some(Hit { at, parts, ..hit })
    }

    /// The hits from a head to the next one.
    fn hits(&self, at: usize, words: &str) -> Vec<Parts> {
        let has_heads = self.has_heads();
        let end = (at + 1..self.rows.len()).find(|at| !has_heads || self.is_head(*at));
        let rows = self.rows.get(at..end.unwrap_or(self.rows.len())).unwrap_or_default();
        let (glyphs, words): (Vec<Glyph>, Vec<char>) = (glyphs(at, rows), words.chars().collect());
        let mut places = Vec::new();
        let mut from = 0;
        while from < glyphs.len() {
            match end_of(&glyphs, from, &words).filter(|to| *to > from) {
                Some(to) => {
                    places.push(parts(glyphs.get(from..to).unwrap_or_default()));
                    from = to;
                }
                None => from += 1,
            }
        }
        places
    }

    /// Marks the part of the hit in a line that is drawn at `place`.
    pub(super) fn mark_hit(&self, at: usize, place: Rect, is_on_bar: bool, buffer: &mut Buffer) {
        let parts = self.hit.iter().flat_map(|hit| &hit.parts).filter(|(line, _)| *line == at);
        for (_, part) in parts {
            let line = self.rows.get(at).map(|row| row.line.to_string()).unwrap_or_default();
            let until = |byte: usize| {
                let columns = columns(line.get(..byte).unwrap_or_default());
                u16::try_from(columns).unwrap_or(u16::MAX).min(place.width)
            };
            let (from, to) = (until(part.start), until(part.end));
            let part = Rect { x: place.x + from, width: to - from, ..place };
            buffer.set_style(part, Theme::found(is_on_bar));
        }
    }
}

/// A lower-case character of a line.
struct Glyph {
    c: char,
    line: usize,
    from: usize,
    to: usize,
}

impl Glyph {
    /// Whether it is white space, or the bar in front of quoted lines.
    fn is_blank(&self) -> bool {
        self.c.is_whitespace() || self.c == '│'
    }
}

fn glyphs(first: usize, rows: &[Row]) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for (line, row) in (first..).zip(rows) {
        let mut from = 0;
        for c in row.line.spans.iter().flat_map(|span| span.content.chars()) {
            let to = from + c.len_utf8();
            glyphs.extend(c.to_lowercase().map(|c| Glyph { c, line, from, to }));
            from = to;
        }
    }
    glyphs
}

/// The end of the words if they begin at `from`. A line break counts as a space, and in scripts without spaces as nothing.
fn end_of(glyphs: &[Glyph], from: usize, words: &[char]) -> Option<usize> {
    let mut at = from;
    for (nth, wanted) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| glyphs.get(at)).filter(|_| nth > 0);
        let blanks = glyphs.get(at..)?.iter().take_while(|glyph| glyph.is_blank()).count();
        let is_broken =
            || before.zip(glyphs.get(at + blanks)).is_some_and(|(before, next)| before.line != next.line);
        if *wanted == ' ' {
            if blanks == 0 && !is_broken() {
                return None;
            }
            at += blanks;
            continue;
        }
        if !wanted.is_ascii() && is_broken() {
            at += blanks;
        }
        if glyphs.get(at)?.c != *wanted {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// The bytes of a hit in each of its lines, without white space at the ends.
fn parts(place: &[Glyph]) -> Parts {
    let lines = place.chunk_by(|a, b| a.line == b.line);
    let inked = lines.filter_map(|line| {
        let mut inked = line.iter().filter(|glyph| !glyph.is_blank());
        let first = inked.next()?;
        let last = inked.next_back().unwrap_or(first);
        Some((first.line, first.from..last.to))
    });
    inked.collect()
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
    fn each_hit_is_visited_and_marked() {
        let mut list =
            listing(&[(true, "An order"), (false, "of Orders"), (true, "Nothing"), (true, "ORDER it")], 4);
        let places: Vec<_> =
            (0..4).map(|_| (list.find("order", true), list.selected(), marked(&list, true))).collect();
        let place = |nth, line, word: &str| (Some((nth, 3)), line, vec![word.to_owned()]);
        assert_eq!(places[..3], [place(1, 0, "order"), place(2, 0, "Order"), place(3, 3, "ORDER")]);
        assert_eq!(places[3], places[0]);
        assert_eq!(list.find("order", false), Some((3, 3)));
        assert_eq!(list.find("nowhere", true), None);
    }

    #[test]
    fn words_across_wrapped_lines_are_found_and_marked_in_each() {
        let mut list = listing(
            &[(true, "the card is"), (false, "  │ declined by"), (false, "界の設"), (false, " 計を")],
            4,
        );
        let mut found = |words| (list.find(words, true), marked(&list, false));
        assert_eq!(found("is  Declined"), (Some((1, 1)), vec!["is".to_owned(), "declined".to_owned()]));
        assert_eq!(found("設計"), (Some((1, 1)), vec!["設".to_owned(), "計".to_owned()]));
        assert_eq!(found("isdeclined").0, None);
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
        // Replaced lines keep the mark.
        let rows = list.rows().to_vec();
        list.set(rows);
        assert_eq!(list.hit.as_ref().unwrap().parts.len(), 1);
    }

    #[test]
    fn lines_without_heads_are_searched() {
        let mut list = listing(&[(false, "one x"), (false, "two"), (false, "three x x")], 3);
        let found: Vec<_> = (0..4).map(|_| list.find("x", true).unwrap().0).collect();
        assert_eq!(found, [1, 2, 3, 1]);
        assert_eq!(list.find("x", false), Some((3, 3)));
    }
}
