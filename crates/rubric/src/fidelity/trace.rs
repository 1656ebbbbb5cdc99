//! Where the requirements of a design come from.

use std::borrow::Cow;

use foldhash::HashMap;
use frieze_intent::Intent;

use super::phrase::{content, phrase, place};
use super::yardstick::Yardstick;
use crate::above::serves;
use crate::text::words::Key;

/// The least words of a quotation: fewer occur in many texts by chance.
const SHORTEST: usize = 3;
/// The most demands that one requirement takes up: a quotation of the whole brief takes up none.
const MOST_TAKEN: usize = 2;

/// Where a requirement of a design comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// These requirements of the brief, by position.
    Demands(Vec<usize>),
    /// Another text of the brief or of a person.
    Quotation,
    /// Neither the brief nor a person states it.
    Foreign,
}

/// The origin of each requirement of a design, and its line in the brief if that is certain.
pub(crate) struct Trace {
    pub(crate) origins: Vec<Origin>,
    pub(crate) lines: Vec<Option<u32>>,
    /// Whether the design has no screens though the brief speaks of screens.
    pub(crate) lacks_screens: bool,
}

impl Trace {
    pub(crate) fn of(intent: &Intent, yardstick: &Yardstick) -> Self {
        let mut same: HashMap<&[Key], Vec<usize>> = HashMap::default();
        let mut known: HashMap<&str, &[Key]> = HashMap::default();
        for (at, (words, demand)) in yardstick.phrases.iter().zip(yardstick.demands()).enumerate() {
            same.entry(words).or_default().push(at);
            known.insert(&demand.text, words);
        }
        let (origins, lines) = intent
            .requirements
            .iter()
            .map(|requirement| {
                // Most requirements are copied, so their words are known.
                let words = known.get(requirement.text.as_str()).copied().map(Cow::Borrowed);
                let words = words.unwrap_or_else(|| Cow::Owned(phrase(&requirement.text)));
                let taken = match same.get(&*words) {
                    Some(equal) => equal.clone(),
                    None => taken(&words, content(&requirement.text), yardstick),
                };
                let line = line(&words, &taken, yardstick);
                (origin(&words, taken, yardstick), line)
            })
            .unzip();
        let lacks_screens = intent.components.iter().all(serves) && yardstick.names_screens();
        Self { origins, lines, lacks_screens }
    }

    /// Whether a requirement takes up a demand of the brief.
    pub(crate) fn is_demanded(&self, requirement: usize) -> bool {
        matches!(self.origins.get(requirement), Some(Origin::Demands(_)))
    }

    /// Whether a requirement quotes the brief or a person, but no demand of the brief.
    pub(crate) fn is_own(&self, requirement: usize) -> bool {
        self.origins.get(requirement) == Some(&Origin::Quotation)
    }

    /// Whether nobody states a requirement. Claiming it then counts for nothing.
    pub(crate) fn is_foreign(&self, requirement: usize) -> bool {
        self.origins.get(requirement) == Some(&Origin::Foreign)
    }
}

/// The line of each requirement of a design in the brief, if that is certain.
pub fn lines(intent: &Intent, yardstick: &Yardstick) -> Vec<Option<u32>> {
    Trace::of(intent, yardstick).lines
}

/// The demands that some words take up: the words are all of the demand, with additions only from the brief or a
/// person, or a quotation with at least half of its content.
fn taken(words: &[Key], content: usize, yardstick: &Yardstick) -> Vec<usize> {
    if words.len() < SHORTEST {
        return Vec::new();
    }
    let takes = |demand: &[Key], whole: usize| {
        if words.len() > demand.len() {
            demand.len() >= SHORTEST && adds_only_quotations(words, demand, yardstick)
        } else {
            content > 0 && content * 2 >= whole && place(words, demand).is_some()
        }
    };
    let all = yardstick.phrases.iter().zip(&yardstick.contents).enumerate();
    let taken: Vec<usize> =
        all.filter(|(_, (demand, whole))| takes(demand, **whole)).map(|(at, _)| at).collect();
    if taken.len() > MOST_TAKEN { Vec::new() } else { taken }
}

/// Whether some words contain a demand, and around it only what the brief or a person says.
fn adds_only_quotations(words: &[Key], demand: &[Key], yardstick: &Yardstick) -> bool {
    let around = |at: usize| {
        let before = words.get(..at).unwrap_or_default();
        [before, words.get(at + demand.len()..).unwrap_or_default()]
    };
    let is_quoted = |part: &[Key]| part.is_empty() || is_quoted(part, yardstick);
    place(demand, words).is_some_and(|at| is_quoted(words) || around(at).into_iter().all(is_quoted))
}

fn is_quoted(words: &[Key], yardstick: &Yardstick) -> bool {
    let mut texts = yardstick.sources.iter().chain([&yardstick.brief]);
    words.len() >= SHORTEST && texts.any(|text| text.has(words))
}

fn origin(words: &[Key], taken: Vec<usize>, yardstick: &Yardstick) -> Origin {
    match taken.is_empty() {
        false => Origin::Demands(taken),
        true if is_quoted(words, yardstick) => Origin::Quotation,
        true => Origin::Foreign,
    }
}

/// The line of a text in the brief, if it occurs once.
fn line(words: &[Key], taken: &[usize], yardstick: &Yardstick) -> Option<u32> {
    if let [one] = taken {
        return yardstick.demands().get(*one).map(|demand| demand.line);
    }
    let mut places = yardstick.brief.places(words);
    let only = places.next().filter(|_| places.next().is_none())?;
    yardstick.lines.get(only).copied()
}
