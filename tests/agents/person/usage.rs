//! What agents used and may use, for programs: `frieze status --json`, and the same rows from `run` and `show`.

use std::io::Write as _;

use serde_json::json;

use super::bench::Bench;
use super::provider::intent;
use crate::http::dialects::answer;
use crate::http::server::{Server, response};

const PRICED: &str = "price: {input: \"2.50\", output: \"10\"}";

fn priced(server: &Server, settings: &str) -> Bench {
    let bench = Bench::new();
    bench.user(&format!(
        "{settings}generator: remote\nagents:\n  remote: {{kind: openai, model: m, url: \"{}\", {PRICED}}}\n",
        server.url()
    ));
    bench
}

#[test]
fn status_shows_usage_agents_and_limits() {
    // Deferred once, answered without a design once, then with one.
    let server = Server::new(|number, _, out| match number {
        1 => out.write_all(&response("429 Busy", "text/plain", "retry-after: 0\r\n", "")),
        2 => out.write_all(&answer("openai", true, "m-2025", "no design")),
        _ => out.write_all(&answer("openai", true, "m-2025", intent())),
    });
    let bench = priced(&server, "currency: EUR\nmaxTokens: 300000\nmaxCost: \"1.25\"\n");
    let listing = bench.place.json(&["status", "--json"]);
    assert_eq!(listing["limits"], json!({ "maxCalls": 100, "maxTokens": 300_000, "maxCost": "1.25" }));
    assert_eq!(listing["features"][0]["answeredBy"], json!([]));
    assert_eq!(listing["features"][0]["spent"]["calls"], 0);
    let said = bench.run(&["run", "checkout", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let row = bench.place.row("checkout");
    // Three requests and the built-in critic; 11 and 7 tokens for each of two answers, and an estimate for the third.
    let spent = json!({
        "calls": 4, "inputTokens": 22, "outputTokens": 14, "cost": "0.000196", "currency": "EUR", "estimated": 0,
    });
    assert_eq!((&row["spent"], &row["spentInAll"]), (&spent, &spent));
    let by = json!([
        { "role": "critic", "model": "built-in critic 1.0.0" }, { "role": "generator", "model": "m-2025" },
    ]);
    assert_eq!(row["answeredBy"], by);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&said.out).unwrap(),
        bench.place.json(&["status", "--json"])
    );
    assert_eq!(bench.place.json(&["show", "checkout", "--json"])["feature"], row);
    let shown = bench.place.done(&["show", "checkout"]).out;
    assert!(shown.contains("used    4 calls, 22 + 14 tokens, 0.000196 EUR"), "{shown}");
}

#[test]
fn the_usage_of_all_runs_is_shown_next_to_the_last() {
    let server = Server::new(|number, _, out| match number {
        1 => out.write_all(&response("400 Bad Request", "text/plain", "", "no")),
        _ => out.write_all(&answer("openai", true, "m", intent())),
    });
    let bench = priced(&server, "");
    assert_eq!(bench.run(&["run", "checkout"]).code, 3);
    assert_eq!(bench.run(&["run", "checkout", "--set", "maxCalls=1"]).code, 2);
    bench.place.done(&["reset", "checkout"]);
    bench.becomes_a_candidate(&["run", "checkout"]);
    let row = bench.place.row("checkout");
    assert_eq!((&row["spent"]["calls"], &row["spentInAll"]["calls"]), (&json!(2), &json!(3)), "{row}");
    // The usage of a refused call is unknown and estimated from its prompt.
    assert_eq!(
        (&row["spent"]["estimated"], &row["spentInAll"]["estimated"]),
        (&json!(0), &json!(1)),
        "{row}"
    );
    assert!(row["spentInAll"]["inputTokens"].as_u64() > row["spent"]["inputTokens"].as_u64(), "{row}");
    let limits = &bench.place.json(&["status", "--json"])["limits"];
    assert_eq!(*limits, json!({ "maxCalls": 100, "maxTokens": null, "maxCost": null }));
}

/// A run ends before it exceeds its limit. The row shows how far it was.
#[test]
fn a_limit_that_stops_a_run_is_shown_in_its_row() {
    let server = Server::saying(answer("openai", true, "m", "no design"));
    let bench = priced(&server, "maxCalls: 2\n");
    assert_eq!(bench.run(&["run", "checkout"]).code, 2);
    let row = bench.place.row("checkout");
    let reason = row["reason"].as_str().unwrap();
    assert!(reason.contains("reached its limit of calls (maxCalls: 2)"), "{reason}");
    assert_eq!((&row["spent"]["calls"], server.received().len()), (&json!(2), 2), "{row}");
}
