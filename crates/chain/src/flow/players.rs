//! Players without a model: the built-in ones, the design workflow, and a session. Their artifacts are made of what is on disk.

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::id::{FeatureId, NotAnId};
use frieze_data::path::RelPath;
use frieze_data::text::{cut, size};
use frieze_design::brief::LARGEST;
use frieze_design::frozen;
use frieze_kernel::files::Home;
use frieze_kernel::{
    Begin, By, Cause, FileState, Files, NoteKind, Record as _, Refusal, RequestKind, Step, Until, Watch,
};
use frieze_session::artifact::Artifact as CodeFile;
use frieze_session::files::{SessionFiles, shelf};
use frieze_session::phase::Phase;
use frieze_session::record::Record as Session;
use serde_json::json;

use super::record::{Active, Player, Record};
use super::rounds::MOST_NOTES;
use super::sheets::is_theirs;
use super::table::{ChainPhase, refused};
use super::turn::{Stepped, Turn, Work};
use crate::offline::without_index;
use crate::offline::{Implemented, Sources};
use crate::phase::FeaturePhase;

/// The workflow that makes designs.
const DESIGN: &str = "design";
/// The longest concern that a session begins with, in characters: its words are bounded in bytes.
const LONGEST_NOTE: usize = 900;
/// The most files of code that a final review reads.
const MOST_FILES: usize = 200;

/// A run of another workflow that plays a phase.
pub(super) struct OtherRun {
    flow: &'static str,
    pub id: FeatureId,
    /// The words that begin it.
    begin: Vec<String>,
    /// The file that shows how far it is.
    pub watch: Watch,
    /// What becomes of it.
    pub end: &'static str,
    /// Whether it was there. Of a design nobody notes that.
    pub has_begun: bool,
}

impl OtherRun {
    /// The run that plays a phase of this feature while its artifact is produced.
    fn of(chain: &FeatureId, active: &Active) -> Option<Self> {
        match (&active.producer, &active.session) {
            (Player::Design, _) => {
                let watch = Watch { path: Home::of(chain).marker(), until: Until::There };
                let (id, begin) = (chain.clone(), Vec::new());
                Some(Self { flow: DESIGN, id, begin, watch, end: "frozen", has_begun: false })
            }
            (Player::Session, Some(id)) => Some(Self::session(chain, id.clone(), active.has_begun)),
            (Player::Session, None) | (Player::BuiltIn | Player::Agent(_) | Player::Person, _) => None,
        }
    }

    fn session(chain: &FeatureId, id: FeatureId, has_begun: bool) -> Self {
        let begin = vec!["profile=contract".to_owned(), format!("feature={chain}")];
        let watch = Watch { path: SessionFiles::of(&id).record(), until: Until::Changed };
        Self { flow: "session", id, begin, watch, end: "complete", has_begun }
    }

    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.flow, self.id)
    }

    /// What the phase waits for: that it exists, and its file.
    pub(super) fn requests(self) -> Vec<(&'static str, RequestKind)> {
        let begin = Begin::Ensure(self.begin);
        let run =
            (!self.has_begun).then_some(("run", RequestKind::Run { flow: self.flow, id: self.id, begin }));
        run.into_iter().chain([("watch", RequestKind::Watch(self.watch))]).collect()
    }

    /// Whether it is done. An error says why nobody waits for it, and what goes on: the frozen files were changed, or the session
    /// was closed or works from another design.
    pub(super) fn is_done(&self, chain: &FeatureId, files: &dyn Files) -> Result<bool, String> {
        let id = &self.id;
        if self.flow == DESIGN {
            return Ok(frozen::hash(id, None, files).map_err(|unusable| unusable.why)?.is_some());
        }
        let Some(session) = session_record(id, files) else { return Ok(false) };
        let (own, enter) = (&session.metadata.frieze, format!("frieze chain implement {chain}"));
        let another = format!("`{enter} --fresh` begins another session");
        let now = own.design.and_then(|begun| frozen::hash(chain, Some(begun), files).ok().flatten());
        if now.is_some() && now != own.design {
            return Err(format!("another design was frozen after the session {id} had begun; {another}"));
        }
        let is_complete = session.phase == Phase::Complete;
        if !own.closed || is_complete {
            return Ok(is_complete);
        }
        let is_unfrozen = own.design.is_some() && !files.has(&Home::of(chain).marker());
        let how = match is_unfrozen {
            true => format!("its design is not frozen any more: `frieze chain design {chain}` comes first"),
            false => format!("`frieze session reopen {id}`, then `{enter} --continue`, goes on; {another}"),
        };
        Err(format!("the session {id} was closed before it was complete; {how}"))
    }

    /// Checks that the session can be read, once it has begun.
    ///
    /// # Errors
    /// It is missing or damaged. Another one in its place would be another session, without its approvals.
    pub(super) fn check(&self, record: &Record, files: &dyn Files) -> Result<(), Refusal> {
        if !self.has_begun || self.flow == DESIGN {
            return Ok(());
        }
        let (id, path) = (&self.id, &self.watch.path);
        let why = match files.state(path) {
            FileState::Absent => format!("{path} is missing"),
            FileState::Unreadable(why) => why,
            FileState::Bytes(bytes) if Session::glance(id, &bytes).is_some() => return Ok(()),
            FileState::Bytes(_) => format!("{path} is damaged"),
        };
        let why = format!("the session {id} cannot be read: {why}");
        let hint = format!(
            "restore it from version control; or `frieze chain implement {} --fresh` begins another session",
            record.id
        );
        Err(Refusal { hint, ..refused(record, "session-lost", &why) })
    }
}

/// The run that plays the phase that is under way.
pub(super) fn player_run(record: &Record) -> Option<OtherRun> {
    let active = record.under_way().filter(|_| record.own.state == ChainPhase::Producing)?;
    let mut run = OtherRun::of(&record.id, active)?;
    // A session is about what reviewers said of the code before it.
    let notes = (1..=MOST_NOTES).zip(record.meta.phase(active.phase).reviewer_notes);
    run.begin.extend(notes.map(|(at, note)| format!("context.concern-{at}={}", cut(&note, LONGEST_NOTE))));
    Some(run)
}

/// That run, if it is not done.
pub(super) fn other_run(record: &Record) -> Option<OtherRun> {
    player_run(record).filter(|_| record.under_way().is_none_or(|active| !active.is_ready))
}

/// Has the design made from the specification.
pub(super) fn begin_design(mut work: Work<'_>, by: By, takes_spec: bool) -> Stepped {
    let (turn, brief) = (work.turn, work.turn.files.home.brief());
    if let FileState::Unreadable(why) = turn.facts.at(&brief) {
        return Err(work.refused("unreadable", why));
    }
    // The index is of the text before.
    let spec = turn.artifact_text(FeaturePhase::Specify).map(without_index);
    let (old, spec) = (turn.facts.bytes(&brief), spec.as_ref().map(|spec| spec.as_bytes()));
    if old.is_none() && spec.is_none() {
        let hint = format!("put one back, or bring one: frieze chain specify {} --from FILE", work.record.id);
        return Err(Refusal { hint, ..work.refused("no-brief", "there is neither spec.md nor brief.md") });
    }
    let spec = spec.filter(|spec| old.is_none_or(|old| takes_spec && old != *spec));
    if let Some(why) = frozen::keeps_brief(&work.record.id, turn.facts).filter(|_| spec.is_some()) {
        let lack = old.is_none().then_some("brief.md is missing, put it back from version control: ");
        return Err(work.refused("frozen", &format!("{}{why}", lack.unwrap_or_default())));
    }
    if spec.is_some_and(|spec| spec.trim_ascii().is_empty()) {
        return Err(work.refused("empty", "spec.md is empty, so it cannot become the brief"));
    }
    if let Some(spec) = spec.filter(|spec| spec.len() > LARGEST) {
        let [has, most] = [spec.len(), LARGEST].map(size);
        let why = format!("spec.md has {has}, and a brief has at most {most}; shorten it, or keep brief.md");
        return Err(work.refused("too-large", &why));
    }
    work.enter(ChainPhase::Producing);
    work.active.is_ready = frozen::hash(&work.record.id, None, turn.facts).is_ok_and(|hash| hash.is_some());
    let Some(spec) = spec else { return Ok(work.step(by)) };
    // The person took it as the brief: what led to it is not stale.
    for phase in [FeaturePhase::Brainstorm, FeaturePhase::Specify] {
        if let Some(artifact) = work.record.own.artifacts.get_mut(&phase) {
            artifact.made_from.insert(brief.name().to_owned(), Digest::of(spec));
        }
    }
    let copy = work.copy(&brief, spec);
    let mut step = work.step(by);
    step.writes.extend(copy);
    let text = "spec.md is the brief of the design";
    Ok(step.write(brief, spec.to_vec()).note(NoteKind::Artifact, text, json!({})))
}

/// Has the code made by a session of its own: the first number that no session has.
pub(super) fn begin_session(mut work: Work<'_>, by: By) -> Stepped {
    let (turn, chain) = (work.turn, work.record.id.clone());
    if work.active.session.is_none() {
        let sessions = turn.facts.list(&shelf()).map_err(|why| {
            let why = format!("{why}; if these are too many, move old sessions out of .aiwf/sessions");
            work.refused("unreadable", &why)
        })?;
        let name = |number: u32| format!("{chain}-{number}");
        let is_free = |number: &u32| !sessions.iter().any(|(taken, _)| *taken == name(*number));
        let number = (work.record.own.sessions.saturating_add(1)..=u32::MAX).find(is_free);
        let number = number.ok_or_else(|| work.refused("name", "no number is left for its session"))?;
        let id: FeatureId = name(number).parse().map_err(|why: NotAnId| {
            work.refused("name", &format!("its session would be {}: {why}", name(number)))
        })?;
        work.record.own.sessions = number;
        (work.active.session, work.active.has_begun) = (Some(id), false);
    }
    if let Some(run) = OtherRun::of(&chain, &work.active) {
        run.check(&work.clone().whole(), turn.facts)?;
        let is_done = run.is_done(&chain, turn.facts);
        work.active.is_ready = is_done.map_err(|why| work.refused("closed", &why))?;
    }
    work.enter(ChainPhase::Producing);
    Ok(work.step(by))
}

/// The session with which a phase goes on, unless that takes a person's document. Whether it was there, its folder says, too.
pub(super) fn continued(record: &Record, phase: FeaturePhase, files: &dyn Files) -> Option<OtherRun> {
    let stopped = record.own.active.as_ref().filter(|active| active.phase == phase);
    let is_partial = phase == FeaturePhase::Implement && record.meta.phase(phase).is_partial();
    let id = session(record, stopped).filter(|_| is_partial && !is_theirs(record, phase, files))?;
    let is_there = files.list(&shelf()).is_ok_and(|all| all.iter().any(|(name, _)| name == id.as_str()));
    let has_begun = is_there || stopped.is_some_and(|active| active.has_begun);
    Some(OtherRun::session(&record.id, id, has_begun))
}

/// Why a phase cannot be continued: its session is lost, was closed, or works from another design.
pub(super) fn cannot_continue(record: &Record, phase: FeaturePhase, files: &dyn Files) -> Option<String> {
    let run = continued(record, phase, files)?;
    let lost = run.check(record, files).err().map(|lost| format!("{}; {}", lost.why, lost.hint));
    lost.or_else(|| run.is_done(&record.id, files).err())
}

/// Notes that the session has begun, and whether the design is frozen, or the session complete.
pub(super) fn inspected(mut work: Work<'_>) -> Step<Record> {
    let (turn, was_ready) = (work.turn, work.active.is_ready);
    let Some(run) = OtherRun::of(&work.record.id, &work.active) else { return Step::same(work.whole()) };
    work.active.has_begun |= run.flow != DESIGN && turn.facts.has(&run.watch.path);
    let is_ready = match run.is_done(&work.record.id, turn.facts) {
        Ok(is_ready) => is_ready,
        Err(why) => return work.fault(Cause::Invalid, &why),
    };
    if is_ready == was_ready {
        return work.step(By::System);
    }
    // From now on it waits for something else.
    (work.active.is_ready, work.record.own.since) = (is_ready, Some(turn.facts.now));
    let step = work.step(By::System);
    let note = format!("{} is {}", run.name(), run.end);
    if is_ready { step.note(NoteKind::Artifact, note, json!({})) } else { step }
}

/// The record of a session, if it can be read.
fn session_record(id: &FeatureId, files: &dyn Files) -> Option<Session> {
    Session::glance(id, files.state(&SessionFiles::of(id).record()).bytes()?)
}

fn complete(id: &FeatureId, files: &dyn Files) -> Option<Session> {
    session_record(id, files).filter(|session| session.phase == Phase::Complete)
}

/// A complete session, with the hashes that its files have now, where they were read.
fn finished(id: &FeatureId, turn: &Turn<'_>) -> Option<Implemented> {
    let session = complete(id, turn.facts)?;
    let files = last_code(id, &session).map(|(artifact, path)| {
        let approved = artifact.sha256.map(|sha256| sha256.to_string()).unwrap_or_default();
        let now = |file: &FileState| {
            file.bytes().map_or_else(|| "missing".to_owned(), |bytes| Digest::of(bytes).to_string())
        };
        (artifact.path.clone(), turn.facts.files.get(&path).map_or(approved, now))
    });
    let (id, files, iterations) = (id.to_string(), files.collect(), session.current_iteration);
    Some(Implemented { id, files, iterations })
}

/// The code of a session's last iteration, in its record and on disk.
fn last_code<'s>(id: &FeatureId, session: &'s Session) -> impl Iterator<Item = (&'s CodeFile, RelPath)> {
    let (files, last) = (SessionFiles::of(id), session.current_iteration);
    let code = session.artifacts.iter().filter_map(move |one| Some((one, one.code_of(last)?)));
    code.map(move |(one, name)| (one, files.code(last, &name)))
}

/// The code of the session, which the final reviewer reads, and the verification.
pub(super) fn code(record: &Record, active: &Active, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
    // Verified are the files as they are now.
    let is_read = active.phase == FeaturePhase::Verify
        || active.phase == FeaturePhase::Implement && record.own.state == ChainPhase::Reviewing;
    let Some(id) = session(record, Some(active)).filter(|_| is_read) else { return Vec::new() };
    let session = complete(&id, &|path: &RelPath| seen.get(path).cloned().unwrap_or(FileState::Absent));
    let files = session.iter().flat_map(|session| last_code(&id, session));
    files.map(|(_, path)| path).take(MOST_FILES).collect()
}

/// What the built-in players read.
pub(super) fn sources<'t>(work: &Work<'t>) -> Sources<'t> {
    let Work { record, active, turn, .. } = work;
    let home = &turn.files.home;
    let seal = frozen::marker(&record.id, None, turn.facts).ok().flatten();
    let intent = turn.facts.bytes(&home.frozen().intent()).filter(|_| seal.is_some());
    let by_agent = &turn.facts.terms.by_agent;
    let has_session = !by_agent.contains(&FeaturePhase::Implement);
    let session = session(record, Some(active)).filter(|_| has_session);
    let implemented = session.as_ref().and_then(|id| finished(id, turn));
    let is_left = record.meta.phase(FeaturePhase::Implement).is_partial() && implemented.is_none();
    let artifact = |phase| Some((phase, turn.artifact_text(phase)?));
    Sources {
        title: record.meta.name().unwrap_or_else(|| record.id.to_string()),
        brief: turn.text(&home.brief()),
        answers: turn.text(&home.answers()),
        artifacts: FeaturePhase::all().filter_map(artifact).collect(),
        intent: intent.and_then(|bytes| frieze_intent::read(bytes).ok()).map(|reading| reading.intent),
        seal,
        session: implemented,
        open_session: session.filter(|_| is_left).map(|id| {
            let goes_on = format!("`frieze chain implement {} --continue` goes on with it", record.id);
            let cannot = cannot_continue(record, FeaturePhase::Implement, turn.facts);
            cannot.unwrap_or_else(|| format!("session/{id} is open: {goes_on}"))
        }),
        has_session,
        is_design_of_agent: by_agent.contains(&FeaturePhase::Design),
    }
}

/// The session of the phase, or the one that implemented the feature last.
pub(super) fn session(record: &Record, active: Option<&Active>) -> Option<FeatureId> {
    let last = || format!("{}-{}", record.id, record.own.sessions).parse().ok();
    active.and_then(|active| active.session.clone()).or_else(|| last().filter(|_| record.own.sessions > 0))
}
