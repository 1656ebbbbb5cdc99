//! Command line of the screen: the verbs of the shell, with completion. What the screen does not do itself is run as in the
//! shell, and what it prints is shown.

use std::collections::BTreeSet;

use super::prompts::{new_feature, open_prompt};
use super::selected::{say_unread, selected, selected_detail, selected_run};
use super::show_pane::show;
use super::{actions, deciding, past_iterations, run_control};
use crate::tui::command_line::line::{Line, PROGRAM};
use crate::tui::command_line::verbs::usage;
use crate::tui::command_line::{line, verbs};
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::Modal;
use crate::tui::modal::ask::{Ask, Yes};
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::{DESIGN, RunKey};
use crate::tui::msg::Cmd;
use frieze_data::id::FeatureId;
use frieze_data::text::closest;
use frieze_kernel::files::Home;
use frieze_kernel::{Attention, Order, Verb};

/// Reports a command line that cannot be carried out.
fn wrong(model: &mut Model, what: impl Into<String>, hint: impl Into<String>) -> Vec<Cmd> {
    model.report(&Problem::new(what.into(), hint.into()));
    Vec::new()
}

/// The options that each verb takes here.
const OPTIONS: [(&str, &str); 5] = [
    ("approve", "--note"),
    ("new", "--brief"),
    ("reset", "--from-best"),
    ("reset", "--undo"),
    ("run", "--all"),
];

/// Carries out a command line.
pub fn command(model: &mut Model, typed: &str) -> Vec<Cmd> {
    let line = Line::of(typed);
    if verbs::is_about_one(line.verb) {
        model.features.pin_selection();
    }
    match line.verb {
        "" => return Vec::new(),
        "filter" => {
            model.features.set_filter(line.rest);
            return Vec::new();
        }
        "abort" => {
            let Some(words) = reason(model, line.rest) else { return Vec::new() };
            let is_decided = |card: &Card| card.needs == Some(Attention::Decision);
            if model.features.selected_card().is_some_and(is_decided) && waits_for_reading(model, typed) {
                return Vec::new();
            }
            return run_control::abort(model, &words);
        }
        "unfreeze" => return unfreeze(model, line.rest),
        "help" => return help(model, &line),
        _ => {}
    }
    let is_foreign = |(name, _): &(String, String)| !OPTIONS.contains(&(line.verb, name.as_str()));
    if let Some((option, _)) = line.options.iter().find(|option| is_foreign(option)) {
        if is_of_shell(model, line.verb) {
            return shell(model, &line);
        }
        if usage(line.verb).is_none() && flow_verb(model, line.verb).is_none() {
            return unknown(model, line.verb);
        }
        let hint = usage(line.verb).unwrap_or("help shows the keys; tab completes the verbs");
        return wrong(model, format!("{} takes no {option}", line.verb), hint);
    }
    match line.verb {
        "q" | "quit" => vec![Cmd::Quit],
        "new" => new(model, &line),
        "diff" => diff(model, &line, typed),
        "run" if line.rest == "all" || line.option("--all").is_some() => actions::act(model, Action::RunAll),
        "run" if line.words.len() > 1 => run_several(model, &line.words),
        "run" | "show" | "log" | "approve" | "reject" | "pause" | "preview" => about_one(model, &line, typed),
        "reset" => reset(model, &line),
        other => match flow_verb(model, other) {
            Some(verb) => order_verb(model, verb, line.words),
            None if is_of_shell(model, other) => shell(model, &line),
            None => unknown(model, other),
        },
    }
}

/// Whether the shell has a verb. The name of a workflow is that of its verbs there.
fn is_of_shell(model: &Model, verb: &str) -> bool {
    verbs::is_of_shell(verb) || model.others.iter().any(|flow| flow.name == verb)
}

/// A verb of the selected run's workflow. What the shell has a verb for means the same here.
fn flow_verb(model: &Model, name: &str) -> Option<Verb> {
    let is_own = |verb: &&Verb| verb.name == name && !verbs::is_of_shell(name);
    model.other_flow()?.verbs.iter().find(is_own).copied()
}

/// Gives a verb of its workflow to the selected run. A phase that does not allow it is named.
fn order_verb(model: &mut Model, verb: Verb, mut words: Vec<String>) -> Vec<Cmd> {
    let Some(run) = selected_run(model) else { return Vec::new() };
    model.features.pin_selection();
    // The run's own name may come first, as in the shell.
    if words.first().is_some_and(|word| *word == run.to_string() || word == run.id.as_str()) {
        words.remove(0);
    }
    let Some(card) = model.features.card_of(&run) else {
        say_unread(model);
        return Vec::new();
    };
    if !verb.phases.is_empty() && !verb.phases.contains(&card.state) {
        let what = format!("{run} is {}, and {} is not possible there", card.state, verb.name);
        return wrong(model, what, format!("it is possible in {}", verb.phases.join(", ")));
    }
    if run_control::report_elsewhere(model, &run) {
        return Vec::new();
    }
    let asked = verb.final_words.iter().find(|(word, _)| words.iter().any(|given| given == word));
    let (progress, name) = (format!("{}: {run}.", verb.name), run.to_string());
    let cmds = vec![Cmd::Order(run, Order::Verb { verb: verb.name, words, text: None })];
    let Some((word, effect)) = asked else {
        model.say(progress);
        return cmds;
    };
    let question = format!("{} {word}: {name}?", verb.name);
    ask_before_the_end(model, question, effect, verb.name, Yes::Give(cmds, progress));
    Vec::new()
}

/// Asks before something that cannot be undone.
fn ask_before_the_end(model: &mut Model, question: String, effect: &str, does: &'static str, yes: Yes) {
    let text = vec![question, effect.to_owned(), "This cannot be undone.".to_owned()];
    model.modal = Some(Modal::Ask(Box::new(Ask::new(" Cannot be undone ", text, does, yes))));
}

/// Whether a command asks on the terminal, or opens an editor there.
fn is_on_terminal(line: &Line<'_>) -> bool {
    matches!(line.verb, "approve" | "reject" | "trust" | "use")
        || line.verb == "answer" && line.option("--edit").is_some()
}

/// Runs a command as in the shell and shows what it prints. Without a feature, it is about the selected one.
fn shell(model: &mut Model, line: &Line<'_>) -> Vec<Cmd> {
    let mut typed = format!("{PROGRAM} {} {}", line.verb, line.rest).trim_end().to_owned();
    if let (true, Some(id)) =
        (line.words.is_empty() && verbs::is_about_one(line.verb), model.features.selected())
    {
        typed = format!("{typed} {id}");
    }
    if is_on_terminal(line) {
        return vec![Cmd::OnTerminal(typed)];
    }
    let own = model.others.iter().filter(|flow| flow.name == line.verb).flat_map(|flow| flow.verbs);
    let own = own.into_iter().find(|own| line.words.first().is_some_and(|word| word == own.name));
    let values = line.options.iter().map(|(_, value)| value);
    let given: Vec<&String> = line.words.iter().chain(values).collect();
    let is_given = |word: &str| given.iter().any(|given| *given == word);
    let end = own.and_then(|own| Some((own, own.final_words.iter().find(|(word, _)| is_given(word))?)));
    if let Some((verb, (_, effect))) = end {
        let question = format!("{} {}?", line.verb, line.rest);
        ask_before_the_end(model, question, effect, verb.name, Yes::InShell(typed));
        return Vec::new();
    }
    vec![Cmd::Program(model.open_sheet(typed.clone()), typed)]
}

/// Reports an unknown verb.
fn unknown(model: &mut Model, verb: &str) -> Vec<Cmd> {
    let own = model.verbs().iter().map(|verb| verb.name).chain(model.others.iter().map(|flow| flow.name));
    let names: BTreeSet<&str> = verbs::names().chain(own).collect();
    let hint = match closest(verb, names.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => names.into_iter().collect::<Vec<_>>().join(" "),
    };
    wrong(model, format!("Unknown command {verb:?}"), hint)
}

fn help(model: &mut Model, line: &Line<'_>) -> Vec<Cmd> {
    match line.two() {
        [Some(verb), _] => match (usage(verb), flow_verb(model, verb)) {
            (Some(usage), _) => model.say(usage),
            (None, Some(verb)) => model.say(verbs::usage_of(&verb)),
            (None, None) if is_of_shell(model, verb) => {
                return shell(model, &Line::of(&format!("{} --help", line.rest)));
            }
            (None, None) => return unknown(model, verb),
        },
        [None, _] => actions::act(model, Action::Help).clear(),
    }
    Vec::new()
}

/// Verbs about one feature: the named one, else the selected one.
fn about_one(model: &mut Model, line: &Line<'_>, typed: &str) -> Vec<Cmd> {
    if let [_, Some(more)] = line.two()
        && (line.verb != "show" || !more.starts_with('/'))
    {
        let hint = usage(line.verb).unwrap_or_default();
        return wrong(model, format!("{} takes one feature, but {more:?} is a second one", line.verb), hint);
    }
    if let [Some(name), _] = line.two() {
        if !go_to(model, name) {
            return Vec::new();
        }
        if !name.contains('/') && matches!(line.verb, "run" | "approve" | "reject") {
            model.features.select_due();
        }
    }
    match line.verb {
        // Of this feature, whichever are marked.
        "run" => return run_control::run(model),
        "pause" => return run_control::pause(model),
        "preview" => return actions::act(model, Action::OpenPreview),
        "log" => show(model, PaneKey::Journal),
        "show" => {
            if let [_, Some(pointer)] = line.two()
                && !waits_for_reading(model, typed)
            {
                past_iterations::leave(model);
                actions::jump(model, pointer);
            }
        }
        "approve" | "reject" if waits_for_reading(model, typed) => {}
        "approve" | "reject" => {
            if model.is_other_selected() && line.option("--note").is_some() {
                return wrong(model, "This decision takes no note here", "`frieze` in a shell may take it");
            }
            if let (Some(id), Some(note)) = (model.features.selected().cloned(), line.option("--note")) {
                model.drafts.add_to_decision_note(&id, "approve", note);
            }
            let order = if line.verb == "approve" { "approve" } else { "reject" };
            return deciding::decide(model, Some(order));
        }
        _ => {}
    }
    Vec::new()
}

/// Whether a command has to wait until its feature is read. It is carried out then, unless a key comes first.
fn waits_for_reading(model: &mut Model, typed: &str) -> bool {
    let run = model.features.selected_run().filter(|_| model.current().is_none()).cloned();
    let waits = run.is_some();
    if let Some(run) = run {
        model.pending_command = Some((run, typed.to_owned()));
    }
    waits
}

/// The feature with a typed name; reports an unknown one.
fn known(model: &mut Model, name: &str) -> Option<FeatureId> {
    let id = name.parse::<FeatureId>().ok().filter(|id| model.features.ids().any(|other| other == id));
    if id.is_none() {
        let near = closest(name, model.features.ids().map(FeatureId::as_str));
        let hint =
            near.map_or_else(|| "tab completes the names".to_owned(), |id| format!("did you mean {id}?"));
        wrong(model, format!("No feature {name:?}"), hint);
    }
    id
}

/// Selects a feature, or a run of another workflow, by its name in the list; reports an unknown one.
fn go_to(model: &mut Model, name: &str) -> bool {
    let others = model.features.keys().filter(|key| key.design().is_none());
    let other = others.into_iter().find(|key| name.contains('/') && key.to_string() == name).cloned();
    if let Some(key) = other {
        model.features.select_run(&key);
        return true;
    }
    // A feature's name is that of its design, which can be named as those of other workflows too.
    let design = name.strip_prefix(DESIGN).and_then(|name| name.strip_prefix('/'));
    let id = known(model, design.unwrap_or(name));
    if let Some(id) = &id {
        model.features.select(id);
    }
    id.is_some()
}

/// Runs the features with these names, or reports the first unknown one.
fn run_several(model: &mut Model, names: &[String]) -> Vec<Cmd> {
    let keys: Option<Vec<RunKey>> = names.iter().map(|name| known(model, name).map(RunKey::from)).collect();
    keys.map(|keys| run_control::start_or_continue(model, keys)).unwrap_or_default()
}

/// `new FILE [ID]`, or as in the shell `new ID --brief FILE`.
fn new(model: &mut Model, line: &Line<'_>) -> Vec<Cmd> {
    match (line.option("--brief"), line.two()) {
        (Some(path), [Some(id), None]) if !path.is_empty() => new_feature::create(model, path, Some(id)),
        (None, [Some(_), _]) => new_feature::make(model, line.rest),
        _ => wrong(model, "The requirement document is missing", usage("new").unwrap_or_default()),
    }
}

/// The words of a reason, after the feature's name or `--reason`; `None` if there is no such feature.
fn reason(model: &mut Model, rest: &str) -> Option<String> {
    let (name, words) = line::first(rest);
    let is_named = !name.is_empty() && !name.starts_with("--reason");
    if is_named && !go_to(model, name) {
        return None;
    }
    let words = if is_named { words } else { rest };
    let said = words.strip_prefix("--reason").filter(|said| said.starts_with([' ', '=']));
    Some(said.map_or_else(
        || words.to_owned(),
        |said| crate::terminal::shell_words(said.trim_start_matches('=')).join(" "),
    ))
}

fn unfreeze(model: &mut Model, rest: &str) -> Vec<Cmd> {
    let Some(words) = reason(model, rest) else { return Vec::new() };
    let Some(id) = selected(model) else { return Vec::new() };
    let card = model.features.card(&id);
    if card.is_some_and(|card| card.needs != Some(Attention::Reason)) {
        let (is_sealed, marker) = (card.is_some_and(|card| card.is_sealed), Home::of(&id).marker());
        return match is_sealed {
            true => {
                wrong(model, format!("{id} is frozen"), format!("delete {marker} yourself to unfreeze it"))
            }
            false => wrong(
                model,
                format!("{id} needs no reason"),
                format!("a reason is asked for once {marker} is deleted"),
            ),
        };
    }
    open_prompt(model, Purpose::About(id, Subject::Unfreeze), &words);
    Vec::new()
}

/// `reset [ID] [best | --from-best | --undo]`
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
            let what = format!("reset takes no {more:?}");
            return wrong(model, what, usage("reset").unwrap_or_default());
        }
    }
    if line.option("--undo").is_some() {
        return run_control::undo_reset(model);
    }
    match from_best {
        true => run_control::ask_to_reset(model, true),
        false => run_control::reset(model, false),
    }
}

/// `diff [ID] [2 | 1..3 | 1 3 | frozen | looked | rejected]`. Numbers are iterations of the last run.
fn diff(model: &mut Model, line: &Line<'_>, typed: &str) -> Vec<Cmd> {
    let mut words: Vec<&str> = line.words.iter().map(String::as_str).collect();
    let is_feature = |word: &str| model.features.ids().any(|id| id.as_str() == word);
    let named = words.first().filter(|word| is_feature(word)).and_then(|word| word.parse::<FeatureId>().ok());
    if let Some(id) = named {
        words.remove(0);
        model.features.select(&id);
    } else if let Some(about) = model.features.selected_run().filter(|run| run.design().is_none()) {
        // Only designs are compared.
        let card = model.features.card_of(about);
        let id = card.and_then(|card| card.about.clone()).unwrap_or_else(|| about.id.clone());
        if is_feature(id.as_str()) {
            model.features.select(&id);
        }
    }
    if waits_for_reading(model, typed) {
        return Vec::new();
    }
    let Some(detail) = selected_detail(model) else { return Vec::new() };
    let (old, new) = match words.as_slice() {
        [] if line.words.is_empty() => return actions::act(model, Action::Base),
        [] => {
            show(model, PaneKey::Diff);
            return Vec::new();
        }
        [two] => two.split_once("..").map_or((*two, None), |(old, new)| (old, Some(new))),
        [old, new, ..] => (*old, Some(*new)),
    };
    let base = |word: &str| detail.parse_base(word.trim());
    match (base(old), new.map(base).transpose()) {
        (Ok(old), Ok(new)) => actions::compare(model, old, new),
        (Err(why), _) | (_, Err(why)) => {
            let near = closest(old, model.features.ids().map(FeatureId::as_str)).map(str::to_owned);
            let hint = near.map(|id| format!("did you mean {id}?"));
            let usage = || "diff 2 · diff 1..3 · diff frozen · diff looked · diff rejected, after an optional feature";
            wrong(model, why, hint.unwrap_or_else(|| usage().to_owned()))
        }
    }
}

#[cfg(test)]
mod tests;
