//! User stories: in one sentence, over several lines, under a heading or in a list.

use std::collections::BTreeSet;

use super::super::block::{Block, Form};
use super::super::label::{self, Lead, Rank};
use super::super::section::{self, Role};
use super::super::{Clauses, Force, Statement, Story, Traced, actors, headings, stories};
use super::Reader;
use crate::domain::intent::RequirementKind;

impl Reader<'_> {
    /// `As a …`, in one text or with `I want …` and `So that …` on lines of their own.
    pub(super) fn user_story(&mut self, index: usize, lead: Option<&Lead>) -> bool {
        let Some(block) = self.blocks.get(index) else { return false };
        let text = block.prose.text();
        let label = label::read(text).filter(|l| l.rank == Rank::Story || l.rank == Rank::Requirement);
        let from = label.as_ref().map_or(0, |l| l.rest);
        let lead_rest = lead.map_or(0, |l| l.rest);
        let places = [from, lead_rest];
        let Some((start, first)) = places.iter().find_map(|at| Some((*at, stories::as_a(text.get(*at..)?)?)))
        else {
            return self.split_story(index);
        };
        let mut told = block.prose.slice(start..text.len()).text().to_owned();
        let mut story = first;
        if story.want.is_none() || story.benefit.is_none() {
            self.join_story(index, &mut told);
            if let Some(joined) = stories::as_a(&told) {
                story = joined;
            }
        }
        if story.want.is_none() {
            return false;
        }
        let line = block.prose.line_at(start);
        let lead_name =
            lead.filter(|l| start == l.rest && l.rest > 0).map(|l| l.name.clone()).unwrap_or_default();
        self.tell(block, label.map(|l| l.text), &lead_name, story, Traced { text: told, line });
        // What a list has inside a story is what the story is accepted by.
        if let Some(slot) = self.roles.get_mut(index).filter(|_| block.form == Form::Item) {
            *slot = Some(Role::Criteria);
        }
        true
    }

    /// `As a clerk` on a line of its own, before `I want …`.
    fn split_story(&mut self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index) else { return false };
        let lower = block.prose.text().to_lowercase();
        if !stories::names_a_role(&lower) || lower.split_whitespace().count() > 10 {
            return false;
        }
        let mut told = block.prose.text().to_owned();
        self.join_story(index, &mut told);
        let Some(story) = stories::as_a(&told).filter(|s| s.want.is_some()) else { return false };
        let line = block.line;
        self.tell(block, None, "", story, Traced { text: told, line });
        true
    }

    /// Adds the lines that go on with a story.
    fn join_story(&mut self, index: usize, told: &mut String) {
        let mut at = index + 1;
        while let Some(next) = self.blocks.get(at).filter(|b| matches!(b.form, Form::Item | Form::Paragraph))
        {
            let lower = next.prose.text().to_lowercase();
            if !["i want", "i need", "so that", "in order to", "i would like", "i can "]
                .iter()
                .any(|w| lower.starts_with(w))
            {
                break;
            }
            if !told.ends_with(',') {
                told.push(',');
            }
            told.push(' ');
            told.push_str(next.prose.text());
            self.take(at);
            at += 1;
        }
    }

    fn tell(&mut self, block: &Block, label: Option<String>, lead: &str, story: stories::AsA, told: Traced) {
        // Under a heading of its own it is the story of that heading; else it opens one.
        let open = self.sections.last().and_then(|s| s.story).filter(|at| {
            block.form != Form::Item && self.brief.stories.get(*at).is_some_and(|s| s.actor.is_none())
        });
        let at = open.unwrap_or(self.brief.stories.len());
        if open.is_none() {
            let headed = self.headed_by_key();
            let own = label.or(headed.as_ref().map(|(key, _)| key.clone()));
            let own = own.unwrap_or_else(|| story_label(lead));
            let title = story.want.clone().unwrap_or_else(|| story.actor.clone());
            let title = section_title(lead).or(headed.map(|(_, title)| title)).unwrap_or(title);
            self.brief.stories.push(Story {
                label: own,
                title,
                line: told.line,
                actor: None,
                want: None,
                benefit: None,
                narrative: Vec::new(),
            });
            if let Some(section) = self.sections.last_mut() {
                section.story = Some(at);
            } else {
                self.open_label("", told.line);
                if let Some(section) = self.sections.last_mut() {
                    section.story = Some(at);
                }
            }
        }
        if let Some(slot) = self.brief.stories.get_mut(at) {
            slot.actor = Some(story.actor);
            slot.want = story.want;
            slot.benefit = story.benefit;
        }
        self.told.insert(at, told);
    }
}

impl Reader<'_> {
    /// `HU-03 Comunicar una ausencia` over the first story of its section: its key and its title.
    fn headed_by_key(&self) -> Option<(String, String)> {
        let section = self.sections.last().filter(|s| s.story.is_none() && (2..8).contains(&s.level))?;
        let (key, title) = headings::keyed(&section.title.text)?;
        Some((key.to_owned(), stories::without_rank(title)))
    }

    /// The story that a statement belongs to. A document without stories of its own has its sections for them.
    pub(super) fn story(&mut self) -> Option<usize> {
        if let Some(story) = self.sections.last().and_then(|section| section.story) {
            return Some(story);
        }
        if self.explicit_stories {
            return None;
        }
        // A section that asks for nothing is no part of the story above it.
        let innermost = self.sections.iter().rev().find(|s| s.level < 8)?;
        if innermost.generic && !section::asks(innermost.role) {
            return None;
        }
        let at = self.sections.iter().rposition(|s| !s.generic && (s.level > 1 && s.level < 8))?;
        let section = self.sections.get(at)?;
        let text = section.title.text.replace('\\', "");
        let number = text
            .split(' ')
            .next()
            .filter(|w| w.starts_with(|c: char| c.is_ascii_digit()))
            .unwrap_or_default();
        let story = Story {
            label: number.trim_end_matches(['.', ')']).to_owned(),
            title: stories::without_rank(section::strip_number(&text)),
            line: section.title.line,
            actor: (section.role == Role::Actors)
                .then(|| actors::normal(&text).unwrap_or_else(|| text.clone())),
            want: None,
            benefit: None,
            narrative: Vec::new(),
        };
        self.brief.stories.push(story);
        let story = self.brief.stories.len() - 1;
        for section in self.sections.iter_mut().skip(at) {
            section.story = Some(story);
        }
        Some(story)
    }

    /// A story in a row of a table. Hands back the story that its section had.
    pub(in super::super) fn story_row(&mut self, text: &str, label: String, line: u32) -> Option<usize> {
        let told = stories::as_a(text)?;
        if self.sections.is_empty() {
            self.open_label("", line);
        }
        let at = self.brief.stories.len();
        let above = self.sections.last_mut().and_then(|section| section.story.replace(at));
        self.brief.stories.push(Story {
            label,
            title: told.want.clone().unwrap_or_else(|| told.actor.clone()),
            line,
            actor: Some(told.actor),
            want: told.want,
            benefit: told.benefit,
            narrative: Vec::new(),
        });
        self.told.insert(at, Traced { text: text.to_owned(), line });
        above
    }

    /// Behind the row its section has the story again that it had.
    pub(in super::super) fn leave_story_row(&mut self, above: Option<usize>) {
        if let Some(section) = self.sections.last_mut() {
            section.story = above;
        }
    }

    /// A story without criteria is itself what is asked for. It binds as criteria do where half of the stories have theirs.
    pub(super) fn state_stories(&mut self) {
        let told = std::mem::take(&mut self.told);
        let binding = self.brief.statements.iter().filter(|s| s.force == Force::Normative);
        // What a heading demands stands above its stories, and accepts none of them.
        let below = |story: &usize, line: u32| told.get(story).is_none_or(|told| line >= told.line);
        let stated: BTreeSet<usize> =
            binding.filter_map(|s| s.story.filter(|story| below(story, s.line))).collect();
        let others = told.keys().filter(|story| stated.contains(story)).count();
        let force =
            if others > 0 && others * 2 >= told.len() { Force::Normative } else { Force::Descriptive };
        for (story, Traced { text, line }) in told.into_iter().filter(|(story, _)| !stated.contains(story)) {
            let story_told = self.brief.stories.get(story);
            let clauses = Clauses {
                subject: story_told.and_then(|s| s.actor.clone()),
                response: story_told.and_then(|s| s.want.clone()),
                ..Clauses::default()
            };
            self.brief.statements.push(Statement {
                label: story_told.map(|s| s.label.clone()).unwrap_or_default(),
                text,
                line,
                kind: RequirementKind::Functional,
                force,
                clauses,
                story: Some(story),
            });
        }
    }
}

fn story_label(lead: &str) -> String {
    stories::opened(lead).map(|o| o.label).unwrap_or_default()
}

fn section_title(lead: &str) -> Option<String> {
    stories::opened(lead)
        .map(|o| o.title)
        .filter(|title| !title.is_empty() && !title.chars().all(|c| c.is_ascii_digit()))
}
