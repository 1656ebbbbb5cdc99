//! What a section of requirements tells in the plain present of anything, not only of the product and its people: what it does,
//! how it is, and of what it is made.

use super::super::{inferred, modal};
use super::telltale::{defines, is_past};

/// Verbs of what is built, beside those by which things are acted on.
#[rustfmt::skip]
const DOES: &[&str] = &[
    "appears", "applies", "adapts", "allows", "accepts", "blocks", "calculates", "collapses", "contains", "counts", "disappears",
    "expands", "expires", "fades", "groups", "hides", "highlights", "holds", "includes", "keeps", "limits", "links", "loads",
    "locks", "minimizes", "minimises", "navigates", "notifies", "offers", "plays", "prevents", "provides", "redirects", "refreshes",
    "rejects", "remains", "remembers", "requires", "resets", "resizes", "runs", "scales", "scrolls", "shrinks", "sorts", "starts",
    "produces", "generates", "computes", "derives", "emits", "exports", "publishes", "collects", "checks", "fetches", "polls", "retries",
    "detects", "stays", "stops", "supports", "switches", "syncs", "triggers", "turns", "uses", "validates", "verifies", "warns", "works",
];
/// What something is, that somebody builds.
#[rustfmt::skip]
const STATES: &[&str] = &[
    "read", "shown", "hidden", "sent", "kept", "set", "open", "closed", "public", "private", "mandatory", "optional", "unique",
    "responsive", "global", "local", "automatic", "manual", "persistent", "anonymous", "free", "full",
];
/// Who speaks of himself, points at what was said, or says that something exists.
#[rustfmt::skip]
const SPEAKERS: &[&str] = &[
    "we", "i", "our", "my", "this", "that", "these", "those", "there", "here", "most", "many", "some", "you", "your", "it's",
    "they", "what", "why", "who", "how", "because", "although", "since", "currently", "today", "people",
];

/// `Device data refreshes every hour.`, `Prices are shown in euros.`, `The export is also available offline.`
pub(super) fn tells_a_behaviour(text: &str) -> bool {
    const FAR: usize = 7;
    let words: Vec<String> =
        modal::words(text).map(|(_, word)| word.to_lowercase().replace('’', "'")).collect();
    let first = words.first().map_or("", String::as_str);
    if !text.ends_with('.')
        || words.len() < 4
        || SPEAKERS.contains(&first)
        || is_past(&words)
        || defines(&words)
    {
        return false;
    }
    let mut is = false;
    words.iter().skip(1).take(FAR).any(|word| {
        let word = word.as_str();
        if is {
            // `is also available`: what lies between says when and how.
            is =
                word.ends_with("ly") || matches!(word, "also" | "always" | "only" | "never" | "not" | "then");
            return says_how(word);
        }
        is = matches!(word, "is" | "are");
        DOES.contains(&word) || word.ends_with('s') && inferred::acts(word)
    })
}

/// `displayed`, `available`, `read-only`.
fn says_how(word: &str) -> bool {
    let ended = ["ed", "able", "ible"].iter().any(|end| word.ends_with(end)) && word.len() > 4;
    ended || STATES.contains(&word)
}

/// The last word of a sentence that its list goes on with: `Each card shows:`, `Visitors can filter by name, and sort:`.
#[rustfmt::skip]
const HAS: &[&str] = &[
    "contain", "contains", "include", "includes", "show", "shows", "display", "displays", "list", "lists", "have", "has", "hold",
    "holds", "store", "stores", "record", "records", "comprise", "comprises", "offer", "offers", "provide", "provides", "support",
    "supports", "accept", "accepts", "check", "checks", "monitor", "monitors", "return", "returns", "are", "unless", "configure", "choose", "select", "enter", "see", "edit", "view", "change", "when", "if",
];

/// `Each card shows:`, `For every berth, display:`, `A mail is sent when:`: a sentence, and no name, that a list of names ends.
pub(super) fn is_gone_on_with(stem: &str) -> bool {
    let Some(told) = stem.strip_suffix([':', '：']).map(str::trim_end) else { return false };
    let words: Vec<String> = modal::words(told).map(|(_, word)| word.to_lowercase()).collect();
    let first = words.first().map_or("", String::as_str);
    let last = words.last().map_or("", String::as_str);
    let conditional = matches!(last, "when" | "if" | "unless");
    // `The export writes one file per region, such as:`, `The job collects every reading of that hour:`.
    let acts = words.len() >= 6
        && words
            .iter()
            .skip(1)
            .take(20)
            .any(|word| DOES.contains(&word.as_str()) || word.ends_with('s') && inferred::acts(word));
    let ends = HAS.contains(&last) || acts;
    (words.len() >= 3 || conditional && words.len() == 2) && ends && !SPEAKERS.contains(&first)
}
