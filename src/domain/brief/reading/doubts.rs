//! What a document leaves open: its questions, and what it marks as undecided.

use super::super::block::{Block, Form};
use super::super::label::Lead;
use super::super::section::Role;
use super::super::{Force, Traced, sentence};
use super::Reader;
use super::statements::Draft;

const MARKS_OF_DOUBT: &[&str] = &[
    "NEEDS CLARIFICATION",
    "TBD",
    "TBC",
    "to be decided",
    "to be determined",
    "to be confirmed",
    "???",
    "TODO",
];

impl Reader<'_> {
    /// A question of a clarification: open unless answered.
    pub(super) fn question(&mut self, block: &Block, lead: Option<&Lead>) {
        let text = block.prose.text();
        let answered = text.contains("→")
            || text.contains("A:")
            || text.contains("Answer:")
            || text.contains("Resolved");
        let asked = lead.is_some_and(|l| matches!(l.name.as_str(), "A" | "Answer" | "Decision"));
        let role = self.section_role();
        if asked {
            // The answer to the question before it.
            self.brief.open_questions.pop();
        } else if !answered && (text.contains(['?', '？']) || role == Role::Questions) {
            let text = text.trim_start_matches("Q:").trim().to_owned();
            let known = self.brief.open_questions.last().is_some_and(|q| q.line == block.line);
            if !known {
                self.pose(block, text);
            }
        }
        if let Some(force) = self.force_of(text, role).filter(|f| *f == Force::Normative) {
            self.state(Draft {
                label: String::new(),
                text: text.to_owned(),
                line: block.line,
                rank: None,
                role,
                force,
            });
        }
    }

    /// One question, or each of those that a paragraph asks.
    fn pose(&mut self, block: &Block, text: String) {
        let ranges = sentence::sentences(&text);
        let asks = |range: &std::ops::Range<usize>| {
            text.get(range.clone()).is_some_and(|told| told.ends_with(['?', '？']))
        };
        if block.form == Form::Item || ranges.iter().filter(|range| asks(range)).count() < 2 {
            self.brief.open_questions.push(Traced { text, line: block.line });
            return;
        }
        for range in ranges {
            let asked = asks(&range);
            let told = text.get(range.clone()).unwrap_or_default();
            match self.brief.open_questions.last_mut().filter(|q| !asked && q.line >= block.line) {
                Some(question) => {
                    question.text.push(' ');
                    question.text.push_str(told);
                }
                None => {
                    let line = block.prose.line_at(range.start);
                    self.brief.open_questions.push(Traced { text: told.to_owned(), line });
                }
            }
        }
    }

    /// What is marked as undecided, wherever it stands.
    pub(super) fn note_doubt(&mut self, block: &Block, role: Role) {
        let text = block.prose.text();
        if matches!(role, Role::Clarifications | Role::Questions) {
            return;
        }
        // `needs to be confirmed by a second person` is a demand.
        let doubtful = |mark: &&str| {
            let at = text.find(*mark)?;
            let before = text.get(..at)?.split_whitespace().next_back().unwrap_or_default();
            let asked = matches!(before, "need" | "needs" | "has" | "have" | "is" | "are" | "ought");
            (!asked).then_some(at)
        };
        let Some(mark) = MARKS_OF_DOUBT.iter().find_map(doubtful) else { return };
        let bracketed = text.get(..mark).and_then(|before| before.rfind('[')).and_then(|open| {
            let close = text.get(open..)?.find(']')?;
            (open + close > mark && mark - open < 3).then(|| text.get(mark..open + close))?
        });
        let question = bracketed.map(|inside| {
            inside.trim_start_matches("NEEDS CLARIFICATION").trim_start_matches([':', ' ']).to_owned()
        });
        let question = question.filter(|q| q.len() > 3).unwrap_or_else(|| {
            sentence::sentences(text)
                .into_iter()
                .find(|range| range.end > mark)
                .and_then(|range| text.get(range))
                .unwrap_or(text)
                .to_owned()
        });
        self.brief.open_questions.push(Traced { text: question, line: block.prose.line_at(mark) });
    }

    /// Questions in the order of the document, each once.
    pub(super) fn settle_questions(&mut self) {
        self.brief.open_questions.sort_by_key(|question| question.line);
        self.brief.open_questions.dedup();
    }
}
