//! Names of temporary files: `.name.XXXXXXXX.tmp` beside the file they will become. The middle is
//! random, so that nobody can plant something under the next name (promise P18).

use std::hash::{BuildHasher, RandomState};

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const RANDOM_LENGTH: usize = 8;

/// A fresh name for the file that will become `target`.
pub(super) fn fresh(target: &str) -> String {
    // The standard library's hash keys come from the system's random source; forty bits are used.
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

/// Whether a name has the form that [`fresh`] gives.
pub(super) fn is_ours(name: &str) -> bool {
    let Some(middle) = name.strip_prefix('.').and_then(|n| n.strip_suffix(".tmp")) else {
        return false;
    };
    middle.rsplit_once('.').is_some_and(|(target, random)| {
        !target.is_empty() && random.len() == RANDOM_LENGTH && random.bytes().all(|b| ALPHABET.contains(&b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_names_are_told_from_other_peoples() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| fresh("state.json")).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_ours(name)), "{names:?}");
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
