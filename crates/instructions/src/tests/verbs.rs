//! Tests of each verb: its changes and its refusals.

use crate::{SOURCE_FILE, Understood, apply};
use frieze_intent::{ComponentType, Intent, RelationshipKind, RequirementKind};

use super::sample::shop;

/// The design after a feedback, which must be understood.
fn after(feedback: &str) -> Intent {
    let mut design = shop();
    let read = apply(&mut design, feedback);
    assert!(read.iter().all(Understood::is_understood), "{read:?}");
    design
}

/// The reason why an instruction changes nothing.
fn why(feedback: &str) -> String {
    let mut design = shop();
    let read = apply(&mut design, feedback);
    assert_eq!(design, shop(), "{feedback}: {read:?}");
    let why: Vec<String> =
        read.into_iter().flat_map(|line| line.not_understood).map(|(_, why)| why).collect();
    why.join(" ")
}

fn actions(design: &Intent, flow: usize) -> Vec<&str> {
    design
        .user_flows
        .get(flow)
        .map(|flow| flow.steps.iter().map(|step| step.action.as_str()).collect())
        .unwrap_or_default()
}

#[test]
fn parts_are_added_with_type_parent_and_description() {
    let design = after("add control \"Discount code\" to Payment: Takes a code\nadd part Log as utility");
    let discount = &design.components[3];
    assert_eq!(
        (discount.id.as_str(), discount.kind, discount.description.as_str()),
        ("discount-code", ComponentType::Control, "Takes a code")
    );
    assert_eq!(design.components[1].children, ["pay-button", "discount-code"]);
    assert_eq!(design.components[4].kind, ComponentType::Utility);
    assert!(why("add part Log").contains("type"));
    assert!(why("add screen cart").contains("two parts named"));
    assert!(why("add menu X").contains("cannot be added"));
}

/// The text may be what met a requirement.
#[test]
fn a_description_that_is_replaced_is_named() {
    let read = apply(&mut shop(), "describe Cart: Shows the goods\ndescribe Cart: Shows all goods");
    let what: Vec<&str> = read.iter().flat_map(|line| &line.done).map(|done| done.what.as_str()).collect();
    assert!(what[0].ends_with("It replaces “What Cart is for”."), "{what:?}");
    assert!(what[1].ends_with("It replaces “Shows the goods”."), "{what:?}");
}

#[test]
fn steps_are_added_at_the_named_place() {
    let design = after("add step \"Check the total\" to Checkout on Cart before S2: The total is right");
    assert_eq!(
        actions(&design, 0),
        ["Look through the cart", "Check the total", "Pay by card", "Read the confirmation"]
    );
    let step = &design.user_flows[0].steps[1];
    assert_eq!(
        (step.id.as_str(), step.component.as_str(), step.outcome.as_deref()),
        ("check-the-total", "cart", Some("The total is right"))
    );
    assert!(why("add step \"Check\" to Checkout").contains("on PART"));
    assert!(why("add step \"Check\" on Cart").contains("to FLOW"));
    assert!(why("add step \"pay by card\" to Checkout on Cart").contains("Nothing changes"));
    let design = after("add step \"Close the tab\" to alternative \"The cart is empty\" on Cart");
    assert_eq!(design.user_flows[0].alternatives[0].steps.len(), 2);
}

#[test]
fn alternatives_fields_and_states_are_added() {
    let design = after("add alternative \"The card is declined\" to Checkout at \"Pay by card\": Show why");
    let declined = &design.user_flows[0].alternatives[1];
    assert_eq!((declined.at.as_str(), declined.steps[0].component.as_str()), ("S2", "payment"));
    let design = after("add field status to Order as enum(open, paid) required\nadd state loading to Cart");
    let status = &design.data_model.entities[0].attributes[2];
    assert_eq!((status.kind.as_str(), status.required), ("enum(open, paid)", true));
    assert_eq!(design.components[0].states[2], "loading");
    assert!(why("add field status to Order").contains("type"));
    assert!(why("add field total to Order as money").contains("two fields"));
    assert!(why("add state Empty to Cart").contains("set state"));
    assert!(why("add field owner to Order as reference(Shop)").contains("entity “Shop” is needed"));
}

#[test]
fn an_element_is_removed_with_the_references_to_it() {
    let design = after("remove R1\nremove \"Pay button\"");
    assert!(design.user_flows[0].satisfies.is_empty() && design.components[0].satisfies.is_empty());
    assert!(design.components[1].children.is_empty());
    let design = after("remove field \"last order\" of Customer; remove entity Order");
    assert!(
        design.components[0].entities.is_empty() && design.data_model.entities[0].relationships.is_empty()
    );
    assert!(design.user_flows[0].steps[0].entities.is_empty());
    assert_eq!(after("remove state empty of Cart").components[0].states, ["error"]);
    assert!(after("remove relationship Customer to Order").data_model.entities[1].relationships.is_empty());
}

#[test]
fn a_needed_element_is_not_removed() {
    assert_eq!(
        why("remove Cart"),
        "The part “Cart” is needed: the step “Look through the cart” of “Checkout” takes place there. Move or remove that first."
    );
    assert!(why("remove S1").contains("The alternative “The cart is empty”"));
    assert!(why("remove Order").contains("the field “last order” of “Customer” refers to it"));
    // Without these references, the part and its interaction are removed.
    let design = after("remove alternative \"The cart is empty\"; remove S1; remove Cart");
    assert_eq!((design.components.len(), design.interactions.len()), (2, 0));
}

#[test]
fn rename_changes_references_but_not_ids_and_prose() {
    let design =
        after("rename Order to Purchase\nrename field total to \"Amount due\"\nrename screen Cart to Basket");
    assert_eq!(design.data_model.entities[0].name, "Purchase");
    assert_eq!(design.data_model.entities[0].description, "What a customer buys");
    assert_eq!(design.data_model.entities[0].attributes[1].name, "Amount due");
    assert_eq!(design.data_model.entities[1].relationships[0].to, "Purchase");
    assert_eq!(design.data_model.entities[1].attributes[1].kind, "reference(Purchase)");
    assert_eq!(design.components[0].entities, ["Purchase"]);
    assert_eq!(design.user_flows[0].alternatives[0].steps[0].entities, ["Purchase"]);
    assert_eq!((design.components[0].id.as_str(), design.components[0].name.as_str()), ("cart", "Basket"));
    assert_eq!(after("rename Cart to cart").components[0].name, "cart");
    assert!(why("rename Cart to Payment").contains("two parts named"));
    assert!(why("rename S1 to Look").contains("step"));
    assert!(why("rename Cart to Cart").contains("Nothing changes"));
}

#[test]
fn split_moves_the_named_children_to_the_second() {
    let design = after("split Order into Order and Invoice with total");
    let names: Vec<&str> = design.data_model.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["Order", "Invoice", "Customer"]);
    assert_eq!(design.data_model.entities[1].attributes[0].name, "total");
    let design = after("split Payment into Payment and Confirmation with \"Pay button\"");
    assert!(design.components[1].children.is_empty() && design.components[2].children == ["pay-button"]);
    assert!(why("split Order into A and B").contains("with"));
    assert!(why("split Order into A").contains("two names"));
    assert!(why("split Checkout into A and B").contains("not a part or entity"));
}

#[test]
fn merge_joins_content_and_references() {
    let design = after("merge Cart and Payment into Till");
    assert_eq!((design.components.len(), design.components[0].name.as_str()), (2, "Till"));
    assert_eq!(design.components[0].children, ["pay-button"]);
    assert!(design.user_flows[0].steps.iter().all(|step| step.component == "cart"));
    let design = after("merge Order and Customer into Sale");
    assert_eq!(design.data_model.entities.len(), 1);
    let sale = &design.data_model.entities[0];
    assert_eq!((sale.name.as_str(), sale.attributes.len(), sale.relationships.len()), ("Sale", 4, 0));
    assert_eq!(
        (design.components[0].entities.as_slice(), sale.attributes[3].kind.as_str()),
        (["Sale".to_owned()].as_slice(), "reference(Sale)")
    );
    assert!(why("merge Cart and \"Pay button\"").contains("different types"));
    assert!(why("merge Cart and Order").contains("not of one kind"));
    assert!(why("merge Cart and cart").contains("Both names"));
    assert!(why("merge S1 and S3 into X").contains("not a part or entity"));
}

#[test]
fn move_changes_the_place() {
    let design = after("move \"Pay button\" to Cart");
    assert_eq!((design.components[0].children.len(), design.components[1].children.len()), (1, 0));
    assert_eq!(actions(&after("move S3 before S1"), 0).first(), Some(&"Read the confirmation"));
    assert_eq!(actions(&after("move S1 after S3"), 0).last(), Some(&"Look through the cart"));
    let design = after("move field total of Order to Customer");
    assert_eq!(
        (design.data_model.entities[0].attributes.len(), design.data_model.entities[1].attributes.len()),
        (1, 3)
    );
    assert!(why("move S1 to Checkout").contains("Use: move"));
    assert!(why("move S2 before S1a").contains("remove it there"));
    // Both flows have a step `S3`.
    let mut design = shop();
    let mut other = design.user_flows[0].clone();
    (other.id, other.name) = ("again".to_owned(), "Again".to_owned());
    design.user_flows.push(other);
    let two = design.clone();
    assert!(
        apply(&mut design, "remove S3")[0].not_understood[0].1.starts_with("“S3” is the name of 2 elements")
    );
    assert_eq!(design, two);
    let read =
        apply(&mut design, "move S3 of Again before S1\nadd step \"Wait\" to Checkout on Cart after S1");
    assert!(read.iter().all(Understood::is_understood), "{read:?}");
    let ids = |flow: usize| -> Vec<&str> {
        design.user_flows[flow].steps.iter().map(|step| step.id.as_str()).collect()
    };
    assert_eq!((ids(0), ids(1)), (vec!["S1", "wait", "S2", "S3"], vec!["S3", "S1", "S2"]));
    assert!(why("move \"Pay button\" to Payment").contains("Nothing changes"));
    assert!(why("move S1 before S2").contains("Nothing changes"));
    assert!(why("move Payment to \"Pay button\"").contains("contain itself"));
    assert!(why("move Cart to Cart").contains("contain itself"));
}

#[test]
fn properties_are_set() {
    let design = after("set required of total of Order to no; set type of total of Order to money");
    let total = &design.data_model.entities[0].attributes[1];
    assert_eq!((total.required, total.kind.as_str()), (false, "money"));
    let design =
        after("set state error of Cart: Try again\nset goal of Checkout to Buy\nset outcome of S2: Paid");
    assert_eq!(design.components[0].states[1], "error: Try again");
    assert_eq!(design.user_flows[0].goal.as_deref(), Some("Buy"));
    assert_eq!(design.user_flows[0].steps[1].outcome.as_deref(), Some("Paid"));
    let design = after(
        "set text of goal 2 to \"No order is lost\"; set at of \"The cart is empty\" to S2; set type of Cart to container",
    );
    assert_eq!(design.goals[1], "No order is lost");
    assert_eq!(design.user_flows[0].alternatives[0].at, "S2");
    assert_eq!(design.components[0].kind, ComponentType::Container);
    assert!(why("set colour of Cart to red").contains("not a property"));
    assert!(why("set type of Cart to window").contains("not a type of part"));
    assert!(why("set required of total to perhaps").contains("not yes or no"));
    assert!(why("set actor of Checkout to").contains("Nothing follows"));
}

#[test]
fn requirements_relationships_and_claims() {
    let design =
        after("Rename Cart to Basket\n\nrequire quality: The cart opens in 1 s; satisfy R3, R2 by Basket");
    let r3 = &design.requirements[2];
    assert_eq!(
        (r3.id.as_str(), r3.kind, r3.source.file.as_str(), r3.source.line),
        ("R3", RequirementKind::Quality, SOURCE_FILE, 3)
    );
    assert_eq!(design.components[0].satisfies, ["R1", "R3", "R2"]);
    let design = after("relate Order to Customer as many-to-one: Who bought it");
    let [order, customer] = design.data_model.entities.as_slice() else { panic!("two entities") };
    let (to, back) = (&order.relationships[0], &customer.relationships[0]);
    assert_eq!((to.kind, to.description.as_deref()), (RelationshipKind::OneToOne, Some("Who bought it")));
    assert_eq!((back.kind, customer.relationships.len()), (RelationshipKind::OneToMany, 1));
    assert!(why("require \"a customer can pay by card\"").contains("Nothing changes"));
    assert!(why("relate Order to Customer as friends").contains("not a kind of relationship"));
}

#[test]
fn answers_are_returned() {
    let mut design = shop();
    let read = apply(
        &mut design,
        "answer 2: The customer; answer \"What does a gift card look like?\": A code\n/openQuestions/0: answer: Blue\nanswer 3: None",
    );
    let answers: Vec<(&str, &str)> = read
        .iter()
        .flat_map(|line| &line.answers)
        .map(|one| (one.question.as_str(), one.text.as_str()))
        .collect();
    let gift = "What does a gift card look like?";
    assert_eq!(answers, [("Who can cancel an order?", "The customer"), (gift, "A code"), (gift, "Blue")]);
    assert!(read[2].not_understood[0].1.contains("no question 3"));
    assert_eq!(design, shop());
}

#[test]
fn the_schema_is_kept() {
    let long = "x".repeat(501);
    let short = "x".repeat(60);
    for (feedback, expected) in [
        (
            format!("rename Cart to {long}"),
            format!("The name of the screen “{short}…” is longer than 500 characters."),
        ),
        (
            format!("add state \"{}\" to Cart", "x".repeat(2_001)),
            format!("The state “{short}…” is longer than 2000 characters."),
        ),
        (
            format!("set type of total of Order to {long}"),
            "A text of the field “total” is longer than 100 characters.".to_owned(),
        ),
    ] {
        assert_eq!(why(&feedback), expected);
    }
    assert!(why("rename Cart to \"\u{7}\"").contains("Use: rename"));
    assert_eq!(after("rename Cart to \"Bas\u{1b}[31m\u{202e}ket\t1\"").components[0].name, "Bas[31mket 1");
    assert_eq!(after("add screen \"会計\"").components[3].id, "part");
    assert_eq!(after("add control \"Cart!\" to Cart").components[3].id, "cart-2");
}

/// The design is validated after the last instruction; each instruction on its own only if that finds a violation.
#[test]
fn only_instructions_that_leave_a_violation_are_refused() {
    let long = "x".repeat(501);
    let mut design = shop();
    let read = apply(&mut design, &format!("rename Cart to {long}\n/components/0: rename to Basket"));
    assert!(read.iter().all(Understood::is_understood), "{read:?}");
    assert_eq!(design.components[0].name, "Basket");
    let mut design = shop();
    let read = apply(&mut design, &format!("rename Payment to Paying\nrename Cart to {long}\nremove goal 1"));
    let understood: Vec<bool> = read.iter().map(Understood::is_understood).collect();
    assert_eq!(understood, [true, false, true], "{read:?}");
    let names: Vec<&str> = design.components.iter().map(|part| part.name.as_str()).collect();
    assert_eq!((names, design.goals.len()), (vec!["Cart", "Paying", "Pay button"], 1));
}
