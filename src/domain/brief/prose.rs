//! Running text with its markup removed, that still knows the line of every word.

use std::ops::Range;

use super::label;

/// Text in one piece: soft-wrapped lines joined, markup gone.
#[derive(Clone, Default, Debug)]
pub(super) struct Prose {
    text: String,
    /// Where in the text a piece of some source line begins; ascending.
    marks: Vec<(usize, u32)>,
    /// Where in the text a new source line begins; ascending.
    wraps: Vec<usize>,
    /// What stood in bold; ascending, not overlapping.
    strong: Vec<Range<usize>>,
    /// A line break was read and no text since.
    broken: bool,
    /// It ends with a label in bold, which nothing sets off yet.
    labelled: bool,
}

impl Prose {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The line its first word stands on.
    pub(super) fn line(&self) -> u32 {
        self.line_at(0)
    }

    pub(super) fn line_at(&self, offset: usize) -> u32 {
        let after = self.marks.partition_point(|(at, _)| *at <= offset);
        self.marks.get(after.saturating_sub(1)).map_or(1, |(_, line)| *line)
    }

    /// Offsets at which a source line begins, without the first.
    pub(super) fn wraps(&self) -> &[usize] {
        &self.wraps
    }

    /// Adds a piece of one source line.
    pub(super) fn push(&mut self, piece: &str, line: u32) {
        let piece = if self.text.is_empty() || self.broken { piece.trim_start() } else { piece };
        if piece.is_empty() {
            return;
        }
        // `**FR-1** It must`: bold sets a label off as a colon does.
        if std::mem::take(&mut self.labelled)
            && !self.broken
            && piece.trim_start().starts_with(char::is_alphanumeric)
            && piece.starts_with(' ')
        {
            self.text.push(':');
        }
        if self.broken {
            self.broken = false;
            let kept = self.text.trim_end().len();
            self.text.truncate(kept);
            if needs_space(self.text.chars().next_back(), piece.chars().next()) {
                self.text.push(' ');
            }
            self.wraps.push(self.text.len());
        }
        if self.marks.last().is_none_or(|(_, last)| *last != line) {
            self.marks.push((self.text.len(), line));
        }
        self.text.push_str(piece);
    }

    /// Ends a source line.
    pub(super) fn end_line(&mut self) {
        self.broken = !self.text.is_empty();
    }

    /// Notes that the text since `start` was bold.
    pub(super) fn embolden(&mut self, start: usize) {
        let end = self.text.len();
        let start = start + self.text.get(start..).map_or(0, |s| s.len() - s.trim_start().len());
        self.labelled = self.text.get(start..end).is_some_and(label::is_label);
        if start < end {
            match self.strong.last_mut() {
                Some(last) if last.end >= start => last.end = end,
                _ => self.strong.push(start..end),
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Takes back everything since `start`: it was struck out.
    pub(super) fn cut(&mut self, start: usize) {
        if self.text.is_char_boundary(start) {
            self.text.truncate(start);
            self.marks.retain(|(at, _)| *at <= start);
            self.wraps.retain(|at| *at <= start);
        }
    }

    /// The bold words that the text starts with.
    pub(super) fn bold_start(&self) -> Option<&str> {
        let first = self.strong.first().filter(|range| range.start == 0)?;
        self.text.get(first.clone()).map(str::trim)
    }

    /// A part of it, trimmed, with its own lines.
    pub(super) fn slice(&self, range: Range<usize>) -> Self {
        let Some(part) = self.text.get(range.clone()) else {
            return Self::default();
        };
        let start = range.start + part.len() - part.trim_start().len();
        let text = part.trim();
        let end = start + text.len();
        let mut marks = vec![(0, self.line_at(start))];
        let from = self.marks.partition_point(|(at, _)| *at <= start);
        marks.extend(
            self.marks
                .iter()
                .skip(from)
                .take_while(|(at, _)| *at < end)
                .map(|(at, line)| (at - start, *line)),
        );
        let from = self.wraps.partition_point(|at| *at <= start);
        let wraps = self.wraps.iter().skip(from).take_while(|at| **at < end).map(|at| at - start).collect();
        let from = self.strong.partition_point(|bold| bold.end <= start);
        let strong = self
            .strong
            .iter()
            .skip(from)
            .take_while(|bold| bold.start < end)
            .map(|bold| bold.start.saturating_sub(start)..bold.end.min(end) - start)
            .collect();
        Self { text: text.to_owned(), marks, wraps, strong, broken: false, labelled: false }
    }

    /// Without white space at its end.
    pub(super) fn finish(mut self) -> Self {
        let kept = self.text.trim_end().len();
        self.text.truncate(kept);
        self.broken = false;
        self
    }
}

/// Languages without spaces are joined without one.
fn needs_space(before: Option<char>, after: Option<char>) -> bool {
    !(before.is_some_and(is_wide) && after.is_some_and(is_wide))
}

/// Kana, Han and their punctuation.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{FF00}'..='\u{FFEF}')
}
