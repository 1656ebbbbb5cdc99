//! The built-in agents: no key, no network, deterministic. The generator drafts a skeleton of everything that the brief and the
//! answers name, and changes it by a person's requests; the critic adds nothing to the rubric.

use std::sync::Arc;

use serde_json::json;

use frieze_data::json as strict;
use frieze_data::text::lossy;
use frieze_design::draft::{Feedback, Revision};
use frieze_design::{answers, brief, draft};
use frieze_flows::design::{CRITIC, GENERATOR};
use frieze_intent as intent;
use frieze_kernel::files::BRIEF;
use frieze_kernel::{Answer, Fault, REJECTED, Role};
use frieze_ports::{Agent, Agents, Ask, Boxed, Checked, Live};

/// The model name of the built-in generator.
pub const GENERATOR_MODEL: &str = "built-in skeleton 2.0.0";
/// The model name of the built-in critic.
pub const CRITIC_MODEL: &str = "built-in critic 1.0.0";

/// The agents of a workspace that configures no others.
#[derive(Debug)]
pub struct BuiltIn;

impl Agents for BuiltIn {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        if role == GENERATOR {
            Ok(Arc::new(BuiltInAgent::Generator))
        } else if role == CRITIC {
            Ok(Arc::new(BuiltInAgent::Critic))
        } else {
            Err(Fault::Failed { why: format!("there is no built-in {}", role.0) })
        }
    }
}

enum BuiltInAgent {
    Generator,
    Critic,
}

impl Agent for BuiltInAgent {
    fn check(&self) -> Boxed<Checked> {
        let model = match self {
            Self::Generator => GENERATOR_MODEL,
            Self::Critic => CRITIC_MODEL,
        };
        Box::pin(async move { Ok(format!("{model}: needs no key and no network")) })
    }

    fn needs_slot(&self) -> bool {
        false
    }

    fn ask(&self, ask: Ask, _live: Live) -> Boxed<Result<Answer, Fault>> {
        match self {
            Self::Generator => Box::pin(async move {
                let worked = tokio::task::spawn_blocking(move || generate(&ask)).await;
                let text = worked
                    .map_err(|e| Fault::Failed { why: format!("it stopped: {e}") })?
                    .map_err(|why| Fault::Failed { why })?;
                Ok(Answer::of(text, GENERATOR_MODEL))
            }),
            Self::Critic => {
                let text = json!({ "findings": [] }).to_string();
                Box::pin(async { Ok(Answer::of(text, CRITIC_MODEL)) })
            }
        }
    }
}

fn generate(ask: &Ask) -> Result<String, String> {
    let material = |name: &str| ask.material.iter().find(|(n, _)| *n == name).map(|(_, b)| b.as_slice());
    let reading = brief::read(BRIEF, material("brief").unwrap_or_default()).map_err(|e| e.to_string())?;
    let answers = material("answers").map(answers::read).unwrap_or_default();
    let (mut feedback, mut seen) = (Vec::new(), None);
    for (name, bytes) in &ask.material {
        match *name {
            REJECTED => seen = intent::read(bytes).ok().map(|reading| reading.intent),
            "feedback" => feedback.push(Feedback { words: lossy(bytes.clone()), seen: seen.take() }),
            _ => {}
        }
    }
    let Revision { intent, applied, not_applied } = match material("previous") {
        None => draft::begin(&reading, &answers, &ask.feature, &feedback),
        Some(previous) => {
            let previous = intent::read(previous).map_err(|e| format!("the previous design: {e}"))?;
            draft::revise(&reading, &answers, &previous.intent, &ask.feature, &feedback)
        }
    };
    let report = json!({ "applied": strict::of(&applied), "notApplied": strict::of(&not_applied) });
    Ok(json!({ "intent": strict::of(&intent), "report": report }).to_string())
}
