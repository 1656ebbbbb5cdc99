//! Escapes untrusted text for HTML and makes invisible characters visible: controls, direction overrides and zero-width
//! characters are shown as their code points.

use frieze_data::text::is_hidden;
use unicode_width::UnicodeWidthChar as _;

/// Whether the text is between tags (code points get a marked span) or in an attribute or `<title>`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    Attribute,
}

/// No script has more marks than this on one letter; more would paint over the neighbours.
const MOST_MARKS: u32 = 4;

/// Appends `text`, escaped. Line breaks and tabs become spaces; in prose line breaks are kept.
pub(super) fn escape(out: &mut String, text: &str, place: Place, keep_lines: bool) {
    if text.bytes().all(is_plain) {
        out.push_str(text);
        return;
    }
    let (mut before, mut marks) = (' ', 0);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let after = rest.peek().copied().unwrap_or(' ');
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        match c {
            '\r' if after == '\n' => {}
            '\n' => out.push_str(if keep_lines { "<br>" } else { " " }),
            '\t' => out.push(' '),
            _ if marks > MOST_MARKS || (is_hidden(c) && !shapes_emoji(before, c, after)) => {
                code_point(out, c, place);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
        before = c;
    }
}

/// What most texts consist of; it needs no escaping.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'<' | b'>' | b'&' | b'"' | b'\'')
}

fn code_point(out: &mut String, c: char, place: Place) {
    let (open, close) = match place {
        Place::Text => ("<span class=odd>", "</span>"),
        Place::Attribute => ("[", "]"),
    };
    out.push_str(open);
    out.push_str(&format!("U+{:04X}", u32::from(c)));
    out.push_str(close);
}

/// A joiner between two pictures combines them, and a selector chooses the picture, as people type them.
fn shapes_emoji(before: char, c: char, after: char) -> bool {
    let pictured = |c: char| matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}');
    match c {
        '\u{200d}' => pictured(before) && pictured(after),
        _ => matches!(c, '\u{fe0e}' | '\u{fe0f}'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_written_out_and_typed_text_is_kept() {
        for (text, expected) in [
            ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"),
            ("a\u{202e}b", "a[U+202E]b"),
            ("\u{0}\u{1b}[31m", "[U+0000][U+001B][31m"),
            ("a\u{200b}b", "a[U+200B]b"),
            ("👩\u{200d}⚕\u{fe0f}", "👩\u{200d}⚕\u{fe0f}"),
            ("a\u{200d}b", "a[U+200D]b"),
            ("one\r\ntwo\tthree", "one two three"),
            ("café 顧客 नमस्ते", "café 顧客 नमस्ते"),
            ("e\u{301}\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}\u{301}\u{301}[U+0301]"),
        ] {
            let mut out = String::new();
            escape(&mut out, text, Place::Attribute, false);
            assert_eq!(out, expected);
        }
        let mut out = String::new();
        escape(&mut out, "a\nb\u{feff}", Place::Text, true);
        assert_eq!(out, "a<br>b<span class=odd>U+FEFF</span>");
    }
}
