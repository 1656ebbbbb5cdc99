//! Lexicons of a document: that of its language, and English for words that documents of every language use (`As a`, `Given`,
//! `MUST`).

use frieze_language::{Cell, Column, Label, Language, Mark, Tag, Topic, all, detect};

use crate::Force;

/// What separates the parts of a heading.
const JOINTS: [char; 7] = [':', '&', '/', '—', '–', '|', '：'];
/// Most words before a topic that belong to it: `Non Functional Requirements`.
const MOST_BEFORE_TOPIC: usize = 2;

pub struct Words {
    own: Option<&'static Language>,
    english: Option<&'static Language>,
}

impl Words {
    pub fn of(text: &str) -> Self {
        Self { own: detect(text), english: all().first() }
    }

    pub fn code(&self) -> Option<&'static str> {
        self.own.map(|language| language.code)
    }

    pub fn is_spaceless(&self) -> bool {
        self.own.is_some_and(|language| language.is_spaceless)
    }

    pub fn is_name_first(&self) -> bool {
        self.own.is_none_or(|language| language.is_name_first)
    }

    pub fn has_capital_nouns(&self) -> bool {
        self.own.is_some_and(|language| language.has_capital_nouns)
    }

    fn both<T>(&self, find: impl Fn(&Language) -> Option<T>) -> Option<T> {
        self.own.and_then(&find).or_else(|| self.english.and_then(&find))
    }

    pub fn column(&self, head: &str) -> Option<Column> {
        self.both(|language| language.column(head))
    }

    pub fn cell(&self, text: &str) -> Option<Cell> {
        self.both(|language| language.cell(text))
    }

    pub fn label(&self, text: &str) -> Option<(Label, usize)> {
        self.both(|language| language.label(text))
    }

    pub fn is_stop(&self, word: &str) -> bool {
        self.own.or(self.english).is_some_and(|language| language.is_stop(word))
    }

    pub fn stem(&self, word: &str) -> String {
        self.own.or(self.english).map_or_else(|| word.to_lowercase(), |language| language.stem(word))
    }

    pub fn sentences<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        match self.own.or(self.english) {
            Some(language) => frieze_language::sentences(language, text),
            None => vec![(0, text)],
        }
    }

    /// The topic that a single line or a name before a colon announces.
    pub fn topic(&self, text: &str) -> Option<Topic> {
        self.both(|language| language.topic(text))
    }

    /// The topic of a heading, or of the one part of it that has a topic.
    pub fn heading(&self, heading: &str) -> Option<Topic> {
        let topic = |text: &str| self.topic(text);
        if let Some(known) = topic(heading) {
            return Some(known);
        }
        let mut parts = heading.split(JOINTS).filter_map(topic);
        let first = parts.next()?;
        parts.all(|other| other == first).then_some(first)
    }

    /// Whether a heading consists of topics: `Functional Requirements`, `Goals & Objectives`. One that ends with a topic after several
    /// words names something, like `Parcel Tracking Number Requirements`.
    pub fn is_only_topics(&self, heading: &str) -> bool {
        let is_topic = |part: &str| {
            let end: Vec<&str> = part.split_whitespace().skip(MOST_BEFORE_TOPIC + 1).collect();
            self.topic(part).is_some() && self.topic(&end.join(" ")).is_none()
        };
        is_topic(heading) || heading.split(JOINTS).all(is_topic)
    }

    /// The phrases of a text. In a document of another language, only story forms and words in capitals count as English.
    pub fn marks(&self, text: &str) -> Vec<Mark> {
        let mut marks = self.own.map(|language| language.marks(text)).unwrap_or_default();
        if self.own.is_some_and(|language| language.code == "en") {
            return marks;
        }
        let is_loud = |m: &Mark| {
            let word = text.get(m.start..m.end).unwrap_or_default();
            word.len() > 2 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b' ')
        };
        let borrowed = self.english.map(|language| language.marks(text)).unwrap_or_default();
        let known = marks.len();
        for mark in borrowed {
            let is_form = matches!(mark.tag, Tag::AsA | Tag::Want | Tag::Benefit);
            let own = marks.get(..known).unwrap_or_default();
            let at = own.partition_point(|m| m.end <= mark.start);
            let is_free = own.get(at).is_none_or(|m| m.start >= mark.end);
            if (is_form || is_loud(&mark)) && is_free {
                marks.push(mark);
            }
        }
        marks.sort_by_key(|mark| mark.start);
        marks
    }

    /// The modal verb of a text.
    pub fn modal(&self, text: &str, marks: &[Mark]) -> Option<Modal> {
        let spaceless = self.is_spaceless();
        let is_conditional = marks.first().is_some_and(|mark| {
            mark.start == 0 && matches!(mark.tag, Tag::If | Tag::When | Tag::While | Tag::Where)
        });
        let condition = text.find(',').filter(|_| is_conditional).unwrap_or(0);
        let mut best: Option<Modal> = None;
        for (at, mark) in marks.iter().enumerate() {
            let Some((force, forbids)) = force(mark.tag) else { continue };
            let word = text.get(mark.start..mark.end).unwrap_or_default();
            let is_loud =
                word.bytes().any(|b| b.is_ascii_uppercase()) && !word.bytes().any(|b| b.is_ascii_lowercase());
            // Without spaces a phrase can be part of any word. Only at the end of a sentence it is the predicate.
            if spaceless && !is_loud && !is_end(text, mark.end) {
                continue;
            }
            let is_negated = marks.get(at + 1).is_some_and(|next| {
                next.tag == Tag::Not
                    && text.get(mark.end..next.start).is_some_and(|gap| gap.trim().is_empty())
            });
            let modal = Modal {
                force,
                forbids: forbids || is_negated,
                is_loud,
                is_will: mark.tag == Tag::Will,
                start: mark.start,
                end: if is_negated { marks.get(at + 1).map_or(mark.end, |next| next.end) } else { mark.end },
            };
            // A modal verb in the condition does not bind.
            let rank = |m: &Modal| (m.start >= condition, m.is_loud, !m.is_will, m.force);
            if best.is_none_or(|known| rank(&known) < rank(&modal)) {
                best = Some(modal);
            }
        }
        let mut modal = best?;
        modal.forbids |= marks.first().is_some_and(|m| m.tag == Tag::Not && m.start == 0);
        Some(modal)
    }
}

/// The modal verb of a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Modal {
    pub force: Force,
    pub forbids: bool,
    /// Whether it is in capitals, as in RFC 2119.
    pub is_loud: bool,
    /// Whether it is *will*: a demand only in a section of requirements.
    pub is_will: bool,
    pub start: usize,
    /// The byte after it and after its negation.
    pub end: usize,
}

/// The force of a modal verb, and whether it forbids.
fn force(tag: Tag) -> Option<(Force, bool)> {
    const FORCES: [(Tag, Force, bool); 6] = [
        (Tag::Must, Force::Must, false),
        (Tag::MustNot, Force::Must, true),
        (Tag::Should, Force::Should, false),
        (Tag::Will, Force::Should, false),
        (Tag::ShouldNot, Force::Should, true),
        (Tag::May, Force::May, false),
    ];
    let (_, force, forbids) = FORCES.into_iter().find(|(known, ..)| *known == tag)?;
    Some((force, forbids))
}

/// Whether only a remark in brackets and a full stop follow after a byte.
fn is_end(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default().trim_end_matches(['。', '.', '．', ' ', '」']);
    rest.is_empty() || (rest.starts_with(['（', '(']) && rest.ends_with(['）', ')']))
}
