//! The whole design as a foldable tree: sections, their elements, and beneath an element everything that is
//! known of it. Only what is unfolded becomes rows.

mod elements;
mod flow;
mod marks;
mod sheet;

use std::collections::{HashMap, HashSet};

use super::pen::Pen;
use super::{Folds, Lines};
use crate::domain::digest::Digest;
use crate::domain::intent::Intent as Document;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::parts;
use crate::tui::theme::{Look, Theme};
use marks::Marks;
use sheet::Sheet;

/// With more elements than this, sections begin folded.
const ROOMY: usize = 400;

/// The sections by their pointers, in the order of the document.
const SECTIONS: [&str; 7] = [
    "/requirements",
    "/goals",
    "/userFlows",
    "/components",
    "/dataModel/entities",
    "/interactions",
    "/openQuestions",
];

/// The pane's own state.
#[derive(Clone, Debug, Default)]
pub struct Intent {
    /// What the person folded (`false`) and unfolded (`true`), by pointer.
    open: HashMap<String, bool>,
    /// The parts of a design that were not on the screen before, and the design.
    unseen: HashSet<String>,
    marked: Option<Digest>,
}

impl Lines for Intent {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        match &detail.intent {
            None => {
                let told = detail.nothing_yet(
                    "There is no design yet: run the feature, and one is made from its brief.",
                    "There is no design yet: it stands here once the generator has made one from the brief.",
                );
                pen.say(told, Look::Dim);
                left_out(&mut pen, detail);
            }
            Some(Err(why)) => {
                let sign = pen.own("! ", Look::Bad);
                let why = pen.prose(why, Look::Plain);
                pen.item(&[sign, why], 2, |row| row);
                pen.say("Mend the file, or run the feature again.", Look::Dim);
                left_out(&mut pen, detail);
            }
            Some(Ok(reading)) => {
                pen.apart(detail);
                let critique = detail.critique.as_ref().and_then(|read| read.as_ref().ok());
                // Findings of another design would stand at the wrong elements.
                let findings = critique.filter(|file| file.input_sha256 == reading.sha256);
                let findings = findings.map_or(&[][..], |file| file.findings.as_slice());
                let draft = detail.draft.as_deref().unwrap_or_default();
                let marks = Marks::of(findings, draft, &self.unseen);
                let mut sheet = Sheet::new(pen, &reading.intent, marks, &self.open, sections_open(detail));
                elements::write(&mut sheet, detail);
                return sheet.pen.rows();
            }
        }
        pen.rows()
    }
}

/// What of the requirement document is not taken over.
fn left_out(pen: &mut Pen, detail: &Detail) {
    for told in &detail.left_out {
        let (sign, told) = (pen.own("⋯ ", Look::Dim), pen.prose(&format!("brief.md: {told}"), Look::Dim));
        pen.text(&[sign, told], 2);
    }
}

impl Intent {
    /// Folds or unfolds at a pointer; without a wish, the other way round. Where nothing can be folded, or
    /// everything is folded already, what holds it is folded. Returns the pointer that is to be selected then.
    pub fn fold(&mut self, detail: &Detail, pointer: &str, fold: Option<bool>) -> Option<String> {
        let (section, element) = places(pointer);
        let is_open = |place: &str, by_default: bool| self.open.get(place).copied().unwrap_or(by_default);
        let (place, to_open) = match (section, element, fold) {
            (None, ..) => return None,
            (Some(section), None, fold) => {
                (section, fold.map_or(!is_open(section, sections_open(detail)), |fold| !fold))
            }
            // Folding what is folded goes one level up, as people know it from trees of files.
            (Some(section), Some(element), Some(true)) if !is_open(element, false) => {
                return Some(section.to_owned());
            }
            (_, Some(element), Some(false)) => (element, true),
            (_, Some(element), None) if element == pointer => (element, !is_open(element, false)),
            (_, Some(element), _) => (element, false),
        };
        self.open.insert(place.to_owned(), to_open);
        (!to_open).then(|| place.to_owned())
    }

    /// From the elements to everything, from there to the sections alone, and back to the elements.
    pub fn fold_all(&mut self, detail: &Detail) {
        let Some(Ok(reading)) = &detail.intent else { return };
        let by_default = sections_open(detail);
        let is_open = |section: &str| self.open.get(section).copied().unwrap_or(by_default);
        let any_section = SECTIONS.iter().any(|section| is_open(section));
        let any_element = self.open.iter().any(|(place, open)| *open && !SECTIONS.contains(&place.as_str()));
        let (sections, elements) = match (any_section, any_element) {
            (true, false) => (true, true),
            (true, true) => (false, false),
            (false, _) => (true, false),
        };
        self.open = SECTIONS.iter().map(|section| ((*section).to_owned(), sections)).collect();
        if elements {
            self.open.extend(parts::of(&reading.intent).into_iter().map(|part| (part, true)));
        }
    }

    /// Marks these parts of a design.
    pub fn mark(&mut self, of: Digest, unseen: HashSet<String>) {
        (self.unseen, self.marked) = (unseen, Some(of));
    }

    /// Whether a design has its marks.
    pub fn is_marked(&self, of: Digest) -> bool {
        self.marked == Some(of)
    }

    /// Unfolds whatever hides the element at a pointer.
    pub fn unfold_around(&mut self, pointer: &str) {
        if let (Some(section), _) = places(pointer) {
            self.open.insert(section.to_owned(), true);
        }
    }

    /// Unfolds whatever hides the element at a pointer, and the element itself.
    pub fn unfold_to(&mut self, pointer: &str) {
        let (section, element) = places(pointer);
        for place in [section, element].into_iter().flatten() {
            self.open.insert(place.to_owned(), true);
        }
    }
}

impl Folds for Intent {
    fn unfold_everything(&mut self, detail: &Detail) {
        let Some(Ok(reading)) = &detail.intent else { return };
        self.open = SECTIONS.iter().map(|section| ((*section).to_owned(), true)).collect();
        self.open.extend(parts::of(&reading.intent).into_iter().map(|part| (part, true)));
    }

    fn unfold_line(&mut self, _: &Detail, row: &Row) {
        row.pointer.iter().for_each(|pointer| self.unfold_to(pointer));
    }
}

/// The section and the element that a pointer leads into.
fn places(pointer: &str) -> (Option<&'static str>, Option<&str>) {
    let inside = |section: &&&str| {
        pointer.strip_prefix(**section).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let section = SECTIONS.iter().find(inside).copied();
    let section = section.or_else(|| (pointer == "/dataModel").then_some("/dataModel/entities"));
    (section, section.and_then(|_| parts::holding(pointer)))
}

fn sections_open(detail: &Detail) -> bool {
    matches!(&detail.intent, Some(Ok(reading)) if count(&reading.intent) <= ROOMY)
}

fn count(intent: &Document) -> usize {
    intent.requirements.len()
        + intent.goals.len()
        + intent.user_flows.len()
        + intent.components.len()
        + intent.data_model.entities.len()
        + intent.interactions.len()
        + intent.open_questions.len()
}
