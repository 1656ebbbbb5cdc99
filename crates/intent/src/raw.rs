//! JSON of a valid intent, parsed without copying its texts.
//!
//! Null, fractions, negative numbers and doubled keys end the parsing without a message: the strict reader reports them.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// One value of the document. The members of an object are sorted by key.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(super) enum Raw<'t> {
    Text(Cow<'t, str>),
    Count(u64),
    Flag(bool),
    List(Vec<Raw<'t>>),
    Object(#[serde(serialize_with = "as_object")] Vec<(Cow<'t, str>, Raw<'t>)>),
}

fn as_object<S: Serializer>(members: &[(Cow<'_, str>, Raw<'_>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(members.iter().map(|(key, value)| (key, value)))
}

impl<'t> Raw<'t> {
    /// Parses a document, if an intent can have each of its values.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let read = Reader(&mut Unfinished::default()).deserialize(&mut reader).ok()?;
        reader.end().ok()?;
        Some(read)
    }
}

/// Contents of the lists and objects that are not closed yet, the innermost last. Each list or object allocates once, at its
/// end, when its size is known.
#[derive(Default)]
struct Unfinished<'t> {
    items: Vec<Raw<'t>>,
    members: Vec<(Cow<'t, str>, Raw<'t>)>,
}

struct Reader<'o, 't>(&'o mut Unfinished<'t>);

impl<'de> DeserializeSeed<'de> for Reader<'_, 'de> {
    type Value = Raw<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_, 'de> {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of an intent")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Raw<'de>, E> {
        Ok(Raw::Flag(flag))
    }

    fn visit_u64<E>(self, count: u64) -> Result<Raw<'de>, E> {
        Ok(Raw::Count(count))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw<'de>, A::Error> {
        let from = self.0.items.len();
        while let Some(item) = access.next_element_seed(Reader(self.0))? {
            self.0.items.push(item);
        }
        Ok(Raw::List(self.0.items.split_off(from)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw<'de>, A::Error> {
        let from = self.0.members.len();
        while let Some(Key(key)) = access.next_key()? {
            let value = access.next_value_seed(Reader(self.0))?;
            self.0.members.push((key, value));
        }
        let mut members = self.0.members.split_off(from);
        members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        if members.windows(2).any(|two| matches!(two, [(a, _), (b, _)] if a == b)) {
            return Err(A::Error::custom("doubled key"));
        }
        Ok(Raw::Object(members))
    }
}

/// The key of a member, borrowed if it has no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);
