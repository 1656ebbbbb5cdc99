//! The engine: one interpreter for every workflow. It looks at the files a step needs, takes the step,
//! commits what the step wrote, asks the world for what the record then waits for, and shows the
//! result. It decides nothing; the flows perform nothing.

mod board;
mod commit;
mod doubt;
mod examining;
mod facts;
mod features;
mod handle;
pub mod held;
pub mod journal;
mod looking;
pub mod past;
mod refused;
mod run;
mod seal;
mod settle;
mod trouble;
mod verify;
mod world;

pub use board::{Board, Doing, Seen};
pub use doubt::Doubt;
pub use examining::Examined;
pub use handle::Engine;
pub use looking::Glimpse;
pub use seal::Seal;
pub use trouble::Trouble;
pub use verify::Verified;
pub use world::World;
