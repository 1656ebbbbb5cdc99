//! Decisions at the gate of a candidate: approve, reject, abort. A decision is bound to the bytes that were shown (ruling 11).

use serde_json::json;

use crate::design::record::history::HistoryEntry;
use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::{check_length, fail, transition};
use crate::design::record::{DesignRecord, FeedbackGiven, Reason};
use crate::design::{Facts, Outcome, Step, freeze, gate, preview_server, refuse};
use frieze_data::digest::Digest;
use frieze_design::{answers, draft};
use frieze_intent as intent;
use frieze_kernel::files::Home;
use frieze_kernel::{By, Decision, Event, FileState, NoteKind, Refusal};

/// The longest words in the record's history, in bytes. Feedback may be longer, and has its own file.
const LONGEST_REMEMBERED: usize = 500;

/// Carries out a decision if it is bound to the current design.
pub fn decide(mut record: DesignRecord, decision: &Decision, facts: &Facts) -> Outcome {
    let marker = Home::of(&record.feature_id).marker();
    if *facts.at(&marker) != FileState::Absent {
        return Err(Refusal::new(
            "frozen",
            format!("{marker} exists: {} tried to decide on a design that may be frozen", facts.who),
            "check the feature (frieze show): it may be frozen already",
        ));
    }
    let shown = decision.binding();
    let same_gate = gate::gate(&record).is_some_and(|gate| gate.binding == *shown);
    let bytes = facts.bytes(&Home::of(&record.feature_id).intent()).unwrap_or_default();
    let reading = intent::read(bytes);
    let sha256 = reading.as_ref().map_or_else(|_| Digest::of(bytes), |reading| reading.sha256);
    if !same_gate || sha256 != shown.sha256 {
        return Err(Refusal::new(
            "changed-since-shown",
            format!(
                "nothing was decided: design/intent.json of {} changed since it was shown ({})",
                record.feature_id,
                shown.sha256.short()
            ),
            "review the design again, then decide",
        ));
    }
    if let Some(refusal) = facts.terms.agents_blocked().filter(|_| decision.choice() == gate::REJECT) {
        // The next generator request is blocked.
        return Err(refusal.clone());
    }
    preview_server::drop_request(&mut record);
    match decision.choice() {
        gate::APPROVE => freeze::freeze(record, decision, reading, facts),
        gate::REJECT => Ok(reject(record, decision, facts)),
        gate::ABORT => check_length("reason", decision.words().unwrap_or_default())
            .map(|()| abort(record, decision, facts)),
        _ => Err(refuse(&record, &Event::Decided(decision.clone()))),
    }
}

/// Adds a decision to the record's history.
pub fn add_to_history(record: &mut DesignRecord, decision: &Decision, facts: &Facts) {
    record.remember(HistoryEntry::Decision {
        at: facts.now,
        by: facts.who.clone(),
        choice: decision.choice().to_owned(),
        iteration: record.iteration,
        intent_sha256: decision.binding().sha256,
        words: decision.words().filter(|words| words.len() <= LONGEST_REMEMBERED).map(str::to_owned),
        unseen: decision.unseen(),
    });
}

/// The journal's data about a decision.
pub fn decision_data(decision: &Decision) -> serde_json::Value {
    json!({
        "choice": decision.choice(),
        "iteration": decision.binding().iteration,
        "intentSha256": decision.binding().sha256,
        "words": decision.words(),
        "unseen": decision.unseen(),
    })
}

fn reject(mut record: DesignRecord, decision: &Decision, facts: &Facts) -> Step {
    let words = decision.words().unwrap_or_default();
    add_to_history(&mut record, decision, facts);
    let folder = record.folder();
    let paths = Home::of(&record.feature_id);
    let path = paths.iteration(folder).feedback();
    let answers = with_answers(words, &paths, facts);
    record.feedback.push(FeedbackGiven {
        iteration: record.iteration,
        folder,
        at: facts.now,
        by: facts.who.clone(),
        sha256: Digest::of(words.as_bytes()),
        edited: record.candidate.as_ref().is_some_and(|candidate| candidate.edited),
        answered: false,
    });
    record.candidate = None;
    let why = format!("{} rejected iteration {}", facts.who, record.iteration);
    let mut step = transition(record, DesignPhase::Revising, By::Human, &why, facts);
    if let Some(answers) = answers {
        step = step.write(paths.answers(), answers.into_bytes());
    }
    step.write(path, words.as_bytes().to_vec()).note(NoteKind::Decision, why, decision_data(decision))
}

/// The file of answers with those in a rejection (`answer 2: …`); `None` if there are none.
fn with_answers(words: &str, paths: &Home, facts: &Facts) -> Option<String> {
    // Parsing feedback is slow for a large design, and few rejections contain answers.
    if !words.to_ascii_lowercase().contains("answer") {
        return None;
    }
    let reading = facts.bytes(&paths.intent()).and_then(|bytes| intent::read(bytes).ok())?;
    let lines = draft::understood(&reading.intent, words);
    let given: Vec<_> = lines.into_iter().flat_map(|line| line.answers).collect();
    let mut file = String::from_utf8_lossy(facts.bytes(&paths.answers()).unwrap_or_default()).into_owned();
    for answer in &given {
        file = answers::with_answer(file.as_bytes(), &answer.question, &answer.text);
    }
    (!given.is_empty()).then_some(file)
}

fn abort(mut record: DesignRecord, decision: &Decision, facts: &Facts) -> Step {
    add_to_history(&mut record, decision, facts);
    let reason = decision.words().unwrap_or_default();
    let message = format!("aborted: {reason} (by {})", facts.who);
    fail(record, Reason::Aborted, By::Human, &message, facts).note(
        NoteKind::Decision,
        message,
        decision_data(decision),
    )
}
