//! Display of a program's arguments without secrets, in `frieze config` and in the pins of a run. The rule is simple; it
//! rather hides too much than too little:
//!
//! - the value of an option that names a secret (`--api-key X`, `--token=X`, `PASSWORD=X`);
//! - a word that starts like a provider's key (`sk-…`, `ghp_…`, `AIza…`), and the word after `Bearer`;
//! - user, password and query of an address;
//! - the value of an environment variable that names a secret, anywhere.

use super::secret_redactor::{is_secret_option, is_secret_variable};
use crate::web::without_secrets;
use frieze_flows::design::HIDDEN;

/// Prefixes of providers' keys.
const BEGINNINGS: [&str; 10] =
    ["sk-", "sk_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "AIza", "AKIA", "hf_"];
/// A shorter word is not a provider's key, and a shorter value of a variable may be a word of any argument.
const SHORTEST: usize = 8;

/// A command without its secrets.
pub fn redacted(command: &[String]) -> Vec<String> {
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let (name, value) = (name.into_string().ok()?, value.into_string().ok()?);
        (is_secret_variable(&name) && value.len() >= SHORTEST).then_some(value)
    });
    without(command, &variables.collect::<Vec<_>>())
}

fn without(command: &[String], values: &[String]) -> Vec<String> {
    let mut after_a_name = false;
    let shown = command.iter().map(|argument| {
        let hidden = std::mem::replace(&mut after_a_name, is_option(argument) && is_secret_option(argument));
        if hidden { HIDDEN.to_owned() } else { one(argument, values) }
    });
    shown.collect()
}

fn is_option(argument: &str) -> bool {
    argument.starts_with('-') && !argument.contains(['=', ' '])
}

fn one(argument: &str, values: &[String]) -> String {
    let mut argument: String = argument.split_inclusive(is_around_an_address).map(address).collect();
    if let Some((name, _)) = argument.split_once('=').filter(|(name, _)| is_secret_option(name)) {
        return format!("{name}={HIDDEN}");
    }
    for value in values.iter().filter(|value| !value.is_empty()) {
        argument = argument.replace(value.as_str(), HIDDEN);
    }
    let is_of_a_word = |c: char| c.is_ascii_alphanumeric() || "-_./+".contains(c);
    let mut shown = String::with_capacity(argument.len());
    let mut after_bearer = false;
    for piece in argument.split_inclusive(|c: char| !is_of_a_word(c)) {
        let word = piece.trim_end_matches(|c: char| !is_of_a_word(c));
        let begins = word.len() >= SHORTEST && BEGINNINGS.iter().any(|start| word.starts_with(start));
        if (begins || after_bearer) && !word.is_empty() {
            shown.push_str(HIDDEN);
            shown.push_str(piece.get(word.len()..).unwrap_or_default());
        } else {
            shown.push_str(piece);
        }
        after_bearer = word.eq_ignore_ascii_case("bearer") || (after_bearer && word.is_empty());
    }
    shown
}

fn is_around_an_address(c: char) -> bool {
    c.is_whitespace() || "'\"`".contains(c)
}

/// A piece of an argument, up to what ends an address, without the address's secrets.
fn address(piece: &str) -> String {
    let word = piece.trim_end_matches(is_around_an_address);
    let shown = if word.contains("://") { without_secrets(word) } else { word.to_owned() };
    shown + piece.get(word.len()..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden() {
        for (command, expected) in [
            (
                &["claude", "-p", "--model", "opus-4-20250514"][..],
                &["claude", "-p", "--model", "opus-4-20250514"][..],
            ),
            (&["x", "--api-key", "hunter2", "-p"], &["x", "--api-key", "[hidden]", "-p"]),
            (&["x", "--token=hunter2", "API_KEY=hunter2"], &["x", "--token=[hidden]", "API_KEY=[hidden]"]),
            (&["x", "sk-ant-0123456789", "sk-1"], &["x", "[hidden]", "sk-1"]),
            (
                &[
                    "sh",
                    "-c",
                    "curl -H 'x-api-key: sk-ant-0123456789' -H \"Authorization: Bearer abc.def\" localhost",
                ],
                &[
                    "sh",
                    "-c",
                    "curl -H 'x-api-key: [hidden]' -H \"Authorization: Bearer [hidden]\" localhost",
                ],
            ),
            (
                &[
                    "x",
                    "https://me:pw@host/v1?key=k",
                    "--url=http://me:pw@host",
                    "curl 'http://me:pw@h/a?b' -s",
                ],
                &["x", "https://host/v1", "--url=http://host", "curl 'http://h/a' -s"],
            ),
            (&["x", "of-the-environment!", "--keyboard", "de"], &["x", "[hidden]!", "--keyboard", "de"]),
            (&["ollama", "run", "hf.co/some/model:Q4_K_M"], &["ollama", "run", "hf.co/some/model:Q4_K_M"]),
            (&["x", "--temperature=0", "{prompt}"], &["x", "--temperature=0", "{prompt}"]),
            (&[], &[]),
        ] {
            let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(without(&command, &["of-the-environment".to_owned()]), expected, "{command:?}");
        }
    }
}
