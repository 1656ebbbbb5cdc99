//! Sentences in the plain present that ask all the same: what always holds, what holds in a case, what the product and
//! its people do.

use super::super::{Traced, modal, nouns};

/// The product, as people call it.
const PRODUCT: &[&str] = &[
    "system",
    "app",
    "application",
    "tool",
    "product",
    "service",
    "site",
    "website",
    "platform",
    "software",
];
/// What people think, and where they are: nothing that is built.
#[rustfmt::skip]
const FELT: &[&str] = &[
    "hate", "love", "like", "believe", "think", "know", "hope", "expect", "feel", "say", "tend", "matter", "complain",
    "spend", "struggle", "work", "live", "depend", "look", "mean", "happen", "seem", "suffer", "prefer", "mind", "care",
    "is", "was", "were", "had", "has", "have", "of", "in", "at", "on", "who", "and", "or", "with", "from", "for", "that",
];

/// Words that open a case.
#[rustfmt::skip]
const CASES: &[&str] = &[
    "if", "when", "whenever", "once", "unless", "until", "after", "before", "wenn", "falls", "sobald", "cuando",
    "lorsque", "wanneer", "zodra", "quando",
];

/// `A reminder goes out the day before`, `If nobody answers the desk is told`, `… otherwise the place is lost`.
pub(super) fn tells_a_rule(text: &str) -> bool {
    const OPENS: &[&str] = &["a", "an", "every", "each", "all", "nobody", "no", "any"];
    let mut words = lower_words(text);
    // `Instead: when a patient leaves, …`
    if words.first().is_some_and(|word| word == "instead") {
        words.remove(0);
    }
    let first = words.first().map(String::as_str).unwrap_or_default();
    // `Nobody knows who owns it` tells of people.
    let second = words.get(1).map(String::as_str).unwrap_or_default();
    let known =
        matches!(second, "knows" | "minds" | "remembers" | "objects" | "cares" | "wants" | "likes" | "knew");
    let always = OPENS.contains(&first) && !known && text.split_whitespace().count() >= 5;
    (always || tells_a_case(&words)) && !is_past(&words)
}

/// `Add a dark theme for the night`: what is to be built, told to those who build it.
pub(super) fn gives_an_order(text: &str) -> bool {
    #[rustfmt::skip]
    const ORDERS: &[&str] = &[
        "Add", "Allow", "Make", "Support", "Provide", "Enable", "Implement", "Display", "Show", "Create", "Build", "Let", "Include",
        "Introduce", "Offer", "Extend", "Replace", "Remove", "Rename", "Improve", "Let's", "Keep", "Notify", "Warn", "Remind",
        "Ensure", "Prevent", "Hide", "Highlight", "Validate", "Avoid", "Send", "Store", "Turn",
    ];
    let forbids = ["Do not ", "Don't ", "Don’t ", "Never "].iter().any(|open| text.starts_with(open));
    let mut words = text.split_whitespace();
    words.next().is_some_and(|word| forbids || ORDERS.contains(&word))
        && words.count() >= 3
        && !text.ends_with(['?', ':'])
}

/// `I send a logo – please use it`: what somebody begs of those who build, and not of those who read or use it.
pub(super) fn begs(text: &str) -> bool {
    #[rustfmt::skip]
    const BUILD: &[&str] = &[
        "use", "make", "keep", "add", "include", "ensure", "avoid", "show", "provide", "support", "follow", "build", "implement", "put",
        "don't",
    ];
    /// Words for what readers do with a document.
    const READERS: &[&str] = &[
        "template",
        "comment",
        "comments",
        "feedback",
        "question",
        "questions",
        "document",
        "issue",
        "issues",
        "channel",
    ];
    let words = lower_words(text);
    !text.ends_with(['?', ':'])
        && !words.iter().any(|word| READERS.contains(&word.as_str()))
        && words.windows(2).any(|pair| match pair {
            [please, verb] => please == "please" && BUILD.contains(&verb.as_str()),
            _ => false,
        })
}

/// `If both save, the earlier one is kept`: a case, and behind it what happens.
pub(super) fn says_what_follows(text: &str) -> bool {
    let words = lower_words(text);
    let answered = text.contains([',', '→']) || words.iter().any(|word| word == "then");
    answered && !text.ends_with([':', '?', '？']) && tells_a_case(&words) && !is_past(&words)
}

/// `The app warns …`: what the product does.
pub(super) fn is_of_the_product(text: &str) -> bool {
    let words = lower_words(text);
    let from = usize::from(words.first().is_some_and(|word| word == "the"));
    words.get(from).is_some_and(|word| PRODUCT.contains(&word.as_str()))
}

/// `A clerk enters …`, `They leave …`: what people do.
pub(super) fn is_of_people(text: &str) -> bool {
    #[rustfmt::skip]
    const BEFORE: &[&str] = &["a", "an", "the", "one", "two", "several", "some", "multiple", "many", "another"];
    let words = lower_words(text);
    let known = words.iter().take_while(|word| BEFORE.contains(&word.as_str())).count();
    words.iter().skip(known).take(2).any(|word| {
        let one = nouns::singular(word);
        nouns::is_person(&one)
            || matches!(one.as_str(), "user" | "they" | "he" | "she" | "somebody" | "someone")
    })
}

/// `When the line is lost …`: a case, whatever follows.
pub(super) fn opens_a_case(text: &str) -> bool {
    lower_words(text).first().is_some_and(|word| CASES.contains(&word.as_str()))
}

/// A case and what happens then, told by somebody who does not speak of himself.
fn tells_a_case(words: &[String]) -> bool {
    let (first, second) = (words.first().map_or("", String::as_str), words.get(1).map_or("", String::as_str));
    let opens = CASES.contains(&first) || first == "with" && matches!(second, "a" | "an" | "no" | "two");
    let turns = words.iter().skip(2).any(|word| matches!(word.as_str(), "otherwise" | "unless"));
    #[rustfmt::skip]
    let of_me = words.iter().any(|word| {
        matches!(word.as_str(), "i" | "i'd" | "i'll" | "i'm" | "i've" | "me" | "my" | "let" | "we'll" | "we'd" | "ask"
            | "anything" | "question" | "questions" | "ich" | "mich" | "mir" | "wir" | "je" | "ik" | "yo")
    });
    let of_us = matches!(second, "we" | "ever" | "possible" | "so" | "not" | "necessary" | "all" | "that")
        || matches!(first, "we" | "our" | "that" | "it's" | "there");
    words.len() >= 6 && (opens || turns) && !of_me && !of_us
}

/// What the product and those who use it do: `The manager sets up a project`, `It shows the last state`.
pub(super) fn tells_what_happens(text: &str, actors: &[Traced]) -> bool {
    if text.ends_with([':', '：', '?', '？']) || text.split_whitespace().count() < 5 {
        return false;
    }
    // `On their phone, players see the next time first`.
    if let Some((place, rest)) = text.split_once(", ")
        && place.split_whitespace().count() <= 6
        && ["On ", "In ", "At ", "From ", "During "].iter().any(|open| place.starts_with(open))
    {
        return !rest.contains("For example") && tells_what_happens(rest, actors);
    }
    // `At 06:30 she receives a message`, `Every morning the desk gets a list`.
    if let Some(rest) = behind_a_time(text) {
        return tells_what_happens(rest, actors);
    }
    let words = lower_words(text);
    if tells_a_rule(text) {
        return !defines(&words);
    }
    let from = usize::from(words.first().is_some_and(|word| word == "the"));
    let (Some(one), Some(two)) = (words.get(from), words.get(from + 1)) else { return false };
    let pronoun = from == 0 && matches!(one.as_str(), "it" | "they" | "she" | "he");
    let named = |name: &str| {
        actors
            .iter()
            .any(|actor| actor.text.split([' ', ',']).next().is_some_and(|a| a.to_lowercase() == name))
    };
    let person = |name: &str| nouns::is_person(name) || nouns::is_person(&nouns::singular(name));
    let known = |name: &str| {
        PRODUCT.contains(&name) || person(name) || from == 0 && (named(name) || named(&nouns::singular(name)))
    };
    if is_done_to(&words, from) {
        return !is_past(&words) && !defines(&words);
    }
    let verb = if pronoun || known(one) && !known(two) {
        Some(two)
    } else {
        words.get(from + 2).filter(|_| known(two) && (from > 0 || two.ends_with('s')))
    };
    let some = matches!(
        one.as_str(),
        "most" | "many" | "some" | "few" | "several" | "our" | "your" | "these" | "those"
    );
    let Some(verb) = verb.map(String::as_str).filter(|_| !some) else { return false };
    let stem = verb.strip_suffix('s').unwrap_or(verb);
    let works = one == "it" && verb == "works";
    let felt = !works && (FELT.contains(&verb) || FELT.contains(&stem));
    let told = one.ends_with('s') || verb.ends_with('s') || matches!(verb, "are" | "see" | "get");
    told && !felt && !is_past(&words) && !defines(&words)
}

/// `The standings are printed`, `The cell lights up` of a thing: in the passive, straight behind what it is done to.
fn is_done_to(words: &[String], from: usize) -> bool {
    #[rustfmt::skip]
    const DONE: &[&str] = &[
        "shown", "sent", "kept", "taken", "written", "given", "told", "drawn", "chosen", "made", "put", "sold", "paid", "set", "read",
        "left", "held", "found", "hidden", "split", "cut",
    ];
    let be = words
        .iter()
        .skip(from)
        .take(5)
        .position(|word| matches!(word.as_str(), "is" | "are" | "gets" | "get"));
    let Some(at) = be.map(|at| at + from).filter(|at| *at > from) else { return false };
    let mut done = words.iter().skip(at + 1).skip_while(|word| {
        matches!(word.as_str(), "then" | "also" | "always" | "only" | "never" | "automatically")
    });
    from > 0
        && done
            .next()
            .is_some_and(|word| word.len() > 4 && word.ends_with("ed") || DONE.contains(&word.as_str()))
}

/// What follows a time that a sentence opens with, where that is somebody or the product.
fn behind_a_time(text: &str) -> Option<&str> {
    #[rustfmt::skip]
    const OPENS: &[&str] = &["at", "by", "on", "every", "each", "from", "before", "after"];
    #[rustfmt::skip]
    const TIMES: &[&str] = &[
        "morning", "evening", "night", "noon", "midnight", "day", "week", "month", "year", "monday", "tuesday", "wednesday",
        "thursday", "friday", "saturday", "sunday", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays",
        "sundays", "hour", "quarter",
    ];
    let mut words = modal::words(text);
    let opens = words.next().is_some_and(|(_, word)| OPENS.contains(&word.to_lowercase().as_str()));
    let mut timed = false;
    for (at, word) in words.take(5).filter(|_| opens) {
        let lower = word.to_lowercase();
        if timed && matches!(lower.as_str(), "it" | "they" | "she" | "he" | "the") {
            return text.get(at..);
        }
        timed |= lower.starts_with(|c: char| c.is_ascii_digit()) || TIMES.contains(&lower.as_str());
    }
    None
}

/// `A rehearsal is a date with a start`, `An article has a title, a price and a weight`: what a thing is, and nothing that
/// happens.
pub(super) fn defines(words: &[String]) -> bool {
    let article = |word: &String| matches!(word.as_str(), "a" | "an");
    let parts = words.iter().filter(|word| article(word)).count();
    words.windows(2).take(5).any(|pair| match pair {
        [be, next] if matches!(be.as_str(), "is" | "are") => article(next),
        [has, next] if matches!(has.as_str(), "has" | "have") => article(next) && parts > 2,
        _ => false,
    })
}

/// `was`, `had`; `who has not had one` is of now.
pub(super) fn is_past(words: &[String]) -> bool {
    let mut before = "";
    words.iter().any(|word| {
        let past = match word.as_str() {
            "was" | "were" | "did" | "didn't" | "wrote" | "told" if before != "are" && before != "is" => true,
            "had" => !matches!(before, "has" | "have" | "not"),
            _ => false,
        };
        before = word;
        past
    })
}

/// Says what is wanted and not only what is wrong.
pub(super) fn states_an_aim(sentence: &str) -> bool {
    #[rustfmt::skip]
    const AIMS: &[&str] = &[
        "want", "wants", "enable", "enables", "allow", "allows", "let", "lets", "will", "should", "must",
        "aim", "aims", "goal", "goals", "reduce", "reduces", "improve", "improves", "make", "makes", "ensure",
        "ensures", "help", "helps", "replace", "replaces", "give", "gives", "provide", "provides", "so",
    ];
    modal::words(sentence).any(|(_, word)| AIMS.contains(&word.to_lowercase().as_str()))
}

/// `It helps growers to share a pump`, under a heading that says so; what the document is for is no aim of the product.
pub(super) fn tells_the_purpose(sentence: &str) -> bool {
    #[rustfmt::skip]
    const DOCUMENT: &[&str] = &["document", "srs", "specification", "prd", "section", "reader", "readers", "requirements"];
    let words = lower_words(sentence);
    let of_document = words.iter().any(|word| DOCUMENT.contains(&word.as_str()));
    let aimed = words.windows(2).any(|pair| pair.first().is_some_and(|word| word == "to"));
    words.len() >= 5 && !of_document && (aimed || states_an_aim(sentence))
}

fn lower_words(text: &str) -> Vec<String> {
    modal::words(text).map(|(_, word)| word.to_lowercase().replace('’', "'")).collect()
}
