//! JSON objects that keep the order of their members: what other programs add to a record is written again as it was.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

/// The members of an object, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(pub Vec<(String, Json)>);

/// A JSON value whose objects keep their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Json {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Json>),
    Object(Fields),
}

impl Fields {
    /// Texts by name, in the order given.
    pub fn of_texts<K: Into<String>, V: Into<String>>(texts: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(texts.into_iter().map(|(key, value)| (key.into(), Json::Text(value.into()))).collect())
    }

    /// The first member of this name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().find_map(|(key, value)| (key == name).then_some(value))
    }

    /// A member that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Json::Text(text) = self.get(name)? { Some(text) } else { None }
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(member) = map.next_entry()? {
                    fields.push(member);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Object)
    }
}
