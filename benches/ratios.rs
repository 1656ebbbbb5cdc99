//! Times of the product and its yardsticks, measured in turn. The ratio of the medians counts, because absolute times
//! differ between machines and hours.
//!
//! `cargo bench --bench ratios [-- part of an operation's name]`; `ROUNDS` sets the number of rounds (7). A yardstick that is not
//! installed is reported as not run.
//!
//! The yardstick in Node also parses, validates, scores and hashes, so it needs a validator:
//! `npm install --prefix target/yardstick ajv@8`, or `AJV=FOLDER` with ajv in its node_modules. Without one the table says that
//! Node validates nothing.

use std::cell::LazyCell;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use frieze_engine::Runs as _;
use frieze_intent as intent;
use frieze_rubric as rubric;
use portable_pty::{CommandBuilder, PtyPair, PtySize, native_pty_system};
use support::measured;
use support::workspaces;

mod support;

const FRIEZE: &str = env!("CARGO_BIN_EXE_frieze");
const HERE: &str = env!("CARGO_MANIFEST_DIR");

type Timed<'a> = Box<dyn FnMut() -> Option<Duration> + 'a>;

/// One line of the table.
struct Operation<'a> {
    name: &'static str,
    yardstick: &'static str,
    target: &'static str,
    ours: Timed<'a>,
    theirs: Timed<'a>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a.as_str()));
    let rounds = std::env::var("ROUNDS").ok().and_then(|r| r.parse().ok()).unwrap_or(7_usize);
    let place = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let files = Files::new(place.path());
    println!(
        "| operation | ours | yardstick | its time | ratio | target |\n| --- | --- | --- | --- | --- | --- |"
    );
    for mut operation in operations(&files).into_iter().filter(|o| wanted(o.name)) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        // The first round warms caches and is not counted.
        for round in 0..=rounds {
            let (our, their) = ((operation.ours)(), (operation.theirs)());
            if round > 0 {
                ours.extend(our);
                theirs.extend(their);
            }
        }
        let (our, their) = (median(ours), median(theirs));
        let shown = |time: Option<Duration>| {
            time.map_or("not run".to_owned(), |t| format!("{:.2} ms", t.as_secs_f64() * 1000.0))
        };
        let ratio = our.zip(their).map(|(our, their)| our.as_secs_f64() / their.as_secs_f64());
        let ratio = ratio.map_or("not run".to_owned(), |r| format!("{r:.3}"));
        let Operation { name, yardstick, target, .. } = operation;
        println!("| {name} | {} | {yardstick} | {} | {ratio} | {target} |", shown(our), shown(their));
    }
}

/// Workspaces and designs to measure. A workspace is made when it is needed, as that takes longer than most operations.
struct Files {
    place: PathBuf,
    intents: Vec<PathBuf>,
    /// A design of the size of those in the engine's runs.
    design: PathBuf,
    thousand: Made,
    /// The same with a chain under each feature.
    chained: Made,
    ten_thousand: Made,
    frozen: Made,
    /// The same with signed freezes and a list of approvers. `None` if ssh-keygen is not installed.
    signed: LazyCell<Option<PathBuf>, Box<dyn FnOnce() -> Option<PathBuf>>>,
}

type Made = LazyCell<PathBuf, Box<dyn FnOnce() -> PathBuf>>;

impl Files {
    fn new(place: &Path) -> Self {
        let intents = support::SIZES
            .iter()
            .map(|(name, size)| {
                let path = place.join(format!("{}.json", name.replace(' ', "")));
                let bytes = support::intents::file(&support::intents::of_size(*size));
                std::fs::write(&path, bytes).expect("a file in a temporary folder");
                path
            })
            .collect();
        let design = place.join("design.json");
        let bytes = support::intents::file(&support::intents::of_size(measured::DESIGN));
        std::fs::write(&design, bytes).expect("a file in a temporary folder");
        let made = |name: &str, count, all_frozen, in_git: bool| -> Made {
            let root = place.join(name);
            LazyCell::new(Box::new(move || {
                std::fs::create_dir(&root).expect("a folder in a temporary folder");
                measured::workspace(&root, count, all_frozen);
                if in_git {
                    committed(&root);
                }
                root
            }))
        };
        Self {
            place: place.to_path_buf(),
            intents,
            design,
            thousand: made("mixed-1000", 1_000, false, true),
            chained: {
                let root = place.join("chained-1000");
                LazyCell::new(Box::new(move || {
                    std::fs::create_dir(&root).expect("a folder in a temporary folder");
                    measured::workspace(&root, 1_000, false);
                    measured::chain(&root, FRIEZE);
                    root
                }))
            },
            ten_thousand: made("mixed-10000", 10_000, false, false),
            frozen: made("frozen-1000", 1_000, true, false),
            signed: {
                let root = place.join("signed-1000");
                LazyCell::new(Box::new(move || {
                    std::fs::create_dir(&root).expect("a folder in a temporary folder");
                    measured::workspace(&root, 1_000, true);
                    measured::sign(&root).then_some(root)
                }))
            },
        }
    }
}

impl Files {
    /// A folder that stays until everything is measured: some file systems create files slowly after many were deleted, which would
    /// slow down the next round.
    fn kept(&self) -> PathBuf {
        tempfile::tempdir_in(&self.place).expect("a temporary folder").keep()
    }
}

fn committed(root: &Path) {
    for git in [
        &["init", "-q"][..],
        &["add", "."],
        &["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "x"],
    ] {
        let _ = Command::new("git").current_dir(root).args(git).status();
    }
}

fn operations(files: &Files) -> Vec<Operation<'_>> {
    let frieze = |args: &[&str], root: &Path| timed(Command::new(FRIEZE).args(args).current_dir(root));
    let [small, big] = [&files.intents[0], &files.intents[3]];
    let (thousand, chained, ten) = (&files.thousand, &files.chained, &files.ten_thousand);
    let (validating, warm) = match ajv() {
        Some(_) => ("Node, ajv", "Node, ajv, warm"),
        None => ("Node, validates nothing", "Node, validates nothing, warm"),
    };
    let mut all = vec![
        operation(
            "program start",
            "an empty process",
            "",
            move || frieze(&["--version"], Path::new("/")),
            move || timed(&mut Command::new("true")),
        ),
        operation(
            "program start, git",
            "git --version",
            "2",
            move || frieze(&["--version"], Path::new("/")),
            move || timed(Command::new("git").arg("--version")),
        ),
        operation(
            "status, 1,000",
            "git status",
            "2",
            move || frieze(&["status"], thousand),
            move || timed(Command::new("git").arg("status").current_dir(thousand.as_path())),
        ),
        operation(
            "status, 1,000 with chains",
            "without chains",
            "1.3",
            move || frieze(&["status"], chained),
            move || frieze(&["status"], thousand),
        ),
        operation(
            "first frame, 1,000 with chains",
            "without chains",
            "1.3",
            move || first_frame(chained),
            move || first_frame(thousand),
        ),
        operation(
            "status --json, 10,000",
            "Node",
            "0.6 (0.20)",
            move || frieze(&["status", "--json"], ten),
            move || node("status.mjs", &[ten.as_path()]),
        ),
        operation(
            "verify, 1,000",
            "Node",
            "0.15 (0.04)",
            move || frieze(&["verify"], &files.frozen),
            move || node("verify.mjs", &[files.frozen.as_path()]),
        ),
        operation(
            "verify, 1,000 signed",
            "Node, which checks no signature",
            "",
            move || frieze(&["verify", "--approvers", measured::APPROVERS], files.signed.as_ref()?),
            move || node("verify.mjs", &[files.signed.as_ref()?]),
        ),
        operation(
            "doctor, 1,000",
            "frieze status",
            "2",
            move || frieze(&["doctor"], thousand),
            move || frieze(&["status"], thousand),
        ),
        operation(
            "validate, 1,000 documents in one call",
            "ajv",
            "0.2",
            move || timed(&mut validate(&files.frozen)),
            move || ajv().and_then(|_| node("validate.mjs", &[&schema(), files.frozen.as_path()])),
        ),
        operation(
            "score whole process, 10 kB",
            validating,
            "0.05",
            move || frieze(&["score", "--json", &small.to_string_lossy()], Path::new("/")),
            move || node("evaluate.mjs", &[&schema(), small]),
        ),
        operation(
            "score whole process, 10 MB",
            validating,
            "0.4",
            move || frieze(&["score", "--json", &big.to_string_lossy()], Path::new("/")),
            move || node("evaluate.mjs", &[&schema(), big]),
        ),
    ];
    let evaluated =
        ["evaluate warm, 10 kB", "evaluate warm, 100 kB", "evaluate warm, 1 MB", "evaluate warm, 10 MB"];
    let targets = ["(0.13)", "", "(0.07)", "(0.05)"];
    for (((name, target), path), repeats) in
        evaluated.into_iter().zip(targets).zip(&files.intents).zip(["400", "100", "12", "3"])
    {
        let bytes = std::fs::read(path).expect("the file just written");
        let repeat: u32 = repeats.parse().unwrap_or(1);
        let ours = move || {
            let began = Instant::now();
            for _ in 0..repeat {
                let reading = intent::read(&bytes).expect("an intent");
                std::hint::black_box(rubric::evaluate(&reading));
            }
            Some(began.elapsed() / repeat)
        };
        all.push(operation(name, warm, target, ours, move || {
            said(node_command("evaluate.mjs", &[&schema(), path]).arg(repeats))
        }));
    }
    let compared =
        ["compare with the brief, 10 kB", "compare with the brief, 100 kB", "compare with the brief, 1 MB"];
    for ((name, path), repeat) in compared.into_iter().zip(&files.intents).zip([400, 100, 12]) {
        all.push(comparison(name, path, repeat));
    }
    for (name, engines, target) in
        [("iteration, 1 engine", 1, "1 (0.20)"), ("iteration, 50 engines", 50, "0.75 (0.15)")]
    {
        let theirs = move || {
            let root = files.kept();
            said(node_command("iteration.mjs", &[&schema(), &root, &files.design]).arg(engines.to_string()))
        };
        let ours = move || {
            let (took, root) = measured::iteration(&files.place, engines);
            let _ = root.keep();
            Some(took)
        };
        all.push(operation(name, validating, target, ours, theirs));
    }
    let theirs = move || said(&mut node_command("freeze.mjs", &[&files.kept(), &files.design]));
    all.push(operation("freeze", "Node, same files", "0.7", move || Some(freeze(&files.kept())), theirs));
    all
}

/// An evaluation with the comparison with the brief, next to one without.
fn comparison<'a>(name: &'static str, design: &Path, repeat: u32) -> Operation<'a> {
    let bytes = std::fs::read(design).expect("the file just written");
    let yardstick = support::briefs::yardstick(&intent::read(&bytes).expect("an intent").intent);
    let timed = move |bytes: &[u8], yardstick: Option<&rubric::Yardstick>| {
        let began = Instant::now();
        for _ in 0..repeat {
            let reading = intent::read(bytes).expect("an intent");
            std::hint::black_box(match yardstick {
                Some(yardstick) => rubric::evaluate_against(&reading, yardstick),
                None => rubric::evaluate(&reading),
            });
        }
        Some(began.elapsed() / repeat)
    };
    let theirs = bytes.clone();
    let ours = move || timed(&bytes, Some(&yardstick));
    operation(name, "without the brief", "1.10", ours, move || timed(&theirs, None))
}

fn operation<'a>(
    name: &'static str,
    yardstick: &'static str,
    target: &'static str,
    ours: impl FnMut() -> Option<Duration> + 'a,
    theirs: impl FnMut() -> Option<Duration> + 'a,
) -> Operation<'a> {
    Operation { name, yardstick, target, ours: Box::new(ours), theirs: Box::new(theirs) }
}

/// What `frieze approve` does after the confirmation: it takes the lock, inspects again, and freezes.
fn freeze(root: &Path) -> Duration {
    let ids = workspaces::ids(10);
    let engine = measured::candidates(root, &ids);
    let times = ids.iter().map(|id| {
        let approval = workspaces::approval(&engine, id);
        let began = Instant::now();
        engine.take_once(id, &approval).expect("it is frozen");
        began.elapsed()
    });
    median(times.collect()).unwrap_or_default()
}

/// All designs of a workspace, in one call.
fn validate(root: &Path) -> Command {
    let features = std::fs::read_dir(root.join("features")).expect("a workspace");
    let intents = features.flatten().map(|feature| feature.path().join("design/intent.json"));
    let mut command = Command::new(FRIEZE);
    command.arg("validate").args(intents);
    command
}

fn schema() -> PathBuf {
    Path::new(HERE).join("schemas/design-intent.schema.json")
}

/// The folder with ajv in its node_modules, if there is one.
fn ajv() -> Option<PathBuf> {
    let folder = std::env::var_os("AJV")
        .map_or_else(|| Path::new(HERE).join("target/yardstick"), |folder| Path::new(HERE).join(folder));
    folder.join("node_modules/ajv").is_dir().then_some(folder)
}

fn node_command(script: &str, args: &[&Path]) -> Command {
    let mut command = Command::new("node");
    command.arg(Path::new(HERE).join("tests/yardstick").join(script)).args(args);
    match ajv() {
        Some(folder) => command.env("AJV", folder),
        None => command.env_remove("AJV"),
    };
    command
}

fn node(script: &str, args: &[&Path]) -> Option<Duration> {
    timed(&mut node_command(script, args))
}

/// The run time of a program; `None` if it is not installed or fails.
fn timed(command: &mut Command) -> Option<Duration> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    command.status().ok().filter(ExitStatus::success).map(|_| began.elapsed())
}

/// The time until the screen shows a feature, on a pseudo-terminal.
fn first_frame(root: &Path) -> Option<Duration> {
    let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
    let PtyPair { slave, master } = native_pty_system().openpty(size).ok()?;
    let mut reader = master.try_clone_reader().ok()?;
    let mut command = CommandBuilder::new(FRIEZE);
    command.cwd(root);
    command.env("TERM", "xterm-256color");
    let began = Instant::now();
    let mut child = slave.spawn_command(command).ok()?;
    let (mut shown, mut bytes) = (Vec::new(), [0; 64 * 1024]);
    let took = loop {
        match reader.read(&mut bytes) {
            Ok(0) | Err(_) => break None,
            Ok(count) => shown.extend_from_slice(&bytes[..count]),
        }
        if shown.windows(4).any(|text| text == b"f-00") {
            break Some(began.elapsed());
        }
    };
    let _ = child.kill();
    let _ = child.wait();
    took
}

/// The milliseconds that a program prints.
fn said(command: &mut Command) -> Option<Duration> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Some(Duration::from_secs_f64(text.trim().parse::<f64>().ok()? / 1000.0))
}

fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}
