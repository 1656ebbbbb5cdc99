//! How a person sets up a model: every way in the README, as printed, and the doctor's hints, step by step.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

pub mod bench;
mod doctor;
mod https;
mod newcomer;
mod programs;
mod progress;
pub mod provider;
mod readme;
mod reproducible_scores;
mod secrets;
mod setups;
mod usage;
mod without_a_model;
