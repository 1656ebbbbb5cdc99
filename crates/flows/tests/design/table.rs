//! P15: the table is the machine. The table is compared with the requirement, pair by pair. Every event in every state, with
//! every variant of its record, follows the table or is refused without a change. A random machine with its own model,
//! written from the requirement and not from the product, agrees for 10⁵ steps (10⁶ with `FRIEZE_LONG=1`).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use frieze_flows::design::{Design, DesignPhase, Reason, TABLE};
use frieze_kernel::{Answer, By, Confirmed, Event, Fault, Flow, Key, Order, Phase, Record as _, advance};
use frieze_testkit::Dice;
use frieze_testkit::worlds::{CRITIC_MODEL, GENERATOR_MODEL, World, critic_answer, design};

use DesignPhase::{Candidate, Evaluating, Failed, Frozen, Generating, Idle, Revising};

/// The requirement's "State Transition Table", read by hand: state, allowed next states, forbidden ones.
const REQUIREMENT: [(DesignPhase, &[DesignPhase], &[DesignPhase]); 7] = [
    (Idle, &[Generating], &[Evaluating, Candidate, Revising, Frozen]),
    (Generating, &[Evaluating, Failed], &[Idle, Candidate, Revising, Frozen]),
    (Evaluating, &[Candidate, Revising, Failed], &[Idle, Generating, Frozen]),
    (Candidate, &[Frozen, Revising, Failed], &[Idle, Generating, Evaluating]),
    (Revising, &[Generating], &[Idle, Evaluating, Candidate, Frozen, Failed]),
    (Frozen, &[], &[Idle, Generating, Evaluating, Candidate, Revising, Failed]),
    (Failed, &[Idle], &[Generating, Evaluating, Candidate, Revising, Frozen]),
];

/// The edges that ruling 3 adds, because the prose needs them and the table lacks them.
const RULED: [(DesignPhase, DesignPhase); 3] = [(Frozen, Idle), (Frozen, Failed), (Idle, Failed)];

fn required(from: DesignPhase, to: DesignPhase) -> bool {
    let (_, allowed, _) = REQUIREMENT.iter().find(|(state, _, _)| *state == from).unwrap();
    allowed.contains(&to) || RULED.contains(&(from, to))
}

/// Whether the table has this transition.
fn allowed(from: DesignPhase, to: DesignPhase) -> bool {
    TABLE.edges.iter().any(|e| e.from == from && e.to == to)
}

/// Every pair of phases, one line each.
fn printed() -> String {
    let mut out = String::new();
    for &from in DesignPhase::ALL {
        for &to in DesignPhase::ALL {
            let (a, b) = (from.name(), to.name());
            if !allowed(from, to) {
                writeln!(out, "{a:<10} -> {b:<10}  forbidden").unwrap();
            }
            for edge in TABLE.edges.iter().filter(|e| e.from == from && e.to == to) {
                writeln!(out, "{a:<10} -> {b:<10}  {:<6}  {}", edge.by, edge.trigger).unwrap();
                writeln!(out, "{:>26}{}", "", edge.law).unwrap();
            }
        }
    }
    out
}

#[test]
fn all_49_pairs_are_as_the_requirement_has_them() {
    let mut pairs = 0;
    for &from in DesignPhase::ALL {
        for &to in DesignPhase::ALL {
            assert_eq!(allowed(from, to), required(from, to), "{} → {}", from.name(), to.name());
            pairs += 1;
        }
        let (_, _, forbidden) = REQUIREMENT.iter().find(|(state, _, _)| *state == from).unwrap();
        for &to in *forbidden {
            assert!(!allowed(from, to) || RULED.contains(&(from, to)), "{} → {}", from.name(), to.name());
        }
    }
    assert_eq!(pairs, 49);
}

/// The transitions of a person ("User initiates", "Human approves/rejects/aborts", "Manual reset only"); all others belong to
/// the engine or the system.
#[test]
fn a_person_moves_only_what_the_requirement_gives_to_people() {
    let human: BTreeSet<_> =
        TABLE.edges.iter().filter(|e| e.by == By::Human).map(|e| (e.from, e.to)).collect();
    let expected = BTreeSet::from([
        (Idle, Generating),
        (Generating, Failed),
        (Evaluating, Failed),
        (Candidate, Frozen),
        (Candidate, Revising),
        (Candidate, Failed),
        (Failed, Idle),
        // Ruling 27: an undone reset.
        (Idle, Failed),
    ]);
    assert_eq!(human, expected);
    let engine: BTreeSet<_> =
        TABLE.edges.iter().filter(|e| e.by == By::Engine).map(|e| (e.from, e.to)).collect();
    for pair in
        [(Candidate, Frozen), (Failed, Idle), (Idle, Generating), (Frozen, Idle), (Candidate, Revising)]
    {
        assert!(!engine.contains(&pair), "the engine alone never takes {pair:?}");
    }
    let mut seen = BTreeSet::new();
    for edge in TABLE.edges {
        assert!(seen.insert((edge.from, edge.to, edge.by.to_string())), "{edge:?} occurs twice");
        assert!(!edge.law.is_empty() && !edge.trigger.is_empty());
    }
}

/// The whole table, as reviewed against the requirement. After a deliberate change: `FRIEZE_GOLDEN=1`, then review the
/// difference against the requirement.
#[test]
fn the_printed_table_is_the_reviewed_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/design-table.txt");
    let printed = printed();
    if std::env::var_os("FRIEZE_GOLDEN").is_some() {
        std::fs::write(path, &printed).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    assert_eq!(printed, golden);
}

/// Records of every phase with their worlds, made by the flow itself.
fn worlds() -> Vec<(&'static str, World)> {
    let mut worlds: Vec<(&'static str, World)> = [
        ("idle, fresh", ""),
        ("idle, after a reset", "start · slow · reset"),
        ("idle, after the reset of an aborted run", "start · design A · clean · reject more · stop enough · reset"),
        ("idle, after an undone reset and another", "start · slow · reset · undo · reset"),
        ("failed, reset undone", "start · design A · clean · abort enough · reset · undo"),
        ("idle, with a seed", "start · design A · score 85 · stop enough · reset best"),
        ("idle, unfrozen without a reason", "start · design A · clean · approve · delete design/final/FROZEN.md · look"),
        ("idle, unfrozen and explained", "start · design A · clean · approve · delete design/final/FROZEN.md · look · explain x"),
        ("generating, first", "start"),
        ("generating, from a seed", "start · design A · score 85 · stop enough · reset best · start"),
        ("generating, second repair", "start · say {} · say nonsense"),
        ("generating, third iteration", "start · design A · score 85 · design B · score 86"),
        ("evaluating", "start · design A"),
        ("evaluating, repair", "start · design A · say {}"),
        ("generating, paused", "start · dead x"),
        ("evaluating, paused", "start · design A · dead x"),
        ("candidate", "start · design A · clean"),
        ("candidate, edited", "start · design A · clean · edit B · look"),
        ("frozen", "start · design A · clean · approve with a note"),
        ("frozen, second time", "start · design A · clean · approve · delete design/final/FROZEN.md · look · start · design B · clean · approve"),
        ("failed, no answer", "start · slow"),
        ("failed, aborted", "start · design A · clean · abort enough"),
        ("failed, schema", "start · say {} · say {} · say {}"),
        ("failed, no progress", "start · design A · score 85 · design A · score 85 · design A · score 85 · design A · score 85"),
    ]
    .into_iter()
    .map(|(name, script)| (name, World::after(script)))
    .collect();

    let mut barred = World::after("start · design A · clean");
    barred.put("design/intent.json", b"{}");
    barred.play("look");
    worlds.push(("candidate, barred", barred));

    let mut revising = World::after("start · design A");
    revising.answer(&critic_answer(&revising.intent(), 8500)).unwrap();
    worlds.push(("revising", revising));

    let mut rejected = World::after("start · design A · clean");
    rejected.decide("reject", Some("more")).unwrap();
    worlds.push(("revising, rejected", rejected));

    let mut invalid = World::after("start · say {} · say {}");
    invalid.answer("{}").unwrap();
    worlds.push(("evaluating, artifact invalid", invalid));

    // A guarantee that broke when the state was entered; the state's first step finds it.
    let mut broken = World::after("start");
    broken.terms.critic_template = "{{ nothing }}".to_owned();
    broken.answer(&design(&broken.id, "A").to_string()).unwrap();
    worlds.push(("evaluating, broken", broken));
    let mut broken = World::new();
    broken.terms.generator_template = "{{ nothing }}".to_owned();
    broken.send(&Event::Ordered(Order::Start)).unwrap();
    worlds.push(("generating, broken", broken));

    let mut tampered = World::after("start · design A · clean · approve");
    tampered.put("design/final/intent.json", b"{}");
    worlds.push(("frozen, tampered", tampered.clone()));
    tampered.play("look");
    worlds.push(("failed, integrity", tampered));

    let mut unmarked = World::after("start · design A · clean · approve · delete design/final/FROZEN.md");
    worlds.push(("frozen, marker deleted", unmarked.clone()));
    unmarked.put("design/final/intent.json", b"{}");
    worlds.push(("frozen, marker deleted, tampered", unmarked));

    let before = World::after("start · design A · clean");
    let mut after = before.clone();
    after.play("approve");
    after.record = before.record.clone();
    worlds.push(("candidate, marker written, record not", after.clone()));
    after.put("design/final/FROZEN.md", b"not a marker");
    worlds.push(("candidate, planted marker", after.clone()));
    let mut idle = World::new();
    idle.put("design/final/FROZEN.md", b"not a marker");
    worlds.push(("idle, unsound marker", idle));
    let mut sound = World::after("start · design A · clean · approve");
    let fresh = World::new();
    sound.record = fresh.record;
    worlds.push(("idle, sound marker", sound));
    worlds
}

/// Every kind of event, with right, stale and nonsensical keys, answers and decisions.
fn dismiss(words: &[&str], reason: Option<&str>) -> Order {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Order::Verb { verb: "dismiss", words, text: reason.map(str::to_owned) }
}

fn undo() -> Order {
    Order::Verb { verb: "undo", words: Vec::new(), text: None }
}

fn events(world: &World, decisions: &[frieze_kernel::Decision]) -> Vec<Event> {
    let wanted: Vec<Key> = Design::wants(&world.record).into_iter().map(|r| r.key).collect();
    let mut keys = wanted;
    keys.extend(
        ["", "generate/1/0", "evaluate/1", "evaluate/1/0", "broken/1", "revise/1", "marker", "edited"]
            .map(|k| Key(k.to_owned())),
    );
    let mut events = vec![Event::Inspected];
    for order in [
        Order::Start,
        Order::Stop { reason: "enough".to_owned() },
        Order::Stop { reason: String::new() },
        Order::Reset { from_best: false },
        Order::Reset { from_best: true },
        Order::Explain { reason: "why not".to_owned() },
        Order::Explain { reason: " ".to_owned() },
        dismiss(&["0123abcd"], Some("wrong")),
        dismiss(&[], Some("wrong")),
        dismiss(&["0123abcd"], None),
        undo(),
        Order::Attempt { what: "approve" },
        Order::Attempt { what: "reject" },
        Order::Attempt { what: "abort" },
    ] {
        events.push(Event::Ordered(order));
    }
    let good = design(&world.id, "Z").to_string();
    let low = critic_answer(&design(&world.id, "A"), 8500);
    let texts = [good.as_str(), low.as_str(), "", "{}", "null", r#"{"findings":[]}"#, "[[[[[[", "\u{0}"];
    for key in &keys {
        for text in texts {
            for model in [GENERATOR_MODEL, CRITIC_MODEL, ""] {
                let answer = Answer::of(text, model);
                events.push(Event::Answered { key: key.clone(), answer });
            }
        }
        for fault in [
            Fault::TimedOut { limit_ms: 0 },
            Fault::TimedOut { limit_ms: u64::MAX },
            Fault::Failed { why: String::new() },
        ] {
            events.push(Event::Faulted { key: key.clone(), fault, partial: b"no".to_vec() });
        }
        events.push(Event::Proceeded { key: key.clone() });
        events.push(Event::AskedAgain { key: key.clone() });
    }
    events.extend(decisions.iter().cloned().map(Event::Decided));
    if let Some(gate) = Design::view(&world.record).gate().cloned() {
        for choice in ["approve", "reject", "abort"] {
            events.extend(
                gate.decide(choice, Some("words"), Confirmed::Typed(world.id.as_str()), true)
                    .ok()
                    .map(Event::Decided),
            );
        }
    }
    events
}

fn key_of(event: &Event) -> Option<&Key> {
    match event {
        Event::AskedAgain { key }
        | Event::Answered { key, .. }
        | Event::Faulted { key, .. }
        | Event::Proceeded { key } => Some(key),
        Event::Decided(decision) => Some(decision.key()),
        Event::Inspected | Event::Ordered(_) => None,
    }
}

#[test]
fn every_event_in_every_state_moves_along_the_table_or_is_refused() {
    let worlds = worlds();
    // Stale decisions, from other gates.
    let stale: Vec<_> = [
        "start · design A · clean",
        "start · design B · clean",
        "start · design A · score 85 · design B · clean",
    ]
    .iter()
    .flat_map(|script| {
        let world = World::after(script);
        ["approve", "reject", "abort"].map(|choice| world.decision(choice, Some("words")))
    })
    .collect();
    let (mut moved, mut stayed, mut refused) = (0, 0, 0);
    let mut phases = BTreeSet::new();
    let mut edges = BTreeSet::new();
    let mut attempts = BTreeSet::new();
    for (name, world) in &worlds {
        phases.insert(world.record.state);
        let wanted: Vec<Key> = Design::wants(&world.record).into_iter().map(|r| r.key).collect();
        for event in events(world, &stale) {
            let case = format!("{name}: {event:?}").chars().take(300).collect::<String>();
            let from = world.record.state;
            let outcome = advance::<Design>(&world.record, &event, &world.facts(&event));
            if key_of(&event).is_some_and(|key| !wanted.contains(key)) {
                assert_eq!(outcome.as_ref().err().map(|r| r.rule), Some("unasked"), "{case}");
            }
            // An attempt changes nothing, and its refusal names the state. A transition of the table is refused as too early,
            // or as barred.
            if let Event::Ordered(Order::Attempt { what }) = event {
                let (why, rule) = outcome
                    .as_ref()
                    .err()
                    .map(|refusal| (refusal.why.clone(), refusal.rule))
                    .unwrap_or_default();
                let is_a_move =
                    TABLE.edges.iter().any(|e| (e.from, e.by, e.trigger) == (from, By::Human, what));
                let refused = format!("can't be {}ed", what.trim_end_matches('e'));
                let expected =
                    if is_a_move && rule != "barred" { "when you tried it; now it can" } else { &refused };
                assert!(why.starts_with("checkout ") && why.contains(expected), "{case}: {why}");
                attempts.insert(rule);
            }
            match outcome {
                Err(refusal) => {
                    assert!(!refusal.why.is_empty() && !refusal.hint.is_empty(), "{case}");
                    refused += 1;
                }
                Ok(step) => {
                    let to = step.record.state;
                    if !step.changed {
                        assert_eq!(step.record, world.record, "{case}");
                        stayed += 1;
                        continue;
                    }
                    assert_eq!(step.record.revision, world.record.revision + 1, "{case}");
                    frieze_flows::design::DesignRecord::read(&world.id, &step.record.bytes())
                        .unwrap_or_else(|e| panic!("{case}: {e}"));
                    if from == to {
                        stayed += 1;
                        continue;
                    }
                    assert!(required(from, to), "{case}: {} → {}", from.name(), to.name());
                    assert!(TABLE.edge(from, to, step.by).is_some(), "{case}");
                    let by_person = matches!(event, Event::Ordered(_) | Event::Decided(_));
                    assert!(step.by != By::Human || by_person, "{case}: a person's move without a person");
                    if to == Frozen && step.by == By::Human {
                        assert!(matches!(event, Event::Decided(_)), "{case}");
                    }
                    edges.insert((from, to, step.by.to_string()));
                    moved += 1;
                }
            }
        }
    }
    println!(
        "{} worlds: {moved} moves, {stayed} kept, {refused} refused; {} edges",
        worlds.len(),
        edges.len()
    );
    assert_eq!(phases.len(), 7, "a record of every phase");
    assert_eq!(attempts, BTreeSet::from(["barred", "forbidden-transition", "too-early"]));
    let all: BTreeSet<_> = TABLE.edges.iter().map(|e| (e.from, e.to, e.by.to_string())).collect();
    let untaken: Vec<_> = all.difference(&edges).collect();
    assert!(untaken.is_empty(), "edges that nothing takes: {untaken:?}");
}

/// The model's expectation, from the requirement alone.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Expect {
    Kept,
    Refused,
    To(DesignPhase),
    /// To one of several states, by the score; other tests check which one.
    OneOf(&'static [DesignPhase]),
}

/// The model's state of the world around a run.
#[derive(Clone, Copy, Default)]
struct Around {
    final_tampered: bool,
    marker: bool,
    repairs: u8,
    /// The last thing that happened was the reset of a run that its rules or a person ended.
    was_reset: bool,
}

#[test]
fn a_random_machine_does_what_its_model_says() {
    let long = std::env::var_os("FRIEZE_LONG").is_some();
    let steps = if long { 1_000_000 } else { 40_000 };
    let mut dice = Dice(2026);
    let mut reached = BTreeSet::new();
    let mut world = World::new();
    let mut around = Around::default();
    let mut old_keys: Vec<Key> = vec![Key("nonsense".to_owned())];
    let goods: Vec<String> = (0..8).map(|n| design(&world.id, &n.to_string()).to_string()).collect();
    let low = critic_answer(&design(&world.id, "0"), 8500);
    let mut intact = Vec::new();
    for step in 0..steps {
        // Restart now and then, so that the record stays small.
        if step % 700 == 0 {
            world = World::new();
            around = Around::default();
        }
        let state = world.record.state;
        reached.insert(state);
        let asked = world.asked().map(|(key, _)| key);
        let proceed = world.proceed_key();
        for request in Design::wants(&world.record) {
            if old_keys.len() < 200 && !old_keys.contains(&request.key) {
                old_keys.push(request.key);
            }
        }
        let gate = Design::view(&world.record).gate().cloned();
        let sound = !around.final_tampered;
        let (event, expect) = match dice.roll(16) {
            0 | 1 => (
                Event::Inspected,
                match state {
                    Idle if around.marker && !sound => Expect::To(Failed),
                    Frozen if around.marker && sound => Expect::Kept,
                    Frozen if sound => Expect::To(Idle),
                    Frozen => Expect::To(Failed),
                    Idle | Generating | Evaluating | Candidate | Revising | Failed => Expect::Kept,
                },
            ),
            2 => (
                Event::Ordered(Order::Start),
                match state {
                    Idle if around.marker && !sound => Expect::To(Failed),
                    Idle if around.marker => Expect::Refused,
                    Idle => Expect::To(Generating),
                    Generating | Evaluating | Candidate | Revising | Frozen | Failed => Expect::Refused,
                },
            ),
            3 if dice.roll(8) == 0 => (
                Event::Ordered(Order::Stop { reason: "enough".to_owned() }),
                if matches!(state, Generating | Evaluating) { Expect::To(Failed) } else { Expect::Refused },
            ),
            4 if dice.roll(2) == 0 => (
                Event::Ordered(undo()),
                match state {
                    Idle if around.was_reset || around.marker && !sound => Expect::To(Failed),
                    Idle | Generating | Evaluating | Candidate | Revising | Frozen | Failed => {
                        Expect::Refused
                    }
                },
            ),
            4 => (
                Event::Ordered(Order::Reset { from_best: false }),
                match state {
                    Failed if around.marker && !sound => Expect::Refused,
                    Failed => Expect::To(Idle),
                    Idle | Generating | Evaluating | Candidate | Revising | Frozen => Expect::Refused,
                },
            ),
            5 => {
                let asks = world.record.unfrozen.as_ref().is_some_and(|u| u.reason.is_none());
                (
                    Event::Ordered(Order::Explain { reason: "x".to_owned() }),
                    if asks { Expect::Kept } else { Expect::Refused },
                )
            }
            // An unrequested answer, failure or transition.
            6 | 7 => {
                let key = old_keys[dice.roll(old_keys.len())].clone();
                if Design::wants(&world.record).iter().any(|r| r.key == key) {
                    continue;
                }
                let event = match dice.roll(4) {
                    0 => Event::Proceeded { key },
                    3 => Event::AskedAgain { key },
                    1 => Event::Faulted { key, fault: Fault::TimedOut { limit_ms: 1 }, partial: Vec::new() },
                    _ => Event::Answered { key, answer: Answer::of(goods[0].clone(), GENERATOR_MODEL) },
                };
                (event, Expect::Refused)
            }
            8 => match &gate {
                Some(gate) => {
                    let choice = ["approve", "reject", "abort"][dice.roll(3)];
                    let to = match choice {
                        "approve" => Frozen,
                        "reject" => Revising,
                        _ => Failed,
                    };
                    (
                        Event::Decided(
                            gate.decide(choice, Some("words"), Confirmed::Typed("checkout"), false).unwrap(),
                        ),
                        Expect::To(to),
                    )
                }
                None => continue,
            },
            9 if state == Frozen && dice.roll(3) == 0 => {
                if around.marker {
                    world.delete("design/final/FROZEN.md");
                    around.marker = false;
                }
                continue;
            }
            10 if dice.roll(6) == 0 && world.file("design/final/intent.json").is_some() => {
                // Somebody tampers with the frozen design, or restores it.
                if around.final_tampered {
                    world.put("design/final/intent.json", &intact);
                } else {
                    intact = world.file("design/final/intent.json").unwrap().to_vec();
                    world.put("design/final/intent.json", goods[7].as_bytes());
                }
                around.final_tampered = !around.final_tampered;
                continue;
            }
            _ => match (&asked, &proceed) {
                (Some(key), _) if dice.roll(40) == 0 => {
                    (Event::AskedAgain { key: key.clone() }, Expect::Kept)
                }
                (Some(key), _) => {
                    let model = if state == Generating { GENERATOR_MODEL } else { CRITIC_MODEL };
                    let kind = dice.roll(20);
                    let text = match (kind, state) {
                        (0, _) => "nonsense".to_owned(),
                        (_, Generating) => goods[dice.roll(7)].clone(),
                        (1..=8, _) => low.clone(),
                        _ => r#"{"findings":[]}"#.to_owned(),
                    };
                    if kind == 19 {
                        (
                            Event::Faulted {
                                key: key.clone(),
                                fault: Fault::TimedOut { limit_ms: 1 },
                                partial: Vec::new(),
                            },
                            Expect::To(Failed),
                        )
                    } else {
                        let model = if kind == 18 { "another model" } else { model };
                        let expect = match (kind, state) {
                            (18, _) => Expect::To(Failed),
                            (0, _) if around.repairs < 2 => Expect::Kept,
                            (_, Generating) => Expect::To(Evaluating),
                            (0, _) => Expect::To(Failed),
                            _ => Expect::OneOf(&[Candidate, Revising, Failed]),
                        };
                        (Event::Answered { key: key.clone(), answer: Answer::of(text, model) }, expect)
                    }
                }
                (None, Some(key)) => {
                    let to = if state == Revising { Generating } else { Failed };
                    (Event::Proceeded { key: key.clone() }, Expect::To(to))
                }
                (None, None) => continue,
            },
        };
        let revision = world.record.revision;
        let was_violated =
            world.record.failure.as_ref().is_some_and(|f| f.reason == Reason::IntegrityViolation);
        let outcome = world.send(&event);
        let now = world.record.state;
        let case = format!("step {step}, {}: {event:?}", state.name()).chars().take(400).collect::<String>();
        match expect {
            Expect::Refused => {
                assert!(outcome.is_err() && now == state && world.record.revision == revision, "{case}");
            }
            Expect::Kept => assert!(outcome.is_ok() && now == state, "{case}: {}", now.name()),
            Expect::To(to) => {
                assert_eq!((outcome.is_ok(), now), (true, to), "{case}: {:?}", world.refusals.last());
            }
            Expect::OneOf(all) => assert!(outcome.is_ok() && all.contains(&now), "{case}"),
        }
        assert!(now == state || required(state, now), "{case}: {} → {}", state.name(), now.name());
        if now != state {
            around.was_reset = (state, now) == (Failed, Idle) && !was_violated;
        }
        around.repairs = if now != state {
            0
        } else if expect == Expect::Kept && asked.is_some() && matches!(event, Event::Answered { .. }) {
            around.repairs + 1
        } else {
            around.repairs
        };
        if now == Frozen && state != Frozen {
            around = Around { marker: true, ..Around::default() };
        }
        world.notes.clear();
        world.trail.clear();
        world.writes.clear();
        world.refusals.clear();
    }
    assert_eq!(reached.len(), 7, "{reached:?}");
}
