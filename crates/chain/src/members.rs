//! A JSON object as text: its members in their order, each value as it was written. What other programs put there keeps its bytes,
//! such as the digits of numbers.

use std::fmt;

use frieze_data::fields::Fields;
use frieze_data::json;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// The members of an object: names, and values as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Members {
    all: Fields<Raw>,
    /// How many objects it is in.
    depth: usize,
}

impl Members {
    /// Reads an object.
    ///
    /// # Errors
    /// It is no JSON, or no object.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(|all| Self { all, depth: 0 })
    }

    /// The names of the members, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.0.iter().map(|(name, _)| name.as_str())
    }

    /// A value as JSON.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.all.get(name).map(|Raw(value)| value.as_str())
    }

    /// A value, if it has this form.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.raw(name)?).ok()
    }

    /// A text that says something.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).filter(|text: &String| !text.trim().is_empty())
    }

    /// The members of a value that is an object.
    pub fn object(&self, name: &str) -> Option<Self> {
        Self::read(self.raw(name)?).ok().map(|object| Self { depth: self.depth + 1, ..object })
    }

    /// Changes a value in its place, or adds it at the end.
    pub fn set(&mut self, name: &str, value: &impl Serialize) {
        let text = String::from_utf8(json::pretty(value)).unwrap_or_default();
        self.all.set(name, Raw(text.trim_end().replace('\n', &format!("\n{}", self.indent(1)))));
    }

    /// Changes the members of a value that is an object; anything else becomes an empty object first.
    pub fn edit(&mut self, name: &str, change: impl FnOnce(&mut Self)) {
        let empty = || Self { depth: self.depth + 1, ..Self::default() };
        let mut object = self.object(name).unwrap_or_else(empty);
        change(&mut object);
        self.all.set(name, Raw(object.to_string()));
    }

    fn indent(&self, more: usize) -> String {
        "  ".repeat(self.depth + more)
    }
}

/// The object as a file has it: a member on each line.
impl fmt::Display for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all.0.is_empty() {
            return f.write_str("{}");
        }
        for (at, (name, Raw(value))) in self.all.0.iter().enumerate() {
            let begin = if at == 0 { '{' } else { ',' };
            write!(f, "{begin}\n{}{}: {value}", self.indent(1), json::line(name))?;
        }
        write!(f, "\n{}}}", self.indent(0))
    }
}

/// A value as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Raw(String);

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|value| Self(value.get().to_owned()))
    }
}
