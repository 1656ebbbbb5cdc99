//! Classes of characters by their effect on a terminal or a reader. Controls act; bidi controls, tags and zero-width characters
//! hide or reorder text; joiners and selectors are normal in some places and hidden data elsewhere.

use unicode_width::UnicodeWidthChar as _;

/// The class of a character, for the sanitiser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Visible.
    Plain,
    /// C0 and DEL: terminals act on them.
    Control,
    /// Never sent: C1, bidi, tags, zero-width, fillers, line separators, noncharacters.
    Hidden,
    /// ZWNJ and ZWJ: they join letters in some scripts, and emoji.
    Joiner,
    /// VS15 and VS16: an emoji as text or as a picture.
    Selector,
    /// Drawn on top of the character before it.
    Mark,
}

impl Class {
    pub(super) fn of(c: char) -> Self {
        match c {
            ' '..='~' => Self::Plain,
            '\0'..='\u{1F}' | '\u{7F}' => Self::Control,
            '\u{200C}' | '\u{200D}' => Self::Joiner,
            '\u{FE0E}' | '\u{FE0F}' => Self::Selector,
            _ if is_invisible(c) => Self::Hidden,
            _ if c.width() == Some(0) => Self::Mark,
            _ => Self::Plain,
        }
    }
}

/// Whether a character acts, hides, reorders or joins.
pub fn is_hidden(c: char) -> bool {
    match Class::of(c) {
        Class::Plain | Class::Mark => false,
        Class::Control | Class::Hidden | Class::Joiner | Class::Selector => true,
    }
}

/// C1 and, of Unicode's default-ignorable, format, separator and noncharacters, those without a glyph.
fn is_invisible(c: char) -> bool {
    // The last two code points of every plane are noncharacters.
    u32::from(c) & 0xFFFE == 0xFFFE
        || matches!(c,
            '\u{80}'..='\u{9F}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}'
            | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FDD0}'..='\u{FDEF}'
            | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{13430}'..='\u{1345F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Pictures of emoji sequences, and skin tones.
pub(super) fn is_picture(c: char) -> bool {
    matches!(c,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21AA}'
        | '\u{231A}'..='\u{23FF}' | '\u{24C2}' | '\u{25AA}'..='\u{25FE}' | '\u{2600}'..='\u{27BF}'
        | '\u{2934}' | '\u{2935}' | '\u{2B05}'..='\u{2B55}' | '\u{3030}' | '\u{303D}' | '\u{3297}'
        | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Letters and marks of scripts that use joiners: Arabic, Syriac, N'Ko, the scripts of India and Sri Lanka, Burmese, Khmer,
/// Mongolian, Balinese.
pub(super) fn joins(c: char) -> bool {
    matches!(c,
        '\u{620}'..='\u{65F}' | '\u{66E}'..='\u{6D3}' | '\u{6D5}'..='\u{6DC}' | '\u{6FA}'..='\u{6FF}'
        | '\u{710}'..='\u{7FF}' | '\u{8A0}'..='\u{8E1}' | '\u{8E3}'..='\u{DFF}' | '\u{1000}'..='\u{109F}'
        | '\u{1780}'..='\u{17D3}' | '\u{1820}'..='\u{18AA}' | '\u{1B00}'..='\u{1B4B}')
}
