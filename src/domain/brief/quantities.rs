//! Limits that sentences tell: `up to 5 files`, `at least two signatures`, `within 24 hours`, `after 30 days`.

use super::contradictions::root;

/// A limit, in the smallest measure of its kind.
pub(super) struct Limit {
    /// `most`, `least`, or the word before it.
    pub(super) side: &'static str,
    /// What is counted: `file`, `time`, `size`.
    pub(super) unit: String,
    /// In thousandths.
    amount: u64,
    /// Counts things, and not time or size.
    of_things: bool,
}

impl Limit {
    /// Another number. A month may have 30 days or the twelfth part of a year.
    pub(super) fn differs(&self, other: &Self) -> bool {
        let (small, large) = (self.amount.min(other.amount), self.amount.max(other.amount));
        let near = large.saturating_sub(small).saturating_mul(50) <= large;
        small != large && !(self.unit == "time" && near)
    }
}

/// The words before a number, and on which side of it what is told must stay.
#[rustfmt::skip]
const SIDES: &[(&[&str], &str)] = &[
    (&["up", "to"], "most"), (&["at", "most"], "most"), (&["maximum", "of"], "most"), (&["no", "more", "than"], "most"),
    (&["not", "more", "than"], "most"), (&["not", "exceed"], "most"), (&["limited", "to"], "most"), (&["within"], "most"),
    (&["less", "than"], "most"), (&["fewer", "than"], "most"), (&["under"], "most"), (&["below"], "most"), (&["max"], "most"),
    (&["maximum"], "most"), (&["at", "least"], "least"), (&["minimum", "of"], "least"), (&["no", "fewer", "than"], "least"),
    (&["no", "less", "than"], "least"), (&["minimum"], "least"), (&["after"], "after"), (&["for"], "for"), (&["every"], "every"),
    (&["bis", "zu"], "most"), (&["höchstens"], "most"), (&["maximal"], "most"), (&["mindestens"], "least"), (&["binnen"], "most"),
    (&["innerhalb", "von"], "most"), (&["nach"], "after"), (&["hasta"], "most"), (&["máximo", "de"], "most"),
    (&["al", "menos"], "least"), (&["au", "moins"], "least"), (&["jusqu'à"], "most"), (&["au", "plus"], "most"),
];
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
/// Units of time in seconds and of size in bytes, by the beginnings of their words.
#[rustfmt::skip]
const MEASURES: &[(&[&str], &str, u64)] = &[
    (&["s", "sec", "second", "sekund"], "time", 1), (&["min", "minut"], "time", 60), (&["h", "hour", "stund"], "time", 3_600),
    (&["day", "tag", "día", "jour"], "time", 86_400), (&["week", "woch"], "time", 604_800),
    (&["month", "monat"], "time", 2_628_000), (&["year", "jahr"], "time", 31_536_000),
    (&["kb", "kib"], "size", 1_000), (&["mb", "mib", "megabyt"], "size", 1_000_000), (&["gb", "gib"], "size", 1_000_000_000),
];

/// The limits of a text, and its other words.
pub(super) fn taken_out(text: &str) -> (Vec<Limit>, Vec<String>) {
    let words: Vec<String> = words(text);
    let counts = |word: &String| {
        word.contains(|c: char| c.is_ascii_digit())
            || NUMBERS.iter().any(|name| word.eq_ignore_ascii_case(name))
    };
    if !words.iter().any(counts) {
        return (Vec::new(), words);
    }
    let mut limits = Vec::new();
    let mut rest = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let tail = words.get(at..).unwrap_or_default();
        let Some((limit, size)) = limit(tail) else {
            rest.extend(tail.first().cloned());
            at += 1;
            continue;
        };
        // What a number counts stays among the words that tell what is spoken of.
        if limit.of_things {
            rest.push(limit.unit.clone());
        }
        limits.push(limit);
        at += size;
    }
    (limits, rest)
}

/// The limit that words begin with, and how many of them tell it.
fn limit(words: &[String]) -> Option<(Limit, usize)> {
    let begins = |lead: &[&str]| {
        lead.len() < words.len() && lead.iter().zip(words).all(|(one, word)| word.eq_ignore_ascii_case(one))
    };
    let (lead, side) = SIDES.iter().find(|(lead, _)| begins(lead))?;
    let mut at = lead.len();
    while words.get(at).is_some_and(|word| matches!(word.as_str(), "a" | "the" | "total" | "of")) {
        at += 1;
    }
    let number = words.get(at)?;
    let digits = number.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let (told, glued) = number.split_at_checked(digits)?;
    let amount = if digits > 0 {
        thousandths(told)?
    } else {
        let at = NUMBERS.iter().position(|name| number.eq_ignore_ascii_case(name))?;
        u64::try_from(at).ok()?.checked_mul(1_000)?
    };
    let (unit, size) =
        if glued.is_empty() || digits == 0 { (words.get(at + 1)?.as_str(), at + 2) } else { (glued, at + 1) };
    // `5 MB`, `24 h`: in the smallest of their kind.
    let lower = unit.to_lowercase();
    let stem = root(&lower);
    let measure =
        MEASURES.iter().find(|(names, ..)| names.iter().any(|name| *name == lower || *name == stem));
    let limit = match measure {
        Some((_, kind, factor)) => {
            Limit { side, unit: (*kind).to_owned(), amount: amount.checked_mul(*factor)?, of_things: false }
        }
        None if unit == "%" => Limit { side, unit: unit.to_owned(), amount, of_things: false },
        None if unit.chars().all(char::is_alphabetic) => Limit { side, unit: stem, amount, of_things: true },
        None => return None,
    };
    Some((limit, size))
}

/// `2.5` → 2500; `1,000` → 1 000 000.
fn thousandths(told: &str) -> Option<u64> {
    let told = told.trim_end_matches(['.', ',']);
    let grouped = told.split_once(',').is_some_and(|(_, rest)| rest.len() == 3 && !rest.contains('.'));
    let plain = if grouped { told.replace(',', "") } else { told.replace(',', ".") };
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let whole = whole.parse::<u64>().ok().filter(|whole| *whole < 1_000_000_000)?;
    whole.checked_mul(1_000)?.checked_add(part.parse().ok()?)
}

/// Words and numbers, `%` on its own.
fn words(text: &str) -> Vec<String> {
    let spaced = text.replace('%', " % ").replace(['’', '‘'], "'");
    let trimmed = |word: &str| {
        word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '%' || c == '\''))
            .trim_matches('\'')
            .to_owned()
    };
    spaced
        .split(|c: char| {
            c.is_whitespace() || matches!(c, '/' | '(' | ')' | '“' | '”' | '"' | ';' | ':' | '–' | '—')
        })
        .map(trimmed)
        .filter(|word| !word.is_empty())
        .collect()
}
