//! Key that answers an open question.

use super::{is_frozen, open_prompt};
use crate::tui::keys::Action;
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::model::design_parts::{Section, part_at};
use frieze_design::answers;
use frieze_kernel::Attention;

/// Opens the prompt for the selected open question; elsewhere for the first one whose answer could not be used, else for the first
/// one without an answer.
pub fn answer(model: &mut Model) {
    let Some(feature) = model.features.selected().cloned() else { return };
    if is_frozen(model) {
        return;
    }
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
            let saved = answer(question).unwrap_or_default();
            let [text, before] = model.drafts.continued(&feature, question, saved);
            let why = detail.and_then(|detail| detail.unused_answer(question));
            let why = why.map(|why| format!("The answer could not be used: {why}"));
            let hint = why.or_else(|| answers::form(question).map(str::to_owned));
            let question = question.clone();
            open_prompt(model, Purpose::About(feature, Subject::Answer { question, before }), &text);
            if let Some(hint) = hint {
                model.say(hint);
            }
        }
        None if !questions.is_empty() => {
            let then = next_step(model);
            model.say(format!("All open questions are answered.{then}"));
        }
        None => {
            let key = model.keys.first(Action::Answer);
            model.say(format!("Nothing to answer. {key} answers open questions of a design."));
        }
    }
}

/// How the answers get into the design.
fn next_step(model: &Model) -> String {
    let [run, reset, decide] =
        [Action::Run, Action::Reset, Action::Decide].map(|action| model.keys.first(action));
    match model.features.selected_card().and_then(|card| card.needs) {
        Some(Attention::Reset) => {
            format!(" {reset} resets the feature, then {run} runs it with the answers.")
        }
        Some(Attention::Start) => format!(" {run} runs the feature with the answers."),
        Some(Attention::Decision) => {
            format!(" {decide} and a rejection start an iteration with the answers.")
        }
        Some(_) | None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crossterm::event::KeyCode;

    use super::*;
    use crate::tui::keys::PaneKey;
    use crate::tui::modal::Modal;
    use crate::tui::model::detail::Detail;
    use crate::tui::model::feature_list::Card;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use crate::tui::update::tests::{model, press, read_shop, screen, show};
    use crate::tui::update::update;
    use frieze_design::answers::Answer;
    use frieze_design::draft::NotApplied;
    use frieze_kernel::{FileProblem, Need, RunView};

    fn said(model: &Model) -> String {
        model.message.as_ref().map(|said| said.text.clone()).unwrap_or_default()
    }

    /// The shop with an answer to its only question, which the last iteration could not use if `why` says so.
    fn answered(why: Option<&str>) -> Model {
        let (mut model, _) = model();
        let id = read_shop(&mut model);
        let read = fixtures::design::detail(&fixtures::design::shop(), None);
        let question = read.reading().unwrap().intent.open_questions[0].clone();
        let not_used = |why: &str| NotApplied { instruction: question.clone(), why: why.to_owned() };
        let unused_answers = why.map(not_used).into_iter().collect();
        let answers = vec![Answer { question: question.clone(), text: "Every card".to_owned() }];
        let detail = Detail { id, view: Ok(fixtures::view()), answers, unused_answers, ..read };
        update(&mut model, Msg::Detail(Arc::new(detail)));
        show(&mut model, PaneKey::Intent);
        press(&mut model, KeyCode::Char('G'));
        model
    }

    #[test]
    fn an_answer_that_was_not_used_says_why_and_is_asked_for_again() {
        let mut used = answered(None);
        let shown = screen(&used);
        assert!(shown.contains("✓ Which cards?") && shown.contains("1 · 1 answered"), "{shown}");
        press(&mut used, KeyCode::Char('4'));
        press(&mut used, KeyCode::Char('a'));
        assert!(used.modal.is_none() && said(&used).starts_with("All open questions are answered. d and"));
        let mut unused = answered(Some("Name the cards."));
        let shown = screen(&unused);
        assert!(shown.contains("✗ Which cards?") && shown.contains("Name the cards."), "{shown}");
        press(&mut unused, KeyCode::Char('4'));
        press(&mut unused, KeyCode::Char('a'));
        assert!(matches!(unused.modal, Some(Modal::Prompt(_))));
        assert_eq!(said(&unused), "The answer could not be used: Name the cards.");
    }

    /// The hint of a failed run sends the person here for the reason.
    #[test]
    fn an_answer_that_was_not_used_comes_before_unanswered_questions() {
        let (mut model, _) = model();
        let id = read_shop(&mut model);
        let mut shop = fixtures::design::shop();
        shop.open_questions = ["Who?", "Which cards?"].map(str::to_owned).to_vec();
        let answers = vec![Answer { question: "Which cards?".to_owned(), text: "All".to_owned() }];
        let unused = NotApplied { instruction: "Which cards?".to_owned(), why: "Name the cards.".to_owned() };
        let read = fixtures::design::detail(&shop, None);
        let failed = RunView { needs: Some(Need::Reset), is_skeleton: true, ..fixtures::view() };
        let tampered = RunView { file_problem: Some(FileProblem::Tampered), ..failed.clone() };
        let mut detail = Detail { id, view: Ok(tampered), answers, unused_answers: vec![unused], ..read };
        assert_eq!(detail.advice_about_answers(), None, "the answers are not what is wrong");
        detail.view = Ok(failed);
        assert!(detail.advice_about_answers().is_some_and(|advice| advice.starts_with("1 answer could not")));
        update(&mut model, Msg::Detail(Arc::new(detail)));
        press(&mut model, KeyCode::Char('a'));
        assert_eq!(said(&model), "The answer could not be used: Name the cards.");
        let shown = screen(&model);
        assert!(shown.contains("Which cards?") && shown.contains("Name the cards."), "{shown}");
    }

    /// Another answer would break the approval.
    #[test]
    fn a_frozen_design_takes_no_answer_and_no_comment() {
        let mut model = answered(None);
        let frozen = RunView { state: "FROZEN", needs: None, is_sealed: true, ..fixtures::view() };
        let id = frozen.id.clone();
        model.features.update([(id, Card::of(&frozen, frieze_engine::Activity::Idle))]);
        for key in ['a', 'c'] {
            model.now += std::time::Duration::from_secs(1);
            press(&mut model, KeyCode::Char(key));
            assert!(model.modal.is_none(), "{key}");
            assert!(said(&model).contains("delete its design/final/FROZEN.md"), "{key}: {}", said(&model));
            let shown = screen(&model);
            assert!(!shown.lines().last().unwrap().contains("a answer"), "{key}: {shown}");
        }
    }
}
