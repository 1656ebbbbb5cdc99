//! The built-in generator: a skeleton drafted from the brief and the answers without a model, and changed by a person's
//! instructions.

mod merge_answers;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::answers::{self, Answer};
use super::brief::Reading;
use frieze_data::id::FeatureId;
use frieze_intent::Intent;

pub use frieze_instructions::{Applied, MOST_INSTRUCTIONS, Understood, step_at};

/// The next version, with the outcome of each instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    pub intent: Intent,
    pub applied: Vec<Applied>,
    pub not_applied: Vec<NotApplied>,
}

/// An instruction that was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// The words of a rejection, and the design that they are about; `None` if it is gone.
#[derive(Clone, PartialEq, Debug)]
pub struct Feedback {
    pub words: String,
    pub seen: Option<Intent>,
}

/// A first draft from a brief and answers, with the instructions of earlier runs in their order.
pub fn begin(reading: &Reading, answers: &[Answer], feature: &FeatureId, feedback: &[Feedback]) -> Revision {
    let skeleton = skeleton(reading, answers, feature);
    let version = skeleton.intent.version.clone();
    let mut revision = Revision::of(skeleton.intent);
    revision.unclear(skeleton.unclear);
    for one in feedback {
        revision.instructed(answers, one, None);
    }
    revision.not_asked(answers);
    revision.intent.version = version;
    revision
}

/// The next version of a design, from new answers and from a person's instructions.
pub fn revise(
    reading: &Reading,
    answers: &[Answer],
    previous: &Intent,
    feature: &FeatureId,
    feedback: &[Feedback],
) -> Revision {
    let mut revision = Revision::of(previous.clone());
    // Answers first: an instruction can rename or change what they add.
    revision.answered(reading, answers, feature);
    let answered = std::mem::replace(&mut revision.intent.open_questions, previous.open_questions.clone());
    // Instructions refer to the design that the person saw, with its questions: after a reset another one than this.
    for one in feedback {
        revision.instructed(answers, one, Some(previous));
    }
    let before = revision.intent.clone();
    let (asked, open) = (&previous.open_questions, &mut revision.intent.open_questions);
    open.retain(|question| answered.contains(question) || !asked.contains(question));
    open.extend(answered.into_iter().filter(|question| !asked.contains(question)));
    revision.moved_since(&before);
    if revision.intent != *previous {
        revision.intent.version = raised(&previous.version);
    }
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
    const fn of(intent: Intent) -> Self {
        Self { intent, applied: Vec::new(), not_applied: Vec::new() }
    }

    /// Merges the answers to the design's open questions. If one cannot be used, the others still are.
    fn answered(&mut self, reading: &Reading, answers: &[Answer], feature: &FeatureId) {
        let is_new = |answered: &Answer| self.intent.open_questions.contains(&answered.question);
        let (new, mut used): (Vec<Answer>, Vec<Answer>) = answers.iter().cloned().partition(is_new);
        if new.is_empty() {
            return;
        }
        let mut before = skeleton(reading, &used, feature);
        let mut after = skeleton(reading, answers, feature);
        if let Ok(merged) = merge_answers::merge(&self.intent, &before.intent, &after.intent) {
            self.intent = merged;
        } else {
            for answer in &new {
                used.push(answer.clone());
                after = skeleton(reading, &used, feature);
                match merge_answers::merge(&self.intent, &before.intent, &after.intent) {
                    Ok(merged) => {
                        self.intent = merged;
                        before = after;
                    }
                    Err(why) => {
                        self.unclear(vec![(answer.question.clone(), why)]);
                        used.pop();
                    }
                }
            }
            after = before;
        }
        self.unclear(after.unclear);
        self.not_asked(&new);
    }

    /// Reports the answers to questions that are still open, and that are not reported yet.
    fn not_asked(&mut self, answers: &[Answer]) {
        let open = answers.iter().filter(|it| self.intent.open_questions.contains(&it.question));
        let open = open.filter(|it| self.not_applied.iter().all(|one| one.instruction != it.question));
        let open: Vec<_> = open.map(|it| (it.question.clone(), NOT_ASKED.to_owned())).collect();
        self.unclear(open);
    }

    fn unclear(&mut self, unclear: Vec<(String, String)>) {
        self.not_applied
            .extend(unclear.into_iter().map(|(instruction, why)| NotApplied { instruction, why }));
    }

    /// Looks up the places again that are reported.
    fn moved_since(&mut self, before: &Intent) {
        let moved = |place: &String| frieze_instructions::moved(before, &self.intent, place);
        for applied in &mut self.applied {
            applied.pointers = applied.pointers.iter().filter_map(moved).collect();
        }
    }

    /// Carries out a rejection of the design that is revised, or of another one. It may move what earlier ones changed.
    fn instructed(&mut self, answers: &[Answer], feedback: &Feedback, revised: Option<&Intent>) {
        let Feedback { words, seen } = feedback;
        let Some(seen) = seen else { return self.unclear(vec![(words.clone(), GONE.to_owned())]) };
        let before = self.intent.clone();
        let lines = match revised == Some(seen) {
            true => frieze_instructions::apply_after(seen, &mut self.intent, words),
            false => frieze_instructions::apply_to_draft(seen, &mut self.intent, words),
        };
        self.moved_since(&before);
        for line in lines {
            self.applied.extend(line.done);
            for answer in line.answers {
                // The answer is stored, and takes its question away if it can be used.
                match answers::why_unused(&self.not_applied, &answer.question) {
                    // A later answer to the question may be the one that counts.
                    Some(_) if answers::find(answers, &answer.question) != Some(&answer.text) => {}
                    // The words quote the question, and the entry about it is about them.
                    Some(_) if answer.words.contains(&answer.question) => {}
                    Some(why) => {
                        let why = format!("The answer is saved, but could not be used: {why}");
                        self.unclear(vec![(answer.words, why)]);
                    }
                    None => self.applied.push(Applied {
                        instruction: answer.words,
                        pointers: Vec::new(),
                        removed: Some(answer.pointer).filter(|place| !place.is_empty()).into_iter().collect(),
                        what: "Answered the question.".to_owned(),
                    }),
                }
            }
            self.unclear(line.not_understood);
        }
    }
}

/// Why the answer to a question is not used that a person or another generator added.
const NOT_ASKED: &str = "The built-in generator did not ask this: only a model can use the answer.";

/// Why the words of a rejection are not carried out in a new draft.
const GONE: &str = "the design that the words are about is gone";

/// The middle number raised: 0.1.0 → 0.2.0.
fn raised(version: &str) -> String {
    let mut parts = version.split('.').map(|part| part.parse::<u64>().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    format!("{major}.{}.0", minor.saturating_add(1))
}
