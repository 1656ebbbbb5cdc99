//! Terms: which entries of a glossary are things, and which explain somebody, a measure or a part of the product.

use std::collections::BTreeSet;

use super::described::{properties, relations};
use super::entities::entity_name;
use super::{Brief, EntityMention, actors, nouns, sentence};

/// More terms than this are a dictionary.
const MOST: usize = 1_000;

/// `months between two visits`, `licence class of a pilot`: how something is measured or graded.
pub(super) fn is_measure(words: &[&str]) -> bool {
    #[rustfmt::skip]
    const MEASURES: &[&str] = &[
        "days", "weeks", "months", "years", "hours", "minutes", "seconds", "metres", "meters", "percentage", "share",
    ];
    const GRADES: &[&str] =
        &["class", "grade", "level", "degree", "length", "height", "width", "depth", "weight", "size"];
    let first = words.iter().find(|w| !matches!(**w, "the" | "a" | "an" | "number" | "of")).copied();
    let graded = words.windows(2).take(4).any(|pair| matches!(pair, [grade, "of"] if GRADES.contains(grade)));
    first.is_some_and(|word| MEASURES.contains(&word)) || graded
}

/// In another language: the terms that several demands speak of, and that name nobody who acts.
fn returning(brief: &mut Brief) {
    const LEAST: usize = 3;
    const LONGEST: usize = 3;
    if !brief.entities.is_empty() {
        return;
    }
    let mut found = Vec::new();
    for (term, meaning) in brief.glossary.iter().take(MOST) {
        let name = entity_name(term);
        let lower = meaning.text.to_lowercase();
        // Who is told of as a role, a user or a party acts, and is kept by nobody.
        let acting = brief.actors.iter().map(|a| a.text.as_str());
        let mut acting = acting.chain(brief.stories.iter().filter_map(|s| s.actor.as_deref()));
        let somebody =
            PARTIES.iter().any(|word| lower.contains(word)) || acting.any(|actor| actor == name.as_str());
        let short = !name.chars().any(char::is_lowercase) && name.is_ascii();
        if !(1..=LONGEST).contains(&name.split_whitespace().count()) || short || somebody {
            continue;
        }
        let key = foreshortened(&name.to_lowercase());
        let told = brief.statements.iter().filter(|s| s.text.to_lowercase().contains(&key));
        if told.take(LEAST).count() == LEAST {
            let known = EntityMention::of(&name, meaning.line);
            found.push(EntityMention { name, description: meaning.text.clone(), ..known });
        }
    }
    brief.entities.extend(found);
}

/// Words of a meaning that tells of somebody.
#[rustfmt::skip]
const PARTIES: &[&str] = &[
    "rolü", "kullanıcı", "taraf", "kişi", "роль", "пользовател", "сторона", "лицо", "rolle", "person", "benutzer", "nutzer", "rol de",
    "usuario", "persona", "utilisateur", "personne", "rôle", "usuário", "pessoa", "papel", "utente", "ruolo", "rola ", "użytkownik",
    "担当者", "利用者", "ユーザー", "用户", "角色", "사용자", "역할",
];

/// A name without the ending that its last word changes.
fn foreshortened(name: &str) -> String {
    let last = name.rsplit(' ').next().map_or(0, |word| word.chars().count());
    let size = name.chars().count();
    name.chars().take(if last > 4 { size - 2 } else { size }).collect()
}

/// Adds the glossary entries that are things.
pub(super) fn gather(brief: &mut Brief) {
    // What a meaning says is read in English only.
    if brief.language != "en" {
        returning(brief);
        return;
    }
    #[rustfmt::skip]
    const NOT: &[&str] = &[
        "application", "system", "service", "server", "tab", "page", "screen", "api", "endpoint",
        "software", "database", "component", "module", "section", "protocol", "process", "action", "state",
        "algorithm", "library", "panel", "view", "button", "method", "mechanism", "technique", "interface",
        "platform", "product", "ability", "compromise", "type", "range", "mode", "feature", "program",
        "engine", "layer", "function", "browser", "network", "tool", "framework", "standard", "practice",
        "rule", "percentage", "ratio", "approach", "format", "configuration", "widget", "backend",
        "frontend", "website", "app", "technology", "container", "company", "organization", "organisation",
        "team", "period", "time", "indicator", "infrastructure", "requirement", "condition", "diagram", "dialog", "form", "subsystem", "controller", "hits",
        "requests", "queries", "key",
    ];
    let names: BTreeSet<String> = brief.entities.iter().map(|e| e.name.to_lowercase()).collect();
    let mut found = Vec::new();
    for (term, meaning) in brief.glossary.iter().take(MOST) {
        let name = entity_name(term);
        let lower = meaning.text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        // The head of the meaning: the noun before its first joining word.
        #[rustfmt::skip]
        const JOINS: &[&str] = &[
            "that", "this", "these", "described", "which", "who", "of", "for", "to", "in", "with", "used",
            "from", "providing", "containing", "between", "by", "on", "where", "tracked", "showing",
            "displaying", "defined", "processed", "at", "as", "-", "–", "—", "or", "used,", "stored",
            "made", "created", "whose",
        ];
        let joint = words.iter().position(|w| JOINS.contains(w));
        let colon = words.iter().position(|w| w.ends_with(':')).map(|at| at + 1);
        let end = joint.into_iter().chain(colon).min().unwrap_or(words.len().min(6));
        let head = end
            .checked_sub(1)
            .and_then(|at| words.get(at))
            .map(|w| nouns::singular(nouns::bare(w)))
            .unwrap_or_default();
        let acronym =
            name.chars().all(|c| !c.is_lowercase()) || term.chars().next().is_some_and(char::is_lowercase);
        // What has properties is kept, whatever it is called.
        let detailed = sentence::sentences(&meaning.text)
            .into_iter()
            .filter_map(|range| meaning.text.get(range))
            .any(|told| properties(told, meaning.line).len() >= 2);
        // `Front desk: receptionists`, `Interval: months between visits`: somebody, and a measure of something.
        if actors::means_somebody(&meaning.text) || is_measure(&words) {
            continue;
        }
        let plain = !NOT.contains(&head.as_str()) && !nouns::is_person(&head) && !nouns::is_person(&name);
        let thing = !head.is_empty() && (plain || detailed) && !acronym && words.len() >= 3;
        let last = name.to_lowercase();
        let last = last.rsplit(' ').next().unwrap_or_default();
        if thing
            && !NOT.contains(&last)
            && !names.contains(&name.to_lowercase())
            && name.split_whitespace().count() <= 3
        {
            let mut entity = EntityMention {
                name,
                line: meaning.line,
                description: meaning.text.clone(),
                attributes: Vec::new(),
                related: Vec::new(),
                defined: false,
            };
            for range in sentence::sentences(&meaning.text) {
                let told = meaning.text.get(range).unwrap_or_default();
                entity.attributes.extend(properties(told, meaning.line));
                entity.related.extend(relations(told, meaning.line));
            }
            found.push(entity);
        }
    }
    brief.entities.extend(found);
}
