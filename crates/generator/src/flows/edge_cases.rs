//! Edge cases: exceptions in flows, or open questions.

use std::collections::{HashMap, HashSet};

use frieze_intent::Alternative;
use frieze_reader::Traced;

use super::{Drafting, alternative_name};
use crate::limits::{REFERENCES, STEPS, TEXT, clip, refer};
use crate::names::Names;
use crate::open_questions::{Rank, Reply};
use crate::plain_answers::{self, Clause, Exception};
use crate::question_texts;
use crate::requirements::id;

impl Drafting<'_, '_, '_> {
    /// An edge case with an answer in the brief is an exception in the only flow. Otherwise a question asks for it, and
    /// it goes to the only flow, or to the one that the answer or the case names. If they name none, it is an interaction.
    pub(super) fn edge_cases(&mut self) {
        let at_line: HashMap<u32, usize> =
            self.scope.each(self.reading).map(|(at, requirement)| (requirement.line, at)).collect();
        let lines: HashSet<u32> =
            self.reading.requirements.iter().map(|requirement| requirement.line).collect();
        let flows = self.drafted.flows.iter().map(|flow| flow.name.as_str());
        let flows = Names::of(self.reading.language, flows);
        for case in &self.reading.edge_cases {
            if let Some((condition, handling)) = answered(&case.text) {
                let requirement = at_line.get(&case.line).copied();
                if requirement.is_some() || !lines.contains(&case.line) {
                    self.answered_case(condition, handling, requirement);
                }
            } else if !lines.contains(&case.line) {
                self.edge_case(case, &flows);
            }
        }
    }

    /// With several flows, the brief does not say which one it belongs to: then it is an interaction.
    fn answered_case(&mut self, condition: &str, handling: &str, requirement: Option<usize>) {
        if self.drafted.flows.len() != 1 {
            self.interaction(None, condition, handling, requirement);
            return;
        }
        let step = Clause { text: handling.to_owned(), then: None };
        self.attach(0, &Exception { condition: condition.to_owned(), step }, requirement);
    }

    fn edge_case(&mut self, case: &Traced, flows: &Names) {
        let is_only = self.drafted.flows.len() == 1;
        let reply = self.inquiry.ask(Rank::EdgeCase, question_texts::edge_case(case), |text| {
            let named = || flows.in_text(text).first().or(flows.in_text(&case.text).first()).copied();
            let flow = if is_only { Some(0) } else { named() };
            Ok((flow, text.to_owned(), plain_answers::handling(text)?))
        });
        let Reply::Given((flow, answer, step)) = reply else { return };
        let condition = case.text.trim().trim_end_matches(['?', '？', '.']).to_owned();
        match flow {
            Some(at) => self.attach(at, &Exception { condition, step }, None),
            None => self.interaction(None, &condition, &answer, None),
        }
    }

    /// Adds an exception to a finished flow. The brief does not say at which step, so it begins at the last one.
    fn attach(&mut self, at: usize, exception: &Exception, requirement: Option<usize>) {
        let Some(flow) = self.drafted.flows.get(at).filter(|flow| flow.alternatives.len() < STEPS) else {
            return;
        };
        let step = format!("{}.{}", flow.id, alternative_name(flow.alternatives.len()));
        let Some(last) = flow.steps.last() else { return };
        let (leaves, view) = (last.id.clone(), self.places.with_id(&last.component));
        let Some(mut place) = view else { return };
        let step = self.step(step, &exception.step, &mut place);
        if let Some(flow) = self.drafted.flows.get_mut(at) {
            let condition = clip(&exception.condition, TEXT);
            flow.alternatives.push(Alternative { at: leaves, condition, steps: vec![step] });
            if let Some(requirement) = requirement {
                refer(&mut flow.satisfies, &id(requirement), REFERENCES);
            }
        }
    }
}

/// An edge case and its answer: `What happens when …? It is refused.`, `Expired card → it is refused.`
pub(super) fn answered(case: &str) -> Option<(&str, &str)> {
    let parts = case.split_once(['?', '？', '→']).or_else(|| case.split_once("->"));
    let (condition, handling) = parts.or_else(|| case.split_once(": "))?;
    let (condition, handling) =
        (condition.trim(), handling.trim_start_matches([':', '-', '–', '—', '→', ' ']).trim());
    let is_asked = handling.ends_with(['?', '？']);
    (!condition.is_empty() && handling.contains(char::is_alphabetic) && !is_asked)
        .then_some((condition, handling))
}
