//! A newcomer follows only the doctor's hints, from an empty folder to a working model. Each step is read from the hint; a
//! hint that leads nowhere fails the test.

use std::io::Write as _;

use super::bench::{Bench, reaching};
use super::provider::Provider;
use super::setups::KEY;
use crate::cli_support::Place;
use crate::http::server::Server;

/// The texts in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The hint of the first failed check.
fn hint(out: &str) -> Option<&str> {
    let mut lines = out.lines().skip_while(|line| !line.starts_with("NOT OK"));
    lines.next()?;
    Some(lines.next().and_then(|line| line.trim().strip_prefix("hint: ")).expect("a hint for what is not ok"))
}

/// Does what the hint says. Returns a word for that step.
fn done(
    bench: &mut Bench,
    server: &mut Option<Server>,
    port: u16,
    provider: &Provider,
    hint: &str,
) -> String {
    let yaml = bench.place.read("frieze.yaml");
    if let Some(name) = quoted(hint).iter().find_map(|words| words.strip_prefix("frieze trust ")) {
        bench.trust(name);
        return format!("trust {name}");
    }
    if let Some((_, rest)) = hint.split_once("export ") {
        let name = rest.split('=').next().unwrap();
        // The first key is out of date.
        bench.set(name, "old-key");
        return format!("export {name}");
    }
    if hint.starts_with("start the server") {
        let provider = provider.clone();
        *server = Some(Server::at(port, move |_, received, out| out.write_all(&provider.says(received))));
        return "start the server".to_owned();
    }
    if let Some((_, rest)) = hint.split_once("it has ") {
        let model = rest.split([',', ';']).next().unwrap();
        let old = yaml.split("model: ").nth(1).unwrap().split([',', '}']).next().unwrap();
        bench.place.write("frieze.yaml", yaml.replace(old, model));
        return format!("write model: {model}");
    }
    if hint.contains("check the key") {
        bench.set("OPENAI_API_KEY", KEY);
        return "check the key".to_owned();
    }
    panic!("who would know what to do? {hint}");
}

/// Copies the doctor's recipe into frieze.yaml, follows every hint until nothing is wrong, and runs.
#[track_caller]
fn led(recipe: &str, provider: &Provider, expected: &[&str]) {
    let mut bench = Bench::new();
    let healthy = bench.healthy();
    let hint_line =
        healthy.lines().find(|line| line.contains("hint: to use a model")).expect("how a model is had");
    let words = quoted(hint_line);
    let entry = words.iter().find(|words| words.starts_with(&format!("{recipe}: {{"))).expect("the recipe");
    assert!(hint_line.contains("frieze.yaml under agents:") && hint_line.contains("generator: local"));
    // A free port, for the provider that starts later.
    let idle = Server::saying("");
    let (url, port) = (idle.url(), idle.port());
    idle.end();
    let url = if recipe == "local" { url } else { format!("{url}/v1") };
    let entry = reaching(entry, provider.kind, &url);
    bench.place.write("frieze.yaml", format!("generator: {recipe}\nagents:\n  {entry}\n"));
    let (mut steps, mut server) = (Vec::new(), None);
    loop {
        let said = bench.run(&["doctor"]);
        let Some(hint) = hint(&said.out) else {
            assert_eq!(said.code, 0, "{said:?}");
            break;
        };
        assert_eq!(said.code, 2, "{said:?}");
        steps.push(done(&mut bench, &mut server, port, provider, hint));
        assert!(steps.len() < 9, "it goes round in circles: {steps:?}");
    }
    assert_eq!(steps, expected);
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), provider.model);
}

#[test]
fn the_doctor_leads_to_a_model_on_this_machine() {
    let provider = Provider { kind: "openai", model: "qwen3:8b", key: None, base: "/v1" };
    led("local", &provider, &["trust local", "start the server", "write model: qwen3:8b", "trust local"]);
}

#[test]
fn the_doctor_leads_to_a_model_with_a_key() {
    let provider = Provider { kind: "openai", model: "MODEL", key: Some(KEY), base: "/v1" };
    led("hosted", &provider, &["trust hosted", "export OPENAI_API_KEY", "start the server", "check the key"]);
}

#[test]
fn the_doctor_leads_to_a_person_with_files() {
    let bench = Bench::new();
    let healthy = bench.healthy();
    let entry = quoted(&healthy).into_iter().find(|words| words.starts_with("chat: {")).expect("the recipe");
    bench.place.write("frieze.yaml", format!("generator: chat\nagents:\n  {entry}\n"));
    bench.healthy();
    let folder = "features/checkout/design/iterations/1/generator-1";
    bench.place.write(&format!("{folder}/response.md"), super::provider::intent());
    bench.becomes_a_candidate(&["run", "checkout"]);
}

/// Without a workspace each refusal names the next command.
#[test]
fn an_empty_folder_leads_to_a_workspace_with_a_feature() {
    let place = Place::empty();
    assert!(place.done(&["doctor"]).out.contains("frieze init"));
    place.stopped(1, "is not in a frieze workspace", &["status"]);
    place.done(&["init"]);
    let said = place.done(&["status"]);
    assert!(said.out.contains("frieze new ID --brief FILE"), "{said:?}");
    place.write("checkout.md", crate::cli_support::CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.done(&["doctor"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
}
