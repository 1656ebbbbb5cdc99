//! Output of a program that prints its answer as lines of JSON: the lines, within limits, and what was shown of the answer.

use super::output::Listener;
use crate::agents::response::ResponseState;
use crate::partial_output::Beginning;
use crate::secret_redactor::RedactedStream;
use crate::web::MAX_STREAM;
use frieze_kernel::Fault;
use frieze_ports::LONGEST_ANSWER;

/// Maximum length of a line: the longest answer as JSON.
const LONGEST_LINE: usize = 2 * LONGEST_ANSWER;

/// The lines of a program, and what was shown of its answer.
pub struct LineOutput<'a> {
    pub listener: Listener<'a>,
    printed: Beginning,
    /// The line that is not complete yet.
    line: Vec<u8>,
    shown: RedactedStream<'a>,
    stage: &'static str,
}

impl<'a> LineOutput<'a> {
    pub fn new(listener: Listener<'a>) -> Self {
        let shown = RedactedStream::new(listener.redactor);
        Self { listener, printed: Beginning::default(), line: Vec::new(), shown, stage: "" }
    }

    /// Counts printed bytes, before their lines are taken.
    ///
    /// # Errors
    /// If the program printed too much.
    pub fn count(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.printed.push(bytes);
        if self.printed.received > MAX_STREAM as u64 {
            return Err(self.listener.printed_too_much(MAX_STREAM));
        }
        Ok(())
    }

    /// Takes bytes up to the end of a line; `None` if they do not complete one.
    ///
    /// # Errors
    /// If the line is too long.
    pub fn next_line(&mut self, bytes: &mut &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        let (piece, rest) = bytes.split_at(end);
        if self.line.len() + piece.len() > LONGEST_LINE {
            return Err(self.listener.printed_too_much(LONGEST_ANSWER));
        }
        *bytes = rest;
        self.line.extend_from_slice(piece);
        Ok(piece.ends_with(b"\n").then(|| self.last_line()))
    }

    /// Takes the line so far: the last one may lack its end.
    pub fn last_line(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }

    /// The beginning of what was printed, and the number of bytes in all.
    pub fn beginning(&self) -> (&[u8], u64) {
        (&self.printed.bytes, self.printed.received)
    }

    /// Shows the stage of an answer, and its new text.
    pub fn show(&mut self, response: &mut ResponseState) {
        let new_text = response.take_fresh();
        let stage = match (new_text.is_empty(), response.is_thinking) {
            (false, _) => "is answering",
            (true, true) if response.text.is_empty() => "is thinking",
            (true, _) => self.stage,
        };
        if stage != self.stage {
            self.stage = stage;
            self.listener.live.status(format!("{} {stage}", self.listener.name));
        }
        if !new_text.is_empty() {
            self.listener.live.text(&self.shown.push(&new_text));
        }
    }

    /// Shows the text that was held back.
    pub fn show_rest(&mut self) {
        self.listener.live.text(&self.shown.finish());
    }
}
