//! Scenario outlines: each row of their examples is a scenario, told with the values of the row.

use std::borrow::Cow;

use super::Row;
use crate::domain::brief::scenario;

#[rustfmt::skip]
const OUTLINES: &[&str] = &[
    "Scenario Outline:", "Scenario Template:", "Szenariogrundriss:", "Szenarien:", "Esquema del escenario:",
    "Plan du scénario:", "Plan du Scénario:", "Esquema do Cenário:", "Структура сценария:",
];
#[rustfmt::skip]
const EXAMPLES: &[&str] = &[
    "Examples:", "Scenarios:", "Beispiele:", "Ejemplos:", "Exemples:", "Exemplos:", "Примеры:", "Examples",
];
/// More columns than this are no examples that a person wrote.
const MOST_COLUMNS: usize = 20;

/// Replaces outlines by what they stand for. What would grow beyond three times the document stays as it is.
pub(super) fn expand(rows: &mut Vec<Row<'_>>, size: usize) -> bool {
    let opens = |row: &Row<'_>| OUTLINES.iter().any(|word| row.text.trim_start().starts_with(word));
    if !rows.iter().any(opens) {
        return false;
    }
    let mut left = size.saturating_mul(2).saturating_add(4096);
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len() * 2);
    let mut rest = std::mem::take(rows).into_iter().peekable();
    while let Some(row) = rest.next() {
        if !opens(&row) {
            out.push(row);
            continue;
        }
        let mut inside = vec![row];
        while let Some(next) = rest.next_if(|next| !ends(next)) {
            inside.push(next);
        }
        out.extend(scenarios(inside, &mut left));
    }
    *rows = out;
    true
}

/// Where the outline's own lines end.
fn ends(row: &Row<'_>) -> bool {
    let text = row.text.trim_start();
    text.starts_with(['#', '`', '~', '@'])
        || scenario::opens_scenario(text) && !is_examples(text)
        || OUTLINES.iter().any(|word| text.starts_with(word))
        || ["Feature:", "Rule:"].iter().any(|word| text.starts_with(word))
}

fn is_examples(text: &str) -> bool {
    EXAMPLES
        .iter()
        .any(|word| text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || word.ends_with(':')))
}

fn scenarios<'t>(inside: Vec<Row<'t>>, left: &mut usize) -> Vec<Row<'t>> {
    let Some(tables) = inside.iter().position(|row| is_examples(row.text.trim())) else { return inside };
    let steps = inside.get(..tables).unwrap_or_default();
    let cost: usize = steps.iter().map(|row| row.text.len() + 16).sum();
    let places: usize = steps.iter().map(|row| row.text.matches('<').count()).sum();
    let mut out: Vec<Row<'t>> = Vec::new();
    let mut head: Option<Vec<String>> = None;
    let mut told = 0_usize;
    for row in inside.get(tables..).unwrap_or_default() {
        let text = row.text.trim();
        if !text.starts_with('|') {
            if is_examples(text) {
                head = None;
            }
            continue;
        }
        let cells = cells(text);
        let Some(names) = &head else {
            head = Some(cells);
            continue;
        };
        let grown = cost.saturating_add(text.len().saturating_mul(places));
        if grown > *left {
            break;
        }
        *left -= grown;
        for step in steps {
            let said = filled(&step.text, names, &cells);
            let line = if told == 0 { step.line } else { row.line };
            out.push(Row { text: Cow::Owned(said), line, fenced: step.fenced });
        }
        told += 1;
    }
    if told == 0 { inside } else { out }
}

/// A step with the values of a row for the names in it.
fn filled(step: &str, names: &[String], values: &[String]) -> String {
    let mut said = String::with_capacity(step.len());
    let mut rest = step;
    while let Some((before, after)) = rest.split_once('<') {
        said.push_str(before);
        let named =
            names.iter().zip(values).take(MOST_COLUMNS).find_map(|(name, value)| {
                Some((value, after.strip_prefix(name.as_str())?.strip_prefix('>')?))
            });
        match named {
            Some((value, behind)) => {
                said.push_str(value);
                rest = behind;
            }
            None => {
                said.push('<');
                rest = after;
            }
        }
    }
    said.push_str(rest);
    said
}

fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}
