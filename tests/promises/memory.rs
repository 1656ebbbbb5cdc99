//! An engine over a disk in memory, at a candidate that waits for its decision.

use std::sync::{Arc, LazyLock};

use frieze::adapters::store::{Files, MemoryDisk};
use frieze::domain::id::FeatureId;
use frieze::engine::{Engine, World};
use frieze::flows::design::{Design, Terms};
use frieze::kernel::{Fault, Role};
use frieze::ports::{Agent, Agents, Clock, Conditions, NotConfigured, Store};

use crate::flow_world;

pub fn id() -> FeatureId {
    flow_world::feature("checkout")
}

/// A disk with a design that was shown and not yet decided upon.
pub fn candidate() -> MemoryDisk {
    static FILES: LazyLock<Files> =
        LazyLock::new(|| flow_world::World::after("start · design A · clean").disk);
    MemoryDisk::holding(&FILES)
}

struct Standing;

impl Clock for Standing {
    fn now(&self) -> jiff::Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }
}

struct Nobody;

impl Agents for Nobody {
    fn for_role(&self, _: Role) -> Result<Arc<dyn Agent>, Fault> {
        Err(Fault::Failed { why: "nobody is asked at a gate".to_owned() })
    }
}

struct Fixed;

impl Conditions<Terms> for Fixed {
    fn terms(&self, _: &FeatureId) -> Result<Terms, NotConfigured> {
        Ok(flow_world::terms())
    }

    fn limit_ms(&self) -> u64 {
        1000
    }
}

pub fn engine(store: Arc<dyn Store>) -> Engine<Design> {
    Engine::new(World {
        store,
        clock: Arc::new(Standing),
        agents: Arc::new(Nobody),
        conditions: Arc::new(Fixed),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze::ports::Unsigned),
        owner: "a test".to_owned(),
        concurrency: 1,
    })
}
