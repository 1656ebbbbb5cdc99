//! What one demand spares somebody and another asks of everybody.

use super::{MOST, Said, root};

/// What somebody does without doing something else first, and what nobody may do without it: `reserve without logging in`,
/// `must log in before they reserve`.
pub(super) fn spared(all: &[Said<'_>], found: &mut Vec<(usize, usize)>) {
    let told = |said: &Said<'_>| said.statement.text.to_lowercase();
    let without = all.iter().enumerate().filter_map(|(at, said)| Some((at, done_without(&told(said))?)));
    let first = all.iter().enumerate().filter(|(_, said)| said.demanded == Some(true));
    let first: Vec<(usize, String)> =
        first.filter_map(|(at, said)| Some((at, done_first(&told(said))?))).collect();
    for (at, spared) in without.take(MOST) {
        for (other, deed) in first.iter().filter(|(_, deed)| *deed == spared || *deed == format!("{spared}e"))
        {
            let (Some(one), Some(two)) = (all.get(at), all.get(*other)) else { continue };
            let deed = root(deed);
            let shared = |(word, _): &&(String, bool)| {
                word.len() > 3 && *word != deed && two.roots.iter().any(|(known, _)| known == word)
            };
            if at != *other && is_for_all(two, one) && one.roots.iter().any(|word| shared(&word)) {
                found.push((at.min(*other), at.max(*other)));
            }
        }
    }
}

/// Whether what is demanded holds for everybody, or for those of whom the other sentence speaks.
fn is_for_all(demand: &Said<'_>, other: &Said<'_>) -> bool {
    const ALL: &[&str] = &[
        "everybody",
        "everyone",
        "anybody",
        "anyone",
        "all",
        "every",
        "each",
        "users",
        "people",
        "visitors",
        "you",
    ];
    let text = demand.statement.text.to_lowercase();
    let who = text.split_whitespace().find(|word| !matches!(*word, "the" | "a" | "an")).unwrap_or_default();
    ALL.contains(&who) || other.roots.iter().any(|(known, _)| *known == root(who))
}

/// The verb behind `without`, in its plain form or without a last e.
fn done_without(text: &str) -> Option<String> {
    let (_, behind) = text.split_once(" without ")?;
    let stem = behind
        .split(|c: char| !c.is_alphabetic())
        .next()?
        .strip_suffix("ing")
        .filter(|stem| stem.len() > 1)?;
    let mut letters: Vec<char> = stem.chars().collect();
    if let [.., before, last] = letters.as_slice()
        && before == last
        && !matches!(last, 's' | 'l' | 'e')
    {
        letters.pop();
    }
    Some(letters.into_iter().collect())
}

/// The verb that everybody is bound to: `must log in`.
fn done_first(text: &str) -> Option<String> {
    const BINDING: [&str; 5] = [" must ", " has to ", " have to ", " needs to ", " need to "];
    let behind = BINDING.iter().find_map(|bound| Some(text.split_once(bound)?.1))?;
    let excepted = ["unless", "except", "if ", "when ", "without"].iter().any(|word| text.contains(word));
    let verb = behind.split(|c: char| !c.is_alphabetic()).next()?;
    (!excepted && !verb.is_empty()).then(|| verb.to_owned())
}
