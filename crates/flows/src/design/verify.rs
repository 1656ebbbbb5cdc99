//! Verification of a frozen design (promise P28): all files that FROZEN.md names are compared with the disk. `verify`, `show`,
//! the screen and the gate report the result; the flow's steps use the part that can end a freeze.

use serde::Deserialize;

use super::freeze;
use super::record::{DesignRecord, Frozen};
use crate::design::phases::frozen::NO_FREEZE;
use crate::design::record::phase::DesignPhase;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::freeze_marker::Marker;
use frieze_design::integrity;
use frieze_design::integrity::{Integrity, Violation};
use frieze_kernel::approval;
use frieze_kernel::approval::Rules;
use frieze_kernel::files::Home;
use frieze_kernel::journal;
use frieze_kernel::journal::{Chain, Entry, Link};
use frieze_kernel::{FileState, Files, NoteKind, Phase as _, RECORDED, Sealed};

/// Verifies a frozen design; `None` if nothing is frozen.
pub fn verify(
    feature: &FeatureId,
    record: Option<&DesignRecord>,
    files: &dyn Files,
    rules: &Rules,
) -> Option<Sealed> {
    let paths = Home::of(feature);
    let marker = files.state(&paths.marker());
    if marker == FileState::Absent && record.is_none_or(|record| record.frozen.is_none()) {
        let claims = record.is_some_and(|record| record.state == DesignPhase::Frozen);
        return claims
            .then(|| broken(Violation::new(None, None, "state.json says FROZEN but records no freeze")));
    }
    let frozen = record.and_then(|record| record.frozen.as_ref());
    Some(match check(feature, record, &marker, &files.state(&paths.frozen().intent())) {
        Integrity::Sound(marker_read) => {
            let bytes = if let FileState::Bytes(bytes) = &marker { bytes.as_slice() } else { &[] };
            // A sound marker has the hash in the record.
            let sha256 = frozen.map_or_else(|| Digest::of(bytes), |frozen| frozen.marker_sha256);
            let sealed = SealCheck { paths: &paths, marker: &marker_read, bytes, sha256, files, rules };
            match record.filter(|_| frozen.is_none()) {
                Some(record) => sealed.unfinished(record),
                None if frozen.is_none() => broken(no_freeze(&marker_read)),
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

/// The part of the verification that can end a freeze: marker and design against each other and against the record.
pub fn check(
    feature: &FeatureId,
    record: Option<&DesignRecord>,
    marker: &FileState,
    intent: &FileState,
) -> Integrity {
    let frozen = record.and_then(|record| record.frozen.as_ref());
    match integrity::check(feature, frozen.map(Frozen::recorded), marker, intent) {
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

/// The first difference between the record of a freeze and this marker.
fn difference(record: &DesignRecord, frozen: &Frozen, marker: &Marker) -> Option<String> {
    if !matches!(record.state, DesignPhase::Frozen | DesignPhase::Failed | DesignPhase::Idle) {
        return Some(format!("state.json says {}, but the design is frozen", record.state.name()));
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
            run.is_some_and(|run| freeze::matches_run(marker, run)),
            "run's threshold, brief, rubric, models or prompts",
        ),
    ];
    let (_, what) = same.iter().find(|(same, _)| !same)?;
    Some(format!("state.json and final/FROZEN.md differ in the {what}"))
}

/// The check of a freeze whose marker and design are intact, and of the other files that it names.
struct SealCheck<'a> {
    paths: &'a Home,
    marker: &'a Marker,
    bytes: &'a [u8],
    /// Of the marker's bytes.
    sha256: Digest,
    files: &'a dyn Files,
    rules: &'a Rules,
}

/// The data of a line that notes a freeze.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Freeze {
    freeze_number: u64,
}

/// A problem and its hint.
struct Problem {
    what: String,
    hint: String,
    /// Whether the freeze is not the last one.
    is_rolled_back: bool,
}

impl Problem {
    fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into(), is_rolled_back: false }
    }
}

impl SealCheck<'_> {
    /// A marker without a recorded freeze: an interrupted approval, or a planted file.
    fn unfinished(&self, record: &DesignRecord) -> Sealed {
        let journal = self.files.state(&self.paths.journal());
        let end = if let FileState::Bytes(bytes) = &journal { bytes.as_slice() } else { &[] };
        let is_candidate = record.state == DesignPhase::Candidate;
        if !is_candidate || freeze::mismatch(record, self.marker, end).is_some() {
            return broken(no_freeze(self.marker));
        }
        match self.signer() {
            Err(problem) => self.not_approved(problem),
            Ok(signer) => {
                let problem = Some(RECORDED.to_owned());
                let hint = Some(format!("`frieze show {}` completes it", record.feature_id));
                Sealed { problem, is_broken: true, is_recorded: true, hint, signer, ..self.sound() }
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
        let mut problems: Vec<Problem> = all.into_iter().filter_map(Result::err).collect();
        if let Some(at) = problems.iter().position(|problem| problem.is_rolled_back) {
            return self.not_approved(problems.swap_remove(at));
        }
        let problem = problems.into_iter().next();
        let (problem, hint) = problem.map(|problem| (problem.what, problem.hint)).unzip();
        Sealed { problem, page_differs, hint, signer, ..self.sound() }
    }

    /// The report on a marker and a design that are intact.
    fn sound(&self) -> Sealed {
        let checksum = Some(self.marker.checksum_sha256);
        let (marker, number) = (Some(self.sha256), Some(self.marker.freeze_number));
        Sealed { expected: checksum, actual: checksum, marker, number, ..Sealed::default() }
    }

    /// An approval that does not count under the rules of this user or workspace, or not any more. The record stays, because others
    /// may have other rules.
    fn not_approved(&self, problem: Problem) -> Sealed {
        let (problem, hint) = (Some(problem.what), Some(problem.hint));
        Sealed { actual: None, problem, hint, ..self.sound() }
    }

    /// The signer of the approval; `None` if it is not signed and need not be.
    fn signer(&self) -> Result<Option<String>, Problem> {
        let path = self.paths.signature();
        if let Some(barred) = &self.rules.barred {
            return Err(Problem::new(barred.why.clone(), barred.hint.clone()));
        }
        let says_signed = self.marker.signed == Some(true);
        if self.rules.approvers.is_none() && !says_signed {
            return Ok(None);
        }
        let signature = match self.files.state(&path) {
            FileState::Bytes(bytes) => bytes,
            FileState::Unreadable(why) => return Err(Problem::new(why, RESTORE)),
            FileState::Absent if says_signed => {
                return Err(Problem::new(
                    "final/FROZEN.md.sig, the approver's signature, is missing",
                    RESTORE,
                ));
            }
            FileState::Absent => return Err(Problem::new(UNSIGNED, SIGN)),
        };
        let name = &self.marker.approver;
        let signer = match &self.rules.approvers {
            Some(approvers) => approvers
                .accept(self.bytes, &signature, name, self.marker.frozen_at)
                .map(|key| format!("{name}, {key}")),
            None => approval::signer(self.bytes, &signature)
                .map(|key| format!("{key}, not checked against a list of approvers")),
        };
        signer.map(Some).map_err(|e| Problem::new(e.to_string(), NOT_SIGNED))
    }

    fn answers(&self) -> Result<(), Problem> {
        let path = self.paths.answers();
        match self.marker.answers_at_approval_sha256.or(self.marker.answers_sha256) {
            Some(expected) => self.same_file(&path, expected, ANSWERS),
            None if self.files.state(&path) == FileState::Absent => Ok(()),
            None => Err(Problem::new(format!("{path} did not exist when the design was approved"), ANSWERS)),
        }
    }

    fn brief(&self) -> Digest {
        self.marker.brief_at_approval_sha256.unwrap_or(self.marker.brief_sha256)
    }

    /// Checks that a file has the hash in the marker.
    fn same_file(&self, path: &RelPath, expected: Digest, hint: &str) -> Result<(), Problem> {
        let what = match self.files.digest(path) {
            Ok(Some(found)) if found == expected => return Ok(()),
            Ok(Some(_)) => format!("{path} was changed since the approval"),
            Ok(None) => format!("{path} is missing"),
            Err(why) => why,
        };
        Err(Problem::new(what, hint))
    }

    /// Checks that the journal is intact, contains the marker's decision, and ends where the record says.
    fn journal(&self, record: Option<&DesignRecord>) -> Result<(), Problem> {
        let wrong = |what: String| Problem::new(what, JOURNAL);
        let bytes = match self.files.state(&self.paths.journal()) {
            FileState::Bytes(bytes) => bytes,
            FileState::Absent => return Err(wrong("journal.jsonl is missing".to_owned())),
            FileState::Unreadable(why) => return Err(wrong(why)),
        };
        let chain = journal::chain(&bytes);
        let has_decision = chain.links.iter().any(|link| {
            link.kind == NoteKind::Decision.name()
                && link.prev == self.marker.journal_tip
                && link.entry().is_ok_and(|entry| freeze::is_decision_of(&entry, self.marker))
        });
        if !has_decision {
            return Err(wrong("journal.jsonl contains no decision to freeze this design".to_owned()));
        }
        if let Some(damage) = chain.damage.first() {
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
        // An entry that was written again after a power cut may follow another line.
        let is_again = |link: &Link| {
            let known = end.lines.last().and_then(|line| Entry::read(line.as_bytes()).ok());
            let entry = link.entry().ok().zip(known);
            entry.is_some_and(|(entry, known)| Entry { prev: known.prev, ..entry } == known)
        };
        if at_end.is_some_and(|link| link.sha256 != end.line_sha256 && !is_again(link)) {
            return Err(wrong("journal.jsonl differs from the lines in state.json".to_owned()));
        }
        // Only notes that change nothing may follow the record's last step.
        let may_follow =
            [NoteKind::Refused, NoteKind::Decision, NoteKind::JournalDamaged, NoteKind::JournalRestored];
        let mut after = chain.links.iter().filter(|link| link.seq > end.seq);
        match after.find(|link| may_follow.iter().all(|kind| kind.name() != link.kind)) {
            Some(_) => Err(wrong(
                "state.json is older than journal.jsonl: an earlier record was restored".to_owned(),
            )),
            None => Ok(()),
        }
    }

    /// Checks that this freeze is the last one in the journal.
    fn freezes(&self, chain: &Chain) -> Result<(), Problem> {
        // After a record was set aside, its freeze numbers do not count.
        let set_aside = chain.links.iter().rposition(|link| link.kind == NoteKind::SetAside.name());
        let links = chain.links.iter().skip(set_aside.unwrap_or(0));
        let freezes = links.filter(|link| link.kind == NoteKind::Freeze.name());
        match freezes.filter_map(|link| Some(link.data::<Freeze>()?.freeze_number)).max() {
            Some(last) if last > u64::from(self.marker.freeze_number) => Err(self.rolled_back(last)),
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that the freeze number did not decrease.
    fn highest(&self) -> Result<(), Problem> {
        match self.rules.highest.get(&self.marker.feature_id) {
            Some(seen) if *seen > self.marker.freeze_number => Err(self.rolled_back(u64::from(*seen))),
            Some(_) | None => Ok(()),
        }
    }

    fn rolled_back(&self, last: u64) -> Problem {
        let what = format!(
            "this is freeze {}, but freeze {last} existed: an older freeze was restored",
            self.marker.freeze_number
        );
        let hint = "restore the latest freeze from version control; if you restored this one on purpose, correct the number in \
             freezes.json in your state folder (~/.local/state/frieze)";
        Problem { is_rolled_back: true, ..Problem::new(what, hint) }
    }
}

const PREVIEW: &str = "restore the preview from version control; the design itself is unchanged";
const CRITIQUE: &str =
    "restore the critique from version control or from its iteration; the design itself is unchanged";
const BRIEF: &str = "restore the brief from version control; to use the new one, delete design/final/FROZEN.md and run the feature \
                     again";
const ANSWERS: &str =
    "restore answers.md; to use the new answers, delete design/final/FROZEN.md and run the feature again";
const JOURNAL: &str =
    "restore journal.jsonl and state.json from version control; the design itself is unchanged";
const RESTORE: &str = "restore it from version control";
const UNSIGNED: &str = "nobody signed this approval, and approvals must be signed here (approval.sign)";
const SIGN: &str = "have an approver sign it: ssh-keygen -Y sign -n frieze -f KEY FROZEN.md; or restore the signed freeze from \
                    version control";
const NOT_SIGNED: &str =
    "restore FROZEN.md and FROZEN.md.sig from version control, or have an approver approve the design";
