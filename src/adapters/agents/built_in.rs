//! The built-in agents: no key, no network, deterministic. The generator drafts a skeleton of what the brief and the answers name,
//! and changes it by a person's instructions; the critic has nothing to add to the rubric.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::domain::draft::Revision;
use crate::domain::files::BRIEF;
use crate::domain::{answers, brief, draft, intent};
use crate::flows::design::{CRITIC, GENERATOR};
use crate::kernel::{Answer, Fault, Role};
use crate::ports::{Agent, Agents, Ask, Boxed, Checked, Live};

/// How the built-in generator names itself.
pub const GENERATOR_MODEL: &str = "built-in skeleton 2.0.0";
/// How the built-in critic names itself.
pub const CRITIC_MODEL: &str = "built-in critic 1.0.0";

/// The agents of a workspace that has configured no others.
#[derive(Debug)]
pub struct BuiltIn;

impl Agents for BuiltIn {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        if role == GENERATOR {
            Ok(Arc::new(Generator))
        } else if role == CRITIC {
            Ok(Arc::new(Critic))
        } else {
            Err(Fault::Failed { why: format!("there is no built-in {}", role.0) })
        }
    }
}

struct Generator;
struct Critic;

/// Nothing is missing where nothing is needed.
fn built_in(model: &str) -> Boxed<Checked> {
    let found = format!("{model}: needs no key and no network");
    Box::pin(async { Checked::well(found) })
}

impl Agent for Critic {
    fn check(&self) -> Boxed<Checked> {
        built_in(CRITIC_MODEL)
    }

    fn ask(&self, _ask: Ask, _live: Live) -> Boxed<Result<Answer, Fault>> {
        let text = json!({ "findings": [] }).to_string();
        Box::pin(async { Ok(Answer::of(text, CRITIC_MODEL)) })
    }
}

impl Agent for Generator {
    fn check(&self) -> Boxed<Checked> {
        built_in(GENERATOR_MODEL)
    }

    fn ask(&self, ask: Ask, _live: Live) -> Boxed<Result<Answer, Fault>> {
        Box::pin(async move {
            let worked = tokio::task::spawn_blocking(move || generate(&ask)).await;
            let text = worked
                .map_err(|e| Fault::Failed { why: format!("it stopped: {e}") })?
                .map_err(|why| Fault::Failed { why })?;
            Ok(Answer::of(text, GENERATOR_MODEL))
        })
    }
}

fn generate(ask: &Ask) -> Result<String, String> {
    let material = |name: &str| ask.material.iter().find(|(n, _)| *n == name).map(|(_, b)| b.as_slice());
    let reading = brief::read(BRIEF, material("brief").unwrap_or_default()).map_err(|e| e.to_string())?;
    let answers = material("answers").map(answers::read).unwrap_or_default();
    let words = ask.material.iter().filter(|(name, _)| *name == "feedback");
    let feedback: Vec<String> = words.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
    let revision = match material("previous") {
        None => draft::anew(&reading, &answers, &ask.feature, &feedback),
        Some(previous) => {
            let previous = intent::read(previous).map_err(|e| format!("the previous design: {e}"))?;
            draft::revise(&reading, &answers, &previous.intent, &ask.feature, &feedback)
        }
    };
    with_report(&revision)
}

fn with_report(revision: &Revision) -> Result<String, String> {
    let report = json!({ "applied": value(&revision.applied)?, "notApplied": value(&revision.not_applied)? });
    Ok(json!({ "intent": value(&revision.intent)?, "report": report }).to_string())
}

fn value(of: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(of).map_err(|e| e.to_string())
}
