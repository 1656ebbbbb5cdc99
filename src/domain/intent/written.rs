//! A document as it is written, read without copying its texts: what an intent that keeps every rule is made from.
//!
//! It holds no more of JSON than such an intent can: no null, no fractions, no negative numbers, no key twice.
//! Whatever else stands in a document ends the reading without a word, for the strict way tells what is wrong.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// One value of the document. The members of an object are sorted by their keys.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(super) enum Written<'t> {
    Text(Cow<'t, str>),
    Count(u64),
    Flag(bool),
    List(Vec<Written<'t>>),
    Object(#[serde(serialize_with = "as_object")] Vec<(Cow<'t, str>, Written<'t>)>),
}

fn as_object<S: Serializer>(
    members: &[(Cow<'_, str>, Written<'_>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(members.iter().map(|(key, value)| (key, value)))
}

impl<'t> Written<'t> {
    /// Reads a document, if it holds nothing but what an intent can.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let read = Reader(&mut Open::default()).deserialize(&mut reader).ok()?;
        reader.end().ok()?;
        Some(read)
    }
}

/// What stands in the lists and objects whose ends were not read yet, the innermost last: each of them asks for memory
/// once, when it is known how much it holds.
#[derive(Default)]
struct Open<'t> {
    items: Vec<Written<'t>>,
    members: Vec<(Cow<'t, str>, Written<'t>)>,
}

struct Reader<'o, 't>(&'o mut Open<'t>);

impl<'de> DeserializeSeed<'de> for Reader<'_, 'de> {
    type Value = Written<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Written<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_, 'de> {
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
        let from = self.0.items.len();
        while let Some(item) = access.next_element_seed(Reader(self.0))? {
            self.0.items.push(item);
        }
        Ok(Written::List(self.0.items.split_off(from)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Written<'de>, A::Error> {
        let from = self.0.members.len();
        while let Some(Key(key)) = access.next_key()? {
            let value = access.next_value_seed(Reader(self.0))?;
            self.0.members.push((key, value));
        }
        let mut members = self.0.members.split_off(from);
        members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        if members.windows(2).any(|two| matches!(two, [(a, _), (b, _)] if a == b)) {
            return Err(A::Error::custom("a key twice"));
        }
        Ok(Written::Object(members))
    }
}

/// The key of a member, borrowed where it is written without escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);
