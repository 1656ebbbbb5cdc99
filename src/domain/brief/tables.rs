//! Tables: requirements, fields, terms, roles. What else a table compares is not read.

use std::collections::BTreeSet;

use super::block::{Block, Form};
use super::columns::{self, Moves};
use super::modal;
use super::prose::Prose;
use super::reading::{Draft, Reader};
use super::section::Role;
use super::{Force, Traced, Why};

mod bound;
mod head;
mod row;
mod use_case;
mod valued;

use bound::starts_bare;
use head::Head;
pub(super) use row::Row;
use row::says_none;

/// What a legend explains beside the words of the field.
const RANKS: &[&str] = &[
    "must", "should", "could", "won't", "m", "s", "c", "w", "high", "medium", "low", "muss", "soll", "kann",
];

impl Reader<'_> {
    pub(super) fn table(&mut self, index: usize) {
        let Some(first) = self.block(index) else { return };
        let mut rows: Vec<&Block> = Vec::new();
        let of_it = |b: &&Block| matches!(b.form, Form::Row { .. }) && b.group == first.group;
        while let Some(row) = self.block(index + rows.len()).filter(of_it) {
            self.take(index + rows.len());
            rows.push(row);
        }
        let rows = rows.get(1..).unwrap_or_default();
        let names = head::names(first);
        if columns::are_tasks(&names) {
            rows.iter().for_each(|row| self.leave_out(row.line, Why::Work));
        } else if columns::are_versions(&names) {
            rows.iter().for_each(|row| self.leave_out(row.line, Why::Remark));
        } else if use_case::is_sheet(first, rows) {
            let role = self.role_of(index);
            self.use_case(first, rows, role);
        } else if let Some(steps) = columns::scenario(&names) {
            let identity = columns::named(&names, head::IDENTITY);
            rows.iter().for_each(|row| self.scenario_row(row, steps, identity));
        } else if let Some(moves) =
            columns::moves(&names, rows).filter(|_| !is_told_only(self.role_of(index)))
        {
            let head = Head::of(first, names, rows);
            let role = self.role_of(index);
            rows.iter().for_each(|row| self.move_row(&Row::new(&head, index, role, row), moves));
        } else {
            let head = Head::of(first, names, rows);
            let role = self.role_of(index);
            rows.iter().for_each(|row| self.row(&Row::new(&head, index, role, row)));
        }
    }

    /// A row is the first of these that it can be.
    fn row(&mut self, row: &Row<'_, '_>) {
        if self.unwanted_row(row) || row.role == Role::Removed || !row.block.has_words() {
            return;
        }
        let read = self.demanded_row(row)
            || self.told_row(row)
            || self.asked_row(row)
            || self.row_of_section(row)
            || self.field_row(row);
        if read {
            return;
        }
        // A role may say what it must be able to do.
        self.role_row(row);
        if !self.binding_row(row) && !self.measured_row(row) {
            self.feature_row(row);
        }
    }

    /// A row whose rank says that it is not built.
    fn unwanted_row(&mut self, row: &Row<'_, '_>) -> bool {
        let unwanted = row.head.ranked.as_ref().is_some_and(|ranked| ranked.leaves_out(row.block));
        if unwanted {
            let told = row.head.requirement.filter(|at| *at < row.block.cells.len());
            let text = told.map_or_else(|| row.joined(), |at| row.cell(at).to_owned());
            self.exclude(text, row);
        }
        unwanted
    }

    /// A row that goes on with what its column's head demands.
    fn demanded_row(&mut self, row: &Row<'_, '_>) -> bool {
        let Some((at, demand)) = &row.head.demand else { return false };
        let others = (0..row.block.cells.len()).filter(|other| other != at).map(|other| row.cell(other));
        let case: Vec<&str> = others.filter(|told| !told.is_empty()).collect();
        let asked = row.cell(*at);
        if !asked.is_empty() && row.role != Role::Exclusions {
            let text = format!("{demand} {asked} ({})", case.join(", "));
            self.state(Draft::demand(row.found_label(), text, row.block.line, row.role));
        }
        true
    }

    /// A row that tells a story.
    fn told_row(&mut self, row: &Row<'_, '_>) -> bool {
        let Some((at, told)) = row.story() else { return false };
        let above = self.story_row(&told, row.label(), row.block.line);
        self.state_criterion(row, at);
        self.leave_story_row(above);
        true
    }

    /// A row that asks for something in a column, or by its label or its rank.
    fn asked_row(&mut self, row: &Row<'_, '_>) -> bool {
        let Some(at) = row.asked() else { return false };
        if says_none(row.cell(at)) {
            return true;
        }
        // `FR-3 | Search | tested by hand`, far below what FR-3 says: the row refers to it.
        if self.refers(row, at) {
            self.leave_out(row.block.line, Why::Remark);
            return true;
        }
        if row.head.decision == Some(at) && is_dropped(row.cell(at)) {
            self.exclude(row.cell(at).to_owned(), row);
            return true;
        }
        let text = row.with_name(at, row.with_measure(at));
        // `MUST be unique` in a row says nothing of what.
        let text = if starts_bare(&text) && at > 0 { format!("{} {text}", row.cell(0)) } else { text };
        let (line, rank, role) = (row.block.line, row.rank(), row.role);
        self.state(Draft { label: row.label(), text, line, rank, role, force: Force::Normative });
        self.state_criterion(row, at);
        true
    }

    /// A row whose label was read before, that binds nothing, and that tells of tests or says no more than stood there.
    fn refers(&self, row: &Row<'_, '_>, asked: usize) -> bool {
        let label = row.found_label();
        let first = self.labelled_text(&label);
        if label.is_empty() || (0..row.block.cells.len()).any(|at| modal::is_binding(row.cell(at))) {
            return false;
        }
        let of_tests = row.role == Role::Verification || columns::tell_of_tests(&row.head.names);
        of_tests && (first.is_some() || self.has_parts(&label))
            || first.is_some_and(|first| says_no_more(row.cell(asked), first))
    }

    /// What a row is accepted by, beside what it asks for in the column `asked`.
    fn state_criterion(&mut self, row: &Row<'_, '_>, asked: usize) {
        let told = row.cell_in(row.head.criterion.filter(|at| *at != asked));
        if told.split_whitespace().count() < 4 && told.is_ascii() || told.ends_with(['?', '？']) {
            return;
        }
        self.state(Draft::demand(String::new(), told.to_owned(), row.block.line, Role::Criteria));
    }

    /// What a row is by the section it stands in: a term, somebody who acts, something left out, a question.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a role not named here says nothing of its rows")]
    fn row_of_section(&mut self, row: &Row<'_, '_>) -> bool {
        let (first, line) = (row.cell(0), row.block.line);
        match row.role {
            // `Must`, `Should`: the ranks that a legend explains are no words of the field.
            Role::Glossary if RANKS.contains(&first.to_lowercase().as_str()) => {}
            Role::Glossary => {
                let meaning = Traced { text: row.cell(1).to_owned(), line };
                self.brief_mut().glossary.push((first.to_owned(), meaning));
            }
            Role::Actors => self.brief_mut().actors.push(Traced { text: first.to_owned(), line }),
            Role::Exclusions => self.exclude(row.joined(), row),
            Role::Questions => self.question_row(row),
            _ => return false,
        }
        true
    }

    fn exclude(&mut self, text: String, row: &Row<'_, '_>) {
        self.brief_mut().exclusions.push(Traced { text, line: row.block.line });
    }

    /// A question that has no answer yet.
    fn question_row(&mut self, row: &Row<'_, '_>) {
        let column = |wanted: &[&str]| columns::named(&row.head.names, wanted);
        let answer = row.cell_in(column(&["answer", "outcome", "decision", "resolution", "antwort"]));
        let asked = column(&["question", "issue", "open question", "frage"]).or_else(|| row.longest());
        let text = row.cell_in(asked).to_owned();
        if !text.is_empty() && !answer.chars().any(char::is_alphanumeric) {
            self.brief_mut().open_questions.push(Traced { text, line: row.block.line });
        }
    }

    /// A table whose first column names who acts.
    fn role_row(&mut self, row: &Row<'_, '_>) {
        if matches!(row.head.first(), "role" | "actor" | "persona" | "user" | "user role" | "user type") {
            let text = row.cell(0).to_owned();
            self.brief_mut().actors.push(Traced { text, line: row.block.line });
        }
    }

    /// `RECEIVED | gross | GROSSED | pathologist`, under `From | Event | To | Who`: what becomes of what, and through whom.
    fn move_row(&mut self, row: &Row<'_, '_>, moves: Moves) {
        if self.unwanted_row(row) || says_none(row.cell(moves.to)) {
            return;
        }
        let told = |at: Option<usize>| Some(row.cell_in(at)).filter(|told| !says_none(told));
        let by = told(moves.who).map(|who| format!(" by {who}")).unwrap_or_default();
        let becomes = format!("{} becomes {}", told(Some(moves.from)).unwrap_or("it"), row.cell(moves.to));
        let text =
            told(moves.on).map_or_else(|| format!("{becomes}{by}"), |on| format!("On {on}{by}, {becomes}"));
        let read = [Some(moves.from), moves.on, Some(moves.to), moves.who, row.head.identity];
        let others = row.head.names.iter().enumerate().filter(|(at, _)| !read.contains(&Some(*at)));
        let others: Vec<String> =
            others.filter_map(|(at, name)| told(Some(at)).map(|told| format!("{name}: {told}"))).collect();
        let text = if others.is_empty() { text } else { format!("{text} ({})", others.join("; ")) };
        self.state(Draft::demand(row.label(), text, row.block.line, row.role));
    }

    /// `a parcel waits | the code is entered | the box opens`, under `Given | When | Then`.
    fn scenario_row(&mut self, row: &Block, steps: [(&str, usize); 3], identity: Option<usize>) {
        let cell = |at: usize| row.cells.get(at).map(Prose::text).unwrap_or_default();
        let told = steps.iter().map(|(word, at)| (*word, cell(*at))).filter(|(_, told)| !says_none(told));
        let told: Vec<String> = told.map(|(word, told)| format!("{word} {told}")).collect();
        let outcome = steps.last().is_some_and(|(_, at)| !says_none(cell(*at)));
        if !outcome || told.len() < 2 {
            return;
        }
        let label = identity.map(cell).unwrap_or_default().to_owned();
        self.state(Draft::demand(label, told.join(" "), row.line, Role::Criteria));
    }
}

/// `We dropped the ratings`: decided, and not to be built.
fn is_dropped(text: &str) -> bool {
    const AGAINST: &[&str] =
        &["we dropped ", "we rejected ", "we decided against ", "we decided not to ", "we agreed not to "];
    let lower = text.to_lowercase();
    AGAINST.iter().any(|against| lower.starts_with(against))
}

/// What stands in such a section is asked of nobody.
fn is_told_only(role: Role) -> bool {
    matches!(
        role,
        Role::Exclusions
            | Role::Removed
            | Role::Business
            | Role::Questions
            | Role::Form
            | Role::Rationale
            | Role::Verification
    )
}

/// Every word of a text stands in another as well.
fn says_no_more(text: &str, than: &str) -> bool {
    if than.contains(text) {
        return true;
    }
    let known: BTreeSet<String> = modal::words(than).map(|(_, word)| word.to_lowercase()).collect();
    modal::words(text).all(|(_, word)| known.contains(&word.to_lowercase()))
}
