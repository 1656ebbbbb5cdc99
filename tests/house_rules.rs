//! The rules of the house that a scan of the sources can hold: imports point down, the pure half is pure, files
//! are small and say what they own, names are the field's own. Every rule has a control that breaks it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::path::{Path, PathBuf};

/// A source file: its path below `src`, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// The layer: the first component, or the file's stem.
    fn layer(&self) -> &str {
        let first = self.path.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The lines that are part of the program: without the tests at the end, comments and texts. A module or an import
    /// of tests alone ends nothing.
    fn production(&self) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let mut in_text = false;
        let mut all = (1..).zip(self.text.lines());
        while let Some((number, line)) = all.next() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                match all.next() {
                    Some((_, next)) if next.ends_with(';') => continue,
                    Some(_) | None => break,
                }
            }
            let (code, still) = code_of(line, in_text);
            in_text = still;
            lines.push((number, code));
        }
        lines
    }
}

/// What of a line is code; `in_text` says that a string began on an earlier line.
fn code_of(line: &str, mut in_text: bool) -> (String, bool) {
    let mut code = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_text => drop(chars.next()),
            '"' => in_text = !in_text,
            // A quotation mark as a character.
            '\'' if !in_text && chars.peek() == Some(&'"') => {
                chars.next();
                chars.next();
            }
            '\'' if !in_text && chars.peek() == Some(&'\\') => {
                chars.next();
                chars.next();
            }
            '/' if !in_text && chars.peek() == Some(&'/') => break,
            c if !in_text => code.push(c),
            _ => {}
        }
    }
    (code, in_text)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    fn walk(folder: &Path, base: &Path, out: &mut Vec<Source>) {
        let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, base, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(base).unwrap().to_str().unwrap();
                out.push(Source::new(name, &std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut all = Vec::new();
    walk(&root().join("src"), &root().join("src"), &mut all);
    assert!(all.len() > 100, "the sources are not where they are looked for");
    all
}

/// Which layers may be named in which, with why. What is not here may name nothing of the crate.
///
/// `adapters` know `flows` for one thing: the terms under which a run begins (roles, pins, default values) are the
/// flow's own types, and an adapter fills them in. `wire` is the one place that puts everything together.
const MAY_NAME: [(&str, &[&str]); 12] = [
    ("domain", &["domain"]),
    ("kernel", &["kernel", "domain"]),
    ("flows", &["flows", "kernel", "domain"]),
    ("ports", &["ports", "kernel", "domain"]),
    ("engine", &["engine", "ports", "kernel", "domain"]),
    ("adapters", &["adapters", "flows", "ports", "kernel", "domain"]),
    ("terminal", &[]),
    ("cli", &["cli", "terminal", "engine", "ports", "kernel", "domain"]),
    ("tui", &["tui", "terminal", "engine", "ports", "kernel", "domain"]),
    ("wire", &["adapters", "cli", "tui", "engine", "flows", "ports", "kernel", "domain"]),
    ("main", &["cli", "wire"]),
    ("lib", &[]),
];

/// What a file names that its layer may not know. Tests at a file's end may name anything.
fn wrong_imports(source: &Source) -> Vec<String> {
    let allowed = MAY_NAME.iter().find(|(layer, _)| *layer == source.layer());
    let Some((_, allowed)) = allowed else {
        return vec![format!("src/{}: the layer {} is not in the matrix", source.path, source.layer())];
    };
    let mut wrong = Vec::new();
    for (number, line) in source.production() {
        for start in ["crate::", "frieze::"] {
            for (at, _) in line.match_indices(start) {
                let rest = &line[at + start.len()..];
                let names =
                    rest.strip_prefix('{').map_or(rest, |group| group.split('}').next().unwrap_or(group));
                let grouped = rest.starts_with('{');
                for name in names.split(',').take(if grouped { usize::MAX } else { 1 }) {
                    let layer: String =
                        name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    let known = MAY_NAME.iter().any(|(known, _)| *known == layer);
                    if known && !allowed.contains(&layer.as_str()) {
                        wrong.push(format!(
                            "src/{}:{number}: {} may not know {layer}",
                            source.path,
                            source.layer()
                        ));
                    }
                }
            }
        }
    }
    wrong
}

#[test]
fn imports_point_down_only() {
    let wrong: Vec<String> = sources().iter().flat_map(wrong_imports).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (path, text) in [
        ("domain/x.rs", "use crate::kernel::Event;"),
        ("kernel/x.rs", "use crate::{domain::id, flows::design};"),
        ("flows/design/x.rs", "let x = crate::engine::Engine::new();"),
        ("engine/x.rs", "use crate::flows::design::Design;"),
        ("cli/x.rs", "use crate::flows::design::Design;"),
        ("cli/x.rs", "use crate::adapters::store;"),
        ("elsewhere/x.rs", ""),
    ] {
        assert!(!wrong_imports(&Source::new(path, text)).is_empty(), "{path}: {text}");
    }
    for (path, text) in [("cli/x.rs", "// crate::flows"), ("cli/x.rs", "#[cfg(test)]\nuse crate::flows::x;")]
    {
        assert!(wrong_imports(&Source::new(path, text)).is_empty(), "{path}: {text}");
    }
}

/// The adapters that may know a flow: what a run is pinned to and agreed under, and the agents that play its roles.
const KNOW_THE_FLOW: [&str; 4] =
    ["adapters/agents/", "adapters/arguments.rs", "adapters/conditions.rs", "adapters/config/"];

#[test]
fn few_adapters_know_a_flow() {
    let knows = |source: &Source| {
        let may = KNOW_THE_FLOW.iter().any(|place| source.path.starts_with(place));
        source.layer() == "adapters"
            && !may
            && source.production().iter().any(|(_, line)| line.contains("flows::"))
    };
    let wrong: Vec<String> = sources().iter().filter(|s| knows(s)).map(|s| s.path.clone()).collect();
    assert!(wrong.is_empty(), "{wrong:?} know a flow");
    assert!(knows(&Source::new("adapters/store/x.rs", "use crate::flows::design::Paths;")));
}

/// What the pure folders must not know: clock, disk, network, environment, randomness, tasks and the terminal.
const IMPURE: [&str; 21] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "std::env",
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
    "println!",
    "eprintln!",
    "print!",
    "dbg!",
    "static mut",
];

/// The one file of the pure half that may start threads: it puts what they give together in a fixed order.
const ABREAST: (&str, &str) = ("domain/abreast.rs", "std::thread");

/// Where the compiler puts in a constant of the package, or what the build made of its sources, which is no environment.
const COMPILED_IN: [&str; 3] =
    ["env!(\"CARGO_PKG_VERSION\")", "env!(\"OUT_DIR\")", "env!(\"FRIEZE_RUBRIC_SHA256\")"];

fn impure(source: &Source) -> Vec<String> {
    if !matches!(source.layer(), "domain" | "kernel" | "flows") {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for (number, line) in source.production() {
        let allowed = |name: &&&str| (source.path.as_str(), **name) == ABREAST;
        for name in IMPURE.iter().filter(|name| line.contains(*name) && !allowed(name)) {
            wrong.push(format!("src/{}:{number}: {name} in a pure folder", source.path));
        }
        let original = source.text.lines().nth(number - 1).unwrap_or_default();
        let is_compiled_in = COMPILED_IN.iter().any(|constant| original.contains(constant));
        if line.contains("env!(") && !line.contains("option_env!") && !is_compiled_in {
            wrong.push(format!("src/{}:{number}: env! in a pure folder", source.path));
        }
        // The order of a hash map is chosen anew in every process. A line may say why that does not matter.
        let before = number.checked_sub(2).and_then(|at| source.text.lines().nth(at)).unwrap_or_default();
        if before.contains("The order of a map does not matter here:") {
            continue;
        }
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for name in hashed_names(source).iter().filter(|name| words.contains(&name.as_str())) {
            let over = [format!("in {name} "), format!("in &{name} "), format!("in {name}.iter()")];
            let calls =
                ["keys", "values", "into_keys", "into_values", "drain"].map(|call| format!("{name}.{call}("));
            let sorted = line.contains("sort") || line.contains("BTree") || line.contains("sum()");
            if over.iter().chain(&calls).any(|text| line.contains(text.as_str())) && !sorted {
                wrong.push(format!("src/{}:{number}: iterates over the hash map {name}", source.path));
            }
        }
    }
    wrong
}

/// The names that a file binds to a hash map or set.
fn hashed_names(source: &Source) -> Vec<String> {
    let mut names = Vec::new();
    for (_, line) in source.production() {
        if !line.contains("HashMap") && !line.contains("HashSet") {
            continue;
        }
        let bound = line.trim().strip_prefix("let ").map(|rest| rest.trim_start_matches("mut "));
        let name: Option<String> =
            bound.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        names.extend(name.filter(|name| !name.is_empty()));
    }
    names
}

#[test]
fn the_pure_half_is_pure() {
    let wrong: Vec<String> = sources().iter().flat_map(impure).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for text in [
        "use std::fs;",
        "use std::thread;",
        "let now = jiff::Timestamp::now();",
        "let home = std::env::var(\"HOME\");",
        "let key = env!(\"HOME\");",
        "tokio::spawn(x);",
        "println!(\"x\");",
        "let mut seen = HashMap::new();\nfor (a, b) in &seen {",
        "let seen: HashSet<u8> = x;\nfor a in seen {",
        "let seen = HashMap::new();\nlet all = seen.keys().collect();",
    ] {
        assert!(!impure(&Source::new("flows/x.rs", text)).is_empty(), "{text}");
        assert!(impure(&Source::new("adapters/x.rs", text)).is_empty(), "{text}");
    }
    assert!(impure(&Source::new("domain/abreast.rs", "use std::thread;")).is_empty());
    assert!(!impure(&Source::new("domain/abreast.rs", "use std::time::Instant;")).is_empty());
    for text in ["// std::fs", "let x = \"std::fs\";", "let v = env!(\"CARGO_PKG_VERSION\");"] {
        assert!(impure(&Source::new("flows/x.rs", text)).is_empty(), "{text}");
    }
}

/// Only the two files that put the program together name concrete adapters.
#[test]
fn only_wire_names_adapters() {
    let named = |source: &Source| {
        let outside = !matches!(source.layer(), "adapters" | "wire" | "main");
        outside && source.production().iter().any(|(_, line)| line.contains("adapters::"))
    };
    let wrong: Vec<String> = sources().iter().filter(|s| named(s)).map(|s| s.path.clone()).collect();
    assert!(wrong.is_empty(), "{wrong:?} name adapters");
    assert!(named(&Source::new("cli/x.rs", "use crate::adapters::store::RealDisk;")));
}

fn without_a_head(source: &Source) -> bool {
    let first = source.text.lines().next().unwrap_or_default();
    !(first.starts_with("//! ") && first.len() > 20)
}

#[test]
fn every_file_says_what_it_owns() {
    let wrong: Vec<String> = sources().iter().filter(|s| without_a_head(s)).map(|s| s.path.clone()).collect();
    assert!(wrong.is_empty(), "no first line `//! …`: {wrong:?}");
    assert!(without_a_head(&Source::new("cli/x.rs", "use std::fmt;")));
}

/// The numbers that a text cites behind a word: `promises P1, P2 and P4`, `ruling 8`.
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
fn what_is_cited_is_told() {
    let promises = std::fs::read_to_string(root().join("tests/promises/README.md")).unwrap();
    let rulings = std::fs::read_to_string(root().join("src/flows/design/README.md")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for source in sources() {
        for promise in cited(&source.text, "promise", "P") {
            count += 1;
            let told = promises.contains(&format!("\n| P{promise} | "));
            wrong.extend((!told).then(|| format!("src/{}: promise P{promise}", source.path)));
        }
        for ruling in cited(&source.text, "ruling", "") {
            count += 1;
            let told = rulings.contains(&format!("\n{ruling}. "));
            wrong.extend((!told).then(|| format!("src/{}: ruling {ruling}", source.path)));
        }
    }
    assert!(wrong.is_empty(), "cited and told nowhere: {}", wrong.join("\n"));
    assert!(count > 50, "what is cited is not where it is looked for");
    assert_eq!(cited("(promises P1, P2 and P4; ruling 8)", "promise", "P"), [1, 2, 4]);
    assert_eq!(cited("rulings 3 and 4, P5", "ruling", ""), [3, 4]);
}

/// Words that name nothing.
const EMPTY_WORDS: [&str; 8] = ["util", "utils", "helper", "helpers", "manager", "handler", "misc", "common"];

fn empty_name(path: &str) -> bool {
    path.split(['/', '.', '_', '-']).any(|part| EMPTY_WORDS.contains(&part))
}

#[test]
fn names_are_the_fields_own() {
    let wrong: Vec<String> =
        sources().iter().map(|s| s.path.clone()).filter(|path| empty_name(path)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    for bad in ["cli/utils.rs", "engine/run_manager.rs", "tui/helpers/mod.rs"] {
        assert!(empty_name(bad), "{bad}");
    }
    for good in ["cli/handled.rs", "engine/run.rs"] {
        assert!(!empty_name(good), "{good}");
    }
    let types = |source: &Source| -> Vec<String> {
        let declared = ["struct ", "enum ", "trait ", "mod "];
        let lines = source.production();
        let names = lines.iter().flat_map(|(_, line)| {
            declared
                .iter()
                .filter_map(|word| line.split(word).nth(1))
                .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
        });
        let bad = |name: &String| {
            ["Manager", "Helper", "Handler", "Util", "Service"].iter().any(|w| name.ends_with(w))
        };
        names.filter(bad).collect()
    };
    let wrong: Vec<String> = sources().iter().flat_map(types).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(types(&Source::new("x.rs", "pub struct StoreManager {")), ["StoreManager"]);
}

/// The names of a feature's files that stand in these lines of the program.
fn spelled(source: &Source) -> Vec<String> {
    const NAMES: [&str; 17] = [
        "brief.md",
        "state.json",
        "journal.jsonl",
        "intent.json",
        "intent-edited.json",
        "intent-replaced.json",
        "critique.json",
        "critique-edited.json",
        "preview.html",
        "previous.json",
        "report.json",
        "feedback.md",
        "feedback-draft.md",
        "feedback-done.json",
        "stitch.json",
        "FROZEN.md",
        "final/FROZEN.md",
    ];
    const FOLDERS: [&str; 5] = ["design", "final", "iterations", "damaged", ".lock"];
    const BEFORE: [&str; 3] = ["generator-", "critic-", "previewer-"];
    let is_name = |text: &str| {
        let is_below =
            FOLDERS.iter().any(|folder| text.strip_prefix(folder).is_some_and(|t| t.starts_with('/')));
        let is_numbered = BEFORE.iter().any(|before| text.starts_with(before));
        !text.contains(' ') && (NAMES.contains(&text) || is_below || is_numbered)
    };
    let lines: Vec<&str> = source.text.lines().collect();
    let mut found = Vec::new();
    for (number, _) in source.production().into_iter().filter(|(_, code)| !code.trim().is_empty()) {
        let line = lines[number - 1];
        let texts: Vec<&str> = line.split('"').collect();
        for (before, text) in texts.iter().zip(texts.iter().skip(1)).step_by(2) {
            let is_joined = before.ends_with("join(") && FOLDERS.contains(text);
            if is_joined || is_name(text) {
                found.push(format!("{}:{number}: {text}", source.path));
            }
        }
    }
    found
}

/// A feature's files are the product's format. Tests spell them out; the program does so once.
#[test]
fn a_features_files_are_spelled_in_one_place() {
    let is_place = |source: &Source| source.path == "domain/files.rs";
    let is_of_tests =
        |path: &str| path.ends_with("/tests.rs") || path.ends_with("/story.rs") || path.contains("/sample/");
    let mut all = sources();
    all.retain(|source| !is_of_tests(&source.path));
    let place = all.iter().find(|source| is_place(source)).unwrap();
    assert!(spelled(place).len() > 20, "{:?}", spelled(place));
    let elsewhere: Vec<String> = all.iter().filter(|source| !is_place(source)).flat_map(spelled).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
    let of = |line: &str| spelled(&Source::new("cli/x.rs", line)).len();
    for bad in [
        r#"home.join("iterations").number(3)"#,
        r#"const DRAFT: &str = "feedback-draft.md";"#,
        r#"feature.join("design/stitch.json")"#,
        r#"folder.numbered("critic-answer-", 1, ".txt")"#,
    ] {
        assert_eq!(of(bad), 1, "{bad}");
    }
    for good in [
        r#"json!({ "damaged": text })"#,
        r#"format!("design/intent.json is missing")"#,
        r#"// home.join("state.json")"#,
    ] {
        assert_eq!(of(good), 0, "{good}");
    }
}

/// Texts that belong to one machine: folders of people and of build machines, hosts of package registries.
fn of_one_machine(text: &str) -> Option<&'static str> {
    // Put together here, so that this file does not find itself.
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
    let found = places.iter().find(|(a, b)| {
        let place = format!("{a}{b}");
        text.match_indices(&place).any(|(at, _)| {
            // A folder inside of a feature is no machine's path, whatever it is called: one begins a word.
            let before = text[..at].chars().next_back();
            before.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '}' | '>')))
        })
    });
    found.map(|(a, _)| *a)
}

/// Paths of the files that git tracks; none where this is not a git repository.
fn tracked() -> Option<Vec<String>> {
    let listed = std::process::Command::new("git").arg("ls-files").current_dir(root()).output().ok()?;
    if !listed.status.success() {
        println!("not run: no git repository here");
        return None;
    }
    Some(String::from_utf8(listed.stdout).unwrap().lines().map(str::to_owned).collect())
}

#[test]
fn no_file_names_a_machine() {
    let Some(listed) = tracked() else { return };
    let mut wrong = Vec::new();
    for path in listed.iter().filter(|path| *path != "Cargo.lock") {
        let Ok(bytes) = std::fs::read(root().join(path)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(place) = of_one_machine(line) {
                wrong.push(format!("{path}:{number}: {place}…"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(of_one_machine(&format!("see /{}/ada/x", "home")).is_some());
    assert!(of_one_machine(&format!("the folder features/{}/design", "work")).is_none());
}

/// Tests run in a clone with nothing next to it. `.ci/run` alone looks there, and says so by environment variables.
#[test]
fn no_file_names_the_folder_next_to_the_repository() {
    let Some(listed) = tracked() else { return };
    // Put together here, so that this file does not find itself.
    let outside = format!("../{}", "shared");
    let mut wrong = Vec::new();
    for path in listed.iter().filter(|path| !path.starts_with(".ci/")) {
        let Ok(bytes) = std::fs::read(root().join(path)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in (1..).zip(text.lines()) {
            if line.contains(&outside) {
                wrong.push(format!("{path}:{number}"));
            }
        }
    }
    assert!(wrong.is_empty(), "read by the tests, and not in the repository: {wrong:?}");
}

/// The scan itself: what is code and what is not.
#[test]
fn comments_and_texts_are_not_code() {
    for (line, code) in [
        ("let x = 1; // tokio", "let x = 1; "),
        (r#"let x = "tokio // \" y"; z"#, "let x = ; z"),
        (r#"let c = '"'; tokio"#, "let c = ; tokio"),
        ("/// tokio", ""),
    ] {
        assert_eq!(code_of(line, false).0, code, "{line}");
    }
    assert_eq!(code_of("still\" code", true), (" code".to_owned(), false));
    let source = Source::new("x.rs", "a\n#[cfg(test)]\nb");
    assert_eq!(source.production().len(), 1, "{}", source.layer());
    let source = Source::new("x.rs", "a\n#[cfg(test)]\nmod tests;\nb");
    assert_eq!(source.production().last(), Some(&(4, "b".to_owned())));
}
