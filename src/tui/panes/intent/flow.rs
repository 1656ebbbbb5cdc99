//! Rows of the flows with steps and alternatives, and the elements that satisfy each requirement.

use std::collections::HashMap;

use super::sheet::Sheet;
use crate::tui::view::theme::TextStyle;
use frieze_intent::{Intent, Step, UserFlow};

pub fn write(sheet: &mut Sheet<'_>, pointer: &str, flow: &UserFlow) {
    let mut spans = vec![
        sheet.pen.prose(&flow.name, TextStyle::Strong),
        sheet.pen.own("  ", TextStyle::Plain),
        sheet.pen.name(&flow.actor, TextStyle::Plain),
    ];
    let facts =
        [(flow.steps.len(), "step", "steps"), (flow.alternatives.len(), "alternative", "alternatives")];
    spans.extend(sheet.counts(&facts));
    if !sheet.element(pointer, true, &spans, 0) {
        return;
    }
    sheet.named(pointer, "id", sheet.pen.name(&flow.id, TextStyle::Reference));
    sheet.named(pointer, "actor", sheet.pen.name(&flow.actor, TextStyle::Plain));
    if let Some(goal) = &flow.goal {
        sheet.named(pointer, "goal", sheet.pen.prose(goal, TextStyle::Plain));
    }
    steps(sheet, &format!("{pointer}/steps"), 0, &flow.steps);
    let by_id: HashMap<&str, usize> =
        flow.steps.iter().enumerate().map(|(at, step)| (step.id.as_str(), at)).collect();
    for (at, alternative) in flow.alternatives.iter().enumerate() {
        let here = format!("{pointer}/alternatives/{at}");
        let from = match by_id.get(alternative.at.as_str()) {
            Some(step) => vec![sheet.pen.own(format!("↳ at step {}, if: ", step + 1), TextStyle::Dim)],
            None => {
                let dim = |text| vec![sheet.pen.own(text, TextStyle::Dim)];
                [dim("↳ at "), sheet.missing(&alternative.at), dim(", if: ")].concat()
            }
        };
        let spans = [from, vec![sheet.pen.prose(&alternative.condition, TextStyle::Plain)]].concat();
        sheet.unlabelled(&here, 0, 2, &spans);
        steps(sheet, &format!("{here}/steps"), 2, &alternative.steps);
    }
    sheet.satisfies(pointer, &flow.satisfies);
}

fn steps(sheet: &mut Sheet<'_>, pointer: &str, deeper: usize, steps: &[Step]) {
    for (at, step) in steps.iter().enumerate() {
        let mut spans = vec![
            sheet.pen.own(format!("{:>2} ", at + 1), TextStyle::Dim),
            sheet.pen.prose(&step.action, TextStyle::Plain),
            sheet.pen.own("  at ", TextStyle::Dim),
        ];
        spans.extend(sheet.component(&step.component));
        if !step.entities.is_empty() {
            spans.push(sheet.pen.own(" with ", TextStyle::Dim));
            spans.extend(sheet.listed(&step.entities, Sheet::entity));
        }
        sheet.unlabelled(&format!("{pointer}/{at}"), deeper, 3, &spans);
        if let Some(outcome) = &step.outcome {
            let outcome = [sheet.pen.own("→ ", TextStyle::Dim), sheet.pen.prose(outcome, TextStyle::Plain)];
            sheet.continued(format!("{pointer}/{at}/outcome"), deeper + 3, &outcome);
        }
    }
}

/// For each requirement's id, the names of the elements that claim to satisfy it.
pub fn satisfiers(intent: &Intent) -> HashMap<&str, Vec<&str>> {
    let flows = intent.user_flows.iter().map(|flow| (flow.name.as_str(), &flow.satisfies));
    let components =
        intent.components.iter().map(|component| (component.name.as_str(), &component.satisfies));
    let interactions = intent.interactions.iter().map(|each| (each.id.as_str(), &each.satisfies));
    let mut by: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, ids) in flows.chain(components).chain(interactions) {
        for id in ids {
            by.entry(id.as_str()).or_default().push(name);
        }
    }
    by
}
