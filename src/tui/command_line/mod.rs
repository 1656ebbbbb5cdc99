//! The lines that a person types for a command or a new feature: how they are read, completed and explained. `update` carries
//! them out.

pub mod line;
pub mod path_and_id;
pub mod verbs;
