//! Tokeniser: words by Unicode's rules, with their places.

use unicode_segmentation::UnicodeSegmentation as _;

/// A word or a mark of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    /// Its first byte.
    pub start: usize,
    pub kind: Kind,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    /// Begins with a digit.
    Number,
    /// Anything else but a space.
    Mark,
}

/// The words and marks of a text, in order; spaces are left out.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.split_word_bound_indices().filter_map(|(start, text)| {
        let first = text.chars().next()?;
        let kind = match first {
            _ if first.is_whitespace() => return None,
            _ if first.is_numeric() => Kind::Number,
            _ if first.is_alphanumeric() => Kind::Word,
            _ => Kind::Mark,
        };
        Some(Token { text, start, kind })
    })
}

/// Calls `take` with every part of every word of a text, in order. Identifiers are split (`orderLine`, `order_line`). Text in a
/// script without spaces is split into pairs of neighbouring characters. Marks are left out.
pub fn parts<'t>(text: &'t str, mut take: impl FnMut(&'t str)) {
    if text.is_ascii() {
        return ascii_parts(text, &mut take);
    }
    // A space is always a boundary. Most words are ASCII, which is split ten times faster.
    for piece in text.split(' ') {
        if piece.is_ascii() {
            ascii_parts(piece, &mut take);
        } else {
            unicode_parts(piece, &mut take);
        }
    }
}

/// Whether a character belongs to a script without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar.
pub fn is_spaceless(c: char) -> bool {
    matches!(u32::from(c),
        0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF | 0x0E00..=0x0EFF | 0x1780..=0x17FF | 0x1000..=0x109F)
}

/// The same as [`unicode_parts`], for ASCII.
fn ascii_parts<'t>(text: &'t str, take: &mut impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut start = None;
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate() {
        let is_inside = byte.is_ascii_alphanumeric() || byte == b'\'' && joins(before, bytes.get(at + 1));
        match start {
            Some(from) if !is_inside => {
                take(&text[from..at]);
                start = None;
            }
            Some(from) if byte.is_ascii_uppercase() && before.is_ascii_lowercase() => {
                take(&text[from..at]);
                start = Some(at);
            }
            None if is_inside => start = Some(at),
            _ => {}
        }
        before = byte;
    }
    if let Some(from) = start {
        take(&text[from..]);
    }
}

/// Whether an apostrophe between two characters is part of a word.
fn joins(before: u8, after: Option<&u8>) -> bool {
    let both = |is: fn(&u8) -> bool| is(&before) && after.is_some_and(is);
    both(u8::is_ascii_alphabetic) || both(u8::is_ascii_digit)
}

fn unicode_parts<'t>(text: &'t str, take: &mut impl FnMut(&'t str)) {
    // The last character of a run without spaces: its first byte, and whether it is the only one.
    let mut last: Option<(usize, bool)> = None;
    for (start, word) in text.split_word_bound_indices() {
        if word.starts_with(is_spaceless) {
            for (at, c) in word.char_indices() {
                let (at, end) = (start + at, start + at + c.len_utf8());
                if let Some((from, _)) = last {
                    take(&text[from..end]);
                }
                last = Some((at, last.is_none()));
            }
            continue;
        }
        if let Some((from, true)) = last.take() {
            take(&text[from..start]);
        }
        word_parts(word, take);
    }
    if let Some((from, true)) = last {
        take(&text[from..]);
    }
}

/// The parts of one word, split at marks other than apostrophes, and before a capital that follows a small letter.
fn word_parts<'t>(word: &'t str, take: &mut impl FnMut(&'t str)) {
    for part in word.split(|c: char| c.is_ascii_punctuation() && c != '\'') {
        let mut start = 0;
        let mut is_after_lowercase = false;
        for (at, c) in part.char_indices() {
            if is_after_lowercase && c.is_uppercase() {
                take(&part[start..at]);
                start = at;
            }
            is_after_lowercase = c.is_lowercase();
        }
        if part[start..].contains(char::is_alphanumeric) {
            take(&part[start..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        parts(text, |word| words.push(word));
        words
    }

    #[test]
    fn identifiers_and_spaceless_scripts_are_split() {
        assert_eq!(
            split("The customer's orderLine_no 7."),
            ["The", "customer's", "order", "Line", "no", "7"]
        );
        assert_eq!(split("'fast' e.g. 3.5 GroßeZahl"), ["fast", "e", "g", "3", "5", "Große", "Zahl"]);
        assert_eq!(split("注文一覧"), ["注文", "文一", "一覧"]);
        assert_eq!(split("注文 id、卓"), ["注文", "id", "卓"]);
        assert_eq!(split("ß—Größe"), ["ß", "Größe"]);
        assert_eq!(split("— 。"), [""; 0]);
    }

    #[test]
    fn ascii_and_unicode_text_are_split_alike() {
        let mut number = 7_u32;
        for _ in 0..5_000 {
            let text: String = (0..24)
                .map(|_| {
                    number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    char::from(b" aAzZ09'_-.b:,"[(number >> 16) as usize % 14])
                })
                .collect();
            let (mut ascii, mut any) = (Vec::new(), Vec::new());
            ascii_parts(&text, &mut |word| ascii.push(word));
            unicode_parts(&text, &mut |word| any.push(word));
            assert_eq!(ascii, any, "{text:?}");
        }
    }
}
