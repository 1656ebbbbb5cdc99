//! Neutral wording: a sentence of the brief told without the technology that it names. What the product does for
//! people stays; a sentence that has nothing else to say than with what it is made is not told at all.

use std::ops::Range;

use super::phrase::{sentences, tidy};
use super::verbs;
use crate::domain::lexicon;

/// So many technologies are taken out of one sentence; one that names more is about them.
const MOST: usize = 6;

/// The sentences of a text that say something without their technology; nothing where there is none.
pub(super) fn told(text: &str) -> String {
    if lexicon::find(text).is_empty() {
        return text.to_owned();
    }
    sentences(text).iter().filter_map(|sentence| clause(sentence)).collect::<Vec<_>>().join(" ")
}

/// A sentence or clause without its technology; none where it would not be whole.
pub(super) fn clause(text: &str) -> Option<String> {
    let mut told = text.to_owned();
    for _ in 0..=MOST {
        let hits: Vec<Range<usize>> = lexicon::find(&told).iter().map(|hit| hit.start..hit.end).collect();
        if hits.is_empty() {
            return Some(told);
        }
        told = (0..hits.len()).find_map(|at| without(&told, at, &hits))?;
    }
    None
}

/// Who answers and what with, where a technology is named as who does: the product. What becomes of a technology
/// (`the Redis cache SHALL be cleared`) is told of nobody.
pub(super) fn answer(name: Option<&str>, response: &str) -> Option<(Option<String>, String)> {
    let response = clause(response)?;
    let Some(name) = name else { return Some((None, response)) };
    if lexicon::find(name).is_empty() {
        return Some((Some(name.to_owned()), response));
    }
    let first = response.split_whitespace().map(plain_word).find(|word| word != "not" && word != "never");
    let passive = matches!(first.as_deref(), None | Some("be" | "is" | "are" | "remain" | "remains"));
    (!passive).then(|| (Some("the system".to_owned()), response))
}

/// The text without one of the places at which it names a technology.
fn without(text: &str, at: usize, hits: &[Range<usize>]) -> Option<String> {
    let hit = hits.get(at)?;
    bracketed(text, hit)
        .or_else(|| acting(text, hit))
        .or_else(|| apposed(text, hit))
        .or_else(|| by_means(text, at, hits))
}

/// `a store (Redis 7)`: what stands in brackets is said beside the sentence.
fn bracketed(text: &str, hit: &Range<usize>) -> Option<String> {
    let open = text.get(..hit.start)?.rfind('(')?;
    let close = hit.end + text.get(hit.end..)?.find(')')?;
    let inside = text.get(open + 1..close)?;
    (!inside.contains(['(', ')'])).then_some(())?;
    joined(text.get(..open)?, text.get(close + 1..)?)
}

/// `Redis SHALL keep the cart`: the product does.
fn acting(text: &str, hit: &Range<usize>) -> Option<String> {
    let head = text.get(..hit.start)?;
    let (before, article) = match head.trim_end().rsplit_once(' ') {
        _ if head.trim().is_empty() => ("", false),
        _ if head.trim().eq_ignore_ascii_case("the") => ("", true),
        Some((before, word)) if word.eq_ignore_ascii_case("the") => (before, true),
        _ => (head.trim_end(), false),
    };
    let opens = before.is_empty()
        || before.ends_with([',', ';', ':'])
        || before.rsplit(' ').next().is_some_and(|word| matches!(word, "THEN" | "then" | "AND" | "that"));
    let rest = past_carriers(text, hit.end);
    let tail = text.get(rest..)?.trim_start();
    (opens && acts(tail) && !text.get(hit.end..)?.starts_with(['\'', '’'])).then_some(())?;
    let product = match (before.is_empty(), article || head.trim().is_empty()) {
        (true, _) => "The system".to_owned(),
        (false, _) => format!("{before} the system"),
    };
    Some(format!("{product} {tail}"))
}

/// Whether a text goes on with what somebody does, and not with what becomes of it.
fn acts(text: &str) -> bool {
    let mut words = text.split_whitespace().map(plain_word).filter(|word| word != "not");
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    is_finite(&first) && second != "be" && !matches!(first.as_str(), "is" | "are" | "has")
}

/// Whether a word can only follow what acts or is acted upon.
fn is_finite(word: &str) -> bool {
    let lower = plain_word(word);
    matches!(
        lower.as_str(),
        "shall" | "must" | "should" | "will" | "can" | "may" | "is" | "has" | "does" | "cannot" | "are"
    ) || verbs::is_inflected(&lower)
}

fn plain_word(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// `the store, Redis, keeps it`: a name beside the noun that it is of.
fn apposed(text: &str, hit: &Range<usize>) -> Option<String> {
    let head = text.get(..hit.start)?.trim_end().strip_suffix(',')?;
    let tail = text.get(hit.end..)?;
    let rest = tail.strip_prefix(',')?;
    let alone = !head.contains(',') && !rest.contains(',');
    let listed = rest.trim_start().starts_with("and ") || rest.trim_start().starts_with("or ");
    (alone && !listed).then_some(())?;
    joined(head, rest)
}

/// Words before a technology by which something is done.
const MEANS: &[&str] = &["using", "via", "with", "through", "by", "in", "on", "from", "over", "inside"];
/// Words before that, of which nothing whole is left without what they lead to.
#[rustfmt::skip]
const NEEDY: &[&str] = &[
    "is", "are", "be", "was", "were", "been", "being", "built", "based", "written", "implemented", "made", "hosted",
    "deployed", "deployable", "run", "runs", "running", "integrate", "integrates", "integrated", "connect", "connects",
    "connected", "communicate", "communicates", "interact", "interacts", "rely", "relies", "depend", "depends", "works",
    "work", "bundled", "styled", "wrapped", "compatible", "comply", "complies", "use", "uses", "used", "styling",
    "and", "or", "not", "only", "to", "the", "a", "an", "of", "for", "as", "than", "powered", "developed", "read",
];

/// `keeps the cart in Redis and PostgreSQL`: the means go, as far as they are nothing but technology.
fn by_means(text: &str, at: usize, hits: &[Range<usize>]) -> Option<String> {
    let mut head = text.get(..hits.get(at)?.start)?.trim_end();
    for article in ["a", "an", "the", "its", "our", "your"] {
        head = without_last(head, article).unwrap_or(head);
    }
    let head = MEANS.iter().find_map(|means| without_last(head, means))?;
    let before = head.rsplit(' ').next().unwrap_or_default();
    let needy = before.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    (!needy.is_empty() && !NEEDY.contains(&needy.as_str())).then_some(())?;
    let mut end = past_carriers(text, hits.get(at)?.end);
    for next in hits.get(at + 1..)? {
        let between = text.get(end..next.start)?;
        let between = between.trim().trim_start_matches(',').trim();
        if !matches!(between, "" | "and" | "or" | "/" | "+" | "&" | "and the" | "or the") {
            break;
        }
        end = past_carriers(text, next.end);
    }
    let rest = text.get(end..)?;
    goes_on(rest).then_some(())?;
    joined(head, rest)
}

/// A text without its last word, where it is that word.
fn without_last<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, last) = text.rsplit_once(' ')?;
    last.eq_ignore_ascii_case(word).then(|| head.trim_end())
}

/// Past the version and the kind of a technology: `PostgreSQL 15+ database`.
fn past_carriers(text: &str, from: usize) -> usize {
    #[rustfmt::skip]
    const CARRIERS: &[&str] = &[
        "middleware", "server", "servers", "client", "database", "databases", "db", "library", "framework", "service",
        "services", "instance", "infrastructure", "storage", "cluster", "backend", "frontend", "sdk", "plugin",
        "component", "components", "app", "stack", "package", "module", "runtime", "driver", "platform", "cloud",
    ];
    let mut end = from;
    for token in text.get(from..).unwrap_or_default().split(' ').skip(1).take(3) {
        let word = token.trim_end_matches([',', '.', ';', ':', ')']);
        let version = word.starts_with(|c: char| c.is_ascii_digit());
        // `Supabase Auth`: the name goes on.
        let named = word.starts_with(char::is_uppercase)
            && !is_finite(word)
            && !matches!(word, "THEN" | "AND" | "WHEN");
        if !version && !named && !CARRIERS.contains(&word.to_lowercase().as_str()) || word.is_empty() {
            break;
        }
        // A mark between ends the phrase before it.
        if text.get(from..end).is_some_and(|told| told.ends_with([',', '.', ';', ':'])) {
            break;
        }
        end += 1 + word.len();
        if word.len() < token.len() {
            break;
        }
    }
    // The address of what was named goes with it.
    let address =
        text.get(end..).and_then(|rest| rest.strip_prefix(" (")).filter(|rest| rest.starts_with("http"));
    address.and_then(|rest| rest.find(')')).map_or(end, |close| end + close + 3)
}

/// Whether a sentence can go on so behind a phrase that was taken out.
fn goes_on(rest: &str) -> bool {
    #[rustfmt::skip]
    const JOINTS: &[&str] = &[
        "to", "for", "so", "when", "if", "while", "within", "at", "before", "after", "without", "until", "where", "once",
        "unless", "because", "during", "per", "across", "but",
    ];
    const CLAUSES: &[&str] =
        &["so", "but", "while", "when", "if", "then", "where", "the", "it", "they", "which"];
    let rest = rest.trim_start();
    let next = |text: &str| {
        let word = text.split_whitespace().next().unwrap_or_default();
        word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    };
    if rest.is_empty() || rest.starts_with(['.', ';', ':', '!', '?', ')']) {
        return true;
    }
    let (comma, rest) = rest.strip_prefix(',').map_or((false, rest), |rest| (true, rest));
    let word = next(rest);
    let second = next(rest.trim_start().get(word.len()..).unwrap_or_default());
    let deed = |word: &str| is_finite(word) || verbs::act_of(word).is_some() || verbs::known(word);
    match word.as_str() {
        "and" | "or" => deed(&second),
        _ if comma => CLAUSES.contains(&word.as_str()) || word.ends_with("ing"),
        _ => JOINTS.contains(&word.as_str()),
    }
}

/// What stood before and behind, as one sentence.
fn joined(head: &str, tail: &str) -> Option<String> {
    let (head, tail) = (head.trim_end(), tail.trim_start());
    let tight = tail.is_empty() || tail.starts_with([',', '.', ';', ':', '!', '?', ')']);
    let whole = if tight { format!("{head}{tail}") } else { format!("{head} {tail}") };
    (tidy(&whole).split(' ').count() > 1 || !whole.is_ascii()).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_technology_does_the_product_does() {
        for (text, expected) in [
            ("PostgreSQL SHALL keep the order", "The system SHALL keep the order"),
            ("Redis stores the basket for a day", "The system stores the basket for a day"),
            ("If it fails, PostgreSQL must keep the order", "If it fails, the system must keep the order"),
        ] {
            assert_eq!(clause(text).as_deref(), Some(expected), "{text}");
        }
        let answered = |name: &str, response: &str| answer(Some(name), response).and_then(|(who, _)| who);
        assert_eq!(answered("the PostgreSQL database", "keep the order").as_deref(), Some("the system"));
        assert_eq!(answered("the till", "keep the order").as_deref(), Some("the till"));
        assert_eq!(answered("the Redis cache", "be cleared"), None);
    }

    #[test]
    fn the_means_go_and_the_sentence_stays_whole() {
        for (text, expected) in [
            ("create a basket using Redux", "create a basket"),
            ("baskets are stored in PostgreSQL and Redis until noon", "baskets are stored until noon"),
            ("keeps the basket in a Redis cluster and shows the sum", "keeps the basket and shows the sum"),
            ("sign in using Supabase Auth (https://supabase.com) at the till", "sign in at the till"),
            ("The till (written with React 18) opens at nine.", "The till opens at nine."),
            ("The store, PostgreSQL, keeps every order.", "The store keeps every order."),
        ] {
            assert_eq!(clause(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_would_not_be_whole_is_not_told() {
        for text in [
            "The front end is built with React",
            "keeps the basket in Redis, a queue and a file",
            "Orders depend on PostgreSQL",
            "The React component re-renders the Redux store",
            "Runs on Kubernetes",
            "PostgreSQL is updated every night",
            "Redis shall not be asked twice",
        ] {
            assert_eq!(clause(text), None, "{text}");
        }
        assert_eq!(told("The till is built with React. It opens at nine."), "It opens at nine.");
    }
}
