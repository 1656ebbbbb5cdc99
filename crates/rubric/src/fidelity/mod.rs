//! Fidelity: compares a design with the requirements of its brief ("The brief is the yardstick"). What the design
//! leaves out earns nothing in any dimension, and what the brief does not say satisfies nothing.

mod judge;
mod phrase;
mod trace;
mod yardstick;

pub use frieze_language::Force;
pub(crate) use judge::Judged;
pub use judge::{Compared, Fidelity, LeftOut, MISSING};
pub(crate) use trace::Trace;
pub use trace::lines;
pub use yardstick::{Demand, Yardstick};
