//! Secrets for servers: from a variable, or from the first line that a command prints. The configuration never contains a secret,
//! and the standard error of such a command is never shown, because it may contain the secret.

use std::path::Path;
use std::time::Duration;

use reqwest::header::HeaderValue;
use secrecy::SecretString;

use super::agents::command::program;
use super::config::KeySource;
use super::key_command::output;
use frieze_ports::Misconfigured;

/// Time limit for a command that prints a key.
const LIMIT: Duration = Duration::from_secs(10);

/// The current secret: a token that a command prints may last only minutes. Commands run in `root`.
///
/// # Errors
/// If there is no secret, or if it cannot be a header value.
pub async fn read(source: &KeySource, root: &Path) -> Result<SecretString, Misconfigured> {
    let text = match source {
        KeySource::Env(name) => from_variable(name)?,
        KeySource::Command(argv) => printed(argv, root).await?,
    };
    if HeaderValue::from_str(&text).is_err() {
        return Err(Misconfigured::new(
            "the key has invalid characters",
            "check where it comes from: a stray line?",
        ));
    }
    Ok(text.into())
}

/// Why there is no secret, as far as that is known without running anything.
pub fn missing(source: &KeySource, root: &Path) -> Option<Misconfigured> {
    match source {
        KeySource::Env(name) => from_variable(name).err(),
        KeySource::Command(argv) => {
            let gone = program::executable(argv.first()?, root).err()?;
            Some(Misconfigured::new(format!("there is no key: {}", gone.what), gone.hint))
        }
    }
}

fn from_variable(name: &str) -> Result<String, Misconfigured> {
    let value = std::env::var_os(name);
    let lack = if value.is_some() { "is empty" } else { "is not set" };
    let value = value.unwrap_or_default();
    let Some(text) = value.to_str() else {
        return Err(Misconfigured::new(
            format!("the key in {name} is not UTF-8"),
            format!("set {name} again"),
        ));
    };
    if text.trim().is_empty() {
        let hint = format!("put the key into it: export {name}=… (frieze never writes it anywhere)");
        return Err(Misconfigured::new(format!("there is no key: the variable {name} {lack}"), hint));
    }
    Ok(text.trim().to_owned())
}

async fn printed(argv: &[String], root: &Path) -> Result<String, Misconfigured> {
    let program = argv.first().map_or("", String::as_str);
    let hint = format!("run it yourself and check that it prints the key: {program} …");
    match tokio::time::timeout(LIMIT, output(argv, root)).await {
        Ok(Ok(text)) => match text.lines().next().map(str::trim) {
            Some(first) if !first.is_empty() => Ok(first.to_owned()),
            Some(_) | None => {
                Err(Misconfigured::new(format!("there is no key: {program} printed nothing"), hint))
            }
        },
        Ok(Err(why)) => Err(Misconfigured::new(format!("there is no key: {program} {why}"), hint)),
        Err(_) => Err(Misconfigured::new(
            format!("there is no key: {program} printed none within {} s and was stopped", LIMIT.as_secs()),
            hint,
        )),
    }
}
