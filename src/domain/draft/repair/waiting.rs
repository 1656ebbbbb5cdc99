//! What waits until no pointer is needed any more: taking out, putting in between, making one of two.

use std::collections::{BTreeMap, BTreeSet};

use super::super::naming::Ids;
use super::super::phrase::small;
use super::super::words::words;
use super::questions;
use crate::domain::intent::{Component, Intent, Step};
use crate::domain::lexicon;

#[derive(Default)]
pub(super) struct Waiting {
    /// Steps to stand behind the step of that id.
    pub(super) next_steps: Vec<(String, Step)>,
    pub(super) goals_at: Vec<usize>,
    pub(super) questions: Vec<String>,
    pub(super) questions_at: Vec<usize>,
    pub(super) interactions_at: Vec<usize>,
    /// Flows of which the brief does not say what happens when something goes wrong.
    pub(super) unfailing: Vec<String>,
    /// Flows of which it does not say what somebody gains by them.
    pub(super) aimless: Vec<String>,
    /// Flows of which it does not say what they end with.
    pub(super) endless: Vec<String>,
    /// Flows of which it does not say how one gets from one view to the next.
    pub(super) apart: Vec<String>,
    pub(super) interactions: usize,
    pub(super) unknown_children: bool,
    pub(super) second_parents: Vec<(String, String)>,
    pub(super) cycles: Vec<String>,
    pub(super) ids: bool,
    pub(super) same_components: Vec<(String, String)>,
    pub(super) same_entities: Vec<(String, String)>,
    pub(super) same_flows: Vec<(usize, usize)>,
    pub(super) steps: Vec<(String, String)>,
    pub(super) alternatives: Vec<(usize, usize)>,
    pub(super) unknown_claims: bool,
    pub(super) unknown_entities: bool,
    pub(super) unknown_relations: bool,
    pub(super) attributes: Vec<(String, usize)>,
    pub(super) identifiers: Vec<String>,
}

impl super::Work<'_> {
    /// The intent with all that waited.
    pub(super) fn finished(self) -> Intent {
        let Self { mut intent, waiting, vague, weak, .. } = self;
        sections(&mut intent, &waiting);
        flows(&mut intent, &waiting);
        tree(&mut intent, &waiting);
        data(&mut intent, &waiting);
        identifiers(&mut intent, &waiting.identifiers);
        questions::ask(&mut intent, &waiting, &vague, &weak);
        if waiting.ids {
            fresh_ids(&mut intent);
        }
        intent
    }
}

fn without_places<T>(list: &mut Vec<T>, places: &[usize]) {
    let places: BTreeSet<usize> = places.iter().copied().collect();
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        !places.contains(&(at - 1))
    });
}

fn sections(intent: &mut Intent, waiting: &Waiting) {
    without_places(&mut intent.goals, &waiting.goals_at);
    without_places(&mut intent.open_questions, &waiting.questions_at);
    for at in &waiting.interactions_at {
        if let Some(copy) = intent.interactions.get(*at).cloned()
            && let Some(first) = intent
                .interactions
                .iter_mut()
                .take(*at)
                .find(|i| i.component == copy.component && words(&i.trigger) == words(&copy.trigger))
        {
            add_all(&mut first.satisfies, &copy.satisfies);
        }
    }
    without_places(&mut intent.interactions, &waiting.interactions_at);
    if waiting.unknown_claims {
        let known: BTreeSet<String> = intent.requirements.iter().map(|r| r.id.clone()).collect();
        intent.user_flows.iter_mut().for_each(|f| f.satisfies.retain(|r| known.contains(r)));
        intent.components.iter_mut().for_each(|c| c.satisfies.retain(|r| known.contains(r)));
        intent.interactions.iter_mut().for_each(|i| i.satisfies.retain(|r| known.contains(r)));
    }
}

fn add_all(to: &mut Vec<String>, from: &[String]) {
    let known: BTreeSet<String> = to.iter().cloned().collect();
    to.extend(from.iter().filter(|f| !known.contains(*f)).cloned());
    to.truncate(super::super::naming::SATISFIES);
}

fn flows(intent: &mut Intent, waiting: &Waiting) {
    for (flow, alternative) in waiting.alternatives.iter().rev() {
        if let Some(flow) = intent.user_flows.get_mut(*flow).filter(|f| *alternative < f.alternatives.len()) {
            flow.alternatives.remove(*alternative);
        }
    }
    let mut gone = Vec::new();
    for (first, second) in &waiting.same_flows {
        let Some(copy) = intent.user_flows.get(*second).cloned() else { continue };
        if let Some(one) = intent.user_flows.get_mut(*first).filter(|_| first != second) {
            add_all(&mut one.satisfies, &copy.satisfies);
            gone.push(*second);
        }
    }
    without_places(&mut intent.user_flows, &gone);
    let next: BTreeMap<&String, &Step> = waiting.next_steps.iter().map(|(s, n)| (s, n)).collect();
    let drop: BTreeSet<(&String, &String)> = waiting.steps.iter().map(|(f, s)| (f, s)).collect();
    for flow in &mut intent.user_flows {
        let mut taken: BTreeSet<String> =
            super::super::revise::every_step(flow).map(|s| s.id.clone()).collect();
        let id = flow.id.clone();
        if flow.steps.len() > 2 {
            flow.steps.retain(|s| !drop.contains(&(&id, &s.id)));
        }
        let mut at = 0;
        while at < flow.steps.len() {
            if let Some(step) = next.get(&flow.steps[at].id) {
                flow.steps.insert(at + 1, fresh_step(step, &flow.id, &mut taken));
                at += 1;
            }
            at += 1;
        }
        for alternative in &mut flow.alternatives {
            let mut at = 0;
            while at < alternative.steps.len() {
                if let Some(step) = next.get(&alternative.steps[at].id) {
                    alternative.steps.insert(at + 1, fresh_step(step, &id, &mut taken));
                    at += 1;
                }
                at += 1;
            }
        }
        let known: BTreeSet<&str> = flow.steps.iter().map(|s| s.id.as_str()).collect();
        let start = flow.steps.first().map(|s| s.id.clone()).unwrap_or_default();
        for alternative in flow.alternatives.iter_mut().filter(|a| !known.contains(a.at.as_str())) {
            alternative.at.clone_from(&start);
        }
    }
}

fn fresh_step(step: &Step, flow: &str, taken: &mut BTreeSet<String>) -> Step {
    let mut n = 1_usize;
    while taken.contains(&format!("{flow}.s{n}")) {
        n += 1;
    }
    let id = format!("{flow}.s{n}");
    taken.insert(id.clone());
    Step { id, ..step.clone() }
}

fn tree(intent: &mut Intent, waiting: &Waiting) {
    for (one, two) in &waiting.same_components {
        merge_components(intent, one, two);
    }
    if waiting.unknown_children {
        let known: BTreeSet<String> = intent.components.iter().map(|c| c.id.clone()).collect();
        intent.components.iter_mut().for_each(|c| c.children.retain(|id| known.contains(id)));
    }
    for (parent, child) in &waiting.second_parents {
        if let Some(c) = intent.components.iter_mut().find(|c| c.id == *parent) {
            c.children.retain(|id| id != child);
        }
    }
    let cyclic: BTreeSet<&String> = waiting.cycles.iter().collect();
    for c in intent.components.iter_mut().filter(|c| cyclic.contains(&c.id)) {
        c.children.retain(|id| !cyclic.contains(id));
    }
}

/// Makes one part of two: the first stays and serves what the second served.
pub(in crate::domain::draft) fn merge_components(intent: &mut Intent, one: &str, two: &str) {
    let Some(copy) = intent.components.iter().find(|c| c.id == two).cloned().filter(|_| one != two) else {
        return;
    };
    let Some(first) = intent.components.iter_mut().find(|c| c.id == one) else { return };
    add_all(&mut first.satisfies, &copy.satisfies);
    add_all(&mut first.entities, &copy.entities);
    let own = copy.children.iter().filter(|c| c.as_str() != one).cloned().collect::<Vec<_>>();
    add_all(&mut first.children, &own);
    first.children.retain(|c| c != two);
    intent.components.retain(|c| c.id != two);
    for c in &mut intent.components {
        c.children.retain(|c| c != two);
    }
    redirect(intent, &BTreeMap::from([(two.to_owned(), one.to_owned())]));
}

/// Lets every reference to some components lead to others.
fn redirect(intent: &mut Intent, to: &BTreeMap<String, String>) {
    let lead = |id: &mut String| {
        if let Some(new) = to.get(id) {
            id.clone_from(new);
        }
    };
    for flow in &mut intent.user_flows {
        flow.steps.iter_mut().for_each(|s| lead(&mut s.component));
        flow.alternatives.iter_mut().flat_map(|a| a.steps.iter_mut()).for_each(|s| lead(&mut s.component));
    }
    intent.interactions.iter_mut().for_each(|i| lead(&mut i.component));
}

/// Takes components out: what they held and served goes to what held them.
pub(in crate::domain::draft) fn take_out_components(intent: &mut Intent, gone: &BTreeSet<String>) {
    if gone.is_empty() {
        return;
    }
    let mut parent: BTreeMap<String, String> = BTreeMap::new();
    for c in &intent.components {
        for child in &c.children {
            parent.entry(child.clone()).or_insert_with(|| c.id.clone());
        }
    }
    let heir = |id: &str| {
        let mut at = parent.get(id);
        for _ in 0..64 {
            match at {
                Some(up) if gone.contains(up) => at = parent.get(up),
                _ => break,
            }
        }
        at.filter(|up| !gone.contains(*up)).cloned()
    };
    let taken: Vec<Component> = intent.components.iter().filter(|c| gone.contains(&c.id)).cloned().collect();
    let heirs: BTreeMap<String, String> =
        taken.iter().filter_map(|c| Some((c.id.clone(), heir(&c.id)?))).collect();
    intent.components.retain(|c| !gone.contains(&c.id));
    let place: BTreeMap<String, usize> =
        intent.components.iter().enumerate().map(|(at, c)| (c.id.clone(), at)).collect();
    for c in &taken {
        if let Some(at) = heirs.get(&c.id).and_then(|h| place.get(h)) {
            let children: Vec<String> = c.children.iter().filter(|id| !gone.contains(*id)).cloned().collect();
            add_all(&mut intent.components[*at].children, &children);
            add_all(&mut intent.components[*at].satisfies, &c.satisfies);
        }
    }
    intent.components.iter_mut().for_each(|c| c.children.retain(|id| !gone.contains(id)));
    redirect(intent, &heirs);
    intent.interactions.retain(|i| !gone.contains(&i.component));
}

fn data(intent: &mut Intent, waiting: &Waiting) {
    let mut attributes = waiting.attributes.clone();
    attributes.sort();
    for (entity, at) in attributes.iter().rev() {
        if let Some(e) = intent
            .data_model
            .entities
            .iter_mut()
            .find(|e| e.name == *entity)
            .filter(|e| *at < e.attributes.len())
        {
            e.attributes.remove(*at);
        }
    }
    for (one, two) in &waiting.same_entities {
        if one == two {
            let mut seen = false;
            intent.data_model.entities.retain(|e| e.name != *one || !std::mem::replace(&mut seen, true));
        } else {
            super::super::revise::merge_entities(intent, one, two);
        }
    }
    let known: BTreeSet<String> = intent.data_model.entities.iter().map(|e| e.name.clone()).collect();
    if waiting.unknown_entities {
        for flow in &mut intent.user_flows {
            flow.steps.iter_mut().for_each(|s| s.entities.retain(|e| known.contains(e)));
            flow.alternatives
                .iter_mut()
                .flat_map(|a| a.steps.iter_mut())
                .for_each(|s| s.entities.retain(|e| known.contains(e)));
        }
        intent.components.iter_mut().for_each(|c| c.entities.retain(|e| known.contains(e)));
    }
    if waiting.unknown_relations {
        intent.data_model.entities.iter_mut().for_each(|e| e.relationships.retain(|r| known.contains(&r.to)));
    }
}

fn identifiers(intent: &mut Intent, old: &[String]) {
    if old.is_empty() {
        return;
    }
    let mut ids = Ids::taken(intent.components.iter().map(|c| c.id.clone()));
    let renamed: BTreeMap<String, String> = intent
        .components
        .iter()
        .filter(|c| old.contains(&c.id))
        .map(|c| (c.id.clone(), ids.fresh(c.kind.name(), &unbound(&small(&c.name)))))
        .collect();
    for c in &mut intent.components {
        if let Some(new) = renamed.get(&c.id) {
            c.id.clone_from(new);
        }
        for child in &mut c.children {
            if let Some(new) = renamed.get(child) {
                child.clone_from(new);
            }
        }
    }
    redirect(intent, &renamed);
}

/// A name without the technology in it, for an id: no person reads it.
fn unbound(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some(hit) = lexicon::find(&name).first().cloned() {
        let (Some(head), Some(tail)) = (name.get(..hit.start), name.get(hit.end..)) else { break };
        let rest = format!("{head}{tail}");
        if rest.len() >= name.len() {
            break;
        }
        name = rest;
    }
    name
}

/// Gives the second of two equal ids a number; references reach the first, as before.
fn fresh_ids(intent: &mut Intent) {
    let once = |ids: Vec<&mut String>| {
        let mut taken: BTreeSet<String> = ids.iter().map(|id| (**id).clone()).collect();
        let mut seen = BTreeSet::new();
        for id in ids {
            if !seen.insert(id.clone()) {
                let mut n = 2_usize;
                while taken.contains(&format!("{}-{n}", super::super::naming::clipped(id, 110))) {
                    n += 1;
                }
                *id = format!("{}-{n}", super::super::naming::clipped(id, 110));
                taken.insert(id.clone());
            }
        }
    };
    once(intent.requirements.iter_mut().map(|r| &mut r.id).collect());
    once(intent.components.iter_mut().map(|c| &mut c.id).collect());
    once(intent.interactions.iter_mut().map(|i| &mut i.id).collect());
    once(intent.user_flows.iter_mut().map(|f| &mut f.id).collect());
    for flow in &mut intent.user_flows {
        let alternatives = flow.alternatives.iter_mut().flat_map(|a| a.steps.iter_mut());
        once(flow.steps.iter_mut().chain(alternatives).map(|s| &mut s.id).collect());
    }
}
