//! Reproducible scores, through the real binary: a run whose ledger disagrees ends, and `frieze score --again` judges
//! twice.

use std::process::Child;

use serde_json::Value;

use super::bench::Bench;
use super::provider::intent;
use crate::cli_support::Place;

const RECORD: &str = "features/checkout/design/state.json";

/// Waits for an iteration's generator request. Returns where its answer goes.
#[track_caller]
fn asked(bench: &Bench, iteration: u32, run: &mut Child) -> String {
    let folder = format!("features/checkout/design/iterations/{iteration}/generator-1");
    bench.appears(&format!("{folder}/prompt.md"), run);
    format!("{folder}/response.md")
}

/// A valid design below the threshold, from a brief with little content.
fn poor() -> String {
    let place = Place::workspace();
    place.write("thin.md", "# A thing\n\nThe thing must do what is asked.\n");
    place.done(&["new", "checkout", "--brief", "thin.md"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 2);
    place.read("features/checkout/design/iterations/1/intent.json")
}

/// A run that was interrupted while it waits for its second design.
fn interrupted(poor: &str) -> (Bench, String) {
    let bench = Bench::new();
    bench.place.write("frieze.yaml", "threshold: 95\ngenerator: desk\nagents: {desk: {kind: files}}\n");
    let mut run = bench.place.started(&["run", "checkout"]);
    let first = asked(&bench, 1, &mut run);
    bench.place.write(&first, poor);
    let second = asked(&bench, 2, &mut run);
    let pid = rustix::process::Pid::from_child(&run);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(bench.ends(&mut run), Some(130));
    (bench, second)
}

#[test]
fn another_score_for_the_same_design_ends_the_run() {
    let poor = poor();
    for otherwise in [true, false] {
        let (bench, second) = interrupted(&poor);
        let mut record: Value = serde_json::from_str(&bench.place.read(RECORD)).unwrap();
        let scored = record["evaluations"][0]["overall"].as_f64().unwrap();
        if otherwise {
            // The score that another program would have given.
            record["evaluations"][0]["overall"] = (scored + 1.0).into();
            bench.place.write(RECORD, serde_json::to_string_pretty(&record).unwrap());
        }
        bench.place.write(&second, &poor);
        if otherwise {
            let said = bench.run(&["run", "checkout"]);
            assert_eq!((said.code, bench.place.state("checkout").as_str()), (2, "FAILED"), "{said:?}");
            let reason = bench.place.row("checkout")["reason"].as_str().unwrap().to_owned();
            let difference = format!("scored {:.2} in iteration 1, and {scored:.2} now", scored + 1.0);
            assert!(
                reason.contains("determinism violation") && reason.contains(&difference),
                "{difference}: {reason}"
            );
        } else {
            // The same score is no violation: the run asks for the third design.
            let mut run = bench.place.started(&["run", "checkout"]);
            asked(&bench, 3, &mut run);
            run.kill().unwrap();
            run.wait().unwrap();
        }
    }
}

/// The order to run everything ends no run that could go on with its own agents.
#[test]
fn run_all_leaves_out_a_run_that_it_would_end() {
    let (bench, _) = interrupted(&poor());
    bench.place.write("frieze.yaml", "threshold: 95\n");
    let said = bench.run(&["run", "--all"]);
    assert_eq!((said.code, bench.place.state("checkout").as_str()), (1, "GENERATING"), "{said:?}");
    assert!(said.err.contains("the generator's agent was desk: files when the run started"), "{said:?}");
    assert!(said.err.contains("`frieze abort checkout`"), "{said:?}");
    let said = bench.run(&["run", "checkout"]);
    assert_eq!((said.code, bench.place.state("checkout").as_str()), (2, "FAILED"), "{said:?}");
}

#[test]
fn two_judgements_of_a_design_agree() {
    let bench = Bench::new();
    bench.place.write("design.json", intent());
    let said = bench.place.done(&["score", "--again", "design.json"]);
    let once = bench.place.done(&["score", "design.json"]);
    let last = said.out.lines().next_back().unwrap_or_default();
    let overall = once.out.lines().next().unwrap();
    assert!(said.out.starts_with(&once.out), "{said:?}");
    assert_eq!(last, format!("judged twice by the rubric: the same, {overall}"));
    let report = bench.place.json(&["score", "--again", "--json", "design.json"]);
    assert_eq!(report["same"], true);
    assert_eq!(report["first"], report["second"]);
    assert_eq!(report["first"], bench.place.json(&["score", "design.json", "--json"]));
    bench.place.stopped(1, "no-such.json", &["score", "--again", "no-such.json"]);
}
