//! The output of a known program: lines of events, read as they arrive.

use super::known::Known;
use crate::agents::command::output::{Ending, Listener, Output};
use crate::agents::events::{EventState, ProgramError};
use crate::partial_output::MAX_BYTES;
use crate::secret_redactor::RedactedStream;
use crate::web::MAX_STREAM;
use frieze_kernel::{Answer, Fault};
use frieze_ports::LONGEST_ANSWER;

/// Maximum length of a line: the longest answer as JSON.
const LONGEST_LINE: usize = 2 * LONGEST_ANSWER;
/// Maximum length of a line of standard error that is read.
const LONGEST_COMPLAINT: usize = 16 * 1024;

pub struct EventOutput<'a> {
    of: &'a Known,
    listener: Listener<'a>,
    shown: RedactedStream<'a>,
    state: EventState,
    /// The line that is not complete yet.
    line: Vec<u8>,
    complaint: Vec<u8>,
    beginning: Vec<u8>,
    /// Number of bytes printed.
    printed: usize,
    stage: &'static str,
}

impl<'a> EventOutput<'a> {
    pub fn new(of: &'a Known, listener: Listener<'a>) -> Self {
        Self {
            of,
            listener,
            shown: RedactedStream::new(listener.redactor),
            state: EventState::default(),
            line: Vec::new(),
            complaint: Vec::new(),
            beginning: Vec::new(),
            printed: 0,
            stage: "",
        }
    }

    fn read_line(&mut self) -> Result<(), Fault> {
        let line = std::mem::take(&mut self.line);
        let read = self.of.known.format.read_line(&line, &mut self.state);
        read.map_err(|_| self.listener.printed_too_much(LONGEST_ANSWER))?;
        let fresh = self.state.take_fresh();
        let stage = match (fresh.is_empty(), self.state.response.is_thinking) {
            (false, _) => "is answering",
            (true, true) if self.state.response.text.is_empty() => "is thinking",
            (true, _) => self.stage,
        };
        if stage != self.stage {
            self.stage = stage;
            self.listener.live.status(format!("{} {stage}", self.listener.name));
        }
        if !fresh.is_empty() {
            self.listener.live.text(&self.shown.push(&fresh));
        }
        Ok(())
    }

    /// The fault for an error that the program reported itself.
    fn refused(&self, error: &ProgramError) -> Fault {
        let words = self.listener.redactor.redact(&error.words);
        let name = self.listener.name;
        let program = self.of.known.name;
        if error.needs_login {
            return Fault::Unready {
                why: format!("{name}: {program} is not logged in ({words}); {}", self.of.known.login),
            };
        }
        Fault::Failed { why: format!("{name} gave no answer: {words}") }
    }
}

impl Output for EventOutput<'_> {
    type Answer = Answer;

    fn printed(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let room = MAX_BYTES.saturating_sub(self.beginning.len()).min(bytes.len());
        self.beginning.extend_from_slice(bytes.get(..room).unwrap_or_default());
        self.printed = self.printed.saturating_add(bytes.len());
        if self.printed > MAX_STREAM {
            return Err(self.listener.printed_too_much(MAX_STREAM));
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() + piece.len() > LONGEST_LINE {
                return Err(self.listener.printed_too_much(LONGEST_ANSWER));
            }
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.read_line()?;
            }
        }
        Ok(())
    }

    fn complained(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LONGEST_COMPLAINT.saturating_sub(self.complaint.len()).min(piece.len());
            self.complaint.extend_from_slice(piece.get(..room).unwrap_or_default());
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.complaint);
                let line = String::from_utf8_lossy(&line);
                self.of.known.format.read_complaint(line.trim_end(), &mut self.state);
            }
        }
    }

    fn is_noise(&self, line: &str) -> bool {
        self.of.known.format.is_noise(line)
    }

    fn beginning(&self) -> (&[u8], u64) {
        (&self.beginning, self.printed as u64)
    }

    fn finish(&mut self, ending: Ending, said: String) -> Result<Answer, Fault> {
        // The last line may lack its end.
        self.read_line()?;
        self.listener.live.text(&self.shown.finish());
        let (of, redactor) = (self.of, self.listener.redactor);
        if let Ending::Code(code) = ending
            && self.state.error.is_none()
            && code != 0
            && of.known.format.asks_for_login(code, &said)
        {
            let words = said.trim_start_matches(": ").to_owned();
            self.state.error = Some(ProgramError { words, needs_login: true });
        }
        let why = match (&self.state.error, ending.trouble()) {
            (Some(error), _) => Some(self.refused(error)),
            (None, Some(trouble)) => {
                Some(self.listener.failed(&format!("{trouble}{said}{}", self.version_hint(&said))))
            }
            (None, None) => None,
        };
        let state = std::mem::take(&mut self.state);
        if let Some(fault) = why {
            return Err(state.response.with_partial(fault, &of.model, redactor));
        }
        let answer = state.response.answer(&of.model, of.longest_answer, redactor);
        let answer = answer.map_err(|fault| self.listener.naming(fault, &said))?;
        Ok(Answer { cost_micros: answer.cost_micros.filter(|_| of.takes_cost), ..answer })
    }

    fn interrupted(&mut self, fault: Fault) -> Fault {
        let state = std::mem::take(&mut self.state);
        state.response.with_partial(fault, &self.of.model, self.listener.redactor)
    }
}

impl EventOutput<'_> {
    /// An older version does not know every option.
    fn version_hint(&self, said: &str) -> String {
        let is_unknown = ["unknown option", "unexpected argument", "Unknown argument"];
        if !is_unknown.iter().any(|words| said.contains(words)) {
            return String::new();
        }
        let known = &self.of.known;
        format!("; frieze was tested with {} {}: update {}", known.name, known.tested, known.name)
    }
}
