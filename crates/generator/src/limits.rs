//! Limits of texts and lists, by the schema of designs.

/// Characters of a name.
pub const NAME: usize = 500;
/// Characters of a text.
pub const TEXT: usize = 20_000;
/// Characters of a state of a view.
pub const STATE: usize = 2_000;
/// Characters of a file's name.
pub const FILE: usize = 1_000;
/// Characters of a question's own words. With its place, the question stays readable.
pub const QUESTION: usize = 2_000;
/// Characters of a text that a question names or quotes.
pub const QUOTED: usize = 200;

pub const REQUIREMENTS: usize = 50_000;
pub const GOALS: usize = 1_000;
/// The next questions follow when these are answered.
pub const QUESTIONS: usize = 5_000;
/// Half the schema's flows: one half for stories, one for headings.
pub const FLOWS: usize = 10_000;
/// A quarter of the schema's components: screens, stories and headings have a quarter each.
pub const PLACES: usize = 12_000;
pub const STEPS: usize = 5_000;
pub const REFERENCES: usize = 5_000;
pub const NAMED: usize = 500;
pub const ENTITIES: usize = 20_000;
pub const ATTRIBUTES: usize = 2_000;
pub const INTERACTIONS: usize = 50_000;

/// A text without surrounding space, cut to `most` characters.
pub fn clip(text: &str, most: usize) -> String {
    let text = text.trim();
    match text.char_indices().nth(most) {
        Some((end, _)) => text.get(..end).unwrap_or_default().trim_end().to_owned(),
        None => text.to_owned(),
    }
}

/// A text without surrounding space; a longer one than `most` characters ends with `…`, between words if it has any.
pub fn shortened(text: &str, most: usize) -> String {
    let text = text.trim();
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let before = text.chars().zip(text.char_indices().skip(1)).take(room);
    let ends: Vec<(char, usize, char)> = before.map(|(last, (at, next))| (last, at, next)).collect();
    let is_between_words =
        |last: char, next: char| next.is_whitespace() || (!last.is_alphanumeric() && next.is_alphanumeric());
    let end = ends.iter().rev().find(|(last, _, next)| is_between_words(*last, *next)).or(ends.last());
    let kept = end.and_then(|(_, at, _)| text.get(..*at)).unwrap_or_default();
    format!("{}…", kept.trim_end())
}

/// A name for a design: without a mark at the end, with a capital first letter. `None` if it is empty then.
pub fn name(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', ':', ';', ',', '。']);
    let mut rest = text.trim().chars();
    let first = rest.next()?;
    Some(clip(&first.to_uppercase().chain(rest).collect::<String>(), NAME))
}

/// Adds a reference to a list, unless the list is full or has it already.
pub fn refer(list: &mut Vec<String>, name: &str, most: usize) {
    if list.len() < most && !list.iter().rev().take(64).any(|known| known == name) {
        list.push(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_long_text_is_cut_between_words_and_marked() {
        for (text, most, expected) in [
            ("  as long as allowed ", 18, "as long as allowed"),
            ("bin location, tax rate", 18, "bin location, tax…"),
            ("bin location, tax rate", 17, "bin location,…"),
            ("bin location, tax rate", 15, "bin location,…"),
            ("incomprehensible", 7, "incomp…"),
            ("商品を、棚に置く", 6, "商品を、…"),
            ("商品の価格を表示", 5, "商品の価…"),
        ] {
            assert_eq!(shortened(text, most), expected, "{text}");
        }
    }
}
