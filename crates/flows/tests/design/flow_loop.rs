//! Tests of the flow's loop, as scripts: pinned values, the five exit conditions and their order, no progress, timeouts,
//! repairs. One test per sentence of 1-design-engine.md, which it quotes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_data::digest::Digest;
use frieze_data::score::Score;
use frieze_flows::design::{Design, Meter, THRESHOLDS, Terms};
use frieze_kernel::{Answer, Event, Fault, Flow as _, Need, Order, Refusal};
use frieze_testkit::worlds::{
    CRITIC_MODEL, CRITIC_TEXT, GENERATOR_MODEL, GENERATOR_TEXT, World, design, story,
};
use serde_json::Value;

fn state_json(world: &World) -> Value {
    serde_json::from_slice(world.file("design/state.json").unwrap()).unwrap()
}

/// "Model version MUST be fixed and recorded in `state.json` at run start"; "Prompt template version MUST be
/// recorded"; "Prompt template path MUST be recorded"; "Record prompt template hash in `state.json` for both
/// Generator and Critic"; "agent temperature MUST be 0"; "Threshold MUST be recorded in `state.json` at run start".
#[test]
fn all_pinned_values_are_recorded_at_run_start() {
    let world = story("start", "IG");
    let pins = &state_json(&world)["run"]["pins"];
    assert_eq!(pins["threshold"], 90);
    assert_eq!(pins["maxIterations"], 10);
    for (role, model, name, version, text) in [
        ("generator", GENERATOR_MODEL, "design-generator", "2.1.0", GENERATOR_TEXT),
        ("critic", CRITIC_MODEL, "design-critic", "2.0.0", CRITIC_TEXT),
    ] {
        let pinned = &pins[role];
        assert_eq!(pinned["modelVersion"], model);
        assert_eq!(pinned["temperature"], 0);
        assert_eq!(pinned["promptTemplatePath"], format!("templates/prompts/{name}-v{version}.txt"));
        assert_eq!(pinned["promptTemplateVersion"], version);
        assert_eq!(pinned["promptTemplateSha256"], Digest::of(text.as_bytes()).to_string());
    }
    assert_eq!(pins["rubric"]["version"], frieze_rubric::VERSION);
    assert_eq!(pins["rubric"]["sha256"], frieze_rubric::sha256().to_string());
    assert_eq!(state_json(&world)["run"]["startedBy"], "Ada");
}

/// A change of a pinned value: its name, the change, and the old and new value in the message.
type Change = (&'static str, fn(&mut Terms), [&'static str; 2]);

const CHANGES: [Change; 11] = [
    ("generator's model", |t| t.pins.generator.model_version = "other".into(), [GENERATOR_MODEL, "other"]),
    ("critic's model", |t| t.pins.critic.model_version = "other".into(), [CRITIC_MODEL, "other"]),
    ("generator's temperature", |t| t.pins.generator.temperature = 1, ["was 0", "is now 1"]),
    ("critic's temperature", |t| t.pins.critic.temperature = 1, ["was 0", "is now 1"]),
    (
        "generator's path",
        |t| t.pins.generator.prompt_template_path = "templates/prompts/x.txt".into(),
        ["design-generator-v2.1.0.txt", "prompts/x.txt"],
    ),
    (
        "critic's path",
        |t| t.pins.critic.prompt_template_path = "templates/prompts/x.txt".into(),
        ["design-critic-v2.0.0.txt", "prompts/x.txt"],
    ),
    (
        "generator's version",
        |t| t.pins.generator.prompt_template_version = "1.0.1".into(),
        ["2.1.0", "1.0.1"],
    ),
    ("critic's version", |t| t.pins.critic.prompt_template_version = "1.0.1".into(), ["2.0.0", "1.0.1"]),
    (
        "generator's hash",
        |t| t.pins.generator.prompt_template_sha256 = Digest::of(b"x"),
        ["SHA-256", "2d711642b726"],
    ),
    (
        "critic's hash",
        |t| t.pins.critic.prompt_template_sha256 = Digest::of(b"x"),
        ["SHA-256", "2d711642b726"],
    ),
    ("rubric", |t| t.pins.rubric.version = "9.9.9".into(), [frieze_rubric::VERSION, "9.9.9"]),
];

/// "If model version changes mid-run, execution MUST transition to FAILED"; "On each agent invocation, verify
/// prompt template content matches recorded hash"; "If prompt template content changes mid-run, execution MUST
/// transition to FAILED"; "Determinism violations MUST be logged with specific failure reason".
#[test]
fn a_change_during_a_run_fails_it_with_both_values() {
    for (before, then) in [
        ("start", "again"),
        ("start", "design A"),
        ("start", "say {}"),
        ("start · design A", "again"),
        ("start · design A", "clean"),
        ("start · design A", "score 95"),
        ("start · design A · clean", "reject more"),
    ] {
        for (what, change, values) in CHANGES {
            let mut world = World::after(before);
            change(&mut world.terms);
            world.play(then);
            let case = format!("{before} · the {what} changes · {then}");
            assert_eq!(
                (world.state(), world.reason().as_str()),
                ("FAILED", "determinism-violation"),
                "{case}"
            );
            for value in values {
                assert!(world.message().contains(value), "{case}: {}", world.message());
            }
            assert_eq!(world.noted("determinism").len(), 1, "{case}");
            // No automatic recovery after the value is restored.
            let calm = frieze_testkit::worlds::terms();
            world.terms = calm;
            world.play("look");
            assert_eq!(world.state(), "FAILED");
        }
    }
}

/// Without a prompt, there is no note about a changed brief.
#[test]
fn a_changed_brief_is_noted_with_a_prompt_only() {
    for (before, then) in [("start", "say {}"), ("start · design A · clean", "reject more")] {
        for is_broken in [false, true] {
            let mut world = World::after(before);
            world.put("brief.md", b"# Another\n\n- The shopper can return an order.\n");
            if is_broken {
                world.terms.pins.generator.model_version = "other".into();
            }
            world.play(then);
            let case = format!("{before} · {then}: {:?} {:?}", world.trail, world.refusals);
            assert_eq!(world.state() == "FAILED", is_broken, "{case}");
            assert_eq!(world.noted("brief-changed").len(), usize::from(!is_broken), "{case}");
        }
    }
}

/// "Threshold MUST NOT change during a run … Any attempt to modify threshold mid-run MUST be rejected": the run goes on
/// under its own values, and the attempt is journalled once for each value, in every state.
#[test]
fn a_threshold_that_changes_during_a_run_is_refused_and_the_run_goes_on() {
    for (before, then) in [
        ("start", "again · design A · score 85"),
        ("start", "design A · score 85 · design B"),
        ("start", "say {} · design A · score 85"),
        ("start · design A", "again · score 85 · design B"),
        ("start · design A", "score 85 · look · design B · score 86"),
        ("start · design A · clean", "reject more · design B · score 85"),
    ] {
        let case = format!("{before} · the threshold changes · {then}");
        let mut undisturbed = World::after(before);
        undisturbed.play(then);
        let mut world = World::after(before);
        // With these values, a score of 85 would be a candidate, and the second iteration the last.
        (world.terms.pins.threshold, world.terms.pins.max_iterations) = (80, 2);
        world.play(then);
        assert_eq!((&world.trail, world.asked()), (&undisturbed.trail, undisturbed.asked()), "{case}");
        assert_ne!(world.state(), "FAILED", "{case}");
        if let Some((_, "generator")) = world.asked() {
            assert!(world.prompt() == undisturbed.prompt(), "{case}: the prompt contains another threshold");
        }
        let pins = &state_json(&world)["run"]["pins"];
        assert_eq!((&pins["threshold"], &pins["maxIterations"]), (&90.into(), &10.into()), "{case}");
        let refused = world.noted("refused");
        assert_eq!(refused.len(), 2, "{case}: {refused:?}");
        for (note, what, kept, tried) in
            [(refused[0], "threshold", 90, 80), (refused[1], "maxIterations", 10, 2)]
        {
            assert_eq!(
                (&note.data["what"], &note.data["kept"], &note.data["tried"], &note.data["user"]),
                (&what.into(), &kept.into(), &tried.into(), &"Ada".into()),
                "{case}"
            );
            let figures = [what.to_owned(), kept.to_string(), tried.to_string(), "next run".to_owned()];
            assert!(figures.iter().all(|figure| note.text.contains(figure)), "{case}: {}", note.text);
        }
        // Front ends show the same.
        let texts: Vec<String> = refused.iter().map(|note| note.text.clone()).collect();
        assert_eq!(Design::view(&world.record).refused, texts, "{case}");
        // Another value is another attempt; the same one is not noted again.
        world.terms.pins.threshold = 95;
        world.play("stop enough · look");
        let tried: Vec<_> = world.noted("refused").iter().map(|note| note.data["tried"].clone()).collect();
        assert_eq!(tried, [80, 2, 95], "{case}");
        assert_eq!(Design::view(&world.record).refused, Vec::<String>::new(), "{case}: the run is over");
    }
}

/// A restored setting is no longer refused; changed again, it is another attempt.
#[test]
fn a_restored_setting_is_no_longer_refused() {
    let mut world = World::after("start");
    let refused = |world: &World| Design::view(&world.record).refused;
    world.terms.pins.threshold = 91;
    world.play("design A");
    assert_eq!(refused(&world).len(), 1);
    world.terms.pins.threshold = 90;
    world.play("score 85");
    assert_eq!((refused(&world), world.noted("refused").len()), (Vec::new(), 1));
    world.terms.pins.threshold = 91;
    world.play("design B");
    assert_eq!((refused(&world).len(), world.noted("refused").len()), (1, 2));
}

/// "Approve: … Record … final score": the pinned threshold is frozen, even if another one is configured; the next run uses the
/// configured one.
#[test]
fn a_refused_threshold_bars_no_decision_and_holds_for_the_next_run() {
    for (decision, state) in
        [("approve", "FROZEN"), ("reject more", "GENERATING"), ("abort enough", "FAILED")]
    {
        let mut world = World::after("start · design A · clean");
        world.terms.pins.threshold = 95;
        let gate = world.view_under_terms().gate().cloned().unwrap();
        assert!(gate.choices.iter().all(|choice| choice.barred.is_none()), "{decision}: {gate:?}");
        world.play(decision);
        assert_eq!(world.state(), state, "{decision}: {:?}", world.refusals);
        assert_eq!(state_json(&world)["run"]["pins"]["threshold"], 90, "{decision}");
        assert_eq!(world.noted("refused").len(), 1, "{decision}");
        if state == "FROZEN" {
            let marker = String::from_utf8(world.file("design/final/FROZEN.md").unwrap().to_vec()).unwrap();
            assert!(marker.contains("qualityThreshold: 90"), "{marker}");
        }
        if state == "FAILED" {
            world.play("reset · start");
            assert_eq!(state_json(&world)["run"]["pins"]["threshold"], 95);
            assert_eq!(Design::view(&world.record).refused, Vec::<String>::new());
        }
    }
}

/// An inspection with other settings in the environment ends no run; with the run's own terms, it goes on.
#[test]
fn an_inspection_under_other_terms_changes_nothing() {
    for before in ["start", "start · say {}", "start · design A", "start · design A · score 85 · design B"]
    {
        let refused: Change = ("threshold", |t| t.pins.threshold = 91, ["", ""]);
        for (what, change, _) in CHANGES.into_iter().chain([refused]) {
            let mut world = World::after(before);
            let calm = world.clone();
            change(&mut world.terms);
            world.play("look · look");
            assert_eq!(world.record, calm.record, "{before} · the {what} changes · look");
            world.terms = frieze_testkit::worlds::terms();
            world.play("again");
            assert_eq!((world.state(), world.asked()), (calm.state(), calm.asked()), "{before} · {what}");
        }
    }
}

/// An interrupted run sends the same prompt again, even if files changed since.
#[test]
fn a_repeated_request_sends_the_same_prompt() {
    for before in ["start · design A · score 85", "start · say {}", "start · design A"] {
        let mut world = World::after(before);
        let prompt = world.prompt();
        world.put("brief.md", b"# Another\n\n- A writer can burn a note.\n");
        world.put("design/intent.json", b"{}");
        let disk = world.disk.len();
        world.play("again");
        assert_eq!((world.prompt(), world.disk.len()), (prompt, disk), "{before}");
    }
}

/// Ruling 3 has no edge from REVISING to FAILED for a person, so no hint may suggest an abort.
#[test]
fn ruling_03_revising_cannot_be_aborted_and_no_hint_suggests_it() {
    let mut world = World::after("start · design A · clean");
    world.decide("reject", Some("more")).unwrap();
    let refused = world.send(&Event::Ordered(Order::Stop { reason: "enough".to_owned() })).unwrap_err();
    assert_eq!((refused.rule, world.state()), ("forbidden-transition", "REVISING"));
    assert!(
        !refused.hint.contains("frieze abort") && refused.hint.contains("frieze run"),
        "{}",
        refused.hint
    );
    // The hint helps: the continued run can be aborted.
    world.settle();
    world.play("stop enough");
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "aborted"));
}

/// The full hash is compared, not the shown part.
#[test]
fn a_template_whose_hash_starts_the_same_is_another_template() {
    let mut world = World::after("start");
    let mut hash = world.terms.pins.critic.prompt_template_sha256.to_string();
    let last = if hash.pop() == Some('0') { '1' } else { '0' };
    hash.push(last);
    world.terms.pins.critic.prompt_template_sha256 = serde_json::from_value(Value::from(hash)).unwrap();
    world.play("design A");
    assert_eq!(world.state(), "FAILED");
}

/// "Threshold MAY be configured per feature … Valid range: 70 ≤ threshold ≤ 95."
#[test]
fn a_threshold_outside_its_range_starts_no_run() {
    for threshold in 0..=u8::MAX {
        let mut world = World::new();
        world.terms.pins.threshold = threshold;
        let started = world.send(&Event::Ordered(Order::Start)).is_ok();
        assert_eq!(started, (70..=95).contains(&threshold), "{threshold}");
        assert_eq!(started, THRESHOLDS.contains(&threshold), "{threshold}");
    }
}

/// "Identical design intent input MUST produce identical critic scores"; "If same input hash produces different
/// score, MUST transition to FAILED". The record is changed to another score, as if the rubric were not a pure function.
#[test]
fn the_same_input_with_another_score_fails() {
    let mut world = World::after("start · design A · score 85 · design A");
    world.record.evaluations[0].overall = Score::from_hundredths(8499);
    world.play("score 85");
    assert_eq!(world.reason(), "determinism-violation");
    assert!(world.message().contains("84.99") && world.message().contains("85.00"), "{}", world.message());

    let mut world = World::after("start · design A · score 85 · design A");
    world.record.evaluations[0].dimensions.clarity.score = Score::ZERO;
    world.play("score 85");
    assert_eq!(world.reason(), "determinism-violation");

    // Other findings on the same design are the same violation.
    let world = story("start · design A · score 85 · design A · score 86", "IGERGEX");
    assert_eq!(world.reason(), "determinism-violation");
    // Control: the same score again is no violation.
    story("start · design A · score 85 · design A · score 85", "IGERGERG");
}

/// "On each EVALUATING transition, record input hash and output score"; "Record overall score in `state.json` after
/// each EVALUATING transition"; "scoreHistory: [iteration, score][]".
#[test]
fn every_evaluation_is_recorded() {
    let world = story("start · design A · score 85 · design B · score 86 · design C · clean", "IGERGERGEC");
    let state = state_json(&world);
    assert_eq!(state["scoreHistory"], serde_json::json!([[1, 85.0], [2, 86.0], [3, 100.0]]));
    let inputs: Vec<&str> =
        state["evaluations"].as_array().unwrap().iter().map(|e| e["inputSha256"].as_str().unwrap()).collect();
    assert_eq!(inputs.len(), 3);
    for (n, name) in ["A", "B", "C"].iter().enumerate() {
        let reading = frieze_intent::read_value(&design(&world.id, name)).unwrap();
        assert_eq!(inputs[n], reading.sha256.to_string());
    }
    assert_eq!(world.noted("evaluation").len(), 3);
}

/// "Conditions are evaluated in priority order (1 → 5). First matching condition determines transition." Each case
/// has two neighbouring conditions hold at once; without the first of the two, the second decides.
#[test]
fn of_two_conditions_the_first_decides() {
    // 1 before 2: an invalid intent, and a critic that is too slow.
    let mut world = World::after("start · design A");
    world.put("design/intent.json", b"{}");
    world.play("slow");
    assert_eq!(world.reason(), "schema-invalid");
    assert_eq!(story("start · design A · slow", "IGEX").reason(), "agent-timeout");

    let with = |max: u32, script: &str| {
        let mut world = World::new();
        world.terms.pins.max_iterations = max;
        world.play(script);
        (world.state(), if world.state() == "FAILED" { world.reason() } else { String::new() })
    };
    let failed = |reason: &str| ("FAILED", reason.to_owned());
    // 2 before 3: the last iteration, and a critic that is too slow.
    assert_eq!(with(1, "start · design A · slow"), failed("agent-timeout"));
    assert_eq!(with(1, "start · design A · score 85"), failed("max-iterations"));
    // 3 before 4: the last iteration, and no progress.
    let same =
        "start · design A · score 85 · design A · score 85 · design A · score 85 · design A · score 85";
    assert_eq!(with(4, same), failed("max-iterations"));
    assert_eq!(with(5, same), failed("no-progress"));
    // 4 before 5: no progress, and the threshold is met.
    let met = "start · design A · clean · reject a · design A · clean · reject b · design A · clean · reject c · design A · clean";
    assert_eq!(with(9, met), failed("no-progress"));
    assert_eq!(with(9, "start · design A · clean · reject a · design A · clean").0, "CANDIDATE");
    // 3 before 5: the last iteration, and the threshold is met.
    assert_eq!(with(1, "start · design A · clean"), failed("max-iterations"));
    assert_eq!(with(2, "start · design A · clean").0, "CANDIDATE");
}

/// A design that was drafted without a model is called a skeleton, and where its run fails the hint says what gives it more.
#[test]
fn a_skeleton_is_called_one_and_its_failure_says_what_to_do() {
    for (agent, is_skeleton) in [("built-in", true), ("claude: http", false)] {
        let mut world = World::new();
        world.terms.pins.max_iterations = 1;
        agent.clone_into(&mut world.terms.pins.generator.agent);
        world.play("start");
        assert!(!Design::view(&world.record).is_skeleton, "there is no design yet");
        world.play("design A · score 85");
        let view = Design::view(&world.record);
        assert_eq!((view.state, world.reason().as_str()), ("FAILED", "max-iterations"));
        assert_eq!(view.is_skeleton, is_skeleton, "{agent}");
        let hint = view.hint.unwrap_or_default();
        for words in [
            "the built-in generator uses no model",
            "answer its questions (`frieze answer checkout`)",
            "give the role to a model (`frieze use claude`)",
        ] {
            assert_eq!(hint.contains(words), is_skeleton, "{agent}: {hint}");
        }
    }
}

/// "Only ONE condition may trigger per iteration": one transition, one reason.
#[test]
fn only_one_condition_triggers() {
    let mut world =
        World::after("start · design A · score 85 · design A · score 85 · design A · score 85 · design A");
    world.terms.pins.max_iterations = 10;
    let before = world.noted("transition").len();
    world.play("score 85");
    assert_eq!(world.noted("transition").len(), before + 1);
    assert_eq!(world.reason(), "no-progress");
    assert_eq!(world.record.history.len(), world.noted("transition").len());
}

/// "Priority 1 … Log: Specific schema violation details"; "Priority 3 … Log: Final score, iteration count, threshold";
/// "Priority 4 … Log: Stagnant score, iteration range"; "Priority 5 … Log: Score, threshold, iteration count".
#[test]
fn the_required_details_are_logged() {
    let world = World::after("start · say {} · say {} · say {}");
    assert_eq!(world.noted("schema").len(), 1);
    assert!(
        world.message().contains("schemaVersion") || world.message().contains("required"),
        "{}",
        world.message()
    );

    let mut world = World::new();
    world.terms.pins.max_iterations = 1;
    world.play("start · design A · score 85");
    for figure in ["85.00", "iteration 1 of 1", "90"] {
        assert!(world.message().contains(figure), "{figure}: {}", world.message());
    }
    let world = World::after(
        "start · design A · score 86 · design B · score 85 · design B · score 85 · design B · score 85 · design B · score 85",
    );
    for figure in ["85.00", "from iteration 2 to 5"] {
        assert!(world.message().contains(figure), "{figure}: {}", world.message());
    }
    let world = World::after("start · design A · score 95");
    let text = &world.noted("transition").last().unwrap().text;
    for figure in ["95.00", "threshold 90", "iteration 1"] {
        assert!(text.contains(figure), "{figure}: {text}");
    }
}

/// "Iteration 5: 72.45, 6: 72.46, 7: 72.44, 8: 72.45 → FAILED": the same four steps around a score that the critic can reach.
#[test]
fn the_example_of_no_progress_ends_at_its_fourth_score() {
    let play = |scores: [i32; 3]| {
        let mut world = World::after("start · design A · score 85");
        let model = world.record.evaluations[0].clone();
        let anchor = i32::from(model.overall.hundredths());
        world.record.evaluations.clear();
        world.record.score_history.clear();
        for (iteration, apart) in (5..).zip(scores) {
            let mut evaluated = model.clone();
            evaluated.iteration = iteration;
            evaluated.overall = Score::from_hundredths(u16::try_from(anchor + apart).unwrap());
            evaluated.input_sha256 = Digest::of(&[u8::try_from(iteration).unwrap()]);
            world.record.score_history.push((iteration, evaluated.overall));
            world.record.evaluations.push(evaluated);
        }
        world.record.iteration = 8;
        world.play("design A · score 85");
        world
    };
    let world = play([0, 1, -1]);
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "no-progress"));
    assert!(world.message().contains("from iteration 5 to 8"), "{}", world.message());
    assert_eq!(play([2, 1, -1]).state(), "GENERATING");
    assert_eq!(play([0, 2, -1]).state(), "GENERATING");
}

/// "Did Design Generator or Design Critic exceed timeout (default: 5 minutes)? If YES → Transition to FAILED. Log:
/// Which agent timed out and duration".
#[test]
fn a_slow_agent_ends_the_run() {
    for (script, trail, agent) in
        [("start · slow", "IGX", "Design Generator"), ("start · design A · slow", "IGEX", "Design Critic")]
    {
        let world = story(script, trail);
        assert_eq!(world.reason(), "agent-timeout");
        assert!(world.message().contains(agent) && world.message().contains("300 s"), "{}", world.message());
    }
    assert_eq!(frieze_flows::design::DEFAULT_TIMEOUT_MS, 5 * 60 * 1000);
    assert_eq!(frieze_flows::design::DEFAULT_MAX_ITERATIONS, 10);
    assert_eq!(frieze_flows::design::DEFAULT_THRESHOLD, 80);
}

fn unusable(again: bool) -> Fault {
    Fault::Unusable { why: "cut off".into(), answer: Box::new(Answer::of("half", GENERATOR_MODEL)), again }
}

/// Ruling 25: "A failed call is no failed run": without an answer the run pauses with the reason, and `run` goes on with the same
/// prompt.
#[test]
fn ruling_25_a_run_without_an_answer_pauses_and_goes_on() {
    let why = || "not logged in".to_owned();
    let faults = [
        Fault::Failed { why: why() },
        Fault::Unready { why: why() },
        Fault::TryLater { after_ms: Some(10_000_000), why: why() },
    ];
    for (before, agent, then, after) in [
        ("start", "Design Generator", "design A", "EVALUATING"),
        ("start · design A", "Design Critic", "clean", "CANDIDATE"),
    ] {
        for fault in &faults {
            let mut world = World::after(before);
            let (state, prompt, asked) = (world.state(), world.prompt(), world.asked());
            world.fault(fault.clone()).unwrap();
            let case = format!("{before}: {fault:?}");
            for _ in 0..2 {
                let view = Design::view(&world.record);
                assert_eq!((world.state(), view.needs), (state, Some(Need::Resume)), "{case}");
                assert!(world.asked().is_none() && world.proceed_key().is_none(), "{case}");
                let (reason, hint) = (view.reason.unwrap(), view.hint.unwrap());
                assert!(reason.contains(agent) && reason.contains("not logged in"), "{case}: {reason}");
                assert!(hint.contains("`frieze run checkout`") && !hint.contains("reset"), "{case}: {hint}");
                // Nobody who only looks asks an agent.
                world.play("look");
            }
            assert_eq!(world.noted("paused").len(), 1, "{case}");
            let refused = world.send(&Event::Ordered(Order::Reset { from_best: false })).unwrap_err();
            assert!(refused.hint.contains("frieze run"), "{case}: {refused}");
            let calls = world.record.run.as_ref().unwrap().spent.calls;
            world.play("start");
            assert_eq!((world.state(), world.prompt()), (state, prompt), "{case}");
            assert_eq!(world.record.run.as_ref().unwrap().spent.calls, calls + 1, "{case}");
            assert_ne!(world.asked(), asked, "{case}: each request has its own key");
            let view = Design::view(&world.record);
            assert_eq!((view.needs, view.reason, view.hint), (None, None, None), "{case}");
            world.play(then);
            assert_eq!(world.state(), after, "{case}: {:?}", world.refusals);
        }
    }
}

/// Ruling 25: a paused run goes on under the checks of every call, and can be aborted.
#[test]
fn ruling_25_a_paused_run_goes_on_under_its_pins_and_budget() {
    for before in ["start · dead gone", "start · design A · dead gone"] {
        let mut world = World::after(before);
        world.terms.unready = Some(Refusal::new("key", "$KEY is not set", "set it"));
        world.play("start");
        assert_eq!((world.refusals.len(), world.record.paused.is_some()), (1, true), "{before}");
        world.terms.unready = None;
        let paused = world.clone();
        world.terms.pins.critic.prompt_template_version = "9.0.0".into();
        world.play("start");
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "determinism-violation"), "{before}");
        let mut world = paused.clone();
        world.terms.max_calls = 1;
        world.play("start");
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "budget-spent"), "{before}");
        let mut world = paused;
        world.play("stop enough");
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "aborted"), "{before}");
        world.play("reset · start");
        assert_eq!((world.state(), world.asked().is_some()), ("GENERATING", true), "{before}");
    }
}

/// Ruling 25: a person gives the role of the agent that gave no answer to another one, and the run goes on. A role that has
/// answered keeps its agent.
#[test]
fn ruling_25_a_paused_run_goes_on_with_another_agent() {
    for (before, answered) in [("start · dead gone", false), ("start · design A · dead gone", true)] {
        let mut world = World::after(before);
        world.terms.pins.critic.agent = "another: program".into();
        world.terms.pins.critic.model_version = "another 1".into();
        let mut both = world.clone();
        world.play("start");
        assert!(world.asked().is_some() && world.record.paused.is_none(), "{before}: {:?}", world.refusals);
        assert_eq!(world.record.run.as_ref().unwrap().pins.critic.agent, "another: program");
        let noted =
            world.noted("asked-again").iter().any(|note| note.text.contains("is now another: program"));
        assert!(noted, "{:?}", world.noted("asked-again"));
        both.terms.pins.generator.agent = "another: program".into();
        both.play("start");
        let expected = if answered { ("FAILED", false) } else { ("GENERATING", true) };
        assert_eq!((both.state(), both.asked().is_some()), expected, "{before}");
    }
}

/// Ruling 25: postponed and lost answers are asked for again first. An answer that came and cannot be used is no missing one.
#[test]
fn ruling_25_retries_end_in_a_pause_and_an_unusable_answer_in_a_failure() {
    let busy = || Fault::TryLater { after_ms: Some(1), why: "busy".into() };
    for (fault, retries) in [(busy(), 6), (unusable(true), 2)] {
        let mut world = World::after("start");
        for round in 1..=2 {
            for retry in 0..=retries {
                assert!(world.asked().is_some(), "{fault:?}: {round}/{retry}");
                world.fault(fault.clone()).unwrap();
            }
            assert!(world.record.paused.is_some() && world.asked().is_none(), "{fault:?}: {round}");
            world.play("start");
        }
        // No saved output replaces an earlier one.
        let saved = world.disk.keys().filter(|path| path.contains("unusable")).count();
        let lost = if matches!(fault, Fault::Unusable { .. }) { 2 * (retries + 1) } else { 0 };
        assert_eq!(saved, lost, "{:?}", world.disk.keys());
        world.play("design A");
        assert_eq!(world.state(), "EVALUATING", "{fault:?}");
    }
    let mut world = World::after("start");
    world.fault(unusable(false)).unwrap();
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "agent-error"));
}

/// "FAILED state requires manual intervention - no automatic recovery"; "FAILED requires manual reset".
#[test]
fn a_failed_run_is_left_by_a_reset_alone() {
    let mut world = World::after("start · slow");
    world.play("look · start · explain x · stop y · look");
    assert_eq!(world.state(), "FAILED");
    assert_eq!(world.refusals.len(), 3);
    assert!(world.asked().is_none() && world.proceed_key().is_none(), "it waits for nothing");
    world.play("reset");
    assert_eq!(world.state(), "IDLE");
    // Until the next run, the failure is kept for an undo; nothing shows it.
    let view = Design::view(&world.record);
    assert!(view.cause.is_none() && view.hint.is_none() && view.reason.is_none(), "{view:?}");
    world.play("start");
    assert!(world.record.failure.is_none());
}

/// Ruling 9 with 0 to 5 attempts: every answer is kept, and what still fails is failed by Priority 1.
#[test]
fn ruling_09_an_invalid_answer_is_sent_back_up_to_the_limit() {
    for attempts in 0..=5_u8 {
        let mut world = World::new();
        world.terms.repair_attempts = attempts;
        world.play("start");
        for n in 0..=attempts {
            assert_eq!(world.state(), "GENERATING", "{attempts}: {n}");
            if n > 0 {
                assert!(world.prompt().contains("/goals"), "{attempts}: the violations are in the prompt");
            }
            let mut bad = design(&world.id, "A");
            bad["goals"] = Value::from(u32::from(n));
            world.play(&format!("say {bad}"));
        }
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "schema-invalid"), "{attempts}");
        assert_eq!(world.trail, ["IDLE", "GENERATING", "EVALUATING", "FAILED"], "{attempts}");
        for n in 1..=attempts + 1 {
            for kind in ["prompt", "answer"] {
                let name = format!("design/iterations/1/generator-{kind}-{n}.txt");
                assert!(world.file(&name).is_some(), "{attempts}: {name}");
            }
        }
        assert!(world.file(&format!("design/iterations/1/generator-answer-{}.txt", attempts + 2)).is_none());
        assert!(world.file("design/intent.json").is_none(), "no part of an invalid answer is used");
        assert_eq!(world.noted("repair").len(), usize::from(attempts) + 1);
        // The next run counts its own attempts.
        world.play("reset · start · design A");
        assert_eq!(world.state(), "EVALUATING");
    }
    // A valid answer at the last attempt goes on, and the critic has its own attempts.
    story("start · say {} · say {} · design A · say {} · say {} · clean", "IGEC");
    assert_eq!(story("start · design A · say {} · say {} · say {}", "IGEX").reason(), "agent-error");
}

/// A design for another feature is not valid here ("No cross-feature artifact references allowed").
#[test]
fn a_design_of_another_feature_is_invalid() {
    let other = design(&frieze_testkit::worlds::feature("payment"), "A").to_string();
    let world = story(&format!("start · say {other} · say {other} · say {other}"), "IGEX");
    assert!(world.message().contains("featureId"), "{}", world.message());
}

/// Ruling 8: compared with every answer; a difference → FAILED with both names.
#[test]
fn ruling_08_the_model_that_answers_is_the_one_that_was_recorded() {
    for (script, pinned) in [("start", GENERATOR_MODEL), ("start · design A", CRITIC_MODEL)] {
        let mut world = World::after(script);
        let (key, _) = world.asked().unwrap();
        let text =
            if script == "start" { design(&world.id, "A").to_string() } else { r#"{"findings":[]}"#.into() };
        let answer = Answer::of(text, "another model 2");
        world.send(&Event::Answered { key, answer }).unwrap();
        assert_eq!(world.reason(), "determinism-violation");
        assert!(world.message().contains(pinned) && world.message().contains("another model 2"));
    }
}

/// "If deterministic guarantees cannot be met, execution MUST transition to FAILED": a prompt that cannot be rendered.
#[test]
fn a_template_that_cannot_be_filled_in_fails_the_run() {
    let mut world = World::new();
    world.terms.generator_template = "{{ nothing }}".to_owned();
    world.play("start");
    assert_eq!(world.reason(), "agent-error");
}

/// The journal names the feedback only where there is some.
#[test]
fn an_iteration_says_what_it_starts_with() {
    for (script, expected) in [
        ("start · design A · score 70", "iteration 2 starts with findings"),
        ("start · design A · score 95 · reject more", "iteration 2 starts with findings and feedback"),
    ] {
        let world = World::after(script);
        let all = world.noted("transition");
        assert!(all.iter().any(|note| note.text.ends_with(expected)), "{script}: {all:?}");
    }
}

/// If a quoted file cannot be read, the step is refused until it can.
#[test]
fn an_unreadable_file_is_never_quoted_as_empty() {
    let mut world = World::after("start · design A · clean");
    world.decide("reject", Some("say more about titles")).unwrap();
    let key = world.proceed_key().unwrap();
    for name in ["brief.md", "design/intent.json", "design/critique.json", "design/iterations/1/feedback.md"]
    {
        let path = format!("features/checkout/{name}");
        world.unreadable.insert(path.clone());
        let refused = world.send(&Event::Proceeded { key: key.clone() }).unwrap_err();
        assert_eq!(refused.rule, "unreadable", "{name}: {refused}");
        assert_eq!(world.state(), "REVISING");
        world.unreadable.remove(&path);
    }
    world.settle();
    assert_eq!(world.state(), "GENERATING");
    assert!(world.prompt().contains("| say more about titles"));
    world.unreadable.insert("features/checkout/brief.md".to_owned());
    let text = design(&world.id, "B").to_string();
    assert_eq!(world.answer(&text).unwrap_err().rule, "unreadable");
    world.unreadable.clear();
    world.play("design B");
    world.unreadable.insert("features/checkout/design/intent.json".to_owned());
    assert_eq!(world.answer(r#"{"findings":[]}"#).unwrap_err().rule, "unreadable");
    world.unreadable.clear();
    world.play("clean");
    assert_eq!(world.state(), "CANDIDATE");
}

/// P14: a request that was not sent costs nothing; one without an answer may be charged.
#[test]
fn an_agent_that_could_not_be_asked_costs_nothing() {
    let why = || "nothing listens there".to_owned();
    for (fault, is_charged, state) in [
        (Fault::Unready { why: why() }, false, "GENERATING"),
        (Fault::Failed { why: why() }, true, "GENERATING"),
        (Fault::TimedOut { limit_ms: 1 }, true, "FAILED"),
    ] {
        let mut world = World::new();
        let meter = Meter { input: 1_000_000, output: 1_000_000, longest_answer: 10 };
        world.terms.generator.meter = Some(meter);
        world.play("start");
        world.fault(fault.clone()).unwrap();
        let spent = world.record.spent;
        assert_eq!((world.state(), spent.calls), (state, 1), "{fault:?}");
        assert_eq!([spent.tokens() > 0, spent.cost_micros > 0], [is_charged; 2], "{fault:?}: {spent:?}");
    }
}

/// P14: a repeated request after an interruption counts as a call.
#[test]
fn asking_again_is_counted_before_it_is_done() {
    for most in 1..=4_u32 {
        let mut world = World::new();
        world.terms.max_calls = most;
        world.play("start");
        for calls in 2..=most {
            world.play("again");
            assert_eq!(world.record.run.as_ref().unwrap().spent.calls, u64::from(calls));
        }
        assert_eq!(world.state(), "GENERATING", "{most}");
        world.play("again");
        assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "budget-spent"), "{most}");
    }
}

/// P14: calls are counted before they are made; the run stops before it exceeds its budget.
#[test]
fn a_run_ends_before_it_exceeds_its_budget() {
    let script = "start · say {} · design A · say {} · score 85 · design B · score 86 · design C · clean";
    for most in 0..=10_u32 {
        let mut world = World::new();
        world.terms.max_calls = most;
        let mut asked = 0;
        for word in script.split('·') {
            if !word.contains("start") {
                if world.asked().is_none() {
                    break;
                }
                asked += 1;
            }
            world.play(word);
        }
        assert!(asked <= most, "{asked} of {most}");
        if most < 8 {
            assert_eq!((world.state(), world.reason().as_str(), asked), ("FAILED", "budget-spent", most));
        } else {
            assert_eq!((world.state(), asked), ("CANDIDATE", 8));
        }
    }
}
