//! What a requirement document says that is not taken over into a design, and why: said when it is first read.

use std::collections::BTreeMap;

use super::brief::{Reading, Why};

/// How many lines are named for one reason.
const LINES: usize = 8;

/// The reason in words.
const fn reason(why: Why) -> &'static str {
    match why {
        Why::Code => "a code block or a diagram",
        Why::Comment => "a comment of the document",
        Why::OtherMarkup => "markup that is not read; convert the document to Markdown",
        Why::Table => "a table whose columns name neither requirements nor fields",
        Why::NotAsked => "said by the document itself to be no requirement",
        Why::Prose => "prose that asks for nothing",
    }
}

/// A sentence on the lines that ask for nothing in words that are read, where there are any.
pub fn prose(reading: &Reading) -> Option<String> {
    let lines =
        reading.skipped.iter().filter(|skipped| skipped.why == Why::Prose).map(|skipped| skipped.line);
    let lines: Vec<u32> = lines.collect();
    (!lines.is_empty())
        .then(|| sentence("no requirement in words that are read (must, shall, should, can)", lines))
}

/// A sentence for each reason, with its lines. Nothing where all was taken over.
pub fn told(reading: &Reading) -> Vec<String> {
    let mut by_reason: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let excluded = reading.exclusions.iter().map(|text| ("out of scope, and so not designed", text.line));
    // Prose between requirements is no news.
    let is_excluded = |line: u32| reading.exclusions.iter().any(|text| text.line == line);
    let is_news = |why: Why, line: u32| why != Why::Prose && !(why == Why::NotAsked && is_excluded(line));
    let skipped = reading.skipped.iter().filter(|skipped| is_news(skipped.why, skipped.line));
    for (why, line) in excluded.chain(skipped.map(|skipped| (reason(skipped.why), skipped.line))) {
        by_reason.entry(why).or_default().push(line);
    }
    by_reason.into_iter().map(|(why, lines)| sentence(why, lines)).collect()
}

fn sentence(why: &str, mut lines: Vec<u32>) -> String {
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
    let more = if lines.len() > shown.len() { ", …" } else { "" };
    format!("not taken over, {why}: line {}{more}", shown.join(", "))
}
