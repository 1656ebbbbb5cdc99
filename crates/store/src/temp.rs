//! Names of temporary files: `.name.XXXXXXXX.tmp`, next to the final file. The random part keeps anyone from creating a file of
//! that name first (promise P18).

use std::hash::{BuildHasher, RandomState};

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const RANDOM_LENGTH: usize = 8;

/// A new temporary name for `target`.
pub(super) fn fresh(target: &str) -> String {
    // The standard library's hash keys come from the system's random source; forty bits of the hash are used.
    let mut bits = RandomState::new().hash_one(target);
    let random: String = (0..RANDOM_LENGTH)
        .map(|_| {
            let letter = ALPHABET.iter().cycle().nth(usize::from(bits.to_le_bytes()[0] & 31));
            bits >>= 5;
            char::from(*letter.unwrap_or(&b'a'))
        })
        .collect();
    format!(".{target}.{random}.tmp")
}

/// Whether [`fresh`] may have made a name.
pub fn is_ours(name: &str) -> bool {
    target(name).is_some_and(|target| !target.is_empty())
}

/// Whether [`fresh`] may have made a name for this file.
pub(super) fn is_of(name: &str, file: &str) -> bool {
    target(name) == Some(file)
}

/// The final name of a temporary file.
fn target(name: &str) -> Option<&str> {
    let middle = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (target, random) = middle.rsplit_once('.')?;
    let is_random = random.len() == RANDOM_LENGTH && random.bytes().all(|b| ALPHABET.contains(&b));
    is_random.then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_temporary_names_are_recognised() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| fresh("state.json")).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_ours(name)), "{names:?}");
        assert!(names.iter().all(|name| is_of(name, "state.json") && !is_of(name, "state")), "{names:?}");
        for other in [
            "state.json",
            ".state.json.tmp",
            ".a.ABCDEFGH.tmp",
            "..abcdefgh.tmp",
            ".a.abcdefg.tmp",
            "a.b.abcdefgh.tmp",
            ".gitignore",
        ] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
