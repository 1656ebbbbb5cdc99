//! Coherence: whether flows, components, interactions and requirements refer to one another as one design.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::ground::Ground;
use super::lists;
use super::tally::Tally;
use super::words::{self, KeySet};
use crate::domain::intent::{Intent, Step, UserFlow};

pub(super) fn judge(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let main = flow.steps.iter().enumerate().map(|(s, step)| (format!("/userFlows/{i}/steps/{s}"), step));
        let other = flow.alternatives.iter().enumerate().flat_map(|(a, alternative)| {
            let steps = alternative.steps.iter().enumerate();
            steps.map(move |(s, step)| (format!("/userFlows/{i}/alternatives/{a}/steps/{s}"), step))
        });
        for (pointer, step) in main.chain(other) {
            unknown_component(&pointer, step, ground, tally);
        }
        order(i, flow, ground, tally);
    }
    unused(intent, ground, tally);
    targets(intent, ground, tally);
    claims(intent, ground, tally);
    names(intent, ground, tally);
    actors(intent, tally);
}

fn unknown_component(pointer: &str, step: &Step, ground: &Ground, tally: &mut Tally) {
    if ground.component(&step.component).is_none() {
        tally.fail("coherence/unknown-component", format!("{pointer}/component"), || {
            (
                format!("Step \"{}\" happens at \"{}\", which is no component.", step.id, step.component),
                format!("Name an existing component, or add \"{}\".", step.component),
            )
        });
    }
}

static LAST: LazyLock<KeySet> = LazyLock::new(|| words::set(lists::LAST_VERBS));
static FIRST: LazyLock<KeySet> = LazyLock::new(|| words::set(lists::FIRST_VERBS));

fn begins(action: &str, verbs: &KeySet) -> bool {
    action.split_whitespace().next().is_some_and(|word| verbs.contains(&words::key(word)))
}

/// Who acts has to be somebody whom the requirements, goals or entities speak of, or other flows know.
fn actors(intent: &Intent, tally: &mut Tally) {
    let mut roots = Vec::new();
    let texts = intent
        .requirements
        .iter()
        .map(|r| &r.text)
        .chain(&intent.goals)
        .chain([&intent.title, &intent.summary]);
    for text in texts.chain(intent.data_model.entities.iter().map(|e| &e.name)) {
        words::each(text, |word| roots.push(words::root(word)));
    }
    let known: KeySet = roots.into_iter().collect();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let mut own = Vec::new();
        words::roots(&flow.actor, &mut own);
        if !own.is_empty() && !own.iter().any(|root| known.contains(root)) {
            tally.fail("coherence/inconsistent-name", format!("/userFlows/{i}/actor"), || {
                (
                    format!(
                        "No requirement, goal or entity speaks of the actor \"{}\".",
                        super::clarity::quote(&flow.actor)
                    ),
                    "Name the actor as the requirements do.".to_owned(),
                )
            });
        }
    }
}

/// A step in another view than the one before needs to be led to; an alternative has to leave from a step of
/// its flow. Copies and unspecific steps lead nowhere, so they neither break a connection nor make one.
fn order(i: usize, flow: &UserFlow, ground: &Ground, tally: &mut Tally) {
    const CHECK: &str = "coherence/disconnected-step";
    let mut before: Option<(usize, usize)> = None;
    for (s, step) in flow.steps.iter().enumerate() {
        let Some(view) = ground.component(&step.component).and_then(|at| ground.view_of[at]) else {
            continue;
        };
        if words::substance(&step.action) == 0 {
            continue;
        }
        if let Some((earlier, _)) = before.filter(|(_, left)| *left != view) {
            let outcome = flow.steps[earlier..s].iter().filter_map(|step| step.outcome.as_deref());
            if !outcome.into_iter().any(|text| words::substance(text) > 0) {
                tally.fail(CHECK, format!("/userFlows/{i}/steps/{earlier}"), || {
                    (
                        format!(
                            "After step \"{}\" the flow is in another view, and nothing says how.",
                            flow.steps[earlier].id
                        ),
                        format!("Add an outcome that leads to step \"{}\".", step.id),
                    )
                });
            }
        }
        before = Some((s, view));
    }
    if let [first, rest @ ..] = flow.steps.as_slice()
        && begins(&first.action, &LAST)
        && let Some(later) = rest.iter().find(|step| begins(&step.action, &FIRST))
    {
        tally.fail(CHECK, format!("/userFlows/{i}/steps/0"), || {
            (
                format!("Step \"{}\" ends what step \"{}\" only begins.", first.id, later.id),
                "Put the steps in the order in which they can be done.".to_owned(),
            )
        });
    }
    let known: std::collections::HashSet<&str> = flow.steps.iter().map(|step| step.id.as_str()).collect();
    for (a, alternative) in
        flow.alternatives.iter().enumerate().filter(|(_, alt)| !known.contains(alt.at.as_str()))
    {
        tally.fail(CHECK, format!("/userFlows/{i}/alternatives/{a}/at"), || {
            (
                format!(
                    "An alternative of flow \"{}\" leaves from \"{}\", which is none of its steps.",
                    flow.id, alternative.at
                ),
                "Name the id of the step at which it leaves.".to_owned(),
            )
        });
    }
}

fn unused(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, component) in intent.components.iter().enumerate().filter(|(i, _)| !ground.used[*i]) {
        tally.fail("coherence/unused-component", format!("/components/{i}"), || {
            (
                format!("Component \"{}\" is used by no flow and contains nothing that is.", component.id),
                ground.own_id_first(i, component).unwrap_or_else(|| {
                    "Use it in a step of a flow that satisfies a requirement, or remove it.".to_owned()
                }),
            )
        });
    }
}

fn targets(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    for (i, interaction) in intent.interactions.iter().enumerate() {
        if ground.component(&interaction.component).is_none() {
            tally.fail("coherence/unknown-target", format!("/interactions/{i}/component"), || {
                (
                    format!(
                        "Interaction \"{}\" happens at \"{}\", which is no component.",
                        interaction.id, interaction.component
                    ),
                    format!("Name an existing component, or add \"{}\".", interaction.component),
                )
            });
        }
    }
}

fn claims(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    const CHECK: &str = "coherence/idle-claim";
    for (i, flow) in intent.user_flows.iter().enumerate() {
        if !flow.satisfies.iter().any(|id| ground.requirement_at.contains_key(id.as_str())) {
            tally.fail(CHECK, format!("/userFlows/{i}/satisfies"), || {
                (
                    format!("Flow \"{}\" satisfies no requirement.", flow.id),
                    "List the requirements it satisfies, or remove it.".to_owned(),
                )
            });
        }
    }
    for (i, r) in &ground.void {
        let flow = &intent.user_flows[*i];
        let claim = flow.satisfies.get(*r).map_or("", String::as_str);
        tally.fail("coherence/void-claim", format!("/userFlows/{i}/satisfies/{r}"), || {
            (
                format!("Flow \"{}\" claims {claim}, but shares no word with it.", flow.id),
                "Claim it where it is met, or say in the flow how it is met.".to_owned(),
            )
        });
    }
    for (i, _) in ground.heaps.iter().enumerate().filter(|(_, heap)| **heap) {
        tally.fail(CHECK, format!("/userFlows/{i}"), || {
            (
                format!(
                    "Flow \"{}\" turns the same few words around and tells no story.",
                    intent.user_flows[i].id
                ),
                "Say in sentences what the actor does and what follows from it.".to_owned(),
            )
        });
    }
    let flows = intent.user_flows.iter().enumerate().map(|(i, f)| ("userFlows", i, &f.id, &f.satisfies));
    let components =
        intent.components.iter().enumerate().map(|(i, c)| ("components", i, &c.id, &c.satisfies));
    let interactions =
        intent.interactions.iter().enumerate().map(|(i, x)| ("interactions", i, &x.id, &x.satisfies));
    for (section, i, id, satisfies) in flows.chain(components).chain(interactions) {
        for (r, claim) in satisfies.iter().enumerate() {
            if !ground.requirement_at.contains_key(claim.as_str()) {
                tally.fail(CHECK, format!("/{section}/{i}/satisfies/{r}"), || {
                    (
                        format!("\"{id}\" satisfies \"{claim}\", which is no requirement."),
                        "Name the id of a requirement, or remove it.".to_owned(),
                    )
                });
            }
        }
    }
}

/// The same thing under two spellings, and two things under one name.
fn names(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    const CHECK: &str = "coherence/inconsistent-name";
    let spelt = |pointer: String, name: &str, tally: &mut Tally| {
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
        for (s, step) in flow.steps.iter().enumerate() {
            for (e, name) in step.entities.iter().enumerate() {
                spelt(format!("/userFlows/{i}/steps/{s}/entities/{e}"), name, tally);
            }
        }
        for (a, alternative) in flow.alternatives.iter().enumerate() {
            for (s, step) in alternative.steps.iter().enumerate() {
                for (e, name) in step.entities.iter().enumerate() {
                    spelt(format!("/userFlows/{i}/alternatives/{a}/steps/{s}/entities/{e}"), name, tally);
                }
            }
        }
    }
    for (i, component) in intent.components.iter().enumerate() {
        for (e, name) in component.entities.iter().enumerate() {
            spelt(format!("/components/{i}/entities/{e}"), name, tally);
        }
    }
    let mut actors: HashMap<u64, &str> = HashMap::new();
    for (i, flow) in intent.user_flows.iter().enumerate().filter(|(_, f)| !f.actor.trim().is_empty()) {
        let first = *actors.entry(words::name_key(&flow.actor)).or_insert(&flow.actor);
        if first != flow.actor {
            tally.fail(CHECK, format!("/userFlows/{i}/actor"), || {
                (
                    format!("\"{}\" is called \"{first}\" in an earlier flow.", flow.actor),
                    format!("Write \"{first}\"."),
                )
            });
        }
    }
    let mut called: HashMap<u64, &str> = HashMap::new();
    for (i, component) in intent.components.iter().enumerate() {
        let first = *called.entry(words::name_key(&component.name)).or_insert(&component.id);
        if first != component.id {
            tally.fail(CHECK, format!("/components/{i}/name"), || {
                (
                    format!(
                        "Components \"{first}\" and \"{}\" are both called \"{}\".",
                        component.id, component.name
                    ),
                    "Give it a name of its own, or use the first one in its place.".to_owned(),
                )
            });
        }
    }
}
