//! Coherence: whether flows, components, interactions and requirements refer to one another as one design.

use crate::above::serves;
use crate::checks::called;
use crate::checks::called::{label, quote};
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::texts::{At, Id, Texts};
use crate::text::words::{KeyMap, KeySet, NameSet};
use frieze_intent::{Intent, Step, UserFlow};

/// `said` returns whether the brief has the words of an actor.
pub(crate) fn judge(
    intent: &Intent,
    ground: &Ground,
    texts: &Texts,
    said: &dyn Fn(&str) -> bool,
    tally: &mut Tally,
) {
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (at, step) in steps_at(i, flow) {
            unknown_component(intent, at, step, ground, tally);
        }
        let flow_texts = &texts.ids.flows[i];
        let says = |id: Id, s: usize| {
            let around = flow_texts.around(ground.component(&flow.steps[s].component), texts);
            texts.product.substance(texts.said(id)) > 0 && texts.product.is_on_topic(texts.said(id), around)
        };
        let leads = |s: usize| flow_texts.steps[s].outcome.is_some_and(|outcome| says(outcome, s));
        order(i, flow, intent, ground, &leads, tally);
    }
    unused(intent, ground, tally);
    targets(intent, ground, tally);
    claims(intent, ground, tally);
    entities(intent, ground, tally);
    names(intent, texts, tally);
    actors(intent, texts, said, tally);
}

fn unknown_component(intent: &Intent, at: At, step: &Step, ground: &Ground, tally: &mut Tally) {
    if ground.component(&step.component).is_none() {
        tally.fail("coherence/unknown-component", || {
            let (step, part) = (called::step(intent, at), &step.component);
            let message = format!("{step} happens at \"{part}\", which is not a component.");
            let suggestion = format!("Use an existing component, or add \"{part}\".");
            (format!("{}/component", at.step()), message, suggestion)
        });
    }
}

/// Every flow has an actor, and the requirements, goals or entities mention it.
fn actors(intent: &Intent, texts: &Texts, said: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    const CHECK: &str = "coherence/idle-claim";
    let ids = &texts.ids;
    let spoken = ids.requirements.clone().chain(ids.goals.clone());
    let spoken = spoken.chain([ids.title, ids.summary]).chain(ids.entities.iter().map(|e| e.name));
    let known: KeySet = spoken.flat_map(|id| texts.said(id).words()).map(|word| word.root.key).collect();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let actor = texts.said(ids.flows[i].actor);
        let mut own = actor.roots().peekable();
        // A missing actor must not cost less than a wrong one.
        let message = if flow.actor.trim().is_empty() || actor.filler().is_some() {
            format!("\"{}\" has no actor.", label(&flow.name, &flow.id))
        } else if own.peek().is_some() && !own.any(|root| known.contains(&root)) && !said(&flow.actor) {
            format!("No requirement, goal or entity mentions the actor \"{}\".", quote(&flow.actor))
        } else {
            continue;
        };
        tally.fail(CHECK, || {
            (format!("/userFlows/{i}/actor"), message, "Use the name that the requirements use.")
        });
    }
}

/// The views in which a step may happen: any view of a part that is in several. A component outside of all views, or a
/// missing one, is its own place: moving it into a view must not break a connection. A service has no place.
fn places<'i>(step: &'i Step, intent: &Intent, ground: &Ground) -> Vec<(usize, &'i str)> {
    let Some(at) = ground.component(&step.component) else { return vec![(usize::MAX, &step.component)] };
    match ground.places.views[at].as_slice() {
        [] if serves(&intent.components[at]) => Vec::new(),
        [] => vec![(at, "")],
        views => views.iter().map(|view| (*view, "")).collect(),
    }
}

/// An outcome must explain a change of view, and an alternative must start at a step of its flow. Empty steps count, so that
/// emptying a step does not hide a jump.
fn order(
    i: usize,
    flow: &UserFlow,
    intent: &Intent,
    ground: &Ground,
    leads: &dyn Fn(usize) -> bool,
    tally: &mut Tally,
) {
    const CHECK: &str = "coherence/disconnected-step";
    let mut before: Option<(usize, Vec<(usize, &str)>)> = None;
    for (s, step) in flow.steps.iter().enumerate() {
        let mut here = places(step, intent, ground);
        if here.is_empty() {
            continue;
        }
        let left = before.take();
        let stays = |place: &(usize, &str)| left.as_ref().is_some_and(|(_, left)| left.contains(place));
        if here.iter().any(stays) {
            here.retain(stays);
        } else if let Some((earlier, _)) = left
            && !(earlier..s).any(leads)
        {
            tally.fail(CHECK, || {
                let step = called::step(intent, At::Two(i, earlier));
                let message = format!("{step} leads to another view, but no outcome says why.");
                let suggestion = format!("Add an outcome that leads to step {}.", s + 1);
                (format!("/userFlows/{i}/steps/{earlier}"), message, suggestion)
            });
        }
        before = Some((s, here));
    }
    let known: NameSet = flow.steps.iter().map(|step| step.id.as_str()).collect();
    for (a, alternative) in
        flow.alternatives.iter().enumerate().filter(|(_, alt)| !known.contains(alt.at.as_str()))
    {
        tally.fail(CHECK, || {
            let (number, flow, at) = (a + 1, called::flow(intent, i), &alternative.at);
            let message =
                format!("Alternative {number} of {flow} starts at \"{at}\", which is not one of its steps.");
            let suggestion = "Use the id of the step at which it starts.";
            (format!("/userFlows/{i}/alternatives/{a}/at"), message, suggestion)
        });
    }
}

fn unused(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, component) in intent.components.iter().enumerate().filter(|(i, _)| !ground.used[*i]) {
        tally.fail("coherence/unused-component", || {
            let message =
                format!("No flow uses \"{}\" or a part of it.", label(&component.name, &component.id));
            let suggestion = ground.own_id_first(i, component).unwrap_or_else(|| {
                "Use it in a step of a flow that satisfies a requirement, or remove it.".to_owned()
            });
            (format!("/components/{i}"), message, suggestion)
        });
    }
}

fn targets(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, interaction) in intent.interactions.iter().enumerate() {
        if ground.component(&interaction.component).is_none() {
            tally.fail("coherence/unknown-target", || {
                let (name, part) = (called::interaction(interaction), &interaction.component);
                let message =
                    format!("The interaction {name} happens at \"{part}\", which is not a component.");
                let suggestion = format!("Use an existing component, or add \"{part}\".");
                (format!("/interactions/{i}/component"), message, suggestion)
            });
        }
    }
}

fn claims(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    const CHECK: &str = "coherence/idle-claim";
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let mut claimed = flow.satisfies.iter().filter_map(|id| ground.requirement(id)).peekable();
        let what =
            if claimed.peek().is_none() { "satisfies no requirement" } else { "claims nearly everything" };
        if claimed.all(|at| ground.requirements.shared_out[at]) {
            tally.fail(CHECK, || {
                let message = format!("\"{}\" {what}.", label(&flow.name, &flow.id));
                let suggestion = "List the requirements it satisfies, or remove it.";
                (format!("/userFlows/{i}/satisfies"), message, suggestion)
            });
        }
    }
    for (i, _) in ground.flows.heaps.iter().enumerate().filter(|(_, heap)| **heap) {
        tally.fail(CHECK, || {
            let flow = called::flow(intent, i);
            let message = format!("{flow} repeats a few words instead of describing steps.");
            let suggestion = "Write in sentences what the actor does and what happens then.";
            (format!("/userFlows/{i}"), message, suggestion)
        });
    }
    let flows = intent.user_flows.iter().enumerate();
    let flows = flows.map(|(i, f)| ("userFlows", i, called::flow(intent, i), &f.satisfies));
    let components = intent.components.iter().enumerate();
    let components = components.map(|(i, c)| ("components", i, called::component(intent, i), &c.satisfies));
    let interactions = intent.interactions.iter().enumerate();
    let interactions = interactions.map(|(i, x)| ("interactions", i, called::interaction(x), &x.satisfies));
    for (section, i, name, satisfies) in flows.chain(components).chain(interactions) {
        for (r, claim) in satisfies.iter().enumerate() {
            if ground.requirement(claim).is_none() {
                tally.fail(CHECK, || {
                    let message = format!("{name} satisfies \"{claim}\", which is not a requirement.");
                    let suggestion = "Use the id of a requirement, or remove it.";
                    (format!("/{section}/{i}/satisfies/{r}"), message, suggestion)
                });
            }
        }
    }
}

/// Entities that steps and components name: each must exist, and be spelt as in the data model.
fn entities(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    let mut named = |pointer: &dyn Fn() -> String, name: &str| match ground.entity(name) {
        None => tally.fail("data-model/unknown-entity", || {
            let message = format!("\"{name}\" is not in the data model.");
            (pointer(), message, format!("Use an existing entity, or add \"{name}\"."))
        }),
        Some((at, false)) => tally.fail("coherence/inconsistent-name", || {
            let known = &intent.data_model.entities[at].name;
            let message = format!("\"{name}\" is called \"{known}\" in the data model.");
            (pointer(), message, format!("Write \"{known}\"."))
        }),
        Some((_, true)) => {}
    };
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (at, step) in steps_at(i, flow) {
            for (e, name) in step.entities.iter().enumerate() {
                named(&|| format!("{}/entities/{e}", at.step()), name);
            }
        }
    }
    for (i, component) in intent.components.iter().enumerate() {
        for (e, name) in component.entities.iter().enumerate() {
            named(&|| format!("/components/{i}/entities/{e}"), name);
        }
    }
}

/// The same thing under two names, and two things under one.
fn names(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    const CHECK: &str = "coherence/inconsistent-name";
    let mut actors: KeyMap<&str> = KeyMap::default();
    for (i, flow) in intent.user_flows.iter().enumerate().filter(|(_, f)| !f.actor.trim().is_empty()) {
        let first = *actors.entry(texts.said(texts.ids.flows[i].actor).name_key()).or_insert(&flow.actor);
        if first != flow.actor {
            tally.fail(CHECK, || {
                let message = format!("\"{}\" is called \"{first}\" in an earlier flow.", flow.actor);
                (format!("/userFlows/{i}/actor"), message, format!("Write \"{first}\"."))
            });
        }
    }
    let mut called: KeyMap<&str> = KeyMap::default();
    for (i, component) in intent.components.iter().enumerate() {
        let first =
            *called.entry(texts.said(texts.ids.components[i].name).name_key()).or_insert(&component.id);
        if first != component.id {
            tally.fail(CHECK, || {
                let message = format!("An earlier component is called \"{}\", too.", quote(&component.name));
                let suggestion = "Give it its own name, or use the first one instead.";
                (format!("/components/{i}/name"), message, suggestion)
            });
        }
    }
}
