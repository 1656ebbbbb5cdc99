//! The verbs: one file each.

pub mod abort;
pub mod answer;
pub mod approve;
pub mod config;
pub mod diff;
pub mod dismiss;
pub mod doctor;
pub mod files;
pub mod generate;
pub mod init;
pub mod log;
pub mod new;
pub mod prompt;
pub mod reject;
pub mod reset;
pub mod run;
pub mod score;
pub mod show;
pub mod status;
pub mod trust;
pub mod unfreeze;
pub mod use_agent;
pub mod verify;
