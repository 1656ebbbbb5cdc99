//! The command line of the screen: the same verbs as in a shell, on this workspace, with completion. What only a shell
//! can do is said to be there.

mod line;
mod verbs;

use self::line::Line;
use super::super::detail::Stated;
use super::super::features::Sort;
use super::super::keys::{Action, PaneKey};
use super::super::modal::prompt::Purpose;
use super::super::model::Model;
use super::super::msg::Cmd;
use super::{actions, deciding, new_feature, runs};
use crate::domain::id::FeatureId;
use crate::domain::text::meant;
use crate::kernel::Order;

pub use self::verbs::{completions, path_in, usage};

/// What nobody can do anything about but by typing it otherwise.
fn wrong(model: &mut Model, what: impl Into<String>, hint: impl Into<String>) -> Vec<Cmd> {
    model.complain(&Stated { what: what.into(), hint: hint.into() });
    Vec::new()
}

/// The options that verbs take here.
const OPTIONS: [(&str, &str); 4] =
    [("approve", "--note"), ("new", "--brief"), ("reset", "--from-best"), ("run", "--all")];

/// Does what a command line asks for.
pub fn command(model: &mut Model, typed: &str) -> Vec<Cmd> {
    let line = Line::of(typed);
    if verbs::is_about_one(line.verb) {
        model.features.stay();
    }
    match line.verb {
        "" => return Vec::new(),
        "filter" => {
            model.features.set_filter(line.rest);
            return Vec::new();
        }
        "abort" => return abort(model, line.rest),
        "unfreeze" => return unfreeze(model, line.rest),
        "help" => return help(model, &line),
        _ => {}
    }
    if let Some((option, _)) =
        line.options.iter().find(|(name, _)| !OPTIONS.contains(&(line.verb, name.as_str())))
    {
        let told = verbs::option_in_a_shell(line.verb, option);
        let hint = usage(line.verb).unwrap_or("help shows the keys; tab completes the verbs");
        let unknown = || format!("{} takes no {option} here", line.verb);
        return wrong(model, told.unwrap_or_else(unknown), hint);
    }
    match line.verb {
        "q" | "quit" => vec![Cmd::Quit],
        "status" => {
            actions::show(model, PaneKey::Features);
            let counts = model.features.counts();
            model.say(format!(
                "features: {} · waiting for you: {} · running: {} · frozen: {}",
                counts.all, counts.calling, counts.running, counts.frozen
            ));
            Vec::new()
        }
        "sort" => sort(model, line.rest),
        "new" => new(model, &line),
        "verify" => verify(model, &line.words),
        "diff" => diff(model, &line, typed),
        "run" if line.rest == "all" || line.option("--all").is_some() => actions::act(model, Action::RunAll),
        "run" if line.words.len() > 1 => run_several(model, &line.words),
        "run" | "show" | "log" | "approve" | "reject" | "pause" | "preview" => about_one(model, &line, typed),
        "reset" => reset(model, &line),
        other => unknown(model, other),
    }
}

/// A verb that there is not, or not here.
fn unknown(model: &mut Model, verb: &str) -> Vec<Cmd> {
    if let Some(told) = verbs::in_a_shell(verb) {
        model.say(told);
        return Vec::new();
    }
    let names: Vec<&str> = verbs::names().collect();
    let hint = match meant(verb, names.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => names.join(" "),
    };
    wrong(model, format!("{verb:?} is no command"), hint)
}

fn help(model: &mut Model, line: &Line<'_>) -> Vec<Cmd> {
    match line.two() {
        [Some(verb), _] => match usage(verb) {
            Some(usage) => model.say(usage),
            None => return unknown(model, verb),
        },
        [None, _] => actions::act(model, Action::Help).clear(),
    }
    Vec::new()
}

/// Verbs about one feature: the one that is named, else the selected one.
fn about_one(model: &mut Model, line: &Line<'_>, typed: &str) -> Vec<Cmd> {
    if let [_, Some(more)] = line.two() {
        let hint = usage(line.verb).unwrap_or_default();
        return wrong(model, format!("{} takes one feature, and {more:?} is a second one", line.verb), hint);
    }
    if let [Some(name), _] = line.two()
        && !go_to(model, name)
    {
        return Vec::new();
    }
    match line.verb {
        "run" => return actions::act(model, Action::Run),
        "pause" => return actions::act(model, Action::Pause),
        "preview" => return actions::act(model, Action::OpenPreview),
        "log" => actions::show(model, PaneKey::Journal),
        "approve" | "reject" if waits_for_reading(model, typed) => {}
        "approve" | "reject" => {
            if let (Some(id), Some(note)) = (model.features.selected().cloned(), line.option("--note")) {
                model.drafts.keep_aside(&id, "approve", note.to_owned());
            }
            let what = if line.verb == "approve" { "approve" } else { "reject" };
            return deciding::decide(model, what);
        }
        _ => {}
    }
    Vec::new()
}

/// Whether a command has to wait until the feature that it is about was read; then it is done at once, unless the person
/// does something else meanwhile.
fn waits_for_reading(model: &mut Model, typed: &str) -> bool {
    let id = model.features.selected().filter(|_| model.current().is_none()).cloned();
    let waits = id.is_some();
    if let Some(id) = id {
        model.waiting = Some((id, typed.to_owned()));
    }
    waits
}

/// The feature of a name that was typed; says so where there is none.
fn known(model: &mut Model, name: &str) -> Option<FeatureId> {
    let id = name.parse::<FeatureId>().ok().filter(|id| model.features.ids().any(|other| other == id));
    if id.is_none() {
        let near = meant(name, model.features.ids().map(FeatureId::as_str));
        let hint =
            near.map_or_else(|| "tab completes the names".to_owned(), |id| format!("did you mean {id}?"));
        wrong(model, format!("there is no feature {name:?}"), hint);
    }
    id
}

/// Selects a feature; says so where there is none of that name.
fn go_to(model: &mut Model, name: &str) -> bool {
    let id = known(model, name);
    if let Some(id) = &id {
        model.features.select(id);
    }
    id.is_some()
}

/// All features of these names; nothing, and a word about it, if there is one that is none.
fn all_known(model: &mut Model, names: &[String]) -> Option<Vec<FeatureId>> {
    names.iter().map(|name| known(model, name)).collect()
}

fn run_several(model: &mut Model, names: &[String]) -> Vec<Cmd> {
    all_known(model, names).map(|ids| runs::begun(model, ids)).unwrap_or_default()
}

fn verify(model: &mut Model, names: &[String]) -> Vec<Cmd> {
    let Some(ids) = all_known(model, names) else { return Vec::new() };
    model.say(match ids.as_slice() {
        [] => "checking every frozen design…".to_owned(),
        ids => format!("checking {}…", ids.iter().map(FeatureId::as_str).collect::<Vec<_>>().join(", ")),
    });
    vec![Cmd::Verify(ids)]
}

/// `new FILE [ID]`, or as in a shell `new ID --brief FILE`.
fn new(model: &mut Model, line: &Line<'_>) -> Vec<Cmd> {
    match (line.option("--brief"), line.two()) {
        (Some(path), [Some(id), None]) if !path.is_empty() => new_feature::create(model, path, Some(id)),
        (None, [Some(_), _]) => new_feature::make(model, line.rest),
        _ => wrong(model, "a requirement document is needed", usage("new").unwrap_or_default()),
    }
}

fn sort(model: &mut Model, by: &str) -> Vec<Cmd> {
    let sort = match by {
        "name" => Sort::Name,
        "score" => Sort::Score,
        "recent" => Sort::Recent,
        "need" | "" => Sort::Need,
        other => {
            let hint = "sort need · sort name · sort score · sort recent";
            return wrong(model, format!("features cannot be sorted by {other:?}"), hint);
        }
    };
    model.features.set_sort(sort);
    model.say(format!("sorted: {}", sort.name()));
    Vec::new()
}

/// The words of a reason, and the feature that may be named before them. A feature that is not the selected one is gone
/// to, and the words stand in the question: words may begin like a feature.
fn reason(model: &mut Model, rest: &str) -> (bool, String) {
    let (name, words) = line::first(rest);
    let is_feature = model.features.ids().any(|id| id.as_str() == name);
    let (goes, words) = if is_feature {
        let is_other = model.features.selected().is_none_or(|id| id.as_str() != name);
        go_to(model, name);
        (is_other, words)
    } else {
        (false, rest)
    };
    let said = words.strip_prefix("--reason").filter(|said| said.starts_with([' ', '=']));
    let words = said.map_or_else(
        || words.to_owned(),
        |said| crate::terminal::words(said.trim_start_matches('=')).join(" "),
    );
    (goes, words)
}

fn abort(model: &mut Model, rest: &str) -> Vec<Cmd> {
    let (goes, words) = reason(model, rest);
    if goes {
        return runs::abort(model, &words);
    }
    runs::abort_with(model, &words)
}

fn unfreeze(model: &mut Model, rest: &str) -> Vec<Cmd> {
    let (goes, words) = reason(model, rest);
    match model.features.selected().cloned() {
        Some(id) if goes || words.is_empty() => actions::open_prompt(model, Purpose::Reason(id), &words),
        Some(id) => return vec![Cmd::Order(id, Order::Explain { reason: words })],
        None => actions::nothing_selected(model),
    }
    Vec::new()
}

/// `reset [ID] [best | --from-best]`
fn reset(model: &mut Model, line: &Line<'_>) -> Vec<Cmd> {
    let mut words: Vec<&str> = line.words.iter().map(String::as_str).collect();
    let from_best = line.option("--from-best").is_some() || words.last() == Some(&"best");
    words.retain(|word| *word != "best");
    match words.as_slice() {
        [] => {}
        [name] => {
            if !go_to(model, name) {
                return Vec::new();
            }
        }
        [_, more, ..] => {
            let what = format!("{more:?} is nothing to reset from");
            return wrong(model, what, usage("reset").unwrap_or_default());
        }
    }
    runs::reset(model, from_best)
}

/// `diff [ID] [2 | 1..3 | 1 3 | frozen | looked | rejected]`: numbers are those of the iterations of the last run.
fn diff(model: &mut Model, line: &Line<'_>, typed: &str) -> Vec<Cmd> {
    let mut words: Vec<&str> = line.words.iter().map(String::as_str).collect();
    let is_feature = |word: &&str| model.features.ids().any(|id| id.as_str() == *word);
    if words.first().is_some_and(is_feature)
        && let Ok(id) = words.remove(0).parse::<FeatureId>()
    {
        model.features.select(&id);
    }
    if waits_for_reading(model, typed) {
        return Vec::new();
    }
    let Some(detail) = model.current().cloned() else {
        actions::nothing_read(model);
        return Vec::new();
    };
    let (old, new) = match words.as_slice() {
        [] if line.words.is_empty() => return actions::act(model, Action::Base),
        [] => {
            actions::show(model, PaneKey::Diff);
            return Vec::new();
        }
        [two] => two.split_once("..").map_or((*two, None), |(old, new)| (old, Some(new))),
        [old, new, ..] => (*old, Some(*new)),
    };
    let base = |word: &str| detail.base_typed(word.trim());
    match (base(old), new.map(base).transpose()) {
        (Ok(old), Ok(new)) => actions::compare(model, old, new),
        (Err(why), _) | (_, Err(why)) => {
            let near = meant(old, model.features.ids().map(FeatureId::as_str)).map(str::to_owned);
            let hint = near.map(|id| format!("did you mean {id}?"));
            let usage = || "diff 2 · diff 1..3 · diff frozen · diff looked · diff rejected; a feature's name may stand before it";
            wrong(model, why, hint.unwrap_or_else(|| usage().to_owned()))
        }
    }
}

#[cfg(test)]
mod tests;
