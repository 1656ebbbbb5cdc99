//! Filler: text without content. There is one judgement for every check, so that no text is a placeholder to one check
//! and a description to another.

use std::sync::LazyLock;

use crate::text::class::Class;
use crate::text::phrases::Phrases;
use crate::text::said::{Said, Saying, sentences};
use crate::text::vocabulary::Word;
use crate::text::words::{Key, KeySet};
use crate::text::{class, lists, words};

static MARKERS: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(lists::MARKERS, class::OPENS_MARKER));
static WHOLE: LazyLock<KeySet> =
    LazyLock::new(|| lists::WHOLE_FILLER.iter().map(|t| words::name_key(t)).collect());

/// The reason for a text with a mark such as "TBD".
pub(crate) const OPEN: &str = "is not written yet";

/// Why a text from outside the design is filler, if it is.
pub(crate) fn reason(text: &str) -> Option<&'static str> {
    let mut saying = Saying::default();
    let record = saying.read(text);
    saying.said(&record).filler()
}

/// Why a text is filler, if it is. `loose` counts its content words with their repetitions.
pub(crate) fn judge(said: &Said, loose: usize) -> Option<&'static str> {
    let text = said.text;
    if text.trim().is_empty() {
        return None;
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Some("has no words");
    }
    if has_marker(said) {
        return Some(OPEN);
    }
    if said.word_count() <= 3 && WHOLE.contains(&said.name_key()) {
        return Some("is a placeholder");
    }
    if is_slot(text) {
        return Some("is a template slot");
    }
    if said.has_any(class::LATIN) && is_latin(said) {
        return Some("is filler text");
    }
    if said.has_any(class::BUZZ) && is_buzz(said) {
        return Some("fits any project");
    }
    if repeats(said, loose) {
        return Some("repeats the same words");
    }
    None
}

/// Three different words of lorem ipsum in one text are no coincidence, nor are two that are most of it.
fn is_latin(said: &Said) -> bool {
    let latin = said.words().filter(|word| word.class & class::LATIN != 0).map(|word| word.key);
    let latin = words::distinct(latin);
    latin.len() >= 3 || latin.len() == 2 && said.word_count() <= 3
}

/// A sentence with two words of praise and hardly another that says something. Names may consist of such words.
fn is_buzz(said: &Said) -> bool {
    const SENTENCE: usize = 4;
    let has = |lists: Class| move |word: &&Word| word.class & lists != 0;
    let buzz = said.words().filter(has(class::BUZZ)).count();
    let others = said.words().filter(|word| word.is_specific() && word.class & class::BUZZ == 0).count();
    said.word_count() >= SENTENCE && buzz >= 2 && others * 2 < buzz
}

/// Whether a whole text is in brackets: `[Name of the flow]`, `<what happens>`, `{{goal}}`.
fn is_slot(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', ':']);
    [("[", "]"), ("<", ">"), ("{", "}")].into_iter().any(|(open, close)| {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        let inner = inner.map(|inner| inner.trim_start_matches(open).trim_end_matches(close));
        // A list in brackets names the possible values.
        inner.is_some_and(|inner| !inner.contains([']', '[', '<', '>', '{', '}', ',']))
    })
}

pub(crate) fn has_marker(said: &Said) -> bool {
    MARKERS.may_stand_in(said) && marks(said).next().is_some()
}

/// The places of marks such as "TBD".
pub(crate) fn marks<'t>(said: &Said<'t>) -> impl Iterator<Item = (usize, usize)> + use<'t> {
    let text = said.text;
    MARKERS.find_in(text).filter(|(start, end)| whole_words(text, *start, *end))
}

/// Whether a match is not a part of a longer word.
pub(crate) fn whole_words(text: &str, start: usize, end: usize) -> bool {
    let joins = |edge: Option<char>, outer: Option<char>| match (edge, outer) {
        (Some(edge), Some(outer)) => {
            edge.is_alphanumeric()
                && outer.is_alphanumeric()
                && !words::is_spaceless(edge)
                && !words::is_spaceless(outer)
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
fn repeats(said: &Said, loose: usize) -> bool {
    let words = said.word_count();
    let keys = said.words().map(|word| word.key);
    let thrice = keys.clone().zip(keys.clone().skip(1)).zip(keys.skip(2)).any(|((a, b), c)| a == b && b == c);
    if thrice && !said.has_unspaced() {
        return true;
    }
    // Most texts are one sentence, which cannot repeat another.
    if words >= 6 && said.has_sentences() {
        let long = |s: &&str| s.chars().filter(|c| c.is_alphanumeric()).count() >= 6;
        let keys: Vec<Key> = sentences(said.text).filter(long).map(words::name_key).collect();
        if words::distinct(keys.iter()).len() < keys.len() {
            return true;
        }
    }
    // Long honest texts repeat function words; content words are what filler repeats.
    words >= 10 && (8..=400).contains(&loose) && said.content.len() * 5 < loose * 2
}

#[cfg(test)]
mod tests {
    use crate::text::filler::*;

    #[test]
    fn filler_is_recognised() {
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
            "[Name of the flow]",
            "<What happens then>.",
            "{{goal}}",
            "Nemo enim",
            "Totam rem aperiam",
            "The platform empowers stakeholders to leverage synergies",
            "Drive engagement and impact",
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
            "The outbid bidder gets a message",
            "[Save] and [Discard] stand under the form",
            "Dolor de cabeza",
            "Total labor: labor hours times labor rate",
            "{draft, sent, paid}",
            "Stakeholder engagement",
            "団員はここに集まる",
            "抢占位置",
            "The authors to follow are listed",
            "The stakeholder signs the transfer of the parcel",
            "Shows the impact of a storm on the harvest",
            "",
        ] {
            assert_eq!(reason(text), None, "{text}");
        }
    }
}
