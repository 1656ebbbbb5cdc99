//! Short items over lists, where no heading says what is asked for: each names what its list is about, as a heading would.

use super::super::Story;
use super::super::block::Form;
use super::super::section::{self, Role};
use super::Reader;

/// Items that make a list one of its own.
const LEAST: usize = 3;
/// A longer item is a sentence.
const MOST_WORDS: usize = 6;

/// Such an item, and the story that it became.
pub(super) struct Head {
    title: String,
    line: u32,
    /// The last line of its list.
    end: u32,
    story: Option<usize>,
}

impl Reader<'_> {
    /// Keeps an item that only names the list inside it.
    pub(super) fn head_list(&mut self, index: usize, role: Role) {
        let Some(block) = self.blocks.get(index).filter(|b| b.parent.is_none()) else { return };
        let inside = self.blocks.get(index + 1..block.until).unwrap_or_default();
        let items = inside.iter().filter(|b| b.form == Form::Item && b.parent == Some(index)).count();
        let title = block.prose.text().trim_end_matches([':', '：', ' ']).to_owned();
        let named = title.split_whitespace().count() <= MOST_WORDS && section::role(&title).is_none();
        let asked = matches!(role, Role::Neutral | Role::Requirements | Role::Changes | Role::Stories);
        let Some(end) = inside.last().map(|b| b.line).filter(|_| named && asked && items >= LEAST) else {
            return;
        };
        self.head = Some(Head { title, line: block.line, end, story: None });
    }

    /// The story of the list in which a line stands.
    pub(super) fn story_of_list(&mut self, line: u32) -> Option<usize> {
        if self.explicit_stories {
            return None;
        }
        let head = self.head.as_mut().filter(|head| head.line < line && line <= head.end)?;
        let known = self.brief.stories.len();
        let at = *head.story.get_or_insert(known);
        if at == known {
            self.brief.stories.push(Story {
                label: String::new(),
                title: head.title.clone(),
                line: head.line,
                actor: None,
                want: None,
                benefit: None,
                narrative: Vec::new(),
            });
        }
        Some(at)
    }
}
