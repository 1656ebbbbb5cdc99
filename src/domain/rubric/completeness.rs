//! Completeness: what a design must say, and says specifically.

use super::filler;
use super::ground::Ground;
use super::states::Need;
use super::stock::Stock;
use super::tally::Tally;
use super::texts::{Kind, Text};
use super::words::{self, KeySet};
use std::collections::HashSet;

use crate::domain::intent::{Alternative, ComponentType, Entity, Intent, UserFlow};

pub(super) fn judge(intent: &Intent, ground: &Ground, texts: &[Text], stock: &Stock, tally: &mut Tally) {
    sections(intent, ground, tally);
    for (i, requirement) in intent.requirements.iter().enumerate().filter(|(i, _)| !ground.met[*i]) {
        tally.fail("completeness/unsatisfied-requirement", format!("/requirements/{i}"), || {
            let message = if ground.claimed[i] {
                format!("What claims to satisfy {} hardly speaks of what it demands.", requirement.id)
            } else {
                format!("Nothing in the design satisfies {}.", requirement.id)
            };
            (
                message,
                format!(
                    "List \"{}\" under satisfies of the flow or used component that meets it, or add one.",
                    requirement.id
                ),
            )
        });
    }
    for (i, flow) in intent.user_flows.iter().enumerate() {
        flow_frame(i, flow, stock, tally);
        alternatives(i, flow, stock, tally);
    }
    view_states(intent, ground, stock, tally);
    for (i, entity) in intent.data_model.entities.iter().enumerate() {
        identity(i, entity, tally);
    }
    descriptions(intent, tally);
    placeholders(texts, tally);
    holes(intent, tally);
}

/// A section counts when something in it is earned, not when it is merely there.
fn sections(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    let specific = |text: &str, least: usize| words::substance(text) >= least;
    let said = [
        (
            "/summary",
            "The summary says nothing specific.",
            "Say in a sentence or two what it is and for whom.",
            specific(&intent.summary, 3),
        ),
        (
            "/requirements",
            "There are no requirements.",
            "List what the brief demands, with its source lines.",
            ground.requirements > 0,
        ),
        (
            "/goals",
            "No goal says anything specific.",
            "State what the people who use it gain.",
            intent.goals.iter().any(|g| specific(g, 2)),
        ),
        (
            "/userFlows",
            "No flow with specific steps satisfies a requirement.",
            "Add a flow with its steps, and list the requirements it satisfies.",
            ground.flows > 0,
        ),
        (
            "/components",
            "No component is used by a flow.",
            "Add the components at which the steps happen.",
            ground.components > 0,
        ),
        (
            "/dataModel/entities",
            "No entity is reached by a flow.",
            "Add the entities that the flows create, show or change.",
            ground.entities > 0,
        ),
        (
            "/interactions",
            "No interaction says what a used component does.",
            "Add what triggers a used component and how it responds.",
            ground.has_interaction,
        ),
    ];
    for (pointer, message, suggestion, _) in said.iter().filter(|(.., said)| !said) {
        tally.fail("completeness/section", *pointer, || ((*message).to_owned(), (*suggestion).to_owned()));
    }
}

/// Actor, goal, start and outcome. Repeated and empty steps count as none.
fn flow_frame(i: usize, flow: &UserFlow, stock: &Stock, tally: &mut Tally) {
    const CHECK: &str = "completeness/flow-frame";
    let id = &flow.id;
    let missing = |text: &str| text.trim().is_empty() || filler::reason(text).is_some();
    if missing(&flow.actor) {
        tally.fail(CHECK, format!("/userFlows/{i}/actor"), || {
            (
                format!("Flow \"{id}\" does not say who acts."),
                "Name the actor: the role of the person or system that starts it.".to_owned(),
            )
        });
    }
    if flow.goal.as_deref().is_none_or(|goal| words::substance(goal) == 0 || stock.has(Kind::FlowGoal, goal))
    {
        let pointer =
            if flow.goal.is_some() { format!("/userFlows/{i}/goal") } else { format!("/userFlows/{i}") };
        tally.fail(CHECK, pointer, || {
            (
                format!("Flow \"{id}\" has no goal of its own."),
                "Add \"goal\": what the actor has when it is done.".to_owned(),
            )
        });
    }
    let mut seen = Vec::new();
    let mut last = None;
    for (s, step) in flow.steps.iter().enumerate() {
        let own = words::set_key(&words::content_of(&[&step.action]));
        if words::substance(&step.action) > 0 && !seen.contains(&own) {
            // Two different steps are enough to know; afterwards only copies of recent ones are told apart.
            if seen.len() < 64 {
                seen.push(own);
            }
            last = Some(s);
        }
    }
    if seen.len() < 2 {
        tally.fail(CHECK, format!("/userFlows/{i}/steps"), || {
            (
                format!("Flow \"{id}\" has fewer than two specific steps."),
                "Tell where it starts, what the actor does, and how it ends.".to_owned(),
            )
        });
    }
    let outcome = last.and_then(|s| flow.steps[s].outcome.as_deref());
    if outcome.is_none_or(|text| words::substance(text) == 0 || stock.has(Kind::Outcome, text)) {
        let pointer = match last {
            Some(s) => format!("/userFlows/{i}/steps/{s}"),
            None => format!("/userFlows/{i}/steps"),
        };
        tally.fail(CHECK, pointer, || {
            (
                format!("The last step of flow \"{id}\" has no outcome of its own."),
                "Add \"outcome\": what is different when the flow has ended.".to_owned(),
            )
        });
    }
}

/// An alternative is one when it says specifically what happened instead, and ends otherwise than the usual way.
fn alternatives(i: usize, flow: &UserFlow, stock: &Stock, tally: &mut Tally) {
    let known: HashSet<&str> = flow.steps.iter().map(|step| step.id.as_str()).collect();
    let key = |text: &str| words::set_key(&words::content_of(&[text]));
    let usual: KeySet = flow
        .steps
        .iter()
        .flat_map(|s| [Some(s.action.as_str()), s.outcome.as_deref()])
        .flatten()
        .map(key)
        .collect();
    let says = |kind: Kind, text: &str| {
        words::substance(text) > 0 && !stock.has(kind, text) && !usual.contains(&key(text))
    };
    let specific = |alternative: &Alternative| {
        says(Kind::Condition, &alternative.condition)
            && alternative.steps.iter().any(|step| {
                let outcome = step.outcome.as_deref();
                words::substance(&step.action) > 0
                    && outcome.map_or_else(|| !usual.contains(&key(&step.action)), |o| says(Kind::Outcome, o))
            })
    };
    let good: Vec<bool> =
        flow.alternatives.iter().map(|a| known.contains(a.at.as_str()) && specific(a)).collect();
    if !good.contains(&true) {
        let pointer = if flow.alternatives.is_empty() {
            format!("/userFlows/{i}")
        } else {
            format!("/userFlows/{i}/alternatives")
        };
        tally.fail("completeness/no-alternative", pointer, || {
            (
                format!("Flow \"{}\" does not say what happens when something specific goes wrong.", flow.id),
                "Add an alternative at one of its steps: the condition, the steps that follow, and how it ends."
                    .to_owned(),
            )
        });
        return;
    }
    for (a, _) in good.iter().enumerate().filter(|(a, good)| !**good && !specific(&flow.alternatives[*a])) {
        tally.fail("completeness/empty-alternative", format!("/userFlows/{i}/alternatives/{a}"), || {
            (
                format!("An alternative of flow \"{}\" says nothing else than the usual way.", flow.id),
                "Say what is different: the condition, what is done then, and how it ends.".to_owned(),
            )
        });
    }
}

/// A requirement that the brief left open has to be asked about.
fn holes(intent: &Intent, tally: &mut Tally) {
    let mut asked: KeySet = KeySet::default();
    let mut roots = Vec::new();
    for question in &intent.open_questions {
        words::roots(question, &mut roots);
        question.split(|c: char| !c.is_alphanumeric() && c != '-').for_each(|w| {
            asked.insert(words::name_key(w));
        });
    }
    let spoken: KeySet = roots.into_iter().collect();
    for (i, requirement) in
        intent.requirements.iter().enumerate().filter(|(_, r)| filler::has_marker(&r.text))
    {
        let mut own = Vec::new();
        words::roots(&requirement.text, &mut own);
        own.sort_unstable();
        own.dedup();
        let about = own.iter().filter(|root| spoken.contains(root)).count();
        if !asked.contains(&words::name_key(&requirement.id)) && about < 2 {
            tally.fail("completeness/placeholder", format!("/requirements/{i}"), || {
                (
                    format!(
                        "{} leaves something to be decided, and no open question asks for it.",
                        requirement.id
                    ),
                    format!("Ask for it under openQuestions, naming {}.", requirement.id),
                )
            });
        }
    }
}

/// Every view can fail, so each needs an error state. Only a view that shows data can be empty or loading:
/// one that itself, or in its parts, or in a step at them, has entities.
fn view_states(intent: &Intent, ground: &Ground, stock: &Stock, tally: &mut Tally) {
    let mut shows_data = vec![false; intent.components.len()];
    for (at, component) in intent.components.iter().enumerate() {
        if let Some(view) = ground.view_of[at].filter(|_| !component.entities.is_empty()) {
            shows_data[view] = true;
        }
    }
    for step in intent.user_flows.iter().flat_map(super::ground::steps).filter(|s| !s.entities.is_empty()) {
        if let Some(view) = ground.component(&step.component).and_then(|at| ground.view_of[at]) {
            shows_data[view] = true;
        }
    }
    for (at, view) in intent.components.iter().enumerate().filter(|(_, c)| c.kind == ComponentType::View) {
        for need in Need::ALL {
            if (need == Need::Error || shows_data[at])
                && !need.is_met_by(&view.states, |state| stock.has(Kind::State, state))
            {
                let pointer = if view.states.is_empty() {
                    format!("/components/{at}")
                } else {
                    format!("/components/{at}/states")
                };
                tally.fail("completeness/missing-state", pointer, || {
                    (
                        format!("View \"{}\" does not say what its {} state shows.", view.id, need.name()),
                        format!("Add \"{}: …\" to its states and say what is shown then.", need.name()),
                    )
                });
            }
        }
    }
}

fn identity(i: usize, entity: &Entity, tally: &mut Tally) {
    const CHECK: &str = "completeness/entity-identity";
    if entity.attributes.iter().all(super::data_model::identifies) {
        tally.fail(CHECK, format!("/dataModel/entities/{i}/attributes"), || {
            (
                format!("Entity \"{}\" has no attributes beyond its identity.", entity.name),
                "List what is known of one of them, with types.".to_owned(),
            )
        });
    }
    if !super::data_model::has_identity(entity) {
        tally.fail(CHECK, format!("/dataModel/entities/{i}"), || {
            (
                format!("Nothing tells one \"{}\" from another.", entity.name),
                "Add an attribute of type identifier, or mark the one that is unique.".to_owned(),
            )
        });
    }
}

fn descriptions(intent: &Intent, tally: &mut Tally) {
    const CHECK: &str = "completeness/missing-description";
    let components = intent
        .components
        .iter()
        .enumerate()
        .map(|(i, c)| ("components", i, "Component", &c.id, &c.description));
    let entities = intent
        .data_model
        .entities
        .iter()
        .enumerate()
        .map(|(i, e)| ("dataModel/entities", i, "Entity", &e.name, &e.description));
    for (section, i, what, name, description) in components.chain(entities) {
        if description.trim().is_empty() || filler::reason(description).is_some() {
            tally.fail(CHECK, format!("/{section}/{i}/description"), || {
                (
                    format!("{what} \"{name}\" has no description."),
                    "Say what it is for and what it shows or holds.".to_owned(),
                )
            });
        }
    }
}

fn placeholders(texts: &[Text], tally: &mut Tally) {
    for text in texts {
        let why = match text.kind {
            // A question may well say "to be decided"; a name may well be "Description" or "Test".
            Kind::Question => continue,
            Kind::AttributeName
            | Kind::State
            | Kind::Actor
            | Kind::ComponentName
            | Kind::EntityName
            | Kind::FlowName => filler::reason(text.text).filter(|why| *why != "is a placeholder"),
            Kind::Title
            | Kind::Summary
            | Kind::Goal
            | Kind::FlowGoal
            | Kind::Action
            | Kind::Outcome
            | Kind::Condition
            | Kind::ComponentDescription
            | Kind::EntityDescription
            | Kind::AttributeDescription
            | Kind::RelationDescription
            | Kind::Trigger
            | Kind::Response
            | Kind::Feedback => {
                let keys = words::keys(text.text);
                filler::reason_of(text.text, &keys)
                    .or_else(|| filler::is_generic(&keys).then_some("would fit any product"))
            }
        };
        if let Some(why) = why {
            tally.fail("completeness/placeholder", text.pointer(), || {
                (
                    format!("\"{}\" {why}.", super::clarity::quote(text.text)),
                    "Say what is meant here, or put it under openQuestions.".to_owned(),
                )
            });
        }
    }
}
