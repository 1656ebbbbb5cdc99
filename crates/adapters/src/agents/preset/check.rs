//! The doctor's check of a known program: its file, its version, and whether somebody is logged in. It asks no model.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::known::Known;
use crate::agents::command;
use crate::agents::command::Input;
use crate::agents::command::output::{Ending, Listener, Probe};
use crate::agents::command::request;
use crate::agents::events::EventFormat;
use crate::secret_redactor::is_secret_variable;
use frieze_data::text::Shown;
use frieze_ports::{Checked, Live, Misconfigured};

/// Time limit for each of two questions; the doctor waits for ten seconds.
const LIMIT: Duration = Duration::from_millis(4500);
/// Maximum length of a version that is shown.
const VERSION: usize = 60;

pub async fn check(known: &Known) -> Checked {
    let found = command::check(&known.own)?;
    let name = known.known.name;
    let version = match probe(known, &["--version"]).await {
        Some((Ending::Code(0), printed)) => version(&printed),
        Some((_, printed)) => {
            return Err(Misconfigured::new(
                format!("{found}, but {name} --version fails: {}", Shown::cut(&printed, 200)),
                format!("install {name} again"),
            ));
        }
        None => return Ok(format!("{found}, but did not tell its version in time")),
    };
    let tested = known.known.tested;
    let tested = if version.contains(tested) { String::new() } else { format!(" (tested: {tested})") };
    let found = format!("{found}, version {version}{tested}");
    match login(known).await {
        Login::In => Ok(format!("{found}, logged in")),
        Login::ByKey(variable) => Ok(format!("{found}, with the key in {variable}")),
        Login::Unknown => Ok(format!("{found}; the first answer will show whether it is logged in")),
        Login::Out => Err(Misconfigured::new(format!("{found}, but not logged in"), known.known.login)),
    }
}

/// The last word of the first line that has a digit: `2.1.197 (Claude Code)`, `codex-cli 0.169.0`.
fn version(printed: &str) -> String {
    let with_digits = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let version = printed.split_whitespace().find(with_digits).unwrap_or("unknown");
    Shown::cut(version, VERSION).into_string()
}

/// Whether somebody is logged in.
enum Login {
    In,
    /// A variable of the definition has a key.
    ByKey(String),
    Out,
    Unknown,
}

async fn login(known: &Known) -> Login {
    let mut keys = known.own.program.environment.iter().filter(|name| is_secret_variable(name));
    if let Some(key) = keys.find(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return Login::ByKey(key.clone());
    }
    match known.known.format {
        EventFormat::Claude => match probe(known, known.known.status).await {
            Some((_, printed)) => {
                let status: Value = serde_json::from_str(&printed).unwrap_or_default();
                match status["loggedIn"].as_bool() {
                    Some(true) => Login::In,
                    Some(false) => Login::Out,
                    None => Login::Unknown,
                }
            }
            None => Login::Unknown,
        },
        EventFormat::Codex => match probe(known, known.known.status).await {
            Some((Ending::Code(0), _)) => Login::In,
            // Another provider needs no login at OpenAI.
            Some((_, printed)) if printed.contains("Not logged in") && !has_codex_provider() => Login::Out,
            Some(_) | None => Login::Unknown,
        },
        // It has no command for this, but says in its settings how it was logged in.
        EventFormat::GeminiCli if !is_given_a_variable(known) && !has_gemini_settings() => Login::Out,
        EventFormat::GeminiCli | EventFormat::Opencode => Login::Unknown,
    }
}

/// Whether a variable of the definition is set: it may choose another way to log in.
fn is_given_a_variable(known: &Known) -> bool {
    known.own.program.environment.iter().any(|name| std::env::var_os(name).is_some())
}

/// Whether Codex asks another provider than OpenAI.
fn has_codex_provider() -> bool {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".codex");
    let folder = std::env::var_os("CODEX_HOME").map_or_else(home, PathBuf::from);
    let text = std::fs::read_to_string(folder.join("config.toml")).unwrap_or_default();
    text.lines().any(|line| line.trim_start().starts_with("model_provider"))
}

/// Whether a way to log in was ever chosen in Gemini CLI.
fn has_gemini_settings() -> bool {
    let folder = std::env::var_os("GEMINI_CLI_HOME").or_else(|| std::env::var_os("HOME"));
    let folder = PathBuf::from(folder.unwrap_or_default()).join(".gemini");
    let text = std::fs::read_to_string(folder.join("settings.json")).unwrap_or_default();
    text.contains("selectedType")
        || text.contains("selectedAuthType")
        || folder.join("oauth_creds.json").exists()
}

/// Runs the program with other arguments. Returns how it ended and all that it said; `None` if that takes too long.
async fn probe(known: &Known, arguments: &[&str]) -> Option<(Ending, String)> {
    let command = &known.command;
    let redactor = request::redactor(command);
    let live = Live::new(|_| {});
    let listener = Listener { name: &command.name, live: &live, redactor: &redactor };
    // Its own first arguments, such as the package that npx runs, stay.
    let own = known.first_arguments.iter().map(String::as_str);
    let arguments = own.chain(arguments.iter().copied()).map(str::to_owned).collect();
    let asked = request::ask(command, arguments, Input::Nothing, listener, Probe::default());
    let (ending, printed, stderr) = tokio::time::timeout(LIMIT, asked).await.ok()?.ok()?;
    let printed = redactor.redact(&printed);
    Some((ending, if printed.trim().is_empty() { stderr } else { printed }))
}
