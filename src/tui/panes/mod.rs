//! The panes: one struct each, holding finished lines that are made anew when the data or the width changes.

pub mod critique;
pub mod diff;
pub mod exchange;
pub mod feature;
pub mod feedback;
pub mod intent;
pub mod journal;
pub mod machine;
mod names;
mod pen;
pub mod person;
pub mod preview;
#[cfg(test)]
mod proofs;
pub mod scores;
pub mod wrap;

#[cfg(test)]
pub mod sample;

use std::sync::Arc;

use super::areas::Areas;
use super::detail::Detail;
use super::keys::PaneKey;
use super::listing::{Listing, Row};
use super::theme::Theme;

/// What a pane of lines is made of: data and width in, lines out.
pub trait Lines {
    /// The lines for a feature at a width. They hold nothing that was not made safe by `domain::text::Shown`.
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row>;

    /// Whether the last line is what is looked at first, and stays in sight when lines are added.
    fn begins_at_end(&self) -> bool {
        false
    }
}

/// A pane of lines of which some can be folded away.
pub trait Folds: Lines + Clone {
    /// Unfolds everything, so that words can be looked for in all of it.
    fn unfold_everything(&mut self, detail: &Detail);

    /// Unfolds what hides a line that was there while everything was unfolded.
    fn unfold_line(&mut self, detail: &Detail, row: &Row);
}

/// A pane of lines: its own state, and its lines as they were last made.
#[derive(Debug, Default)]
pub struct Scrolled<P> {
    pub pane: P,
    pub list: Listing,
    /// What the lines were made for; `None` makes them anew.
    made_for: Option<(u16, usize)>,
}

impl<P: Lines> Scrolled<P> {
    /// Makes the lines anew if the data or the width is another.
    fn arrange(&mut self, width: u16, height: u16, detail: Option<&Detail>, theme: Theme) {
        if width == 0 || height == 0 {
            return;
        }
        let made_for = (width, detail.map_or(0, |detail| std::ptr::from_ref(detail).addr()));
        if self.made_for != Some(made_for) {
            let rows = detail.map(|detail| self.pane.lines(detail, width, theme)).unwrap_or_default();
            let at_end = self.pane.begins_at_end() && self.list.is_at_end();
            self.list.set(rows);
            if at_end {
                self.list.select(usize::MAX - 1);
            }
            self.made_for = Some(made_for);
        }
        self.list.resize(height);
    }

    /// The pane's own state has changed: its lines are made anew when they are next wanted.
    pub fn changed(&mut self) {
        self.made_for = None;
    }
}

impl<P: Folds> Scrolled<P> {
    /// Looks for words in all of it, and leaves unfolded what has them.
    pub fn find(
        &mut self,
        detail: &Detail,
        theme: Theme,
        words: &str,
        forward: bool,
    ) -> Option<(usize, usize)> {
        let (width, _) = self.made_for?;
        let (pane, list) = (self.pane.clone(), self.list.clone());
        self.pane.unfold_everything(detail);
        self.list.set(self.pane.lines(detail, width, theme));
        list.spot().iter().for_each(|spot| self.list.go_to(spot));
        let found = self.list.find(words, forward);
        let hit = self.list.spot().zip(self.list.row().cloned()).filter(|_| found.is_some());
        // What is folded again is drawn as it was, and the list stands as it stood, until it goes to the hit.
        (self.pane, self.list) = (pane, list);
        if let Some((spot, row)) = hit {
            self.pane.unfold_line(detail, &row);
            self.list.set(self.pane.lines(detail, width, theme));
            self.list.go_to(&spot);
        }
        found
    }
}

/// All panes of lines.
#[derive(Debug, Default)]
pub struct Panes {
    pub critique: Scrolled<critique::Critique>,
    pub diff: Scrolled<diff::Diff>,
    pub preview: Scrolled<preview::Preview>,
    pub intent: Scrolled<intent::Intent>,
    pub feedback: Scrolled<feedback::Feedback>,
    pub journal: Scrolled<journal::Journal>,
    pub exchange: Scrolled<exchange::Exchange>,
    /// How many lines of the machine pane the person has scrolled past.
    pub machine_top: usize,
}

impl Panes {
    /// Makes the lines of every pane that is on the screen, if need be.
    pub fn arrange(&mut self, areas: &Areas, detail: Option<&Detail>, theme: Theme) {
        let size = |pane: PaneKey| {
            let inside = areas.inside(pane);
            (inside.width, inside.height)
        };
        let (width, height) = size(PaneKey::Critique);
        self.critique.arrange(width, height, detail, theme);
        let (width, height) = size(PaneKey::Diff);
        self.diff.arrange(width, height, detail, theme);
        let (width, height) = size(PaneKey::Preview);
        self.preview.arrange(width, height, detail, theme);
        let (width, height) = size(PaneKey::Intent);
        self.intent.arrange(width, height, detail, theme);
        let (width, height) = size(PaneKey::Feedback);
        self.feedback.arrange(width, height, detail, theme);
        let (width, height) = size(PaneKey::Journal);
        self.journal.arrange(width, height, detail, theme);
        let (width, height) = size(PaneKey::Exchange);
        self.exchange.arrange(width, height, detail, theme);
    }

    /// Everything is made anew: another feature, or other data.
    pub fn changed(&mut self) {
        self.critique.changed();
        self.diff.changed();
        self.preview.changed();
        self.intent.changed();
        self.feedback.changed();
        self.journal.changed();
        self.exchange.changed();
    }

    /// Another feature: what was folded and selected was the other one's.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The lines of a pane; `None` for the panes that are drawn and not listed.
    pub fn list(&self, pane: PaneKey) -> Option<&Listing> {
        match pane {
            PaneKey::Critique => Some(&self.critique.list),
            PaneKey::Diff => Some(&self.diff.list),
            PaneKey::Preview => Some(&self.preview.list),
            PaneKey::Intent => Some(&self.intent.list),
            PaneKey::Feedback => Some(&self.feedback.list),
            PaneKey::Journal => Some(&self.journal.list),
            PaneKey::Exchange => Some(&self.exchange.list),
            PaneKey::Features | PaneKey::Scores | PaneKey::Machine => None,
        }
    }

    pub fn list_mut(&mut self, pane: PaneKey) -> Option<&mut Listing> {
        match pane {
            PaneKey::Critique => Some(&mut self.critique.list),
            PaneKey::Diff => Some(&mut self.diff.list),
            PaneKey::Preview => Some(&mut self.preview.list),
            PaneKey::Intent => Some(&mut self.intent.list),
            PaneKey::Feedback => Some(&mut self.feedback.list),
            PaneKey::Journal => Some(&mut self.journal.list),
            PaneKey::Exchange => Some(&mut self.exchange.list),
            PaneKey::Features | PaneKey::Scores | PaneKey::Machine => None,
        }
    }

    /// The parts of the design that are on the screen now.
    pub fn on_screen(&self, areas: &Areas) -> Vec<Arc<str>> {
        let shown = areas.panes.iter().filter_map(|(pane, _)| self.list(*pane));
        let rows = shown.flat_map(Listing::visible).filter(|row| row.shows);
        let pointers = rows.flat_map(|row| row.pointer.iter().chain(&row.also));
        pointers.filter_map(|pointer| super::parts::holding(pointer)).map(Arc::from).collect()
    }
}
