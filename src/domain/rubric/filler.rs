//! Filler: text that is there without saying anything. One judgement for every check, so that no text is a
//! placeholder to one and a description to another.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::lists;
use super::words::{self, Key, KeySet};

static MARKERS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(lists::MARKERS)
        .ok()
});
static WHOLE: LazyLock<KeySet> =
    LazyLock::new(|| lists::WHOLE_FILLER.iter().map(|t| words::name_key(t)).collect());

/// Why a text is filler, if it is. An empty text is none: it is missing, which is another matter.
pub(super) fn reason(text: &str) -> Option<&'static str> {
    reason_of(text, &words::keys(text))
}

/// The same where the words of the text are known already.
pub(super) fn reason_of(text: &str, keys: &[Key]) -> Option<&'static str> {
    if text.trim().is_empty() {
        return None;
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Some("has no words");
    }
    if has_marker(text) {
        return Some("is marked as still to be written");
    }
    if keys.len() <= 3 && WHOLE.contains(&words::name_key(text)) {
        return Some("is a placeholder");
    }
    if keys.iter().filter(|key| words::is_latin(**key)).count() >= 3 {
        return Some("is filler text");
    }
    if repeats(text, keys) {
        return Some("says the same words over and over");
    }
    None
}

/// Whether a text, though made of words, says nothing about this design in particular.
pub(super) fn is_generic(keys: &[Key]) -> bool {
    keys.len() >= 5 && keys.iter().all(|key| words::is_stop(*key) || words::is_generic(*key))
}

fn has_marker(text: &str) -> bool {
    let Some(markers) = MARKERS.as_ref() else { return false };
    markers.find_iter(text).any(|found| whole_words(text, found.start(), found.end()))
}

/// Whether a match is not a part of a longer word.
pub(super) fn whole_words(text: &str, start: usize, end: usize) -> bool {
    let joins = |edge: Option<char>, outer: Option<char>| match (edge, outer) {
        (Some(edge), Some(outer)) => {
            edge.is_alphanumeric()
                && outer.is_alphanumeric()
                && !words::unspaced(edge)
                && !words::unspaced(outer)
        }
        _ => false,
    };
    let (Some(before), Some(found), Some(after)) = (text.get(..start), text.get(start..end), text.get(end..))
    else {
        return false;
    };
    !joins(found.chars().next(), before.chars().next_back())
        && !joins(found.chars().next_back(), after.chars().next())
}

/// Three equal words in a row, two equal sentences, or a long text from few words.
fn repeats(text: &str, keys: &[Key]) -> bool {
    if keys.windows(3).any(|w| w[0] == w[1] && w[1] == w[2]) && !text.chars().any(words::unspaced) {
        return true;
    }
    if keys.len() >= 6 {
        let sentences: Vec<&str> = text
            .split(['.', '!', '?', ';', '\n', '。', '！', '？'])
            .filter(|s| s.chars().filter(|c| c.is_alphanumeric()).count() >= 6)
            .collect();
        // Most texts are one sentence, which cannot repeat another.
        if sentences.len() > 1 {
            let count = sentences.len();
            let mut keys: Vec<Key> = sentences.into_iter().map(words::name_key).collect();
            keys.sort_unstable();
            keys.dedup();
            if keys.len() < count {
                return true;
            }
        }
    }
    if keys.len() < 10 {
        return false;
    }
    // Long honest texts repeat function words; content words are what filler repeats.
    let mut own: Vec<Key> = keys.iter().copied().filter(|key| !words::is_stop(*key)).collect();
    let count = own.len();
    own.sort_unstable();
    own.dedup();
    (8..=400).contains(&count) && own.len() * 5 < count * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filler_is_told_from_text() {
        for text in [
            "TBD",
            "tbd.",
            "...",
            "Lorem ipsum dolor sit amet",
            "Description",
            "N/A",
            "TODO: write this",
            "test",
            "data data data",
            "The list of orders. The list of orders.",
            "Amount: to be determined",
            "未定",
            "order list order list order list order list order list order list",
        ] {
            assert!(reason(text).is_some(), "{text}");
        }
        for text in [
            "Shows the to-do list of the day",
            "A todo has a title and a due date",
            "Placeholder text reads 'Search photos'",
            "Lists open orders, newest first",
            "未払いの注文を新しい順に表示する",
            "Zeigt offene Bestellungen",
            "The outbid bidder is told",
            "",
        ] {
            assert_eq!(reason(text), None, "{text}");
        }
        assert!(is_generic(&words::keys("This component provides useful functionality to the user.")));
        assert!(!is_generic(&words::keys("This component provides the total of the cart.")));
    }
}
