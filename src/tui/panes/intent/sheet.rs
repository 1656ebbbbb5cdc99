//! The paper that the tree is written on: sections, elements, details, each with the findings that stand there.

use std::collections::{HashMap, HashSet};

use ratatui::text::Span;

use super::marks::Marks;
use crate::domain::finding::Finding;
use crate::domain::intent::Intent;
use crate::tui::listing::Row;
use crate::tui::panes::critique::whose;
use crate::tui::panes::names::Names;
use crate::tui::panes::pen::Pen;
use crate::tui::theme::Look;

/// Columns before an element's text, before its details, and for a detail's label.
const ELEMENT: usize = 4;
const DETAIL: usize = 6;
const LABEL: usize = 13;
/// Under this width labels stand in the text and not in a column.
const NARROW: usize = 44;
/// The most names in one list.
const NAMES: usize = 24;

/// The tree while it is written.
pub struct Sheet<'a> {
    pub pen: Pen,
    pub names: Names<'a>,
    marks: Marks<'a>,
    open: &'a HashMap<String, bool>,
    sections_open: bool,
    /// Which of the current element's findings were written beside a detail.
    told: HashSet<*const Finding>,
}

impl<'a> Sheet<'a> {
    pub fn new(
        pen: Pen,
        intent: &'a Intent,
        marks: Marks<'a>,
        open: &'a HashMap<String, bool>,
        sections_open: bool,
    ) -> Self {
        Self { pen, names: Names::of(intent), marks, open, sections_open, told: HashSet::new() }
    }

    /// A field of the design itself.
    pub fn field(&mut self, pointer: &'static str, spans: &[Span<'static>]) {
        let mark = self.mark(pointer);
        self.pen.marked(spans, 0, mark, |row| row.about(pointer));
        self.findings(pointer, 2);
    }

    /// A section's heading; whether its elements are to be written.
    pub fn section(&mut self, pointer: &'static str, title: &'static str, count: usize) -> bool {
        let is_open = self.open.get(pointer).copied().unwrap_or(self.sections_open);
        let sign = match (count, is_open) {
            (0, _) => "  ",
            (_, true) => "▾ ",
            (_, false) => "▸ ",
        };
        self.pen.gap();
        let unseen = self.marks.unseen_in(pointer);
        let spans = [
            self.pen.own(sign, Look::Heading),
            self.pen.own(title, Look::Heading),
            self.pen.own(
                format!("  {}", if count == 0 { "none".to_owned() } else { count.to_string() }),
                Look::Dim,
            ),
            self.pen.own(
                if unseen == 0 { String::new() } else { format!(" · {unseen} not on the screen before") },
                Look::Attention,
            ),
        ];
        let mark = self.mark(pointer);
        self.pen.marked(&spans, 2, mark, |row| row.about(pointer));
        if is_open {
            self.findings(pointer, 2);
        }
        is_open && count > 0
    }

    /// An element's head; whether its details are to be written. `hang` is the width of what stands before the
    /// text itself.
    pub fn element(
        &mut self,
        pointer: &str,
        has_details: bool,
        spans: &[Span<'static>],
        hang: usize,
    ) -> bool {
        let foldable = has_details || !self.marks.at(pointer).is_empty();
        let is_open = foldable && self.open.get(pointer).copied().unwrap_or(false);
        let sign = match (foldable, is_open) {
            (false, _) => "  ",
            (true, true) => "▾ ",
            (true, false) => "▸ ",
        };
        let unseen = if self.marks.is_unseen(pointer) { "· " } else { "  " };
        let mut line = vec![self.pen.own(unseen, Look::Attention), self.pen.own(sign, Look::Dim)];
        line.extend_from_slice(spans);
        let mark = self.mark(pointer);
        self.pen.marked(&line, ELEMENT + hang, mark, |row| row.showing(pointer));
        self.told.clear();
        is_open
    }

    /// The end of an element's details: the findings that no detail had a place for.
    pub fn close(&mut self, pointer: &str) {
        let all: Vec<&Finding> = self.marks.at(pointer).to_vec();
        for finding in all {
            if !self.told.contains(&std::ptr::from_ref(finding)) {
                self.finding(finding, DETAIL, finding.pointer != pointer);
            }
        }
        self.told.clear();
    }

    /// One detail: a label and what it is.
    pub fn detail(&mut self, pointer: &str, label: &'static str, spans: &[Span<'static>]) {
        self.detail_at(pointer, 0, label, spans);
    }

    /// What is told of an element beside what it says itself.
    pub fn beside(&mut self, pointer: &str, label: &'static str, spans: &[Span<'static>]) {
        let hang = self.labelled(0, label, spans, |row| row.about(pointer));
        self.direct(pointer, hang);
    }

    /// A detail that stands further to the right.
    pub fn detail_at(&mut self, pointer: &str, deeper: usize, label: &'static str, spans: &[Span<'static>]) {
        let hang = self.labelled(deeper, label, spans, |row| row.showing(pointer));
        self.direct(pointer, hang);
    }

    /// Writes a label and what it is; returns how many columns stand before that.
    fn labelled(
        &mut self,
        deeper: usize,
        label: &'static str,
        spans: &[Span<'static>],
        row: impl FnOnce(Row) -> Row,
    ) -> usize {
        let indent = (DETAIL + deeper).min(self.pen.width / 4);
        let (labelled, hang) = match self.pen.width {
            width if width >= NARROW && !label.is_empty() => (format!("{label:<LABEL$}"), LABEL),
            _ if label.is_empty() => (String::new(), 0),
            _ => (format!("{label} "), 2),
        };
        let mut line = vec![self.pen.own(" ".repeat(indent), Look::Plain), self.pen.own(labelled, Look::Dim)];
        line.extend_from_slice(spans);
        self.pen.item(&line, indent + hang, row);
        indent + hang
    }

    /// A detail without a label that begins with a sign or a number: so many columns, under which nothing else stands.
    pub fn hung(&mut self, pointer: &str, deeper: usize, sign: usize, spans: &[Span<'static>]) {
        let indent = (DETAIL + deeper).min(self.pen.width / 4);
        let mut line = vec![self.pen.own(" ".repeat(indent), Look::Plain)];
        line.extend_from_slice(spans);
        self.pen.item(&line, indent + sign, |row| row.showing(pointer));
        self.direct(pointer, indent);
    }

    /// A text under the detail above it.
    pub fn beneath(&mut self, pointer: String, deeper: usize, spans: &[Span<'static>]) {
        let indent = (DETAIL + deeper).min(self.pen.width / 4);
        let mut line = vec![self.pen.own(" ".repeat(indent), Look::Plain)];
        line.extend_from_slice(spans);
        self.pen.shown(&line, indent + 2, pointer);
    }

    /// The name of a component; an id that no component has is marked.
    pub fn component(&self, id: &str) -> Vec<Span<'static>> {
        match self.names.component(id) {
            Some((_, component)) => vec![self.pen.name(&component.name, Look::Reference)],
            None => vec![self.pen.own("✕ missing: ", Look::Bad), self.pen.name(id, Look::Reference)],
        }
    }

    /// The name of an entity, marked where the model has none of that name.
    pub fn entity(&self, name: &str) -> Vec<Span<'static>> {
        match self.names.entity(name) {
            Some(_) => vec![self.pen.name(name, Look::Reference)],
            None => vec![self.pen.own("✕ missing: ", Look::Bad), self.pen.name(name, Look::Reference)],
        }
    }

    /// Several names, separated by commas; the rest is counted.
    pub fn listed(
        &self,
        names: &[impl AsRef<str>],
        one: impl Fn(&Self, &str) -> Vec<Span<'static>>,
    ) -> Vec<Span<'static>> {
        let mut spans = Vec::new();
        for (at, name) in names.iter().take(NAMES).enumerate() {
            if at > 0 {
                spans.push(self.pen.own(", ", Look::Dim));
            }
            spans.extend(one(self, name.as_ref()));
        }
        if names.len() > NAMES {
            spans
                .push(self.pen.own(format!(" … and {} more in intent.json", names.len() - NAMES), Look::Dim));
        }
        spans
    }

    /// The requirements that an element satisfies, each on a line with its text.
    pub fn satisfies(&mut self, pointer: &str, ids: &[String]) {
        for (at, id) in ids.iter().enumerate() {
            let label = if at == 0 { "satisfies" } else { "" };
            let indent = if at == 0 || self.pen.width < NARROW { 0 } else { LABEL };
            let spans = match self.names.requirement(id) {
                Some(requirement) => {
                    let room = self.pen.width.saturating_sub(DETAIL + LABEL + 5).max(8);
                    let text = crate::domain::text::Shown::cut(&requirement.text, room).into_string();
                    vec![self.pen.name(id, Look::Reference), self.pen.own(format!(" {text}"), Look::Dim)]
                }
                None => vec![self.pen.own("✕ missing: ", Look::Bad), self.pen.name(id, Look::Reference)],
            };
            self.detail_at(&format!("{pointer}/satisfies/{at}"), indent, label, &spans);
        }
    }

    fn mark(&self, pointer: &str) -> Option<Span<'static>> {
        self.marks.told(pointer).map(|told| self.pen.own(told, Look::Attention))
    }

    /// All findings of a field or a section.
    fn findings(&mut self, place: &str, indent: usize) {
        let all: Vec<&Finding> = self.marks.at(place).to_vec();
        for finding in all {
            self.finding(finding, indent, false);
        }
    }

    /// The findings that stand exactly at a detail.
    fn direct(&mut self, pointer: &str, indent: usize) {
        let here: Vec<&Finding> = self.marks.exactly(pointer).to_vec();
        for finding in here {
            self.told.insert(std::ptr::from_ref(finding));
            self.finding(finding, indent, false);
        }
    }

    fn finding(&mut self, finding: &Finding, indent: usize, with_place: bool) {
        let mut spans = vec![
            self.pen.own(" ".repeat(indent.min(self.pen.width / 4)), Look::Plain),
            self.pen.own(format!("! −{} ", finding.points), Look::Attention),
            self.pen.prose(&finding.message, Look::Plain),
        ];
        if let Some(whose) = whose(finding) {
            spans.push(self.pen.own(format!(" by {whose}"), Look::Attention));
        }
        if with_place {
            spans.push(self.pen.own(" ", Look::Plain));
            spans.push(self.pen.name(&finding.pointer, Look::Reference));
        }
        self.pen.text(&spans, indent + 2);
    }
}
