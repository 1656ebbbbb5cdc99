//! A session in a workspace of its own, brought to a phase by the orders of its document, and its record, read strictly.

use std::path::PathBuf;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::cli_support::{Place, Said, snapshot};

/// The top-level fields of `session.json`; other readers refuse any other.
pub const FIELDS: [&str; 20] = [
    "artifacts",
    "context",
    "created_at",
    "current_iteration",
    "last_error",
    "metadata",
    "pending_action",
    "phase",
    "phase_history",
    "plan_approved",
    "plan_hash",
    "profile",
    "prompt_hashes",
    "providers",
    "review_approved",
    "review_hash",
    "session_id",
    "standards_hash",
    "status",
    "updated_at",
];

/// The fields of `--json`.
pub const SHOWN: [&str; 11] = [
    "approved",
    "awaiting",
    "hashes",
    "id",
    "iteration",
    "lastError",
    "needs",
    "phase",
    "schemaVersion",
    "status",
    "warnings",
];

/// The transitions of the document, from and to.
const TABLE: [(&str, &str); 10] = [
    ("initialized", "planning"),
    ("planning", "planned"),
    ("planned", "generating"),
    ("generating", "generated"),
    ("generated", "reviewing"),
    ("reviewing", "reviewed"),
    ("reviewed", "complete"),
    ("reviewed", "revising"),
    ("revising", "revised"),
    ("revised", "reviewing"),
];

/// The files of the profile's standards for the scope `domain`, in the order of the bundle.
pub const STANDARDS: [&str; 5] = [
    "PACKAGES_AND_LAYERS.md",
    "NAMING_AND_API.md",
    "ORG.md",
    "JPA_AND_DATABASE.md",
    "ARCHITECTURE_AND_MULTITENANCY.md",
];

pub const CONTEXT: [&str; 10] = [
    "-c",
    "scope=domain",
    "-c",
    "entity=Tier",
    "-c",
    "table=app.t",
    "-c",
    "bounded-context=c",
    "-c",
    "schema-file=s.sql",
];

pub const PLAN: &str = "# Plan\n\n1. Write the entity.\n2. Write the repository.\n";
pub const TIER: &str = "class Tier {}\n";
pub const REPOSITORY: &str = "interface TierRepository {}\n";
pub const CODE: &str = "Here are the files.\n\
    <<<FILE: Tier.java>>>\n\
    class Tier {}\n\
    <<<FILE: TierRepository.java>>>\n\
    interface TierRepository {}\n";

/// A review's answer with this verdict.
pub fn review(verdict: &str) -> String {
    format!(
        "I read both files.\n\n@@@REVIEW_META\nverdict: {verdict}\nissues_total: 1\nissues_critical: 0\n\
         missing_inputs: 0\n@@@\n"
    )
}

pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes.as_ref()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A workspace with the profile's standards in `std`.
pub fn workspace() -> Place {
    let place = Place::workspace();
    for name in STANDARDS {
        place.write(&format!("std/{name}"), format!("# {name}\n\nKeep to it.\n"));
    }
    place.write("s.sql", "create table app.t (id bigint primary key);\n");
    place
}

/// The words of `session new` with profile `jpa-mt`.
pub fn creation(id: &str) -> Vec<&str> {
    let mut words = vec!["--set", "session.standardsRoot=std", "session", "new", id, "--profile", "jpa-mt"];
    words.extend(CONTEXT);
    words
}

/// Brings a session to a phase.
pub type Make = fn() -> Session;

/// Session `t1`.
pub struct Session {
    pub place: Place,
}

impl Session {
    pub fn new() -> Self {
        let place = workspace();
        place.done(&creation("t1"));
        Self { place }
    }

    pub fn planning() -> Self {
        let session = Self::new();
        session.goes(3, "planning", &["step"]);
        session
    }

    pub fn planned() -> Self {
        let session = Self::planning();
        session.write("planning-response.md", PLAN);
        session.goes(0, "planned", &["step"]);
        session
    }

    pub fn generating() -> Self {
        let session = Self::planned();
        session.goes(0, "generating", &["approve"]);
        session
    }

    pub fn generated() -> Self {
        let session = Self::generating();
        session.write("iteration-1/generating-response.md", CODE);
        session.goes(0, "generated", &["step"]);
        session
    }

    pub fn reviewing() -> Self {
        let session = Self::generated();
        session.goes(0, "generated", &["approve"]);
        session.goes(0, "reviewing", &["step"]);
        session
    }

    /// The first review, not approved yet.
    pub fn reviewed(verdict: &str) -> Self {
        let session = Self::reviewing();
        session.write("iteration-1/reviewing-response.md", review(verdict));
        session.goes(0, "reviewed", &["step"]);
        session
    }

    pub fn revising() -> Self {
        let session = Self::reviewed("FAIL");
        session.goes(0, "reviewed", &["approve"]);
        session.goes(0, "revising", &["step"]);
        session
    }

    /// The first revision, answered with `answer`, not approved yet.
    pub fn revised(answer: &str) -> Self {
        let session = Self::revising();
        session.write("iteration-2/revising-response.md", answer);
        session.goes(0, "revised", &["step"]);
        session
    }

    pub fn complete() -> Self {
        let session = Self::reviewed("PASS");
        session.goes(0, "reviewed", &["approve"]);
        session.goes(0, "complete", &["step"]);
        session
    }

    /// The session's folder or a file in it, relative to the workspace.
    pub fn path(name: &str) -> String {
        if name.is_empty() { ".aiwf/sessions/t1".into() } else { format!(".aiwf/sessions/t1/{name}") }
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.place.at(&Self::path(name))
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        self.place.write(&Self::path(name), bytes);
    }

    pub fn read(&self, name: &str) -> String {
        self.place.read(&Self::path(name))
    }

    pub fn exists(&self, name: &str) -> bool {
        self.place.exists(&Self::path(name))
    }

    pub fn remove(&self, name: &str) {
        std::fs::remove_file(self.at(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    }

    /// Runs `session VERB t1 REST…`.
    pub fn order(&self, words: &[&str]) -> Said {
        let mut arguments = vec!["session", words[0], "t1"];
        arguments.extend(&words[1..]);
        self.place.run(&arguments)
    }

    /// Gives an order and expects its exit code and the phase afterwards; returns what was printed.
    #[track_caller]
    pub fn goes(&self, code: i32, phase: &str, words: &[&str]) -> Said {
        let said = self.order(words);
        assert_eq!((said.code, self.phase().as_str()), (code, phase), "{words:?}: {said:?}");
        said
    }

    /// Gives an order that is refused or fails: one sentence with a hint, and the phase as before.
    #[track_caller]
    pub fn stays(&self, code: i32, words: &[&str]) -> Said {
        let before = self.phase();
        let said = self.order(words);
        said.complains(code, "");
        assert_eq!(self.phase(), before, "{words:?}: {said:?}");
        said
    }

    /// What an order prints with `--json`, and its exit code.
    pub fn json(&self, words: &[&str]) -> (i32, Value) {
        let mut words = words.to_vec();
        words.push("--json");
        let said = self.order(&words);
        let value: Value =
            serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{words:?}: {e}: {said:?}"));
        for key in SHOWN {
            assert!(value.get(key).is_some(), "{words:?}: {key} is missing in {value}");
        }
        assert_eq!((&value["schemaVersion"], &value["id"]), (&1.into(), &"t1".into()), "{words:?}");
        assert!(value["hashes"].is_object() && value["warnings"].is_array(), "{value}");
        (said.code, value)
    }

    pub fn phase(&self) -> String {
        self.record()["phase"].as_str().unwrap().to_owned()
    }

    /// `session.json` with exactly the fields of the document, and a history that follows the table.
    pub fn record(&self) -> Value {
        let record: Value = serde_json::from_str(&self.read("session.json")).unwrap();
        assert_eq!(keys(&record), FIELDS);
        checked(&record);
        record
    }

    /// The artifacts of an iteration: path and hash.
    pub fn artifacts(&self, iteration: u32) -> Vec<(String, Option<String>)> {
        let record = self.record();
        let of_iteration = record["artifacts"].as_array().unwrap().iter();
        let mut artifacts: Vec<(String, Option<String>)> = of_iteration
            .filter(|artifact| artifact["iteration"] == iteration)
            .map(|artifact| {
                assert_eq!(keys(artifact), ["created_at", "iteration", "path", "phase", "sha256"]);
                let hash = artifact["sha256"].as_str().map(str::to_owned);
                (artifact["path"].as_str().unwrap().to_owned(), hash)
            })
            .collect();
        artifacts.sort();
        artifacts
    }

    /// The files below `code/` of an iteration, with the hashes that an approval has to record.
    pub fn code_hashes(&self, iteration: u32) -> Vec<(String, Option<String>)> {
        let folder = format!("iteration-{iteration}/code");
        let files = snapshot(&self.at(&folder));
        files.into_iter().map(|(name, bytes)| (format!("{folder}/{name}"), Some(sha256(bytes)))).collect()
    }

    /// Every file of the session but the lock, with its bytes.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        snapshot(&self.at("")).into_iter().filter(|(name, _)| name != ".lock").collect()
    }

    /// Every file but the lock and what records an error: the record and the journal.
    pub fn contents(&self) -> Vec<(String, Vec<u8>)> {
        let records = ["session.json", "journal.jsonl"];
        self.files().into_iter().filter(|(name, _)| !records.contains(&name.as_str())).collect()
    }

    /// The session as `status --json` lists it.
    pub fn row(&self) -> Value {
        row(&self.place.json(&["status", "--json"]), "t1")
    }
}

/// One session of a listing.
pub fn row(listing: &Value, id: &str) -> Value {
    let rows = listing["sessions"].as_array().unwrap_or_else(|| panic!("no sessions in {listing}"));
    rows.iter().find(|row| row["id"] == id).cloned().unwrap_or_else(|| panic!("{id} is not in {listing}"))
}

pub fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// What holds for the record at every moment.
fn checked(record: &Value) {
    let status = record["status"].as_str().unwrap_or_default();
    assert!(["in_progress", "success", "error"].contains(&status), "{record}");
    assert_eq!(status == "error", record["last_error"].is_string(), "{record}");
    assert_eq!(record["plan_approved"], record["plan_hash"].is_string(), "{record}");
    assert_eq!(record["review_approved"], record["review_hash"].is_string(), "{record}");
    assert_eq!(record["standards_hash"].as_str().map(str::len), Some(64), "{record}");
    assert_eq!(keys(&record["providers"]), ["generator", "planner", "reviewer", "reviser"]);
    assert!(record["context"].is_object() && record["prompt_hashes"].is_object(), "{record}");
    assert_eq!(keys(&record["metadata"]), ["frieze"]);
    for name in ["created_at", "updated_at"] {
        let time = record[name].as_str().unwrap_or_default();
        assert!(time.parse::<jiff::Timestamp>().is_ok(), "{name}: {time}");
    }
    let history = record["phase_history"].as_array().unwrap();
    let phases: Vec<&str> = history
        .iter()
        .map(|entry| {
            assert_eq!(keys(entry), ["phase", "status", "timestamp"]);
            entry["phase"].as_str().unwrap()
        })
        .collect();
    for pair in phases.windows(2) {
        assert!(pair[0] == pair[1] || TABLE.contains(&(pair[0], pair[1])), "{phases:?}");
    }
    if record["phase"] != "initialized" {
        assert_eq!(phases.last().copied(), record["phase"].as_str(), "{record}");
    }
}
