//! Controls: what somebody does in a line, as a button says it. Only what the actor does counts — never
//! what the product does, nor what goes wrong.

use super::cast::Line;
use super::model::Things;
use super::noun::{self, bare};
use super::object::object;
use super::phrase::{capital, small};
use super::verbs::{self, Act};
use super::words::{plural, singular, stem, words};

/// One thing that an actor does to something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Gesture {
    pub(super) act: Act,
    pub(super) verb: String,
    /// The noun that it is done to, without what judges or counts it; may be empty.
    pub(super) object: String,
    /// The thing of the data model that the object is.
    pub(super) thing: Option<usize>,
    /// Whether the text speaks of many.
    pub(super) many: bool,
}

impl Gesture {
    /// The words on the button; none where the object stays unknown.
    pub(super) fn name(&self, things: &Things) -> Option<String> {
        let object = match self.thing {
            Some(thing) => {
                let label = things.label(thing);
                let many = matches!(self.act, Act::Search | Act::Filter | Act::Sort | Act::Export);
                if many || (self.many && self.act == Act::Upload) { plural(&label) } else { label }
            }
            None => small(&self.object),
        };
        if matches!(self.act, Act::SignIn | Act::SignOut) {
            return Some(capital(&self.verb));
        }
        if object.is_empty() {
            return self.stands_alone().then(|| capital(&self.verb));
        }
        Some(capital(&format!("{} {object}", self.verb)))
    }

    /// `Confirm` says enough on its own; `Add` does not.
    fn stands_alone(&self) -> bool {
        matches!(
            self.verb.as_str(),
            "cancel" | "confirm" | "approve" | "reject" | "decline" | "undo" | "accept"
        )
    }

    /// One key for all ways of saying it.
    pub(super) fn key(&self, things: &Things) -> String {
        let object = self.thing.map_or_else(|| self.object.clone(), |t| things.label(t));
        let object: Vec<String> = object.split(' ').map(singular).filter(|w| !w.is_empty()).collect();
        let verb = if self.act == Act::Do { self.verb.as_str() } else { "" };
        format!("{:?}{verb} {}", self.act, noun::key(&object.join(" ")))
    }
}

/// Everything that an actor does in a line, in its order; `people` are stems of the words for people.
pub(super) fn gestures(line: &Line, people: &[String], things: &Things) -> Vec<Gesture> {
    let text = line.action.as_deref().unwrap_or(&line.response);
    let Some(told) = acting_part(text, people, things, line.action.is_none()) else { return Vec::new() };
    read(&told, things)
}

/// Of `A customer can cancel an order`, what the customer does; none where no person acts.
fn acting_part(text: &str, people: &[String], things: &Things, plain: bool) -> Option<String> {
    let tokens: Vec<&str> = text.split_whitespace().take(60).collect();
    let lower: Vec<String> = tokens.iter().map(|t| bare(t).to_lowercase()).collect();
    let person = |at: usize| {
        let word = lower[at].trim_end_matches("'s").trim_end_matches("’s");
        let whose = word != lower[at];
        !whose
            && (matches!(word, "they" | "anyone" | "everybody" | "somebody" | "i")
                || people.contains(&stem(word)))
    };
    // `Search by name`: a wish without a subject.
    // `Clear error message when …` tells how the message is.
    let clear = lower.first().is_some_and(|w| w == "clear")
        && !lower.get(1).is_some_and(|w| verbs::determines(w) || w == "all");
    if plain && !clear && verbs::begins_with_verb(text) && verbs::act_of(&lower[0]).is_some() {
        return Some(tokens.join(" "));
    }
    let subject = (0..lower.len().min(14))
        .find(|at| person(*at))
        .or_else(|| if plain { None } else { somebody(&lower, things) })?;
    let first = (0..subject).find(|at| verbs::is_inflected(&lower[*at]) && lower[*at] != "signed");
    if let Some(first) = first {
        // `The system allows a user to …`: the user acts; `The system shows the user …`: the system does.
        let lets =
            matches!(lower[first].as_str(), "allows" | "lets" | "enables" | "permits" | "allow" | "offers");
        if !lets && !lower[..subject].contains(&"lets".to_owned()) {
            return None;
        }
    } else if lower[..subject].iter().any(|w| matches!(w.as_str(), "system" | "app" | "application")) {
        let lets = lower[..subject]
            .iter()
            .any(|w| matches!(w.as_str(), "lets" | "allows" | "enables" | "let" | "allow"));
        if !lets {
            return None;
        }
    }
    let mut at = subject + 1;
    let mut relative = false;
    while at < lower.len() {
        let word = lower[at].as_str();
        if matches!(word, "who" | "whose" | "that" | "which") {
            relative = true;
        }
        if matches!(word, "can" | "may" | "could") {
            relative = false;
        }
        let passive = matches!(word, "is" | "are" | "has" | "have" | "was" | "cannot" | "never")
            || (matches!(word, "not") && at > 0);
        if passive && !relative {
            let able = lower.get(at + 1).map(String::as_str) == Some("able");
            if !able {
                return None;
            }
        }
        let before = lower[at - 1].as_str();
        let finite = verbs::is_third_person(word)
            || matches!(before, "can" | "may" | "could" | "to" | "and" | "or" | "will" | "they" | "i")
            || (at == subject + 1 && singular(&lower[subject]) != lower[subject]);
        let placed = finite && !verbs::determines(before) && !matches!(before, "with" | "of" | "by");
        if !relative && verbs::signing_at(&lower, at).is_some() && (placed || lower[at] == "sign") {
            return Some(tokens[at..].join(" "));
        }
        if !relative && placed && verbs::act_of(word).is_some() {
            let tries = lower.get(at + 1).map(String::as_str) == Some("to");
            if !(tries && matches!(word, "chooses" | "choose" | "requests" | "request")) {
                return Some(tokens[at..].join(" "));
            }
        }
        at += 1;
    }
    None
}

/// `A colleague accepts …`: whoever does something in a trigger, unless it is the product or a thing.
fn somebody(lower: &[String], things: &Things) -> Option<usize> {
    const PRODUCT: &[&str] = &[
        "system",
        "app",
        "application",
        "service",
        "server",
        "product",
        "platform",
        "software",
        "job",
        "bank",
    ];
    if !lower.first().is_some_and(|w| matches!(w.as_str(), "a" | "an" | "the")) {
        return None;
    }
    let verb = (2..5.min(lower.len())).find(|at| verbs::is_third_person(&lower[*at]))?;
    let named = &lower[verb - 1];
    let product = PRODUCT.contains(&named.as_str()) || !things.find(&lower[1..verb].join(" ")).is_empty();
    (!product).then_some(verb - 1)
}

/// Whether a person acts in a line.
pub(super) fn somebody_acts(line: &Line, people: &[String]) -> bool {
    let Some(action) = &line.action else { return false };
    words(action).iter().take(4).any(|w| people.contains(&stem(w)))
}

/// The verbs and their object: `confirm, decline or move a request` are three.
fn read(told: &str, things: &Things) -> Vec<Gesture> {
    let tokens: Vec<&str> = told.split_whitespace().collect();
    let lower: Vec<String> = tokens.iter().map(|t| bare(t).to_lowercase()).collect();
    let mut found: Vec<(Act, String)> = Vec::new();
    let mut at = 0;
    while at < lower.len() {
        if let Some(act) = verbs::signing_at(&lower, at) {
            let verb = if act == Act::SignIn { "sign in" } else { "sign out" };
            let gesture =
                Gesture { act, verb: verb.to_owned(), object: String::new(), thing: None, many: false };
            return if found.is_empty() { vec![gesture] } else { Vec::new() };
        }
        match verbs::act_of(&lower[at]) {
            Some((act, base)) => {
                found.push((act, base.to_owned()));
                at += 1;
                let ends = tokens[at - 1].ends_with(',');
                if lower.get(at).is_some_and(|w| w == "and" || w == "or")
                    && lower.get(at + 1).is_some_and(|w| verbs::act_of(w).is_some())
                {
                    at += 1;
                } else if !(ends && lower.get(at).is_some_and(|w| verbs::act_of(w).is_some())) {
                    break;
                }
            }
            None => break,
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    // `create and manage folders`: the second verb says no more of what is done.
    const VAGUE: &[&str] = &["manage", "maintain", "organize", "organise", "administer", "handle"];
    let joined = lower.get(at).is_some_and(|w| w == "and" || w == "or");
    if joined && lower.get(at + 1).is_some_and(|w| VAGUE.contains(&w.trim_end_matches('s'))) {
        at += 2;
    }
    let (object, span, many) = object(&tokens[at.min(tokens.len())..]);
    // `selects photos to upload`: what is done is the upload.
    if let [(Act::Choose, _)] = found[..] {
        let purpose = (at..lower.len().min(at + 6)).find_map(|n| {
            (lower[n] == "to").then(|| lower.get(n + 1).and_then(|w| verbs::act_of(w))).flatten()
        });
        if let Some((act, verb)) = purpose {
            found = vec![(act, verb.to_owned())];
        }
    }
    let head = object.rsplit(' ').next().map(|w| stem(&w.to_lowercase())).unwrap_or_default();
    let thing = things
        .find(&span)
        .into_iter()
        .rev()
        .find(|t| words(things.name(*t)).last().is_some_and(|w| stem(w) == head));
    found.truncate(4);
    found
        .into_iter()
        .map(|(act, verb)| {
            let verb = if act == Act::Arrange && matches!(verb.as_str(), "drag" | "drop") {
                "move".to_owned()
            } else {
                verb
            };
            Gesture { act, verb, object: object.clone(), thing, many }
        })
        .collect()
}

/// `Sign-in form`, `Password-change form`: the button on it.
pub(super) fn of_form(name: &str, about: Option<usize>, things: &Things) -> Option<Gesture> {
    let stem = name.to_lowercase();
    let rest = stem.strip_suffix(" form").or_else(|| stem.strip_suffix(" button"))?;
    let lower: Vec<String> = words(rest);
    if let Some(act) = (0..lower.len()).find_map(|at| verbs::signing_at(&lower, at)) {
        let verb = if act == Act::SignIn { "sign in" } else { "sign out" };
        return Some(Gesture { act, verb: verb.to_owned(), object: String::new(), thing: None, many: false });
    }
    let at = lower.iter().position(|w| verbs::act_of(w).is_some())?;
    let (act, verb) = verbs::act_of(&lower[at])?;
    let object: Vec<&str> =
        lower.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, w)| w.as_str()).collect();
    if object.is_empty() && about.is_none() {
        return None;
    }
    let object = object.join(" ");
    let thing = things.find(&object).last().copied().or(about.filter(|_| object.is_empty()));
    Some(Gesture { act, verb: verb.to_owned(), object, thing, many: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::intent::DataModel;

    fn named(text: &str, plain: bool) -> Vec<String> {
        let people: Vec<String> = ["user", "customer", "rider"].iter().map(|w| stem(w)).collect();
        let things = Things::in_model(&DataModel::default());
        acting_part(text, &people, &things, plain)
            .map(|t| read(&t, &things))
            .unwrap_or_default()
            .iter()
            .filter_map(|g| g.name(&things))
            .collect()
    }

    #[test]
    fn only_what_a_person_does_is_a_control() {
        for (text, expected) in [
            ("A user submits an incorrect current password", vec!["Submit password"]),
            ("A user drops an album in a new position", vec!["Move album"]),
            ("Users can add, edit and delete assets", vec!["Add assets", "Edit assets", "Delete assets"]),
            ("The system allows a user to sign in using a password", vec!["Sign in"]),
            ("The system deletes the account of the user", vec![]),
            ("Fewer than 1 in 1,000 scans needs help", vec![]),
            ("A user can request help recovering access to their account", vec!["Request help"]),
            ("A customer creates a new, working account", vec!["Create account"]),
            ("A rider who has locked the bike can cancel until noon", vec!["Cancel"]),
            ("The user is told that the order is saved", vec![]),
            ("A user chooses to sign out", vec!["Sign out"]),
            ("A user selects photos to upload", vec!["Upload photos"]),
            ("Users can create and manage seed boxes", vec!["Create seed boxes"]),
            ("A user submits a weak password", vec!["Submit password"]),
        ] {
            assert_eq!(named(text, true), expected, "{text}");
        }
    }
}
