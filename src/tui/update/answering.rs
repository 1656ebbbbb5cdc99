//! Where an open question is answered: on its line, in whatever pane shows it.

use super::super::keys::Action;
use super::super::modal::prompt::Purpose;
use super::super::model::Model;
use super::actions::open_prompt;

const QUESTIONS: &str = "/openQuestions/";

/// Asks for the answer to the selected open question; anywhere else to the first that has none.
pub fn answer(model: &mut Model) {
    let Some(feature) = model.features.selected().cloned() else { return };
    let pointer = model.panes.list(model.focus).and_then(|list| list.row()?.pointer.clone());
    let selected = pointer.as_deref().and_then(|pointer| pointer.strip_prefix(QUESTIONS)?.parse().ok());
    let detail = model.current();
    let questions = detail.and_then(|detail| detail.intent.as_ref()?.as_ref().ok());
    let questions = questions.map(|reading| reading.intent.open_questions.as_slice()).unwrap_or_default();
    let answer = |question: &str| detail.and_then(|detail| detail.answer(question));
    let first = || questions.iter().position(|question| answer(question).is_none());
    match selected.or_else(first).and_then(|at: usize| questions.get(at)) {
        Some(question) => {
            let begun = model.drafts.half(&feature, question).or_else(|| answer(question));
            let (question, begun) = (question.clone(), begun.unwrap_or_default().to_owned());
            open_prompt(model, Purpose::Answer { feature, question }, &begun);
        }
        None => {
            let key = model.keys.first(Action::Answer);
            model.say(format!("nothing to answer: {key} works where a design has open questions"));
        }
    }
}
