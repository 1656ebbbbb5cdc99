//! Text styles in colour and without. Only the terminal's sixteen colours are used, so that they fit its theme. With NO_COLOR
//! there is only bold, dim, underlined and reversed; no meaning depends on colour alone.

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// The role of a piece of text, which decides its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextStyle {
    Plain,
    /// Less important than the text next to it.
    Dim,
    Strong,
    Heading,
    /// Needs a person.
    Attention,
    Good,
    Bad,
    /// In progress.
    Busy,
    /// A name, a pointer, a key.
    Reference,
    Added,
    Removed,
    /// The changed part of an added or removed line.
    AddedPart,
    RemovedPart,
    Border,
    /// The border of the pane that takes the keys.
    Focused,
}

/// The configured use of colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colouring {
    /// As the terminal and `NO_COLOR` say.
    #[default]
    Auto,
    Colours,
    /// Colours that can be read on a light background.
    Light,
    Plain,
}

/// The background of the terminal, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Background {
    /// No colours: `NO_COLOR`.
    NoColour,
    Light,
    /// Dark or unknown.
    #[default]
    Dark,
}

impl Background {
    /// Reads `COLORFGBG`, which some terminals set. Its last number is the background colour.
    pub fn from_colorfgbg(colours: &str) -> Self {
        match colours.rsplit(';').next() {
            Some("7" | "15") => Self::Light,
            _ => Self::Dark,
        }
    }
}

/// The theme in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// The terminal's own colours.
    #[default]
    Colours,
    /// The dark ones of them, for a light background.
    Light,
    /// No colours, as set or by `NO_COLOR`.
    Plain,
}

impl Theme {
    /// The setting takes precedence over what the terminal reports.
    pub fn of(colouring: Colouring, background: Background) -> Self {
        match (colouring, background) {
            (Colouring::Plain, _) | (Colouring::Auto, Background::NoColour) => Self::Plain,
            (Colouring::Light, _) | (Colouring::Auto | Colouring::Colours, Background::Light) => Self::Light,
            (Colouring::Auto | Colouring::Colours, _) => Self::Colours,
        }
    }

    /// The style of a text.
    pub fn style(self, style: TextStyle) -> Style {
        const NONE: Modifier = Modifier::empty();
        const DIM: Modifier = Modifier::DIM;
        const BOLD: Modifier = Modifier::BOLD;
        const LINE: Modifier = Modifier::UNDERLINED;
        // The colour on a dark and on a light background, the modifiers with colours and without. Blue is too dark for a dark
        // background in old palettes. Yellow, green and cyan cannot be read on white; blue, magenta and red can.
        let (colours, coloured, plain) = match style {
            TextStyle::Plain => (None, NONE, NONE),
            TextStyle::Dim | TextStyle::Border => (None, DIM, DIM),
            TextStyle::Strong => (None, BOLD, BOLD),
            TextStyle::Heading => (Some((Color::Cyan, Color::Blue)), BOLD, BOLD),
            TextStyle::Attention => (Some((Color::Yellow, Color::Magenta)), BOLD, BOLD),
            TextStyle::Good | TextStyle::Added => (Some((Color::Green, Color::Blue)), NONE, NONE),
            TextStyle::Bad => (Some((Color::Red, Color::Red)), NONE, BOLD),
            TextStyle::Busy => (Some((Color::Magenta, Color::Magenta)), NONE, NONE),
            TextStyle::Reference => (Some((Color::Cyan, Color::Blue)), NONE, LINE),
            TextStyle::Removed => (Some((Color::Red, Color::Red)), NONE, NONE),
            TextStyle::AddedPart => (Some((Color::Green, Color::Blue)), BOLD.union(LINE), LINE),
            TextStyle::RemovedPart => (Some((Color::Red, Color::Red)), BOLD.union(LINE), LINE),
            TextStyle::Focused => (Some((Color::Cyan, Color::Blue)), NONE, BOLD),
        };
        let (fg, modifiers) = match self {
            Self::Colours => (colours.map(|(on_dark, _)| on_dark), coloured),
            Self::Light => (colours.map(|(_, on_light)| on_light), coloured),
            Self::Plain => (None, plain),
        };
        let style = Style { fg, ..Style::new().add_modifier(modifiers) };
        // Over a dim border a bold title would be both, and terminals show the one that was sent last.
        style
            .remove_modifier(if modifiers.contains(BOLD) { DIM } else { NONE })
            .remove_modifier(if modifiers.contains(DIM) { BOLD } else { NONE })
    }

    /// A piece of text in a style.
    pub fn span<'a>(self, text: impl Into<Cow<'a, str>>, style: TextStyle) -> Span<'a> {
        Span::styled(text, self.style(style))
    }

    /// A line in a style.
    pub fn line<'a>(self, text: impl Into<Cow<'a, str>>, style: TextStyle) -> Line<'a> {
        Line::styled(text, self.style(style))
    }

    /// The selected row: one reversed bar without colours and dim text, which could not be read on it.
    pub fn selected(self, focused: bool) -> Style {
        if focused {
            let bar = Style::new().fg(Color::Reset).bg(Color::Reset);
            bar.add_modifier(Modifier::REVERSED).remove_modifier(Modifier::DIM)
        } else {
            Style::new().add_modifier(Modifier::UNDERLINED)
        }
    }

    /// Search hits: underlined, and reversed against their row, which may be the selected one.
    pub fn found(is_on_bar: bool) -> Style {
        let style = Style::new().fg(Color::Reset).bg(Color::Reset).remove_modifier(Modifier::DIM);
        if is_on_bar {
            style.remove_modifier(Modifier::REVERSED).add_modifier(Modifier::UNDERLINED | Modifier::BOLD)
        } else {
            style.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [TextStyle; 15] = [
        TextStyle::Plain,
        TextStyle::Dim,
        TextStyle::Strong,
        TextStyle::Heading,
        TextStyle::Attention,
        TextStyle::Good,
        TextStyle::Bad,
        TextStyle::Busy,
        TextStyle::Reference,
        TextStyle::Added,
        TextStyle::Removed,
        TextStyle::AddedPart,
        TextStyle::RemovedPart,
        TextStyle::Border,
        TextStyle::Focused,
    ];

    /// The colours of xterm and most old palettes.
    fn shade(colour: Color) -> [f64; 3] {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the screen uses six of them")]
        match colour {
            Color::Red => [205.0, 0.0, 0.0],
            Color::Green => [0.0, 205.0, 0.0],
            Color::Yellow => [205.0, 205.0, 0.0],
            Color::Blue => [0.0, 0.0, 238.0],
            Color::Magenta => [205.0, 0.0, 205.0],
            Color::Cyan => [0.0, 205.0, 205.0],
            other => panic!("{other} is none of the eight"),
        }
    }

    /// The perceived contrast of two colours, from 1 to 21.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let bright = |colour: [f64; 3]| {
            let [r, g, b] = colour.map(|part| (part / 255.0).powf(2.2));
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (bright(a), bright(b));
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn every_colour_can_be_read_on_its_background() {
        for (theme, background) in [(Theme::Colours, [0.0; 3]), (Theme::Light, [255.0; 3])] {
            for style in ALL {
                if let Some(colour) = theme.style(style).fg {
                    let contrast = contrast(shade(colour), background);
                    assert!(contrast > 3.0, "{theme:?} {style:?}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn the_setting_takes_precedence_over_the_terminal() {
        let check = |colouring, background, theme| assert_eq!(Theme::of(colouring, background), theme);
        check(Colouring::Auto, Background::Dark, Theme::Colours);
        check(Colouring::Auto, Background::from_colorfgbg("0;15"), Theme::Light);
        check(Colouring::Auto, Background::from_colorfgbg("0;default;15"), Theme::Light);
        check(Colouring::Auto, Background::from_colorfgbg("15;0"), Theme::Colours);
        check(Colouring::Auto, Background::from_colorfgbg(""), Theme::Colours);
        check(Colouring::Auto, Background::NoColour, Theme::Plain);
        check(Colouring::Colours, Background::NoColour, Theme::Colours);
        check(Colouring::Colours, Background::Light, Theme::Light);
        check(Colouring::Light, Background::NoColour, Theme::Light);
        check(Colouring::Plain, Background::Light, Theme::Plain);
    }

    #[test]
    fn no_text_over_another_is_bold_and_dim() {
        for theme in [Theme::Colours, Theme::Light, Theme::Plain] {
            for (below, above) in ALL.iter().flat_map(|below| ALL.map(|above| (*below, above))) {
                let both = theme.style(below).patch(theme.style(above)).add_modifier;
                let is_both = both.contains(Modifier::BOLD | Modifier::DIM);
                assert!(!is_both, "{theme:?}: {above:?} over {below:?}");
            }
        }
    }

    #[test]
    fn important_styles_differ_without_colours_too() {
        for theme in [Theme::Colours, Theme::Light, Theme::Plain] {
            for style in [
                TextStyle::Attention,
                TextStyle::Bad,
                TextStyle::Reference,
                TextStyle::AddedPart,
                TextStyle::Heading,
            ] {
                assert_ne!(theme.style(style), theme.style(TextStyle::Plain), "{theme:?} {style:?}");
            }
        }
    }
}
