//! One feature in memory: files by path, committed as the interpreter does, with the promises that hold after every event.

use std::collections::BTreeMap;

use frieze_chain::flow::{Chain, ChainPhase, Record};
use frieze_chain::meta::PhaseState;
use frieze_chain::phase::FeaturePhase;
use frieze_chain::terms::{Agent, ChainRole, Terms};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_kernel::{
    Answer, Confirmed, Entries, Event, Facts, Fault, FileState, Files, Flow, Key, Kind, NoteKind, Order,
    Record as _, Refusal, RequestKind, RunView, advance,
};
use jiff::Timestamp;

pub const YES: &str = r#"{"approved": true, "issues": [], "summary": "Good."}"#;
pub const NO: &str = r#"{"approved": false, "issues": [{"severity": "warning", "description": "R2 is unclear.", "location": "R2"}]}"#;
/// What every template shows; the parts that only some roles have are left to the tests of the real templates.
const TEMPLATE: &str = "{{ phase }} {{ artifact }} {{ iteration }} of {{ max_iterations }}\n{{ expectations }}\n\
    {% for text in violations %}! {{ text }}\n{% endfor %}";
const EXECUTOR: &str = "{% for input in inputs %}= {{ input.name }}\n{{ input.text | quoted }}\n{% endfor %}\
    {% if draft %}draft\n{{ draft | quoted }}\n{% endif %}\
    {% for issue in issues %}- {{ issue.severity }}: {{ issue.description }}\n{% endfor %}";
const REVIEWER: &str = "{% if previous %}= {{ previous.name }}\n{{ previous.text | quoted }}\n{% endif %}{{ current | quoted }}\n";
const FINAL: &str = "{{ spec | quoted }}\n{{ implementation | quoted }}\n{% for file in code %}= {{ file.name }}\n{{ file.text | quoted }}\n{% endfor %}";

/// One iteration of the history.
pub struct Iteration {
    pub phase: String,
    pub number: u32,
    pub approved: bool,
    pub issues: usize,
}

#[derive(Clone)]
pub struct World {
    pub record: Record,
    pub disk: BTreeMap<String, Vec<u8>>,
    pub terms: Terms,
    pub now: Timestamp,
    pub notes: Vec<(NoteKind, String)>,
}

impl Files for World {
    fn state(&self, path: &RelPath) -> FileState {
        self.disk.get(path.as_str()).map_or(FileState::Absent, |bytes| match bytes.as_slice() {
            b"\0unreadable" => FileState::Unreadable(format!("could not read {path}")),
            _ => FileState::Bytes(bytes.clone()),
        })
    }

    fn list(&self, folder: &RelPath) -> Entries {
        let inside = format!("{folder}/");
        let rest = self.disk.keys().filter_map(|path| path.strip_prefix(&inside));
        let entries: BTreeMap<String, bool> = rest
            .map(|rest| {
                rest.split_once('/').map_or((rest.to_owned(), true), |(name, _)| (name.to_owned(), false))
            })
            .collect();
        let kind = |is_file| if is_file { Kind::File } else { Kind::Folder };
        Ok(entries.into_iter().map(|(name, is_file)| (name, kind(is_file))).collect())
    }
}

impl World {
    /// A feature with a brief and no chain.
    pub fn empty() -> Self {
        let mut world = Self {
            record: Record::fresh(&"a".parse().unwrap()),
            disk: BTreeMap::new(),
            terms: Terms { repair_attempts: 2, ..Terms::default() },
            now: "2026-01-02T03:04:05Z".parse().unwrap(),
            notes: Vec::new(),
        };
        world.put("brief.md", "# Checkout\n\nR1 A customer pays.\n");
        world
    }

    /// A chain whose roles are all built in.
    pub fn offline(mode: &str) -> Self {
        let mut world = Self::empty();
        world.verb("start", &[&format!("mode={mode}")]).unwrap();
        world
    }

    /// A chain whose roles are all played by agents.
    pub fn agents(mode: &str) -> Self {
        let mut world = Self::offline(mode);
        // Sessions make the code, unless the terms say otherwise.
        for role in ChainRole::ALL.iter().filter(|role| **role != ChainRole::Implementer) {
            let rest = match role {
                ChainRole::ChainReviewer => REVIEWER,
                ChainRole::FinalReviewer => FINAL,
                ChainRole::Brainstormer
                | ChainRole::Specifier
                | ChainRole::Planner
                | ChainRole::Tasker
                | ChainRole::Implementer
                | ChainRole::Verifier
                | ChainRole::DesignerNotes => EXECUTOR,
            };
            let (name, template) = (format!("agent of {}", role.name()), Ok(format!("{TEMPLATE}{rest}")));
            world.terms.agents.insert(*role, Agent { name, template });
        }
        world
    }

    pub fn facts(&self, event: &Event) -> Facts<Terms> {
        let read = |paths: Vec<RelPath>| paths.into_iter().map(|path| (path.clone(), self.state(&path)));
        let mut files: BTreeMap<RelPath, FileState> = read(Chain::reads(&self.record, event)).collect();
        let then = Chain::reads_then(&self.record, &files);
        files.extend(read(then));
        let lists = Chain::lists(&self.record, event)
            .into_iter()
            .map(|folder| (folder.clone(), self.list(&folder)))
            .collect();
        let (who, journal_tip) = ("Ada".to_owned(), Digest::of(b""));
        Facts { now: self.now, who, journal_tip, files, lists, terms: self.terms.clone() }
    }

    /// Takes one event and commits it; checks what holds after every event.
    pub fn send(&mut self, event: &Event) -> Result<(), Refusal> {
        let before = self.clone();
        self.now += jiff::SignedDuration::from_secs(1);
        let step = advance::<Chain>(&self.record, event, &self.facts(event)).inspect_err(|refusal| {
            assert!(!refusal.why.is_empty() && !refusal.hint.is_empty(), "{refusal:?}");
        })?;
        if !step.changed {
            assert_eq!(step.record, before.record, "a step that changes nothing changed the record");
            assert!(step.writes.is_empty() && step.notes.is_empty());
            return Ok(());
        }
        assert!(step.marker.is_none());
        for write in step.writes {
            let path = write.path.to_string();
            assert!(path.starts_with("features/a/"), "{path} is outside of the feature");
            self.disk.insert(path, write.bytes);
        }
        for path in step.removes {
            assert_eq!(path.as_str(), "features/a/.review-history.md");
            assert!(matches!(step.record.own.state, ChainPhase::Completed | ChainPhase::Abandoned));
            self.disk.remove(path.as_str());
        }
        for append in step.appends {
            self.disk.entry(append.path.to_string()).or_default().extend(append.text.bytes());
        }
        let bytes = step.record.bytes();
        self.record = Record::read(&self.record.id, &bytes).unwrap();
        assert_eq!(self.record, step.record, "a saved record is read as it was");
        self.disk.insert("features/a/.meta.json".to_owned(), bytes);
        self.notes = step.notes.into_iter().map(|note| (note.kind, note.text)).collect();
        self.check(&before, event);
        Ok(())
    }

    /// Nothing is lost, a run waits for something or for a person, and iterations stay below the ceiling.
    fn check(&self, before: &Self, event: &Event) {
        for (path, bytes) in &before.disk {
            let is_text = path.ends_with(".md") && !path.contains("/chain/") && !path.contains("history");
            if is_text && self.disk.get(path) != Some(bytes) {
                let is_kept = self.disk.values().any(|other| other == bytes);
                assert!(is_kept, "{path} was lost after {event:?}");
            }
            assert!(
                !path.contains("/chain/rounds/")
                    || self.disk.get(path) == Some(bytes)
                    || path.contains("-answer-"),
                "{path} was changed"
            );
        }
        let own = &self.record.own;
        let wanted = Chain::wants(&self.record);
        let is_busy = matches!(own.state, ChainPhase::Producing | ChainPhase::Reviewing | ChainPhase::Asking);
        assert_eq!(wanted.is_empty(), !is_busy, "{:?} waits for {wanted:?}", own.state);
        if let Some(active) = &own.active {
            let most = self.record.meta.mode().max_iterations();
            assert!((1..=most).contains(&active.iteration));
        }
        let is_asked = wanted.iter().any(|request| matches!(request.kind, RequestKind::Agent(_)));
        assert_eq!(is_asked, own.asking.is_some());
        for request in wanted {
            if let RequestKind::Agent(ask) = request.kind {
                assert!(self.disk.contains_key(ask.prompt.as_str()), "{} is missing", ask.prompt);
            }
        }
    }

    /// Sends an order, then all automatic steps.
    pub fn verb(&mut self, verb: &'static str, words: &[&str]) -> Result<(), Refusal> {
        self.order(verb, words, None)
    }

    pub fn order(&mut self, verb: &'static str, words: &[&str], text: Option<&str>) -> Result<(), Refusal> {
        self.send(&Event::Inspected).unwrap();
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        self.send(&Event::Ordered(Order::Verb { verb, words, text: text.map(str::to_owned) }))?;
        self.settle();
        Ok(())
    }

    pub fn settle(&mut self) {
        for _ in 0..50 {
            let due = Chain::wants(&self.record).into_iter().find(|r| matches!(r.kind, RequestKind::Proceed));
            let Some(request) = due else { return };
            self.send(&Event::Proceeded { key: request.key }).unwrap();
        }
        panic!("the automatic steps do not end");
    }

    pub fn decide(&mut self, choice: &str) -> Result<(), Refusal> {
        let decision = self.decision(choice);
        self.send(&decision)?;
        self.settle();
        Ok(())
    }

    /// A decision about the files as they are now.
    pub fn decision(&self, choice: &str) -> Event {
        let gate = self.view().gate().cloned().unwrap();
        Event::Decided(gate.decide(choice, None, Confirmed::Named("a"), false).unwrap())
    }

    /// Key and role of the open request.
    pub fn asked(&self) -> Option<(Key, &'static str)> {
        Chain::wants(&self.record).into_iter().find_map(|request| match request.kind {
            RequestKind::Agent(agent) => Some((request.key, agent.role.0)),
            RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => {
                None
            }
        })
    }

    pub fn role(&self) -> &'static str {
        self.asked().map_or("nobody", |(_, role)| role)
    }

    /// The prompt of the open request.
    pub fn prompt(&self) -> String {
        let prompt = Chain::wants(&self.record).into_iter().find_map(|request| match request.kind {
            RequestKind::Agent(agent) => Some(agent.prompt),
            RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => {
                None
            }
        });
        String::from_utf8(self.disk[prompt.unwrap().as_str()].clone()).unwrap()
    }

    pub fn answer(&mut self, text: &str) {
        let (key, _) = self.asked().unwrap();
        self.send(&Event::Answered { key, answer: Answer::of(text, "a model") }).unwrap();
        self.settle();
    }

    pub fn fault(&mut self) {
        self.fail(Fault::failed("it is ill"));
    }

    pub fn fail(&mut self, fault: Fault) {
        let (key, _) = self.asked().unwrap();
        self.send(&Event::Faulted { key, fault, partial: b"half".to_vec() }).unwrap();
        self.settle();
    }

    /// Answers all agents until none is asked: artifacts, and these verdicts in turn, then approvals. Returns the calls of reviewers.
    pub fn play(&mut self, verdicts: &[bool]) -> usize {
        let (mut reviews, mut artifacts) = (0, 0);
        for _ in 0..100 {
            match self.role() {
                "nobody" => return reviews,
                "chain-reviewer" => {
                    let approves = verdicts.get(reviews).copied().unwrap_or(true);
                    reviews += 1;
                    self.answer(if approves { YES } else { NO });
                }
                "final-reviewer" => self.answer(YES),
                _ => {
                    artifacts += 1;
                    let (now, phase) = (self.now, self.record.own.active.as_ref().unwrap().phase.name());
                    self.answer(&format!("# {phase} {artifacts}\n\nR1, written at {now}\n"));
                }
            }
        }
        panic!("the agents are asked for ever");
    }

    pub fn view(&self) -> RunView {
        Chain::view_with(&self.record, Some(&self.terms), true, self)
    }

    pub fn put(&mut self, name: &str, text: &str) {
        self.disk.insert(format!("features/a/{name}"), text.as_bytes().to_vec());
    }

    pub fn file(&self, name: &str) -> Option<&str> {
        self.disk.get(&format!("features/a/{name}")).map(|bytes| std::str::from_utf8(bytes).unwrap())
    }

    pub fn history(&self) -> Vec<Iteration> {
        let (mut all, mut phase): (Vec<Iteration>, _) = (Vec::new(), String::new());
        for line in self.file(".review-history.md").unwrap_or_default().lines() {
            if let Some(name) = line.strip_prefix("## Phase: ") {
                name.clone_into(&mut phase);
            } else if let Some(rest) = line.strip_prefix("### Iteration ") {
                let number = rest.split(' ').next().unwrap().parse().unwrap();
                all.push(Iteration { phase: phase.clone(), number, approved: false, issues: 0 });
            } else if let Some(last) = all.last_mut() {
                last.approved |= line.starts_with("Approved.");
                last.issues += usize::from(line.starts_with("- ["));
            }
        }
        all
    }

    pub fn is_stale(&self, phase: FeaturePhase) -> bool {
        let details = Chain::details(&self.record, &self.view(), self);
        let of = details["phases"].as_array().unwrap().iter().find(|one| one["phase"] == phase.name());
        of.unwrap()["stale"].as_bool().unwrap()
    }

    pub fn phase(&self, phase: FeaturePhase) -> PhaseState {
        self.record.meta.phase(phase)
    }

    pub fn at(&self) -> ChainPhase {
        self.record.own.state
    }
}
