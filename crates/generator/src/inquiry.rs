//! The open questions, and what is done with answers to them. A question is its text: whoever builds the design asks it, and gets
//! what the answer says, or the question stays open.

use std::collections::{HashMap, HashSet};

use crate::words::Word;

/// The most questions that a design has. More are not read, and the next ones follow when these are answered.
const MOST: usize = 40;

/// A person's answer to one open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The question's text as the design has it.
    pub question: String,
    pub text: String,
}

/// How much an answer does for the design; the most valuable first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    Purpose,
    Document,
    Actor,
    Data,
    Steps,
    Failure,
    States,
    EdgeCase,
    Goal,
    Outcome,
    Interactions,
    Measure,
    Place,
    Meaning,
    Relation,
    Detail,
}

/// What is known of something that the design asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply<T> {
    /// No answer, or none that is understood.
    Open,
    /// What was asked for does not exist: no alternative, no such state.
    NotNeeded,
    /// What the question is about is taken out.
    OutOfScope,
    Given(T),
}

impl<T> Reply<T> {
    pub fn given(self) -> Option<T> {
        match self {
            Self::Given(value) => Some(value),
            Self::Open | Self::NotNeeded | Self::OutOfScope => None,
        }
    }
}

/// Asks questions, and knows the answers.
pub struct Inquiry<'a> {
    answers: HashMap<&'a str, &'a str>,
    open: Vec<(Rank, String)>,
    unclear: Vec<(String, String)>,
}

impl<'a> Inquiry<'a> {
    /// Of several answers to one question the last holds.
    pub fn new(answers: &'a [Answer]) -> Self {
        let answers = answers.iter().filter(|answer| !answer.text.trim().is_empty());
        let answers = answers.map(|answer| (answer.question.as_str(), answer.text.trim())).collect();
        Self { answers, open: Vec::new(), unclear: Vec::new() }
    }

    /// Asks a question. `understand` makes a value of the answer, or says why it cannot.
    pub fn ask<T>(
        &mut self,
        rank: Rank,
        question: String,
        understand: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Reply<T> {
        let Some(answer) = self.answers.get(question.as_str()) else {
            self.open.push((rank, question));
            return Reply::Open;
        };
        if Word::OutOfScope.is(answer) {
            return Reply::OutOfScope;
        }
        if Word::NotNeeded.is(answer) {
            return Reply::NotNeeded;
        }
        match understand(answer) {
            Ok(value) => Reply::Given(value),
            Err(why) => {
                self.unclear.push((question.clone(), why.to_owned()));
                self.open.push((rank, question));
                Reply::Open
            }
        }
    }

    /// Whether one of these questions was answered with "out of scope".
    pub fn takes_out(&self, questions: impl IntoIterator<Item = String>) -> bool {
        !self.answers.is_empty()
            && questions.into_iter().any(|question| {
                self.answers.get(question.as_str()).is_some_and(|text| Word::OutOfScope.is(text))
            })
    }

    /// The open questions, the most valuable first, and the answers that were not understood.
    pub fn close(mut self) -> (Vec<String>, Vec<(String, String)>) {
        self.open.sort_by_key(|(rank, _)| *rank);
        let mut seen = HashSet::new();
        let open = self.open.into_iter().map(|(_, question)| question);
        let open = open.filter(|question| seen.insert(question.clone())).take(MOST).collect();
        (open, self.unclear)
    }
}
