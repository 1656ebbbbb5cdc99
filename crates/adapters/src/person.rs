//! Name of the person at the keyboard, and its source: the configuration, else git, else the login or account name. The name is
//! a claim, not a proof, unless the approval is signed; FROZEN.md records which.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::bounded::finish;
use super::config::Origin;
use frieze_ports::{Person, Source};

const LONGEST: usize = 200;
/// Time limit for git and id.
const PATIENCE: Duration = Duration::from_secs(2);

/// A name for the record, for example `Ada Lovelace <ada@example.org>`.
pub fn who(configured: Option<String>, origin: &Origin) -> Person {
    let found = |name: Option<String>, source: Source| name.map(|name| (name, source));
    let source = match origin {
        Origin::Workspace | Origin::WorkspaceAiwf => Source::Workspace,
        Origin::BuiltIn | Origin::UserAiwf | Origin::User | Origin::Environment(_) | Origin::Flag => {
            Source::Found(origin.to_string())
        }
    };
    let (name, source) = found(configured, source)
        .or_else(|| found(from_git(), Source::Found("git's user.name".to_owned())))
        .or_else(|| found(from_login(), Source::Found("the login".to_owned())))
        .or_else(|| found(from_account(), Source::Found("the account".to_owned())))
        .unwrap_or_else(|| ("someone without a name".to_owned(), Source::Found("nothing here".to_owned())));
    Person { name: name.chars().filter(|c| !c.is_control()).take(LONGEST).collect(), source }
}

/// Asks git once for both values: each start of a program costs milliseconds.
fn from_git() -> Option<String> {
    let output = output_of("git", &["config", "-z", "--get-regexp", r"^user\.(name|email)$"])?;
    let name = last(&output, "user.name")?;
    Some(last(&output, "user.email").map_or_else(|| name.clone(), |email| format!("{name} <{email}>")))
}

/// The output of a program that succeeds in time.
pub(super) fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let mut started = Command::new(program)
        .args(arguments)
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .ok()?;
    let stdout = started.stdout.take();
    let (status, output) = finish(started, stdout, PATIENCE).ok()??;
    status.success().then_some(output)
}

/// The value of a key in the output of `git config -z`; the last one wins.
pub(super) fn last(listed: &str, key: &str) -> Option<String> {
    let mut values = listed.split('\0').filter_map(|entry| entry.split_once('\n'));
    let value = values.rfind(|(name, _)| *name == key)?.1.trim().to_owned();
    (!value.is_empty()).then_some(value)
}

fn from_login() -> Option<String> {
    logged_in(|key| std::env::var(key).ok())
}

/// The first login variable that is not blank.
fn logged_in(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let output = |key: &&str| variable(key).filter(|name| !name.trim().is_empty());
    ["USER", "LOGNAME", "USERNAME"].iter().find_map(output)
}

/// The account's name, for containers, where no login variable is set.
fn from_account() -> Option<String> {
    let name = output_of("id", &["-un"])?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_hides_no_other() {
        let output = |user: &str, login: &str| {
            let of = |key: &str| match key {
                "USER" => Some(user.to_owned()),
                "LOGNAME" => Some(login.to_owned()),
                _ => None,
            };
            logged_in(of)
        };
        for (user, login, expected) in
            [("", "ada", Some("ada")), (" ", "ada", Some("ada")), ("eve", "ada", Some("eve")), ("", "", None)]
        {
            assert_eq!(output(user, login).as_deref(), expected, "{user:?} {login:?}");
        }
    }

    #[test]
    fn the_last_value_of_a_key_wins() {
        let listed = "user.name\nAda\0user.email\nada@example.org\0user.name\n Ada Lovelace \0user.flag\0";
        assert_eq!(last(listed, "user.name").as_deref(), Some("Ada Lovelace"));
        assert_eq!(last(listed, "user.email").as_deref(), Some("ada@example.org"));
        for none in ["", "user.name", "user.name\n \0", "user.names\nx\0"] {
            assert_eq!(last(none, "user.name"), None, "{none:?}");
        }
    }
}
