//! Every setup in the README, tested as a person would follow it: the printed text goes into a workspace, `frieze doctor`
//! finds nothing wrong, and `frieze run` reaches a candidate. Only server addresses and keys are replaced, and each test
//! says where.

use super::bench::{Bench, reaching};
use super::programs;
use super::provider::{Provider, intent};
use super::readme::{Way, way, ways};
use super::without_a_model;
use crate::http::server::Server;
use crate::{acp, presets};

/// Every section has its test, and every test its section.
macro_rules! walks {
    ($($test:ident walks $name:literal by $walk:path;)*) => {
        $(#[test]
        fn $test() {
            $walk(&way($name));
        })*

        #[test]
        fn every_setup_in_the_readme_works() {
            let named: Vec<String> = ways()
                .into_iter()
                .filter(|way| !way.blocks.is_empty() || !way.rows.is_empty())
                .map(|way| way.name)
                .collect();
            assert_eq!(named, [$($name),*]);
        }
    };
}

walks! {
    each_kind_in_one_line walks "Agents" by agents;
    ollama_serves walks "Ollama" by ollama;
    other_servers_differ_in_their_address walks "llama.cpp, vLLM, LM Studio" by other_servers;
    openai_is_asked walks "OpenAI" by openai;
    anthropic_is_asked walks "Anthropic" by anthropic;
    gemini_is_asked_in_both_roles walks "Gemini" by gemini;
    settings_of_a_model walks "Settings of a model" by settings;
    known_programs_answer walks "Programs that frieze knows" by programs::known;
    an_agent_over_acp_answers walks "Agent Client Protocol" by programs::over_acp;
    programs_answer walks "A command-line agent" by programs::walk;
    a_person_answers_with_files walks "A person with files" by without_a_model::files;
    a_run_is_given_again walks "Replaying" by without_a_model::replay;
    what_came_with_a_workspace_is_trusted walks "Trust" by without_a_model::trust;
    stitch_draws walks "Previews by Google Stitch" by without_a_model::stitch;
}

/// The kinds of programs that need no command.
const KNOWN: [&str; 4] = ["claude", "codex", "gemini-cli", "opencode"];

/// Replaces the printed key.
pub const KEY: &str = "key-0123456789";

fn openai_of(model: &'static str, key: Option<&'static str>) -> Server {
    Provider { kind: "openai", model, key, base: "/v1" }.begin()
}

/// The requests to a server, without the doctor's.
fn posted(server: &Server) -> Vec<crate::http::server::Received> {
    server.received().into_iter().filter(|received| received.line.starts_with("POST ")).collect()
}

/// The table of kinds: each cell is an entry of `frieze.yaml`.
fn agents(way: &Way) {
    let [shortest] = way.blocks(["yaml"]);
    let walked: Vec<&str> = way.rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(
        walked,
        [
            "openai",
            "anthropic",
            "gemini",
            "claude",
            "codex",
            "gemini-cli",
            "opencode",
            "acp",
            "command",
            "files",
            "replay"
        ]
    );
    for row in &way.rows {
        let (kind, entry) = (row[0].as_str(), row[2].as_str());
        let name = entry.split(':').next().unwrap();
        let mut bench = Bench::new();
        bench.set("ANTHROPIC_API_KEY", KEY);
        bench.set("GEMINI_API_KEY", KEY);
        if kind == "acp" {
            acp::stand_in(&bench, "gemini");
        } else if KNOWN.contains(&kind) {
            presets::stand_in(&bench, kind, &presets::stream(kind, intent()));
        } else {
            bench.program("claude", programs::CLAUDE);
        }
        std::fs::write(bench.place.home().join("answer.txt"), intent()).unwrap();
        let key = (kind != "openai").then_some(KEY);
        let server = ["openai", "anthropic", "gemini"].into_iter().find(|known| *known == kind);
        let server = server.map(|kind| Provider { kind, model: "MODEL", key, base: "/v1" }.begin());
        let entry = match &server {
            // The providers' own addresses end with a version too.
            Some(server) if kind != "openai" => reaching(entry, kind, &format!("{}/v1", server.url())),
            Some(server) => reaching(entry, kind, &server.url()),
            None => entry.to_owned(),
        };
        match kind {
            "files" => {
                let answer = "features/checkout/design/iterations/1/generator-1/response.md";
                bench.place.write(answer, intent());
            }
            "replay" => {
                bench.becomes_a_candidate(&["run", "checkout"]);
                bench.place.done(&["new", "copy", "--brief", "checkout.md"]);
            }
            _ => {}
        }
        bench.place.write("frieze.yaml", format!("generator: {name}\nagents:\n  {entry}\n"));
        if !matches!(kind, "files" | "replay") {
            bench.trust(name);
        }
        assert!(bench.healthy().contains(&format!("agent {name}: ")), "{kind}");
        let id = if kind == "replay" { "copy" } else { "checkout" };
        bench.becomes_a_candidate(&["run", id]);
        assert!(!bench.answered(id, "generator").contains("built-in") || kind == "replay", "{kind}");
        if kind == "openai" {
            assert_eq!(shortest, format!("generator: local\nagents:\n  {}\n", row[2]), "the same twice");
        }
    }
}

fn ollama(way: &Way) {
    let [fetch, yaml, run] = way.blocks(["sh", "yaml", "sh"]);
    let server = openai_of("qwen3:8b", None);
    let bench = Bench::new();
    bench.program("ollama", "echo \"$* $OLLAMA_CONTEXT_LENGTH\" >> \"$HOME/ollama\"");
    assert_eq!(bench.shell(fetch, &[]).0, 0);
    let asked = std::fs::read_to_string(bench.place.home().join("ollama")).unwrap();
    // Nothing is fetched until the server runs; the fetched model is the one that answers.
    assert_eq!(asked, "serve 32768\npull qwen3:8b \n");
    bench.place.write("frieze.yaml", reaching(yaml, "openai", &server.url()));
    // Before it is trusted the doctor stops there and says what to do.
    let said = bench.run(&["doctor"]);
    assert!(said.code == 2 && said.out.contains("`frieze trust local`"), "{said:?}");
    let (code, shown) = bench.shell(run, &[("to trust it: ", "local\r")]);
    assert_eq!(code, 3, "{shown}");
    assert!(
        shown.contains("has qwen3:8b") && bench.answered("checkout", "generator") == "qwen3:8b",
        "{shown}"
    );
}

fn other_servers(way: &Way) {
    let [] = way.blocks([]);
    let ollama = super::readme::way("Ollama");
    let [_, yaml, _] = ollama.blocks(["sh", "yaml", "sh"]);
    assert_eq!(way.rows.len(), 3);
    for row in &way.rows {
        let (name, url) = (&row[0], row[2].as_str());
        let server = openai_of("tiny", None);
        let bench = Bench::new();
        let yaml = yaml.replace("http://localhost:11434/v1", &reaching(url, "openai", &server.url()));
        // The doctor lists the server's models; one of them is written.
        bench.user(&yaml);
        let said = bench.run(&["doctor"]);
        assert!(said.code == 2 && said.out.contains("has no model qwen3:8b"), "{name}: {said:?}");
        assert!(said.out.contains("it has tiny"), "{name}: {said:?}");
        bench.user(&yaml.replace("qwen3:8b", "tiny"));
        bench.healthy();
        bench.becomes_a_candidate(&["run", "checkout"]);
        assert_eq!(posted(&server).len(), 1, "{name}");
    }
}

fn openai(way: &Way) {
    let [yaml, run] = way.blocks(["yaml", "sh"]);
    let server = openai_of("MODEL", Some(KEY));
    let bench = Bench::new();
    bench.place.write("frieze.yaml", reaching(yaml, "openai", &format!("{}/v1", server.url())));
    let run = run.replace("OPENAI_API_KEY=…", &format!("OPENAI_API_KEY={KEY}"));
    assert!(run.contains(KEY), "{run}");
    bench.trust("gpt");
    let (code, shown) = bench.shell(&run, &[]);
    assert_eq!(code, 3, "{shown}");
    assert_eq!(posted(&server)[0].body["seed"], 7);
    let row = bench.place.row("checkout");
    // 11 and 7 tokens at 2 and 8 dollars a million.
    assert_eq!(row["spent"]["cost"], "0.000078", "{row}");
    assert_eq!(row["spent"]["currency"], "USD");
}

fn anthropic(way: &Way) {
    let [yaml] = way.blocks(["yaml"]);
    let key = Some(KEY);
    let server = Provider { kind: "anthropic", model: "MODEL", key, base: "/v1" }.begin();
    let mut bench = Bench::new();
    bench.set("ANTHROPIC_API_KEY", KEY);
    bench.user(&reaching(yaml, "anthropic", &format!("{}/v1", server.url())));
    bench.healthy();
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "MODEL");
}

fn gemini(way: &Way) {
    let [yaml] = way.blocks(["yaml"]);
    let key = Some(KEY);
    let server = Provider { kind: "gemini", model: "MODEL", key, base: "/v1beta" }.begin();
    let bench = Bench::new();
    bench.program("pass", &format!("[ \"$*\" = 'show gemini' ] && printf '%s\\nuser: me\\n' {KEY}"));
    bench.user(&reaching(yaml, "gemini", &format!("{}/v1beta", server.url())));
    bench.healthy();
    bench.becomes_a_candidate(&["run", "checkout"]);
    for role in ["generator", "critic"] {
        assert_eq!(bench.answered("checkout", role), "MODEL", "{role}");
    }
    assert_eq!(posted(&server).len(), 2);
}

/// The table has exactly the settings of a model.
fn settings(way: &Way) {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/config.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let named = way.rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>();
    let agent = schema["$defs"]["agent"]["properties"].as_object().unwrap();
    let of_others = ["kind", "model", "command", "environment", "folder", "from"];
    let mut known: Vec<&str> = agent.keys().map(String::as_str).collect();
    known.retain(|key| !of_others.contains(key));
    let mut sorted = named;
    sorted.sort_unstable();
    known.sort_unstable();
    assert_eq!(sorted, known, "the settings of a model over HTTP");
}
