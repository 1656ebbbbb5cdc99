//! Completeness: what a design must say, and says specifically.

use super::filler;
use super::ground::Ground;
use super::states::Need;
use super::tally::Tally;
use super::texts::{Kind, Text};
use super::words;
use crate::domain::intent::{ComponentType, Entity, Intent, UserFlow};

pub(super) fn judge(intent: &Intent, ground: &Ground, texts: &[Text], tally: &mut Tally) {
    sections(intent, ground, tally);
    for (i, requirement) in intent.requirements.iter().enumerate().filter(|(i, _)| !ground.met[*i]) {
        tally.fail("completeness/unsatisfied-requirement", format!("/requirements/{i}"), || {
            (
                format!("Nothing in the design satisfies {}.", requirement.id),
                format!(
                    "List \"{}\" under satisfies of the flow or used component that meets it, or add one.",
                    requirement.id
                ),
            )
        });
    }
    for (i, flow) in intent.user_flows.iter().enumerate() {
        flow_frame(i, flow, tally);
        alternatives(i, flow, tally);
    }
    view_states(intent, ground, tally);
    for (i, entity) in intent.data_model.entities.iter().enumerate() {
        identity(i, entity, tally);
    }
    descriptions(intent, tally);
    placeholders(texts, tally);
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
fn flow_frame(i: usize, flow: &UserFlow, tally: &mut Tally) {
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
    if flow.goal.as_deref().is_none_or(|goal| words::substance(goal) == 0) {
        let pointer =
            if flow.goal.is_some() { format!("/userFlows/{i}/goal") } else { format!("/userFlows/{i}") };
        tally.fail(CHECK, pointer, || {
            (
                format!("Flow \"{id}\" has no goal."),
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
    if outcome.is_none_or(|text| words::substance(text) == 0) {
        let pointer = match last {
            Some(s) => format!("/userFlows/{i}/steps/{s}"),
            None => format!("/userFlows/{i}/steps"),
        };
        tally.fail(CHECK, pointer, || {
            (
                format!("The last step of flow \"{id}\" has no outcome."),
                "Add \"outcome\": what is different when the flow has ended.".to_owned(),
            )
        });
    }
}

fn alternatives(i: usize, flow: &UserFlow, tally: &mut Tally) {
    let good = flow.alternatives.iter().any(|alternative| {
        words::substance(&alternative.condition) > 0
            && flow.steps.iter().any(|step| step.id == alternative.at)
            && alternative.steps.iter().any(|step| words::substance(&step.action) > 0)
    });
    if !good {
        tally.fail("completeness/no-alternative", format!("/userFlows/{i}"), || {
            (
                format!("Flow \"{}\" does not say what happens when it goes wrong.", flow.id),
                "Add an alternative at one of its steps: the condition, and the steps that follow."
                    .to_owned(),
            )
        });
    }
}

/// Every view can fail, so each needs an error state. Only a view that shows data can be empty or loading:
/// one that itself, or in its parts, or in a step at them, has entities.
fn view_states(intent: &Intent, ground: &Ground, tally: &mut Tally) {
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
            if (need == Need::Error || shows_data[at]) && !need.is_met_by(&view.states) {
                let pointer = if view.states.is_empty() {
                    format!("/components/{at}")
                } else {
                    format!("/components/{at}/states")
                };
                tally.fail("completeness/missing-state", pointer, || {
                    (
                        format!("View \"{}\" has no {} state.", view.id, need.name()),
                        format!("Add \"{}: …\" to its states and say what is shown then.", need.name()),
                    )
                });
            }
        }
    }
}

fn identity(i: usize, entity: &Entity, tally: &mut Tally) {
    const CHECK: &str = "completeness/entity-identity";
    if entity.attributes.is_empty() {
        tally.fail(CHECK, format!("/dataModel/entities/{i}/attributes"), || {
            (
                format!("Entity \"{}\" has no attributes.", entity.name),
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
