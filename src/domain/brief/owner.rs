//! Of what a list is: the noun before it, beyond those that only say where it comes from and what it is for.

use super::nouns;

#[rustfmt::skip]
const PREPOSITIONS: &[&str] = &[
    "of", "in", "on", "at", "to", "for", "from", "by", "into", "over", "under", "between", "within", "during", "per",
    "via", "through", "against", "about", "behind", "without", "as", "onto", "after", "before", "than",
];
#[rustfmt::skip]
const DETERMINERS: &[&str] = &[
    "a", "an", "the", "each", "every", "any", "one", "their", "its", "his", "her", "my", "our", "your", "this", "that",
    "another", "all", "no", "some", "both", "new", "own", "single", "several", "many", "existing", "such", "entire", "whole",
];
/// Words that are no nouns wherever they stand.
#[rustfmt::skip]
const NEVER: &[&str] = &[
    "and", "or", "but", "not", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "do", "does",
    "shall", "must", "should", "can", "may", "will", "would", "could", "might", "cannot", "it", "they", "them", "he",
    "she", "we", "you", "i", "who", "which", "what", "when", "if", "then", "where", "while", "so", "there", "here",
    "only", "also", "then", "once", "again", "always", "never", "able", "up", "out", "down", "off", "in", "due",
    "max", "min", "least", "most", "more", "less", "gets", "get", "got", "gives", "keeps", "makes", "sees", "lets",
    "takes", "says", "put", "goes", "comes", "asked", "sent", "primary", "secondary", "optional", "additional",
];
/// Nouns that are of something else even where something is listed on them.
const CARRIERS: &[&str] = &["label", "note", "text", "number", "name", "date", "time", "place", "reason"];
/// Nouns that name a thing where fields are listed of it, though they name nothing on their own.
const TELLING: &[&str] = &["request", "message", "record", "entry", "change", "rule", "case", "item"];
/// These are lists of a thing where a word before them says of which.
const LISTS: &[&str] =
    &["list", "table", "plan", "sheet", "report", "register", "count", "entry", "log", "card"];
/// Verbs that begin a demand, before their object.
#[rustfmt::skip]
const BARE_VERBS: &[&str] = &[
    "accept", "show", "keep", "store", "record", "create", "add", "see", "send", "list", "print", "log", "raise",
    "track", "plan", "make", "enter", "submit", "export", "import", "generate", "produce", "edit", "display", "find",
    "open", "get", "give", "have", "set", "start", "manage", "register", "maintain", "save", "book", "order", "report",
    "collect", "receive", "provide", "offer", "include", "hold", "scan", "issue", "write", "file", "note", "apply",
];

fn bare(token: &str) -> String {
    nouns::bare(token).to_lowercase()
}

fn is_noun(word: &str) -> bool {
    word.chars().count() > 2
        && word.chars().all(|c| c.is_alphabetic() || c == '-')
        && !NEVER.contains(&word)
        && !DETERMINERS.contains(&word)
        && !PREPOSITIONS.contains(&word)
        && !word.ends_with("ly")
        && !is_done(word)
}

fn is_done(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed")
        || matches!(
            word,
            "sent" | "kept" | "put" | "made" | "given" | "taken" | "shown" | "held" | "lent" | "written"
        )
}

/// `the berth,`, `the skipper's`: what stands behind is another phrase.
fn ends_phrase(token: &str) -> bool {
    token.ends_with([',', ';', ':', '.', ')']) || token.ends_with("'s") || token.ends_with("’s")
}

/// Where the words of a noun phrase begin that ends before a place.
fn phrase(words: &[String], tokens: &[&str], end: usize) -> usize {
    let mut start = end;
    while start > 0
        && end - start < 3
        && words.get(start - 1).is_some_and(|w| is_noun(w))
        && (start == end || !tokens.get(start - 1).is_some_and(|t| ends_phrase(t)))
    {
        start -= 1;
    }
    // `shall hide`: what stands behind what binds is a verb, whichever.
    let bound = start.checked_sub(1).and_then(|b| words.get(b)).is_some_and(|w| {
        matches!(
            w.as_str(),
            "shall" | "must" | "should" | "will" | "can" | "may" | "cannot" | "could" | "would"
        )
    });
    if bound && end > start {
        return start + 1;
    }
    // `shall accept orders`, `the form opens with`: a verb is no part of the name.
    let determined =
        start.checked_sub(1).and_then(|b| words.get(b)).is_some_and(|w| DETERMINERS.contains(&w.as_str()));
    let is_verb = |at: usize| {
        words.get(at).is_some_and(|w| BARE_VERBS.contains(&w.as_str()) || super::inferred::acts(w))
    };
    if end == start + 1 && !determined && is_verb(start) {
        return end;
    }
    if end > start + 1 && !determined && is_verb(start) { start + 1 } else { start }
}

/// The thing of which a list is that follows a sentence's beginning.
pub(super) fn before(head: &str) -> Option<String> {
    let tokens: Vec<&str> = head.split_whitespace().collect();
    let words: Vec<String> = tokens.iter().map(|t| bare(t)).collect();
    let mut end = tokens.len();
    for _ in 0..8 {
        let start = phrase(&words, &tokens, end);
        if start == end {
            let last = end.checked_sub(1).and_then(|at| words.get(at))?;
            // `is logged with`: what is logged has it.
            if is_done(last) {
                return subject(head);
            }
            if matches!(last.as_str(), "they" | "he" | "she" | "it" | "we" | "you" | "i" | "who") {
                return None;
            }
            end -= 1;
            continue;
        }
        let mut lead = start;
        while lead > 0 && words.get(lead - 1).is_some_and(|w| DETERMINERS.contains(&w.as_str()) || is_done(w))
        {
            lead -= 1;
        }
        let leads = lead.checked_sub(1).and_then(|at| words.get(at)).map(String::as_str).unwrap_or_default();
        // `who lives`, `they apply`: somebody does it, and `the form opens`: something.
        let acts = |word: &String| word.ends_with('s') && BARE_VERBS.contains(&word.trim_end_matches('s'));
        if matches!(leads, "who" | "which" | "that" | "they" | "he" | "she" | "it" | "we" | "you" | "i")
            || end > start + 1 && lead < start && words.get(end - 1).is_some_and(acts)
        {
            return None;
        }
        if PREPOSITIONS.contains(&leads) {
            end = lead - 1;
            continue;
        }
        // `a wreck is a find with`: what it is said of.
        if matches!(leads, "is" | "are") {
            return subject(head);
        }
        let name = words.get(start..end)?.join(" ");
        let last = words.get(end - 1)?;
        if CARRIERS.contains(&nouns::singular(last).as_str()) {
            end = lead;
            continue;
        }
        return named(&name);
    }
    None
}

/// Whether a text begins with, or binds to, a deed by which something is made or kept: `Create a crate`, `shall store crates`.
pub(super) fn is_made(head: &str) -> bool {
    const MAKING: &[&str] = &[
        "create", "add", "store", "record", "register", "maintain", "manage", "save", "edit", "enter",
        "keep", "log", "submit", "capture", "collect", "track", "define", "build", "display", "show",
    ];
    let words: Vec<String> = head.split_whitespace().map(bare).collect();
    let from = words
        .iter()
        .rposition(|w| matches!(w.as_str(), "shall" | "must" | "can" | "to" | "should" | "will" | "may"));
    let first = words.get(from.map_or(0, |at| at + 1)).map(String::as_str).unwrap_or_default();
    MAKING.contains(&first)
}

/// What a sentence speaks of: its first noun phrase, unless that acts.
pub(super) fn subject(head: &str) -> Option<String> {
    spoken_of(head).and_then(|name| named(&name))
}

/// The same, in the singular, whatever it names.
pub(super) fn spoken_of(head: &str) -> Option<String> {
    let clause = head.rsplit([',', ';', ':']).find(|part| !part.trim().is_empty())?;
    let tokens: Vec<&str> = clause.split_whitespace().collect();
    let words: Vec<String> = tokens.iter().map(|t| bare(t)).collect();
    let from = words.iter().position(|w| !DETERMINERS.contains(&w.as_str()))?;
    let size = words.iter().skip(from).take_while(|w| is_noun(w)).count();
    // `Ada's people confirm each run`: many of whom somebody speaks do something.
    let many =
        |word: &String| word == "people" || word.ends_with('s') && nouns::is_person(&nouns::singular(word));
    let last = words.get((from + size).checked_sub(1)?)?;
    if size > 1 && words.get(from + size - 2).is_some_and(many) && !LISTS.contains(&last.as_str()) {
        return None;
    }
    let name = words.get(from..from + size).filter(|_| (1..=3).contains(&size))?;
    Some(nouns::singular(&name.join(" ")))
}

/// What a colon announces the fields of: `treatments:`, `for every visit:`, `a crew sheet per trip:`.
pub(super) fn announced(head: &str) -> Option<String> {
    let tokens: Vec<&str> = head.split_whitespace().collect();
    let words: Vec<String> = tokens.iter().map(|t| bare(t)).collect();
    if words.last().is_some_and(|w| PREPOSITIONS.contains(&w.as_str())) {
        return None;
    }
    if let Some(name) = of_fields(head) {
        return Some(name);
    }
    let each = words.iter().rposition(|w| w == "every" || w == "each");
    if let Some(at) = each.filter(|at| at + 1 < words.len() && at + 4 >= words.len()) {
        return words.get(at + 1..).map(|w| w.join(" ")).and_then(|name| named(&name));
    }
    let first = words.first()?;
    let alone = (1..=2).contains(&words.len()) && words.iter().all(|w| is_noun(w));
    let opens =
        is_noun(first) && words.get(1).is_some_and(|w| matches!(w.as_str(), "must" | "shall" | "should"));
    if alone || opens {
        let name = if alone { words.join(" ") } else { first.clone() };
        return named(&name);
    }
    before(head)
}

/// `Patient fields shall include`: whose fields are listed is kept, whoever it is.
pub(super) fn of_fields(head: &str) -> Option<String> {
    let words: Vec<String> = head.split_whitespace().map(bare).collect();
    let words = words.get(usize::from(words.first().is_some_and(|w| w == "the"))..)?;
    let at = words.iter().position(|w| matches!(w.as_str(), "fields" | "attributes" | "properties"))?;
    let (owner, rest) = (words.get(..at)?, words.get(at + 1..)?);
    #[rustfmt::skip]
    const LEADS: &[&str] =
        &["shall", "must", "should", "will", "may", "include", "includes", "are", "contain", "comprise", "the", "following", "as", "follows"];
    let led = rest.iter().all(|w| LEADS.contains(&w.as_str()));
    let fits = (1..=2).contains(&owner.len()) && owner.iter().all(|w| is_noun(w)) && led;
    fits.then(|| nouns::singular(&owner.join(" ")))
}

/// The name of a thing that fields are listed of, in the singular.
pub(super) fn named(name: &str) -> Option<String> {
    let name = nouns::singular(name);
    let last = name.rsplit(' ').next().unwrap_or(&name);
    #[rustfmt::skip]
    const SECTIONS: &[&str] = &[
        "role", "actor", "abbreviation", "note", "question", "example", "scope", "input", "output", "goal", "target",
        "risk", "stack", "version", "attachment", "label", "column", "field", "kind", "hint", "remark", "criterium",
        "reason", "rationale", "figure", "expect", "screen", "page", "form", "user", "system",
    ];
    let alone = !name.contains(' ');
    // `feeding: food, amount, time`: a doing of which something is kept.
    let doing = alone && last.len() > 6 && last.ends_with("ing");
    let fits = doing
        || if TELLING.contains(&last) {
            true
        } else if LISTS.contains(&last) {
            !alone
        } else {
            nouns::is_thing(&name)
        };
    (fits && !nouns::is_person(&name) && !SECTIONS.contains(&last)).then_some(name)
}
