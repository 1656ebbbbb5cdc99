//! `.aiwf/config.yml`, in the workspace and in the user's home folder (S56): the three keys of the requirement, which become
//! `session:` of the other files.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::file;
use super::file::{InvalidValue, LARGEST};
use frieze_data::path::RelPath;
use frieze_ports::{Misconfigured, NotConfigured, Store};

/// The folder of sessions, below the workspace.
const FOLDER: &str = ".aiwf";
/// The file of a workspace, in messages.
pub const WORKSPACES: &str = ".aiwf/config.yml";
/// The file of a user, in messages.
pub const USERS: &str = "~/.aiwf/config.yml";

/// The keys with their names in `session:`. The working directory is no setting: it can only be what it is.
const KEYS: [(&str, Option<&str>); 3] = [
    ("working_directory", None),
    ("standards_root", Some("standardsRoot")),
    ("default_profile", Some("defaultProfile")),
];

/// The layer of a workspace.
///
/// # Errors
/// If the file cannot be read or used.
pub fn workspaces(workspace: &Arc<dyn Store>) -> Result<Value, NotConfigured> {
    match workspace.read(&RelPath::new(WORKSPACES), LARGEST)? {
        Some(bytes) => Ok(read(WORKSPACES, &bytes)?),
        None => Ok(Value::Null),
    }
}

/// The layer of a user, from the folder `.aiwf` in their home, and the keys in it that are unknown. They are ignored: the file
/// belongs to the engine of that name too, and it is read in every workspace.
///
/// # Errors
/// If the file cannot be read or used.
pub fn users(folder: &Arc<dyn Store>) -> Result<(Value, Vec<String>), NotConfigured> {
    match folder.read(&RelPath::new("config.yml"), LARGEST)? {
        Some(bytes) => Ok(read_users(&bytes)?),
        None => Ok((Value::Null, Vec::new())),
    }
}

fn read(name: &str, bytes: &[u8]) -> Result<Value, Misconfigured> {
    let (text, value) = file::yaml(name, bytes)?;
    session(value).map_err(|invalid| invalid.in_file(name, text))
}

fn read_users(bytes: &[u8]) -> Result<(Value, Vec<String>), Misconfigured> {
    let (text, mut value) = file::yaml(USERS, bytes)?;
    let is_known = |key: &str| KEYS.iter().any(|(known, _)| *known == key);
    let mut unknown: Vec<String> = Vec::new();
    if let Some(values) = value.as_object_mut() {
        unknown.extend(values.keys().filter(|key| !is_known(key)).cloned());
        values.retain(|key, _| is_known(key));
    }
    let value = session(value).map_err(|invalid| invalid.in_file(USERS, text))?;
    Ok((value, unknown))
}

fn session(value: Value) -> Result<Value, InvalidValue> {
    let values = match value {
        Value::Null => Map::new(),
        Value::Object(values) => values,
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            let what = "write keys with values, for example `standards_root: standards`";
            return Err(InvalidValue::at(String::new(), what.to_owned()));
        }
    };
    let mut session = json!({});
    for (key, value) in values {
        let Some((_, into)) = KEYS.iter().find(|(known, _)| *known == key) else {
            return Err(InvalidValue::unknown(String::new(), "", Some(key), &KEYS.map(|(known, _)| known)));
        };
        let wrong = |what: &str| InvalidValue::at(format!("/{key}"), format!("{key}: {what}"));
        match into {
            Some(into) => {
                let place = format!("session.{into}: ");
                file::checked(json!({ "session": { *into: value } }))
                    .map_err(|invalid| wrong(invalid.what.trim_start_matches(&place)))?;
                session[*into] = value;
            }
            None if value == FOLDER => {}
            None => return Err(wrong("sessions are always in .aiwf: write .aiwf, or remove the line")),
        }
    }
    Ok(json!({ "session": session }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_the_requirement_become_a_section() {
        let text = "# Engine\nworking_directory: \".aiwf\"\nstandards_root: \"${STANDARDS_DIR}\"\ndefault_profile: \"jpa-mt\"\n";
        let expected =
            json!({ "session": { "standardsRoot": "${STANDARDS_DIR}", "defaultProfile": "jpa-mt" } });
        assert_eq!(read(WORKSPACES, text.as_bytes()), Ok(expected));
        for nothing in ["", "# nothing\n", "{}", "working_directory: .aiwf"] {
            assert_eq!(read(WORKSPACES, nothing.as_bytes()), Ok(json!({ "session": {} })), "{nothing}");
            assert_eq!(read_users(nothing.as_bytes()), Ok((json!({ "session": {} }), vec![])), "{nothing}");
        }
    }

    /// The user's file counts in every workspace: what another program wrote there must stop none of them.
    #[test]
    fn unknown_keys_of_the_user_are_ignored_and_named() {
        let read = read_users(b"retries: 3\ndefault_profile: jpa-mt\nmodels: {a: b}\n").unwrap();
        let expected = json!({ "session": { "defaultProfile": "jpa-mt" } });
        assert_eq!(read, (expected, vec!["models".to_owned(), "retries".to_owned()]));
        assert!(read_users(b"default_profile: X Y").unwrap_err().what.starts_with("~/.aiwf/config.yml: "));
    }

    #[test]
    fn a_file_that_cannot_be_used_says_where_and_what_to_do() {
        for (text, words) in [
            (
                "standards-root: x",
                "line 1, column 1: unknown key; did you mean standards_root? valid keys: working_",
            ),
            (
                "\nstandard_root: x",
                "line 2, column 1: unknown key 'standard_root'; did you mean standards_root?",
            ),
            ("working_directory: work", "line 1, column 20: working_directory: sessions are always in .aiwf"),
            ("working_directory: 1", "working_directory: sessions are always in .aiwf"),
            ("default_profile: X Y", "line 1, column 18: default_profile: "),
            ("standards_root:", "standards_root: "),
            ("standards_root: [a]", "standards_root: "),
            ("standards_root: a\nstandards_root: b", "the key standards_root is there twice"),
            ("standards_root: [", "YAML"),
            ("- a", "write keys with values"),
        ] {
            let Misconfigured { what, hint } = read(WORKSPACES, text.as_bytes()).expect_err(text);
            assert!(what.starts_with(".aiwf/config.yml: ") && what.contains(words), "{text}: {what}");
            assert!(hint.contains("correct .aiwf/config.yml"), "{text}: {hint}");
        }
        assert!(read_users(b"\xff").unwrap_err().what.contains("UTF-8"));
    }
}
