//! The brief: a requirement document as the reader understood it. Every part carries the line it
//! stands on, so that nothing in a design is invented and everything can be looked up.

mod types;

pub use types::*;
