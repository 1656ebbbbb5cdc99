//! The data model: the things that the brief speaks of, their properties and how they relate.

use std::collections::BTreeMap;

use super::attribute;
use super::naming::{self, TEXT};
use super::phrase::{capital, label, short, tidy};
use super::words::{stem, words};
use super::{property, relation};
use crate::domain::brief::Brief;
use crate::domain::intent::{Attribute, DataModel, Entity, Relationship, RelationshipKind};
use crate::domain::lexicon;

/// More things than this nobody reviews; the rest of a huge brief stays in its requirements.
const MOST_ENTITIES: usize = 200;
const MOST_ATTRIBUTES: usize = 60;
const MOST_RELATIONSHIPS: usize = 40;

/// The entities of the brief and how to find them in a text.
pub(super) struct Things {
    pub(super) model: DataModel,
    by_stems: BTreeMap<String, usize>,
    longest: usize,
    /// The names are in a language whose plural is not known.
    foreign: bool,
}

/// Last words that alone name no thing.
const PALE: &[&str] = &[
    "statu",
    "stat",
    "status",
    "type",
    "source",
    "data",
    "item",
    "id",
    "name",
    "entry",
    "record",
    "list",
    "object",
    "state",
    "detail",
    "info",
    "information",
    "set",
    "system",
];

impl Things {
    pub(super) fn of(brief: &Brief) -> Self {
        let foreign = brief.language != "en";
        let mut things = Self { model: DataModel::default(), by_stems: BTreeMap::new(), longest: 1, foreign };
        for mention in
            brief.entities.iter().filter(|m| m.defined).chain(brief.entities.iter().filter(|m| !m.defined))
        {
            things.take(mention);
        }
        things.relate(brief);
        things.index_forms(brief);
        things.index_heads();
        things.gather(brief);
        things
    }

    /// What sentences say of things in passing: their properties, and what belongs to what.
    fn gather(&mut self, brief: &Brief) {
        if brief.language != "en" {
            return;
        }
        // Where the brief itself lists what a thing has, nothing is added to its list.
        let open: Vec<bool> = self.model.entities.iter().map(|e| e.attributes.len() < 2).collect();
        let told = brief.statements.iter().map(|s| s.text.as_str());
        let wanted =
            brief.stories.iter().flat_map(|s| s.want.iter().chain(s.benefit.iter()).map(String::as_str));
        let narrated = brief.stories.iter().flat_map(|s| s.narrative.iter().map(|t| t.text.as_str()));
        let summed = brief.summary.iter().map(|t| t.text.as_str());
        for text in told.chain(wanted).chain(narrated).chain(summed) {
            for property in property::named(text, self).into_iter().filter(|p| open[p.thing]) {
                self.give(property.thing, &property.name);
            }
            for belonging in relation::named(text, self) {
                self.belong(belonging.one, belonging.many);
            }
        }
        for (at, bare) in open.iter().enumerate() {
            let told = self.model.entities[at].description.clone();
            for property in property::described(at, &told, self).into_iter().filter(|_| *bare) {
                self.give(at, &property.name);
            }
            for one in relation::of_each(&self.model.entities[at].description, self) {
                if one != at {
                    self.belong(one, at);
                }
            }
        }
    }

    /// A property for a thing that has none of that name yet.
    fn give(&mut self, thing: usize, name: &str) {
        let Some(entity) = self.model.entities.get_mut(thing) else { return };
        let last = |text: &str| words(text).last().map(|w| stem(w));
        // A statement keeps its technologies; a property is none.
        if !lexicon::find(name).is_empty() {
            return;
        }
        let known = entity.attributes.iter().any(|a| last(&a.name) == last(name));
        if known || entity.attributes.len() >= MOST_ATTRIBUTES {
            return;
        }
        entity.attributes.push(Attribute {
            kind: attribute::kind(name, ""),
            required: attribute::identifies(name),
            description: None,
            name: name.to_owned(),
        });
    }

    /// The thing whose name begins at a place among lower-case words, and how many words it has.
    pub(super) fn at(&self, words: &[String], at: usize) -> Option<(usize, usize)> {
        let most = self.longest.min(words.len().saturating_sub(at));
        (1..=most).rev().find_map(|len| {
            let key = words[at..at + len].iter().map(|w| stem(w)).collect::<Vec<_>>().join(" ");
            self.by_stems.get(&key).map(|thing| (*thing, len))
        })
    }

    /// From an intent that is there already.
    pub(super) fn in_model(model: &DataModel) -> Self {
        let mut things = Self { model: model.clone(), by_stems: BTreeMap::new(), longest: 1, foreign: false };
        for at in 0..things.model.entities.len() {
            let key = key(&things.model.entities[at].name);
            things.longest = things.longest.max(key.split(' ').count());
            things.by_stems.entry(key).or_insert(at);
        }
        things.index_heads();
        things
    }

    fn take(&mut self, mention: &crate::domain::brief::EntityMention) {
        let name = naming::name(&mention.name, "");
        let key = key(&name);
        if name.is_empty() || key.is_empty() {
            return;
        }
        let at = if let Some(at) = self.by_stems.get(&key) {
            *at
        } else {
            if self.model.entities.len() == MOST_ENTITIES {
                return;
            }
            self.longest = self.longest.max(key.split(' ').count());
            let at = self.model.entities.len();
            self.by_stems.insert(key, at);
            self.model.entities.push(Entity {
                name,
                description: String::new(),
                attributes: Vec::new(),
                relationships: Vec::new(),
            });
            at
        };
        let entity = &mut self.model.entities[at];
        if entity.description.is_empty() {
            entity.description = sentence(&short(&mention.description, 400));
        }
        for a in &mention.attributes {
            let name = naming::name(&a.name, "");
            let known = words(&name);
            if name.is_empty()
                || entity.attributes.len() == MOST_ATTRIBUTES
                || entity.attributes.iter().any(|b| words(&b.name) == known)
            {
                continue;
            }
            let told = short(&a.description, 400);
            entity.attributes.push(Attribute {
                kind: attribute::declared(&a.typed).unwrap_or_else(|| attribute::kind(&name, &told)),
                required: a.required || attribute::identifies(&name),
                description: (!told.is_empty()).then(|| sentence(&told)),
                name,
            });
        }
    }

    fn relate(&mut self, brief: &Brief) {
        for mention in &brief.entities {
            let Some(&from) = self.by_stems.get(&key(&mention.name)) else { continue };
            for relation in &mention.related {
                let Some(to) = self.find(&relation.to).first().copied() else { continue };
                if to == from {
                    continue;
                }
                match (relation.many_there, relation.many_here) {
                    (true, true) => {
                        self.link(from, to, RelationshipKind::ManyToMany);
                        self.link(to, from, RelationshipKind::ManyToMany);
                    }
                    (true, false) => self.belong(from, to),
                    (false, true) => self.belong(to, from),
                    (false, false) => {
                        self.link(from, to, RelationshipKind::OneToOne);
                        self.link(to, from, RelationshipKind::OneToOne);
                    }
                }
            }
        }
    }

    /// One has many of the other, each of which belongs to one.
    fn belong(&mut self, one: usize, many: usize) {
        self.link(one, many, RelationshipKind::OneToMany);
        self.link(many, one, RelationshipKind::OneToOne);
    }

    /// The first word of the brief on two things stands: a second one could only contradict it.
    fn link(&mut self, from: usize, to: usize, kind: RelationshipKind) {
        let entities = &mut self.model.entities;
        let (one, other) = (entities[from].name.clone(), entities[to].name.clone());
        let back = entities[to].relationships.iter().find(|r| r.to == one).map(|r| r.kind);
        let many = RelationshipKind::ManyToMany;
        let agrees = back.is_none_or(|b| (b == many) == (kind == many));
        if !agrees
            || entities[from].relationships.iter().any(|r| r.to == other)
            || entities[from].relationships.len() >= MOST_RELATIONSHIPS
        {
            return;
        }
        let belongs = kind == RelationshipKind::OneToOne && back == Some(RelationshipKind::OneToMany);
        let description = relation_told(&one, &other, kind, belongs);
        entities[from].relationships.push(Relationship { to: other, kind, description: Some(description) });
    }

    /// `projecten` finds `Project`, in languages whose endings are not known here.
    fn index_forms(&mut self, brief: &Brief) {
        if !self.foreign {
            return;
        }
        let spoken = brief.spoken();
        for (at, entity) in self.model.entities.iter().enumerate() {
            for form in brief.forms(&entity.name, &spoken) {
                self.by_stems.entry(key(form)).or_insert(at);
            }
        }
    }

    /// `feed` finds `RPZ_Feed` where no other thing ends in that word.
    fn index_heads(&mut self) {
        let mut heads: BTreeMap<String, Option<usize>> = BTreeMap::new();
        for (at, entity) in self.model.entities.iter().enumerate() {
            let words = words(&entity.name);
            if words.len() > 1
                && let Some(last) = words.last().map(|w| stem(w))
                && last.len() > 2
                && !PALE.contains(&last.as_str())
            {
                heads.entry(last).and_modify(|h| *h = None).or_insert(Some(at));
            }
        }
        for (head, at) in heads {
            if let Some(at) = at {
                self.by_stems.entry(head).or_insert(at);
            }
        }
    }

    /// The things that a text names, in the order it names them.
    pub(super) fn find(&self, text: &str) -> Vec<usize> {
        let stems: Vec<String> = words(text).iter().map(|w| stem(w)).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < stems.len() {
            let mut step = 1;
            for len in (1..=self.longest.min(stems.len() - at)).rev() {
                if let Some(&thing) = self.by_stems.get(&stems[at..at + len].join(" ")) {
                    if !found.contains(&thing) {
                        found.push(thing);
                    }
                    step = len;
                    break;
                }
            }
            at += step;
        }
        found
    }

    pub(super) fn name(&self, thing: usize) -> &str {
        self.model.entities.get(thing).map_or("", |e| e.name.as_str())
    }

    /// Whether the brief is in a language whose sentences are not taken apart.
    pub(super) fn is_foreign(&self) -> bool {
        self.foreign
    }

    /// The name in running text: `RPZ_Feed` → `RPZ feed`.
    pub(super) fn label(&self, thing: usize) -> String {
        label(self.name(thing))
    }

    /// The name of many of them in running text.
    pub(super) fn many(&self, thing: usize) -> String {
        let label = self.label(thing);
        if self.foreign { label } else { super::words::plural(&label) }
    }

    /// What a screen of them is called: a list of things is one already.
    pub(super) fn screen(&self, thing: usize) -> String {
        const LISTS: &[&str] =
            &["list", "register", "roster", "queue", "calendar", "board", "schedule", "log", "plan"];
        let last = words(self.name(thing)).pop().unwrap_or_default();
        if LISTS.contains(&last.as_str()) { self.label(thing) } else { self.many(thing) }
    }

    /// What tells one from another, for things of which the brief does not say it; descriptions for those without.
    pub(super) fn completed(mut self, lines: &BTreeMap<usize, String>) -> Self {
        for (at, entity) in self.model.entities.iter_mut().enumerate() {
            if !entity.attributes.iter().any(|a| a.kind == "identifier" && a.required) {
                if let Some(a) = entity.attributes.iter_mut().find(|a| attribute::identifies(&a.name)) {
                    a.kind = attribute::kind("id", "");
                    a.required = true;
                } else {
                    entity.attributes.insert(0, identity(&entity.name));
                }
            }
            if entity.description.is_empty() {
                let told = lines.get(&at).map(|l| short(l, 300)).unwrap_or_default();
                entity.description = sentence(&told);
            }
        }
        self
    }
}

/// A relationship as a sentence.
pub(super) fn relation_told(one: &str, other: &str, kind: RelationshipKind, belongs: bool) -> String {
    let (own, theirs) = (label(one), label(other));
    match kind {
        RelationshipKind::OneToOne if belongs => format!("Each {own} belongs to one {theirs}."),
        RelationshipKind::OneToOne => format!("Each {own} has one {theirs}."),
        RelationshipKind::OneToMany => {
            format!("One {own} has any number of {}.", super::words::plural(&theirs))
        }
        RelationshipKind::ManyToMany => {
            format!("Each {own} may go with any number of {}.", super::words::plural(&theirs))
        }
    }
}

/// The neutral identity of a thing.
pub(super) fn identity(entity: &str) -> Attribute {
    Attribute {
        name: attribute::IDENTITY.to_owned(),
        kind: attribute::kind("id", ""),
        required: true,
        description: Some(format!("Tells one {} from another.", label(entity))),
    }
}

/// A sentence with its capital and its full stop; nothing stays nothing.
pub(super) fn sentence(text: &str) -> String {
    let text = capital(&tidy(text));
    let unspaced = text.chars().next_back().is_some_and(|c| ('\u{3040}'..'\u{a000}').contains(&c));
    if unspaced {
        naming::clipped(&(text + "。"), TEXT)
    } else if text.is_empty() || text.ends_with(['…', '?', '!']) {
        text
    } else {
        naming::clipped(&(text + "."), TEXT)
    }
}

fn key(name: &str) -> String {
    words(name).iter().map(|w| stem(w)).collect::<Vec<_>>().join(" ")
}
