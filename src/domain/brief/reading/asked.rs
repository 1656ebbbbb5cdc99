//! Interviews: `Q: …` over `A: …`. What is answered asks for something as people speak; what is asked does not, and stays
//! open where nobody answers.

use super::super::block::{Block, Form};
use super::super::label::{self, Lead};
use super::super::section::Role;
use super::super::{Traced, section};
use super::Reader;

const ASKS: &[&str] = &["q", "question", "frage", "f", "pregunta", "p", "vraag"];
const ANSWERS: &[&str] = &["a", "answer", "antwort", "respuesta", "r", "réponse", "antwoord"];
/// Questions and answers of an interview.
const LEAST: usize = 2;

/// Paragraphs that ask and answer by turns.
pub(super) fn is_interview(blocks: &[Block]) -> bool {
    let said = |known: &[&str]| {
        let told = blocks.iter().filter(|b| b.form == Form::Paragraph && is_said(b, known));
        told.take(LEAST).count() == LEAST
    };
    said(ASKS) && said(ANSWERS)
}

fn is_said(block: &Block, known: &[&str]) -> bool {
    // Most paragraphs have no short word before a colon.
    let text = block.prose.text();
    text.get(..text.len().min(24)).is_none_or(|head| head.contains(':'))
        && label::lead(&block.prose).is_some_and(|lead| known.contains(&lead.name.to_lowercase().as_str()))
}

impl Reader<'_> {
    /// A paragraph of an interview. False if it is none.
    pub(super) fn interviewed(&mut self, index: usize, role: Role, lead: Option<&Lead>) -> bool {
        let Some(block) = self.blocks.get(index).filter(|b| self.interview && b.form == Form::Paragraph)
        else {
            return false;
        };
        let Some(lead) = lead else { return false };
        let name = lead.name.to_lowercase();
        let body = block.prose.slice(lead.rest..block.prose.len());
        if ASKS.contains(&name.as_str()) {
            let answered = self.blocks.get(index + 1).is_some_and(|next| is_said(next, ANSWERS));
            if !answered {
                let (text, line) = (body.text().to_owned(), body.line());
                self.brief.open_questions.push(Traced { text, line });
            }
            return true;
        }
        if !ANSWERS.contains(&name.as_str()) {
            return false;
        }
        let role = if section::asks(role) { role } else { Role::Neutral };
        let (text, line) = (body.text().to_owned(), body.line());
        self.said.push(Traced { text, line });
        self.state_paragraph(index, &body, role);
        true
    }
}
