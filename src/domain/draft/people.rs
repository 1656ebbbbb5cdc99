//! People: the words by which a brief speaks of those who use the product, and who of them acts in a story.

use super::cast::{Cast, Group};
use super::flow::actor_name;
use super::verbs;
use super::words::{stem, stems, words};
use crate::domain::brief::Brief;

/// Lines in which is looked for who acts.
const MOST_LINES: usize = 40;
/// Actors among whom is looked for.
const MOST_ACTORS: usize = 24;

/// Who acts in a story: whom it says itself, else whom its lines say to do or to be told something, else whom they
/// name first, else the one whom the brief names most often.
pub(super) fn actor(brief: &Brief, group: &Group, cast: &Cast) -> Option<String> {
    let own = group.story.and_then(|s| s.actor.as_deref()).map(actor_name).filter(|a| !a.is_empty());
    if own.is_some() && group.about.is_none() {
        return own;
    }
    let narrated = group.story.into_iter().flat_map(|s| s.narrative.iter().take(2).map(|t| t.text.as_str()));
    let lines = if group.own.is_empty() { &group.also } else { &group.own };
    let stated = lines.iter().take(MOST_LINES).map(|at| cast.lines[*at].statement.text.as_str());
    let product = product(brief);
    let names: Vec<(String, Vec<String>)> = brief
        .actors
        .iter()
        .take(MOST_ACTORS)
        .map(|a| {
            let name = actor_name(&a.text);
            let stems = stems(&name);
            (name, stems)
        })
        .collect();
    // Whoever alone uses it is no product, however often something is asked of them.
    let others = names.iter().any(|(_, stems)| *stems != product);
    let names: Vec<_> = names.into_iter().filter(|(_, stems)| !others || *stems != product).collect();
    let mut weights = vec![0_usize; names.len()];
    let mut first = None;
    let kept: Vec<Vec<String>> =
        brief.entities.iter().take(60).filter(|e| e.defined).map(|e| stems(&e.name)).collect();
    // What a story is told of says more than what its lines are.
    for (text, told) in narrated.map(|text| (text, 2)).chain(stated.map(|text| (text, 1))) {
        for (actor, weight) in said(text, &names) {
            // Somebody whom the brief keeps as data acts only where it says so.
            if weight > 0 || !kept.contains(&names[actor].1) {
                first = first.or(Some(actor));
            }
            weights[actor] += weight * told;
        }
    }
    let most = weights.iter().copied().max().filter(|most| *most > 0);
    let acting = most.and_then(|most| weights.iter().position(|w| *w == most));
    let found = acting.or(first).and_then(|at| names.get(at)).map(|(name, _)| name.clone());
    let others = names.iter().find(|(_, stems)| !kept.contains(stems)).or(names.first());
    found.or(own).or_else(|| others.map(|(name, _)| name.clone())).filter(|name| !name.is_empty())
}

/// The stems of what answers in most demands: a product may be called a manager.
fn product(brief: &Brief) -> Vec<String> {
    const SEEN: usize = 60;
    let subjects = brief.statements.iter().take(SEEN).filter_map(|s| s.clauses.subject.as_deref());
    let mut count: std::collections::BTreeMap<Vec<String>, usize> = std::collections::BTreeMap::new();
    for subject in subjects {
        let named = words(subject).into_iter().filter(|w| !matches!(w.as_str(), "the" | "a" | "an"));
        *count.entry(named.map(|w| stem(&w)).collect()).or_default() += 1;
    }
    let all: usize = count.values().sum();
    count.into_iter().find(|(_, n)| *n > 4 && *n * 2 > all).map(|(name, _)| name).unwrap_or_default()
}

/// The actors that a text names, each with how much its place says that it acts.
fn said(text: &str, names: &[(String, Vec<String>)]) -> Vec<(usize, usize)> {
    let lower = words(text);
    let stems = stems(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < stems.len() {
        let named = names.iter().enumerate().filter(|(_, (_, name))| {
            !name.is_empty() && stems.get(at..at + name.len()) == Some(name.as_slice())
        });
        let Some((actor, (_, name))) = named.max_by_key(|(n, (_, name))| (name.len(), usize::MAX - n)) else {
            at += 1;
            continue;
        };
        let word = |n: usize| lower.get(n).map(String::as_str).unwrap_or_default();
        let end = at + name.len();
        // `the pilot's state`, `the patient record`: somebody whose something it is.
        let owned = text.to_lowercase().contains(&format!("{}'s", word(end - 1)));
        found.push((actor, if owned { 0 } else { acts(word(end), word(end + 1), word(end + 2)) }));
        at = end;
    }
    found
}

/// How much the words behind somebody say that they act.
fn acts(next: &str, second: &str, third: &str) -> usize {
    const TOLD: &[&str] =
        &["able", "told", "asked", "warned", "shown", "informed", "reminded", "notified", "offered"];
    match next {
        "shall" | "must" | "can" | "may" | "should" | "will" | "could" => {
            if second == "be" && !TOLD.contains(&third) { 1 } else { 4 }
        }
        "muss" | "kann" | "darf" | "soll" | "müssen" | "können" | "dürfen" | "sollen" | "puede" | "debe"
        | "pueden" | "deben" | "peut" | "doit" | "peuvent" | "doivent" | "ve" | "recibe" | "voit"
        | "reçoit" | "confirma" => 4,
        "is" | "are" | "gets" | "get" if TOLD.contains(&second) => 3,
        "sees" | "see" | "wants" | "want" | "gets" | "get" | "needs" | "need" | "who" => 3,
        _ if verbs::act_of(next).is_some() || verbs::is_inflected(next) => 4,
        _ if next.ends_with('s')
            && matches!(second, "a" | "an" | "the" | "their" | "it" | "them" | "her" | "his") =>
        {
            3
        }
        _ if next.len() > 3 && next.ends_with('s') && !next.ends_with("ss") => 2,
        _ => 0,
    }
}

/// Stems of the words by which a brief speaks of people.
pub(super) fn people(brief: &Brief) -> Vec<String> {
    const PEOPLE: &[&str] = &[
        "user",
        "member",
        "administrator",
        "admin",
        "customer",
        "visitor",
        "guest",
        "manager",
        "operator",
        "people",
        "person",
        "staff",
        "employee",
        "agent",
        "owner",
        "reviewer",
        "editor",
        "author",
        "player",
        "student",
        "teacher",
        "patient",
        "doctor",
        "clerk",
        "buyer",
        "seller",
        "shopper",
        "driver",
        "rider",
        "reader",
        "organizer",
        "organiser",
        "participant",
        "viewer",
        "client",
        "developer",
        "designer",
    ];
    let mut all: Vec<String> = PEOPLE.iter().map(|w| stem(w)).collect();
    let named = brief.actors.iter().take(40).map(|a| a.text.as_str());
    let told = brief.stories.iter().take(200).filter_map(|s| s.actor.as_deref());
    for name in named.chain(told) {
        if let Some(last) = words(&actor_name(name)).last().map(|w| stem(w))
            && !all.contains(&last)
        {
            all.push(last);
        }
    }
    all
}
