//! Alternatives: what happens instead, from the brief's own cases. Where it has none, it is asked.

use super::super::edge;
use super::super::naming::SENTENCE;
use super::super::phrase::{capital, short};
use super::super::words::content;
use super::Work;
use super::place::number;
use super::questions::Open;
use crate::domain::intent::{Alternative, Step};

impl Work<'_> {
    /// What happens instead: a case of the brief that no flow tells yet, else a question.
    pub(super) fn alternative(&mut self, at: &str) -> Option<String> {
        let f = number(at, 1)?;
        let flow = self.intent.user_flows.get(f)?;
        let from = flow.steps.last()?.clone();
        let told = flow
            .satisfies
            .iter()
            .take(200)
            .filter_map(|id| self.line_of(id))
            .map(|l| &self.cast.lines[l])
            .filter(|l| l.unwanted && !l.response.is_empty())
            .find_map(|l| {
                Some((
                    l.action.clone().or_else(|| l.condition.clone().map(|c| capital(&c)))?,
                    l.response.clone(),
                ))
            });
        let told = told.or_else(|| self.edge_for(f));
        let Some((condition, action)) = told else {
            let name = flow.name.clone();
            return self.waiting.ask_of_flow(&self.intent, Open::Failure, &name).then(|| {
                "Asked what happens when something goes wrong where the brief does not say".to_owned()
            });
        };
        let flow = &mut self.intent.user_flows[f];
        flow.alternatives.retain(|a| !a.steps.is_empty() && flow.steps.iter().any(|s| s.id == a.at));
        let id = (1..)
            .map(|n| format!("{}.x{n}", flow.id))
            .find(|id| flow.alternatives.iter().all(|a| a.steps.iter().all(|s| s.id != *id)))?;
        let action = short(&action, SENTENCE);
        let entities = if from.entities.is_empty() {
            self.things.find(&condition).into_iter().map(|t| self.things.name(t).to_owned()).collect()
        } else {
            from.entities.clone()
        };
        flow.alternatives.push(Alternative {
            at: from.id.clone(),
            condition: short(&condition, SENTENCE),
            steps: vec![Step { id, action, component: from.component, entities, outcome: None }],
        });
        Some("Told what happens when something goes wrong, in the brief's words".to_owned())
    }

    fn edge_for(&self, f: usize) -> Option<(String, String)> {
        let flow = &self.intent.user_flows[f];
        let said = content(
            &flow
                .steps
                .iter()
                .map(|s| s.action.as_str())
                .chain([flow.name.as_str()])
                .collect::<Vec<_>>()
                .join(" "),
        );
        let mut best: Option<(usize, (String, String))> = None;
        for case in self.brief.edge_cases.iter().take(60) {
            let edge = edge::edge(&case.text);
            let Some(answer) = edge.answer else { continue };
            let shared = super::super::words::overlap(&content(&case.text), &said);
            if shared > 1 && best.as_ref().is_none_or(|(n, _)| shared > *n) {
                best = Some((shared, (edge.condition, capital(&answer))));
            }
        }
        best.map(|(_, case)| case)
    }
}
