//! What a record keeps of those who answer: who it was, what it said of itself, and how often an answer was put off.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::record::DesignRecord;
use super::terms::Terms;
use crate::domain::schema::Violation;
use crate::kernel::Facts;

/// Who answered in a role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnsweredBy {
    pub model: String,
    /// Of the last answer; a provider may change it while the model stays.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fingerprint: Option<String>,
}

/// An agent that asked to be asked again later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Retry {
    /// How often it has put off this answer.
    pub count: u32,
    /// When it was asked first.
    pub since: Timestamp,
    pub not_before: Timestamp,
    pub why: String,
}

/// How somebody who could not answer is asked once more.
pub struct Delay {
    /// The first pause, in milliseconds, where they do not say when; each is twice as long as the one before.
    pub first_ms: u64,
    /// How often they are asked again at most.
    pub most: u32,
}

impl Delay {
    /// When the next request may be made, of somebody who was asked first at `since` and again `count` times since; or
    /// why none is made: it would come too often, or when the time for an answer has passed.
    pub fn until(
        &self,
        after_ms: Option<u64>,
        why: &str,
        (count, since): (u32, Timestamp),
        facts: &Facts<Terms>,
    ) -> Result<Timestamp, String> {
        let after_ms = after_ms.unwrap_or(self.first_ms << count.min(self.most));
        let not_before = later(facts.now, after_ms);
        if count < self.most && not_before <= later(since, facts.terms.patience_ms) {
            return Ok(not_before);
        }
        let asked = format!("it was asked {} times", count.saturating_add(1));
        // What somebody wants that no number holds is told as far as one does.
        let seconds = match after_ms {
            u64::MAX => format!("more than {} s", u64::MAX / 1000),
            after_ms => format!("{} s", after_ms.div_ceil(1000)),
        };
        let too_late =
            format!("it can be asked again in {seconds}, which is later than an answer is waited for");
        Err(match count {
            0 => format!("{why}; {too_late}"),
            _ if count < self.most => format!("{why}; {asked}, and {too_late}"),
            _ => format!("{why}; {asked}"),
        })
    }
}

/// How many violations of an answer the record keeps, and its agent is told.
pub const MOST_VIOLATIONS: usize = 20;

/// What is wrong with an answer, as its agent is told and the journal keeps it (ruling 9).
pub struct Invalid {
    /// A violation each.
    pub lines: Vec<String>,
    /// The first of them, for a sentence.
    pub first: String,
    pub data: Value,
}

impl Invalid {
    /// The answer to the attempt that the record is at.
    pub fn of(record: &DesignRecord, violations: &[Violation]) -> Self {
        let lines: Vec<String> = violations.iter().take(MOST_VIOLATIONS).map(ToString::to_string).collect();
        let first = lines.first().map_or("", |line| in_a_sentence(line)).to_owned();
        let data = json!({ "iteration": record.iteration, "attempt": record.attempt(), "violations": lines });
        Self { lines, first, data }
    }

    /// Sends the answer back with what is wrong with it, where an attempt is left; whether one was.
    pub fn goes_back(&self, record: &mut DesignRecord, facts: &Facts<Terms>) -> bool {
        let is_left = record.repairs < facts.terms.repair_attempts;
        if is_left {
            record.repairs += 1;
            record.invalid_answer.clone_from(&self.lines);
        }
        is_left
    }
}

/// A violation in a sentence for people: what concerns the whole document has no place to begin with.
pub fn in_a_sentence(violation: &str) -> &str {
    violation.strip_prefix(": ").unwrap_or(violation)
}

/// How much of what somebody else's program says of itself is kept, in characters.
const LONGEST: usize = 300;

/// What somebody else's program says of itself, as far as the record keeps it: in one line, for a line of its own would
/// pass for one of ours.
pub fn bounded(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    line.join(" ").chars().take(LONGEST).collect()
}

/// A time of this day, as it is told when somebody is asked again.
pub fn time_of_day(at: Timestamp) -> impl std::fmt::Display {
    at.strftime("%H:%M:%S UTC")
}

/// So many milliseconds after a time.
fn later(at: Timestamp, ms: u64) -> Timestamp {
    let ms = SignedDuration::from_millis(i64::try_from(ms).unwrap_or(i64::MAX));
    at.checked_add(ms).unwrap_or(Timestamp::MAX)
}
