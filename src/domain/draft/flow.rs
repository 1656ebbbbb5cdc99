//! User flows: one per story, its steps in the order of the brief, its failures as alternatives.

use std::collections::BTreeSet;

use super::cast::{Cast, Group, Line};
use super::inventory::Inventory;
use super::model::Things;
use super::naming::{NAME, SATISFIES, SENTENCE, name};
use super::people;
use super::phrase::{capital, clause, sentences, short, small, told_by};
use super::words::{content, overlap, words};
use crate::domain::brief::Brief;
use crate::domain::intent::{Alternative, RequirementKind, Step, UserFlow};

/// A flow that a person can keep in mind.
const MOST_STEPS: usize = 9;
const MOST_ALTERNATIVES: usize = 6;

/// What the flows are made from.
pub(super) struct Stage<'a> {
    pub(super) brief: &'a Brief,
    pub(super) cast: &'a Cast<'a>,
    pub(super) things: &'a Things,
    /// The part that each line is about.
    pub(super) place: &'a [usize],
    pub(super) inventory: &'a Inventory,
}

impl Stage<'_> {
    /// The flow of one story; `number` counts from 1.
    pub(super) fn flow(&self, group: &Group, number: usize, view: usize) -> Option<UserFlow> {
        let id = format!("F{number}");
        let actor = self.actor(group);
        let told: &[usize] = if group.own.is_empty() { &group.also } else { &group.own };
        let (bad, good): (Vec<usize>, Vec<usize>) =
            told.iter().partition(|at| self.cast.lines[**at].unwanted);
        let mut steps = self.steps(&id, &actor, &good);
        if steps.is_empty() {
            steps = self.narrated(&id, group, view);
        }
        if steps.is_empty() {
            steps = self.steps(&id, &actor, &bad);
        }
        // What was put here from elsewhere, where its own lines speak of technology alone.
        if steps.is_empty() {
            steps = self.steps(&id, &actor, &group.also);
        }
        self.opened(
            &mut steps,
            &id,
            &actor,
            view,
            good.iter().any(|at| self.cast.lines[*at].action.is_some()),
        );
        self.concluded(&mut steps, group, &actor);
        if steps.is_empty() {
            return None;
        }
        let alternatives = self.alternatives(&steps, &bad);
        let satisfies = group.own.iter().chain(&group.also);
        let mut seen = BTreeSet::new();
        let mut satisfies: Vec<String> = satisfies
            .filter_map(|at| self.cast.lines[*at].requirement.clone())
            .filter(|id| seen.insert(id.clone()))
            .collect();
        satisfies.truncate(SATISFIES);
        // What has no title is called by where it takes place.
        let title = if group.title.is_empty() { &self.inventory.parts[view].name } else { &group.title };
        Some(UserFlow {
            id,
            name: name(title, "Flow"),
            actor: capital(&actor),
            goal: self.goal(group),
            steps,
            alternatives,
            satisfies,
        })
    }

    /// Who acts in a story.
    fn actor(&self, group: &Group) -> String {
        people::actor(self.brief, group, self.cast).unwrap_or_else(|| "User".to_owned())
    }

    fn steps(&self, flow: &str, actor: &str, lines: &[usize]) -> Vec<Step> {
        let acted = lines.iter().filter(|at| self.cast.lines[**at].action.is_some()).count();
        let told = self.plainly_told(lines, MOST_STEPS.saturating_sub(acted.max(2)));
        let mut steps: Vec<Step> = Vec::new();
        let mut keys: Vec<Vec<String>> = Vec::new();
        for at in lines {
            let line = &self.cast.lines[*at];
            let (action, outcome) = match &line.action {
                Some(action) => (action.clone(), Some(line.response.clone())),
                None if line.condition.is_some() || line.response.is_empty() => continue,
                None if told.contains(at) => (line.response.clone(), None),
                None => continue,
            };
            let key = words(&action);
            if action.is_empty() {
                continue;
            }
            if let Some(same) = keys.iter().position(|k| *k == key) {
                joined(&mut steps[same].outcome, outcome);
                continue;
            }
            if steps.len() == MOST_STEPS {
                continue;
            }
            keys.push(key);
            steps.push(self.step(&format!("{flow}.{}", steps.len() + 1), action, line, *at, outcome));
            self.go_on(&mut steps, flow, actor, line, *at);
        }
        steps
    }

    /// The lines that are told for want of a deed, where there is no room for all: what is demanded of the product comes
    /// before what limits it, and that before what only describes it.
    fn plainly_told(&self, lines: &[usize], room: usize) -> BTreeSet<usize> {
        let plain = |at: &&usize| {
            let line = &self.cast.lines[**at];
            line.action.is_none() && line.condition.is_none() && !line.response.is_empty()
        };
        let rank = |at: &usize| {
            let line = &self.cast.lines[*at];
            let functional = line.statement.kind == RequirementKind::Functional;
            if line.requirement.is_none() { 2 } else { u8::from(!functional) }
        };
        let mut ranked: Vec<usize> = lines.iter().filter(plain).copied().collect();
        ranked.sort_by_key(rank);
        ranked.into_iter().take(room).collect()
    }

    /// `add, edit and delete assets`: the further deeds, each where it is done.
    fn go_on(&self, steps: &mut Vec<Step>, flow: &str, actor: &str, line: &Line, at: usize) {
        let further = line.requirement.as_ref().and_then(|r| self.inventory.further.get(r));
        for (part, deed) in further.into_iter().flatten() {
            if steps.len() < MOST_STEPS {
                let action = format!("The {} {deed}", small(actor));
                let id = format!("{flow}.{}", steps.len() + 1);
                let mut step = self.step(&id, action, line, at, None);
                step.component.clone_from(&self.inventory.parts[*part].id);
                steps.push(step);
            }
        }
    }

    fn step(&self, id: &str, action: String, line: &Line, at: usize, outcome: Option<String>) -> Step {
        Step {
            id: id.to_owned(),
            action,
            component: self.inventory.parts[self.place[at]].id.clone(),
            entities: line.entities.iter().take(8).map(|t| self.things.name(*t).to_owned()).collect(),
            outcome: outcome.filter(|o| !o.is_empty()),
        }
    }

    /// A story that has no statements, told by its own sentences.
    fn narrated(&self, flow: &str, group: &Group, view: usize) -> Vec<Step> {
        let Some(story) = group.story else { return Vec::new() };
        let told =
            story.narrative.iter().take(6).flat_map(|t| sentences(&t.text)).map(|s| told_by(self.brief, &s));
        let wanted = story.want.iter().map(|w| capital(&told_by(self.brief, w.trim_start_matches("to "))));
        let texts: Vec<String> = told.chain(wanted).filter(|t| !t.is_empty()).take(5).collect();
        texts
            .iter()
            .enumerate()
            .map(|(n, text)| Step {
                id: format!("{flow}.{}", n + 1),
                action: short(text, SENTENCE),
                component: self.inventory.parts[view].id.clone(),
                entities: self
                    .things
                    .find(text)
                    .into_iter()
                    .take(8)
                    .map(|t| self.things.name(t).to_owned())
                    .collect(),
                outcome: None,
            })
            .collect()
    }

    /// A flow in which the product speaks first begins with the actor coming to the view.
    fn opened(&self, steps: &mut Vec<Step>, flow: &str, actor: &str, view: usize, acted: bool) {
        let part = &self.inventory.parts[view];
        let english = self.brief.language == "en"
            && part.name.is_ascii()
            && part.kind == crate::domain::intent::ComponentType::View;
        if acted
            || steps.is_empty()
            || steps.len() >= MOST_STEPS
            || !english
            || part.name.split(' ').count() > 4
        {
            return;
        }
        steps.insert(
            0,
            Step {
                id: format!("{flow}.0"),
                action: format!("The {} opens {}", small(actor), part.name),
                component: part.id.clone(),
                entities: part.entities.iter().take(3).map(|t| self.things.name(*t).to_owned()).collect(),
                outcome: None,
            },
        );
        for (n, step) in steps.iter_mut().enumerate() {
            step.id = format!("{flow}.{}", n + 1);
        }
    }

    /// The last step says what is reached: the benefit that the brief names.
    fn concluded(&self, steps: &mut [Step], group: &Group, actor: &str) {
        let Some(last) = steps.last_mut().filter(|s| s.outcome.is_none()) else { return };
        let benefit = group.story.and_then(|s| s.benefit.as_deref()).map(clause).filter(|b| !b.is_empty());
        last.outcome = benefit.map(|b| {
            let told = told_by(self.brief, &b);
            let told = told
                .strip_prefix("they ")
                .map_or_else(|| told.clone(), |rest| format!("the {} {}", small(actor), of_one(rest)));
            short(&capital(&told), SENTENCE)
        });
    }

    fn alternatives(&self, steps: &[Step], bad: &[usize]) -> Vec<Alternative> {
        let told: Vec<Vec<String>> = steps
            .iter()
            .map(|s| content(&format!("{} {}", s.action, s.outcome.as_deref().unwrap_or_default())))
            .collect();
        let mut out: Vec<Alternative> = Vec::new();
        for at in bad {
            let line = &self.cast.lines[*at];
            let condition = match (&line.action, &line.condition) {
                (Some(action), _) => action.clone(),
                (None, Some(condition)) => capital(condition),
                (None, None) => continue,
            };
            if line.response.is_empty() || steps.iter().any(|s| s.action == condition) {
                continue;
            }
            if let Some(same) = out.iter_mut().find(|a| a.condition == condition) {
                let id = format!("{}.{}", same.steps[0].id.trim_end_matches(".1"), same.steps.len() + 1);
                if same.steps.len() < 4 {
                    same.steps.push(self.step(&id, line.response.clone(), line, *at, None));
                }
                continue;
            }
            if out.len() == MOST_ALTERNATIVES {
                continue;
            }
            let leaves = nearest(&told, &line.statement.text, steps.len());
            let id = format!("{}.a{}.1", steps[leaves].id.split('.').next().unwrap_or("F"), out.len() + 1);
            out.push(Alternative {
                at: steps[leaves].id.clone(),
                condition: short(&condition, SENTENCE),
                steps: vec![self.step(&id, line.response.clone(), line, *at, None)],
            });
        }
        out
    }

    fn goal(&self, group: &Group) -> Option<String> {
        let story = group.story?;
        let want = story
            .want
            .as_deref()
            .map(|w| told_by(self.brief, w.trim().trim_start_matches("to ")))
            .unwrap_or_default();
        let benefit = story.benefit.as_deref().map(|b| told_by(self.brief, &clause(b))).unwrap_or_default();
        let goal = match (want.is_empty(), benefit.is_empty()) {
            (false, false) if self.brief.language != "en" => format!("{want} ({benefit})"),
            (false, false) => format!("{}, so that {}", short(&want, 300), short(&benefit, 300)),
            (false, true) => want,
            (true, false) => benefit,
            (true, true) => story.narrative.first().and_then(|t| sentences(&t.text).into_iter().next())?,
        };
        Some(capital(&short(&goal, 600))).filter(|g| !g.is_empty())
    }
}

/// `are told` and `do not have to ask` of many, said of one.
fn of_one(deed: &str) -> String {
    match deed.strip_prefix("are ") {
        Some(rest) => format!("is {rest}"),
        None => super::verbs::conjugated(deed, false),
    }
}

/// `an administrator (staff)` → `Administrator`.
pub(super) fn actor_name(text: &str) -> String {
    let text = short(text, NAME);
    let text = text.split([',', '(']).next().unwrap_or_default().trim();
    let mut words: Vec<&str> = text.split(' ').collect();
    while words.len() > 1
        && matches!(
            words[0].to_lowercase().as_str(),
            "as" | "a" | "an" | "the" | "all" | "any" | "each" | "every"
        )
    {
        words.remove(0);
    }
    capital(&words.join(" "))
}

pub(super) fn names_person(text: &str, actors: &[&str]) -> bool {
    let said = words(text);
    let person = |w: &str| said.iter().any(|s| s == w);
    ["user", "member", "administrator", "admin", "customer", "visitor", "guest", "manager", "operator"]
        .iter()
        .any(|w| person(w))
        || actors.iter().take(20).any(|a| words(a).last().is_some_and(|w| person(w)))
}

/// The step that shares most with a text; the last one where none shares anything.
pub(super) fn nearest(told: &[Vec<String>], text: &str, steps: usize) -> usize {
    let text = content(text);
    let mut best = (0, steps.saturating_sub(1));
    for (at, step) in told.iter().enumerate() {
        let shared = overlap(&text, step);
        if shared > best.0 {
            best = (shared, at);
        }
    }
    best.1
}

/// A second thing that the product does in answer to the same action.
fn joined(outcome: &mut Option<String>, more: Option<String>) {
    let Some(more) = more.filter(|m| !m.is_empty()) else { return };
    match outcome {
        Some(first) if first.chars().count() + more.chars().count() < 2 * SENTENCE => {
            *first = format!("{first}. {more}");
        }
        Some(_) => {}
        None => *outcome = Some(more),
    }
}
