//! What changed: what is compared with what, then the changes by identity, then the text.

mod summary;
mod text;

use std::collections::HashSet;
use std::sync::Arc;

use super::pen::Pen;
use super::{Folds, Lines};
use crate::domain::diff::{Changes, Hunk};
use crate::tui::detail::{Base, Compared, Detail};
use crate::tui::listing::Row;
use crate::tui::theme::{Look, Theme};

/// Tags from here on are passages of the text, below it changes.
const HUNKS: usize = 1 << 32;

/// The most other bases that are named.
const OTHERS: usize = 3;

/// The pane's own state.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    /// Another comparison than the default one.
    chosen: Option<Arc<Compared>>,
    /// The changes and passages that are folded, by their tags.
    folded: HashSet<usize>,
    all_folded: bool,
}

impl Lines for Diff {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        match self.shown(detail) {
            None => nothing_yet(&mut pen, detail),
            Some(compared) => self.compared_lines(&mut pen, detail, compared),
        }
        pen.rows()
    }
}

impl Diff {
    /// Another comparison than the default one.
    pub fn compared(&mut self, compared: Compared) {
        self.chosen = Some(Arc::new(compared));
        self.folded.clear();
        self.all_folded = false;
    }

    /// What was asked for, to be compared again when the design has changed.
    pub fn wanted(&self) -> Option<(Base, Option<Base>)> {
        self.chosen.as_ref().map(|chosen| (chosen.base.clone(), chosen.with.clone()))
    }

    /// The comparison that is shown: the chosen one, unless the design has changed since.
    pub fn shown<'a>(&'a self, detail: &'a Detail) -> Option<&'a Compared> {
        let current =
            detail.intent.as_ref().and_then(|read| read.as_ref().ok()).map(|reading| reading.sha256);
        let chosen = self.chosen.as_deref();
        chosen.filter(|chosen| chosen.with.is_some() || chosen.sha256 == current).or(detail.compared.as_ref())
    }

    /// Folds or unfolds what stands at a row.
    pub fn fold(&mut self, row: &Row, fold: Option<bool>) {
        if row.tag == 0 {
            return;
        }
        if fold.unwrap_or(!self.is_folded(row.tag)) == self.all_folded {
            self.folded.remove(&row.tag);
        } else {
            self.folded.insert(row.tag);
        }
    }

    /// Folds everything, or unfolds everything.
    pub fn fold_all(&mut self) {
        self.all_folded = !self.all_folded;
        self.folded.clear();
    }

    fn is_folded(&self, tag: usize) -> bool {
        self.folded.contains(&tag) != self.all_folded
    }

    fn compared_lines(&self, pen: &mut Pen, detail: &Detail, compared: &Compared) {
        header(pen, detail, compared);
        match &compared.outcome {
            Err(why) => {
                let sign = pen.own("! ", Look::Attention);
                let why = pen.prose(why, Look::Plain);
                pen.text(&[sign, why], 2);
                pen.say("Another base can be chosen.", Look::Dim);
            }
            Ok((changes, hunks)) if changes.is_empty() && hunks.is_empty() => {
                let sign = pen.own("= ", Look::Good);
                let told = pen.own("Nothing changed: the two designs say the same.", Look::Plain);
                pen.text(&[sign, told], 2);
            }
            Ok((changes, hunks)) => self.differences(pen, compared, changes, hunks),
        }
    }

    fn differences(&self, pen: &mut Pen, compared: &Compared, changes: &Changes, hunks: &[Hunk]) {
        // Pointers lead into the design that is compared; only the current one can be shown in the tree.
        let is_current = compared.with.is_none();
        summary::write(pen, changes, is_current, |tag| self.is_folded(tag));
        pen.gap();
        let title = pen.own("Text", Look::Heading);
        let told = pen.own("  old and new line, as intent.json has them", Look::Dim);
        pen.text(&[title, told], 2);
        text::write(pen, hunks, |tag| self.is_folded(tag));
    }
}

impl Folds for Diff {
    fn unfold_everything(&mut self, _: &Detail) {
        self.all_folded = false;
        self.folded.clear();
    }

    fn unfold_line(&mut self, _: &Detail, row: &Row) {
        self.fold(row, Some(false));
    }
}

/// `iteration 3 against the last rejection (iteration 2) · others: iteration 1, the last freeze`.
fn header(pen: &mut Pen, detail: &Detail, compared: &Compared) {
    let new = match &compared.with {
        Some(with) => detail.name_of(with),
        None => match &detail.view {
            Ok(view) if view.iteration > 0 => format!("iteration {}", view.iteration),
            Ok(_) | Err(_) => "the current design".to_owned(),
        },
    };
    let bases = detail.bases();
    let mut spans = vec![
        pen.own(new, Look::Strong),
        pen.own(" against ", Look::Dim),
        pen.own(detail.name_with_look(&compared.base), Look::Strong),
    ];
    let others: Vec<String> =
        bases.iter().filter(|base| **base != compared.base).map(|base| detail.name_with_look(base)).collect();
    if !others.is_empty() {
        let more = if others.len() > OTHERS { ", …" } else { "" };
        let named = others.get(..OTHERS.min(others.len())).unwrap_or_default().join(", ");
        spans.push(pen.own(format!(" · others: {named}{more}"), Look::Dim));
    }
    pen.text(&spans, 2);
    pen.gap();
}

fn nothing_yet(pen: &mut Pen, detail: &Detail) {
    if let (Ok(_), Err(why)) = (&detail.view, &detail.past) {
        let sign = pen.own("! ", Look::Bad);
        let told = pen.prose(&format!("what there is to compare with cannot be read: {why}"), Look::Plain);
        return pen.item(&[sign, told], 2, |row| row);
    }
    let told = match (&detail.intent, &detail.view) {
        (_, Err(stated)) => {
            let sign = pen.own("! ", Look::Bad);
            let line = pen.prose(&stated.line(), Look::Plain);
            return pen.item(&[sign, line], 2, |row| row);
        }
        (None, Ok(_)) => detail.nothing_yet(
            "There is no design yet: run the feature first.",
            "There is no design yet, and so nothing that could have changed.",
        ),
        (Some(_), Ok(_)) => {
            "There is nothing to compare with yet: this is the first iteration. What changes with the next one stands here then."
        }
    };
    pen.say(told, Look::Dim);
}
