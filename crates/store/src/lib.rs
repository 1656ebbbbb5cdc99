//! The store port over a disk's primitive operations, and the real disk. The crate `testkit` has a disk in memory and one that
//! fails on demand.

pub mod disk;
mod durable;
mod errors;
mod lease;
mod real;
mod replacing;
mod resolve;
mod temp;

pub use disk::Disk;
pub use durable::DurableStore;
pub use errors::outside;
pub use lease::lease;
pub use real::RealDisk;
pub use temp::is_ours as is_temporary;
