//! Keys: from a variable, or from the first line that a command prints. A key is never in the configuration, and what a
//! command says on its standard error is shown to nobody, since it may hold the key too.

use std::time::Duration;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};

use super::super::super::config::{Http, KeySource};
use super::dialect::Dialect;
use crate::adapters::key_command::output;
use crate::ports::Misconfigured;

/// How long a command may take to print a key.
const LIMIT: Duration = Duration::from_secs(10);

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

    /// Where it comes from, for messages.
    pub fn source(&self) -> &KeySource {
        &self.0
    }

    /// That there is no key, as far as it is known without running anything.
    pub fn missing(&self) -> Option<Misconfigured> {
        match &self.0 {
            KeySource::Env(name) => from_variable(name).err(),
            KeySource::Command(_) => None,
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
    let value = std::env::var_os(name);
    let lack = if value.is_some() { "is empty" } else { "is not set" };
    let value = value.unwrap_or_default();
    let Some(text) = value.to_str() else {
        return Err(wrong(format!("the key in {name} is not UTF-8"), format!("set {name} anew")));
    };
    if text.trim().is_empty() {
        let hint = format!("put the key into it: export {name}=… (frieze never writes it anywhere)");
        return Err(wrong(format!("there is no key: the variable {name} {lack}"), hint));
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
