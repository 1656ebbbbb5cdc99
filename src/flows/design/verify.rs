//! The one verification of a frozen design (promise P28): everything that FROZEN.md names is held against what is there.
//! `verify`, `show`, the screen and the gate tell its outcome, and the steps of the flow act upon the part of it that ends a
//! freeze.

use super::freezing;
use super::frozen::NO_FREEZE;
use super::phase::DesignPhase;
use super::record::{DesignRecord, Frozen};
use crate::domain::approval::{self, Rules};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::frozen::Marker;
use crate::domain::id::FeatureId;
use crate::domain::integrity::{self, Integrity, Violation};
use crate::domain::journal::{self, Chain, Entry, Link};
use crate::domain::path::RelPath;
use crate::kernel::{Look, NoteKind, Phase as _, RECORDED, Sealed};

/// Verifies a frozen design; `None` where nothing is frozen.
pub fn verify(
    feature: &FeatureId,
    record: Option<&DesignRecord>,
    look: &dyn Fn(&RelPath) -> Look,
    rules: &Rules,
) -> Option<Sealed> {
    let paths = Home::of(feature);
    let marker = look(&paths.marker());
    if marker == Look::Absent && record.is_none_or(|record| record.frozen.is_none()) {
        let claims = record.is_some_and(|record| record.state == DesignPhase::Frozen);
        return claims
            .then(|| broken(Violation::new(None, None, "state.json says FROZEN and knows of no freeze")));
    }
    let frozen = record.and_then(|record| record.frozen.as_ref());
    Some(match check(feature, record, &marker, &look(&paths.frozen().intent())) {
        Integrity::Sound(read) => {
            let bytes = if let Look::Bytes(bytes) = &marker { bytes.as_slice() } else { &[] };
            let sealed = Named { paths: &paths, marker: &read, bytes, look, rules };
            match record.filter(|_| frozen.is_none()) {
                Some(record) => sealed.unfinished(record),
                None if frozen.is_none() => broken(no_freeze(&read)),
                None => sealed.verified(record),
            }
        }
        Integrity::NoMarker { intact: Ok(()) } => {
            let checksum = frozen.map(|frozen| frozen.checksum_sha256);
            broken(Violation::new(
                checksum,
                checksum,
                "final/FROZEN.md was deleted: the design is no longer frozen",
            ))
        }
        Integrity::NoMarker { intact: Err(violation) } | Integrity::Violated(violation) => broken(violation),
    })
}

/// The part of the verification that ends a freeze: marker and design against each other, and against everything that the
/// record knows of the freeze.
pub fn check(feature: &FeatureId, record: Option<&DesignRecord>, marker: &Look, intent: &Look) -> Integrity {
    let frozen = record.and_then(|record| record.frozen.as_ref());
    match integrity::check(feature, frozen.map(Frozen::remembered), marker, intent) {
        Integrity::Sound(marker) => {
            let both = record.zip(frozen);
            match both.and_then(|(record, frozen)| difference(record, frozen, &marker)) {
                None => Integrity::Sound(marker),
                Some(what) => {
                    let checksum = Some(marker.checksum_sha256);
                    Integrity::Violated(Violation::new(checksum, checksum, what))
                }
            }
        }
        other @ (Integrity::NoMarker { .. } | Integrity::Violated(_)) => other,
    }
}

fn no_freeze(marker: &Marker) -> Violation {
    Violation::new(None, Some(marker.checksum_sha256), NO_FREEZE)
}

fn broken(violation: Violation) -> Sealed {
    let Violation { expected, actual, problem, hint } = violation;
    let hint = hint.map(str::to_owned);
    Sealed { expected, actual, problem: Some(problem), is_broken: true, hint, ..Sealed::default() }
}

/// The first thing in which the record of a freeze is not that of this marker.
fn difference(record: &DesignRecord, frozen: &Frozen, marker: &Marker) -> Option<String> {
    if !matches!(record.state, DesignPhase::Frozen | DesignPhase::Failed | DesignPhase::Idle) {
        return Some(format!("state.json says {} of a frozen design", record.state.name()));
    }
    let candidate = record.candidate.as_ref();
    let run = record.run.as_ref();
    let same = [
        (frozen.number == marker.freeze_number && record.freezes == marker.freeze_number, "freeze number"),
        (frozen.at.as_second() == marker.frozen_at.as_second(), "time of the freeze"),
        (frozen.approver == marker.approver, "approver"),
        (frozen.preview_sha256 == marker.preview_sha256, "preview"),
        (record.iteration == marker.iteration_count, "iteration"),
        (candidate.is_none_or(|c| c.intent_sha256 == marker.checksum_sha256), "design"),
        (candidate.is_none_or(|c| c.critique_sha256 == marker.critique_sha256), "critique"),
        (candidate.is_none_or(|c| c.score == Some(marker.final_score)), "score"),
        (run.is_some_and(|run| run.number == marker.run_number), "run"),
        (
            run.is_some_and(|run| freezing::is_of_run(marker, run)),
            "run's threshold, brief, rubric, models or prompts",
        ),
    ];
    let (_, what) = same.iter().find(|(same, _)| !same)?;
    Some(format!("state.json and final/FROZEN.md do not agree: another {what}"))
}

/// A freeze whose marker and design are whole, and what else it names.
struct Named<'a> {
    paths: &'a Home,
    marker: &'a Marker,
    bytes: &'a [u8],
    look: &'a dyn Fn(&RelPath) -> Look,
    rules: &'a Rules,
}

/// Something that is not as the marker names it, and what to do about it.
struct Problem {
    what: String,
    hint: String,
}

impl Problem {
    fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }
}

impl Named<'_> {
    /// A marker beside a record that knows of no freeze: an approval that was cut short, or a file that approves nothing.
    fn unfinished(&self, record: &DesignRecord) -> Sealed {
        let journal = (self.look)(&self.paths.journal());
        let end = if let Look::Bytes(bytes) = &journal { bytes.as_slice() } else { &[] };
        let is_candidate = record.state == DesignPhase::Candidate;
        if !is_candidate || freezing::mismatch(record, self.marker, end).is_some() {
            return broken(no_freeze(self.marker));
        }
        match self.signer() {
            Err(problem) => self.not_approved(problem),
            Ok(signer) => {
                let checksum = Some(self.marker.checksum_sha256);
                let hint = format!("`frieze show {}` completes it", record.feature_id);
                Sealed {
                    expected: checksum,
                    actual: checksum,
                    problem: Some(RECORDED.to_owned()),
                    is_broken: true,
                    is_recorded: true,
                    hint: Some(hint),
                    signer,
                    marker: Some(Digest::of(self.bytes)),
                    number: Some(self.marker.freeze_number),
                    ..Sealed::default()
                }
            }
        }
    }

    fn verified(&self, record: Option<&DesignRecord>) -> Sealed {
        let signer = match self.signer() {
            Ok(signer) => signer,
            Err(problem) => return self.not_approved(problem),
        };
        let page = self.same_file(&self.paths.frozen().preview(), self.marker.preview_sha256, PREVIEW);
        let page_differs = page.is_err();
        let all = [
            page,
            self.same_file(&self.paths.critique(), self.marker.critique_sha256, CRITIQUE),
            self.same_file(&self.paths.brief(), self.brief(), BRIEF),
            self.answers(),
            self.journal(record),
            self.highest(),
        ];
        let problem = all.into_iter().find_map(Result::err);
        let checksum = Some(self.marker.checksum_sha256);
        let (problem, hint) = problem.map(|problem| (problem.what, problem.hint)).unzip();
        Sealed {
            expected: checksum,
            actual: checksum,
            problem,
            page_differs,
            hint,
            signer,
            marker: Some(Digest::of(self.bytes)),
            number: Some(self.marker.freeze_number),
            ..Sealed::default()
        }
    }

    /// An approval that does not count. The record is left alone: it is the rules of this user, or of this workspace, that it
    /// does not meet, and others may look at the same files under other rules.
    fn not_approved(&self, problem: Problem) -> Sealed {
        Sealed {
            expected: Some(self.marker.checksum_sha256),
            problem: Some(problem.what),
            hint: Some(problem.hint),
            marker: Some(Digest::of(self.bytes)),
            number: Some(self.marker.freeze_number),
            ..Sealed::default()
        }
    }

    /// Who signed the approval; nobody where it need not be signed and says that it is not.
    fn signer(&self) -> Result<Option<String>, Problem> {
        let path = self.paths.signature();
        if let Some(barred) = &self.rules.barred {
            return Err(Problem::new(barred.why.clone(), barred.hint.clone()));
        }
        let says_signed = self.marker.signed == Some(true);
        if self.rules.approvers.is_none() && !says_signed {
            return Ok(None);
        }
        let signature = match (self.look)(&path) {
            Look::Bytes(bytes) => bytes,
            Look::Unreadable(why) => return Err(Problem::new(why, PUT_BACK)),
            Look::Absent if says_signed => {
                return Err(Problem::new(
                    "final/FROZEN.md.sig, the approver's signature, is missing",
                    PUT_BACK,
                ));
            }
            Look::Absent => return Err(Problem::new(UNSIGNED, SIGN)),
        };
        let name = &self.marker.approver;
        let signer = match &self.rules.approvers {
            Some(approvers) => approvers
                .accept(self.bytes, &signature, name, self.marker.frozen_at)
                .map(|key| format!("{name}, {key}")),
            None => approval::signer(self.bytes, &signature)
                .map(|key| format!("{key}, which is held against no list of approvers")),
        };
        signer.map(Some).map_err(|e| Problem::new(e.to_string(), NOT_SIGNED))
    }

    fn answers(&self) -> Result<(), Problem> {
        let path = self.paths.answers();
        match self.marker.answers_at_approval_sha256.or(self.marker.answers_sha256) {
            Some(expected) => self.same_file(&path, expected, ANSWERS),
            None if (self.look)(&path) == Look::Absent => Ok(()),
            None => Err(Problem::new(format!("{path} was not there when the design was approved"), ANSWERS)),
        }
    }

    fn brief(&self) -> Digest {
        self.marker.brief_at_approval_sha256.unwrap_or(self.marker.brief_sha256)
    }

    /// A file is the one that the marker names by its hash.
    fn same_file(&self, path: &RelPath, expected: Digest, hint: &str) -> Result<(), Problem> {
        let what = match (self.look)(path) {
            Look::Bytes(bytes) if Digest::of(&bytes) == expected => return Ok(()),
            Look::Bytes(_) => format!("{path} is not the one that was approved"),
            Look::Absent => format!("{path} is missing"),
            Look::Unreadable(why) => why,
        };
        Err(Problem::new(what, hint))
    }

    /// The journal is unbroken, holds the decision where the marker says, and ends where the record knows it to end.
    fn journal(&self, record: Option<&DesignRecord>) -> Result<(), Problem> {
        let wrong = |what: String| Problem::new(what, JOURNAL);
        let bytes = match (self.look)(&self.paths.journal()) {
            Look::Bytes(bytes) => bytes,
            Look::Absent => return Err(wrong("journal.jsonl is missing".to_owned())),
            Look::Unreadable(why) => return Err(wrong(why)),
        };
        let chain = journal::chain(&bytes);
        let decision = chain.links.iter().position(|link| {
            link.kind == NoteKind::Decision.name()
                && link.entry().is_ok_and(|entry| freezing::is_decision_of(&entry, self.marker))
        });
        let Some(decision) = decision else {
            return Err(wrong("the journal knows of no decision to freeze this".to_owned()));
        };
        if let Some(damage) = new_damage(&chain, decision) {
            return Err(wrong(format!("journal.jsonl, line {}: {}", damage.line, damage.what)));
        }
        self.freezes(&chain)?;
        let Some(end) = record.and_then(|record| record.journal.as_ref()) else { return Ok(()) };
        let last = chain.links.last().map_or(0, |link| link.seq);
        let missing = end.seq.saturating_sub(last);
        if missing > end.lines.len() as u64 {
            return Err(wrong("the end of journal.jsonl is missing".to_owned()));
        }
        let at_end = chain.links.iter().find(|link| link.seq == end.seq);
        // Written again after a power cut, the same entry follows another line.
        let known = end.lines.last().and_then(|line| Entry::read(line.as_bytes()).ok());
        let is_again = |link: &Link| {
            let entry = link.entry().ok().zip(known.as_ref());
            entry.is_some_and(|(entry, known)| Entry { prev: known.prev, ..entry } == *known)
        };
        if at_end.is_some_and(|link| link.sha256 != end.line_sha256 && !is_again(link)) {
            return Err(wrong("journal.jsonl has other lines than state.json knows".to_owned()));
        }
        // Only what changes nothing may follow the record's last step.
        let may_follow =
            [NoteKind::Refused, NoteKind::Decision, NoteKind::JournalDamaged, NoteKind::JournalRestored];
        let mut after = chain.links.iter().filter(|link| link.seq > end.seq);
        match after.find(|link| may_follow.iter().all(|kind| kind.name() != link.kind)) {
            Some(_) => Err(wrong(
                "state.json is older than journal.jsonl: an earlier record was put back".to_owned(),
            )),
            None => Ok(()),
        }
    }

    /// The last freeze in the journal is this one.
    fn freezes(&self, chain: &Chain) -> Result<(), Problem> {
        // A record that was set aside took its numbers along.
        let set_aside = chain.links.iter().rposition(|link| link.kind == NoteKind::SetAside.name());
        let links = chain.links.iter().skip(set_aside.unwrap_or(0));
        let freezes = links.filter(|link| link.kind == NoteKind::Freeze.name());
        let entries = freezes.filter_map(|link| link.entry().ok());
        let numbers = entries.filter_map(|entry| entry.data.get("freezeNumber")?.as_u64());
        match numbers.max() {
            Some(last) if last > u64::from(self.marker.freeze_number) => Err(self.rolled_back(last)),
            Some(_) | None => Ok(()),
        }
    }

    /// The freeze number never falls.
    fn highest(&self) -> Result<(), Problem> {
        match self.rules.highest.get(&self.marker.feature_id) {
            Some(seen) if *seen > self.marker.freeze_number => Err(self.rolled_back(u64::from(*seen))),
            Some(_) | None => Ok(()),
        }
    }

    fn rolled_back(&self, last: u64) -> Problem {
        Problem::new(
            format!(
                "this is freeze {}, and freeze {last} was here: an older one was put back",
                self.marker.freeze_number
            ),
            "put the latest freeze back from version control; on purpose, freezes.json in your state folder (~/.local/state/frieze) \
             remembers the number",
        )
    }
}

/// Damage of a journal that was not told yet when the design was approved.
fn new_damage<'a>(chain: &'a Chain, decision: usize) -> Option<&'a journal::Damage> {
    let before = chain.links.get(..decision).unwrap_or_default();
    let told = before.iter().rev().find(|link| link.kind == NoteKind::JournalDamaged.name());
    chain.damage.iter().find(|damage| told.is_none_or(|told| damage.line > told.number))
}

const PREVIEW: &str = "put the preview back from version control; the design itself is what was approved";
const CRITIQUE: &str = "put the critique back from version control, or from its iteration; the design itself is what was approved";
const BRIEF: &str = "put the brief back from version control; to design from another one, delete design/final/FROZEN.md and run \
                     the feature again";
const ANSWERS: &str = "put answers.md back as it was; to design with other answers, delete design/final/FROZEN.md and run the \
                       feature again";
const JOURNAL: &str =
    "put journal.jsonl and state.json back from version control; the design itself is what was approved";
const PUT_BACK: &str = "put it back from version control";
const UNSIGNED: &str = "nobody signed this approval, and approvals must be signed here (approval.sign)";
const SIGN: &str = "an approver who stands by it signs it: ssh-keygen -Y sign -n frieze -f KEY FROZEN.md; or put the signed \
                    freeze back from version control";
const NOT_SIGNED: &str =
    "put FROZEN.md and FROZEN.md.sig back from version control, or have an approver approve the design";
