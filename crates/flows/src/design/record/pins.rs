//! Pinned values: recorded at the start of a run and compared whenever an agent is asked ("Deterministic Execution
//! Guarantees", "Threshold Governance").

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;

/// The values that may not change during a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pins {
    pub threshold: u8,
    pub max_iterations: u32,
    pub generator: RolePins,
    pub critic: RolePins,
    pub rubric: RubricPin,
    /// Hash of the template of FROZEN.md.
    pub marker_template_sha256: Digest,
}

/// The pinned values of one role's agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RolePins {
    /// The model's own name, with its version.
    pub model_version: String,
    /// The agent's name in the configuration, and how it is asked, without secrets.
    pub agent: String,
    /// Always 0 (ruling 6).
    pub temperature: u8,
    /// Whether no temperature is sent, because the model refuses it (ruling 6).
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub temperature_omitted: bool,
    pub prompt_template_path: String,
    /// Semantic version, from the file's name.
    pub prompt_template_version: String,
    pub prompt_template_sha256: Digest,
}

/// The pinned rubric.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RubricPin {
    pub version: String,
    pub sha256: Digest,
}

/// A pinned value that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub what: String,
    pub pinned: String,
    pub found: String,
}

impl Pins {
    /// The changed values that end a run. Another threshold or number of iterations is refused instead
    /// (`pinned_settings`).
    pub fn differences(&self, found: &Self) -> Vec<Difference> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, pinned: String, found: String| {
            if pinned != found {
                differences.push(Difference { what: what.to_owned(), pinned, found });
            }
        };
        for (role, pinned, found) in
            [("generator", &self.generator, &found.generator), ("critic", &self.critic, &found.critic)]
        {
            compare(
                &format!("the {role}'s model"),
                pinned.model_version.clone(),
                found.model_version.clone(),
            );
            let temperature = |pins: &RolePins| match pins.temperature_omitted {
                true => "left to the model".to_owned(),
                false => pins.temperature.to_string(),
            };
            compare(&format!("the {role}'s temperature"), temperature(pinned), temperature(found));
            // Runs of older versions have no pinned agent.
            if !pinned.agent.is_empty() && !is_same_agent(&pinned.agent, &found.agent) {
                compare(&format!("the {role}'s agent"), pinned.agent.clone(), found.agent.clone());
            }
            compare(
                &format!("the {role}'s prompt template"),
                pinned.template_in_words(),
                found.template_in_words(),
            );
        }
        compare("the rubric", self.rubric.in_words(), found.rubric.in_words());
        let template = |pins: &Self| pins.marker_template_sha256.to_string();
        compare("the template of FROZEN.md", template(self), template(found));
        differences
    }
}

/// The replacement of a secret in a pinned value.
pub const HIDDEN: &str = "[hidden]";

/// Whether two agents are the same except for hidden secrets: a key may be renewed, and what one shell recognises as a secret
/// another may not.
fn is_same_agent(one: &str, other: &str) -> bool {
    let fits = |pattern: &str, text: &str| {
        let mut pieces = pattern.split(HIDDEN);
        let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else { return false };
        let mut pieces = pieces.peekable();
        while let Some(piece) = pieces.next() {
            let at = match pieces.peek() {
                None => rest.len().checked_sub(piece.len()).filter(|at| rest.is_char_boundary(*at)),
                Some(_) => rest.find(piece),
            };
            // A secret is a part of one argument only.
            let split = at.and_then(|at| rest.split_at_checked(at));
            match split.filter(|(hidden, _)| !hidden.contains('"')).and_then(|(_, on)| on.strip_prefix(piece))
            {
                Some(on) => rest = on,
                None => return false,
            }
        }
        rest.is_empty()
    };
    one == other || fits(one, other) || fits(other, one)
}

impl RolePins {
    /// The agent's name in the configuration; `None` in runs of older versions.
    pub fn name(&self) -> Option<&str> {
        let name = self.agent.split_once(": ").map_or(self.agent.as_str(), |(name, _)| name);
        (!name.is_empty()).then_some(name)
    }

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

#[cfg(test)]
mod tests {
    use crate::design::record::pins::*;

    #[test]
    fn agents_are_the_same_except_for_hidden_secrets() {
        let command = |words: &str| format!("x: command [\"x\",{words}]");
        for (one, other, same) in [
            ("\"a\"", "\"a\"", true),
            ("\"a\"", "\"b\"", false),
            ("\"[hidden]\"", "\"secret\"", true),
            ("\"secret\"", "\"[hidden]\"", true),
            ("\"--token=[hidden]\",\"-p\"", "\"--token=s\",\"-p\"", true),
            ("\"--token=[hidden]\",\"-p\"", "\"--token=s\",\"-q\"", false),
            ("\"[hidden]\"", "\"secret\",\"--evil\"", false),
            ("\"[hidden]\",\"[hidden]\"", "\"a\",\"b\"", true),
            ("\"[hidden]\",\"[hidden]\"", "\"a\",\"b\",\"c\"", false),
            ("\"[hidden]x[hidden]\"", "\"axb\"", true),
            ("\"[hidden]\"", "\"\"", true),
        ] {
            assert_eq!(is_same_agent(&command(one), &command(other)), same, "{one} {other}");
        }
        assert!(!is_same_agent("built-in", "x: files"));
    }
}
