//! Phrases that head a part of a document, and that elsewhere name what a product has: `Project status`, `Test cases`.

/// They announce something where nothing else stands in their heading.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "status notes", "project status", "status update", "status updates", "progress notes", "delivery order", "implementation order",
    "build order", "delivery plan", "release plan", "test case", "test cases", "test scenarios", "test coverage", "test suite",
    "test levels", "test layers", "manual tests", "database tables", "pending decisions", "open decisions", "decisions pending",
    "parking lot", "coding standards", "coding style", "coding conventions", "folder structure", "directory structure",
    "award criteria", "instructions to tenderers", "instructions to bidders", "instructions for tenderers",
    "instructions for bidders", "worked example", "status of this memo", "who is who", "who's who", "ideas we said no to",
    "things we said no to", "what we said no to", "ideas we rejected", "ideas we dropped", "dropped ideas",
    "directory layout", "project structure", "project layout", "deployment target", "hosting", "traceability", "trace",
];
/// Words beside them that say no more than which part of the making is meant: `Staged delivery plan`, `End-to-end test cases`.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "staged", "stage", "phased", "proposed", "suggested", "recommended", "preliminary", "current", "high-level", "end-to-end", "e2e",
    "end", "to", "acceptance", "manual", "automated", "automatic", "unit", "integration", "functional", "system", "regression",
    "sample", "example", "requirements", "requirement", "matrix", "the", "our", "and", "list", "of", "overview", "strategy",
    "deployment", "code", "source", "conventions", "guidelines",
];

/// Whether a phrase within a heading announces nothing there: `Test case manager`, `Delivery status updates`.
pub(super) fn is_a_part_of_a_name(phrase: &str, words: &[&str], from: usize, to: usize) -> bool {
    let says_more = |word: &&str| !BESIDE.contains(word) && !word.bytes().all(|b| b.is_ascii_digit());
    NAMES.contains(&phrase)
        && words.iter().enumerate().any(|(at, word)| !(from..to).contains(&at) && says_more(word))
}

pub(super) fn is_one(heading: &str) -> bool {
    NAMES.contains(&heading)
}
