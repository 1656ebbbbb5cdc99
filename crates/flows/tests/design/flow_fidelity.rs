//! Tests of designs that are held against the brief through the flow: foreign designs, wrong lines, references, hand edits, critical
//! findings, and a brief that is gone or read differently.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_flows::design::Design;
use frieze_kernel::Flow as _;
use frieze_testkit::worlds::{World, critic_answer, design};
use serde_json::{Value, json};

/// A design of another product, with requirements of its own.
const OTHER_PRODUCT: &str = include_str!("../../../../templates/prompts/example-intent.json");

fn other_product(world: &World) -> Value {
    let mut other: Value = serde_json::from_str(OTHER_PRODUCT).unwrap();
    other["featureId"] = json!(world.id.as_str());
    other
}

/// A critic's answer with this many critical findings.
fn critical(count: usize) -> String {
    let finding = |n: usize| {
        json!({
            "check": "completeness/judgement", "pointer": "/userFlows/0", "severity": "critical",
            "message": format!("this is another product ({n})"), "suggestion": "design what the brief asks for",
        })
    };
    json!({ "findings": (0..count).map(finding).collect::<Vec<_>>() }).to_string()
}

/// The last score, in hundredths.
fn score(world: &World) -> u16 {
    world.record.score_history.last().map(|(_, score)| score.hundredths()).unwrap()
}

fn critique(world: &World) -> Value {
    serde_json::from_slice(world.file("design/critique.json").unwrap()).unwrap()
}

fn barred(world: &World) -> Option<String> {
    world.record.candidate.as_ref().and_then(|candidate| candidate.barred.clone())
}

#[test]
fn critical_findings_make_no_candidate() {
    let mut world = World::new();
    world.terms.pins.threshold = 70;
    world.play(&format!("start · design A · say {}", critical(30)));
    assert_eq!(world.state(), "GENERATING", "{:?}", world.trail);
    assert!(!world.trail.contains(&"CANDIDATE"), "{:?}", world.trail);
    assert!(score(&world) < 4_000, "{}", score(&world));
}

#[test]
fn one_critical_finding_stops_a_mediocre_design() {
    let outcome = |more: usize| {
        let mut world = World::new();
        world.terms.pins.threshold = 80;
        world.play("start · design A");
        let mut answer: Value = serde_json::from_str(&critic_answer(&world.intent(), 8_500)).unwrap();
        let more: Value = serde_json::from_str(&critical(more)).unwrap();
        answer["findings"].as_array_mut().unwrap().extend(more["findings"].as_array().unwrap().clone());
        world.play(&format!("say {answer}"));
        (world.state(), score(&world))
    };
    let (state, without) = outcome(0);
    assert_eq!((state, without), ("CANDIDATE", 8_500));
    let (state, with) = outcome(1);
    assert_eq!((state, with), ("GENERATING", without - 1_000));
}

#[test]
fn a_design_of_another_product_is_far_below_the_threshold_and_says_why() {
    let mut world = World::new();
    let other = other_product(&world);
    world.play(&format!("start · say {other} · clean"));
    assert_eq!(world.state(), "GENERATING", "{:?}", world.trail);
    assert!(score(&world) < 4_000, "{}", score(&world));
    let first = &critique(&world)["findings"][0];
    assert!(first["check"].as_str().unwrap().starts_with("fidelity/"), "{first}");
    assert!(world.prompt().contains("fidelity/"), "the next prompt says it");
}

#[test]
fn wrong_lines_are_put_right_and_noted() {
    let mut world = World::after("start");
    let mut shifted = design(&world.id, "A");
    for requirement in shifted["requirements"].as_array_mut().unwrap() {
        requirement["source"]["line"] = json!(1);
    }
    world.play(&format!("say {shifted}"));
    assert_eq!(world.intent()["requirements"], design(&world.id, "A")["requirements"]);
    let noted = world.noted("derived");
    assert_eq!((noted.len(), &noted[0].data["requirements"]), (1, &json!(3)), "{noted:?}");
    world.play("clean");
    assert_eq!((world.state(), score(&world)), ("CANDIDATE", 10_000));
}

#[test]
fn requirements_can_be_given_by_reference() {
    let mut world = World::after("start");
    let mut by_reference = design(&world.id, "A");
    by_reference["requirements"] = json!(["R1", "R2", "R3"]);
    world.play(&format!("say {by_reference}"));
    assert_eq!(world.state(), "EVALUATING", "{:?}", world.noted("repair"));
    assert_eq!(world.intent()["requirements"], design(&world.id, "A")["requirements"]);

    let mut world = World::after("start");
    by_reference["requirements"] = json!(["R1", "R2", "R93"]);
    world.play(&format!("say {by_reference}"));
    assert_eq!(world.state(), "GENERATING");
    let repair = world.noted("repair")[0].text.clone();
    assert!(repair.contains("R93") && world.prompt().contains("R93"), "{repair}");
}

#[test]
fn a_hand_edit_that_drops_a_requirement_costs_points_and_bars() {
    let mut world = World::after("start · design A · clean");
    let mut edited = world.intent();
    edited["requirements"].as_array_mut().unwrap().remove(2);
    let text = edited.to_string().replace(r#","R3"]"#, "]").replace(r#"["R3"]"#, "[]");
    world.put("design/intent.json", text.as_bytes());
    world.play("look");
    let candidate = world.record.candidate.clone().unwrap();
    assert!(candidate.score.unwrap().hundredths() < 9_000, "{candidate:?}");
    assert!(candidate.barred.is_some(), "{candidate:?}");
    let findings = critique(&world)["findings"].to_string();
    assert!(findings.contains("fidelity/missing-requirement"), "{findings}");
}

const COPY: &str = "design/iterations/1/brief.md";
const ANOTHER: &[u8] = b"# Another\n\n- The shopper can return an order.\n- The shopper must pay.\n";

/// Without the quoted brief there is no yardstick, so that no design is a candidate as if there were no brief.
#[test]
fn a_design_is_not_scored_without_its_brief() {
    for (before, then) in [("start", "design A"), ("start · design A", "clean")] {
        let mut world = World::after(before);
        world.delete(COPY);
        let mut unchanged = world.clone();
        unchanged.play(then);
        assert_ne!(unchanged.state(), "FAILED", "brief.md still is the quoted version");
        world.put("brief.md", ANOTHER);
        let mut older = world.clone();
        world.play(then);
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "determinism-violation"), "{before}");
        assert!(world.message().contains(COPY), "{}", world.message());
        // Runs of older versions have no copy.
        let run = older.record.run.as_mut().unwrap();
        (run.brief_folder, run.reading) = (None, None);
        older.play(then);
        assert_ne!(older.state(), "FAILED", "{before}: {}", older.message());
    }
}

#[test]
fn a_hand_edit_without_its_brief_cannot_be_approved_until_it_is_back() {
    let mut world = World::after("start · design A · clean · edit B");
    let copy = world.file(COPY).unwrap().to_vec();
    world.delete(COPY);
    world.put("brief.md", ANOTHER);
    world.play("look");
    assert!(barred(&world).unwrap().contains(COPY), "{:?}", barred(&world));
    world.put(COPY, &copy);
    world.play("look");
    assert_eq!(barred(&world), None);
    world.play("approve");
    assert_eq!(world.state(), "FROZEN", "{:?}", world.refusals);
}

/// "At the start of a run the reading of the brief … pinned in the record and shown".
#[test]
fn the_reading_of_the_brief_is_pinned_and_shown() {
    let mut world = World::after("start");
    let words = |world: &World| Design::view(&world.record).brief.unwrap();
    assert_eq!(words(&world), "3 requirements (3 must, 0 should, 0 may)");
    let pinned = world.record.run.as_ref().unwrap().reading;
    // An edit of the brief counts from the next prompt on.
    world.put("brief.md", ANOTHER);
    world.play("design A");
    assert_eq!(world.record.run.as_ref().unwrap().reading, pinned);
    world.play("score 85");
    assert_eq!(world.state(), "GENERATING");
    assert!(words(&world).starts_with("2 requirements"), "{}", words(&world));
    // The same documents: nothing changes.
    let pinned = world.record.run.as_ref().unwrap().reading;
    world.play("design B · score 86");
    assert_eq!(world.state(), "GENERATING");
    assert_eq!(world.record.run.as_ref().unwrap().reading, pinned);
}

/// Another version of frieze that reads the same brief differently would be another yardstick.
#[test]
fn another_reading_of_the_same_brief_ends_the_run_or_bars() {
    let other_reading = |world: &mut World| {
        world.record.run.as_mut().unwrap().reading.as_mut().unwrap().must = 2;
    };
    for (before, then) in [("start", "design A"), ("start · design A", "clean")] {
        let mut world = World::after(before);
        other_reading(&mut world);
        world.play(then);
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "determinism-violation"), "{before}");
        for count in ["2 must", "3 must"] {
            assert!(world.message().contains(count), "{}", world.message());
        }
    }
    let mut world = World::after("start · design A · clean · edit B");
    other_reading(&mut world);
    world.play("look");
    assert!(barred(&world).unwrap().contains("2 must"), "{:?}", barred(&world));
    // An unchanged candidate is barred too.
    let mut world = World::after("start · design A · clean");
    other_reading(&mut world);
    world.play("look");
    assert!(barred(&world).unwrap().contains("2 must"), "{:?}", barred(&world));
}
