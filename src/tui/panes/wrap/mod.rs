//! Soft wrap of safe text: spans in, lines of limited width out; [`lines`] does the same for a text of one style. Columns are
//! counted as the terminal draws them; grapheme clusters are never split.

mod text;

use ratatui::buffer::CellWidth as _;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation as _;

use frieze_data::text::{Shown, may_break_between};

pub use text::{beginning, items, lines};

/// Where a line may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Between words; the space there is not drawn.
    Words,
    /// After a space, so that every space of the text is kept.
    Kept,
}

/// The columns of a safe text on the terminal.
pub fn columns(text: &str) -> usize {
    text.graphemes(true).map(|grapheme| usize::from(grapheme.cell_width())).sum()
}

/// The columns of a line on the terminal.
pub fn line_columns(line: &Line<'_>) -> usize {
    line.spans.iter().map(|span| columns(&span.content)).sum()
}

/// Untrusted text as one safe line of at most `width` columns on the terminal, cut with `…`.
pub fn fitted(text: &str, width: usize) -> String {
    let mut shown = Shown::cut(text, width).into_string();
    // A few characters are drawn wider than their Unicode width.
    while columns(&shown) > width {
        let mut shorter = shown.trim_end_matches('…');
        let last = shorter.grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
        shorter = shorter.get(..last).unwrap_or_default();
        shown = if width == 0 || shorter.is_empty() { String::new() } else { format!("{shorter}…") };
    }
    shown
}

/// One grapheme cluster.
struct Glyph {
    span: usize,
    from: usize,
    to: usize,
    columns: usize,
    is_space: bool,
    /// Whether a line may end before it without a space.
    may_begin: bool,
}

/// The text in lines of at most `width` columns, at least one line. Every line but the first is indented by `hang` columns,
/// or less without room.
pub fn wrapped(spans: &[Span<'static>], width: usize, hang: usize, ends: Ends) -> Vec<Line<'static>> {
    let width = width.max(1);
    let hang = hang.min(width / 3);
    let glyphs = glyphs(spans);
    let mut lines = Vec::new();
    let mut at = 0;
    loop {
        let indent = if lines.is_empty() { 0 } else { hang };
        let (end, next) = line_from(&glyphs, at, width - indent, ends);
        lines.push(inked(spans, glyphs.get(at..end).unwrap_or_default(), indent, width - indent));
        at = next;
        if at >= glyphs.len() {
            return lines;
        }
    }
}

fn glyphs(spans: &[Span<'static>]) -> Vec<Glyph> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut before = "";
    for (span, text) in spans.iter().enumerate() {
        for (from, grapheme) in text.content.grapheme_indices(true) {
            let (to, columns) = (from + grapheme.len(), usize::from(grapheme.cell_width()));
            match glyphs.last_mut() {
                // A cluster without width belongs to the cell before it, so it cannot begin a line.
                Some(last) if columns == 0 && last.span == span => {
                    // A space with a mark on it is not dropped at a line end.
                    (last.to, last.is_space) = (to, false);
                }
                _ => {
                    let (is_space, may_begin) = (grapheme == " ", may_break_between(before, grapheme));
                    glyphs.push(Glyph { span, from, to, columns, is_space, may_begin });
                    before = grapheme;
                }
            }
        }
    }
    glyphs
}

/// The end of the line that begins at `start`, and the beginning of the next line.
fn line_from(glyphs: &[Glyph], start: usize, width: usize, ends: Ends) -> (usize, usize) {
    let mut used = 0;
    // The last possible break: the end of this line and the beginning of the next.
    let mut between = None;
    let mut at = start;
    let mut seen_word = false;
    while let Some(glyph) = glyphs.get(at) {
        if at > start {
            let after_word = seen_word && glyphs.get(at - 1).is_some_and(|before| !before.is_space);
            if ends == Ends::Words && glyph.is_space && after_word {
                between = Some((at, after_spaces(glyphs, at)));
            } else if glyph.may_begin {
                between = Some((at, at));
            }
        }
        seen_word |= !glyph.is_space;
        used += glyph.columns;
        if used > width {
            break;
        }
        at += 1;
        if ends == Ends::Kept && glyph.is_space && seen_word {
            between = Some((at, at));
        }
    }
    if at >= glyphs.len() {
        return (glyphs.len(), glyphs.len());
    }
    // A glyph wider than the line gets its own line, drawn as a mark.
    between.unwrap_or((at.max(start + 1), at.max(start + 1)))
}

fn after_spaces(glyphs: &[Glyph], at: usize) -> usize {
    let rest = glyphs.get(at..).unwrap_or_default();
    at + rest.iter().position(|glyph| !glyph.is_space).unwrap_or(rest.len())
}

fn inked(spans: &[Span<'static>], glyphs: &[Glyph], indent: usize, room: usize) -> Line<'static> {
    let mut out: Vec<Span<'static>> = Vec::new();
    if indent > 0 {
        out.push(Span::raw(" ".repeat(indent)));
    }
    for run in glyphs.chunk_by(|a, b| a.span == b.span) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let Some(span) = spans.get(first.span) else { continue };
        if first.columns > room {
            out.push(Span::styled("…", span.style));
        } else if let Some(text) = span.content.get(first.from..last.to) {
            out.push(Span::styled(text.to_owned(), span.style));
        }
    }
    Line::from(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wrap(text: &str, width: usize, hang: usize, ends: Ends) -> Vec<String> {
        wrapped(&[Span::raw(text.to_owned())], width, hang, ends).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_end_between_words() {
        let check = |text: &str, width: usize, hang: usize, expected: &[&str]| {
            assert_eq!(wrap(text, width, hang, Ends::Words), expected, "{text:?} at {width}");
        };
        check("", 5, 0, &[""]);
        check("one two three", 7, 0, &["one two", "three"]);
        check("one two three", 9, 2, &["one two", "  three"]);
        check("one   two", 4, 0, &["one", "two"]);
        check("  one two", 5, 0, &["  one", "two"]);
        check("incomprehensible", 6, 0, &["incomp", "rehens", "ible"]);
        check("日本語の文", 4, 0, &["日本", "語の", "文"]);
        check("設計は、「よい」。", 6, 0, &["設計", "は、", "「よ", "い」。"]);
        check("キャッシュ", 6, 0, &["キャッ", "シュ"]);
        check("! \u{a8fa}0", 2, 0, &["! \u{a8fa}", "0"]);
        check("a日本語", 1, 0, &["a", "…", "…", "…"]);
        check("👩‍⚕️👩‍⚕️", 2, 0, &["👩‍⚕️", "👩‍⚕️"]);
    }

    #[test]
    fn code_keeps_its_spaces() {
        assert_eq!(wrap("  \"a  bcd\"", 7, 0, Ends::Kept), ["  \"a  ", "bcd\""]);
        assert_eq!(wrap("abcdef", 4, 0, Ends::Kept), ["abcd", "ef"]);
        assert_eq!(wrap("  a  b", 3, 0, Ends::Kept), ["  a", "  b"]);
        assert_eq!(wrap("+ \"設計する。\"", 11, 0, Ends::Kept), ["+ \"設計す", "る。\""]);
    }

    proptest! {
        #[test]
        fn no_line_is_wider_and_nothing_is_lost(text in "\\PC{0,80}", width in 2_usize..60, hang in prop_oneof![Just(0_usize), 1_usize..30]) {
            let shown = Shown::line(&text).into_string();
            for ends in [Ends::Words, Ends::Kept] {
                let lines = wrapped(&[Span::raw(shown.clone())], width, hang, ends);
                for line in &lines {
                    prop_assert!(line_columns(line) <= width, "{line:?}");
                }
                // A glyph wider than the line is only a mark.
                if shown.graphemes(true).any(|one| usize::from(one.cell_width()) > width - hang.min(width / 3)) {
                    continue;
                }
                // Wrapping adds indents and removes spaces at line ends.
                let bare = |text: &str| text.replace(' ', "");
                let joined: String = lines.iter().map(ToString::to_string).collect();
                prop_assert_eq!(bare(&joined), bare(&shown));
                if ends == Ends::Kept && hang == 0 {
                    prop_assert_eq!(&joined, &shown);
                }
            }
        }
    }
}
