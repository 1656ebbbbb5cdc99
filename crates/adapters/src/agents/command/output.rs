//! What becomes of a program's standard output, while it arrives and when the program has ended.

use super::order::KeeperEvent;
use crate::partial_output::Beginning;
use crate::secret_redactor::{RedactedStream, SecretRedactor};
use frieze_kernel::Fault;
use frieze_ports::{LONGEST_ANSWER, Live};

/// The most characters of a program's output in a message.
const SHOWN: usize = 300;

/// Who is asked, where progress is reported, and which keys must not be shown.
#[derive(Clone, Copy)]
pub struct Listener<'a> {
    /// The agent's name.
    pub name: &'a str,
    pub live: &'a Live,
    pub redactor: &'a SecretRedactor,
}

impl Listener<'_> {
    pub fn failed(&self, why: &str) -> Fault {
        Fault::Failed { why: format!("{}{why}", self.name) }
    }

    /// The end of an output, for a message; empty if there is none.
    pub fn excerpt(&self, written: &[u8]) -> String {
        let text = self.redactor.redact(&String::from_utf8_lossy(written));
        let text = text.trim();
        if text.is_empty() {
            return String::new();
        }
        let skipped = text.chars().count().saturating_sub(SHOWN);
        let before = if skipped > 0 { "…" } else { "" };
        format!(": {before}{}", text.chars().skip(skipped).collect::<String>())
    }

    /// A fault with the agent's name, and what its program wrote to standard error.
    pub fn naming(&self, fault: Fault, stderr: &str) -> Fault {
        let name = self.name;
        match fault {
            Fault::Failed { why } => Fault::Failed { why: format!("{name}: {why}{stderr}") },
            Fault::Unusable { why, answer, again } => {
                Fault::Unusable { why: format!("{name}: {why}{stderr}"), answer, again }
            }
            Fault::TimedOut { .. } | Fault::Unready { .. } | Fault::TryLater { .. } => fault,
        }
    }

    /// The fault for a program that printed too much.
    pub fn printed_too_much(&self, most: usize) -> Fault {
        self.failed(&format!(" printed more than {} MiB and was stopped", most >> 20))
    }
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Code(i32),
    Signal(i32),
    Unknown,
    /// It goes on, but its answer is complete.
    StillRuns,
}

impl Ending {
    pub fn of(event: Option<&KeeperEvent>) -> Self {
        match event {
            Some(KeeperEvent::Ended { code: Some(code), .. }) => Self::Code(*code),
            Some(KeeperEvent::Ended { signal: Some(signal), .. }) => Self::Signal(*signal),
            Some(_) | None => Self::Unknown,
        }
    }

    /// Why this is no good end, continuing the program's name; `None` for exit code 0.
    pub fn trouble(self) -> Option<String> {
        match self {
            Self::Code(0) | Self::StillRuns => None,
            Self::Code(code) => Some(format!(" ended with exit code {code}")),
            Self::Signal(signal) => Some(format!(" was killed by signal {signal}")),
            Self::Unknown => Some(" ended for an unknown reason".to_owned()),
        }
    }
}

/// A reader of a program's output.
pub trait Output {
    /// What a request returns.
    type Answer;

    /// The program has started, in this folder.
    fn started(&mut self, _folder: &str) {}

    /// Takes what the program printed.
    ///
    /// # Errors
    /// If the program must be stopped.
    fn printed(&mut self, bytes: &[u8]) -> Result<(), Fault>;

    /// Takes what it wrote to standard error, which is saved anyway.
    fn stderr(&mut self, _bytes: &[u8]) {}

    /// Whether a line of standard error is not worth a message.
    fn is_noise(&self, _line: &str) -> bool {
        false
    }

    /// What to write to its standard input next, if that is open.
    fn take_input(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Whether nothing more is expected of the program.
    fn is_complete(&self) -> bool {
        false
    }

    /// The last words to a program that is ended before its answer is complete.
    fn last_input(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The beginning of what it printed, and the number of bytes in all.
    fn beginning(&self) -> (&[u8], u64);

    /// The answer, or why there is none. `stderr` is the end of its standard error, for a message.
    ///
    /// # Errors
    /// If the output is no answer.
    fn finish(&mut self, ending: Ending, stderr: String) -> Result<Self::Answer, Fault>;

    /// A fault, together with what the program did until then, because that may be charged.
    fn interrupted(&mut self, fault: Fault) -> Fault {
        fault
    }
}

/// Output that is the answer.
pub struct Plain<'a> {
    listener: Listener<'a>,
    /// The answer so far, as shown while it arrives.
    shown_answer: RedactedStream<'a>,
    answer: Vec<u8>,
    /// Number of bytes printed, which may exceed the limit.
    printed: u64,
    /// Number of bytes of the answer already shown.
    shown: usize,
}

impl<'a> Plain<'a> {
    pub fn new(listener: Listener<'a>) -> Self {
        let shown_answer = RedactedStream::new(listener.redactor);
        Self { listener, shown_answer, answer: Vec::new(), printed: 0, shown: 0 }
    }
}

impl Output for Plain<'_> {
    type Answer = String;

    fn printed(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.printed = self.printed.saturating_add(bytes.len() as u64);
        if self.answer.len() + bytes.len() > LONGEST_ANSWER {
            return Err(self.listener.printed_too_much(LONGEST_ANSWER));
        }
        self.answer.extend_from_slice(bytes);
        let new = self.answer.get(self.shown..).unwrap_or_default();
        // An incomplete character waits for the rest of it.
        let whole = match std::str::from_utf8(new) {
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Ok(_) | Err(_) => new.len(),
        };
        let text = String::from_utf8_lossy(new.get(..whole).unwrap_or_default());
        self.listener.live.text(&self.shown_answer.push(&text));
        self.shown += whole;
        Ok(())
    }

    fn beginning(&self) -> (&[u8], u64) {
        (&self.answer, self.printed)
    }

    fn finish(&mut self, ending: Ending, mut stderr: String) -> Result<String, Fault> {
        if stderr.is_empty() {
            // Some programs print their errors on standard output.
            stderr = self.listener.excerpt(&self.answer);
        }
        if let Some(trouble) = ending.trouble() {
            return Err(self.listener.failed(&format!("{trouble}{stderr}")));
        }
        if self.answer.trim_ascii().is_empty() {
            return Err(self.listener.failed(&format!(" printed no answer{stderr}")));
        }
        let answer = std::str::from_utf8(&self.answer).map_err(|e| {
            let at = e.valid_up_to();
            self.listener.failed(&format!(" printed text that is not UTF-8, from byte {at} on"))
        })?;
        Ok(self.listener.redactor.redact(answer))
    }
}

/// Output of a short question to a program, such as its version: how it ended and what it printed, shortened.
#[derive(Default)]
pub struct Probe {
    printed: Beginning,
}

impl Output for Probe {
    type Answer = (Ending, String, String);

    fn printed(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.printed.push(bytes);
        Ok(())
    }

    fn beginning(&self) -> (&[u8], u64) {
        (&[], 0)
    }

    fn finish(&mut self, ending: Ending, stderr: String) -> Result<Self::Answer, Fault> {
        Ok((ending, String::from_utf8_lossy(&self.printed.bytes).into_owned(), stderr))
    }
}
