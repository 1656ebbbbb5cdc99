//! Random orders, responses, edits and deletions, given to the binary and to a reference model: after each order both have
//! the same phase, iteration, approvals and files, and the exit code is one that the model permits.

use std::collections::{BTreeMap, BTreeSet};

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::draws::{Draw, draws};
use crate::long;
use crate::model::{Act, Change, Model, Order, Phase};
use crate::sessions::{Session, sha256};

/// The same cases in every run of the gate, so that it never fails by chance; `FRIEZE_LONG` tries others.
fn runner() -> TestRunner {
    let (cases, rng_seed) = if long() { (400, RngSeed::Random) } else { (12, RngSeed::Fixed(7)) };
    TestRunner::new(Config {
        cases,
        rng_seed,
        failure_persistence: None,
        // Each attempt is a session of its own.
        max_shrink_iters: 60,
        ..Config::default()
    })
}

fn words(order: Order) -> &'static [&'static str] {
    match order {
        Order::Step => &["step"],
        Order::Approve => &["approve"],
        Order::Review => &["decide", "review"],
        Order::Edit => &["decide", "edit"],
        Order::Close => &["close"],
        Order::Reopen => &["reopen"],
    }
}

fn carry_out(session: &Session, change: Change) {
    match change {
        Change::Write(path, text) => session.write(&path, text),
        Change::Delete(path) => session.remove(&path),
    }
}

/// Compares everything that the model knows.
fn compare(session: &Session, model: &Model, after: &str) {
    let record = session.record();
    assert_eq!(record["phase"], model.phase().name(), "{after}");
    assert_eq!(record["current_iteration"], model.iteration(), "{after}");
    assert_eq!(record["plan_approved"], model.plan_approved(), "{after}");
    assert_eq!(record["review_approved"], model.review_approved(), "{after}");
    if let Some(approved) = model.approved() {
        let hashed: BTreeMap<String, String> = record["artifacts"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|artifact| {
                Some((artifact["path"].as_str()?.to_owned(), artifact["sha256"].as_str()?.to_owned()))
            })
            .collect();
        let expected: BTreeMap<String, String> =
            approved.iter().map(|(path, text)| (path.clone(), sha256(text))).collect();
        assert_eq!(hashed, expected, "{after}");
    }
    let expected = model.files();
    let files: BTreeMap<String, Vec<u8>> =
        session.contents().into_iter().filter(|(name, _)| name != "standards-bundle.md").collect();
    let names: BTreeSet<&String> = files.keys().collect();
    assert_eq!(names, expected.keys().collect(), "{after}");
    for (path, text) in expected.iter().filter_map(|(path, text)| Some((path, text.as_ref()?))) {
        assert_eq!(String::from_utf8_lossy(&files[path]), *text, "{path}: {after}");
    }
}

fn check(draws: &[Draw]) {
    let (session, mut model) = (Session::new(), Model::new());
    let mut done: Vec<Act> = Vec::new();
    for draw in draws {
        let Some(act) = draw.act(&model) else { continue };
        done.push(act);
        let Act::Give(order) = act else {
            if let Some(change) = model.change(act) {
                carry_out(&session, change);
            }
            continue;
        };
        let codes = model.order(order);
        let said = session.order(words(order));
        let after = format!("{done:?}: {said:?}");
        assert!(codes.contains(&said.code), "{codes:?} expected: {after}");
        let explains = said.code == 0 || said.code == 3 || said.err.contains("hint: ");
        assert!(explains, "no sentence: {after}");
        compare(&session, &model, &after);
    }
}

#[test]
fn the_binary_does_what_the_model_does() {
    let outcome = runner().run(&draws(), |draws| {
        check(&draws);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Control: the cases reach every phase, later iterations, and revisions without changes.
#[test]
fn the_cases_reach_every_phase() {
    let mut runner = runner();
    let mut reached: BTreeMap<Phase, usize> = BTreeMap::new();
    let (mut iterations, mut orders, mut undecided) = (0, 0, 0);
    for _ in 0..runner.config().cases {
        let draws = draws().new_tree(&mut runner).unwrap().current();
        let mut model = Model::new();
        for draw in draws {
            let Some(act) = draw.act(&model) else { continue };
            match act {
                Act::Give(order) => {
                    model.order(order);
                    orders += 1;
                }
                Act::Respond(_) | Act::DeleteResponse | Act::Write(..) | Act::Delete(_) => {
                    model.change(act);
                }
            }
            *reached.entry(model.phase()).or_default() += 1;
            iterations = iterations.max(model.iteration());
            undecided += usize::from(model.approved().is_none());
        }
    }
    println!("{orders} orders; up to iteration {iterations}; {undecided} acts while undecided; {reached:?}");
    assert_eq!(reached.len(), 10, "{reached:?}");
    assert!(iterations >= 3 && undecided > 3, "iteration {iterations}, {undecided} undecided");
}
