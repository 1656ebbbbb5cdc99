//! The routes of the data model's lines: only in the streets between the boxes, at right angles, each in its own lane,
//! so that no line crosses a box or overlaps another line.

use super::layout::{Cell, columns, place};

/// The width of every box, the grid of all positions, the distance between two lanes, and the room at a box for the
/// cardinality.
pub(super) const BOX: i32 = 216;
const GRID: i32 = 16;
const LANE: i32 = 12;
const STUB: i32 = 34;
const EDGE: i32 = 8;

/// A drawing: the corners of the boxes, the points of the lines, and its size. Pixels.
pub(super) struct Drawing {
    pub(super) boxes: Vec<(i32, i32)>,
    pub(super) heights: Vec<i32>,
    pub(super) lines: Vec<Vec<(i32, i32)>>,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// A line's way as streets: vertical streets are numbered from the left edge, horizontal ones from the top; both have
/// one more than there are columns or rows.
struct Way {
    from: usize,
    to: usize,
    /// The vertical street where it starts and the one where it ends.
    streets: (usize, usize),
    /// The horizontal street between them, where they differ.
    across: Option<usize>,
    /// Whether it ends on the right side of its target instead of the left.
    ends_right: bool,
}

fn way(from: usize, to: usize, cells: &[Cell]) -> Way {
    // Always from left to right, which saves a case.
    let (from, to) = if cells[from].col <= cells[to].col { (from, to) } else { (to, from) };
    let (a, b) = (cells[from], cells[to]);
    if a.col == b.col {
        return Way { from, to, streets: (a.col + 1, a.col + 1), across: None, ends_right: true };
    }
    let across = if a.row <= b.row { a.row + 1 } else { a.row };
    let streets = (a.col + 1, b.col);
    Way { from, to, streets, across: (streets.0 != streets.1).then_some(across), ends_right: false }
}

/// Lays out boxes of these heights and the lines between them.
pub(super) fn draw(heights: &[i32], edges: &[(usize, usize)]) -> Drawing {
    let count = heights.len();
    let cells = place(count, edges);
    let ways: Vec<Way> = edges.iter().map(|&(a, b)| way(a, b, &cells)).collect();
    let (cols, rows) = (columns(count), cells.iter().map(|c| c.row + 1).max().unwrap_or(0));
    let sides = sides(&ways, &cells);
    let ports = |i: usize| i32::try_from(sides[i][0].len().max(sides[i][1].len())).unwrap_or(0);
    let heights: Vec<i32> =
        heights.iter().enumerate().map(|(i, &h)| up(h.max(ports(i) * GRID + 2 * GRID))).collect();
    let lanes = lanes(&ways, &cells, cols, rows);
    let across = across(&lanes.vertical);
    let down = down(&lanes.horizontal, &cells, &heights);
    let boxes: Vec<(i32, i32)> = cells.iter().map(|c| (across.boxes[c.col], down.boxes[c.row])).collect();
    let mut ends = ends(&sides, &boxes, &heights, ways.len());
    straighten(&ways, &cells, &sides, &boxes, &heights, &mut ends);
    let lines = ways.iter().enumerate().map(|(i, way)| {
        let (start, end) = (boxes[way.from].0 + BOX, boxes[way.to].0 + if way.ends_right { BOX } else { 0 });
        let [start_y, end_y] = ends[i];
        let lane_x = across.streets[way.streets.0] + lanes.of_down[2 * i] * LANE;
        let mut points = vec![(start, start_y), (lane_x, start_y)];
        if let Some(street) = way.across {
            let y = down.streets[street] + lanes.of_across[i] * LANE;
            let x = across.streets[way.streets.1] + lanes.of_down[2 * i + 1] * LANE;
            points.extend([(lane_x, y), (x, y), (x, end_y), (end, end_y)]);
        } else {
            points.extend([(lane_x, end_y), (end, end_y)]);
        }
        // The line is drawn from the relationship's owner, whatever direction it was routed in.
        if way.from != edges[i].0 {
            points.reverse();
        }
        points
    });
    let lines = lines.collect();
    Drawing { boxes, heights, lines, width: across.end + EDGE, height: down.end }
}

/// The lines that leave a box on its left and on its right, ordered by their other ends, each with whether it starts
/// there.
type Sides = [Vec<(usize, bool)>; 2];

fn sides(ways: &[Way], cells: &[Cell]) -> Vec<Sides> {
    let mut sides: Vec<Sides> = vec![[Vec::new(), Vec::new()]; cells.len()];
    for (i, way) in ways.iter().enumerate() {
        sides[way.from][1].push((i, true));
        sides[way.to][usize::from(way.ends_right)].push((i, false));
    }
    for side in sides.iter_mut().flatten() {
        side.sort_by_key(|&(i, starts)| {
            let other = cells[if starts { ways[i].to } else { ways[i].from }];
            (other.row, other.col, i, !starts)
        });
    }
    sides
}

/// Streets have as many lanes as lines share them at one place.
struct Lanes {
    /// How many lanes each vertical street has, and each horizontal one.
    vertical: Vec<i32>,
    horizontal: Vec<i32>,
    /// The lanes of a line's first and last vertical stretch, two for each line, and of its horizontal one.
    of_down: Vec<i32>,
    of_across: Vec<i32>,
}

fn lanes(ways: &[Way], cells: &[Cell], cols: usize, rows: usize) -> Lanes {
    let mut vertical: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); cols + 1];
    let mut horizontal: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); rows + 1];
    for (i, way) in ways.iter().enumerate() {
        let (start, end) = (2 * cells[way.from].row + 1, 2 * cells[way.to].row + 1);
        match way.across {
            None => vertical[way.streets.0].push((start.min(end), start.max(end), 2 * i)),
            Some(across) => {
                vertical[way.streets.0].push((start.min(2 * across), start.max(2 * across), 2 * i));
                vertical[way.streets.1].push((end.min(2 * across), end.max(2 * across), 2 * i + 1));
                horizontal[across].push((way.streets.0, way.streets.1, i));
            }
        }
    }
    let (mut of_down, mut of_across) = (vec![0; 2 * ways.len()], vec![0; ways.len()]);
    Lanes {
        vertical: vertical.iter_mut().map(|street| assign(street, &mut of_down)).collect(),
        horizontal: horizontal.iter_mut().map(|street| assign(street, &mut of_across)).collect(),
        of_down,
        of_across,
    }
}

/// Where streets and boxes begin in one direction, and where the last street ends.
struct Places {
    streets: Vec<i32>,
    boxes: Vec<i32>,
    end: i32,
}

/// From left to right, by the lanes of the vertical streets.
fn across(lanes: &[i32]) -> Places {
    let cols = lanes.len() - 1;
    let (mut streets, mut boxes, mut x) = (vec![0; cols + 1], vec![0; cols], EDGE);
    for street in 0..=cols {
        streets[street] = x + STUB;
        x += match (lanes[street], street == 0 || street == cols) {
            (0, true) => 0,
            (0, false) => GRID * 3,
            (n, true) => STUB + n * LANE,
            (n, false) => 2 * STUB + (n - 1) * LANE,
        };
        if street < cols {
            boxes[street] = x;
            x += BOX;
        }
    }
    Places { streets, boxes, end: x }
}

/// From the top down, by the lanes of the horizontal streets; a row is as high as its highest box.
fn down(lanes: &[i32], cells: &[Cell], heights: &[i32]) -> Places {
    let rows = lanes.len() - 1;
    let (mut streets, mut boxes, mut y) = (vec![0; rows + 1], vec![0; rows], 0);
    for street in 0..=rows {
        streets[street] = y + GRID;
        y = up(y + match (lanes[street], street == 0 || street == rows) {
            (0, true) => EDGE,
            (n, _) => 2 * GRID + n * LANE,
        });
        if street < rows {
            boxes[street] = y;
            let row = cells.iter().zip(heights).filter(|(cell, _)| cell.row == street);
            y += row.map(|(_, height)| *height).max().unwrap_or(0);
        }
    }
    Places { streets, boxes, end: y }
}

/// The heights at which each line starts and ends.
fn ends(sides: &[Sides], boxes: &[(i32, i32)], heights: &[i32], lines: usize) -> Vec<[i32; 2]> {
    let mut ends = vec![[0, 0]; lines];
    for (i, pair) in sides.iter().enumerate() {
        for (side, list) in pair.iter().enumerate() {
            let used = i32::try_from(list.len()).unwrap_or(0) * GRID;
            let first = (heights[i] - used) / 2 / GRID * GRID;
            for (k, &(line, starts)) in (0..).zip(list) {
                // The two sides use different halves of the grid, so their stubs never share a height.
                let shift = if side == 1 { 4 } else { 12 };
                ends[line][usize::from(!starts)] = boxes[i].1 + first + k * GRID + shift;
            }
        }
    }
    ends
}

/// Neighbours in a row that have no other line on that street get a straight one.
fn straighten(
    ways: &[Way],
    cells: &[Cell],
    sides: &[Sides],
    boxes: &[(i32, i32)],
    heights: &[i32],
    ends: &mut [[i32; 2]],
) {
    for (i, way) in ways.iter().enumerate() {
        if way.across.is_some() || way.ends_right || cells[way.from].row != cells[way.to].row {
            continue;
        }
        let inside =
            |at: usize, y: i32| y > boxes[at].1 + GRID / 2 && y < boxes[at].1 + heights[at] - GRID / 2;
        let [start, end] = ends[i];
        if sides[way.to][0].len() == 1 && inside(way.to, start) {
            ends[i][1] = start;
        } else if sides[way.from][1].len() == 1 && inside(way.from, end) {
            ends[i][0] = end;
        }
    }
}

/// Gives every stretch of a street a lane that is free along it; returns how many lanes that takes.
fn assign(stretches: &mut [(usize, usize, usize)], lane: &mut [i32]) -> i32 {
    stretches.sort_unstable();
    let mut busy_until: Vec<usize> = Vec::new();
    for &(start, end, which) in stretches.iter() {
        let free = busy_until.iter().position(|&until| until < start).unwrap_or(busy_until.len());
        if free == busy_until.len() {
            busy_until.push(end);
        } else {
            busy_until[free] = end;
        }
        lane[which] = i32::try_from(free).unwrap_or(0);
    }
    i32::try_from(busy_until.len()).unwrap_or(0)
}

fn up(px: i32) -> i32 {
    (px + GRID - 1) / GRID * GRID
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Stretch = ((i32, i32), (i32, i32));

    fn stretches(line: &[(i32, i32)]) -> Vec<Stretch> {
        let corners = |w: &[(i32, i32)]| {
            ((w[0].0.min(w[1].0), w[0].1.min(w[1].1)), (w[0].0.max(w[1].0), w[0].1.max(w[1].1)))
        };
        line.windows(2).map(corners).filter(|(a, b)| a != b).collect()
    }

    /// Whether two vertical or horizontal stretches overlap by more than a crossing.
    fn overlap(((ax, ay), (bx, by)): Stretch, ((cx, cy), (dx, dy)): Stretch) -> bool {
        (ax == bx && cx == dx && ax == cx && ay < dy && cy < by)
            || (ay == by && cy == dy && ay == cy && ax < dx && cx < bx)
    }

    proptest! {
        #[test]
        fn no_line_crosses_a_box_or_overlaps_another(
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
            for (i, line) in drawing.lines.iter().enumerate() {
                let on_side = |at: usize, p: (i32, i32)| {
                    (p.0 == drawing.boxes[at].0 || p.0 == corner(at).0) && p.1 > drawing.boxes[at].1 && p.1 < corner(at).1
                };
                prop_assert!(on_side(edges[i].0, line[0]) && on_side(edges[i].1, line[line.len() - 1]), "line {} hangs", i);
                for ((x, y), (right, bottom)) in stretches(line) {
                    prop_assert!(x >= 0 && y >= 0 && right <= drawing.width && bottom <= drawing.height, "line {} leaves", i);
                    for at in 0..count {
                        let crosses = x < corner(at).0 && right > drawing.boxes[at].0 && y < corner(at).1 && bottom > drawing.boxes[at].1;
                        prop_assert!(!crosses, "line {} crosses box {}", i, at);
                    }
                }
                for (j, other) in drawing.lines.iter().enumerate().take(i) {
                    for a in stretches(line) {
                        for b in stretches(other) {
                            prop_assert!(!overlap(a, b), "lines {} and {} lie on each other at {:?} {:?}", j, i, a, b);
                        }
                    }
                }
            }
        }
    }
}
