//! Who acts in a sentence: nouns in the places where only people stand.
//!
//! `The vault technician moves it`, `a chorister must be able to`, `notify the section leader`: the place says that
//! somebody is meant, the ending of the noun that it can be somebody. A plain list holds only the words without
//! such an ending.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{modal, nouns};

/// A role that a sentence names.
pub(super) struct Mention {
    /// Without the words before it: `technician`.
    pub(super) head: String,
    /// With the words that say which: `vault technician`.
    pub(super) full: String,
    /// With the word before it, where nothing says that it belongs to it.
    pub(super) pair: Option<String>,
    pub(super) evidence: Evidence,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Evidence {
    /// A word for people in the plural or without more.
    Word,
    /// What also a machine could do: `the breeder must`.
    Weak,
    /// `must be able to`: no machine, and perhaps the system.
    Able,
    /// What only people do or have done to them.
    Strong,
    /// `is told`, `is reminded`: nothing else is.
    Told,
}

#[rustfmt::skip]
const DETERMINERS: &[&str] = &[
    "a", "an", "the", "each", "every", "another", "this", "any", "no", "only", "one", "their", "our",
    "my", "your", "its", "his", "her",
];
/// What only people do, in the third person; the plural is the same without its ending.
#[rustfmt::skip]
const DEEDS: &[&str] = &[
    "opens", "enters", "selects", "chooses", "picks", "clicks", "taps", "types", "presses", "signs", "wants",
    "asks", "requests", "submits", "confirms", "approves", "rejects", "decides", "accepts", "declines",
    "orders", "books", "buys", "pays", "cancels", "uploads", "scans", "searches", "looks", "sees", "visits",
    "reports", "edits", "creates", "deletes", "adds", "reviews", "forgets", "answers", "replies", "joins",
    "borrows", "walks", "drives", "invites", "writes", "releases", "changes", "registers", "reads", "names",
    "takes", "brings", "needs", "uses", "logs", "leaves", "announces", "inserts", "drags", "fills", "tries",
    "arrives", "finishes", "hands", "collects", "attempts", "navigates", "views", "marks", "moves", "assigns",
];
/// Of these, what no thing does in any manner of speaking.
const FEELS: &[&str] = &[
    "wants", "want", "asks", "ask", "sees", "see", "forgets", "forget", "decides", "decide", "taps", "tap",
    "clicks", "click", "types", "type", "replies", "reply", "signs", "sign", "buys", "buy", "opens",
    "chooses", "approves", "approve", "signs",
];
/// What is done to people alone.
#[rustfmt::skip]
const TOLD: &[&str] = &[
    "notified", "told", "informed", "asked", "reminded", "warned", "prompted", "alerted", "invited", "guided",
    "able",
];
#[rustfmt::skip]
const TELLS: &[&str] = &[
    "notify", "notifies", "inform", "informs", "remind", "reminds", "warn", "warns", "ask", "asks", "tell",
    "tells", "invite", "invites", "alert", "alerts", "prompt", "prompts", "let", "lets",
];
/// Devices and parts of programs by their ending: `controller`, `scanner`.
#[rustfmt::skip]
static DEVICES: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
    "controller", "scanner", "planner", "reader", "logger", "printer", "scheduler",
    "viewer", "player", "editor", "tracker", "sensor", "monitor", "counter", "timer", "spreader", "finder",
    "builder", "generator", "connector", "provider", "handler", "loader", "parser", "selector",
    "validator", "router", "detector", "indicator", "actuator", "switcher",
    "checker", "importer", "exporter", "client", "host", "agent", "assistant", "register", "recorder",
    "transmitter", "receiver", "locator", "launcher",
]));
/// Nouns with the ending of a person that are none.
#[rustfmt::skip]
static NOBODY: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
    "accelerator", "adapter", "after", "alter", "altogether", "anchor", "another", "answer", "assist",
    "banner", "barometer", "barrier", "behavior", "better", "bigger", "border", "brilliant", "buffer",
    "butter", "calendar", "cancer", "carrier", "center", "chapter", "character", "charger", "checklist",
    "cipher", "closer", "cluster", "color", "compliant", "computer", "consider", "consist", "constant",
    "container", "copper", "corner", "covenant", "cover", "cursor", "december", "decor", "deliver",
    "denominator", "descriptor", "diameter", "differ", "dinner", "disaster", "discover", "disorder",
    "distant", "docker", "dollar", "dominant", "door", "drawer", "earlier", "easier", "editor", "either",
    "elegant", "elevator", "enter", "equator", "error", "escalator", "european", "ever", "exist", "exists",
    "exterior", "factor", "faster", "favor", "fewer", "filter", "fist", "flavor", "floor", "folder",
    "footer", "for", "former", "four", "further", "gather", "gender", "gist", "grant", "greater", "harbor",
    "header", "helicopter", "helper", "higher", "hoist", "holder", "horror", "hour", "hover", "however",
    "humor", "identifier", "important", "inferior", "inner", "instant", "interior", "italian", "junior",
    "labor", "larger", "later", "layer", "layover", "ledger", "letter", "list", "locker", "longer", "lower",
    "major", "marker", "matter", "median", "member", "membership", "meter", "minor", "mirror",
    "mist", "monitor", "moreover", "never", "newer", "newsletter", "nor", "november", "number", "numerator",
    "october", "offer", "older", "operator", "or", "order", "other", "outer", "over", "paper", "parameter",
    "per", "perimeter", "persist", "picker", "placeholder", "planner", "plant", "playlist", "pleasant",
    "plover", "pointer", "poster", "power", "predecessor", "prefer", "prior", "proper", "qualifier",
    "quant", "quarter", "quicker", "radiator", "rather", "reader", "recover", "redundant", "refer",
    "refrigerator", "register", "relevant", "reluctant", "remainder", "reminder", "render", "reorder",
    "resistant", "restaurant", "river", "roster", "rubber", "rumor", "sector", "semester", "sender", "senior",
    "separator", "september", "serializer", "shelter", "shorter", "shutter", "significant", "silver",
    "simpler", "slant", "slider", "smaller", "spinner", "sticker", "stronger", "successor", "summer",
    "super", "superior", "tender", "tensor", "terror", "thermometer", "tier", "together", "toggler",
    "token", "tolerant", "tower", "tracer", "tractor", "trailer", "transfer", "trigger", "tumor", "twist",
    "under", "upper", "user", "variant", "vector", "vibrant", "voucher", "waist", "waitlist", "want",
    "water", "weather", "whatever", "where", "wherever", "whether", "whichever", "wider", "winter",
    "wishlist", "wrapper", "wrist",
    "server",
    "browser",
    "processor",
    "terminal",
    "motor",
]));

/// Whether a noun in the singular has the ending of somebody: `chorister`, `pharmacist`, `attendant`.
fn ends_like_somebody(word: &str) -> bool {
    const ENDINGS: &[&str] = &["er", "or", "ist", "ian", "ant", "man", "woman", "eer", "person"];
    word.len() >= 5
        && word.bytes().all(|b| b.is_ascii_lowercase())
        && ENDINGS.iter().any(|end| word.ends_with(end))
        && !NOBODY.contains(word)
}

pub(super) fn may_be_somebody(head: &str) -> bool {
    ends_like_somebody(head) || DEVICES.contains(head) || nouns::is_person(head)
}

/// Words that go before a role without saying which, by their form.
fn says_which(word: &str) -> bool {
    word.len() > 2
        && word.chars().all(|c| c.is_alphabetic() || c == '-')
        && !word.ends_with("ly")
        && !word.ends_with("ed")
        && !word.ends_with("ing")
        && !(word.ends_with('s') && !word.ends_with("ss") && word != "sales")
        && !super::actors::is_state(word)
        && !super::actors::is_verb(word)
}

/// A word of a text; those joined by a hyphen are one.
pub(super) struct Word<'t> {
    pub(super) lower: String,
    text: &'t str,
    at: usize,
    end: usize,
    /// Nothing but a space before it.
    pub(super) joined: bool,
}

pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    for (at, word) in modal::words(text) {
        let end = at + word.len();
        let gap = found.last().and_then(|last| text.get(last.end..at));
        if gap == Some("-")
            && let Some(last) = found.last_mut()
        {
            last.text = text.get(last.at..end).unwrap_or_default();
            last.lower = last.text.to_lowercase();
            last.end = end;
            continue;
        }
        let joined = gap == Some(" ");
        found.push(Word { lower: word.to_lowercase(), text: word, at, end, joined });
    }
    found
}

/// Every role that a text names.
pub(super) fn mentions(text: &str) -> Vec<Mention> {
    let words = words(text);
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if word.text.chars().filter(|c| c.is_uppercase()).count() > 1 {
            continue;
        }
        let head = nouns::singular(&word.lower);
        let listed =
            nouns::is_person(&head) && !DEVICES.contains(head.as_str()) || head == "assistant" && index > 0;
        let device = DEVICES.contains(head.as_str());
        let ending = device || ends_like_somebody(&head);
        let plain = head.len() > 2 && head.bytes().all(|b| b.is_ascii_lowercase()) && nouns::is_thing(&head);
        if !(listed || ending || plain) {
            continue;
        }
        let (which, opened) = qualifiers(&words, index);
        // `lets a customer ask`: the one who is let is the word before.
        let acts = !nouns::is_person(&head) && which.last().is_some_and(|word| nouns::is_person(word));
        if acts {
            continue;
        }
        if head == "person" || head == "people" {
            continue;
        }
        let evidence = place(&words, index, which.len(), opened);
        let next = words.get(index + 1).map(|w| w.lower.as_str()).unwrap_or_default();
        let human = evidence == Some(Evidence::Strong)
            && !(!listed && (!ending || device) && DEEDS.contains(&next) && !FEELS.contains(&next));
        let counted = word.lower.ends_with('s') || opened;
        let evidence = match evidence {
            Some(Evidence::Strong) if !human => None,
            None if listed && !counted => None,
            None if ending && !device && counted => Some(Evidence::Word),
            Some(Evidence::Weak | Evidence::Able) if device && !listed => None,
            Some(Evidence::Weak) if !listed && !ending => None,
            Some(Evidence::Able) if ending => Some(Evidence::Strong),
            None if listed => Some(Evidence::Word),
            other => other,
        };
        let Some(evidence) = evidence else { continue };
        if super::actors::in_compound(text, word.end)
            || text.get(word.end..).is_some_and(|rest| rest.starts_with('-'))
        {
            continue;
        }
        let full = if which.is_empty() { head.clone() } else { format!("{} {head}", which.join(" ")) };
        let before = index.checked_sub(1).and_then(|i| words.get(i)).filter(|_| word.joined);
        let pair = before
            .filter(|b| which.is_empty() && !opened && says_which(&b.lower))
            .map(|b| format!("{} {head}", b.lower));
        found.push(Mention { head, full, pair, evidence });
    }
    found
}

/// The words between an article, or the start of the clause, and the noun; and whether there is an article.
fn qualifiers(words: &[Word<'_>], index: usize) -> (Vec<String>, bool) {
    let mut which: Vec<String> = Vec::new();
    let mut at = index;
    while which.len() <= 2 {
        if !words.get(at).is_some_and(|w| w.joined) {
            // `Vault technicians must`: the clause begins with them.
            let plural = words.get(index).is_some_and(|w| w.lower.ends_with('s'));
            return if plural && which.len() == 1 { (which, true) } else { (Vec::new(), which.is_empty()) };
        }
        let Some(before) = at.checked_sub(1).and_then(|i| words.get(i)) else { return (Vec::new(), false) };
        if DETERMINERS.contains(&before.lower.as_str()) || super::actors::is_state(&before.lower) {
            return (which, true);
        }
        if !says_which(&before.lower) {
            return (Vec::new(), false);
        }
        which.insert(0, before.lower.clone());
        at -= 1;
    }
    (Vec::new(), false)
}

/// What the place of a noun says about it.
fn place(words: &[Word<'_>], index: usize, which: usize, opened: bool) -> Option<Evidence> {
    let next = |skip: usize| {
        words.get(index + skip).filter(|w| w.joined).map(|w| w.lower.as_str()).unwrap_or_default()
    };
    let plural = words.get(index).is_some_and(|w| w.lower.ends_with('s') && !w.lower.ends_with("ss"));
    let deed = |word: &str| {
        DEEDS.iter().any(|deed| if plural { deed.strip_suffix('s') == Some(word) } else { *deed == word })
    };
    let before_article = index.checked_sub(which + 1).and_then(|i| words.get(i));
    let article = before_article.filter(|w| DETERMINERS.contains(&w.lower.as_str()));
    let lead = match article {
        Some(_) => index.checked_sub(which + 2),
        None => index.checked_sub(which + 1),
    };
    let lead = lead.and_then(|i| words.get(i)).map(|w| w.lower.as_str()).unwrap_or_default();
    if article.is_some() && TELLS.contains(&lead) {
        return Some(Evidence::Strong);
    }
    if !(article.is_some() || plural && opened) {
        return None;
    }
    let (first, second) = (next(1), next(2));
    if deed(first) {
        return Some(Evidence::Strong);
    }
    // `a renewal is asked of the supplier`: what is asked for is nobody.
    let asked_for = second == "asked" && matches!(next(3), "of" | "for");
    if matches!(first, "is" | "are" | "gets" | "get") && TOLD.contains(&second) && !asked_for {
        return Some(if matches!(second, "asked" | "told" | "informed" | "reminded") {
            Evidence::Told
        } else {
            Evidence::Strong
        });
    }
    if matches!(first, "must" | "shall" | "should" | "can" | "may" | "will") {
        if matches!(second, "be") {
            return (TOLD.contains(&next(3))).then_some(if next(3) == "able" {
                Evidence::Able
            } else {
                Evidence::Strong
            });
        }
        // `a player may ask`: what no machine does.
        return Some(match second {
            "see" | "want" | "decide" | "forget" => Evidence::Told,
            _ if FEELS.contains(&second) => Evidence::Strong,
            _ => Evidence::Weak,
        });
    }
    (lead == "by" || lead == "allow" || lead == "enable" || lead == "allows").then_some(Evidence::Weak)
}
