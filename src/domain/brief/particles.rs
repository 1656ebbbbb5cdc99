//! Things in Japanese and Korean: the noun before the particle を, or with the ending 을 or 를, is what is acted upon. What is
//! acted upon in several statements is a thing that the product keeps or shows.

use std::collections::{BTreeMap, BTreeSet};

use super::{Brief, EntityMention};

/// More than these are not what the brief is about.
const MOST: usize = 6;
/// Statements that must act upon a thing.
const LEAST: usize = 2;
/// The product, its parts and what every text speaks of.
#[rustfmt::skip]
const NO_THINGS: &[&str] = &[
    "機能", "情報", "処理", "状態", "時間", "方法", "操作", "内容", "結果", "必要", "場合", "画面", "ページ", "ボタン", "システム",
    "サービス", "アプリ", "アプリケーション", "ユーザー", "エラー", "データ", "エンドポイント",
    "시스템", "기능", "정보", "화면", "페이지", "버튼", "데이터", "상태", "결과", "내용", "경우", "시간", "방법", "메시지", "오류", "에러", "사용자",
    "서비스", "작업", "목록", "이름", "번호", "입력", "선택", "확인", "표시", "접근", "권한", "요청", "응답", "처리", "필요", "문제", "이상", "이하",
];

pub(super) fn gather(brief: &mut Brief) {
    let objects = match brief.language.as_str() {
        "Japanese" => objects,
        "Korean" => korean_objects,
        _ => return,
    };
    let mut seen: BTreeMap<String, (u32, BTreeSet<usize>)> = BTreeMap::new();
    for (index, statement) in brief.statements.iter().enumerate() {
        for noun in objects(&statement.text) {
            seen.entry(noun).or_insert_with(|| (statement.line, BTreeSet::new())).1.insert(index);
        }
    }
    // `関連ドキュメント` tells of `ドキュメント`, where that is acted upon too.
    let heads: Vec<(String, u32, BTreeSet<usize>)> = seen
        .iter()
        .filter(|(noun, _)| !seen.keys().any(|head| head != *noun && noun.ends_with(head.as_str())))
        .map(|(noun, (line, _))| {
            let longer = seen.iter().filter(|(other, _)| other.ends_with(noun.as_str()));
            (noun.clone(), *line, longer.flat_map(|(_, (_, at))| at.iter().copied()).collect())
        })
        .collect();
    let is_known = |noun: &str| {
        brief.entities.iter().any(|e| e.name == noun) || brief.actors.iter().any(|a| a.text == noun)
    };
    let mut things: Vec<_> = heads
        .into_iter()
        .filter(|(noun, _, at)| at.len() >= LEAST && !NO_THINGS.contains(&noun.as_str()) && !is_known(noun))
        .collect();
    things.sort_by_key(|(_, line, at)| (std::cmp::Reverse(at.len()), *line));
    things.truncate(MOST);
    brief.entities.extend(things.iter().map(|(noun, line, _)| EntityMention::of(noun, *line)));
}

/// The nouns of a text that を follows: what is written in katakana and kanji right before it.
fn objects(text: &str) -> Vec<String> {
    let mut pieces: Vec<&str> = text.split('を').collect();
    pieces.pop();
    let is_part = |c: &char| matches!(c, 'ァ'..='ヴ' | 'ー' | '一'..='鿿');
    let before = pieces.iter().map(|piece| {
        let noun: Vec<char> = piece.chars().rev().take_while(is_part).collect();
        noun.into_iter().rev().collect::<String>()
    });
    before.filter(|noun| noun.chars().count() >= 2).collect()
}

/// The nouns of a text that end in 을 behind a consonant or in 를 behind a vowel.
fn korean_objects(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let nouns = words.filter_map(|word| {
        let noun = word.strip_suffix(['을', '를'])?;
        let last = noun.chars().next_back().filter(|c| ('가'..='힣').contains(c))?;
        // A syllable without a consonant at its end is the first of twenty-eight.
        let open = (u32::from(last) - u32::from('가')) % 28 == 0;
        (open == word.ends_with('를') && noun.chars().count() >= 2).then(|| noun.to_owned())
    });
    nouns.collect()
}

/// Whether a word is a Korean noun with one of the endings that say what part it plays.
pub(super) fn is_korean_form(noun: &str, word: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "", "을", "를", "은", "는", "이", "가", "의", "에", "와", "과", "도", "로", "으로", "에서", "에게", "부터", "까지", "별", "만", "마다", "들",
        "들을", "들이", "들은",
    ];
    word.strip_prefix(noun).is_some_and(|end| ENDS.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::{is_korean_form, korean_objects, objects};

    #[test]
    fn korean_says_by_its_endings_what_is_acted_upon() {
        let text = "이용자는 좌석을 예약하고 결제를 취소한다. 마을 이름과 가을 행사.";
        assert_eq!(korean_objects(text), ["좌석", "결제"]);
        assert!(is_korean_form("좌석", "좌석별") && is_korean_form("좌석", "좌석은"));
        assert!(!is_korean_form("좌석", "좌석표지판"));
    }

    #[test]
    fn what_is_acted_upon_stands_before_its_particle() {
        let text = "最も近いドキュメントを検索し、回答を生成すること。申し込みを受ける。";
        assert_eq!(objects(text), ["ドキュメント", "回答"]);
    }
}
