//! Messages on the lines of a brief that are no requirement, with the reason.

use std::collections::{BTreeMap, HashSet};

use super::brief::{Reading, Why};

/// How many lines are listed for one reason.
const LINES: usize = 8;

const fn reason(why: Why) -> &'static str {
    match why {
        Why::Code => "code block or diagram",
        Why::Comment => "comment",
        Why::OtherMarkup => "unsupported markup; convert the document to Markdown",
        Why::Table => "table without a requirement or field column",
        Why::NotAsked => "marked as no requirement in the document",
        Why::Prose => "prose without a requirement",
    }
}

/// A message on the lines of prose without a requirement, if there are any.
pub fn prose(reading: &Reading) -> Option<String> {
    let lines =
        reading.skipped.iter().filter(|skipped| skipped.why == Why::Prose).map(|skipped| skipped.line);
    let lines: Vec<u32> = lines.collect();
    (!lines.is_empty()).then(|| message("no must, shall, should or can", lines))
}

/// A message for each reason with its lines, prose excepted; empty if nothing was skipped.
pub fn describe(reading: &Reading) -> Vec<String> {
    let mut by_reason: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let excluded = reading.exclusions.iter().map(|text| ("out of scope", text.line));
    // Prose between requirements is normal.
    let lines: HashSet<u32> = reading.exclusions.iter().map(|text| text.line).collect();
    let is_reported = |why, line| why != Why::Prose && !(why == Why::NotAsked && lines.contains(&line));
    let skipped = reading.skipped.iter().filter(|skipped| is_reported(skipped.why, skipped.line));
    for (why, line) in excluded.chain(skipped.map(|skipped| (reason(skipped.why), skipped.line))) {
        by_reason.entry(why).or_default().push(line);
    }
    by_reason.into_iter().map(|(why, lines)| message(why, lines)).collect()
}

fn message(why: &str, mut lines: Vec<u32>) -> String {
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
    let more = if lines.len() > shown.len() { ", …" } else { "" };
    let plural = if lines.len() == 1 { "" } else { "s" };
    format!("skipped ({why}): line{plural} {}{more}", shown.join(", "))
}
