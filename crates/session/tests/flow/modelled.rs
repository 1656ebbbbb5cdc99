//! Random orders, responses, edits and deletions, given to the flow and to the reference model: after each order both have the
//! same phase, iteration, approvals and files, and the outcome is one that the model permits.

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_kernel::Phase as _;
use frieze_kernel::{Confirmed, Event, Need, Order as Ordered, Refusal, RunView};
use frieze_session::phase::Phase;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::draws::{Draw, draws};
use crate::model::{Act, Change, Model, Order};
use crate::world::World;

const FOLDER: &str = ".aiwf/sessions/t1/";
/// Files that the model does not have.
const OTHERS: [&str; 2] = ["session.json", "standards-bundle.md"];

/// The same cases in every run of the gate; `FRIEZE_LONG` tries 100,000 others.
fn runner() -> TestRunner {
    let is_long = std::env::var_os("FRIEZE_LONG").is_some();
    let (cases, rng_seed) = if is_long { (100_000, RngSeed::Random) } else { (200, RngSeed::Fixed(7)) };
    TestRunner::new(Config { cases, rng_seed, failure_persistence: None, ..Config::default() })
}

/// The exit code of a command line that gives this order.
fn code(world: &mut World, order: Order) -> i32 {
    world.send(&Event::Inspected).unwrap();
    let before = world.view();
    let verb = |verb| Event::Ordered(Ordered::Verb { verb, words: Vec::new(), text: None });
    let event = match order {
        Order::Step => verb("step"),
        Order::Close => verb("close"),
        Order::Reopen => verb("reopen"),
        Order::Approve => decision(&before, "approve"),
        Order::Review => decision(&before, "review"),
        Order::Edit => decision(&before, "edit"),
    };
    if let Err(refusal) = world.send(&event) {
        assert!(is_sentence(&refusal), "{refusal:?}");
        return 1;
    }
    let view = world.view();
    let only_asks = before.state == Phase::Initialized.name() || before.state == view.state;
    let waits = match order {
        Order::Step => only_asks && view.needs == Some(Need::File),
        Order::Approve => view.needs == Some(Need::Decision),
        Order::Close | Order::Reopen | Order::Review | Order::Edit => false,
    };
    match view.cause {
        Some(_) => 2,
        None if waits => 3,
        None => 0,
    }
}

/// The decision, or the attempt at one that is not open.
fn decision(view: &RunView, choice: &'static str) -> Event {
    let gate = view.gate().filter(|gate| gate.choices.iter().any(|known| known.name == choice));
    let decided = gate.map(|gate| gate.decide(choice, None, Confirmed::Named("t1"), false));
    match decided {
        Some(Ok(decision)) => Event::Decided(decision),
        Some(Err(_)) | None => Event::Ordered(Ordered::Attempt { what: choice }),
    }
}

fn is_sentence(refusal: &Refusal) -> bool {
    !refusal.why.is_empty() && !refusal.hint.is_empty()
}

/// Compares everything that the model knows.
fn compare(world: &World, model: &Model, after: &dyn Fn() -> String) {
    let record = &world.record;
    assert_eq!(record.phase.saved(), model.phase().name(), "{}", after());
    assert_eq!(record.current_iteration, model.iteration(), "{}", after());
    assert_eq!(record.plan_approved, model.plan_approved(), "{}", after());
    assert_eq!(record.plan_hash.is_some(), model.plan_approved(), "{}", after());
    assert_eq!(record.review_approved, model.review_approved(), "{}", after());
    assert_eq!(record.review_hash.is_some(), model.review_approved(), "{}", after());
    if let Some(approved) = model.approved() {
        let hashed: BTreeMap<&str, Digest> = record
            .artifacts
            .iter()
            .filter_map(|artifact| Some((artifact.path.as_str(), artifact.sha256?)))
            .collect();
        let expected: BTreeMap<&str, Digest> =
            approved.iter().map(|(path, text)| (path.as_str(), Digest::of(text.as_bytes()))).collect();
        assert_eq!(hashed, expected, "{}", after());
    }
    let expected = model.files();
    let files: BTreeMap<&str, &[u8]> = world
        .disk
        .iter()
        .filter_map(|(path, bytes)| Some((path.strip_prefix(FOLDER)?, bytes.as_slice())))
        .filter(|(name, _)| !OTHERS.contains(name))
        .collect();
    let names: BTreeSet<&str> = files.keys().copied().collect();
    assert_eq!(names, expected.keys().map(String::as_str).collect(), "{}", after());
    for (path, text) in expected.iter().filter_map(|(path, text)| Some((path, text.as_ref()?))) {
        assert_eq!(String::from_utf8_lossy(files[path.as_str()]), *text, "{path}: {}", after());
    }
}

/// The number of orders that were given.
fn check(draws: &[Draw]) -> usize {
    let (mut world, mut model) = (World::new(), Model::new());
    let (mut done, mut orders): (Vec<Act>, usize) = (Vec::new(), 0);
    for draw in draws {
        let Some(act) = draw.act(&model) else { continue };
        done.push(act);
        let Act::Give(order) = act else {
            match model.change(act) {
                Some(Change::Write(path, text)) => world.put(&path, &text),
                Some(Change::Delete(path)) => world.remove(&path),
                None => {}
            }
            continue;
        };
        let codes = model.order(order);
        let code = code(&mut world, order);
        orders += 1;
        assert!(codes.contains(&code), "{codes:?} expected, not {code}: {done:?}");
        compare(&world, &model, &|| format!("{done:?}: {code}"));
    }
    orders
}

#[test]
fn the_flow_does_what_the_model_does() {
    let orders = std::cell::Cell::new(0);
    let outcome = runner().run(&draws(), |draws| {
        orders.set(orders.get() + check(&draws));
        Ok(())
    });
    println!("{} orders", orders.get());
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}
