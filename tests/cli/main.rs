//! The command line: its commands, output, handling of damage, and costs.

#[path = "../support/cli.rs"]
mod cli_support;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/gate.rs"]
mod gate_support;
#[path = "../../benches/support/mod.rs"]
mod support;

mod answers;
mod bad_input_files;
mod bad_input_places;
mod bad_input_records;
mod bad_input_stopped;
mod canonical;
mod cost_status;
mod cost_transitions;
mod dismissals;
mod formats;
mod guidance;
mod prompts;
mod scores;
mod second_flow;
mod settings;
mod shown;
mod true_words;
mod verbs;
