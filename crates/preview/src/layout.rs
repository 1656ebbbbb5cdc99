//! Positions of the boxes of the data model: a grid in which related boxes are neighbours. Deterministic; small models
//! only (the diagram draws at most forty boxes).

/// The cell of a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) col: usize,
}

/// The number of columns for so many boxes, limited by the width of a screen.
pub(super) fn columns(boxes: usize) -> usize {
    match boxes {
        0 | 1 => 1,
        2..=4 => 2,
        // A fourth column does not fit next to the navigation on a laptop.
        _ => 3,
    }
}

/// A cell for each box.
pub(super) fn place(boxes: usize, edges: &[(usize, usize)]) -> Vec<Cell> {
    let wide = columns(boxes);
    // The last row's free cells count as boxes without lines, so that a box can move there.
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); boxes.div_ceil(wide) * wide];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        near[a].push(b);
        near[b].push(a);
    }
    let order = by_nearness(&near);
    let rows = near.len() / wide;
    let fill: [fn(usize, usize, usize) -> Cell; 3] = [
        |slot, wide, _| Cell { row: slot / wide, col: slot % wide },
        // Every second row runs backwards.
        |slot, wide, _| {
            let (row, col) = (slot / wide, slot % wide);
            Cell { row, col: if row % 2 == 0 { col } else { wide - 1 - col } }
        },
        |slot, _, rows| Cell { row: slot % rows, col: slot / rows },
    ];
    // Swapping finds a local optimum, so it starts from three arrangements.
    let arranged = fill.iter().map(|fill| {
        let mut cells = vec![Cell { row: 0, col: 0 }; near.len()];
        for (slot, &at) in order.iter().enumerate() {
            cells[at] = fill(slot, wide, rows.max(1));
        }
        improve(&mut cells, &near);
        cells
    });
    let all = |cells: &Vec<Cell>| (0..near.len()).map(|at| length(cells, &near, at)).sum::<usize>();
    let mut cells = arranged.min_by_key(all).unwrap_or_default();
    cells.truncate(boxes);
    cells
}

/// The box with the most lines first, then always the one with the most lines to those already taken.
fn by_nearness(near: &[Vec<usize>]) -> Vec<usize> {
    let mut taken = vec![false; near.len()];
    let mut order = Vec::with_capacity(near.len());
    while order.len() < near.len() {
        let ties = |i: usize| near[i].iter().filter(|&&n| taken[n]).count();
        let open = (0..near.len()).filter(|&i| !taken[i]);
        let Some(next) = open.max_by_key(|&i| (ties(i), near[i].len(), std::cmp::Reverse(i))) else { break };
        taken[next] = true;
        order.push(next);
    }
    order
}

/// The most rounds of swapping.
const ROUNDS: usize = 12;

/// Swaps pairs of boxes while that shortens the lines.
fn improve(cells: &mut [Cell], near: &[Vec<usize>]) {
    for _ in 0..ROUNDS {
        let mut better = false;
        for a in 0..cells.len() {
            for b in a + 1..cells.len() {
                let before = length(cells, near, a) + length(cells, near, b);
                cells.swap(a, b);
                if length(cells, near, a) + length(cells, near, b) < before {
                    better = true;
                } else {
                    cells.swap(a, b);
                }
            }
        }
        if !better {
            return;
        }
    }
}

/// The length of a box's lines. Neighbours in a row are best; a line across several columns has to go around.
fn length(cells: &[Cell], near: &[Vec<usize>], at: usize) -> usize {
    let here = cells[at];
    let far = |there: Cell| {
        let (rows, cols) = (here.row.abs_diff(there.row), here.col.abs_diff(there.col));
        rows * 3 + cols * 2 + if cols > 1 { 6 } else { 0 } + if cols == 0 { 2 } else { 0 }
    };
    near[at].iter().map(|&other| far(cells[other])).sum()
}
