//! Clauses of conditional sentences: EARS (`WHEN … THE desk SHALL …`) and `Given … When … Then …` in one sentence.

use std::ops::Range;

use frieze_language::{Mark, Tag};

use crate::words::Modal;
use crate::{Parts, Scenario, Traced};

/// The clauses of a sentence. A condition begins only at the beginning, after a comma or in capitals.
pub fn parts(text: &str, marks: &[Mark], modal: Option<&Modal>) -> Parts {
    let mut parts = Parts::default();
    let clauses = clauses(text, marks);
    let body = clauses.last().map(|(tag, mark)| (*tag, mark.start, mark.end));
    for (index, (tag, mark)) in clauses.iter().enumerate() {
        let next = clauses.get(index + 1).map(|(_, next)| next.start);
        let end = next.or_else(|| {
            modal.filter(|m| m.start >= mark.end).map(|m| subject(text, marks, mark.end, m.start))
        });
        let end = end.unwrap_or(text.len());
        let phrase = clean(text.get(mark.end..end).unwrap_or_default());
        if phrase.is_empty() {
            continue;
        }
        let slot = match tag {
            Clause::Condition => &mut parts.condition,
            Clause::Trigger => &mut parts.trigger,
            Clause::Exception => &mut parts.exception,
            Clause::Response => &mut parts.response,
        };
        match slot {
            Some(known) => *known = format!("{known}, {phrase}"),
            None => *slot = Some(phrase),
        }
    }
    if let Some(modal) = modal {
        let from = match body {
            Some((Clause::Response, _, end)) if end <= modal.start => end,
            Some((_, _, end)) if end <= modal.start => subject(text, marks, end, modal.start),
            _ => 0,
        };
        let subject = clean(text.get(from..modal.start).unwrap_or_default());
        let response = clean(text.get(modal.end..).unwrap_or_default());
        if !response.is_empty() {
            parts.response = Some(response);
        }
        parts.subject = Some(subject).filter(|s| !s.is_empty() && !s.contains(". "));
    }
    parts
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clause {
    Condition,
    Trigger,
    Exception,
    Response,
}

impl Clause {
    /// The clause after a word. A response needs a condition before it: without one, `then` only means a later time.
    fn of(tag: Tag, follows: bool) -> Option<Self> {
        const CLAUSES: [(Tag, Clause); 6] = [
            (Tag::Given, Clause::Condition),
            (Tag::While, Clause::Condition),
            (Tag::Where, Clause::Condition),
            (Tag::When, Clause::Trigger),
            (Tag::If, Clause::Exception),
            (Tag::Then, Clause::Response),
        ];
        let (_, clause) = CLAUSES.into_iter().find(|(known, _)| *known == tag)?;
        (follows || clause != Self::Response).then_some(clause)
    }
}

fn clauses(text: &str, marks: &[Mark]) -> Vec<(Clause, Mark)> {
    let remarks = Remarks::of(text);
    let mut out: Vec<(Clause, Mark)> = Vec::new();
    for mark in marks.iter().filter(|mark| !remarks.have(mark)) {
        let Some(clause) = Clause::of(mark.tag, !out.is_empty()) else { continue };
        if clause == Clause::Response || begins(text, mark) {
            out.push((clause, *mark));
        }
    }
    out
}

/// Whether a clause can begin at a mark.
fn begins(text: &str, mark: &Mark) -> bool {
    let before = text.get(..mark.start).unwrap_or_default().trim_end();
    let word = text.get(mark.start..mark.end).unwrap_or_default();
    let is_loud = word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b' ');
    before.is_empty() || before.ends_with([',', ';', ':', '、']) || is_loud
}

/// The remarks in brackets of a text, without overlaps. No clause begins in one: `(CNAME, given)`.
struct Remarks(Vec<Range<usize>>);

impl Remarks {
    fn of(text: &str) -> Self {
        let (mut all, mut open) = (Vec::new(), Vec::new());
        for (at, c) in text.char_indices() {
            match c {
                '(' | '（' => open.push(at),
                ')' | '）' => {
                    if let Some(start) = open.pop().filter(|_| open.is_empty()) {
                        all.push(start..at);
                    }
                }
                _ => {}
            }
        }
        Self(all)
    }

    fn have(&self, mark: &Mark) -> bool {
        let after = self.0.partition_point(|remark| remark.end <= mark.start);
        self.0.get(after).is_some_and(|remark| remark.start < mark.start)
    }
}

/// The first byte of the modal verb's subject: after the last comma, or at the article before the verb.
fn subject(text: &str, marks: &[Mark], from: usize, to: usize) -> usize {
    let between = text.get(from..to).unwrap_or_default();
    if let Some(at) = between.rfind([',', '、']) {
        return from + at + between.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    }
    let mut articles = marks.iter().rev().filter(|m| m.tag == Tag::Article && m.start >= from && m.end <= to);
    articles.next().map_or(from, |mark| mark.start)
}

fn clean(text: &str) -> String {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '.' | '、' | '。' | '*'))
        .to_owned()
}

/// The steps of a scenario in one sentence. A step begins where a clause can begin, or with a capital.
pub fn scenario(text: &str, marks: &[Mark], line: u32) -> Option<Scenario> {
    let remarks = Remarks::of(text);
    let is_step = |mark: &&Mark| {
        if remarks.have(mark) {
            return false;
        }
        let word = text.get(mark.start..mark.end).unwrap_or_default();
        let is_capital = word.starts_with(char::is_uppercase);
        is_capital && mark.tag == Tag::And
            || matches!(mark.tag, Tag::Given | Tag::When | Tag::Then) && (is_capital || begins(text, mark))
    };
    let steps: Vec<&Mark> = marks.iter().filter(is_step).collect();
    let first = steps.first().filter(|m| m.start == 0 && matches!(m.tag, Tag::Given | Tag::When))?;
    steps.iter().find(|m| m.tag == Tag::Then)?;
    let mut scenario = Scenario { line, ..Scenario::default() };
    let mut tag = first.tag;
    for (index, mark) in steps.iter().enumerate() {
        let end = steps.get(index + 1).map_or(text.len(), |next| next.start);
        if mark.tag != Tag::And {
            tag = mark.tag;
        }
        push(&mut scenario, tag, &clean(text.get(mark.end..end).unwrap_or_default()), line);
    }
    Some(scenario)
}

/// Adds a step to the list of its keyword.
pub fn push(scenario: &mut Scenario, tag: Tag, text: &str, line: u32) {
    let list = if tag == Tag::When {
        &mut scenario.when
    } else if tag == Tag::Then {
        &mut scenario.then
    } else {
        &mut scenario.given
    };
    if !text.is_empty() {
        list.push(Traced { text: text.to_owned(), line });
    }
}

/// The clauses of a scenario.
pub fn of_scenario(scenario: &Scenario) -> Parts {
    let joined = |list: &[Traced]| {
        let texts: Vec<&str> = list.iter().map(|t| t.text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    Parts {
        condition: joined(&scenario.given),
        trigger: joined(&scenario.when),
        response: joined(&scenario.then),
        ..Parts::default()
    }
}
