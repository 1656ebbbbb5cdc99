//! Sentences without a word of obligation, and whether they ask all the same: criteria, wishes of people who write
//! to people, what always holds.

use super::super::block::{Block, Form};
use super::super::{inferred, modal, sentence};

/// Long enough to say something, and neither a question nor an announcement. Wide letters stand for words.
pub(super) fn is_criterion(sentence: &str) -> bool {
    let says = sentence.split_whitespace().count() >= 4 || !sentence.is_ascii();
    says && !sentence.ends_with([':', '：', '?', '？'])
}

/// `the waiting list is notified`: a sentence, however short, and no name of a list.
pub(super) fn says_of_something(text: &str) -> bool {
    modal::words(text).skip(1).any(|(_, word)| matches!(word, "is" | "are" | "gets" | "has" | "have"))
}

/// `bakery wants preorders`: somebody does something, and a list below says more of it.
pub(super) fn tells_a_deed(text: &str) -> bool {
    const DOES: &[&str] = &["wants", "needs", "gets", "sees", "asks", "pays", "knows", "keeps", "makes"];
    let does = |word: &str| DOES.contains(&word) || word.ends_with('s') && inferred::acts(word);
    modal::strength(text) > modal::Strength::None
        || modal::words(text).skip(1).any(|(_, word)| does(word))
        || is_bidden(text)
}

/// `Search by era, size and colour`: a verb and what it goes on with; `Search and filters` is a heading.
fn is_bidden(text: &str) -> bool {
    const LEAST: usize = 4;
    let mut words = modal::words(text).map(|(_, word)| word.to_lowercase());
    let acts = words.next().is_some_and(|word| inferred::acts(&word));
    let goes_on = words.next().is_some_and(|word| word == "by");
    acts && goes_on && words.count() + 2 >= LEAST && !text.ends_with([':', '：'])
}

/// An aim of the company and not of the product: `We must win back customers`.
pub(super) fn tells_of_us(text: &str) -> bool {
    let first = modal::words(text).next().map(|(_, word)| word.to_lowercase());
    first.is_some_and(|word| matches!(word.as_str(), "we" | "our" | "i"))
}

/// What somebody who writes to people wants: `I'd like to know`, `please warn me`, `needed once a year`.
pub(super) fn wants(text: &str) -> bool {
    let lower = text.to_lowercase();
    let hoped = [
        "would be great",
        "would be nice",
        "would be good",
        "would be helpful",
        "would be lovely",
        "would love",
    ];
    if hoped.iter().any(|hope| lower.contains(hope)) {
        return true;
    }
    let mut before = String::new();
    modal::words(text).any(|(_, word)| {
        let lower = word.to_lowercase().replace('’', "'");
        let of_us = matches!(before.as_str(), "i" | "we" | "would" | "don't" | "i'd" | "we'd");
        let found = match lower.as_str() {
            "please" | "needed" => true,
            "want" | "need" | "like" | "prefer" => of_us,
            _ => false,
        };
        before = lower;
        found
    })
}

/// `Thanks again for the coffee`, `As promised here is what we would like`: said to people, about nothing that is built.
pub(super) fn is_courtesy(told: &str) -> bool {
    #[rustfmt::skip]
    const OPENS: &[&str] = &[
        "thanks", "thank you", "many thanks", "as promised", "as discussed", "as agreed", "as requested", "hope you", "hope this",
        "i hope", "we hope", "sorry", "apologies", "it was good", "it was nice", "it was great", "it was lovely", "great to",
        "good to", "nice to", "looking forward", "let me know", "let us know", "see you", "here is what", "here's what", "here are",
        "below is", "below are", "please find", "please let", "happy to", "feel free", "just a", "a quick note", "following our",
        "following up", "i can give you", "i can send you", "i'll give you", "i'll send you", "i will give you", "i will send you",
        "we can give you", "we can send you", "we'll send you", "we will send you", "vielen dank", "danke", "wie besprochen", "wie versprochen", "anbei", "gracias", "como acordamos", "merci",
        "comme convenu", "suite à",
    ];
    sentence::begins_with(told.trim_start_matches(|c: char| !c.is_alphanumeric()), OPENS)
}

/// `Online payment: no, we don't want that`, `We don't need anything for the summer berths`: asked about, and not wanted.
pub(super) fn is_declined(told: &str) -> bool {
    const DECLINED: &[&str] = &[
        "don't want that",
        "don't want it",
        "don't want this",
        "don't need that",
        "don't need it",
        "don't need this",
    ];
    const NOTHING: &str = "don't need anything";
    let lower = told.to_lowercase().replace('’', "'").replace("do not ", "don't ");
    let ours = |at: usize| {
        let who = lower.get(..at).and_then(|before| before.split_whitespace().next_back());
        matches!(who, Some("we" | "i"))
    };
    // `We don't want it to be seen` forbids something.
    let ends = |at: usize, words: &str| {
        let rest = lower.get(at + words.len()..).unwrap_or_default();
        rest.is_empty()
            || rest.starts_with(['.', ',', ';', '!'])
            || words == NOTHING && rest.starts_with(" for ")
    };
    let said = |words: &&str| lower.find(*words).is_some_and(|at| ours(at) && ends(at, words));
    modal::strength(told) < modal::Strength::Must
        && !lower.contains(" but ")
        && DECLINED.iter().chain([&NOTHING]).any(said)
}

/// What a paragraph says beside what is only said to people.
pub(super) fn without_courtesies(text: &str) -> String {
    let sentences = sentence::sentences(text).into_iter().filter_map(|range| text.get(range));
    let told: Vec<&str> = sentences.filter(|one| !is_courtesy(one)).collect();
    sentence::uncited(&told.join(" "))
}

/// What one does with it, or it does: `You pick a date, and it shows the tide`.
pub(super) fn tells_of_use(text: &str) -> bool {
    let words: Vec<String> = modal::words(text).map(|(_, word)| word.to_lowercase()).collect();
    // `No need to run a server.`, `No account needed.`: what it goes without.
    let without = ["needed", "required", "necessary"];
    let last = words.last().map_or("", String::as_str);
    if text.starts_with("No need ") || text.starts_with("No ") && without.contains(&last) {
        return true;
    }
    let us = words.first().is_some_and(|word| matches!(word.as_str(), "i" | "we" | "my" | "our"));
    let used = words.iter().any(|word| matches!(word.as_str(), "you" | "it" | "users" | "people"));
    words.len() >= 5 && used && !us && !text.ends_with(['?', '？'])
}

/// One or two short paragraphs without a heading, a list or a table.
pub(super) fn is_note(blocks: &[Block]) -> bool {
    let size: usize = blocks.iter().map(|block| block.prose.len()).sum();
    blocks.len() <= 2 && size <= 1_200 && blocks.iter().all(|block| block.form == Form::Paragraph)
}

/// A document that hardly ever says must: what it tells in the plain present is what it asks for.
pub(super) fn is_mild(blocks: &[Block]) -> bool {
    const LEAST: usize = 4;
    const OF: usize = 10;
    let told = |block: &&Block| {
        matches!(block.form, Form::Paragraph | Form::Item)
            && block.prose.text().split_whitespace().count() >= 3
    };
    let binds = |block: &&Block| modal::is_binding(block.prose.text());
    let all = blocks.iter().filter(told).count();
    all >= LEAST && blocks.iter().filter(told).filter(binds).count() * OF < all
}

/// `Without it:`, `Today:` under a heading of goals: what is wrong, not what is wanted.
pub(super) fn tells_of_want(title: &str) -> bool {
    let lower = title.to_lowercase();
    ["without ", "currently", "today", "problems", "pain", "current "]
        .iter()
        .any(|word| lower.starts_with(word))
}
