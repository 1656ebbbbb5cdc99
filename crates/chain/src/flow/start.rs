//! `start`: puts a chain under a feature, or adopts the `.meta.json` of another tool.

use frieze_kernel::{By, NoteKind, Refusal, Step};
use serde_json::json;

use super::record::Record;
use super::table::refused;
use super::turn::{Stepped, Turn};
use crate::meta::Meta;
use crate::mode::Mode;

/// The longest name or path, in bytes.
const LONGEST: usize = 1_000;

pub(super) fn start(mut record: Record, words: &[String], turn: &Turn<'_>) -> Stepped {
    // Frieze has written its state into the file.
    if record.own.revision > 0 {
        return Err(refused(&record, "exists", "it has a chain already"));
    }
    let refuse = |why: String| Refusal::new("start", why, "frieze chain start --help");
    let (mut mode, mut worktree, mut name) = (None, None, None);
    for word in words {
        let (key, value) =
            word.split_once('=').ok_or_else(|| refuse(format!("{word:.100?} is no KEY=VALUE")))?;
        let value = value.trim();
        if value.is_empty() || value.len() > LONGEST {
            return Err(refuse(format!("{key:.100?} has no value, or one of more than {LONGEST} bytes")));
        }
        match key {
            "mode" => {
                let unknown =
                    || format!("there is no mode {value:?}; use {}", Mode::ALL.map(Mode::name).join(", "));
                mode = Some(Mode::named(value).ok_or_else(|| refuse(unknown()))?);
            }
            "worktree" => {
                check_worktree(value).map_err(refuse)?;
                worktree = Some(value);
            }
            "name" => name = Some(value),
            _ => return Err(refuse(format!("there is no {key:.100?}; use mode, worktree or name"))),
        }
    }
    if record.is_made() {
        if let Some(mode) = mode {
            record.meta.0.set("mode", &mode.name());
        }
        if let Some(worktree) = worktree {
            record.meta.0.set("worktree", &worktree);
        }
        let text = "adopted: another tool began it";
        return Ok(Step::to(record, By::Human).note(NoteKind::Order, text, json!({})));
    }
    let (mode, id) = (mode.unwrap_or_default(), record.id.as_str());
    record.meta = Meta::new(id, name.unwrap_or(id), mode, worktree, turn.facts.now);
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
