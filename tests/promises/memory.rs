//! An engine on a disk in memory, with a candidate that waits for its decision.

use std::sync::{Arc, LazyLock};

use frieze_data::id::FeatureId;
use frieze_engine::{Engine, Slots, World};
use frieze_flows::design::{Design, Terms};
use frieze_kernel::{Fault, Role};
use frieze_ports::{Agent, Agents, Clock, Conditions, NotConfigured, Store};
use frieze_testkit::{Files, MemoryDisk};

use frieze_testkit::worlds;

pub fn id() -> FeatureId {
    worlds::feature("checkout")
}

/// A disk with a design that was shown and not yet decided.
pub fn candidate() -> MemoryDisk {
    static FILES: LazyLock<Files> = LazyLock::new(|| worlds::World::after("start · design A · clean").disk);
    MemoryDisk::holding(&FILES)
}

struct FeatureStatus;

impl Clock for FeatureStatus {
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
        Ok(worlds::terms())
    }

    fn limit_ms(&self) -> u64 {
        1000
    }
}

pub fn engine(store: Arc<dyn Store>) -> Engine<Design> {
    Engine::new(World {
        store,
        clock: Arc::new(FeatureStatus),
        agents: Arc::new(Nobody),
        conditions: Arc::new(Fixed),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze_ports::Unsigned),
        owner: "a test".to_owned(),
        slots: Slots::new(1),
        others: None,
        unsealed: None,
    })
}
