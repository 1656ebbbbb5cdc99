//! JSON pointers (RFC 6901), built during a walk over an intent.

use std::fmt;

/// A pointer that is cheap to extend. It becomes text only when a finding needs it.
#[derive(Clone, Copy, Debug)]
pub enum Pointer<'a> {
    Root,
    Key(&'a Pointer<'a>, &'a str),
    Index(&'a Pointer<'a>, usize),
}

impl<'a> Pointer<'a> {
    /// The place of a member. `key` is not escaped; `Display` escapes it.
    pub fn key(&'a self, key: &'a str) -> Pointer<'a> {
        Pointer::Key(self, key)
    }

    /// The place of an item, from 0.
    pub fn index(&'a self, index: usize) -> Pointer<'a> {
        Pointer::Index(self, index)
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pointer::Root => Ok(()),
            Pointer::Key(parent, key) => {
                write!(f, "{parent}/{}", key.replace('~', "~0").replace('/', "~1"))
            }
            Pointer::Index(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    #[test]
    fn keys_are_escaped_by_rfc_6901() {
        let flows = Pointer::Root.key("a/b");
        assert_eq!(flows.index(3).key("m~n").to_string(), "/a~1b/3/m~0n");
        assert_eq!(Pointer::Root.to_string(), "");
    }
}
