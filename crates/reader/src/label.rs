//! Labels of requirements, found by their shape: `FR-001`, `[CP-2]`, `REQ-ST-1:`, `3.2.1`.

/// The label at the beginning of a text, and the text after it. `is_bold` says whether the beginning is bold.
pub fn split(text: &str, is_bold: bool) -> Option<(&str, &str)> {
    let inner = text.trim_start_matches(['[', '(']);
    let is_open = inner.len() != text.len();
    let end = inner
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .unwrap_or(inner.len());
    let label = inner.get(..end)?.trim_end_matches(['.', '-']);
    let rest = inner.get(label.len()..)?;
    let closed = rest.trim_start_matches([']', ')', ':', '.', '：']);
    let is_closed = closed.len() != rest.len();
    let rest = closed.trim_start();
    if rest.is_empty() || !(closed.len() != rest.len() || is_closed) {
        return None;
    }
    let fits = if label.starts_with(|c: char| c.is_ascii_digit()) {
        is_dotted(label)
    } else {
        // A code without a mark is a label only before the beginning of a sentence.
        let is_marked = is_open || is_closed || is_bold;
        is_code(label)
            && (is_marked
                || label.contains('-') && rest.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase()))
    };
    fits.then_some((label, rest))
}

/// Whether a label is dotted: `3.2`. `3` numbers an item, and a decimal number in a sentence is followed by its unit.
fn is_dotted(label: &str) -> bool {
    let mut parts = 0;
    let is_number = label.split('.').all(|part| {
        parts += 1;
        (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    });
    is_number && parts > 1
}

/// Whether a label is capitals and then a number: `FR-001a`, `A1`, `NFR_2.1`.
fn is_code(label: &str) -> bool {
    let digits = label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len());
    let (letters, number) = label.split_at(digits);
    let is_name = letters.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'-' | b'_'));
    let tail = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_number = tail.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    !letters.is_empty()
        && letters.len() <= 12
        && is_name
        && is_number
        && tail.starts_with(|c: char| c.is_ascii_digit())
        && number.len() - tail.len() <= 1
}

/// The number of a heading, and its text without the number, the colon and a final remark in brackets.
pub fn bare_heading(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(0);
    let number = text.get(..end).unwrap_or_default();
    let rest = text.get(end..).unwrap_or_default();
    let (number, rest) = if number.is_empty() || !rest.starts_with([' ', '\t', ')', '-', ':']) {
        ("", text)
    } else {
        (number.trim_end_matches('.'), rest.trim_start_matches([' ', '\t', ')', '-', ':']))
    };
    (number, without_remark(rest.trim_end_matches([':', '：', '*'])))
}

/// A title without a final remark in brackets: `(Priority: P1)`, `(mandatory)`.
pub fn without_remark(text: &str) -> &str {
    let text = text.trim().trim_end_matches('*');
    let cut = text.strip_suffix(')').and_then(|inner| inner.rfind('(')).and_then(|at| text.get(..at));
    cut.map(|head| head.trim_end_matches([' ', '*', '-', '–', '—']))
        .filter(|head| !head.is_empty())
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn shapes_of_labels() {
        for (text, label, rest) in [
            ("FR-001: The desk MUST open", "FR-001", "The desk MUST open"),
            ("[CP-2] The desk opens", "CP-2", "The desk opens"),
            ("REQ-ST-1: x", "REQ-ST-1", "x"),
            ("FR-012a: x", "FR-012a", "x"),
            ("3.2.1 The desk", "3.2.1", "The desk"),
            ("2.1\tThe desk", "2.1", "The desk"),
        ] {
            assert_eq!(split(text, false), Some((label, rest)), "{text}");
        }
        assert_eq!(split("A1 Der Stand", true), Some(("A1", "Der Stand")));
        for text in
            ["The desk", "COVID-19 tests", "A1 paper", "", "3 rooms", "FR-001", "2024-05-02 was", "é-1: x"]
        {
            assert_eq!(split(text, false), None, "{text}");
        }
    }
}
