//! Execution of a feedback, instruction by instruction. Each instruction is carried out completely or not at all. The session
//! checks in the designs before and after that each reported change is real.

use std::collections::BTreeSet;

use frieze_intent::Intent;

use crate::element::{self, At, Key, Kind, Renamed};
use crate::fault::{self, Faults};
use crate::names::Scope;
use crate::phrase::{self, Phrase};
use crate::verbs::{self, Effect, Instruction};
use crate::{Answered, Applied, MOST_INSTRUCTIONS, Understood, grammar};

/// The most elements that are reported for one instruction.
const PLACES: usize = 20;

/// Carries out a feedback. The schema is checked for each instruction only if all of them together violate it.
pub(crate) fn read(
    design: &mut Intent,
    seen: &Intent,
    feedback: &str,
    others: &BTreeSet<Key>,
) -> Vec<Understood> {
    let before = design.clone();
    let read = Session::of(design, seen, others, false).read(feedback);
    if !fault::adds_violations(design, &before) {
        return read;
    }
    *design = before;
    Session::of(design, seen, others, true).read(feedback)
}

/// A design during the execution of a feedback.
struct Session<'d> {
    design: &'d mut Intent,
    /// The design to which the feedback's pointers and numbers refer.
    seen: &'d Intent,
    /// See [`element::with_other_names`].
    others: &'d BTreeSet<Key>,
    faults: Faults,
    checks_schema: bool,
    history: Vec<Renamed>,
    count: usize,
    /// The current keys of the elements that each [`Applied`] changed, in their order.
    changed: Vec<Vec<Key>>,
}

impl<'d> Session<'d> {
    fn of(design: &'d mut Intent, seen: &'d Intent, others: &'d BTreeSet<Key>, checks_schema: bool) -> Self {
        let faults = fault::faults(design, design, checks_schema);
        let (history, changed) = (Vec::new(), Vec::new());
        Self { design, seen, others, faults, checks_schema, history, count: 0, changed }
    }

    fn read(mut self, feedback: &str) -> Vec<Understood> {
        let lines = feedback.lines().map(str::trim).zip(1_u32..);
        let lines = lines.filter(|(line, _)| line.chars().any(char::is_alphanumeric));
        let mut read: Vec<Understood> = lines.map(|(line, number)| self.line(line, number)).collect();
        // The places are final only after the last instruction.
        let all = read.iter_mut().flat_map(|line| &mut line.done);
        for (done, keys) in all.zip(&self.changed) {
            done.pointers = keys.iter().filter_map(|key| key.find(self.design)).map(At::pointer).collect();
            if done.pointers.is_empty() && done.removed.is_empty() {
                done.what = format!("{}; another instruction cancels this.", done.what.trim_end_matches('.'));
            }
        }
        read
    }

    fn line(&mut self, line: &str, number: u32) -> Understood {
        let mut understood = Understood { line: line.to_owned(), ..Understood::default() };
        let bare = phrase::without_mark(line);
        // The pointer is removed first: the name after it may have any marks.
        let (mut subject, rest) = match phrase::pointer(bare) {
            Some((pointer, name, rest)) => (Some((pointer, name)), rest),
            None => (None, bare),
        };
        let mut prefix = bare.strip_suffix(rest).unwrap_or_default();
        let parts = phrase::instructions(rest);
        if parts.is_empty() {
            let why = "No instruction follows the pointer.".to_owned();
            understood.not_understood.push((line.to_owned(), why));
        }
        for part in parts {
            // With its pointer, as it is written: the same instruction for another element is another line.
            let words = format!("{}{part}", std::mem::take(&mut prefix));
            let mut rest = part;
            if let Some((pointer, name, behind)) = phrase::pointer(part) {
                (subject, rest) = (Some((pointer, name)), behind);
            }
            let other = subject.and_then(|(pointer, name)| element::other_than(self.seen, pointer, name?));
            let pointer = subject.map(|(pointer, _)| pointer);
            let instruct = || self.instruction(pointer, rest, &words, number, &mut understood);
            if let Err(why) = other.map_or_else(instruct, Err) {
                understood.not_understood.push((words, why));
            }
        }
        understood
    }

    fn instruction(
        &mut self,
        pointer: Option<&str>,
        rest: &str,
        words: &str,
        line: u32,
        understood: &mut Understood,
    ) -> Result<(), String> {
        let (tokens, text) = phrase::tokens(rest);
        let phrase = Phrase { source: rest, tokens: &tokens };
        let verb = phrase.first().and_then(|(word, rest)| Some((grammar::verb(word)?, rest)));
        let (verb, phrase) = verb.ok_or_else(|| format!("Start with a verb: {}.", grammar::verbs()))?;
        if self.count == MOST_INSTRUCTIONS {
            return Err(format!(
                "One feedback can have {MOST_INSTRUCTIONS} instructions: give this one next time."
            ));
        }
        self.count += 1;
        let scope =
            Scope { design: self.design, seen: self.seen, others: self.others, history: &self.history };
        let mut instruction = Instruction { verb, subject: None, phrase, text, line };
        if verb == "answer" {
            understood.answers.push(answer(&scope, pointer, &instruction, words)?);
            return Ok(());
        }
        instruction.subject = subject(&scope, pointer)?;
        let mut next = self.design.clone();
        let effect = verbs::apply(&scope, &instruction, &mut next)?;
        let done = self.accept(effect, next, words)?;
        understood.done.push(done);
        Ok(())
    }

    /// Accepts the design after an instruction, if it has no new faults and the reported elements differ.
    fn accept(&mut self, effect: Effect, next: Intent, words: &str) -> Result<Applied, String> {
        let faults = fault::faults(&next, self.design, self.checks_schema);
        if let Some(fault) = fault::new(&faults, &self.faults) {
            return Err(fault.to_owned());
        }
        let Effect { what, mut changed, mut gone, renamed } = effect;
        let renamed = Renamed::of(renamed);
        changed.truncate(PLACES);
        gone.truncate(PLACES);
        changed.retain(|key| {
            let before = renamed.before(key);
            let content = |design, key: &Key| key.find(design).and_then(|at| element::content(design, at));
            content(&next, key).is_some_and(|now| {
                before != *key || content(self.design, &before).is_none_or(|old| old != now)
            })
        });
        gone.retain(|key| key.count(self.design) > key.count(&next));
        if changed.is_empty() && gone.is_empty() {
            return Err("Nothing changes: the design has this already.".to_owned());
        }
        let removed = gone.into_iter().filter_map(|key| {
            let key = self.history.iter().rev().fold(key, |key, renamed| renamed.before(&key));
            key.find(self.seen).map(At::pointer)
        });
        let removed = removed.collect();
        for keys in &mut self.changed {
            keys.iter_mut().for_each(|key| *key = renamed.after(key));
        }
        self.changed.push(changed);
        self.history.push(renamed);
        self.faults = faults;
        *self.design = next;
        Ok(Applied { instruction: words.to_owned(), what, pointers: Vec::new(), removed })
    }
}

/// The element of the pointer before an instruction.
fn subject(scope: &Scope<'_>, pointer: Option<&str>) -> Result<Option<At>, String> {
    Ok(pointer.map(|pointer| scope.pointer(pointer)).transpose()?.flatten())
}

/// An answer to a question of the design, or of the one that the person saw: a new draft with the answer does not ask any more.
fn answer(
    scope: &Scope<'_>,
    pointer: Option<&str>,
    it: &Instruction<'_>,
    words: &str,
) -> Result<Answered, String> {
    let text = it.text().ok_or_else(|| grammar::hint("answer"))?;
    let is_number = it.phrase.raw().parse::<usize>().is_ok();
    let question = if is_number {
        scope.question(it.phrase.raw())?.to_owned()
    } else {
        let seen = Scope { design: scope.seen, others: &BTreeSet::new(), history: &[], ..*scope };
        let of_seen = |why| named_question(&seen, pointer, it.phrase).map_err(|_| why);
        named_question(scope, pointer, it.phrase).or_else(of_seen)?
    };
    let seen = scope.seen.open_questions.iter().position(|known| *known == question);
    let pointer = seen.map_or_else(String::new, |at| format!("/openQuestions/{at}"));
    Ok(Answered { words: words.to_owned(), pointer, question, text })
}

/// The question that a pointer or a phrase names.
fn named_question(scope: &Scope<'_>, pointer: Option<&str>, phrase: Phrase<'_>) -> Result<String, String> {
    let found = scope.find_or(phrase, subject(scope, pointer)?, &[Kind::Question])?;
    let question = if let At::Question(at) = found { scope.design.open_questions.get(at) } else { None };
    question.cloned().ok_or_else(|| grammar::hint("answer"))
}
