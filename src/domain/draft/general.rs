//! Sections that are about no screen: what holds everywhere, what only says which kind of text it is, and a name.

use super::cast::{Group, Line};
use super::words::words;
use crate::domain::intent::RequirementKind;

/// A section on a quality: nobody acts in it, and its title or all of its lines say what must hold.
pub(super) fn holds_everywhere(group: &Group, lines: &[Line]) -> bool {
    let told = group.story.is_some_and(|story| story.actor.is_some() || story.want.is_some());
    if told || group.own.is_empty() {
        return false;
    }
    let acts = group.own.iter().any(|at| lines[*at].action.is_some());
    let limits = group.own.iter().all(|at| lines[*at].statement.kind == RequirementKind::Quality);
    // What its lines speak of again and again is a thing and no quality.
    let named = super::words::content(&group.title);
    let of_itself = group.own.iter().filter(|at| {
        let said = super::words::content(&lines[**at].statement.text);
        named.last().is_some_and(|head| said.contains(head))
    });
    let of_itself = of_itself.count() * 3 >= group.own.len() && group.own.len() > 1;
    !acts && (super::titles::is_heading(&group.title) || limits && !of_itself)
}

/// A section of which nothing is left without its technologies: neither a wish nor a line.
pub(super) fn tells_nothing(group: &Group, lines: &[Line]) -> bool {
    let told = group.story.is_some_and(|story| story.want.is_some() || !story.narrative.is_empty());
    let silent = |at: &usize| lines[*at].action.is_none() && lines[*at].response.is_empty();
    !told && !group.own.is_empty() && group.own.iter().all(silent)
}

/// A title that says only what kind of text stands under it, or whose it is: `EPIC`, `Notes`, the name under a letter.
pub(super) fn names_nothing(group: &Group, lines: &[Line]) -> bool {
    if group.story.is_none_or(|story| story.want.is_some()) {
        return false;
    }
    let named = super::words::content(&group.title);
    let said = |at: &usize| {
        let said = super::words::content(&lines[*at].statement.text);
        named.last().is_some_and(|head| said.contains(head))
    };
    let label = super::titles::is_label(&group.title) && group.own.iter().filter(|at| said(at)).count() < 2;
    label || is_only_a_name(group, lines)
}

/// `Alasdair` over two sentences: a word that nothing else says, such as the name under a letter.
fn is_only_a_name(group: &Group, lines: &[Line]) -> bool {
    let named = words(&group.title);
    let [name] = named.as_slice() else { return false };
    const ABSTRACT: &[&str] = &[
        "ing", "ity", "tion", "sion", "ment", "ness", "ance", "ence", "age", "ure", "ship", "ics", "ery",
        "al", "out", "in", "ion",
    ];
    let plain = super::words::singular(name) == *name
        && name.is_ascii()
        && !ABSTRACT.iter().any(|end| name.ends_with(end));
    let said = || group.own.iter().any(|at| words(&lines[*at].statement.text).contains(name));
    let english = group.own.iter().all(|at| !lines[*at].foreign);
    plain
        && english
        && !group.own.is_empty()
        && group.own.len() <= 2
        && group.title.starts_with(char::is_uppercase)
        && !said()
}
