//! The labels that documents give their statements (`FR-001`, `REQ-1`, `[NFR-2]`) and the bold or plain
//! lead that names what follows (`**Why this priority**: …`, `Status: …`).

use super::modal;
use super::prose::Prose;

/// What a label says of the statement it stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rank {
    /// A requirement, a criterion: `FR`, `REQ`, `AC`, …
    Requirement,
    /// A measure: `NFR`, `SC`, `QR`, …
    Quality,
    /// `CON`, `C`.
    Constraint,
    /// A story: `US-1`, `Story 2`.
    Story,
    Assumption,
    Question,
    Goal,
    EdgeCase,
    /// A task, a risk, a decision: nothing that the product is checked against.
    Other,
}

pub(super) struct Label {
    pub(super) text: String,
    pub(super) rank: Rank,
    /// Where the labelled text begins.
    pub(super) rest: usize,
}

#[rustfmt::skip]
const RANKS: &[(&str, Rank)] = &[
    ("FR", Rank::Requirement), ("REQ", Rank::Requirement), ("R", Rank::Requirement), ("RQ",
    Rank::Requirement), ("AC", Rank::Requirement), ("F", Rank::Requirement), ("BR", Rank::Requirement),
    ("SR", Rank::Requirement), ("UR", Rank::Requirement), ("PR", Rank::Requirement), ("IR",
    Rank::Requirement), ("DR", Rank::Requirement), ("SYS", Rank::Requirement), ("FUNC", Rank::Requirement),
    ("FEAT", Rank::Requirement), ("UI", Rank::Requirement), ("UX", Rank::Requirement), ("API",
    Rank::Requirement), ("DATA", Rank::Requirement), ("INT", Rank::Requirement), ("SRS",
    Rank::Requirement), ("PRD", Rank::Requirement), ("FA", Rank::Requirement), ("LF", Rank::Requirement),
    ("RF", Rank::Requirement), ("EF", Rank::Requirement), ("ER", Rank::Requirement), ("REQUIREMENT",
    Rank::Requirement), ("EARS", Rank::Requirement), ("BIZ", Rank::Requirement), ("NFR", Rank::Quality),
    ("SC", Rank::Quality), ("QR", Rank::Quality), ("NF", Rank::Quality), ("PERF", Rank::Quality), ("SEC",
    Rank::Quality), ("QA", Rank::Quality), ("RNF", Rank::Quality), ("NFA", Rank::Quality), ("KPI",
    Rank::Quality), ("USAB", Rank::Quality), ("ACC", Rank::Quality), ("REL", Rank::Quality), ("AVAIL",
    Rank::Quality), ("CON", Rank::Constraint), ("C", Rank::Constraint), ("TC", Rank::Constraint), ("CR",
    Rank::Constraint), ("CONSTRAINT", Rank::Constraint), ("TR", Rank::Constraint), ("LEGAL",
    Rank::Constraint), ("COMP", Rank::Constraint), ("US", Rank::Story), ("STORY", Rank::Story), ("UC",
    Rank::Story), ("CU", Rank::Story), ("EPIC", Rank::Story), ("A", Rank::Assumption), ("AS", Rank::Assumption), ("ASM",
    Rank::Assumption), ("ASSUMPTION", Rank::Assumption), ("Q", Rank::Question), ("OQ", Rank::Question),
    ("OPEN", Rank::Question), ("TBD", Rank::Question), ("G", Rank::Goal), ("GOAL", Rank::Goal), ("O",
    Rank::Goal), ("OBJ", Rank::Goal), ("BG", Rank::Goal), ("EC", Rank::EdgeCase), ("EDGE", Rank::EdgeCase),
    ("E", Rank::EdgeCase), ("T", Rank::Other), ("TASK", Rank::Other), ("RISK", Rank::Other), ("D",
    Rank::Other), ("ADR", Rank::Other), ("RK", Rank::Other), ("DEP", Rank::Other), ("P", Rank::Other),
    ("M", Rank::Other), ("N", Rank::Other), ("L", Rank::Quality), ("LL", Rank::Quality),
];

/// A label at the start of a text. It must be set off by a mark, or a binding sentence must follow:
/// `SC-004 depends on …` speaks of a label.
pub(super) fn read(text: &str) -> Option<Label> {
    if let Some(label) = between_strokes(text) {
        return Some(label);
    }
    let inner = text.trim_start_matches(['[', '(', '`']);
    let opened = text.len() - inner.len();
    let size = size_of(inner)?;
    let label = inner.get(..size)?;
    let after = inner.get(size..)?;
    let closed = after.trim_start_matches([']', ')', '`']);
    let body = closed.trim_start_matches(['(', ':', '.', '-', '–', '—', ' ', '：', '|', '\t', ')']);
    // A mark in parentheses after the label (`FR-003 (P1): …`) stays with the text.
    let body = if closed.trim_start().starts_with('(') { closed.trim_start() } else { body };
    let set_off = closed.len() < after.len() && opened > 0
        || closed.starts_with([':', '：', '.', ')', '|'])
        // In a column of its own: `L5  Vormerkungen gelten einen Tag.`
        || closed.starts_with("  ") && body.starts_with(char::is_uppercase) && body.ends_with('.')
        || closed.trim_start().starts_with(['–', '—', ':', '|'])
        || closed.trim_start().starts_with("- ")
        || closed.is_empty()
        || (closed.trim_start().starts_with('(') && closed.contains("):"));
    let short = label.bytes().filter(u8::is_ascii_alphabetic).count() == 1;
    let binds = !short
        && closed.starts_with(' ')
        && modal::is_binding(closed)
        && body.starts_with(char::is_uppercase);
    let rest = text.len() - body.len();
    // `BR-1 A report is closed after 21 days`: a label that everybody knows needs no mark before a sentence.
    let words = match rank(label) {
        Rank::Requirement | Rank::Quality | Rank::Constraint => 4,
        Rank::Story => 2,
        Rank::Assumption | Rank::Question | Rank::Goal | Rank::EdgeCase | Rank::Other => usize::MAX,
    };
    let known = !short && closed.starts_with(' ') && RANKS.iter().any(|(name, _)| *name == first_word(label));
    let told =
        known && body.starts_with(char::is_uppercase) && body.split_whitespace().take(words).count() == words;
    (set_off || binds || told).then(|| Label { text: label.to_owned(), rank: rank(label), rest })
}

/// `Booking a berth (FR-3)`, `Booking a berth [FR-3]`: a title, and the label of a requirement behind it.
pub(super) fn at_end(title: &str) -> Option<(&str, Label)> {
    let (close, open) = if title.ends_with(')') { (')', '(') } else { (']', '[') };
    let (before, inside) = title.strip_suffix(close)?.rsplit_once(open)?;
    let label = read(inside).filter(|label| label.text == inside)?;
    let asks = matches!(label.rank, Rank::Requirement | Rank::Quality | Rank::Constraint);
    (asks && before.contains(char::is_alphabetic)).then(|| (before.trim_end(), label))
}

/// `/LF10/`, `/LL 20/`: the labels of a German specification sheet, whose letters say what kind of line it is.
fn between_strokes(text: &str) -> Option<Label> {
    let inner = text.strip_prefix('/')?;
    let letters = inner.bytes().take_while(u8::is_ascii_uppercase).count();
    let number = inner.get(letters..)?.trim_start_matches([' ', '-', '_']);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let suffix = number.get(digits..)?.bytes().take_while(u8::is_ascii_alphabetic).count();
    let after = number.get(digits + suffix..)?.strip_prefix('/')?;
    let fits = (1..=4).contains(&letters) && (1..=5).contains(&digits) && suffix <= 1;
    let ends = after.is_empty() || after.starts_with([' ', ':', '\t', '.']);
    let body = after.trim_start_matches([' ', ':', '.', '\t', '-', '–', '—']);
    let label = inner.get(..inner.len() - after.len() - 1)?;
    let rank = match inner.get(..letters)? {
        "LL" | "L" | "LQ" | "Q" => Rank::Quality,
        // Muss-, Soll- und Kannkriterien.
        "M" | "S" | "K" | "W" => Rank::Requirement,
        // What is to be kept demands where it is a sentence, and names a thing where it is none.
        "LD" | "D" if says_what_is_done(body) => Rank::Requirement,
        "LD" | "D" | "T" | "LT" => Rank::Other,
        _ => rank(label),
    };
    (fits && ends).then(|| Label { text: label.to_owned(), rank, rest: text.len() - body.len() })
}

/// `Für jeden Gast werden gespeichert: …`: a German sentence on what becomes of something.
fn says_what_is_done(body: &str) -> bool {
    modal::words(body).any(|(_, word)| matches!(word, "wird" | "werden" | "ist" | "sind"))
}

/// The size of `FR-001`, `NFR-PERF-02`, `AC1.2`, `R1`, `FR-002a`, `US 3`.
fn size_of(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut letters = 0;
    loop {
        let from = at;
        while bytes.get(at).is_some_and(u8::is_ascii_uppercase) {
            at += 1;
        }
        letters += at - from;
        if at == from || letters > 14 {
            return None;
        }
        if matches!(bytes.get(at), Some(b'-' | b'_' | b'.')) {
            at += 1;
        }
        if bytes.get(at).is_some_and(u8::is_ascii_digit) {
            break;
        }
        if bytes.get(at - 1).is_some_and(u8::is_ascii_uppercase) {
            return None;
        }
    }
    while bytes.get(at).is_some_and(u8::is_ascii_digit)
        || (matches!(bytes.get(at), Some(b'.' | b'-')) && bytes.get(at + 1).is_some_and(u8::is_ascii_digit))
    {
        at += 1;
    }
    if bytes.get(at).is_some_and(u8::is_ascii_lowercase)
        && !bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
    {
        at += 1;
    }
    let first = first_word(text.get(..at)?);
    let known = RANKS.iter().any(|(name, _)| *name == first);
    let ends = !bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'/' || *b == b'%');
    (ends && known_or_dashed(text.get(..at)?, known)).then_some(at)
}

/// `UTF-8` and `SHA-256` are names of things; an unknown prefix is a label only with two digits and a dash.
fn known_or_dashed(label: &str, known: bool) -> bool {
    const THINGS: &[&str] = &[
        "UTF", "SHA", "ISO", "RFC", "HTTP", "MP", "AES", "ES", "OAUTH", "WCAG", "COVID", "IPV", "TLS", "PM",
        "H",
    ];
    let first = first_word(label);
    let digits = label.bytes().filter(u8::is_ascii_digit).count();
    known || (!THINGS.contains(&first) && label.contains('-') && digits >= 2 && first.len() >= 2)
}

fn first_word(label: &str) -> &str {
    label.split(|c: char| !c.is_ascii_uppercase()).next().unwrap_or_default()
}

fn rank(label: &str) -> Rank {
    let known = |name: &str| RANKS.iter().find(|(known, _)| *known == name).map(|(_, rank)| *rank);
    known(first_word(label)).unwrap_or(Rank::Requirement)
}

/// Whether labels of these letters stand before what is asked for: `FR`, `R`, `NFR`.
pub(super) fn asks(letters: &str) -> bool {
    let known = RANKS.iter().find(|(known, _)| *known == letters);
    known.is_some_and(|(_, rank)| matches!(rank, Rank::Requirement | Rank::Quality | Rank::Constraint))
}

/// Whether a text is a label and nothing else.
pub(super) fn is_label(text: &str) -> bool {
    size_of(text) == Some(text.len())
}

/// A line that begins an item by its label.
pub(super) fn starts_item(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '[' | '(' | '/')) && read(line).is_some()
}

/// A line such as `Status: Draft` or `Owner: Ana` that stands for itself.
pub(super) fn is_field(line: &str) -> bool {
    lead_of_text(line).is_some_and(|(lead, _)| {
        let words = lead.split_whitespace().count();
        words <= 4 && lead.starts_with(char::is_uppercase) && !modal::is_binding(lead)
    })
}

/// What a block is about, and where the text on it begins.
pub(super) struct Lead {
    pub(super) name: String,
    pub(super) rest: usize,
    /// In bold, and not merely before a colon.
    pub(super) bold: bool,
}

/// `**Name**: text`, `**Name:** text`, `**Name** - text`, `Name: text`.
pub(super) fn lead(prose: &Prose) -> Option<Lead> {
    let text = prose.text();
    if let Some(label) = between_strokes(text) {
        let (name, rest) = lead_of_text(text.get(label.rest..)?)?;
        return Some(Lead { name: name.to_owned(), rest: label.rest + rest, bold: false });
    }
    if let Some(bold) = prose.bold_start() {
        let after = text.get(bold.len()..)?;
        let trimmed = after.trim_start();
        let colon = bold.ends_with([':', '：', '.'])
            || trimmed.starts_with([':', '：', '-', '–', '—'])
            || trimmed.is_empty();
        // `**User Account** (new): …`
        let noted = trimmed.starts_with('(').then(|| trimmed.find("):").map(|at| at + 2)).flatten();
        if let Some(skip) = noted {
            let rest = text.len() - trimmed.get(skip..)?.trim_start().len();
            return Some(Lead { name: clean(bold), rest, bold: true });
        }
        if colon {
            let rest = trimmed.trim_start_matches([':', '：', '-', '–', '—', ' ']);
            return Some(Lead { name: clean(bold), rest: text.len() - rest.len(), bold: true });
        }
        return None;
    }
    let (name, rest) = lead_of_text(text)?;
    Some(Lead { name: name.to_owned(), rest, bold: false })
}

fn lead_of_text(text: &str) -> Option<(&str, usize)> {
    let head: usize = text.char_indices().take(60).last().map_or(0, |(at, c)| at + c.len_utf8());
    let at = text.get(..head)?.find([':', '：'])?;
    let mark = text.get(at..)?.chars().next()?.len_utf8();
    let name = text.get(..at)?.trim();
    let after = text.get(at + mark..)?;
    let fits = name.split_whitespace().count() <= 6
        && !name.contains(['.', '?', '!', '"', '“', ';', '。'])
        && (after.is_empty() || after.starts_with(' ') || mark > 1)
        && name.chars().next().is_some_and(char::is_alphanumeric);
    fits.then(|| (name, text.len() - after.trim_start().len()))
}

fn clean(name: &str) -> String {
    name.trim_end_matches([':', '：', '.', ' ']).trim().to_owned()
}
