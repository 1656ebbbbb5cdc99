//! What is recorded of a thing: lists of fields wherever a sentence has them, and the thing that they are of.
//!
//! `Plan a shipment with crates, carrier and route`, `treatments: product, batch, start, end`, `every message is logged
//! with time and direction`, `the call list shall show name, phone and outcome`.

use super::{AttributeMention, Brief, EntityMention, Traced, attributes, each, owner, sentence};

/// More things than these are read nowhere else and are noise.
const MOST: usize = 24;
/// A list of this many names is one of fields; a shorter one needs a word by which fields are called.
const ENOUGH: usize = 3;

/// Words before a list of what a thing has.
const LEADS: &[&str] = &[
    " with ",
    " stating ",
    " giving ",
    " specifying ",
    " containing ",
    " including ",
    " recording ",
    " w/ ",
];
/// Verbs whose subject has what is listed behind them.
#[rustfmt::skip]
const HAS: &[&str] = &[
    " has ", " have ", " shows ", " show ", " contains ", " contain ", " holds ", " hold ", " records ",
    " record ", " states ", " state ", " carries ", " carry ", " lists ", " list ", " consists of ", " consist of ",
];
/// What stands before a noun.
const DETERMINERS: &[&str] =
    &["the", "a", "an", "its", "their", "these", "those", "all", "of", "any", "no", "following", "different"];
/// Before one of these a list of fields is over.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "; ", ". ", " so that ", " which ", " who ", " that ", " when ", " if ", " because ", " without ", ": ", " – ", " — ",
    " until ", " unless ", " before ", " after ", " while ", " per ", " is ", " are ", " was ", " shall ", " must ",
    " can ", " should ", " will ", " -> ", " → ", "? ", "! ", "!!",
];

/// Adds what the sentences of a brief list of things.
pub(super) fn gather(brief: &mut Brief, said: &[Traced]) {
    if brief.language != "en" {
        return;
    }
    // Who lists the things that matter has named them, with what they have.
    let listed = brief.entities.iter().filter(|e| e.defined).count() >= 3;
    let stated = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    let told = brief.stories.iter().flat_map(|s| &s.narrative).chain(said);
    let wants = brief.stories.iter().filter_map(|s| Some((s.want.as_deref()?, s.line)));
    let told = stated.chain(told.map(|t| (t.text.as_str(), t.line))).chain(wants);
    let actors: Vec<String> = brief.actors.iter().map(|a| a.text.to_lowercase()).collect();
    let mut found: Vec<(String, Vec<AttributeMention>, u32)> = Vec::new();
    for (text, line) in told {
        for range in sentence::sentences(text) {
            let Some(one) = text.get(range) else { continue };
            let listed = lists(one, line).into_iter().chain(bracketed(one, line));
            // Who acts is kept, too, where the text speaks of the fields of one.
            let owner = one.split_once(": ").and_then(|(head, _)| owner::of_fields(head));
            let kept = |name: &String| !actors.contains(name) || owner.as_ref() == Some(name);
            found.extend(listed.filter(|(name, _)| kept(name)).map(|(name, fields)| (name, fields, line)));
        }
    }
    let mut added = 0;
    for (name, fields, line) in found {
        let head = name.rsplit(' ').next().unwrap_or(&name);
        let named = |e: &EntityMention| e.name.to_lowercase();
        let known = brief.entities.iter().position(|e| named(e) == name).or_else(|| {
            let mut same = brief.entities.iter().enumerate().filter(|(_, e)| {
                let other = named(e);
                other == head || other.rsplit(' ').next() == Some(head) && !name.contains(' ')
            });
            same.next().map(|(at, _)| at).filter(|_| same.next().is_none())
        });
        let at = match known {
            Some(at) => at,
            None if listed || added == MOST => continue,
            None => {
                added += 1;
                brief.entities.push(EntityMention::of(&name, line));
                brief.entities.len() - 1
            }
        };
        let Some(entity) = brief.entities.get_mut(at) else { continue };
        // Where the brief itself lists what a thing has, nothing is added to its list.
        if entity.defined && entity.attributes.len() > 1 {
            continue;
        }
        entity.take(fields, 60);
    }
}

/// The lists of a sentence, each with the name of what it is of.
pub(super) fn lists(told: &str, line: u32) -> Vec<(String, Vec<AttributeMention>)> {
    let mut found = Vec::new();
    for lead in LEADS {
        for (at, _) in told.match_indices(lead).take(4) {
            let (head, rest) = (told.get(..at).unwrap_or_default(), told.get(at + lead.len()..));
            let fields = fields(rest.unwrap_or_default(), line);
            found.extend(owner::before(head).filter(|_| is_list(&fields)).map(|name| (name, fields)));
        }
    }
    for verb in HAS {
        let Some(at) = told.find(verb) else { continue };
        let fields = fields(told.get(at + verb.len()..).unwrap_or_default(), line);
        let head = told.get(..at).unwrap_or_default();
        // `passes through the states proposed, approved and completed`: a noun.
        let last = head.rsplit(' ').next().unwrap_or_default().to_lowercase();
        if DETERMINERS.contains(&last.as_str()) {
            continue;
        }
        // What consists of fields is kept, whatever else the word may mean.
        let made = verb.contains("consist") && fields.iter().any(|field| attributes::is_usual(&field.name));
        let name = if made { owner::spoken_of(head) } else { owner::subject(head) };
        let name = name.filter(|_| fields.len() >= ENOUGH);
        found.extend(name.map(|name| (name, fields)));
    }
    let kept = each::kept(told, |list| fields(list, line));
    found.extend(kept.filter(|(_, fields)| fields.len() >= ENOUGH));
    // `boats - name, class, weight range`, as notes have it for a colon.
    let dashed = || {
        let parted = [" - ", " – "].iter().find_map(|mark| told.split_once(mark));
        parted.filter(|(head, rest)| {
            head.split_whitespace().count() <= 2 && rest.matches(", ").count() >= ENOUGH
        })
    };
    let colon = told.split_once(": ");
    if let Some((head, rest)) = colon.or_else(dashed) {
        let fields = fields(rest, line);
        let most = fields.len() * 2;
        let whole = attributes::entries(rest) < if colon.is_some() { most } else { most + 1 };
        let name = owner::announced(head).filter(|_| fields.len() >= ENOUGH && whole);
        found.extend(name.map(|name| (name, fields)));
    }
    found
}

/// `Create a crate (lid, weight, seal)`: what is made or kept, and behind it in brackets what it has.
fn bracketed(told: &str, line: u32) -> Vec<(String, Vec<AttributeMention>)> {
    let mut found = Vec::new();
    for (at, _) in told.match_indices(" (").take(4) {
        let head = told.get(..at).unwrap_or_default();
        let inside = told.get(at + 2..).and_then(|rest| rest.split(')').next()).unwrap_or_default();
        let fields = fields(inside, line);
        let whole = fields.len() >= ENOUGH && fields.len() >= inside.split(',').count();
        let usual = fields.iter().filter(|field| attributes::is_usual(&field.name)).count();
        if whole && !says_how_it_is(head) && (usual > 1 || usual > 0 && owner::is_made(head)) {
            // `a register of crates (…)` lists what a crate has.
            let of = GATHERED.iter().find_map(|of| head.rsplit_once(of)).map_or(head, |(_, rest)| rest);
            found.extend(owner::before(of).map(|name| (name, fields)));
        }
    }
    found
}

/// `the harbour is busy`: the bracket behind it explains that, unlike behind `each visit is recorded`.
fn says_how_it_is(head: &str) -> bool {
    let said = [" is ", " are "].iter().find_map(|verb| head.rsplit_once(verb)).map(|(_, said)| said.trim());
    said.is_some_and(|said| {
        !said.contains(' ') && !["ed", "en", "pt", "de", "wn"].iter().any(|end| said.ends_with(end))
    })
}

/// Words for many of something, before it.
const GATHERED: &[&str] = &[
    "list of ",
    "catalog of ",
    "catalogue of ",
    "register of ",
    "collection of ",
    "set of ",
    "table of ",
    "library of ",
    "number of ",
];

/// Enough names, or two of which one is a word by which fields are called.
fn is_list(fields: &[AttributeMention]) -> bool {
    fields.len() >= ENOUGH || fields.len() == 2 && fields.iter().any(|f| attributes::is_usual(&f.name))
}

/// The names that a list begins with, up to the first entry that is none.
fn fields(rest: &str, line: u32) -> Vec<AttributeMention> {
    let end = ENDS.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let list = rest.get(..end).unwrap_or(rest).replace(" + ", " and ").replace(" w/ ", " with ");
    let mut found: Vec<AttributeMention> = Vec::new();
    for entry in attributes::split(&list) {
        let named = attributes::listed(entry, line);
        if named.is_empty() || !named.iter().all(|field| attributes::is_field(&field.name)) {
            break;
        }
        found.extend(named);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{bracketed, lists};

    #[test]
    fn what_is_made_has_what_stands_in_brackets_behind_it() {
        for (told, owner, fields) in [
            ("Create a crate (lid, weight, seal)", "crate", "lid weight seal"),
            (
                "Maintain a register of mooring posts (name, length, colour)",
                "mooring post",
                "name length colour",
            ),
        ] {
            let found = bracketed(told, 1);
            let first = found.first().map(|(name, list)| {
                (name.as_str(), list.iter().map(|f| f.name.clone()).collect::<Vec<_>>().join(" "))
            });
            assert_eq!(first, Some((owner, fields.to_owned())), "{told}");
        }
        assert_eq!(bracketed("Each visit is recorded (date, time, doctor)", 1).len(), 1);
        for told in [
            "Filter crates (by weight, lid or seal)",
            "Create crates (wooden, steel, paper)",
            "Crates are exported (as name, weight, seal)",
            "An error (code, reason, time) is shown",
            "The harbour is busy (date, time and place differ)",
        ] {
            assert!(bracketed(told, 1).is_empty(), "{told}: {:?}", bracketed(told, 1));
        }
    }

    #[test]
    fn lists_are_read_with_what_they_are_of() {
        for (told, owner, fields) in [
            ("Plan a voyage with berths, cargo, route, dates", "voyage", "berths cargo route dates"),
            (
                "The system shall accept bids for lots from dealers, stating bidder, amount, limit and date.",
                "bid",
                "bidder amount limit date",
            ),
            ("Each parcel gets a sticker with parcel number and weight", "sticker", "parcel number weight"),
            (
                "Every alarm raised or cleared shall be logged with time, sensor and operator",
                "alarm",
                "time sensor operator",
            ),
            (
                "The seed register shall show variety, origin, year and amount",
                "seed register",
                "variety origin year amount",
            ),
            ("repairs: part, price, start, end. Kept for two years", "repair", "part price start end"),
            (
                "Patient fields shall include: ward, bed, diet and date of birth",
                "patient",
                "ward bed diet date of birth",
            ),
            (
                "The system must hold for every visit: patient, ward, reason and time",
                "visit",
                "patient ward reason time",
            ),
            ("boats - name, class, weight range, who may row it, oars", "boat", "name class weight range"),
            ("a wreck is a find with a name, a depth and a position", "wreck", "name depth position"),
        ] {
            let found = lists(told, 1);
            let first = found.first().map(|(name, list)| {
                (name.as_str(), list.iter().map(|f| f.name.clone()).collect::<Vec<_>>().join(" "))
            });
            assert_eq!(first, Some((owner, fields.to_owned())), "{told}");
        }
        for told in [
            "The member leaves with a smile",
            "The warden role shall hide: berths, prices, keys and logs",
            "The system must show, within two seconds, the list",
            "The station has 38 pilots, 4 dispatchers, 2 launch crews",
            "If the reader agrees, the desk sends it with care and without delay",
            "Roles: editor, clerk, warden",
            "Flora's people confirm each run as open or closed on the page, with name and time",
        ] {
            assert!(lists(told, 1).is_empty(), "{told}: {:?}", lists(told, 1));
        }
    }
}
