//! Display of a program's arguments without secrets, in `frieze config` and in the pins of a run. The rule is simple; it
//! rather hides too much than too little:
//!
//! - what follows an option or a name of a secret (`--api-key X`, `--token=X`, `x-api-key: X`, `PASSWORD=X`);
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

/// Between the name of a secret and its value.
const NAMING: [char; 2] = ['=', ':'];

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
        let hidden = std::mem::replace(&mut after_a_name, names_the_next(argument));
        if hidden { HIDDEN.to_owned() } else { one(argument, values) }
    });
    shown.collect()
}

/// Whether the next argument is a secret: after `--token`, `x-api-key:` and `Bearer`.
fn names_the_next(argument: &str) -> bool {
    let argument = argument.trim_end();
    let is_option = argument.starts_with('-') && !argument.contains(['=', ' ']);
    let name = argument.strip_suffix(NAMING).or(is_option.then_some(argument));
    let last = argument.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
    name.is_some_and(is_secret_option) || last.is_some_and(|word| word.eq_ignore_ascii_case("bearer"))
}

fn one(argument: &str, values: &[String]) -> String {
    let mut argument: String = argument.split_inclusive(is_around_an_address).map(address).collect();
    argument = after_names(&argument);
    for value in values.iter().filter(|value| !value.is_empty()) {
        argument = argument.replace(value.as_str(), HIDDEN);
    }
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

/// Hides what follows the names of secrets.
fn after_names(argument: &str) -> String {
    let (mut shown, mut rest) = (String::new(), argument);
    while let Some((before, end)) = named_secret(rest) {
        shown = shown + before + HIDDEN;
        rest = end;
    }
    shown + rest
}

/// The texts before and after the first value that follows a secret's name. It ends at the quotation mark that was opened before
/// the name, or else with the argument.
fn named_secret(argument: &str) -> Option<(&str, &str)> {
    argument.match_indices(NAMING).find_map(|(at, sign)| {
        let before = argument.get(..at)?;
        let name = before.trim_end_matches(is_around_an_address);
        let start = name.trim_end_matches(is_of_a_word);
        name.strip_prefix(start).filter(|name| is_secret_option(name))?;
        let value = argument.get(at + sign.len()..)?;
        let opened = start.chars().next_back().filter(|c| "'\"`".contains(*c) && name == before);
        let end = opened.and_then(|mark| value.find(mark)).and_then(|end| value.get(end..)).unwrap_or("");
        let from = argument.len() - value.trim_start().len();
        Some((argument.get(..from)?, end))
    })
}

fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_./+".contains(c)
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
            (
                &[
                    "x",
                    "-H",
                    "x-api-key: q 1",
                    "X-Auth-Token:q",
                    "Authorization:",
                    "Bearer",
                    "q",
                    "KEY:",
                    "q",
                ],
                &[
                    "x",
                    "-H",
                    "x-api-key: [hidden]",
                    "X-Auth-Token:[hidden]",
                    "Authorization:",
                    "Bearer",
                    "[hidden]",
                    "KEY:[hidden]",
                    "[hidden]",
                ],
            ),
            (
                &[
                    "sh",
                    "-c",
                    "A=1 API_KEY='q w' curl -H 'x-token: q w' h",
                    "{\"password\": \"q\"}",
                    "model:7b",
                ],
                &["sh", "-c", "A=1 API_KEY=[hidden]", "{\"password\": [hidden]", "model:7b"],
            ),
            (
                &["curl -H \"X-Token: q w\" -H 'secret:q' h"],
                &["curl -H \"X-Token: [hidden]\" -H 'secret:[hidden]' h"],
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
