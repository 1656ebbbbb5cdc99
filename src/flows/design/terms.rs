//! The terms of a run: what is fixed when it starts and compared whenever an agent is asked
//! ("Deterministic Execution Guarantees", "Threshold Governance").

use serde::{Deserialize, Serialize};

use super::CRITIC;
use crate::domain::approval::Rules;
use crate::domain::digest::Digest;
use crate::kernel::{BUILT_IN, Refusal, Role, Usage};

/// The lowest and the highest threshold that may be configured.
pub const THRESHOLDS: std::ops::RangeInclusive<u8> = 70..=95;
/// The score that makes a candidate, in points of 100 ("Threshold Governance").
pub const DEFAULT_THRESHOLD: u8 = 80;
/// How many iterations a run may take; the last one fails (ruling 2).
pub const DEFAULT_MAX_ITERATIONS: u32 = 10;
/// How often an answer that is not valid is sent back (ruling 9).
pub const DEFAULT_REPAIR_ATTEMPTS: u8 = 2;
/// How often agents may be asked in one run: every iteration with all its repairs, and more.
pub const DEFAULT_MAX_CALLS: u32 = 100;
/// How long one answer may take.
pub const DEFAULT_TIMEOUT_MS: u64 = 5 * 60 * 1000;

/// What a run may be begun or continued under, as it stands now.
#[derive(Clone, Debug)]
pub struct Terms {
    pub pins: Pins,
    /// Why no run may begin or be taken up again, if that is so: an agent that its user has not trusted.
    pub refused: Option<Refusal>,
    /// Why an agent could not be asked from here: the variable of its key, or its program, is not there. Another window may
    /// have it, so nothing of it goes into a record.
    pub unready: Option<Refusal>,
    pub repair_attempts: u8,
    /// How often agents may be asked in one run.
    pub max_calls: u32,
    /// How many tokens the agents of one run may take, prompts and answers together.
    pub max_tokens: Option<u64>,
    /// What one run may cost, in millionths of the configured currency.
    pub max_cost: Option<u64>,
    /// How long an agent may put off its answer, in milliseconds from when it was asked first.
    pub patience_ms: u64,
    /// What is agreed with each role's agent.
    pub generator: Agreed,
    pub critic: Agreed,
    /// The server that draws previews; without one, the built-in page is all there is.
    pub previewer: Option<Previewer>,
    /// The text of each role's prompt template.
    pub generator_template: String,
    pub critic_template: String,
    /// The text of the FROZEN.md template.
    pub marker_template: String,
    /// What an approval must be to count.
    pub rules: Rules,
    /// Why nothing can be approved as things are configured: a template or a list of approvers that is not trusted.
    pub not_approvable: Option<Refusal>,
}

/// A server that draws previews.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Previewer {
    /// Its name in the configuration.
    pub name: String,
    /// How many views it is asked to draw at most.
    pub max_screens: usize,
}

/// What is agreed with one role's agent beside what is pinned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Agreed {
    /// Its name in the configuration.
    pub name: String,
    /// Whether the first answer of a run says which model it is that must answer from then on. Where not, it is
    /// [`RolePins::model_version`] from the first answer (ruling 8).
    pub first_answer_names_the_model: bool,
    /// What its tokens cost, for an agent that counts tokens at all.
    pub meter: Option<Meter>,
    /// Whether its answers may be patches against the previous design (RFC 6902).
    pub patches: bool,
}

/// Whether an agent of this name is part of the program; the critic that is finds nothing beside the rubric.
pub fn is_built_in(name: &str) -> bool {
    name == BUILT_IN
}

/// What an agent's tokens cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Meter {
    /// Millionths of the configured currency for a million tokens of a prompt, and of an answer.
    pub input: u64,
    pub output: u64,
    /// The longest answer it may give, in tokens.
    pub longest_answer: u64,
}

impl Meter {
    /// What so many tokens cost, in millionths, rounded up.
    pub fn cost(&self, usage: Usage) -> u64 {
        let of = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        let sum = of(usage.input_tokens, self.input) + of(usage.output_tokens, self.output);
        u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

impl Terms {
    /// What is agreed with the agent of a role.
    pub fn agreed(&self, role: Role) -> &Agreed {
        if role == CRITIC { &self.critic } else { &self.generator }
    }

    /// Why no agent is asked now, if that is so.
    pub fn kept_from_asking(&self) -> Option<&Refusal> {
        self.refused.as_ref().or(self.unready.as_ref())
    }
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
    /// Of the template that FROZEN.md is written with.
    pub marker_template_sha256: Digest,
}

/// How one role's agent is fixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RolePins {
    /// The model as it names itself, with its version.
    pub model_version: String,
    /// The agent by its name in the configuration, and how it is asked; nothing secret.
    pub agent: String,
    /// Always 0 (ruling 6).
    pub temperature: u8,
    /// Whether the configuration says that this model does not take a temperature, so that none is sent (ruling 6).
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub temperature_omitted: bool,
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
pub struct Difference {
    pub what: String,
    pub pinned: String,
    pub found: String,
}

impl Pins {
    /// What differs between what was pinned and what is found, and no run can go on with. Another threshold or number of
    /// iterations is refused instead, and the run goes on (`kept`).
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
            // A run that was started before agents were pinned goes on.
            if !pinned.agent.is_empty() && !alike(&pinned.agent, &found.agent) {
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

/// What stands in a pin where a secret stood.
pub const HIDDEN: &str = "[hidden]";

/// Whether two agents are the same but for hidden secrets: a key may be renewed, and what was recognised as one in one
/// shell may not be in another.
fn alike(one: &str, other: &str) -> bool {
    let fits = |pattern: &str, text: &str| {
        let mut pieces = pattern.split(HIDDEN);
        let Some(mut rest) = pieces.next().and_then(|first| text.strip_prefix(first)) else { return false };
        let mut pieces = pieces.peekable();
        while let Some(piece) = pieces.next() {
            let at = match pieces.peek() {
                None => rest.len().checked_sub(piece.len()).filter(|at| rest.is_char_boundary(*at)),
                Some(_) => rest.find(piece),
            };
            // Nothing but a part of one argument was hidden.
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
    /// The agent's name in the configuration; none in a run that was started before agents were pinned.
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
    use super::*;

    #[test]
    fn agents_are_alike_but_for_what_is_hidden_in_one_argument() {
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
            assert_eq!(alike(&command(one), &command(other)), same, "{one} {other}");
        }
        assert!(!alike("built-in", "x: files"));
    }
}
