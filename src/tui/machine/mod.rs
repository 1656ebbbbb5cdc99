//! The flow's own table as the screen draws it: phases, edges, who causes them. It knows no flow: every flow
//! draws itself.

mod canvas;
mod drawing;
mod lanes;
mod ports;

use crate::kernel::{By, Flow, Phase as _};

pub use drawing::Drawing;

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

/// All phases and legal moves of a flow, and their picture at the width that was last asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
    pub phases: Vec<&'static str>,
    pub edges: Vec<Edge>,
    drawn_for: Option<usize>,
    drawing: Option<Drawing>,
}

impl Machine {
    /// The table of a flow.
    pub fn of<F: Flow>() -> Self {
        let edges = F::TABLE.edges.iter().map(|edge| Edge {
            from: edge.from.name(),
            to: edge.to.name(),
            by: edge.by,
            trigger: edge.trigger,
            law: edge.law,
        });
        Self::new(F::Phase::ALL.iter().map(|phase| phase.name()).collect(), edges.collect())
    }

    /// A table of these phases, in their order.
    pub fn new(phases: Vec<&'static str>, edges: Vec<Edge>) -> Self {
        Self { phases, edges, drawn_for: None, drawing: None }
    }

    /// Draws the picture for a width, unless it is the one that is there.
    pub fn arrange(&mut self, width: u16) {
        let width = usize::from(width);
        if width > 0 && self.drawn_for != Some(width) {
            self.drawing = drawing::drawing(self, width);
            self.drawn_for = Some(width);
        }
    }

    /// The picture; `None` where the phases do not fit or their edges cannot be told apart.
    pub fn drawing(&self) -> Option<&Drawing> {
        self.drawing.as_ref()
    }

    /// The main way: from the first phase along the edge that the table lists first, as long as that leads to
    /// a phase that was not passed yet.
    pub fn main_way(&self) -> Vec<&'static str> {
        let mut way: Vec<&'static str> = self.phases.first().copied().into_iter().collect();
        while let Some(last) = way.last().copied() {
            let onward = self.moves().find(|edge| edge.from == last && !way.contains(&edge.to));
            match onward {
                Some(edge) => way.push(edge.to),
                None => break,
            }
        }
        way
    }

    /// The edges that an engine or a person causes; what only the world causes is shown apart.
    pub fn moves(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| edge.by != By::System && edge.from != edge.to)
    }

    /// The edges that leave a phase, in table order.
    pub fn leaving(&self, phase: &str) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.from == phase)
    }
}
