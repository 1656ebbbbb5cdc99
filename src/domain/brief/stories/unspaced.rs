//! Stories in languages that put the wish at the end of the sentence: `会員として、本を予約したい。それにより、…`,
//! `회원으로서, 책을 예약하고 싶다. 그래서 …`.

use super::super::prose::is_wide;
use super::super::sentence;
use super::AsA;

struct Pattern {
    /// Behind who tells it.
    role: &'static [&'static str],
    /// What a wish ends with.
    wish: &'static [&'static str],
    /// What opens the sentence that says what for.
    benefit: &'static [&'static str],
}

#[rustfmt::skip]
const PATTERNS: &[Pattern] = &[
    Pattern { role: &["として、", "として,", "として，"],
        wish: &["たい", "たいです", "ほしい", "ほしいです", "欲しい", "欲しいです", "必要がある", "必要です"],
        benefit: &["それにより", "これにより", "そうすることで", "そうすれば", "なぜなら"] },
    Pattern { role: &["으로서, ", "로서, ", "으로서 ", "로서 "],
        wish: &["싶다", "싶습니다", "싶어요", "원한다", "원합니다", "바란다", "필요하다", "필요합니다"],
        benefit: &["그래서", "그래야", "그러면", "이를 통해", "왜냐하면"] },
];
/// Somebody is named in fewer characters.
const LONGEST_ROLE: usize = 24;

pub(super) fn as_a(text: &str) -> Option<AsA> {
    let of_them = |c: char| is_wide(c) || ('\u{AC00}'..='\u{D7AF}').contains(&c);
    if !text.chars().take(LONGEST_ROLE).any(of_them) {
        return None;
    }
    let sentences = sentence::sentences(text);
    let first = text.get(sentences.first()?.clone())?;
    PATTERNS.iter().find_map(|pattern| {
        let ends = pattern.role.iter().filter_map(|mark| first.find(mark).map(|at| (at, at + mark.len())));
        let (end, from) = ends.min()?;
        let actor = first.get(..end)?.trim();
        let wish = first.get(from..)?.trim_end_matches(['。', '.', '！', '!', ' ']);
        let named = !actor.is_empty()
            && actor.chars().count() <= LONGEST_ROLE
            && !actor.contains(['、', ',', ':', '：']);
        if !named || !pattern.wish.iter().any(|told| wish.ends_with(told)) {
            return None;
        }
        let wish = ["私は", "나는 ", "저는 "].iter().find_map(|me| wish.strip_prefix(me)).unwrap_or(wish);
        let second = sentences.get(1).and_then(|range| text.get(range.clone()));
        let benefit = second.and_then(|told| {
            let rest = pattern.benefit.iter().find_map(|word| told.strip_prefix(word))?;
            Some(super::tidy(rest))
        });
        Some(AsA { actor: actor.to_owned(), want: Some(wish.trim().to_owned()), benefit })
    })
}

#[cfg(test)]
mod tests {
    use super::as_a;

    #[test]
    fn wishes_at_the_end_of_a_sentence_are_stories() {
        let told = as_a("司書として、返却の遅れを一覧で見たい。それにより、すぐに連絡できる。").unwrap();
        assert_eq!((told.actor.as_str(), told.want.as_deref()), ("司書", Some("返却の遅れを一覧で見たい")));
        assert_eq!(told.benefit.as_deref(), Some("すぐに連絡できる"));
        let told =
            as_a("정비사로서, 나는 부품의 재고를 확인하고 싶다. 그래야 수리를 약속할 수 있다.").unwrap();
        assert_eq!(
            (told.actor.as_str(), told.want.as_deref()),
            ("정비사", Some("부품의 재고를 확인하고 싶다"))
        );
        assert_eq!(told.benefit.as_deref(), Some("수리를 약속할 수 있다"));
        assert!(as_a("結果として、一覧が表示される。").is_none());
        assert!(as_a("팀으로서 일한다.").is_none());
    }
}
