//! The help screen, printed from the one key table and searched by typing. What has keys of its own, because
//! something is typed there, stands below.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect, Size};
use ratatui::text::{Line, Span};

use super::Outcome;
use crate::domain::text::Shown;
use crate::tui::keys::{About, Keys};
use crate::tui::listing::{Listing, Row};
use crate::tui::model::Model;
use crate::tui::theme::{Look, Theme};
use crate::tui::view::{dialog, dialog_width, thumb};

/// The keys where something is typed.
const TYPING: [(&str, &str); 8] = [
    ("esc", "one step back; words of a rejection are kept"),
    ("tab shift-tab", "complete a command, a feature, a path; the next field"),
    ("up down", "the commands, or paths, that were typed before"),
    ("ctrl-s", "a comment, a reason: done; a rejection: confirm it"),
    ("ctrl-x", "a rejection: write it in $VISUAL or $EDITOR"),
    ("ctrl-z ctrl-y", "undo, redo"),
    ("ctrl-w ctrl-u", "delete the word before the cursor, or all before it"),
    ("shift-arrows", "select"),
];
const MOUSE: [(&str, &str); 3] = [
    ("click", "a feature (twice opens it), a line, a title, a choice"),
    ("wheel", "scrolls what is under it"),
    ("shift-drag", "selects text, in most terminals"),
];
/// Signs of the list, most urgent first.
const LIST: [(&str, &str); 11] = [
    ("‼", "a frozen design is not what was approved"),
    ("◆", "a candidate waits for your decision"),
    ("?", "it was unfrozen, and nobody has said why"),
    ("!", "broken: a file is missing or cannot be used"),
    ("✗", "its run failed; the word says why"),
    ("⠹ ⠿", "at work: here (it turns), elsewhere (it stands still)"),
    ("⋯", "queued until an agent has time for it"),
    ("‖", "paused; running it goes on"),
    ("·", "idle: no run was begun"),
    ("✓", "frozen: approved, nothing to do"),
    ("Δ", "its design is another one than you last looked at"),
];
/// Signs of the scores.
const SCORES: [(&str, &str); 3] = [
    ("★", "the best iteration of the run"),
    ("✎", "edited by hand"),
    ("━", "no progress between these iterations"),
];
/// Signs of the design.
const DESIGN: [(&str, &str); 1] = [("·", "had not been on the screen when you came to Intent")];
const SETTING: [(&str, &str); 1] = [("frieze.yaml", "screen.keys gives actions other keys")];

/// The columns of a line, where the screen is wide enough.
const COLUMNS: usize = 72;

/// The widest help.
const WIDEST: u16 = 76;

/// The most characters that are sought.
const SOUGHT: usize = 40;

/// What is told of a key or a thing.
#[derive(Debug)]
struct Told {
    /// In which part.
    heading: &'static str,
    keys: String,
    does: &'static str,
    /// What the settings call it; nothing where it cannot be set.
    name: &'static str,
}

/// The help that is open.
#[derive(Debug)]
pub struct Help {
    told: Vec<Told>,
    list: Listing,
    sought: String,
    seeks: bool,
    theme: Theme,
}

impl Help {
    pub fn new(keys: &Keys, theme: Theme) -> Self {
        let mut told = Vec::new();
        for about in About::ALL {
            let rows = keys.rows().filter(|(row, _)| row.about == about);
            told.extend(rows.map(|(row, keys)| Told {
                heading: about.heading(),
                keys: keys.to_owned(),
                does: row.does,
                name: row.name,
            }));
        }
        let others = [
            ("While you type", &TYPING[..]),
            ("Mouse", &MOUSE[..]),
            ("In the list", &LIST[..]),
            ("In the scores", &SCORES[..]),
            ("In the design", &DESIGN[..]),
            ("Setting", &SETTING[..]),
        ];
        for (heading, rows) in others {
            let other = |(keys, does): &(&'static str, &'static str)| Told {
                heading,
                keys: (*keys).to_owned(),
                does,
                name: "",
            };
            told.extend(rows.iter().map(other));
        }
        let mut help = Self { told, list: Listing::default(), sought: String::new(), seeks: false, theme };
        help.find();
        help
    }

    /// Lists what has the sought words in it; what is found by its name in the settings is told with it.
    fn find(&mut self) {
        let sought = self.sought.to_lowercase();
        let words: Vec<&str> = sought.split_whitespace().collect();
        let has = |Told { heading, keys, does, name }: &&Told| {
            let all = format!("{} {keys} {} {name}", heading.to_lowercase(), does.to_lowercase());
            words.iter().all(|word| all.contains(word)) || keys.contains(self.sought.trim())
        };
        let mut rows = Vec::new();
        let mut before = "";
        for Told { heading, keys, does, name } in self.told.iter().filter(has) {
            if *heading != before {
                if !rows.is_empty() {
                    rows.push(Row::text(""));
                }
                rows.push(Row::text(Span::styled(*heading, self.theme.style(Look::Heading))));
                before = *heading;
            }
            let keys = Span::styled(format!("  {keys:<14} "), self.theme.style(Look::Reference));
            let mut line = Line::from(vec![keys, Span::raw(*does)]);
            if words.iter().any(|word| name.contains(word)) && line.width() + name.len() + 2 <= COLUMNS {
                line.push_span(Span::styled(format!("  {name}"), self.theme.style(Look::Dim)));
            }
            rows.push(Row::text(line));
        }
        if rows.is_empty() {
            let none = Span::styled("nothing here speaks of that", self.theme.style(Look::Dim));
            rows.push(Row::text(none));
        }
        self.list.set(rows);
        self.list.scroll(-FAR);
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "a word that is typed here means nothing on the board"
        )]
        match key.code {
            KeyCode::Char('c') if control => return Outcome::close(),
            KeyCode::Esc if self.seeks || !self.sought.is_empty() => {
                self.seeks = false;
                self.sought.clear();
                self.find();
            }
            KeyCode::Enter if self.seeks => self.seeks = false,
            KeyCode::Backspace if self.seeks => {
                self.seeks = self.sought.pop().is_some();
                self.find();
            }
            KeyCode::Char(c) if self.seeks && !control => self.seek(c),
            KeyCode::Char('/') => self.seeks = true,
            KeyCode::Char('q' | '?') | KeyCode::F(1) | KeyCode::Esc => return Outcome::close(),
            KeyCode::Char('j') | KeyCode::Down => self.list.scroll(1),
            KeyCode::Char('k') | KeyCode::Up => self.list.scroll(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.list.page(true),
            KeyCode::PageUp => self.list.page(false),
            KeyCode::Char('g') | KeyCode::Home => self.list.scroll(-FAR),
            KeyCode::Char('G') | KeyCode::End => self.list.scroll(FAR),
            _ => {}
        }
        Outcome::stay()
    }

    fn seek(&mut self, c: char) {
        if self.sought.chars().count() < SOUGHT && !c.is_control() {
            self.sought.push(c);
            self.find();
        }
    }

    /// Whether words are being sought.
    pub fn takes_text(&self) -> bool {
        self.seeks
    }

    pub fn pasted(&mut self, text: &str) -> Outcome {
        if self.seeks {
            text.chars().take(SOUGHT).for_each(|c| self.seek(c));
        }
        Outcome::stay()
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        match mouse.kind {
            MouseEventKind::ScrollDown => self.list.scroll(3),
            MouseEventKind::ScrollUp => self.list.scroll(-3),
            MouseEventKind::Down(_)
            | MouseEventKind::Up(_)
            | MouseEventKind::Drag(_)
            | MouseEventKind::Moved
            | MouseEventKind::ScrollLeft
            | MouseEventKind::ScrollRight => {}
        }
        Outcome::stay()
    }

    pub fn arrange(&mut self, size: Size, theme: Theme) {
        if self.theme != theme {
            self.theme = theme;
            self.find();
        }
        self.list.resize(Self::place(size).height.saturating_sub(2));
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) {
        let place = Self::place(model.size);
        let title = match (self.seeks, self.sought.is_empty()) {
            (false, true) => " Keys ─ / finds · q or esc closes ".to_owned(),
            (true, _) => format!(" Keys ─ /{}▏ ", Shown::line(&self.sought)),
            (false, false) => format!(" Keys ─ /{} · esc shows all ", Shown::line(&self.sought)),
        };
        let inside = dialog(place, &title, self.list.place().as_deref(), model.theme, buffer);
        self.list.draw(inside, buffer, None);
        thumb(place, self.list.extent(), buffer);
    }

    fn place(size: Size) -> Rect {
        let whole = Rect::from(size);
        whole.centered(
            Constraint::Length(dialog_width(size.width, WIDEST)),
            Constraint::Length(size.height.saturating_sub(2).min(75)),
        )
    }
}

/// Further than any help is long.
const FAR: isize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::sample;

    fn typed(help: &mut Help, keys: &str) {
        for c in keys.chars() {
            let code = match c {
                '\n' => KeyCode::Enter,
                '\u{8}' => KeyCode::Backspace,
                '\u{1b}' => KeyCode::Esc,
                c => KeyCode::Char(c),
            };
            assert!(!help.key(code.into()).close, "{c:?} of {keys:?} left the help");
        }
    }

    fn told(help: &Help) -> Vec<String> {
        help.list.rows().iter().map(|row| row.line.to_string()).collect()
    }

    #[test]
    fn what_is_sought_is_listed_under_its_heading() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        let all = told(&help);
        typed(&mut help, "/reJect\n");
        let found = told(&help);
        assert!(found.len() < all.len() && found.contains(&"Deciding".to_owned()), "{found:?}");
        assert!(found.iter().any(|line| line.contains("approve, reject or abort")), "{found:?}");
        // Letters are letters again, and scroll.
        typed(&mut help, "jk");
        assert_eq!(told(&help), found);
        typed(&mut help, "\u{1b}");
        assert_eq!(told(&help), all);
        typed(&mut help, "/zzzz");
        assert_eq!(told(&help), ["nothing here speaks of that"]);
        typed(&mut help, "\u{8}\u{8}\u{8}\u{8}\u{8}");
        assert_eq!((told(&help), help.seeks), (all, false));
        assert!(help.key(KeyCode::Esc.into()).close);
    }

    #[test]
    fn a_word_that_is_typed_without_seeking_neither_closes_nor_goes_further() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        let all = told(&help);
        typed(&mut help, "frozen decides x\n");
        assert_eq!(told(&help), all);
        for key in [KeyCode::Char('q'), KeyCode::Char('?'), KeyCode::Esc, KeyCode::F(1)] {
            assert!(help.key(key.into()).close, "{key:?}");
        }
    }

    #[test]
    fn every_action_is_found_by_the_name_that_the_settings_have_for_it() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        for row in crate::tui::keys::TABLE {
            typed(&mut help, &format!("/{}", row.name));
            let found = told(&help);
            assert!(found.iter().any(|line| line.contains(row.does)), "{}: {found:?}", row.name);
            typed(&mut help, "\u{1b}");
        }
        typed(&mut help, "/next-needy");
        let found = told(&help);
        assert!(
            matches!(&found[..], [_, row] if row.ends_with("next feature that needs you  next-needy")),
            "{found:?}"
        );
    }

    #[test]
    fn nothing_is_cut_at_the_smallest_size() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        let narrow = |help: &Help| {
            let wider: Vec<String> =
                told(help).into_iter().filter(|line| line.chars().count() > COLUMNS).collect();
            assert!(wider.is_empty(), "wider than the dialog at 80 columns: {wider:?}");
        };
        narrow(&help);
        typed(&mut help, "/e");
        narrow(&help);
    }

    #[test]
    fn the_title_says_how_to_find_and_to_close_and_the_wheel_scrolls() {
        let mut model = sample::model(sample::view());
        model.size = Size::new(80, 24);
        let mut help = Help::new(&model.keys, model.theme);
        help.arrange(model.size, model.theme);
        let shown = |help: &Help| {
            let mut buffer = Buffer::empty(model.size.into());
            help.draw(&model, &mut buffer);
            buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        assert!(shown(&help).contains("/ finds · q or esc closes"), "{}", shown(&help));
        let first = shown(&help);
        let wheel = |kind| MouseEvent { kind, column: 40, row: 12, modifiers: KeyModifiers::NONE };
        help.mouse(wheel(MouseEventKind::ScrollDown));
        assert_ne!(shown(&help), first);
        help.mouse(wheel(MouseEventKind::ScrollUp));
        assert_eq!(shown(&help), first);
        typed(&mut help, "G");
        assert!(shown(&help).contains("screen.keys"), "{}", shown(&help));
    }
}
