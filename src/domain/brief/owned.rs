//! Whose something is: people of whom a brief says what they have are kept by the product as well, as a patient with
//! a date of birth and an interval. One property alone is a manner of speaking.

use std::collections::BTreeMap;

use super::{AttributeMention, Brief, EntityMention, Traced, attributes, nouns};

/// Different properties that make somebody a thing that is kept.
const LEAST: usize = 2;
/// More people than these are no records.
const MOST: usize = 4;

/// Adds the people of whom the sentences of a brief name several properties.
pub(super) fn gather(brief: &mut Brief, said: &[Traced]) {
    if brief.language != "en" || brief.entities.iter().filter(|e| e.defined).count() >= 3 {
        return;
    }
    let stated = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    let wants = brief.stories.iter().filter_map(|s| Some((s.want.as_deref()?, s.line)));
    let told = stated.chain(wants).chain(said.iter().map(|t| (t.text.as_str(), t.line)));
    let mut owners: BTreeMap<String, Vec<AttributeMention>> = BTreeMap::new();
    for (owner, name, line) in
        told.flat_map(|(text, line)| owned(text).into_iter().map(move |(o, n)| (o, n, line)))
    {
        let fields = owners.entry(owner).or_default();
        let last = |name: &str| name.rsplit(' ').next().map(str::to_owned);
        if !fields.iter().any(|f| last(&f.name) == last(&name)) {
            fields.push(AttributeMention::of(name, line));
        }
    }
    let mut found: Vec<(String, Vec<AttributeMention>)> =
        owners.into_iter().filter(|(_, fields)| fields.len() >= LEAST).collect();
    found.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
    for (owner, fields) in found.into_iter().take(MOST) {
        if brief.entities.iter().any(|e| e.name.to_lowercase() == owner) {
            continue;
        }
        let line = fields.first().map_or(1, |f| f.line);
        brief.entities.push(EntityMention { attributes: fields, ..EntityMention::of(&owner, line) });
    }
}

/// `the patient's preferred channel`: somebody, and the property in the words of the brief.
fn owned(text: &str) -> Vec<(String, String)> {
    let tokens: Vec<&str> = text.split_whitespace().take(200).collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(owner) = token.strip_suffix("'s").or_else(|| token.strip_suffix("’s")) else { continue };
        let owner = nouns::bare(owner).to_lowercase();
        let plain = owner.chars().all(char::is_alphabetic) && nouns::is_person(&owner);
        let mut name: Vec<String> = Vec::new();
        for next in tokens.iter().skip(at + 1).take(3) {
            let word = nouns::bare(next).to_lowercase();
            if word.is_empty() || !word.chars().all(|c| c.is_alphabetic() || c == '-') {
                break;
            }
            name.push(word);
            if next.ends_with([',', '.', ';', ':', ')', '?'])
                || attributes::is_usual(name.last().map_or("", String::as_str))
            {
                break;
            }
        }
        let name = name.join(" ");
        if plain && attributes::is_usual(&name) {
            found.push((owner, name));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::owned;

    #[test]
    fn what_somebody_has_is_read_with_its_owner() {
        assert!(owned("It follows the river's length and the tenant's words").is_empty());
        assert_eq!(
            owned("The tenant's deposit interval and the tenant's words"),
            [("tenant".to_owned(), "deposit interval".to_owned())]
        );
    }
}
