//! One question to a program: its order goes to a keeper, its answer is read as it comes, within its limits. Dropping the
//! question closes the keeper's socket, which ends the program.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::time::{Instant, sleep_until};

use super::order::{News, Order};
use super::started::{self, Kept};
use super::{Command, PROMPT, place};
use crate::adapters::came;
use crate::adapters::veil::{Veil, Veiled};
use crate::kernel::Fault;
use crate::ports::{LONGEST_ANSWER, Live, Misconfigured};

/// How much of what a program complains about is kept, in bytes, and shown, in characters.
const COMPLAINT: usize = 16 * 1024;
const SHOWN: usize = 300;

/// How much longer is listened when silence was found.
const SECOND_LOOK: Duration = Duration::from_millis(100);
/// How long the ending of what a program left behind may take.
const LEFT_BEHIND: Duration = Duration::from_secs(15);

fn failed(why: String) -> Fault {
    Fault::Failed { why }
}

/// Asks, and returns what the program printed.
pub async fn ask(command: &Command, prompt: String, live: &Live) -> Result<String, Fault> {
    let name = &command.name;
    let unusable = |e: Misconfigured| Fault::Unready { why: format!("{name}: {}; {}", e.what, e.hint) };
    let program = place::found(&command.program, &command.root).map_err(unusable)?;
    let folder = place::folder(&command.program, &command.root).map_err(unusable)?;
    live.doing(format!("starts {}", program.display()));
    let order = order(command, program, folder, prompt)?;
    let environment = place::environment(&command.program);
    // Starting a process and writing a long order both block.
    let kept = tokio::task::spawn_blocking(move || {
        started::under_a_keeper(&order, Some(environment), Stdio::piped())
    })
    .await;
    let kept = kept.unwrap_or_else(|e| Err(std::io::Error::other(e)));
    let kept = kept.map_err(|e| failed(format!("{name}: {e}")))?;
    let secrets = place::secrets(&command.program);
    let veil = Veil::of(secrets.iter().map(|secret| secret.as_bytes()));
    let mut listening = Listening {
        name,
        live,
        veiled: Veiled::new(&veil),
        veil: &veil,
        idle: Duration::from_secs(command.program.idle_seconds),
        kept,
        answer: Vec::new(),
        printed: 0,
        told: 0,
        complaint: Vec::new(),
        complaint_is_cut: false,
    };
    listening.listen().await
}

fn order(
    command: &Command,
    program: PathBuf,
    folder: Option<PathBuf>,
    prompt: String,
) -> Result<Order, Fault> {
    let text = |path: PathBuf| {
        let not_text = |path: OsString| failed(format!("{}: its path is not UTF-8", path.to_string_lossy()));
        path.into_os_string().into_string().map_err(not_text)
    };
    let in_argument = command.program.command.iter().any(|argument| argument.contains(PROMPT));
    let arguments = command.program.command.iter().skip(1);
    let arguments = arguments.map(|argument| argument.replace(PROMPT, &prompt)).collect();
    Ok(Order {
        program: text(program)?,
        arguments,
        input: (!in_argument).then_some(prompt),
        folder: folder.map(text).transpose()?,
        is_own_folder: false,
        spares_daemons: false,
    })
}

/// What has come of one question.
struct Listening<'a> {
    name: &'a str,
    live: &'a Live,
    veil: &'a Veil,
    /// What is told of the answer while it comes.
    veiled: Veiled<'a>,
    idle: Duration,
    kept: Kept,
    answer: Vec<u8>,
    /// How much of it came, which may be more than is taken.
    printed: u64,
    /// How much of the answer was told to whoever looks on.
    told: usize,
    complaint: Vec<u8>,
    complaint_is_cut: bool,
}

impl Drop for Listening<'_> {
    /// Whatever ended the question, what was said is kept where no answer is made of it.
    fn drop(&mut self) {
        let mut said = came::beginning(self.veil, &self.answer, self.printed);
        if !self.complaint.is_empty() {
            let complaint = self.veil.over_bytes(&self.complaint);
            // Where its beginning was cut off, it may begin in the middle of a key.
            let skipped = if self.complaint_is_cut { self.veil.longest() } else { 0 };
            let new_line = if said.is_empty() || said.ends_with(b"\n") { "" } else { "\n" };
            let which = if self.complaint_is_cut { "the end of " } else { "" };
            said.extend_from_slice(format!("{new_line}[frieze: {which}its standard error:]\n").as_bytes());
            said.extend_from_slice(complaint.get(skipped..).unwrap_or_default());
        }
        self.live.came(said);
    }
}

impl Listening<'_> {
    async fn listen(&mut self) -> Result<String, Fault> {
        let (Some(mut out), Some(mut err)) = self.kept.outputs() else {
            return Err(failed(format!("{}: it has no output", self.name)));
        };
        let (mut printed, mut complained) = (vec![0; 64 * 1024], vec![0; 8 * 1024]);
        let (mut out_ended, mut err_ended, mut news_ended) = (false, false, false);
        let mut ended = None;
        let mut heard = Instant::now();
        // Since when it seems to be silent.
        let mut silent = None;
        while !(out_ended && err_ended && news_ended) {
            // What it left behind is being ended, or cannot be: that is waited for, but not for ever.
            let until = heard + if ended.is_some() { LEFT_BEHIND } else { self.idle };
            let until = silent.filter(|since| *since >= until).map_or(until, |since| since + SECOND_LOOK);
            tokio::select! {
                // What has come is heard before any silence.
                biased;
                read = out.read(&mut printed), if !out_ended => match read {
                    Ok(0) | Err(_) => out_ended = true,
                    Ok(n) => {
                        heard = Instant::now();
                        self.printed(printed.get(..n).unwrap_or_default())?;
                    }
                },
                read = err.read(&mut complained), if !err_ended => match read {
                    Ok(0) | Err(_) => err_ended = true,
                    Ok(n) => {
                        heard = Instant::now();
                        self.complained(complained.get(..n).unwrap_or_default());
                    }
                },
                news = self.kept.news(), if !news_ended => {
                    heard = Instant::now();
                    match self.news(news)? {
                        None => news_ended = true,
                        Some(news @ News::Ended { .. }) => ended = Some(news),
                        Some(_) => {}
                    }
                },
                () = sleep_until(until) => match (silent.replace(Instant::now()), &ended) {
                    // We may have been stopped meanwhile, and it was not: what it said then is not known yet.
                    (before, _) if before.is_none_or(|before| before < heard) => {}
                    (_, Some(_)) => break,
                    (_, None) => return Err(self.silent()),
                },
            }
        }
        self.outcome(ended.as_ref())
    }

    fn printed(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.printed = self.printed.saturating_add(bytes.len() as u64);
        if self.answer.len() + bytes.len() > LONGEST_ANSWER {
            let most = LONGEST_ANSWER >> 20;
            return Err(failed(format!("{} printed more than {most} MiB and was ended", self.name)));
        }
        self.answer.extend_from_slice(bytes);
        let new = self.answer.get(self.told..).unwrap_or_default();
        // A character that is not whole yet waits for the rest of it.
        let whole = match std::str::from_utf8(new) {
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Ok(_) | Err(_) => new.len(),
        };
        self.live.text(&self.veiled.more(&String::from_utf8_lossy(new.get(..whole).unwrap_or_default())));
        self.told += whole;
        Ok(())
    }

    fn complained(&mut self, bytes: &[u8]) {
        self.complaint.extend_from_slice(bytes);
        if self.complaint.len() > 2 * COMPLAINT {
            self.complaint.drain(..self.complaint.len() - COMPLAINT);
            self.complaint_is_cut = true;
        }
    }

    /// What the keeper tells that does not end the question.
    fn news(&self, news: Result<Option<News>, String>) -> Result<Option<News>, Fault> {
        let news = news.map_err(|why| failed(format!("{}: {why}", self.name)))?;
        match &news {
            Some(News::Started { process }) => {
                self.live.doing(format!("{} works, process {process}", self.name));
            }
            Some(News::NotStarted { why }) => {
                let hint = if why.contains("list too long") {
                    "; leave {prompt} out, so that it reads the prompt"
                } else {
                    ""
                };
                return Err(failed(format!("{} could not be started: {why}{hint}", self.name)));
            }
            Some(News::Keeps { .. } | News::Lost | News::Ended { .. }) | None => {}
        }
        Ok(news)
    }

    fn silent(&self) -> Fault {
        let seconds = self.idle.as_secs();
        failed(format!(
            "{} printed nothing for {seconds} s and was ended{}",
            self.name,
            self.in_words(&self.complaint)
        ))
    }

    fn outcome(&self, ended: Option<&News>) -> Result<String, Fault> {
        let mut said = self.in_words(&self.complaint);
        if said.is_empty() {
            // Some say on standard output why they end.
            said = self.in_words(&self.answer);
        }
        let name = self.name;
        match ended {
            Some(News::Ended { code: Some(0), .. }) => {}
            Some(News::Ended { code: Some(code), .. }) => {
                return Err(failed(format!("{name} ended with exit code {code}{said}")));
            }
            Some(News::Ended { signal: Some(signal), .. }) => {
                return Err(failed(format!("{name} was ended by signal {signal}{said}")));
            }
            Some(_) | None => return Err(failed(format!("{name} ended, and how is not known{said}"))),
        }
        if self.answer.trim_ascii().is_empty() {
            return Err(failed(format!("{name} printed no answer{said}")));
        }
        let answer = std::str::from_utf8(&self.answer).map_err(|e| {
            let place = e.valid_up_to();
            failed(format!("{name} printed what is not UTF-8, from byte {place} on"))
        })?;
        Ok(self.veil.over(answer))
    }

    /// The end of what it wrote.
    fn in_words(&self, written: &[u8]) -> String {
        let text = self.veil.over(&String::from_utf8_lossy(written));
        let text = text.trim();
        if text.is_empty() {
            return String::new();
        }
        let skipped = text.chars().count().saturating_sub(SHOWN);
        let before = if skipped > 0 { "…" } else { "" };
        format!(": {before}{}", text.chars().skip(skipped).collect::<String>())
    }
}
