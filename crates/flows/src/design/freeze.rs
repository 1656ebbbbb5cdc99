//! The freeze: one commit that writes the marker last (promise P3). CANDIDATE becomes FROZEN by a gate's decision, or by
//! completing a freeze that a crash interrupted.

use serde_json::json;

use super::Outcome;
use super::gate::{APPROVE, refuse_approval};
use super::record::{Candidate, DesignRecord, DismissedFinding, Frozen, Run};
use super::verify;
use crate::design::phases::decisions::{add_to_history, decision_data};
use crate::design::record::history::HistoryEntry;
use crate::design::record::phase::DesignPhase;
use crate::design::record::pins::RolePins;
use crate::design::record::state_change::{check_length, fail_integrity, transition};
use crate::design::{Facts, Step};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::score::Score;
use frieze_design::freeze_marker;
use frieze_design::freeze_marker::{Marker, Role};
use frieze_design::integrity;
use frieze_design::integrity::{Integrity, Violation};
use frieze_intent::{NotAnIntent, Reading};
use frieze_kernel::files::Home;
use frieze_kernel::journal;
use frieze_kernel::journal::Entry;
use frieze_kernel::{By, Decision, FileState, Files, Note, NoteKind, Refusal, Write};

/// Freezes the candidate. The caller has checked the decision's binding, and that there is no marker yet.
pub fn freeze(
    mut record: DesignRecord,
    decision: &Decision,
    reading: Result<Reading, NotAnIntent>,
    facts: &Facts,
) -> Outcome {
    let paths = Home::of(&record.feature_id);
    required_file(facts, &paths.intent())?;
    let preview = required_file(facts, &paths.preview())?;
    let critique = required_file(facts, &paths.critique())?;
    let reading = reading
        .map_err(|e| Refusal::new("invalid", format!("{}: {e}", paths.intent()), "correct the file"))?;
    let (Some(candidate), Some(run)) = (record.candidate.clone(), record.run.clone()) else {
        return Err(Refusal::new(
            "no-candidate",
            "there is no candidate to approve",
            "run the feature again",
        ));
    };
    let preview_sha256 = Digest::of(preview);
    let made_from = record.preview.as_ref().filter(|p| p.sha256 == preview_sha256).map(|p| p.intent_sha256);
    if made_from != Some(reading.sha256) || Digest::of(critique) != candidate.critique_sha256 {
        return Err(Refusal::new(
            "stale",
            "the preview or the critique on disk belongs to another design",
            "run `frieze show`, which restores them, then decide",
        ));
    }
    let Some(score) = candidate.score else {
        return Err(Refusal::new("no-score", "the candidate has no score", "correct design/intent.json"));
    };
    if let Some(refusal) = refuse_approval(&record, &facts.terms, lost_document(&record, facts)) {
        return Err(refusal);
    }
    if let Some(note) = decision.words() {
        check_length("note", note)?;
    }
    let approved =
        Approved { intent: reading.sha256, score, preview: preview_sha256, candidate: &candidate, run: &run };
    let marker = marker(&record, &approved, decision, facts);
    let text = freeze_marker::render(&marker, &facts.terms.marker_template).map_err(|why| {
        Refusal::new(
            "marker-template",
            format!("templates/FROZEN.md.template cannot be used: {why}"),
            "correct it, or remove it to use the built-in one",
        )
    })?;
    add_to_history(&mut record, decision, facts);
    let preview = preview.to_vec();
    let why = format!("{} approved {} with {score}", facts.who, reading.sha256.short());
    let data = json!({
        "checksumSHA256": reading.sha256,
        "markerSha256": Digest::of(text.as_bytes()),
        "freezeNumber": marker.freeze_number,
    });
    let mut step = to_frozen(record, &marker, text.as_bytes(), By::Human, &why, facts)
        .note(NoteKind::Freeze, why.clone(), data)
        .write(paths.frozen().intent(), reading.canonical)
        .write(paths.frozen().preview(), preview);
    // Written before the files, which may fail: it claims no freeze.
    let decided = format!("{} decided to approve {} with {score}", facts.who, reading.sha256.short());
    step.announced.push(Note { kind: NoteKind::Decision, text: decided, data: decision_data(decision) });
    step.freeze = Some(marker.freeze_number);
    step.marker = Some(Write { path: paths.marker(), bytes: text.into_bytes() });
    step.signature = marker.signed.filter(|signed| *signed).map(|_| paths.signature());
    Ok(step)
}

/// The refusal if a document that the marker would name is missing or unreadable: the freeze would not verify.
pub fn lost_document(record: &DesignRecord, files: &dyn Files) -> Option<Refusal> {
    let paths = Home::of(&record.feature_id);
    let has_answers = record.run.as_ref().is_some_and(|run| run.answers_sha256.is_some());
    [(paths.brief(), true), (paths.answers(), has_answers)].into_iter().find_map(|(path, is_needed)| {
        let why = match files.state(&path) {
            FileState::Bytes(_) => return None,
            FileState::Absent if !is_needed => return None,
            FileState::Absent => format!("{path} is missing"),
            FileState::Unreadable(why) => why,
        };
        Some(Refusal::new("document", why, "restore that file: the frozen design names it"))
    })
}

/// The approved design, by its hashes, and its run.
struct Approved<'a> {
    intent: Digest,
    score: Score,
    preview: Digest,
    candidate: &'a Candidate,
    run: &'a Run,
}

/// The marker that approving a candidate writes (promise P10).
fn marker(record: &DesignRecord, approved: &Approved, decision: &Decision, facts: &Facts) -> Marker {
    let Run { number, pins, brief_sha256, answers_sha256, .. } = approved.run;
    let paths = Home::of(&record.feature_id);
    // The hash of a document that changed since the design was generated.
    let at_approval = |path: &RelPath, made_from: Option<Digest>| {
        facts.bytes(path).map(Digest::of).filter(|now| Some(*now) != made_from)
    };
    Marker {
        schema_version: freeze_marker::SCHEMA_VERSION,
        feature_id: record.feature_id.clone(),
        freeze_number: next_number(record, facts),
        checksum_sha256: approved.intent,
        quality_threshold: pins.threshold,
        final_score: approved.score,
        iteration_count: record.iteration,
        approver: facts.who.clone(),
        frozen_at: facts.now,
        note: decision.words().map(str::to_owned),
        approved_unseen: decision.unseen(),
        dismissed: dismissed(record),
        signed: Some(facts.terms.rules.sign()),
        preview_sha256: approved.preview,
        critique_sha256: approved.candidate.critique_sha256,
        brief_sha256: *brief_sha256,
        brief_at_approval_sha256: at_approval(&paths.brief(), Some(*brief_sha256)),
        answers_sha256: *answers_sha256,
        answers_at_approval_sha256: at_approval(&paths.answers(), *answers_sha256),
        rubric_version: pins.rubric.version.clone(),
        rubric_sha256: pins.rubric.sha256,
        generator: role(&pins.generator),
        critic: role(&pins.critic),
        frieze_version: env!("CARGO_PKG_VERSION").to_owned(),
        run_number: *number,
        journal_tip: facts.journal_tip,
    }
}

/// The longest account of one dismissed finding in a marker, in characters.
const LONGEST_DISMISSAL: usize = 200;

/// The dismissed findings, in one text.
fn dismissed(record: &DesignRecord) -> Option<String> {
    let account = |dismissed: &DismissedFinding| -> String {
        let DismissedFinding { finding, check, by, reason, .. } = dismissed;
        format!("{finding} {check} ({by}): {reason}").chars().take(LONGEST_DISMISSAL).collect()
    };
    let all: Vec<String> = record.dismissed.iter().map(account).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The number of the next freeze: higher than any in the record or in the user's state, because a record may be lost.
fn next_number(record: &DesignRecord, facts: &Facts) -> u32 {
    let seen = facts.terms.rules.highest.get(&record.feature_id).copied().unwrap_or(0);
    record.freezes.max(seen).saturating_add(1)
}

fn required_file<'a>(facts: &'a Facts, path: &RelPath) -> Result<&'a [u8], Refusal> {
    match facts.at(path) {
        FileState::Bytes(bytes) => Ok(bytes),
        FileState::Absent => {
            Err(Refusal::new("missing", format!("{path} is missing"), "check the feature (frieze show)"))
        }
        FileState::Unreadable(why) => {
            Err(Refusal::new("unreadable", why.clone(), "fix the file, then decide"))
        }
    }
}

fn role(pins: &RolePins) -> Role {
    Role {
        model: pins.model_version.clone(),
        template: pins.prompt_template_path.clone(),
        template_version: pins.prompt_template_version.clone(),
        template_sha256: pins.prompt_template_sha256,
    }
}

fn to_frozen(
    mut record: DesignRecord,
    marker: &Marker,
    marker_bytes: &[u8],
    by: By,
    why: &str,
    facts: &Facts,
) -> Step {
    record.freezes = marker.freeze_number;
    // A missing reason can still be given.
    record.unfrozen = record.unfrozen.filter(|unfrozen| unfrozen.reason.is_none());
    record.frozen = Some(Frozen {
        number: marker.freeze_number,
        at: marker.frozen_at,
        approver: marker.approver.clone(),
        checksum_sha256: marker.checksum_sha256,
        marker_sha256: Digest::of(marker_bytes),
        preview_sha256: marker.preview_sha256,
    });
    transition(record, DesignPhase::Frozen, by, why, facts)
}

/// A candidate with a marker. If the marker is valid and of exactly this candidate, the freeze is completed; anything else is an
/// integrity violation (ruling 15). If the journal cannot be read at the moment, nothing changes: a person may have decided.
/// A marker without a required signature changes nothing either: the verification reports it.
pub fn recover(record: DesignRecord, facts: &Facts) -> Outcome {
    let paths = Home::of(&record.feature_id);
    let at_marker = facts.at(&paths.marker());
    let end = match facts.at(&paths.journal()) {
        FileState::Bytes(end) => end.as_slice(),
        FileState::Absent => &[],
        FileState::Unreadable(why) => {
            let hint = "make the journal readable, then try again; nothing was lost";
            return Err(Refusal::new("unreadable", why.clone(), hint));
        }
    };
    let verdict = integrity::check(&record.feature_id, None, at_marker, facts.at(&paths.frozen().intent()));
    let violation = match (verdict, at_marker) {
        (Integrity::Sound(marker), FileState::Bytes(bytes)) => match mismatch(&record, &marker, end) {
            None => {
                let read = |path: &RelPath| facts.at(path).clone();
                let sealed = verify::verify(&record.feature_id, Some(&record), &read, &facts.terms.rules);
                if !sealed.is_some_and(|sealed| sealed.is_recorded) {
                    return Ok(Step::same(record));
                }
                let why = format!("the freeze by {} was completed after an interruption", marker.approver);
                let data = json!({
                    "checksumSHA256": marker.checksum_sha256,
                    "markerSha256": Digest::of(bytes),
                    "freezeNumber": marker.freeze_number,
                    "recovered": true,
                });
                let record = with_decision(record, &marker);
                let step = to_frozen(record, &marker, bytes, By::System, &why, facts);
                return Ok(step.note(NoteKind::Freeze, why, data));
            }
            Some(what) => Violation::new(
                record.candidate.as_ref().map(|c| c.intent_sha256),
                Some(marker.checksum_sha256),
                format!("final/FROZEN.md exists, but nobody approved this candidate with it: {what}"),
            ),
        },
        (Integrity::Violated(violation), _) => violation,
        (Integrity::Sound(_) | Integrity::NoMarker { .. }, _) => {
            Violation::new(None, None, "final/FROZEN.md cannot be read")
        }
    };
    Ok(fail_integrity(record, &violation, facts))
}

/// The first difference between a marker and the one that an approval of this candidate writes. `journal` is the journal's
/// end.
pub fn mismatch(record: &DesignRecord, marker: &Marker, journal: &[u8]) -> Option<&'static str> {
    let (Some(candidate), Some(run)) = (&record.candidate, &record.run) else {
        return Some("there is no candidate");
    };
    let checks = [
        (marker.checksum_sha256 == candidate.intent_sha256, "another checksum"),
        (Some(marker.final_score) == candidate.score, "another score"),
        (candidate.barred.is_none(), "the candidate could not be approved"),
        (marker.critique_sha256 == candidate.critique_sha256, "another critique"),
        (marker.dismissed == dismissed(record), "other dismissed findings"),
        (Some(marker.preview_sha256) == record.preview.as_ref().map(|p| p.sha256), "another preview"),
        (matches_run(marker, run), "another threshold, brief, rubric, model or prompt"),
        (has_decision(journal, marker), "the journal contains no decision"),
        (marker.iteration_count == record.iteration, "another iteration"),
        (marker.run_number == run.number, "another run"),
        (marker.freeze_number > record.freezes, "an old freeze number"),
    ];
    checks.iter().find(|(same, _)| !same).map(|(_, what)| *what)
}

/// Whether a marker matches the pinned values and documents of a run.
pub fn matches_run(marker: &Marker, run: &Run) -> bool {
    let pins = &run.pins;
    marker.quality_threshold == pins.threshold
        && marker.brief_sha256 == run.brief_sha256
        && marker.answers_sha256 == run.answers_sha256
        && (&marker.rubric_version, marker.rubric_sha256) == (&pins.rubric.version, pins.rubric.sha256)
        && marker.generator == role(&pins.generator)
        && marker.critic == role(&pins.critic)
}

/// Whether the end of a journal contains the decision of a marker; a planted marker has none.
fn has_decision(journal: &[u8], marker: &Marker) -> bool {
    journal::read(journal).entries().any(|entry| is_decision_of(entry, marker))
}

/// Whether a journal entry is the decision of a marker: it is on the line after the one that the marker names.
pub fn is_decision_of(entry: &Entry, marker: &Marker) -> bool {
    let says = |key: &str| entry.data.get(key);
    entry.kind == NoteKind::Decision.name()
        && entry.prev == marker.journal_tip
        && says("choice") == Some(&json!(APPROVE))
        && says("intentSha256") == Some(&json!(marker.checksum_sha256))
        && says("iteration") == Some(&json!(marker.iteration_count))
}

/// Adds a marker's decision to the history of a record that lost it in a crash.
fn with_decision(mut record: DesignRecord, marker: &Marker) -> DesignRecord {
    record.remember(HistoryEntry::Decision {
        at: marker.frozen_at,
        by: marker.approver.clone(),
        choice: APPROVE.to_owned(),
        iteration: marker.iteration_count,
        intent_sha256: marker.checksum_sha256,
        words: marker.note.clone(),
        unseen: marker.approved_unseen,
    });
    record
}
