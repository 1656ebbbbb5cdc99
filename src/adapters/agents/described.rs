//! Agents and servers in words, for the doctor: what each is, where, as which model, and where its key comes from.
//! Nothing secret: of a key its variable's name, of an address no user and no password.

use super::http::{Dialect, Key};
use super::kind::AgentKind;
use crate::adapters::config::{AgentEntry, Http, KeySource, ServerEntry};
use crate::adapters::stitch::USUAL_KEY;

/// An agent in one line.
pub fn agent(entry: &AgentEntry) -> String {
    match AgentKind::of(entry) {
        AgentKind::Model(dialect, http) => model(dialect, http),
        AgentKind::Program(program) => {
            format!("the program {}", program.command.first().map_or("", String::as_str))
        }
        AgentKind::Files { .. } => "files: whoever writes response.md answers".to_owned(),
        AgentKind::Replay { from } => format!("the recorded answers of {from}"),
    }
}

/// A preview server in one line.
pub fn server(entry: &ServerEntry) -> String {
    match entry {
        ServerEntry::Stitch { url, key, token, .. } => {
            let at = url.as_deref().map_or_else(String::new, |url| format!(" at {}", without_secrets(url)));
            // As it is asked: a token goes before a key, and without either there is the usual variable.
            let usual = KeySource::Env(USUAL_KEY.to_owned());
            format!("stitch{at}, {}", source(token.as_ref().or(key.as_ref()).unwrap_or(&usual)))
        }
    }
}

fn model(dialect: Dialect, http: &Http) -> String {
    let url = without_secrets(http.url.as_deref().unwrap_or(dialect.url()));
    let key = Key::of(dialect, http).map_or_else(|| "no key".to_owned(), |key| source(key.source()));
    format!("{} at {url}, model {}, {key}", dialect.name(), http.model)
}

/// Where a secret comes from, and whether it is there.
fn source(key: &KeySource) -> String {
    match key {
        KeySource::Env(name) => match missing(key) {
            None => format!("key from the variable {name}"),
            Some(lack) => format!("key from the variable {name}, which {lack}"),
        },
        KeySource::Command(command) => {
            format!("key printed by {}", command.first().map_or("", String::as_str))
        }
    }
}

/// What is wrong with the variable that a key should be in.
pub fn missing(key: &KeySource) -> Option<&'static str> {
    match key {
        KeySource::Env(name) => match std::env::var_os(name) {
            None => Some("is not set"),
            Some(value) => value.is_empty().then_some("is empty"),
        },
        KeySource::Command(_) => None,
    }
}

/// An address without user, password and query, which may hold a key.
pub fn without_secrets(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let (mut host, mut path) = divided(rest);
    // A password with a slash in it, which belongs written as %2F: what would be a port is none.
    let is_port = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if host.rsplit_once(':').is_some_and(|(_, port)| !is_port(port) && !port.ends_with(']'))
        && let Some((_, after)) = rest.rsplit_once('@')
    {
        (host, path) = divided(after);
    }
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    if scheme.is_empty() { format!("{host}{path}") } else { format!("{scheme}://{host}{path}") }
}

/// What stands before a path, a query or a fragment, and from there on.
fn divided(rest: &str) -> (&str, &str) {
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    rest.split_at_checked(end).unwrap_or((rest, ""))
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
            ("http://me:sk/1@host:80/v1", "http://host:80/v1"),
            ("http://me:sk?1#2@host:80/v1?k", "http://host:80/v1"),
            ("http://[::1]:80/@me", "http://[::1]:80/@me"),
            ("http://[::1]/@me", "http://[::1]/@me"),
            ("https://host:8080/@scope/x", "https://host:8080/@scope/x"),
        ] {
            assert_eq!(without_secrets(url), told, "{url}");
        }
    }
}
