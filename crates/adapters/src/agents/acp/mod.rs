//! Programs that speak the Agent Client Protocol: JSON-RPC over standard input and output. Each request has its own process and
//! session, in an empty folder, without servers, files and terminals.

mod client;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use self::client::{Client, Refused};
use super::command;
use super::command::Command;
use super::command::Input;
use super::command::output::{Ending, Listener, Output};
use super::command::request;
use crate::config::Program;
use crate::partial_output::MAX_BYTES;
use crate::secret_redactor::{RedactedStream, SecretRedactor};
use crate::web::MAX_STREAM;
use frieze_data::text::Shown;
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Misconfigured, Patience};

/// Maximum length of a message: the longest answer as JSON.
const LONGEST_LINE: usize = 2 * LONGEST_ANSWER;
/// The longest answer that the limits of a run allow for before a call, in tokens.
pub const LONGEST_ANSWER_TOKENS: u64 = 32_000;
/// Time limit for the doctor's check; the doctor waits for ten seconds.
const CHECKING: Duration = Duration::from_secs(9);

/// An agent that speaks the protocol. `takes_cost` says whether a cost in US dollars is in the configured currency.
///
/// # Errors
/// If the definition names no program, or a folder outside the workspace.
pub fn agent(
    name: &str,
    program: &Program,
    takes_cost: bool,
    root: &Path,
) -> Result<Arc<dyn Agent>, Misconfigured> {
    let command = Command::new(name, program.clone(), Vec::new(), root)?;
    Ok(Arc::new(AcpAgent(Arc::new(Speaker { command, takes_cost }))))
}

struct Speaker {
    command: Command,
    takes_cost: bool,
}

struct AcpAgent(Arc<Speaker>);

impl Agent for AcpAgent {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let speaker = self.0.clone();
        Box::pin(async move {
            let redactor = request::redactor(&speaker.command);
            let (_, answer) = speaker.converse(Some(ask.prompt), &live, &redactor).await?;
            answer.unwrap_or_else(|| Err(Fault::Failed { why: "it was not asked".to_owned() }))
        })
    }

    fn check(&self) -> Boxed<Checked> {
        let speaker = self.0.clone();
        Box::pin(async move { speaker.check().await })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.command.program.timeout_seconds)
    }
}

/// What a conversation came to: the agent's own name, and the answer if there was a prompt.
type Outcome = (Option<String>, Option<Result<Answer, Fault>>);

impl Speaker {
    async fn converse(
        &self,
        prompt: Option<String>,
        live: &Live,
        redactor: &SecretRedactor,
    ) -> Result<Outcome, Fault> {
        let command = &self.command;
        let listener = Listener { name: &command.name, live, redactor };
        let arguments = command.program.command.iter().skip(1).cloned().collect();
        let conversation = Conversation {
            of: self,
            listener,
            shown: RedactedStream::new(redactor),
            is_asked: prompt.is_some(),
            client: Client::new(prompt),
            line: Vec::new(),
            beginning: Vec::new(),
            printed: 0,
            stage: "",
        };
        request::ask(command, arguments, Input::Talk, listener, conversation).await
    }

    /// Begins a session without a prompt, which asks no model.
    async fn check(&self) -> Checked {
        let there = command::check(&self.command);
        if !there.ok {
            return there;
        }
        let (live, redactor) = (Live::new(|_| {}), request::redactor(&self.command));
        match tokio::time::timeout(CHECKING, self.converse(None, &live, &redactor)).await {
            Ok(Ok((agent, _))) => {
                let agent = agent.unwrap_or_else(|| "it".to_owned());
                let agent = Shown::cut(&redactor.redact(&agent), 80).into_string();
                Checked::passed(format!("{}; {agent} begins a session", there.found))
            }
            Ok(Err(fault)) => Checked::failed(
                format!("{}, but: {}", there.found, fault.in_words()),
                "log in to the program, or correct command:",
            ),
            Err(_) => Checked::passed(format!(
                "{}; it began no session within {} s, the first answer will show whether it does",
                there.found,
                CHECKING.as_secs()
            )),
        }
    }
}

/// The output of a program that speaks the protocol.
struct Conversation<'a> {
    of: &'a Speaker,
    listener: Listener<'a>,
    shown: RedactedStream<'a>,
    is_asked: bool,
    client: Client,
    /// The line that is not complete yet.
    line: Vec<u8>,
    beginning: Vec<u8>,
    /// Number of bytes printed.
    printed: usize,
    stage: &'static str,
}

impl Conversation<'_> {
    fn read_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.client.receive(&line);
        let fresh = self.client.take_fresh();
        let stage = match (fresh.is_empty(), self.client.response.is_thinking) {
            (false, _) => "is answering",
            (true, true) if self.client.response.text.is_empty() => "is thinking",
            (true, _) => self.stage,
        };
        if stage != self.stage {
            self.stage = stage;
            self.listener.live.status(format!("{} {stage}", self.listener.name));
        }
        if !fresh.is_empty() {
            self.listener.live.text(&self.shown.push(&fresh));
        }
    }

    fn refused(&self, refused: &Refused, said: &str) -> Fault {
        let name = self.listener.name;
        let redact = |words: &str| self.listener.redactor.redact(words);
        match refused {
            Refused::TooLong => self.listener.printed_too_much(LONGEST_ANSWER),
            Refused::Failed(words) => {
                Fault::Failed { why: format!("{name} gave no answer: {}{said}", redact(words)) }
            }
            Refused::NeedsLogin(words, ways) => {
                let program = self.of.command.program.command.first().map_or("", String::as_str);
                let ways = if ways.is_empty() { String::new() } else { format!(" ({})", ways.join(", ")) };
                let why = format!(
                    "{name}: {program} is not logged in ({}); run {program} once and log in there{}, or name the variable of \
                     its key under environment:",
                    redact(words),
                    redact(&ways)
                );
                Fault::Unready { why }
            }
        }
    }
}

impl Output for Conversation<'_> {
    type Answer = Outcome;

    fn started(&mut self, folder: &str) {
        self.client.begin(folder);
    }

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
                self.read_line();
            }
        }
        Ok(())
    }

    fn take_input(&mut self) -> Vec<u8> {
        self.client.take_outgoing()
    }

    fn is_complete(&self) -> bool {
        self.client.is_done()
    }

    fn farewell(&self) -> Vec<u8> {
        self.client.cancellation()
    }

    fn beginning(&self) -> (&[u8], u64) {
        (&self.beginning, self.printed as u64)
    }

    fn finish(&mut self, ending: Ending, said: String) -> Result<Outcome, Fault> {
        self.listener.live.text(&self.shown.finish());
        let model = command::model(&self.of.command.program);
        let redactor = self.listener.redactor;
        let response = std::mem::take(&mut self.client.response);
        if let Some(refused) = &self.client.refused {
            return Err(response.with_partial(self.refused(refused, &said), &model, redactor));
        }
        if ending != Ending::StillRuns {
            let trouble = ending.trouble().unwrap_or_else(|| " ended".to_owned());
            let fault = self.listener.failed(&format!("{trouble} before its answer was complete{said}"));
            return Err(response.with_partial(fault, &model, redactor));
        }
        let agent = self.client.agent.take();
        if !self.is_asked {
            return Ok((agent, None));
        }
        let answer = response.answer(&model, LONGEST_ANSWER_TOKENS, redactor);
        let answer = answer.map_err(|fault| self.listener.naming(fault, &said))?;
        let cost_micros = answer.cost_micros.filter(|_| self.of.takes_cost);
        Ok((agent, Some(Ok(Answer { cost_micros, ..answer }))))
    }

    fn interrupted(&mut self, fault: Fault) -> Fault {
        let model = command::model(&self.of.command.program);
        std::mem::take(&mut self.client.response).with_partial(fault, &model, self.listener.redactor)
    }
}
