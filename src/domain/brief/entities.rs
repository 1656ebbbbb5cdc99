//! The things that a brief defines: key entities, fields, terms that are things; then those it has properties for.

use std::collections::BTreeMap;

use super::block::Form;
use super::described::{properties, relation_word, relations, settle_relations};
use super::label::Lead;
use super::reading::Reader;
use super::spelled;
use super::{
    AttributeMention, Brief, EntityMention, Statement, Traced, acted, attributes, foreign, inferred, kept,
    managed, modal, nouns, owned, particles, recorded, returning, section, sentence, terms, unspoken,
};

/// More things than this are no model of anything.
const MOST: usize = 1_000;
/// More properties than this of one thing are running text.
const MOST_ATTRIBUTES: usize = 200;

impl Reader<'_> {
    /// An item under key entities: `**Product**: The central record. Key attributes: …`.
    pub(super) fn entity(&mut self, index: usize, lead: Option<&Lead>) {
        let Some(block) = self.block(index) else { return };
        let text = block.prose.text();
        if block.form == Form::Item
            && let Some(parent) = block.parent
            && let Some(name) = self.block(parent).map(|b| entity_name(b.prose.text()))
        {
            // What stands in an entity's item says what it has.
            if let Some(at) = self.entity_named(&name) {
                self.entity_detail(at, text, block.prose.line(), lead);
            }
            return;
        }
        match lead {
            Some(lead) if lead.name.split_whitespace().count() <= 5 && !is_property(&lead.name) => {
                let about = text.get(lead.rest..).unwrap_or_default().to_owned();
                self.define(&lead.name, &about, block.line);
            }
            _ if block.form == Form::Item => {
                if let Some(at) = self.entity_of_heading() {
                    self.entity_detail(at, text, block.line, lead);
                } else if let Some(name) = block.prose.bold_start() {
                    let about = text
                        .get(name.len()..)
                        .unwrap_or_default()
                        .trim_start_matches([' ', '-', '–', '—', ':'])
                        .to_owned();
                    self.define(name, &about, block.line);
                } else if let Some((name, about)) = text
                    .split_once(" - ")
                    .or_else(|| text.split_once(" – "))
                    .or_else(|| text.split_once(" — "))
                {
                    if name.split_whitespace().count() <= 4 {
                        self.define(name, about, block.line);
                    }
                } else if text.split_whitespace().count() <= 3 {
                    self.define(text, "", block.line);
                }
            }
            _ => {
                // A name on a line of its own over what it has.
                let first = block.prose.wraps().first().copied().unwrap_or(0);
                let (name, about) = text.split_at_checked(first).unwrap_or_default();
                if (1..=4).contains(&name.split_whitespace().count()) && !name.contains([',', '.', ';']) {
                    self.define(name, about, block.line);
                } else if let Some(at) = self.entity_of_heading() {
                    describe(self.brief_mut(), at, text, block.line);
                } else {
                    self.say(Traced { text: text.to_owned(), line: block.line });
                }
            }
        }
        let role = section::Role::Requirements;
        if modal::is_binding(text) {
            if block.form == Form::Item {
                self.state_item(index, role);
            } else {
                self.state_paragraph(index, &block.prose, role);
            }
        }
    }

    pub(super) fn define(&mut self, name: &str, about: &str, line: u32) {
        let name = entity_name(name);
        if name.is_empty() {
            return;
        }
        let at = self.brief().entities.len();
        if at >= MOST {
            return;
        }
        self.name_entity(&name, at);
        let brief = self.brief_mut();
        // The name stays as the brief writes it, with no capital of ours.
        let known = EntityMention { defined: true, ..EntityMention::of(&name, line) };
        brief.entities.push(EntityMention { name, ..known });
        describe(brief, at, about, line);
    }

    /// A heading under key entities names one, unless it is only a number.
    pub(super) fn entity_heading(&mut self, title: &str, line: u32) {
        let name = section::strip_number(title).to_owned();
        if name.split_whitespace().count() <= 4 {
            self.define(&name, "", line);
        }
    }

    fn entity_named(&self, name: &str) -> Option<usize> {
        self.entity_at(name)
    }

    fn entity_of_heading(&self) -> Option<usize> {
        let heading = self.heading_text()?;
        self.entity_named(&entity_name(section::strip_number(heading)))
    }

    /// The entity of a name, defined here if nowhere before.
    pub(super) fn entity_of(&mut self, name: &str, line: u32) -> Option<usize> {
        let key = entity_name(name);
        if self.entity_named(&key).is_none() {
            self.define(name, "", line);
        }
        self.entity_named(&key)
    }

    /// The entity that a table of fields describes: the one of its heading or of the words before it.
    pub(super) fn entity_above(&mut self, table: usize) -> Option<usize> {
        if let Some(at) = self.entity_of_heading() {
            return Some(at);
        }
        let before = table
            .checked_sub(1)
            .and_then(|at| self.block(at))
            .filter(|b| matches!(b.form, Form::Paragraph | Form::Heading(_)));
        let named =
            before.and_then(|b| b.prose.bold_start().map(str::to_owned).or_else(|| short(b.prose.text())));
        let named = named.or_else(|| self.heading_text().and_then(short))?;
        let line = before.map_or(1, |b| b.line);
        let name = entity_name(section::strip_number(&named));
        if let Some(at) = self.entity_named(&name) {
            return Some(at);
        }
        self.define(&name, "", line);
        self.entity_named(&name)
    }

    pub(super) fn attribute(&mut self, entity: usize, attribute: AttributeMention) {
        if let Some(entity) = self.brief_mut().entities.get_mut(entity)
            && entity.attributes.len() < MOST_ATTRIBUTES
            && !entity.attributes.iter().any(|a| a.name == attribute.name)
        {
            entity.attributes.push(attribute);
        }
    }

    pub(super) fn table_entity(&mut self, name: &str, about: &str, details: &str, line: u32) {
        self.define(name, about, line);
        let listed = attributes::listed(details, line);
        if let Some(entity) = self.brief_mut().entities.last_mut() {
            entity.attributes.extend(listed);
        }
    }

    /// A line below an entity: `name (required)`, `Attributes: a, b`, `belongs to one customer`.
    fn entity_detail(&mut self, at: usize, text: &str, line: u32, lead: Option<&Lead>) {
        let named = lead.map(|l| l.name.as_str()).unwrap_or_default();
        if is_property(named) || relation_word(text).is_some() {
            describe(self.brief_mut(), at, text, line);
            return;
        }
        let (name, about) = match lead {
            Some(lead) => (lead.name.clone(), text.get(lead.rest..).unwrap_or_default()),
            None => match text
                .split_once(" - ")
                .or_else(|| text.split_once(" – "))
                .or_else(|| text.split_once(" — "))
            {
                Some((name, about)) => (name.to_owned(), about),
                None => (text.to_owned(), text),
            },
        };
        for mut attribute in attributes::listed(&name, line) {
            let lower = about.to_lowercase();
            attribute.required = attribute.required && !lower.contains("optional");
            about.clone_into(&mut attribute.description);
            self.attribute(at, attribute);
        }
    }

    /// A glossary entry.
    pub(super) fn term(&mut self, block: &super::block::Block, lead: Option<&Lead>) {
        let text = block.prose.text();
        let pair = match lead {
            Some(lead) => Some((lead.name.clone(), text.get(lead.rest..).unwrap_or_default().to_owned())),
            None => [" - ", " – ", " — "]
                .iter()
                .find_map(|mark| text.split_once(mark))
                .map(|(a, b)| (a.to_owned(), b.to_owned())),
        };
        if let Some((term, meaning)) = pair {
            let line = block.line;
            self.brief_mut().glossary.push((term, Traced { text: meaning, line }));
        }
    }
}

fn short(text: &str) -> Option<String> {
    let text = section::strip_number(text).trim_end_matches(':');
    (text.split_whitespace().count() <= 4).then(|| text.to_owned())
}

/// `RPZ_Feed` → `RPZ Feed`; `Order (aggregate)` → `Order`; `Entity: Order` → `Order`; `Orders table` → `Order`.
pub(super) fn entity_name(raw: &str) -> String {
    let name = raw.split(" (").next().unwrap_or(raw).replace('_', " ");
    let name = name
        .trim_start_matches("Entity:")
        .trim_start_matches("Entity ")
        .trim_matches(['`', '*', ':', ' ', '.', '"']);
    let name = name
        .strip_suffix(" table")
        .or_else(|| name.strip_suffix(" entity"))
        .or_else(|| name.strip_suffix(" fields"))
        .unwrap_or(name);
    nouns::singular(name.trim())
}

fn is_property(lead: &str) -> bool {
    let lower = lead.to_lowercase();
    matches!(
        lower.as_str(),
        "attributes"
            | "key attributes"
            | "fields"
            | "properties"
            | "relationships"
            | "relations"
            | "key fields"
            | "contains"
            | "includes"
            | "has"
            | "columns"
            | "represents"
            | "description"
            | "purpose"
            | "relationship"
            | "constraints"
            | "validation"
    )
}

/// Adds what a text says of an entity: its properties and what it belongs to.
fn describe(brief: &mut Brief, at: usize, text: &str, line: u32) {
    let Some(entity) = brief.entities.get_mut(at) else { return };
    if !text.is_empty() {
        if !entity.description.is_empty() {
            entity.description.push(' ');
        }
        entity.description.push_str(text);
    }
    let mut found = Vec::new();
    for range in sentence::sentences(text) {
        let Some(told) = text.get(range) else { continue };
        if found.len() < MOST_ATTRIBUTES {
            found.extend(properties(told, line));
        }
        if entity.related.len() < MOST_ATTRIBUTES {
            entity.related.extend(relations(told, line));
        }
    }
    entity.take(found, MOST_ATTRIBUTES);
}

/// Settles the entities of a brief when everything is read.
pub(super) fn gather(brief: &mut Brief, said: &[Traced]) {
    spelled::apart(brief, said);
    unite(brief);
    terms::gather(brief);
    recorded::gather(brief, said);
    owned::gather(brief, said);
    inferred::gather(brief, said);
    foreign::gather(brief, said);
    particles::gather(brief);
    returning::gather(brief, said);
    kept::gather(brief);
    managed::gather(brief);
    acted::gather(brief);
    returning::had(brief);
    titled(brief);
    unspoken::drop(brief);
    settle_relations(brief);
}

/// Where nothing else names a thing: the noun of the title that most demands speak of.
fn titled(brief: &mut Brief) {
    const LEAST: usize = 2;
    if !brief.entities.is_empty() || brief.language != "en" {
        return;
    }
    let noun = |word: &str| nouns::singular(&word.to_lowercase());
    let title = modal::words(&brief.title.text).map(|(_, word)| noun(word));
    let named: Vec<String> =
        title.filter(|w| w.len() > 3 && nouns::is_thing(w) && !nouns::is_person(w)).take(12).collect();
    let spoken = named.iter().filter_map(|name| {
        let speaks = |s: &&Statement| modal::words(&s.text).any(|(_, word)| noun(word) == *name);
        let mut lines = brief.first_told().filter(speaks).map(|s| s.line);
        let first = lines.next()?;
        Some((1 + lines.count(), first, name))
    });
    let best = spoken.filter(|(count, ..)| *count >= LEAST).max_by_key(|(count, ..)| *count);
    if let Some(entity) = best.map(|(_, line, name)| EntityMention::of(name, line)) {
        brief.entities.push(entity);
    }
}

/// Two mentions of one name are one entity.
fn unite(brief: &mut Brief) {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<EntityMention> = Vec::new();
    for entity in std::mem::take(&mut brief.entities) {
        let key = entity.name.to_lowercase();
        if let Some(first) = places.get(&key).and_then(|at| kept.get_mut(*at)) {
            first.take(entity.attributes, MOST_ATTRIBUTES);
            if first.description.is_empty() {
                first.description = entity.description;
            }
            first.related.extend(entity.related);
            first.related.truncate(MOST_ATTRIBUTES);
        } else {
            places.insert(key, kept.len());
            kept.push(entity);
        }
    }
    brief.entities = kept;
}
