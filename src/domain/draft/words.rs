//! Words as a matcher sees them: stems, stop words, singular and plural, and an index that finds the
//! best-matching text by its rare words. Nothing here compares everything with everything.

mod inflected;

use std::collections::BTreeMap;

use unicode_segmentation::UnicodeSegmentation as _;

/// Words that tell nothing about a subject.
const STOP: &[&str] = &[
    "a",
    "able",
    "about",
    "after",
    "all",
    "allow",
    "also",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "before",
    "being",
    "but",
    "by",
    "can",
    "do",
    "does",
    "each",
    "either",
    "every",
    "for",
    "from",
    "given",
    "had",
    "has",
    "have",
    "he",
    "her",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "least",
    "let",
    "may",
    "me",
    "more",
    "must",
    "my",
    "no",
    "not",
    "of",
    "on",
    "one",
    "only",
    "or",
    "other",
    "our",
    "out",
    "over",
    "own",
    "shall",
    "she",
    "should",
    "so",
    "some",
    "such",
    "system",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "to",
    "until",
    "up",
    "upon",
    "us",
    "use",
    "user",
    "via",
    "want",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "will",
    "with",
    "within",
    "without",
    "would",
    "you",
    "your",
    "application",
    "app",
    "provide",
    "support",
    "using",
    "used",
    "users",
];

/// Whether a lower-case word is one that tells nothing about a subject.
pub(super) fn is_stop(word: &str) -> bool {
    STOP.contains(&word)
}

/// A name with the marks of code taken out: `RPZ_Feed` and `PurchaseOrder` become words.
pub(super) fn spaced(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        if c == '_' {
            out.push(' ');
        } else {
            if c.is_uppercase() && before.is_lowercase() {
                out.push(' ');
            }
            out.push(c);
        }
        before = c;
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a text in lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    spaced(text).unicode_words().map(|w| w.trim_end_matches("'s").to_lowercase()).collect()
}

/// The stems of the words that say what a text is about.
pub(super) fn content(text: &str) -> Vec<String> {
    words(text).iter().filter(|w| !is_stop(w)).map(|w| stem(w)).collect()
}

/// The stems of all words of a text.
pub(super) fn stems(text: &str) -> Vec<String> {
    words(text).iter().map(|w| stem(w)).collect()
}

/// One key for the forms of a word: `feeds`, `filtering` and `filtered` match `feed` and `filter`.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 4 {
        return inflected::stem(word).to_owned();
    }
    let single = singular(word);
    for (ending, least) in [("ing", 6), ("ed", 5)] {
        if single.len() >= least
            && let Some(root) = single.strip_suffix(ending)
        {
            let bytes = root.as_bytes();
            let doubled = bytes.len() > 2
                && bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
                && !matches!(bytes[bytes.len() - 1], b'l' | b's' | b'e' | b'o');
            let end = if doubled { root.len() - 1 } else { root.len() };
            return root[..end].trim_end_matches('e').to_owned();
        }
    }
    if single.len() > 4 { single.trim_end_matches('e').to_owned() } else { single }
}

/// `feeds` → `feed`, `categories` → `category`, `boxes` → `box`; other words as they are.
pub(in crate::domain) fn singular(word: &str) -> String {
    let lower = word.to_lowercase();
    if !lower.is_ascii() || lower.len() < 4 || word.len() != lower.len() {
        return word.to_owned();
    }
    let keep = |n: usize| word[..word.len() - n].to_owned();
    if lower.ends_with("ies") && lower.len() > 4 {
        return keep(3) + "y";
    }
    if ["sses", "xes", "ches", "shes", "zzes", "uses"].iter().any(|e| lower.ends_with(e)) {
        return if lower.ends_with("uses") && !lower.ends_with("tuses") { keep(1) } else { keep(2) };
    }
    if lower.ends_with('s') && !["ss", "us", "is", "as", "ews"].iter().any(|e| lower.ends_with(e)) {
        return keep(1);
    }
    word.to_owned()
}

/// The plural of a name, its last word changed; names in other scripts stay as they are.
pub(super) fn plural(name: &str) -> String {
    let last = name.rsplit(' ').next().unwrap_or(name);
    let lower = last.to_lowercase();
    if !lower.is_ascii() || lower.is_empty() || singular(last) != last || !ends_in_letter(&lower) {
        return name.to_owned();
    }
    if [
        "data",
        "metadata",
        "media",
        "information",
        "content",
        "history",
        "feedback",
        "inventory",
        "access",
        "stock",
        "equipment",
        "software",
        "money",
        "traffic",
        "staff",
        "mail",
        "advice",
        "music",
        "weather",
        "people",
        "storage",
        "security",
    ]
    .contains(&lower.as_str())
    {
        return name.to_owned();
    }
    // `DNS` has no plural of its own.
    if last.len() > 1 && last.ends_with('S') {
        return name.to_owned();
    }
    let stem = &name[..name.len() - 1];
    let before_last = lower.chars().rev().nth(1).unwrap_or('a');
    if lower.ends_with('y') && !"aeiou".contains(before_last) {
        return format!("{stem}ies");
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|e| lower.ends_with(e)) {
        return format!("{name}es");
    }
    format!("{name}s")
}

fn ends_in_letter(text: &str) -> bool {
    text.chars().next_back().is_some_and(char::is_alphabetic)
}

/// Texts found by the words they share with another, rare words counting most.
#[derive(Default)]
pub(super) struct Index {
    postings: BTreeMap<String, Vec<(usize, u32)>>,
}

/// A word that stands in more texts than this finds nothing: it would cost much and tell little.
const COMMON: usize = 64;

impl Index {
    pub(super) fn add(&mut self, text: &str, weight: u32, id: usize) {
        for word in content(text) {
            let list = self.postings.entry(word).or_default();
            if let Some(last) = list.last_mut().filter(|l| l.0 == id) {
                last.1 = last.1.max(weight);
            } else if list.len() <= COMMON {
                list.push((id, weight));
            }
        }
    }

    /// The id whose text shares most with this one, the lowest id of equals; none when nothing is shared.
    pub(super) fn best(&self, text: &str) -> Option<usize> {
        self.best_where(text, |_| true)
    }

    pub(super) fn best_where(&self, text: &str, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let mut shares: BTreeMap<usize, u64> = BTreeMap::new();
        let mut seen = content(text);
        seen.sort();
        seen.dedup();
        for word in &seen {
            let Some(list) = self.postings.get(word).filter(|l| l.len() <= COMMON) else { continue };
            let rarity = 1000 / (list.len() as u64 + 1);
            for (id, weight) in list {
                if fits(*id) {
                    *shares.entry(*id).or_default() += rarity * u64::from(*weight);
                }
            }
        }
        let most = shares.values().copied().max()?;
        shares.into_iter().find(|(_, share)| *share == most).map(|(id, _)| id)
    }
}

/// How many content stems two texts share.
pub(super) fn overlap(a: &[String], b: &[String]) -> usize {
    let b: std::collections::BTreeSet<&String> = b.iter().collect();
    let mut a: Vec<&String> = a.iter().collect();
    a.sort();
    a.dedup();
    a.iter().filter(|w| b.contains(*w)).count()
}
