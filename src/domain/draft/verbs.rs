//! Verbs: what people do in a product, in which forms a brief writes it, and how a clause is put in
//! the present tense.

pub(super) use super::tense::{conjugated, is_plural, third_person};

/// What a person does with a thing; one control serves all verbs of a kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Act {
    Create,
    Edit,
    Delete,
    Search,
    Filter,
    Sort,
    Arrange,
    Upload,
    Export,
    Choose,
    Toggle,
    Submit,
    Decide,
    Assign,
    Enter,
    SignIn,
    SignOut,
    Show,
    /// Everything else that a person does; every verb has its own control.
    Do,
}

/// Verbs in their base form. The second list of a kind holds those that are as often nouns.
const ACTS: &[(Act, &[&str], &[&str])] = &[
    (
        Act::Create,
        &["create", "add", "register", "define", "compose", "capture", "generate"],
        &["record", "draft", "book", "schedule"],
    ),
    (
        Act::Edit,
        &[
            "edit",
            "modify",
            "rename",
            "adjust",
            "customize",
            "customise",
            "configure",
            "reset",
            "revise",
            "correct",
        ],
        &["update", "change"],
    ),
    (Act::Delete, &["delete", "remove", "deactivate", "archive", "discard", "clear", "erase", "void"], &[]),
    (Act::Search, &["find", "locate"], &["search", "query"]),
    (Act::Filter, &["narrow"], &["filter"]),
    (Act::Sort, &[], &["sort"]),
    (
        Act::Arrange,
        &["drag", "reorder", "rearrange", "reorganize", "reorganise", "arrange"],
        &["move", "drop"],
    ),
    (Act::Upload, &["upload", "attach", "scan"], &["import"]),
    (Act::Export, &["download", "publish", "send"], &["export", "share", "print"]),
    (Act::Choose, &["select", "choose", "pick"], &[]),
    (Act::Toggle, &["toggle", "enable", "disable", "activate", "mute"], &["switch", "pause"]),
    (Act::Submit, &["submit", "save", "pay"], &["request", "order", "purchase"]),
    (Act::Decide, &["approve", "reject", "confirm", "accept", "decline", "cancel", "dismiss"], &[]),
    (Act::Assign, &["assign", "grant", "revoke", "invite", "label"], &["tag", "link"]),
    (Act::Enter, &["enter", "type", "fill"], &[]),
    (Act::SignIn, &[], &[]),
    (Act::SignOut, &[], &[]),
    (
        Act::Show,
        &["view", "see", "browse", "display", "read", "track", "monitor", "inspect"],
        &["show", "list", "review", "preview"],
    ),
    (
        Act::Do,
        &["redeem", "withdraw", "undo", "restore", "refund", "unlock", "reply", "join", "retry", "subscribe"],
        &[
            "start", "stop", "close", "release", "reserve", "transfer", "vote", "finish", "complete", "draw",
            "lock", "rent", "return", "open", "apply", "report", "offer", "swap", "extend", "collect",
            "claim", "renew", "rate", "comment",
        ],
    ),
];

/// Verbs that only a second half of a sentence needs to be known by (`… and triggers …`).
pub(super) const OTHERS: &[&str] = &[
    "allow",
    "apply",
    "append",
    "ask",
    "associate",
    "begin",
    "block",
    "calculate",
    "check",
    "close",
    "collect",
    "compute",
    "contain",
    "convert",
    "deny",
    "detect",
    "determine",
    "enforce",
    "ensure",
    "exclude",
    "explain",
    "extract",
    "fetch",
    "generate",
    "handle",
    "hide",
    "highlight",
    "identify",
    "include",
    "indicate",
    "inform",
    "keep",
    "load",
    "maintain",
    "make",
    "mark",
    "notify",
    "open",
    "persist",
    "populate",
    "present",
    "preserve",
    "prevent",
    "prompt",
    "process",
    "provide",
    "receive",
    "recover",
    "redirect",
    "refuse",
    "render",
    "replace",
    "report",
    "require",
    "restore",
    "retain",
    "retrieve",
    "retry",
    "return",
    "roll",
    "rollback",
    "run",
    "set",
    "show",
    "skip",
    "start",
    "stop",
    "store",
    "support",
    "sync",
    "take",
    "transition",
    "trigger",
    "turn",
    "validate",
    "verify",
    "warn",
    "write",
    "log",
    "leave",
    "remain",
    "become",
    "appear",
    "document",
    "display",
    "alert",
    "tell",
    "fill",
    "refund",
    "reserve",
    "release",
];

/// Verbs that are more often nouns: they count only where an object follows.
pub(super) const NOUNISH: &[&str] = &[
    "name", "number", "free", "lock", "sort", "order", "store", "report", "document", "process", "log",
    "stop", "set", "support", "run", "return", "present", "mark", "time", "date", "place", "group", "turn",
    "leave",
];

/// Words after which a verb that could be a noun is a verb.
pub(super) const DETERMINERS: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "any", "all", "each", "every", "this", "that", "those",
    "these", "it", "them", "no", "one", "only",
];

pub(super) fn known(word: &str) -> bool {
    OTHERS.contains(&word)
        || ACTS.iter().any(|(_, sure, maybe)| sure.contains(&word) || maybe.contains(&word))
}

fn signing(lower: &[String], at: usize) -> Option<(Act, usize)> {
    let now = lower[at].as_str();
    let next = lower.get(at + 1).map_or("", String::as_str);
    let sign = matches!(now, "sign" | "signs" | "log" | "logs");
    match (sign, next, now) {
        (true, "in", _) | (_, _, "login" | "sign-in") => Some((Act::SignIn, 2)),
        (true, "out" | "off", _) | (_, _, "logout" | "sign-out") => Some((Act::SignOut, 2)),
        _ => None,
    }
}

/// The kind and base form of a verb in its base form or third person; whether it is hardly ever a noun.
fn acting(word: &str) -> Option<(Act, &'static str, bool, bool)> {
    for (act, sure, maybe) in ACTS {
        for (list, certain) in [(sure, true), (maybe, false)] {
            for base in *list {
                if word == *base {
                    return Some((*act, base, certain, false));
                }
                if word.len() > base.len() && word == third_person(base) {
                    return Some((*act, base, certain, true));
                }
            }
        }
    }
    None
}

/// The kind and base form of a verb; none for words that are no deed of a person.
pub(super) fn act_of(word: &str) -> Option<(Act, &'static str)> {
    acting(word).map(|(act, base, _, _)| (act, base))
}

/// Whether a word is a known verb in the third person, even one that may be a noun.
pub(super) fn is_third_person(word: &str) -> bool {
    acting(word).is_some_and(|(_, _, _, inflected)| inflected)
}

/// Whether a noun must follow a word.
pub(super) fn determines(word: &str) -> bool {
    DETERMINERS.contains(&word) && !matches!(word, "it" | "them")
}

/// `signs in`, `log out`.
pub(super) fn signing_at(lower: &[String], at: usize) -> Option<Act> {
    signing(lower, at).map(|(act, _)| act)
}

/// A token without the punctuation around it.
fn bare(token: &str) -> &str {
    token.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Whether a word is a verb in the third person, such as `opens` or `selects`.
pub(super) fn is_inflected(word: &str) -> bool {
    acting(word).is_some_and(|(_, _, _, inflected)| {
        inflected
            && !matches!(
                word,
                "orders"
                    | "requests"
                    | "records"
                    | "changes"
                    | "updates"
                    | "reviews"
                    | "lists"
                    | "filters"
                    | "tags"
                    | "links"
                    | "labels"
                    | "drafts"
                    | "books"
                    | "schedules"
            )
    }) || (word.ends_with('s') && OTHERS.iter().any(|v| third_person(v) == word))
}

/// `Order and pay`: behind `and` stands a second verb, and no noun as in `Leave and swaps`.
fn goes_on(text: &str) -> bool {
    let third = text.split_whitespace().nth(2).map(|t| bare(t).to_lowercase()).unwrap_or_default();
    acting(&third).is_some_and(|(_, _, _, inflected)| !inflected) || OTHERS.contains(&third.as_str())
}

/// Whether a text begins with what somebody does: `Browse and find products`.
pub(super) fn begins_with_verb(text: &str) -> bool {
    let first = text.split_whitespace().next().map(|t| bare(t).to_lowercase()).unwrap_or_default();
    let second = text.split_whitespace().nth(1).map(|t| bare(t).to_lowercase()).unwrap_or_default();
    match acting(&first) {
        Some((_, _, sure, inflected)) => {
            !inflected && (sure || DETERMINERS.contains(&second.as_str()) || second == "and" && goes_on(text))
        }
        None => {
            (OTHERS.contains(&first.as_str())
                && (!NOUNISH.contains(&first.as_str()) || DETERMINERS.contains(&second.as_str())))
                || matches!(first.as_str(), "manage" | "sign" | "log" | "administer")
        }
    }
}
