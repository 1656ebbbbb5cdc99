//! Unit: a sentence, an item or a step, with everything that patterns test.

use frieze_language::{Mark, Tag, Topic};

use crate::words::{Modal, Words};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Paragraph,
    Sentence,
    /// Whether it has a number.
    Item {
        is_numbered: bool,
    },
}

/// The surroundings of a unit.
#[derive(Clone, Copy, Default, Debug)]
pub struct Context {
    pub topic: Option<Topic>,
    pub in_scenario: bool,
    /// Whether the document's language has no lexicon, so that only numbers and labels mark requirements.
    pub is_foreign: bool,
}

pub struct Unit {
    pub line: u32,
    pub form: Form,
    /// Without label.
    pub text: String,
    pub label: String,
    /// The name at its beginning: bold text, or words before a colon; may be empty.
    pub lead: String,
    pub marks: Vec<Mark>,
    pub modal: Option<Modal>,
    pub context: Context,
}

impl Unit {
    pub fn new(words: &Words, line: u32, form: Form, text: &str, context: Context) -> Self {
        let marks = words.marks(text);
        let modal = words.modal(text, &marks);
        let (label, lead) = (String::new(), String::new());
        Self { line, form, text: text.to_owned(), label, lead, marks, modal, context }
    }

    pub fn is_item(&self) -> bool {
        matches!(self.form, Form::Item { .. })
    }

    pub fn is_in(&self, topics: &[Topic]) -> bool {
        self.context.topic.is_some_and(|topic| topics.contains(&topic))
    }

    /// The beginning of a story: `As a`, at the beginning or after a label, with a wish after it.
    pub fn story(&self) -> Option<&Mark> {
        let is_begun = |mark: &Mark| {
            let head = self.text.get(..mark.start).unwrap_or_default().trim_end();
            head.is_empty() || (head.len() < 60 && head.ends_with([':', '：', '-', '–', '—', '|']))
        };
        let is_actor = |m: &&Mark| m.tag == Tag::AsAfter || m.tag == Tag::AsA && is_begun(m);
        let actor = self.marks.iter().find(is_actor)?;
        let is_short = actor.tag == Tag::AsA || actor.start < 60;
        let wants = self.marks.iter().any(|m| m.tag == Tag::Want && m.start >= actor.end);
        (wants && is_short).then_some(actor)
    }

    /// The keyword of a step.
    pub fn step(&self) -> Option<&Mark> {
        self.marks
            .first()
            .filter(|m| m.start == 0 && matches!(m.tag, Tag::Given | Tag::When | Tag::Then | Tag::And))
    }

    pub fn has(&self, tag: Tag) -> bool {
        self.marks.iter().any(|mark| mark.tag == tag)
    }

    pub fn begins_with(&self, tag: Tag) -> bool {
        self.marks.first().is_some_and(|mark| mark.start == 0 && mark.tag == tag)
    }
}
