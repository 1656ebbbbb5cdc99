//! What a server has said so far, and whether it makes an answer.

use super::failed;
use crate::adapters::veil::Veil;
use crate::kernel::{Answer, Fault, Usage};
use crate::ports::LONGEST_ANSWER;

/// How much is kept of a name that a server gives.
const NAME: usize = 300;

/// More tokens than any answer takes: a server that counts more does not count.
const MOST_TOKENS: u64 = 1_000_000_000;

/// What a server has said so far.
#[derive(Default)]
pub struct Heard {
    pub text: String,
    model: Option<String>,
    fingerprint: Option<String>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    pub end: Option<End>,
    /// The server has said that nothing more comes.
    pub closed: bool,
    /// It thinks, and says nothing that is part of the answer.
    pub thinks: bool,
}

/// How an answer ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Whole,
    /// It was cut at the most tokens that were asked for.
    AtLimit,
    /// The model or the provider would not; in its words.
    Refused(String),
}

/// The answer is larger than any answer.
#[derive(Debug)]
pub struct TooLong;

impl Heard {
    /// More of the answer's text.
    pub fn say(&mut self, more: &str) -> Result<(), TooLong> {
        if self.text.len() + more.len() > LONGEST_ANSWER {
            return Err(TooLong);
        }
        self.text.push_str(more);
        Ok(())
    }

    /// The model that answers, as often as the server names it.
    pub fn by(&mut self, model: Option<&str>) {
        if let Some(model) = model.filter(|model| !model.trim().is_empty()) {
            self.model = Some(model.chars().take(NAME).collect());
        }
    }

    /// What the server says of the model's build, as often as it does.
    pub fn built(&mut self, fingerprint: Option<&str>) {
        if let Some(fingerprint) = fingerprint.filter(|text| !text.is_empty()) {
            self.fingerprint = Some(fingerprint.chars().take(NAME).collect());
        }
    }

    /// What it took; a later count replaces an earlier one.
    pub fn took(&mut self, input_tokens: Option<u64>, output_tokens: Option<u64>) {
        let counted = |tokens: Option<u64>| tokens.filter(|tokens| *tokens <= MOST_TOKENS);
        self.input_tokens = counted(input_tokens).or(self.input_tokens);
        self.output_tokens = counted(output_tokens).or(self.output_tokens);
    }

    /// The answer, if it is whole; `asked_for` is the model where the server names none (ruling 8).
    pub fn answer(self, asked_for: &str, most_tokens: u64, veil: &Veil) -> Result<Answer, Fault> {
        let bytes = self.text.len();
        let why = match &self.end {
            Some(End::Whole) if self.text.trim().is_empty() => {
                "the model answered nothing; check that it can take a prompt of this size".to_owned()
            }
            Some(End::Whole) => return Ok(self.so_far(asked_for, veil)),
            Some(End::AtLimit) => format!(
                "the answer was cut at its most tokens after {bytes} bytes (maxAnswerTokens is {most_tokens}); raise \
                 maxAnswerTokens, or check the server's own limit"
            ),
            Some(End::Refused(why)) => format!("the model would not answer: {}", veil.over(why)),
            None => format!("the answer broke off after {bytes} bytes, without an end"),
        };
        Err(self.spoilt(failed(why), asked_for, veil))
    }

    /// A fault in the middle of an answer, with what had come of it: that was charged.
    pub fn spoilt(self, fault: Fault, asked_for: &str, veil: &Veil) -> Fault {
        let has_come = !self.text.is_empty() || self.input_tokens.is_some();
        match fault {
            Fault::Failed { why } if has_come => {
                Fault::Unusable { why, answer: Box::new(self.so_far(asked_for, veil)), again: false }
            }
            Fault::TryLater { why, .. } if has_come => self.lost(why, asked_for, veil),
            Fault::Failed { .. }
            | Fault::TryLater { .. }
            | Fault::TimedOut { .. }
            | Fault::Unready { .. }
            | Fault::Unusable { .. } => fault,
        }
    }

    /// The rest of an answer will not come, and may be asked for once more. Whether the server charges what nobody got is
    /// not known: it is counted.
    pub fn lost(self, why: String, asked_for: &str, veil: &Veil) -> Fault {
        Fault::Unusable { why, answer: Box::new(self.so_far(asked_for, veil)), again: true }
    }

    fn so_far(self, asked_for: &str, veil: &Veil) -> Answer {
        let usage = self.input_tokens.zip(self.output_tokens);
        Answer {
            text: veil.over(&self.text),
            model: veil.over(self.model.as_deref().unwrap_or(asked_for)),
            fingerprint: self.fingerprint.map(|fingerprint| veil.over(&fingerprint)),
            usage: usage.map(|(input_tokens, output_tokens)| Usage { input_tokens, output_tokens }),
        }
    }
}
