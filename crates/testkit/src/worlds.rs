//! The design flow in memory, driven by scripts: `start · design A · score 72 · design B · clean · approve`. The agents'
//! answers are computed here; all decisions are the product's.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::score::Dimension;
use frieze_design::freeze_marker;
use frieze_flows::design::{AgentTerms, Design, DesignRecord, Pins, RolePins, RubricPin, Terms};
use frieze_intent as intent;
use frieze_kernel::approval::Rules;
use frieze_kernel::files::Home;
use frieze_kernel::journal;
use frieze_kernel::{
    Answer, Confirmed, Decision, Event, Facts, Fault, FileState, Flow, Key, Note, Order, Phase as _,
    Record as _, Refusal, RequestKind, RunView, UNDO, advance,
};
use frieze_rubric as rubric;
use frieze_rubric::{CriticFinding, Dismissals};
use jiff::Timestamp;
use serde_json::{Value, json};

pub const BRIEF: &str = "# Notes\n\nPeople keep short notes and find them again.\n\n## Requirements\n\n\
### Requirement 1: Writing notes\n\n\
**User Story:** As a writer, I want to save a note, so that I can find it later.\n\n\
#### Acceptance Criteria\n\n\
1. WHEN a writer saves a note, THE system SHALL store the note with its title and its creation date.\n\
2. WHEN a writer opens the list, THE system SHALL show all notes sorted by creation date.\n\
3. IF the title of the note is empty, THEN THE system SHALL show an error message.\n";
pub const GENERATOR_TEXT: &str = include_str!("../../../templates/prompts/design-generator-v2.1.0.txt");
pub const CRITIC_TEXT: &str = include_str!("../../../templates/prompts/design-critic-v2.0.0.txt");
pub const GENERATOR_MODEL: &str = "scripted generator 1";
pub const CRITIC_MODEL: &str = "scripted critic 1";

pub fn feature(name: &str) -> FeatureId {
    name.parse().unwrap()
}

pub fn terms() -> Terms {
    let role = |agent: &str, model: &str, name: &str, version: &str, text: &str| RolePins {
        model_version: model.to_owned(),
        agent: agent.to_owned(),
        temperature: 0,
        temperature_omitted: false,
        prompt_template_path: format!("templates/prompts/{name}-v{version}.txt"),
        prompt_template_version: version.to_owned(),
        prompt_template_sha256: Digest::of(text.as_bytes()),
    };
    Terms {
        refused: None,
        unready: None,
        pins: Pins {
            threshold: 90,
            max_iterations: 10,
            generator: role("scripted", GENERATOR_MODEL, "design-generator", "2.1.0", GENERATOR_TEXT),
            critic: role("second-eyes: files", CRITIC_MODEL, "design-critic", "2.0.0", CRITIC_TEXT),
            marker_template_sha256: Digest::of(freeze_marker::TEMPLATE.as_bytes()),
            rubric: RubricPin { version: rubric::VERSION.to_owned(), sha256: rubric::sha256() },
        },
        usable_program: "claude",
        repair_attempts: 2,
        max_calls: 1000,
        max_tokens: None,
        max_cost: None,
        patience_ms: 300_000,
        generator: AgentTerms::default(),
        critic: AgentTerms { name: "second-eyes".to_owned(), ..AgentTerms::default() },
        previewer: None,
        generator_template: GENERATOR_TEXT.to_owned(),
        critic_template: CRITIC_TEXT.to_owned(),
        marker_template: freeze_marker::TEMPLATE.to_owned(),
        rules: Rules::default(),
        not_approvable: None,
    }
}

/// A valid design with full score. Other names give other bytes with the same score.
pub fn design(id: &FeatureId, name: &str) -> Value {
    let mut value: Value = serde_json::from_str(include_str!("worlds/notes.json")).unwrap();
    let number: u32 = name.bytes().fold(0, |n, b| n.wrapping_mul(31) % 100_000 + u32::from(b));
    value["featureId"] = json!(id.as_str());
    value["version"] = json!(format!("1.0.{number}"));
    value
}

pub fn score_of(value: &Value) -> u16 {
    let reading = intent::read_value(value).unwrap();
    rubric::evaluate(&reading).overall.hundredths()
}

/// A critic's answer that lowers a design's score to the highest possible one that is at most `target`.
pub fn critic_answer(value: &Value, target: u16) -> String {
    let reading = intent::read_value(value).unwrap();
    let evaluation = rubric::evaluate(&reading);
    let mut findings: Vec<CriticFinding> = Vec::new();
    let mut pointers: Vec<String> = Vec::new();
    collect_pointers(value, String::new(), &mut pointers);
    'found: for dimension in Dimension::ALL {
        let check = rubric::checks().iter().find(|c| c.dimension == dimension).unwrap();
        for pointer in pointers.iter().filter(|at| at.starts_with("/components/")).take(25) {
            let (now, _) =
                rubric::with_critic(evaluation.clone(), value, &findings, "second-eyes", &Dismissals::new());
            if now.overall.hundredths() <= target {
                break 'found;
            }
            findings.push(CriticFinding {
                check: check.id.to_owned(),
                pointer: pointer.clone(),
                severity: frieze_rubric::finding::Severity::Minor,
                message: "could be said better".to_owned(),
                suggestion: "say it better".to_owned(),
            });
        }
    }
    let (now, _) = rubric::with_critic(evaluation, value, &findings, "second-eyes", &Dismissals::new());
    assert!(now.overall.hundredths() <= target, "{} cannot be brought down to {target}", now.overall);
    json!({ "findings": findings }).to_string()
}

fn collect_pointers(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(k, v)| collect_pointers(v, format!("{at}/{k}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| collect_pointers(v, format!("{at}/{i}"), out));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => out.push(at),
    }
}

/// One feature with its record, its files and its past.
#[derive(Clone)]
pub struct World {
    pub id: FeatureId,
    pub record: DesignRecord,
    /// By path.
    pub disk: BTreeMap<String, Vec<u8>>,
    /// Paths that cannot be read.
    pub unreadable: BTreeSet<String>,
    pub terms: Terms,
    pub now: Timestamp,
    pub who: String,
    pub notes: Vec<Note>,
    /// All states so far.
    pub trail: Vec<&'static str>,
    /// The paths of each step's files in order, the marker last.
    pub writes: Vec<Vec<String>>,
    pub refusals: Vec<Refusal>,
}

impl Default for World {
    fn default() -> Self {
        Self::named("checkout")
    }
}

impl World {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn named(name: &str) -> Self {
        let id = feature(name);
        let disk = BTreeMap::from([(format!("features/{name}/brief.md"), BRIEF.as_bytes().to_vec())]);
        Self {
            record: DesignRecord::fresh(&id),
            id,
            disk,
            unreadable: BTreeSet::new(),
            terms: terms(),
            now: "2026-01-02T03:04:05Z".parse().unwrap(),
            who: "Ada".to_owned(),
            notes: Vec::new(),
            trail: vec!["IDLE"],
            writes: Vec::new(),
            refusals: Vec::new(),
        }
    }

    /// A world after a script.
    pub fn after(script: &str) -> Self {
        let mut world = Self::new();
        world.play(script);
        world
    }

    pub fn paths(&self) -> Home {
        Home::of(&self.id)
    }

    pub fn state(&self) -> &'static str {
        self.record.state.name()
    }

    pub fn facts(&self, event: &Event) -> Facts<Terms> {
        let states = |paths: Vec<RelPath>| paths.into_iter().map(|p| (p.clone(), self.file_state(&p)));
        let mut files: BTreeMap<RelPath, FileState> = states(Design::reads(&self.record, event)).collect();
        files.extend(states(Design::reads_then(&self.record, &files)).collect::<Vec<_>>());
        files.extend(states(Design::reads_end(&self.record, &files)).collect::<Vec<_>>());
        Facts {
            now: self.now,
            who: self.who.clone(),
            journal_tip: self.journal_tip().line,
            files,
            lists: BTreeMap::new(),
            terms: self.terms.clone(),
        }
    }

    /// The view under the present terms.
    pub fn view_under_terms(&self) -> RunView {
        Design::view_with(&self.record, Some(&self.terms), true, &|path: &RelPath| self.file_state(path))
    }

    fn file_state(&self, path: &RelPath) -> FileState {
        if self.unreadable.contains(path.as_str()) {
            return FileState::Unreadable(format!("could not read {path}: an input/output error"));
        }
        self.disk.get(path.as_str()).map_or(FileState::Absent, |bytes| FileState::Bytes(bytes.clone()))
    }

    fn journal_tip(&self) -> journal::Tip {
        journal::read(self.file("design/journal.jsonl").unwrap_or_default()).tip
    }

    /// Appends notes to the journal, as the interpreter does.
    fn journal(&mut self, notes: &[Note]) {
        let lines: Vec<journal::Note> = notes
            .iter()
            .map(|note| journal::Note {
                at: self.now.to_string(),
                kind: note.kind.name().to_owned(),
                by: self.who.clone(),
                text: note.text.clone(),
                data: note.data.clone(),
            })
            .collect();
        let (bytes, _) = self.journal_tip().continued(&lines);
        let path = format!("features/{}/design/journal.jsonl", self.id);
        self.disk.entry(path).or_default().extend_from_slice(&bytes);
        self.notes.extend_from_slice(notes);
    }

    /// Takes one event through the kernel's guard and commits the step, as the interpreter does.
    ///
    /// # Errors
    /// The `Refusal` of the guard.
    pub fn send(&mut self, event: &Event) -> Result<(), Refusal> {
        let facts = self.facts(event);
        self.now += jiff::SignedDuration::from_secs(1);
        let before = self.record.clone();
        match advance::<Design>(&self.record, event, &facts) {
            Err(refusal) => {
                assert_eq!(before, self.record);
                self.refusals.push(refusal.clone());
                Err(refusal)
            }
            Ok(step) => {
                if !step.changed {
                    assert_eq!(step.record, self.record, "a step that changes nothing changed the record");
                    assert!(step.writes.is_empty() && step.marker.is_none());
                    return Ok(());
                }
                self.journal(&step.announced);
                let mut written = Vec::new();
                for write in step.writes.into_iter().chain(step.marker) {
                    written.push(write.path.to_string());
                    self.disk.insert(write.path.to_string(), write.bytes);
                }
                self.writes.push(written);
                let bytes = step.record.bytes();
                self.record = DesignRecord::read(&self.id, &bytes)
                    .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&bytes)));
                assert_eq!(self.record, step.record, "a saved record is read as it was");
                self.disk.insert(format!("features/{}/design/state.json", self.id), bytes);
                self.journal(&step.notes);
                if self.trail.last() != Some(&self.state()) {
                    self.trail.push(self.state());
                }
                Ok(())
            }
        }
    }

    /// Takes all automatic steps.
    pub fn settle(&mut self) {
        while let Some(key) = self.proceed_key() {
            self.send(&Event::Proceeded { key }).unwrap();
        }
    }

    pub fn proceed_key(&self) -> Option<Key> {
        Design::wants(&self.record)
            .into_iter()
            .find(|r| matches!(r.kind, RequestKind::Proceed))
            .map(|r| r.key)
    }

    /// Key and role of the open request to an agent.
    pub fn asked(&self) -> Option<(Key, &'static str)> {
        Design::wants(&self.record).into_iter().find_map(|r| match r.kind {
            RequestKind::Agent(request) => Some((r.key, request.role.0)),
            RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => {
                None
            }
        })
    }

    /// The prompt of the open request to an agent.
    pub fn prompt(&self) -> String {
        let requests = Design::wants(&self.record);
        let path = requests.iter().find_map(|r| match &r.kind {
            RequestKind::Agent(request) => Some(request.prompt.to_string()),
            RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => {
                None
            }
        });
        String::from_utf8(self.disk[&path.unwrap()].clone()).unwrap()
    }

    /// Answers the open request.
    ///
    /// # Errors
    /// The `Refusal` of the guard.
    pub fn answer(&mut self, text: &str) -> Result<(), Refusal> {
        let (key, role) = self.asked().unwrap_or_else(|| panic!("{} asks nobody", self.state()));
        let model = if role == "generator" { GENERATOR_MODEL } else { CRITIC_MODEL };
        let answer = Answer::of(text, model);
        self.send(&Event::Answered { key, answer })
    }

    /// Reports a fault of the open request.
    ///
    /// # Errors
    /// The `Refusal` of the guard.
    pub fn fault(&mut self, fault: Fault) -> Result<(), Refusal> {
        let (key, _) = self.asked().unwrap();
        self.send(&Event::Faulted { key, fault, partial: Vec::new() })
    }

    /// A decision at the open gate.
    pub fn decision(&self, choice: &str, words: Option<&str>) -> Decision {
        let gate = Design::view(&self.record)
            .gate()
            .cloned()
            .unwrap_or_else(|| panic!("{} has no gate", self.state()));
        gate.decide(choice, words, Confirmed::Typed(self.id.as_str()), false).unwrap()
    }

    /// Decides at the open gate.
    ///
    /// # Errors
    /// The `Refusal` of the guard.
    pub fn decide(&mut self, choice: &str, words: Option<&str>) -> Result<(), Refusal> {
        let decision = self.decision(choice, words);
        self.send(&Event::Decided(decision))
    }

    /// The current intent.
    pub fn intent(&self) -> Value {
        serde_json::from_slice(self.file("design/intent.json").unwrap()).unwrap()
    }

    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.disk.get(&format!("features/{}/{name}", self.id)).map(Vec::as_slice)
    }

    pub fn put(&mut self, name: &str, bytes: &[u8]) {
        self.disk.insert(format!("features/{}/{name}", self.id), bytes.to_vec());
    }

    pub fn delete(&mut self, name: &str) {
        assert!(self.disk.remove(&format!("features/{}/{name}", self.id)).is_some(), "{name} is not there");
    }

    /// The failure's reason, as in files.
    pub fn reason(&self) -> String {
        let failure =
            self.record.failure.as_ref().unwrap_or_else(|| panic!("{} has no failure", self.state()));
        serde_json::to_value(failure.reason).unwrap().as_str().unwrap().to_owned()
    }

    pub fn message(&self) -> String {
        self.record.failure.as_ref().map(|f| f.message.clone()).unwrap_or_default()
    }

    pub fn noted(&self, kind: &str) -> Vec<&Note> {
        self.notes.iter().filter(|n| n.kind.name() == kind).collect()
    }

    /// Plays a script and settles after every word. Refusals are collected.
    pub fn play(&mut self, script: &str) {
        for word in script.split('·').map(str::trim).filter(|w| !w.is_empty()) {
            let (verb, rest) = word.split_once(' ').unwrap_or((word, ""));
            let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let _ = match verb {
                "start" => self.send(&Event::Ordered(Order::Start)),
                "look" => self.send(&Event::Inspected),
                "again" => {
                    let (key, _) = self.asked().unwrap_or_else(|| panic!("{} asks nobody", self.state()));
                    self.send(&Event::AskedAgain { key })
                }
                "design" => self.answer(&design(&self.id, rest).to_string()),
                "say" => self.answer(rest),
                "clean" => self.answer(r#"{"findings":[]}"#),
                "score" => {
                    let target = (rest.parse::<f64>().unwrap() * 100.0).round();
                    let answer = critic_answer(&self.intent(), format!("{target}").parse().unwrap());
                    self.answer(&answer)
                }
                "slow" => self.fault(Fault::TimedOut { limit_ms: 300_000 }),
                "dead" => self.fault(Fault::Failed { why: rest.to_owned() }),
                "approve" => self.decide("approve", some(rest).as_deref()),
                "reject" => self.decide("reject", some(rest).as_deref()),
                "abort" => self.decide("abort", some(rest).as_deref()),
                "stop" => self.send(&Event::Ordered(Order::Stop { reason: rest.to_owned() })),
                "reset" => self.send(&Event::Ordered(Order::Reset { from_best: rest == "best" })),
                "undo" => {
                    self.send(&Event::Ordered(Order::Verb { verb: UNDO, words: Vec::new(), text: None }))
                }
                "explain" => self.send(&Event::Ordered(Order::Explain { reason: rest.to_owned() })),
                "delete" => {
                    self.delete(rest);
                    Ok(())
                }
                "edit" => {
                    let bytes = serde_json::to_vec(&design(&self.id, rest)).unwrap();
                    self.put("design/intent.json", &bytes);
                    Ok(())
                }
                other => panic!("no such word: {other}"),
            };
            self.settle();
        }
    }
}

/// Plays a script and compares the trail, written with initials: `I G E C R Z X` for IDLE, GENERATING,
/// EVALUATING, CANDIDATE, REVISING, FROZEN, FAILED.
pub fn story(script: &str, trail: &str) -> World {
    let world = World::after(script);
    assert_eq!(initials(&world.trail), trail, "{script}: {:?} {}", world.trail, world.message());
    world
}

pub fn initials(trail: &[&str]) -> String {
    trail
        .iter()
        .map(|name| match *name {
            "IDLE" => 'I',
            "GENERATING" => 'G',
            "EVALUATING" => 'E',
            "CANDIDATE" => 'C',
            "REVISING" => 'R',
            "FROZEN" => 'Z',
            "FAILED" => 'X',
            other => panic!("{other}"),
        })
        .collect()
}
