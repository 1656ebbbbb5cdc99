//! Programs as agents, through the real binary: whatever a program does to hang or to kill its keeper, it ends and leaves
//! no process (promise P13; `promises/README.md` lists each way); a run's fixed settings may not change; agents of a
//! workspace must be trusted first (promise P21).

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use crate::cli_support::{CHECKOUT, Place};

/// A workspace with a brief, and a program of the user's own as generator.
fn place(script: &str, settings: &str) -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    program(&place, script);
    let agents = format!(
        "generator: prog\nagents:\n  prog:\n    kind: command\n    command: [./agent.sh]\n{settings}"
    );
    user(&place, &agents);
    place
}

fn program(place: &Place, script: &str) {
    place.write("agent.sh", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(place.at("agent.sh"), fs::Permissions::from_mode(0o755)).unwrap();
}

fn user(place: &Place, yaml: &str) {
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    // The user's own file names its programs by their whole paths.
    let yaml = yaml.replace("[./", &format!("[{}/", place.root().display()));
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
}

/// Trusts the workspace's agent of this name as it is now.
fn trusted(place: &Place, name: &str) {
    let shown = place.run(&["trust", name]).out;
    let hash = shown.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap();
    place.done(&["trust", name, "--sha256", hash]);
}

/// An answer that makes a candidate.
fn answer() -> String {
    Place::candidate().read("features/checkout/design/iterations/1/generator-answer-1.txt")
}

/// Processes with this text in their environment: everything that a program started and that did not clear it.
fn marked(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let with_mark = processes.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    });
    let line = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).unwrap_or_default();
    with_mark.map(|entry| String::from_utf8_lossy(&line(entry)).replace('\0', " ")).collect()
}

/// The time limit only ends a failing test.
#[track_caller]
fn nothing_left(mark: &str, what: &str) {
    let left = left(mark, Duration::from_secs(60));
    assert!(left.is_empty(), "{what}: {left:?} are left");
}

/// Processes that do not end within this time.
fn left(mark: &str, within: Duration) -> Vec<String> {
    let since = Instant::now();
    loop {
        let left = marked(mark);
        if left.is_empty() || since.elapsed() >= within {
            return left;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Control: without a keeper a daemon is left behind, and the same check finds it.
#[test]
fn p13_a_leftover_process_is_found() {
    let mark = format!("left-{}-", std::process::id());
    let mut careless = std::process::Command::new("sh");
    careless.args(["-c", "(setsid sleep 600 >/dev/null 2>&1 </dev/null &) ; echo x"]).env("MARK", &mark);
    assert!(careless.output().unwrap().status.success());
    let mark = format!("MARK={mark}");
    // While a process starts another program, its environment cannot be read for a moment.
    let since = Instant::now();
    let found = loop {
        let found = marked(&mark);
        let is_there = matches!(&found[..], [only] if only.starts_with("sleep 600"));
        if is_there || since.elapsed() > Duration::from_secs(60) {
            break found;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let its = fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    });
    for entry in its {
        let id = entry.file_name().to_string_lossy().parse().unwrap();
        let id = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    }
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("sleep 600"), "{found:?}");
    nothing_left(&mark, "it was ended");
}

/// How such a run ends: no output, timeout, too much output, no design in the answer, or a killed keeper.
const IDLE: &str = "prog printed nothing for 3 s and was stopped";
const TIME: &str = "did not answer within 8 s";
const LARGE: &str = "prog printed more than 16 MiB and was stopped";
const INVALID: &str = "intent.json does not conform to its schema";
const KILLED: &str = "prog: its keeper process was killed";

/// A name, what the program does, and what the run reports.
type Way = (&'static str, &'static str, &'static str);

const HANGS: [Way; 24] = [
    ("sleeps", "sleep 600", IDLE),
    ("ignores being asked to end", "trap '' TERM; sleep 600; sleep 600; sleep 600", IDLE),
    ("ignores every signal that can be", "trap '' TERM INT HUP QUIT CONT; while :; do sleep 600; done", IDLE),
    (
        "a child that ignores too",
        "trap '' TERM; sh -c \"trap '' TERM; sleep 600; sleep 600\" ; sleep 600",
        IDLE,
    ),
    ("forks twice", "(sleep 600 & ) ; sleep 600", IDLE),
    ("forks twice and ends", "(sleep 600 & ) ; echo x", INVALID),
    ("becomes a daemon", "(setsid sleep 600 >/dev/null 2>&1 </dev/null &) ; sleep 600", IDLE),
    ("becomes a daemon and ends", "(setsid sleep 600 >/dev/null 2>&1 </dev/null &) ; echo x", INVALID),
    ("a daemon with the pipe in its hands", "(setsid sleep 600 &) ; echo x", INVALID),
    ("a daemon of a daemon", "(setsid sh -c '(setsid sleep 600 &) ; sleep 600' &) ; echo x", INVALID),
    (
        "a daemon that ignores too",
        "(setsid sh -c \"trap '' TERM; sleep 600; sleep 600\" &) ; echo x",
        INVALID,
    ),
    ("a grandchild with the pipe in its hands", "sleep 600 & echo x", INVALID),
    ("closes its output and sleeps", "exec >&- 2>&-; sleep 600", IDLE),
    ("closes all of its own and sleeps", "exec <&- >&- 2>&-; sleep 600", IDLE),
    (
        "prints for ever",
        "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        LARGE,
    ),
    ("prints without a line's end for ever", "cat /dev/zero", LARGE),
    ("drips", "while :; do printf x; sleep 0.2; done", TIME),
    ("complains for ever", "while :; do echo no >&2; sleep 0.2; done", TIME),
    ("complains without a pause", "yes no >&2", TIME),
    ("never reads", "exec sleep 600", IDLE),
    ("stops itself", "kill -STOP $$; sleep 600", IDLE),
    ("stops its group", "sleep 600 & kill -STOP 0; sleep 600", IDLE),
    ("leaves zombies", "for i in 1 2 3 4 5; do (true & exec sleep 600) & done; sleep 600", IDLE),
    ("waits for the terminal", "read line </dev/tty; sleep 600", IDLE),
];

/// `$PPID` is the program's parent, and `$k` the keeper above it.
const KEEPERS: [Way; 11] = [
    ("kills its parent", "kill -9 $PPID; sleep 600", KILLED),
    (
        "kills its parent and ignores being asked to end",
        "trap '' TERM; kill -9 $PPID; sleep 600; sleep 600",
        KILLED,
    ),
    ("asks its parent to end", "kill $PPID; sleep 600", KILLED),
    ("leaves a daemon and kills its parent", "(setsid sleep 600 &) ; kill -9 $PPID; sleep 600", KILLED),
    ("kills the keeper", "read -r _ _ _ k _ < /proc/$PPID/stat; kill -9 $k; sleep 600", KILLED),
    (
        "leaves a daemon and kills the keeper",
        "(setsid sleep 600 &) ; read -r _ _ _ k _ < /proc/$PPID/stat; kill -9 $k; sleep 600",
        KILLED,
    ),
    ("kills both", "read -r _ _ _ k _ < /proc/$PPID/stat; kill -9 $k $PPID; sleep 600", KILLED),
    (
        "kills both and ignores being asked to end",
        "trap '' TERM; read -r _ _ _ k _ < /proc/$PPID/stat; kill -9 $k $PPID; sleep 600; sleep 600",
        KILLED,
    ),
    ("stops its parent", "kill -STOP $PPID; sleep 600", IDLE),
    (
        "leaves a daemon and stops both",
        "(setsid sleep 600 &) ; read -r _ _ _ k _ < /proc/$PPID/stat; kill -STOP $k $PPID; sleep 600",
        IDLE,
    ),
    ("stops its parent and ends", "kill -STOP $PPID; echo x", IDLE),
];

#[test]
fn twenty_four_ways_of_hanging_end_and_leave_nothing() {
    end_and_leave_nothing("hangs", &HANGS);
}

#[test]
fn programs_that_kill_their_keepers_end_and_leave_nothing() {
    end_and_leave_nothing("keepers", &KEEPERS);
}

/// A program that first kills its parent or the keeper leaves nothing, however early it does so.
#[test]
fn a_program_that_kills_its_parent_first_leaves_nothing() {
    let first = |what: &str| KEEPERS.iter().find(|(name, ..)| *name == what).copied().unwrap();
    let ways = [
        first("kills its parent"),
        first("leaves a daemon and kills its parent"),
        first("leaves a daemon and kills the keeper"),
        first("kills both"),
    ];
    end_and_leave_nothing("first", &ways.repeat(12));
}

fn end_and_leave_nothing(test: &str, ways: &[Way]) {
    let queue = std::sync::Mutex::new(ways.iter().enumerate());
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let Some((number, (what, script, words))) = queue.lock().unwrap().next() else { return };
                    let mark = format!("MARK={test}-{}-{number}-", std::process::id());
                    let limits = "    idleSeconds: 3\n    timeoutSeconds: 8\n    environment: [MARK]\n";
                    let place = place(script, limits);
                    // The prompt is larger than a pipe's buffer, for programs that never read.
                    let brief =
                        format!("{CHECKOUT}\n## Notes\n\n{}", "The shop is open all day. ".repeat(20_000));
                    place.write("features/checkout/brief.md", brief);
                    let said = place
                        .run_env(&[("MARK", &mark[5..])], &["run", "checkout", "--set", "repairAttempts=0"]);
                    // A time limit fails the run; every other end is no answer.
                    let ended = (said.code, place.state("checkout"));
                    let ends = [(2, "FAILED".to_owned()), (3, "GENERATING".to_owned())];
                    assert!(ends.contains(&ended), "{what}: {said:?}");
                    let reason = place.row("checkout")["reason"].to_string();
                    assert!(reason.contains(words), "{what}: {reason}");
                    nothing_left(&mark, what);
                }
            });
        }
    });
}

/// While frieze is stopped (Ctrl-Z), the program's silence is not counted.
#[test]
fn the_time_while_frieze_was_stopped_is_not_counted_as_silence() {
    use rustix::process::{Pid, Signal, kill_process};
    let text = answer();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let script = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo; [ $i = 3 ] && touch ../begun; \
                              [ $i = 13 ] && touch ../long; sleep 0.3; done; cat ../answer.json";
                let place = place(script, "    folder: in\n    idleSeconds: 2\n");
                fs::create_dir_all(place.at("in")).unwrap();
                place.write("answer.json", &text);
                let mut run = place.started(&["run", "checkout"]);
                let id = Pid::from_child(&run);
                for (signal, sign) in [(Signal::STOP, "begun"), (Signal::CONT, "long")] {
                    while !place.exists(sign) {
                        assert!(run.try_wait().unwrap().is_none(), "it ended too early");
                        std::thread::sleep(Duration::from_millis(20));
                    }
                    kill_process(id, signal).unwrap();
                }
                assert_eq!(run.wait().unwrap().code(), Some(3), "{}", place.row("checkout")["reason"]);
            });
        }
    });
}

/// The list in the promises' README has exactly these ways.
#[test]
fn every_way_of_hanging_is_listed_with_the_promises() {
    let readme = include_str!("../promises/README.md");
    let named = |heading: &str| -> Vec<&str> {
        let rest = readme.split(&format!("### {heading}\n")).nth(1).expect("the heading");
        let part = rest.split("\n#").next().unwrap();
        part.lines()
            .filter_map(|line| line.split_once(". **")?.1.split_once("**").map(|(name, _)| name))
            .collect()
    };
    let names = |ways: &[Way]| ways.iter().map(|(name, ..)| *name).collect::<Vec<_>>();
    assert_eq!(named("Twenty-four ways of hanging"), names(&HANGS));
    assert_eq!(named("Ways of getting rid of the keepers"), names(&KEEPERS));
}

#[test]
fn every_signal_that_ends_frieze_ends_the_program() {
    for (number, signal) in ["KILL", "TERM", "INT", "HUP"].into_iter().enumerate() {
        let mark = format!("dies-{}-{number}-", std::process::id());
        let script = format!(
            "MARK={mark}; export MARK; touch ../started; (setsid sleep 600 &) ; trap '' TERM; sleep 600"
        );
        let place = place(&script, "    folder: work\n");
        fs::create_dir_all(place.at("work")).unwrap();
        let mut child = place.started(&["run", "checkout"]);
        while !place.exists("started") || marked(&mark).is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            std::thread::sleep(Duration::from_millis(20));
        }
        let id = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        let number = match signal {
            "KILL" => rustix::process::Signal::KILL,
            "TERM" => rustix::process::Signal::TERM,
            "INT" => rustix::process::Signal::INT,
            _ => rustix::process::Signal::HUP,
        };
        rustix::process::kill_process(id, number).unwrap();
        child.wait().unwrap();
        nothing_left(&mark, signal);
    }
}

/// The run and the doctor start the program that prints a key; neither leaves it behind.
#[test]
fn every_signal_that_ends_frieze_ends_the_key_command() {
    use rustix::process::{Pid, Signal, kill_process};
    let signals =
        [("run", Signal::KILL), ("run", Signal::TERM), ("run", Signal::INT), ("doctor", Signal::KILL)];
    for (number, (verb, signal)) in signals.into_iter().enumerate() {
        let mark = format!("key-{}-{number}-", std::process::id());
        let place = place("true", "");
        program(
            &place,
            &format!(
                "MARK={mark}; export MARK; (setsid sleep 600 &); touch started; trap '' TERM; sleep 600"
            ),
        );
        user(
            &place,
            "generator: remote\nagents: {remote: {kind: openai, model: m, url: 'http://127.0.0.1:1', key: {command: \
             [./agent.sh]}}}\n",
        );
        let arguments = if verb == "run" { &["run", "checkout"][..] } else { &["doctor"] };
        let mut child = place.started(arguments);
        while !place.exists("started") || marked(&mark).is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "{verb} ended too early");
            std::thread::sleep(Duration::from_millis(20));
        }
        let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        kill_process(id, signal).unwrap();
        child.wait().unwrap();
        nothing_left(&mark, verb);
    }
}

/// An agent process that unlocks keys stays, since a person typed its passphrase. Every other process ends.
#[test]
fn a_daemon_of_a_finished_key_command_survives() {
    let (stays, goes) = (format!("stays-{}-", std::process::id()), format!("goes-{}-", std::process::id()));
    let place = place("true", "");
    program(
        &place,
        &format!(
            "MARK={stays} setsid sleep 600 & echo $! > daemon; MARK={goes} sleep 600 & sleep 0.2; echo the-key"
        ),
    );
    user(
        &place,
        "agents: {remote: {kind: openai, model: m, url: 'http://127.0.0.1:1', key: {command: [./agent.sh]}}}\n",
    );
    let doctor = place.run(&["doctor"]);
    assert!(doctor.out.contains("no answer from http://127.0.0.1:1"), "the key was had: {doctor:?}");
    nothing_left(&goes, "what stayed in the command's group");
    let left = marked(&stays);
    let daemon = place.read("daemon").trim().parse().ok().and_then(rustix::process::Pid::from_raw).unwrap();
    let ended = rustix::process::kill_process(daemon, rustix::process::Signal::KILL);
    assert!(left.len() == 1 && ended.is_ok(), "{left:?}");
}

#[test]
fn faults_of_a_program_are_reported() {
    let cases = [
        ("echo 'no key: run login' >&2; exit 3", "prog ended with exit code 3: no key: run login"),
        ("kill -9 $$", "prog was killed by signal 9"),
        ("true", "prog printed no answer"),
        ("printf '\\377\\376'", "not UTF-8, from byte 0 on"),
        ("head -c 17000000 /dev/zero", "more than 16 MiB"),
        ("kill -9 $PPID; sleep 600", "its keeper process was killed"),
    ];
    for (script, words) in cases {
        let place = place(script, "");
        let ran = place.run(&["run", "checkout"]);
        assert_eq!(ran.code, 3, "{script}: it waits for a person (ruling 25)");
        assert!(ran.out.contains("next: checkout: ") && ran.out.contains("frieze run checkout"), "{ran:?}");
        let reason = place.json(&["show", "checkout", "--json"]).to_string();
        assert!(reason.contains(words), "{script}: {reason}");
    }
    let place = place("true", "");
    for (command, words) in [
        ("[no-such-program]", "not in PATH"),
        ("[./nothing]", "does not exist"),
        ("[./checkout.md]", "executed"),
    ] {
        user(&place, &format!("generator: prog\nagents: {{prog: {{kind: command, command: {command}}}}}\n"));
        // The problem is found before the run begins, so there is nothing to reset.
        place.run(&["run", "checkout"]).complains(1, words);
        assert_eq!(place.state("checkout"), "IDLE", "{command}");
    }
}

/// The prompt by both ways, the environment, the folder, and what is left of it.
#[test]
fn a_program_gets_its_prompt_environment_and_folder() {
    let text = answer();
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.write("answer.json", &text);
    let root = place.root().display().to_string();
    program(
        &place,
        &format!(
            "cat > {root}/stdin; printf %s \"$2\" > {root}/argument; env > {root}/env; pwd > {root}/pwd; ls -A > {root}/ls; cat {root}/answer.json"
        ),
    );
    for (arguments, stdin) in [("[./agent.sh, a, b]", true), ("[./agent.sh, a, 'x{prompt}']", false)] {
        user(
            &place,
            &format!(
                "generator: prog\nagents: {{prog: {{kind: command, command: {arguments}, environment: [OWN]}}}}\n"
            ),
        );
        place.run(&["run", "checkout"]).complains(1, "prog: OWN is not set");
        let said = place.run_env(&[("OWN", "1"), ("SECRET", "2"), ("LC_ALL", "C")], &["run", "checkout"]);
        assert_eq!(said.code, 3, "{said:?}");
        let prompt = place.read("features/checkout/design/iterations/1/generator-prompt-1.txt");
        assert_eq!(place.read("stdin"), if stdin { prompt.clone() } else { String::new() });
        let argument = if stdin { "b".to_owned() } else { format!("x{}", prompt.trim_end_matches('\n')) };
        assert_eq!(place.read("argument").trim_end_matches('\n'), argument);
        let environment = place.read("env");
        for variable in ["OWN=1", "TERM=dumb", "LC_ALL=C", "PATH=", "HOME="] {
            assert!(environment.lines().any(|line| line.starts_with(variable)), "{variable}: {environment}");
        }
        for variable in ["SECRET", "NO_COLOR", "FRIEZE", "XDG_CONFIG_HOME"] {
            assert!(!environment.contains(variable), "{variable}: {environment}");
        }
        assert_eq!(place.read("ls"), "", "the folder was not empty");
        assert!(!std::path::Path::new(place.read("pwd").trim()).exists(), "the folder is left");
        fs::remove_dir_all(place.at("features/checkout")).unwrap();
        place.done(&["new", "checkout", "--brief", "checkout.md"]);
    }
}

/// The program changes something while it answers: the run ends with the old and the new value.
#[test]
fn pinned_settings_may_not_change_during_a_run() {
    let text = answer();
    let cases = [
        (
            "the template",
            "echo more >> templates/prompts/design-generator-v1.1.0.txt",
            "the generator's prompt template was",
        ),
        (
            "the model",
            "sed -i 's/model: one/model: two/' $CONFIG",
            "the generator's model was one when the run started and is now two",
        ),
        ("the definition", "sed -i 's/agent.sh]/agent.sh, again]/' $CONFIG", "the generator's agent was"),
    ];
    for (what, change, words) in cases {
        let script = format!("CONFIG=$HOME/config/frieze/config.yaml\n{change}\ncat answer.json");
        let place = place(&script, "    model: one\n    folder: .\n");
        place.write("answer.json", &text);
        let template = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/prompts/design-generator-v1.1.0.txt");
        place.write("templates/prompts/design-generator-v1.1.0.txt", fs::read(template).unwrap());
        trusted(&place, "design-generator-v1.1.0.txt");
        let said = place.run(&["run", "checkout"]);
        assert_eq!((said.code, place.state("checkout").as_str()), (2, "FAILED"), "{what}: {said:?}");
        let shown = place.json(&["show", "checkout", "--json"]).to_string();
        assert!(shown.contains("determinism violation") && shown.contains(words), "{what}: {shown}");
    }
}

/// "Any attempt to modify threshold mid-run MUST be rejected": the program raises it while it answers. The run keeps its
/// own and reports that once.
#[test]
fn a_threshold_changed_during_a_run_is_refused_and_reported() {
    let place = place("echo 'threshold: 91' >> frieze.yaml\ncat answer.json", "    folder: .\n");
    place.write("answer.json", answer());
    let said = place.run(&["run", "checkout"]);
    let words = "threshold 91 is refused during a run, which keeps 80";
    assert_eq!((said.code, place.state("checkout").as_str()), (3, "CANDIDATE"), "{said:?}");
    assert!(said.err.contains(&format!("checkout: {words}")), "{said:?}");
    let again = place.run(&["run", "checkout"]);
    assert!(again.code == 3 && !again.err.contains("refused"), "{again:?}");
    let shown = place.run(&["show", "checkout"]);
    assert!(shown.out.contains(" / 80"), "{shown:?}");
    assert!(shown.out.contains("threshold 91 is refused"), "{shown:?}");
    let log = place.run(&["log", "checkout"]).out;
    assert_eq!(log.matches(words).count(), 1, "{log}");
}

#[test]
fn agents_of_a_workspace_need_trust() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    program(&place, "touch ../ran; cat ../answer.json");
    fs::create_dir_all(place.at("in")).unwrap();
    place.write("answer.json", answer());
    let yaml = |arguments: &str| {
        format!("generator: prog\nagents: {{prog: {{kind: command, command: {arguments}, folder: in}}}}\n")
    };
    place.write("frieze.yaml", yaml("[./agent.sh]"));
    let said = place.run(&["run", "checkout"]);
    said.complains(1, "agents.prog came with this workspace (frieze.yaml), and you have not trusted it");
    assert!(said.err.contains("`frieze trust prog`"), "{said:?}");
    assert_eq!(place.state("checkout"), "IDLE");
    place.done(&["show", "checkout"]);
    let doctor = place.run(&["doctor"]);
    assert!(doctor.code == 2 && doctor.out.contains("agents.prog"), "{doctor:?}");
    let asked = place.run(&["trust"]);
    asked.complains(1, "prog is not trusted");
    assert!(
        asked.out.contains("runs ./agent.sh") && asked.out.contains("in the folder in of the workspace"),
        "{asked:?}"
    );
    let hash = asked.out.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
    place.stopped(1, &hash, &["trust", "prog", "--sha256", &"0".repeat(64)]);
    place.stopped(1, "no definition of this workspace with that name", &["trust", "other"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 1);
    assert!(!place.exists("ran"));
    place.done(&["trust", "prog", "--sha256", &hash]);
    // Trust with the hash of another definition is refused.
    place.stopped(1, "prog has changed", &["trust", "prog", "--sha256", &"0".repeat(64)]);
    place.done(&["trust", "prog", "--sha256", &hash]);
    let kept = place.home().join("config/frieze/trusted.json");
    assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    assert!(place.exists("ran"));
    // A changed definition of the same name needs trust again.
    place.write("frieze.yaml", yaml("[./agent.sh, x]"));
    assert_eq!(place.run(&["trust"]).code, 1);
    place.write("frieze.yaml", yaml("[./agent.sh]"));
    place.done(&["trust"]);
    fs::write(&kept, "{\"version\": 2, \"trusted\": [{}]}").unwrap();
    place.stopped(1, "trusted.json", &["trust"]);
    fs::remove_file(&kept).unwrap();
    // The user's own agents need none.
    user(&place, &yaml("[./agent.sh]"));
    place.write("frieze.yaml", "");
    place.done(&["trust"]);
    place.write("other.md", CHECKOUT);
    place.done(&["new", "other", "--brief", "other.md"]);
    fs::remove_file(place.at("ran")).unwrap();
    place.run(&["run", "other"]);
    assert!(place.exists("ran"));
}

/// Possible keys in an address are hidden; trust covers the whole address.
#[test]
fn an_address_is_trusted_whole_and_shown_without_secrets() {
    let place = Place::workspace();
    let mut hashes = Vec::new();
    for (entry, shown) in [
        (
            "agents: {one: {kind: openai, model: m, url: 'http://x.example/v1'}}",
            "to http://x.example/v1, for m",
        ),
        (
            "agents: {one: {kind: openai, model: m, url: 'http://x.example/v1?key=canary-1'}}",
            "to http://x.example/v1 (a user",
        ),
        (
            "agents: {one: {kind: openai, model: m, url: 'http://x.example/v1?key=canary-2'}}",
            "to http://x.example/v1 (a user",
        ),
        (
            "agents: {one: {kind: openai, model: m, url: 'http://x.example/v1', proxy: 'http://me:canary-3@p.example'}}",
            "through the proxy http://p.example (a user",
        ),
        (
            "servers: {one: {kind: stitch, url: 'https://me:canary-4@x.example/mcp#canary-5'}}",
            "to https://x.example/mcp (a user",
        ),
    ] {
        place.write("frieze.yaml", format!("{entry}\n"));
        let said = place.run(&["trust"]);
        assert!(said.code == 1 && said.out.contains(shown), "{shown}: {said:?}");
        assert!(!format!("{said:?}").contains("canary"), "{said:?}");
        let hash = said.out.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
        assert!(!hashes.contains(&hash), "{entry}: another address by the same hash");
        place.done(&["trust", "one", "--sha256", &hash]);
        hashes.push(hash);
    }
}

#[test]
fn programs_and_servers_need_trust_and_files_do_not() {
    let place = Place::workspace();
    let cases = [
        (
            "agents",
            "{kind: openai, model: m, url: 'http://x.example/v1', key: {env: KEY}, proxy: 'http://p.example'}",
            3,
        ),
        ("agents", "{kind: anthropic, model: m, key: {command: [pass, show, 'my key']}}", 2),
        ("agents", "{kind: gemini, model: m}", 1),
        ("servers", "{kind: stitch, key: {env: KEY}}", 2),
        ("agents", "{kind: files}", 0),
        ("agents", "{kind: replay, from: checkout}", 0),
    ];
    for (section, entry, lines) in cases {
        place.write("frieze.yaml", format!("{section}: {{one: {entry}}}\n"));
        let said = place.run(&["trust"]);
        assert_eq!(said.code, i32::from(lines > 0), "{entry}: {said:?}");
        let listed =
            said.out.lines().filter(|line| line.starts_with("  ") && !line.contains("SHA-256")).count();
        assert_eq!(listed, lines, "{entry}: {said:?}");
    }
}
