//! Tests of entities.

use frieze_intent::RelationshipKind;
use frieze_reader::Relation;

use super::*;

#[test]
fn an_entity_has_the_listed_fields_and_no_others() {
    let mut reading = reading();
    reading.entities.push(entity("gift card", &[("code", "UUID"), ("balance", "Money"), ("note", "")]));
    reading.entities[0].attributes[2].description = "date, when it was sold".to_owned();
    let design = draft(&reading);
    let card = &design.data_model.entities[0];
    let fields: Vec<(&str, &str)> =
        card.attributes.iter().map(|field| (field.name.as_str(), field.kind.as_str())).collect();
    assert_eq!(card.name, "Gift card");
    assert_eq!(fields, [("code", "identifier"), ("balance", "money"), ("note", "date")]);
    assert!(!asks(&design, "which fields"));
}

/// `short` is a length as often as a number, and `vector` a drawing as often as a list.
#[test]
fn everyday_words_are_no_types() {
    let mut reading = reading();
    reading.entities.push(entity("gift card", &[("title", "short"), ("logo", "vector")]));
    let design = draft(&reading);
    let kinds = design.data_model.entities[0].attributes.iter().map(|field| field.kind.as_str());
    assert_eq!(kinds.collect::<Vec<_>>(), ["text", "text"]);
}

#[test]
fn fields_are_asked_for_and_answered_in_a_sentence_or_a_list() {
    let mut reading = reading();
    reading.entities.push(entity("Gift card", &[]));
    assert!(asks(&draft(&reading), "Gift card (line 12): which fields does it have?"));
    for text in ["A gift card has a code, a balance and an expiry date.", "code, balance, expiry date"] {
        let design = answered(&reading, "which fields", text).intent;
        let fields = &design.data_model.entities[0].attributes;
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["code", "balance", "expiry date"], "{text}");
        assert!(!asks(&design, "which fields"));
    }
    let typed = answered(&reading, "which fields", "code (identifier, required), balance: money").intent;
    let fields = &typed.data_model.entities[0].attributes;
    assert_eq!((fields[0].kind.as_str(), fields[0].required), ("identifier", true));
    assert_eq!(fields[1].kind, "money");
}

/// As a rejection has it, and with notes that are no type.
#[test]
fn a_type_may_follow_as_and_other_notes_are_kept() {
    let mut reading = reading();
    reading.entities.push(entity("Shift", &[]));
    let text = "start time as date-time, end as date-time required, code (unique, identifier)";
    let design = answered(&reading, "which fields", text).intent;
    let fields = design.data_model.entities[0].attributes.iter();
    let fields: Vec<_> = fields
        .map(|it| (it.name.as_str(), it.kind.as_str(), it.required, it.description.as_deref()))
        .collect();
    let expected = [
        ("start time", "date-time", false, None),
        ("end", "date-time", true, None),
        ("code", "identifier", false, Some("unique")),
    ];
    assert_eq!(fields, expected);
    let after = answered(&reading, "which fields", "colour as nonsense");
    assert!(after.unclear[0].1.contains("a type in brackets"), "{:?}", after.unclear);
    assert!(asks(&after.intent, "which fields"));
}

/// An answer in the form that the question names is understood.
#[test]
fn questions_name_the_form_of_their_answers() {
    let mut reading = reading();
    reading.requirements.push(requirement("Gift cards can be sold.", 3));
    let open = draft(&reading).open_questions;
    let with_form: Vec<_> =
        open.iter().filter_map(|question| Some((question, crate::form(question)?))).collect();
    assert_eq!(with_form.len(), 6, "{open:#?}");
    for (question, form) in with_form {
        let example = form.split_once(": ").map_or(form, |(_, example)| example);
        let text = if form.contains("empty") { form } else { example };
        let answer = Answer { question: question.clone(), text: text.to_owned() };
        let after = skeleton(&reading, &[answer], "gift-cards");
        assert!(after.unclear.is_empty() || form.starts_with("Name the person"), "{question}: {form}");
    }
}

#[test]
fn a_brief_without_entities_is_asked_for_them() {
    let mut reading = reading();
    reading.requirements.push(requirement("Gift cards can be sold.", 3));
    let text = "Gift card: code, balance\nOrder has a number and a date.";
    let design = answered(&reading, "what is kept", text).intent;
    let names: Vec<&str> = design.data_model.entities.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Gift card", "Order"]);
    assert_eq!(design.data_model.entities[1].attributes[1].name, "date");
}

#[test]
fn steps_reference_the_entities_in_their_words() {
    let mut reading = reading();
    reading.entities.push(entity("Gift card", &[("code", "")]));
    reading.requirements.push(requirement("Sell the gift card", 3));
    assert_eq!(draft(&reading).user_flows[0].steps[0].entities, ["Gift card"]);
}

#[test]
fn relationships_are_added_if_their_count_is_known() {
    let mut reading = reading();
    let mut order = entity("Order", &[("date", "date")]);
    order.relations.push(Relation { to: "Gift card".to_owned(), line: 13, is_many: Some(true) });
    reading.entities.extend([order, entity("Gift card", &[("code", "")])]);
    let design = draft(&reading);
    let order = &design.data_model.entities[0].relationships[0];
    assert_eq!((order.to.as_str(), order.kind), ("Gift card", RelationshipKind::OneToMany));
    assert!(design.data_model.entities[1].relationships.is_empty());
    let after = answered(&reading, "Gift card (line 13): one or many of \"Order\"?", "one").intent;
    assert_eq!(after.data_model.entities[1].relationships[0].kind, RelationshipKind::OneToOne);
}
