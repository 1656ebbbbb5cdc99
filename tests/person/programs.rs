//! Programs as they are started from a README's line. Each stand-in takes its arguments as the program of its name does,
//! and complains as that one does.

use crate::bench::{Bench, executable};
use crate::provider::intent;
use crate::readme::Way;

/// `claude -p` takes the prompt from standard input.
pub const CLAUDE: &str = r#"
[ "$*" = -p ] || { echo "error: unknown option '$*'" >&2; exit 1; }
[ -n "$(cat)" ] || { echo "Error: Input must be provided either through stdin or as a prompt argument when using --print" >&2; exit 1; }
echo "Here is the design:"; echo '```json'; cat "$HOME/answer.txt"; echo; echo '```'"#;

/// `codex exec -` takes it from standard input, tells its progress on standard error, and works only where it is trusted
/// or in a repository, unless it is told otherwise.
const CODEX: &str = r#"
[ "$1" = exec ] || { echo "error: unrecognized subcommand" >&2; exit 2; }
shift
[ "$1" = --skip-git-repo-check ] && trusted=1 && shift
[ -n "$trusted" ] || [ -d .git ] || { echo "Not inside a trusted directory and --skip-git-repo-check was not specified." >&2; exit 1; }
[ "$*" = - ] && [ -n "$(cat)" ] || { echo "No prompt provided via stdin." >&2; exit 1; }
echo "thinking" >&2; cat "$HOME/answer.txt""#;

/// `gemini -p` takes it as an argument, and works only in a folder that is trusted, unless it is told otherwise.
const GEMINI: &str = r#"
[ "$1" = --skip-trust ] && trusted=1 && shift
[ "$1" = -p ] && [ $# -ge 2 ] || { echo "Not enough arguments following: p" >&2; exit 42; }
[ -n "$trusted" ] || { echo "Gemini CLI is not running in a trusted directory. To proceed, use --skip-trust." >&2; exit 55; }
[ $# = 2 ] && [ -n "$2" ] || exit 42
cat "$HOME/answer.txt""#;

/// `ollama run MODEL` takes it from standard input where that is no terminal, and turns a wheel on standard error.
const OLLAMA: &str = r#"
[ $# = 2 ] && [ "$1 $2" = "run llama3.2" ] || { echo "Error: unknown command" >&2; exit 1; }
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
    // Before they are there the doctor says so of each.
    let said = bench.run(&["doctor"]);
    assert!(said.code == 2 && said.out.contains("/tools/agent.sh is not there"), "{said:?}");
    for (name, script) in [("claude", CLAUDE), ("codex", CODEX), ("gemini", GEMINI), ("ollama", OLLAMA)] {
        bench.program(name, script);
    }
    executable(&bench.place.at("tools/agent.sh"), SCRIPT);
    bench.set("MY_KEY", crate::ways::KEY);
    std::fs::write(bench.place.home().join("answer.txt"), intent()).unwrap();
    let doctor = bench.healthy();
    let agents = ["claude", "codex", "gemini", "local", "script"];
    let told: Vec<&str> = yaml
        .lines()
        .skip_while(|l| *l != "agents:")
        .skip(1)
        .filter_map(|l| l.trim().split(':').next())
        .collect();
    assert_eq!(told, agents);
    // `claude` is the one that the README names as generator.
    for name in agents {
        assert!(doctor.contains(&format!("agent {name}: ")), "{doctor}");
        let generator = format!("generator={name}");
        let run = ["run", "checkout", "--set", &generator];
        bench.becomes_a_candidate(if name == "claude" { &run[..2] } else { &run });
        std::fs::remove_dir_all(bench.place.at("features/checkout")).unwrap();
        bench.place.done(&["new", "checkout", "--brief", "checkout.md"]);
    }
}
