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

/// What is the same for all texts of a kind: its pointer with a `#` for each index (of a part of a step, what follows the
/// step), the check for technology, whether it is a name and not a sentence, and whether it is compared with others. Commands
/// are short by nature, and questions may be asked in one way.
type KindRow = (Kind, &'static str, Option<&'static str>, bool, bool);

const STATEMENT: Option<&str> = Some("agnosticism/statement");
const FLOW: Option<&str> = Some("agnosticism/flow");
const COMPONENT: Option<&str> = Some("agnosticism/component");
const DATA: Option<&str> = Some("agnosticism/data");
const INTERACTION: Option<&str> = Some("agnosticism/interaction");

/// In the order of [`Kind`].
#[rustfmt::skip]
const KINDS: [KindRow; 22] = [
    (Kind::Title, "/title", STATEMENT, true, false),
    (Kind::Summary, "/summary", STATEMENT, false, false),
    (Kind::Goal, "/goals/#", STATEMENT, false, true),
    (Kind::FlowName, "/userFlows/#/name", FLOW, true, false),
    (Kind::Actor, "/userFlows/#/actor", FLOW, true, false),
    (Kind::FlowGoal, "/userFlows/#/goal", FLOW, false, true),
    (Kind::Action, "/action", FLOW, false, false),
    (Kind::Outcome, "/outcome", FLOW, false, true),
    (Kind::Condition, "/userFlows/#/alternatives/#/condition", FLOW, false, true),
    (Kind::ComponentName, "/components/#/name", COMPONENT, true, false),
    (Kind::ComponentDescription, "/components/#/description", COMPONENT, false, true),
    (Kind::State, "/components/#/states/#", COMPONENT, true, true),
    (Kind::EntityName, "/dataModel/entities/#/name", DATA, true, false),
    (Kind::EntityDescription, "/dataModel/entities/#/description", DATA, false, true),
    (Kind::AttributeName, "/dataModel/entities/#/attributes/#/name", DATA, true, false),
    (Kind::AttributeDescription, "/dataModel/entities/#/attributes/#/description", DATA, false, false),
    (Kind::RelationDescription, "/dataModel/entities/#/relationships/#/description", DATA, false, false),
    (Kind::Trigger, "/interactions/#/trigger", INTERACTION, false, false),
    (Kind::Response, "/interactions/#/response", INTERACTION, false, true),
    (Kind::Feedback, "/interactions/#/feedback", INTERACTION, false, true),
    // A question may have to name what the brief names.
    (Kind::Question, "/openQuestions/#", None, true, false),
    (Kind::Requirement, "/requirements/#/text", None, false, false),
];

impl Kind {
    fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }

    /// The check for technology in such texts.
    pub(crate) fn technology(self) -> Option<&'static str> {
        self.row().2
    }

    /// Whether it is a name, not a sentence.
    pub(crate) fn is_a_name(self) -> bool {
        self.row().3
    }

    /// Whether such texts are compared with each other.
    pub(crate) fn is_compared(self) -> bool {
        self.row().4
    }

    /// Whether it is about the whole: it uses nothing.
    pub(crate) fn is_statement(self) -> bool {
        self.technology() == STATEMENT || self == Self::Question
    }

    /// Whether it is part of the data model.
    pub(crate) fn is_of_data(self) -> bool {
        self.technology() == DATA
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
        let pointer = self.kind.row().1;
        let indices = match self.at {
            At::Root => Vec::new(),
            At::One(i) => vec![i],
            At::Two(..) | At::Three(..) if !pointer.contains('#') => {
                return format!("{}{pointer}", self.at.step());
            }
            At::Two(i, j) => vec![i, j],
            At::Three(i, j, k) => vec![i, j, k],
        };
        indices.iter().fold(pointer.to_owned(), |pointer, index| pointer.replacen('#', &index.to_string(), 1))
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
        let mut texts = Self { saying, places, records, judged, ids, product: Product::default() };
        let mut product = Product::of(&texts);
        let mut kept = Vec::new();
        for (id, record) in texts.records.iter().enumerate() {
            let said = texts.saying.said(record);
            if said.has_sentences() {
                product.pith_of(said, |_, words| kept.push((id, words)));
            }
        }
        texts.saying.keep_piths(&mut texts.records, kept);
        product.compare_rows(texts.ids.requirements.clone().map(|id| texts.said(id)));
        Self { product, ..texts }
    }

    /// How many different roots and short roots there are.
    pub(crate) fn roots(&self) -> (usize, usize) {
        self.saying.roots()
    }

    /// What a text says.
    pub(crate) fn said(&self, id: Id) -> Said<'_> {
        self.saying.said(&self.records[id])
    }

    /// The indices of the roots of a text's specific words.
    pub(crate) fn roots_of(&self, id: Id) -> impl Iterator<Item = usize> {
        self.said(id).words().filter(|word| word.is_specific()).map(|word| word.root.index())
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
    fn the_rows_are_in_the_order_of_the_kinds() {
        for (at, (kind, ..)) in KINDS.iter().enumerate() {
            assert_eq!(*kind as usize, at, "{kind:?}");
        }
        let pointer = |kind, at| Address { kind, at }.pointer();
        assert_eq!(pointer(Kind::State, At::Two(3, 12)), "/components/3/states/12");
        assert_eq!(pointer(Kind::Action, At::Two(3, 12)), "/userFlows/3/steps/12/action");
        assert_eq!(pointer(Kind::Outcome, At::Three(1, 2, 3)), "/userFlows/1/alternatives/2/steps/3/outcome");
    }

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
        assert_eq!(halves.roots(), saying.roots());
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
