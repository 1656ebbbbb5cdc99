//! The table of a workflow's legal transitions, each with the rule that allows it.

use std::fmt::{self, Debug};
use std::hash::Hash;

/// The phases of a workflow: a closed set, with the names in its files.
pub trait Phase: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    const ALL: &'static [Self];
    fn name(self) -> &'static str;
    /// The activity of the phase, in at most six letters, for lists.
    fn work(self) -> &'static str;
}

/// The cause of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum By {
    /// The engine, by the workflow's own rules.
    Engine,
    /// A person, through a gate or an order.
    Human,
    /// The system: a deleted or tampered file, or a crash that is rolled forward.
    System,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.into())
    }
}

/// The verb and the trigger of an edge that undoes another one. Diagrams leave it out.
pub const UNDO: &str = "undo";

/// One legal transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge<P> {
    pub from: P,
    pub to: P,
    pub by: By,
    /// Its trigger, in a few words.
    pub trigger: &'static str,
    /// The sentence of the requirement, or the ruling, that allows it.
    pub law: &'static str,
}

/// A legal transition, for tables.
pub const fn edge<P: Phase>(from: P, to: P, by: By, trigger: &'static str, law: &'static str) -> Edge<P> {
    Edge { from, to, by, trigger, law }
}

/// All legal transitions of a workflow; all others are forbidden.
#[derive(Debug)]
pub struct Table<P: 'static> {
    pub edges: &'static [Edge<P>],
}

/// All phases and legal transitions of a workflow, by name, for front ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transitions {
    pub phases: Vec<&'static str>,
    pub edges: Vec<Edge<&'static str>>,
}

impl<P: Phase> Table<P> {
    /// The edge of a transition; `None` if it is forbidden.
    pub fn edge(&self, from: P, to: P, by: By) -> Option<&'static Edge<P>> {
        self.edges.iter().find(|e| e.from == from && e.to == to && e.by == by)
    }

    /// The edges that leave a phase, in table order.
    pub fn leaving(&self, from: P) -> impl Iterator<Item = &'static Edge<P>> {
        self.edges.iter().filter(move |e| e.from == from)
    }

    /// The table by the names of its phases.
    pub fn named(&self) -> Transitions {
        let edges = self.edges.iter().map(|edge| Edge {
            from: edge.from.name(),
            to: edge.to.name(),
            by: edge.by,
            trigger: edge.trigger,
            law: edge.law,
        });
        Transitions { phases: P::ALL.iter().map(|phase| phase.name()).collect(), edges: edges.collect() }
    }
}
