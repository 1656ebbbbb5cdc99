//! Colour, in one place. The colours are the terminal's own sixteen, so that they fit its theme; with
//! NO_COLOR there are only bold, dim, underlined and reversed. No meaning rests on a colour alone.

use ratatui::style::{Color, Modifier, Style};

/// What a piece of text is, as far as its looks go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    Plain,
    /// Less important than what stands beside it.
    Dim,
    Strong,
    /// A heading.
    Heading,
    /// Wants a person's attention.
    Attention,
    Good,
    Bad,
    /// Is being worked on.
    Busy,
    /// A name, a pointer, a key: something to refer to.
    Reference,
    Added,
    Removed,
    /// The part of an added or removed line that makes the difference.
    AddedPart,
    RemovedPart,
    Border,
    /// The border of the pane that has the keys.
    Focused,
}

/// Whether the screen is in colours, as it was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colouring {
    /// As the terminal can, and `NO_COLOR` says.
    #[default]
    Auto,
    Colours,
    /// Colours that can be read on a light ground.
    Light,
    Plain,
}

/// What the terminal draws on, as far as it says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// It has no colours, or is to show none: `NO_COLOR`, or a terminal that calls itself dumb.
    Bare,
    Light,
    /// A dark one, or nobody knows.
    #[default]
    Dark,
}

impl Ground {
    /// From `COLORFGBG`, which some terminals set: the numbers of two of the sixteen colours, of which the last is the
    /// ground's.
    pub fn told(colours: &str) -> Self {
        match colours.rsplit(';').next() {
            Some("7" | "15") => Self::Light,
            _ => Self::Dark,
        }
    }
}

/// How looks become styles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// The terminal's own colours.
    Colours,
    /// Those of them that are dark, for a light ground.
    Light,
    /// NO_COLOR, or a terminal without colours.
    Plain,
}

impl Theme {
    /// What was set counts before what the terminal says of itself.
    pub fn of(colouring: Colouring, ground: Ground) -> Self {
        match (colouring, ground) {
            (Colouring::Plain, _) | (Colouring::Auto, Ground::Bare) => Self::Plain,
            (Colouring::Light, _) | (Colouring::Auto | Colouring::Colours, Ground::Light) => Self::Light,
            (Colouring::Auto | Colouring::Colours, _) => Self::Colours,
        }
    }

    /// How a meaning looks.
    pub fn style(self, look: Look) -> Style {
        match self {
            Self::Colours => coloured(look),
            Self::Light => on_light(look),
            Self::Plain => plain(look),
        }
    }

    /// The row that the person is on. Reversed is told apart without colours; with them, each would be a block of
    /// its own, and what is dim could not be read, so the row is one bar.
    pub fn selected(self, focused: bool) -> Style {
        if focused {
            let bar = Style::new().fg(Color::Reset).bg(Color::Reset);
            bar.add_modifier(Modifier::REVERSED).remove_modifier(Modifier::DIM)
        } else {
            Style::new().add_modifier(Modifier::UNDERLINED)
        }
    }
}

impl Theme {
    /// Words that were found: underlined, and reversed against what they stand in, be it the row that the person is on.
    pub fn found(is_on_bar: bool) -> Style {
        let style = Style::new().fg(Color::Reset).bg(Color::Reset).remove_modifier(Modifier::DIM);
        if is_on_bar {
            style.remove_modifier(Modifier::REVERSED).add_modifier(Modifier::UNDERLINED | Modifier::BOLD)
        } else {
            style.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED)
        }
    }
}

fn coloured(look: Look) -> Style {
    let style = Style::new();
    match look {
        Look::Plain => style,
        Look::Dim => style.add_modifier(Modifier::DIM),
        Look::Strong => style.add_modifier(Modifier::BOLD),
        Look::Heading => style.fg(Color::Cyan).add_modifier(Modifier::BOLD),
        Look::Attention => style.fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Look::Good => style.fg(Color::Green),
        Look::Bad => style.fg(Color::Red),
        // Blue is too dark for a dark ground in the old palettes.
        Look::Busy => style.fg(Color::Magenta),
        Look::Reference => style.fg(Color::Cyan),
        Look::Added => style.fg(Color::Green),
        Look::Removed => style.fg(Color::Red),
        Look::AddedPart => style.fg(Color::Green).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Look::RemovedPart => style.fg(Color::Red).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Look::Border => style.add_modifier(Modifier::DIM),
        Look::Focused => style.fg(Color::Cyan),
    }
}

/// Yellow, green and cyan cannot be read on white; blue, magenta and red can, in every palette.
fn on_light(look: Look) -> Style {
    let colour = match look {
        Look::Plain | Look::Dim | Look::Strong | Look::Border => None,
        Look::Heading | Look::Good | Look::Reference | Look::Added | Look::AddedPart | Look::Focused => {
            Some(Color::Blue)
        }
        Look::Attention | Look::Busy => Some(Color::Magenta),
        Look::Bad | Look::Removed | Look::RemovedPart => Some(Color::Red),
    };
    Style { fg: colour, ..coloured(look) }
}

fn plain(look: Look) -> Style {
    let style = Style::new();
    match look {
        Look::Plain | Look::Good | Look::Busy | Look::Added | Look::Removed => style,
        Look::Dim | Look::Border => style.add_modifier(Modifier::DIM),
        Look::Strong | Look::Heading | Look::Attention | Look::Bad | Look::Focused => {
            style.add_modifier(Modifier::BOLD)
        }
        Look::Reference | Look::AddedPart | Look::RemovedPart => style.add_modifier(Modifier::UNDERLINED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Look; 15] = [
        Look::Plain,
        Look::Dim,
        Look::Strong,
        Look::Heading,
        Look::Attention,
        Look::Good,
        Look::Bad,
        Look::Busy,
        Look::Reference,
        Look::Added,
        Look::Removed,
        Look::AddedPart,
        Look::RemovedPart,
        Look::Border,
        Look::Focused,
    ];

    /// The colours of xterm, which are those of most old palettes.
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

    /// The contrast of two colours as people see it, from 1 to 21.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let bright = |colour: [f64; 3]| {
            let [r, g, b] = colour.map(|part| (part / 255.0).powf(2.2));
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (bright(a), bright(b));
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn every_colour_can_be_read_on_its_ground() {
        for (theme, ground) in [(Theme::Colours, [0.0; 3]), (Theme::Light, [255.0; 3])] {
            for look in ALL {
                if let Some(colour) = theme.style(look).fg {
                    let contrast = contrast(shade(colour), ground);
                    assert!(contrast > 3.0, "{theme:?} {look:?}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn what_was_set_counts_before_what_the_terminal_says() {
        let check = |colouring, ground, theme| assert_eq!(Theme::of(colouring, ground), theme);
        check(Colouring::Auto, Ground::Dark, Theme::Colours);
        check(Colouring::Auto, Ground::told("0;15"), Theme::Light);
        check(Colouring::Auto, Ground::told("0;default;15"), Theme::Light);
        check(Colouring::Auto, Ground::told("15;0"), Theme::Colours);
        check(Colouring::Auto, Ground::told(""), Theme::Colours);
        check(Colouring::Auto, Ground::Bare, Theme::Plain);
        check(Colouring::Colours, Ground::Bare, Theme::Colours);
        check(Colouring::Colours, Ground::Light, Theme::Light);
        check(Colouring::Light, Ground::Bare, Theme::Light);
        check(Colouring::Plain, Ground::Light, Theme::Plain);
    }

    #[test]
    fn what_matters_differs_without_colours_too() {
        for theme in [Theme::Colours, Theme::Light, Theme::Plain] {
            for look in [Look::Attention, Look::Bad, Look::Reference, Look::AddedPart, Look::Heading] {
                assert_ne!(theme.style(look), theme.style(Look::Plain), "{theme:?} {look:?}");
            }
        }
    }
}
