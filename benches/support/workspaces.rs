//! Workspaces with thousands of features: the engine makes one feature of each kind, the others are copies under other names.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use frieze_adapters::agents::built_in::{CRITIC_MODEL, GENERATOR_MODEL};
use frieze_adapters::clock::SystemClock;
use frieze_adapters::conditions::WorkspaceConditions;
use frieze_adapters::config::Configuration;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_design::freeze_marker;
use frieze_engine::{Engine, InspectDepth, Runs as _, Slots, World};
use frieze_flows::design::{Design, GENERATOR};
use frieze_intent::Intent;
use frieze_kernel::{Answer, Confirmed, Event, Fault, Order, Role};
use frieze_ports::{Agent, Agents, Ask, Boxed, Checked, Live, Store};
use frieze_store::{Disk, DurableStore};

use super::{briefs, intents};

/// The bytes of a design of these agents.
pub const DESIGN: usize = 25_000;

/// Agents that answer at once, so that only the engine is measured. Each design is a little worse than the one before, so that a
/// run has no plateau and ends with its last iteration.
pub struct Canned {
    /// The prepared answers in order, for a feature with the name [`ANYBODY`].
    designs: Vec<String>,
    asked: Mutex<std::collections::BTreeMap<FeatureId, usize>>,
}

/// The feature's name in a prepared answer.
const ANYBODY: &str = "\"featureId\": \"parcels\"";

impl Canned {
    pub fn new(bytes: usize) -> Arc<Self> {
        let design = intents::of_size(bytes);
        Arc::new(Self {
            designs: (1..=12).map(|count| answer(&design, count)).collect(),
            asked: Mutex::default(),
        })
    }
}

/// The generator's answers, one for each call.
fn answer(design: &Intent, count: usize) -> String {
    let mut design = design.clone();
    design.summary = format!("{} In its version {count}.", design.summary);
    design.open_questions.extend((0..count).map(|n| format!("What about case {n}, or maybe etc.?")));
    for component in design.components.iter_mut().take(count) {
        component.description.clear();
    }
    serde_json::to_string_pretty(&design).unwrap_or_default()
}

struct Answering(Arc<Canned>, Role);

/// Agents that take no time.
pub struct CannedAgents(pub Arc<Canned>);

impl Agents for CannedAgents {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        Ok(Arc::new(Answering(self.0.clone(), role)))
    }
}

impl Agent for Answering {
    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Ok("made up by a test".to_owned()) })
    }

    fn ask(&self, ask: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
        let (text, model) = if self.1 == GENERATOR {
            let mut asked = self.0.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let count = asked.entry(ask.feature.clone()).or_default();
            let design = self.0.designs.get(*count).or(self.0.designs.last()).expect("a few answers");
            *count += 1;
            (design.replacen(ANYBODY, &format!("\"featureId\": \"{}\"", ask.feature), 1), GENERATOR_MODEL)
        } else {
            ("{\"findings\":[]}".to_owned(), CRITIC_MODEL)
        };
        let answer = Answer::of(text, model);
        Box::pin(async move { Ok(answer) })
    }
}

/// An engine over any disk, with the configuration and templates of its workspace.
pub fn engine<D: Disk>(disk: D, agents: Arc<dyn Agents>, set: &[&str]) -> Arc<Engine<Design>> {
    over(Arc::new(DurableStore::new(disk)), agents, set)
}

/// As [`engine`], over an existing store.
pub fn over(store: Arc<dyn Store>, agents: Arc<dyn Agents>, set: &[&str]) -> Arc<Engine<Design>> {
    let configuration = Arc::new(Configuration {
        workspace: Some(store.clone()),
        root: None,
        user: Box::new(|| Ok(None)),
        user_aiwf: Box::new(|| Ok(None)),
        environment: Vec::new(),
        flags: set.iter().map(|&flag| flag.to_owned()).collect(),
    });
    Arc::new(Engine::new(World {
        store: store.clone(),
        clock: Arc::new(SystemClock),
        agents,
        conditions: Arc::new(WorkspaceConditions {
            store,
            configuration,
            root: std::path::PathBuf::new(),
            approvals: Arc::new(frieze_ports::Unsigned),
        }),
        who: LazyLock::new(Box::new(|| "Bench".into())),
        approvals: Arc::new(frieze_ports::Unsigned),
        owner: "bench".to_owned(),
        slots: Slots::new(64),
        others: None,
        unsealed: None,
    }))
}

/// Settings with which a run of [`Canned`] agents has ten iterations.
pub const TEN_ITERATIONS: [&str; 2] = ["threshold=95", "maxIterations=10"];

/// Starts a run and waits until it pauses or ends.
pub async fn run(engine: &Engine<Design>, id: &FeatureId) {
    engine.run(id, Some(Event::Ordered(Order::Start))).await.expect("a run of canned agents comes to rest");
}

/// Approves the candidate.
pub fn approve(engine: &Engine<Design>, id: &FeatureId) {
    engine.take_once(id, &approval(engine, id)).expect("it is frozen");
}

/// A person's approval of the current candidate.
pub fn approval(engine: &Engine<Design>, id: &FeatureId) -> Event {
    let view = engine.inspect(id, InspectDepth::Locked).expect("it can be inspected").view;
    let gate = view.gate().expect("a candidate waits");
    Event::Decided(
        gate.decide("approve", None, Confirmed::Typed(id.as_str()), false).expect("it may be approved"),
    )
}

/// A folder with a configuration and features that only have a brief.
pub fn with_briefs(root: &Path, ids: &[FeatureId]) {
    write(&root.join("frieze.yaml"), b"version: 1\n");
    let brief = briefs::of_design(&intents::of_size(DESIGN));
    for id in ids {
        write(&root.join("features").join(id.as_str()).join("brief.md"), brief.as_bytes());
    }
}

/// Ids `f-00001` and so on.
pub fn ids(count: usize) -> Vec<FeatureId> {
    (1..=count).filter_map(|n| format!("f-{n:05}").parse().ok()).collect()
}

/// Copies one feature's folder under other names.
pub fn copies(root: &Path, from: &FeatureId, ids: &[FeatureId], only: &[&str]) {
    let home = root.join("features").join(from.as_str());
    let files: Vec<(&str, Vec<u8>)> =
        only.iter().filter_map(|name| Some((*name, fs::read(home.join(name)).ok()?))).collect();
    let marker =
        files.iter().find(|(name, _)| *name == MARKER).and_then(|(_, b)| freeze_marker::read(b).ok());
    for id in ids {
        let mut replaced: Vec<(String, String)> = vec![(from.to_string(), id.to_string())];
        let own = marker.clone().map(|marker| {
            let marker = freeze_marker::Marker { feature_id: id.clone(), ..marker };
            freeze_marker::render(&marker, freeze_marker::TEMPLATE).expect("the built-in template")
        });
        if let (Some(own), Some((_, old))) = (&own, files.iter().find(|(name, _)| *name == MARKER)) {
            replaced.push((Digest::of(old).to_string(), Digest::of(own.as_bytes()).to_string()));
        }
        for (name, bytes) in &files {
            let place = root.join("features").join(id.as_str()).join(name);
            match (*name, &own) {
                (MARKER, Some(own)) => write(&place, own.as_bytes()),
                ("design/state.json", _) => {
                    let mut text = String::from_utf8_lossy(bytes).into_owned();
                    for (old, new) in &replaced {
                        text = text.replace(old, new);
                    }
                    write(&place, text.as_bytes());
                }
                _ => write(&place, bytes),
            }
        }
    }
}

/// The files that `status` and `verify` read.
pub const LISTED: [&str; 9] = [
    "brief.md",
    "design/state.json",
    "design/journal.jsonl",
    "design/intent.json",
    "design/critique.json",
    "design/preview.html",
    "design/final/intent.json",
    "design/final/preview.html",
    MARKER,
];
const MARKER: &str = "design/final/FROZEN.md";

fn write(path: &Path, bytes: &[u8]) {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).expect("a folder in a temporary folder");
    }
    fs::write(path, bytes).expect("a file in a temporary folder");
}
