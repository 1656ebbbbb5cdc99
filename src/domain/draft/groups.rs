//! Stories with their lines: what stands outside any story joins the one that it shares most with, what holds
//! everywhere or tells nothing is no flow of its own, and what nobody could read in one go is told in parts.

use super::cast::{Group, Line};
use super::general;
use super::listed::Listed;
use super::model::Things;
use super::phrase::{capital, short};
use super::words::Index;
use crate::domain::brief::{Brief, Story};
use crate::domain::intent::RequirementKind;

/// So many lines that fit nowhere go where most stands.
const LEFT: usize = 2;
/// Lines of one flow: a longer story is told in parts.
const MOST_LINES: usize = 400;

/// Every story and section with its lines.
pub(super) fn groups<'a>(
    brief: &'a Brief,
    lines: &[Line],
    things: &Things,
    listed: &[Listed],
) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = brief
        .stories
        .iter()
        .map(|story| Group {
            story: Some(story),
            title: story_title(story),
            own: Vec::new(),
            also: Vec::new(),
            about: None,
            on: None,
        })
        .collect();
    let of_screen = |line: &Line| listed.iter().any(|screen| screen.line == line.statement.line);
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !of_screen(line)) {
        if let Some(group) = line.statement.story.and_then(|s| groups.get_mut(s)) {
            group.own.push(at);
        }
    }
    // `Requirement 7` of somebody whose wish is a technology is called by what its lines are about.
    for group in groups.iter_mut().filter(|group| super::titles::is_number(&group.title)) {
        if let Some(noun) = super::about::noun(&group.own, lines).filter(|_| brief.language == "en") {
            group.title = noun;
        }
    }
    // What holds everywhere is no flow of its own: its lines go where they fit.
    let general: Vec<bool> = groups.iter().map(|group| general::holds_everywhere(group, lines)).collect();
    let technical: Vec<bool> = groups.iter().map(|group| general::tells_nothing(group, lines)).collect();
    let others = groups.iter().zip(&technical).any(|(group, technical)| !group.own.is_empty() && !technical);
    let nameless: Vec<bool> = groups
        .iter()
        .zip(&technical)
        .map(|(group, technical)| others && *technical || general::names_nothing(group, lines))
        .collect();
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
        on: None,
    };
    for (at, line) in lines.iter().enumerate() {
        let housed = line.statement.story.is_some_and(|s| s < groups.len());
        if of_screen(line) {
            continue;
        }
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
    let strands = groups.into_iter().flat_map(|group| super::split::strands(group, lines, things, listed));
    strands.flat_map(parted).collect()
}

fn story_title(story: &Story) -> String {
    let chapter = story.actor.is_none() && story.want.is_none();
    // `Requirement 4` says which it is, and not what it is about.
    let wanted = story.want.as_deref().filter(|_| super::titles::is_number(&story.title));
    if let Some(wanted) = wanted {
        return super::titles::of_want(wanted);
    }
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
            on: group.on,
        })
        .collect()
}
