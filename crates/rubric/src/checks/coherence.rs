//! Coherence: whether flows, components, interactions and requirements refer to one another as one design.

use crate::above::serves;
use crate::checks::called;
use crate::checks::called::{label, quote};
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::class::{Class, FIRST_VERB, LAST_VERB};
use crate::text::said::Said;
use crate::text::texts::{At, Id, Texts};
use crate::text::words::{Key, KeyMap, KeySet, NameSet};
use crate::text::{class, words};
use crate::text_ids::StepTexts;
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
    actors(intent, ground, texts, said, tally);
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

fn begins(action: &str, verbs: Class) -> bool {
    action.split_whitespace().next().is_some_and(|word| class::is(word, verbs))
}

/// Most words of an actor's name that are looked for in requirements.
const LONGEST_ACTOR: usize = 4;

/// One key for all specific words of a text.
fn whole(said: Said) -> Key {
    words::set_key(&said.roots().collect::<Vec<_>>())
}

/// The requirements, goals or entities must mention the actor of a flow. If all requirements that the flow claims name other
/// actors, and no step names this one, the actor is wrong.
fn actors(intent: &Intent, ground: &Ground, texts: &Texts, said: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    const CHECK: &str = "coherence/idle-claim";
    let ids = &texts.ids;
    let spoken = ids.requirements.clone().chain(ids.goals.clone());
    let spoken = spoken.chain([ids.title, ids.summary]).chain(ids.entities.iter().map(|e| e.name));
    let known: KeySet = spoken.flat_map(|id| texts.said(id).words()).map(|word| word.root.key).collect();
    let acting: KeySet = ids.flows.iter().map(|flow| whole(texts.said(flow.actor))).collect();
    // The actors that a requirement names with all their words.
    let names_one = |roots: &[Key]| {
        (1..=LONGEST_ACTOR).any(|n| roots.windows(n).any(|name| acting.contains(&words::set_key(name))))
    };
    let roots_of: Vec<Vec<Key>> =
        ids.requirements.clone().map(|id| texts.said(id).roots().collect()).collect();
    let names_another: Vec<bool> = roots_of.iter().map(|roots| names_one(roots)).collect();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let actor = texts.said(ids.flows[i].actor);
        let own: Vec<Key> = actor.roots().collect();
        let pointer = || format!("/userFlows/{i}/actor");
        // A missing actor must not cost less than a wrong one.
        if flow.actor.trim().is_empty() || actor.filler().is_some() {
            tally.fail(CHECK, || {
                let message = format!("\"{}\" has no actor.", label(&flow.name, &flow.id));
                (pointer(), message, "Use the actor of the requirements.")
            });
            continue;
        }
        if own.is_empty() {
            continue;
        }
        if !own.iter().any(|root| known.contains(root)) && !said(&flow.actor) {
            tally.fail(CHECK, || {
                let message =
                    format!("No requirement, goal or entity mentions the actor \"{}\".", quote(&flow.actor));
                (pointer(), message, "Use the name that the requirements use.")
            });
            continue;
        }
        let mut claimed = flow.satisfies.iter().filter_map(|id| ground.requirement(id)).peekable();
        let is_named = |root: &Key| own.contains(root);
        let others = |r: usize| names_another[r] && !roots_of[r].iter().any(is_named);
        // A requirement may name only who gains; the steps say who acts.
        let acts = |step: &StepTexts| texts.said(step.action).roots().any(|root| is_named(&root));
        if claimed.peek().is_some() && claimed.all(others) && !ids.flows[i].all_steps().any(acts) {
            tally.fail(CHECK, || {
                let (actor, flow) = (quote(&flow.actor), called::flow(intent, i));
                let message =
                    format!("\"{actor}\" is the actor of {flow}, but its requirements name other actors.");
                (pointer(), message, "Use the actor of the requirements.")
            });
        }
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
    if let [first, rest @ ..] = flow.steps.as_slice()
        && begins(&first.action, LAST_VERB)
        && let Some(later) = rest.iter().position(|step| begins(&step.action, FIRST_VERB))
    {
        tally.fail(CHECK, || {
            let (step, later) = (called::step(intent, At::Two(i, 0)), later + 2);
            let message = format!("{step} completes what the later step {later} starts.");
            (format!("/userFlows/{i}/steps/0"), message, "Put the steps in the order in which they happen.")
        });
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
