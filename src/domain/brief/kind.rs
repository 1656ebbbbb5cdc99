//! Functional, quality or constraint.

use super::label::Rank;
use super::modal;
use super::section::Role;
use crate::domain::intent::RequirementKind;

/// Words of qualities that are measured or felt.
#[rustfmt::skip]
const QUALITY: &[&str] = &[
    "latency", "uptime", "availability", "throughput", "response time", "performance", "percentile", "p95",
    "p99", "concurrent", "scalab", "scale to", "accessib", "wcag", "screen reader", "encrypt", "usab",
    "reliab", "milliseconds", "within 1 second", "contrast ratio", "per second", "response times",
    "recover within", "durab", "maintainab", "load time", "秒以内", "ms以内", "分以内", "暗号化", "秒以下", "ミリ秒",
];
/// Words of limits set from outside.
#[rustfmt::skip]
const CONSTRAINT: &[&str] = &[
    "gdpr", "hipaa", "pci", "ccpa", "comply", "complies", "compliance", "compliant", "regulation",
    "regulatory", "legal", "compatible with", "compatibility", "backward", "browser", "android", "licen",
    "on-premise", "programming language", "be implemented in", "be written in", "be built with",
    "be built on", "third-party librar", "operating system", "tls ", "must use ", "shall use ", "rfc ",
];

pub(super) fn of(text: &str, role: Role, rank: Option<Rank>) -> RequirementKind {
    match rank {
        Some(Rank::Quality) => return RequirementKind::Quality,
        Some(Rank::Constraint) => return RequirementKind::Constraint,
        Some(
            Rank::Requirement
            | Rank::Story
            | Rank::Assumption
            | Rank::Question
            | Rank::Goal
            | Rank::EdgeCase
            | Rank::Other,
        )
        | None => {}
    }
    if matches!(role, Role::Success | Role::Quality) {
        return RequirementKind::Quality;
    }
    if matches!(role, Role::Constraints | Role::Technical) {
        return RequirementKind::Constraint;
    }
    let lower = text.to_lowercase();
    if CONSTRAINT.iter().any(|word| lower.contains(word)) {
        return RequirementKind::Constraint;
    }
    if QUALITY.iter().any(|word| lower.contains(word)) || is_timed(&lower) {
        return RequirementKind::Quality;
    }
    if forbids(text) { RequirementKind::Constraint } else { RequirementKind::Functional }
}

/// The first obligation is a prohibition: `must not`, `shall not`.
fn forbids(text: &str) -> bool {
    let Some((_, end)) = modal::find(text) else {
        return ["しないこと", "してはならない", "不得"].iter().any(|word| text.contains(word));
    };
    text.get(end..).is_some_and(|rest| {
        let word = rest.split_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case("not") || word.eq_ignore_ascii_case("never")
    })
}

/// `within 3 seconds`, `under 200 ms`, `99.9%`: a number with a unit of time, or a share.
fn is_timed(lower: &str) -> bool {
    let mut after_bound = false;
    let mut number = false;
    for word in lower.split_whitespace() {
        let bare = word.trim_matches([',', '.', ';', ')', '(']);
        let digits = bare.trim_start_matches(['<', '≤', '>', '≥', '=']);
        if number
            && after_bound
            && ["second", "ms", "milli", "minute", "s", "sec"]
                .iter()
                .any(|unit| bare == *unit || (unit.len() > 2 && bare.starts_with(unit)))
        {
            return true;
        }
        let value = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        number = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
        if number && after_bound && matches!(digits.get(value.len()..), Some("ms" | "s")) {
            return true;
        }
        if bare.ends_with('%') && bare.len() > 1 && after_bound {
            return true;
        }
        after_bound =
            matches!(bare, "within" | "under" | "than" | "in" | "least" | "of" | "every" | "most" | "below")
                || bare.starts_with(['<', '≤'])
                || (after_bound && number);
    }
    false
}
