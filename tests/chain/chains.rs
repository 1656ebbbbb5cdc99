//! A feature with a chain in a workspace of its own, with scripted agents in its roles.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use crate::cli_support::{CHECKOUT, Place, Said};

/// The verdicts of a reviewer.
pub const YES: &str = r#"{"approved": true, "issues": [], "summary": "Complete."}"#;
pub const NO: &str = r#"{"approved": false, "issues": [{"severity": "blocker", "description": "No limit is given for refunds.", "location": "Requirements"}], "summary": "One lack."}"#;

/// A feature `a` with a chain.
pub struct Chain {
    pub place: Place,
}

impl Chain {
    pub fn new(mode: &str) -> Self {
        Self::of("b.md", CHECKOUT, mode)
    }

    /// A feature `a` of a document.
    pub fn of(file: &str, brief: &str, mode: &str) -> Self {
        let place = Place::workspace();
        place.write(file, brief);
        place.done(&["new", "a", "--brief", file, "--mode", mode]);
        Self { place }
    }

    /// Gives roles to programs of the user's own: name, role, lines of a shell.
    pub fn with_agents(self, agents: &[(&str, &str, &str)]) -> Self {
        let (mut described, mut roles) = (String::new(), String::new());
        for (name, role, script) in agents {
            let path = self.place.home().join(name);
            fs::write(
                &path,
                format!("#!/bin/sh\ncat >\"$HOME/{name}-prompt\"\necho >>\"$HOME/{name}-calls\"\n{script}\n"),
            )
            .unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            described += &format!("  {name}:\n    kind: command\n    command: [{}]\n", path.display());
            roles += &format!("    {role}: {name}\n");
        }
        let folder = self.place.home().join("config/frieze");
        fs::create_dir_all(&folder).unwrap();
        let settings = format!("agents:\n{described}roles:\n  chain:\n{roles}");
        fs::write(folder.join("config.yaml"), settings).unwrap();
        self
    }

    /// A reviewer who gives these verdicts, one a call; the last one again and again.
    pub fn judged(self, verdicts: &[&str]) -> Self {
        for (at, verdict) in verdicts.iter().enumerate() {
            fs::write(self.place.home().join(format!("verdict-{}", at + 1)), verdict).unwrap();
        }
        let script = format!(
            "n=$(grep -c '' \"$HOME/judge-calls\"); test $n -gt {0} && n={0}; cat \"$HOME/verdict-$n\"",
            verdicts.len()
        );
        self.with_agents(&[("judge", "chain-reviewer", &script)])
    }

    /// How often an agent was asked.
    pub fn calls(&self, agent: &str) -> usize {
        let calls = fs::read_to_string(self.place.home().join(format!("{agent}-calls")));
        calls.map_or(0, |calls| calls.lines().count())
    }

    /// `frieze chain VERB a`, with more words.
    pub fn run(&self, verb: &str, more: &[&str]) -> Said {
        let mut words = vec!["chain", verb, "a"];
        words.extend(more);
        self.place.run(&words)
    }

    #[track_caller]
    pub fn ends(&self, code: i32, verb: &str, more: &[&str]) -> Said {
        let said = self.run(verb, more);
        assert_eq!(said.code, code, "{verb} {more:?}: {said:?}");
        said
    }

    pub fn meta(&self) -> Value {
        serde_json::from_str(&self.place.read("features/a/.meta.json")).unwrap()
    }

    pub fn phase(&self, phase: &str) -> Value {
        self.meta()["phases"][phase].clone()
    }

    pub fn read(&self, name: &str) -> String {
        self.place.read(&format!("features/a/{name}"))
    }

    pub fn exists(&self, name: &str) -> bool {
        self.place.exists(&format!("features/a/{name}"))
    }

    /// All files but the journal and the lock, which keep that something was tried.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let is_kept = |path: &str| path.ends_with("chain/journal.jsonl") || path.ends_with(".lock");
        self.place.snapshot().into_iter().filter(|(path, _)| !is_kept(path)).collect()
    }
}
