//! The ports of one engine, and the person at the keyboard.

use std::sync::{Arc, LazyLock};

use super::slots::Slots;
use crate::LazyRules;
use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_kernel::Flow;
use frieze_ports::{Agents, Approvals, Clock, Conditions, Others, Person, Store};

/// All ports of an engine.
pub struct World<F: Flow> {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub agents: Arc<dyn Agents>,
    pub conditions: Arc<dyn Conditions<F::Terms>>,
    /// The person at the keyboard, as far as the machine knows. Found lazily, since that starts other programs, which is too slow
    /// for lists.
    pub who: LazyLock<Person, Box<dyn FnOnce() -> Person + Send + Sync>>,
    pub approvals: Arc<dyn Approvals>,
    /// The text in lock files, for people who find one locked.
    pub owner: String,
    /// The limit of agents at work, which engines share.
    pub slots: Slots,
    /// The other workflows, for a workflow that begins their runs.
    pub others: Option<Arc<dyn Others>>,
    /// For another workflow than the design: what it sees in place of a marker whose design is not what was approved.
    pub unsealed: Option<Box<Unsealed>>,
}

/// The hash of a frozen design, or the state that its marker has if the design is not what was approved.
pub type Approved = Result<Digest, FileState>;

/// Verifies a frozen design under the rules for approvals, as [`crate::Runs::verify_under`] does.
pub type Unsealed = dyn Fn(&FeatureId, &LazyRules) -> Approved + Send + Sync;
