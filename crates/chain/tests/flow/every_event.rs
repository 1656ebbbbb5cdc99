//! Every event in every state: what the table lacks is refused, or waits.

use frieze_chain::flow::{Chain, ChainPhase};
use frieze_kernel::{Answer, Event, Fault, Flow as _, Key, Order, Phase as _, Request, RequestKind, Table};

use crate::world::{NO, World};

/// A world in each state, with agents and without.
fn worlds() -> Vec<World> {
    let ready = World::agents("standard");
    let mut producing = ready.clone();
    producing.verb("brainstorm", &[]).unwrap();
    let mut reviewing = producing.clone();
    reviewing.answer("# x\n");
    let mut revising = reviewing.clone();
    revising.answer(NO);
    let mut stopped = revising.clone();
    stopped.fault();
    let mut asking = ready.clone();
    asking.verb("design", &[]).unwrap();
    let mut partial = stopped.clone();
    partial.verb("brainstorm", &[]).unwrap();
    let mut waiting = ready.clone();
    waiting.verb("design", &["proceed"]).unwrap();
    let mut done = ready.clone();
    done.verb("brainstorm", &[]).unwrap();
    done.play(&[]);
    let mut completed = done.clone();
    completed.verb("finish", &["merge", "proceed"]).unwrap();
    let mut abandoned = done.clone();
    abandoned.verb("finish", &["discard"]).unwrap();
    let all = [
        ready, producing, reviewing, revising, stopped, asking, partial, waiting, done, completed, abandoned,
    ];
    all.into_iter().chain([World::empty(), World::offline("full")]).collect()
}

fn events(world: &World) -> Vec<Event> {
    let mut all = vec![
        Event::Inspected,
        Event::Ordered(Order::Start),
        Event::Ordered(Order::Stop { reason: "late".to_owned() }),
        Event::Ordered(Order::Reset { from_best: false }),
        Event::Ordered(Order::Explain { reason: "late".to_owned() }),
        Event::Ordered(Order::Attempt { what: "proceed" }),
        Event::Ordered(Order::Attempt { what: "approve" }),
    ];
    let words = [
        "",
        "proceed",
        "continue",
        "fresh",
        "review",
        "take-spec",
        "accept",
        "merge",
        "discard",
        "mode=quick",
        "?",
    ];
    for verb in Chain::VERBS.iter().map(|verb| verb.name).chain(["fly"]) {
        for word in words {
            let words: Vec<String> = (!word.is_empty()).then(|| word.to_owned()).into_iter().collect();
            all.push(Event::Ordered(Order::Verb { verb, words: words.clone(), text: None }));
            all.push(Event::Ordered(Order::Verb { verb, words, text: Some("# Mine\n".to_owned()) }));
        }
    }
    let old = Request { key: Key("old/1".to_owned()), kind: RequestKind::Proceed };
    for Request { key, kind } in Chain::wants(&world.record).into_iter().chain([old]) {
        let is_old = key.0 == "old/1";
        // The engine answers each request in its own way.
        if is_old || matches!(kind, RequestKind::Agent(_)) {
            all.push(Event::AskedAgain { key: key.clone() });
            for text in ["# x\n", "", NO, "{}"] {
                all.push(Event::Answered { key: key.clone(), answer: Answer::of(text, "m") });
            }
        }
        if is_old || matches!(kind, RequestKind::Agent(_) | RequestKind::Run { .. }) {
            let answer = Box::new(Answer::of("half", "m"));
            let unusable = Fault::Unusable { why: "cut".to_owned(), answer, again: true };
            for fault in
                [Fault::failed("ill"), unusable, Fault::TryLater { after_ms: None, why: "busy".to_owned() }]
            {
                all.push(Event::Faulted { key: key.clone(), fault, partial: b"half".to_vec() });
            }
        }
        if is_old || matches!(kind, RequestKind::Proceed) {
            all.push(Event::Proceeded { key });
        }
    }
    let choices = world.view().gate().map(|gate| gate.choices.clone()).unwrap_or_default();
    let open = choices.into_iter().filter(|choice| choice.barred.is_none());
    all.extend(open.map(|choice| world.decision(choice.name)));
    all
}

#[test]
fn every_event_in_every_state_is_taken_or_refused() {
    let (mut taken, mut refused) = (0, 0);
    for world in worlds() {
        for event in events(&world) {
            let mut world = world.clone();
            match world.send(&event) {
                Ok(()) => {
                    taken += 1;
                    world.settle();
                }
                Err(refusal) => {
                    refused += 1;
                    assert_ne!(refusal.rule, "forbidden-transition", "{event:?} in {:?}", world.at());
                    assert_ne!(refusal.rule, "forbidden-file");
                }
            }
        }
    }
    assert!(taken > 300 && refused > 1_000, "{taken} {refused}");
}

#[test]
fn the_table_is_the_designs() {
    let Table { edges } = Chain::TABLE;
    let edges: Vec<String> = edges
        .iter()
        .map(|edge| format!("{} → {} by {}: {}", edge.from.name(), edge.to.name(), edge.by, edge.trigger))
        .collect();
    let expected = "\
READY → PRODUCING by human: enter
READY → ASKING by human: enter
READY → REVIEWING by human: review
ASKING → PRODUCING by human: proceed
ASKING → REVIEWING by human: review
ASKING → READY by human: leave
PRODUCING → REVIEWING by engine: produced
PRODUCING → READY by engine: fault
PRODUCING → READY by human: abort
PRODUCING → ASKING by human: enter
PRODUCING → REVIEWING by human: review
REVIEWING → PRODUCING by engine: not approved
REVIEWING → READY by engine: approved or last
REVIEWING → READY by human: abort
REVIEWING → ASKING by engine: final concerns
REVIEWING → ASKING by human: enter
REVIEWING → PRODUCING by human: fresh
READY → COMPLETED by human: finish
READY → ABANDONED by human: discard";
    assert_eq!(edges.join("\n"), expected);
    assert!(ChainPhase::ALL.iter().all(|phase| phase.work().len() <= 6));
    for verb in Chain::VERBS {
        assert!(!verb.help.is_empty());
        assert!(verb.phases.iter().all(|name| ChainPhase::ALL.iter().any(|phase| phase.name() == *name)));
    }
}

#[test]
fn the_engines_files_are_in_the_features_folder() {
    let world = World::offline("quick");
    let place = Chain::place(&world.record.id);
    let paths = [&place.root, &place.folder, &place.record, &place.journal, &place.lock, &place.damaged];
    let names = ["", "/chain", "/.meta.json", "/chain/journal.jsonl", "/chain/.lock", "/chain/damaged"];
    assert_eq!(paths.map(ToString::to_string), names.map(|name| format!("features/a{name}")));
    let is_one = Chain::shelf().is_one;
    assert!(is_one(&world, &world.record.id) && !is_one(&World::empty(), &world.record.id));
}
