//! Operations that the criterion benches and the table of ratios measure.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use frieze_data::id::FeatureId;
use frieze_engine::{Engine, InspectDepth, Runs as _};
use frieze_flows::design::Design;
use frieze_store::RealDisk;
use tempfile::TempDir;

use super::workspaces;
use super::workspaces::{Canned, CannedAgents, TEN_ITERATIONS};

pub use super::workspaces::DESIGN;

/// Iterations of a run under [`TEN_ITERATIONS`].
const ITERATIONS: u32 = 10;

/// The engine over a real folder.
pub fn on_disk(root: &Path, agents: &Arc<Canned>, set: &[&str]) -> Arc<Engine<Design>> {
    let disk = RealDisk::new(root).expect("a temporary folder");
    workspaces::engine(disk, Arc::new(CannedAgents(agents.clone())), set)
}

/// The runtime of `frieze run`.
pub fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().expect("two threads")
}

/// The time of one iteration while several runs work in parallel on a real folder, with durable writes and agents that take no
/// time; and the folder.
pub fn iteration(place: &Path, engines: usize) -> (Duration, TempDir) {
    let root = tempfile::tempdir_in(place).expect("a temporary folder");
    let ids = workspaces::ids(engines);
    workspaces::with_briefs(root.path(), &ids);
    let engine = on_disk(root.path(), &Canned::new(DESIGN), &TEN_ITERATIONS);
    let began = Instant::now();
    runtime().block_on(async {
        let mut runs = tokio::task::JoinSet::new();
        for id in ids {
            let engine = engine.clone();
            runs.spawn(async move { workspaces::run(&engine, &id).await });
        }
        while runs.join_next().await.is_some() {}
    });
    let count = u32::try_from(engines).unwrap_or(1) * ITERATIONS;
    (began.elapsed() / count, root)
}

/// Candidates in a fresh workspace, to be frozen.
pub fn candidates(root: &Path, ids: &[FeatureId]) -> Arc<Engine<Design>> {
    workspaces::with_briefs(root, ids);
    let engine = on_disk(root, &Canned::new(DESIGN), &["threshold=70"]);
    runtime().block_on(async {
        for id in ids {
            workspaces::run(&engine, id).await;
        }
    });
    // The runs end with their engine, and release their locks.
    drop(engine);
    on_disk(root, &Canned::new(DESIGN), &["threshold=70"])
}

/// A workspace with features that are all frozen, or in all states.
pub fn workspace(root: &Path, count: usize, all_frozen: bool) {
    let seeds: Vec<FeatureId> =
        ["seed-frozen", "seed-candidate"].iter().filter_map(|s| s.parse().ok()).collect();
    let [frozen, candidate] = seeds.as_slice() else { return };
    let engine = candidates(root, &seeds);
    workspaces::approve(&engine, frozen);
    let ids = workspaces::ids(count.saturating_sub(2));
    let (as_frozen, rest) = ids.split_at(if all_frozen { ids.len() } else { ids.len() / 3 });
    let (as_candidates, idle) = rest.split_at(rest.len() / 2);
    workspaces::copies(root, frozen, as_frozen, &workspaces::LISTED);
    workspaces::copies(root, candidate, as_candidates, &workspaces::LISTED);
    workspaces::copies(root, candidate, idle, &["brief.md"]);
    if all_frozen {
        workspaces::approve(&engine, candidate);
    }
}

/// Puts a chain with one completed phase under every feature: under the first by the program, under the others as copies.
pub fn chain(root: &Path, frieze: &str) {
    for verb in ["start", "brainstorm"] {
        let words = ["chain", verb, "f-00001"];
        let ended = Command::new(frieze).current_dir(root).args(words).stdout(Stdio::null()).status();
        assert!(ended.is_ok_and(|ended| ended.success()), "frieze chain {verb}");
    }
    let features = root.join("features");
    let files = [".meta.json", ".review-history.md", "brainstorm.md", "chain/journal.jsonl"]
        .map(|name| (name, std::fs::read(features.join("f-00001").join(name)).expect("a file of the chain")));
    for feature in std::fs::read_dir(&features).expect("a workspace").flatten() {
        let id = feature.file_name().to_string_lossy().into_owned();
        std::fs::create_dir_all(feature.path().join("chain")).expect("a folder in a temporary folder");
        for (name, bytes) in &files {
            let text = String::from_utf8_lossy(bytes);
            let own = |key: &str, id: &str| format!("\"{key}\": \"{id}\"");
            let text = text.replacen(&own("id", "f-00001"), &own("id", &id), 1);
            let text = text.replacen(&own("name", "f-00001"), &own("name", &id), 1);
            std::fs::write(feature.path().join(name), text).expect("a file in a temporary folder");
        }
    }
}

/// The list of approvers in a signed workspace.
pub const APPROVERS: &str = "approvers";

/// Signs all frozen features with a new key, as an approver does by hand; `false` if ssh-keygen fails.
pub fn sign(root: &Path) -> bool {
    let keygen = |arguments: &[&str], files: &[PathBuf]| {
        let mut command = Command::new("ssh-keygen");
        command.current_dir(root).arg("-q").args(arguments).args(files).stderr(Stdio::null());
        command.status().is_ok_and(|ended| ended.success())
    };
    let features = std::fs::read_dir(root.join("features")).into_iter().flatten().flatten();
    let markers: Vec<PathBuf> =
        features.map(|feature| feature.path().join("design/final/FROZEN.md")).collect();
    if !keygen(&["-N", "", "-t", "ed25519", "-f", "key"], &[])
        || !keygen(&["-Y", "sign", "-n", "frieze", "-f", "key"], &markers)
    {
        return false;
    }
    let key = std::fs::read_to_string(root.join("key.pub")).expect("the key just made");
    std::fs::write(root.join(APPROVERS), format!("Bench namespaces=\"frieze\" {key}"))
        .expect("a file in a temporary folder");
    true
}

/// Counts the features whose record can be read.
pub fn read_records(engine: &Engine<Design>) -> usize {
    let ids = engine.features().expect("a list of features");
    ids.iter().filter(|id| engine.inspect(id, InspectDepth::Record).is_ok()).count()
}

/// Counts the frozen features that verify.
pub fn verified(engine: &Engine<Design>) -> usize {
    let ids = engine.features().expect("a list of features");
    ids.iter().filter(|id| engine.verify_under(id, &engine.rules()).is_some_and(|v| v.ok)).count()
}
