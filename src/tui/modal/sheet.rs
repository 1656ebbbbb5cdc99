//! Sheet over the screen: what a command of the shell printed, or the hits of a search. A line with a command is a choice.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect, Size};
use ratatui::text::Span;

use super::dialog_box::{dialog, dialog_width};
use super::prompt::Purpose;
use super::{Outcome, Then};
use crate::tui::msg::Cmd;
use crate::tui::panes::wrap::{Ends, wrapped};
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::extent::draw_thumb;
use crate::tui::widgets::listing::{Listing, Row};
use crate::tui::widgets::wheel::wheel;
use frieze_data::text::Shown;

const WIDEST: u16 = 116;

/// A line, and the command that `enter` runs on it.
pub type SheetLine = (String, Option<String>);

#[derive(Debug)]
pub struct Sheet {
    number: u64,
    title: String,
    /// `None` until they have come.
    lines: Option<Vec<SheetLine>>,
    list: Listing,
    /// The width that the lines were wrapped for.
    width: Option<u16>,
}

impl Sheet {
    /// An empty sheet that waits for its lines.
    pub fn new(number: u64, title: String) -> Self {
        Self { number, title, lines: None, list: Listing::default(), width: None }
    }

    /// Takes the lines of the sheet with this number.
    pub fn fill(&mut self, number: u64, lines: Vec<SheetLine>) {
        if self.number == number {
            let safe = |text: &str| Shown::line(&text.replace('\t', "    ")).into_string();
            let lines = lines.into_iter().map(|(text, command)| (safe(&text), command)).collect();
            (self.lines, self.width) = (Some(lines), None);
        }
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        // A program that still runs ends with its sheet.
        let close = || Outcome { cmds: vec![Cmd::EndProgram], ..Outcome::close() };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other keys scroll")]
        match key.code {
            KeyCode::Char('c') if control => close(),
            KeyCode::Char('q') | KeyCode::Esc => close(),
            KeyCode::Enter => match self.command() {
                Some(line) => Outcome { then: Some(Then::Typed(Purpose::Command, line)), ..close() },
                None => Outcome::stay(),
            },
            _ => {
                self.list.scroll_by_key(key);
                Outcome::stay()
            }
        }
    }

    /// The command of the selected line.
    fn command(&self) -> Option<String> {
        let heads = self.list.rows().iter().take(self.list.selected() + 1).filter(|row| row.head).count();
        let mut commands = self.lines.iter().flatten().filter_map(|(_, command)| command.as_ref());
        commands.nth(heads.checked_sub(1)?).cloned()
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        self.list.scroll(wheel(mouse.kind));
        Outcome::stay()
    }

    pub fn arrange(&mut self, screen: Size, theme: Theme) {
        let place = Self::place(screen);
        let width = place.width.saturating_sub(4);
        if self.width.replace(width) != Some(width) {
            let row = |(text, command): &SheetLine| {
                let hang = hang(text);
                let lines = wrapped(&[Span::raw(text.clone())], width.into(), hang, Ends::Words);
                let mut rows: Vec<Row> = lines.into_iter().map(Row::text).collect();
                rows.iter_mut().take(1).for_each(|row| row.head = command.is_some());
                rows
            };
            self.list.set(match &self.lines {
                None => vec![Row::text(theme.span("Waiting for it…", TextStyle::Dim))],
                Some(lines) if lines.is_empty() => {
                    vec![Row::text(theme.span("Nothing was printed.", TextStyle::Dim))]
                }
                Some(lines) => lines.iter().flat_map(row).collect(),
            });
        }
        self.list.resize(place.height.saturating_sub(2));
    }

    pub fn draw(&self, screen: Size, theme: Theme, buffer: &mut Buffer) {
        let place = Self::place(screen);
        let goes = if self.list.has_heads() { "enter goes there · " } else { "" };
        let title = format!(" {} ─ {goes}esc closes ", self.title);
        let inside = dialog(place, &title, self.list.position().as_deref(), theme, buffer);
        self.list.draw(inside, buffer, Some(theme.selected(true)));
        draw_thumb(self.list.extent(), place, buffer);
    }

    fn place(screen: Size) -> Rect {
        let width = dialog_width(screen.width, WIDEST);
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
        assert!(first.contains("line 1 ") && first.contains("frieze doctor ─ esc closes"), "{first}");
        sheet.key(KeyCode::Char('G').into());
        assert!(shown(&mut sheet, size).contains("line 40 "), "{}", shown(&mut sheet, size));
        sheet.key(KeyCode::Char('g').into());
        assert_eq!(shown(&mut sheet, size), first);
        assert!(sheet.key(KeyCode::Enter.into()).then.is_none());
        let outcome = sheet.key(KeyCode::Esc.into());
        assert!(outcome.close && matches!(outcome.cmds.as_slice(), [Cmd::EndProgram]));
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
        sheet.key(KeyCode::Char('j').into());
        let outcome = sheet.key(KeyCode::Enter.into());
        assert_eq!(outcome.then, Some(Then::Typed(Purpose::Command, "show a-2".to_owned())));
        assert!(outcome.close);
    }
}
