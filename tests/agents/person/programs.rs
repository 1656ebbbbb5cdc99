//! Stand-ins for the programs in the README. Each takes its arguments as the real one does and prints the same errors.

use super::bench::{Bench, executable};
use super::provider::intent;
use super::readme::Way;
use crate::{acp, presets};

/// `claude -p` takes the prompt from standard input.
pub const CLAUDE: &str = r#"
[ "$*" = -p ] || { echo "error: unknown option '$*'" >&2; exit 1; }
[ -n "$(cat)" ] || { echo "Error: Input must be provided either through stdin or as a prompt argument when using --print" >&2; exit 1; }
echo "Here is the design:"; echo '```json'; cat "$HOME/answer.txt"; echo; echo '```'"#;

/// `codex exec -` takes it from standard input, prints its progress on standard error, and works only in a trusted folder
/// or a repository, unless an option says otherwise.
const CODEX: &str = r#"
[ "$1" = exec ] || { echo "error: unrecognized subcommand" >&2; exit 2; }
shift
[ "$1" = --skip-git-repo-check ] && trusted=1 && shift
[ -n "$trusted" ] || [ -d .git ] || { echo "Not inside a trusted directory and --skip-git-repo-check was not specified." >&2; exit 1; }
[ "$*" = - ] && [ -n "$(cat)" ] || { echo "No prompt provided via stdin." >&2; exit 1; }
echo "thinking" >&2; cat "$HOME/answer.txt""#;

/// `gemini -p` takes it as an argument, and works only in a trusted folder, unless an option says otherwise.
const GEMINI: &str = r#"
[ "$1" = --skip-trust ] && trusted=1 && shift
[ "$1" = -p ] && [ $# -ge 2 ] || { echo "Not enough arguments following: p" >&2; exit 42; }
[ -n "$trusted" ] || { echo "Gemini CLI is not running in a trusted directory. To proceed, use --skip-trust." >&2; exit 55; }
[ $# = 2 ] && [ -n "$2" ] || exit 42
cat "$HOME/answer.txt""#;

/// `ollama run MODEL` takes it from standard input if that is not a terminal, and draws a spinner on standard error.
const OLLAMA: &str = r#"
[ $# = 2 ] && [ "$1 $2" = "run MODEL" ] || { echo "Error: unknown command" >&2; exit 1; }
[ -n "$(cat)" ] || exit 1
printf '\033[?25l\342\240\213' >&2; cat "$HOME/answer.txt""#;

const SCRIPT: &str = r#"
[ $# = 0 ] && [ "$MY_KEY" = key-0123456789 ] || { echo "no key" >&2; exit 1; }
[ "$(basename "$PWD")" = tools ] && [ -n "$(cat)" ] || exit 1
cat "$HOME/answer.txt""#;

pub fn walk(way: &Way) {
    let [yaml] = way.blocks(["yaml"]);
    let mut bench = Bench::new();
    bench.user(yaml);
    // Before they are installed the doctor reports each as missing.
    let said = bench.run(&["doctor"]);
    assert!(said.code == 2 && said.out.contains("/tools/agent.sh does not exist"), "{said:?}");
    for (name, script) in [("claude", CLAUDE), ("codex", CODEX), ("gemini", GEMINI), ("ollama", OLLAMA)] {
        bench.program(name, script);
    }
    executable(&bench.place.at("tools/agent.sh"), SCRIPT);
    bench.set("MY_KEY", super::setups::KEY);
    std::fs::write(bench.place.home().join("answer.txt"), intent()).unwrap();
    let doctor = bench.healthy();
    let agents = ["claude", "codex", "gemini", "local", "script"];
    let described: Vec<&str> = yaml
        .lines()
        .skip_while(|l| *l != "agents:")
        .skip(1)
        .filter_map(|l| l.trim().split(':').next())
        .collect();
    assert_eq!(described, agents);
    // The README names `claude` as generator.
    for name in agents {
        assert!(doctor.contains(&format!("agent {name}: ")), "{doctor}");
        let generator = format!("generator={name}");
        let run = ["run", "checkout", "--set", &generator];
        bench.becomes_a_candidate(if name == "claude" { &run[..2] } else { &run });
        std::fs::remove_dir_all(bench.place.at("features/checkout")).unwrap();
        bench.place.done(&["new", "checkout", "--brief", "checkout.md"]);
    }
}

/// Programs that frieze knows: one command, and a workspace with two of them.
pub fn known(way: &Way) {
    let [run, yaml] = way.blocks(["sh", "yaml"]);
    let bench = Bench::new();
    for kind in ["claude", "codex"] {
        presets::stand_in(&bench, kind, &presets::stream(kind, intent()));
    }
    presets::stand_in(&bench, "claude", &presets::stream("claude", intent()));
    let (code, shown) = bench
        .shell(&run.replace("use claude ", "use claude --role generator "), &[("to trust it: ", "claude\r")]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("logged in"), "{shown}");
    assert_eq!(bench.answered("checkout", "generator"), "claude-real-1");
    bench.place.write("frieze.yaml", yaml);
    for name in ["writer", "judge"] {
        bench.trust(name);
    }
    bench.healthy();
    let settings: Vec<&str> = way.rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(
        settings,
        ["model", "command", "environment", "folder", "maxAnswerTokens", "context", "price"]
    );
}

pub fn over_acp(way: &Way) {
    let [yaml] = way.blocks(["yaml"]);
    let bench = Bench::new();
    acp::stand_in(&bench, "gemini");
    bench.user(yaml);
    bench.healthy();
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "scripted-1");
}
