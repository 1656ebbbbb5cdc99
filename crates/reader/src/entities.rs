//! Entities of a document, with the fields and relations that it lists.

use frieze_language::{Mark, Tag};

use crate::words::Words;
use crate::{Attribute, Entity, Relation};

/// Most words in the name of a field. More words are a clause.
const MOST_WORDS: usize = 5;

/// An entity with a name and a description.
pub fn described(words: &Words, name: &str, description: &str, line: u32) -> Entity {
    let (name, remark) = name.split_once(" (").unwrap_or((name, ""));
    let name = bare(words, name.trim_matches(['`', '"', ' ', '*']));
    let mut entity = Entity {
        name: name.replace('_', " "),
        line,
        description: description.trim().to_owned(),
        attributes: Vec::new(),
        relations: Vec::new(),
    };
    if description.is_empty() {
        remark.trim_end_matches(')').clone_into(&mut entity.description);
    }
    for (_, sentence) in words.sentences(description) {
        let marks = words.marks(sentence);
        entity.relations.extend(relations(words, sentence, &marks, line));
        listed(words, sentence, &marks, line).into_iter().for_each(|field| entity.add(field));
    }
    entity
}

/// The fields in a sentence: after a word like `has`, after a colon, or a sentence that is only a list.
fn listed(words: &Words, sentence: &str, marks: &[Mark], line: u32) -> Vec<Attribute> {
    let announced = marks.iter().find(|m| m.tag == Tag::Fields).map(|m| m.end);
    let colon = sentence.rfind(": ").map(|at| at + 2);
    let from = match (announced, colon) {
        (Some(word), Some(colon)) => Some(word.max(colon)),
        (one, other) => one.or(other),
    };
    if let Some(list) = from.and_then(|from| sentence.get(from..)) {
        let found = fields(words, list, line);
        return if found.len() > 1 { found } else { Vec::new() };
    }
    let found = fields(words, sentence, line);
    let members = split(words, sentence).len();
    if found.len() > 2 && found.len() == members { found } else { Vec::new() }
}

/// The fields of a list: `name, date of birth (optional) and phone number`.
pub fn fields(words: &Words, list: &str, line: u32) -> Vec<Attribute> {
    split(words, list).iter().flat_map(|member| field(words, member, line)).collect()
}

fn field(words: &Words, member: &str, line: u32) -> Vec<Attribute> {
    let (name, remark) = member.split_once('(').unwrap_or((member, ""));
    let remark = remark.trim_end_matches([')', '.', ' ']);
    let required = [name, remark].into_iter().find_map(|text| required(words, text));
    let name = bare(
        words,
        name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '`' | '"' | '*' | ':')),
    );
    let marks = words.marks(name);
    let is_clause = marks.iter().any(|m| {
        matches!(
            m.tag,
            Tag::BelongsTo | Tag::HasMany | Tag::Must | Tag::MustNot | Tag::Should | Tag::May | Tag::Fields
        )
    });
    let count = name.split_whitespace().count();
    if name.is_empty() || is_clause || count > MOST_WORDS {
        return Vec::new();
    }
    // `active/inactive status` is one field.
    let names = if name.contains(' ') { vec![name] } else { name.split('/').collect() };
    let description = if required.is_some() && !remark.contains(' ') { "" } else { remark };
    let attribute = |name: &str| Attribute {
        name: name.trim().to_owned(),
        line,
        typed: String::new(),
        required,
        description: description.to_owned(),
    };
    names.into_iter().filter(|name| !name.trim().is_empty()).map(attribute).collect()
}

/// Whether a text calls a field required or optional; `None` if neither.
fn required(words: &Words, text: &str) -> Option<bool> {
    let marks = words.marks(text);
    let said = marks.iter().find(|mark| matches!(mark.tag, Tag::Optional | Tag::Required))?;
    Some(said.tag == Tag::Required)
}

/// The field on a line: `name: text, required`.
pub fn one(words: &Words, text: &str, line: u32) -> Option<Attribute> {
    let (name, rest) = text
        .split_once(':')
        .or_else(|| text.split_once(" - "))
        .or_else(|| text.split_once(" – "))
        .unwrap_or((text, ""));
    let mut attribute = field(words, name, line).into_iter().next()?;
    if rest.trim().is_empty() {
        return Some(attribute);
    }
    attribute.required = attribute.required.or_else(|| required(words, rest));
    rest.trim().clone_into(&mut attribute.description);
    Some(attribute)
}

/// The members of a list, split at commas and semicolons outside of brackets, the last two at `and`. A list whose
/// last member begins with `or` is a choice and has none.
fn split<'t>(words: &Words, list: &'t str) -> Vec<&'t str> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            ',' | ';' | '、' if depth == 0 => {
                out.extend(list.get(start..at));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    let last = list.get(start..).unwrap_or_default();
    let open = last.find('(').unwrap_or(last.len());
    let marks = words.marks(last);
    let begins = |at| last.get(..at).is_some_and(|head| head.trim().is_empty() || head.ends_with('/'));
    if marks.iter().any(|m| m.tag == Tag::Or && begins(m.start)) {
        return Vec::new();
    }
    match marks.iter().find(|m| m.tag == Tag::And && m.start < open) {
        Some(and) => out.extend([last.get(..and.start), last.get(and.end..)].into_iter().flatten()),
        None => out.push(last),
    }
    out.retain(|member| !member.trim().is_empty());
    out
}

/// A name without articles and words like `required` before it.
pub fn bare<'t>(words: &Words, name: &'t str) -> &'t str {
    let mut end = 0;
    for mark in words.marks(name) {
        let is_next = name.get(end..mark.start).is_some_and(|gap| gap.trim().is_empty());
        if !is_next || !matches!(mark.tag, Tag::Article | Tag::Optional | Tag::Required | Tag::And) {
            break;
        }
        end = mark.end;
    }
    let rest = name.get(end..).unwrap_or_default().trim();
    if rest.is_empty() { name.trim() } else { rest }
}

fn relations(words: &Words, sentence: &str, marks: &[Mark], line: u32) -> Vec<Relation> {
    let of = |mark: &Mark| {
        let is_many = mark.tag == Tag::HasMany;
        if !is_many && mark.tag != Tag::BelongsTo {
            return None;
        }
        let rest = sentence.get(mark.end..)?;
        let end = rest.find([',', '.', ';', '(', '。']).unwrap_or(rest.len());
        let to = bare(words, rest.get(..end)?.trim());
        (!to.is_empty()).then(|| Relation { to: to.to_owned(), line, is_many: Some(is_many) })
    };
    marks.iter().filter_map(of).collect()
}

/// The entity in `For each booking the date and the name are stored`.
pub fn each(words: &Words, text: &str, marks: &[Mark], line: u32) -> Option<Entity> {
    let each = marks.iter().find(|m| m.tag == Tag::ForEach)?;
    let stored = marks.iter().find(|m| m.tag == Tag::Stored && m.start > each.end)?;
    let list = text.get(each.end..stored.start)?;
    let split_at = marks
        .iter()
        .find(|m| m.tag == Tag::Article && m.start > each.end && m.end < stored.start)
        .map(|m| m.start)
        .or_else(|| list.find([',', ':']).map(|at| each.end + at))?;
    let name = text.get(each.end..split_at)?.trim().trim_end_matches([',', ':']);
    if name.is_empty() || name.split_whitespace().count() > 3 {
        return None;
    }
    let mut entity = described(words, name, "", line);
    entity.attributes = fields(words, text.get(split_at..stored.start)?.trim_start_matches([',', ':']), line);
    text.clone_into(&mut entity.description);
    (!entity.attributes.is_empty()).then_some(entity)
}

/// Merges entities with the same name, and drops relations to unknown entities.
pub fn resolve(words: &Words, entities: &mut Vec<Entity>) {
    let key = |name: &str| name.split_whitespace().map(|word| words.stem(word)).collect::<Vec<_>>().join(" ");
    let mut known: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    let mut merged: Vec<Entity> = Vec::new();
    for entity in entities.drain(..) {
        let key = key(&entity.name);
        match known.get(&key).and_then(|at| merged.get_mut(*at)) {
            Some(first) => {
                if first.description.is_empty() {
                    first.description = entity.description;
                }
                entity.attributes.into_iter().for_each(|field| first.add(field));
                first.relations.extend(entity.relations);
            }
            None => {
                known.insert(key, merged.len());
                merged.push(entity);
            }
        }
    }
    let names: Vec<String> = merged.iter().map(|entity| entity.name.clone()).collect();
    for entity in &mut merged {
        entity.relations.retain_mut(|relation| {
            let target = known.get(&key(&relation.to)).and_then(|at| names.get(*at));
            target.map(|name| relation.to.clone_from(name)).is_some()
        });
    }
    *entities = merged;
}
