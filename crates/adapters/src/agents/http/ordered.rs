//! JSON that keeps the order of object entries. A server that enforces a schema makes the model write the properties in the
//! schema's order: what the design is about first, and parts after what they refer to. Sorted, the components would come
//! before the title.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Ordered {
    Object(IndexMap<String, Self>),
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
            Self::List(_) | Self::Plain(_) => IndexMap::new(),
        };
        entries.insert(name.to_owned(), value.into());
        Self::Object(entries)
    }
}

impl From<Value> for Ordered {
    fn from(value: Value) -> Self {
        Self::Plain(value)
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
