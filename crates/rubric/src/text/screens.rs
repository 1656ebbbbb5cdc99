//! Whether a text speaks of screens, by the words with which the reader finds them in a brief.

use frieze_language::{Tag, all, detect};

/// Whether a text speaks of a page, a screen, a dialog, a form or the like.
pub(crate) fn are_in(text: &str) -> bool {
    let language = detect(text).or_else(|| all().first());
    let marks = |line| language.map(|language| language.marks(line)).unwrap_or_default();
    text.lines().any(|line| marks(line).iter().any(|mark| mark.tag == Tag::Screen))
}
