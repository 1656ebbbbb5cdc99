//! Where the boxes of the data model stand: a grid in which related boxes are neighbours. Deterministic;
//! small models only (the diagram draws at most forty boxes).

/// The cell of a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) col: usize,
}

/// The number of columns for so many boxes: wide enough for a page, never wider than a screen.
pub(super) fn columns(boxes: usize) -> usize {
    match boxes {
        0 | 1 => 1,
        2..=4 => 2,
        5..=15 => 3,
        _ => 4,
    }
}

/// A cell for each box.
pub(super) fn place(boxes: usize, edges: &[(usize, usize)]) -> Vec<Cell> {
    let wide = columns(boxes);
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); boxes];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        near[a].push(b);
        near[b].push(a);
    }
    let mut cells: Vec<Cell> = (0..boxes).map(|i| Cell { row: i / wide, col: i % wide }).collect();
    let order = by_nearness(&near);
    for (slot, &at) in order.iter().enumerate() {
        cells[at] = Cell { row: slot / wide, col: slot % wide };
    }
    improve(&mut cells, &near);
    cells
}

/// The best connected box first, then always the one that has most ties to those already taken.
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

/// Swaps pairs of boxes while that shortens the lines; a bounded number of rounds.
fn improve(cells: &mut [Cell], near: &[Vec<usize>]) {
    for _ in 0..12 {
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
        rows * 3 + cols * 2 + if cols > 1 { 4 } else { 0 } + if cols == 0 { 2 } else { 0 }
    };
    near[at].iter().map(|&other| far(cells[other])).sum()
}
