//! Names of files that an answer brings: the only door through which a name from outside becomes part of a path
//! below a run's folder.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::id::{FeatureId, is_device};

/// A plain file name: 1 to 128 of `A-Z a-z 0-9 _ - .`, not beginning with a dot or a hyphen, not ending with a dot,
/// without `..`, and no device name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct FileName(String);

/// The most characters of a name.
pub const LONGEST: usize = 128;

impl FileName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What follows the last dot; `None` without a dot.
    pub fn extension(&self) -> Option<&str> {
        self.0.rsplit_once('.').map(|(_, extension)| extension)
    }

    /// The name as file systems compare it that ignore letter case.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

/// Why a text is no file name. Names are quoted up to their limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAFileName {
    /// The text is empty.
    #[error("a file name is empty: write one, for example `schema.sql`")]
    Empty,
    /// More than [`LONGEST`] characters.
    #[error("{0:?} … is longer than {LONGEST} characters: use a shorter name")]
    Long(String),
    /// A folder, or a way out of one.
    #[error("{0:?} is not a file name but a path: write the name alone")]
    Path(String),
    /// A character that is not allowed, or not allowed where it is.
    #[error(
        "{0:?} is not a file name: use A-Z, a-z, 0-9, '_', '-' and '.'; it may not begin with '.' or '-', \
         nor end with '.'"
    )]
    Shape(String),
    /// A device name on Windows, where such a file cannot be made.
    #[error("{0:?} is not a file name: it is a reserved device name on some systems")]
    Reserved(String),
}

impl FromStr for FileName {
    type Err = NotAFileName;

    fn from_str(text: &str) -> Result<Self, NotAFileName> {
        if text.is_empty() {
            return Err(NotAFileName::Empty);
        }
        let shown = || text.chars().take(LONGEST).collect::<String>();
        if text.len() > LONGEST {
            return Err(NotAFileName::Long(shown()));
        }
        if text.contains(['/', '\\', ':']) || text.contains("..") || text == "." {
            return Err(NotAFileName::Path(shown()));
        }
        let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        if text.starts_with(['.', '-']) || text.ends_with('.') || !text.bytes().all(allowed) {
            return Err(NotAFileName::Shape(shown()));
        }
        // A device keeps its name with any extension.
        let stem = text.split('.').next().unwrap_or_default().to_ascii_lowercase();
        if is_device(&stem) {
            return Err(NotAFileName::Reserved(shown()));
        }
        Ok(Self(text.to_owned()))
    }
}

/// The characters of an id, and the devices that it excludes, make it a file name.
impl From<&FeatureId> for FileName {
    fn from(id: &FeatureId) -> Self {
        Self(id.as_str().to_owned())
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for FileName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_climb_hide_or_name_a_device_are_refused() {
        let path = ["../x.java", "a/b", "/etc/passwd", "..", "a..b", "C:x", "a\\b", ".", "a/", "x:y.java"];
        for bad in path {
            assert_eq!(bad.parse::<FileName>(), Err(NotAFileName::Path(bad.into())), "{bad:?}");
        }
        for bad in
            [".env", "-rf", "a.", "a b", "ä.java", "a\0", "a\n", " a", "a ", "a*", "~", "x\u{202e}.sql"]
        {
            assert_eq!(bad.parse::<FileName>(), Err(NotAFileName::Shape(bad.into())), "{bad:?}");
        }
        for bad in ["con", "NUL.txt", "com1.java", "Lpt9", "aux.tar.gz", "com0"] {
            assert_eq!(bad.parse::<FileName>(), Err(NotAFileName::Reserved(bad.into())), "{bad:?}");
        }
        assert_eq!("".parse::<FileName>(), Err(NotAFileName::Empty));
        assert!(matches!("a".repeat(LONGEST + 1).parse::<FileName>(), Err(NotAFileName::Long(_))));
        for good in [
            "Tier.java",
            "a",
            "_x",
            "schema.sql",
            "0-9",
            "x.tar.gz",
            "console.log",
            "com10",
            &"a".repeat(LONGEST),
        ] {
            assert!(good.parse::<FileName>().is_ok(), "{good:?}");
        }
    }

    #[test]
    fn a_name_knows_its_extension_and_its_folded_form() {
        let name: FileName = "Tier.Java".parse().unwrap();
        assert_eq!((name.extension(), name.folded().as_str()), (Some("Java"), "tier.java"));
        assert_eq!("Makefile".parse::<FileName>().unwrap().extension(), None);
    }

    proptest! {
        /// Every accepted name is one plain path component, and every feature id is such a name.
        #[test]
        fn a_name_is_always_one_plain_path_component(text in ".{0,140}|[A-Za-z0-9_.-]{1,20}") {
            if let Ok(name) = text.parse::<FileName>() {
                let path = std::path::Path::new(name.as_str());
                prop_assert_eq!(path.components().count(), 1);
                let plain = matches!(path.components().next(), Some(std::path::Component::Normal(_)));
                prop_assert!(plain);
            }
            if let Ok(id) = text.parse::<FeatureId>() {
                prop_assert_eq!(id.as_str().parse(), Ok(FileName::from(&id)));
            }
        }
    }
}
