//! Features for the tests of the panes: a small one, a hostile one, a huge one.

use std::sync::Arc;

use crate::domain::critique::{Critique, CritiqueFile};
use crate::domain::feedback::DoneFile;
use crate::domain::id::FeatureId;
use crate::domain::intent::{
    Alternative, Attribute, Component, ComponentType, DataModel, Entity, Intent, Interaction, Reading,
    Relationship, RelationshipKind, Requirement, RequirementKind, Source, Step, UserFlow,
};
use crate::domain::score::Score;
use crate::domain::{diff, rubric};
use crate::tui::detail::{Base, Compared, Detail, Stated};

pub fn component(id: &str, kind: ComponentType, name: &str, children: &[&str]) -> Component {
    Component {
        id: id.to_owned(),
        kind,
        name: name.to_owned(),
        description: format!("{name} says what it is for."),
        children: children.iter().map(|&id| id.to_owned()).collect(),
        entities: vec!["Order".to_owned()],
        states: vec!["empty: Nothing ordered yet".to_owned(), "error".to_owned()],
        satisfies: vec!["R1".to_owned(), "R9".to_owned()],
    }
}

/// A shop in which every kind of element occurs, missing and circular references too.
pub fn shop() -> Intent {
    use ComponentType::{Container, Control, Data, Utility, View};
    let step = |id: &str, at: &str| Step {
        id: id.to_owned(),
        action: "The shopper pays the order".to_owned(),
        component: at.to_owned(),
        entities: vec!["Order".to_owned(), "Ghost".to_owned()],
        outcome: Some("The order is paid".to_owned()),
    };
    Intent {
        schema_version: "1.0.0".to_owned(),
        feature_id: "shop".to_owned(),
        version: "0.1.0".to_owned(),
        title: "Shop".to_owned(),
        summary: "Shoppers order and pay.".to_owned(),
        requirements: vec![Requirement {
            id: "R1".to_owned(),
            text: "The shopper can pay an order by card.".to_owned(),
            source: Source { file: "brief.md".to_owned(), line: 3 },
            kind: RequirementKind::Quality,
        }],
        goals: vec!["Orders are paid".to_owned()],
        user_flows: vec![UserFlow {
            id: "F1".to_owned(),
            name: "Pay".to_owned(),
            actor: "Shopper".to_owned(),
            goal: Some("The order is paid".to_owned()),
            steps: vec![step("F1.1", "cart"), step("F1.2", "nowhere")],
            alternatives: vec![Alternative {
                at: "F1.1".to_owned(),
                condition: "The card is declined".to_owned(),
                steps: vec![step("F1.a1", "pay")],
            }],
            satisfies: vec!["R1".to_owned()],
        }],
        components: vec![
            component("cart", View, "Cart screen", &["box", "lines", "gone", "cart", "other"]),
            component("box", Container, "Payment", &["pay", "cancel", "code", "box"]),
            component("pay", Control, "Pay button", &[]),
            component("cancel", Control, "Cancel", &[]),
            component("code", Control, "Voucher code", &[]),
            component("lines", Data, "Order table", &[]),
            component("other", View, "Receipt", &[]),
            component("log", Utility, "Audit log", &[]),
        ],
        data_model: DataModel {
            entities: vec![Entity {
                name: "Order".to_owned(),
                description: "What is bought.".to_owned(),
                attributes: ["id", "total", "placed at"].map(attribute).to_vec(),
                relationships: vec![Relationship {
                    to: "Ghost".to_owned(),
                    kind: RelationshipKind::OneToMany,
                    description: None,
                }],
            }],
        },
        interactions: vec![Interaction {
            id: "I1".to_owned(),
            trigger: "The shopper presses Pay".to_owned(),
            component: "pay".to_owned(),
            response: "The payment starts".to_owned(),
            feedback: Some("A line says so".to_owned()),
            satisfies: vec!["R1".to_owned()],
        }],
        open_questions: vec!["Which cards?".to_owned()],
    }
}

fn attribute(name: &str) -> Attribute {
    Attribute { name: name.to_owned(), kind: "text".to_owned(), required: true, description: None }
}

/// Texts that try something.
pub fn hostile() -> Vec<String> {
    vec![
        "\u{1b}[2J\u{1b}]0;owned\u{7}".to_owned(),
        "right\u{202e}to left\u{2066}".to_owned(),
        format!("e{}", "\u{301}".repeat(200)),
        "長い日本語の名前が続く".repeat(9),
        "👩‍⚕️👨‍👩‍👧‍👦🇪🇺".repeat(12),
        "ｶﾞｷﾞｸﾞ".repeat(20),
        "line\nbreak\tand tab\r\n".to_owned(),
        String::new(),
        "┌──┐│└┘".repeat(7),
    ]
}

/// The shop with a hostile text in every place of it.
pub fn hostile_shop(text: &str) -> Intent {
    let mut intent = shop();
    intent.title = text.to_owned();
    intent.summary = text.to_owned();
    intent.goals = vec![text.to_owned()];
    intent.open_questions = vec![text.to_owned()];
    for requirement in &mut intent.requirements {
        requirement.text = text.to_owned();
        requirement.source.file = text.to_owned();
    }
    for flow in &mut intent.user_flows {
        flow.name = text.to_owned();
        flow.actor = text.to_owned();
        for step in &mut flow.steps {
            step.action = text.to_owned();
            step.outcome = Some(text.to_owned());
        }
        flow.alternatives[0].condition = text.to_owned();
    }
    for component in &mut intent.components {
        component.name = format!("{text}{}", component.name);
        component.description = text.to_owned();
        component.states = vec![text.to_owned(), format!("{text}: {text}")];
        component.children.push(text.to_owned());
    }
    for entity in &mut intent.data_model.entities {
        entity.description = text.to_owned();
        entity.attributes.push(attribute(text));
    }
    intent
}

/// The shop with so many more components and flows.
pub fn huge(count: usize) -> Intent {
    let mut intent = shop();
    for at in 0..count / 2 {
        let id = format!("c{at}");
        intent.components.push(component(&id, ComponentType::Control, &format!("Control {at}"), &[]));
        intent.components[0].children.push(id);
        let mut flow = intent.user_flows[0].clone();
        flow.id = format!("F{at}");
        intent.user_flows.push(flow);
    }
    intent
}

pub fn reading(intent: &Intent) -> Arc<Reading> {
    let value = serde_json::to_value(intent).unwrap();
    let canonical = crate::domain::canonical::canonical(&value);
    let sha256 = crate::domain::digest::Digest::of(&canonical);
    Arc::new(Reading { intent: intent.clone(), canonical, sha256 })
}

/// A feature whose design is this, judged, and compared with another if there is one.
pub fn detail(intent: &Intent, before: Option<&Intent>) -> Detail {
    let reading = reading(intent);
    let critique = Critique::from(rubric::evaluate(&reading));
    let file = CritiqueFile {
        schema_version: 1,
        feature_id: "shop".parse().unwrap(),
        iteration: 2,
        threshold: 80,
        rubric: critique.rubric,
        rubric_sha256: rubric::sha256(),
        input_sha256: critique.input_sha256,
        overall: critique.overall,
        dimensions: critique.dimensions,
        findings: critique.findings,
        not_used: Vec::new(),
        carried: None,
    };
    let compared = before.map(|old| Compared {
        base: Base::Iteration(1),
        with: None,
        sha256: Some(reading.sha256),
        outcome: Ok((
            diff::between(old, intent),
            diff::text(&diff::document(old), &diff::document(intent), 2),
        )),
    });
    let id: FeatureId = "shop".parse().unwrap();
    Detail {
        done: Ok(DoneFile::new(&id)),
        id,
        view: Err(Stated { what: "no record".to_owned(), hint: "run it".to_owned() }),
        intent: Some(Ok(reading)),
        critique: Some(Ok(file)),
        compared,
        ..super::detail()
    }
}

/// A critique that has this overall.
pub fn scored(mut detail: Detail, overall: u16) -> Detail {
    if let Some(Ok(file)) = &mut detail.critique {
        file.overall = Score::from_hundredths(overall);
    }
    detail
}
