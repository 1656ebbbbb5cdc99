//! The plain gates of a chain: skip a phase, continue a partial one, choose the brief, accept the final reviewer's concerns.

use frieze_data::digest::Digest;
use frieze_design::frozen;
use frieze_kernel::{Binding, Choice, Decision, Files, Gate, GateKind, Key};

use super::record::{Question, QuestionKind, Record};
use super::table::{ChainPhase, refused};
use super::turn::{Stepped, Turn};
use super::{enter, players};
use crate::files::{self, ChainFiles};
use crate::phase::FeaturePhase;

/// All answers to questions, as commands name them.
pub(super) const ALL: [&str; 9] =
    ["proceed", "continue", "fresh", "review", "take-spec", "keep-brief", "accept", "address", "leave"];

/// The choices of a question: letter, name, and effect.
const fn choices(kind: QuestionKind) -> &'static [(char, &'static str, &'static str)] {
    const LEAVE: (char, &str, &str) = ('l', "leave", "Nothing begins.");
    match kind {
        QuestionKind::Skip => &[('p', "proceed", "The phase begins without the skipped ones."), LEAVE],
        QuestionKind::Partial => &[
            ('c', "continue", "The executor goes on with the artifact that is there."),
            ('f', "fresh", "The phase begins with iteration 1; the artifact is kept under chain/rounds."),
            ('r', "review", "The artifact is reviewed as it is."),
            LEAVE,
        ],
        QuestionKind::Brief => &[
            ('t', "take-spec", "spec.md becomes brief.md; the old brief is kept under chain/rounds."),
            ('k', "keep-brief", "The design is made from brief.md as it is."),
            LEAVE,
        ],
        QuestionKind::Final => &[
            ('d', "address", "The rounds of the phase begin again, with another session."),
            ('a', "accept", "The phase is completed, and the concerns are noted."),
            ('l', "leave", "The phase stays started and not completed."),
        ],
    }
}

/// The question that a person is asked now.
pub(super) fn open_question(record: &Record) -> Option<&Question> {
    record.own.question.as_ref().filter(|_| record.own.state == ChainPhase::Asking)
}

/// Whether a word answers a question.
pub(super) fn answers(question: &Question, word: &str) -> bool {
    choices(question.kind).iter().any(|(_, name, _)| *name == word)
}

/// The open gate. It is bound to no file yet: the hash is a placeholder.
pub(super) fn gate(record: &Record) -> Option<Gate> {
    let question = open_question(record)?;
    let iteration = record.own.active.as_ref().map_or(0, |active| active.iteration);
    let choices = choices(question.kind).iter();
    Some(Gate {
        key: Key(format!("question/{}/{}", question.phase.name(), question.opened)),
        kind: GateKind::Plain,
        question: question.text.clone(),
        what: subject(question).artifact().unwrap_or("artifact"),
        binding: Binding { feature: record.id.clone(), iteration, sha256: Digest::of(b"") },
        choices: choices.map(|(letter, name, effect)| Choice::plain(*letter, name, effect)).collect(),
    })
}

/// The open gate, bound to the file that it is about. A choice that would be refused is barred: a review without a file, another brief
/// for a design that is approved or waits for it, and to continue with a session that nobody waits for.
pub(super) fn bound(record: &Record, disk: &dyn Files) -> Option<Gate> {
    let mut gate = gate(record).filter(|_| !enter::is_settled(record, disk))?;
    let question = record.own.question.as_ref()?;
    let path = ChainFiles::of(&record.id).artifact(subject(question))?;
    let digest = files::digest(&path, disk);
    gate.binding.sha256 = digest.unwrap_or_else(|| Digest::of(b""));
    for choice in &mut gate.choices {
        choice.barred = match choice.name {
            "review" if digest.is_none() => Some(format!("there is no {}", path.name())),
            "continue" => players::cannot_continue(record, question.phase, disk),
            "take-spec" => frozen::keeps_brief(&record.id, disk),
            _ => None,
        };
    }
    Some(gate)
}

/// The phase whose artifact a decision is bound to.
fn subject(question: &Question) -> FeaturePhase {
    if question.kind == QuestionKind::Brief { FeaturePhase::Specify } else { question.phase }
}

/// Carries out a decision, unless the file that it is about is another than the one shown.
pub(super) fn decided(record: Record, decision: &Decision, turn: &Turn<'_>) -> Stepped {
    let Some(now) = bound(&record, turn.facts) else {
        return Err(refused(&record, "no-question", "no question is open"));
    };
    if now.binding.sha256 != decision.binding().sha256 {
        let why = format!("{} changed after it was shown, so nothing was decided; look again", now.what);
        return Err(refused(&record, "changed", &why));
    }
    enter::answered(record, decision.choice(), &enter::Said::one(decision.choice()), turn)
}
