//! Reads requirements, and what a document names outright; everything else is left, and said to be left.

mod reading;

pub use frieze_document::{Skipped, Why};
pub use reading::*;
