//! Workspaces of thousands of features, made fast: one feature of each sort goes the real way through
//! the engine, the others are copies under their own names.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use frieze::adapters::agents::built_in::{CRITIC_MODEL, GENERATOR_MODEL};
use frieze::adapters::clock::SystemClock;
use frieze::adapters::conditions::Workspace;
use frieze::adapters::config::Configuration;
use frieze::adapters::store::{Disk, DurableStore};
use frieze::domain::digest::Digest;
use frieze::domain::frozen;
use frieze::domain::id::FeatureId;
use frieze::domain::intent::Intent;
use frieze::engine::{Engine, World};
use frieze::flows::design::{Design, GENERATOR};
use frieze::kernel::{Answer, Event, Fault, Order, Role};
use frieze::ports::{Agent, Agents, Ask, Boxed, Checked, Live, Store};

use super::{briefs, intents};

/// Agents that answer at once, so that what is measured is the engine alone. Each design is a little
/// worse than the one before, so that a run neither stands still nor ends before its last iteration.
pub struct Canned {
    /// The answers in their order, for a feature of the name [`ANYBODY`]: what is not measured takes no time.
    designs: Vec<String>,
    asked: Mutex<std::collections::BTreeMap<FeatureId, usize>>,
}

/// The name of the feature in a prepared answer.
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

/// What the generator answers when it is asked for so many times.
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

/// The agents of an engine whose agents take no time.
pub struct CannedAgents(pub Arc<Canned>);

impl Agents for CannedAgents {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        Ok(Arc::new(Answering(self.0.clone(), role)))
    }
}

impl Agent for Answering {
    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Checked::well("made up by a test") })
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

/// As [`engine`], over a store that is there already.
pub fn over(store: Arc<dyn Store>, agents: Arc<dyn Agents>, set: &[&str]) -> Arc<Engine<Design>> {
    let configuration = Arc::new(Configuration {
        workspace: Some(store.clone()),
        root: None,
        user: Box::new(|| Ok(None)),
        environment: Vec::new(),
        flags: set.iter().map(|&flag| flag.to_owned()).collect(),
    });
    Arc::new(Engine::new(World {
        store: store.clone(),
        clock: Arc::new(SystemClock),
        agents,
        conditions: Arc::new(Workspace {
            store,
            configuration,
            root: std::path::PathBuf::new(),
            approvals: Arc::new(frieze::ports::Unsigned),
        }),
        who: LazyLock::new(Box::new(|| "Bench".into())),
        approvals: Arc::new(frieze::ports::Unsigned),
        owner: "bench".to_owned(),
        concurrency: 64,
    }))
}

/// The settings under which a run of [`Canned`] agents goes through all ten iterations.
pub const TEN_ITERATIONS: [&str; 2] = ["threshold=95", "maxIterations=10"];

/// Begins a run and works until it rests.
pub async fn run(engine: &Engine<Design>, id: &FeatureId) {
    engine.run(id, Some(Event::Ordered(Order::Start))).await.expect("a run of canned agents comes to rest");
}

/// Approves what waits for a decision.
pub fn approve(engine: &Engine<Design>, id: &FeatureId) {
    engine.once(id, &approval(engine, id)).expect("it is frozen");
}

/// A person's approval of the candidate as it is now.
pub fn approval(engine: &Engine<Design>, id: &FeatureId) -> Event {
    let gate = engine.look(id).expect("it can be looked at").gate.expect("a candidate waits");
    Event::Decided(gate.decide("approve", None, id.as_str(), false).expect("it may be approved"))
}

/// A folder with a configuration and features that have a brief and nothing else.
pub fn with_briefs(root: &Path, ids: &[FeatureId]) {
    write(&root.join("frieze.yaml"), b"version: 1\n");
    let brief = briefs::of_size(3_000);
    for id in ids {
        write(&root.join("features").join(id.as_str()).join("brief.md"), brief.as_bytes());
    }
}

/// Ids `f-00001` and so on.
pub fn ids(count: usize) -> Vec<FeatureId> {
    (1..=count).filter_map(|n| format!("f-{n:05}").parse().ok()).collect()
}

/// Copies of one feature's folder under other names.
pub fn copies(root: &Path, from: &FeatureId, ids: &[FeatureId], only: &[&str]) {
    let home = root.join("features").join(from.as_str());
    let files: Vec<(&str, Vec<u8>)> =
        only.iter().filter_map(|name| Some((*name, fs::read(home.join(name)).ok()?))).collect();
    let marker = files.iter().find(|(name, _)| *name == MARKER).and_then(|(_, b)| frozen::read(b).ok());
    for id in ids {
        let mut replaced: Vec<(String, String)> = vec![(from.to_string(), id.to_string())];
        let own = marker.clone().map(|marker| {
            let marker = frozen::Marker { feature_id: id.clone(), ..marker };
            frozen::render(&marker, frozen::TEMPLATE).expect("the built-in template")
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

/// What `status` and `verify` look at.
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
