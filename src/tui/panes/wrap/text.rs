//! Soft wrap of a text of one style.

use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use frieze_data::text::Shown;

use super::{Ends, wrapped};

/// At most `most` lines of a safe text at a width; the last one ends with `…` if there are more. Line ends are kept.
pub fn lines(text: &str, width: usize, most: usize) -> Vec<String> {
    if width == 0 || most == 0 {
        return Vec::new();
    }
    let rows = text.lines().flat_map(|line| wrapped(&[Span::raw(line.to_owned())], width, 0, Ends::Words));
    let rows = rows.map(|row| row.to_string().trim_end().to_owned());
    let mut lines: Vec<String> = rows.take(most.saturating_add(1)).collect();
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = marked(last, width);
        }
    }
    lines
}

/// Items on as many lines as they need, with `between` between those on one line. An item is cut to the width, and never split.
pub fn items<'a>(items: impl IntoIterator<Item = &'a str>, between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let item = Shown::cut(item, width);
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + item.width() <= width => {
                line.push_str(between);
                line.push_str(item.as_str());
            }
            _ => lines.push(item.into_string()),
        }
    }
    lines
}

/// The first characters of a text, so that wrapping a huge text stays cheap.
pub fn beginning(text: &str, chars: usize) -> &str {
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

/// A line with `…` at its end, shortened if necessary.
fn marked(line: &str, width: usize) -> String {
    let mut kept = line.trim_end();
    while kept.width() + 1 > width {
        let Some((at, _)) = kept.grapheme_indices(true).next_back() else { break };
        kept = kept.get(..at).unwrap_or_default();
    }
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_break_at_spaces_and_inside_long_words() {
        let check = |text: &str, width: usize, most: usize, expected: &[&str]| {
            assert_eq!(lines(text, width, most), expected, "{text:?} at {width}");
        };
        check("one two three", 7, 9, &["one two", "three"]);
        check("one two three", 3, 9, &["one", "two", "thr", "ee"]);
        check("a\n\nb", 5, 9, &["a", "", "b"]);
        check("漢字かな", 5, 9, &["漢字", "かな"]);
        check("an 設計を承認する。", 10, 9, &["an 設計を", "承認する。"]);
        check("設計する。", 8, 9, &["設計す", "る。"]);
        check("「はい」、と", 6, 9, &["「は", "い」、", "と"]);
        check("승인을 기다린다", 8, 9, &["승인을", "기다린다"]);
        check("one two three four", 7, 2, &["one two", "three…"]);
        check("abcdefgh", 4, 1, &["abc…"]);
        check("", 4, 1, &[]);
        check("x", 0, 1, &[]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_nothing_is_lost(text in "[ a-z漢👍\u{300}\n]{0,80}", width in 2..20usize) {
            let lines = lines(&text, width, usize::MAX);
            for line in &lines {
                prop_assert!(line.width() <= width, "{line:?} at {width}");
            }
            let kept: String = lines.concat().split_whitespace().collect();
            let given: String = text.split_whitespace().collect();
            prop_assert_eq!(kept, given);
        }
    }
}
