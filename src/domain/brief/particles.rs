//! Things in Japanese, whose words stand without a gap: the noun before the particle を is what is acted upon. What is
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
];

pub(super) fn gather(brief: &mut Brief) {
    if brief.language != "Japanese" {
        return;
    }
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

#[cfg(test)]
mod tests {
    use super::objects;

    #[test]
    fn what_is_acted_upon_stands_before_its_particle() {
        let text = "最も近いドキュメントを検索し、回答を生成すること。申し込みを受ける。";
        assert_eq!(objects(text), ["ドキュメント", "回答"]);
    }
}
