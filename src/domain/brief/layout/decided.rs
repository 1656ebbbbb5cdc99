//! What a line of minutes decides, however it says so: `Agreed: …`, `DECISION 3.1: …`, `It was decided that …`, `=> …`.

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "decision", "decided", "agreed", "agreement", "resolved", "resolution", "beschluss", "beschlossen", "entscheidung",
    "décision", "décidé", "decisión", "decisão", "decidido", "acuerdo", "acordado", "besluit", "besloten",
];
#[rustfmt::skip]
const PHRASES: &[&str] = &[
    "it was agreed that ", "it was decided that ", "it was resolved that ", "it is agreed that ", "we agreed that ",
    "we decided that ", "all agreed that ", "everybody agreed that ", "everyone agreed that ", "the group agreed that ",
    "agreed that ", "decided that ", "resolved that ", "se acordó que ", "se decidió que ", "il est décidé que ",
    "es wurde beschlossen, dass ", "es wird beschlossen, dass ", "wir beschließen, dass ", "man einigt sich darauf, dass ", "wir haben beschlossen, dass ", "beschlossen, dass ",
];
/// More letters than this between the word and its colon are a sentence.
const MOST_BETWEEN: usize = 40;

/// What a line decides, apart from what it says before: `Jens asks. -> decision: …`, `Deposit? => yes`.
pub(super) fn parted(line: &str) -> (&str, Option<String>) {
    let lower = line.to_lowercase();
    let word = if lower.len() == line.len() { marked(&lower).or_else(|| told(&lower)) } else { None };
    let arrow = line.find("=> ").map(|at| (at, at + 3));
    let Some((at, end)) = (match (word, arrow) {
        (Some((at, end)), Some((arrow, _))) => Some((at.min(arrow), end)),
        (word, arrow) => word.or(arrow),
    }) else {
        return (line, None);
    };
    let (before, decided) = (
        line.get(..at).unwrap_or_default(),
        line.get(end..).unwrap_or_default().trim_start_matches('*').trim(),
    );
    let bare = before.trim_matches(|c: char| !c.is_alphanumeric() && c != '?' && c != '.').trim();
    if decided.is_empty() {
        return (line, None);
    }
    // `Deposit? => yes`: the question says what the answer is about.
    if bare.ends_with('?') {
        return ("", Some(format!("{bare} {decided}")));
    }
    if bare.chars().any(char::is_alphanumeric) {
        (before.trim_end(), Some(decided.to_owned()))
    } else {
        ("", Some(decided.to_owned()))
    }
}

/// What a line says before it ends with `… it was agreed that`: its decision stands in the next line.
pub(super) fn announcing(line: &str) -> Option<&str> {
    let lower = line.trim_end().to_lowercase();
    let size = PHRASES.iter().find_map(|phrase| {
        let rest = lower.strip_suffix(phrase.trim_end())?;
        (!rest.ends_with(char::is_alphanumeric)).then_some(rest.len())
    })?;
    line.get(..size)
}

/// `agreed:`, `decision 3.1:`, `beschluss (einstimmig):`: the word, its number or a remark, a colon.
fn marked(lower: &str) -> Option<(usize, usize)> {
    let places = |word: &&str| lower.match_indices(*word).find_map(|(at, word)| colon(lower, at, word.len()));
    WORDS.iter().filter_map(places).min()
}

fn colon(lower: &str, at: usize, size: usize) -> Option<(usize, usize)> {
    let apart = !lower.get(..at)?.ends_with(char::is_alphanumeric);
    let rest = lower.get(at + size..)?;
    let colon = rest.bytes().take(MOST_BETWEEN).position(|b| b == b':')?;
    let between = rest.get(..colon)?.trim();
    let remark = between.starts_with('(') && between.ends_with(')') && between.matches(')').count() == 1;
    // `2.3 (unanimous)`
    let told = between.split('(').next().filter(|_| between.ends_with(')')).unwrap_or(between);
    let number =
        told.trim_start_matches(['#', ' ']).trim_start_matches("no.").trim_start_matches("nr.").trim();
    let numbered = number.len() <= 8
        && number.chars().any(|c| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '/'));
    let spaced = rest.get(colon + 1..).is_some_and(|told| told.is_empty() || told.starts_with([' ', '*']));
    (apart && spaced && (between.is_empty() || numbered || remark)).then_some((at, at + size + colon + 1))
}

/// `It was agreed that the list is public`: at the start of a sentence.
fn told(lower: &str) -> Option<(usize, usize)> {
    PHRASES.iter().find_map(|phrase| {
        let at = lower.find(phrase)?;
        let before = lower.get(..at)?.trim_end();
        let opens =
            before.chars().next_back().is_none_or(|c| matches!(c, '.' | '!' | '?' | ':' | '-' | '*' | '>'));
        opens.then_some((at, at + phrase.len()))
    })
}
