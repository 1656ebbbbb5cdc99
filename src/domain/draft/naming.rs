//! Ids and lengths: every id is fresh and has the schema's form, whatever script the name is in.

use std::collections::BTreeSet;

use super::phrase::short;

/// Longest name that a person reads at a glance; the schema allows more.
pub(super) const NAME: usize = 80;
/// Longest sentence of a step, a trigger or a response.
pub(super) const SENTENCE: usize = 240;
/// Longest description.
pub(super) const PARAGRAPH: usize = 600;
/// What the schema allows for a text.
pub(super) const TEXT: usize = 20_000;
/// What the schema allows for a list of requirement ids.
pub(super) const SATISFIES: usize = 5_000;

/// At most `most` characters of a text that must stay as it is.
pub(super) fn clipped(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// A name that is never empty and fits on a line.
pub(super) fn name(text: &str, otherwise: &str) -> String {
    let text = short(text, NAME);
    if text.is_empty() { otherwise.to_owned() } else { text }
}

/// Ids that were given out.
#[derive(Default)]
pub(super) struct Ids(BTreeSet<String>);

impl Ids {
    pub(super) fn taken(ids: impl IntoIterator<Item = String>) -> Self {
        Self(ids.into_iter().collect())
    }

    /// An id made of a name's letters, or of the kind and a number where it has none that an id may have.
    pub(super) fn fresh(&mut self, kind: &str, name: &str) -> String {
        let mut slug = slug(name);
        if !slug.starts_with(|c: char| c.is_ascii_alphabetic()) {
            slug = if slug.is_empty() { kind.to_owned() } else { format!("{kind}-{slug}") };
        }
        let mut id = slug.clone();
        let mut count = 1_usize;
        while !self.0.insert(id.clone()) {
            count += 1;
            id = format!("{slug}-{count}");
        }
        id
    }
}

fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars().flat_map(folded) {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') && c != '\'' && c != '’' {
            out.push('-');
        }
        if out.len() >= 48 {
            break;
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// A Latin letter without its mark, as its language writes it where the mark is not at hand: `ä` is `ae`.
fn folded(c: char) -> impl Iterator<Item = char> {
    let lower = c.to_lowercase().next().unwrap_or(c);
    let plain = match lower {
        'ä' | 'æ' => "ae",
        'ö' | 'œ' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' | 'ő' => "o",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ț' | 'ţ' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    };
    plain.chars().chain(plain.is_empty().then_some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_fresh_in_every_script() {
        let mut ids = Ids::default();
        assert_eq!(ids.fresh("view", "Sign-in screen"), "sign-in-screen");
        assert_eq!(ids.fresh("view", "Sign-in Screen!"), "sign-in-screen-2");
        assert_eq!(ids.fresh("view", "問い合わせ"), "view");
        assert_eq!(ids.fresh("view", "回答"), "view-2");
        assert_eq!(ids.fresh("view", "2 factor"), "view-2-factor");
        assert_eq!(ids.fresh("view", "Nicht ändern: Größe"), "nicht-aendern-groesse");
        assert_eq!(ids.fresh("view", "Préférences de l'élève"), "preferences-de-leleve");
    }
}
