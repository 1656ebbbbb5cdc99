//! Tests of the design flow on the kernel, without an engine: table, scripts, templates, files.

mod answer_patches;
mod dismissals;
mod flow_fidelity;
mod flow_gate;
mod flow_human_work;
mod flow_loop;
mod flow_preview;
mod frozen_marker;
mod json_suites;
mod older_designs;
mod prompts;
mod skeleton_cases;
mod strong_cases;
mod table;
mod templates;
