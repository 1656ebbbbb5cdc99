//! Rows whose columns have names of their own: what binds in them, what is measured, what a feature does.

use super::super::Force;
use super::super::modal;
use super::super::prose::Prose;
use super::super::reading::{Draft, Reader};
use super::super::section::{self, Role};
use super::row::{Row, says_none};
use super::valued::is_ruled;

/// What the first column lists where a table tells of the parts of a product and of what becomes of them.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "action", "element", "state", "event", "component", "control", "button", "screen", "widget", "behaviour", "behavior", "trigger",
    "option", "setting", "section", "acción", "elemento", "estado", "aktion", "zustand", "élément", "état", "ação", "azione", "stato",
    "akcja", "przycisk", "ekran", "stan",
];
/// What the columns beside it say.
#[rustfmt::skip]
const TOLD: &[&str] = &[
    "description", "detail", "details", "behaviour", "behavior", "notes", "note", "meaning", "effect", "result", "response",
    "outcome", "visual", "content", "contents", "descripción", "detalle", "comportamiento", "beschreibung", "verhalten", "effet",
    "comportement", "descrição", "comportamento", "descrizione", "efekt", "efecto", "efeito", "effetto", "wirkung", "эффект", "ефект",
    "opis", "działanie", "効果", "效果", "효과",
];

impl Reader<'_> {
    /// A cell with a word of obligation, with what it speaks of in front.
    pub(super) fn binding_row(&mut self, row: &Row<'_, '_>) -> bool {
        // `Must` alone in its cell is a rank.
        let says = |cell: &&Prose| cell.text().contains(' ') || !cell.text().is_ascii();
        let binding = row.block.cells.iter().filter(says).find(|cell| modal::is_binding(cell.text()));
        let Some(bound) = binding.filter(|_| row.role != Role::Business) else { return false };
        let (text, subject) = (bound.text(), row.cell(0));
        let bare = starts_bare(text);
        let about = bare || row.head.identity != Some(0);
        let text = if about && !subject.is_empty() && subject != text {
            format!("{subject}{} {text}", if bare { "" } else { ":" })
        } else {
            text.to_owned()
        };
        self.state(Draft::demand(row.identity().to_owned(), text, row.block.line, row.role));
        true
    }

    /// A row under a heading of qualities: `Availability | 99.9 %`.
    pub(super) fn measured_row(&mut self, row: &Row<'_, '_>) -> bool {
        let identity = row.head.identity;
        if row.role != Role::Quality || identity.is_some_and(|at| at != 0) || row.block.cells.len() < 2 {
            return false;
        }
        let cells = (0..row.block.cells.len()).filter(|at| Some(*at) != identity);
        let told: Vec<&str> = cells.map(|at| row.cell(at)).filter(|told| !says_none(told)).collect();
        let sentence = told.iter().find(|told| told.split_whitespace().count() >= 5);
        let text = match (told.as_slice(), sentence) {
            ([name, level], _) => format!("{name}: {level}"),
            (_, Some(sentence)) => (*sentence).to_owned(),
            ([name, level, ..], None) => format!("{name}: {level}"),
            _ => return true,
        };
        self.state(Draft::demand(row.identity().to_owned(), text, row.block.line, Role::Quality));
        true
    }

    /// A row on a part of the product, where features are asked for: what it is, with all that the row says of it.
    fn part_row(&mut self, row: &Row<'_, '_>) -> bool {
        let ruled = row.head.names.iter().any(|name| is_ruled(name));
        let part = ruled || PARTS.contains(&row.head.first());
        let told = row.head.names.iter().skip(1).any(|name| TOLD.contains(&name.as_str()));
        let says = (1..row.block.cells.len()).any(|at| row.cell(at).split_whitespace().count() >= 2);
        if !(part && told && says && section::asks(row.role)) {
            return false;
        }
        let others: Vec<&str> =
            (1..row.block.cells.len()).map(|at| row.cell(at)).filter(|told| !says_none(told)).collect();
        let text = format!("{}: {}", row.cell(0), others.join("; "));
        self.keep_what_is_valued(row);
        self.state(Draft {
            force: Force::Descriptive,
            ..Draft::demand(String::new(), text, row.block.line, row.role)
        });
        true
    }

    /// A row of a table of features, where features are asked for: its name and what it does.
    pub(super) fn feature_row(&mut self, row: &Row<'_, '_>) {
        if self.part_row(row) || self.valued_row(row) {
            return;
        }
        let numbered = row.head.identity == Some(0);
        // `# | Feature | Why`: what is described nowhere else stands in the column of the features.
        let column = row.head.feature.filter(|at| numbered && *at > 0);
        let told = row.head.description.filter(|at| *at > 0).or(column);
        let Some(at) = told.filter(|_| section::asks(row.role)) else { return };
        if !numbered && row.head.feature != Some(0) {
            return;
        }
        let lead = if numbered { String::new() } else { format!("{}: ", row.cell(0)) };
        self.state(Draft {
            label: row.identity().to_owned(),
            text: format!("{lead}{}", row.cell(at)),
            line: row.block.line,
            rank: row.rank(),
            role: row.role,
            force: Force::Descriptive,
        });
    }
}

/// Begins with the word of obligation, so that what it binds stands elsewhere in its row.
pub(super) fn starts_bare(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(
        first.to_lowercase().as_str(),
        "must" | "shall" | "should" | "may" | "muss" | "darf" | "doit" | "debe" | "deve"
    )
}
