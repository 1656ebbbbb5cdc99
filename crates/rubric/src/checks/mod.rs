//! The checks, by dimension, and what only they use.

pub mod agnosticism;
pub mod attribute_types;
pub mod called;
pub mod clarity;
pub mod coherence;
pub mod completeness;
pub mod data_model;
pub mod duplicates;
pub mod echo;
pub mod holes;
pub mod misplaced;
pub mod questions;
pub mod states;
pub mod vague;
pub mod verbs;
