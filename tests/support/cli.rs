//! The real binary in a clean environment. Every run is also checked for the rules of all output: no panic, no control
//! character except line ends (promise P11), one sentence and a hint in a refusal.
#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::panic,
    reason = "shared by several test programs, and none uses all of it; a helper may panic"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A folder of its own, with a home that configures only git's name.
pub struct Place {
    folder: TempDir,
}

/// The output of a command.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub const GIT_NAME: &str = "Ada Lovelace <ada@example.org>";

impl Place {
    pub fn empty() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        fs::create_dir_all(folder.path().join("home")).expect("home");
        fs::create_dir_all(folder.path().join("work")).expect("work");
        let git = "[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n";
        fs::write(folder.path().join("home/gitconfig"), git).expect("gitconfig");
        Self { folder }
    }

    /// A workspace without features.
    pub fn workspace() -> Self {
        let place = Self::empty();
        place.done(&["init"]);
        place
    }

    /// A workspace with one feature, `checkout`, that waits for a decision.
    pub fn candidate() -> Self {
        let place = Self::workspace();
        place.write("checkout.md", CHECKOUT);
        place.done(&["new", "checkout", "--brief", "checkout.md"]);
        let said = place.run(&["run", "checkout"]);
        assert_eq!(said.code, 3, "{said:?}");
        place
    }

    /// A workspace with the six features of the demo, run.
    pub fn demo() -> Self {
        let place = Self::empty();
        place.done(&["init", "--demo"]);
        place
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(&path, bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    pub fn exists(&self, path: &str) -> bool {
        self.at(path).symlink_metadata().is_ok()
    }

    /// The environment of every run.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let home = self.home().display().to_string();
        vec![
            ("PATH", std::env::var("PATH").unwrap_or_default()),
            ("HOME", home.clone()),
            ("XDG_CONFIG_HOME", format!("{home}/config")),
            ("GIT_CONFIG_GLOBAL", format!("{home}/gitconfig")),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            ("NO_COLOR", "1".into()),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
            ("PAGER", "cat".into()),
        ]
    }

    pub fn command(&self, arguments: &[&str]) -> assert_cmd::Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("frieze");
        command.env_clear().envs(self.environment()).current_dir(self.root()).args(arguments);
        command
    }

    /// Starts a command in the background; its output stays in its pipes.
    pub fn started(&self, arguments: &[&str]) -> Child {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("frieze"));
        command.args(arguments).current_dir(self.root()).env_clear().envs(self.environment());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("frieze starts")
    }

    /// Runs a command and returns its output, whatever the exit code.
    pub fn run(&self, arguments: &[&str]) -> Said {
        said(&mut self.command(arguments), arguments)
    }

    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Said {
        said(self.command(arguments).current_dir(self.at(folder)), arguments)
    }

    pub fn run_with(&self, stdin: &[u8], arguments: &[&str]) -> Said {
        said(self.command(arguments).write_stdin(stdin), arguments)
    }

    pub fn run_env(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Said {
        said(self.command(arguments).envs(variables.iter().copied()), arguments)
    }

    /// Runs a command and expects exit 0.
    pub fn done(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        said
    }

    /// Runs a command and expects a refusal or a failure with these words.
    pub fn stopped(&self, code: i32, words: &str, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        said.complains(code, words);
        said
    }

    pub fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let said = self.run(arguments);
        serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {said:?}"))
    }

    /// One feature as `status --json` lists it.
    pub fn row(&self, id: &str) -> serde_json::Value {
        let listing = self.json(&["status", "--json"]);
        let rows = listing["features"].as_array().cloned().unwrap_or_default();
        rows.into_iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("{id} is not in {listing}"))
    }

    pub fn state(&self, id: &str) -> String {
        self.row(id)["state"].as_str().unwrap_or_default().to_owned()
    }

    /// Every file below the workspace with its bytes, symlinks with their targets.
    pub fn snapshot(&self) -> Vec<(String, Vec<u8>)> {
        snapshot(&self.root())
    }
}

impl Said {
    /// One sentence on stderr that contains `words`, with a hint, and this exit code.
    #[track_caller]
    pub fn complains(&self, code: i32, words: &str) {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.err.contains(words), "{words:?} is not in {self:?}");
        assert!(self.err.lines().any(|l| l.starts_with("frieze: ")), "no sentence: {self:?}");
        assert!(self.err.lines().any(|l| l.starts_with("hint: ") && l.len() > 12), "no hint: {self:?}");
        assert!(self.err.len() < 1500, "too long to be read: {self:?}");
    }
}

fn said(command: &mut assert_cmd::Command, arguments: &[&str]) -> Said {
    let output = command.output().expect("frieze runs");
    let out = String::from_utf8(output.stdout).unwrap_or_else(|e| panic!("{arguments:?}: stdout: {e}"));
    let err = String::from_utf8(output.stderr).unwrap_or_else(|e| panic!("{arguments:?}: stderr: {e}"));
    let said = Said { code: output.status.code().unwrap_or(-1), out, err };
    assert!(!said.err.contains("panicked"), "{arguments:?}: {said:?}");
    assert!([0, 1, 2, 3, 64].contains(&said.code), "{arguments:?}: {said:?}");
    let raw = matches!(arguments.first(), Some(&("completions" | "preview")));
    if let (Some(c), false) = (acting(&said.out).or(acting(&said.err)), raw) {
        panic!("{arguments:?} printed {c:?}: {said:?}");
    }
    said
}

/// The first character with an effect on a terminal or an invisible one: control, C1, bidi, zero-width.
pub fn acting(text: &str) -> Option<char> {
    text.chars().find(|c| match *c {
        '\n' => false,
        '\u{200B}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' => true,
        '\u{E0000}'..='\u{E007F}' => true,
        c => c.is_control(),
    })
}

pub fn snapshot(root: &Path) -> Vec<(String, Vec<u8>)> {
    fn walk(folder: &Path, root: &Path, files: &mut Vec<(String, Vec<u8>)>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for path in entries.filter_map(|e| e.ok().map(|e| e.path())) {
            let kind = path.symlink_metadata().expect("metadata").file_type();
            let name = path.strip_prefix(root).expect("below").display().to_string();
            if kind.is_symlink() {
                let target = fs::read_link(&path).expect("a target");
                files.push((name, target.display().to_string().into_bytes()));
            } else if kind.is_dir() {
                walk(&path, root, files);
            } else {
                files.push((name, fs::read(&path).unwrap_or_default()));
            }
        }
    }
    let mut files = Vec::new();
    walk(root, root, &mut files);
    files.sort();
    files
}

/// The requirement document of these tests.
pub const CHECKOUT: &str = "# Checkout

A shopper pays for the goods in the cart.

## Actors

- Shopper: a person who buys goods in the shop.
- Clerk: a person who packs and ships orders.

## Requirements

### Requirement 1: Cart

As a shopper, I want to see and change the cart, so that I buy what I need.

1. WHEN the shopper opens the Cart page, the shop MUST show every cart line with its quantity and its price.
2. WHEN the shopper changes the quantity of a cart line, the Cart page MUST show the new total.
3. WHEN the shopper removes a cart line, the Cart page MUST show the cart without it.

### Requirement 2: Payment

As a shopper, I want to pay by card, so that the order is sent to me.

1. WHEN the shopper enters a delivery address, the Payment page MUST show the price of the delivery.
2. WHEN the shopper pays with a card, the shop MUST confirm the order by e-mail within 2 minutes.
3. IF the card is declined, the Payment page MUST show the reason and ask for another card.

### Requirement 3: Orders

As a clerk, I want to see all paid orders, so that I can ship them.

1. WHEN the clerk opens the Orders page, the shop MUST list the paid orders, oldest first.
2. IF an order cannot be shipped, the Orders page MUST show the reason.

## Data

- Order: number, date, total, delivery address
- Cart line: product, quantity, price

## Out of scope

- Refunds
";
