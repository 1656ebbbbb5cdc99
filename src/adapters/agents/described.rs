//! Agents and servers in words, for the doctor: what each is, where, as which model, and where its key comes from.
//! Nothing secret: of a key its variable's name, of an address no user and no password.

use super::http::Dialect;
use crate::adapters::config::{AgentEntry, Http, KeySource, ServerEntry};

/// An agent in one line.
pub fn agent(entry: &AgentEntry) -> String {
    match entry {
        AgentEntry::Openai(http) => model(Dialect::Openai, http),
        AgentEntry::Anthropic(http) => model(Dialect::Anthropic, http),
        AgentEntry::Gemini(http) => model(Dialect::Gemini, http),
        AgentEntry::Command(program) => {
            format!("the program {}", program.command.first().map_or("", String::as_str))
        }
        AgentEntry::Files { .. } => "files: whoever writes response.md answers".to_owned(),
        AgentEntry::Replay { from } => format!("the recorded answers of {from}"),
    }
}

/// A preview server in one line.
pub fn server(entry: &ServerEntry) -> String {
    match entry {
        ServerEntry::Stitch { url, key, token, .. } => {
            let at = url.as_deref().map_or_else(String::new, |url| format!(" at {}", without_secrets(url)));
            let keys: Vec<String> = [key, token].into_iter().flatten().map(source).collect();
            format!("stitch{at}, {}", if keys.is_empty() { "no key".to_owned() } else { keys.join(", ") })
        }
    }
}

fn model(dialect: Dialect, http: &Http) -> String {
    let url = without_secrets(http.url.as_deref().unwrap_or(dialect.url()));
    let key = http.key.as_ref().map_or_else(|| "no key".to_owned(), source);
    format!("{} at {url}, model {}, {key}", dialect.name(), http.model)
}

/// Where a secret comes from, and whether it is there.
fn source(key: &KeySource) -> String {
    match key {
        KeySource::Env(name) => match missing(key) {
            None => format!("key from the variable {name}"),
            Some(_) => format!("key from the variable {name}, which is not set"),
        },
        KeySource::Command(command) => {
            format!("key printed by {}", command.first().map_or("", String::as_str))
        }
    }
}

/// The variable that a key should be in and is not.
pub fn missing(key: &KeySource) -> Option<&str> {
    match key {
        KeySource::Env(name) => {
            std::env::var_os(name).is_none_or(|value| value.is_empty()).then_some(name.as_str())
        }
        KeySource::Command(_) => None,
    }
}

/// An address without user, password and query, which may hold a key.
pub fn without_secrets(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    if scheme.is_empty() { format!("{host}{path}") } else { format!("{scheme}://{host}{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_without_what_may_be_secret() {
        for (url, told) in [
            ("https://api.openai.com/v1", "https://api.openai.com/v1"),
            ("https://me:sk-1@host:8080/v1?key=sk-2#sk-3", "https://host:8080/v1"),
            ("http://a@b@c", "http://c"),
            ("me:sk-1@host/x", "host/x"),
            ("http://h?key=sk", "http://h"),
            ("", ""),
        ] {
            assert_eq!(without_secrets(url), told, "{url}");
        }
    }
}
