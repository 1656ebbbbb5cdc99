//! The terms of a run: configuration, agents, budget, templates and approval rules.

use crate::design::CRITIC;
use crate::design::record::pins::Pins;
use frieze_kernel::approval::Rules;
use frieze_kernel::{BUILT_IN, Refusal, Role, Usage};

/// The lowest and the highest threshold that may be configured.
pub const THRESHOLDS: std::ops::RangeInclusive<u8> = 70..=95;
/// The default threshold, in points of 100 ("Threshold Governance").
pub const DEFAULT_THRESHOLD: u8 = 80;
/// The default number of iterations; the last one fails (ruling 2).
pub const DEFAULT_MAX_ITERATIONS: u32 = 10;
/// How often an invalid answer is sent back by default (ruling 9).
pub const DEFAULT_REPAIR_ATTEMPTS: u8 = 2;
/// The default number of calls in one run: more than all iterations with all repairs need.
pub const DEFAULT_MAX_CALLS: u32 = 100;
/// The default time limit of one answer.
pub const DEFAULT_TIMEOUT_MS: u64 = 5 * 60 * 1000;

/// The current terms of a run.
#[derive(Clone, Debug)]
pub struct Terms {
    pub pins: Pins,
    /// Why no run may start or continue: an agent is not trusted.
    pub refused: Option<Refusal>,
    /// Why an agent cannot be asked from here: its key variable or its program is missing. Another window may have it, so this
    /// is never recorded.
    pub unready: Option<Refusal>,
    /// The agent that `frieze use` gives a role to, for hints: one whose program is installed.
    pub usable_program: &'static str,
    pub repair_attempts: u8,
    /// How often agents may be asked in one run.
    pub max_calls: u32,
    /// How many tokens the agents of one run may take, prompts and answers together.
    pub max_tokens: Option<u64>,
    /// What one run may cost, in millionths of the configured currency.
    pub max_cost: Option<u64>,
    /// How long an agent may postpone its answer, in milliseconds from the first request.
    pub patience_ms: u64,
    /// The terms of each role's agent.
    pub generator: AgentTerms,
    pub critic: AgentTerms,
    /// The preview server, if there is one.
    pub previewer: Option<Previewer>,
    /// The text of each role's prompt template.
    pub generator_template: String,
    pub critic_template: String,
    /// The text of the FROZEN.md template.
    pub marker_template: String,
    /// The rules for approvals.
    pub rules: Rules,
    /// Why nothing can be approved: a template or a list of approvers is not trusted.
    pub not_approvable: Option<Refusal>,
}

/// A preview server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Previewer {
    /// Its name in the configuration.
    pub name: String,
    /// The most views to draw.
    pub max_screens: usize,
}

/// The terms of one role's agent that are not pinned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AgentTerms {
    /// Its name in the configuration.
    pub name: String,
    /// Whether the model of a run's first answer must give all later ones. If not, [`RolePins::model_version`] must give all
    /// answers (ruling 8).
    ///
    /// [`RolePins::model_version`]: crate::design::RolePins::model_version
    pub first_answer_names_the_model: bool,
    /// Its prices, if the agent counts tokens.
    pub meter: Option<Meter>,
    /// Whether its answers may be patches against the previous design (RFC 6902).
    pub patches: bool,
}

/// Whether this is the name of the built-in agent. As a critic, it adds no findings to the rubric's.
pub fn is_built_in(name: &str) -> bool {
    name == BUILT_IN
}

/// The prices of an agent's tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Meter {
    /// Millionths of the configured currency for a million tokens, of a prompt and of an answer.
    pub input: u64,
    pub output: u64,
    /// The longest answer it may give, in tokens.
    pub longest_answer: u64,
}

impl Meter {
    /// The cost of a usage, in millionths, rounded up.
    pub fn cost(&self, usage: Usage) -> u64 {
        let of = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        let sum = of(usage.input_tokens, self.input) + of(usage.output_tokens, self.output);
        u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

impl Terms {
    /// The terms of a role's agent.
    pub fn agent(&self, role: Role) -> &AgentTerms {
        if role == CRITIC { &self.critic } else { &self.generator }
    }

    /// Why no agent can be asked now.
    pub fn agents_blocked(&self) -> Option<&Refusal> {
        self.refused.as_ref().or(self.unready.as_ref())
    }
}
