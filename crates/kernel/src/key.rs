//! The key of a request. The same wish derived twice from a record has the same key.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity of a request, for example `generate/3/1` (iteration 3, attempt 1).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Key(pub String);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
