//! What becomes of a line that was typed into a prompt.

use super::super::detail::Stated;
use super::super::modal::prompt::Purpose;
use super::super::model::Model;
use super::super::msg::Cmd;
use super::command;
use crate::domain::id::FeatureId;
use crate::kernel::Order;

pub fn typed(model: &mut Model, purpose: Purpose, text: &str) -> Vec<Cmd> {
    let words = text.trim();
    match purpose {
        Purpose::Filter => {
            model.features.set_filter(words);
            Vec::new()
        }
        Purpose::Command => command::command(model, words),
        Purpose::Comment { feature, pointer } if !words.is_empty() => {
            let draft =
                model.current().filter(|d| d.id == feature).map(|d| d.draft.clone()).unwrap_or_default();
            let before = if draft.is_empty() || draft.ends_with('\n') { "" } else { "\n" };
            model.say(format!("kept for the next rejection: {pointer}"));
            vec![Cmd::KeepDraft(feature, format!("{draft}{before}- {pointer}: {words}\n"))]
        }
        Purpose::Reason(id) if !words.is_empty() => {
            vec![Cmd::Order(id, Order::Explain { reason: words.to_owned() })]
        }
        Purpose::Abort(id) if !words.is_empty() => {
            vec![Cmd::Order(id, Order::Stop { reason: words.to_owned() })]
        }
        Purpose::NewFeature if !words.is_empty() => new_feature(model, words),
        Purpose::Comment { .. } | Purpose::Reason(_) | Purpose::Abort(_) | Purpose::NewFeature => {
            model.say("nothing was typed, so nothing was done");
            Vec::new()
        }
    }
}

/// A path, and an id behind it if the file's name is not to be the id.
pub fn new_feature(model: &mut Model, words: &str) -> Vec<Cmd> {
    let (path, id) = match words.rsplit_once(' ').map(|(path, id)| (path.trim(), id.parse::<FeatureId>())) {
        Some((path, Ok(id))) if !path.is_empty() => (path, Ok(id)),
        _ => (words, id_of(words)),
    };
    match id {
        Ok(id) => vec![Cmd::Create(id, path.to_owned())],
        Err(e) => {
            model.complain(&Stated { what: e, hint: "type the id behind the path".to_owned() });
            Vec::new()
        }
    }
}

/// The id that a file's name makes.
fn id_of(path: &str) -> Result<FeatureId, String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let id: String =
        stem.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    id.trim_matches('-').parse().map_err(|e: crate::domain::id::NotAnId| e.to_string())
}

pub fn edited(model: &mut Model, outcome: Result<String, Stated>) -> Vec<Cmd> {
    if let Err(stated) = outcome {
        model.complain(&stated);
    }
    Vec::new()
}
