//! Keys of a server: where they come from, and that they are told to nobody else.

use std::process::Stdio;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tokio::io::AsyncReadExt;

use crate::adapters::config::KeySource;

/// How long a command may take to print a key, and how long a key may be.
const PATIENCE: Duration = Duration::from_secs(15);
const LONGEST: u64 = 16 * 1024;

/// Reads a secret, or says what is missing.
pub async fn read(source: &KeySource) -> Result<SecretString, String> {
    let (text, place) = match source {
        KeySource::Env(name) => {
            let found = std::env::var(name).map_err(|_| format!("the variable {name} is not set"))?;
            (found, format!("the variable {name}"))
        }
        KeySource::Command(command) => {
            let name = command.first().cloned().unwrap_or_default();
            let printed = tokio::time::timeout(PATIENCE, printed_by(command)).await;
            let text = printed
                .map_err(|_| format!("{name} did not print a key within {} s", PATIENCE.as_secs()))??;
            (text, name)
        }
    };
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(format!("{place} holds no key"));
    }
    Ok(SecretString::from(text))
}

async fn printed_by(command: &[String]) -> Result<String, String> {
    let Some((program, arguments)) = command.split_first() else {
        return Err("no command is configured".to_owned());
    };
    let failed = |why: String| format!("{program}, which should print a key, failed: {why}");
    let mut child = tokio::process::Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|e| failed(e.to_string()))?;
    let mut text = String::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(LONGEST).read_to_string(&mut text).await.map_err(|e| failed(e.to_string()))?;
    }
    let status = child.wait().await.map_err(|e| failed(e.to_string()))?;
    if status.success() { Ok(text) } else { Err(failed(status.to_string())) }
}

/// Secrets that must not be told, in any of the forms in which an error may carry them.
#[derive(Clone, Default)]
pub struct Masked(Vec<SecretString>);

impl Masked {
    pub fn add(&mut self, secret: &SecretString) {
        let bytes = secret.expose_secret().as_bytes();
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let percent: String = bytes
            .iter()
            .map(|b| if b.is_ascii_alphanumeric() { char::from(*b).to_string() } else { format!("%{b:02X}") })
            .collect();
        let unreserved: String = bytes
            .iter()
            .map(|b| match b {
                b'-' | b'.' | b'_' | b'~' => char::from(*b).to_string(),
                b if b.is_ascii_alphanumeric() => char::from(*b).to_string(),
                b => format!("%{b:02X}"),
            })
            .collect();
        let base64 = base64(bytes);
        let forms = [
            secret.expose_secret().to_owned(),
            hex.to_uppercase(),
            hex,
            percent.to_lowercase(),
            percent,
            unreserved,
            base64.replace('+', "-").replace('/', "_"),
            base64,
        ];
        self.0.extend(forms.into_iter().filter(|form| form.len() >= 4).map(SecretString::from));
        self.0.sort_by_key(|form| std::cmp::Reverse(form.expose_secret().len()));
    }

    pub fn mask(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, form| {
            if text.contains(form.expose_secret()) {
                text.replace(form.expose_secret(), "[secret]")
            } else {
                text
            }
        })
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Without padding, so that it is found with and without.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..=three.len() {
            let six = usize::try_from(bits >> (18 - 6 * i) & 63).unwrap_or(0);
            text.extend(ALPHABET.get(six).map(|b| char::from(*b)));
        }
    }
    text
}

/// Reads base64, padded or not, of either alphabet; `None` for anything else.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for c in text.trim_end().trim_end_matches('=').bytes().filter(|b| !b.is_ascii_whitespace()) {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap_or(0));
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_masked_in_every_form() {
        let mut masked = Masked::default();
        masked.add(&SecretString::from("canary key/42"));
        for form in [
            "canary key/42",
            "canary%20key%2F42",
            "canary%20key%2f42",
            "63616e617279206b65792f3432",
            "Y2FuYXJ5IGtleS80Mg",
        ] {
            let said = masked.mask(&format!("denied: {form}!"));
            assert_eq!(said, "denied: [secret]!", "{form}");
        }
    }

    #[test]
    fn base64_there_and_back() {
        for text in ["", "a", "ab", "abc", "<html>\u{fc}</html>"] {
            assert_eq!(from_base64(&base64(text.as_bytes())).unwrap(), text.as_bytes());
        }
        assert_eq!(from_base64("YQ==\n").unwrap(), b"a");
        assert_eq!(from_base64("a*b"), None);
    }
}
