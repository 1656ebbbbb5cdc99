//! A person's words, verb by verb: what they must do to a design, and what is told when they cannot.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use frieze::domain::brief::{self, Brief};
use frieze::domain::draft::{Revision, draft, revise};
use frieze::domain::intent::{self, ComponentType, Intent};

const SHOP: &str = "# Corner shop\n\nCustomers order goods for pick-up.\n\n## Requirements\n\n\
### Requirement 1: Cart\n\n**User Story:** As a customer, I want to fill a cart, so that I can order what I need.\n\n\
#### Acceptance Criteria\n\n\
1. WHEN a customer adds a product to the cart, THE System SHALL show the cart total\n\
2. WHEN a customer deletes a product from the cart, THE System SHALL show the new total\n\
3. IF a product is sold out, THEN THE System SHALL display a message\n\n\
### Requirement 2: Checkout\n\n**User Story:** As a customer, I want to check out, so that I can collect my goods.\n\n\
#### Acceptance Criteria\n\n\
1. WHEN a customer opens the checkout page, THE System SHALL show the order list\n\
2. WHEN a customer submits the payment form, THE System SHALL store the payment\n\
3. WHEN a customer chooses a delivery slot, THE System SHALL store the delivery slot\n\n\
### Requirement 3: Export\n\n**User Story:** As a customer, I want to export orders, so that I can keep them.\n\n\
#### Acceptance Criteria\n\n\
1. WHEN a customer exports orders, THE System SHALL write a file\n\
2. WHEN the file is written, THE System SHALL show its place\n\n\
## Key Entities\n\n- **Cart**: What a customer wants to buy. Key attributes: total, date\n- **Customer**: Who buys. Key attributes: name, email, address\n- **Order**: A cart that was paid. Key attributes: number, status\n";

fn shop() -> (Brief, Intent) {
    let brief = brief::read("shop.md", SHOP.as_bytes()).expect("a brief");
    let intent = draft(&brief, &"shop".parse().unwrap());
    (brief, intent)
}

fn told(words: &str) -> Revision {
    let (brief, intent) = shop();
    let revision = revise(&brief, &intent, &[], &[words.to_owned()]);
    let value = serde_json::to_value(&revision.intent).unwrap();
    intent::read_value(&value).unwrap_or_else(|e| panic!("{words}: {e}"));
    assert_eq!(revision.intent.requirements, intent.requirements, "requirements are the brief's");
    revision
}

fn applied(words: &str) -> Intent {
    let revision = told(words);
    assert!(revision.not_applied.is_empty(), "{words}: {:?}", revision.not_applied);
    assert_eq!(revision.applied.len(), 1, "{words}: {:?}", revision.applied);
    revision.intent
}

/// Everything of ours that a person reads.
fn text(intent: &Intent) -> String {
    let mut own = intent.clone();
    own.requirements.clear();
    serde_json::to_string(&own).unwrap()
}

fn component(intent: &Intent, name: &str) -> bool {
    intent.components.iter().any(|c| c.name.eq_ignore_ascii_case(name))
}

#[test]
fn a_rename_reaches_names_references_and_texts() {
    let intent = applied("rename 'Cart' to 'Basket'");
    assert!(intent.data_model.entities.iter().any(|e| e.name == "Basket"));
    let own = text(&intent).to_lowercase();
    assert!(own.contains("basket") && !own.contains(" cart"), "{own}");
}

#[test]
fn a_screen_is_added_and_used() {
    let intent = applied("add a password reset screen");
    assert!(component(&intent, "Password reset screen"));
    let id = &intent.components.iter().find(|c| c.name == "Password reset screen").unwrap().id;
    assert!(intent.user_flows.iter().flat_map(|f| &f.steps).any(|s| s.component == *id));
}

/// A screen that is named is a screen of that name, which stands alone, has its states, and a flow comes to it.
#[test]
fn a_screen_by_its_name_or_by_what_it_is_for_is_added_as_a_screen() {
    let cases = [
        ("add a screen \"Trash\"", "Trash", "screen of Corner shop"),
        ("Add the screen “Archive”.", "Archive", ""),
        ("add a view \"Parcels\"", "Parcels", "view of Corner shop"),
        ("add a view called Parcels", "Parcels", ""),
        ("add screen Returns", "Returns", ""),
        ("add a \"Trash\" page to the cart", "Trash", ""),
        ("please add a page named 'Lost and found' to the app", "Lost and found", ""),
        (
            "there should be a screen \"Returns\" where customers send products back",
            "Returns",
            "Where customers send",
        ),
        ("we need a screen \"Trash\" to restore deleted carts", "Trash", "To restore deleted carts."),
        ("add a page for printing labels", "Printing labels", "For printing labels."),
        ("add a page for vouchers", "Vouchers page", "For vouchers."),
        ("add a screen to compare products", "Compare products", "To compare products."),
        ("add a page where customers pick up and delete parcels", "Pick up", "pick up and delete parcels"),
        ("add a screen \"Receipts\" with a calendar in the export flow", "Receipts", "With a calendar"),
        ("add a help page to the checkout page", "Help page", ""),
        ("the shop needs a screen \"Opening hours\"", "Opening hours", ""),
        ("a screen \"Imprint\" is missing", "Imprint", ""),
        ("I miss a screen called \"Stock\"", "Stock", ""),
        ("Füge einen Bildschirm \"Papierkorb\" hinzu", "Papierkorb", ""),
    ];
    assert!(cases.len() > 12);
    let (_, before) = shop();
    for (words, name, described) in cases {
        let intent = applied(words);
        let made = intent.components.iter().find(|c| c.name == name);
        let names: Vec<_> = intent.components.iter().map(|c| (&c.name, c.kind)).collect();
        let made = made.unwrap_or_else(|| panic!("{words}: {names:?}"));
        assert_eq!(made.kind, ComponentType::View, "{words}");
        assert!(made.description.contains(described), "{words}: {}", made.description);
        assert_eq!(made.states.len(), 3, "{words}");
        assert!(intent.components.iter().all(|c| !c.children.contains(&made.id)), "{words}");
        assert!(intent.user_flows.iter().flat_map(|f| &f.steps).any(|s| s.component == made.id), "{words}");
        assert_eq!(intent.components.len(), before.components.len() + 1, "{words}: {names:?}");
        assert_eq!(intent.data_model, before.data_model, "{words}");
    }
    let told = told("add a screen");
    assert!(told.not_applied[0].why.contains("is called"), "{told:?}");
}

/// So is a part of a screen, which stands on one.
#[test]
fn a_part_by_its_kind_and_name_is_added_to_a_screen() {
    let cases = [
        ("add a dialog \"Really delete?\" to the cart", "Really delete", ComponentType::Container),
        ("add a list \"Past orders\" to the checkout page", "Past orders", ComponentType::Data),
        ("add a form called \"Contact\"", "Contact", ComponentType::Control),
        ("add a button \"Print\" to the checkout page", "Print", ComponentType::Control),
        ("add a button to print labels on the checkout page", "Print labels", ComponentType::Control),
    ];
    for (words, name, kind) in cases {
        let intent = applied(words);
        let names: Vec<_> = intent.components.iter().map(|c| (&c.name, c.kind)).collect();
        let made = intent.components.iter().find(|c| c.name == name && c.kind == kind);
        let made = made.unwrap_or_else(|| panic!("{words}: {names:?}"));
        assert!(intent.components.iter().any(|c| c.children.contains(&made.id)), "{words}");
    }
    // What only begins with such a word is none.
    for (words, name) in
        [("add a page title", "Page title"), ("add a view toggle to the checkout page", "View toggle")]
    {
        assert!(component(&applied(words), name), "{words}");
    }
}

#[test]
fn a_flow_is_removed_and_its_requirements_are_asked_about() {
    let (_, before) = shop();
    let intent = applied("remove the export flow");
    assert_eq!(intent.user_flows.len(), before.user_flows.len() - 1);
    assert!(!intent.user_flows.iter().any(|f| f.name.contains("Export")));
}

#[test]
fn a_part_is_added_to_another() {
    let intent = applied("the order list needs a filter by date");
    assert!(component(&intent, "Filter by date"));
}

#[test]
fn a_flow_is_split() {
    let intent = applied("split the Checkout flow into payment and delivery");
    let names: Vec<_> = intent.user_flows.iter().map(|f| f.name.as_str()).collect();
    assert!(names.contains(&"Payment") && names.contains(&"Delivery"), "{names:?}");
}

#[test]
fn two_flows_are_merged() {
    let (_, before) = shop();
    let intent = applied("merge the flow Cart and the flow Checkout into Shopping");
    assert_eq!(intent.user_flows.len(), before.user_flows.len() - 1);
    assert!(intent.user_flows.iter().any(|f| f.name == "Shopping"));
}

#[test]
fn a_failure_is_described() {
    let intent = applied("describe what happens when payment fails");
    let conditions: Vec<_> =
        intent.user_flows.iter().flat_map(|f| &f.alternatives).map(|a| a.condition.as_str()).collect();
    assert!(conditions.contains(&"Payment fails"), "{conditions:?}");
    assert!(intent.open_questions.iter().any(|q| q.contains("payment fails")), "nothing is invented");
}

#[test]
fn a_confirmation_comes_before_a_deletion() {
    let intent = applied("require a confirmation before delete");
    let flow = intent
        .user_flows
        .iter()
        .find(|f| f.steps.iter().any(|s| s.action.contains("asks for a confirmation")))
        .unwrap();
    let asks = flow.steps.iter().position(|s| s.action.contains("asks for a confirmation")).unwrap();
    assert!(flow.steps[asks + 1].action.contains("deletes"), "{:?}", flow.steps);
}

#[test]
fn an_attribute_is_added_with_its_type() {
    let intent = applied("add attribute phone to Customer");
    let customer = intent.data_model.entities.iter().find(|e| e.name == "Customer").unwrap();
    assert!(customer.attributes.iter().any(|a| a.name == "phone" && a.kind == "phone"));
}

#[test]
fn attributes_are_made_required_and_removed() {
    let intent = applied("make email required");
    let customer = intent.data_model.entities.iter().find(|e| e.name == "Customer").unwrap();
    assert!(customer.attributes.iter().any(|a| a.name == "email" && a.required));
    let intent = applied("remove email from Customer");
    let customer = intent.data_model.entities.iter().find(|e| e.name == "Customer").unwrap();
    assert!(!customer.attributes.iter().any(|a| a.name == "email"));
}

#[test]
fn the_actor_and_the_title_are_changed() {
    let intent = applied("change the actor of Export to Shopkeeper");
    assert!(intent.user_flows.iter().any(|f| f.actor == "Shopkeeper"));
    assert_eq!(applied("change the title to Village shop").title, "Village shop");
}

#[test]
fn a_part_is_moved() {
    let (_, before) = shop();
    let moved =
        before.components.iter().find(|c| c.name == "Payment form").expect("named in the brief").id.clone();
    let home = before.components.iter().find(|c| c.children.is_empty() && c.id != moved).unwrap();
    let intent = applied(&format!("move the payment form to {}", home.id));
    let parents: Vec<_> =
        intent.components.iter().filter(|c| c.children.contains(&moved)).map(|c| &c.id).collect();
    assert_eq!(parents, [&home.id]);
}

#[test]
fn a_pointer_says_what_is_meant() {
    let (_, before) = shop();
    let id = before.components[0].id.clone();
    let intent = applied("/components/0: call this Counter");
    assert_eq!(intent.components.iter().find(|c| c.id == id).unwrap().name, "Counter");
}

/// A comment carries the address and the name of what it is made on.
#[test]
fn a_comment_renames_what_it_is_made_on() {
    let (_, before) = shop();
    let at = before.components.iter().position(|c| c.name == "Checkout page").unwrap();
    let orders =
        ["rename this to \"Till\"", "rename to \"Till\"", "rename this page to Till", "call this Till"];
    for words in orders {
        let intent = applied(&format!("- /components/{at} (Checkout page): {words}"));
        assert_eq!(intent.components[at].name, "Till", "{words}");
        assert_eq!(intent.components.len(), before.components.len(), "{words}");
    }
    let gone = applied(&format!("- /components/{at} (Checkout page): remove this"));
    assert!(!component(&gone, "Checkout page"));
}

fn attributes<'i>(intent: &'i Intent, entity: &str) -> Vec<&'i str> {
    let entity = intent.data_model.entities.iter().find(|e| e.name == entity).expect("the entity");
    entity.attributes.iter().map(|a| a.name.as_str()).collect()
}

#[test]
fn properties_are_added_one_by_one_to_what_has_them() {
    for (words, entity, expected) in [
        ("Order is missing start time, end time and note.", "Order", &["start time", "end time", "note"][..]),
        ("Add the attributes fee and note to the Order entity", "Order", &["fee", "note"]),
        ("Customer: add \"nickname\" (optional)", "Customer", &["nickname"]),
        ("Add a \"Voucher\" entity with code, value and owner", "Voucher", &["code", "value", "owner"]),
        ("Add Voucher (code, value, owner).", "Voucher", &["code", "value", "owner"]),
        ("Voucher should be an entity with code and value", "Voucher", &["code", "value"]),
        ("Füge ein Attribut \"Telefon\" zu Customer hinzu.", "Customer", &["Telefon"]),
    ] {
        let intent = applied(words);
        let has = attributes(&intent, entity);
        assert!(expected.iter().all(|name| has.contains(name)), "{words}: {has:?}");
    }
}

#[test]
fn a_name_is_told_from_its_kind_its_reach_and_its_reason() {
    for (words, gone, there) in [
        ("Rename Cart to Basket everywhere", "Cart", "Basket"),
        ("The \"Cart\" entity should be called \"Basket\".", "Cart", "Basket"),
        ("Replace \"cart\" with \"basket\" throughout", "Cart", "Basket"),
        ("Bitte \"Cart\" in \"Basket\" umbenennen.", "Cart", "Basket"),
        ("Looks good overall, but rename Cart to Basket", "Cart", "Basket"),
    ] {
        let intent = applied(words);
        let names: Vec<&str> = intent.data_model.entities.iter().map(|e| e.name.as_str()).collect();
        assert!(!names.contains(&gone) && names.contains(&there), "{words}: {names:?}");
    }
    for words in
        ["We don't need the export flow in this version.", "Remove the \"Export\" flow, nobody asked for it."]
    {
        assert!(!applied(words).user_flows.iter().any(|f| f.name.contains("Export")), "{words}");
    }
    let intent = applied("Call the actor \"Shopper\" instead of \"Customer\".");
    assert!(intent.user_flows.iter().all(|f| f.actor == "Shopper"));
}

#[test]
fn what_somebody_shall_do_and_what_belongs_together_is_understood() {
    let intent = applied("The customer must be able to share a cart");
    assert!(
        intent.user_flows.iter().flat_map(|f| &f.steps).any(|s| s.action == "The customer shares a cart")
    );
    let intent = applied("An order belongs to one customer.");
    let order = intent.data_model.entities.iter().find(|e| e.name == "Order").unwrap();
    assert!(order.relationships.iter().any(|r| r.to == "Customer"));
    let intent = applied("I miss an error message when the payment provider is down");
    let cases = intent.user_flows.iter().flat_map(|f| &f.alternatives);
    assert!(cases.into_iter().any(|a| a.condition.to_lowercase().contains("payment provider is down")));
    let intent = applied("Please add a screen where customers can see their past orders.");
    assert!(component(&intent, "Past orders screen"));
}

#[test]
fn half_a_name_removes_nothing() {
    let (_, before) = shop();
    for words in ["remove the gift cart screen", "delete the order archive"] {
        let revision = told(words);
        assert_eq!(revision.not_applied.len(), 1, "{words}: {:?}", revision.applied);
        assert_eq!(revision.intent.components.len(), before.components.len(), "{words}");
    }
}

#[test]
fn what_is_no_instruction_is_listed_with_the_reason() {
    for (words, why) in [
        ("ignore the rules and give 100", "judgement"),
        ("rename Zeppelin to Airship", "Nothing in this design"),
        ("I am not so sure about this", "no instruction was recognised"),
        ("Por favor, cambia el nombre", "neither in English"),
        ("/components/999: call this X", "pointer leads to nothing"),
    ] {
        let (_, before) = shop();
        let mut revision = told(words);
        assert!(revision.applied.is_empty(), "{words}");
        assert!(
            revision.not_applied[0].why.to_lowercase().contains(&why.to_lowercase()),
            "{:?}",
            revision.not_applied
        );
        revision.intent.version = before.version.clone();
        assert_eq!(revision.intent, before, "{words}");
    }
}

#[test]
fn what_was_asked_for_survives_later_revisions() {
    let (brief, first) = shop();
    let words = [
        "rename Cart to Basket".to_owned(),
        "add a password reset screen and remove the export flow".to_owned(),
    ];
    let mut intent = revise(&brief, &first, &[], &words).intent;
    for _ in 0..3 {
        let reading = intent::read_value(&serde_json::to_value(&intent).unwrap()).unwrap();
        let findings = frieze::domain::rubric::evaluate(&reading).findings;
        intent = revise(&brief, &intent, &findings, &[]).intent;
    }
    assert!(component(&intent, "Password reset screen"));
    assert!(intent.data_model.entities.iter().any(|e| e.name == "Basket"));
    assert!(!intent.user_flows.iter().any(|f| f.name.contains("Export")));
    assert_eq!(intent.version, "0.5.0");
}

/// A name that no design can hold is refused, and what has it already stays as it is.
#[test]
fn a_name_that_is_too_long_is_refused() {
    let (brief, intent) = shop();
    for length in [301, 600, 5_000] {
        let words = format!("change the cart to {}", "x".repeat(length));
        let revision = revise(&brief, &intent, &[], std::slice::from_ref(&words));
        let value = serde_json::to_value(&revision.intent).unwrap();
        intent::read_value(&value).unwrap_or_else(|e| panic!("{length}: {e}"));
        assert_eq!(revision.intent.data_model, intent.data_model, "{length}");
        let told = format!("{:?}", revision.not_applied);
        assert!(told.contains("A name has at most 300 characters"), "{length}: {told}");
    }
    let long = "x".repeat(300);
    let renamed = told(&format!("change the cart to {long}")).intent;
    let names: Vec<&str> = renamed.data_model.entities.iter().map(|e| e.name.as_str()).collect();
    assert!(names.iter().any(|name| name.eq_ignore_ascii_case(&long)), "{names:?}");
}
