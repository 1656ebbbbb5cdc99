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

/// The column that ranks, where there is one: by its name, or because it holds nothing but ranks.
pub(super) fn column(names: &[String], rows: &[&Block]) -> Option<Ranked> {
    let named = names.iter().position(|name| NAMES.contains(&name.as_str()));
    let at = named.or_else(|| (0..names.len()).find(|at| ranks(rows, *at).1))?;
    Some(Ranked { at, lettered: ranks(rows, at).0 })
}

/// Whether a column has the four letters alone, and whether it has them or their words alone; something must or should be.
fn ranks(rows: &[&Block], at: usize) -> (bool, bool) {
    const WORDS: &[&str] =
        &["must", "must have", "should", "should have", "could", "could have", "won't", "won’t", "wont"];
    let (mut letters, mut words, mut wanted) = (true, true, false);
    for cell in rows.iter().filter_map(|row| row.cells.get(at)) {
        let rank = cell.text().trim();
        if rank.is_empty() {
            continue;
        }
        let letter = ["M", "S", "C", "W"].iter().any(|letter| rank.eq_ignore_ascii_case(letter));
        letters &= letter;
        words &= letter || WORDS.iter().any(|word| rank.eq_ignore_ascii_case(word));
        wanted |= rank.starts_with(['M', 'm', 'S', 's']);
        if !words {
            break;
        }
    }
    (letters && wanted, words && wanted)
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
