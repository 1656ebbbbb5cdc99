//! Every event in every phase: what the table lacks is refused, or waits.

use frieze_data::path::RelPath;
use frieze_kernel::{Answer, Event, Fault, Flow as _, Key, Order, Phase as _, Record as _, Table, advance};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;

use crate::world::World;

/// What every event comes to in every phase: a phase, `-` for no change, `+` for a change within the phase, or the rule that
/// refuses it.
const EVERY_EVENT: &str = "\
inspected: -, -, -, -, -, -, -, -, -, -, -
run: no-session, PLANNING, -, not-approved, -, not-approved, -, not-approved, -, not-approved, complete
step: no-session, PLANNING, -, not-approved, -, not-approved, -, not-approved, -, not-approved, complete
new: +, exists, exists, exists, exists, exists, exists, exists, exists, exists, exists
close: no-session, +, +, +, +, +, +, +, +, +, complete
reopen: no-session, open, open, open, open, open, open, open, open, open, open
fly: no-session, no-such-order, no-such-order, no-such-order, no-such-order, no-such-order, \
    no-such-order, no-such-order, no-such-order, no-such-order, complete
abort: no-session, nothing-under-way, nothing-under-way, nothing-under-way, nothing-under-way, \
    nothing-under-way, nothing-under-way, nothing-under-way, nothing-under-way, nothing-under-way, complete
reset: no-session, no-such-order, no-such-order, no-such-order, no-such-order, no-such-order, \
    no-such-order, no-such-order, no-such-order, no-such-order, complete
explain: no-session, no-such-order, no-such-order, no-such-order, no-such-order, no-such-order, \
    no-such-order, no-such-order, no-such-order, no-such-order, complete
dismiss: no-session, no-such-order, no-such-order, no-such-order, no-such-order, no-such-order, \
    no-such-order, no-such-order, no-such-order, no-such-order, complete
an attempt to approve: no-session, no-boundary, no-boundary, no-boundary, no-boundary, no-boundary, \
    no-boundary, no-boundary, no-boundary, no-boundary, complete
an old decision: unasked, unasked, unasked, GENERATING, unasked, unasked, unasked, unasked, unasked, \
    unasked, unasked
asked again: unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, \
    unasked
answered: unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked
faulted: unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked
proceeded: unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked, unasked
approve at each gate: GENERATING, +, +, +
";

#[test]
fn every_event_in_every_phase_is_in_the_table_waits_or_is_refused() {
    let order = |order: Order| (order.verb(), Event::Ordered(order));
    let verb = |verb| order(Order::Verb { verb, words: Vec::new(), text: Some("x".to_owned()) });
    let key = || Key("generator/1".to_owned());
    let stale = World::at(Phase::Planned).decision("approve");
    let mut events = vec![
        ("inspected", Event::Inspected),
        order(Order::Start),
        verb("step"),
        verb("new"),
        verb("close"),
        verb("reopen"),
        verb("fly"),
        order(Order::Stop { reason: "late".to_owned() }),
        order(Order::Reset { from_best: false }),
        order(Order::Explain { reason: "late".to_owned() }),
        order(Order::Verb { verb: "dismiss", words: vec!["f".to_owned()], text: Some("no".to_owned()) }),
        order(Order::Attempt { what: "approve" }),
        ("an old decision", stale),
        ("asked again", Event::AskedAgain { key: key() }),
        ("answered", Event::Answered { key: key(), answer: Answer::of("x", "y") }),
        ("faulted", Event::Faulted { key: key(), fault: Fault::failed("ill"), partial: Vec::new() }),
        ("proceeded", Event::Proceeded { key: key() }),
    ];
    events[11].0 = "an attempt to approve";
    let outcome =
        |world: &World, event: &Event| match advance::<Session>(&world.record, event, &world.facts(event)) {
            Ok(step) if !step.changed => "-".to_owned(),
            Ok(step) if step.record.phase == world.record.phase => "+".to_owned(),
            Ok(step) => step.record.phase.name().to_owned(),
            Err(refusal) => {
                assert!(!refusal.why.is_empty() && !refusal.hint.is_empty());
                refusal.rule.to_owned()
            }
        };
    let mut found = String::new();
    let never = std::iter::once(World::empty());
    let worlds: Vec<World> = never.chain(Phase::ALL.iter().copied().map(World::at)).collect();
    for (name, event) in &events {
        let outcomes: Vec<String> = worlds.iter().map(|world| outcome(world, event)).collect();
        found.push_str(&format!("{name}: {}\n", outcomes.join(", ")));
    }
    let at_gate: Vec<String> = worlds
        .iter()
        .filter(|world| world.view().gate().is_some())
        .map(|world| outcome(world, &world.decision("approve")))
        .collect();
    found.push_str(&format!("approve at each gate: {}\n", at_gate.join(", ")));
    assert_eq!(found, EVERY_EVENT);
}

/// Ten edges, each by a person: Policy A (S39); the loop of S6.
#[test]
fn the_table_is_the_requirements() {
    let Table { edges } = Session::TABLE;
    let edges: Vec<String> = edges
        .iter()
        .map(|edge| format!("{} → {} by {} {}", edge.from, edge.to, edge.by, edge.trigger))
        .collect();
    let expected = "\
INITIALIZED → PLANNING by human step
PLANNING → PLANNED by human step
PLANNED → GENERATING by human approve
GENERATING → GENERATED by human step
GENERATED → REVIEWING by human step
REVIEWING → REVIEWED by human step
REVIEWED → COMPLETE by human step
REVIEWED → REVISING by human step
REVISING → REVISED by human step
REVISED → REVIEWING by human step";
    assert_eq!(edges.join("\n"), expected);
    assert!(Phase::ALL.iter().all(|phase| frieze_kernel::Phase::work(*phase).len() <= 6));
    for verb in Session::VERBS {
        assert!(!verb.help.is_empty());
        assert!(verb.phases.iter().all(|name| Phase::ALL.iter().any(|phase| phase.name() == *name)));
    }
}

/// The engine's files are in the session's folder (S12), and a folder is a session by its record.
#[test]
fn a_session_is_a_folder_below_the_working_directory() {
    let world = World::new();
    let place = Session::place(&world.record.session_id);
    let paths = [&place.root, &place.folder, &place.record, &place.journal, &place.lock, &place.damaged];
    let names = ["", "", "/session.json", "/journal.jsonl", "/.lock", "/damaged"];
    assert_eq!(paths.map(RelPath::to_string), names.map(|name| format!(".aiwf/sessions/t1{name}")));
    assert_eq!(Session::shelf().folder.as_str(), ".aiwf/sessions");
    let is_one = Session::shelf().is_one;
    assert!(is_one(&world, &world.record.session_id) && !is_one(&World::empty(), &world.record.session_id));
}

/// A file of the engine with four phases is left alone; other faults are damage, which may be set aside.
#[test]
fn another_engines_record_is_foreign() {
    let read = |text: &str| {
        <frieze_session::record::Record as frieze_kernel::Record>::read(
            &"t1".parse().unwrap(),
            text.as_bytes(),
        )
    };
    let foreign = read(r#"{"phase":"plan","stage":"prompt"}"#).unwrap_err();
    assert!(
        matches!(&foreign, frieze_kernel::Unreadable::Foreign(why) if why.contains("another engine")),
        "{foreign}"
    );
    assert!(matches!(read("{}").unwrap_err(), frieze_kernel::Unreadable::Damaged(_)));
    let world = World::new();
    assert_eq!(read(&String::from_utf8(world.record.bytes()).unwrap()).unwrap().revision(), 1);
}
