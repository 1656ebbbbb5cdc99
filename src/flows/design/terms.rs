//! The terms of a run: what is fixed when it starts and compared whenever an agent is asked
//! ("Deterministic Execution Guarantees", "Threshold Governance").

use serde::{Deserialize, Serialize};

use crate::domain::digest::Digest;

/// The lowest and the highest threshold that may be configured.
pub const THRESHOLDS: std::ops::RangeInclusive<u8> = 70..=95;
pub const DEFAULT_THRESHOLD: u8 = 80;
pub const DEFAULT_MAX_ITERATIONS: u32 = 10;
pub const DEFAULT_REPAIR_ATTEMPTS: u8 = 2;
pub const DEFAULT_MAX_CALLS: u32 = 100;
pub const DEFAULT_TIMEOUT_MS: u64 = 5 * 60 * 1000;

/// What a run may be begun or continued under, as it stands now.
#[derive(Clone, Debug)]
pub struct Terms {
    pub pins: Pins,
    pub repair_attempts: u8,
    /// How often agents may be asked in one run.
    pub max_calls: u32,
    /// The text of each role's prompt template.
    pub generator_template: String,
    pub critic_template: String,
    /// The text of the FROZEN.md template.
    pub marker_template: String,
}

/// What is recorded at the start of a run and may not change before its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pins {
    pub threshold: u8,
    pub max_iterations: u32,
    pub generator: RolePins,
    pub critic: RolePins,
    pub rubric: RubricPin,
}

/// How one role's agent is fixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RolePins {
    /// The model as it names itself, with its version.
    pub model_version: String,
    /// Always 0 (ruling 6).
    pub temperature: u8,
    pub prompt_template_path: String,
    /// Semantic version, from the file's name.
    pub prompt_template_version: String,
    pub prompt_template_sha256: Digest,
}

/// How the scoring is fixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RubricPin {
    pub version: String,
    pub sha256: Digest,
}

/// Something that was fixed and is not as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    pub what: String,
    pub pinned: String,
    pub found: String,
}

impl Pins {
    /// All that differs between what was pinned and what is found.
    pub fn broken_by(&self, found: &Self) -> Vec<Broken> {
        let mut broken = Vec::new();
        let mut compare = |what: &str, pinned: String, found: String| {
            if pinned != found {
                broken.push(Broken { what: what.to_owned(), pinned, found });
            }
        };
        compare("the threshold", self.threshold.to_string(), found.threshold.to_string());
        compare("maxIterations", self.max_iterations.to_string(), found.max_iterations.to_string());
        for (role, pinned, found) in
            [("generator", &self.generator, &found.generator), ("critic", &self.critic, &found.critic)]
        {
            compare(
                &format!("the {role}'s model"),
                pinned.model_version.clone(),
                found.model_version.clone(),
            );
            let temperature = |pins: &RolePins| pins.temperature.to_string();
            compare(&format!("the {role}'s temperature"), temperature(pinned), temperature(found));
            compare(
                &format!("the {role}'s prompt template"),
                pinned.template_in_words(),
                found.template_in_words(),
            );
        }
        compare("the rubric", self.rubric.in_words(), found.rubric.in_words());
        broken
    }
}

impl RolePins {
    fn template_in_words(&self) -> String {
        format!(
            "{}, version {} (SHA-256 {})",
            self.prompt_template_path, self.prompt_template_version, self.prompt_template_sha256
        )
    }
}

impl RubricPin {
    fn in_words(&self) -> String {
        format!("{} (SHA-256 {})", self.version, self.sha256)
    }
}
