//! The SSH key for signing approvals: the configured one, else git's, else the agent's only one, else `~/.ssh/id_ed25519`.

use std::fmt;
use std::path::PathBuf;

use super::super::person::{last, output_of};
use super::home;
use frieze_ports::Misconfigured;

/// A key with its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    pub source: Source,
    found_in: String,
}

/// The key argument of ssh-keygen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A private or a public key.
    File(PathBuf),
    /// A public key whose private half is in the agent.
    Agent(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::File(path) => write!(f, "{} ({})", path.display(), self.found_in),
            Source::Agent(key) => {
                let comment = key.split_whitespace().nth(2).unwrap_or("a key of the agent");
                write!(f, "{comment} ({})", self.found_in)
            }
        }
    }
}

/// Finds the key. `configured` is the file in the settings, with its origin.
///
/// # Errors
/// If no key is found, or the configured file is missing.
pub fn find(configured: Option<(PathBuf, String)>) -> Result<Key, Misconfigured> {
    if let Some((path, origin)) = configured {
        let key = Key { source: Source::File(path.clone()), found_in: format!("approval.key, {origin}") };
        return if path.is_file() {
            Ok(key)
        } else {
            Err(Misconfigured::new(
                format!("the key {key} does not exist"),
                "correct approval.key: it names a private or a public SSH key",
            ))
        };
    }
    let default = home().map(|home| home.join(".ssh/id_ed25519")).filter(|path| path.is_file());
    let default =
        || default.map(|path| Key { source: Source::File(path), found_in: "the default".to_owned() });
    git().or_else(agent).or_else(default).ok_or_else(|| Misconfigured::new("no SSH key found to sign the approval", "name one in your config.yaml: approval: {key: ~/.ssh/id_ed25519}; `ssh-keygen -t ed25519` creates one"))
}

/// `user.signingkey`, if it is an SSH key.
fn git() -> Option<Key> {
    let output = output_of("git", &["config", "-z", "--get-regexp", r"^user\.signingkey$"])?;
    let value = last(&output, "user.signingkey")?;
    let found_in = "git's user.signingkey".to_owned();
    let literal = value.strip_prefix("key::").unwrap_or(&value);
    if ["ssh-", "ecdsa-", "sk-"].iter().any(|kind| literal.starts_with(kind)) {
        return Some(Key { source: Source::Agent(literal.to_owned()), found_in });
    }
    let path = super::resolve(std::path::Path::new("."), &value);
    // The id of an OpenPGP key is not a file.
    path.is_file().then_some(Key { source: Source::File(path), found_in })
}

fn agent() -> Option<Key> {
    let listed = output_of("ssh-add", &["-L"])?;
    let mut keys = listed.lines().filter(|line| !line.trim().is_empty());
    let key = keys.next()?.to_owned();
    keys.next()
        .is_none()
        .then_some(Key { source: Source::Agent(key), found_in: "the agent's only key".to_owned() })
}
