//! JSON objects that keep the order of their members: what other programs add to a record is written again as it was.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, Value};

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

    /// A member.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// A member that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Json::Text(text) = self.get(name)? { Some(text) } else { None }
    }

    /// A member that is an object.
    pub fn object(&self, name: &str) -> Option<&Self> {
        if let Json::Object(fields) = self.get(name)? { Some(fields) } else { None }
    }

    /// Changes a member in its place, or adds it at the end.
    pub fn set(&mut self, name: &str, value: Json) {
        *self.place(name) = value;
    }

    /// Changes a member that is an object, in its place; anything else becomes an empty object first.
    pub fn edit(&mut self, name: &str, change: impl FnOnce(&mut Self)) {
        let place = self.place(name);
        let mut fields = match std::mem::replace(place, Json::Null) {
            Json::Object(fields) => fields,
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::List(_) => Self::default(),
        };
        change(&mut fields);
        *place = Json::Object(fields);
    }

    fn place(&mut self, name: &str) -> &mut Json {
        let at = self.0.iter().position(|(key, _)| key == name).unwrap_or_else(|| {
            self.0.push((name.to_owned(), Json::Null));
            self.0.len() - 1
        });
        &mut self.0[at].1
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
