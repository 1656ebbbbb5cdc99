//! A person who answers with files, and recorded answers given again (promise P16), through the real binary.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ExitStatus};
use std::time::Duration;

use crate::cli_support::{CHECKOUT, Place};

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

/// Waits for a file. Fails if the run ends first.
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

/// Reads a run's stderr through a pipe, line by line.
struct Progress(std::io::Lines<BufReader<std::process::ChildStderr>>);

impl Progress {
    fn by(run: &mut Child) -> Self {
        Self(BufReader::new(run.stderr.take().unwrap()).lines())
    }

    /// Reads on until a line contains these words.
    #[track_caller]
    fn until(&mut self, words: &str) {
        let line = self.0.by_ref().map_while(Result::ok).find(|line| line.contains(words));
        assert!(line.is_some(), "the run ended before it printed: {words}");
    }
}

/// Waits for the end of a run that was sent a signal. A run that does not end is killed and fails the test.
#[track_caller]
fn ended(run: &mut Child) -> ExitStatus {
    let mut looks = 0;
    while run.try_wait().unwrap().is_none() && looks < 3000 {
        looks += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    // It may have ended already.
    let _ = run.kill();
    assert!(looks < 3000, "the run did not end within a minute");
    run.wait().unwrap()
}

/// Whether this process ignores a signal, as under nohup or behind a shell's `&`; its runs inherit that. Linux only.
fn ignores(signal: rustix::process::Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bit = 1_u64 << (signal.as_raw() - 1);
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & bit != 0)
}

#[test]
fn a_person_answers_with_files_in_every_role() {
    let place = desk("generator: desk\ncritic: desk\nagents: {desk: {kind: files}}\n");
    let doctor = place.run(&["doctor"]).out;
    assert_eq!(doctor.matches("anyone can answer").count(), 1, "{doctor}");
    let mut run = place.started(&["run", "checkout"]);
    appears(&place, &format!("{FOLDER}/prompt.md"), &mut run);
    let prompt = place.read(&format!("{FOLDER}/prompt.md"));
    assert!(prompt.contains(&format!("{FOLDER}/response.md")), "{prompt}");
    assert!(prompt.contains(&place.read("features/checkout/design/iterations/1/generator-prompt-1.txt")));
    // Neither an empty file nor a file that is not text is an answer.
    let mut progress = Progress::by(&mut run);
    progress.until("waiting for ");
    place.write(&format!("{FOLDER}/response.md"), "\n");
    progress.until(", which is still empty");
    place.write(&format!("{FOLDER}/response.md"), b"\xff\xfe");
    progress.until(", which is not UTF-8");
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

/// The exit code as a shell shows it: the code itself, or 128 plus the signal's number. Documented in the command line's
/// help, the manual page and the README.
#[test]
fn a_run_ended_by_a_signal_has_the_documented_exit_code() {
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
                eprintln!("skipped: {signal:?} is ignored here, and child processes inherit that");
                continue;
            }
            let _ = fs::remove_dir_all(place.at("opinions"));
            let mut child = place.started(arguments);
            appears(&place, &prompt, &mut child);
            rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
            let status = ended(&mut child);
            let code_seen = status.code().or_else(|| status.signal().map(|number| 128 + number));
            assert_eq!(code_seen, Some(code), "{arguments:?}");
            assert!(
                place.read("features/checkout/design/state.json").contains("GENERATING")
                    || arguments[0] != "run"
            );
        }
    }
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/command-line.md")).unwrap();
    let manual = place.done(&["man"]).out.replace("\\-", "-");
    for text in [document, manual, place.done(&["--help"]).out] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in ["128", "130", "143", "64", "waiting for a person"] {
            assert!(text.contains(words), "{words} is not in {text}");
        }
    }
}

/// The design that the generator would write, as a file.
fn answer_as_a_design() -> String {
    Place::candidate().read("features/checkout/design/intent.json")
}

/// States and scores from a feature's journal.
fn trail(place: &Place, id: &str) -> Vec<String> {
    let journal = place.read(&format!("features/{id}/design/journal.jsonl"));
    let entries = journal.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let states = entries
        .filter(|e| matches!(e["kind"].as_str(), Some("transition" | "evaluation" | "score" | "scores")));
    // The hash of a design depends on its feature's name.
    let is_hash = |word: &&str| word.len() == 12 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words =
        |text: &str| text.split_whitespace().filter(|word| !is_hash(word)).collect::<Vec<_>>().join(" ");
    states.map(|e| format!("{} {}", e["kind"], words(e["text"].as_str().unwrap()))).collect()
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

/// The journal records who answered. If it cannot be read, the replay must not invent names.
#[test]
fn an_unreadable_recorded_journal_is_reported() {
    let place = desk("agents: {again: {kind: replay, from: checkout}}\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let journal = place.at("features/checkout/design/journal.jsonl");
    fs::remove_file(&journal).unwrap();
    fs::create_dir(&journal).unwrap();
    place.done(&["new", "copy", "--brief", "checkout.md"]);
    assert_eq!(place.run(&["run", "copy", "--set", "generator=again"]).code, 3);
    let shown = place.run(&["show", "copy"]);
    assert!(shown.out.contains("features/checkout/design/journal.jsonl"), "{shown:?}");
    assert!(!shown.out.contains("replay of checkout"), "{shown:?}");
}

#[test]
fn a_missing_recorded_answer_is_reported() {
    let place = desk("generator: again\nagents: {again: {kind: replay, from: nothing}}\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let shown = place.run(&["show", "checkout"]);
    assert!(shown.out.contains("nothing has no answer here"), "{shown:?}");
}
