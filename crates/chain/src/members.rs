//! A JSON object as text: its members in their order, each value as it was written. What other programs put there keeps its bytes,
//! such as the digits of numbers.

use std::fmt;

use frieze_data::json;
use serde::Serialize;
use serde::de::{DeserializeOwned, Deserializer as _, MapAccess, Visitor};
use serde_json::Deserializer;
use serde_json::value::RawValue;

/// The members of an object: names, and values as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Members {
    all: Vec<(String, String)>,
    /// How many objects it is in.
    depth: usize,
}

impl Members {
    /// Reads an object.
    ///
    /// # Errors
    /// It is no JSON, or no object.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut reader = Deserializer::from_str(text);
        let all = reader.deserialize_map(Raw)?;
        reader.end()?;
        Ok(Self { all, depth: 0 })
    }

    /// The names of the members, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|(name, _)| name.as_str())
    }

    /// A value as JSON.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
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
        self.set_raw(name, text.trim_end().replace('\n', &format!("\n{}", self.indent(1))));
    }

    /// Changes the members of a value that is an object; anything else becomes an empty object first.
    pub fn edit(&mut self, name: &str, change: impl FnOnce(&mut Self)) {
        let empty = Self { all: Vec::new(), depth: self.depth + 1 };
        let mut object = self.object(name).unwrap_or(empty);
        change(&mut object);
        self.set_raw(name, object.to_string());
    }

    fn indent(&self, more: usize) -> String {
        "  ".repeat(self.depth + more)
    }

    fn set_raw(&mut self, name: &str, value: String) {
        match self.all.iter_mut().find(|(key, _)| key == name) {
            Some((_, known)) => *known = value,
            None => self.all.push((name.to_owned(), value)),
        }
    }
}

/// The object as a file has it: a member on each line.
impl fmt::Display for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all.is_empty() {
            return f.write_str("{}");
        }
        for (at, (name, value)) in self.all.iter().enumerate() {
            let begin = if at == 0 { '{' } else { ',' };
            write!(f, "{begin}\n{}{}: {value}", self.indent(1), json::line(name))?;
        }
        write!(f, "\n{}}}", self.indent(0))
    }
}

/// Reads the members of an object, and leaves their values as they are written.
struct Raw;

impl<'de> Visitor<'de> for Raw {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some((name, value)) = members.next_entry::<String, &RawValue>()? {
            all.push((name, value.get().to_owned()));
        }
        Ok(all)
    }
}
