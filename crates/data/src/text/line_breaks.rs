//! Line breaks in scripts without spaces (kinsoku, for Japanese and Chinese): between two characters, except before closing and
//! after opening ones.

use unicode_width::UnicodeWidthStr as _;

/// Characters that never begin a line.
const CLOSING: &str = "、。，．・：；？！‼⁇⁈⁉％」』）】〕〉》｝］〗〙〛〟〜～ー゠–—…‥々〻ゝゞヽヾ\
                       ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ";
/// Characters that never end a line.
const OPENING: &str = "「『（【〔〈《｛［〖〘〚〝￥＄";

/// Whether a line may break between two graphemes without a space between them. Korean has spaces, so its words stay whole.
pub fn may_break_between(before: &str, next: &str) -> bool {
    let is_one = |text: &str| text.width() > 1 && !text.chars().next().is_some_and(is_korean);
    let is_in = |text: &str, all: &str| text.chars().next().is_some_and(|c| all.contains(c));
    is_one(before) && is_one(next) && !is_in(before, OPENING) && !is_in(next, CLOSING)
}

fn is_korean(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}')
}

#[cfg(test)]
mod tests {
    use super::may_break_between;

    #[test]
    fn lines_break_between_letters_but_not_before_closing_or_after_opening_ones() {
        for (before, next) in
            [("設", "計"), ("。", "設"), ("設", "「"), ("」", "「"), ("が", "カ"), ("👍", "👍")]
        {
            assert!(may_break_between(before, next), "{before}{next}");
        }
        let kept = "、。」』）】！？っゃゅょァッー々".chars().map(|next| ("設".to_owned(), next.to_string()));
        let kept = kept.chain(
            [("「", "設"), ("（", "設"), ("a", "設"), ("設", "a"), ("한", "국")]
                .map(|(before, next)| (before.to_owned(), next.to_owned())),
        );
        for (before, next) in kept {
            assert!(!may_break_between(&before, &next), "{before}{next}");
        }
    }
}
