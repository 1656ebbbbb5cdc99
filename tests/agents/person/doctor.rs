//! `frieze doctor` with many agents at once: it checks each, and names the problem and the fix.

use serde_json::Value;

use super::bench::Bench;
use super::provider::Provider;
use super::setups::KEY;
use crate::http::server::{Server, response};
use crate::stitch::server::{Manners, Stitch};

/// The doctor's check of one agent.
#[track_caller]
fn check<'a>(report: &'a Value, what: &str) -> &'a Value {
    let checks = report["checks"].as_array().unwrap();
    let mut found = checks.iter().filter(|check| check["what"] == what);
    let check = found.next().unwrap_or_else(|| panic!("{what} is not in {report:#}"));
    assert!(found.next().is_none(), "{what} is reported twice: {report:#}");
    check
}

#[test]
fn the_doctor_distinguishes_many_agents() {
    let up = Provider { kind: "openai", model: "tiny", key: None, base: "" }.begin();
    let refusing = Provider { kind: "gemini", model: "m", key: Some("another"), base: "" }.begin();
    let drawing = Stitch::begin(Manners::default());
    let mut bench = Bench::new();
    bench.set("KEY", KEY);
    bench.user(&format!(
        "generator: up\ncritic: refused\nagents:\n  up: {{kind: openai, model: tiny, url: \"{}\"}}\n  \
         refused: {{kind: gemini, model: m, url: \"{}\", key: {{env: KEY}}}}\n  \
         down: {{kind: anthropic, model: m, url: \"http://127.0.0.1:1\"}}\n  \
         keyless: {{kind: openai, model: m, key: {{env: NO_SUCH_KEY}}}}\n  \
         missing: {{kind: command, command: [no-such-program]}}\n  \
         there: {{kind: command, command: [sh, -c, cat]}}\n  desk: {{kind: files}}\n  \
         again: {{kind: replay, from: checkout}}\nservers:\n  \
         draws: {{kind: stitch, url: \"{}\", key: {{env: KEY}}}}\n",
        up.url(),
        refusing.url(),
        drawing.url()
    ));
    let said = bench.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &report["ok"]), (2, &Value::Bool(false)));
    for (what, ok, found, hint) in [
        ("agents", true, "generator up, critic refused", ""),
        ("agent up", true, "has tiny", ""),
        ("agent refused", false, "401", "check the key"),
        ("agent down", true, "no answer from http://127.0.0.1:1", "start the server"),
        ("agent keyless", true, "NO_SUCH_KEY is not set", "export NO_SUCH_KEY="),
        ("agent missing", true, "no-such-program is not in PATH", "install it"),
        ("agent there", true, "/sh", ""),
        ("agent desk", true, "response.md", ""),
        ("agent again", true, "0 recorded answers", "use a feature that has been run"),
        ("server draws", true, "answers in", ""),
    ] {
        let check = check(&report, what);
        assert_eq!(check["ok"], ok, "{check}");
        assert!(check["found"].as_str().unwrap().contains(found), "{found:?} is not in {check}");
        assert_eq!(hint.is_empty(), check["hint"].is_null(), "{check}");
        assert!(check["hint"].as_str().unwrap_or_default().contains(hint), "{hint:?} is not in {check}");
        // The text for people says the same.
        let line = format!("{what}: {}", check["found"].as_str().unwrap());
        if !line.contains(" ms") {
            assert!(bench.run(&["doctor"]).out.contains(&line), "{line}");
        }
    }
    assert!(!said.out.contains(KEY));
    assert!(up.received().iter().all(|received| received.line.starts_with("GET ")), "a look asks no model");
}

/// A preview server that answers, is missing, is the wrong one, or refuses.
#[test]
fn the_doctor_checks_a_preview_server() {
    let page = Server::saying(response("200 OK", "text/html", "", "<html>hello</html>"));
    let no = Some((403, "Content-Type: text/plain\r\n", "PERMISSION_DENIED"));
    let forbidding = Stitch::begin(Manners { refuses_all: true, refuses: no, ..Manners::default() });
    let lacking = Stitch::begin(Manners { lacks: Some("get_screen"), ..Manners::default() });
    let well = Stitch::begin(Manners::default());
    for (url, ok, found, hint) in [
        (well.url(), true, "key from the variable STITCH_API_KEY: stitch at", ""),
        ("http://127.0.0.1:1/mcp".to_owned(), false, "cannot be used", "servers.stitch.url"),
        (page.url(), false, "cannot be used", "is it an MCP server?"),
        (forbidding.url(), false, "PERMISSION_DENIED", "that it (the variable STITCH_API_KEY) is valid"),
        (lacking.url(), false, "lacks the tools get_screen", "is it Google Stitch?"),
    ] {
        let mut bench = Bench::new();
        bench.set("STITCH_API_KEY", KEY);
        bench.user(&format!("preview: stitch\nservers:\n  stitch: {{kind: stitch, url: \"{url}\"}}\n"));
        let said = bench.run(&["doctor", "--json"]);
        let report: Value = serde_json::from_str(&said.out).unwrap();
        let check = check(&report, "server stitch");
        assert_eq!((&check["ok"], said.code), (&Value::Bool(ok), if ok { 0 } else { 2 }), "{check}");
        assert!(check["found"].as_str().unwrap().contains(found), "{found:?} is not in {check}");
        assert!(check["hint"].as_str().unwrap_or_default().contains(hint), "{hint:?} is not in {check}");
        assert!(!said.out.contains(KEY), "{said:?}");
        // A run has a preview in each case.
        if !ok {
            assert!(
                check["hint"].as_str().unwrap().contains("until then the built-in preview is used"),
                "{check}"
            );
            let said = bench.run(&["run", "checkout"]);
            assert!(said.code == 3 && said.err.contains("the preview is built-in"), "{said:?}");
        }
    }
    // A missing key is reported differently from a refused one.
    let bench = Bench::new();
    bench.user(&format!("preview: stitch\nservers:\n  stitch: {{kind: stitch, url: \"{}\"}}\n", well.url()));
    let report: Value = serde_json::from_str(&bench.run(&["doctor", "--json"]).out).unwrap();
    let check = check(&report, "server stitch").to_string();
    assert!(
        check.contains("the variable STITCH_API_KEY is not set") && check.contains("export STITCH_API_KEY="),
        "{check}"
    );
}

/// A silent server is given up and delays no other check.
#[test]
fn a_server_that_never_answers_is_given_up() {
    let silent = Server::new(|_, _, _| {
        std::thread::sleep(std::time::Duration::from_secs(60));
        Ok(())
    });
    let up = Provider { kind: "openai", model: "tiny", key: None, base: "" }.begin();
    let bench = Bench::new();
    bench.user(&format!(
        "agents:\n  silent: {{kind: openai, model: m, url: \"{}\"}}\n  up: {{kind: openai, model: tiny, url: \"{}\"}}\n",
        silent.url(),
        up.url()
    ));
    let said = bench.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let check_of = |what: &str| check(&report, what).to_string();
    assert!(check_of("agent silent").contains("did not answer within 10 s"), "{report:#}");
    assert!(check_of("agent up").contains("has tiny"), "{report:#}");
}
