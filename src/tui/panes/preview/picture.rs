//! Character drawings of controls and data. Labels are names from the intent; content is drawn as grey bars, because
//! nothing is invented.

use ratatui::text::Span;

use crate::tui::panes::names::Names;
use crate::tui::panes::wrap::{columns, fitted};
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_intent::{Attribute, Component, Widget};
use frieze_preview::widget;

/// Columns of a table cell and of an input field, and lines of a card.
const CELL: usize = 14;
const BOX: usize = 32;
const LINES: usize = 6;

type Lines = Vec<Vec<Span<'static>>>;

struct Brush {
    theme: Theme,
    width: usize,
}

/// The lines of a component that is neither a view nor a container. Names are cut to fit `width`.
pub fn of(names: &Names<'_>, component: &Component, width: usize, theme: Theme) -> Lines {
    let entity = component.entities.iter().find_map(|name| names.entity(name));
    let attributes = entity.map_or(&[][..], |entity| entity.attributes.as_slice());
    let brush = Brush { theme, width };
    let name = component.name.as_str();
    let data = |lines: Lines| [vec![brush.caption(component)], lines].concat();
    match widget(component, attributes.len()) {
        Some(Widget::Button) => vec![brush.around("[ ", name, TextStyle::Strong, " ]")],
        Some(Widget::Navigation) => vec![brush.around("[ ", name, TextStyle::Strong, " ▾ ]")],
        Some(Widget::Link) => vec![vec![
            theme.span(fitted(name, width.saturating_sub(2)), TextStyle::Reference),
            theme.span(" ›", TextStyle::Reference),
        ]],
        Some(Widget::Toggle) => vec![brush.around("[ ] ", name, TextStyle::Strong, "")],
        None => vec![brush.around("⚙ ", name, TextStyle::Dim, "")],
        Some(Widget::Text) => vec![brush.labelled(name, "", "")],
        Some(Widget::Choice) => vec![brush.labelled(name, "", "▾")],
        Some(Widget::Date) => vec![brush.labelled(name, "", "▦")],
        Some(Widget::Number) => vec![brush.labelled(name, "−", "+")],
        Some(Widget::Message) => vec![brush.around("ⓘ ", name, TextStyle::Plain, "")],
        Some(Widget::Progress) => vec![brush.around("", name, TextStyle::Plain, " ████░░░░░░")],
        Some(Widget::Table) => data(brush.table(attributes)),
        Some(Widget::Card | Widget::Dialog | Widget::Form) => data(brush.card(attributes)),
        Some(Widget::List) => data(brush.list(attributes)),
        Some(Widget::Chart) => data(brush.placeholder(&["▂ ▅ ▃ ▇ ▆ █ ▄ ▆ ▇"], attributes)),
        Some(Widget::Image | Widget::Map) => data(brush.placeholder(&["▒▒▒▒▒▒▒▒▒▒▒▒"; 2], attributes)),
    }
}

impl Brush {
    /// A name between two signs.
    fn around(
        &self,
        open: &'static str,
        name: &str,
        style: TextStyle,
        close: &'static str,
    ) -> Vec<Span<'static>> {
        let room = self.width.saturating_sub(columns(open) + columns(close));
        vec![
            self.theme.span(open, TextStyle::Dim),
            self.theme.span(fitted(name, room), style),
            self.theme.span(close, TextStyle::Dim),
        ]
    }

    /// `Name [⌕________▾]`.
    fn labelled(&self, name: &str, left: &str, right: &str) -> Vec<Span<'static>> {
        let around = columns(left) + columns(right) + 3;
        let name = fitted(name, (self.width / 2).max(1));
        let bar = self.width.saturating_sub(columns(&name) + around).clamp(2, BOX);
        vec![
            self.theme.span(name, TextStyle::Plain),
            self.theme.span(format!(" [{left}{}{right}]", "_".repeat(bar)), TextStyle::Dim),
        ]
    }

    fn caption(&self, component: &Component) -> Vec<Span<'static>> {
        let name = fitted(&component.name, self.width);
        let room = self.width.saturating_sub(columns(&name) + 3);
        let mut spans = vec![self.theme.span(name, TextStyle::Strong)];
        let shown = component.entities.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if component.entities.len() > 3 { ", …" } else { "" };
        if !shown.is_empty() && room > 3 {
            spans.push(self.theme.span(" · ", TextStyle::Dim));
            spans.push(self.theme.span(fitted(&format!("{shown}{more}"), room), TextStyle::Dim));
        }
        spans
    }

    fn list(&self, attributes: &[Attribute]) -> Lines {
        self.placeholder(&["• ░░░░░░░░░░░░░░  ░░░░░░", "• ░░░░░░░░░░  ░░░░"], attributes)
    }

    /// Bars in the place of content, and the names of the attributes.
    fn placeholder(&self, bars: &[&str], attributes: &[Attribute]) -> Lines {
        let dim = |text: String| vec![self.theme.span(text, TextStyle::Dim)];
        let bars = bars.iter().map(|bars| bars.chars().take(self.width).collect());
        let mut lines: Lines = bars.map(dim).collect();
        if !attributes.is_empty() {
            let shown = attributes.iter().take(12).map(|attribute| attribute.name.as_str());
            let more = if attributes.len() > 12 { " · …" } else { "" };
            let names = format!("{}{more}", shown.collect::<Vec<_>>().join(" · "));
            lines.push(dim(fitted(&names, self.width)));
        }
        lines
    }

    fn table(&self, attributes: &[Attribute]) -> Lines {
        let mut widths: Vec<usize> = Vec::new();
        let mut used = 0;
        for attribute in attributes {
            let width = columns(&fitted(&attribute.name, CELL)).max(5);
            if used + width + 3 > self.width.saturating_sub(if widths.is_empty() { 0 } else { 4 }) {
                break;
            }
            used += width + 3;
            widths.push(width);
        }
        if widths.is_empty() {
            return self.card(attributes);
        }
        let row = |cell: &dyn Fn(usize, usize) -> String, between: &str, style: TextStyle| {
            let cells: Vec<String> = widths.iter().enumerate().map(|(at, width)| cell(at, *width)).collect();
            vec![self.theme.span(cells.join(between), style)]
        };
        let padded = |text: String, width: usize| {
            let gap = width.saturating_sub(columns(&text));
            text + &" ".repeat(gap)
        };
        let name = |at: usize, width: usize| {
            padded(attributes.get(at).map(|each| fitted(&each.name, width)).unwrap_or_default(), width)
        };
        let bar = |short: usize| {
            move |at: usize, width: usize| {
                let bar = if at % 2 == short { width.saturating_sub(1) } else { width / 2 + 1 };
                padded("░".repeat(bar.min(width)), width)
            }
        };
        let mut lines = vec![
            row(&name, " │ ", TextStyle::Plain),
            row(&|_, width| "─".repeat(width), "─┼─", TextStyle::Dim),
            row(&bar(0), " │ ", TextStyle::Dim),
            row(&bar(1), " │ ", TextStyle::Dim),
        ];
        lines.extend(self.beyond(attributes, widths.len()));
        lines
    }

    fn card(&self, attributes: &[Attribute]) -> Lines {
        if attributes.is_empty() {
            return self.list(attributes);
        }
        let shown =
            attributes.iter().take(LINES).map(|attribute| fitted(&attribute.name, self.width.min(20)));
        let names: Vec<String> = shown.collect();
        let widest = names.iter().map(|name| columns(name)).max().unwrap_or(0);
        let bar = self.width.saturating_sub(widest + 2).min(12);
        let mut lines: Lines = names
            .into_iter()
            .map(|name| {
                let gap = " ".repeat(widest - columns(&name) + 2);
                vec![
                    self.theme.span(name, TextStyle::Plain),
                    self.theme.span(format!("{gap}{}", "░".repeat(bar)), TextStyle::Dim),
                ]
            })
            .collect();
        lines.extend(self.beyond(attributes, LINES));
        lines
    }

    fn beyond(&self, attributes: &[Attribute], shown: usize) -> Option<Vec<Span<'static>>> {
        let left = attributes.get(shown..).filter(|left| !left.is_empty())?;
        let names =
            left.iter().take(12).map(|attribute| attribute.name.as_str()).collect::<Vec<_>>().join(" · ");
        let rest = fitted(&format!("+{} {names}", left.len()), self.width);
        Some(vec![self.theme.span(rest, TextStyle::Dim)])
    }
}
