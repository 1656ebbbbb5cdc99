//! Strands: a long list of demands told apart by the things that its lines are about, so that no single screen
//! has to hold them all. A short list, and one that is about one thing, stays as it is.

use std::collections::BTreeMap;

use super::about;
use super::cast::{Group, Line};
use super::listed::Listed;
use super::model::Things;
use super::words::{Index, stem, words};
use crate::domain::intent::RequirementKind;

/// A section of so many lines is still read in one go; a story that somebody told is one whole for longer.
const LONG: usize = 8;
const LONG_STORY: usize = 13;
/// Lines that make a strand.
const LEAST: usize = 2;
/// Screens of one list.
const MOST: usize = 7;

/// The strands of a group: by the screens that the brief lists, by the things that its lines are about, else by the
/// nouns that they do something to.
pub(super) fn strands<'a>(
    group: Group<'a>,
    lines: &[Line],
    things: &Things,
    listed: &[Listed],
) -> Vec<Group<'a>> {
    if group.story.is_none() && !listed.is_empty() {
        return by_screen(group, lines, listed);
    }
    let loose = group.story.is_none() && !group.own.is_empty() && !things.is_foreign();
    let (own, also) = (group.own.clone(), group.also.clone());
    let mut parts = by_thing(group, lines, things);
    let strands =
        if loose && parts.len() == 1 && own.len() >= LONG { about::by_noun(&own, lines) } else { None };
    if let Some(strands) = strands {
        let part = |(title, own)| Group { story: None, title, own, also: Vec::new(), about: None, on: None };
        parts = strands.into_iter().map(part).collect();
        if let Some(first) = parts.first_mut() {
            first.also = also;
        }
    }
    parts
}

/// Lines that no section holds, on the screens that the brief lists: each on the one that it shares most with, and
/// what shares nothing with any on the one of the line before it.
fn by_screen<'a>(group: Group<'a>, lines: &[Line], listed: &[Listed]) -> Vec<Group<'a>> {
    let mut index = Index::default();
    for (at, screen) in listed.iter().enumerate() {
        index.add(&screen.name, 3, at);
        index.add(&screen.told, 2, at);
    }
    let mut parts: Vec<Group<'a>> = listed
        .iter()
        .enumerate()
        .map(|(on, screen)| Group {
            story: None,
            title: screen.name.clone(),
            own: Vec::new(),
            also: Vec::new(),
            about: None,
            on: Some(on),
        })
        .collect();
    let mut last = 0;
    let mut anywhere = group.also;
    for at in group.own {
        let line = &lines[at];
        let best = index.best(&line.statement.text);
        let functional = line.statement.kind == RequirementKind::Functional;
        match (functional, best) {
            (true, best) => {
                last = best.unwrap_or(last);
                parts[last].own.push(at);
            }
            (false, Some(best)) => parts[best].also.push(at),
            (false, None) => anywhere.push(at),
        }
    }
    if let Some(first) = parts.iter_mut().max_by_key(|part| part.own.len()) {
        first.also.append(&mut anywhere);
    }
    parts.retain(|part| !part.own.is_empty() || !part.also.is_empty());
    parts
}

/// The strands of a group by things, in the order in which the brief begins with each; the group where it has none.
fn by_thing<'a>(group: Group<'a>, lines: &[Line], things: &Things) -> Vec<Group<'a>> {
    let told = group.story.is_some_and(|story| story.want.is_some());
    let all: Vec<usize> = if group.own.is_empty() { group.also.clone() } else { group.own.clone() };
    if all.len() < if told { LONG_STORY } else { LONG } {
        return vec![group];
    }
    let topics = topics(&all, lines, things);
    let mut order: Vec<usize> = topics.iter().flatten().copied().collect();
    let mut seen = std::collections::BTreeSet::new();
    order.retain(|thing| seen.insert(*thing));
    if order.len() < 2 {
        return vec![group];
    }
    let stems = |name: &str| words(name).iter().map(|w| stem(w)).collect::<Vec<_>>();
    let own = if group.story.is_some() { stems(&group.title) } else { Vec::new() };
    let told_by = |thing: usize| own.len() <= 3 && stems(things.name(thing)).iter().all(|w| own.contains(w));
    let mut parts: Vec<Group<'a>> = order
        .iter()
        .map(|thing| {
            let named = super::phrase::capital(&things.screen(*thing));
            // What the section is about has the section's name.
            let title = if told_by(*thing) { group.title.clone() } else { named };
            Group { story: None, title, own: Vec::new(), also: Vec::new(), about: Some(*thing), on: None }
        })
        .collect();
    let mut last = 0;
    for (at, thing) in all.iter().zip(&topics) {
        // A line that names none of the things goes on with what the line before it was about.
        last = thing.and_then(|t| order.iter().position(|o| *o == t)).unwrap_or(last);
        if let Some(part) = parts.get_mut(last) {
            part.own.push(*at);
        }
    }
    let also = if group.own.is_empty() { &[][..] } else { group.also.as_slice() };
    for at in also {
        let place = order.iter().position(|thing| lines[*at].entities.contains(thing)).unwrap_or(0);
        if let Some(part) = parts.get_mut(place) {
            part.also.push(*at);
        }
    }
    if let Some(first) = parts.first_mut() {
        first.story = group.story;
    }
    parts
}

/// What each line is about: of the things that it names the first that other lines speak of too, and rather one
/// that tells it apart than the one that nearly all of them name.
fn topics(all: &[usize], lines: &[Line], things: &Things) -> Vec<Option<usize>> {
    // A thing of which a line lists what it has is worth a screen on its own.
    let rich = |thing: usize| things.model.entities.get(thing).is_some_and(|e| e.attributes.len() >= 2);
    let mut allowed: Option<Vec<usize>> = None;
    for _ in 0..4 {
        let may = |thing: &usize| allowed.as_ref().is_none_or(|list| list.contains(thing));
        let mut spoken: BTreeMap<usize, usize> = BTreeMap::new();
        for thing in all.iter().flat_map(|at| &lines[*at].entities).filter(|t| may(t)) {
            *spoken.entry(*thing).or_default() += 1;
        }
        let often = |thing: usize| spoken.get(&thing).copied().unwrap_or(0);
        let everywhere = |thing: usize| often(thing) * 5 > all.len() * 2;
        let topic = |at: &usize| {
            let worth = |t: &usize| often(*t) >= LEAST || rich(*t) && often(*t) > 0;
            let named = || lines[*at].entities.iter().copied().filter(worth);
            named().find(|t| !everywhere(*t)).or_else(|| named().next())
        };
        let topics: Vec<Option<usize>> = all.iter().map(topic).collect();
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for thing in topics.iter().flatten() {
            *sizes.entry(*thing).or_default() += 1;
        }
        let mut kept: Vec<(usize, usize)> =
            sizes.iter().map(|(t, n)| (*t, *n)).filter(|(t, n)| *n >= LEAST || rich(*t)).collect();
        kept.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        kept.truncate(MOST);
        if kept.len() == sizes.len() {
            return topics;
        }
        allowed = Some(kept.into_iter().map(|(thing, _)| thing).collect());
    }
    let list = allowed.unwrap_or_default();
    all.iter().map(|at| lines[*at].entities.iter().copied().find(|t| list.contains(t))).collect()
}
