//! All keys, from the one key table, and all signs, as lines of a sheet.

use ratatui::text::{Line, Span};

use super::sheet::SheetLine;
use crate::tui::keys::Keys;
use crate::tui::panes::wrap::{Ends, wrapped};
use crate::tui::view::theme::{TextStyle, Theme};

/// Headings of what is not in the key table.
const TYPING: &str = "While you type";
const MOUSE: &str = "Mouse";
const LIST: &str = "In the list";
const SCORES: &str = "In the scores";
const DESIGN: &str = "In the design";
const SETTING: &str = "Setting";

/// What is not in the key table: heading; keys or signs; what they do or mean. In the list, the most urgent sign is first.
const OTHERS: [(&str, &str, &str); 30] = [
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
    (LIST, "?", "unfrozen without a reason, or your words are missing"),
    (LIST, "▸", "the next step is yours to start"),
    (LIST, "!", "broken: a file is damaged; or paused: no answer came"),
    (LIST, "✗", "failed; the word says why"),
    (LIST, "⠹ ⠿", "running: here (turning), elsewhere (still)"),
    (LIST, "⋯", "queued until an agent is free"),
    (LIST, "‖", "paused; run it to continue"),
    (LIST, "·", "idle, closed or ended; waits: for another run"),
    (LIST, "✓", "frozen: approved, nothing to do"),
    (LIST, "Δ", "the design changed since it was last shown to you"),
    (LIST, "*", "marked"),
    (SCORES, "★", "the best iteration of the run"),
    (SCORES, "✎", "edited by hand"),
    (SCORES, "━", "no progress between these iterations"),
    (DESIGN, "·", "unread when you opened Intent"),
    (SETTING, "frieze.yaml", "screen.keys gives actions other keys"),
];

/// The columns of the keys, and those before what a key does.
const KEYS: usize = 13;
const DOES: usize = KEYS + 4;

/// A heading, and below it its keys or signs, each with the name of its action.
pub fn lines(keys: &Keys) -> Vec<SheetLine> {
    let keys = keys.rows().map(|(row, keys)| (row.heading, keys, row.help, Some(row.name.to_owned())));
    let others = OTHERS.into_iter().map(|(heading, keys, does)| (heading, keys, does, None));
    let mut before = "";
    let mut lines = Vec::new();
    for (heading, keys, does, name) in keys.chain(others) {
        if heading != before {
            lines.push((heading.to_owned(), None));
            before = heading;
        }
        lines.push((format!("  {keys:<KEYS$}  {does}"), name));
    }
    lines
}

/// A line in its colours, wrapped. An entry that was found by the name of its action shows that name.
pub fn styled((text, name): &SheetLine, query: &str, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let gap = text.trim_start().find("  ").map(|keys| keys + text.len() - text.trim_start().len());
    let Some((keys, does)) = gap.and_then(|gap| text.split_at_checked(gap)) else {
        return vec![Line::from(theme.span(text.clone(), TextStyle::Heading))];
    };
    let mut line = vec![theme.span(keys.to_owned(), TextStyle::Reference), Span::raw(does.to_owned())];
    let name = name.iter().find(|name| query.split_whitespace().any(|word| name.contains(word)));
    line.extend(name.map(|name| theme.span(format!("  {name}"), TextStyle::Dim)));
    wrapped(&line, width, DOES, Ends::Words)
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
    use ratatui::buffer::Buffer;
    use ratatui::layout::Size;

    use super::super::sheet::Sheet;
    use super::*;

    const SIZE: Size = Size::new(80, 200);

    fn help() -> Sheet {
        Sheet::help(&Keys::default())
    }

    fn typed(help: &mut Sheet, keys: &str) {
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

    fn shown(help: &mut Sheet, size: Size) -> String {
        help.arrange(size, Theme::Plain);
        let mut buffer = Buffer::empty(size.into());
        help.draw(size, Theme::Plain, &mut buffer);
        let rows = buffer.content.chunks(size.width.into());
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
    }

    /// The lines in the dialog, without its border and empty ones.
    fn listed(help: &mut Sheet) -> Vec<String> {
        let shown = shown(help, SIZE);
        let lines =
            shown.lines().filter_map(|line| line.split('│').nth(1).map(|line| line.trim().to_owned()));
        lines.filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn matches_are_listed_under_their_heading() {
        let mut help = help();
        let all = listed(&mut help);
        typed(&mut help, "/reJect\n");
        let found = listed(&mut help);
        assert!(found.len() < all.len() && found.contains(&"Deciding".to_owned()), "{found:?}");
        assert!(found.iter().any(|line| line.contains("approve, reject or abort")), "{found:?}");
        // The search has ended: letters scroll again.
        typed(&mut help, "jk");
        assert_eq!(listed(&mut help), found);
        typed(&mut help, "\u{1b}");
        assert_eq!(listed(&mut help), all);
        typed(&mut help, "/zzzz");
        assert_eq!(listed(&mut help), ["No match"]);
        typed(&mut help, "\u{8}\u{8}\u{8}\u{8}\u{8}");
        assert_eq!((listed(&mut help), help.takes_text()), (all, false));
        assert!(help.key(KeyCode::Esc.into()).close);
    }

    #[test]
    fn letters_without_a_search_do_nothing() {
        let mut help = help();
        let all = listed(&mut help);
        typed(&mut help, "frozen decides x\n");
        assert_eq!(listed(&mut help), all);
        for key in [KeyCode::Char('q'), KeyCode::Char('?'), KeyCode::Esc, KeyCode::F(1)] {
            assert!(help.key(key.into()).close, "{key:?}");
        }
    }

    #[test]
    fn every_action_is_found_by_its_name_in_the_settings() {
        let mut help = help();
        for row in crate::tui::keys::TABLE {
            typed(&mut help, &format!("/{}", row.name));
            let found = listed(&mut help);
            assert!(found.iter().any(|line| line.contains(row.help)), "{}: {found:?}", row.name);
            typed(&mut help, "\u{1b}");
        }
        typed(&mut help, "/next-needy");
        let found = listed(&mut help);
        assert!(
            matches!(&found[..], [_, row] if row.ends_with("next feature that needs you  next-needy")),
            "{found:?}"
        );
    }

    #[test]
    fn every_line_fits_at_80_columns_and_nothing_is_cut_at_60() {
        let width = |help: &[SheetLine]| help.iter().map(|(text, _)| text.chars().count()).max().unwrap();
        assert!(width(&lines(&Keys::default())) <= 72);
        let mut help = help();
        let whole = shown(&mut help, Size::new(60, 250));
        let rows = whole.lines().filter_map(|line| line.split('│').nth(1));
        let all = rows.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        for row in crate::tui::keys::TABLE {
            assert!(all.contains(row.help), "{}: {all}", row.help);
        }
    }

    #[test]
    fn the_title_names_the_keys_and_the_wheel_scrolls() {
        let (mut help, size) = (help(), Size::new(80, 24));
        let first = shown(&mut help, size);
        assert!(first.contains("Keys ─ / finds · esc closes"), "{first}");
        let wheel = |kind| MouseEvent { kind, column: 40, row: 12, modifiers: KeyModifiers::NONE };
        help.mouse(wheel(MouseEventKind::ScrollDown));
        assert_ne!(shown(&mut help, size), first);
        help.mouse(wheel(MouseEventKind::ScrollUp));
        assert_eq!(shown(&mut help, size), first);
        typed(&mut help, "G");
        let last = shown(&mut help, size);
        assert!(last.contains("screen.keys"), "{last}");
    }
}
