//! The current values, one per line, as `frieze config` shows them.

use serde_json::Value;

use super::settings::{Origin, Settings, Valued};
use crate::arguments;
use crate::web::without_secrets;
use frieze_kernel::in_units;

/// One line of `frieze config`: key, value, origin.
pub type Line = [String; 3];

impl Settings {
    /// Every value with its origin.
    pub fn lines(&self) -> Vec<Line> {
        fn line<T: ToString>(key: &str, valued: &Valued<T>) -> Line {
            [key.to_owned(), valued.value.to_string(), valued.origin.to_string()]
        }
        /// The line of a value that may be missing.
        fn optional<T>(
            key: &str,
            valued: &Valued<Option<T>>,
            without: &str,
            show: impl Fn(&T) -> String,
        ) -> Line {
            let value = valued.value.as_ref().map_or_else(|| without.to_owned(), show);
            [key.to_owned(), value, valued.origin.to_string()]
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
            optional("user", &self.user, "(from git or the login)", String::clone),
            optional("maxTokens", &self.max_tokens, "(no limit)", u64::to_string),
            optional("maxCost", &self.max_cost, "(no limit)", |micros| in_units(*micros)),
            line("currency", &self.currency),
            line("preview", &self.preview),
            line("approval.sign", &self.approval.sign),
            optional(
                "approval.key",
                &self.approval.key,
                "(git's, the agent's only one, or ~/.ssh/id_ed25519)",
                String::clone,
            ),
            optional("approval.approvers", &self.approval.approvers, "approvers", String::clone),
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
        let line = |(name, value): (&String, &Value)| {
            let origin = if is_written(name) { &entry.origin } else { &Origin::BuiltIn };
            [format!("{key}.{name}"), entry_text(name, value), origin.to_string()]
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
