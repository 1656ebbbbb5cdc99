//! The command line of the screen: the same verbs as in a shell, on this workspace, with completion.

use super::super::detail::{Base, Stated};
use super::super::features::{Features, Sort};
use super::super::keys::{Action, PaneKey};
use super::super::model::Model;
use super::super::msg::Cmd;
use super::{actions, runs};
use crate::domain::id::FeatureId;
use crate::kernel::Order;

/// What stands behind a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Nothing,
    /// A feature; the selected one where none is named.
    Feature,
    /// A file, and an id.
    File,
    /// Words, about the selected feature.
    Words,
    /// One of these.
    OneOf(&'static [&'static str]),
}

/// The verbs. What they mean is what they mean in a shell.
const VERBS: [(&str, Takes, &str); 18] = [
    ("abort", Takes::Words, "abort REASON · stop a run, or give up a candidate"),
    ("approve", Takes::Feature, "approve [ID] · opens the gate"),
    (
        "diff",
        Takes::OneOf(&["A..B", "frozen", "rejected"]),
        "diff [A | A..B | frozen | rejected] · what to compare",
    ),
    ("doctor", Takes::Nothing, "doctor · run `frieze doctor` in a shell"),
    ("filter", Takes::Words, "filter WORDS · only features with these words"),
    ("help", Takes::Nothing, "help · all keys"),
    ("log", Takes::Feature, "log [ID] · the journal"),
    ("new", Takes::File, "new FILE [ID] · a feature from a requirement document"),
    ("pause", Takes::Feature, "pause [ID] · stop working on it; run goes on"),
    ("preview", Takes::Feature, "preview [ID] · open preview.html in the browser"),
    ("quit", Takes::Nothing, "quit"),
    ("reject", Takes::Feature, "reject [ID] · opens the gate"),
    ("reset", Takes::OneOf(&["best"]), "reset [best] · a failed feature back to IDLE"),
    ("run", Takes::Feature, "run [ID… | all]"),
    ("show", Takes::Feature, "show ID · go to a feature"),
    ("sort", Takes::OneOf(&["name", "need", "recent", "score"]), "sort need | name | score | recent"),
    ("unfreeze", Takes::Words, "unfreeze REASON · why FROZEN.md was deleted"),
    ("verify", Takes::Nothing, "verify · check every frozen design"),
];

/// What a verb looks like, for the line above the prompt; `None` for what is no verb.
pub fn usage(line: &str) -> Option<&'static str> {
    let verb = line.split_whitespace().next()?;
    VERBS.iter().find(|(name, ..)| *name == verb).map(|(_, _, usage)| *usage)
}

/// How a line may go on: whole lines, sorted.
pub fn completions(line: &str, features: &Features) -> Vec<String> {
    let Some((verb, rest)) = line.split_once(' ') else {
        let names = VERBS.iter().map(|(name, ..)| *name).filter(|name| name.starts_with(line));
        return names.map(|name| format!("{name} ")).collect();
    };
    let last = rest.rsplit(' ').next().unwrap_or_default();
    let head = line.get(..line.len() - last.len()).unwrap_or_default();
    let takes = VERBS.iter().find(|(name, ..)| *name == verb).map(|(_, takes, _)| *takes);
    let mut words: Vec<String> = match takes {
        Some(Takes::Feature) => features.ids().map(ToString::to_string).collect(),
        Some(Takes::OneOf(words)) => words.iter().map(ToString::to_string).collect(),
        Some(Takes::Nothing | Takes::File | Takes::Words) | None => Vec::new(),
    };
    words.retain(|word| word.starts_with(last));
    words.sort_unstable();
    words.into_iter().map(|word| format!("{head}{word}")).collect()
}

/// Does what a command line asks for.
pub fn command(model: &mut Model, line: &str) -> Vec<Cmd> {
    let (verb, rest) =
        line.split_once(char::is_whitespace).map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
    match verb {
        "" => {}
        "q" | "quit" => return vec![Cmd::Quit],
        "help" => actions::act(model, Action::Help).clear(),
        "sort" => return sort(model, rest),
        "filter" => model.features.set_filter(rest),
        "new" => return super::typed::new_feature(model, rest),
        "verify" => {
            model.say("checking every frozen design…");
            return vec![Cmd::Verify];
        }
        "doctor" => model.say("`frieze doctor` in a shell tells what is configured, locked or damaged"),
        "diff" => return diff(model, rest),
        "unfreeze" => return with_words(model, rest, |reason| Order::Explain { reason }),
        "abort" => return runs::abort_with(model, rest),
        "run" if rest == "all" => return actions::act(model, Action::RunAll),
        "run" if rest.contains(' ') => return run_several(model, rest),
        "run" | "show" | "log" | "approve" | "reject" | "pause" | "preview" | "reset" => {
            if verb != "reset" && !rest.is_empty() && !go_to(model, rest) {
                return Vec::new();
            }
            return about_selected(model, verb, rest);
        }
        other => {
            let names: Vec<&str> = VERBS.iter().map(|(name, ..)| *name).collect();
            let stated = Stated { what: format!("{other:?} is no command"), hint: names.join(" ") };
            model.complain(&stated);
        }
    }
    Vec::new()
}

fn about_selected(model: &mut Model, verb: &str, rest: &str) -> Vec<Cmd> {
    match verb {
        "run" => return actions::act(model, Action::Run),
        "pause" => return actions::act(model, Action::Pause),
        "preview" => return actions::act(model, Action::OpenPreview),
        "reset" if !matches!(rest, "" | "best") => model.complain(&Stated {
            what: format!("{rest:?} is nothing to reset from"),
            hint: "reset · reset best; both are about the selected feature".to_owned(),
        }),
        "reset" => return runs::reset(model, rest == "best"),
        "log" => actions::show(model, PaneKey::Journal),
        "approve" | "reject" => actions::decide(model),
        _ => {}
    }
    Vec::new()
}

/// Selects a feature; says so where there is none of that name.
fn go_to(model: &mut Model, name: &str) -> bool {
    let id = name.parse::<FeatureId>().ok().filter(|id| model.features.ids().any(|other| other == id));
    match id {
        Some(id) => {
            model.features.select(&id);
            true
        }
        None => {
            model.complain(&Stated {
                what: format!("there is no feature {name:?}"),
                hint: "tab completes the names".to_owned(),
            });
            false
        }
    }
}

fn run_several(model: &mut Model, names: &str) -> Vec<Cmd> {
    let ids: Result<Vec<FeatureId>, _> = names.split_whitespace().map(str::parse).collect();
    match ids {
        Ok(ids) => vec![Cmd::RunAll(ids)],
        Err(e) => {
            model.complain(&Stated { what: e.to_string(), hint: "tab completes the names".to_owned() });
            Vec::new()
        }
    }
}

fn sort(model: &mut Model, by: &str) -> Vec<Cmd> {
    let sort = match by {
        "name" => Sort::Name,
        "score" => Sort::Score,
        "recent" => Sort::Recent,
        "need" | "" => Sort::Need,
        other => {
            model.complain(&Stated {
                what: format!("features cannot be sorted by {other:?}"),
                hint: "sort need · sort name · sort score · sort recent".to_owned(),
            });
            return Vec::new();
        }
    };
    model.features.set_sort(sort);
    model.say(format!("sorted: {}", sort.name()));
    Vec::new()
}

fn with_words(model: &mut Model, words: &str, order: impl FnOnce(String) -> Order) -> Vec<Cmd> {
    match model.features.selected().cloned() {
        Some(id) if !words.is_empty() => vec![Cmd::Order(id, order(words.to_owned()))],
        Some(_) => {
            model.say("say why, in words behind the command");
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// `diff 2`, `diff 1..3`, `diff frozen`, `diff rejected`: numbers are those of the iteration folders.
fn diff(model: &mut Model, what: &str) -> Vec<Cmd> {
    let Some(detail) = model.current().cloned() else { return Vec::new() };
    let pair = match what {
        "" => return actions::act(model, Action::Base),
        "rejected" => detail.bases().into_iter().find(|b| matches!(b, Base::Rejected(_))).map(|b| (b, None)),
        two => match two.split_once("..") {
            Some((a, b)) => Base::typed(a.trim()).zip(Base::typed(b.trim())).map(|(a, b)| (a, Some(b))),
            None => Base::typed(two).map(|a| (a, None)),
        },
    };
    match pair {
        Some((base, with)) => actions::compare(model, base, with),
        None => {
            let hint = "diff 2 · diff 1..3 · diff frozen · diff rejected".to_owned();
            model.complain(&Stated { what: format!("there is no {what:?} to compare with"), hint });
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(names: &[&str]) -> Features {
        let mut features = Features::default();
        features.list(&names.iter().map(|name| name.parse().unwrap()).collect::<Vec<_>>());
        features
    }

    #[test]
    fn verbs_and_features_are_completed() {
        let features = features(&["refunds", "checkout", "checks"]);
        let check = |line: &str, expected: &[&str]| {
            assert_eq!(completions(line, &features), expected, "{line:?}");
        };
        check("re", &["reject ", "reset "]);
        check("run ch", &["run checkout", "run checks"]);
        check("run refunds ch", &["run refunds checkout", "run refunds checks"]);
        check("sort s", &["sort score"]);
        check("quit x", &[]);
        check("nonsense ", &[]);
    }

    #[test]
    fn every_verb_is_sorted_and_told() {
        assert!(VERBS.is_sorted_by_key(|(name, ..)| *name));
        for (name, _, told) in VERBS {
            assert!(told.starts_with(name), "{told}");
            assert_eq!(usage(&format!("{name} x")), Some(told));
        }
    }
}
