//! The response of a model so far, from a server or from a program, and the answer or fault it amounts to.

use crate::secret_redactor::SecretRedactor;
use frieze_kernel::{Answer, Fault, Usage};
use frieze_ports::LONGEST_ANSWER;

/// Maximum length of a name sent by a server or a program.
const NAME: usize = 300;

/// More tokens than any answer has: a larger count is ignored.
const MOST_TOKENS: u64 = 1_000_000_000;

/// A higher cost of one answer, in millionths, is ignored: a million in any currency.
const MOST_MICROS: f64 = 1e12;

/// The response so far.
#[derive(Default)]
pub struct ResponseState {
    pub text: String,
    /// Text for the live view that was not taken yet.
    fresh: String,
    model: Option<String>,
    fingerprint: Option<String>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cost_micros: Option<u64>,
    pub end: Option<End>,
    /// The server announced its end.
    pub closed: bool,
    /// The model is thinking: output that is not part of the answer.
    pub is_thinking: bool,
}

/// How an answer ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Whole,
    /// It was cut at the requested token limit.
    AtLimit,
    /// The model or the provider refusal; with its reason.
    Refused(String),
}

/// The answer exceeds the maximum size.
#[derive(Debug)]
pub struct TooLong;

impl ResponseState {
    /// Adds text of the answer.
    ///
    /// # Errors
    /// `TooLong` if the text exceeds the maximum size. It is unchanged then.
    pub fn push_text(&mut self, more: &str) -> Result<(), TooLong> {
        if self.text.len() + more.len() > LONGEST_ANSWER {
            return Err(TooLong);
        }
        self.text.push_str(more);
        self.fresh.push_str(more);
        Ok(())
    }

    /// Puts the whole text in place of the pieces that came before, and shows it if there were none.
    ///
    /// # Errors
    /// `TooLong` if the text exceeds the maximum size. It is unchanged then.
    pub fn put_text(&mut self, whole: &str) -> Result<(), TooLong> {
        if self.text.is_empty() {
            return self.push_text(whole);
        }
        if whole.len() > LONGEST_ANSWER {
            return Err(TooLong);
        }
        whole.clone_into(&mut self.text);
        Ok(())
    }

    /// Takes the text that was not shown yet.
    pub fn take_fresh(&mut self) -> String {
        std::mem::take(&mut self.fresh)
    }

    /// Stores the name of the answering model.
    pub fn set_model(&mut self, model: Option<&str>) {
        if let Some(model) = model.filter(|model| !model.trim().is_empty()) {
            self.model = Some(model.chars().take(NAME).collect());
        }
    }

    /// Stores the fingerprint of the model's build.
    pub fn set_fingerprint(&mut self, fingerprint: Option<&str>) {
        if let Some(fingerprint) = fingerprint.filter(|text| !text.is_empty()) {
            self.fingerprint = Some(fingerprint.chars().take(NAME).collect());
        }
    }

    /// Stores token counts; later counts replace earlier ones.
    pub fn set_usage(&mut self, input_tokens: Option<u64>, output_tokens: Option<u64>) {
        let counted = |tokens: Option<u64>| tokens.filter(|tokens| *tokens <= MOST_TOKENS);
        self.input_tokens = counted(input_tokens).or(self.input_tokens);
        self.output_tokens = counted(output_tokens).or(self.output_tokens);
    }

    /// Adds token counts to earlier ones: an answer may take several calls.
    pub fn add_usage(&mut self, input_tokens: u64, output_tokens: u64) {
        let sum = |before: Option<u64>, more: u64| Some(before.unwrap_or_default().saturating_add(more));
        self.set_usage(sum(self.input_tokens, input_tokens), sum(self.output_tokens, output_tokens));
    }

    /// Stores what the answer cost, in units of the currency; a later amount replaces an earlier one.
    pub fn set_cost(&mut self, cost: Option<f64>) {
        let micros = cost.map(|cost| (cost * 1_000_000.0).ceil());
        let micros = micros.filter(|micros| (0.0..=MOST_MICROS).contains(micros));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
        let micros = micros.map(|micros| micros as u64);
        self.cost_micros = micros.or(self.cost_micros);
    }

    /// Adds the cost of one of several calls.
    pub fn add_cost(&mut self, cost: Option<f64>) {
        let before = self.cost_micros.take();
        self.set_cost(cost);
        self.cost_micros = match (before, self.cost_micros) {
            (None, None) => None,
            (before, more) => Some(before.unwrap_or_default().saturating_add(more.unwrap_or_default())),
        };
    }

    /// The answer if it is complete, else the fault. `asked_for` is the model's name if the server sends none (ruling 8).
    ///
    /// # Errors
    /// The `Fault` if the answer is empty, cut at the token limit, refused, or broken off.
    pub fn answer(
        self,
        asked_for: &str,
        most_tokens: u64,
        redactor: &SecretRedactor,
    ) -> Result<Answer, Fault> {
        let bytes = self.text.len();
        let why = match &self.end {
            Some(End::Whole) if self.text.trim().is_empty() => {
                "the model returned an empty answer; check that it can take a prompt of this size".to_owned()
            }
            Some(End::Whole) => return Ok(self.into_answer(asked_for, redactor)),
            Some(End::AtLimit) => format!(
                "the answer was cut at the token limit after {bytes} bytes (maxAnswerTokens is {most_tokens}); raise \
                 maxAnswerTokens, or check the server's own limit"
            ),
            Some(End::Refused(why)) => format!("the model refused to answer: {}", redactor.redact(why)),
            None => format!("the answer broke off after {bytes} bytes"),
        };
        Err(self.with_partial(Fault::failed(why), asked_for, redactor))
    }

    /// The fault with the partial answer attached, because that was charged.
    pub fn with_partial(self, fault: Fault, asked_for: &str, redactor: &SecretRedactor) -> Fault {
        let has_come = !self.text.is_empty() || self.input_tokens.is_some();
        match fault {
            Fault::Failed { why } if has_come => {
                Fault::Unusable { why, answer: Box::new(self.into_answer(asked_for, redactor)), again: false }
            }
            Fault::TryLater { why, .. } if has_come => self.interrupted(why, asked_for, redactor),
            Fault::Failed { .. }
            | Fault::TryLater { .. }
            | Fault::TimedOut { .. }
            | Fault::Unready { .. }
            | Fault::Unusable { .. } => fault,
        }
    }

    /// A fault for an answer whose connection was lost; the request may be repeated. The server may charge the lost answer, so
    /// it is counted.
    pub fn interrupted(self, why: String, asked_for: &str, redactor: &SecretRedactor) -> Fault {
        Fault::Unusable { why, answer: Box::new(self.into_answer(asked_for, redactor)), again: true }
    }

    fn into_answer(self, asked_for: &str, redactor: &SecretRedactor) -> Answer {
        let usage = self.input_tokens.zip(self.output_tokens);
        Answer {
            text: redactor.redact(&self.text),
            model: redactor.redact(self.model.as_deref().unwrap_or(asked_for)),
            fingerprint: self.fingerprint.map(|fingerprint| redactor.redact(&fingerprint)),
            usage: usage.map(|(input_tokens, output_tokens)| Usage { input_tokens, output_tokens }),
            cost_micros: self.cost_micros,
            temperature_refused: false,
        }
    }
}
