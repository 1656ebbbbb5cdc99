//! Screens: which of them the brief names, and the view on which a story takes place. A view is named by
//! a noun — the brief's word for the screen, else the thing or the topic — never by what somebody does.

use std::collections::BTreeMap;

use super::attribute;
use super::cast::{Cast, Group};
use super::inventory::Inventory;
use super::model::Things;
use super::naming::NAME;
use super::noun;
use super::phrase::{capital, short, small};
use super::verbs;
use super::words::{is_stop, plural, singular, stem, words};
use crate::domain::intent::ComponentType;

const MOST_SCREENS: usize = 80;

impl Inventory {
    /// The view on which a story takes place.
    pub(super) fn view_of(&mut self, group: &Group, cast: &Cast, things: &Things) -> usize {
        if let Some(overview) = self.overview {
            return self.part(ComponentType::Container, &group.title, Some(overview));
        }
        let mut told: Vec<&str> = vec![&group.title];
        if let Some(story) = group.story {
            told.extend(story.want.iter().map(String::as_str));
            told.extend(story.narrative.iter().take(6).map(|t| t.text.as_str()));
        }
        let own = group.own.iter().take(60).map(|at| &cast.lines[*at]);
        let acted = own.clone().map(|l| l.action.as_deref().unwrap_or(&l.response));
        let begun: Vec<&str> = told.iter().copied().chain(acted).collect();
        let responses = own.clone().filter(|l| l.action.is_some()).map(|l| l.response.as_str());
        let answered: Vec<&str> = responses.collect();
        // Where a story begins tells more than where it leads.
        if let Some(name) = self.screen_in(&begun) {
            return self.part(ComponentType::View, &name, None);
        }
        let topic = topic(&group.title, things);
        let stated = begins_with_deed(&group.title);
        let pale =
            |name: &str| stated && !words(name).last().is_some_and(|w| attribute::is_known(&singular(w)));
        let (topic, spare) = match topic {
            Some((name, None)) if pale(&name) => (None, Some(name)),
            other => (other, None),
        };
        if let Some((name, thing)) = topic {
            let at = self.part(ComponentType::View, &name, None);
            thing.into_iter().for_each(|t| self.touch(at, t));
            return at;
        }
        if let Some(name) = self.screen_in(&answered) {
            return self.part(ComponentType::View, &name, None);
        }
        let mut said: BTreeMap<usize, usize> = BTreeMap::new();
        for (n, text) in told.iter().enumerate() {
            for thing in things.find(text) {
                *said.entry(thing).or_default() += if n == 0 { 4 } else { 1 };
            }
        }
        for thing in own.flat_map(|l| l.entities.iter()) {
            *said.entry(*thing).or_default() += 1;
        }
        let most = said.values().copied().max().unwrap_or(0);
        match said.iter().find(|(_, n)| **n == most) {
            Some((thing, _)) if most > 1 || ((stated || is_heading(&group.title)) && most > 0) => {
                let name = capital(&plural(&things.label(*thing)));
                let at = self.part(ComponentType::View, &name, None);
                self.touch(at, *thing);
                at
            }
            // A section that is about no screen belongs to the one before it.
            _ if is_heading(&group.title) && self.last_view().is_some() => {
                self.last_view().unwrap_or_default()
            }
            _ => {
                let name = spare.unwrap_or_else(|| noun_phrase(&group.title));
                self.part(ComponentType::View, &name, None)
            }
        }
    }

    fn last_view(&self) -> Option<usize> {
        self.parts.iter().rposition(|p| p.kind == ComponentType::View)
    }

    /// The screen that these texts name most often.
    fn screen_in(&self, texts: &[&str]) -> Option<String> {
        let mut count: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for text in texts {
            for named in noun::named(text).into_iter().filter(|n| n.kind == ComponentType::View) {
                let order = count.len();
                if self.screens.contains_key(&named.key) {
                    count.entry(named.key).or_insert((0, order)).0 += 1;
                }
            }
        }
        let (key, _) = count.into_iter().max_by_key(|(_, (n, order))| (*n, usize::MAX - *order))?;
        self.screens.get(&key).map(|(_, name)| name.clone())
    }
}

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
fn topic(title: &str, things: &Things) -> Option<(String, Option<usize>)> {
    if !title.is_ascii() {
        return None;
    }
    let title = title.rsplit(" - ").next().unwrap_or(title);
    let phrase = if begins_with_deed(title) { object_of(title) } else { without_doing(title) };
    let (phrase, one) = phrase?;
    let head = words(&phrase).last().map(|w| stem(w))?;
    let thing = things
        .find(&phrase)
        .into_iter()
        .rev()
        .find(|t| words(things.name(*t)).last().is_some_and(|w| stem(w) == head));
    if let Some(thing) = thing {
        let label = things.label(thing);
        return Some((capital(&if one { label } else { plural(&label) }), Some(thing)));
    }
    let own =
        phrase.split(' ').count() <= 4 && !things.find(&phrase).iter().any(|_| phrase.contains(" and "));
    own.then(|| (capital(&small(&phrase)), None))
}

/// Whether a title is that of a section of a document: `Who it is for`, `Quality`, `Not in the first version`.
fn is_heading(title: &str) -> bool {
    const ASKS: &[&str] = &["who", "what", "how", "why", "when", "where", "not", "out", "getting"];
    const KINDS: &[&str] = &[
        "quality",
        "qualities",
        "performance",
        "security",
        "interfaces",
        "constraints",
        "accessibility",
        "reliability",
        "scope",
        "functional",
        "non",
        "general",
        "compliance",
        "limits",
        "privacy",
        "other",
        "usability",
        "rules",
        "requirements",
        "operations",
        "notes",
    ];
    let named = words(title);
    named
        .first()
        .is_some_and(|w| ASKS.contains(&w.as_str()) || (named.len() < 3 && KINDS.contains(&w.as_str())))
}

fn begins_with_deed(title: &str) -> bool {
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
    let gerund =
        first.ends_with("ing") && (governs || verbs::act_of(first.trim_end_matches("ing")).is_some());
    verbs::begins_with_verb(&title.to_lowercase())
        || (STARTS.contains(&first.as_str()) && !second.is_empty())
        || gerund
        || (governs && !is_stop(&first) && !first.ends_with("ing"))
        || (calls && matches!(second.as_str(), "from" | "for" | "in"))
}

/// What a verb clause is about: `See the whole price before paying` → the price.
fn object_of(title: &str) -> Option<(String, bool)> {
    const ENDS: &[&str] = &[
        "without", "before", "after", "as", "while", "when", "at", "in", "on", "by", "with", "from", "to",
        "for", "within", "through", "via", "per", "using", "into", "so", "that", "against", "during",
        "until", "of",
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
            )
        {
            one |= matches!(lower.as_str(), "the" | "my" | "your" | "whole");
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
    let clause = tokens.iter().skip(1).any(|t| {
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
fn noun_phrase(title: &str) -> String {
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

/// Screens by name, the most often named ones.
pub(super) fn screens(cast: &Cast) -> BTreeMap<String, (usize, String)> {
    let mut count: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let narratives =
        cast.groups.iter().filter_map(|g| g.story).flat_map(|s| s.narrative.iter().map(|t| t.text.as_str()));
    for text in cast.lines.iter().map(|l| l.statement.text.as_str()).chain(narratives) {
        for named in noun::named(text).into_iter().filter(|n| n.kind == ComponentType::View) {
            if count.len() < 4 * MOST_SCREENS || count.contains_key(&named.key) {
                count.entry(named.key).or_insert((0, named.name.chars().take(NAME).collect())).0 += 1;
            }
        }
    }
    // A name said once in passing (`an empty list view`) is a screen only when it says so.
    count.retain(|_, (n, name)| {
        *n > 1 || name.ends_with("screen") || name.ends_with("page") || name.ends_with("ashboard")
    });
    let mut kept: Vec<_> = count.into_iter().collect();
    kept.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    kept.into_iter().take(MOST_SCREENS).collect()
}

/// Whether the brief describes a service that other programs call rather than screens.
pub(super) fn is_service(cast: &Cast, screens: &BTreeMap<String, (usize, String)>) -> bool {
    const SERVICE: &[&str] = &[
        "api",
        "apis",
        "endpoint",
        "endpoints",
        "backend",
        "request",
        "requests",
        "webhook",
        "payload",
        "response",
    ];
    const SCREEN: &[&str] = &[
        "screen",
        "page",
        "button",
        "click",
        "clicks",
        "form",
        "display",
        "displays",
        "view",
        "dashboard",
        "tap",
        "ui",
        "interface",
        "list",
        "see",
        "sees",
    ];
    if !screens.is_empty() {
        return false;
    }
    let (mut service, mut screen) = (0_usize, 0_usize);
    for line in cast.lines.iter().take(2000) {
        let text = &line.statement.text;
        let words = words(text);
        service += usize::from(
            words.iter().any(|w| SERVICE.contains(&w.as_str()))
                || text.contains("API")
                || text.contains("エンドポイント"),
        );
        screen += usize::from(
            words.iter().any(|w| SCREEN.contains(&w.as_str()))
                || text.contains("画面")
                || text.contains("ボタン"),
        );
    }
    service >= 3 && screen * 4 < service
}
