//! Edge cases: questions that the document asks itself, and what it answers.

use super::super::block::{Block, Form};
use super::super::section::Role;
use super::super::{Force, Traced, label, modal};
use super::spoken::is_criterion;
use super::telltale::{is_of_people, is_of_the_product, opens_a_case, says_what_follows};
use super::unsettled::leaves_open;
use super::{Draft, Reader};

impl Reader<'_> {
    /// An edge case: its question, and its answer where there is one.
    pub(super) fn edge_case(&mut self, index: usize) {
        let Some(block) = self.blocks.get(index) else { return };
        if block.form == Form::Item
            || !self.brief.edge_cases.is_empty()
            || block.prose.text().contains(['?', '？'])
        {
            let text = block.prose.text();
            let from = label::read(text).map_or(0, |l| l.rest);
            let text = text.get(from..).unwrap_or(text).to_owned();
            if text.ends_with(['?', '？']) && block.form == Form::Item {
                self.brief.open_questions.push(Traced { text: text.clone(), line: block.line });
            }
            self.brief.edge_cases.push(Traced { text, line: block.line });
        }
        if block.form != Form::Item {
            self.state_paragraph(index, &block.prose, Role::EdgeCases);
        } else if modal::is_binding(block.prose.text()) {
            self.state_item(index, Role::EdgeCases);
        } else if self.answers(block)
            || says_what_follows(block.prose.text()) && !leaves_open(block.prose.text())
            || self.brief.language != "en" && tells_on_its_own(block)
            || self.tells_what_becomes(index)
        {
            let (text, line) = (block.prose.text().to_owned(), block.prose.line());
            let (role, force) = (Role::EdgeCases, Force::Normative);
            self.state(Draft { label: String::new(), text, line, rank: None, role, force });
        }
    }

    /// A case and what the product does then. Where others of the list say must, what does not only describes.
    fn tells_what_becomes(&self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index) else { return false };
        let told =
            answers_its_name(block) || tells_on_its_own(block) && is_of_the_product(block.prose.text());
        told && !self.binds_around(index, block.group)
    }

    /// Says what happens: behind the question in its own text, or below it in the list.
    fn answers(&mut self, block: &Block) -> bool {
        let text = block.prose.text();
        if text.ends_with(['?', '？']) || leaves_open(text) {
            return false;
        }
        if let Some((_, answer)) = text.split_once(['?', '？']) {
            return is_criterion(answer.trim_start_matches(|c: char| !c.is_alphanumeric()));
        }
        let parent = block.parent.and_then(|at| self.blocks.get(at));
        let Some(asked) = parent.filter(|b| b.prose.text().ends_with(['?', '？'])) else { return false };
        if self.brief.open_questions.last().is_some_and(|question| question.line == asked.line) {
            self.brief.open_questions.pop();
        }
        is_criterion(text)
    }
}

/// A sentence of a list that neither asks nor only names a case.
fn tells_on_its_own(block: &Block) -> bool {
    let text = block.prose.text();
    let ended = text.ends_with(['.', '。', '다', '!']) && !text.contains(['?', '？']);
    block.parent.is_none() && ended && is_criterion(text) && !leaves_open(text)
}

/// `**Empty basket**: The desk is told at once.`: the name is the case, and the sentence behind it what becomes of it. What people
/// do there is the case once more.
fn answers_its_name(block: &Block) -> bool {
    let Some(lead) = label::lead(&block.prose).filter(|lead| lead.bold) else { return false };
    let told = block.prose.text().get(lead.rest..).unwrap_or_default();
    let cased = says_what_follows(told);
    tells_on_its_own(block) && is_criterion(told) && (cased || !is_of_people(told) && !opens_a_case(told))
}
