//! Edge cases: a question with its answer becomes an alternative of the flow it concerns; one without
//! an answer stays a question.

use super::cast::plain;
use super::flow::nearest;
use super::model::Things;
use super::naming::SENTENCE;
use super::phrase::{capital, clause, short, tidy};
use super::words::{Index, content};
use crate::domain::brief::Brief;
use crate::domain::intent::{Alternative, Step, UserFlow};

const MOST_ALTERNATIVES: usize = 8;

/// An edge case taken apart.
pub(super) struct Edge {
    pub(super) condition: String,
    pub(super) answer: Option<String>,
}

/// `What happens when X? Y.` → X and Y.
pub(super) fn edge(text: &str) -> Edge {
    let text = tidy(text);
    if let Some((question, answer)) = text.split_once('?') {
        let answer = tidy(answer.trim_start_matches([' ', '-', '—', '→', '*']));
        let answer = if answer.is_empty() { answer } else { plain(&answer) };
        return Edge { condition: asked(question), answer: (!answer.is_empty()).then_some(answer) };
    }
    let lower = text.to_lowercase();
    if (lower.starts_with("when ") || lower.starts_with("if "))
        && let Some((case, answer)) = text.split_once(", ")
    {
        return Edge { condition: capital(&clause(case)), answer: Some(clause(answer)) };
    }
    for mark in [": ", " → ", " — ", " - "] {
        if let Some((case, answer)) = text.split_once(mark)
            && case.chars().count() < 160
        {
            return Edge { condition: capital(&tidy(case)), answer: Some(tidy(answer)) };
        }
    }
    match text.split_once(". ") {
        Some((case, answer)) => Edge { condition: capital(&tidy(case)), answer: Some(tidy(answer)) },
        None => Edge { condition: capital(&text), answer: None },
    }
}

/// A question without its question words, as a case.
fn asked(question: &str) -> String {
    const LEADS: &[&str] = &[
        "what happens when ",
        "what happens if ",
        "what if ",
        "what happens to ",
        "how does the system handle ",
        "how should the system handle ",
        "how does the system behave when ",
        "how is ",
        "what should happen when ",
        "what happens with ",
        "what happens ",
        "how does ",
        "how do ",
    ];
    let text = tidy(question);
    let lower = text.to_lowercase();
    for lead in LEADS {
        if lower.starts_with(lead) && text.is_char_boundary(lead.len()) {
            let case = tidy(&text[lead.len()..]);
            return capital(&case.replace(" behave ", " behaves ").replace(" handle ", " handles "));
        }
    }
    capital(&text)
}

/// Puts every answered edge case into the flow that shares most with it. What is left is returned as questions.
pub(super) fn place(flows: &mut [UserFlow], brief: &Brief, things: &Things) -> Vec<String> {
    let mut index = Index::default();
    for (id, flow) in flows.iter().enumerate() {
        index.add(&flow.name, 2, id);
        for step in &flow.steps {
            index.add(&format!("{} {}", step.action, step.outcome.as_deref().unwrap_or_default()), 1, id);
        }
    }
    let mut open = Vec::new();
    for case in &brief.edge_cases {
        let edge = edge(&case.text);
        let Some(answer) = edge.answer else {
            open.push(if case.text.contains('?') {
                tidy(&case.text).trim_end_matches('?').to_owned() + "?"
            } else {
                format!("How is this case met: {}?", tidy(&case.text))
            });
            continue;
        };
        let Some(at) = index.best(&case.text).filter(|at| flows[*at].alternatives.len() < MOST_ALTERNATIVES)
        else {
            continue;
        };
        let flow = &mut flows[at];
        let told: Vec<Vec<String>> = flow.steps.iter().map(|s| content(&s.action)).collect();
        let leaves = nearest(&told, &case.text, flow.steps.len());
        let condition = short(&edge.condition, SENTENCE);
        if condition.is_empty() || flow.alternatives.iter().any(|a| a.condition == condition) {
            continue;
        }
        let step = Step {
            id: format!("{}.a{}.1", flow.id, flow.alternatives.len() + 1),
            action: short(&capital(&answer), SENTENCE),
            component: flow.steps[leaves].component.clone(),
            entities: things
                .find(&case.text)
                .into_iter()
                .take(6)
                .map(|t| things.name(t).to_owned())
                .collect(),
            outcome: None,
        };
        flow.alternatives.push(Alternative {
            at: flow.steps[leaves].id.clone(),
            condition,
            steps: vec![step],
        });
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_case_is_a_case_and_its_answer() {
        for (text, condition, answer) in [
            (
                "What happens when a search has no matches? Show \"no products found\".",
                "A search has no matches",
                Some("Show \"no products found\""),
            ),
            ("How does the system handle an empty barcode?", "An empty barcode", None),
            (
                "If the network is lost, the form keeps its values.",
                "The network is lost",
                Some("the form keeps its values"),
            ),
            (
                "Two users edit at once: the second is refused",
                "Two users edit at once",
                Some("the second is refused"),
            ),
        ] {
            let edge = edge(text);
            assert_eq!((edge.condition.as_str(), edge.answer.as_deref()), (condition, answer));
        }
    }
}
