//! Statements under labels of their own where nothing but the line parts them: `R1 No step without a scan.` over `R2 …`. They
//! become the items of a list, for Markdown takes such lines for one paragraph, or for the rest of the item above.

use super::Row;

/// So many in their order are labels; `A4 paper` and `B12` begin lines as well.
const LEAST: usize = 3;
/// So many lines may stand between one and the next: what it goes on with, and what parts them.
const REACH: usize = 4;

pub(super) fn lines(rows: &mut [Row<'_>]) -> bool {
    let mut changed = false;
    let mut at = 0;
    while at < rows.len() {
        let run = run(rows, at);
        let is_marked =
            |at: &usize| rows.get(*at).and_then(|row| label(&row.text)).is_some_and(|it| it.marked);
        if run.len() >= LEAST && !run.iter().all(is_marked) {
            for at in &run {
                let Some(row) = rows.get_mut(*at) else { continue };
                let Some(label) = label(&row.text) else { continue };
                let item = format!("- {}: {}", label.text, label.told);
                *row = row.like(item);
            }
            changed = true;
        }
        at = run.last().copied().unwrap_or(at) + 1;
    }
    changed
}

/// Where labels of one kind stand from here on, each with a higher number than the one before.
fn run(rows: &[Row<'_>], from: usize) -> Vec<usize> {
    let mut run: Vec<usize> = Vec::new();
    let mut last: Option<(&str, u32)> = None;
    for (at, row) in rows.iter().enumerate().skip(from) {
        let far = run.last().is_some_and(|before| at - before > REACH);
        if row.fenced || far {
            break;
        }
        match (label(&row.text), last) {
            (Some(label), None) if at == from => last = Some((label.kind, label.number)),
            (Some(label), Some((kind, number))) if label.kind == kind && label.number > number => {
                last = Some((kind, label.number));
            }
            (_, None) => break,
            // It goes on with what the one before says, unless it begins something else.
            (None, Some(_)) if !row.text.starts_with(['#', '|', '-', '*', '=']) => continue,
            (None | Some(_), Some(_)) => break,
        }
        run.push(at);
    }
    run
}

/// `R12 Log entry = who`: a label and what it says.
struct Label<'l> {
    text: &'l str,
    kind: &'l str,
    number: u32,
    told: &'l str,
    /// Whether a mark sets it off, so that it is known as it stands.
    marked: bool,
}

fn label(line: &str) -> Option<Label<'_>> {
    let line = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line);
    let letters = line.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = line.get(letters..)?;
    let digits_from = letters + usize::from(rest.starts_with('-'));
    let digits = line.get(digits_from..)?.bytes().take_while(u8::is_ascii_digit).count();
    let after = line.get(digits_from + digits..)?;
    let told = after.trim_start_matches([':', '.', ')']).trim_start();
    let marked = after.starts_with([':', '.', ')']);
    let fits =
        (1..=4).contains(&letters) && (1..=3).contains(&digits) && (marked || after.starts_with([' ', '\t']));
    let says = told.split_whitespace().count() >= 2 && told.starts_with(char::is_alphabetic);
    (fits && says).then(|| Label {
        text: line.get(..digits_from + digits).unwrap_or_default(),
        kind: line.get(..letters).unwrap_or_default(),
        number: line
            .get(digits_from..digits_from + digits)
            .and_then(|it| it.parse().ok())
            .unwrap_or_default(),
        told,
        marked,
    })
}
