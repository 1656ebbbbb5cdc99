//! Bullets in the middle of a line, where the end of the line before them was lost: `● Call the desk● Call a guest`.

use super::Row;

const BULLETS: &[&str] = &["● ", "• ", "▪ ", "■ "];
/// A document whose lines begin with a bullet has that for its lists.
const LISTED: usize = 3;

pub(super) fn bullets(rows: &mut Vec<Row<'_>>) -> bool {
    let begins = |bullet: &&&str| {
        rows.iter().filter(|row| row.text.trim_start().starts_with(**bullet)).take(LISTED).count() == LISTED
    };
    let Some(bullet) = BULLETS.iter().find(begins).copied() else { return false };
    let mut changed = false;
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    for row in std::mem::take(rows) {
        let body = row.text.trim_start();
        let inside = body.strip_prefix(bullet).unwrap_or(body).contains(bullet);
        // A table may draw its marks with them.
        if row.fenced || !inside || body.starts_with('|') {
            out.push(row);
            continue;
        }
        changed = true;
        let indent = row.text.len() - body.len();
        let margin = row.text.get(..indent).unwrap_or_default().to_owned();
        for (at, piece) in body.split(bullet).enumerate().filter(|(_, piece)| !piece.trim().is_empty()) {
            // Below a number the list stands inside what the number counts.
            let mark = if at == 0 { "" } else { bullet };
            let inner = if at > 0 && body.starts_with(|c: char| c.is_ascii_digit()) { "   " } else { "" };
            out.push(row.like(format!("{margin}{inner}{mark}{}", piece.trim_end())));
        }
    }
    *rows = out;
    changed
}
