//! Diff pane: the two compared designs, the changes by identity, then the text.

mod summary;
mod text;

use super::pen::Pen;
use super::toggles::Toggles;
use super::{FoldedRow, Lines};
use crate::tui::model::detail::{Base, Comparison, Detail};
use crate::tui::panes::row_tag::RowTag;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::{Shown, count};
use frieze_design::answers::AnswerChange;
use frieze_intent::diff::{Changes, Hunk};

/// The most other bases that are named.
const OTHERS: usize = 3;

#[derive(Debug, Default)]
pub struct Diff {
    /// The comparisons chosen by the person in place of the default ones: of the current design, and of a past iteration.
    chosen: Option<Comparison>,
    chosen_of_past: Option<Comparison>,
    /// The tags of the folded changes and passages.
    folded: Toggles,
    /// Whether the text of the file is unfolded.
    is_text_open: bool,
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

    fn fold(&mut self, _: &Detail, row: &Row, fold: Option<bool>) -> Option<FoldedRow> {
        let tag = row.tag?;
        if tag == RowTag::Text {
            self.is_text_open = fold.map_or(!self.is_text_open, |fold| !fold);
        } else {
            self.folded.set(tag, false, fold);
        }
        Some(FoldedRow::Tagged(tag))
    }

    /// Cycles through three levels: changes, changes and text, their first lines only.
    fn fold_all(&mut self, detail: &Detail) -> bool {
        let is_shown = self.shown(detail).is_some();
        if is_shown {
            let is_all_open = std::mem::take(&mut self.is_text_open);
            self.is_text_open = !is_all_open && !self.folded.are_all();
            self.folded = Toggles::all(is_all_open);
        }
        is_shown
    }
}

impl Diff {
    /// Shows a chosen comparison in place of the default one.
    pub fn compared(&mut self, compared: Comparison) {
        let place = if compared.at.is_some() { &mut self.chosen_of_past } else { &mut self.chosen };
        *place = Some(compared);
        (self.folded, self.is_text_open) = (Toggles::default(), false);
    }

    /// The chosen designs for the current one, to compare them again when the design has changed.
    pub fn chosen_designs(&self) -> Option<(Base, Option<Base>)> {
        self.chosen.as_ref().map(|chosen| (chosen.base.clone(), chosen.with.clone()))
    }

    /// The shown comparison: the chosen one, unless the design has changed since.
    pub fn shown<'a>(&'a self, detail: &'a Detail) -> Option<&'a Comparison> {
        let current = detail.reading().map(|reading| reading.sha256);
        let chosen = if detail.at.is_some() { &self.chosen_of_past } else { &self.chosen };
        chosen
            .as_ref()
            .filter(|chosen| chosen.at == detail.at && (chosen.with.is_some() || chosen.sha256 == current))
            .or(detail.comparison.as_ref())
    }

    fn compared_lines(&self, pen: &mut Pen, detail: &Detail, compared: &Comparison) {
        header(pen, detail, compared);
        match &compared.outcome {
            Err(why) => {
                pen.signed("! ", TextStyle::Attention, why, 2);
                // No base helps while the present design cannot be read.
                if compared.with.is_some() || detail.reading().is_some() {
                    pen.say("Another base can be chosen.", TextStyle::Dim);
                }
            }
            Ok((changes, hunks)) if changes.is_empty() && hunks.is_empty() && compared.answers.is_empty() => {
                pen.signed("= ", TextStyle::Good, "No differences", 2);
            }
            Ok((changes, hunks)) => self.differences(pen, compared, changes, hunks),
        }
    }

    fn differences(&self, pen: &mut Pen, compared: &Comparison, changes: &Changes, hunks: &[Hunk]) {
        // Only pointers into the current design can be opened in the Intent pane.
        let is_current = compared.with.is_none();
        answers(pen, &compared.answers);
        summary::write(pen, changes, is_current, |tag| self.folded.is_on(tag, false));
        pen.gap();
        if hunks.is_empty() {
            return;
        }
        let passages = count(hunks.len(), "passage", "passages");
        let heading = [
            pen.own(if self.is_text_open { "▾ " } else { "▸ " }, TextStyle::Dim),
            pen.own("Text", TextStyle::Heading),
            pen.own(format!("  {passages} of intent.json"), TextStyle::Dim),
        ];
        pen.item(&heading, 2, |row| row.tagged(RowTag::Text));
        if self.is_text_open {
            text::write(pen, hunks, |tag| self.folded.is_on(tag, false));
        }
    }
}

/// The changed answers to open questions, each below its question.
fn answers(pen: &mut Pen, changes: &[AnswerChange]) {
    if changes.is_empty() {
        return;
    }
    pen.say("Answers to open questions", TextStyle::Heading);
    for change in changes {
        pen.text(&[pen.own(Shown::line(&change.question).to_string(), TextStyle::Plain)], 2);
        for (sign, style, text) in [("- ", TextStyle::Bad, &change.old), ("+ ", TextStyle::Good, &change.new)]
        {
            if let Some(text) = text {
                pen.text(&[pen.own(sign, style), pen.prose(text, style)], 4);
            }
        }
    }
    pen.gap();
}

/// `iteration 3 against the last rejection (iteration 2) · others: iteration 1; the last freeze`.
fn header(pen: &mut Pen, detail: &Detail, compared: &Comparison) {
    let new = match &compared.with {
        Some(with) => detail.name_of(with),
        None => match &detail.view {
            Ok(view) if view.iteration > 0 || detail.at.is_some() => {
                let edited = if detail.is_edited { ", edited by hand," } else { "" };
                format!("{}{edited}", detail.iteration_in(detail.folder()))
            }
            Ok(_) | Err(_) => "the current design".to_owned(),
        },
    };
    let (bases, here) = (detail.base_choices(), detail.location_of(&compared.base));
    let mut spans = vec![
        pen.own(new, TextStyle::Strong),
        pen.own(" against ", TextStyle::Dim),
        pen.own(detail.name_with_last_read(&compared.base), TextStyle::Strong),
    ];
    let others: Vec<String> = bases
        .iter()
        .filter(|base| detail.location_of(base) != here)
        .map(|base| detail.name_with_last_read(base))
        .collect();
    if !others.is_empty() {
        let more = if others.len() > OTHERS { "; …" } else { "" };
        let named = others.get(..OTHERS.min(others.len())).unwrap_or_default().join("; ");
        spans.push(pen.own(format!(" · others: {named}{more}"), TextStyle::Dim));
    }
    pen.text(&spans, 2);
    pen.gap();
}

fn nothing_yet(pen: &mut Pen, detail: &Detail) {
    if let (Ok(_), Err(why)) = (&detail.view, &detail.past) {
        return pen.problem(&format!("Earlier designs cannot be read: {why}"));
    }
    let text = match (&detail.intent, &detail.view) {
        (_, Err(problem)) => return pen.problem(&problem.line()),
        (Some(Err(why)), Ok(_)) => return pen.problem(why),
        (None, Ok(_)) => detail.nothing_yet(
            "No design yet. Run the feature first.",
            "No design yet. Changes will appear here after the second iteration.",
        ),
        (Some(_), Ok(_)) if detail.at.is_some() => "No earlier iteration to compare.",
        (Some(_), Ok(view)) if detail.folder() < view.folder && !detail.bases().is_empty() => {
            let shown = detail.iteration_in(detail.folder());
            let text = format!(
                "The design is that of {shown} again. Nothing is before it; `:diff` compares it with the others."
            );
            return pen.say(text, TextStyle::Dim);
        }
        (Some(_), Ok(_)) => "Changes will appear here after the next iteration.",
    };
    pen.say(text, TextStyle::Dim);
}

#[cfg(test)]
mod tests;
