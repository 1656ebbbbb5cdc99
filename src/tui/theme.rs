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
    Plain,
}

/// How looks become styles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// The terminal's own colours.
    Colours,
    /// NO_COLOR, or a terminal without colours.
    Plain,
}

impl Theme {
    /// What was set counts before what the terminal says of itself: `bare` is `NO_COLOR`, or a terminal that
    /// calls itself dumb.
    pub fn of(colouring: Colouring, bare: bool) -> Self {
        match colouring {
            Colouring::Auto if bare => Self::Plain,
            Colouring::Auto | Colouring::Colours => Self::Colours,
            Colouring::Plain => Self::Plain,
        }
    }

    pub fn style(self, look: Look) -> Style {
        match self {
            Self::Colours => coloured(look),
            Self::Plain => plain(look),
        }
    }

    /// The row that the person is on. Reversed is told apart without colours.
    pub fn selected(self, focused: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        if focused { style } else { Style::new().add_modifier(Modifier::UNDERLINED) }
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
        Look::Busy => style.fg(Color::Blue),
        Look::Reference => style.fg(Color::Cyan),
        Look::Added => style.fg(Color::Green),
        Look::Removed => style.fg(Color::Red),
        Look::AddedPart => style.fg(Color::Green).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Look::RemovedPart => style.fg(Color::Red).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Look::Border => style.add_modifier(Modifier::DIM),
        Look::Focused => style.fg(Color::Cyan),
    }
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
