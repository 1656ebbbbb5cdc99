//! `frieze doctor`: what is configured, reachable, locked, damaged, and how to mend it.

mod agents;

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::json;

use super::out::{Out, Style};
use super::{End, Ended, Survey, Tools, log};
use crate::domain::id::{FeatureId, NotAnId};
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::engine::Trouble;
use crate::kernel::{Flow, Need};
use crate::ports::Kind;

/// One thing that was looked at.
#[derive(Serialize)]
struct Check {
    what: String,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    hint: String,
}

/// What configuration and templates are told as.
const CONFIGURATION: &str = "configuration";
const RENAME: &str =
    "rename it: a feature's id is 1 to 64 of a-z, 0-9 and '-', beginning with a letter or a digit";

pub fn doctor<F: Flow>(tools: &Tools<F>, as_json: bool, out: &Out) -> Ended {
    let place = tools.root.to_string_lossy().into_owned();
    let survey = (tools.survey)();
    let mut checks = vec![ok("workspace", place), configuration(tools)];
    checks.extend(environment(tools));
    checks.extend(keys(tools));
    checks.extend(templates(&survey));
    checks.extend(looks(&survey));
    checks.extend(agents::checks(tools));
    match tools.engine.features() {
        Ok(ids) => {
            for id in &ids {
                checks.extend(feature(tools, id));
            }
            checks.extend(strangers(tools, &survey));
            let found = format!("{} looked at", ids.len());
            checks.push(Check { what: "features".into(), ok: true, found, hint: String::new() });
        }
        Err(e) => checks.push(not_ok("features", e.to_string(), e.hint())),
    }
    // What is wrong with the whole workspace is wrong with each feature, and told once.
    let mut told = BTreeSet::new();
    checks.retain(|check| check.what != CONFIGURATION || told.insert(check.found.clone()));
    let ok = checks.iter().all(|check| check.ok);
    if as_json {
        out.json(&json!({ "schemaVersion": 1, "ok": ok, "checks": checks }));
    } else {
        for check in &checks {
            let (style, word) = if check.ok { (Style::Good, "ok") } else { (Style::Bad, "NOT OK") };
            let word = out.style(style, &format!("{word:<7}"));
            out.line(&format!("{word}{}: {}", Shown::line(&check.what), Shown::line(&check.found)));
            if !check.hint.is_empty() {
                out.line(&format!("       hint: {}", Shown::line(&check.hint)));
            }
        }
    }
    Ok(if ok { End::Done } else { End::Failed })
}

fn ok(what: &str, found: impl Into<String>) -> Check {
    Check { what: what.to_owned(), ok: true, found: found.into(), hint: String::new() }
}

fn not_ok(what: &str, found: impl Into<String>, hint: impl Into<String>) -> Check {
    Check { what: what.to_owned(), ok: false, found: found.into(), hint: hint.into() }
}

fn configuration<F: Flow>(tools: &Tools<F>) -> Check {
    match &tools.configuration {
        Ok(lines) => {
            let own = lines.iter().filter(|[_, _, origin]| origin != "built in").count();
            ok(CONFIGURATION, format!("{own} values set, the rest built in (frieze config)"))
        }
        Err(e) => not_ok(CONFIGURATION, e.what.clone(), e.hint.clone()),
    }
}

/// Variables that somebody set and that change nothing.
fn environment<F: Flow>(tools: &Tools<F>) -> Option<Check> {
    let names = tools.unknown_variables.join(", ");
    let hint = "correct the name or remove it; `frieze config` shows what is in force".to_owned();
    let found = format!("{names}: ignored, no value is configured by that name");
    (!names.is_empty()).then(|| Check { what: "environment".to_owned(), ok: true, found, hint })
}

/// Keys that were given to one action and that another one misses now.
fn keys<F: Flow>(tools: &Tools<F>) -> Option<Check> {
    let found = tools.taken_keys.join("; ");
    let hint = "name those actions in screen.keys too, with other keys or with \"\"".to_owned();
    (!found.is_empty()).then(|| Check { what: "keys".to_owned(), ok: true, found, hint })
}

/// The screen does its work without it, and marks nothing as new.
fn looks(survey: &Survey) -> Option<Check> {
    let e = survey.no_looks.as_ref()?;
    Some(not_ok("what was on the screen", format!("it is not kept: {e}"), e.hint()))
}

fn templates(survey: &Survey) -> Vec<Check> {
    match &survey.templates {
        Ok((serving, ignored)) => {
            let found = match serving.len() {
                0 => ok("templates", "built in"),
                _ => ok("templates", format!("the workspace's own: {}", serving.join(", "))),
            };
            let ignored = ignored.iter().map(|e| not_ok("templates", e.what.clone(), e.hint.clone()));
            std::iter::once(found).chain(ignored).collect()
        }
        Err(e) => vec![not_ok(CONFIGURATION, e.what.clone(), e.hint.clone())],
    }
}

fn feature<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Vec<Check> {
    let what = format!("feature {id}");
    match tools.engine.look(id) {
        Ok(view) if view.harm.is_some() => {
            let hint = view.hint.unwrap_or_else(|| {
                format!("put design/intent.json back as it was, or reject or abort it (frieze show {id})")
            });
            let harmed = not_ok(&what, view.reason.unwrap_or_default(), hint);
            std::iter::once(harmed).chain(brief(tools, id)).chain(journal(tools, id)).collect()
        }
        Ok(view) if view.needs == Some(Need::Reset) => {
            let reason = view.reason.unwrap_or_default();
            let failed = Check { what, ok: true, found: reason, hint: view.hint.unwrap_or_default() };
            std::iter::once(failed).chain(journal(tools, id)).collect()
        }
        Ok(_) => brief(tools, id).into_iter().chain(journal(tools, id)).collect(),
        Err(trouble @ Trouble::Held { .. }) => vec![ok(&what, trouble.to_string())],
        Err(Trouble::Misconfigured(e)) => {
            let own = brief(tools, id);
            std::iter::once(not_ok(CONFIGURATION, e.what, e.hint)).chain(own).collect()
        }
        Err(trouble) => vec![not_ok(&what, trouble.to_string(), trouble.hint())],
    }
}

/// Whether the journal is whole.
fn journal<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Option<Check> {
    let what = format!("feature {id}");
    let first = match log::examined(tools, id) {
        Ok((_, damage)) => damage.into_iter().next()?,
        Err(e) => return Some(not_ok(&what, e.to_string(), e.hint())),
    };
    let hint = format!(
        "`frieze log {id}` shows it; put the journal back (git, backups), or go on: nothing else is affected"
    );
    Some(not_ok(&what, format!("design/journal.jsonl is damaged: {first}"), hint))
}

/// Whether there is a brief to design from.
fn brief<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Option<Check> {
    let path = F::home(id).brief();
    let found = match tools.store.look(&path) {
        Ok(Some(Kind::File)) => return None,
        Ok(Some(Kind::Folder)) => format!("{path} is a folder"),
        Ok(Some(Kind::Symlink)) => format!("{path} is a symlink, which is not followed"),
        Ok(Some(Kind::Other)) => format!("{path} is not a regular file"),
        Ok(None) => format!("{path} is missing"),
        Err(e) => e.to_string(),
    };
    Some(not_ok(&format!("feature {id}"), found, "put the requirement document there as a file"))
}

/// What lies among the features and is none. A symlink by a feature's name was told with the features.
fn strangers<F: Flow>(tools: &Tools<F>, survey: &Survey) -> Vec<Check> {
    let entries = tools.store.list(&RelPath::new("features")).unwrap_or_default();
    let told = entries.iter().filter_map(|(name, kind)| {
        let (why, hint) = match (name.parse::<FeatureId>(), kind) {
            (Ok(_), Kind::Folder | Kind::Symlink) => return None,
            (Err(NotAnId::Reserved(_)), Kind::Folder | Kind::Symlink) => {
                ("its name is a reserved device name on some systems", RENAME)
            }
            (Err(NotAnId::Shape(_)), Kind::Folder | Kind::Symlink) => ("its name is no feature id", RENAME),
            (_, Kind::File | Kind::Other) => {
                ("it is no folder", "a feature is a folder with a brief.md; keep other files elsewhere")
            }
        };
        Some((name, why, hint))
    });
    let foreign = survey.unreadable_names.iter().map(|name| (name, "its name is not UTF-8", RENAME));
    told.chain(foreign)
        .map(|(name, why, hint)| {
            not_ok("features", format!("features/{name} is not a feature and is left alone: {why}"), hint)
        })
        .collect()
}
