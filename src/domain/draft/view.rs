//! What a view is for and what it shows when there is nothing, not yet, or something went wrong.

use super::cast::Cast;
use super::flow::actor_name;
use super::inventory::Inventory;
use super::model::{Things, sentence};
use super::people;
use super::phrase::{listed, sentences, short, small, told_by};
use super::verbs;
use super::words::words;
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
    if inventory.parts.is_empty() {
        // No group was left to make a view of: the lines hold everywhere, or name nothing.
        return;
    }
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
    // What a view lists, else what its parts are about.
    let mut shown: Vec<Option<usize>> = vec![None; inventory.parts.len()];
    for data in [true, false] {
        for at in 0..inventory.parts.len() {
            let (part, view) = (&inventory.parts[at], root(inventory, at));
            if (part.kind == ComponentType::Data || !data) && shown[view].is_none() && view != at {
                shown[view] = part.entities.first().copied();
            }
        }
    }
    for at in 0..inventory.parts.len() {
        let told = described(&stories[at], brief, cast);
        if !told.is_empty() {
            inventory.parts[at].description = told;
        }
        if inventory.parts[at].kind == ComponentType::View {
            let shown = shown[at].or_else(|| inventory.parts[at].entities.first().copied());
            let shown = shown.map(|t| things.many(t));
            let name = small(&inventory.parts[at].name);
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
        let wanted = story.want.as_deref().map(|w| told_by(brief, w.trim().trim_start_matches("to ")));
        let deed = wanted.filter(|w| verbs::begins_with_verb(w)).or_else(|| {
            Some(told_by(brief, &super::phrase::label(title))).filter(|t| verbs::begins_with_verb(t))
        });
        match deed {
            Some(deed) => doing.push(small(&short(&deed, 140))),
            None => told.extend(story.narrative.first().and_then(|t| sentences(&t.text).into_iter().next())),
        }
        who = who.or(story.actor.as_deref().map(actor_name));
    }
    doing.dedup();
    let who = who
        .or_else(|| groups.first().and_then(|g| people::actor(brief, &cast.groups[*g], cast)))
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

/// Names of the views of whose states the brief says nothing.
pub(super) fn silent(inventory: &Inventory) -> Vec<String> {
    let views = inventory.parts.iter().filter(|p| p.kind == ComponentType::View);
    views.filter(|p| p.states.iter().all(|s| is_stock(s))).map(|p| format!("“{}”", p.name)).collect()
}

/// Whether a state only names what is missing.
pub(super) fn is_stock(state: &str) -> bool {
    state.starts_with("empty: no ") || state.ends_with(" loading") || state.ends_with(" not available")
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

/// What a view says beside its data, in the brief's words where it has them. A view without data is never
/// empty and never on its way.
pub(super) fn states(shown: Option<&str>, name: &str, lines: &[usize], cast: &Cast) -> Vec<String> {
    let mut empty = None;
    let mut loading = None;
    let mut error = None;
    for at in lines {
        let line = &cast.lines[*at];
        if line.response.is_empty() {
            continue;
        }
        let case = line.action.as_deref().unwrap_or_default();
        let said = words(&format!("{case} {}", line.response));
        let has = |w: &str| said.iter().any(|s| s == w);
        let any = |list: &[&str]| list.iter().any(|w| has(w));
        let told = || short(&line.response, 200);
        let in_case = words(case);
        let nothing =
            in_case.iter().any(|w| matches!(w.as_str(), "no" | "empty" | "without" | "none" | "nothing"));
        if empty.is_none()
            && (has("empty") && (has("state") || has("list"))
                || has("no") && any(&["found", "results", "matches", "match"])
                || nothing
                    && any(&[
                        "shows", "displays", "show", "display", "message", "says", "explains", "offers",
                    ]))
        {
            empty = Some(told());
        } else if loading.is_none()
            && (any(&["placeholder", "placeholders", "spinner", "skeleton"])
                || has("loading") && has("indicator")
                || has("progress") && any(&["bar", "ring", "indicator"]))
        {
            loading = Some(told());
        } else if error.is_none()
            && line.unwanted
            && any(&["error", "message", "says", "shows", "displays", "told", "informs", "explains", "shown"])
            && any(&[
                "fail",
                "fails",
                "failed",
                "lost",
                "unavailable",
                "offline",
                "unreachable",
                "timeout",
                "error",
                "errors",
                "invalid",
                "cannot",
                "drops",
                "declined",
                "rejected",
            ])
        {
            error = Some(told());
        }
    }
    let mut states = Vec::new();
    if let Some(shown) = shown {
        let empty = empty.unwrap_or_else(|| format!("no {shown}"));
        states.push(format!("empty: {empty}"));
        states.push(format!("loading: {}", loading.unwrap_or_else(|| format!("{shown} loading"))));
    }
    let failed = error.unwrap_or_else(|| match shown {
        Some(shown) => format!("{shown} not available"),
        None => format!("{name} not available"),
    });
    states.push(format!("error: {failed}"));
    states
}
