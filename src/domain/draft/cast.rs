//! The cast: every statement of the brief as a line of a story, with who does what and what the
//! product does in answer.

use std::borrow::Cow;

use super::edge::Edge;
use super::groups;
use super::listed::{self, Listed};
use super::model::Things;
use super::naming::SENTENCE;
use super::phrase::{capital, clause, does, sentences, short, told_by};
use super::unbound::{self, Said};
use super::words::words;
use crate::domain::brief::{Brief, Statement, Story};

/// One statement in its story.
pub(super) struct Line<'a> {
    pub(super) statement: &'a Statement,
    /// Its requirement id, where it is a requirement.
    pub(super) requirement: Option<String>,
    /// Who does what, or what happens.
    pub(super) action: Option<String>,
    /// What the product does.
    pub(super) response: String,
    /// Given …, While …
    pub(super) condition: Option<String>,
    /// A failure or a special case rather than the way that things usually go.
    pub(super) unwanted: bool,
    /// It names a technology.
    pub(super) bound: bool,
    /// The sentence without its technology; nothing where that is all that it speaks of.
    pub(super) told: Cow<'a, str>,
    /// In a language of which no sentence is taken apart and put together again.
    pub(super) foreign: bool,
    pub(super) entities: Vec<usize>,
}

/// A story with its lines.
pub(super) struct Group<'a> {
    pub(super) story: Option<&'a Story>,
    pub(super) title: String,
    /// Lines of the story itself, as indexes into [`Cast::lines`].
    pub(super) own: Vec<usize>,
    /// Lines from elsewhere in the document that belong to it.
    pub(super) also: Vec<usize>,
    /// The thing that all of its lines are about, where they were told apart by it.
    pub(super) about: Option<usize>,
    /// The screen of [`Cast::listed`] on which it takes place, where the brief lists its screens.
    pub(super) on: Option<usize>,
}

pub(super) struct Cast<'a> {
    pub(super) lines: Vec<Line<'a>>,
    pub(super) groups: Vec<Group<'a>>,
    /// The screens that the brief lists.
    pub(super) listed: Vec<Listed>,
}

impl<'a> Cast<'a> {
    pub(super) fn of(brief: &'a Brief, things: &Things) -> Self {
        let all = brief.counts_what_it_describes();
        let mut count = 0_usize;
        let lines: Vec<Line> = brief
            .statements
            .iter()
            .map(|statement| {
                let requirement = (brief.counts(statement, all) && count < 50_000).then(|| {
                    count += 1;
                    format!("R{count}")
                });
                line(brief, statement, requirement, things)
            })
            .collect();
        let listed = listed::screens(brief);
        let groups = groups::groups(brief, &lines, things, &listed);
        Self { lines, groups, listed }
    }

    /// The lines that only say what a listed screen is for, with that screen.
    pub(super) fn of_screens(&self) -> impl Iterator<Item = (usize, usize)> {
        let on = |line: &Line| self.listed.iter().position(|screen| screen.line == line.statement.line);
        self.lines.iter().enumerate().filter_map(move |(at, line)| Some((at, on(line)?)))
    }
}

fn line<'a>(
    brief: &Brief,
    statement: &'a Statement,
    requirement: Option<String>,
    things: &Things,
) -> Line<'a> {
    let Said { text, clauses, technical } = unbound::said(statement);
    let bound = matches!(text, Cow::Owned(_));
    if technical {
        return Line {
            statement,
            requirement,
            entities: touched(brief, statement, things, None),
            action: None,
            response: String::new(),
            condition: None,
            unwanted: false,
            bound,
            told: Cow::Borrowed(""),
            foreign: brief.language != "en",
        };
    }
    let said = |part: &Option<String>| part.as_deref().map(clause).filter(|c| !c.is_empty());
    let foreign = brief.language != "en";
    let response = match (&clauses.subject, said(&clauses.response)) {
        _ if foreign => after_case(&text, clauses.trigger.as_deref().or(clauses.exception.as_deref())),
        (Some(subject), Some(response)) if !subject.trim().is_empty() => does(subject, &response),
        (_, Some(response)) => capital(&response),
        (_, None) => plain(&text),
    };
    let asked = clauses.trigger.is_none() && clauses.exception.is_none();
    let edge = asked.then(|| text.split_once('?')).flatten().map(|_| super::edge::edge(&text));
    if let Some(Edge { condition, answer: Some(answer) }) = edge {
        return Line {
            statement,
            requirement,
            entities: things.find(&statement.text),
            action: Some(short(&condition, SENTENCE)),
            response: short(&told_by(brief, &answer), SENTENCE),
            condition: None,
            unwanted: true,
            bound,
            told: text,
            foreign: false,
        };
    }
    let action = said(&clauses.trigger).or_else(|| said(&clauses.exception));
    let condition = said(&clauses.condition);
    let case = [&action, &condition, &said(&clauses.exception)];
    let unwanted = clauses.exception.is_some()
        || case.iter().any(|c| c.as_deref().is_some_and(|c| goes_wrong(c, true)))
        || (action.is_some() && goes_wrong(&response, false));
    Line {
        statement,
        requirement,
        entities: touched(brief, statement, things, action.as_deref()),
        action: action
            .map(|a| spoken(brief, statement, &capital(&told_by(brief, &a)), condition.as_deref(), unwanted)),
        response: short(&told_by(brief, &response), SENTENCE),
        condition,
        unwanted,
        bound,
        told: text,
        foreign,
    }
}

/// A sentence in a language of its own, without the case that it begins with.
fn after_case(text: &str, case: Option<&str>) -> String {
    let rest = case.and_then(|c| text.find(c).and_then(|at| text.get(at + c.len()..)));
    let rest = rest.map(|r| r.trim_start_matches(|c: char| "、，,:：".contains(c) || c.is_whitespace()));
    clause(rest.filter(|r| r.chars().count() > 3).unwrap_or(text))
}

/// `they submit the form` says who: the one of whom Given speaks, or the actor; in a special case, the case.
fn spoken(brief: &Brief, statement: &Statement, action: &str, given: Option<&str>, unwanted: bool) -> String {
    let Some(rest) = action.strip_prefix("They ") else { return short(action, SENTENCE) };
    let names: Vec<&str> = brief.actors.iter().take(20).map(|a| a.text.as_str()).collect();
    let person = given.filter(|g| {
        let said = words(g);
        let article = matches!(said.first().map(String::as_str), Some("a" | "an" | "the"));
        let acts = said
            .iter()
            .any(|w| super::verbs::is_inflected(w) || matches!(w.as_str(), "is" | "are" | "has" | "who"));
        said.len() <= 8 && article && !acts && super::flow::names_person(g, &names)
    });
    if let (Some(given), None, true) = (given, person, unwanted) {
        return short(&capital(given), SENTENCE);
    }
    let own = statement.story.and_then(|s| brief.stories.get(s)).and_then(|s| s.actor.as_deref());
    let actor =
        own.or_else(|| names.first().copied()).map_or_else(|| "user".to_owned(), super::flow::actor_name);
    let subject = person.map_or_else(|| format!("The {}", super::phrase::small(&actor)), capital);
    short(&format!("{subject} {}", super::verbs::conjugated(rest, false)), SENTENCE)
}

/// A sentence with its obligation told as a fact: `The system SHALL show X` → `The system shows X`.
pub(super) fn plain(text: &str) -> String {
    const MODALS: &[&str] =
        &[" SHALL ", " MUST ", " shall ", " must ", " SHOULD ", " should ", " will ", " WILL "];
    let text = sentences(text).into_iter().next().unwrap_or_default();
    let modal = MODALS.iter().filter_map(|m| text.find(m).map(|at| (at, m.len()))).min();
    match modal {
        Some((at, len)) if at < 80 && !text[..at].contains(',') => does(&text[..at], &text[at + len..]),
        _ => capital(&clause(&text)),
    }
}

/// The things that a statement touches: neither the product that answers nor the person who acts is one,
/// unless nothing else is.
fn touched(brief: &Brief, statement: &Statement, things: &Things, action: Option<&str>) -> Vec<usize> {
    let mut text = statement.text.clone();
    let subject = statement.clauses.subject.as_deref().map(str::trim).unwrap_or_default();
    let title = brief.title.text.as_str();
    for product in [subject, title] {
        let whole = things.find(product).iter().any(|t| words(things.name(*t)) == without_article(product));
        if product.contains(' ') && !whole {
            text = text.replace(product, " ");
        }
    }
    let mut found = things.find(&text);
    let actor = action.map(|a| a.split(' ').take(3).collect::<Vec<_>>().join(" ")).unwrap_or_default();
    if found.len() > 1 && actor.split(' ').next().is_some_and(|w| matches!(w, "A" | "An" | "The")) {
        let acts = actor.split(' ').nth(2).is_some_and(super::verbs::is_inflected);
        let acting = if acts { things.find(&actor).first().copied() } else { None };
        found.retain(|t| Some(*t) != acting);
    }
    found
}

fn without_article(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|w| !matches!(w.as_str(), "a" | "an" | "the")).collect()
}

/// Whether a clause tells of a failure or a refusal.
fn goes_wrong(text: &str, case: bool) -> bool {
    const ALWAYS: &[&str] = &[
        "fail",
        "fails",
        "failed",
        "failure",
        "error",
        "errors",
        "invalid",
        "reject",
        "rejects",
        "rejected",
        "denied",
        "deny",
        "denies",
        "blocks",
        "blocked",
        "prevent",
        "prevents",
        "cannot",
        "unable",
        "incorrect",
        "wrong",
        "expired",
        "expires",
        "revoked",
        "unsupported",
        "missing",
        "unavailable",
        "lost",
        "unexpectedly",
        "conflict",
        "duplicate",
        "exceeds",
        "refused",
        "refuses",
        "hidden",
        "inaccessible",
    ];
    const IN_A_CASE: &[&str] =
        &["no", "not", "without", "already", "never", "nothing", "empty", "attempts", "weak"];
    words(text).iter().any(|w| ALWAYS.contains(&w.as_str()) || (case && IN_A_CASE.contains(&w.as_str())))
}
