//! Names of things as code writes them: `SeedBox` in a list of data is the seed box that the demands speak of.

use super::Brief;
use super::types::Traced;

/// Writes a name apart where the text does.
pub(super) fn apart(brief: &mut Brief, said: &[Traced]) {
    let spelled: Vec<Option<String>> = brief.entities.iter().map(|e| words_of(&e.name)).collect();
    if spelled.iter().all(Option::is_none) {
        return;
    }
    let statements = brief.statements.iter().map(|s| s.text.as_str());
    let terms = brief.glossary.iter().map(|(term, _)| term.as_str());
    let texts: Vec<String> =
        statements.chain(terms).chain(said.iter().map(|t| t.text.as_str())).map(str::to_lowercase).collect();
    for (entity, name) in brief.entities.iter_mut().zip(spelled) {
        let Some(name) = name else { continue };
        let lower = name.to_lowercase();
        if texts.iter().any(|text| text.contains(&lower)) {
            entity.name = name;
        }
    }
}

/// `SeedBox` → `Seed Box`, `QRCode` → `QR Code`; none where nothing stands together.
fn words_of(name: &str) -> Option<String> {
    if name.contains([' ', '_', '-']) || !name.chars().all(char::is_alphanumeric) {
        return None;
    }
    let letters: Vec<char> = name.chars().collect();
    let mut told = String::with_capacity(name.len() + 4);
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        let begins = letter.is_uppercase()
            && before.is_some_and(|c| {
                c.is_lowercase() || c.is_uppercase() && after.is_some_and(|c| c.is_lowercase())
            });
        if begins {
            told.push(' ');
        }
        told.push(*letter);
    }
    told.contains(' ').then_some(told)
}
