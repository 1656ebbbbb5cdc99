//! Things, their properties and the states of parts, as a person lists them.

use super::super::attribute;
use super::super::model::identity;
use super::super::phrase::{capital, label, tidy};
use super::super::view;
use super::super::words::stems;
use super::ASKED;
use super::apply::{Outcome, gone};
use super::element::{Element, Wanted, find, kinded, plain};
use crate::domain::intent::{Attribute, Entity, Intent};

/// Whom a person means by the home of something new: who adds several properties means a thing.
pub(super) fn home_of(intent: &Intent, said: &str, several: bool) -> Option<Element> {
    let mut found = find(intent, said);
    let exact = |name: &str| name.eq_ignore_ascii_case(&plain(said));
    let thing = found.iter().position(|e| matches!(e, Element::Entity(name) if several || exact(name)));
    (!found.is_empty()).then(|| found.swap_remove(thing.unwrap_or(0)))
}

/// The names in `start time, end time and status`; one where a name has a joining word of its own.
pub(super) fn properties(name: &str) -> Vec<String> {
    let name = name.split(" (").next().unwrap_or(name);
    let parts = super::pieces::outside_quotes(name, &[", and ", " and ", ", ", " & "]);
    let parts: Vec<String> = parts.iter().map(|part| plain(part)).filter(|part| !part.is_empty()).collect();
    let short = parts.iter().all(|part| part.split_whitespace().count() <= 4);
    if short && !parts.is_empty() { parts } else { vec![name.to_owned()] }
}

/// A thing and the list of what it has.
pub(super) fn with_list(what: &str) -> (&str, Option<&str>) {
    if let Some((name, rest)) = what.split_once(" (")
        && rest.contains(',')
    {
        return (name, Some(rest.trim_end_matches(')')));
    }
    let named = kinded(what.split(" with ").next().unwrap_or(what)).1 == Wanted::Entity;
    match super::pieces::cut(
        what,
        &[" with the attributes ", " with attributes ", " with the fields ", " with fields ", " with "],
    ) {
        Some((name, list)) if named => (name, Some(list)),
        _ => (what, None),
    }
}

/// A thing with its properties, or these properties for a thing that is there.
pub(super) fn thing_with(intent: &mut Intent, name: &str, list: &str, said: &str) -> Outcome {
    let known =
        intent.data_model.entities.iter().find(|e| stems(&e.name) == stems(name)).map(|e| e.name.clone());
    let (mut changed, mut told) = (Vec::new(), Vec::new());
    let entity = match known {
        Some(entity) => entity,
        None => {
            let (elements, what) = thing(intent, name, said)?;
            intent.open_questions.pop();
            changed.extend(elements);
            told.push(what);
            capital(name)
        }
    };
    for property in properties(list) {
        if let Ok((elements, what)) = attribute_of(intent, &entity, &property) {
            changed.extend(elements);
            told.push(what);
        }
    }
    if told.is_empty() {
        Err(format!("“{entity}” has all of that already."))
    } else {
        Ok((changed, told.join(" ")))
    }
}

/// `Bookings needs an empty state that says "No bookings yet"`.
pub(super) fn told_state(intent: &mut Intent, to: Option<&str>, said: &str) -> Option<Outcome> {
    let lower = said.to_lowercase();
    let state = ["empty", "loading", "error"].into_iter().find(|s| lower.contains(&format!("{s} state")))?;
    let (_, text) = super::pieces::cut(
        said,
        &[" that says ", " saying ", " which says ", " with the text ", " state: "],
    )?;
    let home = find(intent, to?)
        .into_iter()
        .find_map(|e| if let Element::Component(id) = e { Some(id) } else { None })?;
    let text = text.trim().trim_matches(|c: char| "\"“”„«»".contains(c)).trim();
    Some(super::describe::state(intent, state, to?, text, Some(Element::Component(home))))
}

pub(super) fn attribute_of(intent: &mut Intent, entity: &str, name: &str) -> Outcome {
    let e = intent.data_model.entities.iter_mut().find(|e| e.name == entity).ok_or_else(gone)?;
    if e.attributes.iter().any(|a| stems(&a.name) == stems(name)) {
        return Err(format!("“{entity}” has “{name}” already."));
    }
    let kind = attribute::kind(name, "");
    e.attributes.push(Attribute {
        name: name.to_owned(),
        kind: kind.clone(),
        required: false,
        description: None,
    });
    Ok((
        vec![Element::Attribute(entity.to_owned(), name.to_owned())],
        format!("“{entity}” now has “{name}” ({kind})."),
    ))
}

pub(super) fn thing(intent: &mut Intent, name: &str, said: &str) -> Outcome {
    let name = capital(name);
    if intent.data_model.entities.iter().any(|e| stems(&e.name) == stems(&name)) {
        return Err(format!("There is a thing called “{name}” already."));
    }
    intent.data_model.entities.push(Entity {
        description: format!("{ASKED}: {}.", tidy(said)),
        attributes: vec![identity(&name)],
        relationships: Vec::new(),
        name: name.clone(),
    });
    intent.open_questions.push(format!(
        "Which properties does {} have? It was asked for in review.",
        view::some(&label(&name))
    ));
    Ok((vec![Element::Entity(name.clone())], format!("Added “{name}” to the data model.")))
}
