//! A person dismisses findings of a critic: their price comes back, and the decision is recorded.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_data::score::Score;
use frieze_kernel::{Event, Flow as _, Order};
use serde_json::{Value, json};

use frieze_design::freeze_marker;
use frieze_flows::design::Design;
use frieze_testkit::worlds::{World, design, score_of};

/// The answer of a critic with these findings: pointer, severity, message.
fn findings(all: &[(&str, &str, &str)]) -> String {
    let one = |(pointer, severity, message): &(&str, &str, &str)| json!({ "check": "coherence/judgement", "pointer": pointer, "severity": severity, "message": message, "suggestion": "Say which." });
    json!({ "findings": all.iter().map(one).collect::<Vec<_>>() }).to_string()
}

fn critique(world: &World) -> Value {
    serde_json::from_slice(world.file("design/critique.json").unwrap()).unwrap()
}

/// The ids of the critic's findings with their points.
fn ids(world: &World) -> Vec<(String, f64)> {
    let critique = critique(world);
    let findings = critique["findings"].as_array().unwrap().iter();
    let critics = findings.filter(|finding| finding.get("critic").is_some());
    critics.map(|f| (f["id"].as_str().unwrap().to_owned(), f["points"].as_f64().unwrap())).collect()
}

fn dismiss(world: &mut World, finding: &str, reason: &str) -> Result<(), String> {
    let (words, text) = (vec![finding.to_owned()], Some(reason.to_owned()));
    let order = Order::Verb { verb: "dismiss", words, text };
    world.send(&Event::Ordered(order)).map_err(|refusal| refusal.rule.to_owned())
}

fn score(world: &World) -> u16 {
    world.record.candidate.as_ref().unwrap().score.unwrap().hundredths()
}

/// A candidate with a major and a minor finding of a critic.
fn candidate() -> World {
    let mut world = World::after("start · design A");
    let said = [("/userFlows/0", "major", "It ends nowhere."), ("/components/1", "minor", "Two readings.")];
    world.answer(&findings(&said)).unwrap();
    assert_eq!((world.state(), score(&world)), ("CANDIDATE", score_of(&world.intent()) - 350));
    world
}

#[test]
fn a_dismissed_finding_costs_nothing_and_is_recorded() {
    let mut world = candidate();
    let full = score_of(&world.intent());
    let (major, _) = ids(&world).into_iter().find(|(_, points)| *points == 3.0).unwrap();
    let before = Design::view(&world.record);
    dismiss(&mut world, &major, "The document leaves the end open.").unwrap();
    assert_eq!((world.state(), score(&world)), ("CANDIDATE", full - 50));
    let view = Design::view(&world.record);
    assert_eq!(view.scores.last().unwrap().1.hundredths(), full - 50);
    assert_eq!(view.best.unwrap().1.hundredths(), full - 50);
    assert_ne!(
        view.gate().cloned().unwrap().key,
        before.gate().cloned().unwrap().key,
        "a gate that shows the old score decides nothing"
    );
    let found = critique(&world)["findings"].as_array().unwrap().clone();
    let found = found.iter().find(|finding| finding["id"] == json!(major)).unwrap();
    assert_eq!(found["points"], json!(0.0));
    assert_eq!(found["dismissed"], json!({ "by": "Ada", "reason": "The document leaves the end open." }));
    let copy = world.file("design/iterations/1/critique.json");
    assert_eq!(copy, world.file("design/critique.json"), "the iteration has one score");
    let note = world.noted("dismissed")[0];
    assert_eq!((&note.data["finding"], &note.data["points"]), (&json!(major), &json!(3.0)));
    world.play("look");
    assert_eq!(score(&world), full - 50, "an inspection changes nothing");
    world.play("approve");
    let marker = freeze_marker::read(world.file("design/final/FROZEN.md").unwrap()).unwrap();
    assert_eq!(marker.final_score.hundredths(), full - 50);
    let dismissed = marker.dismissed.unwrap();
    assert!(
        dismissed.contains(&major) && dismissed.contains("(Ada): The document leaves the end open."),
        "{dismissed}"
    );
    world.play("look");
    assert_eq!(world.state(), "FROZEN");
}

#[test]
fn a_dismissal_without_reason_or_finding_is_refused() {
    let mut world = candidate();
    let (id, _) = ids(&world)[0].clone();
    for (finding, reason, rule) in [
        (id.as_str(), "", "words"),
        (id.as_str(), " \n", "words"),
        (id.as_str(), "x".repeat(5_000).as_str(), "words"),
        ("", "wrong", "no-finding"),
        ("deadbeef", "wrong", "no-finding"),
        (&id[..4], "wrong", "no-finding"),
        ("../../../x", "wrong", "no-finding"),
    ] {
        assert_eq!(dismiss(&mut world, finding, reason), Err(rule.to_owned()), "{finding:?} {reason:.9}");
    }
    dismiss(&mut world, &id, "wrong").unwrap();
    assert_eq!(dismiss(&mut world, &id, "again"), Err("dismissed".to_owned()));
    for script in ["", "start", "start · design A", "start · design A · clean · approve"] {
        let mut world = World::after(script);
        assert!(dismiss(&mut world, &id, "wrong").is_err(), "{script}");
    }
}

/// The finding is known by check, element and message, wherever the element is in its list.
#[test]
fn the_same_finding_of_a_later_iteration_stays_dismissed() {
    let mut world = candidate();
    for (id, _) in ids(&world) {
        dismiss(&mut world, &id, "It is not so.").unwrap();
    }
    let full = score_of(&world.intent());
    assert_eq!(score(&world), full);
    world.play("reject more");
    assert!(!world.prompt().contains("It ends nowhere."), "a dismissed finding is not sent to the generator");
    let mut next = design(&world.id, "B");
    next["components"].as_array_mut().unwrap().swap(0, 1);
    world.answer(&next.to_string()).unwrap();
    let said = [
        ("/userFlows/0", "major", " It ends  nowhere."),
        ("/components/0", "minor", "Two readings."),
        ("/components/0", "minor", "Another fault."),
    ];
    world.answer(&findings(&said)).unwrap();
    assert_eq!(score(&world), score_of(&next) - 50, "only the new finding costs");
    // The same design again scores the same.
    world.play("reject again");
    world.answer(&next.to_string()).unwrap();
    world.answer(&findings(&said)).unwrap();
    assert_eq!((world.state(), score(&world)), ("CANDIDATE", score_of(&next) - 50));
}

#[test]
fn a_lost_critique_is_restored_with_its_dismissals() {
    let mut world = candidate();
    let (id, _) = ids(&world)[0].clone();
    dismiss(&mut world, &id, "wrong").unwrap();
    let (before, kept) = (score(&world), world.file("design/critique.json").unwrap().to_vec());
    world.delete("design/critique.json");
    world.play("look");
    assert_eq!(world.file("design/critique.json").unwrap(), kept);
    // An edit and its undoing keep the dismissal too.
    let original = world.file("design/intent.json").unwrap().to_vec();
    let mut edited = world.intent();
    edited["title"] = json!("Notes of a writer");
    world.put("design/intent.json", &serde_json::to_vec(&edited).unwrap());
    world.play("look");
    let cost = score_of(&world.intent()) - score(&world);
    assert_eq!(cost, score_of(&serde_json::from_slice(&original).unwrap()) - before);
    let (other, _) = ids(&world).into_iter().find(|(other, _)| *other != id).unwrap();
    dismiss(&mut world, &other, "wrong too").unwrap();
    assert_eq!(score(&world), score_of(&world.intent()));
    world.put("design/intent.json", &original);
    world.play("look");
    assert_eq!(
        (score(&world), world.record.candidate.as_ref().unwrap().barred.clone()),
        (score_of(&world.intent()), None)
    );
    world.play("approve");
    assert_eq!(world.state(), "FROZEN");
}

/// "a failure before `reset --from-best`": the next run starts from the best design without the dismissed findings.
#[test]
fn a_failed_runs_findings_can_be_dismissed() {
    let mut world = World::new();
    world.terms.pins.max_iterations = 1;
    world.play("start · design A");
    let said = [
        ("/userFlows/0", "critical", "It is another product."),
        ("/components/1", "critical", "So is this."),
    ];
    world.answer(&findings(&said)).unwrap();
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "max-iterations"));
    for (id, _) in ids(&world) {
        dismiss(&mut world, &id, "It is this product.").unwrap();
    }
    let full = score_of(&world.intent());
    assert_eq!(Design::view(&world.record).best.unwrap().1.hundredths(), full);
    assert!(hint_names_the_best(&world));
    let [shown, before] = [Design::view(&world.record).reason.unwrap(), world.message()];
    let now = Score::from_hundredths(full);
    let since = format!("; a finding was dismissed since, and the score is {now}");
    assert_eq!(shown, before + &since);
    assert!(ids(&world).iter().all(|(_, points)| *points == 0.0));
    world.play("reset best");
    assert!(ids(&world).iter().all(|(_, points)| *points == 0.0), "the restored critique has the dismissals");
    world.terms.pins.max_iterations = 10;
    world.play("start");
    assert!(!world.prompt().contains("another product."), "{}", world.prompt());
    world.play("design A");
    world.answer(&findings(&said)).unwrap();
    assert_eq!((world.state(), score(&world)), ("CANDIDATE", full));
}

/// Whether the hint names the iteration that the scores call the best, with its present score.
fn hint_names_the_best(world: &World) -> bool {
    let view = Design::view(&world.record);
    let (iteration, score) = view.best.unwrap();
    view.hint.unwrap().contains(&format!("from the best iteration, {iteration} with {score}"))
}

/// The scores, the hint and the reset to the best design have the same best iteration.
#[test]
fn there_is_one_best_iteration_after_a_dismissal() {
    let said = [
        ("/userFlows/0", "critical", "It is another product."),
        ("/components/1", "critical", "So is this."),
    ];
    let mut world = World::new();
    world.terms.pins.max_iterations = 2;
    world.play("start");
    for _ in 1..=2 {
        world.play("design A");
        world.answer(&findings(&said)).unwrap();
        world.settle();
    }
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "max-iterations"));
    let best = |world: &World| Design::view(&world.record).best.unwrap();
    assert!(best(&world).0 == 1 && hint_names_the_best(&world), "the first of two equal ones");
    let (finding, _) = ids(&world)[0].clone();
    dismiss(&mut world, &finding, "It is this product.").unwrap();
    let scores = Design::view(&world.record).scores;
    assert_eq!(scores[0].1, scores[1].1, "one design has one score");
    assert_eq!(best(&world), scores[0]);
    assert!(hint_names_the_best(&world), "{:?}", Design::view(&world.record).hint);
    for copy in ["design/iterations/1/critique.json", "design/iterations/2/critique.json"] {
        let copy: Value = serde_json::from_slice(world.file(copy).unwrap()).unwrap();
        assert_eq!(
            (&copy["overall"], &copy["findings"]),
            (&critique(&world)["overall"], &critique(&world)["findings"])
        );
    }
    world.play("reset best");
    assert_eq!(world.record.seed_folder, Some(1));
}

/// The critique that is shown is then that of the last judged iteration.
#[test]
fn a_dismissal_changes_the_shown_critique_of_an_earlier_iteration() {
    let mut world = candidate();
    world.play("reject more · stop enough");
    assert_eq!((world.state(), world.record.iteration), ("FAILED", 2));
    let (finding, _) = ids(&world)[0].clone();
    dismiss(&mut world, &finding, "It is not so.").unwrap();
    assert_eq!(world.file("design/critique.json"), world.file("design/iterations/1/critique.json"));
    let score = Design::view(&world.record).score.unwrap();
    assert_eq!(critique(&world)["overall"], json!(score));
    assert_eq!(critique(&world)["iteration"], json!(1));
    assert!(ids(&world).contains(&(finding, 0.0)));
}
