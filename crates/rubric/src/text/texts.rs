//! Every text of a design with its address, its kind and its words. The requirements' own texts are read but not
//! judged: they quote the brief, and a design is not responsible for its words.

use std::ops::Range;

use crate::text::product::Product;
use crate::text::said::{Record, Said, Saying};
use crate::text::words::KeyMap;
use crate::text_ids::TextIds;
use frieze_data::parallel::{both, is_worth_it};
use frieze_intent::Intent;

/// The kinds of texts that checks distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Title,
    Summary,
    Goal,
    FlowName,
    Actor,
    FlowGoal,
    Action,
    Outcome,
    Condition,
    ComponentName,
    ComponentDescription,
    State,
    EntityName,
    EntityDescription,
    AttributeName,
    AttributeDescription,
    RelationDescription,
    Trigger,
    Response,
    Feedback,
    Question,
    Requirement,
}

impl Kind {
    /// Whether it is a name, not a sentence.
    pub(crate) fn is_a_name(self) -> bool {
        matches!(
            self,
            Self::Title
                | Self::FlowName
                | Self::Actor
                | Self::ComponentName
                | Self::State
                | Self::EntityName
                | Self::AttributeName
                | Self::Question
        )
    }

    /// Whether it is about the whole: it uses nothing.
    pub(crate) fn is_statement(self) -> bool {
        matches!(self, Self::Title | Self::Summary | Self::Goal | Self::Question)
    }

    /// Whether it is part of the data model.
    pub(crate) fn is_of_data(self) -> bool {
        matches!(
            self,
            Self::EntityName
                | Self::EntityDescription
                | Self::AttributeName
                | Self::AttributeDescription
                | Self::RelationDescription
        )
    }
}

/// Indices that make a pointer; written out only when a finding needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    Root,
    One(usize),
    Two(usize, usize),
    Three(usize, usize, usize),
}

impl At {
    /// The pointer of the step at this place.
    pub(crate) fn step(self) -> String {
        match self {
            Self::Two(i, s) => format!("/userFlows/{i}/steps/{s}"),
            Self::Three(i, a, s) => format!("/userFlows/{i}/alternatives/{a}/steps/{s}"),
            Self::Root | Self::One(_) => String::new(),
        }
    }
}

/// The address of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) kind: Kind,
    pub(crate) at: At,
}

impl Address {
    pub(crate) fn pointer(&self) -> String {
        use At::{One, Root, Three, Two};
        use Kind as K;
        match (self.kind, self.at) {
            (K::Title, _) => "/title".to_owned(),
            (K::Summary, _) | (_, Root) => "/summary".to_owned(),
            (K::Goal, One(i)) => format!("/goals/{i}"),
            (K::Question, One(i)) => format!("/openQuestions/{i}"),
            (K::FlowName, One(i)) => format!("/userFlows/{i}/name"),
            (K::Actor, One(i)) => format!("/userFlows/{i}/actor"),
            (K::FlowGoal, One(i)) => format!("/userFlows/{i}/goal"),
            (K::Action, at @ (Two(..) | Three(..))) => format!("{}/action", at.step()),
            (K::Outcome, at @ (Two(..) | Three(..))) => format!("{}/outcome", at.step()),
            (K::Condition, Two(i, a)) => format!("/userFlows/{i}/alternatives/{a}/condition"),
            (K::ComponentName, One(i)) => format!("/components/{i}/name"),
            (K::ComponentDescription, One(i)) => format!("/components/{i}/description"),
            (K::State, Two(i, s)) => format!("/components/{i}/states/{s}"),
            (K::EntityName, One(i)) => format!("/dataModel/entities/{i}/name"),
            (K::EntityDescription, One(i)) => format!("/dataModel/entities/{i}/description"),
            (K::AttributeName, Two(i, a)) => format!("/dataModel/entities/{i}/attributes/{a}/name"),
            (K::AttributeDescription, Two(i, a)) => {
                format!("/dataModel/entities/{i}/attributes/{a}/description")
            }
            (K::RelationDescription, Two(i, r)) => {
                format!("/dataModel/entities/{i}/relationships/{r}/description")
            }
            (K::Trigger, One(i)) => format!("/interactions/{i}/trigger"),
            (K::Response, One(i)) => format!("/interactions/{i}/response"),
            (K::Feedback, One(i)) => format!("/interactions/{i}/feedback"),
            (K::Requirement, One(i)) => format!("/requirements/{i}/text"),
            (_, One(_) | Two(..) | Three(..)) => String::new(),
        }
    }
}

/// The position of a text among all of them.
pub(crate) type Id = usize;

/// All texts in document order by section, the requirements last.
pub(crate) struct Texts<'i> {
    saying: Saying<'i>,
    places: Vec<Address>,
    records: Vec<Record<'i>>,
    judged: usize,
    pub(crate) ids: TextIds,
    /// What the design is about.
    pub(crate) product: Product,
}

/// One text of a design.
#[derive(Clone, Copy)]
pub(crate) struct Text<'s> {
    pub(crate) id: Id,
    pub(crate) place: Address,
    pub(crate) said: Said<'s>,
}

impl<'i> Texts<'i> {
    pub(crate) fn of(intent: &'i Intent) -> Self {
        let (mut places, mut texts) = (Vec::new(), Vec::new());
        let ids = TextIds::of(intent, &mut |kind, at, text| {
            places.push(Address { kind, at });
            texts.push(text);
            texts.len() - 1
        });
        Self::read(places, &texts, ids)
    }

    /// Reads texts in two halves, each with its own vocabulary. Merged, they are the same as one reading.
    pub(crate) fn read(places: Vec<Address>, texts: &[&'i str], ids: TextIds) -> Self {
        let bytes = texts.iter().map(|text| text.len()).sum();
        let halved = is_worth_it(bytes).then(|| first_half(texts, bytes));
        let (first, second) = texts.split_at(halved.unwrap_or(texts.len()));
        let ((mut saying, mut records), (later, mut more)) =
            both(bytes, || each_read(first), || each_read(second));
        saying.and(later, &mut more);
        records.append(&mut more);
        mark_texts_used_everywhere(&places, &saying, &mut records);
        let judged =
            places.iter().rposition(|place| place.kind != Kind::Requirement).map_or(0, |last| last + 1);
        let texts = Self { saying, places, records, judged, ids, product: Product::default() };
        let product = Product::of(&texts);
        Self { product, ..texts }
    }

    /// The number of different short roots.
    pub(crate) fn short_roots(&self) -> usize {
        self.saying.short_roots()
    }

    /// What a text says.
    pub(crate) fn said(&self, id: Id) -> Said<'_> {
        self.saying.said(&self.records[id])
    }

    /// The judged texts in so many runs of about as many bytes, or in one run if there are too few.
    pub(crate) fn parts(&self, of: usize) -> Vec<Range<Id>> {
        let bytes: usize = self.judged().map(|text| text.said.text.len()).sum();
        let most = if is_worth_it(bytes) { bytes / of + 1 } else { usize::MAX };
        let (mut parts, mut from, mut length) = (Vec::new(), 0, 0);
        for text in self.judged() {
            length += text.said.text.len();
            if length >= most {
                parts.push(from..text.id + 1);
                (from, length) = (text.id + 1, 0);
            }
        }
        parts.push(from..self.judged);
        parts
    }

    /// The texts that a design is judged by, in order.
    pub(crate) fn judged(&self) -> impl Iterator<Item = Text<'_>> + Clone {
        self.within(0..self.judged)
    }

    /// The texts of a run.
    pub(crate) fn within(&self, run: Range<Id>) -> impl Iterator<Item = Text<'_>> + Clone {
        let texts = self.places[run.clone()].iter().zip(&self.records[run.clone()]);
        let said = |record| self.saying.said(record);
        run.zip(texts).map(move |(id, (place, record))| Text { id, place: *place, said: said(record) })
    }
}

/// A text in at least so many kinds of places says nothing about any of them.
const EVERYWHERE: u32 = 6;
/// Longer texts are not repeated as filler.
const LONGEST: usize = 12;

/// A text that is an action, a goal, a response and a description at once is filler, in any language.
fn mark_texts_used_everywhere(places: &[Address], saying: &Saying, records: &mut [Record]) {
    let bit = |kind: Kind| 1_u32 << (kind as u32);
    let key = |place: &Address, record: &Record| {
        let said = saying.said(record);
        let is_short = !place.kind.is_a_name() && (1..=LONGEST).contains(&said.word_count());
        is_short.then(|| said.name_key())
    };
    let mut kinds: KeyMap<u32> = KeyMap::default();
    for (place, record) in places.iter().zip(&*records) {
        if let Some(key) = key(place, record) {
            *kinds.entry(key).or_insert(0) |= bit(place.kind);
        }
    }
    kinds.retain(|_, kinds| kinds.count_ones() >= EVERYWHERE);
    if kinds.is_empty() {
        return;
    }
    let filled: Vec<usize> = (0..records.len())
        .filter(|at| key(&places[*at], &records[*at]).is_some_and(|key| kinds.contains_key(&key)))
        .collect();
    filled.into_iter().for_each(|at| records[at].fills_places());
}

/// How many of the texts make the first half of their bytes.
fn first_half(texts: &[&str], bytes: usize) -> usize {
    let mut before = 0;
    let is_within = |text: &&&str| {
        before += text.len();
        before * 2 <= bytes
    };
    texts.iter().take_while(is_within).count()
}

fn each_read<'i>(texts: &[&'i str]) -> (Saying<'i>, Vec<Record<'i>>) {
    let mut saying = Saying::default();
    let records = texts.iter().map(|text| saying.read(text)).collect();
    (saying, records)
}

#[cfg(test)]
mod tests {
    use crate::text::texts::*;

    #[test]
    fn two_merged_halves_equal_one_reading() {
        let all: Vec<String> = (0..3_000)
            .map(|n| {
                format!("The courier's parcel {n} goes to depot{} and 顧客{} gets mail; TBD.", n % 7, n % 5)
            })
            .collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(is_worth_it(all.iter().map(|text| text.len()).sum()));
        let place = Address { kind: Kind::Goal, at: At::Root };
        let halves = Texts::read(vec![place; all.len()], &all, TextIds::default());
        let (saying, records) = each_read(&all);
        assert_eq!(halves.short_roots(), saying.short_roots());
        for (id, record) in records.iter().enumerate() {
            let (one, two) = (saying.said(record), halves.said(id));
            assert_eq!(
                format!("{:?}", two.words().collect::<Vec<_>>()),
                format!("{:?}", one.words().collect::<Vec<_>>())
            );
            assert_eq!((two.text, two.content), (one.text, one.content));
            assert_eq!((two.substance(), two.filler()), (one.substance(), one.filler()));
        }
    }
}
