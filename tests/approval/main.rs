//! Approvals: the gate on a real terminal, what a freeze records and how it is verified, signatures and trust.

#[path = "../support/cli.rs"]
mod cli_support;
#[path = "../support/gate.rs"]
mod gate_support;

mod gate_provenance;
mod gate_storms;
mod gate_terminal;
mod signed;
mod trust_workspace;
mod verify_frozen;
