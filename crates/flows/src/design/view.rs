//! The view of a design for front ends.

use super::Design;
use super::freeze::lost_document;
use super::gate::{barred, gate};
use super::phases::idle::{is_there, kept_feedback};
use super::preview_server;
use super::record::{Best, Candidate, DesignRecord, Evaluated, Failure, FeedbackGiven, Reason};
use super::requests::requests;
use crate::design::record::agent_answers::time_of_day;
use crate::design::record::history::HistoryEntry;
use crate::design::record::phase::{DesignPhase, TABLE, VIOLATION};
use crate::design::record::pinned_settings::{RefusedSettings, is_under_way};
use crate::design::record::run_terms::{Terms, is_built_in};
use crate::design::record::stagnation::plateau;
use frieze_data::score::Score;
use frieze_kernel::files::Home;
use frieze_kernel::{
    Cause, Edge, FileProblem, Files, Flow as _, Judged, Move, Need, Phase, RequestKind, RunView, Spent, UNDO,
    WaitingFor,
};
use jiff::Timestamp;

/// The view of a record.
pub fn view(record: &DesignRecord) -> RunView {
    of(record, &kept_feedback(record))
}

/// The view with the files as they are now: words that a person withdrew are not promised to the next run. In a list, that brief or
/// answers changed is known only from the last inspection of a candidate; of an opened feature, they are compared.
pub fn with(record: &DesignRecord, files: &dyn Files, is_opened: bool) -> RunView {
    let mut feedback = kept_feedback(record);
    if record.state == DesignPhase::Idle {
        let paths = Home::of(&record.feature_id);
        feedback.retain(|given| match files.digest(&paths.iteration(given.folder).feedback()) {
            Ok(file) => is_there(given, file),
            Err(_) => true,
        });
    }
    let mut view = of(record, &feedback);
    let remarks: Vec<String> =
        view.reason.take().into_iter().chain(changed_documents(record, files, is_opened)).collect();
    view.reason = (!remarks.is_empty()).then(|| remarks.join("; "));
    view
}

/// What a person has to know of brief and answers before they decide about a candidate, or reset a failed run: the run was
/// measured by what its last prompt quoted.
fn changed_documents(record: &DesignRecord, files: &dyn Files, is_opened: bool) -> Vec<String> {
    let known =
        record.candidate.as_ref().map(|candidate| [candidate.brief_changed, candidate.answers_changed]);
    let is_candidate = record.state == DesignPhase::Candidate;
    let is_failed = record.state == DesignPhase::Failed && file_problem(record).is_none();
    let Some(run) = record.run.as_ref().filter(|_| is_candidate || is_failed) else { return Vec::new() };
    let changed = if is_opened { [true, true] } else { known.filter(|_| is_candidate).unwrap_or_default() };
    let next = if is_candidate { "the next iteration" } else { "the next run" };
    let paths = Home::of(&record.feature_id);
    let documents = [(paths.brief(), Some(run.brief_sha256)), (paths.answers(), run.answers_sha256)];
    let documents = documents.into_iter().zip(changed).filter(|(_, changed)| *changed);
    let (mut names, mut remarks) = (Vec::new(), Vec::new());
    for ((path, quoted), _) in documents {
        match files.digest(&path) {
            Ok(now) if now == quoted => {}
            Ok(None) => remarks.push(format!("{path} is missing")),
            Ok(Some(_)) => names.push(path.name().to_owned()),
            Err(why) => remarks.push(why),
        }
    }
    let (were, version, one) = match names.len() {
        1 => ("was", "version", "one"),
        _ => ("were", "versions", "ones"),
    };
    let scores = match record.score_history.is_empty() {
        true => String::new(),
        false => format!(" its scores are those of the earlier {version}, and"),
    };
    let names = names.join(" and ");
    let changed = (!names.is_empty())
        .then(|| format!("{names} {were} changed since this run:{scores} {next} uses the new {one}"));
    changed.into_iter().chain(remarks).collect()
}

/// The view, with the feedback that the next run gets.
fn of(record: &DesignRecord, feedback: &[FeedbackGiven]) -> RunView {
    let state = record.state;
    let (score_of, score) = score(record).unzip();
    // A violation is what the files are found to be, and no step.
    let is_possible = |edge: &&Edge<DesignPhase>| match edge.trigger {
        UNDO => record.failure.is_some(),
        trigger => trigger != VIOLATION,
    };
    RunView {
        work: state.work(),
        begins_in: DesignPhase::Generating.name(),
        since: since(record),
        paused_at: record.paused.as_ref().map(|paused| paused.at),
        iteration: record.iteration,
        folder: record.folder(),
        design: record.intent_sha256,
        max_iterations: record.pins().map(|pins| pins.max_iterations),
        is_skeleton: is_skeleton(record),
        drops_words: kept_feedback(record).is_empty(),
        score: score.flatten(),
        score_of: score_of.filter(|of| *of != record.iteration),
        threshold: record.pins().map(|pins| pins.threshold),
        needs: needs(record),
        is_sealed: state == DesignPhase::Frozen || is_restored(record),
        file_problem: file_problem(record),
        reason: reason(record, feedback),
        cause: failure(record).map(|failure| cause(failure.reason)),
        hint: hint(record),
        scores: record.score_history.clone(),
        judged: scores(record),
        best: record.best.as_ref().map(|best| (best.iteration, best.score)),
        plateau: plateau(&record.evaluations)
            .filter(|plateau| plateau.repeats > 0)
            .map(|plateau| (plateau.since, plateau.until, plateau.repeats)),
        path: record.history.iter().filter_map(moved).collect(),
        gates: gate(record).filter(|_| state == DesignPhase::Candidate).into_iter().collect(),
        lacks_reason: asks_for_a_reason(record),
        watches: requests(record).iter().any(|request| matches!(request.kind, RequestKind::Watch(_))),
        waiting_for: waiting_for(record),
        preview: preview_server::describe(record),
        brief: record.run.as_ref().and_then(|run| run.reading).map(|reading| reading.in_words()),
        refused: refused(record),
        spent: record.run.as_ref().map_or_else(Spent::default, |run| run.spent),
        spent_in_all: record.spent,
        answered_by: record.run.as_ref().map_or_else(Vec::new, |run| {
            run.answered_by.iter().map(|(role, by)| (role.clone(), by.model.clone())).collect()
        }),
        temperature_refused_by: record
            .run
            .as_ref()
            .map_or_else(Vec::new, |run| run.temperature_refused_by.clone().into_iter().collect()),
        next: TABLE.leaving(state).filter(is_possible).map(|edge| (edge.to.name(), edge.trigger)).collect(),
        ..RunView::new(record.feature_id.clone(), Design::NAME, state.name())
    }
}

/// The view under the current terms: barred choices of the gate, a lost document, and settings that the run refuses.
pub fn under(record: &DesignRecord, terms: &Terms, files: &dyn Files) -> RunView {
    let mut view = with(record, files, true);
    if let Some(gate) = view.gates.first_mut() {
        let lost = lost_document(record, files);
        if lost.is_some() {
            view.file_problem = view.file_problem.or(Some(FileProblem::Missing));
        }
        for (name, why) in barred(record, terms, lost) {
            for choice in gate.choices.iter_mut().filter(|choice| choice.name == name) {
                choice.barred.get_or_insert_with(|| why.clone());
            }
        }
    }
    if let Some(run) = record.run.as_ref().filter(|_| is_under_way(record.state)) {
        view.refused = RefusedSettings::of(&run.pins, &terms.pins).describe(&run.pins);
    }
    view
}

/// Whether a frozen design was tampered with and restored; it stays frozen while its marker exists.
fn is_restored(record: &DesignRecord) -> bool {
    record.state == DesignPhase::Idle && record.frozen.is_some()
}

/// When the phase began; of a restored freeze, when it was frozen.
fn since(record: &DesignRecord) -> Option<Timestamp> {
    let frozen = record.frozen.as_ref().filter(|_| is_restored(record));
    frozen.map(|frozen| frozen.at).or(record.since)
}

/// Whether there is a design, and the run's generator uses no model.
pub fn is_skeleton(record: &DesignRecord) -> bool {
    let generator = record.pins().and_then(|pins| pins.generator.name());
    record.intent_sha256.is_some() && generator.is_some_and(is_built_in)
}

/// The need for a person's action.
fn needs(record: &DesignRecord) -> Option<Need> {
    match record.state {
        DesignPhase::Candidate => Some(Need::Decision),
        DesignPhase::Failed => Some(Need::Reset),
        DesignPhase::Idle if asks_for_a_reason(record) => Some(Need::Reason),
        DesignPhase::Idle if is_restored(record) => None,
        DesignPhase::Idle => Some(Need::Start),
        DesignPhase::Generating | DesignPhase::Evaluating => record.paused.as_ref().map(|_| Need::Resume),
        DesignPhase::Revising | DesignPhase::Frozen => None,
    }
}

/// What to do about a failure or a pause.
fn hint(record: &DesignRecord) -> Option<String> {
    let paused = record.paused.as_ref().map(|paused| paused.hint.clone());
    paused.or_else(|| failure(record).map(|f| f.hint.clone()))
}

/// The failure of a failed run.
fn failure(record: &DesignRecord) -> Option<&Failure> {
    record.failure.as_ref().filter(|_| record.state == DesignPhase::Failed)
}

/// A remark on the current state, if it needs one.
fn reason(record: &DesignRecord, feedback: &[FeedbackGiven]) -> Option<String> {
    match record.state {
        DesignPhase::Failed => record.failure.as_ref().map(|f| {
            // Its message has the scores of then.
            let is_later = cause(f.reason).is_of_score() && record.dismissed.iter().any(|it| it.at > f.at);
            let now = score(record).and_then(|(_, now)| now).filter(|_| is_later);
            let since = now.map(|now| format!("; a finding was dismissed since, and the score is {now}"));
            f.message.clone() + &since.unwrap_or_default()
        }),
        DesignPhase::Idle if asks_for_a_reason(record) => {
            Some("design/final/FROZEN.md was deleted: why?".to_owned())
        }
        DesignPhase::Idle if is_restored(record) => Some(
            "the frozen design was restored and is intact; it stays frozen until design/final/FROZEN.md is deleted"
                .to_owned(),
        ),
        DesignPhase::Candidate => record.candidate.as_ref().and_then(candidate_remark),
        DesignPhase::Generating | DesignPhase::Evaluating => {
            record.paused.as_ref().map(|paused| paused.why.clone())
        }
        DesignPhase::Idle => next_run(record, feedback),
        DesignPhase::Revising | DesignPhase::Frozen => None,
    }
}

/// What the next run starts from and gets, if that is not only the brief.
fn next_run(record: &DesignRecord, feedback: &[FeedbackGiven]) -> Option<String> {
    let from = brought_back(record).map(|best| {
        format!("the next run starts from the best iteration, {} with {}", best.iteration, best.score)
    });
    let sentences: Vec<String> = from.into_iter().chain(words_of_the_next_run(feedback)).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// The rejections whose words the next run gets again, and how a person withdraws them.
fn words_of_the_next_run(feedback: &[FeedbackGiven]) -> Option<String> {
    let folders: Vec<String> = feedback.iter().map(|given| given.folder.to_string()).collect();
    let gets = match folders.len() {
        0 => return None,
        1 => "the next run gets the words of a rejection again".to_owned(),
        n => format!("the next run gets the words of {n} rejections again"),
    };
    // A run does not start without words that no design has answered.
    Some(match feedback.iter().all(|given| given.answered) {
        true => {
            let folders = folders.join(", ");
            format!("{gets}; to withdraw them, delete feedback.md in design/iterations/{folders}")
        }
        false => format!("{gets}; to withdraw them, abort that run"),
    })
}

/// The settings that the current run refuses.
fn refused(record: &DesignRecord) -> Vec<String> {
    let run = record.run.as_ref().filter(|_| is_under_way(record.state));
    run.map_or_else(Vec::new, |run| run.tried.describe(&run.pins))
}

/// The cause of a failure, for front ends.
fn cause(reason: Reason) -> Cause {
    match reason {
        Reason::SchemaInvalid => Cause::Invalid,
        Reason::AgentTimeout => Cause::Timeout,
        Reason::AgentError => Cause::Agent,
        Reason::MaxIterations => Cause::LastIteration,
        Reason::NoProgress => Cause::Stalled,
        Reason::DeterminismViolation => Cause::Drifted,
        Reason::IntegrityViolation => Cause::Tampered,
        Reason::BudgetSpent => Cause::Budget,
        Reason::Aborted => Cause::Aborted,
    }
}

/// The score of the current design, and its iteration: of the candidate, of the design that a reset brought back, else the last one.
fn score(record: &DesignRecord) -> Option<(u32, Option<Score>)> {
    match (&record.candidate, brought_back(record)) {
        (Some(candidate), _) => Some((record.iteration, candidate.score)),
        (None, Some(best)) => Some((best.iteration, Some(best.score))),
        (None, None) => record.score_history.last().map(|(iteration, score)| (*iteration, Some(*score))),
    }
}

/// The best design, if a reset made it the current one again and no run has begun since.
pub fn brought_back(record: &DesignRecord) -> Option<&Best> {
    record.best.as_ref().filter(|best| record.seed_folder == Some(best.folder))
}

/// The agent or person that it waits for.
fn waiting_for(record: &DesignRecord) -> Option<WaitingFor> {
    let delay = record.retry.as_ref().map(|retry| {
        let at = time_of_day(retry.not_before);
        format!("which will be asked again at {at} ({})", retry.why)
    });
    match record.state {
        DesignPhase::Generating | DesignPhase::Evaluating if record.paused.is_some() => {
            Some(WaitingFor { who: "you".into(), delay: None })
        }
        DesignPhase::Generating => Some(WaitingFor { who: "the generator".into(), delay }),
        DesignPhase::Evaluating => Some(WaitingFor { who: "the critic".into(), delay }),
        DesignPhase::Candidate => Some(WaitingFor { who: "a decision".into(), delay: None }),
        DesignPhase::Revising | DesignPhase::Idle | DesignPhase::Frozen | DesignPhase::Failed => None,
    }
}

/// The problem with its files at the last inspection.
fn file_problem(record: &DesignRecord) -> Option<FileProblem> {
    if failure(record).is_some_and(|failure| failure.reason == Reason::IntegrityViolation) {
        return Some(FileProblem::Tampered);
    }
    let candidate = record.candidate.as_ref().filter(|_| record.state == DesignPhase::Candidate);
    candidate.is_some_and(|candidate| candidate.score.is_none()).then_some(FileProblem::Damaged)
}

/// A remark on a candidate, if a person has to know something first.
fn candidate_remark(candidate: &Candidate) -> Option<String> {
    let edited = || candidate.edited.then(|| "design/intent.json was edited by hand".to_owned());
    let edited = candidate.barred.clone().or_else(edited);
    let unseen = candidate.unseen_by.as_ref().map(|critic| {
        let findings = if candidate.counts_on { "; its findings on unchanged parts are kept" } else { "" };
        format!("the critic {critic} has not seen this version{findings}")
    });
    let remarks: Vec<String> = edited.into_iter().chain(unseen).collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// The evaluations. While the design is as it was generated, those of edits of that iteration were taken back and are left out.
fn scores(record: &DesignRecord) -> Vec<Judged> {
    let is_current = |e: &&Evaluated| !e.edited && record.intent_sha256 == Some(e.input_sha256);
    let as_generated = record.evaluations.iter().rev().find(is_current).map(|e| e.iteration);
    let is_taken_back = |e: &Evaluated| e.edited && as_generated == Some(e.iteration);
    record.evaluations.iter().filter(|e| !is_taken_back(e)).map(judged).collect()
}

fn judged(evaluated: &Evaluated) -> Judged {
    let Evaluated { iteration, overall, dimensions, edited, .. } = evaluated;
    Judged { iteration: *iteration, overall: *overall, dimensions: *dimensions, edited: *edited }
}

fn moved(entry: &HistoryEntry) -> Option<Move> {
    match entry {
        HistoryEntry::Transition { at, from, to, by, why } => {
            Some(Move { at: *at, from: from.name(), to: to.name(), by: by.clone(), why: why.clone() })
        }
        HistoryEntry::Decision { .. } => None,
    }
}

fn asks_for_a_reason(record: &DesignRecord) -> bool {
    record.unfrozen.as_ref().is_some_and(|unfrozen| unfrozen.reason.is_none())
}
