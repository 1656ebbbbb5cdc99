//! The current values, one per line, as `frieze config` shows them.

use serde_json::Value;

use super::settings::Settings;
use crate::arguments;
use crate::web::without_secrets;
use frieze_data::json;
use frieze_kernel::in_units;

/// One line of `frieze config`: key, value, origin.
pub type Line = [String; 3];

/// The keys with one value, and what is shown without a value.
const KEYS: [(&str, &str); 21] = [
    ("threshold", ""),
    ("maxIterations", ""),
    ("agentTimeoutSeconds", ""),
    ("repairAttempts", ""),
    ("maxCalls", ""),
    ("concurrency", ""),
    ("generator", ""),
    ("critic", ""),
    ("user", "(from git or the login)"),
    ("maxTokens", "(no limit)"),
    ("maxCost", "(no limit)"),
    ("currency", ""),
    ("preview", ""),
    ("approval.sign", ""),
    ("approval.key", "(git's, the agent's only one, or ~/.ssh/id_ed25519)"),
    ("approval.approvers", "approvers"),
    ("session.standardsRoot", "(none)"),
    ("session.defaultProfile", ""),
    ("screen.theme", ""),
    ("screen.notify", ""),
    ("screen.mouse", ""),
];

impl Settings {
    /// Every value with its origin.
    pub fn lines(&self) -> Vec<Line> {
        let mut values = json::of(self);
        // As written, an amount may have any number of places.
        values["maxCost"] = self.max_cost_micros().map(in_units).into();
        let line = |key: &str, value: &Value, without: &str| {
            let shown = if value.is_null() { without.to_owned() } else { text(value) };
            [key.to_owned(), shown, self.origin(key).to_string()]
        };
        let mut lines: Vec<Line> = KEYS
            .iter()
            .map(|(key, without)| {
                let value = values.pointer(&format!("/{}", key.replace('.', "/")));
                line(key, value.unwrap_or(&Value::Null), without)
            })
            .collect();
        let members = |value: &Value| value.as_object().cloned().unwrap_or_default();
        for (action, keys) in members(&values["screen"]["keys"]) {
            lines.push(line(&format!("screen.keys.{action}"), &keys, ""));
        }
        for (flow, roles) in members(&values["roles"]) {
            for (role, agent) in members(&roles) {
                lines.push(line(&format!("roles.{flow}.{role}"), &agent, ""));
            }
        }
        for (phase, player) in members(&values["chain"]) {
            lines.push(line(&format!("chain.{phase}"), &player, ""));
        }
        for section in ["agents", "servers"] {
            for (name, entry) in members(&values[section]) {
                for (key, value) in members(&entry).into_iter().filter(|(_, value)| !value.is_null()) {
                    let path = format!("{section}.{name}.{key}");
                    lines.push([path.clone(), entry_text(&key, &value), self.origin(&path).to_string()]);
                }
            }
        }
        for (id, feature) in members(&values["features"]) {
            for key in ["threshold", "maxIterations"] {
                if !feature[key].is_null() {
                    lines.push(line(&format!("features.{id}.{key}"), &feature[key], ""));
                }
            }
        }
        lines
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A value of an agent or a server without secrets.
fn entry_text(name: &str, value: &Value) -> String {
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
