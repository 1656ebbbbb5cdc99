//! Where the boxes of the data model lie and where its lines run: the boxes in two columns, every line in the street
//! between them, so that no line crosses a box. Deterministic.

use std::cmp::Reverse;

/// The width of every box, the street between the columns, the gap between two boxes of a column, the distance between
/// two line ends at a box, and the border.
pub(super) const BOX: i32 = 216;
const STREET: i32 = 240;
const GAP: i32 = 24;
const PORT: i32 = 16;
const EDGE: i32 = 8;

/// The left side of the street, and how far a line leaves its box before it turns to its other end.
pub(super) const LEFT: i32 = EDGE + BOX;
pub(super) const TURN: i32 = STREET / 2;

/// A drawing: the corners and heights of the boxes, the two ends of every line, and its size. Pixels.
pub(super) struct Drawing {
    pub(super) boxes: Vec<(i32, i32)>,
    pub(super) heights: Vec<i32>,
    pub(super) lines: Vec<[(i32, i32); 2]>,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// Lays out boxes of these heights and the lines between them.
pub(super) fn draw(heights: &[i32], edges: &[(usize, usize)]) -> Drawing {
    // The ends at each box, each with its line and the box at the line's other end.
    let mut ports: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); heights.len()];
    for (line, &(from, to)) in edges.iter().enumerate() {
        ports[from].push((to, line, 0));
        ports[to].push((from, line, 1));
    }
    let place = |port: usize| i32::try_from(port + 1).unwrap_or(1) * PORT;
    let heights: Vec<i32> = heights.iter().zip(&ports).map(|(&h, ports)| h.max(place(ports.len()))).collect();
    let mut boxes = vec![(0, 0); heights.len()];
    let mut columns = [EDGE; 2];
    for at in by_nearness(&ports) {
        let right = columns[1] < columns[0];
        boxes[at] = (if right { LEFT + STREET } else { EDGE }, columns[usize::from(right)]);
        columns[usize::from(right)] += heights[at] + GAP;
    }
    let mut lines = vec![[(0, 0); 2]; edges.len()];
    for (at, ports) in ports.iter_mut().enumerate() {
        ports.sort_by_key(|&(other, line, end)| (boxes[other].1, line, end));
        let (x, y) = boxes[at];
        let first = y + (heights[at] - place(ports.len())) / 2;
        for (port, &(_, line, end)) in ports.iter().enumerate() {
            lines[line][end] = (if x == EDGE { LEFT } else { x }, first + place(port));
        }
    }
    let width = if boxes.len() > 1 { 2 * BOX + STREET } else { BOX + STREET / 2 };
    Drawing {
        boxes,
        heights,
        lines,
        width: width + 2 * EDGE,
        height: columns[0].max(columns[1]) - GAP + EDGE,
    }
}

/// The box with the most lines first, then always the one with the most lines to those already taken.
fn by_nearness(ports: &[Vec<(usize, usize, usize)>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(ports.len());
    let ties = |at: usize, order: &[usize]| ports[at].iter().filter(|port| order.contains(&port.0)).count();
    let next = |order: &[usize]| {
        let open = (0..ports.len()).filter(|at| !order.contains(at));
        open.max_by_key(|&at| (ties(at, order), ports[at].len(), Reverse(at)))
    };
    while let Some(at) = next(&order) {
        order.push(at);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_box_touches_another_and_every_line_stays_in_the_street(
            heights in prop::collection::vec(50..260, 1..40),
            ends in prop::collection::vec((0..40usize, 0..40usize), 0..70),
        ) {
            let count = heights.len();
            let edges: Vec<_> = ends.into_iter().map(|(a, b)| (a % count, b % count)).collect();
            let drawing = draw(&heights, &edges);
            let corner = |i: usize| (drawing.boxes[i].0 + BOX, drawing.boxes[i].1 + drawing.heights[i]);
            for (a, asked) in heights.iter().enumerate() {
                prop_assert!(drawing.heights[a] >= *asked);
                prop_assert!(drawing.boxes[a].0 >= 0 && corner(a).0 <= drawing.width && corner(a).1 <= drawing.height);
                for b in 0..a {
                    let apart = corner(a).0 < drawing.boxes[b].0 || corner(b).0 < drawing.boxes[a].0
                        || corner(a).1 < drawing.boxes[b].1 || corner(b).1 < drawing.boxes[a].1;
                    prop_assert!(apart, "boxes {} and {} touch", a, b);
                }
            }
            let mut seen = std::collections::BTreeSet::new();
            for (i, line) in drawing.lines.iter().enumerate() {
                for (&(x, y), at) in line.iter().zip([edges[i].0, edges[i].1]) {
                    let side = if drawing.boxes[at].0 == EDGE { LEFT } else { LEFT + STREET };
                    prop_assert_eq!(x, side, "line {} leaves the street", i);
                    prop_assert!(y > drawing.boxes[at].1 && y < corner(at).1, "line {} hangs", i);
                    prop_assert!(seen.insert((x, y)), "two ends of lines meet at {:?}", (x, y));
                }
            }
        }
    }
}
