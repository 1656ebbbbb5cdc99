//! What a fair reader does not charge: a service without screens, parts that several views share, and one fault that
//! shows at many places.

use crate::fidelity::{DESIGNS, brief};
use crate::support::{fixture, judged, list, overall};
use frieze_rubric::{Demand, Evaluation, Yardstick, evaluate_against};
use serde_json::{Value, json};

fn against(intent: &Value, yardstick: &Yardstick) -> Evaluation {
    evaluate_against(&frieze_intent::read_value(intent).unwrap(), yardstick)
}

#[test]
fn a_service_without_screens_can_reach_a_hundred() {
    let service = fixture("meter-readings");
    assert!(service["components"].as_array().unwrap().iter().all(|c| c["type"] != "view"));
    assert_eq!(overall(&service), 10_000, "{:#?}", judged(&service).findings);
    let held = against(&service, &brief(&service));
    assert_eq!(held.overall.hundredths(), 10_000, "{:#?}", held.findings);
    // A brief that asks for a screen asks for views.
    let mut demands = brief(&service).demands().to_vec();
    let screen = "A map screen shows the leaking households.".to_owned();
    demands.push(Demand { id: "R99".to_owned(), text: screen, ..demands[0].clone() });
    let text: String = demands.iter().map(|demand| format!("- {}\n", demand.text)).collect();
    let asked = against(&service, &Yardstick::new(&text, demands.clone(), &[]));
    assert!(asked.overall.hundredths() < 10_000);
    assert!(asked.findings.iter().any(|f| f.check == "completeness/missing-state"), "{:#?}", asked.findings);
    // One that says that there are none does not.
    demands.pop();
    let text: String = demands.iter().map(|demand| format!("- {}\n", demand.text)).collect();
    let none = format!("It has no screens.\n\n{text}");
    assert_eq!(against(&service, &Yardstick::new(&none, demands, &[])).overall.hundredths(), 10_000);
    // Nor does what its answer becomes on a screen of somebody else.
    let mut shown = service.clone();
    let outcome = shown["userFlows"][0]["steps"][0]["outcome"].as_str().unwrap().to_owned();
    shown["userFlows"][0]["steps"][0]["outcome"] =
        json!(format!("{outcome} The household reads it on its own screen."));
    assert_eq!(overall(&shown), 10_000, "{:#?}", judged(&shown).findings);
    assert_eq!(against(&shown, &brief(&shown)).overall.hundredths(), 10_000);
}

/// In a brief without spaces between words, ids are translations of what it says.
#[test]
fn ids_are_compared_with_a_brief_of_their_script() {
    for (name, expected) in [("lost-property.ja", 0), ("ranked/laundry-excellent", 1)] {
        let mut design = fixture(name);
        design["interactions"][0]["id"] = json!("vector-database");
        let of = |evaluation: Evaluation| {
            evaluation.findings.iter().filter(|f| f.check == "agnosticism/identifier").count()
        };
        assert_eq!(of(judged(&design)), 1, "{name} without a brief");
        assert_eq!(of(against(&design, &brief(&design))), expected, "{name}");
        // One word of another script changes nothing.
        let text = design["requirements"][0]["text"].as_str().unwrap().to_owned();
        design["requirements"][0]["text"] = json!(format!("{text} 你好 OK"));
        assert_eq!(of(against(&design, &brief(&design))), expected, "{name} with a word");
    }
}

/// Where an entity has the name of something in any product, a step that names it is about the product.
#[test]
fn an_outcome_is_about_the_step_that_names_an_entity() {
    let mut design = fixture("ranked/laundry-excellent");
    let before = found(&design, "clarity/echo");
    let mut entity = design["dataModel"]["entities"][0].clone();
    entity["name"] = json!("Section");
    let step = &mut design["userFlows"][0]["steps"][1];
    step["action"] = json!("Read the section from edge to edge.");
    step["outcome"] = json!("Each line wraps at the edge.");
    assert_eq!(found(&design, "clarity/echo"), before + 1, "a section is part of anything");
    list(&mut design, "/dataModel/entities").push(entity);
    assert_eq!(found(&design, "clarity/echo"), before);
}

/// A preview draws the state, so the finding must not call it missing.
#[test]
fn a_state_that_says_nothing_is_not_called_missing() {
    let mut design = fixture("ranked/laundry-excellent");
    let said = |design: &Value| {
        let found = judged(design).findings.into_iter().filter(|f| f.check == "completeness/missing-state");
        let errors = found.map(|finding| finding.message).filter(|message| message.contains("error state"));
        errors.collect::<Vec<_>>()
    };
    let at = list(&mut design, "/components").iter().position(|one| one["type"] == "view").unwrap();
    let name = design["components"][at]["name"].as_str().unwrap().to_owned();
    design["components"][at]["states"] = json!(["error"]);
    assert_eq!(said(&design), [format!("The error state of view \"{name}\" says nothing about this view.")]);
    design["components"][at]["states"] = json!([]);
    assert_eq!(said(&design), [format!("View \"{name}\" does not say what its error state shows.")]);
}

/// A product with screens is never judged as a service, however its views were removed.
#[test]
fn leaving_out_the_views_never_raises_a_score() {
    type Change = fn(&mut Value);
    const WAYS: [(&str, Change); 4] = [
        ("the views", |v| list(v, "/components").retain(|c| c["type"] != "view")),
        ("all that is seen", |v| {
            list(v, "/components").retain(|c| c["type"] == "data" || c["type"] == "utility");
        }),
        ("the type", |v| list(v, "/components").iter_mut().for_each(|c| c["type"] = json!("utility"))),
        ("the type of views", |v| {
            let views = list(v, "/components").iter_mut().filter(|c| c["type"] == "view");
            views.for_each(|c| c["type"] = json!("utility"));
        }),
    ];
    for name in DESIGNS.iter().chain(&["shift-swap", "ranked/laundry-good", "ranked/hives-good"]) {
        let whole = fixture(name);
        let yardstick = brief(&whole);
        let mut stateless = whole.clone();
        for component in list(&mut stateless, "/components") {
            drop(component.as_object_mut().unwrap().remove("states"));
        }
        for base in [whole, stateless] {
            let (right, alone) = (against(&base, &yardstick).overall, overall(&base));
            for (what, change) in WAYS {
                let mut less = base.clone();
                change(&mut less);
                let (held, judged) = (against(&less, &yardstick).overall, overall(&less));
                assert!(held <= right && judged <= alone, "{name} without {what}: {held} {judged}");
            }
        }
    }
}

fn component<'v>(intent: &'v mut Value, id: &str) -> &'v mut Value {
    list(intent, "/components").iter_mut().find(|c| c["id"] == id).unwrap()
}

/// A shared part is in all of its views: it makes each of them used, and a step at it does not change the view.
#[test]
fn a_part_of_several_views_is_part_of_all_of_them() {
    let mut intent = fixture("ranked/laundry-excellent");
    let before = judged(&intent);
    component(&mut intent, "slot-grid")["shared"] = json!(true);
    let mut door = component(&mut intent, "calendar-view").clone();
    door["id"] = json!("door-view");
    door["name"] = json!("Door panel");
    door["description"] = json!("Hangs beside the cellar door and tells passers-by what is free today.");
    door["children"] = json!(["slot-grid"]);
    door["states"] = json!([
        "empty: today is taken; names the hour of the first free slot tomorrow",
        "loading: the clock alone, large",
        "error: no line to the house; the last plan with its hour of printing",
    ]);
    door["satisfies"] = json!([]);
    list(&mut intent, "/components").push(door);
    let of = |evaluation: &Evaluation, check: &str| {
        evaluation.findings.iter().filter(|f| f.check == check).map(|f| f.pointer.clone()).collect::<Vec<_>>()
    };
    let shared = judged(&intent);
    for check in ["coherence/unused-component", "coherence/component-tree", "completeness/bare-view"] {
        assert_eq!(of(&shared, check), of(&before, check));
    }
    assert_eq!(shared.overall, before.overall, "{:#?}", shared.findings);
    // From the door panel to its own part nothing changes.
    intent["userFlows"][0]["steps"][0]["component"] = json!("door-view");
    intent["userFlows"][0]["steps"][0].as_object_mut().unwrap().remove("outcome");
    assert_eq!(of(&judged(&intent), "coherence/disconnected-step"), Vec::<String>::new());
}

/// Where all parts are shared, their views still count.
#[test]
fn views_of_shared_parts_are_views() {
    let mut intent = fixture("ranked/laundry-excellent");
    let parts: Vec<Value> = list(&mut intent, "/components")
        .iter()
        .filter(|c| c["type"] == "container" || c["type"] == "control")
        .map(|c| c["id"].clone())
        .collect();
    for part in list(&mut intent, "/components").iter_mut().filter(|c| parts.contains(&c["id"])) {
        part["shared"] = json!(true);
    }
    for view in list(&mut intent, "/components").iter_mut().filter(|c| c["type"] == "view") {
        view["children"] = json!(parts);
    }
    for flow in list(&mut intent, "/userFlows") {
        for step in list(flow, "/steps") {
            step["component"] = json!("slot-grid");
        }
    }
    let found = judged(&intent).findings;
    assert!(!found.iter().any(|f| f.message.contains("No flow uses a view")), "{found:#?}");
}

#[test]
fn an_empty_data_model_is_one_fault() {
    for name in DESIGNS.iter().chain(&["shift-swap", "meter-readings"]) {
        let mut intent = fixture(name);
        let before = judged(&intent);
        intent["dataModel"]["entities"] = json!([]);
        let after = judged(&intent);
        crate::support::adds_up(&after);
        let new: Vec<_> = after
            .findings
            .iter()
            .filter(|f| !before.findings.iter().any(|b| (&b.check, &b.pointer) == (&f.check, &f.pointer)))
            .filter(|f| f.pointer.starts_with("/dataModel") || f.check.starts_with("data-model/"))
            .collect();
        assert_eq!(new.len(), 1, "{name}: {new:#?}");
        assert_eq!(
            (new[0].pointer.as_str(), new[0].points.to_string()),
            ("/dataModel/entities", "15.00".into())
        );
        assert!(after.overall < before.overall, "{name}");
    }
}

fn found(intent: &Value, check: &str) -> usize {
    judged(intent).findings.iter().filter(|f| f.check == check).count()
}

/// `name` says little of a household, unless the brief asks for it.
#[test]
fn an_attribute_of_the_brief_is_the_entity_s_own() {
    let mut intent = fixture("ranked/laundry-excellent");
    let name = json!({"name": "name", "type": "text", "required": true});
    list(&mut intent, "/dataModel/entities/1/attributes").splice(1.., [name]);
    let bare = |said: &str| {
        let found = against(&intent, &Yardstick::new(said, Vec::new(), &[])).findings;
        found.iter().any(|f| f.check == "data-model/bare-entity")
    };
    assert!(bare("# Laundry\n"));
    assert!(!bare("# Laundry\n\nA household has a flat number and a name.\n"));
}

#[test]
fn a_narrower_case_is_another_alternative() {
    let mut intent = fixture("ranked/laundry-excellent");
    let mut other = intent["userFlows"][0]["alternatives"][0].clone();
    other["steps"][0]["id"] = json!("book-again");
    list(&mut intent, "/userFlows/0/alternatives").push(other.clone());
    assert_eq!(found(&intent, "coherence/duplicate"), 1);
    other["condition"] = json!("The household already holds two upcoming bookings, and one has begun");
    other["steps"][0]["action"] = json!("Name the washing machine that is running");
    other["steps"][0]["outcome"] = json!("The grid marks the hour at which the drum is free.");
    list(&mut intent, "/userFlows/0/alternatives")[2] = other;
    assert_eq!(found(&intent, "coherence/duplicate"), 0);
}

#[test]
fn several_flows_may_fail_in_one_way() {
    let mut intent = fixture("ranked/laundry-excellent");
    let ends = [
        "The slot stays free for another household.",
        "The booking stands as before.",
        "The photo waits on the telephone.",
    ];
    for (i, (what, end)) in ["booking", "cancellation", "defect report"].into_iter().zip(ends).enumerate() {
        let flow = &intent["userFlows"][i];
        let mut other = flow["alternatives"][0].clone();
        other["at"] = flow["steps"][1]["id"].clone();
        other["condition"] = json!(format!("The {what} cannot be stored."));
        other["steps"][0]["id"] = json!("not-stored");
        other["steps"][0]["outcome"] = json!(end);
        list(&mut intent, &format!("/userFlows/{i}/alternatives")).push(other);
    }
    let stock = judged(&intent).findings.into_iter().filter(|f| f.check == "clarity/stock-phrase");
    assert_eq!(stock.count(), 0);
    assert_eq!(found(&intent, "completeness/empty-alternative"), 0);
}

/// "No stale entry is shown" is exact: nothing could be asked about it.
#[test]
fn a_quality_is_asked_for_a_measure_where_a_term_is_vague() {
    let mut intent = fixture("ranked/laundry-excellent");
    intent["requirements"][0]["kind"] = json!("quality");
    assert_eq!(found(&intent, "clarity/unmeasured-quality"), 0);
    let text = format!("{} It is easy.", intent["requirements"][0]["text"].as_str().unwrap());
    intent["requirements"][0]["text"] = json!(text);
    let asked =
        judged(&intent).findings.into_iter().find(|f| f.check == "clarity/unmeasured-quality").unwrap();
    assert!(asked.message.ends_with("has no measure: how much is \"easy\"?"), "{}", asked.message);
}

/// A brief sets its names in code. Where one of its requirements demands them, they are its words.
#[test]
fn a_place_in_the_code_that_a_requirement_names_is_no_technology() {
    let mut intent = fixture("ranked/laundry-excellent");
    let place = "lib/app/theme/app_theme.dart";
    let text = format!("The colours stand in {place}.");
    let described = intent["components"][0]["description"].as_str().unwrap();
    intent["components"][0]["description"] = json!(format!("{described} {text}"));
    let charged = |demands: Vec<Demand>| {
        let said = format!("# Laundry\n\nThe colours stand in `{place}`.\n");
        let found = against(&intent, &Yardstick::new(&said, demands, &[])).findings;
        found.iter().any(|f| f.check == "agnosticism/component")
    };
    assert!(charged(Vec::new()));
    let demand = brief(&intent).demands()[0].clone();
    assert!(!charged(vec![Demand { text: text.clone(), ..demand }]));
}

#[test]
fn a_requirement_that_is_not_met_names_the_element_to_change() {
    let mut intent = fixture("ranked/laundry-excellent");
    let yardstick = brief(&intent);
    let id = intent["requirements"][0]["id"].clone();
    for part in ["/components", "/userFlows", "/interactions"] {
        for element in list(&mut intent, part) {
            if let Some(satisfies) = element.get_mut("satisfies").and_then(Value::as_array_mut) {
                satisfies.retain(|other| *other != id);
            }
        }
    }
    let missing = |intent: &Value| {
        let found = against(intent, &yardstick).findings;
        let missing = found.into_iter().filter(|f| f.check == "fidelity/missing-requirement");
        missing.map(|f| f.message).collect::<Vec<_>>()
    };
    assert!(missing(&intent)[0].starts_with("Nothing in the design satisfies R"), "{:?}", missing(&intent));
    list(&mut intent, "/components").push(json!({
        "id": "spare", "type": "utility", "name": "Spare ledger", "satisfies": [id],
        "description": "Keeps the bookings of each household until the month ends.",
    }));
    let unused = missing(&intent);
    assert!(unused[0].starts_with("Only \"Spare ledger\" claims R"), "{unused:?}");
    assert!(unused[0].ends_with(", and no flow uses it."), "{unused:?}");
    // A reaction of a part that no flow uses claims for it.
    list(&mut intent, "/components").last_mut().unwrap()["satisfies"] = json!([]);
    list(&mut intent, "/interactions").push(json!({
        "id": "month-end", "trigger": "The month ends.", "component": "spare", "satisfies": [id],
        "response": "The ledger closes the bookings of each household.",
    }));
    assert_eq!(missing(&intent)[0], unused[0]);
    list(&mut intent, "/interactions").pop();
    list(&mut intent, "/components").pop();
    // Claims that moved to other elements.
    let mut rotated = fixture("ranked/laundry-excellent");
    let ids: Vec<Value> = list(&mut rotated, "/requirements").iter().map(|r| r["id"].clone()).collect();
    let next = |id: &Value| ids[(ids.iter().position(|other| other == id).unwrap() + 1) % ids.len()].clone();
    for part in ["/components", "/userFlows", "/interactions"] {
        for element in list(&mut rotated, part) {
            if let Some(satisfies) = element.get_mut("satisfies").and_then(Value::as_array_mut) {
                satisfies.iter_mut().for_each(|id| *id = next(id));
            }
        }
    }
    let wrong = missing(&rotated);
    assert!(wrong.iter().any(|said| said.contains("\" speaks of R")), "{wrong:?}");
}

#[test]
fn a_claim_in_too_few_words_is_said_with_those_that_are_missing() {
    let mut intent = fixture("ranked/laundry-excellent");
    let text = "The caretaker must archive the quarterly accounts of every household with signatures.";
    let mut requirement = intent["requirements"][0].clone();
    (requirement["id"], requirement["text"]) = (json!("R9"), json!(text));
    list(&mut intent, "/requirements").push(requirement);
    intent["interactions"][0]["satisfies"] = json!(["R1", "R8", "R9"]);
    let response = "The nearest free cell of the household is outlined.";
    intent["interactions"][0]["response"] = json!(response);
    let found = against(&intent, &brief(&intent)).findings;
    let [missing] =
        &found.iter().filter(|f| f.check == "fidelity/missing-requirement").collect::<Vec<_>>()[..]
    else {
        panic!("{found:#?}")
    };
    let expected = r#"says nothing of its "archive", "quarterly", "accounts", "signatures"."#;
    assert!(missing.message.ends_with(expected), "{}", missing.message);
}

/// "The row loses its dimmed look" is about the product where a later step speaks of that row.
#[test]
fn an_outcome_is_about_what_another_step_of_its_flow_speaks_of() {
    let mut design = fixture("ranked/laundry-excellent");
    let before = found(&design, "clarity/echo");
    design["userFlows"][0]["steps"][0]["outcome"] = json!("A dimmed stripe glimmers.");
    assert_eq!(found(&design, "clarity/echo"), before + 1);
    design["userFlows"][0]["steps"][1]["outcome"] =
        json!("The slot of the machine is marked instead of the stripe.");
    assert_eq!(found(&design, "clarity/echo"), before);
}

/// `While dragging a card` begins with a condition, so its word is part of the demand and no actor.
#[test]
fn a_condition_at_the_beginning_is_no_actor() {
    let mut intent = fixture("ranked/laundry-excellent");
    let demands = [
        "While dragging, a household must receive visual feedback about the current position.",
        "When dragging ends, a household must keep the position.",
    ];
    for (id, text) in ["R9", "R10"].into_iter().zip(demands) {
        let mut requirement = intent["requirements"][0].clone();
        (requirement["id"], requirement["text"]) = (json!(id), json!(text));
        list(&mut intent, "/requirements").push(requirement);
    }
    intent["interactions"][0]["satisfies"] = json!(["R1", "R8", "R9", "R10"]);
    intent["interactions"][0]["feedback"] = json!("The position glows under the dragging finger.");
    assert_eq!(found_against(&intent, "fidelity/missing-requirement"), 0);
}

fn found_against(intent: &Value, check: &str) -> usize {
    against(intent, &brief(intent)).findings.iter().filter(|f| f.check == check).count()
}
