//! Files: the store port, written once over a disk's primitive operations, and three kinds of disk:
//! the real one, one that fails on demand, and one in memory that keeps unsynced state apart.

mod causes;
pub mod disk;
mod durable;
mod real;
mod replacing;
mod resolve;
mod temp;

pub use disk::Disk;
pub use durable::DurableStore;
pub use real::RealDisk;
