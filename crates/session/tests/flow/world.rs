//! One session in memory: files by path, committed as the interpreter does, with the promises that hold after every event.

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_kernel::{
    Answer, Confirmed, Entries, Event, Facts, Fault, FileState, Files, Flow, Gate, Kind, Need, NoteKind,
    Order, Record as _, Refusal, RequestKind, RunView, advance,
};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;
use frieze_session::profile::Profile;
use frieze_session::record::Record;
use frieze_session::terms::Terms;
use jiff::Timestamp;

pub const MARKER: &str = "features/checkout/design/final/FROZEN.md";
pub const INTENT: &str = "features/checkout/design/final/intent.json";
pub const BUNDLE: &str = "# Standards: contract\n";
pub const CODE: &str = "Two files.\n<<<FILE: A.java>>>\nclass A {}\n<<<FILE: B.java>>>\nclass B {}\n";
pub const FAIL: &str =
    "@@@REVIEW_META\nverdict: FAIL\nissues_total: 1\nissues_critical: 0\nmissing_inputs: 0\n@@@\n";
pub const PASS: &str =
    "@@@REVIEW_META\nverdict: PASS\nissues_total: 0\nissues_critical: 0\nmissing_inputs: 0\n@@@\n";

#[derive(Clone)]
pub struct World {
    pub record: Record,
    pub disk: BTreeMap<String, Vec<u8>>,
    pub unreadable: BTreeSet<String>,
    pub terms: Terms,
    pub now: Timestamp,
    pub notes: Vec<(NoteKind, String)>,
}

impl Files for World {
    fn state(&self, path: &RelPath) -> FileState {
        if self.unreadable.contains(path.as_str()) {
            return FileState::Unreadable(format!("could not read {path}: it has too many bytes"));
        }
        self.disk.get(path.as_str()).map_or(FileState::Absent, |bytes| FileState::Bytes(bytes.clone()))
    }

    fn list(&self, folder: &RelPath) -> Entries {
        let inside = format!("{folder}/");
        let rest = self.disk.keys().filter_map(|path| path.strip_prefix(&inside));
        let entries: BTreeMap<String, bool> = rest
            .map(|rest| {
                rest.split_once('/').map_or((rest.to_owned(), true), |(name, _)| (name.to_owned(), false))
            })
            .collect();
        Ok(entries
            .into_iter()
            .map(|(name, is_file)| (name, if is_file { Kind::File } else { Kind::Folder }))
            .collect())
    }
}

impl World {
    /// A folder without a session.
    pub fn empty() -> Self {
        let profiles = Profile::names().map(|name| (name, Ok(Profile::packaged(name).unwrap()))).collect();
        Self {
            record: Record::fresh(&"t1".parse().unwrap()),
            disk: BTreeMap::new(),
            unreadable: BTreeSet::new(),
            terms: Terms { profiles, max_calls: None },
            now: "2026-01-02T03:04:05Z".parse().unwrap(),
            notes: Vec::new(),
        }
    }

    /// A new session of the profile `contract`, by hand.
    pub fn new() -> Self {
        let mut world = Self::empty();
        world.begin(&[]).unwrap();
        world
    }

    pub fn begin(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        self.send(&Event::Ordered(Order::Verb { verb: "new", words, text: Some(BUNDLE.to_owned()) }))
    }

    /// The session by hand, as far as a phase, without the response that the phase waits for.
    pub fn at(phase: Phase) -> Self {
        let mut world = Self::new();
        for _ in 0..40 {
            if world.record.phase == phase {
                return world;
            }
            world.forward(if phase == Phase::Complete { PASS } else { FAIL });
        }
        panic!("{phase} was not reached");
    }

    /// The open gate, if the session waits for its decision. An approval can be repeated, so the gate stays open after it.
    pub fn decision_due(&self) -> Option<Gate> {
        let view = self.view();
        view.gate().filter(|_| view.needs == Some(Need::Decision)).cloned()
    }

    /// The next order of a person, with the response before it.
    pub fn forward(&mut self, review: &str) {
        if let Some(response) = self.response() {
            let name = response.rsplit_once('/').map_or(response.as_str(), |(_, name)| name);
            let text = match name {
                "planning-response.md" => "the plan\n".to_owned(),
                "reviewing-response.md" => review.to_owned(),
                "revising-response.md" => {
                    format!("<<<FILE: A.java>>>\nclass A {{ int i{}; }}\n", self.record.current_iteration)
                }
                _ => CODE.to_owned(),
            };
            self.put(&response, &text);
        }
        match self.decision_due() {
            Some(_) => self.decide("approve").unwrap(),
            None => self.step().unwrap(),
        }
    }

    /// The response that is waited for, below the session.
    pub fn response(&self) -> Option<String> {
        let work = self.record.phase.awaited()?;
        let files = frieze_session::files::SessionFiles::of(&self.record.session_id);
        let path = files.response(work, self.record.current_iteration);
        Some(files.relative(&path).to_owned())
    }

    pub fn facts(&self, event: &Event) -> Facts<Terms> {
        let read = |paths: Vec<RelPath>| paths.into_iter().map(|path| (path.clone(), self.state(&path)));
        let mut files: BTreeMap<RelPath, FileState> = read(Session::reads(&self.record, event)).collect();
        let lists = Session::lists(&self.record, event)
            .into_iter()
            .map(|folder| (folder.clone(), self.list(&folder)))
            .collect();
        files.extend(read(Session::reads_listed(&self.record, event, &lists)));
        let (who, journal_tip) = ("Ada".to_owned(), Digest::of(b""));
        Facts { now: self.now, who, journal_tip, files, lists, terms: self.terms.clone() }
    }

    /// Takes one event and commits it; checks what holds after every event.
    pub fn send(&mut self, event: &Event) -> Result<(), Refusal> {
        let before = self.record.clone();
        self.now += jiff::SignedDuration::from_secs(1);
        let step = advance::<Session>(&self.record, event, &self.facts(event))?;
        if !step.changed {
            assert_eq!(step.record, before, "a step that changes nothing changed the record");
            assert!(step.writes.is_empty() && step.notes.is_empty());
            return Ok(());
        }
        assert!(step.removes.is_empty() && step.marker.is_none(), "a session removes and seals nothing");
        for write in step.writes {
            let path = write.path.to_string();
            let exists = self.disk.contains_key(&path) || self.unreadable.contains(&path);
            assert!(!(exists && path.ends_with("-response.md")), "{path} was overwritten");
            assert!(path.starts_with(".aiwf/sessions/t1/"), "{path} is outside of the session");
            self.disk.insert(path, write.bytes);
        }
        let bytes = step.record.bytes();
        self.record = Record::read(&step.record.session_id, &bytes).unwrap();
        assert_eq!(self.record, step.record, "a saved record is read as it was");
        self.disk.insert(".aiwf/sessions/t1/session.json".to_owned(), bytes);
        self.notes = step.notes.into_iter().map(|note| (note.kind, note.text)).collect();
        self.check(&before, event);
        Ok(())
    }

    /// S2, S3, S8–S10, S39.
    fn check(&self, before: &Record, event: &Event) {
        let (now, is_decision) = (&self.record, matches!(event, Event::Decided(_)));
        let hashes =
            |record: &Record| record.artifacts.iter().filter(|artifact| artifact.sha256.is_some()).count();
        if !is_decision {
            assert!(hashes(now) <= hashes(before), "a hash before an approval");
            assert!(now.plan_hash == before.plan_hash && now.prompt_hashes == before.prompt_hashes);
            assert!(now.review_hash.is_none() || now.review_hash == before.review_hash);
        }
        let is_raised = (before.phase, now.phase) == (Phase::Reviewed, Phase::Revising);
        assert_eq!(now.current_iteration, before.current_iteration + u32::from(is_raised));
        let moves = usize::from(before.phase != now.phase);
        let is_new = before.metadata.frieze.revision == 0;
        assert!(is_new || now.phase_history.len() == before.phase_history.len() + moves);
        assert_eq!(now.phase_history.last().unwrap().phase, now.phase);
        assert!(!matches!(event, Event::Inspected) || moves == 0, "an inspection moved the session");
    }

    pub fn step(&mut self) -> Result<(), Refusal> {
        self.send(&Event::Inspected).unwrap();
        self.send(&Event::Ordered(Order::Verb { verb: "step", words: Vec::new(), text: None }))
    }

    pub fn verb(&mut self, verb: &'static str) -> Result<(), Refusal> {
        self.send(&Event::Ordered(Order::Verb { verb, words: Vec::new(), text: None }))
    }

    pub fn attempt(&mut self, what: &'static str) -> Refusal {
        self.send(&Event::Ordered(Order::Attempt { what })).unwrap_err()
    }

    /// A decision about the files as they are now.
    pub fn decision(&self, choice: &str) -> Event {
        let gate = self.view().gate().cloned().unwrap_or_else(|| panic!("{} has no gate", self.record.phase));
        Event::Decided(gate.decide(choice, None, Confirmed::Named("t1"), false).unwrap())
    }

    pub fn decide(&mut self, choice: &str) -> Result<(), Refusal> {
        let decision = self.decision(choice);
        self.send(&decision)
    }

    pub fn view(&self) -> RunView {
        Session::view_with(&self.record, Some(&self.terms), true, self)
    }

    pub fn answer(&mut self, text: &str) -> Result<(), Refusal> {
        let (key, _) = self.asked().unwrap();
        self.send(&Event::Answered { key, answer: Answer::of(text, "a model") })
    }

    pub fn fault(&mut self, why: &str) -> Result<(), Refusal> {
        let (key, _) = self.asked().unwrap();
        self.send(&Event::Faulted { key, fault: Fault::failed(why), partial: b"half".to_vec() })
    }

    /// Key and agent of the open request.
    pub fn asked(&self) -> Option<(frieze_kernel::Key, String)> {
        Session::wants(&self.record).into_iter().find_map(|request| match request.kind {
            RequestKind::Agent(agent) => Some((request.key, agent.agent.unwrap())),
            RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => {
                None
            }
        })
    }

    /// Freezes a design of the feature `checkout`, as the design workflow does.
    pub fn freeze(&mut self, design: &[u8]) -> Digest {
        let (marker, checksum) = frieze_testkit::frozen::marker("checkout", 1, design);
        self.disk.insert(MARKER.to_owned(), marker.into_bytes());
        self.disk.insert(INTENT.to_owned(), design.to_vec());
        checksum
    }

    pub fn put(&mut self, name: &str, text: &str) {
        self.disk.insert(format!(".aiwf/sessions/t1/{name}"), text.as_bytes().to_vec());
    }

    pub fn remove(&mut self, name: &str) {
        self.disk.remove(&format!(".aiwf/sessions/t1/{name}"));
    }

    pub fn file(&self, name: &str) -> Option<&str> {
        self.disk.get(&format!(".aiwf/sessions/t1/{name}")).map(|bytes| std::str::from_utf8(bytes).unwrap())
    }

    /// The warnings of the last step, without the names of files.
    pub fn warnings(&self) -> Vec<&str> {
        let warned = self.notes.iter().filter(|(kind, _)| *kind == NoteKind::HashMismatch);
        warned.map(|(_, text)| text.split_once(" (").map_or(text.as_str(), |(text, _)| text)).collect()
    }

    pub fn phase(&self) -> Phase {
        self.record.phase
    }
}
