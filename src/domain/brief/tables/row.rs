//! One row, its cells under the columns that the head names.

use std::borrow::Cow;

use super::super::block::Block;
use super::super::label::{self, Label, Rank};
use super::super::prose::Prose;
use super::super::section::Role;
use super::super::stories;
use super::head::Head;

pub(in super::super) struct Row<'t, 'b> {
    pub(in super::super) head: &'t Head,
    /// The index of the table's first block, from which on its section is looked for.
    pub(in super::super) table: usize,
    /// What the table's section says of its rows.
    pub(in super::super) role: Role,
    pub(in super::super) block: &'b Block,
    labelled: Option<Label>,
}

impl<'t, 'b> Row<'t, 'b> {
    pub(super) fn new(head: &'t Head, table: usize, role: Role, block: &'b Block) -> Self {
        let mut row = Self { head, table, role, block, labelled: None };
        row.labelled =
            label::read(row.identity().trim_start_matches('#')).or_else(|| label::read(row.cell(0)));
        row
    }

    /// The words of a cell; none where the row ends before it.
    pub(in super::super) fn cell(&self, at: usize) -> &'b str {
        self.block.cells.get(at).map(Prose::text).unwrap_or_default()
    }

    /// The cell in a column, where the table has it.
    pub(in super::super) fn cell_in(&self, column: Option<usize>) -> &'b str {
        column.map(|at| self.cell(at)).unwrap_or_default()
    }

    pub(super) fn identity(&self) -> &'b str {
        self.cell_in(self.head.identity)
    }

    /// The label of the row, else what stands in the column for it.
    pub(super) fn label(&self) -> String {
        self.labelled.as_ref().map_or_else(|| self.identity().to_owned(), |l| l.text.clone())
    }

    /// The label that the row was found to have: a number alone is none.
    pub(super) fn found_label(&self) -> String {
        self.labelled.as_ref().map(|l| l.text.clone()).unwrap_or_default()
    }

    pub(super) fn rank(&self) -> Option<Rank> {
        self.labelled.as_ref().map(|l| l.rank)
    }

    /// Stands in a section whose rows ask for nothing, whatever their columns are called.
    pub(super) fn is_quiet(&self) -> bool {
        matches!(
            self.role,
            Role::Business | Role::Exclusions | Role::Assumptions | Role::Questions | Role::Glossary
        )
    }

    /// The story that a cell tells, and which one: `As a member I want …`, in one cell or as `As a member` and `I want …` in
    /// two beside each other.
    pub(super) fn story(&self) -> Option<(usize, Cow<'b, str>)> {
        if self.is_quiet() || self.head.requirement.is_some() {
            return None;
        }
        let tells = |told: &str| stories::as_a(told).is_some_and(|told| told.want.is_some());
        if let Some(told) = self.story_in_columns().filter(|(_, told)| tells(told)) {
            return Some((told.0, Cow::Owned(told.1)));
        }
        let cells = || 0..self.block.cells.len();
        let whole = cells().find(|at| tells(self.cell(*at))).map(|at| (at, Cow::Borrowed(self.cell(at))));
        let parted = || {
            cells().skip(1).find_map(|at| {
                let (who, want) = (self.cell(at - 1), self.cell(at));
                let both = format!("{}, {want}", who.trim_end_matches([',', '.', ' ']));
                (stories::names_a_role(&who.to_lowercase()) && tells(&both)).then_some((at, Cow::Owned(both)))
            })
        };
        whole.or_else(parted)
    }

    /// `nurse | order a medicine | it arrives in time` under `As a | I want to | So that`: the heads say the rest of it.
    fn story_in_columns(&self) -> Option<(usize, String)> {
        let at = |opens: &[&str]| {
            self.head
                .names
                .iter()
                .position(|name| opens.contains(&name.trim_end_matches(['…', '.', ' ', ','])))
        };
        let who = at(&["as a", "as an", "as a/an", "as a / an", "as", "as a(n)"])?;
        let want =
            at(&["i want", "i want to", "i want to be able to", "i need", "i need to", "i would like to"])?;
        let so = at(&["so that", "so that i can", "so i can", "in order to", "because"]);
        let (actor, wanted) = (self.cell(who), self.cell(want));
        if actor.is_empty() || wanted.is_empty() {
            return None;
        }
        let to = if self.head.names.get(want).is_some_and(|name| name.contains(" to")) { "to " } else { "" };
        let wanted = wanted.strip_prefix("to ").filter(|_| !to.is_empty()).unwrap_or(wanted);
        let mut told = format!("As a {actor}, I want {to}{wanted}");
        let benefit = self.cell_in(so);
        if !benefit.is_empty() {
            told = format!("{told}, so that {benefit}");
        }
        Some((want, told))
    }

    /// The cell that says what is asked for, by its column, its label or its rank.
    pub(super) fn asked(&self) -> Option<usize> {
        let head = self.head;
        let demanded = matches!(self.rank(), Some(Rank::Requirement | Rank::Quality | Rank::Constraint));
        let described = demanded || head.weighs_rows() && head.identity.is_some();
        let by_column = head.requirement.or(head.description.filter(|_| described)).or(head.criterion);
        by_column
            .or_else(|| self.longest().filter(|_| demanded))
            .or_else(|| head.decision.filter(|at| says_something(self.cell(*at))))
            .filter(|_| !self.is_quiet())
    }

    /// The text of a cell with the measure that stands beside it: `The search answers (target: 2 s)`.
    pub(super) fn with_measure(&self, at: usize) -> String {
        let text = self.cell(at);
        match self.head.measure.filter(|measure| *measure != at && !self.cell(*measure).is_empty()) {
            Some(measure) => {
                let name = self.head.names.get(measure).map(String::as_str).unwrap_or_default();
                format!("{text} ({name}: {})", self.cell(measure))
            }
            None => text.to_owned(),
        }
    }

    /// A description with the name that stands in the column for it: `Tide alarm: an hour before high water`.
    pub(super) fn with_name(&self, at: usize, text: String) -> String {
        let described = self.head.description == Some(at) && self.head.requirement.is_none();
        let name = self.cell_in(self.head.name.filter(|name| described && *name != at));
        if name.is_empty() || text.contains(name) { text } else { format!("{name}: {text}") }
    }

    pub(super) fn longest(&self) -> Option<usize> {
        (0..self.block.cells.len()).max_by_key(|at| self.cell(*at).len())
    }

    /// All of its cells as one line.
    pub(super) fn joined(&self) -> String {
        let told = self.block.cells.iter().map(Prose::text).filter(|told| !told.is_empty());
        told.collect::<Vec<_>>().join(": ")
    }
}

/// A decision of a few words names something: `Project name "Outgoing"`.
fn says_something(text: &str) -> bool {
    text.split_whitespace().count() >= 4 && !text.ends_with(['?', '？'])
}

/// `none`, `-`: nothing is asked in this row.
pub(super) fn says_none(text: &str) -> bool {
    const NONE: &[&str] =
        &["none", "n/a", "tbd", "tbc", "?", "keine", "aucune", "ninguna", "ninguno", "nenhuma", "nenhum"];
    !text.chars().any(char::is_alphanumeric) || NONE.contains(&text.to_lowercase().as_str())
}
