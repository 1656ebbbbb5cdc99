//! The verbs of a person. "Skills produce artifacts; commands manage the loop."

use std::collections::BTreeSet;

use frieze_kernel::{By, FileState, NoteKind, Order, Refusal, Step};
use serde_json::json;

use super::record::{Active, Player, Question, QuestionKind, Record};
use super::table::{ChainPhase, entered, no_such_order, refused};
use super::turn::Turn;
use super::{finish, gate, rounds, start, view};
use crate::meta::{PhaseUpdate, update_phase_state};
use crate::phase::FeaturePhase;
use crate::transition::{Transition, validate_transition};

/// How a phase begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beginning {
    /// The executor begins, with the artifact that is there as a draft.
    Draft,
    /// The executor goes on in the iteration where it stopped.
    Continue,
    /// The executor begins without the artifact that is there.
    Fresh,
    /// The artifact that is there is reviewed.
    Review,
}

/// The phase that an order is about, for what is read before it.
pub(super) fn target(record: &Record, order: &Order) -> Option<FeaturePhase> {
    match order {
        Order::Start | Order::Verb { verb: "next", .. } => next(record),
        Order::Verb { verb, .. } => {
            entered(verb).or_else(|| record.own.question.as_ref().map(|question| question.phase))
        }
        Order::Stop { .. } | Order::Reset { .. } | Order::Explain { .. } | Order::Attempt { .. } => None,
    }
}

/// The phase that comes next: the one that stopped halfway, or the one after the furthest.
pub(super) fn next(record: &Record) -> Option<FeaturePhase> {
    let stopped = record.own.active.as_ref().map(|active| active.phase);
    let stopped = stopped.filter(|phase| record.meta.phase(*phase).is_partial());
    let after = || match record.meta.furthest() {
        None => Some(FeaturePhase::Brainstorm),
        Some(furthest) => furthest.after(),
    };
    stopped.or_else(after).filter(|phase| phase.artifact().is_some())
}

/// Carries out an order.
///
/// # Errors
/// The state or the requirement's rules do not allow it, or something cannot be read or made.
pub(super) fn ordered(record: Record, order: &Order, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    if let Order::Verb { verb: "start", words, .. } = order {
        return start::start(record, words, turn);
    }
    if !record.is_made() {
        let hint = format!("frieze chain start {} --mode standard", record.id);
        return Err(Refusal::new("no-chain", format!("{} has no chain yet", record.id), hint));
    }
    if matches!(record.own.state, ChainPhase::Completed | ChainPhase::Abandoned) {
        return Err(refused(&record, "over", "it has ended; new work is a new feature"));
    }
    match order {
        Order::Stop { reason } => stopped(record, reason),
        Order::Start => to_next(record, &[], None, turn),
        Order::Verb { verb: "next", words, text } => to_next(record, words, text.as_deref(), turn),
        Order::Verb { verb: "finish", words, .. } => finish::finish(record, words, turn),
        Order::Verb { verb: "leave", .. }
            if matches!(record.own.state, ChainPhase::Producing | ChainPhase::Reviewing) =>
        {
            stopped(record, "left")
        }
        Order::Verb { verb: verb @ ("accept" | "address" | "leave"), .. } => {
            match gate::answers(&record, verb) {
                true => answered(record, verb, &[], turn),
                false => Err(refused(&record, "no-question", &format!("there is nothing to {verb}"))),
            }
        }
        Order::Verb { verb, words, text } => match entered(verb) {
            Some(target) => command(record, target, words, text.as_deref(), turn),
            None => Err(no_such_order(&record, verb)),
        },
        Order::Attempt { what } => Err(attempted(&record, what)),
        Order::Reset { .. } | Order::Explain { .. } => Err(no_such_order(&record, order.verb())),
    }
}

/// Goes on; a run that is under way or waits for a person is left as it is.
fn to_next(
    record: Record,
    words: &[String],
    text: Option<&str>,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let is_ready = record.own.state == ChainPhase::Ready;
    if !is_ready && words.is_empty() && text.is_none() {
        return Ok(Step::same(record));
    }
    let phase = record.own.question.as_ref().map(|question| question.phase).or_else(|| next(&record));
    match phase {
        Some(target) => command(record, target, words, text, turn),
        None => Err(refused(&record, "finish", "all phases are completed; say how it ends")),
    }
}

/// `frieze chain <phase>`: answers the open question, or enters the phase.
fn command(
    record: Record,
    target: FeaturePhase,
    words: &[String],
    text: Option<&str>,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let known = gate::ALL;
    if let Some(word) = words.iter().find(|word| !known.contains(&word.as_str())) {
        let hint = format!("use {}", known.join(", "));
        return Err(Refusal::new("word", format!("{word:.100?} is no answer that a phase takes"), hint));
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match record.own.state {
        ChainPhase::Asking => {
            let is_same = record.own.question.as_ref().is_some_and(|question| question.phase == target);
            if !is_same {
                return Err(refused(&record, "question", "a question is open; answer it, or leave it"));
            }
            match words.iter().find(|word| gate::answers(&record, word)).copied() {
                Some(word) => answered_with(record, word, &words, text, turn),
                None => Ok(Step::same(record)),
            }
        }
        ChainPhase::Producing | ChainPhase::Reviewing => {
            let is_same = record.own.active.as_ref().is_some_and(|active| active.phase == target);
            // Nothing was interrupted while another workflow plays the phase.
            if is_same && words.is_empty() && text.is_none() && view::waits_for_run(&record).is_some() {
                return Ok(Step::same(record));
            }
            match is_same {
                true => enter(record, target, &words.into_iter().collect(), text, turn),
                false => Err(refused(&record, "under-way", "another phase is under way; leave it first")),
            }
        }
        ChainPhase::Ready => enter(record, target, &words.into_iter().collect(), text, turn),
        ChainPhase::Completed | ChainPhase::Abandoned => Err(refused(&record, "over", "it has ended")),
    }
}

/// Enters a phase: validates the transition, checks for a partial phase, and begins.
fn enter(
    record: Record,
    target: FeaturePhase,
    answers: &BTreeSet<&str>,
    text: Option<&str>,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let is_begun = record.own.active.as_ref().is_some_and(|active| active.phase == target);
    match validate_transition(record.meta.furthest(), target, turn.artifacts()) {
        Transition::Blocked(why) => {
            let needed = crate::transition::prerequisite(target).map_or(target, |(needed, _)| needed);
            let hint = format!("frieze chain {} {}", needed.name(), record.id);
            return Err(Refusal::new("blocked", why, hint));
        }
        Transition::Warning(why) if !answers.contains("proceed") && !is_begun => {
            return ask(record, QuestionKind::Skip, target, why, answers, text);
        }
        Transition::Warning(_) | Transition::Proceed => {}
    }
    if let FileState::Unreadable(why) = turn.artifact(target) {
        return Err(refused(&record, "unreadable", why));
    }
    let beginning = beginning(answers);
    if beginning.is_none()
        && text.is_none()
        && let Some(why) = partial(&record, target, turn)
    {
        return ask(record, QuestionKind::Partial, target, why, answers, text);
    }
    if target == FeaturePhase::Design
        && text.is_none()
        && beginning != Some(Beginning::Review)
        && !["take-spec", "keep-brief"].iter().any(|answer| answers.contains(answer))
        && let Some(why) = differing_brief(turn)
    {
        return ask(record, QuestionKind::Brief, target, why, answers, text);
    }
    begin(record, target, beginning.unwrap_or(Beginning::Draft), answers, text, turn)
}

fn beginning(answers: &BTreeSet<&str>) -> Option<Beginning> {
    let all = [("fresh", Beginning::Fresh), ("review", Beginning::Review), ("continue", Beginning::Continue)];
    all.into_iter().find(|(word, _)| answers.contains(word)).map(|(_, beginning)| beginning)
}

/// Why a person is asked how the phase goes on.
fn partial(record: &Record, target: FeaturePhase, turn: &Turn<'_>) -> Option<String> {
    let file = target.artifact()?;
    if record.meta.phase(target).is_partial() {
        let name = target.name();
        return Some(format!(
            "{name} was started and not completed. Continue, begin fresh, or review {file} as it is?"
        ));
    }
    let known = record.own.artifacts.get(&target).map(|artifact| artifact.sha256);
    let now = turn.digest(target)?;
    (known != Some(now)).then(|| {
        let what = if known.is_some() { "was edited since" } else { "was not written by frieze" };
        format!("{file} {what}. Continue with it, begin fresh, or review it as it is?")
    })
}

/// Why a person is asked which text the design is made from.
fn differing_brief(turn: &Turn<'_>) -> Option<String> {
    let spec = turn.text(&turn.files.artifact(FeaturePhase::Specify)?)?;
    let brief = turn.text(&turn.files.brief())?;
    let text = "brief.md and spec.md differ, and the design is made from brief.md. Take spec.md as the brief, or keep it?";
    (spec != brief).then(|| text.to_owned())
}

/// Opens a question.
///
/// # Errors
/// A document of a person came with the command: it would be lost.
fn ask(
    mut record: Record,
    kind: QuestionKind,
    phase: FeaturePhase,
    text: String,
    answers: &BTreeSet<&str>,
    document: Option<&str>,
) -> Result<Step<Record>, Refusal> {
    if document.is_some() {
        let hint = format!(
            "answer with --proceed or another flag together with --from (frieze chain {} --help)",
            phase.name()
        );
        return Err(Refusal::new("question", text, hint));
    }
    record.own.state = ChainPhase::Asking;
    record.own.problem = None;
    record.own.asking = None;
    let opened = record.own.revision.saturating_add(1);
    let answered = answers.iter().map(|answer| (*answer).to_owned()).collect();
    record.own.question = Some(Question { kind, phase, text: text.clone(), answered, opened });
    Ok(Step::to(record, By::Human).note(NoteKind::Order, text, json!({ "phase": phase.name() })))
}

/// Begins a phase.
fn begin(
    mut record: Record,
    target: FeaturePhase,
    beginning: Beginning,
    answers: &BTreeSet<&str>,
    text: Option<&str>,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let folder = turn.next_folder(&record, target)?;
    let stopped = record.own.active.take().filter(|active| active.phase == target);
    let was_partial = record.meta.phase(target).is_partial();
    let most = record.meta.mode().max_iterations();
    let goes_on = stopped.as_ref().filter(|_| matches!(beginning, Beginning::Continue | Beginning::Review));
    let iteration = goes_on.map_or(1, |active| active.iteration.min(most));
    let session = stopped.as_ref().and_then(|active| active.session.clone());
    let active = Active {
        phase: target,
        iteration,
        folder,
        prior: goes_on.and_then(|active| rounds::last_review(active, turn)),
        entered: turn.facts.now,
        producer: Player::BuiltIn,
        reviewer: Player::BuiltIn,
        is_final: false,
        attempt: 1,
        base: turn.digest(target),
        reviewed: None,
        is_fresh: beginning == Beginning::Fresh,
        changes: String::new(),
        is_ready: false,
        session: session.filter(|_| beginning == Beginning::Continue),
        inputs: turn.input_hashes(target),
    };
    let is_stale = record.is_stale(target);
    let known = record.own.artifacts.get(&target).map(|artifact| artifact.sha256);
    let is_theirs = active.base.is_some() && active.base != known && beginning == Beginning::Continue;
    let producer = if is_theirs { Player::Person } else { active.producer.clone() };
    let active = Active { producer, ..active };
    record.own.history_of = record.own.history_of.filter(|_| iteration > 1);
    record.own.active = Some(active);
    (record.own.question, record.own.problem, record.own.outcome) = (None, None, None);
    if !was_partial || beginning == Beginning::Fresh {
        let updates = PhaseUpdate { started: Some(turn.facts.now), ..PhaseUpdate::default() };
        update_phase_state(&mut record.meta, target, &updates);
    }
    let mut step = match (text, beginning) {
        (Some(text), _) => rounds::begin_with(record, text, turn)?,
        (None, Beginning::Review) => rounds::review_as_it_is(record, turn)?,
        (None, Beginning::Draft | Beginning::Continue | Beginning::Fresh) => {
            let takes_spec = answers.contains("take-spec");
            rounds::begin_round(record, By::Human, takes_spec, None, turn)?
        }
    };
    let stale = if is_stale { "; it had become stale" } else { "" };
    let note = format!("{} entered{stale}", target.name());
    step = step.note(NoteKind::Order, note, json!({ "phase": target.name(), "iteration": iteration }));
    Ok(step)
}

/// Answers the open question with one of its words.
///
/// # Errors
/// As an order.
pub(super) fn answered(
    record: Record,
    word: &str,
    others: &[&str],
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    answered_with(record, word, others, None, turn)
}

fn answered_with(
    mut record: Record,
    word: &str,
    others: &[&str],
    text: Option<&str>,
    turn: &Turn<'_>,
) -> Result<Step<Record>, Refusal> {
    let Some(question) = record.own.question.take() else {
        return Err(refused(&record, "no-question", "no question is open"));
    };
    match word {
        "leave" => {
            record.own.state = ChainPhase::Ready;
            Ok(Step::to(record, By::Human).note(NoteKind::Decision, "left without an answer", json!({})))
        }
        "accept" => Ok(rounds::accepted(record, turn)),
        "address" => rounds::addressed(record, turn),
        _ => {
            let before = question.answered.iter().map(String::as_str);
            let answers = before.chain(others.iter().copied()).chain(std::iter::once(word)).collect();
            let step = enter(record, question.phase, &answers, text, turn)?;
            Ok(step.note(NoteKind::Decision, format!("{word}: {}", question.text), json!({ "choice": word })))
        }
    }
}

/// Withdraws what is under way. The phase of the feature stays started and not completed.
fn stopped(mut record: Record, reason: &str) -> Result<Step<Record>, Refusal> {
    match record.own.state {
        ChainPhase::Producing | ChainPhase::Reviewing | ChainPhase::Asking => {
            record.own.state = ChainPhase::Ready;
            (record.own.asking, record.own.question) = (None, None);
            let note = "stopped; the phase can be continued";
            Ok(Step::to(record, By::Human).note(NoteKind::Paused, note, json!({ "reason": reason })))
        }
        ChainPhase::Ready | ChainPhase::Completed | ChainPhase::Abandoned => {
            Err(refused(&record, "nothing-under-way", "nothing is under way, so there is nothing to stop"))
        }
    }
}

/// Why something cannot be done now that a person tried.
fn attempted(record: &Record, what: &str) -> Refusal {
    match gate::ALL.contains(&what) {
        true => refused(record, "no-question", &format!("no open question has the answer {what}")),
        false => no_such_order(record, what),
    }
}
