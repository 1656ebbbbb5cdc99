//! `frieze doctor`: what is configured, reachable, locked, damaged, and how to mend it.

use serde::Serialize;
use serde_json::json;

use super::out::{Out, Style};
use super::{End, Ended, Tools};
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

pub fn doctor<F: Flow>(tools: &Tools<F>, as_json: bool, out: &Out) -> Ended {
    let place = tools.root.to_string_lossy().into_owned();
    let mut checks = vec![ok("workspace", place), configuration(tools), templates(tools), agents(tools)];
    match tools.engine.features() {
        Ok(ids) => {
            for id in &ids {
                checks.extend(feature(tools, id));
            }
            checks.extend(strangers(tools));
            let found = format!("{} looked at", ids.len());
            checks.push(Check { what: "features".into(), ok: true, found, hint: String::new() });
        }
        Err(e) => checks.push(not_ok("features", e.to_string(), e.hint())),
    }
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
            ok("configuration", format!("{own} values set, the rest built in (frieze config)"))
        }
        Err(e) => not_ok("configuration", e.what.clone(), e.hint.clone()),
    }
}

fn templates<F: Flow>(tools: &Tools<F>) -> Check {
    match tools.store.list(&RelPath::new("templates/prompts")) {
        Ok(files) => match files.iter().filter(|(_, kind)| *kind == Kind::File).count() {
            0 => ok("templates", "built in"),
            n => ok("templates", format!("{n} of the workspace's own in templates/prompts")),
        },
        Err(e) => not_ok("templates", e.to_string(), e.hint()),
    }
}

fn agents<F: Flow>(tools: &Tools<F>) -> Check {
    let named = |key: &str| {
        let lines = tools.configuration.as_ref().ok()?;
        lines.iter().find(|[k, _, _]| k == key).map(|[_, value, _]| value.clone())
    };
    let generator = named("generator").unwrap_or_else(|| "built-in".to_owned());
    let critic = named("critic").unwrap_or_else(|| "built-in".to_owned());
    ok("agents", format!("generator {generator}, critic {critic}; they need no key and no network"))
}

fn feature<F: Flow>(tools: &Tools<F>, id: &crate::domain::id::FeatureId) -> Option<Check> {
    let what = format!("feature {id}");
    match tools.engine.look(id) {
        Ok(view) if view.needs == Some(Need::Reset) => {
            let reason = view.reason.unwrap_or_default();
            Some(Check { what, ok: true, found: reason, hint: view.hint.unwrap_or_default() })
        }
        Ok(_) => brief(tools, id),
        Err(trouble @ Trouble::Held { .. }) => Some(ok(&what, trouble.to_string())),
        Err(trouble) => Some(not_ok(&what, trouble.to_string(), trouble.hint())),
    }
}

/// Whether there is a brief to design from.
fn brief<F: Flow>(tools: &Tools<F>, id: &crate::domain::id::FeatureId) -> Option<Check> {
    let path = RelPath::feature(id).join("brief.md");
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

/// What lies among the features and is none.
fn strangers<F: Flow>(tools: &Tools<F>) -> Vec<Check> {
    let entries = tools.store.list(&RelPath::new("features")).unwrap_or_default();
    entries
        .iter()
        .filter(|(name, kind)| *kind != Kind::Folder || name.parse::<crate::domain::id::FeatureId>().is_err())
        .map(|(name, _)| {
            not_ok(
                "features",
                format!("features/{name} is not a feature and is left alone"),
                "feature folders have names of a-z, 0-9 and '-'",
            )
        })
        .collect()
}
