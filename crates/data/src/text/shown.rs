//! Text that is safe to show. Characters that could act or hide are escaped in place, as `␛` or `\u{202e}`: not sent, not
//! dropped. The result is for people; it cannot be converted back.
//!
//! Not escaped, because normal text needs them: ZWJ and ZWNJ between letters of scripts that join, ZWJ between pictures of an
//! emoji (at most eight in one), one variation selector after a picture or in a keycap, and up to eight combining marks on a
//! character. Left-to-right and right-to-left text is unchanged, but reordering marks are escaped. Flags that are spelled with
//! tag characters show their tags.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::class::{Class, is_picture, joins};

/// The most unescaped combining marks on one character, and joins in one emoji.
const MOST: usize = 8;
/// More characters than any one column has: a picture joined eight times, each with selector, skin tone and marks.
const CHARS_PER_COLUMN: usize = 128;

/// Text that may be sent to a terminal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shown(String);

impl Shown {
    /// As one line: line ends and tabs are shown as `␊` and `␉`.
    pub fn line(text: &str) -> Self {
        Self(clean(text, false).into_owned())
    }

    /// As lines: `\n` stays a line end.
    pub fn block(text: &str) -> Self {
        Self(clean(text, true).into_owned())
    }

    /// As one line of at most `columns` columns, with `…` at the end if it was cut. Graphemes are not split.
    pub fn cut(text: &str, columns: usize) -> Self {
        // Skip text that cannot fit: a message may have megabytes.
        let most = columns.saturating_add(2).saturating_mul(CHARS_PER_COLUMN);
        let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
        let line = clean(text.get(..end).unwrap_or_default(), false);
        // `whole`: the line fits. `head`: the end of the part that fits with an ellipsis.
        let (mut width, mut whole, mut head) = (0, end == text.len(), 0);
        for (at, grapheme) in line.grapheme_indices(true) {
            width += grapheme.width();
            if width > columns {
                whole = false;
                break;
            }
            if width < columns {
                head = at + grapheme.len();
            }
        }
        if whole {
            return Self(line.into_owned());
        }
        let ellipsis = if columns == 0 { "" } else { "…" };
        Self(format!("{}{ellipsis}", line.get(..head).unwrap_or_default()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, for a screen library that takes strings.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The width in columns.
    pub fn width(&self) -> usize {
        self.0.width()
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl AsRef<str> for Shown {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

fn clean(text: &str, lines: bool) -> Cow<'_, str> {
    let plain = |b: u8| matches!(b, b' '..=b'~') || (lines && b == b'\n');
    if text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut writer = Writer { out: String::with_capacity(text.len() + text.len() / 8), ..Writer::default() };
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\n' && lines {
            writer.out.push('\n');
            writer.before = None;
        } else {
            writer.write(c, chars.peek().copied());
        }
    }
    Cow::Owned(writer.out)
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The last unescaped character, which a mark, joiner or selector would change. `None` at the start, so that nothing on the
    /// screen before the text is changed.
    before: Option<char>,
    marks: usize,
    joined: usize,
}

impl Writer {
    fn write(&mut self, c: char, next: Option<char>) {
        match Class::of(c) {
            Class::Plain => {
                self.marks = 0;
                if self.before != Some(ZWJ) {
                    self.joined = 0;
                }
                self.send(c);
            }
            Class::Mark if self.before.is_some() && self.marks < MOST => {
                self.marks += 1;
                self.send(c);
            }
            Class::Joiner if self.may_join(c, next) => {
                self.joined += 1;
                self.send(c);
            }
            Class::Selector if self.may_select(next) => self.send(c),
            Class::Control => {
                let picture = if c == '\u{7F}' { Some('␡') } else { char::from_u32(0x2400 + u32::from(c)) };
                self.out.push(picture.unwrap_or('\u{FFFD}'));
                self.before = None;
            }
            Class::Mark | Class::Joiner | Class::Selector | Class::Hidden => {
                // Infallible: writing to a `String`.
                let _ = write!(self.out, "\\u{{{:x}}}", u32::from(c));
                // Further marks of the run are escaped too; they would pile up on the escape's last character.
                if Class::of(c) != Class::Mark {
                    self.before = None;
                }
            }
        }
    }

    fn send(&mut self, c: char) {
        self.out.push(c);
        self.before = Some(c);
    }

    fn may_join(&self, c: char, next: Option<char>) -> bool {
        let (Some(before), Some(next)) = (self.before, next) else { return false };
        let letters = joins(before) && joins(next);
        let picture = is_picture(before) || matches!(before, VS15 | VS16);
        letters || (c == ZWJ && picture && is_picture(next) && self.joined < MOST)
    }

    fn may_select(&self, next: Option<char>) -> bool {
        let keycap = |b: char| matches!(b, '#' | '*' | '0'..='9') && next == Some('\u{20E3}');
        self.before.is_some_and(|b| is_picture(b) || keycap(b))
    }
}

const ZWJ: char = '\u{200D}';
const VS15: char = '\u{FE0E}';
const VS16: char = '\u{FE0F}';
