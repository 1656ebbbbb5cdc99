//! Agents of every kind: models over HTTP, programs, people with files, Google Stitch; and how a person sets each up.

#[path = "../support/cli.rs"]
mod cli_support;
#[path = "../support/gate.rs"]
mod gate_support;

mod acp;
mod files;
mod http;
mod people;
mod person;
mod presets;
mod programs;
mod stitch;
mod use_agent;
