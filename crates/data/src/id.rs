//! Feature ids: the names of folders that a person chooses (promise P17).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

/// A feature's name: `^[a-z0-9][a-z0-9-]{0,63}$`, except for reserved device names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct FeatureId(String);

impl FeatureId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a text is not a feature id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnId {
    /// A character, the first one, or the length is not allowed.
    #[error(
        "{0:?} is not a feature id: use 1 to 64 of a-z, 0-9 and '-', starting with a letter or a digit{near}",
        near = near(.0)
    )]
    Shape(String),
    /// A device name on Windows, where such a folder cannot be made.
    #[error("{0:?} is not a feature id: it is a reserved device name on some systems")]
    Reserved(String),
}

const LONGEST: usize = 64;

/// The words of a text that is almost an id, as an id; nothing if there is none.
fn near(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let id = words.join("-").parse::<FeatureId>();
    // A path is no misspelt name.
    let is_path = text.contains(['/', '\\', '.']);
    id.ok().filter(|_| !is_path).map_or_else(String::new, |id| format!(", such as {id}"))
}

impl FromStr for FeatureId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let shaped =
            !text.is_empty() && text.len() <= LONGEST && !text.starts_with('-') && text.bytes().all(allowed);
        if !shaped {
            let cut = if text.chars().count() > LONGEST { "…" } else { "" };
            return Err(NotAnId::Shape(text.chars().take(LONGEST).chain(cut.chars()).collect()));
        }
        if is_device(text) {
            return Err(NotAnId::Reserved(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

/// Whether a name without its ending, in lower case, is a device on Windows.
pub(super) fn is_device(stem: &str) -> bool {
    let numbered = |device: &str| {
        stem.strip_prefix(device).is_some_and(|n| n.len() == 1 && n.as_bytes()[0].is_ascii_digit())
    };
    matches!(stem, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

impl fmt::Display for FeatureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for FeatureId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_are_no_ids_are_refused() {
        for bad in
            ["", "-a", "A", "../x", "a/b", "a.b", "a b", "con", "nul", "com1", "lpt9", "ä", "a\0", "a\n"]
        {
            assert!(bad.parse::<FeatureId>().is_err(), "{bad:?}");
        }
        let cut = "a".repeat(65).parse::<FeatureId>().unwrap_err().to_string();
        assert!(cut.starts_with(&format!("\"{}…\" is not", "a".repeat(64))), "{cut}");
        for good in ["a", "0", "checkout", "user-auth-2", "console", "com10", &"a".repeat(64)] {
            assert!(good.parse::<FeatureId>().is_ok(), "{good:?}");
        }
    }

    proptest! {
        /// P17: every accepted name is one plain path component.
        #[test]
        fn an_id_is_always_one_plain_path_component(text in ".{0,80}") {
            if let Ok(id) = text.parse::<FeatureId>() {
                let path = std::path::Path::new(id.as_str());
                prop_assert_eq!(path.components().count(), 1);
                let plain = matches!(path.components().next(), Some(std::path::Component::Normal(_)));
                prop_assert!(plain);
            }
        }
    }
}
