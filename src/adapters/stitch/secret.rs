//! Keys of a server: where they come from.

use std::time::Duration;

use secrecy::SecretString;

use crate::adapters::config::KeySource;
use crate::adapters::key_command::output;

/// How long a command may take to print a key.
const PATIENCE: Duration = Duration::from_secs(15);

/// Reads a secret, or says what is missing.
pub async fn read(source: &KeySource) -> Result<SecretString, String> {
    let (text, place) = match source {
        KeySource::Env(name) => {
            let found = std::env::var(name).map_err(|_| format!("the variable {name} is not set"))?;
            (found, format!("the variable {name}"))
        }
        KeySource::Command(command) => {
            let name = command.first().cloned().unwrap_or_default();
            let text = match tokio::time::timeout(PATIENCE, output(command)).await {
                Ok(Ok(text)) => text,
                Ok(Err(why)) => return Err(format!("{name}, which should print a key, {why}")),
                Err(_) => {
                    return Err(format!("{name} did not print a key within {} s", PATIENCE.as_secs()));
                }
            };
            (text, name)
        }
    };
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(format!("{place} holds no key"));
    }
    Ok(SecretString::from(text))
}
