//! Lists of words: those around an ambiguous term that show its sense, and those of a program's own names.

use std::sync::LazyLock;

use foldhash::HashSet;

/// `Cue`, which names the lists of `cues.txt` and `code_words.txt`, and their words.
mod made {
    include!(concat!(env!("OUT_DIR"), "/cues.rs"));
}

pub(super) use made::Cue;

static LISTS: LazyLock<Vec<HashSet<&'static str>>> =
    LazyLock::new(|| made::WORDS.iter().map(|words| words.iter().copied().collect()).collect());

impl Cue {
    /// Whether the word is in this list.
    pub(super) fn has(self, word: Option<&(impl AsRef<str> + ?Sized)>) -> bool {
        word.is_some_and(|w| LISTS.get(self as usize).is_some_and(|list| list.contains(w.as_ref())))
    }

    /// As [`Self::has`], for a word as bytes.
    pub(super) fn has_bytes(self, word: &[u8]) -> bool {
        self.has(std::str::from_utf8(word).ok())
    }

    /// The words of this list.
    pub(super) fn words(self) -> &'static [&'static str] {
        made::WORDS.get(self as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::made;

    #[test]
    fn every_list_has_words() {
        assert!(made::WORDS.iter().all(|words| !words.is_empty()));
    }
}
