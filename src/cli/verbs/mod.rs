//! The verbs: one file each, grouped where several belong together.

pub mod answer;
pub mod chain;
pub mod decide;
pub mod diff;
pub mod dismiss;
pub mod files;
pub mod generate;
pub mod log;
pub mod new;
pub mod prompt;
pub mod reset;
pub mod run;
pub mod score;
pub mod session;
pub mod setup;
pub mod show;
pub mod status;
pub mod unfreeze;
pub mod verify;
