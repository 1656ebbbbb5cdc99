//! Verbs that a workflow adds to those that all workflows have.

/// A verb of a workflow: `frieze <flow> <verb> <id>` in the shell, `:<verb>` on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    pub name: &'static str,
    /// The words that follow it, as help shows them, for example `review|edit`; empty if none.
    pub takes: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The names of the phases in which it can be used; empty for all.
    pub phases: &'static [&'static str],
}

impl Verb {
    /// A verb that can be used in these phases.
    pub const fn of(
        name: &'static str,
        takes: &'static str,
        phases: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, takes, help, phases }
    }
}
