//! Who is at the keyboard: what the configuration says, else what git knows, else the login name. A
//! claim, not a proof; FROZEN.md says so.

use std::process::{Command, Stdio};

const LONGEST: usize = 200;

/// A name for the record, for example `Ada Lovelace <ada@example.org>`.
pub fn who(configured: Option<&str>) -> String {
    let name = configured.map(str::to_owned).or_else(from_git).or_else(from_login);
    let name = name.unwrap_or_else(|| "someone without a name".to_owned());
    name.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

fn from_git() -> Option<String> {
    let name = git("user.name")?;
    Some(git("user.email").map_or_else(|| name.clone(), |email| format!("{name} <{email}>")))
}

fn git(key: &str) -> Option<String> {
    let output = Command::new("git")
        .args(["config", "--get", key])
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn from_login() -> Option<String> {
    ["USER", "LOGNAME", "USERNAME"].iter().find_map(|key| std::env::var(key).ok()).filter(|n| !n.is_empty())
}
