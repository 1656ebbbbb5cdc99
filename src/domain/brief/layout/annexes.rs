//! `Annex A – Examples` on a line of its own is a heading, also where nothing marks headings.

use super::Row;

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "annex", "appendix", "anhang", "anlage", "annexe", "anexo", "apéndice", "apêndice", "allegato", "appendice", "bijlage", "załącznik",
];
/// More words are a sentence.
const MOST_WORDS: usize = 14;

pub(super) fn headings(rows: &mut [Row<'_>]) -> bool {
    let alone = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| rows.get(before)).is_none_or(Row::is_blank);
        before && rows.get(at + 1).is_none_or(Row::is_blank)
    };
    let is_one = |at: &usize| rows.get(*at).is_some_and(|row| !row.fenced && heads(&row.text)) && alone(*at);
    let found: Vec<usize> = (0..rows.len()).filter(is_one).collect();
    for at in &found {
        if let Some(row) = rows.get_mut(*at) {
            *row = row.like(format!("## {}", row.text.trim()));
        }
    }
    !found.is_empty()
}

/// `Annex B: Answers`, `Appendix 2. Forms`: a name, a letter or a number, and a title.
fn heads(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let named = words.next().is_some_and(|word| NAMES.contains(&word.to_lowercase().as_str()));
    let Some(told) = words.next() else { return false };
    let mark = told.trim_end_matches([':', '.', ')', ',']);
    let roman = (1..=4).contains(&mark.len()) && mark.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let one = mark.len() == 1 && mark.bytes().all(|b| b.is_ascii_uppercase());
    let numbered = roman || one || (1..=2).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_digit());
    // `Annex B covers the harbour`: a sentence about one.
    let parted = mark.len() < told.len()
        || words.clone().next().is_some_and(|next| matches!(next, "-" | "–" | "—" | ":"));
    let titled = parted
        && words.clone().count() <= MOST_WORDS
        && words.any(|word| word.starts_with(char::is_alphabetic));
    named && numbered && titled && !line.trim_end().ends_with(['.', ';', ','])
}
