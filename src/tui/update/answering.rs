//! Key that answers an open question.

use super::open_prompt::open_prompt;
use crate::tui::keys::Action;
use crate::tui::modal::prompt::Purpose;
use crate::tui::model::Model;

const QUESTIONS: &str = "/openQuestions/";

/// Opens the prompt for the selected open question; elsewhere for the first unanswered one.
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
            let text = model.drafts.unfinished(&feature, question).or_else(|| answer(question));
            let (question, text) = (question.clone(), text.unwrap_or_default().to_owned());
            open_prompt(model, Purpose::Answer { feature, question }, &text);
        }
        None => {
            let key = model.keys.first(Action::Answer);
            model.say(format!("Nothing to answer. {key} answers open questions of a design."));
        }
    }
}
