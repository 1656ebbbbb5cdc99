//! House rules that neither Cargo nor Clippy can check: imports between parts of the program, purity of the pure crates,
//! first lines of files, names, plain words. Every rule has a control that breaks it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

mod source;

use source::{SOURCES, Source, words};

/// Asserts that the rule finds nothing in the sources and something in every control.
fn none(find: impl Fn(&Source) -> Vec<String>, controls: &[(&str, &str)]) {
    let wrong: Vec<String> = SOURCES.iter().flat_map(&find).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (path, text) in controls {
        assert!(!find(&Source::new(path, text)).is_empty(), "{path}: {text}");
    }
}

/// Asserts that the rule finds nothing in these examples.
fn right(find: impl Fn(&Source) -> Vec<String>, examples: &[(&str, &str)]) {
    for (path, text) in examples {
        assert_eq!(find(&Source::new(path, text)), [""; 0], "{path}: {text}");
    }
}

/// Imports that the program's parts may not have; each crate's Cargo.toml limits the crates.
const APART: [(&str, &[&str]); 3] = [
    ("src/cli/", &["tui", "wire", "frieze_flows", "frieze_adapters"]),
    ("src/tui/", &["cli", "wire", "frieze_flows", "frieze_adapters"]),
    (
        "src/terminal",
        &[
            "cli",
            "tui",
            "wire",
            "frieze_flows",
            "frieze_adapters",
            "frieze_engine",
            "frieze_kernel",
            "frieze_ports",
        ],
    ),
];

fn wrong_imports(source: &Source) -> Vec<String> {
    let apart = APART.iter().find(|(folder, _)| source.path.starts_with(folder));
    let Some((_, names)) = apart else { return Vec::new() };
    source.lines_with(|line| {
        let words = words(line);
        names
            .iter()
            .any(|name| words.contains(name) && (name.starts_with("frieze_") || line.contains("crate::")))
    })
}

#[test]
fn imports_point_down_only() {
    let controls = [
        ("src/cli/x.rs", "use frieze_flows::design::Design;"),
        ("src/cli/x.rs", "use crate::{terminal, tui::Launcher};"),
        ("src/tui/x.rs", "let x = frieze_adapters::store::open();"),
        ("src/tui/x.rs", "use crate::wire::Machine;"),
        ("src/terminal.rs", "use frieze_engine::Engine;"),
    ];
    none(wrong_imports, &controls);
    let examples = [
        ("src/cli/x.rs", "// frieze_flows"),
        ("src/cli/x.rs", "#[cfg(test)]\nuse frieze_flows::x;"),
        ("src/wire.rs", "use frieze_adapters::x;"),
    ];
    right(wrong_imports, &examples);
}

/// Only the wiring names concrete adapters.
#[test]
fn only_wire_names_adapters() {
    let named = |source: &Source| {
        let is_apart =
            !["src/wire", "src/main.rs", "crates/adapters/"].iter().any(|at| source.path.starts_with(at));
        source.lines_with(|line| is_apart && words(line).contains(&"frieze_adapters"))
    };
    none(named, &[("src/cli/x.rs", "use frieze_adapters::store::RealDisk;")]);
}

/// The adapters that may know a flow: a run's pinned settings and conditions, and the agents that play its roles.
const KNOW_THE_FLOW: [&str; 4] = ["agents/", "arguments.rs", "conditions.rs", "config/"];

#[test]
fn few_adapters_know_a_flow() {
    let knows = |source: &Source| {
        let adapter = source.path.strip_prefix("crates/adapters/src/");
        let may_not = adapter.is_some_and(|path| !KNOW_THE_FLOW.iter().any(|place| path.starts_with(place)));
        source.lines_with(|line| may_not && words(line).contains(&"frieze_flows"))
    };
    none(knows, &[("crates/adapters/src/store/x.rs", "use frieze_flows::design::Paths;")]);
}

/// Failing disks and fixed random numbers are for tests alone.
#[test]
fn only_tests_depend_on_the_testkit() {
    let depends = |manifest: &str| {
        let parts = manifest.split("\n[").filter(|part| part.starts_with("dependencies"));
        parts.flat_map(str::lines).any(|line| line.starts_with("frieze-testkit"))
    };
    for package in std::fs::read_dir("crates").unwrap().map(|package| package.unwrap().path()) {
        assert!(
            !depends(&std::fs::read_to_string(package.join("Cargo.toml")).unwrap()),
            "{}",
            package.display()
        );
    }
    assert!(!depends(&std::fs::read_to_string("Cargo.toml").unwrap()));
    assert!(depends("[package]\n\n[dependencies]\nfrieze-testkit.workspace = true\n"));
}

const PURE: [&str; 14] = [
    "data",
    "intent",
    "document",
    "language",
    "reader",
    "generator",
    "instructions",
    "rubric",
    "preview",
    "kernel",
    "design",
    "session",
    "chain",
    "flows",
];

/// Names that pure crates must not use: clock, disk, network, environment, randomness, tasks and the terminal.
const IMPURE: [&str; 14] = [
    "SystemTime",
    "Instant::now",
    "Timestamp::now",
    "Zoned::now",
    "option_env!",
    "tokio",
    "rustix",
    "crossterm",
    "rand::",
    "RandomState",
    "print!",
    "println!",
    "dbg!",
    "static mut ",
];
const IMPURE_OF_STD: [&str; 6] = ["fs", "net", "process", "thread", "time", "env"];

/// The one pure file that may start threads: it joins their results in a fixed order.
const ABREAST: &str = "crates/data/src/parallel.rs";

/// Compile-time constants of the package or the build; these are no environment.
const COMPILED_IN: [&str; 3] = ["CARGO_PKG_VERSION", "OUT_DIR", "FRIEZE_RUBRIC_SHA256"];

fn impure(source: &Source) -> Vec<String> {
    let package = source.path.strip_prefix("crates/").and_then(|path| path.split('/').next());
    if !package.is_some_and(|package| PURE.contains(&package)) {
        return Vec::new();
    }
    let hashed = hashed_names(source);
    let mut wrong = source.lines_with(|line| {
        let words = words(line);
        let is_of_std = |name: &&str| {
            words.windows(2).any(|pair| pair == ["std", *name])
                || line.contains("std::{") && words.contains(name)
        };
        IMPURE.iter().any(|name| line.contains(name))
            || IMPURE_OF_STD
                .iter()
                .any(|name| is_of_std(name) && (*name, &*source.path) != ("thread", ABREAST))
            || hashed.iter().any(|name| words.contains(&name.as_str()) && is_gone_through(line, name))
    });
    // The line before may explain why the order does not matter.
    wrong.retain(|place| {
        let number: usize = place.split(':').nth(1).unwrap().parse().unwrap();
        let before = number.checked_sub(2).and_then(|at| source.text.lines().nth(at)).unwrap_or_default();
        !before.contains("The order of a map does not matter here:")
    });
    let variables = source.texts.iter().filter(|(_, before, text)| {
        before.trim_end().ends_with("env!(") && !COMPILED_IN.contains(&text.as_str())
    });
    wrong.extend(variables.map(|(number, ..)| format!("{}:{number}: env!", source.path)));
    wrong
}

/// The names that a file binds to a hash map or set; their order differs in every process.
fn hashed_names(source: &Source) -> Vec<String> {
    let bindings = source.code.values().filter(|line| line.contains("HashMap") || line.contains("HashSet"));
    let names = bindings.filter_map(|line| {
        let bound = line.trim().strip_prefix("let ")?;
        Some((*words(bound.trim_start_matches("mut ")).first()?).to_owned())
    });
    names.collect()
}

fn is_gone_through(line: &str, name: &str) -> bool {
    let over = [format!("in {name} "), format!("in &{name} "), format!("in {name}.iter()")];
    let calls = ["keys", "values", "into_keys", "into_values", "drain"].map(|call| format!("{name}.{call}("));
    let is_sorted = line.contains("sort") || line.contains("BTree") || line.contains("sum()");
    over.iter().chain(&calls).any(|text| line.contains(text.as_str())) && !is_sorted
}

#[test]
fn the_pure_half_is_pure() {
    let controls = [
        "use std::fs;",
        "use std::{fmt, fs};",
        "use std::thread;",
        "let now = jiff::Timestamp::now();",
        "let home = std::env::var(\"HOME\");",
        "let key = env!(\"HOME\");",
        "tokio::spawn(x);",
        "println!(\"x\");",
        "let mut seen = HashMap::new();\nfor (a, b) in &seen {}",
        "let seen: HashSet<u8> = x;\nfor a in seen {}",
        "let seen = HashMap::new();\nlet all = seen.keys().collect();",
    ];
    none(impure, &controls.map(|text| ("crates/flows/src/x.rs", text)));
    right(impure, &controls.map(|text| ("crates/adapters/src/x.rs", text)));
    right(impure, &[(ABREAST, "use std::thread;")]);
    none(impure, &[(ABREAST, "use std::time::Instant;")]);
    let pure = ["// std::fs", "let x = \"std::fs\";", "let v = env!(\"CARGO_PKG_VERSION\");"];
    right(impure, &pure.map(|text| ("crates/flows/src/x.rs", text)));
}

#[test]
fn every_file_has_a_first_line() {
    let without_a_head = |source: &Source| {
        let first = source.text.lines().next().unwrap_or_default();
        let is_said = first.starts_with("//! ") && first.len() > 20;
        Vec::from_iter((!is_said).then(|| format!("{}: no first line `//! …`", source.path)))
    };
    none(without_a_head, &[("src/cli/x.rs", "use std::fmt;")]);
}

/// The numbers cited after a word: `promises P1, P2 and P4`, `ruling 8`.
fn cited(text: &str, word: &str, before: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    for (at, _) in text.match_indices(word) {
        let rest = &text[at + word.len()..];
        let mut rest = rest.strip_prefix('s').unwrap_or(rest);
        while let Some(number) =
            [" and ", ", ", "–", " "].iter().find_map(|mark| rest.strip_prefix(mark)?.strip_prefix(before))
        {
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            let Ok(cited) = digits.parse() else { break };
            numbers.push(cited);
            rest = &number[digits.len()..];
        }
    }
    numbers
}

#[test]
fn cited_promises_and_rulings_exist() {
    let promises = std::fs::read_to_string("tests/promises/README.md").unwrap();
    let rulings = ["crates/flows/src/design/README.md", "crates/session/src/flow/README.md"];
    let rulings = rulings.map(|path| std::fs::read_to_string(path).unwrap()).concat();
    let citations = |source: &Source| -> Vec<(String, bool)> {
        let promised = cited(&source.text, "promise", "P").into_iter();
        let promised =
            promised.map(|n| (format!("promise P{n}"), promises.contains(&format!("\n| P{n} | "))));
        let ruled = cited(&source.text, "ruling", "").into_iter();
        let ruled = ruled.map(|n| (format!("ruling {n}"), rulings.contains(&format!("\n{n}. "))));
        promised.chain(ruled).collect()
    };
    let count: usize = SOURCES.iter().map(|source| citations(source).len()).sum();
    assert!(count > 50, "no citations found");
    let missing = |source: &Source| -> Vec<String> {
        let all: Vec<(String, bool)> = citations(source);
        all.into_iter()
            .filter(|(_, exists)| !exists)
            .map(|(what, _)| format!("{}: {what}", source.path))
            .collect()
    };
    none(missing, &[("src/x.rs", "//! promise P999"), ("src/x.rs", "// rulings 1 and 999")]);
    assert_eq!(cited("(promises P1, P2 and P4; ruling 8)", "promise", "P"), [1, 2, 4]);
    assert_eq!(cited("rulings 3 and 4, P5", "ruling", ""), [3, 4]);
}

/// Words without meaning, in paths and at the end of types.
const EMPTY_WORDS: [&str; 8] = ["util", "utils", "helper", "helpers", "manager", "handler", "misc", "common"];
const EMPTY_ENDS: [&str; 5] = ["Manager", "Helper", "Handler", "Util", "Service"];

#[test]
fn names_are_the_fields_own() {
    let empty = |source: &Source| -> Vec<String> {
        let mut parts = source.path.split(['/', '.', '_', '-']);
        let path = parts.any(|part| EMPTY_WORDS.contains(&part)).then(|| source.path.clone());
        let types = source.lines_with(|line| {
            words(line).windows(2).any(|pair| {
                ["struct", "enum", "trait", "mod"].contains(&pair[0])
                    && EMPTY_ENDS.iter().any(|end| pair[1].ends_with(end))
            })
        });
        path.into_iter().chain(types).collect()
    };
    let controls = ["src/cli/utils.rs", "src/engine/run_manager.rs", "src/tui/helpers/mod.rs"];
    none(empty, &controls.map(|path| (path, "")));
    none(empty, &[("x.rs", "pub struct StoreManager {}")]);
    right(empty, &["src/cli/handled.rs", "src/engine/run.rs"].map(|path| (path, "struct Handled;")));
}

/// Define the names of a feature's files: those of the design, and those that the engine keeps in every workflow.
const FILES: [&str; 2] = ["crates/kernel/src/files.rs", "crates/kernel/src/place.rs"];
/// Independent of the kernel; defines the source of a requirement that a person added.
const GRAMMAR: &str = "crates/instructions/src/lib.rs";

/// The names of a feature's files and folders that a source spells out.
fn spelled(source: &Source) -> Vec<String> {
    let files = SOURCES.iter().filter(|source| FILES.contains(&source.path.as_str()));
    let is_one_of = |name: &str, before: &str, text: &str| match text.strip_prefix(name) {
        // A file, a numbered file, or a folder. A folder's name alone is an ordinary word.
        Some("") => name.trim_start_matches('.').contains('.') || before.ends_with("join("),
        Some(rest) => name.ends_with('-') || rest.starts_with('/'),
        None => false,
    };
    let is_name = |name: &&str| *name == ".lock" || name.starts_with(char::is_alphabetic);
    let texts = files.flat_map(|source| &source.texts);
    let names: Vec<&str> = texts.map(|(.., name)| name.as_str()).filter(is_name).collect();
    assert!(names.len() > 20, "the names were not found");
    let found = source.texts.iter().filter(|(_, before, text)| {
        !text.contains(' ') && names.iter().any(|name| is_one_of(name, before, text))
    });
    found.map(|(number, _, text)| format!("{}:{number}: {text}", source.path)).collect()
}

/// A feature's files are the product's format. Tests spell the names out; the program does so once.
#[test]
fn a_features_files_are_spelled_in_one_place() {
    let controls = [
        r#"home.join("iterations").number(3)"#,
        r#"const DRAFT: &str = "feedback-draft.md";"#,
        r#"feature.join("design/stitch.json")"#,
        r#"folder.numbered("critic-answer-", 1, ".txt")"#,
    ];
    let elsewhere = |source: &Source| {
        let path = source.path.as_str();
        let is_elsewhere = !FILES.contains(&path) && path != GRAMMAR;
        Some(source).filter(|_| is_elsewhere).map(spelled).unwrap_or_default()
    };
    none(elsewhere, &controls.map(|text| ("src/cli/x.rs", text)));
    let examples = [
        r#"json!({ "damaged": text })"#,
        r#"format!("design/intent.json is missing")"#,
        r#"// home.join("state.json")"#,
    ];
    right(spelled, &examples.map(|text| ("src/cli/x.rs", text)));
}

/// Verbs of workflows that are also words of the screen itself.
const OF_THE_SCREEN: [&str; 5] = ["close", "design", "new", "step", "verify"];

/// Names, verbs and phases of the workflows other than the design.
fn words_of_other_flows() -> Vec<&'static str> {
    use frieze_kernel::Flow as _;
    type Session = frieze_session::flow::Session;
    type Chain = frieze_chain::flow::Chain;
    let verbs = Session::VERBS.iter().chain(Chain::VERBS).map(|verb| verb.name);
    let words = [Session::NAME, Chain::NAME].into_iter().chain(verbs);
    let words = words.filter(|word| !OF_THE_SCREEN.contains(word));
    words.chain(Session::TABLE.named().phases).chain(Chain::TABLE.named().phases).collect()
}

/// The screen shows every workflow by what the workflow says of itself.
#[test]
fn the_screen_names_no_other_flow() {
    let words = words_of_other_flows();
    assert!(words.len() > 10, "{words:?}");
    let named = |source: &Source| -> Vec<String> {
        let is_screen = source.path.starts_with("src/tui/");
        let found = source.texts.iter().filter(|(_, _, text)| is_screen && words.contains(&text.as_str()));
        found.map(|(number, _, text)| format!("{}:{number}: {text}", source.path)).collect()
    };
    let controls = [
        r#"if run.flow == "session" {}"#,
        r#"let x = "reopen";"#,
        r#"let x = "PLANNING";"#,
        r#"let x = "specify";"#,
        r#"let x = "PRODUCING";"#,
    ];
    none(named, &controls.map(|text| ("src/tui/x.rs", text)));
    right(named, &[("src/tui/x.rs", r#"let x = "step"; let y = "CANDIDATE";"#)]);
}

/// Places in git-tracked files with such a line; empty outside a git repository.
fn tracked_lines(is_wrong: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let listed = std::process::Command::new("git").arg("ls-files").output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        println!("not run: not a git repository");
        return Vec::new();
    };
    let mut wrong = Vec::new();
    for path in String::from_utf8(listed.stdout).unwrap().lines() {
        let text =
            std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| is_wrong(path, line));
        wrong.extend(lines.map(|(number, _): (u32, _)| format!("{path}:{number}")));
    }
    wrong
}

/// Whether a text names one machine: home and build folders, hosts of package registries.
fn is_of_one_machine(text: &str) -> bool {
    // Split, so that this file does not find itself.
    let places: [(&str, &str); 9] = [
        ("/wor", "k/"),
        ("/hom", "e/"),
        ("/Use", "rs/"),
        ("/roo", "t/"),
        ("C:\\", "Users"),
        ("registry.npm", "js.org"),
        ("pypi.", "org/simple"),
        ("static.crates", ".io/"),
        ("index.crates", ".io/"),
    ];
    places.iter().any(|(a, b)| {
        text.match_indices(&format!("{a}{b}")).any(|(at, _)| {
            // A machine's path starts a word; a folder inside a feature is none, whatever its name.
            let before = text[..at].chars().next_back();
            before.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '}' | '>')))
        })
    })
}

#[test]
fn no_file_names_a_machine() {
    let wrong = tracked_lines(|path, line| path != "Cargo.lock" && is_of_one_machine(line));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(is_of_one_machine(&format!("see /{}/ada/x", "home")));
    assert!(!is_of_one_machine(&format!("the folder features/{}/design", "work")));
}

/// Tests run in a clone without neighbours. Only `.ci/run` looks outside, and passes paths by environment variables.
#[test]
fn no_file_names_the_folder_next_to_the_repository() {
    // Split, so that this file does not find itself.
    let outside = format!("../{}", "shared");
    let wrong = tracked_lines(|path, line| !path.starts_with(".ci/") && line.contains(&outside));
    assert!(wrong.is_empty(), "read by the tests, and not in the repository: {wrong:?}");
}

/// Idioms that are hard to read for people whose first language is not English.
const IDIOMS: &str = "told, tell of, tells of, stands, stood, standing, upon, anew, whoever, of which, \
    makes itself known, is asked of, calls a person, heard of, minds, dearer, mend, mends, mended, beside, besides, \
    thereof, wherein";

/// Word lists that the rubric has to recognise, and the list above.
const WORD_DATA: [&str; 3] =
    ["crates/rubric/src/text/lists.txt", "crates/rubric/src/lexicon/", "tests/house_rules/main.rs"];

/// A hyphen joins: `not-told`, which files contain, is one word.
fn has_idiom(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_'));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let text = format!(" {} ", words.join(" "));
    IDIOMS.split(", ").any(|idiom| text.contains(&format!(" {idiom} ")))
}

/// The words of a line of Rust: its comment, or the name of its function.
fn rust_words(line: &str) -> String {
    let at = if line.trim_start().starts_with("//") { Some(0) } else { line.find(" // ") };
    let name =
        line.split_once("fn ").map_or("", |(_, name)| name).split(['(', '<']).next().unwrap_or_default();
    at.map_or_else(|| name.replace('_', " "), |at| line[at..].to_owned())
}

#[test]
fn idioms_stay_out() {
    let is_below = |path: &str, folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    let in_texts = |source: &Source| -> Vec<String> {
        let is_read = !is_below(&source.path, &WORD_DATA);
        let found = source.texts.iter().filter(|(_, _, text)| is_read && has_idiom(text));
        found.map(|(number, _, text)| format!("{}:{number}: {text}", source.path)).collect()
    };
    none(in_texts, &[("src/x.rs", r#"let x = "a file, of which one";"#)]);
    right(in_texts, &[("src/x.rs", r#"let x = "not-told";"#)]);
    // The wording of a prompt belongs to its version; demos, fixtures and lexicons are quotations and data.
    let is_prose = |path: &str| match path.rsplit_once('.') {
        _ if path.starts_with("templates/") => !path.starts_with("templates/prompts/"),
        Some((_, "md")) => !path.contains('/') || path.starts_with("docs/") || path.ends_with("/README.md"),
        Some((_, "toml")) => !path.starts_with("assets/language/"),
        Some((_, "py" | "sh" | "mjs" | "yml")) => true,
        _ => path == "justfile",
    };
    let is_wrong = |path: &str, line: &str| match path.strip_suffix(".rs") {
        _ if is_below(path, &WORD_DATA) => false,
        Some(_) => has_idiom(&rust_words(line)),
        None => is_prose(path) && has_idiom(line),
    };
    let wrong = tracked_lines(is_wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        is_wrong("src/x.rs", "let x = 1; // Whoever asks.") && is_wrong("src/x.rs", "    fn x_is_told() {")
    );
    assert!(is_wrong("justfile", "# Press it anew.") && is_wrong("tests/x.py", "told = 1"));
    assert!(!is_wrong("src/x.rs", "let told = 1; // Recommended.") && !is_wrong("assets/demo/x.md", "told"));
}
