//! JSON objects that keep the order of their members: what other programs add to a record is written again as it was.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, Value};

/// The members of an object, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields<V = Json>(pub Vec<(String, V)>);

impl<V> Default for Fields<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

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

impl<V> Fields<V> {
    /// A member.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Changes a member in its place, or adds it at the end.
    pub fn set(&mut self, name: &str, value: V) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }
}

impl Fields {
    /// Texts by name, in the order given.
    pub fn of_texts<K: Into<String>, V: Into<String>>(texts: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(texts.into_iter().map(|(key, value)| (key.into(), Json::Text(value.into()))).collect())
    }

    /// A member that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Json::Text(text) = self.get(name)? { Some(text) } else { None }
    }
}

impl Json {
    /// An object with one more member at the end.
    #[must_use]
    pub fn with(self, name: &str, value: impl Into<Self>) -> Self {
        let mut fields = if let Self::Object(fields) = self { fields } else { Fields::default() };
        fields.set(name, value.into());
        Self::Object(fields)
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(is) => Self::Bool(is),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::Text(text),
            Value::Array(list) => Self::List(list.into_iter().map(Self::from).collect()),
            Value::Object(map) => {
                Self::Object(Fields(map.into_iter().map(|(name, value)| (name, value.into())).collect()))
            }
        }
    }
}

impl<V: Serialize> Serialize for Fields<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Fields<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Object<V> {
            type Value = Fields<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<V>, A::Error> {
                let mut fields = Vec::new();
                while let Some(member) = map.next_entry()? {
                    fields.push(member);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_survives_a_round_trip() {
        let text = r#"{"z":[1,-2,0.5,{"b":null,"a":true}],"a":{"y":"ä","x":{}},"m":[]}"#;
        let read: Json = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        let body = Json::from(serde_json::json!({ "b": 1 })).with("a", read);
        assert_eq!(serde_json::to_string(&body).unwrap(), format!("{{\"b\":1,\"a\":{text}}}"));
    }
}
