//! Writer of the tree's rows: sections, elements and details.

use std::collections::HashMap;

use ratatui::text::Span;

use super::marks::Marks;
use crate::tui::panes::names::Names;
use crate::tui::panes::pen::Pen;
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::listing::Row;
use frieze_data::text::{self, Shown};
use frieze_intent::Intent;

/// Columns before an element's text, before its details, and for a detail's label.
const ELEMENT: usize = 4;
const DETAIL: usize = 6;
const LABEL: usize = 13;
/// Below this width labels have no column of their own.
const NARROW: usize = 44;
/// The most names in a list.
const NAMES: usize = 24;

/// Rows in the making.
pub struct Sheet<'a> {
    pub pen: Pen,
    pub names: Names<'a>,
    marks: Marks<'a>,
    open: &'a HashMap<String, bool>,
    sections_open: bool,
}

impl<'a> Sheet<'a> {
    pub fn new(
        pen: Pen,
        intent: &'a Intent,
        marks: Marks<'a>,
        open: &'a HashMap<String, bool>,
        sections_open: bool,
    ) -> Self {
        Self { pen, names: Names::of(intent), marks, open, sections_open }
    }

    /// A field of the design itself.
    pub fn field(&mut self, pointer: &'static str, spans: &[Span<'static>]) {
        let mark = self.mark(pointer);
        let unread = self.marks.is_unread(pointer).then(|| self.pen.own("· ", TextStyle::Attention));
        let line: Vec<Span<'static>> = unread.into_iter().chain(spans.iter().cloned()).collect();
        self.pen.marked(&line, 0, mark, |row| row.showing(pointer));
    }

    /// Writes a section's heading; returns whether its elements are to be written.
    pub fn section(&mut self, pointer: &'static str, title: &'static str, count: usize) -> bool {
        self.noted_section(pointer, title, count, "")
    }

    /// As [`Sheet::section`], with a note after the count.
    pub fn noted_section(
        &mut self,
        pointer: &'static str,
        title: &'static str,
        count: usize,
        note: &str,
    ) -> bool {
        let is_open = self.open.get(pointer).copied().unwrap_or(self.sections_open);
        let sign = match (count, is_open) {
            (0, _) => "  ",
            (_, true) => "▾ ",
            (_, false) => "▸ ",
        };
        self.pen.gap();
        let unread = self.marks.unread_in(pointer);
        let spans = [
            self.pen.own(sign, TextStyle::Heading),
            self.pen.own(title, TextStyle::Heading),
            self.pen.own(
                format!("  {}{note}", if count == 0 { "none".to_owned() } else { count.to_string() }),
                TextStyle::Dim,
            ),
            self.pen.own(
                if unread == 0 { String::new() } else { format!(" · {unread} unread") },
                TextStyle::Attention,
            ),
        ];
        let mark = self.mark(pointer);
        self.pen.marked(&spans, 2, mark, |row| row.about(pointer));
        is_open && count > 0
    }

    /// Writes an element's head; returns whether its details are to be written. `hang` is the width before the text.
    pub fn element(
        &mut self,
        pointer: &str,
        has_details: bool,
        spans: &[Span<'static>],
        hang: usize,
    ) -> bool {
        let is_open = has_details && self.open.get(pointer).copied().unwrap_or(false);
        let sign = match (has_details, is_open) {
            (false, _) => "  ",
            (true, true) => "▾ ",
            (true, false) => "▸ ",
        };
        let unread = if self.marks.is_unread(pointer) { "· " } else { "  " };
        let mut line = vec![self.pen.own(unread, TextStyle::Attention), self.pen.own(sign, TextStyle::Dim)];
        line.extend_from_slice(spans);
        let mark = self.mark(pointer);
        self.pen.marked(&line, ELEMENT + hang, mark, |row| row.showing(pointer));
        is_open
    }

    /// Writes an element of one line.
    pub fn leaf(&mut self, pointer: &str, spans: &[Span<'static>], hang: usize) {
        self.element(pointer, false, spans, hang);
    }

    /// A detail: a label and its text.
    pub fn detail(&mut self, pointer: &str, label: &'static str, spans: &[Span<'static>]) {
        self.detail_at(pointer, 0, label, spans);
    }

    /// A detail whose label is its name in the design.
    pub fn named(&mut self, pointer: &str, name: &'static str, span: Span<'static>) {
        self.detail(&format!("{pointer}/{name}"), name, &[span]);
    }

    /// A detail that is not part of the element itself, such as its source.
    pub fn extra(&mut self, pointer: &str, label: &'static str, spans: &[Span<'static>]) {
        self.labelled(0, label, spans, |row| row.about(pointer));
    }

    /// A detail that is indented further.
    pub fn detail_at(&mut self, pointer: &str, deeper: usize, label: &'static str, spans: &[Span<'static>]) {
        self.labelled(deeper, label, spans, |row| row.showing(pointer));
    }

    /// Writes a label and a text.
    fn labelled(
        &mut self,
        deeper: usize,
        label: &'static str,
        spans: &[Span<'static>],
        row: impl FnOnce(Row) -> Row,
    ) {
        let indent = (DETAIL + deeper).min(self.pen.width / 4);
        let (labelled, hang) = match self.pen.width {
            width if width >= NARROW && !label.is_empty() => (format!("{label:<LABEL$}"), LABEL),
            _ if label.is_empty() => (String::new(), 0),
            _ => (format!("{label} "), 2),
        };
        let mut line =
            vec![self.pen.own(" ".repeat(indent), TextStyle::Plain), self.pen.own(labelled, TextStyle::Dim)];
        line.extend_from_slice(spans);
        self.pen.item(&line, indent + hang, row);
    }

    /// A detail without a label that begins with a sign or a number of `sign` columns; its further lines are indented.
    pub fn unlabelled(&mut self, pointer: &str, deeper: usize, sign: usize, spans: &[Span<'static>]) {
        let indent = (DETAIL + deeper).min(self.pen.width / 4);
        let mut line = vec![self.pen.own(" ".repeat(indent), TextStyle::Plain)];
        line.extend_from_slice(spans);
        self.pen.item(&line, indent + sign, |row| row.showing(pointer));
    }

    /// A text under the detail above it.
    pub fn continued(&mut self, pointer: String, deeper: usize, spans: &[Span<'static>]) {
        let indent = (DETAIL + deeper).min(self.pen.width / 4);
        let mut line = vec![self.pen.own(" ".repeat(indent), TextStyle::Plain)];
        line.extend_from_slice(spans);
        self.pen.shown(&line, indent + 2, vec![pointer]);
    }

    /// The name of a component; an unknown id is marked.
    pub fn component(&self, id: &str) -> Vec<Span<'static>> {
        match self.names.component(id) {
            Some((_, component)) => vec![self.pen.name(&component.name, TextStyle::Reference)],
            None => self.missing(id),
        }
    }

    /// The name of an entity; an unknown name is marked.
    pub fn entity(&self, name: &str) -> Vec<Span<'static>> {
        match self.names.entity(name) {
            Some(_) => vec![self.pen.name(name, TextStyle::Reference)],
            None => self.missing(name),
        }
    }

    /// A reference to nothing.
    pub fn missing(&self, id: &str) -> Vec<Span<'static>> {
        vec![self.pen.own("✕ missing: ", TextStyle::Bad), self.pen.name(id, TextStyle::Reference)]
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
                spans.push(self.pen.own(", ", TextStyle::Dim));
            }
            spans.extend(one(self, name.as_ref()));
        }
        if names.len() > NAMES {
            spans.push(
                self.pen.own(format!(" … and {} more in intent.json", names.len() - NAMES), TextStyle::Dim),
            );
        }
        spans
    }

    /// `  4 parts · 3 states`.
    pub fn counts(&self, facts: &[(usize, &str, &str)]) -> Option<Span<'static>> {
        let facts: Vec<String> = facts
            .iter()
            .filter(|fact| fact.0 > 0)
            .map(|(count, one, several)| text::count(*count, one, several))
            .collect();
        (!facts.is_empty()).then(|| self.pen.own(format!("  {}", facts.join(" · ")), TextStyle::Dim))
    }

    /// The requirements that an element satisfies, each on a line with its text.
    pub fn satisfies(&mut self, pointer: &str, ids: &[String]) {
        for (at, id) in ids.iter().enumerate() {
            let label = if at == 0 { "satisfies" } else { "" };
            let indent = if at == 0 || self.pen.width < NARROW { 0 } else { LABEL };
            let spans = match self.names.requirement(id) {
                Some(requirement) => {
                    let room = self.pen.width.saturating_sub(DETAIL + LABEL + 5).max(8);
                    let text = Shown::cut(&requirement.text, room).into_string();
                    vec![
                        self.pen.name(id, TextStyle::Reference),
                        self.pen.own(format!(" {text}"), TextStyle::Dim),
                    ]
                }
                None => self.missing(id),
            };
            self.detail_at(&format!("{pointer}/satisfies/{at}"), indent, label, &spans);
        }
    }

    fn mark(&self, pointer: &str) -> Option<Span<'static>> {
        self.marks.describe(pointer).map(|marks| self.pen.own(marks, TextStyle::Attention))
    }
}
