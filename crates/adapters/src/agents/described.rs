//! One-line descriptions of agents and servers for the doctor: kind, address, model, and the source of the key. Secrets are left
//! out: a key is shown as the name of its variable, an address without user and password.

use super::http::Dialect;
use super::kind::AgentKind;
use crate::config::{AgentEntry, Http, KeySource, ServerEntry};
use crate::stitch::USUAL_KEY;
use crate::web::without_secrets;

/// An agent in one line.
pub fn agent(entry: &AgentEntry) -> String {
    match AgentKind::of(entry) {
        AgentKind::Model(dialect, http) => model(dialect, http),
        AgentKind::Known(known, preset) => match &preset.program.model {
            Some(model) => format!("{} with the model {model}", known.kind),
            None => known.kind.to_owned(),
        },
        AgentKind::Program(program) => {
            format!("the program {}", program.command.first().map_or("", String::as_str))
        }
        AgentKind::Acp(program) => {
            format!("the program {} over ACP", program.command.first().map_or("", String::as_str))
        }
        AgentKind::Files { .. } => "files".to_owned(),
        AgentKind::Replay { from } => format!("the recorded answers of {from}"),
    }
}

/// A preview server in one line.
pub fn server(entry: &ServerEntry) -> String {
    match entry {
        ServerEntry::Stitch { url, key, token, .. } => {
            let at = url.as_deref().map_or_else(String::new, |url| format!(" at {}", without_secrets(url)));
            // In the order of use: a token before a key, and the usual variable without either.
            let usual = KeySource::Env(USUAL_KEY.to_owned());
            format!("stitch{at}, {}", source(token.as_ref().or(key.as_ref()).unwrap_or(&usual)))
        }
    }
}

fn model(dialect: Dialect, http: &Http) -> String {
    let url = without_secrets(http.url.as_deref().unwrap_or(dialect.url()));
    let key = dialect.key(http).map_or_else(|| "no key".to_owned(), |key| source(&key));
    format!("{} at {url}, model {}, {key}", dialect.name(), http.model)
}

/// The source of a secret, and whether it is there.
fn source(key: &KeySource) -> String {
    match key {
        KeySource::Env(name) => {
            let note = match std::env::var_os(name) {
                None => ", which is not set",
                Some(value) if value.is_empty() => ", which is empty",
                Some(_) => "",
            };
            format!("key from the variable {name}{note}")
        }
        KeySource::Command(command) => {
            format!("key printed by {}", command.first().map_or("", String::as_str))
        }
    }
}
