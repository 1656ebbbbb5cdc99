//! The built-in generator: the first draft of an intent from a brief, and its next version from findings
//! and a person's words. Pure and deterministic; names, actors, screens and fields are the brief's own,
//! and what the brief leaves open stays an open question.

mod about;
mod attribute;
mod called;
mod cast;
mod clicked;
mod control;
mod duty;
mod edge;
mod flow;
mod foreign;
mod general;
mod gesture;
mod groups;
mod interaction;
mod inventory;
mod listed;
mod model;
mod naming;
mod neutral;
mod noun;
mod object;
mod parts;
mod people;
mod phrase;
mod property;
mod purpose;
mod question;
mod relation;
mod repair;
mod revise;
mod screen;
mod split;
mod tense;
mod titles;
mod topic;
mod unbound;
mod verbs;
mod view;
mod words;

pub(super) use words::singular;

pub use revise::{Applied, Heard, NotApplied, Revision, revise, told, understood};

use std::collections::{BTreeMap, BTreeSet};

use cast::{Cast, Group};
use flow::Stage;
use inventory::Inventory;
use model::Things;

use crate::domain::brief::Brief;
use crate::domain::id::FeatureId;
use crate::domain::intent::{
    Component, ComponentType, Intent, Interaction, Requirement, SCHEMA_VERSION, Source, UserFlow,
};

/// The version of a first draft; every revision raises the middle number.
const FIRST_VERSION: &str = "0.1.0";
/// More flows than this belong to more than one feature.
const MOST_FLOWS: usize = 2_000;

/// First draft of an intent from a brief.
pub fn draft(brief: &Brief, feature: &FeatureId) -> Intent {
    let brief = &*unbound::brief(brief);
    let things = Things::of(brief);
    let bare = question::bare(&things);
    let mut cast = Cast::of(brief, &things);
    let title = called::called(&brief.title.text, feature);
    let whole = |group: &&mut Group| group.story.is_none() && group.title == brief.title.text;
    for group in cast.groups.iter_mut().filter(whole) {
        group.title.clone_from(&title);
    }
    let mut inventory = Inventory::of(&title, brief, &cast);

    let shown = inventory.list(&cast, &things);
    let mut views = Vec::with_capacity(cast.groups.len());
    let mut place = vec![0_usize; cast.lines.len()];
    // All views first: what one line calls a list may be the screen of another story.
    for group in cast.groups.iter().take(MOST_FLOWS) {
        views.push(inventory.view_of(group, &shown, &cast, &things));
    }
    for (group, view) in cast.groups.iter().zip(views.iter().copied()) {
        for at in group.own.iter().chain(&group.also) {
            place[*at] = inventory.place(&cast.lines[*at], view, &things);
        }
    }
    for (at, part) in cast.of_screens() {
        place[at] = shown.get(part).copied().unwrap_or_default();
    }
    view::furnish(&mut inventory, brief, &cast, &things, &views, &place);
    let first = first_lines(&cast, &things);
    let things = things.completed(&first);

    let stage = Stage { brief, cast: &cast, things: &things, place: &place, inventory: &inventory };
    let groups = cast.groups.iter().zip(&views);
    let mut user_flows: Vec<_> =
        groups.enumerate().filter_map(|(n, (group, view))| stage.flow(group, n + 1, *view)).collect();
    let edges = edge::place(&mut user_flows, brief, &things);

    let listed: Vec<String> = shown.iter().map(|at| inventory.parts[*at].id.clone()).collect();
    let interactions = interaction::interactions(&cast, &place, &inventory);
    Intent {
        schema_version: SCHEMA_VERSION.to_owned(),
        feature_id: feature.as_str().to_owned(),
        version: FIRST_VERSION.to_owned(),
        summary: summary(brief, &title),
        title,
        requirements: requirements(brief, &cast),
        goals: goals(brief, &cast),
        components: met(inventory.components(&things), &user_flows, &interactions, &listed),
        interactions,
        open_questions: question::questions(
            brief,
            &bare,
            &view::silent(&inventory),
            edges,
            unbound::questions(&cast),
            user_flows.len(),
        ),
        user_flows,
        data_model: things.model,
    }
}

/// The parts without views that are only mentioned: nothing stands on them, nothing is shown on them, and no flow
/// comes to them, nor does the brief list them as screens. Their requirements are satisfied by the flows that have them.
fn met(
    mut parts: Vec<Component>,
    flows: &[UserFlow],
    interactions: &[Interaction],
    listed: &[String],
) -> Vec<Component> {
    let steps = flows.iter().flat_map(|f| f.steps.iter().chain(f.alternatives.iter().flat_map(|a| &a.steps)));
    let used: BTreeSet<&str> = steps
        .map(|s| s.component.as_str())
        .chain(interactions.iter().map(|i| i.component.as_str()))
        .collect();
    let told: BTreeSet<&String> = flows.iter().flat_map(|f| &f.satisfies).collect();
    parts.retain(|c| {
        c.kind != ComponentType::View
            || !c.children.is_empty()
            || !c.entities.is_empty()
            || used.contains(c.id.as_str())
            || listed.contains(&c.id)
            || c.satisfies.iter().any(|r| !told.contains(r))
    });
    parts
}

/// The statements of the brief that count as requirements, verbatim and in its order.
fn requirements(brief: &Brief, cast: &Cast) -> Vec<Requirement> {
    let file = if brief.file.is_empty() { "brief".to_owned() } else { naming::clipped(&brief.file, 1_000) };
    cast.lines
        .iter()
        .filter_map(|line| {
            Some(Requirement {
                id: line.requirement.clone()?,
                text: naming::clipped(&line.statement.text, naming::TEXT),
                source: Source { file: file.clone(), line: line.statement.line.max(1) },
                kind: line.statement.kind,
            })
        })
        .collect()
}

/// What each thing is first said to do, for things that the brief does not define.
fn first_lines(cast: &Cast, things: &Things) -> BTreeMap<usize, String> {
    let mut first = BTreeMap::new();
    for line in &cast.lines {
        for thing in &line.entities {
            if line.response.is_empty() {
                continue;
            }
            first.entry(*thing).or_insert_with(|| {
                let answers = things.find(&line.response).contains(thing);
                if answers { line.response.clone() } else { inventory::when(line) }
            });
        }
    }
    first
}

fn summary(brief: &Brief, title: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    for paragraph in brief.summary.iter().take(4) {
        for sentence in phrase::sentences(&paragraph.text) {
            // `What we have now` announces something and says nothing.
            if told.len() < 2 && (words::content(&sentence).len() > 1 || !sentence.is_ascii()) {
                told.push(model::sentence(&phrase::short(&sentence, 400)));
            }
        }
    }
    if told.is_empty() {
        let stories: Vec<String> = brief
            .stories
            .iter()
            .filter(|s| words::words(&s.title) != words::words(title))
            .take(5)
            .map(|s| phrase::small(&phrase::short(&s.title, 80)))
            .filter(|t| !t.is_empty())
            .collect();
        if !stories.is_empty() {
            told.push(format!("{title}: {}.", phrase::listed_by(brief, &stories)));
        } else if let Some(why) = brief.goals.first() {
            told.push(model::sentence(&phrase::short(&why.text, 400)));
        }
    }
    told.join(" ")
}

fn goals(brief: &Brief, cast: &Cast) -> Vec<String> {
    const MOST: usize = 20;
    let people = brief
        .actors
        .first()
        .map_or_else(|| "users".to_owned(), |a| words::plural(&phrase::small(&flow::actor_name(&a.text))));
    // A screen that is listed is no goal.
    let aims = brief.goals.iter().filter(|g| !cast.listed.iter().any(|s| s.line == g.line));
    let named = aims.map(|g| {
        let told = phrase::told_by(brief, &phrase::clause(&g.text));
        let own = told != phrase::clause(&g.text);
        let told = match told.strip_prefix("they ").filter(|_| own) {
            Some(rest) => format!("{people} {rest}"),
            None => told,
        };
        phrase::capital(&phrase::short(&told, 300))
    });
    let mut goals: Vec<String> = named.filter(|g| !g.is_empty()).collect();
    if goals.is_empty() {
        let benefits =
            brief.stories.iter().filter_map(|s| s.benefit.as_deref().map(|b| (s.actor.as_deref(), b)));
        goals = benefits
            .map(|(actor, benefit)| {
                let told = phrase::told_by(brief, &phrase::clause(benefit));
                let who =
                    actor.map(|a| format!("{}s", phrase::small(&flow::actor_name(a)).trim_end_matches('s')));
                let told = match (told.strip_prefix("they "), who) {
                    (Some(rest), Some(who)) => format!("{who} {rest}"),
                    _ => told,
                };
                phrase::capital(&phrase::short(&told, 300))
            })
            .collect();
    }
    if goals.is_empty() {
        goals.extend(purpose::told(brief));
    }
    let mut seen = BTreeSet::new();
    goals.retain(|g| seen.insert(words::words(g)));
    goals.truncate(MOST);
    goals
}
