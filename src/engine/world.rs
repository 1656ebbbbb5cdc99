//! The world as one engine has it: every port, and who is at the keyboard.

use std::sync::{Arc, LazyLock};

use crate::domain::approval::Rules;
use crate::kernel::Flow;
use crate::ports::{Agents, Approvals, Clock, Conditions, Person, Store};

/// All ports of an engine.
pub struct World<F: Flow> {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub agents: Arc<dyn Agents>,
    pub conditions: Arc<dyn Conditions<F::Terms>>,
    /// Who is at the keyboard, as far as the machine knows. Asked once, when the first step is taken:
    /// finding out starts other programs, which a mere list has no time for.
    pub who: LazyLock<Person, Box<dyn FnOnce() -> Person + Send + Sync>>,
    /// What makes an approval count, and what signs one.
    pub approvals: Arc<dyn Approvals>,
    /// What is written into a lock file for people who find it taken.
    pub owner: String,
    /// How many agents may be asked at the same time.
    pub concurrency: usize,
}

impl<F: Flow> World<F> {
    /// What approvals must be, as it is configured now, with the freeze numbers that were seen.
    pub(super) fn rules(&self) -> Rules {
        Rules { highest: self.approvals.highest(), ..self.approvals.rules() }
    }
}
