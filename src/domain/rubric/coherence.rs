//! Coherence: whether flows, components, interactions and requirements refer to one another as one design.

use super::clarity::quote;
use super::class::{self, Class, FIRST_VERB, LAST_VERB};
use super::ground::{Ground, serves};
use super::product::Product;
use super::sound::steps_at;
use super::tally::Tally;
use super::texts::{At, Id, Texts};
use super::words::{Key, KeyMap, KeySet, NameSet};
use crate::domain::intent::{Intent, Step, UserFlow};

pub(super) fn judge(intent: &Intent, ground: &Ground, texts: &Texts, product: &Product, tally: &mut Tally) {
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (at, step) in steps_at(i, flow) {
            unknown_component(at, step, ground, tally);
        }
        let told = &texts.telling.flows[i];
        let says = |id: Id, s: usize| {
            let around = told.around(ground.component(&flow.steps[s].component), texts);
            product.substance(texts.said(id)) > 0 && product.is_told(texts.said(id), around)
        };
        let leads = |s: usize| told.steps[s].outcome.is_some_and(|outcome| says(outcome, s));
        order(i, flow, intent, ground, &leads, tally);
    }
    unused(intent, ground, tally);
    targets(intent, ground, tally);
    claims(intent, ground, tally);
    names(intent, ground, texts, tally);
    actors(intent, ground, texts, tally);
}

fn unknown_component(at: At, step: &Step, ground: &Ground, tally: &mut Tally) {
    if ground.component(&step.component).is_none() {
        tally.fail(
            "coherence/unknown-component",
            || format!("{}/component", at.step()),
            || {
                (
                    format!("Step \"{}\" happens at \"{}\", which is no component.", step.id, step.component),
                    format!("Name an existing component, or add \"{}\".", step.component),
                )
            },
        );
    }
}

fn begins(action: &str, verbs: Class) -> bool {
    action.split_whitespace().next().is_some_and(|word| class::is(word, verbs))
}

/// Who acts has to be somebody whom the requirements, goals or entities speak of; and where all that a flow claims
/// is told of other actors, it is theirs.
fn actors(intent: &Intent, ground: &Ground, texts: &Texts, tally: &mut Tally) {
    const CHECK: &str = "coherence/idle-claim";
    let telling = &texts.telling;
    let spoken = telling.requirements.clone().chain(telling.goals.clone());
    let spoken =
        spoken.chain([telling.title, telling.summary]).chain(telling.entities.iter().map(|e| e.name));
    let known: KeySet = spoken.flat_map(|id| texts.said(id).words()).map(|word| word.root).collect();
    let acting: KeySet = telling.flows.iter().flat_map(|flow| texts.said(flow.actor).roots()).collect();
    let told: Vec<Vec<Key>> = telling
        .requirements
        .clone()
        .map(|id| texts.said(id).roots().filter(|root| acting.contains(root)).collect())
        .collect();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let actor = texts.said(telling.flows[i].actor);
        let own: Vec<Key> = actor.roots().collect();
        let pointer = || format!("/userFlows/{i}/actor");
        // Nobody fits no better than the wrong one: leaving the actor out must not be the cheaper way.
        if flow.actor.trim().is_empty() || actor.filler().is_some() {
            tally.fail(CHECK, pointer, || {
                (
                    format!("Nobody acts in flow \"{}\".", quote(&flow.id)),
                    "Name the actor whom the requirements name.".to_owned(),
                )
            });
            continue;
        }
        if own.is_empty() {
            continue;
        }
        if !own.iter().any(|root| known.contains(root)) {
            tally.fail(CHECK, pointer, || {
                (
                    format!("No requirement, goal or entity speaks of the actor \"{}\".", quote(&flow.actor)),
                    "Name the actor as the requirements do.".to_owned(),
                )
            });
            continue;
        }
        let mut claimed = flow.satisfies.iter().filter_map(|id| ground.requirement(id)).peekable();
        let others = |r: usize| !told[r].is_empty() && !told[r].iter().any(|root| own.contains(root));
        if claimed.peek().is_some() && claimed.all(others) {
            tally.fail(CHECK, pointer, || {
                (
                    format!(
                        "\"{}\" acts in flow \"{}\", but all that it claims is told of others.",
                        quote(&flow.actor),
                        quote(&flow.id)
                    ),
                    "Name the actor whom the requirements name.".to_owned(),
                )
            });
        }
    }
}

/// Where a step is seen to happen. What is part of no view, or is not there at all, is a place of its own: bringing
/// it into a view must not break a connection that held before. What works unseen is nowhere.
fn place<'i>(step: &'i Step, intent: &Intent, ground: &Ground) -> Option<(usize, &'i str)> {
    let Some(at) = ground.component(&step.component) else { return Some((usize::MAX, &step.component)) };
    let own = (!serves(&intent.components[at])).then_some(at);
    ground.view_of[at].or(own).map(|place| (place, ""))
}

/// A step in another view than the one before needs to be led to; an alternative has to leave from a step of
/// its flow. Whatever a step says, it happens where it happens: words that empty it hide no jump.
fn order(
    i: usize,
    flow: &UserFlow,
    intent: &Intent,
    ground: &Ground,
    leads: &dyn Fn(usize) -> bool,
    tally: &mut Tally,
) {
    const CHECK: &str = "coherence/disconnected-step";
    let mut before: Option<(usize, (usize, &str))> = None;
    for (s, step) in flow.steps.iter().enumerate() {
        let Some(place) = place(step, intent, ground) else { continue };
        if let Some((earlier, _)) = before.filter(|(_, left)| *left != place)
            && !(earlier..s).any(leads)
        {
            tally.fail(
                CHECK,
                || format!("/userFlows/{i}/steps/{earlier}"),
                || {
                    (
                        format!(
                            "After step \"{}\" the flow is in another view, and nothing says how.",
                            flow.steps[earlier].id
                        ),
                        format!("Add an outcome that leads to step \"{}\".", step.id),
                    )
                },
            );
        }
        before = Some((s, place));
    }
    if let [first, rest @ ..] = flow.steps.as_slice()
        && begins(&first.action, LAST_VERB)
        && let Some(later) = rest.iter().find(|step| begins(&step.action, FIRST_VERB))
    {
        tally.fail(
            CHECK,
            || format!("/userFlows/{i}/steps/0"),
            || {
                (
                    format!("Step \"{}\" ends what step \"{}\" only begins.", first.id, later.id),
                    "Put the steps in the order in which they can be done.".to_owned(),
                )
            },
        );
    }
    let known: NameSet = flow.steps.iter().map(|step| step.id.as_str()).collect();
    for (a, alternative) in
        flow.alternatives.iter().enumerate().filter(|(_, alt)| !known.contains(alt.at.as_str()))
    {
        tally.fail(
            CHECK,
            || format!("/userFlows/{i}/alternatives/{a}/at"),
            || {
                (
                    format!(
                        "An alternative of flow \"{}\" leaves from \"{}\", which is none of its steps.",
                        flow.id, alternative.at
                    ),
                    "Name the id of the step at which it leaves.".to_owned(),
                )
            },
        );
    }
}

fn unused(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, component) in intent.components.iter().enumerate().filter(|(i, _)| !ground.used[*i]) {
        tally.fail(
            "coherence/unused-component",
            || format!("/components/{i}"),
            || {
                (
                    format!(
                        "Component \"{}\" is used by no flow and contains nothing that is.",
                        component.id
                    ),
                    ground.own_id_first(i, component).unwrap_or_else(|| {
                        "Use it in a step of a flow that satisfies a requirement, or remove it.".to_owned()
                    }),
                )
            },
        );
    }
}

fn targets(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, interaction) in intent.interactions.iter().enumerate() {
        if ground.component(&interaction.component).is_none() {
            tally.fail(
                "coherence/unknown-target",
                || format!("/interactions/{i}/component"),
                || {
                    (
                        format!(
                            "Interaction \"{}\" happens at \"{}\", which is no component.",
                            interaction.id, interaction.component
                        ),
                        format!("Name an existing component, or add \"{}\".", interaction.component),
                    )
                },
            );
        }
    }
}

fn claims(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    const CHECK: &str = "coherence/idle-claim";
    for (i, flow) in intent.user_flows.iter().enumerate() {
        if !flow.satisfies.iter().any(|id| ground.requirement(id).is_some()) {
            tally.fail(
                CHECK,
                || format!("/userFlows/{i}/satisfies"),
                || {
                    (
                        format!("Flow \"{}\" satisfies no requirement.", flow.id),
                        "List the requirements it satisfies, or remove it.".to_owned(),
                    )
                },
            );
        }
    }
    for (i, r) in &ground.void {
        let flow = &intent.user_flows[*i];
        let claim = flow.satisfies.get(*r).map_or("", String::as_str);
        tally.fail(
            "coherence/void-claim",
            || format!("/userFlows/{i}/satisfies/{r}"),
            || {
                (
                    format!("Flow \"{}\" claims {claim}, but shares no word with it.", flow.id),
                    "Say in the flow how it is met, or claim it where it is met.".to_owned(),
                )
            },
        );
    }
    for (i, _) in ground.heaps.iter().enumerate().filter(|(_, heap)| **heap) {
        tally.fail(
            CHECK,
            || format!("/userFlows/{i}"),
            || {
                (
                    format!(
                        "Flow \"{}\" turns the same few words around and tells no story.",
                        intent.user_flows[i].id
                    ),
                    "Say in sentences what the actor does and what follows from it.".to_owned(),
                )
            },
        );
    }
    let flows = intent.user_flows.iter().enumerate().map(|(i, f)| ("userFlows", i, &f.id, &f.satisfies));
    let components =
        intent.components.iter().enumerate().map(|(i, c)| ("components", i, &c.id, &c.satisfies));
    let interactions =
        intent.interactions.iter().enumerate().map(|(i, x)| ("interactions", i, &x.id, &x.satisfies));
    for (section, i, id, satisfies) in flows.chain(components).chain(interactions) {
        for (r, claim) in satisfies.iter().enumerate() {
            if ground.requirement(claim).is_none() {
                tally.fail(
                    CHECK,
                    || format!("/{section}/{i}/satisfies/{r}"),
                    || {
                        (
                            format!("\"{id}\" satisfies \"{claim}\", which is no requirement."),
                            "Name the id of a requirement, or remove it.".to_owned(),
                        )
                    },
                );
            }
        }
    }
}

/// The same thing under two spellings, and two things under one name.
fn names(intent: &Intent, ground: &Ground, texts: &Texts, tally: &mut Tally) {
    const CHECK: &str = "coherence/inconsistent-name";
    let spelt = |pointer: &dyn Fn() -> String, name: &str, tally: &mut Tally| {
        if let Some((at, false)) = ground.entity(name) {
            let known = &intent.data_model.entities[at].name;
            tally.fail(CHECK, pointer, || {
                (
                    format!("\"{name}\" is called \"{known}\" in the data model."),
                    format!("Write \"{known}\"."),
                )
            });
        }
    };
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (at, step) in steps_at(i, flow) {
            for (e, name) in step.entities.iter().enumerate() {
                spelt(&|| format!("{}/entities/{e}", at.step()), name, tally);
            }
        }
    }
    for (i, component) in intent.components.iter().enumerate() {
        for (e, name) in component.entities.iter().enumerate() {
            spelt(&|| format!("/components/{i}/entities/{e}"), name, tally);
        }
    }
    let mut actors: KeyMap<&str> = KeyMap::default();
    for (i, flow) in intent.user_flows.iter().enumerate().filter(|(_, f)| !f.actor.trim().is_empty()) {
        let first = *actors.entry(texts.said(texts.telling.flows[i].actor).name_key()).or_insert(&flow.actor);
        if first != flow.actor {
            tally.fail(
                CHECK,
                || format!("/userFlows/{i}/actor"),
                || {
                    (
                        format!("\"{}\" is called \"{first}\" in an earlier flow.", flow.actor),
                        format!("Write \"{first}\"."),
                    )
                },
            );
        }
    }
    let mut called: KeyMap<&str> = KeyMap::default();
    for (i, component) in intent.components.iter().enumerate() {
        let first =
            *called.entry(texts.said(texts.telling.components[i].name).name_key()).or_insert(&component.id);
        if first != component.id {
            tally.fail(
                CHECK,
                || format!("/components/{i}/name"),
                || {
                    (
                        format!(
                            "Components \"{first}\" and \"{}\" are both called \"{}\".",
                            component.id, component.name
                        ),
                        "Give it a name of its own, or use the first one in its place.".to_owned(),
                    )
                },
            );
        }
    }
}
