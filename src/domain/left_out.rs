//! What a requirement document says that is not taken over into a design, and why: told when it is first read.

use super::brief::{Brief, Why};

/// How many lines are named for one reason.
const LINES: usize = 8;

/// A sentence for each reason, with the lines that it holds for. Nothing where all was taken over.
pub fn told(brief: &Brief) -> Vec<String> {
    let described: Vec<u32> = brief.described().map(|statement| statement.line).collect();
    let excluded: Vec<u32> = brief.exclusions.iter().map(|told| told.line).collect();
    let reasons = [
        (described, "only described beside what binds"),
        (excluded, "out of scope or put off, and so not designed"),
    ];
    let passed = Why::ALL.into_iter().map(|why| {
        let of = brief.left_out.iter().filter(|left| left.why == why);
        (of.map(|left| left.line).collect::<Vec<u32>>(), why.told())
    });
    let told = reasons.into_iter().chain(passed).filter(|(lines, _)| !lines.is_empty());
    told.map(|(mut lines, why)| {
        lines.dedup();
        let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
        let more = if lines.len() > shown.len() { ", …" } else { "" };
        format!("not taken over, {why}: line {}{more}", shown.join(", "))
    })
    .collect()
}
