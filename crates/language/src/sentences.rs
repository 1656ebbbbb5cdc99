//! Division of a text into sentences: by Unicode's rules, but not after an abbreviation of the lexicon.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::Language;

/// The sentences of a text, each with its first byte. Empty ones are left out.
pub fn sentences<'t>(language: &Language, text: &'t str) -> Vec<(usize, &'t str)> {
    let mut out: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for (at, piece) in text.split_sentence_bound_indices() {
        end = at + piece.len();
        let last = piece.split_whitespace().next_back().unwrap_or_default();
        // A short number with a full stop is an ordinal or a list mark.
        let goes_on = last.strip_suffix('.').is_some_and(|word| {
            let word = word.trim_start_matches(['(', '"', '[']);
            let digits = !word.is_empty() && word.len() < 3 && word.bytes().all(|b| b.is_ascii_digit());
            digits || language.is_abbreviation(word)
        });
        if !goes_on {
            push(&mut out, text, start, end);
            start = end;
        }
    }
    push(&mut out, text, start, end);
    out
}

fn push<'t>(out: &mut Vec<(usize, &'t str)>, text: &'t str, start: usize, end: usize) {
    let piece = text.get(start..end).unwrap_or_default();
    let trimmed = piece.trim_start();
    let at = start + (piece.len() - trimmed.len());
    if !trimmed.trim_end().is_empty() {
        out.push((at, trimmed.trim_end()));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn abbreviations_and_ordinals_do_not_end_a_sentence() -> Result<(), &'static str> {
        let english = crate::by_code("en").ok_or("English is built in")?;
        let text = "It keeps names, e.g. Ada. It ends. 3. It lasts";
        let found: Vec<&str> = super::sentences(english, text).into_iter().map(|(_, s)| s).collect();
        assert_eq!(found, ["It keeps names, e.g. Ada.", "It ends.", "3. It lasts"]);
        Ok(())
    }
}
