//! State machine of a flow, with its diagram. It is made from the flow's own table and knows no particular flow.

mod canvas;
mod lanes;
mod ports;
mod state_diagram;

use frieze_kernel::{By, Transitions, UNDO};

pub use state_diagram::{Diagram, draw_diagram};

/// An allowed transition, by the names of its phases.
pub type Edge = frieze_kernel::Edge<&'static str>;

/// All phases and transitions of a flow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
    pub phases: Vec<&'static str>,
    pub edges: Vec<Edge>,
}

impl Machine {
    /// The machine of a flow.
    pub fn of(Transitions { phases, edges }: Transitions) -> Self {
        Self { phases, edges }
    }

    /// The main path: from the first phase along the first edge in the table that leads to a new phase, and so on.
    pub fn main_path(&self) -> Vec<&'static str> {
        let mut path: Vec<&'static str> = self.phases.first().copied().into_iter().collect();
        while let Some(last) = path.last().copied() {
            let next = self.moves().find(|edge| edge.from == last && !path.contains(&edge.to));
            match next {
                Some(edge) => path.push(edge.to),
                None => break,
            }
        }
        path
    }

    /// The edges caused by the engine or a person, without an undo; those caused by the system are shown elsewhere.
    pub fn moves(&self) -> impl Iterator<Item = &Edge> {
        let is_move = |edge: &&Edge| edge.by != By::System && edge.trigger != UNDO && edge.from != edge.to;
        self.edges.iter().filter(is_move)
    }

    /// The edges from a phase, in table order.
    pub fn leaving(&self, phase: &str) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.from == phase)
    }
}
