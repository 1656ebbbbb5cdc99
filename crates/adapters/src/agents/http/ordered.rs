//! JSON that keeps the order of object entries. A server that enforces a schema makes the model write the properties in the
//! schema's order: what the design is about first, and parts after what they refer to. Sorted, the components would come
//! before the title.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;

#[derive(Clone, PartialEq, Debug)]
pub enum Ordered {
    Object(Vec<(String, Self)>),
    List(Vec<Self>),
    /// A value in which order does not matter.
    Plain(Value),
}

impl Ordered {
    /// The object with one more entry at the end.
    #[must_use]
    pub fn with(self, name: &str, value: impl Into<Self>) -> Self {
        let mut entries = match self {
            Self::Object(entries) => entries,
            Self::Plain(Value::Object(map)) => {
                map.into_iter().map(|(name, value)| (name, Self::Plain(value))).collect()
            }
            Self::List(_) | Self::Plain(_) => Vec::new(),
        };
        entries.push((name.to_owned(), value.into()));
        Self::Object(entries)
    }
}

impl From<Value> for Ordered {
    fn from(value: Value) -> Self {
        Self::Plain(value)
    }
}

impl Serialize for Ordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(entries) => {
                serializer.collect_map(entries.iter().map(|(name, value)| (name, value)))
            }
            Self::List(items) => serializer.collect_seq(items),
            Self::Plain(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OrderedVisitor)
    }
}

struct OrderedVisitor;

impl<'de> Visitor<'de> for OrderedVisitor {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Ordered::Object(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Ordered, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Ordered::List(items))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Ordered, E> {
        Ok(Ordered::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Ordered, E> {
        Ok(Ordered::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Ordered, E> {
        Ok(Ordered::Plain(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Ordered, E> {
        Ok(Ordered::Plain(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Ordered, E> {
        Ok(Ordered::Plain(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Ordered, E> {
        Ok(Ordered::Plain(Value::Null))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_survives_a_round_trip() {
        let text = r#"{"z":[1,-2,0.5,{"b":null,"a":true}],"a":{"y":"ä","x":{}},"m":[]}"#;
        let read: Ordered = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        let body = Ordered::from(serde_json::json!({ "b": 1 })).with("a", read);
        assert_eq!(serde_json::to_string(&body).unwrap(), format!("{{\"b\":1,\"a\":{text}}}"));
    }
}
