//! Actions of a prompt after Enter.

use super::element_name::name;
use super::{new_feature, open_prompt};
use crate::tui::modal::prompt::{OnElement, Purpose, Subject};
use crate::tui::model::comments;
use crate::tui::model::detail::Problem;
use crate::tui::model::drafts::LONGEST;
use crate::tui::model::{Model, remember};
use crate::tui::msg::Cmd;
use crate::tui::update::{command, find_words};
use frieze_data::id::FeatureId;
use frieze_kernel::Order;

/// Carries out the purpose of a prompt with the typed text.
pub fn submit(model: &mut Model, purpose: Purpose, text: &str) -> Vec<Cmd> {
    let words = text.trim();
    // The words are kept until the decision is carried out.
    if let Some((id, choice)) = purpose.choice() {
        model.drafts.keep_decision_note(id, choice, words.to_owned());
    }
    match purpose {
        Purpose::Filter => model.features.set_filter(words),
        Purpose::Find => find_words::find(model, words, true),
        Purpose::Command => {
            remember(&mut model.commands, words);
            return command::command(model, words);
        }
        Purpose::Search | Purpose::NewFeature | Purpose::About(..) if words.is_empty() => {
            model.say("Nothing typed.");
        }
        Purpose::Search => {
            let sheet = model.open_sheet(format!("Search: {words}"));
            return vec![Cmd::Search(sheet, words.to_owned())];
        }
        Purpose::NewFeature => {
            remember(&mut model.paths, words);
            return new_feature::make(model, words);
        }
        Purpose::About(id, subject) => return about(model, id, subject, words),
    }
    Vec::new()
}

/// Carries out a text about a feature.
fn about(model: &mut Model, id: FeatureId, subject: Subject, words: &str) -> Vec<Cmd> {
    let reason = words.to_owned();
    let cmd = match subject {
        Subject::Comment(on) => return comment(model, id, on, words),
        Subject::Answer { question, before } => {
            model.drafts.finish(&id, &question);
            Cmd::Answer { id, question, text: words.to_owned(), before }
        }
        Subject::Dismissal(finding) => {
            model.drafts.finish(&id, &finding);
            Cmd::Order(id.into(), Order::Verb { verb: "dismiss", words: vec![finding], text: Some(reason) })
        }
        Subject::Unfreeze => Cmd::Order(id.into(), Order::Explain { reason }),
        Subject::Abort => Cmd::Order(id.into(), Order::Stop { reason }),
    };
    vec![cmd]
}

/// Adds a comment to the draft of the next rejection: `- /pointer (name): text`.
fn comment(model: &mut Model, feature: FeatureId, on: OnElement, words: &str) -> Vec<Cmd> {
    let detail = model.current().filter(|detail| detail.is_of(&(&feature).into())).cloned();
    // The file must be known before it is written over.
    let Some(detail) = detail else {
        model.say("Reading the design. Press Enter again in a moment.");
        open_prompt(model, Purpose::About(feature, Subject::Comment(on)), words);
        return Vec::new();
    };
    let on_disk = match &detail.draft {
        Ok(text) => text.as_str(),
        // The draft here is newer than the file and replaces it anyway.
        Err(_) if model.drafts.has(&feature) => "",
        Err(why) => {
            let hint = "fix the draft or move it away, then comment again".to_owned();
            model.report(&Problem::new(format!("Comment not added: {why}"), hint));
            return Vec::new();
        }
    };
    let draft = model.drafts.words(&feature, on_disk);
    let name = name(&detail, &on.pointer);
    let text = comments::with(draft, &on.pointer, name.as_deref(), words, &on.before);
    if text.len() > LONGEST {
        model.say(format!("Comment not added: the feedback would be longer than {} KiB.", LONGEST / 1024));
        open_prompt(model, Purpose::About(feature, Subject::Comment(on)), words);
        return Vec::new();
    }
    model.say(format!("Saved for the next rejection: {}", on.element));
    model.drafts.finish(&feature, &on.pointer);
    model.drafts.keep(&feature, text).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crossterm::event::KeyCode;

    use super::*;
    use crate::tui::model::detail::Detail;
    use crate::tui::model::feature_list::Card;
    use crate::tui::model::run_key::RunKey;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use crate::tui::update::tests::{model, press};
    use crate::tui::update::update;

    #[test]
    fn an_unfinished_reason_is_continued_until_it_is_carried_out() {
        use crate::tui::msg::Job;
        use frieze_kernel::{Attention, Need, RunView};
        let running = RunView { state: "GENERATING", needs: None, ..fixtures::view() };
        let unfrozen = RunView { state: "IDLE", needs: Some(Need::Reason), ..fixtures::view() };
        let cases = [(running, None, 'x'), (unfrozen, Some(Attention::Reason), 'd')];
        for (view, needs, key) in cases {
            let (mut model, _) = model();
            let card = Card { needs, ..Card::of(&view, frieze_engine::Activity::Idle) };
            update(&mut model, Msg::RunsChanged(vec![(RunKey::of(&view), card)]));
            press(&mut model, KeyCode::Char(key));
            update(&mut model, Msg::Drawn(Vec::new()));
            update(&mut model, Msg::Pasted("not what was".to_owned()));
            press(&mut model, KeyCode::Esc);
            assert!(model.modal.is_none());
            assert!(
                model.message.as_ref().is_some_and(|said| said.text.contains("Your text is kept")),
                "{key}"
            );
            press(&mut model, KeyCode::Char(key));
            update(&mut model, Msg::Drawn(Vec::new()));
            press(&mut model, KeyCode::Char(' '));
            update(&mut model, Msg::Pasted("asked for".to_owned()));
            let cmds = press(&mut model, KeyCode::Enter);
            let reason = match cmds.as_slice() {
                [Cmd::Order(_, Order::Stop { reason } | Order::Explain { reason })] => reason.as_str(),
                other => unreachable!("{other:?}"),
            };
            assert_eq!(reason, "not what was asked for");
            // The words stay if it is refused, and are removed if it is carried out.
            let why = Problem::new("the disk is full", "");
            update(&mut model, Msg::JobEnded(RunKey::of(&view), Job::Run, Err(why)));
            assert_eq!(model.drafts.decision_note(&view.id, "abort"), "", "the gate asks for its own reason");
            let choice = if key == 'x' { "abort the run" } else { "unfreeze" };
            assert_eq!(model.drafts.decision_note(&view.id, choice), "not what was asked for");
            let job = if key == 'x' { Job::Run } else { Job::Explain };
            let after = RunView { state: "FAILED", needs: Some(Need::Reset), ..view };
            update(&mut model, Msg::RunStopped(job, Box::new(after.clone())));
            assert_eq!(model.drafts.decision_note(&after.id, choice), "");
        }
    }

    #[test]
    fn an_unreadable_draft_is_not_overwritten() {
        let (mut model, _) = model();
        let unreadable = Detail {
            draft: Err("feedback-draft.md is longer than 262144 bytes".to_owned()),
            view: Ok(fixtures::view()),
            ..fixtures::detail()
        };
        update(&mut model, Msg::Detail(Arc::new(unreadable)));
        let id = model.features.selected().unwrap().clone();
        let [pointer, element, before] = ["/goals/0", "a goal", ""].map(str::to_owned);
        let on_goal = OnElement { pointer, element, before };
        let cmds = submit(&mut model, Purpose::About(id, Subject::Comment(on_goal)), "too vague");
        assert!(cmds.is_empty(), "{cmds:?}");
        let said = model.message.unwrap();
        assert!(said.is_problem && said.text.contains("feedback-draft.md is longer"), "{said:?}");
    }
}
