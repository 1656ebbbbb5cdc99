//! Diagram of a state machine: the main path on one row, all other edges on lanes below it. It is drawn once per width; the
//! current phase is highlighted when it is shown.

use super::Machine;
use super::canvas::Canvas;
use super::lanes::{Lane, lanes};
use super::ports::{Port, ports};

/// The shortest and the longest arrow on the main path.
const ARROWS: (usize, usize) = (3, 7);

/// A finished diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pub rows: Vec<String>,
    pub labels: Vec<PhaseLabel>,
}

/// The position of a phase's name, which has a free column on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhaseLabel {
    pub phase: &'static str,
    /// The column of the name's first character.
    pub x: usize,
    pub y: usize,
}

/// A lane with its position.
struct PlacedLane<'a> {
    lane: &'a Lane,
    ports: Vec<Port>,
    y: usize,
    /// The phase's number, the column of its name and the name's width.
    phase: Option<(usize, usize, usize)>,
    /// Whether its outgoing edges need a second row.
    split: bool,
}

/// Draws a machine; `None` if it does not fit the width or lines would collide.
pub fn draw_diagram(machine: &Machine, width: usize) -> Option<Diagram> {
    let number = |name: &str| machine.phases.iter().position(|phase| *phase == name);
    let path: Vec<usize> = machine.main_path().into_iter().filter_map(number).collect();
    let places = place_main_path(machine, &path, width)?;
    let lanes = lanes(machine, &path);
    let ports = ports(&lanes, &places)?;
    let placed = place_lanes(machine, &lanes, &ports, width)?;
    let height = placed.last().map_or(1, |last| last.y + 1 + usize::from(last.split));
    let mut canvas = Canvas::new(width, height);
    let mut labels = Vec::new();
    for (phase, x, name) in &places {
        canvas.word(*x, 0, machine.phases.get(*phase)?);
        labels.push(PhaseLabel { phase: machine.phases.get(*phase)?, x: *x, y: 0 });
        let next = places.iter().find(|(_, next, _)| next > x);
        if let Some((_, next, _)) = next {
            canvas.along(0, x + name + 1, next - 2);
            canvas.sign(next - 2, 0, '▶');
        }
    }
    for lane in &placed {
        if let Some((phase, x, _)) = lane.phase {
            canvas.word(x - 1, lane.y, &format!(" {} ", machine.phases.get(phase)?));
            labels.push(PhaseLabel { phase: machine.phases.get(phase)?, x, y: lane.y });
        }
    }
    for lane in &placed {
        draw_lane(&mut canvas, lane, &placed)?;
    }
    Some(Diagram { rows: canvas.rows(), labels })
}

/// The phases of the main path: number, first column, width.
fn place_main_path(machine: &Machine, path: &[usize], width: usize) -> Option<Vec<(usize, usize, usize)>> {
    let names: Vec<usize> =
        path.iter().map(|phase| machine.phases.get(*phase).map_or(0, |name| name.chars().count())).collect();
    let taken: usize = names.iter().map(|name| name + 2).sum();
    let gaps = path.len().saturating_sub(1);
    let arrow = width.checked_sub(taken)?.checked_div(gaps).unwrap_or(ARROWS.0).min(ARROWS.1);
    if arrow < ARROWS.0 {
        return None;
    }
    let mut x = 1;
    let placed = path.iter().zip(names).map(|(phase, name)| {
        let place = (*phase, x, name);
        x += name + 2 + arrow;
        place
    });
    Some(placed.collect())
}

/// Places every lane on its rows and its phase on columns.
fn place_lanes<'a>(
    machine: &Machine,
    lanes: &'a [Lane],
    ports: &[Port],
    width: usize,
) -> Option<Vec<PlacedLane<'a>>> {
    let mut y = 2;
    let mut placed = Vec::new();
    for (at, lane) in lanes.iter().enumerate() {
        let own_ports: Vec<Port> = ports.iter().filter(|port| port.lane == at).copied().collect();
        let passing: Vec<usize> = ports.iter().filter(|port| port.lane > at).map(|port| port.x).collect();
        let mut split = !lane.others.is_empty();
        let mut phase = None;
        if let Some(number) = lane.phase {
            let name = machine.phases.get(number)?.chars().count();
            let (cost, x) = (2..(width + 1).checked_sub(name + 1)?)
                .map(|x| (cost(x, name, &own_ports, &passing), x))
                .min_by_key(|(cost, x)| (*cost, *x))?;
            if cost >= IN_THE_WAY {
                return None;
            }
            split |= cost >= MIXED;
            phase = Some((number, x, name));
        }
        placed.push(PlacedLane { lane, ports: own_ports, y, phase, split });
        y += 1 + usize::from(split);
    }
    Some(placed)
}

/// Costs of a position that cannot be drawn, and of one that needs a second row.
const IN_THE_WAY: usize = 1_000_000;
const MIXED: usize = 10_000;

/// The cost of a column for a phase's name: lines must pass next to it, and its incoming lines should come from the other
/// side than its outgoing ones.
fn cost(x: usize, name: usize, own_ports: &[Port], passing: &[usize]) -> usize {
    // The name, with a space and an arrow on both sides.
    let taken = x.saturating_sub(2)..=x + name + 1;
    if own_ports.iter().map(|port| port.x).chain(passing.iter().copied()).any(|port| taken.contains(&port)) {
        return IN_THE_WAY;
    }
    let side = |left: bool, inward: bool| {
        own_ports.iter().filter(|port| (port.x < x) == left && port.inward == inward).count()
    };
    let mixed = [true, false].iter().filter(|left| side(**left, true) > 0 && side(**left, false) > 0).count();
    let far: usize = own_ports.iter().map(|port| port.x.abs_diff(x + name / 2)).sum();
    mixed * MIXED + far.min(MIXED - 1)
}

fn draw_lane(canvas: &mut Canvas, placed: &PlacedLane<'_>, all: &[PlacedLane<'_>]) -> Option<()> {
    let out = placed.y + usize::from(placed.split);
    for port in &placed.ports {
        canvas.down(port.x, 0, if port.inward { out } else { placed.y });
        if port.inward {
            canvas.sign(port.x, 1, '▲');
        }
    }
    let Some((_, x, name)) = placed.phase else {
        // An edge between two phases of the main path.
        let (first, last) =
            (placed.ports.iter().map(|p| p.x).min()?, placed.ports.iter().map(|p| p.x).max()?);
        canvas.along(placed.y, first, last);
        return Some(());
    };
    let (left, right) = (x - 2, x + name + 1);
    let from_others = others(canvas, placed, all)?;
    let inward = placed.ports.iter().filter(|port| !port.inward).map(|port| port.x).chain(from_others);
    for source in inward {
        if source < x {
            canvas.along(placed.y, source, left);
            canvas.sign(left, placed.y, '▶');
        } else {
            canvas.along(placed.y, right, source);
            canvas.sign(right, placed.y, '◀');
        }
    }
    let bottom = x + name / 2;
    for target in placed.ports.iter().filter(|port| port.inward).map(|port| port.x) {
        if placed.split {
            canvas.along(out, bottom, target);
            canvas.down(bottom, placed.y, out);
        } else if target < x {
            canvas.along(placed.y, target, left);
        } else {
            canvas.along(placed.y, right, target);
        }
    }
    Some(())
}

/// Draws lines from phases of other lanes: from a free column of their names straight to this lane's row.
fn others(canvas: &mut Canvas, placed: &PlacedLane<'_>, all: &[PlacedLane<'_>]) -> Option<Vec<usize>> {
    let (_, x, name) = placed.phase?;
    let mut columns = Vec::new();
    for other in &placed.lane.others {
        let from = all.iter().find(|lane| lane.phase.is_some_and(|(phase, ..)| phase == *other))?;
        let (_, start, width) = from.phase?;
        let (top, end) = if from.y < placed.y { (from.y, placed.y) } else { (placed.y, from.y) };
        let taken: Vec<usize> = all.iter().flat_map(|lane| &lane.ports).map(|port| port.x).collect();
        let bottom = start + width / 2;
        let column = (start..start + width).find(|column| {
            let is_outside = *column + 2 < x || *column > x + name + 1;
            let free = (top + 1..end).all(|y| canvas.is_free(*column, y));
            is_outside && free && *column != bottom && !taken.contains(column)
        })?;
        canvas.down(column, top, end);
        columns.push(column);
    }
    Some(columns)
}

#[cfg(test)]
mod tests {
    use super::super::Edge;
    use super::*;
    use frieze_flows::design::Design;
    use frieze_kernel::By;
    use frieze_kernel::Flow as _;
    use proptest::prelude::*;

    const NAMES: [&str; 9] =
        ["IDLE", "PLANNING", "PLANNED", "WAITING", "REVIEWED", "X", "DONE", "HALTED", "ERROR"];

    fn machine(edges: &[(usize, usize)]) -> Machine {
        let edge = |(from, to): &(usize, usize)| Edge {
            from: NAMES[*from],
            to: NAMES[*to],
            by: By::Engine,
            trigger: "goes on",
            law: "",
        };
        Machine::of(frieze_kernel::Transitions {
            phases: NAMES.to_vec(),
            edges: edges.iter().map(edge).collect(),
        })
    }

    fn check(machine: &Machine, width: usize, expected: &str) {
        let diagram = draw_diagram(machine, width).expect("a diagram");
        let rows = diagram.rows.join("\n");
        assert_eq!(rows, expected.trim_start_matches('\n'), "\n{rows}");
    }

    #[test]
    fn the_design_flow_draws_itself() {
        check(
            &Machine::of(Design::TABLE.named()),
            82,
            "
 IDLE ──────▶ GENERATING ──────▶ EVALUATING ──────▶ CANDIDATE ──────▶ FROZEN
   ▲            │    ▲             │    │             │   │
   │            │    └── REVISING ◀┼────┴─────────────┘   │
   └─── FAILED ◀┴──────────────────┴──────────────────────┘",
        );
    }

    #[test]
    fn another_flow_draws_itself() {
        check(
            &machine(&[(0, 1), (1, 2), (2, 6), (2, 3), (3, 2), (2, 1), (1, 8), (3, 8), (8, 0)]),
            78,
            "
 IDLE ──────▶ PLANNING ──────▶ PLANNED ──────▶ DONE
   ▲            │   ▲           │ │ ▲
   │            │   │           │ └─┼▶ WAITING
   │            │   │           │   └──┼──┘
   │  REVIEWED  │   │           │      │
   │  X         │   │           │      │
   │  HALTED    │   │           │      │
   │  ERROR ◀───┴───┼───────────┼──────┘
   └────┘           │           │
                    └───────────┘",
        );
    }

    proptest! {
        #[test]
        fn any_machine_is_drawn_whole_or_not_at_all(
            edges in prop::collection::vec((0..9usize, 0..9usize), 0..30),
            width in 0..140usize,
        ) {
            let machine = machine(&edges);
            let Some(diagram) = draw_diagram(&machine, width) else { return Ok(()) };
            for row in &diagram.rows {
                prop_assert!(row.chars().count() <= width, "{}", diagram.rows.join("\n"));
            }
            for phase in NAMES {
                let places: Vec<_> = diagram.labels.iter().filter(|place| place.phase == phase).collect();
                prop_assert_eq!(places.len(), 1);
                let at = places[0];
                let row: Vec<char> = diagram.rows[at.y].chars().collect();
                let shown: String = row.iter().skip(at.x).take(phase.len()).collect();
                prop_assert_eq!(&shown, phase, "{}", diagram.rows.join("\n"));
            }
        }
    }
}
