//! Where an open question is answered: on its line, in whatever pane shows it.

use super::super::keys::Action;
use super::super::modal::prompt::Purpose;
use super::super::model::Model;
use super::actions::open_prompt;

const QUESTIONS: &str = "/openQuestions/";

/// Asks for the answer to the selected open question; anywhere else to the first that there is.
pub fn answer(model: &mut Model) {
    let Some(feature) = model.features.selected().cloned() else { return };
    let pointer = model.panes.list(model.focus).and_then(|list| list.row()?.pointer.clone());
    let selected = pointer.as_deref().and_then(|pointer| pointer.strip_prefix(QUESTIONS)?.parse().ok());
    let questions = model.current().and_then(|detail| detail.intent.as_ref()?.as_ref().ok());
    let questions = questions.map(|reading| reading.intent.open_questions.as_slice()).unwrap_or_default();
    match questions.get(selected.unwrap_or(0)) {
        Some(question) => {
            let question = question.clone();
            let begun = model.drafts.half(&feature, &question).unwrap_or_default().to_owned();
            open_prompt(model, Purpose::Answer { feature, question }, &begun);
        }
        None => {
            let key = model.keys.first(Action::Answer);
            model.say(format!("nothing to answer: {key} works where a design has open questions"));
        }
    }
}
