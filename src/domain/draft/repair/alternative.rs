//! Alternatives: what happens instead, from the brief's own cases, and a plain failure only where it has none.

use super::super::edge;
use super::super::naming::SENTENCE;
use super::super::phrase::{capital, short, small};
use super::super::verbs::{self, Act};
use super::super::words::{content, plural};
use super::Work;
use super::place::number;
use crate::domain::intent::{Alternative, Step};

impl Work<'_> {
    /// What happens instead: a case of the brief that no flow tells yet, else that the last step fails.
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
        let plain = told.is_none();
        let (condition, action) = told.or_else(|| self.failure(f))?;
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
        let name = flow.name.clone();
        flow.alternatives.push(Alternative {
            at: from.id.clone(),
            condition: short(&condition, SENTENCE),
            steps: vec![Step { id, action, component: from.component, entities, outcome: None }],
        });
        if plain {
            self.waiting.unasked.push(name);
        }
        Some("Told what happens when something goes wrong".to_owned())
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

    /// The plain failure of what a flow does: the thing cannot be saved, shown or found.
    fn failure(&self, f: usize) -> Option<(String, String)> {
        let flow = &self.intent.user_flows[f];
        let thing = flow
            .steps
            .iter()
            .rev()
            .flat_map(|s| s.entities.iter())
            .next()
            .map(|e| super::super::phrase::label(e));
        let acts: Vec<Act> =
            flow.steps.iter().filter_map(|s| verbs::deed(&s.action)).map(|d| d.act).collect();
        let changed = acts.iter().any(|a| {
            matches!(
                a,
                Act::Create
                    | Act::Edit
                    | Act::Delete
                    | Act::Submit
                    | Act::Assign
                    | Act::Arrange
                    | Act::Toggle
                    | Act::Upload
                    | Act::Decide
            )
        });
        Some(match (thing, changed) {
            (Some(thing), true) => (
                format!("The change to the {thing} cannot be saved"),
                format!("The system says that the {thing} is unchanged"),
            ),
            (Some(thing), false) => {
                let many = plural(&thing);
                (
                    format!("The {many} cannot be loaded"),
                    format!("The system says that the {many} are not available at the moment"),
                )
            }
            (None, _) if verbs::begins_with_verb(&flow.name) => {
                let (actor, deed) = (self.actor(flow), small(&flow.name));
                (
                    format!("The {actor} cannot {deed}"),
                    format!("The system says why the {actor} cannot {deed}"),
                )
            }
            (None, _) => (
                format!("{} is not available", capital(&flow.name)),
                format!("The system says that “{}” is not available", flow.name),
            ),
        })
    }
}
