//! `frieze doctor`: what is configured, reachable, damaged, and how to mend it. It only reads: it takes no lease, and what it
//! finds wrong it leaves alone: `frieze show` acts upon it.

mod agents;

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::out::{Out, Style};
use super::{End, Ended, Stop, Survey, Tools, halves, log};
use crate::domain::approval::Rules;
use crate::domain::id::{FeatureId, NotAnId};
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::domain::{canonical, intent, json as strict};
use crate::engine::{Examined, Verified, held};
use crate::kernel::{Flow, Harm, Journalled, Need, RunView};
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
    checks.extend(writing(&survey));
    checks.extend(looks(&survey));
    checks.extend(agents::checks(tools));
    match tools.engine.features() {
        Ok(ids) => {
            checks.extend(ids.first().and_then(|id| terms(tools, id)));
            checks.extend(features(tools, &ids)?);
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

/// Everything but looking writes.
fn writing(survey: &Survey) -> Option<Check> {
    let e = survey.not_writable.as_ref()?;
    Some(not_ok("workspace", e.to_string(), e.hint()))
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

/// How long another program is given to finish what it is writing: what is wrong once may be half written.
const WRITTEN: Duration = Duration::from_millis(200);

/// What is to be told of each feature, in their order. Features in which something is wrong are read again, after one wait for
/// all of them.
fn features<F: Flow>(tools: &Tools<F>, ids: &[FeatureId]) -> Result<Vec<Check>, Stop> {
    let rules = tools.engine.rules();
    let mut all = halves::each(ids, |id| feature(tools, id, &rules))?;
    let is_wrong = |checks: &[Check]| checks.iter().any(|check| !check.ok);
    let wrong: Vec<usize> = (0..ids.len()).filter(|at| all.get(*at).is_some_and(|c| is_wrong(c))).collect();
    if !wrong.is_empty() {
        std::thread::sleep(WRITTEN);
    }
    let again = halves::each(&wrong, |at| ids.get(*at).map(|id| feature(tools, id, &rules)))?;
    for (at, checks) in wrong.iter().zip(again) {
        if let (Some(before), Some(checks)) = (all.get_mut(*at), checks) {
            *before = checks;
        }
    }
    Ok(all.into_iter().flatten().collect())
}

/// What keeps any feature from running, and is told once: what they run under is configured for all.
fn terms<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Option<Check> {
    let trouble = tools.engine.no_terms(id)?;
    Some(not_ok(CONFIGURATION, trouble.to_string(), trouble.hint()))
}

fn feature<F: Flow>(tools: &Tools<F>, id: &FeatureId, rules: &Rules) -> Vec<Check> {
    let what = format!("feature {id}");
    let examined = tools.engine.examine(id, rules);
    let Examined { view, journalled, verified, is_let_go } = match examined {
        Ok(Some(examined)) => examined,
        // It was never run: there is nothing else of it.
        Ok(None) => return brief(tools, id).into_iter().collect(),
        Err(trouble) => return vec![not_ok(&what, trouble.to_string(), trouble.hint())],
    };
    let mut checks = Vec::new();
    let problem = verified.as_ref().and_then(|verified| Some((verified, verified.problem.as_deref()?)));
    match problem {
        Some((_, problem)) if is_let_go => {
            let hint = format!("`frieze show {id}` records it");
            checks.push(Check { hint, ..ok(&what, problem) });
        }
        Some((verified, problem)) => checks.push(violated(&what, verified, problem)),
        None => {}
    }
    let needs_reset = view.needs == Some(Need::Reset);
    let reason = view.reason.clone().unwrap_or_default();
    match view.harm {
        Some(Harm::Tampered) => {
            let hint = view.hint.clone().unwrap_or_else(|| harmed(id));
            checks.push(not_ok(&what, reason, hint));
        }
        // What the record says of a candidate may be mended since.
        Some(Harm::Damaged | Harm::Missing) | None if view.gate.is_some() => {
            checks.extend(candidate(tools, &view));
        }
        Some(Harm::Damaged | Harm::Missing) => checks.push(not_ok(&what, reason, harmed(id))),
        None if needs_reset => {
            checks.push(Check { hint: view.hint.clone().unwrap_or_default(), ..ok(&what, reason) });
        }
        // The verification told it above.
        Some(Harm::Invalid) | None => {}
    }
    checks.extend(lock(tools, id));
    if !needs_reset || view.harm.is_some() {
        checks.extend(brief(tools, id));
    }
    // A verification that holds has read the journal of a frozen design, too.
    if !verified.as_ref().is_some_and(|verified| verified.ok) {
        checks.extend(journal(tools, id, journalled.as_ref()));
    }
    checks
}

fn harmed(id: &FeatureId) -> String {
    format!("put design/intent.json back as it was, or reject or abort it (frieze show {id})")
}

/// What is sealed is not what was approved. The record learns of it from the next look.
fn violated(what: &str, verified: &Verified, problem: &str) -> Check {
    let found = match (verified.expected, verified.actual) {
        (Some(expected), Some(actual)) if expected != actual => {
            format!("{problem} (expected {expected}, found {actual})")
        }
        _ => problem.to_owned(),
    };
    let id = &verified.id;
    let hint = verified.hint.clone().unwrap_or_else(|| {
        format!("put design/final/ back from version control, or look at it with `frieze show {id}`")
    });
    not_ok(what, found, hint)
}

/// Whether the design that waits for a decision can be decided about. One that was edited can.
fn candidate<F: Flow>(tools: &Tools<F>, view: &RunView) -> Option<Check> {
    let path = F::home(&view.id).intent();
    let bound = view.gate.as_ref().map(|gate| gate.binding.sha256);
    let found = match tools.store.read(&path, strict::LARGEST) {
        Ok(Some(bytes)) if bound.is_some_and(|sha256| canonical::is_plainly(&bytes, sha256)) => return None,
        Ok(Some(bytes)) => {
            let why = intent::read(&bytes).err()?;
            format!("design/intent.json is no valid intent: {why}")
        }
        Ok(None) => "design/intent.json is missing".to_owned(),
        Err(e) => e.to_string(),
    };
    Some(not_ok(&format!("feature {}", view.id), found, harmed(&view.id)))
}

/// Whether a run could take the lease. Nobody is asked who has it.
fn lock<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Option<Check> {
    let (what, home) = (format!("feature {id}"), F::home(id));
    if let Err(e) = tools.store.read(&home.lock(), strict::LARGEST) {
        return Some(not_ok(&what, e.to_string(), e.hint()));
    }
    let holder = held::now(tools.store.as_ref(), &home)?;
    Some(ok(&what, format!("another frieze is at work on it: {holder}")))
}

/// Whether the journal is whole.
fn journal<F: Flow>(tools: &Tools<F>, id: &FeatureId, known: Option<&Journalled>) -> Option<Check> {
    let what = format!("feature {id}");
    let first = match log::first_damage(tools, id, known) {
        Ok(damage) => damage?,
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
