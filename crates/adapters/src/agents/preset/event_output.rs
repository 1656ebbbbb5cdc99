//! The output of a known program: lines of events, read as they arrive.

use super::known::Known;
use crate::agents::command::line_output::LineOutput;
use crate::agents::command::output::{Ending, Listener, Output};
use crate::agents::events::{EventState, ProgramError};
use frieze_kernel::{Answer, Fault};
use frieze_ports::LONGEST_ANSWER;

/// Maximum length of a line of standard error that is read.
const LONGEST_STDERR_LINE: usize = 16 * 1024;

pub struct EventOutput<'a> {
    of: &'a Known,
    output: LineOutput<'a>,
    state: EventState,
    /// The line of standard error that is not complete yet.
    stderr_line: Vec<u8>,
}

impl<'a> EventOutput<'a> {
    pub fn new(of: &'a Known, listener: Listener<'a>) -> Self {
        let (output, state) = (LineOutput::new(listener), EventState::default());
        Self { of, output, state, stderr_line: Vec::new() }
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), Fault> {
        let read = self.of.known.format.read_line(line, &mut self.state);
        read.map_err(|_| self.output.listener.printed_too_much(LONGEST_ANSWER))?;
        self.output.show(&mut self.state.response);
        Ok(())
    }

    /// The fault for an error that the program reported itself.
    fn refused(&self, error: &ProgramError) -> Fault {
        let Listener { name, redactor, .. } = self.output.listener;
        let words = redactor.redact(&error.words);
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

    fn printed(&mut self, mut bytes: &[u8]) -> Result<(), Fault> {
        self.output.count(bytes)?;
        while let Some(line) = self.output.next_line(&mut bytes)? {
            self.read_line(&line)?;
        }
        Ok(())
    }

    fn stderr(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LONGEST_STDERR_LINE.saturating_sub(self.stderr_line.len()).min(piece.len());
            self.stderr_line.extend_from_slice(piece.get(..room).unwrap_or_default());
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.stderr_line);
                let line = String::from_utf8_lossy(&line);
                self.of.known.format.read_stderr_line(line.trim_end(), &mut self.state);
            }
        }
    }

    fn is_noise(&self, line: &str) -> bool {
        self.of.known.format.is_noise(line)
    }

    fn beginning(&self) -> (&[u8], u64) {
        self.output.beginning()
    }

    fn finish(&mut self, ending: Ending, stderr: String) -> Result<Answer, Fault> {
        let line = self.output.last_line();
        self.read_line(&line)?;
        self.output.show_rest();
        let (of, listener) = (self.of, self.output.listener);
        if let Ending::Code(code) = ending
            && self.state.error.is_none()
            && code != 0
            && of.known.format.asks_for_login(code, &stderr)
        {
            let words = stderr.trim_start_matches(": ").to_owned();
            self.state.error = Some(ProgramError { words, needs_login: true });
        }
        let why = match (&self.state.error, ending.trouble()) {
            (Some(error), _) => Some(self.refused(error)),
            (None, Some(trouble)) => {
                Some(listener.failed(&format!("{trouble}{stderr}{}", self.version_hint(&stderr))))
            }
            (None, None) => None,
        };
        let state = std::mem::take(&mut self.state);
        if let Some(fault) = why {
            return Err(state.response.with_partial(fault, &of.model, listener.redactor));
        }
        let answer = state.response.answer(&of.model, of.longest_answer, listener.redactor);
        let answer = answer.map_err(|fault| listener.naming(fault, &stderr))?;
        Ok(Answer { cost_micros: answer.cost_micros.filter(|_| of.takes_cost), ..answer })
    }

    fn interrupted(&mut self, fault: Fault) -> Fault {
        let state = std::mem::take(&mut self.state);
        state.response.with_partial(fault, &self.of.model, self.output.listener.redactor)
    }
}

impl EventOutput<'_> {
    /// An older version does not know every option.
    fn version_hint(&self, stderr: &str) -> String {
        let is_unknown = ["unknown option", "unexpected argument", "Unknown argument"];
        if !is_unknown.iter().any(|words| stderr.contains(words)) {
            return String::new();
        }
        let known = &self.of.known;
        format!("; frieze was tested with {} {}: update {}", known.name, known.tested, known.name)
    }
}
