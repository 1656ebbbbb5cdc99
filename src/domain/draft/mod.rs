//! The generator that is part of the program: a skeleton, drafted without a model from what the brief and the answers name, and
//! changed by a person's instructions.

mod taken_up;

use serde::{Deserialize, Serialize};

use super::answers::Answered;
use super::brief::Reading;
use super::id::FeatureId;
use super::intent::Intent;

pub use frieze_instructions::{GRAMMAR, Understood};

/// The next version, and what became of everything that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    pub intent: Intent,
    pub applied: Vec<Applied>,
    pub not_applied: Vec<NotApplied>,
}

/// Something asked for that was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Applied {
    /// The person's words.
    pub instruction: String,
    /// Where in the new version the change stands (JSON pointers).
    pub pointers: Vec<String>,
    /// What was taken out: where it stood in the version before (JSON pointers).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// What was done, as a sentence.
    pub what: String,
}

/// Something asked for that was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotApplied {
    /// The person's words.
    pub instruction: String,
    /// Why not, as a sentence.
    pub why: String,
}

/// A first draft, without answers.
pub fn draft(reading: &Reading, feature: &FeatureId) -> Intent {
    anew(reading, &[], feature, &[]).intent
}

/// A first draft from a brief and answers, with instructions of earlier runs in their order.
pub fn anew(reading: &Reading, answers: &[Answered], feature: &FeatureId, feedback: &[String]) -> Revision {
    let skeleton = skeleton(reading, answers, feature);
    let version = skeleton.intent.version.clone();
    let mut revision = Revision { intent: skeleton.intent, applied: Vec::new(), not_applied: Vec::new() };
    revision.unclear(skeleton.unclear);
    for words in feedback {
        // What points into an earlier design may mean another element of this one.
        let (pointing, naming): (Vec<&str>, Vec<&str>) = words.lines().partition(|line| is_pointing(line));
        revision.unclear(
            pointing.into_iter().map(|line| (line.trim().to_owned(), POINTS_BACK.to_owned())).collect(),
        );
        revision.instructed(&[naming.join("\n")]);
    }
    revision.intent.version = version;
    revision
}

/// The next version of a design: a person's instructions, and what answers given since name.
pub fn revise(
    reading: &Reading,
    answers: &[Answered],
    previous: &Intent,
    feature: &FeatureId,
    feedback: &[String],
) -> Revision {
    // An answer whose question is still open in the design before was given since.
    let (new, known): (Vec<Answered>, Vec<Answered>) =
        answers.iter().cloned().partition(|answered| previous.open_questions.contains(&answered.question));
    let mut revision = Revision { intent: previous.clone(), applied: Vec::new(), not_applied: Vec::new() };
    // First, since numbers and pointers in them mean the design that the person saw.
    revision.instructed(feedback);
    if !new.is_empty() {
        let before = skeleton(reading, &known, feature);
        let after = skeleton(reading, answers, feature);
        revision.intent = taken_up::taken_up(&revision.intent, &before.intent, &after.intent);
        revision.unclear(after.unclear);
    }
    revision.intent.version = raised(&previous.version);
    revision
}

/// How each line of feedback is understood, upon a design that stays as it is.
pub fn understood(design: &Intent, feedback: &str) -> Vec<Understood> {
    frieze_instructions::apply(&mut design.clone(), feedback)
}

/// How much of it is understood, in one line; nothing where there are no words.
pub fn told(understood: &[Understood]) -> Option<String> {
    let known = understood.iter().filter(|line| line.not_understood.is_empty()).count();
    let lines = if understood.len() == 1 { "line" } else { "lines" };
    let mut text = format!("{known} of {} {lines} understood", understood.len());
    if let Some((words, why)) = understood.iter().find_map(|line| line.not_understood.first()) {
        text.push_str(&format!("; not: “{words}” ({})", why.trim_end_matches('.')));
    }
    (!understood.is_empty()).then_some(text)
}

fn skeleton(reading: &Reading, answers: &[Answered], feature: &FeatureId) -> frieze_generator::Skeleton {
    let answers: Vec<frieze_generator::Answer> = answers
        .iter()
        .map(|answered| frieze_generator::Answer {
            question: answered.question.clone(),
            text: answered.text.clone(),
        })
        .collect();
    frieze_generator::skeleton(reading, &answers, feature.as_str())
}

impl Revision {
    fn unclear(&mut self, unclear: Vec<(String, String)>) {
        self.not_applied
            .extend(unclear.into_iter().map(|(instruction, why)| NotApplied { instruction, why }));
    }

    fn instructed(&mut self, feedback: &[String]) {
        for words in feedback {
            for line in frieze_instructions::apply(&mut self.intent, words) {
                self.applied.extend(line.done.into_iter().map(|done| Applied {
                    instruction: done.words,
                    pointers: done.pointers,
                    removed: done.removed,
                    what: done.what,
                }));
                self.unclear(line.not_understood);
            }
        }
    }
}

/// Why an instruction for an earlier design is not carried out in one that begins anew.
const POINTS_BACK: &str = "it points into an earlier design; name the element instead";

/// Whether a line of feedback begins with a JSON pointer.
fn is_pointing(line: &str) -> bool {
    line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•')).starts_with('/')
}

/// The middle number raised: 0.1.0 → 0.2.0.
fn raised(version: &str) -> String {
    let mut parts = version.split('.').map(|part| part.parse::<u64>().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    format!("{major}.{}.0", minor.saturating_add(1))
}
