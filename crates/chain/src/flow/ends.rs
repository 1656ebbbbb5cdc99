//! The ends of a chain. `start` puts one under a feature, or adopts the `.meta.json` of another tool. `finish`: "Add status update,
//! history cleanup"; it runs no git: front ends show the commands.

use std::collections::BTreeMap;

use frieze_data::text::shell_word;
use frieze_kernel::{By, FileState, NoteKind, Refusal, Step};
use serde_json::json;

use super::enter::check_design;
use super::players;
use super::record::{Outcome, Record};
use super::sheets::{is_edited, is_gone, stale};
use super::table::{ChainPhase, leave_first, refused};
use super::turn::{Stepped, Turn};
use crate::meta::{Meta, Mode, PhaseState, Status};
use crate::phase::FeaturePhase;
use crate::sections;

/// The longest name or path, in bytes.
const LONGEST: usize = 1_000;
/// What the message about an end begins with; how it ended follows.
const FINISHED: &str = "finished: ";

/// What can be wrong with a phase: its words, whether it is so, and what the phase's command does about it.
type Wrong<'p> = (&'p str, &'p dyn Fn(FeaturePhase) -> bool, &'p str);

/// How a feature can end, as the command names it.
const OUTCOMES: [&str; 4] = ["pr", "merge", "keep", "discard"];

/// Begins or adopts.
pub(super) fn start(mut record: Record, words: &[String], turn: &Turn<'_>) -> Stepped {
    // Frieze has written its state into the file.
    if record.own.revision > 0 {
        return Err(refused(&record, "exists", "it has a chain already"));
    }
    let refuse = |why: String| Refusal::new("start", why, "frieze chain start --help");
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if !["mode", "worktree", "name"].contains(&key) || value.trim().is_empty() || value.len() > LONGEST {
            let what = "none of mode=…, worktree=… and name=…, or has no value, or a longer one than";
            return Err(refuse(format!("{word:.100?} is {what} {LONGEST} bytes")));
        }
        given.insert(key, value.trim());
    }
    let unknown = |name: &str| {
        refuse(format!("there is no mode {name:?}; use {}", Mode::ALL.map(Mode::name).join(", ")))
    };
    let mode = given.get("mode").map(|name| Mode::named(name).ok_or_else(|| unknown(name))).transpose()?;
    let worktree = given.get("worktree").copied();
    worktree.map_or(Ok(()), check_worktree).map_err(refuse)?;
    if record.is_made() {
        let given = [("mode", mode.map(Mode::name)), ("worktree", worktree)];
        given.iter().for_each(|(key, value)| value.iter().for_each(|value| record.meta.0.put(key, value)));
        let text = "adopted: another tool began it";
        return Ok(Step::to(record, By::Human).note(NoteKind::Order, text, json!({})));
    }
    let (mode, id) = (mode.unwrap_or_default(), record.id.as_str());
    record.meta = Meta::new(id, given.get("name").unwrap_or(&id), mode, worktree, turn.facts.now);
    Ok(Step::to(record, By::Human).note(NoteKind::Order, "begun", json!({ "mode": mode.name() })))
}

/// Checks that a worktree is relative to the workspace.
///
/// # Errors
/// What is wrong with it.
pub fn check_worktree(path: &str) -> Result<(), String> {
    let path = path.trim();
    let is_absolute = path.starts_with(['/', '\\', '~']) || path.get(1..2) == Some(":");
    if is_absolute || path.is_empty() || path.len() > LONGEST {
        let how = "is absolute, empty or too long; give it relative to the workspace";
        return Err(format!("the worktree {path:.100?} {how}"));
    }
    Ok(())
}

/// What is left to a person after a feature has ended this way: git commands. Its work is at `place`, or here.
pub fn after_the_end(outcome: &str, feature: &str, place: Option<&str>) -> Vec<String> {
    let [first, second] = match outcome {
        "pr" => [format!("git push -u origin {feature}"), format!("gh pr create --head {feature}")],
        "merge" => [format!("git merge --no-ff {feature}"), format!("git branch -d {feature}")],
        "discard" => return vec![format!("git branch -D {feature}")],
        _ => return Vec::new(),
    };
    let look = "uncommitted changes are no part of it; look for them first:".to_owned();
    let at = place.map_or_else(String::new, |place| format!(" -C {}", shell_word(place)));
    vec![look, format!("git{at} status --short"), first, second]
}

/// How the feature has ended, if a person said so here.
pub(super) fn outcome(record: &Record) -> Option<&str> {
    let ended = record.own.outcome.as_ref().filter(|outcome| outcome.phase == FeaturePhase::Finish)?;
    ended.message.strip_prefix(FINISHED)?.split(';').next()
}

/// Ends the feature. If phases would be skipped, a person has to say that it proceeds.
pub(super) fn finish(mut record: Record, words: &[String], turn: &Turn<'_>) -> Stepped {
    let has = |word: &str| words.iter().any(|given| given == word);
    let is_known = |word: &String| *word == "proceed" || OUTCOMES.contains(&word.as_str());
    let mut named = OUTCOMES.into_iter().filter(|outcome| has(outcome));
    let (Some(outcome), None, true) = (named.next(), named.next(), words.iter().all(is_known)) else {
        return Err(refused(&record, "outcome", "say how it ends: pr, merge, keep or discard"));
    };
    if outcome == "keep" {
        return Ok(Step::same(record));
    }
    if record.own.state != ChainPhase::Ready {
        return Err(leave_first(&record, "something is under way"));
    }
    if outcome != "discard" {
        check_design(&record, false, turn.facts).map_err(|(_, refusal)| refusal)?;
    }
    let (phase, files, open) = (FeaturePhase::Finish, turn.facts, "not completed");
    let state = |phase| record.meta.phase(phase);
    let mut blockers = state(FeaturePhase::Verify).reviewer_notes;
    blockers.retain(|note| note.starts_with("[blocker]"));
    // `currentPhase` completes nothing: phases were skipped, or another program or a person wrote it.
    let is_open = |one| one < phase && (state(one).is_partial() || state(one).completed.is_none());
    let is_stale = |phase| phase >= FeaturePhase::Design && stale(&record, phase, files).is_some();
    let wrong: [Wrong<'_>; 5] = [
        ("not approved", &|phase| phase == FeaturePhase::Verify && !blockers.is_empty(), "` makes it again"),
        ("missing", &|phase| is_gone(&record, phase, files), "` makes it again"),
        ("edited since the review", &|phase| is_edited(&record, phase, files), " --review` has it reviewed"),
        ("stale", &is_stale, "` makes it again"),
        (open, &is_open, " --continue` goes on with it"),
    ];
    let named = wrong.iter().filter_map(|(what, is_so, _)| {
        let name = |phase: FeaturePhase| phase.artifact().filter(|_| *what != open).unwrap_or(phase.name());
        let names: Vec<&str> = FeaturePhase::all().filter(|phase| is_so(*phase)).map(name).collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    });
    let why = blockers.iter().cloned().chain(named).collect::<Vec<_>>().join("; ");
    if !why.is_empty() && outcome != "discard" && !has("proceed") {
        // The earliest that was not skipped: later ones are made from it, or refused without it.
        let again =
            FeaturePhase::all().filter(|one| state(*one) != PhaseState::default()).find_map(|phase| {
                let (.., does) = wrong.iter().find(|(_, is_so, _)| is_so(phase))?;
                let enters = || format!("`frieze chain {} {}{does}", phase.name(), record.id);
                Some(players::cannot_continue(&record, phase, files).unwrap_or_else(enters))
            });
        let accept = format!("frieze chain finish {} --outcome {outcome} --proceed", record.id);
        let hint = again.map(|again| format!("{again}; to accept what is there: {accept}"));
        return Err(Refusal::new("skips", why, hint.unwrap_or(accept)));
    }
    let (open, all) = open_tasks(turn);
    let is_discarded = outcome == "discard";
    record.meta.end(if is_discarded { Status::Abandoned } else { Status::Completed }, turn.facts.now);
    record.own.state = if is_discarded { ChainPhase::Abandoned } else { ChainPhase::Completed };
    (record.own.active, record.own.problem, record.own.cleanup) = (None, None, true);
    let (approved, are) = (open == 0, if open == 1 { "is" } else { "are" });
    let warning = format!("; {open} of {all} tasks {are} not checked off");
    let message = format!("{FINISHED}{outcome}{}", if approved { "" } else { &warning });
    record.own.outcome =
        Some(Outcome { phase, iterations: 0, folder: 0, approved, message: message.clone() });
    let data = json!({ "outcome": outcome, "unfinishedTasks": open });
    let step = Step::to(record, By::Human).note(NoteKind::Order, message, data);
    let history = turn.files.history();
    Ok(if *turn.facts.at(&history) == FileState::Absent { step } else { step.remove(history) })
}

/// How many tasks of `tasks.md` are not checked off, and how many there are.
pub(super) fn open_tasks(turn: &Turn<'_>) -> (usize, usize) {
    let tasks = sections::tasks(turn.artifact_text(FeaturePhase::CreateTasks).unwrap_or_default());
    (tasks.iter().filter(|task| !task.is_done).count(), tasks.len())
}

/// Removes the history if an interruption kept it: the record says that it is due (TD5).
pub(super) fn cleaned_up(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    if !record.own.cleanup {
        return Step::same(record);
    }
    let history = turn.files.history();
    if *turn.facts.at(&history) == FileState::Absent {
        record.own.cleanup = false;
        return Step::to(record, By::Engine);
    }
    let text = "the review history was removed";
    Step::to(record, By::Engine).remove(history).note(NoteKind::Artifact, text, json!({}))
}
