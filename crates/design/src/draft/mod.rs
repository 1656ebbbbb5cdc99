//! The built-in generator: a skeleton drafted from the brief and the answers without a model, and changed by a person's
//! instructions.

mod merge_answers;

use serde::{Deserialize, Serialize};

use super::answers::Answer;
use super::brief::Reading;
use frieze_data::id::FeatureId;
use frieze_intent::Intent;

pub use frieze_instructions::{MOST_INSTRUCTIONS, Understood};

/// The next version, with the outcome of each instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    pub intent: Intent,
    pub applied: Vec<Applied>,
    pub not_applied: Vec<NotApplied>,
}

/// An instruction that was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Applied {
    /// The person's words.
    pub instruction: String,
    /// The changed places in the new version (JSON pointers).
    pub pointers: Vec<String>,
    /// Removed elements: their places in the previous version (JSON pointers).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// What was done, in one sentence.
    pub what: String,
}

/// An instruction that was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotApplied {
    /// The person's words.
    pub instruction: String,
    /// Why not, in one sentence.
    pub why: String,
}

/// A first draft, without answers.
pub fn draft(reading: &Reading, feature: &FeatureId) -> Intent {
    begin(reading, &[], feature, &[]).intent
}

/// A first draft from a brief and answers, with the instructions of earlier runs in their order.
pub fn begin(reading: &Reading, answers: &[Answer], feature: &FeatureId, feedback: &[String]) -> Revision {
    let skeleton = skeleton(reading, answers, feature);
    let version = skeleton.intent.version.clone();
    let mut revision = Revision { intent: skeleton.intent, applied: Vec::new(), not_applied: Vec::new() };
    revision.unclear(skeleton.unclear);
    for words in feedback {
        // A pointer into an earlier design may lead to another element here.
        let (pointing, naming): (Vec<&str>, Vec<&str>) = words.lines().partition(|line| is_pointing(line));
        revision.unclear(
            pointing.into_iter().map(|line| (line.trim().to_owned(), POINTS_BACK.to_owned())).collect(),
        );
        revision.instructed(&[naming.join("\n")]);
    }
    revision.intent.version = version;
    revision
}

/// The next version of a design, from a person's instructions and from new answers.
pub fn revise(
    reading: &Reading,
    answers: &[Answer],
    previous: &Intent,
    feature: &FeatureId,
    feedback: &[String],
) -> Revision {
    // An answer is new if its question is still open in the previous design.
    let (new, known): (Vec<Answer>, Vec<Answer>) =
        answers.iter().cloned().partition(|answered| previous.open_questions.contains(&answered.question));
    let mut revision = Revision { intent: previous.clone(), applied: Vec::new(), not_applied: Vec::new() };
    // Instructions first: their numbers and pointers refer to the design that the person saw.
    revision.instructed(feedback);
    if !new.is_empty() {
        let before = skeleton(reading, &known, feature);
        let after = skeleton(reading, answers, feature);
        revision.intent = merge_answers::merge(&revision.intent, &before.intent, &after.intent);
        revision.unclear(after.unclear);
    }
    revision.intent.version = raised(&previous.version);
    revision
}

/// How each line of feedback is understood; the design is not changed.
pub fn understood(design: &Intent, feedback: &str) -> Vec<Understood> {
    frieze_instructions::apply(&mut design.clone(), feedback)
}

/// How much of the feedback is understood, in one line; `None` without words.
pub fn summarize(understood: &[Understood]) -> Option<String> {
    let known = understood.iter().filter(|line| line.is_understood()).count();
    let lines = if understood.len() == 1 { "line" } else { "lines" };
    let mut text = format!("{known} of {} {lines} understood", understood.len());
    if let Some((words, why)) = understood.iter().find_map(|line| line.not_understood.first()) {
        text.push_str(&format!("; not understood: “{words}” ({})", why.trim_end_matches('.')));
    }
    (!understood.is_empty()).then_some(text)
}

fn skeleton(reading: &Reading, answers: &[Answer], feature: &FeatureId) -> frieze_generator::Skeleton {
    frieze_generator::skeleton(reading, answers, feature.as_str())
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
                // The answer is stored, and takes its question away.
                self.applied.extend(line.answers.into_iter().map(|answer| Applied {
                    instruction: answer.words,
                    pointers: Vec::new(),
                    removed: Some(answer.pointer).filter(|place| !place.is_empty()).into_iter().collect(),
                    what: "Answered the question.".to_owned(),
                }));
                self.unclear(line.not_understood);
            }
        }
    }
}

/// Why a pointer into an earlier design is not followed in a new draft.
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
