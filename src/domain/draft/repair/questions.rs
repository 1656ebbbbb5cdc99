//! Questions: what the brief leaves open is asked, once, and never guessed.

use std::collections::{BTreeMap, BTreeSet};

use super::super::phrase::listed;
use super::waiting::Waiting;
use crate::domain::intent::Intent;

/// The most questions that a design carries.
const MOST_QUESTIONS: usize = 200;

impl Waiting {
    /// Whether it is already asked of a flow, by how the question begins.
    fn asked(intent: &Intent, which: usize, flow: &str) -> bool {
        let quoted = format!("“{flow}”");
        let begins = OPEN[which].0;
        intent.open_questions.iter().any(|q| q.starts_with(begins) && q.contains(&quoted))
    }

    /// Asks one of the open questions of a flow; says whether it is new.
    pub(super) fn ask_of_flow(&mut self, intent: &Intent, which: Open, flow: &str) -> bool {
        let (at, names) = match which {
            Open::Failure => (0, &mut self.unfailing),
            Open::Aim => (1, &mut self.aimless),
            Open::End => (2, &mut self.endless),
            Open::Way => (3, &mut self.apart),
        };
        if Self::asked(intent, at, flow) {
            return false;
        }
        if !names.iter().any(|n| n == flow) {
            names.push(flow.to_owned());
        }
        true
    }
}

/// What the brief may leave open of a flow.
#[derive(Clone, Copy)]
pub(super) enum Open {
    Failure,
    Aim,
    End,
    Way,
}

/// The questions about what flows leave open: how each begins and how it ends.
const OPEN: [(&str, &str); 4] = [
    ("What happens when", "goes wrong? The brief does not say."),
    ("What does somebody gain by", "? The brief does not say."),
    ("What is reached at the end of", "? The brief does not say."),
    ("How does one get from one view to the next in", "? The brief does not say."),
];

/// Adds the questions that the repairs ask, each once.
pub(super) fn ask(
    intent: &mut Intent,
    waiting: &Waiting,
    vague: &BTreeMap<String, Vec<String>>,
    weak: &BTreeMap<String, Vec<String>>,
) {
    let mut all = waiting.questions.clone();
    for (term, ids) in vague.iter().filter(|(_, ids)| !ids.is_empty()) {
        let ids = listed(ids);
        all.push(format!("What exactly does “{term}” mean in {ids}: which number, limit or cases?"));
    }
    for (verb, ids) in weak.iter().filter(|(_, ids)| !ids.is_empty()) {
        let ids = listed(ids);
        all.push(format!("What is done where {ids} says “{verb}”: which acts?"));
    }
    let flows = [&waiting.unfailing, &waiting.aimless, &waiting.endless, &waiting.apart];
    for ((begins, ends), names) in OPEN.iter().zip(flows) {
        for names in names.chunks(6) {
            let quoted: Vec<String> = names.iter().map(|n| format!("“{n}”")).collect();
            let space = if ends.starts_with('?') { "" } else { " " };
            all.push(format!("{begins} {}{space}{ends}", listed(&quoted)));
        }
    }
    let known: BTreeSet<String> = intent.open_questions.iter().map(|q| q.to_lowercase()).collect();
    for question in all {
        if intent.open_questions.len() < MOST_QUESTIONS
            && !known.contains(&question.to_lowercase())
            && !intent.open_questions.contains(&question)
        {
            intent.open_questions.push(question);
        }
    }
}
