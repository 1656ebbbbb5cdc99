//! Headings and lines that announce a topic: they open sections, stories and scenarios.

use frieze_language::{Label, Topic};

use super::Walk;
use crate::pieces::Piece;
use crate::unit::Form;
use crate::words::Words;
use crate::{Force, Screen, Story, Traced, entities, label};

pub(super) struct Heading {
    pub(super) level: u8,
    pub(super) text: String,
    pub(super) topic: Option<Topic>,
    /// Whether it names something of the product: not the title, a topic or a story.
    pub(super) is_name: bool,
}

/// The extent of what a heading or an item opens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Ends at a heading of this level or above.
    Heading(u8),
    /// Contains the items below an item of this depth.
    Item(u8),
}

pub(super) struct Announced {
    pub(super) topic: Topic,
    pub(super) is_used: bool,
}

pub(super) struct Labelled {
    pub(super) level: u8,
    pub(super) label: String,
    pub(super) text: String,
    pub(super) line: u32,
    pub(super) before: usize,
}

pub(super) struct Named<'t> {
    pub(super) label: Label,
    /// The word for its kind, with its number.
    pub(super) whole: &'t str,
    pub(super) title: &'t str,
}

impl Walk {
    /// The topic of the current place.
    pub fn topic(&self) -> Option<Topic> {
        let above = self.headings.iter().rev().find_map(|heading| heading.topic);
        match (&self.announced, above) {
            // An announcement does not change a section that is out of scope.
            (_, Some(Topic::OutOfScope | Topic::Remarks)) | (None, _) => above,
            (Some(announced), _) => Some(announced.topic),
        }
    }

    /// The nearest heading that names something of the product.
    pub fn heading_text(&self) -> String {
        let mut names = self.headings.iter().rev().filter(|heading| heading.is_name);
        names.next().map(|heading| heading.text.clone()).unwrap_or_default()
    }

    /// The current heading, if it has no topic.
    pub fn named_heading(&self) -> Option<String> {
        self.headings.last().filter(|heading| heading.topic.is_none()).map(|heading| heading.text.clone())
    }

    pub(super) fn heading(&mut self, level: u8, text: &str, line: u32) {
        self.end_scenario();
        self.end_labelled(level);
        self.announced = None;
        self.item = None;
        self.entity_item = None;
        self.count += 1;
        while self.headings.last().is_some_and(|heading| heading.level >= level) {
            self.headings.pop();
        }
        if self.story.as_ref().is_some_and(|story| match story.scope {
            Scope::Heading(own) => level <= own,
            Scope::Item(_) => true,
        }) {
            self.story = None;
        }
        let above = self.topic();
        let is_excluded = matches!(above, Some(Topic::OutOfScope | Topic::Remarks));
        let named = named(&self.words, text);
        let (number, bare) = label::bare_heading(text);
        // `1. Background` is a section; the line above it is the title.
        let is_title = self.count == 1 && (number.is_empty() || self.reading.title.line == 0);
        // `Requirements Document` is the form of the document, and no title.
        let is_form =
            self.words.label(bare).is_some_and(|(label, end)| label == Label::Document && end == bare.len());
        if is_title && !is_form {
            let title = named.as_ref().filter(|n| matches!(n.label, Label::Feature | Label::Document));
            let title = title.map_or(text.trim(), |named| named.title);
            self.reading.title = Traced { text: title.to_owned(), line };
        }
        let is_story = named.as_ref().is_some_and(|named| named.label == Label::Story);
        let mut topic = None;
        match named {
            _ if is_excluded => {
                if above == Some(Topic::OutOfScope) {
                    let title = named.map_or(bare, |named| named.title);
                    self.reading.exclusions.push(Traced { text: title.to_owned(), line });
                }
            }
            Some(Named { label: Label::Story, whole, title }) => {
                self.open_story(
                    Scope::Heading(level),
                    Story {
                        label: whole.to_owned(),
                        title: label::without_remark(title).to_owned(),
                        line,
                        ..Story::default()
                    },
                );
            }
            Some(Named { label: Label::Scenario, title, .. }) => self.open_scenario(title, line, false),
            Some(Named { label: Label::Background, title, .. }) => self.open_scenario(title, line, true),
            Some(Named { label: Label::Examples, .. }) => topic = Some(Topic::Remarks),
            Some(Named { label: Label::Feature | Label::Rule | Label::Document, .. }) => {}
            None => topic = self.plain_heading(level, text, line, above),
        }
        let is_topic = topic.is_some() && self.words.is_only_topics(bare);
        let is_name = !(is_title || is_story || is_topic);
        self.headings.push(Heading { level, text: bare.to_owned(), topic, is_name });
    }

    /// Reads a heading without a word for its kind, and returns its topic.
    fn plain_heading(&mut self, level: u8, text: &str, line: u32, above: Option<Topic>) -> Option<Topic> {
        let (_, bare) = label::bare_heading(text);
        if let Some((label, rest)) =
            label::split(text, true).filter(|(l, _)| l.starts_with(|c: char| c.is_ascii_alphabetic()))
        {
            let before = self.reading.requirements.len();
            self.labelled =
                Some(Labelled { level, label: label.to_owned(), text: rest.to_owned(), line, before });
            return None;
        }
        let topic = self.words.heading(bare);
        // The first heading is the title, so it excludes nothing.
        let topic = topic.filter(|t| self.count > 1 || !matches!(t, Topic::OutOfScope | Topic::Remarks));
        if topic.is_none() {
            match above {
                Some(Topic::Roles) => self.actor(bare, line),
                Some(Topic::Screens) => {
                    self.screen(Screen { name: bare.to_owned(), line, description: String::new() });
                }
                Some(Topic::Entities) => {
                    self.reading.entities.push(entities::described(&self.words, bare, "", line));
                }
                _ => {}
            }
        }
        topic
    }

    pub(super) fn end_labelled(&mut self, level: u8) {
        let Some(known) = self.labelled.take_if(|known| level <= known.level) else { return };
        if known.before == self.reading.requirements.len() {
            let mut unit = self.unit(known.line, Form::Paragraph, &known.text);
            unit.label = known.label;
            self.requirement(&unit, "label.heading", Force::Must, None);
        }
    }

    /// Whether a line announces the topic of the next blocks; remembers the topic.
    pub(super) fn announce(&mut self, piece: &Piece, is_single: bool) -> bool {
        let text = piece.text.trim();
        let is_closed = text.ends_with([':', '：']);
        let is_bold =
            !piece.strong.is_empty() && piece.strong.trim_end_matches(':') == text.trim_end_matches(':');
        let is_plain = is_single && !text.contains([':', '.', ',', '?', '。', '、']);
        if !(is_closed || is_bold || is_plain) || text.len() > 80 {
            return false;
        }
        let (_, bare) = label::bare_heading(text.trim_end_matches([':', '：']));
        let Some(topic) = self.words.topic(bare) else { return false };
        self.announced = Some(Announced { topic, is_used: false });
        true
    }

    pub(super) fn use_up(&mut self) {
        if let Some(announced) = &mut self.announced {
            announced.is_used = true;
        }
    }

    /// Opens the scenario that a piece begins with. Returns other pieces unchanged.
    pub(super) fn opened(&mut self, piece: &Piece) -> Option<Piece> {
        let Some(named) = named(&self.words, &piece.text)
            .filter(|n| !n.title.is_empty() || n.whole.len() < piece.text.len())
        else {
            return Some(piece.clone());
        };
        let is_excluded = matches!(self.topic(), Some(Topic::OutOfScope | Topic::Remarks));
        match named.label {
            _ if is_excluded => return Some(piece.clone()),
            Label::Scenario => self.open_scenario(named.title, piece.line(), false),
            Label::Background => self.open_scenario(named.title, piece.line(), true),
            Label::Examples => self.end_scenario(),
            Label::Story | Label::Feature | Label::Rule | Label::Document => return Some(piece.clone()),
        }
        None
    }
}

/// Splits a text that begins with a word for its kind and a number or a colon.
pub(super) fn named<'t>(words: &Words, text: &'t str) -> Option<Named<'t>> {
    let text = text.trim();
    let (label, end) = words.label(text)?;
    let rest = text.get(end..)?;
    let after = rest.trim_start();
    let digits = after.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(after.len());
    let number = after.get(..digits)?.trim_end_matches('.');
    let tail = after.get(number.len()..)?.trim_start();
    let title = tail.trim_start_matches([':', '：', '-', '–', '—', '.', ')', ' ']);
    if number.is_empty() && !tail.starts_with([':', '：']) {
        return None;
    }
    let whole_end = text.len() - after.len() + number.len();
    let whole = if number.is_empty() { "" } else { text.get(..whole_end)? };
    Some(Named { label, whole, title })
}
