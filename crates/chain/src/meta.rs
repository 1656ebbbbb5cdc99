//! `.meta.json`: what the requirement's document and other tools keep about a feature. It is read leniently, and written back with
//! every field that somebody else put there, in its place (Interface 3).

use frieze_data::fields::{Fields, Json};
use jiff::Timestamp;
use serde_json::Number;

use crate::mode::Mode;
use crate::phase::FeaturePhase;

/// The key of frieze's own state.
pub const OWN: &str = "frieze";
const PHASES: &str = "phases";
const CURRENT: &str = "currentPhase";
/// Another name of `currentPhase` in files of others.
const LAST_COMPLETED: &str = "lastCompletedPhase";

/// The members of a `.meta.json`. The member [`OWN`] is only a place: its value belongs to the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta(pub Fields);

/// "status": whether a feature is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Also every word that is none of the three.
    Active,
    Completed,
    Abandoned,
}

impl Status {
    /// Its word in `.meta.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::Abandoned => "abandoned",
        }
    }
}

/// What is known about one phase.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PhaseState {
    /// The time as the file has it.
    pub started: Option<String>,
    pub completed: Option<String>,
    pub verified: bool,
    pub iterations: Option<u64>,
    pub reviewer_notes: Vec<String>,
}

impl PhaseState {
    /// Whether it was started and not completed since.
    pub fn is_partial(&self) -> bool {
        let Some(started) = &self.started else { return false };
        let Some(completed) = &self.completed else { return true };
        let times = (started.parse::<Timestamp>(), completed.parse::<Timestamp>());
        matches!(times, (Ok(started), Ok(completed)) if completed < started)
    }
}

/// "updates" of Interface 3.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PhaseUpdate {
    pub started: Option<Timestamp>,
    pub completed: Option<Timestamp>,
    pub verified: Option<bool>,
    pub iterations: Option<u32>,
    pub reviewer_notes: Option<Vec<String>>,
}

impl Meta {
    /// The members of a new feature.
    pub fn new(id: &str, name: &str, mode: Mode, worktree: Option<&str>, at: Timestamp) -> Self {
        let text = |text: &str| Json::Text(text.to_owned());
        let members = [
            ("id", text(id)),
            ("name", text(name)),
            ("mode", text(mode.name())),
            ("status", text(Status::Active.name())),
            ("created", Json::Text(at.to_string())),
            ("completed", Json::Null),
            ("worktree", worktree.map_or(Json::Null, text)),
            (CURRENT, Json::Null),
            (PHASES, Json::Object(Fields::default())),
        ];
        Self(Fields(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()))
    }

    /// The name of the feature, where others may have a slug.
    pub fn name(&self) -> Option<&str> {
        ["name", "title", "slug"].into_iter().find_map(|key| self.text(key))
    }

    /// Its mode; standard if it is missing or unknown.
    pub fn mode(&self) -> Mode {
        self.text("mode").and_then(Mode::named).unwrap_or_default()
    }

    pub fn set_mode(&mut self, mode: Mode) {
        self.0.set("mode", Json::Text(mode.name().to_owned()));
    }

    pub fn status(&self) -> Status {
        let word = self.text("status").unwrap_or_default().trim();
        let ended = [Status::Completed, Status::Abandoned];
        ended.into_iter().find(|status| status.name().eq_ignore_ascii_case(word)).unwrap_or(Status::Active)
    }

    /// The status as the file has it.
    pub fn status_word(&self) -> &str {
        self.text("status").unwrap_or(Status::Active.name())
    }

    /// Ends the feature.
    pub fn end(&mut self, status: Status, at: Timestamp) {
        self.0.set("status", Json::Text(status.name().to_owned()));
        if status == Status::Completed {
            self.0.set("completed", Json::Text(at.to_string()));
        }
    }

    /// The folder of the feature's work, relative to the workspace or as another tool wrote it.
    pub fn worktree(&self) -> Option<&str> {
        self.text("worktree")
    }

    pub fn set_worktree(&mut self, worktree: &str) {
        self.0.set("worktree", Json::Text(worktree.to_owned()));
    }

    /// The furthest phase that was completed: `currentPhase`, by either name, or else by the phases themselves.
    pub fn furthest(&self) -> Option<FeaturePhase> {
        let named = [CURRENT, LAST_COMPLETED].into_iter().filter_map(|key| self.text(key));
        let stated = named.filter_map(FeaturePhase::named).max();
        let completed =
            || FeaturePhase::ALL.into_iter().rfind(|phase| self.phase(*phase).completed.is_some());
        stated.or_else(completed)
    }

    /// What is known about a phase.
    pub fn phase(&self, phase: FeaturePhase) -> PhaseState {
        let phases = self.phases();
        let entry = phases.0.iter().find(|(key, _)| FeaturePhase::named(key) == Some(phase));
        let Some((_, Json::Object(fields))) = entry else { return PhaseState::default() };
        let notes = match fields.get("reviewerNotes") {
            Some(Json::List(notes)) => notes.iter().filter_map(text_of).collect(),
            Some(note) => text_of(note).into_iter().collect(),
            None => Vec::new(),
        };
        PhaseState {
            started: fields.get("started").and_then(text_of),
            completed: fields.get("completed").and_then(text_of),
            verified: fields.get("verified") == Some(&Json::Bool(true)),
            iterations: match fields.get("iterations") {
                Some(Json::Number(number)) => number.as_u64(),
                _ => None,
            },
            reviewer_notes: notes,
        }
    }

    /// The member `phases`; frieze's own if another tool's is no object.
    fn phases(&self) -> &Fields {
        static NONE: Fields = Fields(Vec::new());
        self.0.object(PHASES).or_else(|| self.0.object(OWN_PHASES)).unwrap_or(&NONE)
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.0.text(key).filter(|text| !text.trim().is_empty())
    }
}

/// Where the phases are kept in a file whose `phases` is no object.
const OWN_PHASES: &str = "friezePhases";

/// Interface 3: merges updates into `phases[phase]`. `currentPhase` follows only if the phase is completed, and only forward.
pub fn update_phase_state(meta: &mut Meta, phase: FeaturePhase, updates: &PhaseUpdate) {
    let furthest = meta.furthest();
    let home = match meta.0.get(PHASES) {
        Some(Json::Object(_) | Json::Null) | None => PHASES,
        Some(Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::List(_)) => OWN_PHASES,
    };
    let time = |at: Timestamp| Json::Text(at.to_string());
    let notes = |notes: &Vec<String>| Json::List(notes.iter().cloned().map(Json::Text).collect());
    let values = [
        ("started", updates.started.map(time)),
        ("completed", updates.completed.map(time)),
        ("verified", updates.verified.map(Json::Bool)),
        ("iterations", updates.iterations.map(|count| Json::Number(Number::from(count)))),
        ("reviewerNotes", updates.reviewer_notes.as_ref().map(notes)),
    ];
    meta.0.edit(home, |phases| {
        let known = phases.0.iter().find(|(key, _)| FeaturePhase::named(key) == Some(phase));
        let key = known.map_or_else(|| phase.name().to_owned(), |(key, _)| key.clone());
        phases.edit(&key, |state| {
            for (key, value) in values {
                if let Some(value) = value {
                    state.set(key, value);
                }
            }
        });
    });
    if updates.completed.is_some() && Some(phase) >= furthest {
        let name = Json::Text(phase.name().to_owned());
        let has_other_name = meta.0.get(LAST_COMPLETED).is_some();
        if has_other_name {
            meta.0.set(LAST_COMPLETED, name.clone());
        }
        if !has_other_name || meta.0.get(CURRENT).is_some() {
            meta.0.set(CURRENT, name);
        }
    }
}

/// A value as a text; `None` if it says that there is nothing.
fn text_of(value: &Json) -> Option<String> {
    match value {
        Json::Null | Json::Bool(false) => None,
        Json::Text(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Json::Bool(true) | Json::Number(_) | Json::List(_) | Json::Object(_) => {
            Some(frieze_data::json::line(value))
        }
    }
}
