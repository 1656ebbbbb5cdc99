//! One request to a program: a keeper starts the program, its output is read as it arrives, within time limits. Dropping the
//! request closes the keeper's socket, which ends the program.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::time::{Instant, sleep_until};

use super::definition::Command;
use super::input::{Input, InputSocket};
use super::kept_process;
use super::kept_process::KeptProcess;
use super::order::{KeeperEvent, Order};
use super::output::{Ending, Listener, Output};
use super::program;
use crate::partial_output;
use crate::secret_redactor::SecretRedactor;
use frieze_kernel::Fault;
use frieze_ports::Misconfigured;

/// Limit of the standard error that is saved, in bytes.
const SAVED_STDERR: usize = 16 * 1024;

/// How long to keep reading after the program seemed silent.
const RECHECK: Duration = Duration::from_millis(100);
/// Time limit for ending the processes that a program left behind.
const ORPHANS_LIMIT: Duration = Duration::from_secs(15);

/// The keys that a program must not repeat.
pub fn redactor(command: &Command) -> SecretRedactor {
    let secrets = program::secrets(&command.program);
    SecretRedactor::of(secrets.iter().map(|secret| secret.as_bytes()))
}

/// Starts the program with these arguments and returns what the output's reader makes of it.
///
/// # Errors
/// If it cannot be started, is silent for too long, or its output is no answer.
pub async fn ask<O: Output>(
    command: &Command,
    arguments: Vec<String>,
    input: Input,
    listener: Listener<'_>,
    output: O,
) -> Result<O::Answer, Fault> {
    let name = listener.name;
    let unusable = |e: Misconfigured| Fault::Unready { why: e.of(name).with_hint() };
    let file = program::file(&command.program, &command.root).map_err(unusable)?;
    let folder = program::folder(&command.program, &command.root).map_err(unusable)?;
    listener.live.status(format!("starts {}", file.display()));
    let not_text =
        |path: OsString| listener.failed(&format!(": the path {} is not UTF-8", path.to_string_lossy()));
    let text = |path: PathBuf| path.into_os_string().into_string().map_err(not_text);
    let (socket, input_socket) = match input {
        Input::Talk => {
            let (socket, place) = InputSocket::open()
                .map_err(|e| listener.failed(&format!(": cannot make a socket in TMPDIR: {e}")))?;
            (Some(socket), Some(text(place)?))
        }
        Input::Nothing | Input::Text(_) => (None, None),
    };
    let order = Order {
        program: text(file)?,
        arguments,
        input: if let Input::Text(text) = input { Some(text) } else { None },
        input_socket,
        folder: folder.map(text).transpose()?,
        ..Order::default()
    };
    let mut environment = program::environment(&command.program);
    environment.retain(|(known, _)| command.variables.iter().all(|(name, _)| known != name.as_str()));
    environment.extend(command.variables.iter().map(|(name, value)| (name.into(), value.into())));
    let process = kept_process::start(order, Some(environment), Stdio::piped()).await;
    let process = process.map_err(|e| listener.failed(&format!(": {e}")))?;
    let mut request = Request {
        listener,
        output,
        idle: Duration::from_secs(command.program.idle_seconds),
        process,
        socket,
        stderr: Vec::new(),
        stderr_is_cut: false,
        is_over: false,
    };
    let outcome = request.run().await;
    request.is_over = outcome.is_ok();
    outcome
}

/// The state of one request.
struct Request<'a, O: Output> {
    listener: Listener<'a>,
    output: O,
    idle: Duration,
    process: KeptProcess,
    socket: Option<InputSocket>,
    stderr: Vec<u8>,
    stderr_is_cut: bool,
    /// Whether it was answered.
    is_over: bool,
}

impl<O: Output> Drop for Request<'_, O> {
    /// Saves the output for every way in which the request can end.
    fn drop(&mut self) {
        if let Some(socket) = self.socket.as_ref().filter(|_| !self.is_over) {
            socket.try_write(&self.output.last_input());
        }
        let redactor = self.listener.redactor;
        let (beginning, all) = self.output.beginning();
        let mut said = partial_output::truncated(redactor, beginning, all);
        if !self.stderr.is_empty() {
            let stderr = redactor.redact_bytes(&self.stderr);
            // Cut at the beginning, the text may start inside a key.
            let skipped = if self.stderr_is_cut { redactor.longest_encoding() } else { 0 };
            let new_line = if said.is_empty() || said.ends_with(b"\n") { "" } else { "\n" };
            let which = if self.stderr_is_cut { "the end of " } else { "" };
            said.extend_from_slice(format!("{new_line}[frieze: {which}its standard error:]\n").as_bytes());
            said.extend_from_slice(stderr.get(skipped..).unwrap_or_default());
        }
        self.listener.live.keep_partial(said);
    }
}

impl<O: Output> Request<'_, O> {
    async fn run(&mut self) -> Result<O::Answer, Fault> {
        match self.listen().await {
            Ok(ending) => {
                let said = self.stderr_excerpt();
                self.output.finish(ending, said)
            }
            Err(fault) => Err(self.output.interrupted(fault)),
        }
    }

    /// Reads until the program has ended, or its answer is complete.
    async fn listen(&mut self) -> Result<Ending, Fault> {
        let (Some(mut out), Some(mut err)) = self.process.outputs() else {
            return Err(self.listener.failed(": it has no output"));
        };
        let (mut printed, mut on_stderr) = (vec![0; 64 * 1024], vec![0; 8 * 1024]);
        let (mut out_ended, mut err_ended, mut events_ended) = (false, false, false);
        let mut ended = None;
        let mut last_activity = Instant::now();
        // When it first seemed silent.
        let mut silent = None;
        while !(out_ended && err_ended && events_ended) {
            if let Some(socket) = &mut self.socket {
                socket.push(&self.output.take_input());
            }
            if self.output.is_complete() {
                return Ok(Ending::StillRuns);
            }
            // After the program's end, the processes it left behind are ended; that may fail, so the wait is limited.
            let until = last_activity + if ended.is_some() { ORPHANS_LIMIT } else { self.idle };
            let until = silent.filter(|since| *since >= until).map_or(until, |since| since + RECHECK);
            let talks = self.socket.as_ref().is_some_and(InputSocket::is_busy) && ended.is_none();
            tokio::select! {
                // Output that has arrived comes before any silence.
                biased;
                read = out.read(&mut printed), if !out_ended => match read {
                    Ok(0) | Err(_) => out_ended = true,
                    Ok(n) => {
                        last_activity = Instant::now();
                        self.output.printed(printed.get(..n).unwrap_or_default())?;
                    }
                },
                read = err.read(&mut on_stderr), if !err_ended => match read {
                    Ok(0) | Err(_) => err_ended = true,
                    Ok(n) => {
                        last_activity = Instant::now();
                        self.on_stderr(on_stderr.get(..n).unwrap_or_default());
                    }
                },
                event = self.process.next_event(), if !events_ended => {
                    last_activity = Instant::now();
                    match self.event(event)? {
                        None => events_ended = true,
                        Some(event @ KeeperEvent::Ended { .. }) => ended = Some(event),
                        Some(_) => {}
                    }
                },
                () = advance(&mut self.socket), if talks => {}
                () = sleep_until(until) => match (silent.replace(Instant::now()), &ended) {
                    // This process may have been suspended while the program printed: look once more.
                    (before, _) if before.is_none_or(|before| before < last_activity) => {}
                    (_, Some(_)) => break,
                    (_, None) => return Err(self.silent()),
                },
            }
        }
        Ok(Ending::of(ended.as_ref()))
    }

    fn on_stderr(&mut self, bytes: &[u8]) {
        self.output.stderr(bytes);
        self.stderr.extend_from_slice(bytes);
        if self.stderr.len() > 2 * SAVED_STDERR {
            self.stderr.drain(..self.stderr.len() - SAVED_STDERR);
            self.stderr_is_cut = true;
        }
    }

    /// The end of its standard error, for a message.
    fn stderr_excerpt(&self) -> String {
        let lines = self.stderr.split_inclusive(|byte| *byte == b'\n');
        let worth = lines.filter(|line| !self.output.is_noise(&String::from_utf8_lossy(line)));
        self.listener.excerpt(&worth.collect::<Vec<_>>().concat())
    }

    /// Handles an event of the keeper that does not end the request.
    fn event(&mut self, event: Result<Option<KeeperEvent>, String>) -> Result<Option<KeeperEvent>, Fault> {
        let event = event.map_err(|why| self.listener.failed(&format!(": {why}")))?;
        match &event {
            Some(KeeperEvent::Started { process, folder }) => {
                self.output.started(folder.as_deref().unwrap_or_default());
                self.listener.live.status(format!("{} is working (PID {process})", self.listener.name));
            }
            Some(KeeperEvent::NotStarted { why }) => {
                let hint = if why.contains("list too long") {
                    "; remove {prompt} from command: to send the prompt on standard input"
                } else {
                    ""
                };
                return Err(self.listener.failed(&format!(" could not be started: {why}{hint}")));
            }
            Some(KeeperEvent::Keeps { .. } | KeeperEvent::Lost | KeeperEvent::Ended { .. }) | None => {}
        }
        Ok(event)
    }

    fn silent(&self) -> Fault {
        let seconds = self.idle.as_secs();
        self.listener
            .failed(&format!(" printed nothing for {seconds} s and was stopped{}", self.stderr_excerpt()))
    }
}

async fn advance(socket: &mut Option<InputSocket>) {
    if let Some(socket) = socket {
        socket.advance().await;
    }
}
