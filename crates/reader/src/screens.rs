//! Screens in requirements: `the Checkout page`, `"Lost items" screen`, `la page Paiement`.

use frieze_language::{Kind, Tag, Token, tokens};

use crate::Screen;
use crate::unit::Unit;
use crate::words::Words;

/// The most words of a name.
const WORDS: usize = 4;

/// The screens that a unit names.
pub fn named(words: &Words, unit: &Unit) -> Vec<Screen> {
    let text = unit.text.replace('_', " ");
    let all = words.marks(&text);
    let negated = all.iter().find(|mark| matches!(mark.tag, Tag::Not | Tag::MustNot | Tag::ShouldNot));
    // `There must be no Login page` names a screen that must not exist, and so does `The Login page must not exist`, where only a
    // verb follows.
    let end =
        negated.map_or(text.len(), |mark| match is_verb_alone(text.get(mark.end..).unwrap_or_default()) {
            true => 0,
            false => mark.start,
        });
    let marks: Vec<_> = all.iter().filter(|mark| mark.tag == Tag::Screen && mark.start < end).collect();
    let mut out = Vec::new();
    for mark in marks {
        let before = text.get(..mark.start).unwrap_or_default();
        let after = text.get(mark.end..).unwrap_or_default();
        let word = text.get(mark.start..mark.end).unwrap_or_default();
        let name = if words.is_name_first() {
            quoted_before(before)
                .or_else(|| capitals_before(words, before))
                .map(|name| format!("{name} {word}"))
        } else {
            quoted_after(after).or_else(|| capitals_after(words, after)).map(|name| format!("{word} {name}"))
        };
        let glued = words.is_spaceless();
        if let Some(name) = name {
            let name = if glued { name.replace(' ', "") } else { name };
            out.push(Screen { name, line: unit.line, description: String::new() });
        }
    }
    out
}

/// Whether a sentence ends after one more word.
fn is_verb_alone(rest: &str) -> bool {
    let sentence = rest.split(['.', '!', ';']).next().unwrap_or(rest);
    sentence.split_whitespace().count() == 1
}

fn quoted_before(before: &str) -> Option<String> {
    let inner = before.trim_end().strip_suffix(['"', '”', '“', '」', '»'])?;
    let start = inner.rfind(['"', '“', '„', '「', '«'])?;
    as_name(inner.get(start..)?.trim_start_matches(['"', '“', '„', '「', '«']))
}

fn quoted_after(after: &str) -> Option<String> {
    let inner = after.trim_start().strip_prefix(['"', '“', '„', '«'])?;
    let end = inner.find(['"', '”', '“', '»'])?;
    as_name(inner.get(..end)?)
}

/// A quoted text as a name, which has a few words.
fn as_name(quoted: &str) -> Option<String> {
    let name = quoted.trim();
    (!name.is_empty() && name.split_whitespace().count() <= WORDS).then(|| name.to_owned())
}

/// The capitalised words before `page`. A stop word (`The page`) is not a name.
fn capitals_before(words: &Words, before: &str) -> Option<String> {
    if words.has_capital_nouns() || !before.ends_with(' ') {
        return None;
    }
    // A name is short, so only the end of a long sentence is searched.
    let from = before.char_indices().rev().nth(60).map_or(0, |(at, _)| at);
    let near: Vec<Token> = tokens(before.get(from..)?).collect();
    let run: Vec<&str> =
        near.iter().rev().take_while(|t| is_capital(words, t)).take(WORDS).map(|t| t.text).collect();
    (!run.is_empty()).then(|| run.into_iter().rev().collect::<Vec<_>>().join(" "))
}

fn capitals_after(words: &Words, after: &str) -> Option<String> {
    if words.has_capital_nouns() || !after.starts_with(' ') {
        return None;
    }
    let to = after.char_indices().nth(60).map_or(after.len(), |(at, _)| at);
    let run: Vec<&str> =
        tokens(after.get(..to)?).take_while(|t| is_capital(words, t)).take(WORDS).map(|t| t.text).collect();
    (!run.is_empty()).then(|| run.join(" "))
}

fn is_capital(words: &Words, token: &Token) -> bool {
    token.kind == Kind::Word
        && token.text.starts_with(char::is_uppercase)
        && !words.is_stop(&token.text.to_lowercase())
        && words.marks(token.text).is_empty()
}
