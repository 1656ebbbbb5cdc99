//! `start`: puts a chain under a feature, or adopts the `.meta.json` of another tool.

use std::collections::BTreeMap;

use frieze_kernel::{By, NoteKind, Refusal, Step};
use serde_json::json;

use super::record::Record;
use super::table::refused;
use super::turn::{Stepped, Turn};
use crate::meta::Meta;
use crate::mode::Mode;

const KEYS: [&str; 3] = ["mode", "worktree", "name"];
/// The longest name or path, in bytes.
const LONGEST: usize = 1_000;

pub(super) fn start(mut record: Record, words: &[String], turn: &Turn<'_>) -> Stepped {
    // Frieze has written its state into the file.
    if record.own.revision > 0 {
        return Err(refused(&record, "exists", "it has a chain already"));
    }
    let refuse = |why: String| Refusal::new("start", why, "frieze chain start --help");
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if !KEYS.contains(&key) || value.trim().is_empty() || value.len() > LONGEST {
            let what = "none of mode=…, worktree=… and name=…, or has no value, or a longer one than";
            return Err(refuse(format!("{word:.100?} is {what} {LONGEST} bytes")));
        }
        given.insert(key, value.trim());
    }
    let unknown = |name: &str| {
        refuse(format!("there is no mode {name:?}; use {}", Mode::ALL.map(Mode::name).join(", ")))
    };
    let mode = given.get("mode").map(|name| Mode::named(name).ok_or_else(|| unknown(name))).transpose()?;
    let worktree = given.get("worktree").copied();
    worktree.map_or(Ok(()), check_worktree).map_err(refuse)?;
    if record.is_made() {
        let given = [("mode", mode.map(Mode::name)), ("worktree", worktree)];
        given.iter().for_each(|(key, value)| value.iter().for_each(|value| record.meta.0.put(key, value)));
        let text = "adopted: another tool began it";
        return Ok(Step::to(record, By::Human).note(NoteKind::Order, text, json!({})));
    }
    let (mode, id) = (mode.unwrap_or_default(), record.id.as_str());
    record.meta = Meta::new(id, given.get("name").unwrap_or(&id), mode, worktree, turn.facts.now);
    Ok(Step::to(record, By::Human).note(NoteKind::Order, "begun", json!({ "mode": mode.name() })))
}

/// Checks that a worktree is relative to the workspace.
///
/// # Errors
/// What is wrong with it.
pub fn check_worktree(path: &str) -> Result<(), String> {
    let path = path.trim();
    let is_absolute = path.starts_with(['/', '\\', '~']) || path.get(1..2) == Some(":");
    if is_absolute || path.is_empty() || path.len() > LONGEST {
        let how = "is absolute, empty or too long; give it relative to the workspace";
        return Err(format!("the worktree {path:.100?} {how}"));
    }
    Ok(())
}
