//! Records about agents' answers: who answered, postponed answers, retry delays, invalid answers.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::design::record::DesignRecord;
use crate::design::{Facts, Step};
use frieze_data::schema::Violation;
use frieze_kernel::{Event, Fault, NoteKind, Role};

/// The model that answered in a role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnsweredBy {
    pub model: String,
    /// From the last answer; a provider may change it while the model stays the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fingerprint: Option<String>,
}

/// Records that the model of a role refuses a temperature (ruling 6), and notes it once for a model.
pub fn note_temperature(mut step: Step, role: Role, event: &Event) -> Step {
    let answer = match event {
        Event::Answered { answer, .. } => answer,
        Event::Faulted { fault: Fault::Unusable { answer, .. }, .. } => answer.as_ref(),
        Event::Faulted { .. }
        | Event::Inspected
        | Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Proceeded { .. } => return step,
    };
    let Some(run) = step.record.run.as_mut().filter(|_| answer.temperature_refused) else { return step };
    if run.temperature_refused_by.contains_key(role.0) {
        return step;
    }
    let model = shortened(&answer.model);
    let is_known = run.temperature_refused_by.values().any(|known| *known == model);
    run.temperature_refused_by.insert(role.0.to_owned(), model.clone());
    if is_known {
        return step;
    }
    let data = json!({ "role": role.0, "model": model });
    step.note(NoteKind::TemperatureRefused, format!("temperature: refused by {model}"), data)
}

/// A postponed answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Retry {
    /// How often it was postponed.
    pub count: u32,
    /// The time of the first request.
    pub since: Timestamp,
    pub not_before: Timestamp,
    pub why: String,
}

/// A run whose agent gave no answer: it goes on when a person runs it again (ruling 25).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Paused {
    pub at: Timestamp,
    /// What happened, in one sentence.
    pub why: String,
    /// What to do next.
    pub hint: String,
}

/// When and how often a request is repeated.
pub struct Delay {
    /// The first pause in milliseconds, if the agent names none; each pause is twice as long as the one before.
    pub first_ms: u64,
    /// The most repetitions.
    pub most: u32,
}

impl Delay {
    /// When to repeat a request that was first made at `since` and repeated `count` times.
    ///
    /// # Errors
    /// Why it is not repeated: too many repetitions, or after the time limit.
    pub fn until(
        &self,
        after_ms: Option<u64>,
        why: &str,
        (count, since): (u32, Timestamp),
        facts: &Facts,
    ) -> Result<Timestamp, String> {
        let after_ms = after_ms.unwrap_or(self.first_ms << count.min(self.most));
        let not_before = later(facts.now, after_ms);
        if count < self.most && not_before <= later(since, facts.terms.patience_ms) {
            return Ok(not_before);
        }
        let asked = format!("it was asked {} times", count.saturating_add(1));
        let seconds = match after_ms {
            u64::MAX => format!("more than {} s", u64::MAX / 1000),
            after_ms => format!("{} s", after_ms.div_ceil(1000)),
        };
        let too_late =
            format!("it can be asked again in {seconds}, which is after the time limit for an answer");
        Err(match count {
            0 => format!("{why}; {too_late}"),
            _ if count < self.most => format!("{why}; {asked}, and {too_late}"),
            _ => format!("{why}; {asked}"),
        })
    }
}

/// How many violations of an answer are recorded and sent to its agent.
pub const MOST_VIOLATIONS: usize = 20;

/// The violations of an invalid answer, for its agent and for the journal (ruling 9).
pub struct InvalidAnswer {
    /// One line per violation.
    pub lines: Vec<String>,
    /// The first one, for messages.
    pub first: String,
    pub data: Value,
}

impl InvalidAnswer {
    /// The violations of the current attempt's answer.
    pub fn of(record: &DesignRecord, violations: &[Violation]) -> Self {
        let lines: Vec<String> = violations.iter().take(MOST_VIOLATIONS).map(ToString::to_string).collect();
        let first = lines.first().map_or("", |line| without_pointer(line)).to_owned();
        let data = json!({ "iteration": record.iteration, "attempt": record.attempt(), "violations": lines });
        Self { lines, first, data }
    }

    /// Sends the answer back with its violations if an attempt is left; returns whether it did.
    pub fn send_back(&self, record: &mut DesignRecord, facts: &Facts) -> bool {
        let is_left = record.repairs < facts.terms.repair_attempts;
        if is_left {
            record.repairs += 1;
            record.invalid_answer.clone_from(&self.lines);
        }
        is_left
    }
}

/// A number of attempts, in words.
pub fn attempts(count: u32) -> String {
    if count == 1 { "1 attempt".to_owned() } else { format!("{count} attempts") }
}

/// A violation for messages, without the empty pointer of the whole document.
pub fn without_pointer(violation: &str) -> &str {
    violation.strip_prefix(": ").unwrap_or(violation)
}

/// How much of another program's text is recorded, in characters.
const LONGEST: usize = 300;

/// Another program's text for the record: shortened, and in one line, because a new line could look like ours.
pub fn shortened(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    line.join(" ").chars().take(LONGEST).collect()
}

/// The time of day, for messages.
pub fn time_of_day(at: Timestamp) -> impl std::fmt::Display {
    at.strftime("%H:%M:%S UTC")
}

/// A time plus milliseconds.
fn later(at: Timestamp, ms: u64) -> Timestamp {
    let ms = SignedDuration::from_millis(i64::try_from(ms).unwrap_or(i64::MAX));
    at.checked_add(ms).unwrap_or(Timestamp::MAX)
}
