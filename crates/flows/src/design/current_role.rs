//! The agent's role in a phase.

use crate::design::record::DesignRecord;
use crate::design::record::phase::DesignPhase;
use crate::design::{CRITIC, GENERATOR};
use frieze_kernel::Role;
use frieze_kernel::files::Seat;

/// The role of this phase's agent.
pub fn current_role(record: &DesignRecord) -> Role {
    match current_seat(record) {
        Seat::Generator => GENERATOR,
        Seat::Critic => CRITIC,
    }
}

/// The role in the names of the iteration's files.
pub fn current_seat(record: &DesignRecord) -> Seat {
    if record.state == DesignPhase::Evaluating { Seat::Critic } else { Seat::Generator }
}
