//! Nouns: their singular, the people among them, and the words that are no things of a product.

use std::collections::HashSet;
use std::sync::LazyLock;

/// `categories` → `category`, `boxes` → `box`, `price lists` → `price list`.
pub(super) fn singular(phrase: &str) -> String {
    let (head, last) = phrase.rsplit_once(' ').map_or(("", phrase), |(head, last)| (head, last));
    let one = singular_word(last);
    if head.is_empty() { one } else { format!("{head} {one}") }
}

fn singular_word(word: &str) -> String {
    let lower = word.to_lowercase();
    #[rustfmt::skip]
    const SAME: &[&str] = &[
        "series", "summons", "species", "news", "status", "address", "access", "process", "business",
        "class", "analysis", "basis", "bus", "gas", "lens", "canvas", "alias", "bonus", "corpus",
        "progress", "success", "process", "dns", "gps", "sms", "css", "https", "axis", "settings",
        "details", "statistics", "analytics", "tls", "ios",
    ];
    if SAME.contains(&lower.as_str())
        || lower.ends_with("ss")
        || lower.ends_with("us")
        || lower.ends_with("sis")
        || lower.len() < 4
        || !lower.is_ascii()
        || word.ends_with(|c: char| c.is_uppercase())
    {
        return word.to_owned();
    }
    #[rustfmt::skip]
    const ODD: &[(&str, &str)] = &[
        ("people", "person"), ("children", "child"), ("men", "man"), ("women", "woman"), ("indices",
        "index"), ("criteria", "criterion"), ("statuses", "status"), ("addresses", "address"), ("movies",
        "movie"), ("cookies", "cookie"), ("aliases", "alias"), ("salesmen", "salesman"), ("caches",
        "cache"), ("databases", "database"), ("purchases", "purchase"), ("releases", "release"),
        ("phrases", "phrase"), ("courses", "course"), ("houses", "house"), ("warehouses", "warehouse"),
        ("expenses", "expense"), ("licenses", "license"), ("responses", "response"), ("leaves", "leave"),
        ("cases", "case"), ("purposes", "purpose"), ("exercises", "exercise"), ("invoices", "invoice"),
        ("diagnoses", "diagnosis"), ("analyses", "analysis"), ("shelves", "shelf"), ("nurses", "nurse"),
        ("archives", "archive"),
    ];
    if let Some((_, one)) =
        ODD.iter().find(|(many, _)| lower.ends_with(many) && (lower.len() == many.len() || many.len() > 5))
    {
        let many = ODD
            .iter()
            .find(|(many, _)| lower.ends_with(many) && (lower.len() == many.len() || many.len() > 5))
            .map_or(0, |(many, _)| many.len());
        let kept = word.get(..word.len().saturating_sub(many)).unwrap_or_default();
        let capital = kept.is_empty() && word.starts_with(char::is_uppercase);
        return if capital { capitalised(one) } else { format!("{kept}{one}") };
    }
    let cut = |size: usize| word.get(..word.len() - size).unwrap_or(word).to_owned();
    if lower.ends_with("ies") {
        return format!("{}y", cut(3));
    }
    if ["ches", "shes", "xes", "sses", "zes"].iter().any(|end| lower.ends_with(end)) {
        return cut(2);
    }
    if lower.ends_with('s') { cut(1) } else { word.to_owned() }
}

pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The last words of people who use products.
#[rustfmt::skip]
static PEOPLE: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
    "user", "administrator", "admin", "customer", "cashier", "manager", "operator", "visitor", "guest",
    "member", "owner", "editor", "author", "viewer", "reader", "reviewer", "approver", "developer",
    "designer", "tester", "engineer", "analyst", "agent", "clerk", "salesperson", "seller", "buyer",
    "shopper", "vendor", "supplier", "employee", "staff", "worker", "supervisor", "teacher", "student",
    "parent", "pupil", "instructor", "learner", "patient", "doctor", "nurse", "physician", "clinician",
    "pharmacist", "receptionist", "librarian", "borrower", "patron", "tenant", "landlord", "driver",
    "dispatcher", "courier", "rider", "passenger", "traveller", "traveler", "accountant", "auditor",
    "moderator", "subscriber", "organizer", "organiser", "attendee", "participant", "host", "volunteer",
    "donor", "client", "consumer", "coach", "trainer", "athlete", "player", "technician", "mechanic",
    "inspector", "planner", "scheduler", "coordinator", "recruiter", "candidate", "applicant",
    "interviewer", "lawyer", "citizen", "resident", "householder", "gardener", "farmer", "chef", "cook",
    "waiter", "barista", "researcher", "scientist", "curator", "translator", "maintainer", "contributor",
    "publisher", "contractor", "salesman", "warehouse staff", "treasurer", "secretary", "chair", "person",
    "keeper", "beekeeper", "lender", "merchant", "storekeeper", "shopkeeper", "photographer", "musician",
    "artist", "listener", "creator", "assignee", "requester", "recipient", "sender", "superuser", "leader",
    "lead", "director", "officer", "caregiver", "carer", "bookkeeper", "assistant", "baker", "runner", "pilot", "judge", "crew", "usher", "warden", "marshal",
]));

/// Whether a phrase names somebody who uses a product.
pub(super) fn is_person(phrase: &str) -> bool {
    let lower = singular(&phrase.to_lowercase());
    let last = lower.rsplit(' ').next().unwrap_or(&lower);
    PEOPLE.contains(last)
}

/// Words that name parts of a screen, of the text or of nothing in particular.
#[rustfmt::skip]
static NO_THINGS: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
    "system", "application", "app", "page", "screen", "view", "form", "button", "dialog", "modal",
    "message", "error", "list", "tab", "field", "filter", "option", "link", "menu", "icon", "section",
    "change", "action", "feature", "data", "information", "detail", "details", "time", "way", "value",
    "name", "number", "state", "status", "interface", "panel", "table", "column", "row", "step", "flow",
    "process", "access", "control", "ability", "support", "feedback", "search", "result", "results",
    "selection", "input", "output", "display", "window", "bar", "header", "footer", "text", "label",
    "title", "content", "layout", "style", "theme", "color", "colour", "size", "mode", "type", "kind",
    "item", "element", "component", "thing", "one", "them", "it", "this", "that", "these", "those", "each",
    "all", "any", "place", "position", "order of", "format", "functionality", "operation", "update",
    "request", "response", "submission", "confirmation", "validation", "indicator", "toggle", "checkbox",
    "dropdown", "picker", "toolbar", "tooltip", "placeholder", "navigation", "performance", "experience",
    "problem", "case", "scenario", "example", "reason", "rule", "requirement", "criterion", "what",
    "which", "following", "rest", "total", "count", "amount", "set", "part", "copy", "version", "use",
    "user interface", "ui", "api", "endpoint", "server", "database", "device", "browser", "network",
    "internet", "service", "code", "file name", "url", "click", "drag", "drop", "zone", "state", "default",
    "setting", "settings", "behavior", "behaviour", "attempt", "progress", "level", "range", "period",
    "date", "day", "week", "month", "year", "hour", "minute", "second", "point", "side", "end", "start",
    "top", "bottom", "left", "right", "line", "area", "space", "focus", "key", "keyboard", "mouse",
    "hover", "scroll", "pagination", "loading", "tile", "grid", "thumbnail", "preview", "documentation",
    "instruction", "explanation", "purpose", "importance", "difference", "relationship", "description",
    "reference", "system's", "its", "their", "your", "my", "everything", "nothing", "something",
    "anything", "work", "life", "people", "other", "others", "more", "most", "same", "question", "answer",
    "word", "sentence", "sign", "indication", "warning", "prompt", "notice", "affordance", "same way",
    "ones", "itself", "themselves", "need", "basis", "mechanism", "visual", "strategy", "solution",
    "approach", "capability", "entry point", "help", "tool", "tools", "logic", "algorithm", "tie", "sum",
    "currency", "language", "locale", "combination", "summary", "structure", "arrangement", "collection",
    "group", "batch", "format", "metadata", "session storage", "cache", "connectivity", "constraint",
    "threshold", "limit", "standard", "implementation", "definition", "appearance", "occurrence",
    "measurement", "architecture", "principle", "philosophy", "ecosystem", "foundation", "vision",
    "technology", "framework", "platform", "environment", "privacy", "security", "core", "model",
    "environment", "market", "competitor", "insight", "pattern", "trend", "choice", "effort", "benefit",
    "goal", "challenge", "cost", "risk", "issue", "example", "library", "integration", "workflow", "context",
    "figure", "tablet", "phone", "laptop", "printer", "computer", "none", "everything", "nothing",
    "anything", "something", "anybody", "epic", "story", "ticket number", "spike", "remark", "wish", "idea",
    "software", "diagram", "mockup", "acronym", "aspect", "factor", "topic", "concept", "idea", "decision", "milestone", "phase", "priority", "source",
]));

/// Whether a noun names a part of a screen, of the text or nothing in particular.
pub(super) fn is_no_thing(word: &str) -> bool {
    NO_THINGS.contains(word)
}

/// Whether a noun can be a thing that a product keeps.
pub(super) fn is_thing(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let last = lower.rsplit(' ').next().unwrap_or(&lower);
    let letters = last.chars().all(|c| c.is_alphabetic() || c == '-');
    letters
        && last.len() >= 3
        && !NO_THINGS.contains(last)
        && !NO_THINGS.contains(lower.as_str())
        && !is_person(&lower)
        && !is_other_word(last)
}

/// Endings and words that are adjectives, participles or functions rather than things.
fn is_other_word(word: &str) -> bool {
    #[rustfmt::skip]
static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
        "within", "during", "after", "before", "until", "since", "over", "under", "about", "against",
        "between", "while", "once", "still", "already", "which", "whose", "what", "soon", "less", "longer",
        "later", "earlier", "it", "they", "nobody", "somebody", "everybody", "and", "or", "but", "with",
        "without", "from", "into", "for", "the", "not", "only", "both", "either", "when", "then", "than",
        "also", "able", "available", "new", "existing", "such", "here", "there", "where", "how", "why",
        "who", "their", "must", "shall", "should", "can", "will", "may", "has", "have", "had", "are",
        "was", "were", "been", "being", "using", "based", "per", "via", "are", "visible", "unavailable",
        "offline", "online", "manually", "automatically", "again", "back", "back-up", "next", "previous",
        "down", "never", "always", "away", "off", "out", "apart", "ahead", "aside", "behind", "below", "above", "together", "twice",
        "half", "once", "else", "instead", "early", "late", "today", "tomorrow", "yesterday", "tonight", "home",
        "first", "last", "full", "empty", "valid", "invalid", "true", "false", "multiple", "several",
        "clear", "specific", "single", "additional", "directly", "immediately",
    ]));
    WORDS.contains(word)
        || word.ends_with("ly")
        || word.ends_with("ed") && word.len() > 5
        || word.ends_with("ing")
            && word.len() > 5
            && !matches!(
                word,
                "booking"
                    | "listing"
                    | "recording"
                    | "drawing"
                    | "painting"
                    | "reading"
                    | "meeting"
                    | "building"
                    | "posting"
                    | "rating"
                    | "shipping"
                    | "training"
                    | "offering"
                    | "filing"
                    | "mailing"
                    | "opening"
                    | "marking"
                    | "setting"
                    | "hearing"
                    | "wedding"
            )
}

/// A word without the possessive and the marks around it.
pub(super) fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("'s").trim_end_matches("’s")
}
