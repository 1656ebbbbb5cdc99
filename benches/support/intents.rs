//! Intents of any size, as a good generator writes them: every requirement has its flow, every flow its components, every
//! component its entity.

use frieze_intent::{
    Alternative, Attribute, Component, ComponentType, DataModel, Entity, Intent, Interaction, Relationship,
    RelationshipKind, Requirement, RequirementKind, Source, Step, UserFlow,
};

use frieze_testkit::Dice;

use super::words::Words as _;

/// An intent with a file of about this many bytes, indented as the engine writes it.
pub fn of_size(bytes: usize) -> Intent {
    let mut dice = Dice(42);
    let mut intent = Intent {
        schema_version: "1.0.0".into(),
        feature_id: "parcels".into(),
        version: "1.0.0".into(),
        title: "Parcels across the counter".into(),
        summary: dice.sentence(),
        requirements: Vec::new(),
        goals: (0..3).map(|_| dice.sentence()).collect(),
        user_flows: Vec::new(),
        components: Vec::new(),
        data_model: DataModel::default(),
        interactions: Vec::new(),
        open_questions: vec!["Who may reopen a closed parcel?".into()],
        not_designed: Vec::new(),
    };
    // Bytes of a part in the file.
    for n in 1..=(bytes / PART).max(1) {
        part(&mut intent, n, &mut dice);
    }
    intent
}

/// The next iteration: a few texts changed, elements added and removed.
pub fn revised(intent: &Intent) -> Intent {
    let mut next = intent.clone();
    let mut dice = Dice(7);
    next.version = "1.1.0".into();
    for flow in next.user_flows.iter_mut().step_by(9) {
        flow.name.push_str(" again");
        if let Some(step) = flow.steps.last_mut() {
            step.action = dice.sentence();
        }
    }
    let count = next.components.len();
    next.components.remove(count / 2);
    next.requirements.remove(count / 7);
    part(&mut next, 900_001, &mut dice);
    next
}

/// The bytes of an intent's file.
pub fn file(intent: &Intent) -> Vec<u8> {
    serde_json::to_vec_pretty(intent).unwrap_or_default()
}

const PART: usize = 5_900;

fn part(intent: &mut Intent, n: usize, dice: &mut Dice) {
    let line = u32::try_from(n).unwrap_or(1);
    let (entity, view) = (format!("{} {n}", dice.noun()), format!("view-{n}"));
    let satisfies = vec![format!("R{n}")];
    let demand = dice.sentence();
    intent.requirements.push(Requirement {
        id: format!("R{n}"),
        text: demand.clone(),
        source: Source { file: "brief.md".into(), line },
        kind: RequirementKind::Functional,
    });
    let mut step = |id: String, component: String| Step {
        id,
        action: dice.sentence(),
        component,
        entities: vec![entity.clone()],
        outcome: Some(dice.sentence()),
    };
    let steps = (1..=4).map(|s| step(format!("F{n}.{s}"), format!("control-{n}"))).collect();
    let alternative = vec![step(format!("F{n}.A1"), view.clone())];
    intent.user_flows.push(UserFlow {
        id: format!("F{n}"),
        name: format!("{} the {} {n}", dice.verb(), dice.noun()),
        actor: "courier".into(),
        goal: Some(demand),
        steps,
        alternatives: vec![Alternative {
            at: format!("F{n}.2"),
            condition: dice.sentence(),
            steps: alternative,
        }],
        satisfies: satisfies.clone(),
    });
    let mut component = |id: String, kind, children: Vec<String>| Component {
        id,
        kind,
        name: format!("{} {n}", dice.noun()),
        description: dice.sentence(),
        children,
        entities: vec![entity.clone()],
        states: ["empty", "loading", "error"].iter().map(|s| format!("{s}: {}", dice.sentence())).collect(),
        satisfies: satisfies.clone(),
        widget: None,
        shared: false,
    };
    let children = vec![format!("control-{n}"), format!("list-{n}")];
    intent.components.push(component(view, ComponentType::View, children));
    intent.components.push(component(format!("control-{n}"), ComponentType::Control, Vec::new()));
    intent.components.push(component(format!("list-{n}"), ComponentType::Container, Vec::new()));
    let attribute = |name: &str, kind: &str, dice: &mut Dice| Attribute {
        name: name.into(),
        kind: kind.into(),
        required: true,
        description: Some(dice.sentence()),
    };
    let kinds = [("number", "identifier"), ("label", "text"), ("weight", "number"), ("due", "date")];
    intent.data_model.entities.push(Entity {
        name: entity,
        description: dice.sentence(),
        attributes: kinds.iter().map(|(name, kind)| attribute(name, kind, dice)).collect(),
        relationships: vec![Relationship {
            to: intent.data_model.entities.first().map_or_else(String::new, |e| e.name.clone()),
            kind: RelationshipKind::OneToMany,
            description: Some(dice.sentence()),
        }]
        .into_iter()
        .filter(|relation| !relation.to.is_empty())
        .collect(),
    });
    for i in 1..=2 {
        intent.interactions.push(Interaction {
            id: format!("I{n}.{i}"),
            trigger: dice.sentence(),
            component: format!("control-{n}"),
            response: dice.sentence(),
            feedback: Some(dice.sentence()),
            satisfies: satisfies.clone(),
        });
    }
}
