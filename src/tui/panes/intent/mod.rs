//! Intent pane: the whole design as a tree of sections, elements and details. Only unfolded parts become rows.

mod elements;
mod flow;
mod marks;
mod sheet;

use std::collections::{HashMap, HashSet};

use super::pen::Pen;
use super::{FoldedRow, Lines};
use crate::tui::model::design_parts::{self, Section};
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::Theme;
use crate::tui::widgets::listing::Row;
use frieze_data::digest::Digest;
use frieze_intent::Reading;
use marks::Marks;
use sheet::Sheet;

/// With more elements than this, sections start folded.
const ROOMY: usize = 400;

#[derive(Debug, Default)]
pub struct Intent {
    /// What the person folded (`false`) or unfolded (`true`), by pointer.
    open: HashMap<String, bool>,
    /// The unread parts of a design, and the design.
    unread: HashSet<String>,
    marked: Option<Digest>,
}

impl Lines for Intent {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        let to_do = "No design yet. Run the feature to create one from its brief.";
        let coming = "No design yet. It will appear here after the first iteration.";
        let Some(reading) = pen.design(detail, to_do, coming) else {
            return pen.rows();
        };
        let critique = detail.critique_file();
        // Findings of another design would be at the wrong elements.
        let findings = critique.filter(|file| file.input_sha256 == reading.sha256);
        let findings = findings.map_or(&[][..], |file| file.findings.as_slice());
        let draft = detail.draft.as_deref().unwrap_or_default();
        // The marks of another design would be at the wrong elements.
        let (none, is_marked) = (HashSet::new(), self.is_marked(reading.sha256));
        let marks = Marks::of(findings, draft, &reading.intent, if is_marked { &self.unread } else { &none });
        let mut sheet = Sheet::new(pen, &reading.intent, marks, &self.open, sections_open(detail));
        elements::write(&mut sheet, detail);
        sheet.pen.rows()
    }

    /// If nothing is left to fold at a row, folds its parent.
    fn fold(&mut self, detail: &Detail, row: &Row, fold: Option<bool>) -> Option<FoldedRow> {
        let pointer = row.pointer.as_deref()?;
        let (section, element) = places(pointer);
        let is_open = |place: &str, by_default: bool| self.open.get(place).copied().unwrap_or(by_default);
        let (place, to_open) = match (section, element, fold) {
            (None, ..) => return None,
            (Some(section), None, fold) => {
                (section, fold.map_or(!is_open(section, sections_open(detail)), |fold| !fold))
            }
            // Folding a folded element goes one level up, as in file trees.
            (Some(section), Some(element), Some(true)) if !is_open(element, false) => {
                return Some(FoldedRow::About(section.to_owned()));
            }
            (_, Some(element), Some(false)) => (element, true),
            (_, Some(element), None) if element == pointer => (element, !is_open(element, false)),
            (_, Some(element), _) => (element, false),
        };
        self.open.insert(place.to_owned(), to_open);
        Some(FoldedRow::About(if to_open { pointer } else { place }.to_owned()))
    }

    /// Cycles through three levels: elements, everything, sections only.
    fn fold_all(&mut self, detail: &Detail) -> bool {
        let Some(reading) = detail.reading() else { return detail.intent.is_some() };
        let by_default = sections_open(detail);
        let is_open = |section: &str| self.open.get(section).copied().unwrap_or(by_default);
        let pointers: Vec<&str> = section_pointers().collect();
        let any_section = pointers.iter().any(|section| is_open(section));
        let any_element = self.open.iter().any(|(place, open)| *open && !pointers.contains(&place.as_str()));
        let (sections, elements) = match (any_section, any_element) {
            (true, false) => (true, true),
            (true, true) => (false, false),
            (false, _) => (true, false),
        };
        self.open = folds(reading, sections, elements);
        true
    }
}

/// The folds of a design: whether its sections are open, and whether its elements are.
fn folds(reading: &Reading, sections: bool, elements: bool) -> HashMap<String, bool> {
    let parts = design_parts::of(&reading.intent).into_iter().filter(|_| elements);
    let sections = section_pointers().map(|section| (section.to_owned(), sections));
    sections.chain(parts.map(|part| (part, true))).collect()
}

fn section_pointers() -> impl Iterator<Item = &'static str> {
    Section::ALL.iter().map(|section| section.pointer())
}

impl Intent {
    /// Marks the unread parts of a design.
    pub fn mark(&mut self, of: Digest, unread: HashSet<String>) {
        (self.unread, self.marked) = (unread, Some(of));
    }

    /// Whether the parts of a design are marked.
    pub fn is_marked(&self, of: Digest) -> bool {
        self.marked == Some(of)
    }

    /// Unfolds the element at a pointer and its section.
    pub fn unfold_to(&mut self, pointer: &str) {
        let (section, element) = places(pointer);
        for place in [section, element].into_iter().flatten() {
            self.open.insert(place.to_owned(), true);
        }
    }
}

/// The section and the element of a pointer.
fn places(pointer: &str) -> (Option<&'static str>, Option<&str>) {
    let inside = |section: &&'static str| {
        pointer.strip_prefix(*section).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let section = section_pointers().find(inside);
    let section = section.or_else(|| (pointer == "/dataModel").then_some(Section::Entities.pointer()));
    (section, section.and_then(|_| design_parts::holding(pointer)))
}

fn sections_open(detail: &Detail) -> bool {
    let count =
        |reading: &Reading| Section::ALL.iter().map(|section| section.len(&reading.intent)).sum::<usize>();
    detail.reading().is_some_and(|reading| count(reading) <= ROOMY)
}

#[cfg(test)]
mod tests;
