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
use super::command::line_output::LineOutput;
use super::command::output::{Ending, Listener, Output};
use super::command::request;
use crate::config::Program;
use crate::secret_redactor::SecretRedactor;
use frieze_data::text::Shown;
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Misconfigured, Patience};

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
    Ok(Arc::new(AcpAgent(Arc::new(AcpProgram { command, takes_cost }))))
}

struct AcpProgram {
    command: Command,
    takes_cost: bool,
}

struct AcpAgent(Arc<AcpProgram>);

impl Agent for AcpAgent {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let program = self.0.clone();
        Box::pin(async move {
            let redactor = request::redactor(&program.command);
            let (_, answer) = program.converse(Some(ask.prompt), &live, &redactor).await?;
            answer.unwrap_or_else(|| Err(Fault::Failed { why: "it was not asked".to_owned() }))
        })
    }

    fn check(&self) -> Boxed<Checked> {
        let program = self.0.clone();
        Box::pin(async move { program.check().await })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.command.program.timeout_seconds)
    }
}

/// What a conversation came to: the agent's own name, and the answer if there was a prompt.
type Outcome = (Option<String>, Option<Result<Answer, Fault>>);

impl AcpProgram {
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
            output: LineOutput::new(listener),
            has_prompt: prompt.is_some(),
            client: Client::new(prompt),
        };
        request::ask(command, arguments, Input::Talk, listener, conversation).await
    }

    /// Begins a session without a prompt, which asks no model.
    async fn check(&self) -> Checked {
        let found = command::check(&self.command)?;
        let (live, redactor) = (Live::new(|_| {}), request::redactor(&self.command));
        match tokio::time::timeout(CHECKING, self.converse(None, &live, &redactor)).await {
            Ok(Ok((agent, _))) => {
                let agent = agent.unwrap_or_else(|| "it".to_owned());
                let agent = Shown::cut(&redactor.redact(&agent), 80).into_string();
                Ok(format!("{found}; {agent} begins a session"))
            }
            Ok(Err(fault)) => Err(Misconfigured::new(
                format!("{found}, but: {}", fault.in_words()),
                "log in to the program, or correct command:",
            )),
            Err(_) => Ok(format!(
                "{found}; it began no session within {} s, the first answer will show whether it does",
                CHECKING.as_secs()
            )),
        }
    }
}

/// The output of a program that speaks the protocol.
struct Conversation<'a> {
    of: &'a AcpProgram,
    output: LineOutput<'a>,
    has_prompt: bool,
    client: Client,
}

impl Conversation<'_> {
    fn refused(&self, refused: &Refused, stderr: &str) -> Fault {
        let Listener { name, redactor, .. } = self.output.listener;
        let redact = |words: &str| redactor.redact(words);
        match refused {
            Refused::TooLong => self.output.listener.printed_too_much(LONGEST_ANSWER),
            Refused::Failed(words) => {
                Fault::Failed { why: format!("{name} gave no answer: {}{stderr}", redact(words)) }
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

    fn printed(&mut self, mut bytes: &[u8]) -> Result<(), Fault> {
        self.output.count(bytes)?;
        while let Some(line) = self.output.next_line(&mut bytes)? {
            self.client.receive(&line);
            self.output.show(&mut self.client.response);
        }
        Ok(())
    }

    fn take_input(&mut self) -> Vec<u8> {
        self.client.take_outgoing()
    }

    fn is_complete(&self) -> bool {
        self.client.is_done()
    }

    fn last_input(&self) -> Vec<u8> {
        self.client.cancellation()
    }

    fn beginning(&self) -> (&[u8], u64) {
        self.output.beginning()
    }

    fn finish(&mut self, ending: Ending, stderr: String) -> Result<Outcome, Fault> {
        self.output.show_rest();
        let model = command::model(&self.of.command.program);
        let (listener, redactor) = (self.output.listener, self.output.listener.redactor);
        let response = std::mem::take(&mut self.client.response);
        if let Some(refused) = &self.client.refused {
            return Err(response.with_partial(self.refused(refused, &stderr), &model, redactor));
        }
        if ending != Ending::StillRuns {
            let trouble = ending.trouble().unwrap_or_else(|| " ended".to_owned());
            let fault = listener.failed(&format!("{trouble} before its answer was complete{stderr}"));
            return Err(response.with_partial(fault, &model, redactor));
        }
        let agent = self.client.agent.take();
        if !self.has_prompt {
            return Ok((agent, None));
        }
        let answer = response.answer(&model, LONGEST_ANSWER_TOKENS, redactor);
        let answer = answer.map_err(|fault| listener.naming(fault, &stderr))?;
        let cost_micros = answer.cost_micros.filter(|_| self.of.takes_cost);
        Ok((agent, Some(Ok(Answer { cost_micros, ..answer }))))
    }

    fn interrupted(&mut self, fault: Fault) -> Fault {
        let model = command::model(&self.of.command.program);
        std::mem::take(&mut self.client.response).with_partial(fault, &model, self.output.listener.redactor)
    }
}
