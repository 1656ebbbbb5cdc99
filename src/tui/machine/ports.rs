//! Ports of the diagram: the columns where lines leave and reach the phases of the main path, ordered for few crossings.

use super::lanes::Lane;

/// The point where a line joins a phase of the main path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    pub lane: usize,
    pub x: usize,
    /// Whether the line leads to the phase, and not away from it.
    pub inward: bool,
}

/// The ports of all lanes; `None` if a phase's name is too short for its ports. `places` are the phases of the main path in
/// order, each with its first column and the width of its name.
pub fn ports(lanes: &[Lane], places: &[(usize, usize, usize)]) -> Option<Vec<Port>> {
    let order = |phase: usize| places.iter().position(|(other, ..)| *other == phase);
    let mut ports = Vec::new();
    for (at, (phase, x, width)) in places.iter().enumerate() {
        // From the deepest lane up: a line that turns left is left of deeper ones, one that turns right is right of them.
        let mut own_ports: Vec<(usize, bool)> = Vec::new();
        for (lane, lane_ends) in lanes.iter().enumerate().rev() {
            let ends = |phases: &[usize]| phases.contains(phase);
            let is_last = lane_ends.sources.iter().chain(&lane_ends.targets).all(|p| order(*p) <= Some(at));
            let is_only = lane_ends.sources.iter().chain(&lane_ends.targets).all(|p| p == phase);
            for inward in [false, true] {
                if !ends(if inward { &lane_ends.targets } else { &lane_ends.sources }) {
                    continue;
                }
                if is_last && !is_only {
                    own_ports.insert(0, (lane, inward));
                } else {
                    own_ports.push((lane, inward));
                }
            }
        }
        let count = own_ports.len();
        if count > *width {
            return None;
        }
        for (i, (lane, inward)) in own_ports.into_iter().enumerate() {
            ports.push(Port { lane, x: x + (2 * i + 1) * width / (2 * count), inward });
        }
    }
    Some(ports)
}
