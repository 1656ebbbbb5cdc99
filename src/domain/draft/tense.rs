//! The present tense: clauses with their obligations told as facts, in the third person.

use super::verbs::{DETERMINERS, NOUNISH, OTHERS, known};

/// The third person of a base form: `display` → `displays`, `apply` → `applies`.
pub(super) fn third_person(verb: &str) -> String {
    match verb {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        "do" | "go" => return format!("{verb}es"),
        _ => {}
    }
    let before_last = verb.chars().rev().nth(1).unwrap_or('a');
    if verb.ends_with('y') && !"aeiou".contains(before_last) {
        return format!("{}ies", &verb[..verb.len() - 1]);
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|e| verb.ends_with(e)) {
        return format!("{verb}es");
    }
    format!("{verb}s")
}

/// Whether a subject is many: `users`, `feeds and sources`.
pub(super) fn is_plural(subject: &str) -> bool {
    const BREAKS: &[&str] =
        &["of", "for", "with", "in", "on", "at", "that", "which", "who", "from", "to", "by"];
    let words: Vec<&str> = subject.split(' ').collect();
    let end = words.iter().position(|w| BREAKS.contains(w)).unwrap_or(words.len());
    let head = &words[..end];
    if head.contains(&"and") {
        return true;
    }
    let last = head.last().copied().unwrap_or_default().to_lowercase();
    last == "they" || last == "people" || super::words::singular(&last) != last
}

/// A clause that begins with a base form, in the present tense.
pub(super) fn conjugated(clause: &str, plural: bool) -> String {
    let tokens: Vec<&str> = clause.split(' ').collect();
    let mut out: Vec<String> = Vec::with_capacity(tokens.len() + 1);
    let mut first = true;
    let mut infinitive = false;
    let mut modal = false;
    for (at, token) in tokens.iter().enumerate() {
        let word = token.trim_end_matches(|c: char| ",:;".contains(c));
        let tail = &token[word.len()..];
        let next = tokens.get(at + 1).copied().unwrap_or_default();
        if first {
            if matches!(
                word,
                "only" | "also" | "always" | "never" | "then" | "still" | "either" | "both" | "optionally"
            ) || (word.ends_with("ly")
                && !matches!(word, "apply" | "reply" | "supply" | "rely" | "comply" | "multiply"))
            {
                out.push((*token).to_owned());
                continue;
            }
            first = false;
            if word == "not" {
                let be = next == "be";
                out.push(match (plural, be) {
                    (true, false) => "do not".to_owned(),
                    (false, false) => "does not".to_owned(),
                    (true, true) => "are not".to_owned(),
                    (false, true) => "is not".to_owned(),
                });
                infinitive = true;
                continue;
            }
            out.push(format!("{}{tail}", finite(word, plural)));
            continue;
        }
        if at == 1 && word == "be" && tokens[0] == "not" {
            continue;
        }
        if matches!(word, "MUST" | "SHALL" | "SHOULD") {
            if at > 0 && tokens[at - 1] == "and" && next != "NOT" && next != "not" {
                modal = true;
            } else {
                out.push(token.to_lowercase());
            }
            continue;
        }
        if std::mem::take(&mut modal) {
            out.push(format!("{}{tail}", finite(word, plural)));
            continue;
        }
        infinitive = match word {
            "to" => known(next) || infinitive,
            "when" | "if" | "that" | "which" | "who" | "can" | "may" => true,
            _ => infinitive && !token.ends_with(';'),
        };
        let joined = at > 0 && matches!(tokens[at - 1].to_lowercase().as_str(), "and" | "or" | "then");
        let sure = (known(word) || NOUNISH.contains(&word))
            && (DETERMINERS.contains(&next) || (OTHERS.contains(&word) && !next.is_empty()));
        if joined && !infinitive && sure && tail.is_empty() {
            out.push(finite(word, plural));
        } else {
            out.push((*token).to_owned());
        }
    }
    out.join(" ")
}

fn finite(word: &str, plural: bool) -> String {
    let adverb = matches!(word, "already" | "still" | "also" | "always" | "never" | "not" | "only" | "now");
    let done = word.is_empty()
        || adverb
        || !word.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
        || matches!(word, "is" | "are" | "has" | "does" | "was" | "were" | "can" | "may" | "will")
        || (word.ends_with('s') && known(word.trim_end_matches('s')))
        || word.chars().skip(1).any(|c| c.is_ascii_uppercase());
    match (done, plural) {
        (true, _) => word.to_owned(),
        (false, true) => {
            if word == "be" {
                "are".to_owned()
            } else {
                word.to_owned()
            }
        }
        (false, false) => third_person(word),
    }
}
