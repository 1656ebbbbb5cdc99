//! One finding: what it costs, how grave it is, which check, where; then what is wrong and what to do. Several of one
//! check stand on one line, with what to do said once, and one by one when they are opened.

use ratatui::text::Span;

use super::gauge::{group_tag, tag};
use super::{changes, faults};
use crate::domain::critique::taken;
use crate::domain::finding::{Finding, Severity};
use crate::domain::text::Shown;
use crate::tui::detail::Before;
use crate::tui::panes::names::Names;
use crate::tui::panes::pen::Pen;
use crate::tui::theme::Look;

/// A finding, and its place in the critique.
pub type Placed<'a> = (usize, &'a Finding);

/// Several findings of one check, the dearest first.
pub fn several(
    pen: &mut Pen,
    findings: &[Placed<'_>],
    is_open: bool,
    before: Option<&Before>,
    names: Option<&Names<'_>>,
) {
    let Some((first, dearest)) = findings.first() else { return };
    let (word, look) = severity(dearest.severity);
    let points = format!("−{}", taken(findings.iter().map(|(_, finding)| *finding)));
    let mut spans = vec![
        pen.own(format!("{points:>6}"), Look::Strong),
        pen.own(format!(" {word} "), look),
        pen.name(&dearest.check, Look::Plain),
        pen.own(format!(" ×{}", findings.len()), Look::Strong),
    ];
    if let Some(whose) = whose(dearest) {
        spans.push(pen.own(format!(" by {whose}"), Look::Attention));
    }
    spans.extend(since(pen, before, findings));
    spans.push(pen.own(if is_open { " ▾" } else { " ▸" }, Look::Dim));
    pen.item(&spans, INDENT, |row| row.tagged(group_tag(dearest.dimension, *first)));
    // What is the same for all of them is said once; else what the check finds, and what to do wherever it does.
    let same = |of: fn(&Finding) -> &str| {
        let said = of(dearest);
        findings.iter().all(|(_, finding)| of(finding) == said).then_some(said)
    };
    let (message, advice) = (same(|finding| &finding.message), same(|finding| &finding.suggestion));
    let (fault, remedy) = faults::several(&dearest.check).unwrap_or_default();
    // A finding's own words are about one place.
    let at_each =
        |said: &str| if said.trim().is_empty() { String::new() } else { format!("At each: {said}") };
    let (fault, remedy) = (
        message.map_or_else(|| fault.to_owned(), at_each),
        advice.map_or_else(|| remedy.to_owned(), at_each),
    );
    told(pen, &fault, &remedy);
    for (at, finding) in findings.iter().filter(|_| is_open) {
        let mut spans = vec![
            pen.own(format!("{:>INDENT$}  ", format!("−{}", finding.points)), Look::Strong),
            pen.name(place(&finding.pointer), Look::Reference),
        ];
        if let Some(name) = names.and_then(|names| names.at(&finding.pointer)) {
            spans.push(pen.own(format!(" {}", Shown::cut(name, 40)), Look::Dim));
        }
        // What all of them cost more is told of them together.
        if changes::is_new(before, *at) {
            spans.push(pen.own(" · new", Look::Attention));
        }
        pen.item(&spans, INDENT + 2, |row| {
            row.about(finding.pointer.clone()).tagged(tag(finding.dimension, Some(*at)))
        });
        let said = if message.is_some() { "" } else { finding.message.as_str() };
        told(pen, said, if advice.is_some() { "" } else { finding.suggestion.as_str() });
    }
}

pub fn write(pen: &mut Pen, placed: &Placed<'_>, before: Option<&Before>, names: Option<&Names<'_>>) {
    let (at, finding) = placed;
    let (word, look) = severity(finding.severity);
    let mut spans = vec![
        pen.own(format!("{:>6}", format!("−{}", finding.points)), Look::Strong),
        pen.own(format!(" {word} "), look),
        pen.name(&finding.check, Look::Plain),
    ];
    if let Some(whose) = whose(finding) {
        spans.push(pen.own(format!(" by {whose}"), Look::Attention));
    }
    spans.push(pen.own("  ", Look::Plain));
    spans.push(pen.name(place(&finding.pointer), Look::Reference));
    if let Some(name) = names.and_then(|names| names.at(&finding.pointer)) {
        spans.push(pen.own(" ", Look::Plain));
        spans.push(pen.own(Shown::cut(name, 40).into_string(), Look::Dim));
    }
    spans.extend(since(pen, before, std::slice::from_ref(placed)));
    pen.item(&spans, INDENT, |row| {
        row.about(finding.pointer.clone()).tagged(tag(finding.dimension, Some(*at)))
    });
    told(pen, &finding.message, &finding.suggestion);
}

/// What they are beside the iteration before.
fn since(pen: &Pen, before: Option<&Before>, findings: &[Placed<'_>]) -> Option<Span<'static>> {
    changes::told(before, findings).map(|told| pen.own(format!(" · {told}"), Look::Attention))
}

/// What is wrong, and what to do about it; nothing of what is empty.
fn told(pen: &mut Pen, message: &str, advice: &str) {
    let indent = " ".repeat(INDENT.min(pen.width / 3));
    let hang = indent.len();
    if !message.trim().is_empty() {
        let told = [pen.own(indent.clone(), Look::Plain), pen.prose(message, Look::Plain)];
        pen.text(&told, hang);
    }
    if !advice.trim().is_empty() {
        let told = [pen.own(format!("{indent}→ "), Look::Dim), pen.prose(advice, Look::Dim)];
        pen.text(&told, hang + 2);
    }
}

/// Columns before the texts of a finding.
pub const INDENT: usize = 7;

/// As a sign and a word.
pub fn severity(severity: Severity) -> (&'static str, Look) {
    match severity {
        Severity::Critical => ("‼ critical", Look::Bad),
        Severity::Major => ("! major   ", Look::Attention),
        Severity::Minor => ("· minor   ", Look::Plain),
        Severity::Info => ("i info    ", Look::Dim),
    }
}

/// Who found it, where that is not the rubric.
pub fn whose(finding: &Finding) -> Option<String> {
    let name = finding.critic.as_ref()?;
    Some(Shown::cut(&format!("the critic {name}"), 40).into_string())
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the whole design" } else { pointer }
}
