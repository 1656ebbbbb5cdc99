//! Differences of two intents, by identity.

use crate::Intent;
use crate::diff::{Changes, Element, Kind, between, summary, unpainted};
use proptest::prelude::*;
use serde_json::{Value, json};

fn sample() -> Value {
    let step = |id: &str, action: &str, component: &str| json!({"id": id, "action": action, "component": component, "entities": ["Order"]});
    let requirement = |id: &str, text: &str, line: u32| json!({"id": id, "text": text, "kind": "functional", "source": {"file": "brief.md", "line": line}});
    let component = |id: &str, name: &str, description: &str| json!({"id": id, "type": "view", "name": name, "description": description, "entities": ["Order"], "satisfies": ["R1"]});
    json!({
        "schemaVersion": "1.0.0", "featureId": "checkout", "version": "1.0.0",
        "title": "Checkout", "summary": "Shoppers pay for what is in their cart.",
        "requirements": [
            requirement("R1", "The shopper pays by card", 3),
            requirement("R2", "The shopper sees the total before paying", 4),
            requirement("R3", "A receipt is mailed within one minute", 5),
        ],
        "goals": ["Nine of ten shoppers finish paying", "Support gets fewer calls about receipts"],
        "userFlows": [{
            "id": "F1", "name": "Pay", "actor": "Shopper", "satisfies": ["R1", "R2"],
            "steps": [
                step("S1", "Opens the cart", "cart"),
                step("S2", "Chooses a card", "card-form"),
                step("S3", "Confirms the payment", "card-form"),
            ],
            "alternatives": [{"at": "S3", "condition": "The bank declines the card", "steps": [step("A1", "Reads why", "cart")]}],
        }],
        "components": [
            {"id": "cart", "type": "view", "name": "Cart", "description": "Lists what will be paid", "children": ["card-form", "total"], "satisfies": ["R2"]},
            component("card-form", "Card form", "Takes the card's number and date"),
            component("total", "Total", "Shows the sum with taxes"),
        ],
        "dataModel": {"entities": [
            {"name": "Order", "description": "What is bought", "attributes": [
                {"name": "number", "type": "identifier", "required": true},
                {"name": "total", "type": "number", "required": true}],
             "relationships": [{"to": "Receipt", "kind": "one-to-one"}]},
            {"name": "Receipt", "description": "The proof of payment", "attributes": [
                {"name": "sentAt", "type": "datetime", "required": false}], "relationships": []},
        ]},
        "interactions": [
            {"id": "I1", "trigger": "The shopper presses Pay", "component": "card-form", "response": "The payment starts", "satisfies": ["R1"]},
            {"id": "I2", "trigger": "The bank answers", "component": "cart", "response": "The result is shown"},
        ],
        "openQuestions": ["Which banks are supported at the start?"],
    })
}

fn intent(value: &Value) -> Intent {
    serde_json::from_value(value.clone()).expect("an intent")
}

fn sentences(changes: &Changes) -> Vec<&str> {
    changes.changes.iter().map(|c| c.sentence.as_str()).collect()
}

fn insert(value: &mut Value, pointer: &str, at: usize, element: Value) {
    value.pointer_mut(pointer).expect("a place").as_array_mut().expect("a list").insert(at, element);
}

fn set(value: &mut Value, pointer: &str, to: Value) {
    *value.pointer_mut(pointer).expect(pointer) = to;
}

fn remove(value: &mut Value, pointer: &str, at: usize) {
    value.pointer_mut(pointer).expect("a place").as_array_mut().expect("a list").remove(at);
}

/// A name, an edit, and the sentences with pointers that it must give.
type Case = (&'static str, fn(&mut Value), &'static [(&'static str, &'static str)]);

const CASES: &[Case] = &[
    ("nothing", |_| (), &[]),
    ("title", |v| set(v, "/title", json!("Payment")), &[("/title", "changed title “Checkout” → “Payment”")]),
    (
        "a component is added",
        |v| {
            insert(
                v,
                "/components",
                1,
                json!({"id": "coupon", "type": "control", "name": "Coupon field", "description": "Takes a code"}),
            );
        },
        &[("/components/1", "added component coupon “Coupon field”")],
    ),
    (
        "a component is removed",
        |v| remove(v, "/components", 2),
        &[("/components/2", "removed component total “Total”")],
    ),
    (
        "a component gets another name",
        |v| set(v, "/components/0/name", json!("Basket")),
        &[("/components/0", "renamed component cart “Cart”: name “Cart” → “Basket”")],
    ),
    (
        "a component gets another id: the steps that use it did not change",
        |v| {
            set(v, "/components/1/id", json!("payment-form"));
            set(v, "/components/0/children/0", json!("payment-form"));
            set(v, "/userFlows/0/steps/1/component", json!("payment-form"));
            set(v, "/userFlows/0/steps/2/component", json!("payment-form"));
            set(v, "/interactions/0/component", json!("payment-form"));
        },
        &[("/components/1", "renamed component card-form “Card form”: id “card-form” → “payment-form”")],
    ),
    (
        "another id and another description under the same name",
        |v| {
            set(v, "/components/2/id", json!("sum"));
            set(v, "/components/2/description", json!("Shows what is due"));
            set(v, "/components/0/children/1", json!("sum"));
        },
        &[
            ("/components/2", "renamed component total “Total”: id “total” → “sum”"),
            (
                "/components/2",
                "changed component sum “Total”: description “Shows the sum with taxes” → “Shows what is due”",
            ),
        ],
    ),
    (
        "lists of references",
        |v| {
            set(v, "/components/0/children", json!(["total", "card-form"]));
            set(v, "/components/1/satisfies", json!(["R1", "R3"]));
            set(v, "/components/2/satisfies", json!([]));
        },
        &[
            ("/components/0", "moved component cart “Cart”: order of children"),
            ("/components/1", "changed component card-form “Card form”: satisfies + R3"),
            ("/components/2", "changed component total “Total”: satisfies − R1"),
        ],
    ),
    (
        "a step is put in and the later ones are renumbered",
        |v| {
            insert(
                v,
                "/userFlows/0/steps",
                1,
                json!({"id": "S2", "action": "Reads the total", "component": "total"}),
            );
            set(v, "/userFlows/0/steps/2/id", json!("S3"));
            set(v, "/userFlows/0/steps/3/id", json!("S4"));
            set(v, "/userFlows/0/alternatives/0/at", json!("S4"));
        },
        &[
            ("/userFlows/0/steps/1", "added step S2 “Reads the total” in flow F1"),
            ("/userFlows/0/steps/2", "renumbered step S2 “Chooses a card” in flow F1: id “S2” → “S3”"),
            ("/userFlows/0/steps/3", "renumbered step S3 “Confirms the payment” in flow F1: id “S3” → “S4”"),
        ],
    ),
    (
        "a requirement is removed, and its references go with it",
        |v| {
            remove(v, "/requirements", 0);
            set(v, "/requirements/0/id", json!("R1"));
            set(v, "/requirements/1/id", json!("R2"));
            set(v, "/userFlows/0/satisfies", json!(["R1"]));
            for component in ["/components/1/satisfies", "/components/2/satisfies"] {
                set(v, component, json!([]));
            }
            set(v, "/components/0/satisfies", json!(["R1"]));
            set(v, "/interactions/0/satisfies", json!([]));
        },
        &[
            (
                "/requirements/0",
                "renumbered requirement R2 “The shopper sees the total before paying”: id “R2” → “R1”",
            ),
            (
                "/requirements/1",
                "renumbered requirement R3 “A receipt is mailed within one minute”: id “R3” → “R2”",
            ),
            ("/requirements/0", "removed requirement R1 “The shopper pays by card”"),
        ],
    ),
    (
        "a goal in other words is another goal",
        |v| {
            set(v, "/goals/0", json!("Eight of ten shoppers finish paying"));
            insert(v, "/goals", 0, json!("Refunds take a day"));
        },
        &[
            ("/goals/0", "added goal “Refunds take a day”"),
            ("/goals/1", "added goal “Eight of ten shoppers finish paying”"),
            ("/goals/0", "removed goal “Nine of ten shoppers finish paying”"),
        ],
    ),
    (
        "an entity is renamed with its references, an attribute too",
        |v| {
            set(v, "/dataModel/entities/1/name", json!("Proof"));
            set(v, "/dataModel/entities/0/relationships/0/to", json!("Proof"));
            set(v, "/dataModel/entities/0/attributes/0/name", json!("reference"));
        },
        &[
            (
                "/dataModel/entities/0/attributes/0",
                "renamed attribute number in entity Order: name “number” → “reference”",
            ),
            ("/dataModel/entities/1", "renamed entity Receipt: name “Receipt” → “Proof”"),
        ],
    ),
    (
        "an attribute is removed, two others are added",
        |v| {
            v["dataModel"]["entities"][1]["attributes"] = json!([
                {"name": "due", "type": "datetime", "required": false},
                {"name": "weight", "type": "number", "required": false},
            ]);
        },
        &[
            ("/dataModel/entities/1/attributes/0", "added attribute due in entity Receipt"),
            ("/dataModel/entities/1/attributes/1", "added attribute weight in entity Receipt"),
            ("/dataModel/entities/1/attributes/0", "removed attribute sentAt in entity Receipt"),
        ],
    ),
    (
        "an attribute's type, a relationship's kind",
        |v| {
            set(v, "/dataModel/entities/0/attributes/1/type", json!("money"));
            set(v, "/dataModel/entities/0/relationships/0/kind", json!("one-to-many"));
        },
        &[
            (
                "/dataModel/entities/0/attributes/1",
                "changed attribute total in entity Order: type “number” → “money”",
            ),
            (
                "/dataModel/entities/0/relationships/0",
                "changed relationship Receipt in entity Order: kind “one-to-one” → “one-to-many”",
            ),
        ],
    ),
    (
        "a flow's goal appears, its steps change places",
        |v| {
            v["userFlows"][0]["goal"] = json!("Pay at once");
            v["userFlows"][0]["steps"].as_array_mut().expect("steps").swap(0, 1);
        },
        &[
            ("/userFlows/0/steps/0", "moved step S2 “Chooses a card” in flow F1: from place 2 to 1"),
            ("/userFlows/0", "changed flow F1 “Pay”: goal none → “Pay at once”"),
        ],
    ),
    (
        "a step of an alternative",
        |v| v["userFlows"][0]["alternatives"][0]["steps"][0]["outcome"] = json!("Knows what to do"),
        &[(
            "/userFlows/0/alternatives/0/steps/0",
            "changed step A1 “Reads why” in alternative “The bank declines the card” in flow F1: outcome none → “Knows what to do”",
        )],
    ),
];

#[test]
fn each_edit_has_its_own_sentence() {
    for (name, edit, expected) in CASES {
        let mut edited = sample();
        edit(&mut edited);
        let changes = between(&intent(&sample()), &intent(&edited));
        let said: Vec<_> =
            changes.changes.iter().map(|c| (c.pointer.as_str(), c.sentence.as_str())).collect();
        assert_eq!(said, *expected, "{name}");
    }
}

/// An answer gives an entity its first attributes, a request renames it.
#[test]
fn an_entity_is_renamed_although_it_gets_its_first_attributes() {
    let named = |name: &str, attributes: Value| {
        let mut value = sample();
        set(&mut value, "/dataModel/entities/1/name", json!(name));
        set(&mut value, "/dataModel/entities/0/relationships/0/to", json!(name));
        set(&mut value, "/dataModel/entities/1/attributes", attributes);
        // It has the words of the new name by chance.
        set(&mut value, "/dataModel/entities/1/description", json!("A per-price-list price entry"));
        intent(&value)
    };
    let fields = json!([
        { "name": "price", "type": "money", "required": false },
        { "name": "currency", "type": "text", "required": false },
    ]);
    let changes = between(&named("Product Price", json!([])), &named("List price", fields));
    assert_eq!(
        sentences(&changes),
        [
            "renamed entity Product Price: name “Product Price” → “List price”",
            "added attribute price in entity List price",
            "added attribute currency in entity List price",
        ]
    );
}

/// A rename by feedback also changes the entity's own texts.
#[test]
fn an_entity_is_renamed_although_its_texts_repeat_its_name() {
    let named = |name: &str| {
        let mut value = sample();
        let word = name.to_lowercase();
        set(&mut value, "/dataModel/entities/1/name", json!(name));
        set(&mut value, "/dataModel/entities/1/description", json!(format!("A {word} proves the payment")));
        let description = format!("When the {word} was mailed");
        value["dataModel"]["entities"][1]["attributes"][0]["description"] = json!(description);
        set(&mut value, "/dataModel/entities/0/relationships/0/to", json!(name));
        value
    };
    let changes = between(&intent(&named("Receipt")), &intent(&named("Voucher")));
    let entities: Vec<&str> =
        sentences(&changes).into_iter().filter(|said| said.contains("entity")).collect();
    assert!(entities.iter().any(|said| said.starts_with("renamed entity Receipt")), "{entities:?}");
    assert!(!entities.iter().any(|said| said.contains("added") || said.contains("removed")), "{entities:?}");
}

#[test]
fn an_entity_that_got_another_field_too_is_renamed() {
    let old = sample();
    let mut new = old.clone();
    set(&mut new, "/dataModel/entities/1/name", json!("Voucher"));
    set(&mut new, "/dataModel/entities/0/relationships/0/to", json!("Voucher"));
    let field = json!({"name": "colour", "type": "text", "required": false});
    new["dataModel"]["entities"][1]["attributes"].as_array_mut().expect("a list").push(field);
    let changes = between(&intent(&old), &intent(&new));
    let said = sentences(&changes);
    assert!(said.iter().any(|said| said.starts_with("renamed entity")), "{said:?}");
    assert!(!said.iter().any(|said| said.starts_with("removed")), "{said:?}");
}

/// An entity with the same attributes is a renamed one, even with another description. One attribute is not enough.
#[test]
fn an_entity_with_the_attributes_of_a_removed_one_is_renamed() {
    let holding = |name: &str, description: &str, attributes: &[&str]| {
        let mut value = sample();
        let attributes: Vec<Value> =
            attributes.iter().map(|name| json!({"name": name, "type": "text", "required": true})).collect();
        let entity =
            json!({"name": name, "description": description, "attributes": attributes, "relationships": []});
        value["dataModel"]["entities"].as_array_mut().expect("a list").push(entity);
        value
    };
    let sentences_for = |attributes: &[&str]| {
        let old = holding("Shop", "Where people buy", attributes);
        let new = holding("Branch", "One of the houses of the firm", attributes);
        sentences(&between(&intent(&old), &intent(&new)))
            .iter()
            .map(|said| (*said).to_owned())
            .collect::<Vec<_>>()
    };
    let renamed = |said: &[String]| said.iter().any(|said| said.starts_with("renamed entity Shop"));
    assert!(renamed(&sentences_for(&["street", "town"])), "{:?}", sentences_for(&["street", "town"]));
    assert!(!renamed(&sentences_for(&["street"])), "{:?}", sentences_for(&["street"]));
}

#[test]
fn the_summary_counts_and_lists_changes_without_control_characters() {
    let mut edited = sample();
    set(&mut edited, "/components/0/name", json!("Car\u{1b}]0;x\u{7}t\n\u{202e}"));
    insert(&mut edited, "/goals", 0, json!("Refunds\ttake a day"));
    let changes = between(&intent(&sample()), &intent(&edited));
    assert_eq!(
        summary(&changes, unpainted),
        "goals: 1 added\ncomponents: 1 renamed\n\n+ added goal “Refunds␉take a day”\n\
         → renamed component cart “Cart”: name “Cart” → “Car␛]0;x␇t␊\\u{202e}”\n"
    );
    let painted = summary(&changes, |mark, text| format!("<{mark:?} {text}>"));
    assert!(painted.contains("<Added + added goal “Refunds␉take a day”>\n"), "{painted}");
    assert_eq!(summary(&Changes::default(), unpainted), "no changes\n");
    let json = serde_json::to_value(&changes).expect("serialisable");
    assert_eq!(json["changes"][0]["kind"], "added");
    assert_eq!(json["changes"][1]["fields"][0]["old"], "Cart");
}

/// A random intent with few names, so that two of them have much in common. Ids may be doubled.
fn any_intent() -> impl Strategy<Value = Value> {
    let word = || prop_oneof![Just("a"), Just("b"), Just("c"), Just("d e"), Just("d e f")];
    let list = |most: usize| proptest::collection::vec(word(), 0..most);
    let component = (word(), word(), list(3)).prop_map(|(id, name, children)| {
        json!({"id": id, "type": "view", "name": name, "description": name, "children": children})
    });
    let step = (word(), word(), word())
        .prop_map(|(id, action, component)| json!({"id": id, "action": action, "component": component}));
    let steps = proptest::collection::vec(step, 0..5);
    let alternative = (word(), word(), steps.clone())
        .prop_map(|(at, condition, steps)| json!({"at": at, "condition": condition, "steps": steps}));
    let flow = (word(), word(), steps, proptest::collection::vec(alternative, 0..3), list(3)).prop_map(|(id, name, steps, alternatives, satisfies)| {
        json!({"id": id, "name": name, "actor": "x", "steps": steps, "alternatives": alternatives, "satisfies": satisfies})
    });
    let attribute = (word(), word(), any::<bool>())
        .prop_map(|(name, kind, required)| json!({"name": name, "type": kind, "required": required}));
    let relationship = word().prop_map(|to| json!({"to": to, "kind": "one-to-one"}));
    let entity = (word(), proptest::collection::vec(attribute, 0..4), proptest::collection::vec(relationship, 0..3))
        .prop_map(|(name, attributes, relationships)| json!({"name": name, "description": name, "attributes": attributes, "relationships": relationships}));
    (
        list(5),
        list(4),
        proptest::collection::vec(component, 0..6),
        proptest::collection::vec(flow, 0..4),
        proptest::collection::vec(entity, 0..4),
    )
        .prop_map(|(requirements, goals, components, flows, entities)| {
            let requirements: Vec<Value> = requirements
                .iter()
                .enumerate()
                .map(|(i, text)| json!({"id": format!("R{}", i + 1), "text": text, "kind": "quality", "source": {"file": "b", "line": 1}}))
                .collect();
            json!({
                "schemaVersion": "1.0.0", "featureId": "f", "version": "1.0.0", "title": "t", "summary": "s",
                "requirements": requirements, "goals": goals, "userFlows": flows, "components": components,
                "dataModel": {"entities": entities}, "interactions": [], "openQuestions": goals,
            })
        })
}

fn length(value: &Value, pointer: &str) -> usize {
    value.pointer(pointer).and_then(Value::as_array).map_or(0, Vec::len)
}

proptest! {
    #[test]
    fn an_intent_is_equal_to_itself(value in any_intent()) {
        prop_assert!(between(&intent(&value), &intent(&value)).is_empty());
    }

    #[test]
    fn additions_and_removals_add_up_and_every_pointer_resolves(old in any_intent(), new in any_intent()) {
        let (before, after) = (intent(&old), intent(&new));
        let changes = between(&before, &after);
        prop_assert_eq!(&between(&before, &after), &changes);
        prop_assert_eq!(changes.is_empty(), before == after);
        for (pointer, element) in [
            ("/requirements", Element::Requirement), ("/goals", Element::Goal), ("/userFlows", Element::Flow),
            ("/components", Element::Component), ("/dataModel/entities", Element::Entity),
            ("/openQuestions", Element::OpenQuestion),
        ] {
            let (added, removed) = (changes.count(Kind::Added, element), changes.count(Kind::Removed, element));
            prop_assert_eq!(length(&old, pointer) + added, length(&new, pointer) + removed, "{}", pointer);
        }
        for change in &changes.changes {
            let whole = if change.kind == Kind::Removed { &old } else { &new };
            prop_assert!(whole.pointer(&change.pointer).is_some(), "{}", change.pointer);
            if let Some(was) = &change.was {
                prop_assert!(old.pointer(was).is_some(), "{}", was);
            }
        }
    }

    #[test]
    fn another_order_is_only_a_move(order in Just((0..6_usize).collect::<Vec<_>>()).prop_shuffle(), list in 0..4_usize) {
        let (pointer, element): (&str, fn(usize) -> Value) = [
            ("/components", (|i| json!({"id": format!("c{i}"), "type": "view", "name": format!("n{i}"), "description": "same"})) as fn(usize) -> Value),
            ("/goals", |i| json!(format!("goal {i}"))),
            ("/dataModel/entities", |i| json!({"name": format!("E{i}"), "description": "same", "attributes": [], "relationships": []})),
            ("/interactions", |i| json!({"id": format!("I{i}"), "trigger": "same", "component": "cart", "response": "same"})),
        ][list];
        let (mut old, mut new) = (sample(), sample());
        set(&mut old, pointer, (0..6).map(element).collect());
        set(&mut new, pointer, order.iter().map(|i| element(*i)).collect());
        let changes = between(&intent(&old), &intent(&new));
        prop_assert!(changes.changes.iter().all(|c| c.kind == Kind::Moved), "{:?}", sentences(&changes));
        prop_assert_eq!(changes.is_empty(), order.is_sorted());
        prop_assert!(changes.changes.len() < 6, "one of them stays");
    }
}

#[test]
fn omissions_are_shown_with_their_reasons() {
    let (old, mut new) = (sample(), sample());
    new["notDesigned"] = json!([
        { "requirement": "R4", "reason": "A later version has it" },
        { "requirement": "R5", "reason": "It needs a contract" },
    ]);
    let told = between(&intent(&old), &intent(&new));
    assert_eq!(
        sentences(&told),
        ["added omission R4 “A later version has it”", "added omission R5 “It needs a contract”"]
    );
    assert_eq!(told.changes[1].pointer, "/notDesigned/1");
    assert!(summary(&told, unpainted).starts_with("omissions: 2 added\n"));
    // The same reason for another requirement is another omission.
    let mut other = new.clone();
    other["notDesigned"] = json!([
        { "requirement": "R4", "reason": "Nobody wants it" },
        { "requirement": "R6", "reason": "It needs a contract" },
    ]);
    assert_eq!(
        sentences(&between(&intent(&new), &intent(&other))),
        [
            "changed omission R4 “Nobody wants it”: reason “A later version has it” → “Nobody wants it”",
            "added omission R6 “It needs a contract”",
            "removed omission R5 “It needs a contract”",
        ]
    );
}

/// The same question about another requirement is another question.
#[test]
fn questions_that_share_only_the_words_of_all_are_different() {
    let question = |n: usize, what: &str| {
        json!(format!(
            "R{n} (line {n}): what is different when it is done? \"THE System SHALL allow {what}\""
        ))
    };
    let subjects = ["a refund", "two names", "sorting", "exports", "a second key", "dark colours"];
    let mut asked: Vec<Value> = subjects.iter().enumerate().map(|(n, what)| question(n, what)).collect();
    asked.push(question(28, "an optional description"));
    let (mut old, mut new) = (sample(), sample());
    old["openQuestions"] = json!(asked);
    asked.pop();
    asked.push(question(31, "modification of policy, description, and server settings"));
    new["openQuestions"] = json!(asked);
    let told = between(&intent(&old), &intent(&new));
    let kinds: Vec<Kind> = told.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [Kind::Added, Kind::Removed], "{:?}", sentences(&told));
}
