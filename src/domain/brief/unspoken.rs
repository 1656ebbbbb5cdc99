//! Names of things of which no demand speaks: headings below which nothing stands, and nouns that only the story around
//! the demands has.

use std::collections::BTreeSet;

use super::{Brief, EntityMention, forms, nouns};

/// Takes out what is only named.
pub(super) fn drop(brief: &mut Brief) {
    let spoken = brief.spoken();
    if brief.language == "en" {
        headings(brief, &spoken);
    } else {
        told_around(brief, &spoken);
    }
}

/// A heading among those of things, below which nothing is said and of which nothing else speaks, names no thing.
fn headings(brief: &mut Brief, spoken: &BTreeSet<String>) {
    if !brief.entities.iter().any(|e| e.defined && !e.attributes.is_empty()) {
        return;
    }
    let said: BTreeSet<String> = spoken.iter().map(|word| nouns::singular(word)).collect();
    let related = brief.entities.iter().flat_map(|e| &e.related);
    let related: BTreeSet<String> = related.map(|r| nouns::singular(&r.to.to_lowercase())).collect();
    brief.entities.retain(|entity| {
        let name = nouns::singular(&entity.name.to_lowercase());
        let last = name.rsplit([' ', '-', '_']).next().unwrap_or(&name);
        // `IP` and the like are too short to be looked for.
        !entity.defined
            || !is_bare(entity)
            || last.len() < 4
            || said.contains(last)
            || related.contains(&name)
    });
}

/// What is filled in is a thing where its fields are told, and else a part of a screen.
#[rustfmt::skip]
const FORMS: &[&str] = &[
    "formulario", "formulário", "formulaire", "formular", "formulier", "modulo", "форма", "формы", "formularz", "formulář", "borang",
];

/// In another language: a noun of one word that no demand has, and a form without fields.
fn told_around(brief: &mut Brief, spoken: &BTreeSet<String>) {
    let language = brief.language.clone();
    brief.entities.retain(|entity| {
        let plain = entity.name.chars().count() > 3 && entity.name.chars().all(char::is_alphabetic);
        let lower = entity.name.to_lowercase();
        let said = || spoken.iter().any(|word| word.contains(&lower) || forms::same(word, &lower, &language));
        entity.defined || !is_bare(entity) || !FORMS.contains(&lower.as_str()) && (!plain || said())
    });
}

fn is_bare(entity: &EntityMention) -> bool {
    entity.attributes.is_empty() && entity.description.is_empty() && entity.related.is_empty()
}
