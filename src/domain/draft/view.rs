//! What a view is for and what it shows when there is nothing, not yet, or something went wrong.

use super::cast::Cast;
use super::flow::actor_name;
use super::inventory::Inventory;
use super::model::{Things, sentence};
use super::phrase::{listed, sentences, short, small, told_of};
use super::verbs;
use super::words::{plural, words};
use crate::domain::brief::Brief;
use crate::domain::intent::ComponentType;

/// Stories in one description; a person reads no more.
const MOST_STORIES: usize = 4;

/// Describes every view by the stories that take place on it and gives it its states.
pub(super) fn furnish(
    inventory: &mut Inventory,
    brief: &Brief,
    cast: &Cast,
    things: &Things,
    views: &[usize],
    place: &[usize],
) {
    let mut stories: Vec<Vec<usize>> = vec![Vec::new(); inventory.parts.len()];
    for (group, view) in views.iter().enumerate() {
        stories[*view].push(group);
    }
    let root = |inventory: &Inventory, mut at: usize| {
        while let Some(parent) = inventory.parts[at].parent {
            at = parent;
        }
        at
    };
    let mut said: Vec<Vec<usize>> = vec![Vec::new(); inventory.parts.len()];
    for (line, at) in place.iter().enumerate() {
        let view = root(inventory, *at);
        if said[view].len() < 400 {
            said[view].push(line);
        }
    }
    for at in 0..inventory.parts.len() {
        let told = described(&stories[at], brief, cast);
        if !told.is_empty() {
            inventory.parts[at].description = told;
        }
        if inventory.parts[at].kind == ComponentType::View {
            let part = &inventory.parts[at];
            let shown = part.entities.first().filter(|_| part.entities.len() <= 6);
            let shown = shown.map(|t| plural(&things.label(*t)));
            let name = small(&part.name);
            inventory.parts[at].states = states(shown.as_deref(), &name, &said[at], cast);
        }
    }
}

fn described(groups: &[usize], brief: &Brief, cast: &Cast) -> String {
    let stories = groups.iter().filter_map(|g| cast.groups[*g].story.map(|s| (s, &cast.groups[*g].title)));
    let mut doing: Vec<String> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    let mut who = None;
    for (story, title) in stories.take(MOST_STORIES) {
        let wanted = story.want.as_deref().map(|w| told_of(w.trim().trim_start_matches("to ")));
        let deed = wanted
            .filter(|w| verbs::begins_with_verb(w))
            .or_else(|| Some(super::phrase::label(title)).filter(|t| verbs::begins_with_verb(t)));
        match deed {
            Some(deed) => doing.push(small(&short(&deed, 140))),
            None => told.extend(story.narrative.first().and_then(|t| sentences(&t.text).into_iter().next())),
        }
        who = who.or(story.actor.as_deref().map(actor_name));
    }
    doing.dedup();
    let who = who
        .or_else(|| groups.first().and_then(|g| super::flow::mentioned(brief, &cast.groups[*g], cast)))
        .or_else(|| brief.actors.first().map(|a| actor_name(&a.text)))
        .unwrap_or_else(|| "User".to_owned());
    let mut out = String::new();
    if !doing.is_empty() {
        let separator = if doing.iter().any(|d| d.contains(',') || d.contains(" and ")) { "; " } else { "" };
        let list = if separator.is_empty() { listed(&doing) } else { doing.join(separator) };
        out = format!("Where {} can {list}.", some(&small(&who)));
    }
    if doing.is_empty() {
        out = told.iter().take(2).map(|t| sentence(&short(t, 240))).collect::<Vec<_>>().join(" ");
    }
    out
}

/// A noun with its article.
pub(super) fn some(noun: &str) -> String {
    if verbs::is_plural(noun) || !noun.is_ascii() {
        return noun.to_owned();
    }
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O'])
        || (noun.starts_with('u') && !noun.starts_with("us") && !noun.starts_with("uni"));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The three states, in the brief's words where it has them.
pub(super) fn states(shown: Option<&str>, name: &str, lines: &[usize], cast: &Cast) -> Vec<String> {
    let mut empty = None;
    let mut loading = None;
    let mut error = None;
    for at in lines {
        let line = &cast.lines[*at];
        let said = words(&format!("{} {}", line.action.as_deref().unwrap_or_default(), line.response));
        let has = |w: &str| said.iter().any(|s| s == w);
        let told = || short(&line.response, 200);
        if empty.is_none()
            && (has("empty") && (has("state") || has("list"))
                || has("no") && (has("found") || has("results") || has("matches")))
        {
            empty = Some(told());
        } else if loading.is_none()
            && (has("placeholders") || has("spinner") || has("loading") && has("indicator"))
        {
            loading = Some(told());
        } else if error.is_none()
            && line.unwanted
            && (has("error") || has("message"))
            && ["fail", "fails", "failed", "lost", "unavailable", "offline", "unreachable", "timeout"]
                .iter()
                .any(|w| has(w))
        {
            error = Some(told());
        }
    }
    let plain = match shown {
        Some(shown) => [
            format!("says that there are no {shown} to show"),
            format!("says that {shown} are on their way"),
            format!("says that {shown} cannot be shown and why"),
        ],
        None => [
            format!("says that there is nothing to show in {name}"),
            format!("says that {name} is on its way"),
            format!("says that {name} cannot be shown and why"),
        ],
    };
    let [nothing, coming, failed] = plain;
    vec![
        format!("empty: {}", empty.unwrap_or(nothing)),
        format!("loading: {}", loading.unwrap_or(coming)),
        format!("error: {}", error.unwrap_or(failed)),
    ]
}
