//! The cast: every statement of the brief as a line of a story, with who does what and what the
//! product does in answer. Statements outside any story join the story that they share most with.

use super::edge::Edge;
use super::general;
use super::model::Things;
use super::naming::SENTENCE;
use super::phrase::{capital, clause, does, sentences, short, told_of};
use super::words::{Index, words};
use crate::domain::brief::{Brief, Force, Statement, Story};
use crate::domain::intent::RequirementKind;

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
}

pub(super) struct Cast<'a> {
    pub(super) lines: Vec<Line<'a>>,
    pub(super) groups: Vec<Group<'a>>,
}

/// So many lines that fit nowhere go where most stands.
const LEFT: usize = 2;
/// Lines of one flow: a longer story is told in parts.
const MOST_LINES: usize = 400;

impl<'a> Cast<'a> {
    pub(super) fn of(brief: &'a Brief, things: &Things) -> Self {
        let all = brief.counts_what_it_describes();
        let mut count = 0_usize;
        let lines: Vec<Line> = brief
            .statements
            .iter()
            .map(|statement| {
                let counts =
                    (all || statement.force == Force::Normative) && !statement.text.trim().is_empty();
                let requirement = (counts && count < 50_000).then(|| {
                    count += 1;
                    format!("R{count}")
                });
                line(brief, statement, requirement, things)
            })
            .collect();
        let groups = groups(brief, &lines, things);
        Self { lines, groups }
    }
}

fn line<'a>(
    brief: &Brief,
    statement: &'a Statement,
    requirement: Option<String>,
    things: &Things,
) -> Line<'a> {
    let clauses = &statement.clauses;
    let said = |part: &Option<String>| part.as_deref().map(clause).filter(|c| !c.is_empty());
    let foreign = brief.language != "en";
    let response = match (&clauses.subject, said(&clauses.response)) {
        _ if foreign => {
            after_case(&statement.text, clauses.trigger.as_deref().or(clauses.exception.as_deref()))
        }
        (Some(subject), Some(response)) if !subject.trim().is_empty() => does(subject, &response),
        (_, Some(response)) => capital(&response),
        (_, None) => plain(&statement.text),
    };
    let asked = clauses.trigger.is_none() && clauses.exception.is_none();
    let edge =
        asked.then(|| statement.text.split_once('?')).flatten().map(|_| super::edge::edge(&statement.text));
    if let Some(Edge { condition, answer: Some(answer) }) = edge {
        return Line {
            statement,
            requirement,
            entities: things.find(&statement.text),
            action: Some(short(&condition, SENTENCE)),
            response: short(&told_of(&answer), SENTENCE),
            condition: None,
            unwanted: true,
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
            .map(|a| spoken(brief, statement, &capital(&told_of(&a)), condition.as_deref(), unwanted)),
        response: short(&told_of(&response), SENTENCE),
        condition,
        unwanted,
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
    const IN_A_CASE: &[&str] = &["no", "not", "without", "already", "never", "nothing", "empty", "attempts"];
    words(text).iter().any(|w| ALWAYS.contains(&w.as_str()) || (case && IN_A_CASE.contains(&w.as_str())))
}

fn groups<'a>(brief: &'a Brief, lines: &[Line], things: &Things) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = brief
        .stories
        .iter()
        .map(|story| Group {
            story: Some(story),
            title: story_title(story),
            own: Vec::new(),
            also: Vec::new(),
            about: None,
        })
        .collect();
    for (at, line) in lines.iter().enumerate() {
        if let Some(group) = line.statement.story.and_then(|s| groups.get_mut(s)) {
            group.own.push(at);
        }
    }
    // What holds everywhere is no flow of its own: its lines go where they fit.
    let general: Vec<bool> = groups.iter().map(|group| general::holds_everywhere(group, lines)).collect();
    let nameless: Vec<bool> = groups.iter().map(|group| general::names_nothing(group, lines)).collect();
    let mut released: Vec<usize> = Vec::new();
    for (group, _) in groups.iter_mut().zip(&nameless).filter(|(_, nameless)| **nameless) {
        released.append(&mut group.own);
        group.story = None;
    }
    let some_left = groups.iter().zip(&general).any(|(group, general)| !group.own.is_empty() && !general);
    if some_left {
        for (group, _) in groups.iter_mut().zip(&general).filter(|(_, general)| **general) {
            released.append(&mut group.own);
            group.story = None;
        }
    }
    released.sort_unstable();
    let mut index = Index::default();
    let housing = |id: usize| !nameless[id] && (!some_left || !general[id]);
    for (id, group) in groups.iter().enumerate().filter(|(id, _)| housing(*id)) {
        index.add(&group.title, 3, id);
        if let Some(story) = group.story {
            for text in story.want.iter().chain(story.benefit.iter()) {
                index.add(text, 2, id);
            }
            for text in story.narrative.iter().take(4) {
                index.add(&text.text, 1, id);
            }
        }
        for at in group.own.iter().take(40) {
            index.add(&lines[*at].statement.text, 1, id);
        }
    }
    let largest =
        (0..groups.len()).filter(|id| housing(*id)).max_by_key(|id| (groups[*id].own.len(), usize::MAX - id));
    let mut homeless = Group {
        story: None,
        title: brief.title.text.clone(),
        own: Vec::new(),
        also: Vec::new(),
        about: None,
    };
    for (at, line) in lines.iter().enumerate() {
        let housed = line.statement.story.is_some_and(|s| s < groups.len());
        if housed && released.binary_search(&at).is_err() {
            continue;
        }
        match index.best(&line.statement.text) {
            Some(id) => groups[id].also.push(at),
            // What is no requirement makes no flow of its own.
            None if line.requirement.is_none() && !groups.is_empty() => {}
            // How good it must be tells of no screen: it holds on the one that most is said of.
            None if line.statement.kind != RequirementKind::Functional && largest.is_some() => {
                groups[largest.unwrap_or_default()].also.push(at);
            }
            None => homeless.own.push(at),
        }
    }
    groups.retain(|g| {
        !g.own.is_empty()
            || !g.also.is_empty()
            || g.story.is_some_and(|s| s.want.is_some() || !s.narrative.is_empty())
    });
    // A line or two that fit nowhere are no screen of their own.
    if let Some(last) = groups.iter_mut().max_by_key(|g| g.own.len()).filter(|_| homeless.own.len() <= LEFT) {
        last.also.append(&mut homeless.own);
    }
    if !homeless.own.is_empty() {
        groups.push(homeless);
    }
    let strands = groups.into_iter().flat_map(|group| super::split::by_thing(group, lines, things));
    strands.flat_map(parted).collect()
}

fn story_title(story: &Story) -> String {
    let chapter = story.actor.is_none() && story.want.is_none();
    [Some(&story.title), story.want.as_ref(), Some(&story.label)]
        .into_iter()
        .flatten()
        .find(|t| !t.trim().is_empty() && (chapter || !super::titles::is_kind_of_ticket(t)))
        .map(|t| if chapter { without_subtitle(t) } else { t.clone() })
        .map(|t| capital(&short(t.trim_start_matches("to "), 80)))
        .unwrap_or_default()
}

/// `The "Daily Canvas": Anatomy of an Entry` → `Daily Canvas`: a chapter is called by its title.
fn without_subtitle(title: &str) -> String {
    let long = title.split_whitespace().count() > 5;
    let head = title.split_once(": ").map(|(head, _)| head).filter(|head| {
        long && head.split_whitespace().count() <= 5 && head.chars().filter(|c| c.is_alphabetic()).count() > 3
    });
    let Some(head) = head else { return title.to_owned() };
    let head = head.strip_prefix("The ").unwrap_or(head);
    head.trim_matches(['"', '“', '”', '\'', '*', ' ']).to_owned()
}

/// A group that nobody could read in one go, in parts of [`MOST_LINES`].
fn parted(group: Group<'_>) -> Vec<Group<'_>> {
    if group.own.len() + group.also.len() <= MOST_LINES {
        return vec![group];
    }
    let parts = group.own.chunks(MOST_LINES).map(|own| (own.to_vec(), Vec::new()));
    let more = group.also.chunks(MOST_LINES).map(|also| (Vec::new(), also.to_vec()));
    parts
        .chain(more)
        .enumerate()
        .map(|(n, (own, also))| Group {
            story: group.story,
            title: if n == 0 { group.title.clone() } else { format!("{} ({})", group.title, n + 1) },
            own,
            also,
            about: group.about,
        })
        .collect()
}
