//! Topics: the noun that a story's title is about, whether the title names it or tells what is done.

use super::model::Things;
use super::phrase::{capital, short, small};
use super::verbs;
use super::words::{is_stop, plural, stem, words};

/// Last words of a title that say that something is done with the thing before them.
const DOINGS: &[&str] = &[
    "management",
    "administration",
    "organization",
    "organisation",
    "handling",
    "documentation",
    "support",
    "functionality",
    "feature",
    "features",
    "requirements",
    "maintenance",
    "operations",
    "processing",
    "configuration",
    "creation",
    "editing",
    "deletion",
    "upload",
    "tracking",
    "structure",
    "integration",
    "preview",
    "previews",
    "display",
    "viewing",
    "listing",
    "lifecycle",
    "flow",
    "process",
    "workflow",
    "system",
    "and",
];

/// `Album Management` → the albums; `Administer User Accounts` → the user accounts. None for a title that
/// is a statement or names nothing that can be shown.
pub(super) fn topic(title: &str, things: &Things) -> Option<(String, Option<usize>)> {
    if things.is_foreign() {
        return super::foreign::topic(title).map(|name| (name, None));
    }
    if !title.is_ascii() {
        return None;
    }
    let title = title.rsplit(" - ").next().unwrap_or(title);
    let title = without_brackets(title);
    let deed = begins_with_deed(title);
    let stated = stated_object(title);
    let whole = !deed && stated.is_none();
    let phrase = match stated {
        Some(object) => Some(object),
        None if deed => object_of(title),
        None => without_doing(&first_phrase(title)),
    };
    let (phrase, one) = phrase?;
    let head = words(&phrase).last().map(|w| stem(w))?;
    let thing = things
        .find(&phrase)
        .into_iter()
        .rev()
        .find(|t| words(things.name(*t)).last().is_some_and(|w| stem(w) == head));
    if let Some(thing) = thing {
        let more = words(&phrase).len() > words(things.name(thing)).len() && phrase.split(' ').count() <= 3;
        // `Outgoing loans` are not all loans.
        let named = match (whole && more, one) {
            (true, _) => small(&phrase),
            (false, true) => things.label(thing),
            (false, false) => things.screen(thing),
        };
        return Some((capital(&named), Some(thing)));
    }
    let own = phrase.split(' ').count() <= 4
        && (whole || !things.find(&phrase).iter().any(|_| phrase.contains(" and ")));
    own.then(|| (capital(&small(&phrase)), None))
}

/// `Call list (continued)` → `Call list`.
fn without_brackets(title: &str) -> &str {
    let head = title.split(" (").next().unwrap_or(title).trim();
    if head.is_empty() || !title.ends_with(')') { title } else { head }
}

/// `A list of lots by date, so that …` → `List of lots`: a noun phrase up to what is said of it.
fn first_phrase(title: &str) -> String {
    const ENDS: &[&str] =
        &["by", "per", "so", "with", "when", "where", "that", "which", "without", "before", "in"];
    let article =
        ["a ", "an ", "the ", "one ", "A ", "An ", "The ", "One "].iter().find_map(|a| title.strip_prefix(a));
    let Some(rest) = article else { return title.to_owned() };
    // `The fixtures loaded from the league` are fixtures.
    const JOINTS: &[&str] = &["from", "by", "to", "in", "on", "into", "for", "at", "as"];
    let tokens: Vec<&str> = rest.split(' ').collect();
    let made = |at: usize| {
        let joined = tokens.get(at + 1).is_some_and(|next| JOINTS.contains(next));
        at > 0 && joined && tokens.get(at).is_some_and(|word| word.len() > 4 && word.ends_with("ed"))
    };
    let ends = |at: usize| tokens.get(at).is_none_or(|w| ENDS.contains(&w.trim_matches(','))) || made(at);
    let end = (0..=tokens.len()).find(|at| ends(*at)).unwrap_or(tokens.len());
    let head = tokens.get(..end).unwrap_or_default();
    capital(head.join(" ").trim_end_matches([',', ';', '.']))
}

/// `Reader places a request` → the requests: a title that says who does what.
fn stated_object(title: &str) -> Option<(String, bool)> {
    let tokens: Vec<&str> = title.split_whitespace().collect();
    let at =
        tokens.iter().position(|t| matches!(*t, "a" | "an" | "the" | "their" | "its" | "every" | "each"))?;
    let verb = tokens.get(at.checked_sub(1)?)?;
    let inflected = verb.ends_with('s') && !verb.ends_with("ss") || verbs::act_of(verb).is_some();
    let plain = verb.chars().all(|c| c.is_ascii_lowercase()) && verb.len() > 2 && !is_stop(verb);
    let alone = matches!(*tokens.first()?, "Staff" | "Users" | "Members") || inflected;
    // `Staff verify a request`: in the plural the verb has no ending of its own.
    let many = tokens.first().is_some_and(|t| *t == "Staff" || t.ends_with('s'));
    ((2..=3).contains(&at) && plain && (alone || many))
        .then(|| object_of(&tokens[at - 1..].join(" ")))
        .flatten()
}

pub(super) fn begins_with_deed(title: &str) -> bool {
    // `Call list`: the name of something that lists, and nothing that anybody does.
    let named = words(title);
    let last = named.last().map(|w| super::words::singular(w)).unwrap_or_default();
    if (2..=3).contains(&named.len())
        && matches!(
            last.as_str(),
            "list" | "report" | "sheet" | "table" | "queue" | "calendar" | "roster" | "page" | "plan"
        )
        && !named.iter().any(|w| verbs::determines(w) || matches!(w.as_str(), "my" | "your" | "up"))
    {
        return false;
    }
    let mut tokens = title.split_whitespace();
    let first = tokens.next().map(str::to_lowercase).unwrap_or_default();
    let second = tokens.next().unwrap_or_default().to_lowercase();
    const STARTS: &[&str] = &[
        "call", "hand", "work", "compare", "bring", "save", "get", "learn", "keep", "look", "stay", "plan",
        "pay", "meet", "ask", "know", "recover", "trace", "swap", "issue", "buy", "sell", "give", "receive",
        "measure", "make", "let", "prevent", "avoid", "leave", "come", "go", "have", "be", "take", "use",
        "build",
    ];
    let governs = matches!(second.as_str(), "a" | "an" | "the" | "my" | "their" | "every" | "each" | "whole");
    let calls =
        matches!(first.as_str(), "pay" | "recover" | "search" | "look" | "ask" | "apply" | "sign" | "log");
    // `Booking from a message` is a booking.
    let leads_away = matches!(second.as_str(), "from" | "for" | "by" | "with" | "in");
    let gerund = first.ends_with("ing")
        && (governs || verbs::act_of(first.trim_end_matches("ing")).is_some() && !leads_away);
    let reaches = first == "access" && matches!(second.as_str(), "only" | "all" | "own");
    verbs::begins_with_verb(&title.to_lowercase())
        || reaches
        || (STARTS.contains(&first.as_str()) && !second.is_empty() && second != "and")
        || gerund
        || (governs && !is_stop(&first) && !first.ends_with("ing"))
        || (calls && matches!(second.as_str(), "from" | "for" | "in"))
}

/// What a verb clause is about: `See the whole price before paying` → the price.
fn object_of(title: &str) -> Option<(String, bool)> {
    const ENDS: &[&str] = &[
        "without", "before", "after", "as", "while", "when", "at", "in", "on", "by", "with", "from", "to",
        "for", "within", "through", "via", "per", "using", "into", "so", "that", "against", "during",
        "until", "of", "where", "what", "who", "whom", "how", "whether", "if", "which", "when",
    ];
    const LIGHT: &[&str] =
        &["time", "use", "up", "back", "out", "work", "it", "them", "things", "in", "money"];
    let tokens: Vec<&str> = title.split_whitespace().collect();
    let mut at = 1;
    // A second verb or a preposition before the object.
    while tokens.get(at).is_some_and(|t| {
        let t = t.to_lowercase();
        matches!(t.as_str(), "and" | "or" | "in" | "from" | "for" | "out" | "on" | "to" | "up" | "with")
            || (verbs::act_of(&t).is_some()
                && tokens.get(at - 1).is_some_and(|b| *b == "and" || b.ends_with(',')))
    }) {
        at += 1;
    }
    let mut one = false;
    let mut phrase: Vec<String> = Vec::new();
    for token in tokens.iter().skip(at) {
        let word = token.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = word.to_lowercase();
        if phrase.is_empty()
            && matches!(
                lower.as_str(),
                "the"
                    | "my"
                    | "a"
                    | "an"
                    | "own"
                    | "their"
                    | "your"
                    | "its"
                    | "every"
                    | "each"
                    | "all"
                    | "whole"
                    | "failed"
                    | "new"
                    | "full"
                    | "any"
                    | "single"
                    | "only"
            )
        {
            one |= matches!(lower.as_str(), "the" | "my" | "your" | "whole");
            continue;
        }
        // `Show the inspector the history`: what somebody is shown stands behind who is shown it.
        if !phrase.is_empty() && matches!(lower.as_str(), "the" | "a" | "an" | "my" | "their" | "his" | "her")
        {
            one = matches!(lower.as_str(), "the" | "my");
            phrase.clear();
            continue;
        }
        if ENDS.contains(&lower.as_str()) || word.is_empty() || phrase.len() == 5 {
            break;
        }
        phrase.push(small(word));
        if token.ends_with([',', ':', ';', '(', '.']) {
            break;
        }
    }
    let phrase = phrase.join(" ");
    let done = phrase.rsplit(' ').next().is_some_and(|w| DOINGS.contains(&w));
    let usable =
        !done && !phrase.is_empty() && !LIGHT.contains(&phrase.as_str()) && !phrase.ends_with(" and");
    let one = one && !verbs::is_plural(&phrase);
    let named = if one || verbs::is_plural(&phrase) { phrase } else { plural(&phrase) };
    usable.then_some((named, one))
}

/// A noun phrase without what is done with it; none for a sentence.
fn without_doing(title: &str) -> Option<(String, bool)> {
    let mut tokens: Vec<&str> = title.split_whitespace().collect();
    if tokens.len() > 7 || title.contains(':') && tokens.len() > 4 {
        return None;
    }
    // `Condition reports` are many of them; the last of few words is no verb.
    let said = if tokens.len() <= 3 { tokens.len().saturating_sub(1).max(1) } else { tokens.len() };
    let clause = tokens.iter().take(said).skip(1).any(|t| {
        let word = t.to_lowercase();
        verbs::is_inflected(&word)
            || matches!(
                word.as_str(),
                "is" | "are" | "look" | "looks" | "can" | "go" | "goes" | "before" | "show" | "without"
            )
    });
    if clause {
        return None;
    }
    tokens.retain(|t| !["-based", "-driven", "-first"].iter().any(|e| t.to_lowercase().ends_with(e)));
    while tokens.len() > 1
        && tokens.last().is_some_and(|t| DOINGS.contains(&t.to_lowercase().trim_end_matches(',')))
    {
        tokens.pop();
    }
    let quality = tokens.iter().any(|t| {
        matches!(
            t.to_lowercase().trim_end_matches(',').trim_end_matches('s'),
            "performance"
                | "persistence"
                | "reliability"
                | "quality"
                | "security"
                | "accessibility"
                | "scope"
                | "usability"
                | "requirement"
                | "drag"
                | "functional"
                | "general"
                | "other"
                | "overview"
                | "error"
                | "scalability"
                | "compliance"
                | "privacy"
                | "interface"
                | "constraint"
                | "version"
                | "data"
        )
    });
    // Of people one does not make one.
    let phrase = if tokens.len() == 1 && tokens[0].eq_ignore_ascii_case("user") {
        "Users".to_owned()
    } else {
        tokens.join(" ")
    };
    let asks = tokens.first().is_some_and(|t| {
        matches!(
            t.to_lowercase().as_str(),
            "who" | "what" | "how" | "why" | "when" | "where" | "not" | "is" | "getting"
        )
    });
    (!quality && !asks && !phrase.contains('&')).then_some((phrase, false))
}

/// The first noun phrase of a title that is a statement; the title where it has none.
pub(super) fn noun_phrase(title: &str) -> String {
    let head: Vec<&str> = title
        .split_whitespace()
        .take_while(|t| {
            let word = t.to_lowercase();
            !(verbs::is_inflected(&word)
                || matches!(
                    word.as_str(),
                    "is" | "are"
                        | "look"
                        | "before"
                        | "show"
                        | "when"
                        | "after"
                        | "without"
                        | "who"
                        | "that"
                        | "so"
                ))
        })
        .collect();
    let told = head.join(" ");
    let told = told.trim_end_matches([',', ':', ';']);
    let told = ["A ", "An ", "The "].iter().find_map(|a| told.strip_prefix(a)).unwrap_or(told);
    let told = told.split([':', '(']).next().unwrap_or(told).trim();
    if told.is_empty() || verbs::begins_with_verb(&told.to_lowercase()) && told.split(' ').count() < 2 {
        return short(title, 60);
    }
    capital(&short(told, 60))
}
