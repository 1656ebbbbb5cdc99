//! Rows of findings: points, severity, check and place, then message and suggestion. The findings of one check are a group
//! on one row, with its suggestion, until the group is opened.

use ratatui::text::Span;

use super::grouped::{INDENT, group, identity};
use crate::tui::panes::names::Names;
use crate::tui::panes::pen::Pen;
use crate::tui::panes::row_tag::RowTag;
use crate::tui::view::theme::TextStyle;
use frieze_data::text::Shown;
use frieze_design::critique::Placed;
use frieze_design::critique::total_points;
use frieze_rubric::finding::{Dismissal, Finding, Severity};

/// Writes a group: the findings of one check, the costliest first.
pub fn several(pen: &mut Pen, findings: &[Placed<'_>], is_open: bool, names: Option<&Names<'_>>) {
    let Some((_, costliest)) = findings.first() else { return };
    let points = total_points(findings.iter().map(|(_, finding)| *finding)).to_string();
    let mut spans = head(pen, costliest, &points);
    spans.insert(3, pen.own(format!(" ×{}", findings.len()), TextStyle::Strong));
    spans.push(pen.own(if is_open { " ▾" } else { " ▸" }, TextStyle::Dim));
    pen.item(&spans, INDENT, |row| row.tagged(group(costliest)));
    // A text that all findings share is shown once. Of different ones, a closed group shows an example.
    let shared = |of: fn(&Finding) -> &str| {
        let text = of(costliest);
        findings.iter().all(|(_, finding)| of(finding) == text).then_some(text)
    };
    let (message, advice) = (shared(|finding| &finding.message), shared(|finding| &finding.suggestion));
    let lead = |shared: Option<&str>, own: &str, of_the_example: bool| match shared {
        Some(text) if text.trim().is_empty() => String::new(),
        Some(text) => format!("At each: {text}"),
        None if is_open => String::new(),
        None if of_the_example => own.to_owned(),
        None => format!("For example: {own}"),
    };
    let first = lead(message, &costliest.message, false);
    texts(pen, &first, &lead(advice, &costliest.suggestion, message.is_none()));
    for (_, finding) in findings.iter().filter(|_| is_open) {
        let points = format!("{:>INDENT$}", format!("−{}", finding.points));
        let mut spans = vec![pen.own(points, TextStyle::Strong)];
        spans.extend(place(pen, finding, names));
        let tag = RowTag::Finding(identity(finding));
        pen.item(&spans, INDENT + 2, |row| row.about(finding.pointer.clone()).tagged(tag));
        let text = if message.is_some() { "" } else { finding.message.as_str() };
        texts(pen, text, if advice.is_some() { "" } else { finding.suggestion.as_str() });
        dismissed(pen, finding);
    }
}

pub fn write(pen: &mut Pen, (_, finding): &Placed<'_>, names: Option<&Names<'_>>) {
    let mut spans = head(pen, finding, &finding.points.to_string());
    spans.extend(place(pen, finding, names));
    let tag = RowTag::Finding(identity(finding));
    pen.item(&spans, INDENT, |row| row.about(finding.pointer.clone()).tagged(tag));
    texts(pen, &finding.message, &finding.suggestion);
    dismissed(pen, finding);
}

/// Points, severity, check and critic.
fn head(pen: &Pen, finding: &Finding, points: &str) -> Vec<Span<'static>> {
    let (word, style) = severity(finding.severity);
    let mut spans = vec![
        pen.own(format!("{:>6}", format!("−{points}")), TextStyle::Strong),
        pen.own(format!(" {word} "), style),
        pen.name(&finding.check, TextStyle::Plain),
    ];
    if let Some(critic_name) = critic_name(finding) {
        spans.push(pen.own(format!(" by {critic_name}"), TextStyle::Attention));
    }
    spans
}

/// Who dismissed a finding, and why.
fn dismissed(pen: &mut Pen, finding: &Finding) {
    let Some(Dismissal { by, reason }) = &finding.dismissed else { return };
    let indent = " ".repeat(INDENT.min(pen.width / 3));
    let hang = indent.len();
    let sign = pen.own(format!("{indent}✎ dismissed by "), TextStyle::Attention);
    let text = pen.prose(&format!("{by}: {reason}"), TextStyle::Plain);
    pen.text(&[sign, text], hang + 2);
}

/// Message and advice, unless empty.
fn texts(pen: &mut Pen, message: &str, advice: &str) {
    let indent = " ".repeat(INDENT.min(pen.width / 3));
    let hang = indent.len();
    if !message.trim().is_empty() {
        let spans = [pen.own(indent.clone(), TextStyle::Plain), pen.prose(message, TextStyle::Plain)];
        pen.text(&spans, hang);
    }
    if !advice.trim().is_empty() {
        let spans = [pen.own(format!("{indent}→ "), TextStyle::Dim), pen.prose(advice, TextStyle::Dim)];
        pen.text(&spans, hang + 2);
    }
}

/// The sign and the word of a severity, with their style.
pub fn severity(severity: Severity) -> (&'static str, TextStyle) {
    match severity {
        Severity::Critical => ("‼ critical", TextStyle::Bad),
        Severity::Major => ("! major   ", TextStyle::Attention),
        Severity::Minor => ("· minor   ", TextStyle::Plain),
        Severity::Info => ("i info    ", TextStyle::Dim),
    }
}

/// The critic that found it; `None` for the rubric.
fn critic_name(finding: &Finding) -> Option<String> {
    let name = finding.critic.as_ref()?;
    Some(Shown::cut(&format!("the critic {name}"), 40).into_string())
}

/// The pointer of a finding, and the name of the element there.
fn place(pen: &Pen, finding: &Finding, names: Option<&Names<'_>>) -> Vec<Span<'static>> {
    let pointer = if finding.pointer.is_empty() { "the whole design" } else { finding.pointer.as_str() };
    let mut spans = vec![pen.own("  ", TextStyle::Plain), pen.name(pointer, TextStyle::Reference)];
    if let Some(name) = names.and_then(|names| names.at(&finding.pointer)) {
        spans.push(pen.own(format!(" {}", Shown::cut(name, 40)), TextStyle::Dim));
    }
    spans
}
