//! Sheet over the screen: what a command of the shell printed, the hits of a search, or all keys. `/` searches its lines; a line
//! with a command is a choice.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect, Size};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::Outcome;
use super::dialog_box::{dialog, dialog_width};
use super::help;
use super::prompt::Purpose;
use crate::tui::keys::Keys;
use crate::tui::msg::Cmd;
use crate::tui::panes::wrap::{Ends, wrapped};
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::extent::draw_thumb;
use crate::tui::widgets::listing::{Listing, Row};
use crate::tui::widgets::wheel::wheel;
use frieze_data::text::Shown;

/// The most columns of the dialog, and of the help.
const WIDEST: u16 = 116;
const WIDEST_HELP: u16 = 76;
/// The columns of the border and the spaces around a title.
const AROUND_TITLE: usize = 4;
/// The most characters of a query.
const QUERY: usize = 40;

/// A line, and the command that `enter` runs on it; in the help, the name of the key's action.
pub type SheetLine = (String, Option<String>);

#[derive(Debug, Default)]
pub struct Sheet {
    number: u64,
    title: String,
    is_help: bool,
    /// `None` until they have come.
    lines: Option<Vec<SheetLine>>,
    query: String,
    is_searching: bool,
    list: Listing,
    /// The width that the lines were wrapped for, and their theme.
    laid_out: Option<(u16, Theme)>,
}

impl Sheet {
    /// An empty sheet that waits for its lines.
    pub fn new(number: u64, title: String) -> Self {
        Self { number, title, ..Self::default() }
    }

    /// All keys and signs.
    pub fn help(keys: &Keys) -> Self {
        let lines = Some(help::lines(keys));
        Self { title: "Keys".to_owned(), is_help: true, lines, ..Self::default() }
    }

    /// Takes the lines of the sheet with this number.
    pub fn fill(&mut self, number: u64, lines: Vec<SheetLine>) {
        if self.number == number {
            let safe = |text: &str| Shown::line(&text.replace('\t', "    ")).into_string();
            let lines = lines.into_iter().map(|(text, command)| (safe(&text), command)).collect();
            (self.lines, self.laid_out) = (Some(lines), None);
        }
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        // A program that still runs ends with its sheet.
        let close = || Outcome { cmds: vec![Cmd::EndProgram], ..Outcome::close() };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other keys scroll")]
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return close(),
            KeyCode::Esc if self.is_searching || !self.query.is_empty() => {
                self.is_searching = false;
                self.search("");
            }
            KeyCode::Enter if self.is_searching => self.is_searching = false,
            KeyCode::Backspace if self.is_searching => {
                let mut query = self.query.clone();
                self.is_searching = query.pop().is_some();
                self.search(&query);
            }
            KeyCode::Char(c) if self.is_searching && !control => self.search(&format!("{}{c}", self.query)),
            KeyCode::Char('/') => self.is_searching = true,
            KeyCode::Char('q' | '?') | KeyCode::F(1) | KeyCode::Esc => return close(),
            KeyCode::Enter => {
                if let Some(line) = self.command() {
                    return Outcome { typed: Some((Purpose::Command, line)), ..close() };
                }
            }
            _ => self.list.scroll_by_key(key),
        }
        Outcome::stay()
    }

    /// Shows only the lines with all words of a query.
    fn search(&mut self, query: &str) {
        self.query = query.chars().filter(|c| !c.is_control()).take(QUERY).collect();
        self.laid_out = None;
        self.list.set(Vec::new());
    }

    /// Whether letters are text now.
    pub fn takes_text(&self) -> bool {
        self.is_searching
    }

    pub fn pasted(&mut self, text: &str) -> Outcome {
        if self.is_searching {
            self.search(&format!("{}{text}", self.query));
        }
        Outcome::stay()
    }

    /// The lines with all words of the query; in the help each below its heading, which may have some of the words.
    fn found(&self) -> Vec<&SheetLine> {
        let query = self.query.to_lowercase();
        let mut found = Vec::new();
        let (mut heading, mut is_listed) = (None, true);
        for line in self.lines.iter().flatten() {
            if self.is_help && !line.0.starts_with(' ') {
                (heading, is_listed) = (Some(line), false);
                continue;
            }
            let name = line.1.as_deref().filter(|_| self.is_help).unwrap_or_default();
            let heading_text = heading.map_or("", |heading| &heading.0);
            let all = format!("{heading_text} {} {name}", line.0).to_lowercase();
            if query.split_whitespace().all(|word| all.contains(word)) {
                found.extend(heading.filter(|_| !std::mem::replace(&mut is_listed, true)));
                found.push(line);
            }
        }
        found
    }

    /// The command of the selected line.
    fn command(&self) -> Option<String> {
        let heads = self.list.rows().iter().take(self.list.selected() + 1).filter(|row| row.head).count();
        let mut commands = self.found().into_iter().filter_map(|(_, command)| command.clone());
        commands.nth(heads.checked_sub(1)?)
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        self.list.scroll(wheel(mouse.kind));
        Outcome::stay()
    }

    pub fn arrange(&mut self, screen: Size, theme: Theme) {
        let place = self.place(screen);
        let width = place.width.saturating_sub(4);
        if self.laid_out.replace((width, theme)) != Some((width, theme)) {
            let found = self.found();
            let note = match &self.lines {
                None => Some("Waiting for it…"),
                Some(lines) if lines.is_empty() => Some("Nothing was printed."),
                Some(_) => found.is_empty().then_some("No match"),
            };
            let lines = found.into_iter().enumerate();
            let rows = lines.flat_map(|(at, line)| self.rows(at, line, width.into(), theme));
            let note = note.map(|note| Row::text(theme.span(note, TextStyle::Dim)));
            self.list.set(rows.chain(note).collect());
        }
        self.list.resize(place.height.saturating_sub(2));
    }

    /// The rows of a line that was found; `at` counts from 0.
    fn rows(&self, at: usize, line: &SheetLine, width: usize, theme: Theme) -> Vec<Row> {
        let (text, command) = line;
        if self.is_help {
            let lines = help::styled(line, &self.query.to_lowercase(), width, theme).into_iter();
            let space = (at > 0 && !text.starts_with(' ')).then(Line::default);
            return space.into_iter().chain(lines).map(Row::text).collect();
        }
        let lines = wrapped(&[Span::raw(text.clone())], width, hang(text), Ends::Words);
        let mut rows: Vec<Row> = lines.into_iter().map(Row::text).collect();
        rows.iter_mut().take(1).for_each(|row| row.head = command.is_some());
        rows
    }

    pub fn draw(&self, screen: Size, theme: Theme, buffer: &mut Buffer) {
        let place = self.place(screen);
        let goes = if self.list.has_heads() { "enter goes there · " } else { "" };
        let keys = match (self.is_searching, self.query.is_empty()) {
            (false, true) => format!(" ─ {goes}/ finds · esc closes"),
            (true, _) => format!(" ─ /{}▏", Shown::line(&self.query)),
            (false, false) => format!(" ─ /{} · {goes}esc shows all", Shown::line(&self.query)),
        };
        // A long command leaves room for the keys.
        let room = usize::from(place.width).saturating_sub(AROUND_TITLE + keys.width());
        let title = format!("{}{keys}", Shown::cut(&self.title, room));
        let inside = dialog(place, &title, self.list.position().as_deref(), theme, buffer);
        self.list.draw(inside, buffer, Some(theme.selected(true)));
        draw_thumb(self.list.extent(), place, buffer);
    }

    fn place(&self, screen: Size) -> Rect {
        let width = dialog_width(screen.width, if self.is_help { WIDEST_HELP } else { WIDEST });
        let height = screen.height.saturating_sub(2);
        Rect::from(screen).centered(Constraint::Length(width), Constraint::Length(height))
    }
}

/// The columns before the further lines of a text: below the text after its number, else two more than it is indented.
fn hang(text: &str) -> usize {
    let rest = text.trim_start();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = if after.len() < rest.len() && after.starts_with("  ") { after.trim_start() } else { rest };
    if after.len() < rest.len() { text.len() - after.len() } else { text.len() - rest.len() + 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(sheet: &mut Sheet, size: Size) -> String {
        sheet.arrange(size, Theme::Plain);
        let mut buffer = Buffer::empty(size.into());
        sheet.draw(size, Theme::Plain, &mut buffer);
        let rows = buffer.content.chunks(size.width.into());
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
    }

    #[test]
    fn a_sheet_scrolls_and_takes_only_its_own_lines() {
        let (mut sheet, size) = (Sheet::new(2, "frieze doctor".to_owned()), Size::new(60, 16));
        assert!(shown(&mut sheet, size).contains("Waiting for it…"));
        sheet.fill(1, vec![("other".to_owned(), None)]);
        assert!(shown(&mut sheet, size).contains("Waiting for it…"));
        let lines = (1..=40).map(|n| (format!("line {n} {}", "word ".repeat(12)), None)).collect();
        sheet.fill(2, lines);
        let first = shown(&mut sheet, size);
        assert!(
            first.contains("line 1 ") && first.contains("frieze doctor ─ / finds · esc closes"),
            "{first}"
        );
        sheet.key(KeyCode::Char('G').into());
        assert!(shown(&mut sheet, size).contains("line 40 "), "{}", shown(&mut sheet, size));
        sheet.key(KeyCode::Char('g').into());
        assert_eq!(shown(&mut sheet, size), first);
        assert!(sheet.key(KeyCode::Enter.into()).typed.is_none());
        let outcome = sheet.key(KeyCode::Esc.into());
        assert!(outcome.close && matches!(outcome.cmds.as_slice(), [Cmd::EndProgram]));
    }

    #[test]
    fn the_keys_are_shown_next_to_a_long_command() {
        let (mut sheet, size) = (Sheet::new(1, "frieze doctor ".repeat(9)), Size::new(60, 16));
        let all = shown(&mut sheet, size);
        let title = all.lines().nth(1).unwrap();
        assert!(title.contains("frieze doctor") && title.contains("… ─ / finds · esc closes "), "{title}");
    }

    #[test]
    fn further_lines_are_below_the_text_after_a_number() {
        assert_eq!(
            [hang("  21  R5 (line 29): what?"), hang("  21 R5"), hang("  a  b"), hang("")],
            [6, 4, 4, 2]
        );
    }

    #[test]
    fn enter_runs_the_command_of_the_selected_line() {
        let (mut sheet, size) = (Sheet::new(1, "search".to_owned()), Size::new(60, 16));
        let hit = |n: u32| ("word ".repeat(20) + &n.to_string(), Some(format!("show a-{n}")));
        sheet.fill(1, vec![("2 hits".to_owned(), None), hit(1), hit(2)]);
        shown(&mut sheet, size);
        // Also if a search left only some lines.
        "/WORD 2\n".chars().for_each(|c| {
            sheet.key(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) }.into());
        });
        let found = shown(&mut sheet, size);
        assert!(!found.contains("2 hits") && found.contains("esc shows all"), "{found}");
        let outcome = sheet.key(KeyCode::Enter.into());
        assert_eq!(outcome.typed, Some((Purpose::Command, "show a-2".to_owned())));
        assert!(outcome.close);
    }
}
