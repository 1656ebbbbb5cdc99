//! Open questions and their answers. The code that needs a fact asks for it, and gets the answer, or the question stays open. A
//! question is identified by its text.

use std::collections::{HashMap, HashSet};

use crate::limits::QUESTIONS;
use crate::words::Word;

/// A person's answer to one open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The question, as in the design.
    pub question: String,
    pub text: String,
}

/// A question on one line, as in designs and files of answers.
pub fn one_line(question: &str) -> String {
    question.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of an answer for the design, the most valuable first.
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

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply<T> {
    /// No answer that is understood.
    Open,
    /// It does not exist: no alternative, no such state.
    NotNeeded,
    /// The subject of the question is out of scope.
    OutOfScope,
    Given(T),
}

/// The reason why the answer "out of scope" does not take out a view.
const NAMED: &str =
    "The brief names it: take it out of the brief, or take the requirements that name it out of scope.";

impl<T> Reply<T> {
    fn is_out_of_scope(&self) -> bool {
        matches!(self, Self::OutOfScope)
    }

    pub fn given(self) -> Option<T> {
        match self {
            Self::Given(value) => Some(value),
            Self::Open | Self::NotNeeded | Self::OutOfScope => None,
        }
    }
}

/// Open questions and answers.
pub struct Inquiry<'a> {
    answers: HashMap<&'a str, &'a str>,
    open: Vec<(Rank, String)>,
    unclear: Vec<(String, String)>,
}

impl<'a> Inquiry<'a> {
    /// The last of several answers to one question counts.
    pub fn new(answers: &'a [Answer]) -> Self {
        let answers = answers.iter().filter(|answer| !answer.text.trim().is_empty());
        let answers = answers.map(|answer| (answer.question.as_str(), answer.text.trim())).collect();
        Self { answers, open: Vec::new(), unclear: Vec::new() }
    }

    /// Asks a question. `understand` parses the answer, or returns why it cannot.
    pub fn ask<T>(
        &mut self,
        rank: Rank,
        mut question: String,
        understand: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Reply<T> {
        question = one_line(&question);
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
                self.not_understood(rank, question, why);
                Reply::Open
            }
        }
    }

    /// Asks about something that the brief names outright and that only a change of the brief takes out.
    pub fn ask_of_named<T>(
        &mut self,
        rank: Rank,
        question: &str,
        understand: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Reply<T> {
        let reply = self.ask(rank, question.to_owned(), understand);
        if reply.is_out_of_scope() {
            self.not_understood(rank, one_line(question), NAMED);
        }
        reply
    }

    /// Whether there is an answer, so that the question is asked even if other answers made it unnecessary.
    pub fn is_answered(&self, question: &str) -> bool {
        self.answers.contains_key(one_line(question).as_str())
    }

    fn not_understood(&mut self, rank: Rank, question: String, why: &str) {
        self.unclear.push((question.clone(), why.to_owned()));
        self.open.push((rank, question));
    }

    /// Whether the answer to one of these questions is "out of scope".
    pub fn takes_out(&self, questions: impl IntoIterator<Item = String>) -> bool {
        !self.answers.is_empty()
            && questions.into_iter().any(|question| {
                self.answers.get(one_line(&question).as_str()).is_some_and(|text| Word::OutOfScope.is(text))
            })
    }

    /// Whether the answer to a question that begins with a requirement's id is "out of scope".
    pub fn takes_out_id(&self, id: &str) -> bool {
        let begins =
            |question: &str| question.strip_prefix(id).is_some_and(|rest| rest.starts_with([' ', ':', ',']));
        self.answers.iter().any(|(question, text)| begins(question) && Word::OutOfScope.is(text))
    }

    /// The open questions, the most valuable first, and the answers that were not understood with the reason.
    pub fn close(mut self) -> (Vec<String>, Vec<(String, String)>) {
        self.open.sort_by_key(|(rank, _)| *rank);
        let mut seen = HashSet::new();
        let open = self.open.into_iter().map(|(_, question)| question);
        let open = open.filter(|question| seen.insert(question.clone())).take(QUESTIONS).collect();
        (open, self.unclear)
    }
}
