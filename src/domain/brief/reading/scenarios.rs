//! Scenarios written over several lines or bullets: one statement each.

use super::super::block::{Block, Form};
use super::super::label;
use super::super::modal;
use super::super::prose::Prose;
use super::super::scenario::{self, Step};
use super::super::section::Role;
use super::super::{Force, Traced};
use super::Reader;
use super::statements::Draft;

impl Reader<'_> {
    fn free_step(&self, index: usize) -> Option<Step> {
        let block = self.blocks.get(index)?;
        let free = !self.taken.get(index).copied().unwrap_or(true);
        if !free || !matches!(block.form, Form::Item | Form::Paragraph) {
            return None;
        }
        scenario::step(block.prose.text()).map(|(step, _)| step)
    }

    /// The scenario whose steps begin at a block, under a heading or a line that names it.
    pub(super) fn scenario_below(&mut self, from: usize) -> bool {
        if self.free_step(from).is_none() || self.stands_alone(from) {
            return false;
        }
        self.gather(from, true, None);
        true
    }

    /// An EARS criterion, or a scenario in one text that is not gone on with.
    fn stands_alone(&self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index) else { return true };
        let text = block.prose.text();
        let next = self.next_beside(index).and_then(|next| self.free_step(next));
        let goes_on = matches!(next, Some(Step::Then | Step::And));
        if modal::is_binding(text) {
            return !goes_on || !matches!(scenario::step(text), Some((Step::Given, _)));
        }
        scenario::is_whole(text) && !goes_on
    }

    /// The next block in the same list or the next paragraph, past what stands inside this one.
    fn next_beside(&self, index: usize) -> Option<usize> {
        let block = self.blocks.get(index)?;
        let inner = self.blocks.get(index + 1).filter(|b| b.parent == Some(index));
        let next = if inner.is_some() { index + 1 } else { block.until.max(index + 1) };
        self.blocks.get(next).filter(|b| !matches!(b.form, Form::Heading(_))).map(|_| next)
    }

    /// Steps from a block on become one statement. Given again, after Then, begins the next scenario.
    fn gather(&mut self, from: usize, named: bool, opening: Option<(String, Prose)>) {
        let blocks = self.blocks;
        let mut whole = opening.as_ref().map(|(_, prose)| prose.text().to_owned()).unwrap_or_default();
        let mut line = opening.as_ref().map(|(_, prose)| prose.line());
        let mut label = opening.map(|(label, _)| label).unwrap_or_default();
        let (mut given, mut when, mut then) = (false, false, false);
        let mut at = from;
        while let Some(step) = self.free_step(at) {
            let Some(block) = blocks.get(at) else { break };
            let begins = match step {
                Step::Given => then,
                Step::When => then && !named && !given,
                Step::Then | Step::And => false,
            };
            if begins && !whole.is_empty() && !named {
                break;
            }
            given = given || step == Step::Given;
            when = when || step == Step::When || scenario::find_word(block.prose.text(), 0, "when").is_some();
            then = then || step == Step::Then || scenario::find_word(block.prose.text(), 0, "then").is_some();
            if !whole.is_empty() {
                whole.push(' ');
            }
            if line.is_none() {
                line = Some(block.prose.line());
                label = self.number_label(block);
            }
            whole.push_str(block.prose.text());
            self.take(at);
            at += 1;
        }
        let Some(line) = line else { return };
        // What only holds before every scenario demands nothing.
        if given && !then && !when && named {
            self.brief.assumptions.push(Traced { text: whole, line });
            return;
        }
        self.state(Draft {
            label,
            text: whole,
            line,
            rank: None,
            role: Role::Criteria,
            force: Force::Normative,
        });
    }

    /// `When I came home` after `When you have time`: sentences that only begin like steps have neither Given nor Then.
    /// What one of them has seen of those below it the next one knows.
    fn leads_somewhere(&mut self, index: usize) -> bool {
        const FAR: usize = 40;
        let start = if self.idle.contains(&index) { self.idle.end } else { index };
        for at in start..index + FAR {
            self.idle = index..at;
            let Some(step) = self.free_step(at) else { return false };
            let text = self.blocks.get(at).map_or("", |block| block.prose.text());
            if !matches!(step, Step::When | Step::And) || scenario::find_word(text, 0, "then").is_some() {
                return true;
            }
        }
        self.idle = index..index + FAR;
        false
    }

    fn number_label(&self, block: &Block) -> String {
        let Some(number) = block.number.as_ref() else { return String::new() };
        let above = self.sections.iter().rev().find_map(|section| section.number.as_ref());
        above.map_or_else(|| number.clone(), |above| format!("{above}.{number}"))
    }

    /// Reads a scenario that begins at a block. False if there is none.
    pub(super) fn scenario(&mut self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index) else { return false };
        let text = block.prose.text();
        let named = scenario::name(text).or_else(|| {
            let lead = label::lead(&block.prose)?;
            let name = lead.name.to_lowercase();
            (name.starts_with("scenario") && name.split_whitespace().count() <= 2)
                .then(|| text.get(lead.rest..).unwrap_or_default())
        });
        if let Some(name) = named {
            let steps_follow = self.free_step(index + 1).is_some();
            if steps_follow && !self.stands_alone(index + 1) {
                self.take(index);
                self.gather(index + 1, true, None);
                return true;
            }
            if scenario::is_whole(name) {
                let from = text.len() - name.len();
                let body = block.prose.slice(from..text.len());
                let label = self.number_label(block);
                let (text, line) = (body.text().to_owned(), body.line());
                self.state(Draft {
                    label,
                    text,
                    line,
                    rank: None,
                    role: Role::Criteria,
                    force: Force::Normative,
                });
                return true;
            }
            return steps_follow;
        }
        if let Some((step, _)) = scenario::step(text) {
            if step == Step::And || step == Step::Then || self.stands_alone(index) {
                return false;
            }
            let next = self
                .next_beside(index)
                .filter(|next| *next == index + 1)
                .and_then(|next| self.free_step(next));
            if matches!(next, Some(Step::When | Step::Then | Step::And)) && self.leads_somewhere(index) {
                self.gather(index, false, None);
                return true;
            }
            return false;
        }
        // `1. A name` with its steps as a list inside.
        let inside = |at: usize| self.blocks.get(at).is_some_and(|b| b.parent == Some(index));
        let first = self.free_step(index + 1).filter(|_| inside(index + 1));
        let second = self.free_step(index + 2).filter(|_| inside(index + 2));
        if block.form == Form::Item
            && matches!(first, Some(Step::Given | Step::When))
            && matches!(second, Some(Step::When | Step::Then | Step::And))
            && !self.stands_alone(index + 1)
        {
            let labelled = label::read(text);
            let from = labelled.as_ref().map_or(0, |l| l.rest);
            let body = block.prose.slice(from..text.len());
            let label = labelled.map_or_else(|| self.number_label(block), |l| l.text);
            let opening = (!body.is_empty()).then_some((label, body));
            self.take(index);
            self.gather(index + 1, true, opening);
            return true;
        }
        false
    }
}
