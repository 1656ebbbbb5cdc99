//! Pieces of running text: lines that belong together.

use std::ops::Range;

use frieze_document::Text;
use frieze_language::Tag;

use crate::label;
use crate::words::Words;

#[derive(Clone, Default)]
pub struct Piece {
    pub text: String,
    /// First byte and line, in order.
    starts: Vec<(usize, u32)>,
    /// Bold text at its beginning.
    pub strong: String,
    /// Ranges that are marked as code.
    code: Vec<Range<usize>>,
}

impl Piece {
    pub fn line_at(&self, byte: usize) -> u32 {
        let after = self.starts.partition_point(|(start, _)| *start <= byte);
        self.starts.get(after.saturating_sub(1)).map_or(1, |(_, line)| *line)
    }

    pub fn line(&self) -> u32 {
        self.line_at(0)
    }

    /// Whether a whole range is code.
    pub fn is_code(&self, start: usize, end: usize) -> bool {
        self.code.iter().any(|range| range.start <= start && end <= range.end)
    }

    /// The name at the beginning of the piece, and the byte after it: bold text, or a few words before a colon or a dash.
    pub fn lead(&self) -> Option<(&str, usize)> {
        let is_bold = !self.strong.is_empty() && self.text.starts_with(self.strong.as_str());
        if is_bold {
            let name = self.strong.trim().trim_end_matches([':', '：', '.']);
            let rest = self.text.get(self.strong.len()..)?;
            let skipped = rest.trim_start_matches([':', '：', '–', '—', '-', ' ', '.']);
            return (!name.is_empty()).then_some((name, self.text.len() - skipped.len()));
        }
        let mark = [": ", "：", " — ", " – ", " - "];
        let (at, mark) = mark
            .iter()
            .filter_map(|mark| self.text.find(mark).map(|at| (at, mark)))
            .min_by_key(|(at, _)| *at)?;
        let name = self.text.get(..at)?.trim();
        (name.split_whitespace().count() <= 4 && !name.is_empty()).then_some((name, at + mark.len()))
    }
}

/// The pieces of a text. A line with a label, a story, a step or a bold name at its beginning starts a new one.
pub fn pieces(words: &Words, text: &Text, in_scenario: bool) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    // Outside of a scenario, `When` on a new line continues the sentence.
    let mut follows_step = in_scenario;
    for line in &text.lines {
        let trimmed = line.text.trim();
        if trimmed.is_empty() {
            continue;
        }
        let lead = line.text.len() - line.text.trim_start().len();
        let marks = words.marks(trimmed);
        let first = marks.first().filter(|mark| mark.start == 0);
        let is_capital = trimmed.starts_with(|c: char| !c.is_lowercase());
        let is_step = is_capital
            && follows_step
            && first.is_some_and(|m| matches!(m.tag, Tag::Given | Tag::When | Tag::Then | Tag::And));
        let is_story = is_capital && first.is_some_and(|m| m.tag == Tag::AsA);
        let is_named = words.label(trimmed).is_some_and(|(_, end)| {
            let rest = trimmed.get(end..).unwrap_or_default();
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with([':', '：'])
        });
        let is_bold = !line.strong.is_empty() && trimmed.starts_with(line.strong.trim());
        // A bold keyword of a step continues the sentence: `**Given** …,` and below it `**When** …`.
        let is_bold_name =
            is_bold && first.is_none_or(|m| !matches!(m.tag, Tag::When | Tag::Then | Tag::And));
        let is_intro =
            trimmed.ends_with([':', '：']) && words.topic(trimmed.trim_end_matches([':', '：'])).is_some();
        let is_labelled = label::split(trimmed, is_bold).is_some_and(|(label, _)| {
            // A code in the middle of a sentence is a reference, unless it is marked.
            let after =
                trimmed.find(label).and_then(|at| trimmed.get(at + label.len()..)).unwrap_or_default();
            is_bold
                || after.starts_with([':', ']', '：'])
                || label.starts_with(|c: char| c.is_ascii_digit())
                || out.last().is_none_or(|p| p.text.ends_with(['.', '!', '?', ':', ';', '。']))
        });
        let begins = is_step || is_story || is_named || is_bold_name || is_intro || is_labelled;
        let after_intro = out.last().is_some_and(|p| {
            p.text.ends_with([':', '：']) && words.topic(p.text.trim_end_matches([':', '：'])).is_some()
        });
        // `3.1 Finding a date` above its first sentence is a heading without a mark.
        let after_heading = out.last().is_some_and(|p| {
            p.starts.len() == 1
                && p.text.starts_with(|c: char| c.is_ascii_digit())
                && p.text.ends_with(char::is_alphabetic)
                && label::split(&p.text, false)
                    .is_some_and(|(_, rest)| words.modal(rest, &words.marks(rest)).is_none())
                && trimmed.starts_with(char::is_uppercase)
        });
        if begins || after_intro || after_heading || out.is_empty() {
            out.push(Piece {
                strong: if is_bold { line.strong.trim().to_owned() } else { String::new() },
                ..Piece::default()
            });
        }
        let Some(piece) = out.last_mut() else { continue };
        if !piece.text.is_empty() && !words.is_spaceless() {
            piece.text.push(' ');
        }
        let at = piece.text.len();
        piece.starts.push((at, line.line));
        let moved = |place: usize| (place + at).saturating_sub(lead);
        piece.code.extend(line.code.iter().map(|range| moved(range.start)..moved(range.end)));
        piece.text.push_str(trimmed);
        let begins_scenario = words.label(trimmed).is_some_and(|(label, _)| {
            matches!(label, frieze_language::Label::Scenario | frieze_language::Label::Background)
        });
        follows_step = begins_scenario || is_step;
    }
    out
}
