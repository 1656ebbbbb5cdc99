//! A person who answers with files, and recorded answers given again (promise P16), through the real binary.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

mod cli_support;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ExitStatus};
use std::time::Duration;

use cli_support::{CHECKOUT, Place};

const FOLDER: &str = "features/checkout/design/iterations/1/generator-1";

fn answer() -> String {
    Place::candidate().read("features/checkout/design/iterations/1/generator-answer-1.txt")
}

fn desk(yaml: &str) -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.write("frieze.yaml", yaml);
    place
}

/// Waits for a file; a run that ends before it is there fails the test.
#[track_caller]
fn appears(place: &Place, path: &str, run: &mut Child) {
    for _ in 0..3000 {
        if place.exists(path) {
            return;
        }
        assert!(run.try_wait().unwrap().is_none(), "the run ended before {path} was there");
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = run.kill();
    assert!(place.exists(path), "{path} was not there within a minute");
}

/// What a run tells whoever reads it behind a pipe, line by line; at its end there is none.
struct Told(std::io::Lines<BufReader<std::process::ChildStderr>>);

impl Told {
    fn by(run: &mut Child) -> Self {
        Self(BufReader::new(run.stderr.take().unwrap()).lines())
    }

    /// Reads on until these words are told.
    #[track_caller]
    fn until(&mut self, words: &str) {
        let line = self.0.by_ref().map_while(Result::ok).find(|line| line.contains(words));
        assert!(line.is_some(), "the run ended before it told: {words}");
    }
}

/// Waits for the end of a run that was told to end; one that does not is a failure, and is not left behind.
#[track_caller]
fn ended(run: &mut Child) -> ExitStatus {
    let mut looks = 0;
    while run.try_wait().unwrap().is_none() && looks < 3000 {
        looks += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    // One that has ended is not there to be killed any more.
    let _ = run.kill();
    assert!(looks < 3000, "the run did not end within a minute");
    run.wait().unwrap()
}

/// Whether this process ignores a signal, as under nohup or behind a shell's `&`, and so do the runs that it starts. Only Linux tells.
fn ignores(signal: rustix::process::Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bit = 1_u64 << (signal.as_raw() - 1);
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & bit != 0)
}

#[test]
fn a_person_answers_with_files_in_every_role() {
    let place = desk("generator: desk\ncritic: desk\nagents: {desk: {kind: files}}\n");
    let mut run = place.started(&["run", "checkout"]);
    appears(&place, &format!("{FOLDER}/prompt.md"), &mut run);
    let prompt = place.read(&format!("{FOLDER}/prompt.md"));
    assert!(prompt.contains(&format!("{FOLDER}/response.md")), "{prompt}");
    assert!(prompt.contains(&place.read("features/checkout/design/iterations/1/generator-prompt-1.txt")));
    // Empty, and not text: neither is an answer, and that is told.
    let mut told = Told::by(&mut run);
    told.until("waits for ");
    place.write(&format!("{FOLDER}/response.md"), "\n");
    told.until(", which is empty so far");
    place.write(&format!("{FOLDER}/response.md"), b"\xff\xfe");
    told.until("what is there is not UTF-8");
    assert!(run.try_wait().unwrap().is_none());
    place.write(&format!("{FOLDER}/response.md"), answer());
    let critic = "features/checkout/design/iterations/1/critic-1";
    appears(&place, &format!("{critic}/prompt.md"), &mut run);
    place.write(&format!("{critic}/response.md"), "{\"findings\": []}");
    assert_eq!(run.wait().unwrap().code(), Some(3));
    assert_eq!(place.state("checkout"), "CANDIDATE");
}

#[test]
fn an_interrupted_wait_goes_on_with_the_same_files() {
    let place = desk("generator: desk\nagents: {desk: {kind: files}}\n");
    let mut run = place.started(&["run", "checkout"]);
    let path = format!("{FOLDER}/prompt.md");
    appears(&place, &path, &mut run);
    let id = rustix::process::Pid::from_raw(i32::try_from(run.id()).unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130));
    // A person's notes stay.
    let noted = format!("{}\nmy notes\n", place.read(&path));
    place.write(&path, &noted);
    place.write(&format!("{FOLDER}/response.md"), answer());
    let said = place.run(&["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(place.read(&path), noted);
}

/// What a shell tells of an end: the exit code, or 128 and the signal's number. The command line's help, the manual page and
/// the README name them.
#[test]
fn whoever_is_ended_by_a_signal_says_so_with_a_code_that_is_documented() {
    use std::os::unix::process::ExitStatusExt as _;
    let place = desk("generator: desk\ncritic: desk\nagents: {desk: {kind: files}}\n");
    place.write("intent.json", answer_as_a_design());
    for (arguments, prompt) in [
        (&["run", "checkout"][..], format!("{FOLDER}/prompt.md")),
        (&["score", "intent.json", "--again"][..], "opinions/1/1/1/prompt.md".to_owned()),
    ] {
        for (signal, code) in [
            (rustix::process::Signal::INT, 130),
            (rustix::process::Signal::TERM, 143),
            (rustix::process::Signal::HUP, 129),
        ] {
            if ignores(signal) {
                eprintln!("skipped: {signal:?} is ignored here, and whoever is started inherits that");
                continue;
            }
            let _ = fs::remove_dir_all(place.at("opinions"));
            let mut child = place.started(arguments);
            appears(&place, &prompt, &mut child);
            rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
            let status = ended(&mut child);
            let told = status.code().or_else(|| status.signal().map(|number| 128 + number));
            assert_eq!(told, Some(code), "{arguments:?}");
            assert!(
                place.read("features/checkout/design/state.json").contains("GENERATING")
                    || arguments[0] != "run"
            );
        }
    }
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let manual = place.done(&["man"]).out.replace("\\-", "-");
    for text in [readme, manual, place.done(&["--help"]).out] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in ["128", "130", "143", "64", "waiting for a person"] {
            assert!(text.contains(words), "{words} is not in {text}");
        }
    }
}

/// The same design as the generator writes it, as a file.
fn answer_as_a_design() -> String {
    Place::candidate().read("features/checkout/design/intent.json")
}

/// The states and the scores of a feature, as its journal has them.
fn trail(place: &Place, id: &str) -> Vec<String> {
    let journal = place.read(&format!("features/{id}/design/journal.jsonl"));
    let entries = journal.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let told = entries
        .filter(|e| matches!(e["kind"].as_str(), Some("transition" | "evaluation" | "score" | "scores")));
    // A design's hash is of its feature's name too.
    let is_hash = |word: &&str| word.len() == 12 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words =
        |text: &str| text.split_whitespace().filter(|word| !is_hash(word)).collect::<Vec<_>>().join(" ");
    told.map(|e| format!("{} {}", e["kind"], words(e["text"].as_str().unwrap()))).collect()
}

#[test]
fn a_run_replayed_gives_the_same_states_and_scores() {
    let place = desk("agents: {again: {kind: replay, from: checkout}}\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    place.done(&["new", "copy", "--brief", "checkout.md"]);
    let again = ["--set", "generator=again", "--set", "critic=again"];
    let said = place.run(&[&["run", "copy"][..], &again].concat());
    assert_eq!(said.code, 3, "{said:?}");
    let critique = |id: &str| place.read(&format!("features/{id}/design/critique.json")).replace(id, "it");
    assert!(trail(&place, "checkout").len() > 2);
    assert_eq!(trail(&place, "checkout"), trail(&place, "copy"));
    let (one, other) = (place.row("checkout"), place.row("copy"));
    for key in ["state", "score", "iteration"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    let scores =
        |id: &str| serde_json::from_str::<serde_json::Value>(&critique(id)).unwrap()["scores"].clone();
    assert_eq!(scores("checkout"), scores("copy"));
    let journal = fs::read_to_string(place.at("features/copy/design/journal.jsonl")).unwrap();
    assert!(journal.contains("built-in skeleton 2.0.0"), "the recorded model is the one that answers");
}

/// Who gave the answers stands in the journal: where that cannot be read, nobody is made up in their place.
#[test]
fn a_recorded_journal_that_cannot_be_read_is_told() {
    let place = desk("agents: {again: {kind: replay, from: checkout}}\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let journal = place.at("features/checkout/design/journal.jsonl");
    fs::remove_file(&journal).unwrap();
    fs::create_dir(&journal).unwrap();
    place.done(&["new", "copy", "--brief", "checkout.md"]);
    assert_eq!(place.run(&["run", "copy", "--set", "generator=again"]).code, 2);
    let shown = place.run(&["show", "copy"]);
    assert!(shown.out.contains("features/checkout/design/journal.jsonl"), "{shown:?}");
    assert!(!shown.out.contains("replay of checkout"), "{shown:?}");
}

#[test]
fn an_answer_that_was_not_recorded_is_told() {
    let place = desk("generator: again\nagents: {again: {kind: replay, from: nothing}}\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 2);
    let shown = place.run(&["show", "checkout"]);
    assert!(shown.out.contains("nothing has no answer in this place"), "{shown:?}");
}
