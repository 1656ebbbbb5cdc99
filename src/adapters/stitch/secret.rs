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
    fn base64_is_read_padded_or_not() {
        for (text, expected) in [
            ("", &b""[..]),
            ("YQ==\n", b"a"),
            ("YWI", b"ab"),
            ("YWJj", b"abc"),
            ("PGh0bWw-w7w8L2h0bWw-", "<html>\u{fc}</html>".as_bytes()),
        ] {
            assert_eq!(from_base64(text).unwrap(), expected, "{text}");
        }
        assert_eq!(from_base64("a*b"), None);
    }
}
