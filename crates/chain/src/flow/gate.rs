//! The plain gates of a chain: skip a phase, continue a partial one, choose the brief, accept the final reviewer's concerns.

use frieze_data::digest::Digest;
use frieze_kernel::{
    Binding, Choice, Decision, Files, Gate, GateKind, Key, Refusal, Request, RequestKind, Step, Wording,
};

use super::record::{Player, Question, QuestionKind, Record};
use super::table::{ChainPhase, refused};
use super::turn::Turn;
use super::{agent, enter, players};
use crate::files::ChainFiles;
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

/// Whether a word answers the open question.
pub(super) fn answers(record: &Record, word: &str) -> bool {
    let is_asking = record.own.state == ChainPhase::Asking;
    let question = record.own.question.as_ref().filter(|_| is_asking);
    question.is_some_and(|question| choices(question.kind).iter().any(|(_, name, _)| *name == word))
}

/// The requests of a record: a decision, an agent's answer, another run, or the next automatic step.
pub(super) fn wants(record: &Record) -> Vec<Request> {
    let proceed = |what: &str| {
        let active = record.own.active.as_ref();
        let place =
            active.map_or(String::new(), |active| format!("{}/{}", active.phase.name(), active.folder));
        vec![Request { key: Key(format!("{what}/{place}")), kind: RequestKind::Proceed }]
    };
    let by_agent = agent::asked(record).is_some();
    match (record.own.state, &record.own.active) {
        (ChainPhase::Asking, _) => gate(record)
            .map(|gate| Request { key: gate.key.clone(), kind: RequestKind::Gate(gate) })
            .into_iter()
            .collect(),
        (ChainPhase::Producing | ChainPhase::Reviewing, Some(_)) if by_agent => {
            agent::request(record).into_iter().collect()
        }
        (ChainPhase::Producing, Some(active)) => match active.producer {
            Player::Design | Player::Session if !active.is_ready => players::requests(record, active),
            Player::Design | Player::Session | Player::BuiltIn | Player::Person | Player::Agent(_) => {
                proceed("produce")
            }
        },
        (ChainPhase::Reviewing, Some(_)) => proceed("review"),
        (
            ChainPhase::Ready
            | ChainPhase::Producing
            | ChainPhase::Reviewing
            | ChainPhase::Completed
            | ChainPhase::Abandoned,
            _,
        ) => Vec::new(),
    }
}

/// The open gate. It is bound to no file yet: the hash is a placeholder.
pub(super) fn gate(record: &Record) -> Option<Gate> {
    let question = record.own.question.as_ref().filter(|_| record.own.state == ChainPhase::Asking)?;
    let choice = |(letter, name, effect): &(char, &'static str, &str)| Choice {
        letter: *letter,
        name,
        effect: (*effect).to_owned(),
        wording: Wording::Optional("a note"),
        barred: None,
    };
    let iteration = record.own.active.as_ref().map_or(0, |active| active.iteration);
    Some(Gate {
        key: Key(format!("question/{}/{}", question.phase.name(), question.opened)),
        kind: GateKind::Plain,
        question: question.text.clone(),
        what: subject(question).artifact().unwrap_or("artifact"),
        binding: Binding { feature: record.id.clone(), iteration, sha256: Digest::of(b"") },
        choices: choices(question.kind).iter().map(choice).collect(),
    })
}

/// The open gate, bound to the file that it is about. A review of an artifact that is not there is barred.
pub(super) fn bound(record: &Record, files: &dyn Files) -> Option<Gate> {
    let mut gate = gate(record)?;
    let question = record.own.question.as_ref()?;
    let path = ChainFiles::of(&record.id).artifact(subject(question))?;
    let digest = files.digest(&path).ok().flatten();
    gate.binding.sha256 = digest.unwrap_or_else(|| Digest::of(b""));
    let needs_it = gate.choices.iter_mut().filter(|choice| choice.name == "review" && digest.is_none());
    needs_it.for_each(|choice| choice.barred = Some(format!("there is no {}", path.name())));
    Some(gate)
}

/// The phase whose artifact a decision is bound to.
fn subject(question: &Question) -> FeaturePhase {
    match question.kind {
        QuestionKind::Brief => FeaturePhase::Specify,
        QuestionKind::Skip | QuestionKind::Partial | QuestionKind::Final => question.phase,
    }
}

/// Carries out a decision.
///
/// # Errors
/// The file that it is about is another than the one shown, or what follows is refused.
pub(super) fn decided(record: Record, decision: &Decision, turn: &Turn<'_>) -> Result<Step<Record>, Refusal> {
    let Some(question) = &record.own.question else {
        return Err(refused(&record, "no-question", "no question is open"));
    };
    let now = turn.digest(subject(question)).unwrap_or_else(|| Digest::of(b""));
    if now != decision.binding().sha256 {
        let file = subject(question).artifact().unwrap_or_default();
        let why = format!("{file} changed after it was shown, so nothing was decided; look again");
        return Err(refused(&record, "changed", &why));
    }
    enter::answered(record, decision.choice(), turn)
}
