//! Nested boxes: a view's frame, its containers and its parts. Every line has exactly the requested width, so that the
//! borders are aligned.

use std::collections::HashSet;

use ratatui::text::{Line, Span};

use super::picture;
use crate::tui::panes::names::Names;
use crate::tui::panes::wrap::{Ends, columns, fitted, wrapped};
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::count;
use frieze_intent::{Component, ComponentType, Widget};
use frieze_preview::{is_row, widget};

/// The deepest nesting, and the most components in one frame.
const DEEPEST: usize = 8;
const PARTS: usize = 150;
/// The narrowest box.
const NARROWEST: usize = 14;

/// One line of a drawing.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    spans: Vec<Span<'static>>,
    /// The components that begin on this line, and the one whose parts end here.
    begins: Vec<usize>,
    ends: Option<usize>,
}

impl Drawn {
    pub fn row(self) -> Row {
        let line = Line::from(self.spans);
        let mut pointers = self.begins.into_iter().map(|at| format!("/components/{at}"));
        let ends = self.ends.map(|at| format!("/components/{at}/children"));
        match pointers.next() {
            None => Row { shows: ends.into_iter().collect(), ..Row::text(line) },
            Some(first) => pointers.fold(Row::head(line).showing(first), |mut row, also| {
                row.shows.push(also);
                row
            }),
        }
    }
}

/// A frame in the making.
pub struct Frame<'n, 'a> {
    names: &'n Names<'a>,
    theme: Theme,
    /// The components around the current one.
    path: Vec<usize>,
    /// The components with a comment for the next rejection.
    commented: &'n HashSet<usize>,
    /// The drawn components in order; one that occurs twice is listed twice.
    pub parts: Vec<usize>,
    left: usize,
}

impl<'n, 'a> Frame<'n, 'a> {
    pub fn new(names: &'n Names<'a>, commented: &'n HashSet<usize>, theme: Theme) -> Self {
        Self { names, theme, path: Vec::new(), commented, parts: Vec::new(), left: PARTS }
    }

    /// The spans with the mark of a comment before them.
    fn marked(&self, at: usize, mut spans: Vec<Span<'static>>) -> Vec<Span<'static>> {
        if self.commented.contains(&at) {
            spans.insert(0, self.theme.span("✎ ", TextStyle::Attention));
        }
        spans
    }

    /// A view with everything in it.
    pub fn screen(&mut self, at: usize, width: usize) -> Vec<Drawn> {
        let Some(view) = self.names.intent.components.get(at) else { return Vec::new() };
        self.parts.push(at);
        let inside = if width >= NARROWEST { width - 4 } else { width };
        self.path.push(at);
        let mut content = self.children(view, inside);
        self.path.pop();
        if content.is_empty() {
            content.push(self.line(vec![self.theme.span("no parts", TextStyle::Dim)], inside));
        }
        let mut lines = self.boxed(at, view, content, width, ['╭', '╮', '╰', '╯'], TextStyle::Heading);
        if let Some(last) = lines.last_mut().filter(|_| self.left > 0) {
            last.ends = Some(at);
        }
        lines
    }

    /// A component that is on no screen.
    pub fn tree(&mut self, at: usize, width: usize) -> Vec<Drawn> {
        let component = self.names.intent.components.get(at);
        component.map_or_else(Vec::new, |component| self.part(at, component, width))
    }

    fn part(&mut self, at: usize, component: &'a Component, width: usize) -> Vec<Drawn> {
        self.left = self.left.saturating_sub(1);
        self.parts.push(at);
        if component.kind == ComponentType::View {
            let name = fitted(&component.name, width.saturating_sub(10));
            let spans = vec![
                self.theme.span("→ screen ", TextStyle::Dim),
                self.theme.span(name, TextStyle::Reference),
            ];
            return vec![Drawn { begins: vec![at], ..self.line(self.marked(at, spans), width) }];
        }
        let is_box = component.kind == ComponentType::Container && width >= NARROWEST;
        let inside = if is_box { width - 4 } else { width.saturating_sub(2).max(1) };
        let content = if component.children.is_empty() {
            Vec::new()
        } else if self.path.len() >= DEEPEST {
            let deeper = format!("⋯ {} more, nested too deeply", component.children.len());
            vec![self.line(vec![self.theme.span(deeper, TextStyle::Dim)], inside)]
        } else {
            self.path.push(at);
            let content = self.children(component, inside);
            self.path.pop();
            content
        };
        if is_box {
            return self.boxed(at, component, content, width, ['┌', '┐', '└', '┘'], TextStyle::Plain);
        }
        let picture = match component.kind {
            ComponentType::Container => {
                vec![vec![self.theme.span(fitted(&component.name, width), TextStyle::Plain)]]
            }
            ComponentType::View | ComponentType::Control | ComponentType::Data | ComponentType::Utility => {
                picture::of(self.names, component, width, self.theme)
            }
        };
        let mut picture = picture.into_iter();
        let first = picture.next().map(|spans| self.marked(at, spans));
        let mut lines: Vec<Drawn> =
            first.into_iter().chain(picture).map(|spans| self.line(spans, width)).collect();
        if let Some(first) = lines.first_mut() {
            first.begins.push(at);
        }
        for each in content {
            let spans = [vec![Span::raw("  ")], each.spans].concat();
            lines.push(Drawn { begins: each.begins, ..self.line(spans, width) });
        }
        lines
    }

    fn children(&mut self, parent: &'a Component, width: usize) -> Vec<Drawn> {
        let mut lines: Vec<Drawn> = Vec::new();
        // Small components share a row while there is room, as on real screens.
        // The columns used in the last line, if it is such a row.
        let mut open_row: Option<usize> = None;
        let in_a_row = is_row(parent);
        // Data has empty lines around it.
        let mut after_data = false;
        for (i, id) in parent.children.iter().enumerate() {
            if self.left == 0 {
                let left = count(parent.children.len() - i, "more part", "more parts");
                let left = self.theme.span(format!("… {left} in intent.json"), TextStyle::Dim);
                lines.push(self.line(vec![left], width));
                break;
            }
            let found = self.names.component(id);
            let marked = match found {
                None => Some(("✕ missing component: ", id.as_str())),
                Some((at, component)) if self.path.contains(&at) => {
                    Some(("↻ circle back to ", component.name.as_str()))
                }
                Some(_) => None,
            };
            if let Some((sign, name)) = marked {
                self.left -= 1;
                open_row = None;
                let name = fitted(name, width.saturating_sub(columns(sign)));
                lines.push(self.line(
                    vec![self.theme.span(sign, TextStyle::Bad), self.theme.span(name, TextStyle::Plain)],
                    width,
                ));
                continue;
            }
            let Some((at, component)) = found else { continue };
            let small = component.children.is_empty() && is_small(component, in_a_row);
            if small {
                self.left -= 1;
                self.parts.push(at);
                let spans = picture::of(self.names, component, width, self.theme).into_iter().next();
                let spans = self.marked(at, spans.unwrap_or_default());
                let taken: usize = spans.iter().map(|span| columns(&span.content)).sum();
                match (open_row, lines.last_mut()) {
                    (Some(used), Some(line)) if used + 2 + taken <= width => {
                        line.spans.push(Span::raw("  "));
                        line.spans.extend(spans);
                        line.begins.push(at);
                        open_row = Some(used + 2 + taken);
                    }
                    _ => {
                        if after_data {
                            lines.push(self.line(Vec::new(), width));
                        }
                        after_data = false;
                        lines.push(Drawn { spans, begins: vec![at], ends: None });
                        open_row = Some(taken);
                    }
                }
            } else {
                open_row = None;
                let is_data = component.kind == ComponentType::Data;
                if (is_data || after_data) && !lines.is_empty() {
                    lines.push(self.line(Vec::new(), width));
                }
                after_data = is_data;
                lines.extend(self.part(at, component, width));
            }
        }
        let whole = |line: Drawn| Drawn { begins: line.begins, ..self.line(line.spans, width) };
        lines.into_iter().map(whole).collect()
    }

    fn boxed(
        &self,
        at: usize,
        component: &Component,
        content: Vec<Drawn>,
        width: usize,
        corners: [char; 4],
        style: TextStyle,
    ) -> Vec<Drawn> {
        let [top_left, top_right, bottom_left, bottom_right] = corners;
        if width < NARROWEST {
            let name = self.marked(at, vec![self.theme.span(fitted(&component.name, width), style)]);
            let mut lines = vec![Drawn { begins: vec![at], ..self.line(name, width) }];
            lines.extend(content);
            return lines;
        }
        let mark = if self.commented.contains(&at) { "✎ " } else { "" };
        let name = fitted(&component.name, width - 6 - columns(mark));
        let rest = width - 5 - columns(mark) - columns(&name);
        let top = vec![
            self.theme.span(format!("{top_left}─ "), TextStyle::Border),
            self.theme.span(mark, TextStyle::Attention),
            self.theme.span(name, style),
            self.theme.span(format!(" {}{top_right}", "─".repeat(rest)), TextStyle::Border),
        ];
        let mut lines = vec![Drawn { begins: vec![at], ..self.line(top, width) }];
        for each in content {
            let mut spans = vec![self.theme.span("│ ", TextStyle::Border)];
            spans.extend(each.spans);
            spans.push(self.theme.span(" │", TextStyle::Border));
            lines.push(Drawn { spans, begins: each.begins, ends: None });
        }
        let bottom = format!("{bottom_left}{}{bottom_right}", "─".repeat(width - 2));
        lines.push(self.line(vec![self.theme.span(bottom, TextStyle::Border)], width));
        lines
    }

    /// A line of exactly so many columns.
    fn line(&self, spans: Vec<Span<'static>>, width: usize) -> Drawn {
        let mut spans = spans;
        let mut taken: usize = spans.iter().map(|span| columns(&span.content)).sum();
        if taken > width {
            let text = wrapped(&spans, width.saturating_sub(1).max(1), 0, Ends::Kept).into_iter().next();
            spans = text.unwrap_or_default().spans;
            if width > 1 {
                spans.push(self.theme.span("…", TextStyle::Dim));
            }
            taken = spans.iter().map(|span| columns(&span.content)).sum();
        }
        spans.push(Span::raw(" ".repeat(width.saturating_sub(taken))));
        Drawn { spans, begins: Vec::new(), ends: None }
    }
}

/// Whether a component shares a row with its neighbours.
fn is_small(component: &Component, in_a_row: bool) -> bool {
    let widget = widget(component, 0);
    let is_action = matches!(widget, Some(Widget::Button | Widget::Link | Widget::Navigation));
    let is_mark = matches!(widget, Some(Widget::Toggle) | None);
    match component.kind {
        ComponentType::Control => is_action || (in_a_row && is_mark),
        ComponentType::Data | ComponentType::Utility => in_a_row && is_mark,
        ComponentType::View | ComponentType::Container => false,
    }
}
