//! Sentences: the brief's clauses turned into what a design says, without cutting a thought in two.

use super::verbs;
use crate::domain::brief::Brief;

/// White space made single, list marks and end punctuation taken off.
pub(super) fn tidy(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    joined
        .trim_start_matches(|c: char| "-*•,;:.".contains(c) || c.is_whitespace())
        .trim_end_matches(|c: char| ",;:.。".contains(c) || c.is_whitespace())
        .to_owned()
}

/// A clause without the word that introduced it.
pub(super) fn clause(text: &str) -> String {
    const LEADS: &[&str] = &["when", "if", "then", "given", "while", "where", "and", "but"];
    let mut text = tidy(text);
    while let Some((first, rest)) = text.split_once(' ') {
        if !LEADS.contains(&first.trim_end_matches(',').to_lowercase().as_str()) {
            break;
        }
        text = tidy(rest);
    }
    text
}

/// The first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The first letter small, unless the word is a name or an abbreviation.
pub(super) fn small(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let mut letters = first.chars();
    let Some(initial) = letters.next() else { return String::new() };
    if first == "I" || letters.clone().any(char::is_uppercase) || first.contains(|c: char| c.is_numeric()) {
        return text.to_owned();
    }
    initial.to_lowercase().chain(text.chars().skip(1)).collect()
}

/// A name in running text: `Feed_Source` → `feed source`, `RPZ_Feed` → `RPZ feed`.
pub(super) fn label(name: &str) -> String {
    super::words::spaced(name).split(' ').map(small).collect::<Vec<_>>().join(" ")
}

/// At most `most` characters, cut where a sentence or a clause ends and never inside a word.
pub(super) fn short(text: &str, most: usize) -> String {
    let text = tidy(text);
    if text.chars().count() <= most {
        return text;
    }
    let head: String = text.chars().take(most).collect();
    let ends = [". ", "。", "! ", "? "];
    let clauses =
        ["; ", " — ", " – ", " (", ": ", ", so that ", " so that ", ", because ", " because ", ", "];
    for (marks, least) in [(&ends[..], most / 6), (&clauses[..], most / 3)] {
        let cut = marks
            .iter()
            .filter_map(|m| head.rfind(m))
            .filter(|at| head[..*at].chars().count() >= least && balanced(&head[..*at]))
            .max();
        if let Some(at) = cut {
            return tidy(&head[..at]);
        }
    }
    let whole = head.rfind(' ').map_or(head.as_str(), |at| &head[..at]);
    format!("{}…", tidy(whole))
}

fn balanced(text: &str) -> bool {
    let count = |c: char| text.matches(c).count();
    count('(') == count(')') && count('"') % 2 == 0 && count('“') == count('”') && count('[') == count(']')
}

/// The sentences of a text. Abbreviations such as `e.g.` do not end one.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut now = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        now.push(c);
        let spaced = chars.peek().is_none_or(|n| n.is_whitespace());
        let abbreviated =
            ["e.g.", "i.e.", "etc.", "vs.", "cf.", "No.", "approx."].iter().any(|a| now.ends_with(a));
        if c == '。' || (matches!(c, '.' | '!' | '?') && spaced && !abbreviated) {
            out.push(now.trim().to_owned());
            now.clear();
        }
    }
    if !now.trim().is_empty() {
        out.push(now.trim().to_owned());
    }
    out
}

/// What somebody says of themselves, told of them; in another language `am` and `me` are other words.
pub(super) fn told_by(brief: &Brief, text: &str) -> String {
    if brief.language == "en" { told_of(text) } else { text.to_owned() }
}

/// `I want my photos` told of somebody: `they want their photos`.
pub(super) fn told_of(text: &str) -> String {
    let swap = |word: &str| -> Option<&'static str> {
        Some(match word {
            "I" | "we" | "We" => "they",
            "I'm" | "we're" => "they are",
            "I've" | "we've" => "they have",
            "my" | "our" | "My" | "Our" => "their",
            "me" | "us" => "them",
            "mine" | "ours" => "theirs",
            "myself" | "ourselves" => "themselves",
            "am" => "are",
            _ => return None,
        })
    };
    let told: Vec<String> = text
        .split(' ')
        .map(|token| {
            let word = token.trim_end_matches(|c: char| ",.;:!?)".contains(c));
            let tail = &token[word.len()..];
            swap(word).map_or_else(|| token.to_owned(), |s| format!("{s}{tail}"))
        })
        .collect();
    told.join(" ")
}

/// What somebody does, as a sentence: `the system`, `display all feeds` → `The system displays all feeds`.
pub(super) fn does(subject: &str, response: &str) -> String {
    let subject = named_subject(subject);
    capital(&format!("{subject} {}", verbs::conjugated(&clause(response), verbs::is_plural(&subject))))
}

/// `THE System` → `the System`; `System` → `the system`.
fn named_subject(subject: &str) -> String {
    let mut words: Vec<String> = tidy(subject).split(' ').map(str::to_owned).collect();
    for word in &mut words {
        if matches!(word.as_str(), "THE" | "A" | "AN" | "ALL" | "EACH" | "EVERY" | "The") {
            *word = word.to_lowercase();
        }
    }
    let bare = words.len() == 1
        && ["system", "application", "app", "product", "service", "platform", "software"]
            .contains(&words[0].to_lowercase().as_str());
    if bare {
        return format!("the {}", words[0].to_lowercase());
    }
    if words.len() == 2 && words[0] == "the" && words[1] == "System" {
        return "the system".to_owned();
    }
    words.join(" ")
}

/// Parts joined as the language of the brief does, where it is known.
pub(super) fn listed_by(brief: &Brief, parts: &[String]) -> String {
    let unspaced = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
    match brief.language.as_str() {
        "en" => listed(parts),
        _ if parts.iter().any(|part| part.contains(unspaced)) => parts.join("、"),
        _ => parts.join(", "),
    }
}

/// Parts joined as a person would: `a, b and c`.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}
