//! Key that answers an open question.

use super::open_prompt;
use crate::tui::keys::Action;
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::model::design_parts::{Section, part_at};

/// Opens the prompt for the selected open question; elsewhere for the first unanswered one.
pub fn answer(model: &mut Model) {
    let Some(feature) = model.features.selected().cloned() else { return };
    let pointer = model.panes.list(model.focus).and_then(|list| list.row()?.pointer.clone());
    let selected = pointer.and_then(|pointer| part_at(&pointer));
    let selected = selected.filter(|(section, _)| *section == Section::OpenQuestions).map(|(_, at)| at);
    let detail = model.current();
    let reading = detail.and_then(|detail| detail.reading());
    let questions = reading.map(|reading| reading.intent.open_questions.as_slice()).unwrap_or_default();
    let answer = |question: &str| detail.and_then(|detail| detail.answer(question));
    let first = || detail.and_then(|detail| detail.open_question());
    match selected.or_else(first).and_then(|at| questions.get(at)) {
        Some(question) => {
            let text = model.drafts.unfinished(&feature, question).or_else(|| answer(question));
            let (question, text) = (question.clone(), text.unwrap_or_default().to_owned());
            open_prompt(model, Purpose::About(feature, Subject::Answer(question)), &text);
        }
        None => {
            let key = model.keys.first(Action::Answer);
            model.say(format!("Nothing to answer. {key} answers open questions of a design."));
        }
    }
}
