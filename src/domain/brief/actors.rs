//! Who uses the product: `As a …`, lists of roles, and the roles that sentences name.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use super::nouns;
use super::roles::{self, Evidence};
use super::{Brief, Force, Traced, acting, modal};

/// More actors than this are no actors.
const MOST: usize = 24;
/// Words that say in what state somebody is and not who.
#[rustfmt::skip]
static STATES: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
    "new", "existing", "signed-in", "logged-in", "signed", "logged", "in", "authenticated", "given",
    "current", "single", "other", "another", "any", "each", "every", "typical", "regular", "first-time",
    "same", "different", "the", "a", "an", "one", "two", "some", "multiple", "all", "privileged", "three",
    "four", "five", "six", "ten", "potential", "specific", "which", "that", "this", "their", "our", "my",
    "its", "no", "many", "most", "more", "valid", "active", "inactive", "unauthenticated", "several",
    "affected", "returning", "only", "selected", "of", "when", "if", "to", "for", "by", "with", "and",
    "or", "as", "read-only", "your", "from", "unauthorized", "per", "assigned", "is", "multi", "invited",
    "concurrent",
]));

/// Words that stand before a role without saying which.
pub(super) fn is_verb(word: &str) -> bool {
    #[rustfmt::skip]
static VERBS: LazyLock<HashSet<&str>> = LazyLock::new(|| HashSet::from([
        "allow", "let", "help", "show", "tell", "ask", "enable", "notify", "send", "give", "warn", "inform",
        "require", "permit", "into", "than", "then", "where", "what", "must", "shall", "can", "will", "should",
        "may", "not", "how", "because", "before", "after", "while", "until", "make", "remove", "create",
        "edit", "delete", "invite", "assign", "offer", "charge", "lock", "update", "between", "per", "over",
        "under", "once", "also", "both", "those", "these", "have", "use", "see", "has", "via", "human",
        "second", "third", "first", "next", "last", "responsible", "eligible", "available", "individual",
        "average", "same", "usual", "real", "human", "actual", "older", "younger", "disabled", "unknown",
    ]));
    let ordinal = word.ends_with("th")
        && matches!(word, "fourth" | "fifth" | "sixth" | "seventh" | "eighth" | "ninth" | "tenth");
    ordinal || VERBS.contains(word)
}

pub(super) fn is_state(word: &str) -> bool {
    STATES.contains(word)
}

/// Collects the actors of a brief, the most often named first.
pub(super) fn gather(brief: &mut Brief) {
    let listed = listed_roles(brief);
    let acting = acting::subjects(brief);
    brief.actors.extend(listed.into_iter().chain(acting));
    let owned = brief
        .stories
        .iter()
        .filter_map(|s| s.actor.as_deref())
        .chain(brief.actors.iter().map(|a| a.text.as_str()));
    let told: BTreeSet<String> = owned.filter_map(normal).map(|name| name.to_lowercase()).collect();
    let mut found: BTreeMap<String, (Traced, usize)> = BTreeMap::new();
    let listed: Vec<Traced> = std::mem::take(&mut brief.actors);
    for named in listed {
        note(&mut found, &named.text, named.line, 3);
    }
    for story in &mut brief.stories {
        if let Some(actor) = &story.actor {
            note(&mut found, actor, story.line, 3);
        } else if let Some(named) = story.narrative.first().and_then(|told| opening_role(&told.text)) {
            story.actor = Some(named);
        }
    }
    // A term that is explained as somebody.
    for (term, meaning) in &brief.glossary {
        if nouns::is_person(&term.replace('_', " ")) || means_somebody(&meaning.text) {
            note(&mut found, term, meaning.line, 2);
        }
    }
    named(brief, &mut found);
    // `the crew` are the crew members.
    for group in ["crew", "staff", "team"] {
        if found.contains_key(&format!("{group} member")) && !told.contains(group) {
            found.remove(group);
        }
    }
    // `the manager` is the `ward manager` where there is only one kind of them.
    let qualified = |role: &str| {
        let tail = format!(" {role}");
        let mut kinds = found.iter().filter(|(name, _)| name.ends_with(&tail));
        let plain = found.get(role).map_or(0, |(_, weight)| *weight);
        kinds.next().is_some_and(|(_, (_, weight))| weight * 2 >= plain) && kinds.next().is_none()
    };
    let plain: Vec<String> =
        found.keys().filter(|role| !role.contains(' ') && qualified(role)).cloned().collect();
    for role in plain {
        if role != "user" && !told.contains(&role) {
            found.remove(&role);
        }
    }
    // Named once, outside of what is asked for: a manner of speaking.
    let most = found.values().map(|(_, count)| *count).max().unwrap_or(0);
    found.retain(|role, (_, count)| *count > 1 || most < 4 || !matches!(role.as_str(), "editor" | "viewer"));
    let mut actors: Vec<(Traced, usize)> = found.into_values().collect();
    actors.sort_by(|(a, many), (b, few)| few.cmp(many).then(a.line.cmp(&b.line)).then(a.text.cmp(&b.text)));
    brief.actors = actors.into_iter().take(MOST).map(|(actor, _)| actor).collect();
}

/// `Roles: clerk, warden, guest (lender)`: a demand that lists who there is.
fn listed_roles(brief: &Brief) -> Vec<Traced> {
    const LEADS: &[&str] =
        &["roles", "users", "actors", "user roles", "rollen", "perfiles", "rôles", "ruoli", "papéis"];
    let mut found = Vec::new();
    for statement in &brief.statements {
        let Some((lead, list)) = statement.text.split_once(": ") else { continue };
        if !LEADS.contains(&lead.trim().to_lowercase().as_str()) {
            continue;
        }
        let names = super::attributes::split(list).into_iter().map(|name| name.trim_end_matches('.'));
        let short = names.filter(|name| (1..=5).contains(&name.split_whitespace().count()));
        found.extend(short.map(|name| Traced { text: name.to_owned(), line: statement.line }));
    }
    found
}

/// `somebody who lost something`, `an employee at the desk`, `receptionists`.
pub(super) fn means_somebody(meaning: &str) -> bool {
    let first = super::sentence::sentences(meaning).into_iter().next();
    let meaning = first.and_then(|range| meaning.get(range)).unwrap_or(meaning);
    let mut words = modal::words(meaning).map(|(_, word)| word.to_lowercase());
    let first = words.next().unwrap_or_default();
    let head = if matches!(first.as_str(), "a" | "an" | "the" | "any") { words.next() } else { Some(first) };
    head.is_some_and(|word| {
        matches!(word.as_str(), "somebody" | "someone" | "anyone" | "person" | "people" | "individual")
            || nouns::is_person(&word)
                && words
                    .next()
                    .is_none_or(|next| matches!(next.as_str(), "who" | "at" | "of" | "that" | "with" | "in"))
    })
}

/// Whom the sentences of a text on users begin with: `Lab technicians know what they do`.
pub(super) fn subjects(text: &str) -> Vec<(usize, String)> {
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "is", "are", "has", "have", "will", "can", "may", "must", "should", "do", "does", "work", "works",
        "know", "knows", "want", "wants", "need", "needs", "use", "uses", "get", "gets", "see", "sees", "who",
        "run", "runs", "manage", "manages", "settle", "settles", "check", "checks", "read", "reads",
    ];
    const PLACES: &[&str] = &["office", "desk", "team", "staff", "department", "crew", "board"];
    let mut found = Vec::new();
    for range in super::sentence::sentences(text) {
        let Some(told) = text.get(range.clone()) else { continue };
        let words: Vec<(usize, &str)> = modal::words(told).take(6).collect();
        let article = words
            .first()
            .is_some_and(|(_, word)| matches!(*word, "The" | "A" | "An" | "Our" | "Each" | "Every" | "All"));
        let from = usize::from(article);
        let noted = told.find(" (").unwrap_or(told.len());
        let verb = words.iter().position(|(at, word)| VERBS.contains(word) || *at > noted);
        let subject = verb.and_then(|verb| words.get(from..verb)).unwrap_or_default();
        let last = subject.last().map(|(_, word)| nouns::singular(&word.to_lowercase()));
        // `Ilse, orchestra manager.`: a persona and what she is.
        if verb.is_none()
            && let Some(role) = persona(told)
        {
            found.push((range.start, role));
            continue;
        }
        let somebody = last.is_some_and(|last| {
            nouns::is_person(&last) || roles::may_be_somebody(&last) || PLACES.contains(&last.as_str())
        });
        if somebody && (1..=3).contains(&subject.len()) {
            let name: Vec<&str> = subject.iter().map(|(_, word)| *word).collect();
            found.push((range.start, name.join(" ")));
        }
    }
    found
}

/// The role behind the name of a persona: `Ilse Brandt, night porter / driver.` is a night porter.
fn persona(told: &str) -> Option<String> {
    let (name, role) = told.trim_end_matches(['.', ' ', ':']).split_once(", ")?;
    let named = (1..=3).contains(&name.split_whitespace().count())
        && name.split_whitespace().all(|word| word.starts_with(char::is_uppercase));
    let role = role.split([',', '/', '(', ';']).next()?.trim();
    let role =
        ["a ", "an ", "the ", "our "].iter().find_map(|article| role.strip_prefix(article)).unwrap_or(role);
    let plain = (1..=4).contains(&role.split_whitespace().count())
        && role.starts_with(char::is_lowercase)
        && role.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\''));
    (named && plain).then(|| role.to_owned())
}

fn note(found: &mut BTreeMap<String, (Traced, usize)>, name: &str, line: u32, weight: usize) {
    let Some(name) = normal(name) else { return };
    let entry = found.entry(name.to_lowercase()).or_insert_with(|| (Traced { text: name, line }, 0));
    entry.0.line = entry.0.line.min(line);
    entry.1 += weight;
}

/// `new users` → `user`, `Store Manager with rights` → `store manager`.
pub(super) fn normal(name: &str) -> Option<String> {
    let cut = [
        "：",
        ":",
        "，",
        "、",
        " of two ",
        " of three ",
        " of several ",
        " of multiple ",
        " with ",
        " who ",
        " whose ",
        " at ",
        " on ",
        " from ",
        " using ",
        " without ",
        " that ",
        " which ",
        " (",
        ", ",
        " - ",
        " – ",
        " — ",
        ": ",
        "/",
    ];
    let end = cut.iter().filter_map(|mark| name.find(mark)).min().unwrap_or(name.len());
    let words: Vec<&str> = name.get(..end)?.split_whitespace().collect();
    let kept =
        words.iter().position(|word| !STATES.contains(word.to_lowercase().as_str())).unwrap_or(words.len());
    let words = words.get(kept..)?;
    if words.is_empty() || words.len() > 6 {
        return None;
    }
    let joined = words
        .iter()
        .map(|word| {
            let acronym = word.chars().filter(|c| c.is_uppercase()).count() > 1;
            if acronym { (*word).to_owned() } else { word.to_lowercase() }
        })
        .collect::<Vec<_>>()
        .join(" ");
    let name = nouns::singular(joined.trim_matches(|c: char| !c.is_alphanumeric()));
    let name = if name == "admin" { "administrator".to_owned() } else { name };
    let machine = ["system", "application", "app", "platform", "software", "product"];
    (!name.is_empty() && !machine.contains(&name.as_str()) && name.chars().any(char::is_alphabetic))
        .then_some(name)
}

/// The role that a story opens with: `A cashier opens …`, `The customer wants …`.
fn opening_role(told: &str) -> Option<String> {
    let mut words: Vec<&str> = Vec::new();
    let clause = told.split([',', ':', ';', '.', '(']).next().unwrap_or(told);
    let mut rest = modal::words(clause).map(|(_, word)| word).take(8).peekable();
    while let Some(word) = rest.next() {
        if matches!(word.to_lowercase().as_str(), "a" | "an" | "the") {
            words.clear();
        }
        // The subject, and not somebody further on.
        if words.len() > 3 || word.chars().all(char::is_uppercase) && word.len() > 2 {
            return None;
        }
        words.push(word);
        // `A staff member opens`: the last of several nouns for people.
        if nouns::is_person(word) && !rest.peek().is_some_and(|next| nouns::is_person(next)) {
            return normal(&words.join(" "));
        }
    }
    None
}

/// Notes what the sentences of a brief say of who acts in them.
fn named(brief: &Brief, found: &mut BTreeMap<String, (Traced, usize)>) {
    #[derive(Default)]
    struct Role {
        strong: usize,
        weak: usize,
        words: usize,
        /// With the word before them, which belongs to them where it stands there again and again.
        pairs: BTreeMap<String, usize>,
        /// Each form of it with its first line, how often it stands and how much that weighs.
        forms: BTreeMap<String, (u32, usize, usize)>,
    }
    let narrated =
        brief.stories.iter().flat_map(|story| &story.narrative).map(|t| (t.text.as_str(), t.line, 2));
    let stated = brief
        .statements
        .iter()
        .map(|s| (s.text.as_str(), s.line, if s.force == Force::Normative { 3 } else { 2 }));
    let told = brief.summary.iter().chain(&brief.goals).chain(&brief.edge_cases);
    let told = told.map(|t| (t.text.as_str(), t.line, 1));
    let mut roles: BTreeMap<String, Role> = BTreeMap::new();
    for (text, line, weight) in narrated.chain(stated).chain(told) {
        for mention in roles::mentions(text) {
            let role = roles.entry(mention.head).or_default();
            match mention.evidence {
                Evidence::Strong => role.strong += 1,
                Evidence::Told => role.strong += 2,
                Evidence::Weak | Evidence::Able => role.weak += 1,
                // Whom a demand names matters; whom an aside names may be a manner of speaking.
                Evidence::Word => role.words += if weight == 3 { 2 } else { 1 },
            }
            if let Some(pair) = mention.pair {
                *role.pairs.entry(pair).or_default() += weight;
            }
            let form = role.forms.entry(mention.full).or_insert((line, 0, 0));
            form.0 = form.0.min(line);
            form.1 += 1;
            form.2 += weight;
        }
    }
    // A brief that names nobody else means those whom it names once.
    let silent =
        found.is_empty() && roles.values().all(|role| role.strong + role.weak == 0 && role.words < 2);
    for (head, role) in roles {
        let ending = roles::may_be_somebody(&head);
        let listed = nouns::is_person(&head);
        let enough = listed && (role.strong + role.weak > 0 || role.words > 1 || silent && role.words > 0)
            || ending && (role.strong > 0 || role.weak > 1 || role.weak == 1 && role.words > 1)
            || !ending && role.strong > 1;
        if !enough {
            continue;
        }
        for (pair, weight) in &role.pairs {
            let times = weight + role.forms.get(pair).map_or(0, |form| form.2);
            if times >= 4 && role.pairs.len() <= 4 {
                let line = role.forms.get(&head).map_or(1, |form| form.0);
                note(found, pair, line, *weight);
            }
        }
        let plain = role.forms.get(&head).map_or(0, |form| form.1);
        for (form, (line, times, weight)) in role.forms {
            // Named once with a word before it, and often without: the word tells nothing.
            let name = if plain <= times * 2 { form } else { head.clone() };
            note(found, &name, line, weight);
        }
    }
}

/// `user account`, `customer record`: the noun names a thing and not somebody.
pub(super) fn in_compound(text: &str, end: usize) -> bool {
    #[rustfmt::skip]
    const THINGS: &[&str] = &[
        "account", "accounts", "interface", "management", "record", "records", "profile", "profiles",
        "experience", "story", "stories", "data", "input", "name", "names", "id", "role", "roles", "list",
        "lists", "form", "area", "dropdown", "menu", "permissions", "permission", "code", "agent",
        "deployment", "deployments", "side", "group", "groups", "guide", "manual", "interaction",
        "interactions", "field", "service", "support", "satisfaction", "feedback", "preferences",
        "settings", "session", "sessions", "flow", "flows", "journey", "review", "reviews", "screen",
        "base", "privilege", "administration", "status", "flag", "creation", "panel", "detail", "details",
        "information", "address", "addresses", "order", "orders", "table", "tables", "library",
    ];
    let rest = text.get(end..).unwrap_or_default();
    if rest.starts_with("'s") || rest.starts_with("’s") {
        return false;
    }
    let Some(after) = rest.strip_prefix(' ') else { return false };
    let next = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    THINGS.contains(&next.as_str())
}
