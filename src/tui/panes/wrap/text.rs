//! Soft wrap of a text of one style: at spaces, between characters of scripts without spaces, inside words that are too long,
//! never inside a grapheme cluster.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use frieze_data::text::may_break_between;

/// At most `most` lines of a safe text at a width; the last one ends with `…` if there are more. Line ends are kept.
pub fn lines(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut filling = Filling { lines: Vec::new(), columns: 0, width };
    if width == 0 || most == 0 {
        return filling.lines;
    }
    'all: for line in text.lines() {
        filling.begin();
        for word in line.split_inclusive(' ').flat_map(unbroken) {
            filling.take(word);
            if filling.lines.len() > most {
                break 'all;
            }
        }
    }
    let mut lines = filling.lines;
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = marked(last, width);
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

/// The parts of a word between which a line may end.
fn unbroken(word: &str) -> Vec<&str> {
    if word.is_ascii() {
        return vec![word];
    }
    let (mut parts, mut rest, mut before) = (Vec::new(), word, "");
    for (at, cluster) in word.grapheme_indices(true) {
        if may_break_between(before, cluster) {
            let (part, left) = rest.split_at(at - (word.len() - rest.len()));
            parts.push(part);
            rest = left;
        }
        before = cluster;
    }
    parts.push(rest);
    parts
}

/// The first characters of a text, so that wrapping a huge text stays cheap.
pub fn beginning(text: &str, chars: usize) -> &str {
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

/// A line with `…` at its end, shortened if necessary.
pub fn marked(line: &str, width: usize) -> String {
    let mut kept = line.trim_end();
    while kept.width() + 1 > width {
        let Some((at, _)) = kept.grapheme_indices(true).next_back() else { break };
        kept = kept.get(..at).unwrap_or_default();
    }
    format!("{kept}…")
}

/// Lines in the making.
struct Filling {
    lines: Vec<String>,
    /// Columns used in the last line.
    columns: usize,
    width: usize,
}

impl Filling {
    fn begin(&mut self) {
        self.lines.push(String::new());
        self.columns = 0;
    }

    /// Adds a word with the space after it, which may exceed the width.
    fn take(&mut self, word: &str) {
        let bare = word.trim_end_matches(' ').width();
        if self.columns + bare > self.width && self.columns > 0 {
            self.begin();
        }
        if bare <= self.width {
            return self.push(word, word.width());
        }
        for grapheme in word.graphemes(true) {
            let columns = grapheme.width();
            if self.columns + columns > self.width && self.columns > 0 {
                self.begin();
            }
            self.push(grapheme, columns);
        }
    }

    fn push(&mut self, text: &str, columns: usize) {
        if let Some(line) = self.lines.last_mut() {
            line.push_str(text);
        }
        self.columns += columns;
    }
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
