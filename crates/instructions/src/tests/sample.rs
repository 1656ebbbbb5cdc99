//! Sample design of a small shop.

use frieze_intent::{
    Alternative, Attribute, Component, ComponentType, DataModel, Entity, Intent, Interaction, Relationship,
    RelationshipKind, Requirement, RequirementKind, SCHEMA_VERSION, Source, Step, UserFlow,
};

fn part(id: &str, kind: ComponentType, name: &str, children: &[&str], states: &[&str]) -> Component {
    Component {
        id: id.to_owned(),
        kind,
        name: name.to_owned(),
        description: format!("What {name} is for"),
        children: list(children),
        entities: list(&["Order"]),
        states: list(states),
        satisfies: list(&["R1"]),
        widget: None,
        shared: false,
    }
}

fn list(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

fn step(id: &str, action: &str, component: &str) -> Step {
    Step {
        id: id.to_owned(),
        action: action.to_owned(),
        component: component.to_owned(),
        entities: list(&["Order"]),
        outcome: None,
    }
}

fn field(name: &str, kind: &str) -> Attribute {
    Attribute { name: name.to_owned(), kind: kind.to_owned(), required: true, description: None }
}

fn requirement(id: &str, text: &str, line: u32) -> Requirement {
    let source = Source { file: "brief.md".to_owned(), line };
    Requirement { id: id.to_owned(), text: text.to_owned(), source, kind: RequirementKind::Functional }
}

/// The design for which the examples of the grammar are written.
pub fn shop() -> Intent {
    Intent {
        schema_version: SCHEMA_VERSION.to_owned(),
        feature_id: "shop".to_owned(),
        version: "0.1.0".to_owned(),
        title: "Shop".to_owned(),
        summary: "Customers buy things".to_owned(),
        requirements: vec![
            requirement("R1", "A customer can pay by card", 3),
            requirement("R2", "The total is always right", 4),
        ],
        goals: list(&["Customers return", "Orders are complete"]),
        user_flows: vec![UserFlow {
            id: "checkout".to_owned(),
            name: "Checkout".to_owned(),
            actor: "Customer".to_owned(),
            goal: Some("Get what is in the cart".to_owned()),
            steps: vec![
                step("S1", "Look through the cart", "cart"),
                step("S2", "Pay by card", "payment"),
                step("S3", "Read the confirmation", "payment"),
            ],
            alternatives: vec![Alternative {
                at: "S1".to_owned(),
                condition: "The cart is empty".to_owned(),
                steps: vec![step("S1a", "Go back to the shop", "cart")],
            }],
            satisfies: list(&["R1"]),
        }],
        components: vec![
            part("cart", ComponentType::View, "Cart", &[], &["empty: Nothing here", "error"]),
            part("payment", ComponentType::View, "Payment", &["pay-button"], &[]),
            part("pay-button", ComponentType::Control, "Pay button", &[], &[]),
        ],
        data_model: DataModel {
            entities: vec![
                Entity {
                    name: "Order".to_owned(),
                    description: "What a customer buys".to_owned(),
                    attributes: vec![field("number", "identifier"), field("total", "number")],
                    relationships: Vec::new(),
                },
                Entity {
                    name: "Customer".to_owned(),
                    description: "A person who buys".to_owned(),
                    attributes: vec![field("email", "email"), field("last order", "reference(Order)")],
                    relationships: vec![Relationship {
                        to: "Order".to_owned(),
                        kind: RelationshipKind::OneToOne,
                        description: None,
                    }],
                },
            ],
        },
        interactions: vec![Interaction {
            id: "remove-item".to_owned(),
            trigger: "Remove an item".to_owned(),
            component: "cart".to_owned(),
            response: "The item is gone".to_owned(),
            feedback: None,
            satisfies: Vec::new(),
        }],
        open_questions: list(&["What does a gift card look like?", "Who can cancel an order?"]),
        not_designed: Vec::new(),
    }
}
