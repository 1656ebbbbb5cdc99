//! A document as it is written, read without copying its texts: what an intent that keeps every rule is made from.
//!
//! It holds no more of JSON than such an intent can: no null, no fractions, no negative numbers, no key twice.
//! Whatever else stands in a document ends the reading without a word, for the strict way tells what is wrong.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// One value of the document. The members of an object are sorted by their keys.
#[derive(Debug)]
pub(super) enum Written<'t> {
    Text(Cow<'t, str>),
    Count(u64),
    Flag(bool),
    List(Vec<Written<'t>>),
    Object(Vec<(Cow<'t, str>, Written<'t>)>),
}

impl<'t> Written<'t> {
    /// Reads a document, if it holds nothing but what an intent can.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let read = Self::deserialize(&mut reader).ok()?;
        reader.end().ok()?;
        Some(read)
    }
}

impl<'de> Deserialize<'de> for Written<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// The key of a member, borrowed where it is written without escapes.
struct Key<'t>(Cow<'t, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_str(Reader)? {
            Written::Text(key) => Ok(Self(key)),
            Written::Count(_) | Written::Flag(_) | Written::List(_) | Written::Object(_) => {
                Err(D::Error::custom("a key is a text"))
            }
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Written<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what an intent can hold")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Written<'de>, E> {
        Ok(Written::Flag(flag))
    }

    fn visit_u64<E>(self, count: u64) -> Result<Written<'de>, E> {
        Ok(Written::Count(count))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Written<'de>, E> {
        Ok(Written::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Written<'de>, E> {
        Ok(Written::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Written<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Written::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Written<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((Key(key), value)) = access.next_entry()? {
            members.push((key, value));
        }
        members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        if members.windows(2).any(|two| matches!(two, [(a, _), (b, _)] if a == b)) {
            return Err(A::Error::custom("a key twice"));
        }
        Ok(Written::Object(members))
    }
}
