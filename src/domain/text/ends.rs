//! Where a line may end in scripts that are written without blanks: between two of their characters, but never before what
//! closes or goes on with the one before it, nor behind what opens (kinsoku, as Japanese and Chinese are set).

use unicode_width::UnicodeWidthStr as _;

/// What never begins a line.
const CLOSING: &str = "、。，．・：；？！‼⁇⁈⁉％」』）】〕〉》｝］〗〙〛〟〜～ー゠–—…‥々〻ゝゞヽヾ\
                       ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ";
/// What never ends one.
const OPENING: &str = "「『（【〔〈《｛［〖〘〚〝￥＄";

/// Whether a line may end between two characters, each as people see it, where no blank stands between them. Korean has
/// blanks, and its words stay whole.
pub fn may_end_between(before: &str, next: &str) -> bool {
    let is_one = |text: &str| text.width() > 1 && !text.chars().next().is_some_and(is_korean);
    let is_in = |text: &str, all: &str| text.chars().next().is_some_and(|c| all.contains(c));
    is_one(before) && is_one(next) && !is_in(before, OPENING) && !is_in(next, CLOSING)
}

fn is_korean(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}')
}

#[cfg(test)]
mod tests {
    use super::may_end_between;

    #[test]
    fn lines_end_between_letters_and_never_before_what_closes_or_behind_what_opens() {
        for (before, next) in
            [("設", "計"), ("。", "設"), ("設", "「"), ("」", "「"), ("が", "カ"), ("👍", "👍")]
        {
            assert!(may_end_between(before, next), "{before}{next}");
        }
        let kept = "、。」』）】！？っゃゅょァッー々".chars().map(|next| ("設".to_owned(), next.to_string()));
        let kept = kept.chain(
            [("「", "設"), ("（", "設"), ("a", "設"), ("設", "a"), ("한", "국")]
                .map(|(before, next)| (before.to_owned(), next.to_owned())),
        );
        for (before, next) in kept {
            assert!(!may_end_between(&before, &next), "{before}{next}");
        }
    }
}
