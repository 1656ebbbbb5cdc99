//! The column of a table that ranks its rows, and the rank that leaves a row out: `won't`, `W` among `M`, `S` and `C`.

use super::block::Block;

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "priority", "prio", "prio.", "moscow", "rank", "ranking", "importance", "m/s/c/w", "mscw", "priorität", "prioridad",
    "prioridade", "priorité", "prioriteit", "priorità",
];

pub(super) struct Ranked {
    at: usize,
    /// Every rank is one of the four letters, and somewhere something must or should be.
    lettered: bool,
}

/// The column that ranks, where there is one.
pub(super) fn column<'b>(names: &[String], rows: impl Iterator<Item = &'b Block>) -> Option<Ranked> {
    let at = names.iter().position(|name| NAMES.contains(&name.as_str()))?;
    let mut ranks = rows.filter_map(|row| row.cells.get(at)).map(|cell| cell.text().trim());
    let (mut letters, mut wanted) = (true, false);
    for rank in ranks.by_ref().filter(|rank| !rank.is_empty()) {
        letters &= ["M", "S", "C", "W"].iter().any(|letter| rank.eq_ignore_ascii_case(letter));
        wanted |= rank.eq_ignore_ascii_case("M") || rank.eq_ignore_ascii_case("S");
    }
    Some(Ranked { at, lettered: letters && wanted })
}

impl Ranked {
    /// Whether a row is ranked as one that is not built.
    pub(super) fn leaves_out(&self, row: &Block) -> bool {
        let Some(cell) = row.cells.get(self.at) else { return false };
        let rank = cell.text().trim().to_lowercase().replace('’', "'");
        #[rustfmt::skip]
        let never = [
            "won't", "wont", "won't have", "wont have", "w (won't)", "will not have", "out of scope", "not now", "later",
            "deferred", "future", "nicht", "später",
        ];
        never.contains(&rank.as_str()) || self.lettered && rank == "w"
    }
}
