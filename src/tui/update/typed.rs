//! What becomes of a line that was typed into a prompt.

use super::super::comments;
use super::super::detail::{Detail, Stated};
use super::super::drafts::LONGEST;
use super::super::modal::Modal;
use super::super::modal::prompt::Purpose;
use super::super::model::{Model, remember};
use super::super::msg::Cmd;
use super::super::parts;
use super::{actions, command, finding, new_feature};
use crate::domain::id::FeatureId;
use crate::domain::text::Shown;
use crate::kernel::Order;

/// The columns of an element's name in a comment.
const NAME: usize = 60;

/// Does what a line was typed for.
pub fn typed(model: &mut Model, purpose: Purpose, text: &str) -> Vec<Cmd> {
    let words = text.trim();
    // Until it is carried out nobody else has these words.
    if let Some((id, choice)) = purpose.aside() {
        model.drafts.keep_aside(id, choice, words.to_owned());
    }
    match purpose {
        Purpose::Filter => {
            model.features.set_filter(words);
            Vec::new()
        }
        Purpose::Find => {
            finding::find(model, words, true);
            Vec::new()
        }
        Purpose::Command => {
            remember(&mut model.commands, words);
            command::command(model, words)
        }
        Purpose::Comment { feature, pointer, called } if !words.is_empty() => {
            comment(model, feature, pointer, called, words)
        }
        Purpose::Answer { feature, question } if !words.is_empty() => {
            model.drafts.keep_half(&feature, &question, "");
            vec![Cmd::Answer(feature, question, words.to_owned())]
        }
        Purpose::Reason(id) if !words.is_empty() => {
            vec![Cmd::Order(id, Order::Explain { reason: words.to_owned() })]
        }
        Purpose::Abort(id) if !words.is_empty() => {
            vec![Cmd::Order(id, Order::Stop { reason: words.to_owned() })]
        }
        Purpose::NewFeature if !words.is_empty() => {
            remember(&mut model.paths, words);
            new_feature::make(model, words)
        }
        Purpose::Comment { .. }
        | Purpose::Answer { .. }
        | Purpose::Reason(_)
        | Purpose::Abort(_)
        | Purpose::NewFeature => {
            model.say("nothing was typed, so nothing was done");
            Vec::new()
        }
    }
}

/// Puts a line into the draft of the next rejection: `- /pointer (name): text`.
fn comment(model: &mut Model, feature: FeatureId, pointer: String, called: String, words: &str) -> Vec<Cmd> {
    let detail = model.current().filter(|detail| detail.id == feature).cloned();
    // What the file holds must be known before anything is written over it.
    let Some(detail) = detail else {
        model.say("one moment: the design is being read; then press Enter again");
        actions::open_prompt(model, Purpose::Comment { feature, pointer, called }, words);
        return Vec::new();
    };
    let on_disk = match &detail.draft {
        Ok(text) => text.as_str(),
        // Words that are newer than the file's take its place anyway.
        Err(_) if model.drafts.has(&feature) => "",
        Err(why) => {
            let hint = "mend the draft or move it away, then comment again".to_owned();
            model.complain(&Stated { what: format!("nothing was added: {why}"), hint });
            return Vec::new();
        }
    };
    let draft = model.drafts.words(&feature, on_disk);
    let name = name(&detail, &pointer);
    let text = comments::with(draft, &pointer, name.as_deref(), words);
    if text.len() > LONGEST {
        model.say(format!("the feedback would be longer than {} KiB; nothing was added", LONGEST / 1024));
        actions::open_prompt(model, Purpose::Comment { feature, pointer, called }, words);
        return Vec::new();
    }
    model.say(format!("kept for the next rejection: {called}"));
    model.drafts.keep_half(&feature, &pointer, "");
    model.drafts.keep(&feature, text).into_iter().collect()
}

/// What a question calls it: a requirement by its id and its words, anything else by its name.
pub fn called(detail: &Detail, pointer: &str) -> Option<String> {
    let name = name(detail, pointer)?;
    let Some(Ok(reading)) = &detail.intent else { return Some(name) };
    let at = parts::holding(pointer)?.strip_prefix("/requirements/").and_then(|at| at.parse::<usize>().ok());
    let requirement = at.and_then(|at| reading.intent.requirements.get(at));
    Some(match requirement {
        Some(requirement) => Shown::cut(&format!("{name} {}", requirement.text.trim()), NAME).into_string(),
        None => name,
    })
}

/// What people call the element that a pointer leads into.
fn name(detail: &Detail, pointer: &str) -> Option<String> {
    let Some(Ok(reading)) = &detail.intent else { return None };
    let (section, at) = parts::holding(pointer)?.rsplit_once('/')?;
    let (intent, at) = (&reading.intent, at.parse::<usize>().ok()?);
    let name = match section {
        "/requirements" => &intent.requirements.get(at)?.id,
        "/goals" => intent.goals.get(at)?,
        "/userFlows" => &intent.user_flows.get(at)?.name,
        "/components" => &intent.components.get(at)?.name,
        "/dataModel/entities" => &intent.data_model.entities.get(at)?.name,
        "/interactions" => &intent.interactions.get(at)?.trigger,
        "/openQuestions" => intent.open_questions.get(at)?,
        _ => return None,
    };
    Some(Shown::cut(name.trim(), NAME).into_string())
}

/// The person's editor gave the words back, or failed.
pub fn edited(model: &mut Model, outcome: Result<String, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    if let Some(Modal::Gate(_)) = &model.modal {
        return super::in_modal(model, |modal, _| match modal {
            Modal::Gate(gate) => gate.edited(outcome),
            Modal::Help(_) | Modal::Prompt(_) | Modal::Welcome(_) | Modal::Leave(_) | Modal::Ask(_) => {
                super::super::modal::Outcome::stay()
            }
        });
    }
    if let Err(stated) = outcome {
        model.complain(&stated);
    }
    Vec::new()
}
