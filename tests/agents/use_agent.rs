//! `frieze use`, and what else leads a newcomer to a program of their machine.

use crate::cli_support::Place;
use crate::person::bench::Bench;
use crate::person::provider::intent;
use crate::presets;

const WRITTEN: &str = "generator: claude\ncritic: claude\nagents:\n  claude: {kind: claude}\n";

/// Without a terminal the lines are written, and trust is left to a person, as `frieze trust` does.
#[test]
fn roles_are_written_and_trust_is_asked_for() {
    let bench = Bench::new();
    bench.place.write("frieze.yaml", "# ours\nthreshold: 80 # low\n");
    presets::stand_in(&bench, "claude", &presets::stream("claude", intent()));
    let said = bench.run(&["use", "claude"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("claude is now generator and critic in frieze.yaml"), "{said:?}");
    assert!(
        said.out.contains("runs claude -p ") && said.err.contains("`frieze trust claude --sha256 "),
        "{said:?}"
    );
    assert_eq!(bench.place.read("frieze.yaml"), format!("# ours\nthreshold: 80 # low\n\n{WRITTEN}"));
    bench.trust("claude");
    let said = bench.run(&["use", "claude"]);
    assert!(said.code == 0 && said.out.contains("claude already is generator and critic"), "{said:?}");
    // One role goes back to the built-in agent.
    let said = bench.run(&["use", "built-in", "--role", "critic"]);
    assert!(said.code == 0 && said.out.contains("built-in is now critic"), "{said:?}");
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "claude-real-1");
}

#[test]
fn a_file_that_cannot_be_changed_safely_is_left_alone() {
    let place = Place::workspace();
    let before = "agents: {local: {kind: files}}\n";
    place.write("frieze.yaml", before);
    let said = place.run(&["use", "codex", "--role", "generator"]);
    said.complains(1, "cannot be changed safely; nothing was changed");
    for line in ["generator: codex\n", "agents:\n", "  codex: {kind: codex}\n"] {
        assert!(said.out.contains(line), "{said:?}");
    }
    assert_eq!(place.read("frieze.yaml"), before);
    // An agent that is described there needs no new line of the map.
    place.done(&["use", "local"]);
    assert_eq!(place.read("frieze.yaml"), format!("{before}\ngenerator: local\ncritic: local\n"));
    place.stopped(1, "nobody: no agent has that name", &["use", "nobody"]);
    place.write("frieze.yaml", "treshold: 80\n");
    place.stopped(1, "treshold", &["use", "codex"]);
}

#[test]
fn use_reports_a_variable_that_overrides_the_file() {
    let place = Place::workspace();
    let said = place.run_env(&[("FRIEZE_CRITIC", "built-in")], &["use", "opencode"]);
    assert!(said.err.contains("critic stays built-in: a variable or --set comes before"), "{said:?}");
}

/// The programs in `PATH` are the examples of a new workspace, and the next step after a run without a model.
#[test]
fn a_newcomer_learns_of_the_programs_of_the_machine() {
    let bench = Bench::new();
    for kind in ["codex", "opencode"] {
        presets::stand_in(&bench, kind, "");
    }
    let empty = bench.place.home().join("bin");
    let path = [("PATH", empty.to_str().expect("UTF-8"))];
    bench.place.run_env(&path, &["init", "shop"]);
    let yaml = bench.place.read("shop/frieze.yaml");
    assert!(yaml.contains("#   codex: {kind: codex}\n#   opencode: {kind: opencode}\n"), "{yaml}");
    assert!(yaml.contains("`frieze use codex`") && !yaml.contains("claude"), "{yaml}");
    let said = bench.place.run_env(&path, &["run", "checkout"]);
    assert!(said.code == 3 && said.out.contains("`frieze use codex`"), "{said:?}");
    // The lines hold when they are uncommented.
    let uncommented: String = yaml
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| {
            ["generator:", "critic:", "agents:", "  codex:", "  opencode:"]
                .iter()
                .any(|key| line.starts_with(key))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    bench.place.write("frieze.yaml", uncommented);
    assert!(bench.place.done(&["config"]).out.contains("agents.opencode.kind"));
}
