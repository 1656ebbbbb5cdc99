//! Titles in the borders: the pane's name and key; the names of all panes that share an area.

use ratatui::text::Line;

use super::bars;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::panes::WITH_PAST;
use crate::tui::view::theme::TextStyle;

/// The panes of a design that share an area, with their titles.
pub const TABS: [(PaneKey, &str); 7] = [
    (PaneKey::Critique, "Critique"),
    (PaneKey::Diff, "Diff"),
    (PaneKey::Preview, "Preview"),
    (PaneKey::Intent, "Intent"),
    (PaneKey::Feedback, "Feedback"),
    (PaneKey::Journal, "Journal"),
    (PaneKey::Exchange, "Exchange"),
];

/// The letters of a shortened title.
const SHORT: usize = 4;

/// From this width on, the Machine pane has its name in the title.
const NAMED: usize = 76;

/// The pane whose title is at a column of a border.
pub fn tab_at(model: &Model, pane: PaneKey, column: u16) -> Option<PaneKey> {
    let areas = model.areas()?;
    let (_, place) = areas.panes.iter().find(|(key, _)| *key == pane)?;
    let mut from = usize::from(place.x) + 1;
    pieces(model, pane, place.width).into_iter().find_map(|piece| {
        let here = (from..from + piece.columns()).contains(&usize::from(column));
        from += piece.columns();
        piece.pane.filter(|_| here)
    })
}

/// The title line of a pane.
pub fn title(model: &Model, pane: PaneKey, width: u16) -> Line<'static> {
    let theme = model.theme;
    let own = if model.focus == pane { TextStyle::Heading } else { TextStyle::Strong };
    if model.is_tab(pane) {
        let styled = |piece: Piece| theme.span(piece.text, if piece.is_own { own } else { TextStyle::Dim });
        return pieces(model, pane, width).into_iter().map(styled).collect();
    }
    let key = key(model, pane);
    let room = usize::from(width).saturating_sub(4 + key.chars().count());
    let text = if pane == PaneKey::Features {
        bars::features_title(model, room)
    } else if pane == PaneKey::Machine {
        // A feature's name right after a number would read as a count.
        let whose = if usize::from(width) >= NAMED { "Machine · " } else { "· " };
        format!("{whose}{}", bars::machine_title(model, room.saturating_sub(whose.chars().count())))
    } else {
        "Scores".to_owned()
    };
    Line::from(vec![theme.span(format!(" {key}"), TextStyle::Dim), theme.span(format!("{text} "), own)])
}

/// The past iteration that a pane shows, for its lower border.
pub fn past(model: &Model, pane: PaneKey) -> Option<Line<'static>> {
    let past = model.past.as_ref().filter(|_| WITH_PAST.contains(&pane))?;
    let folder = past.folder();
    let all = past.run().filter(|_| past.number_of(folder).is_some());
    let all = all.map(|view| format!(" of {}", view.iteration)).unwrap_or_default();
    let edited = if past.is_edited { ", edited by hand" } else { "" };
    let score = past.critique_file().map(|file| format!(", score {}", file.overall)).unwrap_or_default();
    let text = format!(" {}{all}{edited}{score} ", past.iteration_in(folder));
    Some(model.theme.line(text, TextStyle::Attention))
}

/// The key of a pane and a space; empty if it has no short key.
fn key(model: &Model, pane: PaneKey) -> String {
    let key = model.keys.first(Action::Show(pane));
    if key.chars().count() == 1 { format!("{key} ") } else { String::new() }
}

/// A piece of a border with several titles.
struct Piece {
    text: String,
    /// The pane of this title; `None` for the text between titles.
    pane: Option<PaneKey>,
    is_own: bool,
}

impl Piece {
    fn columns(&self) -> usize {
        self.text.chars().count()
    }
}

/// The titles in a border, the first form that fits: all, apart or close; all with the others shortened; only its own. Each has
/// its key.
fn pieces(model: &Model, pane: PaneKey, width: u16) -> Vec<Piece> {
    let tabs = model.tabs();
    let room = usize::from(width).saturating_sub(2);
    let titled = |pane: PaneKey, name: &str| format!("{}{name}", key(model, pane));
    let all = || tabs.iter().map(|(pane, name)| (*pane, titled(*pane, name))).collect();
    let short = tabs.iter().map(|(other, name)| {
        let most = if *other == pane { usize::MAX } else { SHORT };
        (*other, titled(*other, &name.chars().take(most).collect::<String>()))
    });
    let forms = [row(all(), pane, 2), row(all(), pane, 1), row(short.collect(), pane, 1)];
    let fits = |pieces: &Vec<Piece>| pieces.iter().map(Piece::columns).sum::<usize>() <= room;
    forms.into_iter().find(fits).unwrap_or_else(|| {
        let name = tabs.iter().find(|(key, _)| *key == pane).map_or("", |(_, name)| *name);
        vec![Piece { text: format!(" {} ", titled(pane, name)), pane: Some(pane), is_own: true }]
    })
}

/// Titles with `between` columns between them. The one in front is in brackets, since bold is not always visible.
fn row(titles: Vec<(PaneKey, String)>, front: PaneKey, between: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let between_them = |text: String, is_own| Piece { text, pane: None, is_own };
    let mut before = None;
    for (pane, text) in titles {
        let is_own = pane == front;
        let was_own = before == Some(front);
        if before.is_some() && (between == 2 || was_own) {
            pieces.push(between_them(if was_own { "]" } else { " " }.to_owned(), was_own));
        }
        if between == 2 || !was_own {
            pieces.push(between_them(if is_own { "[" } else { " " }.to_owned(), is_own));
        }
        pieces.push(Piece { text, pane: Some(pane), is_own });
        before = Some(pane);
    }
    let is_own = before == Some(front);
    pieces.push(between_them(if is_own { "]" } else { " " }.to_owned(), is_own));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::fixtures;

    #[test]
    fn titles_show_their_keys_if_there_is_room() {
        let model = fixtures::model(fixtures::view());
        let check = |pane, width, expected: &str| {
            let shown = title(&model, pane, width).to_string();
            assert_eq!(shown, expected);
            assert!(shown.chars().count() <= usize::from(width).saturating_sub(2).max(12), "{shown}");
        };
        let all = " 2 Critique  3 Diff [4 Preview] 5 Intent  6 Feedback  7 Journal  0 Exchange ";
        check(PaneKey::Preview, 80, all);
        let all = "[2 Critique]3 Diff 4 Preview 5 Intent 6 Feedback 7 Journal 0 Exchange ";
        check(PaneKey::Critique, 72, all);
        let all = " 2 Critique 3 Diff[4 Preview]5 Intent 6 Feedback 7 Journal 0 Exchange ";
        check(PaneKey::Preview, 72, all);
        check(PaneKey::Diff, 71, " 2 Crit[3 Diff]4 Prev 5 Inte 6 Feed 7 Jour 0 Exch ");
        check(PaneKey::Exchange, 60, " 2 Crit 3 Diff 4 Prev 5 Inte 6 Feed 7 Jour[0 Exchange]");
        check(PaneKey::Diff, 30, " 3 Diff ");
        check(PaneKey::Scores, 30, " 8 Scores ");
        check(PaneKey::Features, 34, " 1 Features ");
        check(PaneKey::Machine, 78, " 9 Machine · checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80 ");
        check(PaneKey::Machine, 64, " 9 · checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80 ");
    }
}
