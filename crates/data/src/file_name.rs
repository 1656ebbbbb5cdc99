//! File names from outside: the only texts of an answer that become part of a path (promise P17).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::id::is_device;

/// A plain file name: 1 to 128 of `A-Z a-z 0-9 _ - .`, one component on every system.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileName(String);

/// Why a text is not a file name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAFileName {
    /// A character, the first or the last one, or the length is not allowed.
    #[error(
        "{0:?} is not a file name: use 1 to {LONGEST} of A-Z, a-z, 0-9, '_', '-' and '.', without '..', not beginning with '.' or \
         '-' and not ending with '.'"
    )]
    Shape(String),
    /// A device name on Windows, with any ending.
    #[error("{0:?} is not a file name: it is a reserved device name on some systems")]
    Reserved(String),
}

const LONGEST: usize = 128;

impl FileName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for FileName {
    type Err = NotAFileName;

    fn from_str(text: &str) -> Result<Self, NotAFileName> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        let is_shaped = (1..=LONGEST).contains(&text.len())
            && text.bytes().all(allowed)
            && !text.starts_with(['.', '-'])
            && !text.ends_with('.')
            && !text.contains("..");
        if !is_shaped {
            return Err(NotAFileName::Shape(text.chars().take(LONGEST).collect()));
        }
        let stem = text.split('.').next().unwrap_or_default();
        if is_device(&stem.to_ascii_lowercase()) {
            return Err(NotAFileName::Reserved(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for FileName {
    type Error = NotAFileName;

    fn try_from(text: String) -> Result<Self, NotAFileName> {
        text.parse()
    }
}

impl From<FileName> for String {
    fn from(name: FileName) -> Self {
        name.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::RelPath;
    use proptest::prelude::*;

    #[test]
    fn names_that_are_no_plain_file_are_refused() {
        let bad = [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "a\\b",
            ".env",
            "-rf",
            "a.",
            "a..b",
            "a b",
            "a:b",
            "a\0",
            "a\n",
            "ä",
            "con",
            "CON.txt",
            "nul.tar.gz",
            "Com1",
            "LPT9.md",
        ];
        for bad in bad {
            assert!(bad.parse::<FileName>().is_err(), "{bad:?}");
            assert!(serde_json::from_value::<FileName>(bad.into()).is_err(), "{bad:?}");
        }
        assert!("a".repeat(129).parse::<FileName>().is_err());
        for good in [
            "a",
            "0",
            "_",
            "Main.rs",
            "user-auth_2.spec.ts",
            "console.log",
            "com10",
            "a.con",
            &"a".repeat(128),
        ] {
            assert_eq!(good.parse::<FileName>().unwrap().as_str(), good);
        }
    }

    proptest! {
        /// P17: every accepted name is one plain path component, and stays in its folder.
        #[test]
        fn a_name_is_always_one_plain_path_component(text in "[ -~]{0,12}|.{0,140}") {
            if let Ok(name) = text.parse::<FileName>() {
                let path = RelPath::new("files").named(&name);
                prop_assert_eq!(path.parent(), Some(RelPath::new("files")));
                prop_assert_eq!(path.name(), text.as_str());
                let plain = |c: std::path::Component| matches!(c, std::path::Component::Normal(_));
                prop_assert!(std::path::Path::new(name.as_str()).components().all(plain));
            }
        }
    }
}
