//! The phases of the design flow: one file each, and what several of them share.

pub mod awaiting_agent;
pub mod candidate;
pub mod candidate_score;
pub mod decisions;
pub mod detached_critic;
pub mod dismissals;
pub mod evaluating;
pub mod failed;
pub mod frozen;
pub mod generating;
pub mod idle;
pub mod revising;
