//! Stories: `As a …, I want …, so that …`, below a heading or as an item.

use std::collections::HashSet;

use frieze_language::{Tag, Topic};

use super::Walk;
use super::headings::{Scope, named};
use crate::unit::Unit;
use crate::words::Words;
use crate::{Force, Parts, Requirement, Story, Traced};

pub(super) struct OpenStory {
    pub(super) at: usize,
    pub(super) scope: Scope,
}

impl Walk {
    pub(super) fn story_at(&self) -> Option<usize> {
        self.story.as_ref().map(|story| story.at)
    }

    pub(super) fn open_story(&mut self, scope: Scope, story: Story) {
        self.story = Some(OpenStory { at: self.reading.stories.len(), scope });
        self.reading.stories.push(story);
    }

    /// Reads `As a …, I want …, so that …`: into the story that a heading opened, or as a new one.
    pub(super) fn own_story(&mut self, unit: &Unit, depth: Option<u8>) {
        let Some(story) = story_parts(unit) else { return };
        if let Some(actor) = &story.actor {
            let actor = actor.clone();
            self.actor(&actor.text, actor.line);
        }
        let is_waiting = depth.is_none()
            && self
                .story_at()
                .and_then(|at| self.reading.stories.get(at))
                .is_some_and(|story| story.want.is_none());
        if let Some(open) =
            self.story_at().filter(|_| is_waiting).and_then(|at| self.reading.stories.get_mut(at))
        {
            open.actor = story.actor;
            open.want = story.want;
            open.benefit = story.benefit;
            self.wish(unit);
            return;
        }
        let level = self.headings.last().map_or(1, |heading| heading.level);
        let heading = self
            .headings
            .last()
            .filter(|heading| depth.is_none() && heading.topic.is_none() && self.count > 1);
        // The first story below a heading without a topic gets the heading as its title.
        let title = heading
            .map(|heading| heading.text.clone())
            .filter(|title| !self.reading.stories.iter().rev().take(1).any(|story| &story.title == title));
        let wish = story.want.as_ref().map(|want| want.text.clone()).unwrap_or_default();
        let scope = depth.map_or(Scope::Heading(level), Scope::Item);
        let story = Story { title: title.unwrap_or(wish), label: story_label(&self.words, unit), ..story };
        self.open_story(scope, story);
        self.wish(unit);
    }

    /// Remembers the wish of the open story, in case it has no criteria.
    fn wish(&mut self, unit: &Unit) {
        let story = self.story_at().and_then(|at| self.reading.stories.get(at));
        let text = |part: Option<&Traced>| part.map(|part| part.text.clone());
        let parts = Parts {
            subject: text(story.and_then(|story| story.actor.as_ref())),
            response: text(story.and_then(|story| story.want.as_ref())),
            ..Parts::default()
        };
        self.wishes.push(Requirement {
            label: unit.label.clone(),
            text: unit.text.clone(),
            line: unit.line,
            force: Force::Should,
            topic: Some(Topic::Stories),
            heading: self.heading_text(),
            story: self.story_at(),
            parts,
            is_prohibition: false,
            pattern: "story",
        });
    }

    /// Adds the stories without criteria as requirements.
    pub(super) fn stories_without_criteria(&mut self) {
        let with_criteria: HashSet<usize> =
            self.reading.requirements.iter().filter_map(|requirement| requirement.story).collect();
        let bare = std::mem::take(&mut self.wishes).into_iter();
        let bare = bare.filter(|wish| wish.story.is_none_or(|story| !with_criteria.contains(&story)));
        for wish in bare.collect::<Vec<_>>() {
            self.push(wish);
        }
        self.reading.requirements.sort_by_key(|requirement| requirement.line);
    }
}

fn story_label(words: &Words, unit: &Unit) -> String {
    if !unit.label.is_empty() {
        return unit.label.clone();
    }
    named(words, &unit.text).map(|named| named.whole.to_owned()).unwrap_or_default()
}

/// The story in a unit, with actor, wish and benefit.
fn story_parts(unit: &Unit) -> Option<Story> {
    let actor = unit.story()?;
    let want = unit.marks.iter().find(|m| m.tag == Tag::Want && m.start >= actor.end)?;
    let after = unit.marks.iter().filter(|m| {
        m.tag == Tag::Benefit
            && m.start >= actor.end.max(if actor.tag == Tag::AsA { want.end } else { actor.end })
    });
    let is_apart =
        |at: usize| unit.text.get(..at).is_some_and(|head| head.trim_end().ends_with([',', '。', '、']));
    let length = |m: &frieze_language::Mark| m.end - m.start;
    let benefit = after.max_by_key(|m| (is_apart(m.start), length(m), std::cmp::Reverse(m.start)));
    let clean = |from: usize, to: usize| {
        let text = unit.text.get(from..to)?.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '.' | ':' | '、' | '。' | ';' | '*')
        });
        (!text.is_empty()).then(|| Traced { text: text.to_owned(), line: unit.line })
    };
    let end = benefit.map_or(unit.text.len(), |m| m.start);
    let (who, wish) = if actor.tag == Tag::AsA {
        (clean(actor.end, want.start), clean(want.end, end))
    } else {
        let head = unit.text.get(..actor.start)?;
        let from = head
            .rfind(['：', ':', '」', ' '])
            .and_then(|at| Some(at + head.get(at..)?.chars().next()?.len_utf8()));
        (clean(from.unwrap_or(0), actor.start), clean(actor.end, end))
    };
    let why = benefit.and_then(|m| clean(m.end, unit.text.len()));
    Some(Story { line: unit.line, actor: who, want: wish, benefit: why, ..Story::default() })
}
