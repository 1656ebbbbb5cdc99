//! The freeze: one commit, whose record is the marker written last (promise P3). CANDIDATE becomes
//! FROZEN by a decision that only a gate makes, or by rolling forward a freeze that a crash cut short.

use serde_json::json;

use super::Outcome;
use super::deciding::{decision_data, remember};
use super::gate::{APPROVE, other_marker};
use super::history::HistoryEntry;
use super::moves::{integrity_failed, moved, short_enough};
use super::phase::DesignPhase;
use super::record::{Candidate, DesignRecord, Frozen, Run};
use super::terms::{RolePins, Terms};
use super::verify;
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::frozen::{self, Marker, Role};
use crate::domain::integrity::{self, Integrity, Violation};
use crate::domain::intent::{NotAnIntent, Reading};
use crate::domain::journal::{self, Entry};
use crate::domain::path::RelPath;
use crate::domain::score::Score;
use crate::kernel::{By, Decision, Facts, Look, Note, NoteKind, Refusal, Step, Write};

/// Freezes the candidate that the decision is bound to. The caller has read it and compared it with what was shown, and
/// has seen that there is no marker yet.
pub fn freeze(
    mut record: DesignRecord,
    decision: &Decision,
    reading: Result<Reading, NotAnIntent>,
    facts: &Facts<Terms>,
) -> Outcome {
    let paths = Home::of(&record.feature_id);
    file(facts, &paths.intent())?;
    let preview = file(facts, &paths.preview())?;
    let critique = file(facts, &paths.critique())?;
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
            "the preview or the critique on the disk is not that of this design",
            "look at the feature again (frieze show), which makes them anew, then decide",
        ));
    }
    let Some(score) = candidate.score else {
        return Err(Refusal::new("no-score", "the candidate has no score", "correct design/intent.json"));
    };
    if let Some(refusal) = facts.terms.not_approvable.clone().or_else(|| other_marker(&record, &facts.terms))
    {
        return Err(refusal);
    }
    if let Some(note) = decision.words() {
        short_enough("note", note)?;
    }
    let approved =
        Approved { intent: reading.sha256, score, preview: preview_sha256, candidate: &candidate, run: &run };
    let marker = marker(&record, &approved, decision, facts);
    let text = frozen::render(&marker, &facts.terms.marker_template).map_err(|why| {
        Refusal::new(
            "marker-template",
            format!("templates/FROZEN.md.template cannot be filled in: {why}"),
            "correct it, or remove it so that the built-in one serves",
        )
    })?;
    remember(&mut record, decision, facts);
    let preview = preview.to_vec();
    let why = format!("{} approved {} with {score}", facts.who, reading.sha256.short());
    let data = json!({
        "checksumSHA256": reading.sha256,
        "markerSha256": Digest::of(text.as_bytes()),
        "freezeNumber": marker.freeze_number,
    });
    let mut step = frozen_by(record, &marker, text.as_bytes(), By::Human, &why, facts)
        .note(NoteKind::Freeze, why.clone(), data)
        .write(paths.frozen().intent(), reading.canonical)
        .write(paths.frozen().preview(), preview);
    step.announced.push(Note { kind: NoteKind::Decision, text: why, data: decision_data(decision) });
    step.freeze = Some(marker.freeze_number);
    step.marker = Some(Write { path: paths.marker(), bytes: text.into_bytes() });
    step.signature = marker.signed.filter(|signed| *signed).map(|_| paths.signature());
    Ok(step)
}

/// What was approved, by its hashes, and the run that it comes from.
struct Approved<'a> {
    intent: Digest,
    score: Score,
    preview: Digest,
    candidate: &'a Candidate,
    run: &'a Run,
}

/// The marker that approving a candidate writes (promise P10).
fn marker(record: &DesignRecord, approved: &Approved, decision: &Decision, facts: &Facts<Terms>) -> Marker {
    let Run { number, pins, brief_sha256, answers_sha256, .. } = approved.run;
    let paths = Home::of(&record.feature_id);
    // A document as it is at the approval, where it is another than the design was made from.
    let at_approval = |path: &RelPath, made_from: Option<Digest>| {
        facts.bytes(path).map(Digest::of).filter(|now| Some(*now) != made_from)
    };
    Marker {
        schema_version: frozen::SCHEMA_VERSION,
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

/// The number of the next freeze: higher than any that the record or the user knows, for a record may have been lost.
fn next_number(record: &DesignRecord, facts: &Facts<Terms>) -> u32 {
    let seen = facts.terms.rules.highest.get(&record.feature_id).copied().unwrap_or(0);
    record.freezes.max(seen).saturating_add(1)
}

fn file<'a>(facts: &'a Facts<Terms>, path: &RelPath) -> Result<&'a [u8], Refusal> {
    match facts.at(path) {
        Look::Bytes(bytes) => Ok(bytes),
        Look::Absent => {
            Err(Refusal::new("missing", format!("{path} is missing"), "look at the feature again"))
        }
        Look::Unreadable(why) => Err(Refusal::new("unreadable", why.clone(), "mend the file, then decide")),
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

fn frozen_by(
    mut record: DesignRecord,
    marker: &Marker,
    marker_bytes: &[u8],
    by: By,
    why: &str,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    record.freezes = marker.freeze_number;
    // A reason that nobody gave is still asked for.
    record.unfrozen = record.unfrozen.filter(|unfrozen| unfrozen.reason.is_none());
    record.frozen = Some(Frozen {
        number: marker.freeze_number,
        at: marker.frozen_at,
        approver: marker.approver.clone(),
        checksum_sha256: marker.checksum_sha256,
        marker_sha256: Digest::of(marker_bytes),
        preview_sha256: marker.preview_sha256,
    });
    moved(record, DesignPhase::Frozen, by, why, facts)
}

/// A candidate with a marker beside it: the freeze happened if the marker is whole and of exactly this
/// candidate, and then the record follows it; anything else is an integrity violation (ruling 15). Where the journal
/// cannot be asked at this moment, nothing is concluded: a person may have decided. A marker without the signature that
/// approvals need here freezes nothing, and changes nothing: the verification reports it.
pub fn recovered(record: DesignRecord, facts: &Facts<Terms>) -> Outcome {
    let paths = Home::of(&record.feature_id);
    let at_marker = facts.at(&paths.marker());
    let end = match facts.at(&paths.journal()) {
        Look::Bytes(end) => end.as_slice(),
        Look::Absent => &[],
        Look::Unreadable(why) => {
            let hint = "make the journal readable, then look again; nothing was lost";
            return Err(Refusal::new("unreadable", why.clone(), hint));
        }
    };
    let verdict = integrity::check(&record.feature_id, None, at_marker, facts.at(&paths.frozen().intent()));
    let violation = match (verdict, at_marker) {
        (Integrity::Sound(marker), Look::Bytes(bytes)) => match mismatch(&record, &marker, end) {
            None => {
                let look = |path: &RelPath| facts.at(path).clone();
                let sealed = verify::verify(&record.feature_id, Some(&record), &look, &facts.terms.rules);
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
                let record = decided_as(record, &marker);
                let step = frozen_by(record, &marker, bytes, By::System, &why, facts);
                return Ok(step.note(NoteKind::Freeze, why, data));
            }
            Some(what) => Violation::new(
                record.candidate.as_ref().map(|c| c.intent_sha256),
                Some(marker.checksum_sha256),
                format!("final/FROZEN.md is there, but nobody approved this candidate with it: {what}"),
            ),
        },
        (Integrity::Violated(violation), _) => violation,
        (Integrity::Sound(_) | Integrity::NoMarker { .. }, _) => {
            Violation::new(None, None, "final/FROZEN.md cannot be read")
        }
    };
    Ok(integrity_failed(record, &violation, facts))
}

/// The first thing in which a marker is not the one that approving this candidate writes. `journal` is the journal's end.
pub fn mismatch(record: &DesignRecord, marker: &Marker, journal: &[u8]) -> Option<&'static str> {
    let (Some(candidate), Some(run)) = (&record.candidate, &record.run) else {
        return Some("there is no candidate");
    };
    let checks = [
        (marker.checksum_sha256 == candidate.intent_sha256, "the checksum"),
        (Some(marker.final_score) == candidate.score, "the score"),
        (candidate.barred.is_none(), "the candidate could not be approved"),
        (marker.critique_sha256 == candidate.critique_sha256, "the critique"),
        (Some(marker.preview_sha256) == record.preview.as_ref().map(|p| p.sha256), "the preview"),
        (is_of_run(marker, run), "the threshold, the brief, the rubric, the models or the prompts"),
        (was_decided(journal, marker), "the journal knows of no decision"),
        (marker.iteration_count == record.iteration, "the iteration"),
        (marker.run_number == run.number, "the run"),
        (marker.freeze_number > record.freezes, "the freeze number"),
    ];
    checks.iter().find(|(same, _)| !same).map(|(_, what)| *what)
}

/// Whether a marker says what was fixed for this run, and made its design.
pub fn is_of_run(marker: &Marker, run: &Run) -> bool {
    let pins = &run.pins;
    marker.quality_threshold == pins.threshold
        && marker.brief_sha256 == run.brief_sha256
        && marker.answers_sha256 == run.answers_sha256
        && (&marker.rubric_version, marker.rubric_sha256) == (&pins.rubric.version, pins.rubric.sha256)
        && marker.generator == role(&pins.generator)
        && marker.critic == role(&pins.critic)
}

/// Whether the end of a journal holds the decision that a marker speaks of. A file that somebody put there has none.
fn was_decided(journal: &[u8], marker: &Marker) -> bool {
    journal::read(journal).entries().any(|entry| is_decision_of(entry, marker))
}

/// Whether an entry of the journal is the decision that a marker speaks of: journalled before the marker was written, on
/// the line that follows the one the marker names.
pub fn is_decision_of(entry: &Entry, marker: &Marker) -> bool {
    let says = |key: &str| entry.data.get(key);
    entry.kind == NoteKind::Decision.name()
        && entry.prev == marker.journal_tip
        && says("choice") == Some(&json!(APPROVE))
        && says("intentSha256") == Some(&json!(marker.checksum_sha256))
        && says("iteration") == Some(&json!(marker.iteration_count))
}

/// Puts the decision into the history of a record that a crash kept from it.
fn decided_as(mut record: DesignRecord, marker: &Marker) -> DesignRecord {
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
