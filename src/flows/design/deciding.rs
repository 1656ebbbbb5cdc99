//! What a person decided at the gate of a candidate: it is frozen, goes back with words, or its run ends. Nothing is decided
//! about other bytes than those that were shown (ruling 11).

use serde_json::json;

use super::history::HistoryEntry;
use super::moves::{failed, moved, short_enough};
use super::phase::DesignPhase;
use super::record::{DesignRecord, FeedbackGiven, Reason};
use super::terms::Terms;
use super::{Outcome, freezing, gate, previewing, refuse};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::{answers, draft, intent};
use crate::kernel::{By, Decision, Event, Facts, Look, NoteKind, Refusal, Step};

/// The longest words that the record's history keeps, in bytes. Feedback may be pages long and has a file of its own.
const LONGEST_REMEMBERED: usize = 500;

/// Acts upon a decision, if it is about the design that is there.
pub fn decided(mut record: DesignRecord, decision: &Decision, facts: &Facts<Terms>) -> Outcome {
    let marker = Home::of(&record.feature_id).marker();
    if *facts.at(&marker) != Look::Absent {
        return Err(Refusal::new(
            "frozen",
            format!("{marker} is there: {} tried to decide on a design that may be frozen", facts.who),
            "look at the feature again, which tells whether the freeze happened",
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
                "nothing was decided: design/intent.json of {} is not the one that was shown ({})",
                record.feature_id,
                shown.sha256.short()
            ),
            "look at it again, then decide",
        ));
    }
    if let Some(refusal) = facts.terms.kept_from_asking().filter(|_| decision.choice() == gate::REJECT) {
        // The generator that would be asked next may not be: the candidate stays until it may.
        return Err(refusal.clone());
    }
    previewing::dropped(&mut record);
    match decision.choice() {
        gate::APPROVE => freezing::freeze(record, decision, reading, facts),
        gate::REJECT => Ok(rejected(record, decision, facts)),
        gate::ABORT => short_enough("reason", decision.words().unwrap_or_default())
            .map(|()| aborted(record, decision, facts)),
        _ => Err(refuse(DesignPhase::Candidate, &Event::Decided(decision.clone()))),
    }
}

/// Puts a decision into the record's history.
pub fn remember(record: &mut DesignRecord, decision: &Decision, facts: &Facts<Terms>) {
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

/// What the journal keeps of a decision.
pub fn decision_data(decision: &Decision) -> serde_json::Value {
    json!({
        "choice": decision.choice(),
        "iteration": decision.binding().iteration,
        "intentSha256": decision.binding().sha256,
        "words": decision.words(),
        "unseen": decision.unseen(),
    })
}

fn rejected(mut record: DesignRecord, decision: &Decision, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let words = decision.words().unwrap_or_default();
    remember(&mut record, decision, facts);
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
        answered: false,
    });
    record.candidate = None;
    let why = format!("{} rejected iteration {}", facts.who, record.iteration);
    let mut step = moved(record, DesignPhase::Revising, By::Human, &why, facts);
    if let Some(answers) = answers {
        step = step.write(paths.answers(), answers.into_bytes());
    }
    step.write(path, words.as_bytes().to_vec()).note(NoteKind::Decision, why, decision_data(decision))
}

/// The file of answers with those that a rejection gives (`answer 2: …`); `None` where it gives none.
fn with_answers(words: &str, paths: &Home, facts: &Facts<Terms>) -> Option<String> {
    let reading = facts.bytes(&paths.intent()).and_then(|bytes| intent::read(bytes).ok())?;
    let lines = draft::understood(&reading.intent, words);
    let given: Vec<(String, String)> = lines.into_iter().flat_map(|line| line.answers).collect();
    let mut file = String::from_utf8_lossy(facts.bytes(&paths.answers()).unwrap_or_default()).into_owned();
    for (question, text) in &given {
        file = answers::with(file.as_bytes(), question, text);
    }
    (!given.is_empty()).then_some(file)
}

fn aborted(mut record: DesignRecord, decision: &Decision, facts: &Facts<Terms>) -> Step<DesignRecord> {
    remember(&mut record, decision, facts);
    let reason = decision.words().unwrap_or_default();
    let message = format!("aborted: {reason} (by {})", facts.who);
    failed(record, Reason::Aborted, By::Human, &message, facts).note(
        NoteKind::Decision,
        message,
        decision_data(decision),
    )
}
