//! Positions in a configuration file, as line and column, for messages. Values are never quoted, because one may be a
//! misplaced key (promise P20).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Error, Location, Spanned};

/// The structure of a file: keys and positions, without values.
pub enum Outline {
    Map(Vec<(Spanned<String>, Spanned<Self>)>),
    List(Vec<Spanned<Self>>),
    Leaf,
}

impl Outline {
    /// The structure of a YAML file; `None` if it is not YAML.
    pub fn of(text: &str) -> Option<Spanned<Self>> {
        serde_saphyr::from_str(text).ok()
    }

    /// Position of the value at a JSON pointer, or of a key in that value.
    pub fn position(whole: &Spanned<Self>, pointer: &str, key: Option<&str>) -> Option<String> {
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
        line_and_column(at)
    }
}

fn line_and_column(at: Location) -> Option<String> {
    (at.line() > 0).then(|| format!("line {}, column {}", at.line(), at.column()))
}

/// Why a file is not YAML, with the position but without quotations.
#[expect(clippy::wildcard_enum_match_arm, reason = "the position is enough for all other errors")]
pub fn describe_yaml_error(error: &Error) -> String {
    let error = error.without_snippet();
    let why = match error {
        Error::Eof { .. } => "the file ends too early",
        Error::MultipleDocuments { .. } => "the file has more than one document",
        Error::DuplicateMappingKey { key: Some(key), .. } if is_plain(key) => {
            return at(error, &format!("the key {key} is there twice"));
        }
        Error::DuplicateMappingKey { .. } => "a key is there twice",
        Error::UnknownAnchor { .. } => "an alias has no anchor",
        _ => "not valid YAML",
    };
    at(error, why)
}

fn at(error: &Error, why: &str) -> String {
    match error.location().and_then(line_and_column) {
        Some(position) => format!("{position}: {why}"),
        None => why.to_owned(),
    }
}

/// Whether a name is a short word, as no secret is: letters and `_`.
pub fn is_plain(name: &str) -> bool {
    name.len() <= LONGEST_WORD && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
}

/// Maximum length of such a word, in characters.
const LONGEST_WORD: usize = 24;

impl<'de> Deserialize<'de> for Outline {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OutlineVisitor)
    }
}

struct OutlineVisitor;

impl<'de> Visitor<'de> for OutlineVisitor {
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
