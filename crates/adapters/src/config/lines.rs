//! The current values, one per line, as `frieze config` shows them.

use serde_json::Value;

use super::settings::{Origin, Settings, Valued};
use crate::arguments;
use crate::web::without_secrets;
use frieze_kernel::in_units;

/// One line of `frieze config`.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Line {
    pub key: String,
    pub value: String,
    pub origin: String,
}

impl Settings {
    /// Every value with its origin.
    pub fn lines(&self) -> Vec<Line> {
        fn line<T: ToString>(key: &str, valued: &Valued<T>) -> Line {
            Line { key: key.to_owned(), value: valued.value.to_string(), origin: valued.origin.to_string() }
        }
        fn or(valued: &Valued<Option<String>>, without: &str) -> Valued<String> {
            let value = valued.value.clone().unwrap_or_else(|| without.to_owned());
            Valued { value, origin: valued.origin.clone() }
        }
        let user = or(&self.user, "(from git or the login)");
        fn limit(valued: &Valued<Option<u64>>, show: impl Fn(&u64) -> String) -> Valued<String> {
            let value = valued.value.as_ref().map_or_else(|| "(no limit)".to_owned(), show);
            Valued { value, origin: valued.origin.clone() }
        }
        let mut lines = vec![
            line("threshold", &self.threshold),
            line("maxIterations", &self.max_iterations),
            line("agentTimeoutSeconds", &self.agent_timeout_seconds),
            line("repairAttempts", &self.repair_attempts),
            line("maxCalls", &self.max_calls),
            line("concurrency", &self.concurrency),
            line("generator", &self.generator),
            line("critic", &self.critic),
            line("user", &user),
            line("maxTokens", &limit(&self.max_tokens, u64::to_string)),
            line("maxCost", &limit(&self.max_cost, |micros| in_units(*micros))),
            line("currency", &self.currency),
            line("preview", &self.preview),
            line("approval.sign", &self.approval.sign),
            line(
                "approval.key",
                &or(&self.approval.key, "(git's, the agent's only one, or ~/.ssh/id_ed25519)"),
            ),
            line("approval.approvers", &or(&self.approval.approvers, "approvers")),
            line("screen.theme", &self.screen.theme),
            line("screen.notify", &self.screen.notify),
            line("screen.mouse", &self.screen.mouse),
        ];
        let keys = self.screen.keys.iter();
        lines.extend(keys.map(|(action, keys)| line(&format!("screen.keys.{action}"), keys)));
        for (name, agent) in &self.agents {
            lines.extend(self.entry_lines(&format!("agents.{name}"), agent));
        }
        for (name, server) in &self.servers {
            lines.extend(self.entry_lines(&format!("servers.{name}"), server));
        }
        for (id, feature) in &self.features {
            let threshold = feature.threshold.as_ref().map(|v| line(&format!("features.{id}.threshold"), v));
            let iterations =
                feature.max_iterations.as_ref().map(|v| line(&format!("features.{id}.maxIterations"), v));
            lines.extend(threshold.into_iter().chain(iterations));
        }
        lines
    }

    /// The values of an agent or a server, one per key. A default's origin is "built in".
    fn entry_lines<T: serde::Serialize>(&self, key: &str, entry: &Valued<T>) -> Vec<Line> {
        let value = serde_json::to_value(&entry.value).unwrap_or_default();
        let values = value.as_object().into_iter().flatten();
        let is_written = |name: &str| self.written.get(key).is_some_and(|written| written.contains(name));
        let line = |(name, value): (&String, &Value)| Line {
            key: format!("{key}.{name}"),
            value: entry_text(name, value),
            origin: if is_written(name) { &entry.origin } else { &Origin::BuiltIn }.to_string(),
        };
        values.map(line).collect()
    }
}

/// A value of an agent or a server without secrets.
fn entry_text(name: &str, value: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match name {
        // An address may contain a user and a password.
        "url" | "proxy" => without_secrets(&text(value)),
        "command" => redacted_command(value).to_string(),
        "key" | "token" | "project" => match value.get("command") {
            Some(command) => serde_json::json!({ "command": redacted_command(command) }).to_string(),
            None => text(value),
        },
        _ => text(value),
    }
}

/// A command without the secrets in its arguments.
fn redacted_command(value: &Value) -> Value {
    let command: Vec<String> = serde_json::from_value(value.clone()).unwrap_or_default();
    arguments::redacted(&command).into()
}
