//! The flow's own table as the screen draws it: phases, edges, who causes them. It knows no flow: every flow
//! draws itself.

use crate::kernel::{By, Flow, Phase as _};

/// One legal move, by the names of its phases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: &'static str,
    pub to: &'static str,
    pub by: By,
    pub trigger: &'static str,
    /// The sentence that allows it.
    pub law: &'static str,
}

/// All phases and legal moves of a flow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
    pub phases: Vec<&'static str>,
    pub edges: Vec<Edge>,
}

impl Machine {
    pub fn of<F: Flow>() -> Self {
        let edges = F::TABLE.edges.iter().map(|edge| Edge {
            from: edge.from.name(),
            to: edge.to.name(),
            by: edge.by,
            trigger: edge.trigger,
            law: edge.law,
        });
        Self { phases: F::Phase::ALL.iter().map(|phase| phase.name()).collect(), edges: edges.collect() }
    }
}
