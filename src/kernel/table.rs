//! The legal moves of a workflow, each with the sentence that allows it.

use std::fmt::{self, Debug};
use std::hash::Hash;

/// The phases of a workflow: a closed set with the names that its files use.
pub trait Phase: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    const ALL: &'static [Self];
    fn name(self) -> &'static str;
    /// What is done in it, in a word for lists: six letters at most.
    fn work(self) -> &'static str;
}

/// Who causes a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The engine, by the workflow's own rules.
    Engine,
    /// A person, through a gate or an order.
    Human,
    /// The world: a file that was deleted or tampered with, a crash that is rolled forward.
    System,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Engine => "engine",
            Self::Human => "human",
            Self::System => "system",
        })
    }
}

/// One legal move.
#[derive(Clone, Copy, Debug)]
pub struct Edge<P> {
    pub from: P,
    pub to: P,
    pub by: By,
    /// What sets it off, in a few words.
    pub trigger: &'static str,
    /// The sentence of the requirement, or the ruling, that allows it.
    pub law: &'static str,
}

/// All legal moves of a workflow; what is not here is forbidden.
#[derive(Debug)]
pub struct Table<P: 'static> {
    pub edges: &'static [Edge<P>],
}

impl<P: Phase> Table<P> {
    /// The edge for a move by somebody, if the move is legal.
    pub fn edge(&self, from: P, to: P, by: By) -> Option<&'static Edge<P>> {
        self.edges.iter().find(|e| e.from == from && e.to == to && e.by == by)
    }

    /// The edges that leave a phase, in table order.
    pub fn leaving(&self, from: P) -> impl Iterator<Item = &'static Edge<P>> {
        self.edges.iter().filter(move |e| e.from == from)
    }
}
