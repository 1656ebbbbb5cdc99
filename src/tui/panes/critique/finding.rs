//! One finding: what it costs, how grave it is, which check, where; then what is wrong and what to do.

use super::gauge::tag;
use crate::domain::finding::{Finding, Severity};
use crate::domain::rubric;
use crate::tui::panes::names::Names;
use crate::tui::panes::pen::Pen;
use crate::tui::theme::Look;

pub fn write(pen: &mut Pen, finding: &Finding, at: usize, names: Option<&Names<'_>>) {
    let (word, look) = severity(finding.severity);
    let mut spans = vec![
        pen.own(format!("{:>6}", format!("−{}", finding.points)), Look::Strong),
        pen.own(format!(" {word} "), look),
        pen.name(&finding.check, Look::Plain),
    ];
    if is_critics(&finding.check) {
        spans.push(pen.own(" by the model critic", Look::Attention));
    }
    spans.push(pen.own("  ", Look::Plain));
    spans.push(pen.name(place(&finding.pointer), Look::Reference));
    if let Some(name) = names.and_then(|names| names.at(&finding.pointer)) {
        spans.push(pen.own(" ", Look::Plain));
        spans.push(pen.own(crate::domain::text::Shown::cut(name, 40).into_string(), Look::Dim));
    }
    pen.item(&spans, INDENT, |row| {
        row.about(finding.pointer.clone()).tagged(tag(finding.dimension, Some(at)))
    });
    let indent = " ".repeat(INDENT.min(pen.width / 3));
    let hang = indent.len();
    let told = [pen.own(indent.clone(), Look::Plain), pen.prose(&finding.message, Look::Plain)];
    pen.text(&told, hang);
    if !finding.suggestion.trim().is_empty() {
        let told = [pen.own(format!("{indent}→ "), Look::Dim), pen.prose(&finding.suggestion, Look::Dim)];
        pen.text(&told, hang + 2);
    }
}

/// Columns before the texts of a finding.
const INDENT: usize = 7;

/// As a sign and a word.
pub fn severity(severity: Severity) -> (&'static str, Look) {
    match severity {
        Severity::Critical => ("‼ critical", Look::Bad),
        Severity::Major => ("! major   ", Look::Attention),
        Severity::Minor => ("· minor   ", Look::Plain),
        Severity::Info => ("i info    ", Look::Dim),
    }
}

/// Checks without a weight are a model critic's alone; the rubric never reports them.
fn is_critics(check: &str) -> bool {
    rubric::checks().iter().any(|known| known.id == check && known.weight == 0)
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the whole design" } else { pointer }
}
