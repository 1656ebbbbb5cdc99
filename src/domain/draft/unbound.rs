//! The brief as the draft tells it: without the technologies that it names. The statements keep their words, which are
//! the requirements; what is said of the product besides is told as what it does for people.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::cast::Cast;
use super::edge::edge;
use super::neutral;
use super::phrase::listed;
use crate::domain::brief::{Brief, Clauses, Statement, Traced};
use crate::domain::lexicon;

/// Requirements in one question, and questions of this kind: more nobody answers.
const MOST_NAMED: usize = 8;
const MOST_ASKED: usize = 12;
/// Texts in which names of technologies are looked for.
const MOST_READ: usize = 2_000;

/// The brief without technologies, but for its statements.
pub(super) fn brief(brief: &Brief) -> Cow<'_, Brief> {
    if !names_any(brief) {
        return Cow::Borrowed(brief);
    }
    let of_technology = parts_of_names(brief);
    let mut brief = brief.clone();
    if let Some(title) = neutral::clause(&brief.title.text) {
        brief.title.text = title;
    }
    for texts in [&mut brief.summary, &mut brief.goals] {
        plain(texts);
    }
    brief.actors.retain(|actor| lexicon::find(&actor.text).is_empty());
    for story in &mut brief.stories {
        for part in [&mut story.actor, &mut story.want, &mut story.benefit] {
            *part = part.take().and_then(|text| neutral::clause(&text));
        }
        // A title that is a technology names no screen; its lines do.
        story.title = neutral::clause(&story.title).unwrap_or_default();
        plain(&mut story.narrative);
    }
    brief.entities.retain(|thing| {
        let lower = thing.name.to_lowercase();
        thing.defined || lexicon::find(&thing.name).is_empty() && !of_technology.contains(&lower)
    });
    for thing in &mut brief.entities {
        thing.description = neutral::told(&thing.description);
        thing.attributes.retain_mut(|attribute| {
            attribute.description = neutral::told(&attribute.description);
            let name = neutral::clause(&attribute.name);
            name.map(|name| attribute.name = name).is_some()
        });
    }
    for (_, meaning) in &mut brief.glossary {
        meaning.text = neutral::told(&meaning.text);
    }
    let (cases, open): (Vec<Traced>, Vec<Traced>) = std::mem::take(&mut brief.edge_cases)
        .into_iter()
        .partition(|case| neutral::clause(&case.text).is_some() || edge(&case.text).answer.is_some());
    brief.edge_cases = cases;
    plain(&mut brief.edge_cases);
    brief.open_questions.extend(open);
    Cow::Owned(brief)
}

/// The words of which the names of technologies are made that the brief names: a thing called so was read off one.
fn parts_of_names(brief: &Brief) -> BTreeSet<String> {
    let told = brief.statements.iter().map(|statement| statement.text.as_str());
    let told = told.chain(brief.summary.iter().map(|text| text.text.as_str())).take(MOST_READ);
    let names =
        told.flat_map(|text| lexicon::find(text).into_iter().map(move |hit| text.get(hit.start..hit.end)));
    let own = |name: &str| name.starts_with(char::is_uppercase) && name.contains(' ');
    let names = names.flatten().filter(|name| own(name));
    names.flat_map(|name| name.split(' ').map(str::to_lowercase).collect::<Vec<_>>()).collect()
}

fn names_any(brief: &Brief) -> bool {
    let named = |text: &str| !lexicon::find(text).is_empty();
    let traced = [&brief.summary, &brief.goals, &brief.actors, &brief.edge_cases];
    let stories = brief.stories.iter().any(|story| {
        let parts = [&story.actor, &story.want, &story.benefit];
        named(&story.title)
            || parts.into_iter().flatten().any(|text| named(text))
            || story.narrative.iter().any(|text| named(&text.text))
    });
    stories
        || named(&brief.title.text)
        || traced.into_iter().flatten().any(|text| named(&text.text))
        || brief.entities.iter().any(|thing| {
            let told = thing.attributes.iter().any(|a| named(&a.name) || named(&a.description));
            told || named(&thing.name) || named(&thing.description)
        })
}

fn plain(texts: &mut Vec<Traced>) {
    texts.retain_mut(|text| {
        text.text = neutral::told(&text.text);
        !text.text.is_empty()
    });
}

/// What a statement says without its technologies.
pub(super) struct Said<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) clauses: Cow<'a, Clauses>,
    /// Nothing of it, or not enough for a sentence, is left.
    pub(super) technical: bool,
}

/// A statement without its technologies; as it stands where it names none.
pub(super) fn said(statement: &Statement) -> Said<'_> {
    let (text, clauses) = (Cow::Borrowed(statement.text.as_str()), Cow::Borrowed(&statement.clauses));
    let apart =
        [&clauses.condition, &clauses.trigger, &clauses.exception, &clauses.response, &clauses.subject];
    // A name in capitals at the head of a clause is one within the sentence, and the other way round.
    let named = |text: &str| !lexicon::find(text).is_empty();
    if !named(&statement.text) && !apart.into_iter().flatten().any(|part| named(part)) {
        return Said { text, clauses, technical: false };
    }
    let mut whole = true;
    let mut part = |text: &Option<String>| {
        let told = text.as_deref().map(neutral::clause);
        whole &= !matches!(told, Some(None));
        told.flatten()
    };
    let (condition, trigger, exception) =
        (part(&clauses.condition), part(&clauses.trigger), part(&clauses.exception));
    let answer = clauses
        .response
        .as_deref()
        .and_then(|response| neutral::answer(clauses.subject.as_deref(), response));
    let (subject, response) = answer.map_or((None, None), |(subject, response)| (subject, Some(response)));
    // What cannot be told of an answer leaves the deed that it answers.
    let silent = clauses.response.is_some() && response.is_none();
    let text = if silent { String::new() } else { neutral::told(&statement.text) };
    let acted = trigger.is_some() || exception.is_some();
    let technical = !whole || silent && !acted || response.is_none() && !acted && text.is_empty();
    let told = Clauses { condition, trigger, exception, response, subject };
    Said { text: Cow::Owned(text), clauses: Cow::Owned(told), technical }
}

/// One question for each technology that requirements name.
pub(super) fn questions(cast: &Cast) -> Vec<String> {
    let mut order: Vec<&'static str> = Vec::new();
    let mut bound: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
    for line in &cast.lines {
        let Some(id) = line.requirement.as_deref().filter(|_| line.bound) else { continue };
        for hit in lexicon::find(&line.statement.text) {
            let ids = bound.entry(hit.term).or_insert_with(|| {
                order.push(hit.term);
                Vec::new()
            });
            if ids.last() != Some(&id) {
                ids.push(id);
            }
        }
    }
    let asked = order.iter().take(MOST_ASKED).filter_map(|term| Some((term, bound.get(term)?)));
    asked
        .map(|(term, ids)| {
            let mut named: Vec<String> = ids.iter().take(MOST_NAMED).map(|id| (*id).to_owned()).collect();
            let more = ids.len() - named.len();
            if more > 0 {
                named.push(format!("{more} more"));
            }
            let verb = if ids.len() == 1 { "names" } else { "name" };
            format!("{} {verb} “{term}”: is it given, or may the product do this otherwise?", listed(&named))
        })
        .collect()
}
