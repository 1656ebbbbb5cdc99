//! Lanes of the diagram, below the main path. Every phase that is not on the main path has a lane; so has every phase of the
//! main path that is reached from other phases than its neighbour.

use super::Machine;

/// One lane. Phases are numbers in [`Machine::phases`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lane {
    /// The phase on it; `None` for edges between phases of the main path.
    pub phase: Option<usize>,
    /// Phases of the main path that lead here.
    pub sources: Vec<usize>,
    /// Phases of the main path that this leads to.
    pub targets: Vec<usize>,
    /// Phases of other lanes that lead here.
    pub others: Vec<usize>,
}

/// All lanes, the shortest first.
pub fn lanes(machine: &Machine, path: &[usize]) -> Vec<Lane> {
    let number = |name: &str| machine.phases.iter().position(|phase| *phase == name);
    let place = |phase: usize| path.iter().position(|on_path| *on_path == phase);
    let mut lanes: Vec<Lane> = (0..machine.phases.len())
        .filter(|phase| !path.contains(phase))
        .map(|phase| Lane { phase: Some(phase), ..Lane::default() })
        .collect();
    for edge in machine.moves() {
        let (Some(from), Some(to)) = (number(edge.from), number(edge.to)) else { continue };
        match (place(from), place(to)) {
            (Some(a), Some(b)) if b == a + 1 => {}
            (Some(_), Some(_)) => {
                let at = lanes.iter().position(|lane| lane.phase.is_none() && lane.targets == [to]);
                let at = at.unwrap_or_else(|| {
                    lanes.push(Lane { targets: vec![to], ..Lane::default() });
                    lanes.len() - 1
                });
                insert(&mut lanes[at].sources, from);
            }
            (source, target) => {
                let of = if target.is_none() { to } else { from };
                let Some(lane) = lanes.iter_mut().find(|lane| lane.phase == Some(of)) else { continue };
                match (source, target) {
                    (Some(_), None) => insert(&mut lane.sources, from),
                    (None, Some(_)) => insert(&mut lane.targets, to),
                    _ => insert(&mut lane.others, from),
                }
            }
        }
    }
    lanes.sort_by_key(|lane| {
        let places = || lane.sources.iter().chain(&lane.targets).filter_map(|phase| place(*phase));
        places().max().unwrap_or(0) - places().min().unwrap_or(0)
    });
    lanes
}

fn insert(phases: &mut Vec<usize>, phase: usize) {
    if !phases.contains(&phase) {
        phases.push(phase);
    }
}
