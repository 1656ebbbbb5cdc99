//! Keys: from a variable, or from the first line that a command prints. A key is never in the configuration, and what a
//! command says on its standard error is shown to nobody, since it may hold the key too.

use std::process::Stdio;
use std::time::Duration;

use reqwest::header::HeaderValue;
use rustix::process::{Pid, Signal, kill_process_group};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

use super::super::super::config::{Http, KeySource};
use super::dialect::Dialect;
use crate::ports::Misconfigured;

/// How long a command may take to print a key.
const LIMIT: Duration = Duration::from_secs(10);
/// More than any key, in bytes.
const LARGEST: u64 = 16 * 1024;

/// Where a key comes from.
pub struct Key(KeySource);

/// A key, for as long as one request takes.
pub struct Secret(SecretString);

impl Key {
    /// The key that is configured; without one, what the provider's customers have in their environment, for the
    /// provider alone.
    pub fn of(dialect: Dialect, http: &Http) -> Option<Self> {
        let usual = || http.url.is_none().then(|| KeySource::Env(dialect.variable().to_owned()));
        http.key.clone().or_else(usual).map(Self)
    }

    /// Where it comes from, for people; arguments may hold anything and are not shown.
    pub fn place(&self) -> String {
        match &self.0 {
            KeySource::Env(name) => format!("the variable {name}"),
            KeySource::Command(argv) => format!("what {} prints", argv.first().map_or("", String::as_str)),
        }
    }

    /// The key as it is now: a token that a command prints may last for minutes only.
    pub async fn fetch(&self) -> Result<Secret, Misconfigured> {
        let text = match &self.0 {
            KeySource::Env(name) => from_variable(name)?,
            KeySource::Command(argv) => printed(argv).await?,
        };
        if HeaderValue::from_str(&text).is_err() {
            return Err(wrong(
                "the key holds characters that no key has",
                "look at where it comes from: a stray line?",
            ));
        }
        Ok(Secret(text.into()))
    }
}

impl Secret {
    /// The key in a header that no log shows.
    pub fn header(&self, before: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{before}{}", self.0.expose_secret())).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The key itself, to be found where it must not be.
    pub fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}

fn wrong(what: impl Into<String>, hint: impl Into<String>) -> Misconfigured {
    Misconfigured { what: what.into(), hint: hint.into() }
}

fn from_variable(name: &str) -> Result<String, Misconfigured> {
    let value = std::env::var_os(name).unwrap_or_default();
    let Some(text) = value.to_str() else {
        return Err(wrong(format!("the key in {name} is not UTF-8"), format!("set {name} anew")));
    };
    if text.trim().is_empty() {
        let hint = format!("put the key into it: export {name}=… (frieze never writes it anywhere)");
        return Err(wrong(format!("there is no key: the variable {name} is not set"), hint));
    }
    Ok(text.trim().to_owned())
}

async fn printed(argv: &[String]) -> Result<String, Misconfigured> {
    let program = argv.first().map_or("", String::as_str);
    let hint = format!("run it by itself and see whether it prints the key: {program} …");
    match tokio::time::timeout(LIMIT, output(argv)).await {
        Ok(Ok(text)) => match text.lines().next().map(str::trim) {
            Some(first) if !first.is_empty() => Ok(first.to_owned()),
            Some(_) | None => Err(wrong(format!("there is no key: {program} printed nothing"), hint)),
        },
        Ok(Err(why)) => Err(wrong(format!("there is no key: {program} {why}"), hint)),
        Err(_) => Err(wrong(
            format!("there is no key: {program} printed none within {} s and was ended", LIMIT.as_secs()),
            hint,
        )),
    }
}

/// What a command prints, or how it failed; what it started ends with it.
async fn output(argv: &[String]) -> Result<String, String> {
    let (program, arguments) = argv.split_first().ok_or("names no program")?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(|e| format!("could not be started: {e}"))?;
    let _group = Group(child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)));
    let mut bytes = Vec::new();
    let out = child.stdout.take().ok_or("has no output")?;
    out.take(LARGEST + 1).read_to_end(&mut bytes).await.map_err(|e| format!("could not be read: {e}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err("printed more than a key".to_owned());
    }
    let status = child.wait().await.map_err(|e| format!("was lost: {e}"))?;
    if !status.success() {
        return Err(format!("failed ({status})"));
    }
    String::from_utf8(bytes)
        .map(|text| text.trim().to_owned())
        .map_err(|_| "printed something that is no text".to_owned())
}

/// A command and what it started.
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            // Nobody may be left, which is as well.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}
