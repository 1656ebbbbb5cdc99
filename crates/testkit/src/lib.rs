//! Test support: a disk in memory with unsynced state, power cuts, a disk that fails on demand, and pseudorandom numbers; with
//! the feature `worlds` also the design flow in memory, with `frozen` the marker of a design.

mod crash;
mod dice;
pub mod faulty;
#[cfg(feature = "frozen")]
pub mod frozen;
pub mod memory;
mod nodes;
#[cfg(feature = "worlds")]
pub mod worlds;

pub use dice::Dice;
pub use faulty::{Fault, FaultyDisk, Operation};
pub use memory::MemoryDisk;
pub use nodes::Files;
