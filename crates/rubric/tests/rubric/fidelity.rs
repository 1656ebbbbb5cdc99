//! Designs compared with a brief: missing, foreign and misplaced requirements cost far more than unclear texts.

use crate::support::{fixture, sums_up};
use frieze_intent::RequirementKind;
use frieze_rubric::{Demand, Evaluation, Force, MISSING, Yardstick, evaluate_against, lines};
use serde_json::{Value, json};

pub(crate) const DESIGNS: [&str; 3] = ["ranked/laundry-excellent", "ranked/hives-excellent", "tool-library"];

pub(crate) fn list<'v>(intent: &'v mut Value, path: &str) -> &'v mut Vec<Value> {
    intent.pointer_mut(path).and_then(Value::as_array_mut).unwrap()
}

/// A brief with the requirements of a design, one a line, and headings between them.
pub(crate) fn brief(intent: &Value) -> Yardstick {
    let texts: Vec<&str> =
        intent["requirements"].as_array().unwrap().iter().map(|r| r["text"].as_str().unwrap()).collect();
    let text: String = texts.iter().map(|text| format!("## Part\n- **{text}**\n")).collect();
    let demands = (1..).zip(&texts).map(|(n, text)| Demand {
        id: format!("R{n}"),
        text: (*text).to_owned(),
        line: n * 2,
        force: Force::Must,
        kind: RequirementKind::Functional,
    });
    Yardstick::new(&text, demands.collect(), &["Show a map of all shelves.".to_owned()])
}

pub(crate) fn against(intent: &Value, yardstick: &Yardstick) -> Evaluation {
    let evaluation = evaluate_against(&frieze_intent::read_value(intent).unwrap(), yardstick);
    sums_up(&evaluation);
    evaluation
}

pub(crate) fn overall(intent: &Value, yardstick: &Yardstick) -> u16 {
    against(intent, yardstick).overall.hundredths()
}

/// Every step and every claim of a design.
pub(crate) fn all_steps(intent: &mut Value, mut change: impl FnMut(&mut Value)) {
    for flow in list(intent, "/userFlows") {
        list(flow, "/steps").iter_mut().for_each(&mut change);
        for alternative in flow.get_mut("alternatives").and_then(Value::as_array_mut).into_iter().flatten() {
            list(alternative, "/steps").iter_mut().for_each(&mut change);
        }
    }
}

pub(crate) fn claims(intent: &mut Value, mut change: impl FnMut(&mut Vec<Value>)) {
    for part in ["/userFlows", "/components", "/interactions"] {
        for element in list(intent, part) {
            let own = element.get_mut("satisfies").and_then(Value::as_array_mut);
            own.into_iter().for_each(&mut change);
        }
    }
}

/// Replaces one attribute in `every` by one that has nothing to do with the product.
fn nonsense(intent: &Value, every: usize) -> Value {
    const WORDS: [&str; 6] =
        ["blood group", "shoe length", "moon phase", "goat colour", "cheese recipe", "hat width"];
    let mut intent = intent.clone();
    let all =
        list(&mut intent, "/dataModel/entities").iter_mut().flat_map(|entity| list(entity, "/attributes"));
    let own = all.filter(|attribute| attribute["type"] != "identifier").step_by(every);
    own.zip(WORDS.iter().cycle()).for_each(|(attribute, word)| attribute["name"] = json!(word));
    intent
}

#[test]
fn the_right_design_keeps_its_score() {
    for name in DESIGNS {
        let intent = fixture(name);
        let yardstick = brief(&intent);
        let evaluation = against(&intent, &yardstick);
        let fidelity = evaluation.fidelity.unwrap();
        assert_eq!((fidelity.met, fidelity.foreign), (fidelity.demanded, 0), "{name}");
        assert!(evaluation.overall.hundredths() >= 9_200, "{name}: {}", evaluation.overall);
    }
}

#[test]
fn a_design_of_another_product_earns_nothing_and_the_first_finding_says_why() {
    for (design, other) in DESIGNS.iter().zip(DESIGNS.iter().cycle().skip(1)) {
        let evaluation = against(&fixture(design), &brief(&fixture(other)));
        assert_eq!(evaluation.overall.hundredths(), 0, "{design}");
        assert_eq!(evaluation.findings[0].check, MISSING);
        assert!(
            evaluation.findings[0].message.contains("of another product"),
            "{:?}",
            evaluation.findings[0]
        );
    }
}

#[test]
fn flows_of_another_product_that_claim_the_requirements_stay_below_sixty() {
    for (design, other) in DESIGNS.iter().zip(DESIGNS.iter().cycle().skip(1)) {
        let (right, mut wrong) = (fixture(design), fixture(other));
        let ids: Vec<Value> =
            list(&mut right.clone(), "/requirements").iter().map(|r| r["id"].clone()).collect();
        wrong["requirements"] = right["requirements"].clone();
        let mut next = ids.iter().cycle();
        claims(&mut wrong, |satisfies| {
            satisfies.iter_mut().for_each(|id| *id = next.next().unwrap().clone());
        });
        let overall = overall(&wrong, &brief(&right));
        assert!(overall < 6_000, "{other} for {design}: {overall}");
    }
}

#[test]
fn a_fifth_of_the_requirements_earns_a_fifth() {
    for name in DESIGNS {
        let mut intent = fixture(name);
        let yardstick = brief(&intent);
        let few = list(&mut intent, "/requirements").len() / 5 + 1;
        list(&mut intent, "/requirements").truncate(few);
        let kept: Vec<Value> = list(&mut intent, "/requirements").iter().map(|r| r["id"].clone()).collect();
        claims(&mut intent, |satisfies| satisfies.retain(|id| kept.contains(id)));
        let overall = overall(&intent, &yardstick);
        assert!(overall < 4_500, "{name}: {overall}");
    }
}

#[test]
fn a_requirement_left_out_with_a_reason_costs_the_same_and_is_named() {
    for name in DESIGNS {
        let mut intent = fixture(name);
        let yardstick = brief(&intent);
        let first = list(&mut intent, "/requirements").remove(0)["id"].clone();
        claims(&mut intent, |satisfies| satisfies.retain(|id| *id != first));
        let silent = against(&intent, &yardstick);
        intent["notDesigned"] = json!([{ "requirement": "R1", "reason": "A later version has it." }]);
        let declared = against(&intent, &yardstick);
        assert_eq!(declared.overall, silent.overall, "{name}");
        assert_eq!(declared.fidelity.unwrap().left_out[0].reason, "A later version has it.");
        let missing = declared.findings.iter().find(|finding| finding.check == MISSING).unwrap();
        assert_eq!(missing.pointer, "/notDesigned/0");
        assert!(
            silent.findings.iter().any(|f| f.check == MISSING && f.message.contains("is not in the design"))
        );
    }
}

#[test]
fn claims_parts_steps_and_attributes_at_the_wrong_place_cost_points() {
    for name in DESIGNS {
        let intent = fixture(name);
        let yardstick = brief(&intent);
        let right = overall(&intent, &yardstick);
        let ids: Vec<Value> =
            list(&mut intent.clone(), "/components").iter().map(|c| c["id"].clone()).collect();
        let requirements: Vec<Value> =
            list(&mut intent.clone(), "/requirements").iter().map(|r| r["id"].clone()).collect();
        let moved = |all: &[Value], id: &Value, by: usize| {
            let at = all.iter().position(|other| other == id).unwrap_or_default();
            all[(at + by) % all.len()].clone()
        };
        let mut misplaced = intent.clone();
        all_steps(&mut misplaced, |step| step["component"] = moved(&ids, &step["component"], ids.len() / 2));
        let mut bare = intent.clone();
        list(&mut bare, "/components").iter_mut().for_each(|component| component["children"] = json!([]));
        let (third, all) = (nonsense(&intent, 3), nonsense(&intent, 1));
        for (what, least, wrong) in [
            ("steps", 150, misplaced),
            ("parts", 150, bare),
            ("a third of the attributes", 150, third),
            ("attributes", 300, all),
        ] {
            let wrong = overall(&wrong, &yardstick);
            assert!(wrong + least <= right, "{name}, {what}: {wrong} of {right}");
        }
        for by in 1..requirements.len() {
            let mut rotated = intent.clone();
            claims(&mut rotated, |satisfies| {
                satisfies.iter_mut().for_each(|id| *id = moved(&requirements, id, by));
            });
            let rotated = overall(&rotated, &yardstick);
            assert!(rotated + 2_000 <= right, "{name}, claims by {by}: {rotated} of {right}");
        }
    }
}

/// `Request a refund` is where a refund is requested, not where everything happens to a `Refund Request`.
#[test]
fn what_happens_to_an_entity_need_not_happen_at_a_component_that_is_called_so() {
    for name in DESIGNS {
        let mut intent = fixture(name);
        let yardstick = brief(&intent);
        let entity = json!({ "name": "Refund Request", "description": "A wish for money", "attributes": [], "relationships": [] });
        list(&mut intent, "/dataModel/entities").push(entity);
        let form = json!({
            "id": "refund-form", "name": "Request a refund", "type": "view", "description": "The form for a refund request",
            "children": [], "states": [], "entities": [], "satisfies": [],
        });
        list(&mut intent, "/components").push(form);
        let step = intent.pointer_mut("/userFlows/0/steps/0").and_then(Value::as_object_mut).unwrap();
        step.remove("outcome");
        step.insert("action".to_owned(), json!("set the Refund_Request to payout failed"));
        let is_misplaced = |intent: &Value| {
            let at = "/userFlows/0/steps/0/component";
            let findings = against(intent, &yardstick).findings;
            findings.iter().any(|f| f.check == "coherence/misplaced-step" && f.pointer == at)
        };
        assert!(!is_misplaced(&intent), "{name}");
        let last = list(&mut intent, "/dataModel/entities").len() - 1;
        intent["dataModel"]["entities"][last]["name"] = json!("Money Claim");
        assert!(is_misplaced(&intent), "{name}: nothing else is called so");
    }
}

#[test]
fn a_requirement_that_nobody_states_costs_points_and_one_that_a_person_states_does_not() {
    for name in DESIGNS {
        let mut intent = fixture(name);
        let yardstick = brief(&intent);
        let right = overall(&intent, &yardstick);
        let mut added = list(&mut intent, "/requirements")[0].clone();
        added["id"] = json!("R900");
        added["text"] = json!("Show a map of all shelves.");
        list(&mut intent, "/requirements").push(added);
        let stated = against(&intent, &yardstick);
        assert_eq!(stated.fidelity.unwrap().foreign, 0, "{name}");
        let last = list(&mut intent, "/requirements").len() - 1;
        intent["requirements"][last]["text"] = json!("Book a seat on the next launch to the moon.");
        let foreign = against(&intent, &yardstick);
        assert_eq!(foreign.fidelity.as_ref().unwrap().foreign, 1, "{name}");
        assert!(foreign.overall.hundredths() + 200 < right, "{name}: {} of {right}", foreign.overall);
    }
}

/// A quotation of the whole brief is one requirement, and takes up none of its demands.
#[test]
fn one_requirement_does_not_take_up_the_whole_brief() {
    let mut intent = fixture(DESIGNS[0]);
    let yardstick = brief(&intent);
    let texts: Vec<String> =
        list(&mut intent, "/requirements").iter().map(|r| r["text"].as_str().unwrap().to_owned()).collect();
    list(&mut intent, "/requirements").truncate(1);
    intent["requirements"][0]["text"] = json!(texts.join("\n## Part\n- "));
    let id = intent["requirements"][0]["id"].clone();
    claims(&mut intent, |satisfies| *satisfies = vec![id.clone()]);
    assert_eq!(overall(&intent, &yardstick), 0);
}

#[test]
fn the_line_of_a_requirement_is_known_if_its_text_is_in_the_brief() {
    let mut intent = fixture(DESIGNS[0]);
    let yardstick = brief(&intent);
    intent["requirements"][2]["text"] = json!("Nothing that the brief says.");
    let found = lines(&frieze_intent::read_value(&intent).unwrap().intent, &yardstick);
    assert_eq!((found[0], found[1], found[2]), (Some(2), Some(4), None));
}

/// A word of the brief is no technology, unless the brief only quotes it as code.
#[test]
fn words_of_the_brief_are_not_charged_as_technology() {
    let mut intent = fixture(DESIGNS[0]);
    intent["components"][0]["description"] = json!("A React page that lists every machine with its state.");
    let charged = |brief_text: &str| {
        let yardstick = Yardstick::new(brief_text, Vec::new(), &[]);
        against(&intent, &yardstick).findings.iter().any(|f| f.check == "agnosticism/component")
    };
    assert!(charged("# Laundry\n"));
    assert!(charged("# Laundry\n\nSee `React`.\n```\nReact\n```\n"));
    assert!(!charged("# Laundry\n\nThe pages are made with React.\n"));
}

/// Claims of elements that claim everything do not count, be it all elements or only the flows.
#[test]
fn claims_of_everything_count_for_nothing() {
    for name in DESIGNS {
        let intent = fixture(name);
        let yardstick = brief(&intent);
        let right = overall(&intent, &yardstick);
        let ids: Vec<Value> =
            list(&mut intent.clone(), "/requirements").iter().map(|r| r["id"].clone()).collect();
        let mut all = intent.clone();
        for part in ["/userFlows", "/components", "/interactions"] {
            list(&mut all, part).iter_mut().for_each(|element| element["satisfies"] = json!(ids));
        }
        let evaluation = against(&all, &yardstick);
        assert_eq!(evaluation.overall.hundredths(), 0, "{name}");
        let says = |f: &frieze_rubric::finding::Finding| f.message.contains("claims nearly everything");
        assert!(evaluation.findings.iter().any(says), "{name}: {:#?}", evaluation.findings);
        let mut flows = intent.clone();
        list(&mut flows, "/userFlows").iter_mut().for_each(|flow| flow["satisfies"] = json!(ids));
        assert!(overall(&flows, &yardstick) < right, "{name}");
    }
}

/// A component is judged together with its parts and entities.
#[test]
fn a_claiming_component_is_judged_with_its_parts() {
    let mut intent = fixture("ranked/laundry-excellent");
    let yardstick = brief(&intent);
    claims(&mut intent, |satisfies| {
        satisfies.iter_mut().filter(|id| **id == "R6").for_each(|id| *id = json!("R5"));
    });
    let is_met = |intent: &Value| {
        !against(intent, &yardstick).findings.iter().any(|f| f.check == MISSING && f.message.contains("R6 ("))
    };
    assert!(!is_met(&intent));
    let desk = list(&mut intent, "/components").iter_mut().find(|c| c["id"] == "caretaker-view").unwrap();
    desk["satisfies"] = json!(["R6"]);
    assert!(is_met(&intent));
}

/// Must counts 1, should a half, may a quarter.
#[test]
fn a_requirement_weighs_as_much_as_it_binds() {
    for name in DESIGNS {
        let intent = fixture(name);
        let forces = [Force::Must, Force::Should, Force::May];
        let weight = |at: usize| [4_u64, 2, 1][at % 3];
        let demands: Vec<Demand> = brief(&intent)
            .demands()
            .iter()
            .zip(forces.iter().cycle())
            .map(|(demand, force)| Demand { force: *force, ..demand.clone() })
            .collect();
        let text: String = demands.iter().map(|demand| format!("## Part\n- {}\n", demand.text)).collect();
        let total: u64 = (0..demands.len()).map(weight).sum();
        let yardstick = Yardstick::new(&text, demands, &[]);
        for at in 0..3 {
            let mut partial = intent.clone();
            let id = list(&mut partial, "/requirements").remove(at)["id"].clone();
            claims(&mut partial, |satisfies| satisfies.retain(|claimed| *claimed != id));
            let evaluation = against(&partial, &yardstick);
            let missing: Vec<_> = evaluation.findings.iter().filter(|f| f.check == MISSING).collect();
            assert_eq!(missing.len(), 1, "{name}: {missing:#?}");
            assert_eq!(missing[0].points.0, weight(at) * 100_000_000_000 / total, "{name}, {at}");
        }
    }
}

#[test]
fn boilerplate_stays_below_eighty() {
    for (boilerplate, of) in [
        ("ranked/laundry-boiler", "ranked/laundry-excellent"),
        ("ranked/hives-boiler", "ranked/hives-excellent"),
    ] {
        let overall = overall(&fixture(boilerplate), &brief(&fixture(of)));
        assert!(overall < 8_000, "{boilerplate}: {overall}");
    }
    // The links are right; all texts are boilerplate.
    for name in DESIGNS {
        let mut intent = fixture(name);
        let yardstick = brief(&intent);
        let texts = ["Show loading spinner", "Book a seat on a launch", "Display the data to the user"];
        let mut next = texts.iter().cycle();
        all_steps(&mut intent, |step| {
            step["action"] = json!(next.next().unwrap());
            step["outcome"] = json!("The operation is completed successfully");
        });
        for component in list(&mut intent, "/components") {
            component["description"] = json!("A component that displays the data and handles user input.");
        }
        let overall = overall(&intent, &yardstick);
        assert!(overall < 8_000, "{name}: {overall}");
    }
}

/// Leaves an entity out, alone or with all that refers to it.
fn without_entity(intent: &Value, at: usize, cleanly: bool) -> Value {
    let mut less = intent.clone();
    let name = list(&mut less, "/dataModel/entities").remove(at)["name"].clone();
    if cleanly {
        for entity in list(&mut less, "/dataModel/entities") {
            list(entity, "/relationships").retain(|relation| relation["to"] != name);
        }
        let forget = |element: &mut Value| {
            let own = element.get_mut("entities").and_then(Value::as_array_mut);
            own.into_iter().for_each(|own| own.retain(|entity| *entity != name));
        };
        list(&mut less, "/components").iter_mut().for_each(forget);
        all_steps(&mut less, forget);
    }
    less
}

#[test]
fn an_entity_left_out_never_scores_higher() {
    // For the last two, only the entity itself: what refers to it has faults, which would go with it.
    let others =
        ["shift-swap", "lost-property.ja", "meter-readings", "ranked/laundry-good", "ranked/hives-good"];
    for name in DESIGNS.iter().chain(&others) {
        let intent = fixture(name);
        let yardstick = brief(&intent);
        let (right, alone) = (overall(&intent, &yardstick), crate::support::overall(&intent));
        for at in 0..intent["dataModel"]["entities"].as_array().unwrap().len() {
            for cleanly in [false, true].into_iter().take(if name.ends_with("-good") { 1 } else { 2 }) {
                let less = without_entity(&intent, at, cleanly);
                let (held, judged) = (overall(&less, &yardstick), crate::support::overall(&less));
                assert!(
                    held <= right && judged <= alone,
                    "{name}, {at}: {held} of {right}, {judged} of {alone}"
                );
            }
        }
    }
}

/// A demand with an addition is the brief's only if the addition is the brief's, too.
#[test]
fn a_demand_with_an_invented_addition_is_foreign() {
    let intent = fixture(DESIGNS[0]);
    let yardstick = brief(&intent);
    let told = |text: &str| {
        let mut changed = intent.clone();
        changed["requirements"][1]["text"] = json!(text);
        let fidelity = against(&changed, &yardstick).fidelity.unwrap();
        (fidelity.demanded - fidelity.met, fidelity.foreign)
    };
    let own = |at: usize| intent["requirements"][at]["text"].as_str().unwrap();
    assert_eq!(told(own(1)), (0, 0));
    assert_eq!(told(&format!("{} {}", own(1), own(2))), (0, 0), "two demands are both the brief's");
    assert_eq!(told(&format!("{} It costs ten euros, paid by card.", own(1))), (1, 1));
    assert_eq!(told(&format!("On Sundays only: {}", own(1))), (1, 1));
}

/// A quotation takes a demand up if it carries at least half of what it says.
#[test]
fn the_frame_of_a_demand_is_not_the_demand() {
    let mut intent = fixture(DESIGNS[0]);
    let demand = "It must be the case for each of them that the tenant can book a dryer on the roof";
    intent["requirements"][0]["text"] = json!(demand);
    let yardstick = brief(&intent);
    let told = |text: &str| {
        let mut changed = intent.clone();
        changed["requirements"][0]["text"] = json!(text);
        let fidelity = against(&changed, &yardstick).fidelity.unwrap();
        (fidelity.foreign, lines(&frieze_intent::read_value(&changed).unwrap().intent, &yardstick)[0])
    };
    // Both are quotations, so both have a line. The missing requirements show which demand they take up.
    assert_eq!(told(demand), (0, Some(2)));
    let missing = |text: &str| {
        let mut changed = intent.clone();
        changed["requirements"][0]["text"] = json!(text);
        let found = against(&changed, &yardstick).findings;
        let of_it =
            found.into_iter().find(|f| f.check == MISSING && f.message.contains("It must be the case"));
        of_it.map(|f| f.message.contains("is not in the design"))
    };
    assert_eq!(missing("It must be the case for each of them that the tenant"), Some(true));
    assert_ne!(missing("the tenant can book a dryer on the roof"), Some(true));
}

/// A requirement of the brief that says nothing is met by a claim, not by its presence.
#[test]
fn a_hollow_requirement_needs_a_claim() {
    for name in DESIGNS {
        let mut intent = fixture(name);
        let mut hollow = list(&mut intent, "/requirements")[0].clone();
        hollow["id"] = json!("R900");
        hollow["text"] = json!("The system is robust and scalable.");
        list(&mut intent, "/requirements").push(hollow);
        let yardstick = brief(&intent);
        let met = |intent: &Value| against(intent, &yardstick).fidelity.map(|f| f.demanded - f.met).unwrap();
        assert_eq!(met(&intent), 1, "{name}");
        list(&mut intent, "/userFlows/0/satisfies").push(json!("R900"));
        assert_eq!(met(&intent), 0, "{name}");
    }
}

/// No check asks to rename a term of the brief.
#[test]
fn a_term_of_the_brief_is_neither_vague_nor_weak() {
    let mut intent = fixture(DESIGNS[0]);
    intent["components"][1]["description"] =
        json!("Two-hour cells; a quick wash takes half of one, grey if taken.");
    intent["userFlows"][0]["goal"] = json!("Manage slot bookings of the household.");
    let charged = |said: &str| {
        let found = against(&intent, &Yardstick::new(said, Vec::new(), &[])).findings;
        ["clarity/vague-term", "clarity/weak-verb"].map(|check| found.iter().any(|f| f.check == check))
    };
    assert_eq!(charged("# Laundry\n"), [true, true]);
    assert_eq!(charged("# Laundry\n\nTenants wash at once. It must be quick.\n"), [false, true]);
    assert_eq!(charged("# Laundry\n\nFor a quick wash half a slot is enough.\n"), [false, true]);
    assert_eq!(charged("# Laundry\n\nTenants manage slot bookings on a board.\n"), [true, false]);
}

/// An actor of the brief is known, whatever the requirements and entities are called.
#[test]
fn an_actor_of_the_brief_is_never_unknown() {
    let mut intent = fixture(DESIGNS[0]);
    intent["userFlows"][0]["actor"] = json!("Night porter");
    let unknown = |said: &str| {
        let found = against(&intent, &Yardstick::new(said, Vec::new(), &[])).findings;
        found.iter().any(|f| f.pointer == "/userFlows/0/actor" && f.message.contains("Night porter"))
    };
    assert!(unknown("# Laundry\n"));
    let intent_says = brief(&intent);
    let mut text = String::from("# Laundry\n\nThe night porter looks after the cellar.\n");
    intent_says.demands().iter().for_each(|demand| text += &format!("- {}\n", demand.text));
    let found = against(&intent, &Yardstick::new(&text, intent_says.demands().to_vec(), &[])).findings;
    assert!(!found.iter().any(|f| f.message.contains("mentions the actor")), "{found:#?}");
}
