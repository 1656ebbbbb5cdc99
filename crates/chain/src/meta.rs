//! `.meta.json`: what the requirement's document and other tools keep about a feature. It is read leniently, and written back with
//! every field that somebody else put there, in its place (Interface 3).

use std::borrow::Cow;

use frieze_data::fields::{Fields, Raw};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use strum::IntoStaticStr;

use crate::phase::FeaturePhase;

/// The key of frieze's own state.
pub const OWN: &str = "frieze";
const PHASES: &str = "phases";
const CURRENT: &str = "currentPhase";
/// Another name of `currentPhase` in files of others.
const LAST_COMPLETED: &str = "lastCompletedPhase";

/// The fields of a `.meta.json`. The field [`OWN`] is only a place: its value belongs to the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta(pub Fields<Raw>);

/// "status": whether a feature is under way. Every word that is none of the three counts as active.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Status {
    Active,
    Completed,
    Abandoned,
}

impl Status {
    /// Its word in `.meta.json`.
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

/// How often a phase is reviewed at most: "Hotfix=1, Quick=2, Standard=3, Full=5".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Mode {
    Hotfix,
    Quick,
    #[default]
    Standard,
    Full,
}

impl Mode {
    /// From the least to the most iterations.
    pub const ALL: [Self; 4] = [Self::Hotfix, Self::Quick, Self::Standard, Self::Full];

    /// Its name in `.meta.json` and on the command line.
    pub const fn name(self) -> &'static str {
        self.into_str()
    }

    /// The mode with a name in any case; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The most iterations of a phase. Nothing configures them (TD3).
    pub const fn max_iterations(self) -> u32 {
        match self {
            Self::Hotfix => 1,
            Self::Quick => 2,
            Self::Standard => 3,
            Self::Full => 5,
        }
    }
}

/// What is known about one phase.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
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

impl Meta {
    /// The fields of a new feature.
    pub fn new(id: &str, name: &str, mode: Mode, worktree: Option<&str>, at: Timestamp) -> Self {
        let mut fields = Fields::default();
        fields.put("id", &id);
        fields.put("name", &name);
        fields.put("mode", &mode.name());
        fields.put("status", &Status::Active.name());
        fields.put("created", &at);
        fields.put("completed", &Value::Null);
        fields.put("worktree", &worktree);
        fields.put(CURRENT, &Value::Null);
        fields.put(PHASES, &Fields::<Raw>::default());
        Self(fields)
    }

    /// A text that says something.
    fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.text(name).filter(|text| !text.trim().is_empty())
    }

    /// The name of the feature, where others may have a slug.
    pub fn name(&self) -> Option<String> {
        ["name", "title", "slug"].into_iter().find_map(|key| self.text(key)).map(Cow::into_owned)
    }

    /// Its mode; standard if it is missing or unknown.
    pub fn mode(&self) -> Mode {
        self.text("mode").and_then(|name| Mode::named(&name)).unwrap_or_default()
    }

    pub fn status(&self) -> Status {
        let word = self.status_word();
        let is_word = |status: &Status| status.name().eq_ignore_ascii_case(word.trim());
        [Status::Completed, Status::Abandoned].into_iter().find(is_word).unwrap_or(Status::Active)
    }

    /// The status as the file has it.
    pub fn status_word(&self) -> Cow<'_, str> {
        self.text("status").unwrap_or(Cow::Borrowed(Status::Active.name()))
    }

    /// Ends the feature.
    pub fn end(&mut self, status: Status, at: Timestamp) {
        self.0.put("status", &status.name());
        if status == Status::Completed {
            self.0.put("completed", &at);
        }
    }

    /// The folder of the feature's work, relative to the workspace or as another tool wrote it.
    pub fn worktree(&self) -> Option<String> {
        self.text("worktree").map(Cow::into_owned)
    }

    /// The furthest phase that was completed: `currentPhase`, by either name, or else by the phases themselves.
    pub fn furthest(&self) -> Option<FeaturePhase> {
        let named = [CURRENT, LAST_COMPLETED].into_iter().filter_map(|key| self.text(key));
        let stated = named.filter_map(|name| FeaturePhase::named(&name)).max();
        stated.or_else(|| FeaturePhase::all().rfind(|phase| self.phase(*phase).completed.is_some()))
    }

    /// What is known about a phase.
    pub fn phase(&self, phase: FeaturePhase) -> PhaseState {
        let phases = self.0.object(PHASES).or_else(|| self.0.object(OWN_PHASES)).unwrap_or_default();
        let fields = phases.object(key(&phases, phase)).unwrap_or_default();
        let text = |name: &str| fields.value(name).as_ref().and_then(text_of);
        let notes = match fields.value("reviewerNotes") {
            Some(Value::Array(notes)) => notes.iter().filter_map(text_of).collect(),
            note => note.iter().filter_map(text_of).collect(),
        };
        PhaseState {
            started: text("started"),
            completed: text("completed"),
            verified: fields.value("verified") == Some(true),
            iterations: fields.value("iterations"),
            reviewer_notes: notes,
        }
    }
}

/// Where the phases are kept in a file whose `phases` is no object.
const OWN_PHASES: &str = "friezePhases";

/// The name that a phase has in a file, or gets.
fn key(phases: &Fields<Raw>, phase: FeaturePhase) -> &str {
    let mut names = phases.0.iter().map(|(name, _)| name.as_str());
    names.find(|name| FeaturePhase::named(name) == Some(phase)).unwrap_or(phase.name())
}

/// Interface 3: merges updates into `phases[phase]`. `currentPhase` follows only if the phase is completed, and only forward.
pub fn update_phase_state(meta: &mut Meta, phase: FeaturePhase, updates: &[(&str, Value)]) {
    let furthest = meta.furthest();
    let is_nothing = meta.0.get(PHASES).is_none() || meta.0.value(PHASES) == Some(());
    let is_free = is_nothing || meta.0.object(PHASES).is_some();
    let list = if is_free { PHASES } else { OWN_PHASES };
    let mut phases = meta.0.object(list).unwrap_or_default();
    let name = key(&phases, phase).to_owned();
    let mut state = phases.object(&name).unwrap_or_default();
    updates.iter().for_each(|(name, value)| state.put(name, value));
    phases.put(&name, &state);
    meta.0.put(list, &phases);
    if updates.iter().any(|(name, _)| *name == "completed") && Some(phase) >= furthest {
        let has_other_name = meta.0.get(LAST_COMPLETED).is_some();
        if has_other_name {
            meta.0.put(LAST_COMPLETED, &phase.name());
        }
        if !has_other_name || meta.0.get(CURRENT).is_some() {
            meta.0.put(CURRENT, &phase.name());
        }
    }
}

/// A value as a text; `None` if it says that there is nothing.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Bool(true) | Value::Number(_) | Value::Array(_) | Value::Object(_) => Some(value.to_string()),
    }
}
