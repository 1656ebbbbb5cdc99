//! Help dialog: all keys, from the one key table, and all signs; searchable.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect, Size};
use ratatui::text::{Line, Span};

use super::Outcome;
use super::dialog_box::{dialog, dialog_width};
use crate::tui::keys::Keys;
use crate::tui::panes::wrap::{Ends, wrapped};
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::extent::draw_thumb;
use crate::tui::widgets::listing::{Listing, Row};
use crate::tui::widgets::wheel::wheel;
use frieze_data::text::Shown;

/// Headings of what is not in the key table.
const TYPING: &str = "While you type";
const MOUSE: &str = "Mouse";
const LIST: &str = "In the list";
const SCORES: &str = "In the scores";
const DESIGN: &str = "In the design";
const SETTING: &str = "Setting";

/// What is not in the key table: heading; keys or signs; what they do or mean. In the list, the most urgent sign is first.
const OTHERS: [(&str, &str, &str); 29] = [
    (TYPING, "esc", "one step back; feedback is kept"),
    (TYPING, "tab shift-tab", "complete a command, a feature, a path; the next field"),
    (TYPING, "up down", "earlier commands or paths"),
    (TYPING, "ctrl-s", "comment, reason: done; feedback: send it"),
    (TYPING, "ctrl-o", "from the gate to the design, and back"),
    (TYPING, "ctrl-x", "feedback: write it in $VISUAL, $EDITOR or vi"),
    (TYPING, "ctrl-z ctrl-y", "undo, redo"),
    (TYPING, "ctrl-w ctrl-u", "delete the word before the cursor, or all before it"),
    (TYPING, "shift-arrows", "select"),
    (MOUSE, "click", "a feature (twice opens it), a line, a title, a choice"),
    (MOUSE, "wheel", "scrolls what is under it"),
    (MOUSE, "shift-drag", "selects text, in most terminals"),
    (LIST, "‼", "tampered: a frozen design is not what was approved"),
    (LIST, "◆", "a candidate waits for your decision"),
    (LIST, "?", "unfrozen without a reason"),
    (LIST, "!", "broken: a file is missing or damaged"),
    (LIST, "✗", "failed; the word says why"),
    (LIST, "⠹ ⠿", "running: here (turning), elsewhere (still)"),
    (LIST, "⋯", "queued until an agent is free"),
    (LIST, "‖", "paused; run it to continue"),
    (LIST, "·", "idle: not started"),
    (LIST, "✓", "frozen: approved, nothing to do"),
    (LIST, "Δ", "the design changed since you last read it"),
    (LIST, "*", "marked"),
    (SCORES, "★", "the best iteration of the run"),
    (SCORES, "✎", "edited by hand"),
    (SCORES, "━", "no progress between these iterations"),
    (DESIGN, "·", "unread when you opened Intent"),
    (SETTING, "frieze.yaml", "screen.keys gives actions other keys"),
];

/// The most columns of a line on a wide screen.
const COLUMNS: usize = 72;

/// The columns before what a key does.
const KEYS: usize = 17;

const WIDEST: u16 = 76;

/// The most characters of a query.
const QUERY: usize = 40;

/// One line of the help.
#[derive(Debug)]
struct Entry {
    heading: &'static str,
    keys: String,
    does: &'static str,
    /// The name in the settings; empty if there is none.
    name: &'static str,
}

#[derive(Debug)]
pub struct Help {
    entries: Vec<Entry>,
    list: Listing,
    query: String,
    is_searching: bool,
    theme: Theme,
    /// The columns of a line.
    width: usize,
}

impl Help {
    pub fn new(keys: &Keys, theme: Theme) -> Self {
        let mut entries: Vec<Entry> = keys
            .rows()
            .map(|(row, keys)| Entry {
                heading: row.heading,
                keys: keys.to_owned(),
                does: row.help,
                name: row.name,
            })
            .collect();
        let other =
            |(heading, keys, does): (_, &str, _)| Entry { heading, keys: keys.to_owned(), does, name: "" };
        entries.extend(OTHERS.map(other));
        let (list, query) = (Listing::default(), String::new());
        let mut help = Self { entries, list, query, is_searching: false, theme, width: COLUMNS };
        help.find();
        help
    }

    /// Lists the entries with all words of the query. An entry found by its name in the settings shows that name.
    fn find(&mut self) {
        let query = self.query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let has = |Entry { heading, keys, does, name }: &&Entry| {
            let all = format!("{} {keys} {} {name}", heading.to_lowercase(), does.to_lowercase());
            words.iter().all(|word| all.contains(word)) || keys.contains(self.query.trim())
        };
        let mut rows = Vec::new();
        let mut before = "";
        for Entry { heading, keys, does, name } in self.entries.iter().filter(has) {
            if *heading != before {
                if !rows.is_empty() {
                    rows.push(Row::text(""));
                }
                rows.push(Row::text(self.theme.span(*heading, TextStyle::Heading)));
                before = *heading;
            }
            let keys = self.theme.span(format!("  {keys:<width$} ", width = KEYS - 3), TextStyle::Reference);
            let mut line = Line::from(vec![keys, Span::raw(*does)]);
            if words.iter().any(|word| name.contains(word)) && line.width() + name.len() + 2 <= COLUMNS {
                line.push_span(self.theme.span(format!("  {name}"), TextStyle::Dim));
            }
            let lines = wrapped(&line.spans, self.width, KEYS, Ends::Words);
            rows.extend(lines.into_iter().map(Row::text));
        }
        if rows.is_empty() {
            rows.push(Row::text(self.theme.span("No match", TextStyle::Dim)));
        }
        self.list.set(rows);
        self.list.select(0);
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other keys scroll")]
        match key.code {
            KeyCode::Char('c') if control => return Outcome::close(),
            KeyCode::Esc if self.is_searching || !self.query.is_empty() => {
                self.is_searching = false;
                self.query.clear();
                self.find();
            }
            KeyCode::Enter if self.is_searching => self.is_searching = false,
            KeyCode::Backspace if self.is_searching => {
                self.is_searching = self.query.pop().is_some();
                self.find();
            }
            KeyCode::Char(c) if self.is_searching && !control => self.search(c),
            KeyCode::Char('/') => self.is_searching = true,
            KeyCode::Char('q' | '?') | KeyCode::F(1) | KeyCode::Esc => return Outcome::close(),
            _ => self.list.scroll_by_key(key),
        }
        Outcome::stay()
    }

    fn search(&mut self, c: char) {
        if self.query.chars().count() < QUERY && !c.is_control() {
            self.query.push(c);
            self.find();
        }
    }

    /// Whether letters are text now.
    pub fn takes_text(&self) -> bool {
        self.is_searching
    }

    pub fn pasted(&mut self, text: &str) -> Outcome {
        if self.is_searching {
            text.chars().take(QUERY).for_each(|c| self.search(c));
        }
        Outcome::stay()
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        self.list.scroll(wheel(mouse.kind));
        Outcome::stay()
    }

    pub fn arrange(&mut self, size: Size, theme: Theme) {
        let place = Self::place(size);
        let width = usize::from(place.width.saturating_sub(4));
        if (self.theme, self.width) != (theme, width) {
            (self.theme, self.width) = (theme, width);
            self.find();
        }
        self.list.resize(place.height.saturating_sub(2));
    }

    pub fn draw(&self, screen: Size, theme: Theme, buffer: &mut Buffer) {
        let place = Self::place(screen);
        let title = match (self.is_searching, self.query.is_empty()) {
            (false, true) => " Keys ─ / finds · q or esc closes ".to_owned(),
            (true, _) => format!(" Keys ─ /{}▏ ", Shown::line(&self.query)),
            (false, false) => format!(" Keys ─ /{} · esc shows all ", Shown::line(&self.query)),
        };
        let inside = dialog(place, &title, self.list.position().as_deref(), theme, buffer);
        self.list.draw(inside, buffer, None);
        draw_thumb(self.list.extent(), place, buffer);
    }

    fn place(size: Size) -> Rect {
        let whole = Rect::from(size);
        whole.centered(
            Constraint::Length(dialog_width(size.width, WIDEST)),
            Constraint::Length(size.height.saturating_sub(2).min(75)),
        )
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::MouseEventKind;

    use super::*;
    use crate::tui::panes::fixtures;

    fn typed(help: &mut Help, keys: &str) {
        for c in keys.chars() {
            let code = match c {
                '\n' => KeyCode::Enter,
                '\u{8}' => KeyCode::Backspace,
                '\u{1b}' => KeyCode::Esc,
                c => KeyCode::Char(c),
            };
            assert!(!help.key(code.into()).close, "{c:?} of {keys:?} closed the help");
        }
    }

    fn listed(help: &Help) -> Vec<String> {
        help.list.rows().iter().map(|row| row.line.to_string()).collect()
    }

    #[test]
    fn matches_are_listed_under_their_heading() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        let all = listed(&help);
        typed(&mut help, "/reJect\n");
        let found = listed(&help);
        assert!(found.len() < all.len() && found.contains(&"Deciding".to_owned()), "{found:?}");
        assert!(found.iter().any(|line| line.contains("approve, reject or abort")), "{found:?}");
        // The search has ended: letters scroll again.
        typed(&mut help, "jk");
        assert_eq!(listed(&help), found);
        typed(&mut help, "\u{1b}");
        assert_eq!(listed(&help), all);
        typed(&mut help, "/zzzz");
        assert_eq!(listed(&help), ["No match"]);
        typed(&mut help, "\u{8}\u{8}\u{8}\u{8}\u{8}");
        assert_eq!((listed(&help), help.is_searching), (all, false));
        assert!(help.key(KeyCode::Esc.into()).close);
    }

    #[test]
    fn letters_without_a_search_do_nothing() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        let all = listed(&help);
        typed(&mut help, "frozen decides x\n");
        assert_eq!(listed(&help), all);
        for key in [KeyCode::Char('q'), KeyCode::Char('?'), KeyCode::Esc, KeyCode::F(1)] {
            assert!(help.key(key.into()).close, "{key:?}");
        }
    }

    #[test]
    fn every_action_is_found_by_its_name_in_the_settings() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        for row in crate::tui::keys::TABLE {
            typed(&mut help, &format!("/{}", row.name));
            let found = listed(&help);
            assert!(found.iter().any(|line| line.contains(row.help)), "{}: {found:?}", row.name);
            typed(&mut help, "\u{1b}");
        }
        typed(&mut help, "/next-needy");
        let found = listed(&help);
        assert!(
            matches!(&found[..], [_, row] if row.ends_with("next feature that needs you  next-needy")),
            "{found:?}"
        );
    }

    #[test]
    fn every_line_fits_at_80_columns() {
        let mut help = Help::new(&Keys::default(), Theme::Plain);
        let narrow = |help: &Help| {
            let wider: Vec<String> =
                listed(help).into_iter().filter(|line| line.chars().count() > COLUMNS).collect();
            assert!(wider.is_empty(), "wider than the dialog at 80 columns: {wider:?}");
        };
        narrow(&help);
        typed(&mut help, "/e");
        narrow(&help);
        // On a narrower screen, nothing is cut.
        help.arrange(Size::new(60, 16), Theme::Plain);
        let room = usize::from(Help::place(Size::new(60, 16)).width) - 4;
        assert!(listed(&help).iter().all(|line| line.chars().count() <= room), "{:?}", listed(&help));
        typed(&mut help, "\u{1b}");
        let all = listed(&help).join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        for row in crate::tui::keys::TABLE {
            assert!(all.contains(row.help), "{}: {all}", row.help);
        }
    }

    #[test]
    fn the_title_names_the_keys_and_the_wheel_scrolls() {
        let mut model = fixtures::model(fixtures::view());
        model.size = Size::new(80, 24);
        let mut help = Help::new(&model.keys, model.theme);
        help.arrange(model.size, model.theme);
        let shown = |help: &Help| {
            let mut buffer = Buffer::empty(model.size.into());
            help.draw(model.size, model.theme, &mut buffer);
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
