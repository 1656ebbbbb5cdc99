//! Where something stands in a configuration file, for messages: its line and column. What stands there is told to
//! nobody, since it may be a key in the wrong place (promise P20).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Error, Location, Spanned};

/// A file's values without what they hold: keys, and where everything stands.
pub enum Outline {
    Map(Vec<(Spanned<String>, Spanned<Self>)>),
    List(Vec<Spanned<Self>>),
    Leaf,
}

impl Outline {
    /// Of a file that could be read as YAML.
    pub fn of(text: &str) -> Option<Spanned<Self>> {
        serde_saphyr::from_str(text).ok()
    }

    /// Where the value at a JSON pointer stands, or the key of that name in it.
    pub fn place(whole: &Spanned<Self>, pointer: &str, key: Option<&str>) -> Option<String> {
        let mut here = whole;
        for piece in pointer.split('/').skip(1) {
            let name = piece.replace("~1", "/").replace("~0", "~");
            here = match &here.value {
                Self::Map(entries) => &entries.iter().find(|(key, _)| key.value == name)?.1,
                Self::List(items) => items.get(name.parse::<usize>().ok()?)?,
                Self::Leaf => return None,
            };
        }
        let at = match (&here.value, key) {
            (Self::Map(entries), Some(name)) => entries
                .iter()
                .find(|(key, _)| key.value == name)
                .map_or(here.referenced, |(key, _)| key.referenced),
            (Self::Map(_) | Self::List(_) | Self::Leaf, _) => here.referenced,
        };
        words(at)
    }
}

fn words(at: Location) -> Option<String> {
    (at.line() > 0).then(|| format!("line {}, column {}", at.line(), at.column()))
}

/// Why a file is no YAML, and where, without what stands there.
#[expect(clippy::wildcard_enum_match_arm, reason = "what else may be wrong is told by its place")]
pub fn not_yaml(error: &Error) -> String {
    let error = error.without_snippet();
    let why = match error {
        Error::Eof { .. } => "it ends too early",
        Error::MultipleDocuments { .. } => "it holds more than one document",
        Error::DuplicateMappingKey { key: Some(key), .. } if is_plain(key) => {
            return at(error, &format!("the key {key} stands there for the second time"));
        }
        Error::DuplicateMappingKey { .. } => "a key stands there for the second time",
        Error::UnknownAnchor { .. } => "an alias stands there for nothing",
        _ => "it cannot be read as YAML there",
    };
    at(error, why)
}

fn at(error: &Error, why: &str) -> String {
    match error.location().and_then(words) {
        Some(place) => format!("{place}: {why}"),
        None => why.to_owned(),
    }
}

/// Whether a name is a word, as no secret is: letters, and `_` between them, and not many.
pub fn is_plain(name: &str) -> bool {
    name.len() <= LONGEST_WORD && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
}

/// The longest such word, in characters.
const LONGEST_WORD: usize = 24;

impl<'de> Deserialize<'de> for Outline {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Outlining)
    }
}

struct Outlining;

impl<'de> Visitor<'de> for Outlining {
    type Value = Outline;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Outline, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Outline::Map(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Outline, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Outline::List(items))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_str<E>(self, _: &str) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_unit<E>(self) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_none<E>(self) -> Result<Outline, E> {
        Ok(Outline::Leaf)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Outline, D::Error> {
        deserializer.deserialize_any(self)
    }
}
