//! Files: the store port, written once over a disk's primitive operations, and three kinds of disk:
//! the real one, one that fails on demand, and one in memory that keeps unsynced state apart. The last two are for
//! tests, of this crate and of its integration tests alike; the program makes neither.

mod causes;
mod crash;
pub mod disk;
mod durable;
pub mod faulty;
mod lease;
pub mod memory;
mod nodes;
mod real;
mod replacing;
mod resolve;
mod temp;

pub use causes::elsewhere;
pub use disk::Disk;
pub use durable::DurableStore;
pub use faulty::{Fault, FaultyDisk, Operation};
pub use lease::lease;
pub use memory::MemoryDisk;
pub use nodes::Files;
pub use real::RealDisk;
