//! JSON objects that keep the order of their members: what other programs add to a record is written again as it was.

use std::borrow::Cow;
use std::fmt;

use indexmap::IndexMap;
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

use crate::json;

/// How many members a record has about, so that most are read into one allocation.
const USUAL: usize = 12;

/// The members of an object, in order. Of several with one name, the last one counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fields<V = Json>(pub IndexMap<String, V>);

/// A JSON value whose objects keep their order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Json {
    #[default]
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Json>),
    Object(Fields),
}

/// A JSON value as it was written, with all digits of its numbers. Its lines are indented as if it was a file of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw(String);

impl<V> Fields<V> {
    /// A member.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.get(name)
    }

    /// Changes a member in its place, or adds it at the end.
    pub fn set(&mut self, name: &str, value: V) {
        self.0.insert(name.to_owned(), value);
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

impl Fields<Raw> {
    /// An object, and a member of it that has a form of its own, in one pass: lists of thousands wait for it. Among the others, that
    /// member keeps only its place.
    ///
    /// # Errors
    /// The text is no object, or the member does not have this form.
    pub fn with_own<T: DeserializeOwned + Default>(text: &str, name: &str) -> serde_json::Result<(Self, T)> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let WithOwn { fields, own, .. } = reader.deserialize_map(WithOwn {
            name,
            fields: Self(IndexMap::with_capacity(USUAL)),
            own: T::default(),
        })?;
        reader.end().map(|()| (fields, own))
    }

    /// A member's value, if it has this form.
    pub fn value<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.get(name)?.read().ok()
    }

    /// A member that is a text; borrowed, unless it has escapes.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        // A text alone is read: lists of thousands have members that are null, and an error costs more than the text.
        let member = self.get(name).filter(|member| member.0.starts_with('"'))?;
        member.read_borrowed().map(Cow::Borrowed).or_else(|| member.read().map(Cow::Owned).ok())
    }

    /// The members of a member that is an object.
    pub fn object(&self, name: &str) -> Option<Self> {
        self.value(name)
    }

    /// Changes a member in its place, or adds it at the end.
    pub fn put(&mut self, name: &str, value: &impl Serialize) {
        let text = String::from_utf8(json::pretty(value)).unwrap_or_default();
        self.set(name, Raw(text.trim_end().to_owned()));
    }
}

/// An object in the making, with the value of the member `name`.
struct WithOwn<'n, T> {
    name: &'n str,
    fields: Fields<Raw>,
    own: T,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for WithOwn<'_, T> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let value = if name == self.name {
                self.own = map.next_value().map_err(|e| A::Error::custom(format_args!("`{name}`: {e}")))?;
                Raw::default()
            } else {
                map.next_value()?
            };
            self.fields.0.insert(name, value);
        }
        Ok(self)
    }
}

impl Raw {
    /// The value.
    ///
    /// # Errors
    /// It does not have this form.
    pub fn read<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(&self.0)
    }

    /// A text without escapes: what nearly all are.
    fn read_borrowed(&self) -> Option<&str> {
        self.0.strip_prefix('"')?.strip_suffix('"').filter(|text| !text.contains('\\'))
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

impl Default for Raw {
    fn default() -> Self {
        Self("null".to_owned())
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.replace('\n', "\n  ");
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|value| {
            let text = value.get();
            Self(if text.contains('\n') { text.replace("\n  ", "\n") } else { text.to_owned() })
        })
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

    #[test]
    fn raw_values_keep_their_digits_and_their_lines() {
        let text = "{\n  \"a\": {\n    \"n\": 1.10,\n    \"big\": [ 123456789012345678901,\n 1e400]\n  },\n  \"b\": null\n}\n";
        let mut fields: Fields<Raw> = serde_json::from_str(text).unwrap();
        let written = |fields: &Fields<Raw>| String::from_utf8(json::pretty(fields)).unwrap();
        // A line that is indented less than its place is moved until it is not.
        let same = text.replace("\n 1e400", "\n   1e400");
        assert_eq!(written(&fields), same);
        let mut inner = fields.object("a").unwrap();
        inner.put("o", &serde_json::json!({ "x": 1 }));
        fields.put("a", &inner);
        let added = "\n     1e400],\n    \"o\": {\n      \"x\": 1\n    }\n";
        let more = same.replace("\n   1e400]\n", added);
        assert_eq!(written(&fields), more);
        assert_eq!(written(&serde_json::from_str(&more).unwrap()), more);
        assert_eq!((fields.value::<String>("b"), fields.object("b")), (None, None));
    }
}
