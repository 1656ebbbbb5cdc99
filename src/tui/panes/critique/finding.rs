//! One finding: what it costs, how grave it is, which check, where; then what is wrong and what to do.

use super::gauge::tag;
use crate::domain::finding::{Finding, Severity};
use crate::domain::rubric;
use crate::domain::text::Shown;
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
    if let Some(whose) = whose(finding) {
        spans.push(pen.own(format!(" by {whose}"), Look::Attention));
    }
    spans.push(pen.own("  ", Look::Plain));
    spans.push(pen.name(place(&finding.pointer), Look::Reference));
    if let Some(name) = names.and_then(|names| names.at(&finding.pointer)) {
        spans.push(pen.own(" ", Look::Plain));
        spans.push(pen.own(Shown::cut(name, 40).into_string(), Look::Dim));
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

/// Who found it, where that is not the rubric. A critique of an earlier version does not name its critic; checks without
/// a weight are a critic's alone.
pub fn whose(finding: &Finding) -> Option<String> {
    let is_critics = || rubric::checks().iter().any(|known| known.id == finding.check && known.weight == 0);
    match &finding.critic {
        Some(name) => Some(Shown::cut(&format!("the critic {name}"), 40).into_string()),
        None => is_critics().then(|| "a critic".to_owned()),
    }
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the whole design" } else { pointer }
}
