//! `frieze doctor`: checks of configuration, agents, locks and files, with hints. It only reads: it takes no lease and changes
//! nothing, while `frieze show` may. Frozen designs are left to `frieze verify`.

mod agents;

use crate::cli::verbs::log;
use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::json;

use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style};
use crate::cli::{Configured, Context, End, Survey, Wiring, parallel_scan};
use frieze_data::id::{FeatureId, NotAnId};
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_data::{canonical, json as strict};
use frieze_engine::{Diagnosis, Runs, Verified, lease_holder};
use frieze_intent as intent;
use frieze_kernel::approval::Rules;
use frieze_kernel::files::Home;
use frieze_kernel::{FeatureStatus, FileProblem, JournalEnd, Need, RunView};
use frieze_ports::{Definition, Kind};
use frieze_session::files::{RECORD, SessionFiles, shelf};

/// One check.
#[derive(Serialize)]
struct Check {
    what: String,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    hint: String,
}

/// The check for configuration and templates.
const CONFIGURATION: &str = "configuration";
const RENAME: &str =
    "rename it: a feature's id has 1 to 64 characters of a-z, 0-9 and '-', and starts with a letter or digit";

pub fn doctor(context: &Context, as_json: bool, out: &Out) -> End {
    let place = context.root.to_string_lossy().into_owned();
    let survey = (context.survey)();
    let mut checks = vec![ok("workspace", place), configuration(&context.configuration)];
    checks.extend(environment(context));
    checks.extend(keys(context));
    checks.push(templates(&survey));
    checks.extend(untrusted(context));
    checks.extend(writing(&survey));
    checks.extend(agents::checks(context));
    match context.design().features() {
        Ok(ids) => {
            checks.extend(ids.first().and_then(|id| terms(context, id)));
            let (found, frozen) = features(context, &ids);
            checks.extend(found);
            checks.extend(foreign_entries(context, &survey));
            checks.push(checked("features", ids.len()));
            if frozen > 0 {
                let hint = "`frieze verify` compares their files with FROZEN.md".to_owned();
                checks.push(Check { hint, ..ok("frozen designs", format!("{frozen}, not verified here")) });
            }
        }
        Err(e) => checks.push(not_ok("features", e.to_string(), e.hint())),
    }
    checks.extend(other_runs(context));
    // Problems of the whole workspace affect every feature, but are listed once.
    let mut listed = BTreeSet::new();
    checks.retain(|check| check.what != CONFIGURATION || listed.insert(check.found.clone()));
    print(&checks, as_json, out)
}

/// The checks that need no workspace.
pub fn outside(wiring: &impl Wiring, set: &[String], as_json: bool, out: &Out) -> End {
    let hint = "`frieze init` creates one here, `frieze init --demo` one with example features".to_owned();
    let programs = match wiring.installed_programs().as_slice() {
        [] => "none of the known programs is in PATH".to_owned(),
        found => format!("in PATH: {}", found.join(", ")),
    };
    let place = Check { hint, ..ok("workspace", "none here") };
    let checks = [place, configuration(&wiring.configured_outside(set)), ok("agents", programs)];
    print(&checks, as_json, out)
}

fn print(checks: &[Check], as_json: bool, out: &Out) -> End {
    let ok = checks.iter().all(|check| check.ok);
    if as_json {
        out.json(&json!({ "schemaVersion": 1, "ok": ok, "checks": checks }));
    } else {
        for check in checks {
            let (style, word) = match (check.ok, check.hint.is_empty()) {
                (true, true) => (Style::Good, "ok"),
                // No failure of the workspace, but somebody may want to do something about it.
                (true, false) => (Style::Notice, "note"),
                (false, _) => (Style::Bad, "NOT OK"),
            };
            let word = out.style(style, &format!("{word:<7}"));
            out.line(&format!("{word}{}: {}", Shown::line(&check.what), Shown::line(&check.found)));
            if !check.hint.is_empty() {
                out.line(&format!("       hint: {}", Shown::line(&check.hint)));
            }
        }
    }
    if ok { End::Done } else { End::Failed }
}

fn ok(what: &str, found: impl Into<String>) -> Check {
    Check { what: what.to_owned(), ok: true, found: found.into(), hint: String::new() }
}

fn not_ok(what: &str, found: impl Into<String>, hint: impl Into<String>) -> Check {
    Check { what: what.to_owned(), ok: false, found: found.into(), hint: hint.into() }
}

/// How many runs were checked. What they need is no question of their files.
fn checked(plural: &str, count: usize) -> Check {
    ok(plural, format!("{count} checked; `frieze status` lists what they need"))
}

/// A run that does not go on by itself, as `frieze status` lists it.
fn stuck(what: &str, view: &RunView) -> Check {
    let needs = FeatureStatus::of(view, || false).needs();
    let needs = needs.map(|needs| format!(", needs {needs}")).unwrap_or_default();
    let found = format!("{}{needs}: {}", view.state, view.reason.as_deref().unwrap_or_default());
    Check { hint: view.hint.clone().unwrap_or_default(), ..ok(what, found) }
}

fn configuration(configured: &Configured) -> Check {
    match configured {
        Ok(lines) => {
            let own = lines.iter().filter(|[_, _, origin]| origin != "built in").count();
            ok(CONFIGURATION, format!("{own} values set, the others built in (frieze config)"))
        }
        Err(e) => not_ok(CONFIGURATION, e.what.clone(), e.hint.clone()),
    }
}

/// Unknown variables and keys.
fn environment(context: &Context) -> Option<Check> {
    let names = context.unknown_names.join(", ");
    let hint = "correct the name or remove it; `frieze config` shows the current values".to_owned();
    let found = format!("{names}: ignored, no setting has that name");
    (!names.is_empty()).then(|| Check { what: "environment".to_owned(), ok: true, found, hint })
}

/// Keys that one action took from another.
fn keys(context: &Context) -> Option<Check> {
    let found = context.taken_keys.join("; ");
    let hint = "give those actions other keys in screen.keys, or \"\" for none".to_owned();
    (!found.is_empty()).then(|| Check { what: "keys".to_owned(), ok: true, found, hint })
}

/// Whether the workspace can be written, and the reading marks, without which the screen works.
fn writing(survey: &Survey) -> impl Iterator<Item = Check> {
    let workspace = survey.not_writable.iter().map(|e| not_ok("workspace", e.to_string(), e.hint()));
    let marks = survey.marks_unwritable.iter();
    workspace.chain(marks.map(|e| not_ok("reading marks", format!("cannot be saved: {e}"), e.hint())))
}

fn templates(survey: &Survey) -> Check {
    match &survey.templates {
        Ok(own) if own.is_empty() => ok("templates", "built in"),
        Ok(own) => ok("templates", format!("the workspace's own: {}", own.join(", "))),
        Err(e) => not_ok(CONFIGURATION, e.what.clone(), e.hint.clone()),
    }
}

/// What is not used because nobody trusts it, and why nothing can be approved. Agents and servers have checks of their own.
fn untrusted(context: &Context) -> Vec<Check> {
    // The check of the configuration says why not.
    let Ok(definitions) = (context.definitions)() else { return Vec::new() };
    let is_own = |section: &str| ["agents", "servers", "approval"].contains(&section);
    let left =
        definitions.into_iter().filter(|definition| !definition.trusted && !is_own(definition.section));
    let checks = left.map(|Definition { section, name, .. }| {
        let hint = format!("`frieze trust {name}` shows what it does, and asks");
        not_ok(&format!("{section} {name}"), "it came with the workspace and is not trusted", hint)
    });
    let barred = context.design().rules().barred;
    checks.chain(barred.map(|barred| not_ok("approval", barred.why, barred.hint))).collect()
}

/// Checks of all features, in order, and the number of frozen designs.
fn features(context: &Context, ids: &[FeatureId]) -> (Vec<Check>, usize) {
    let rules = context.design().rules();
    let is_wrong = |(checks, _): &(Vec<Check>, bool)| checks.iter().any(|check| !check.ok);
    let all = parallel_scan::map_confirmed(ids, |id| feature(context, id, &rules), is_wrong);
    let frozen = all.iter().filter(|(_, is_frozen)| *is_frozen).count();
    (all.into_iter().flat_map(|(checks, _)| checks).collect(), frozen)
}

/// A problem that keeps every feature from running.
fn terms(context: &Context, id: &FeatureId) -> Option<Check> {
    let trouble = context.design().terms_trouble(id)?;
    Some(not_ok(CONFIGURATION, trouble.to_string(), trouble.hint()))
}

/// Checks of a feature, and whether its design is frozen.
fn feature(context: &Context, id: &FeatureId, rules: &Rules) -> (Vec<Check>, bool) {
    let what = format!("feature {id}");
    let examined = context.design().diagnose(id, rules);
    let Diagnosis { view, journal_end, has_no_marker, unknown_seal, lost_marker } = match examined {
        Ok(Some(examined)) => examined,
        // It was never run and has no other files.
        Ok(None) => return (brief(context, id).into_iter().collect(), false),
        Err(trouble) => return (vec![not_ok(&what, trouble.to_string(), trouble.hint())], false),
    };
    let mut checks = Vec::new();
    if let Some(Verified { problem: Some(problem), hint, .. }) = unknown_seal {
        let hint = hint.unwrap_or_else(|| {
            format!("restore design/final/ from version control, or run `frieze show {id}`")
        });
        checks.push(not_ok(&what, problem, hint));
    }
    if lost_marker {
        let hint = format!("`frieze show {id}` records it");
        checks.push(Check { hint, ..ok(&what, "design/final/FROZEN.md is missing") });
    }
    let needs_reset = view.needs == Some(Need::Reset);
    let reason = view.reason.clone().unwrap_or_default();
    match view.file_problem {
        Some(FileProblem::Tampered) => {
            let hint = view.hint.clone().unwrap_or_else(|| restore_hint(id));
            checks.push(not_ok(&what, reason, hint));
        }
        // A candidate may have been repaired since the record was written.
        Some(FileProblem::Damaged | FileProblem::Missing) | None if view.gate().is_some() => {
            checks.extend(candidate(context, &view));
        }
        Some(FileProblem::Damaged | FileProblem::Missing) => {
            checks.push(not_ok(&what, reason, restore_hint(id)));
        }
        None if needs_reset => checks.push(stuck(&what, &view)),
        // Reported by the verification above.
        Some(FileProblem::Invalid) | None => {}
    }
    checks.extend(lock(context, context.design(), id, &what));
    if !needs_reset || view.file_problem.is_some() {
        checks.extend(brief(context, id));
    }
    // The verification of a frozen design includes the journal.
    if !view.is_sealed {
        let known = (journal_end.as_ref(), has_no_marker);
        checks.extend(journal(context, context.design(), id, known, &what));
    }
    (checks, view.is_sealed)
}

fn restore_hint(id: &FeatureId) -> String {
    format!("restore design/intent.json, or abort it (frieze show {id})")
}

/// Whether a candidate can be decided. An edited one can.
fn candidate(context: &Context, view: &RunView) -> Option<Check> {
    let path = Home::of(&view.id).intent();
    // A gate whose design is damaged is bound to the damaged bytes.
    let bound = view.gate().filter(|_| view.file_problem.is_none()).map(|gate| gate.binding.sha256);
    let found = match context.store.read(&path, strict::LARGEST) {
        Ok(Some(bytes)) if bound.is_some_and(|sha256| canonical::surely_has_digest(&bytes, sha256)) => {
            return None;
        }
        Ok(Some(bytes)) => {
            let why = intent::read(&bytes).err()?;
            format!("design/intent.json is not a valid intent: {why}")
        }
        Ok(None) => "design/intent.json is missing".to_owned(),
        Err(e) => e.to_string(),
    };
    Some(not_ok(&format!("feature {}", view.id), found, restore_hint(&view.id)))
}

/// Checks of the runs of other workflows; none if there are none.
fn other_runs(context: &Context) -> Vec<Check> {
    let mut checks = Vec::new();
    for runs in &context.flows.others {
        let plural = format!("{}s", runs.name());
        let ids = match runs.features() {
            Ok(ids) => ids,
            Err(e) => {
                checks.push(not_ok(&plural, e.to_string(), e.hint()));
                continue;
            }
        };
        let rules = runs.rules();
        let run = |id: &FeatureId| NamedRun { runs: runs.clone(), id: id.clone(), is_design: false };
        let is_wrong = |checks: &Vec<Check>| checks.iter().any(|check| !check.ok);
        let all = parallel_scan::map_confirmed(&ids, |id| other_run(context, &run(id), &rules), is_wrong);
        checks.extend(all.into_iter().flatten());
        if !ids.is_empty() {
            checks.push(checked(&plural, ids.len()));
        }
    }
    checks.extend(lost_sessions(context));
    checks
}

/// Sessions whose record is missing: without it, nothing lists their code and reviews.
fn lost_sessions(context: &Context) -> Vec<Check> {
    let folders = match context.store.list(&shelf()) {
        Ok(folders) => folders.into_iter().filter(|(_, kind)| *kind == Kind::Folder),
        Err(e) => return vec![not_ok(shelf().as_str(), e.to_string(), e.hint())],
    };
    let ids: Vec<FeatureId> = folders.filter_map(|(name, _)| name.parse().ok()).collect();
    let lost = parallel_scan::map_confirmed(&ids, |id| lost_session(context, id), Option::is_some);
    lost.into_iter().flatten().collect()
}

/// A folder is a session's if it has an iteration or the bundle of standards; people keep others there.
fn lost_session(context: &Context, id: &FeatureId) -> Option<Check> {
    let (what, files) = (format!("session/{id}"), SessionFiles::of(id));
    let names = match context.store.list(&files.folder) {
        Ok(names) => names,
        Err(e) => return Some(not_ok(&what, e.to_string(), e.hint())),
    };
    let has = |path: &RelPath| names.iter().any(|(name, _)| name == path.name());
    let is_lost = (has(&files.iteration(1)) || has(&files.standards())) && !has(&files.record());
    let folder = &files.folder;
    let hint = format!("restore {RECORD} from version control, or move {folder} away");
    is_lost.then(|| not_ok(&what, format!("{folder} has no {RECORD}"), hint))
}

/// Checks of a run of another workflow. One that did not go on is no problem of the workspace.
fn other_run(context: &Context, run: &NamedRun, rules: &Rules) -> Vec<Check> {
    let what = run.to_string();
    let Diagnosis { view, .. } = match run.runs.diagnose(&run.id, rules) {
        Ok(Some(examined)) => examined,
        Ok(None) => return Vec::new(),
        Err(trouble) => {
            let stop = run.stop(trouble);
            return vec![not_ok(&what, stop.what, stop.hint)];
        }
    };
    let mut checks = Vec::new();
    checks.extend(view.cause.map(|_| stuck(&what, &view)));
    let runs = run.runs.as_ref();
    checks.extend(lock(context, runs, &run.id, &what));
    // The quick reading of a diagnosis may know no end.
    let journal_end = runs.journal_end(&run.id);
    checks.extend(journal(context, runs, &run.id, (journal_end.as_ref(), false), &what));
    checks
}

/// Whether another process holds the lease.
fn lock(context: &Context, runs: &dyn Runs, id: &FeatureId, what: &str) -> Option<Check> {
    match lease_holder::read(context.store.as_ref(), &runs.place(id)) {
        Ok(holder) => Some(ok(what, format!("it is running in another window ({})", holder?))),
        Err(e) => Some(not_ok(what, e.to_string(), e.hint())),
    }
}

/// Whether the journal is complete, given its known end and whether it is known that there is no marker.
fn journal(
    context: &Context,
    runs: &dyn Runs,
    id: &FeatureId,
    (known, has_no_marker): (Option<&JournalEnd>, bool),
    what: &str,
) -> Option<Check> {
    let place = runs.place(id);
    let first = match log::first_damage(context, &place, known, has_no_marker) {
        Ok(damage) => damage?,
        Err(e) => return Some(not_ok(what, e.to_string(), e.hint())),
    };
    // The name for `log`, and the path below the folder of the run's root.
    let (name, below) = match runs.name() == context.design().name() {
        true => (id.to_string(), format!("{}/{}", place.folder.name(), place.journal.name())),
        false => (what.to_owned(), place.journal.to_string()),
    };
    let hint = format!("`frieze log {name}` shows it; restore the journal (git, backups) before you approve");
    Some(not_ok(what, format!("{below} is damaged: {first}"), hint))
}

/// Whether there is a brief.
fn brief(context: &Context, id: &FeatureId) -> Option<Check> {
    let path = Home::of(id).brief();
    // The record was looked for, so no folder on the way is a symlink.
    if context.store.is_file(&path) {
        return None;
    }
    let found = match context.store.kind_of(&path) {
        Ok(Some(Kind::File)) => return None,
        Ok(Some(Kind::Folder)) => format!("{path} is a folder"),
        Ok(Some(Kind::Symlink)) => format!("{path} is a symlink, which is not followed"),
        Ok(Some(Kind::Other)) => format!("{path} is not a regular file"),
        Ok(None) => format!("{path} is missing"),
        Err(e) => e.to_string(),
    };
    Some(not_ok(&format!("feature {id}"), found, "put the requirement document there as a file"))
}

/// Entries of the features folder that are not features. Symlinks with a valid id were checked with the features.
fn foreign_entries(context: &Context, survey: &Survey) -> Vec<Check> {
    let entries = context.store.list(&RelPath::new("features")).unwrap_or_default();
    let foreign = entries.iter().filter_map(|(name, kind)| {
        let (why, hint) = match (name.parse::<FeatureId>(), kind) {
            (Ok(_), Kind::Folder | Kind::Symlink) => return None,
            (Err(NotAnId::Reserved(_)), Kind::Folder | Kind::Symlink) => {
                ("its name is a reserved device name on some systems", RENAME)
            }
            (Err(NotAnId::Shape(_)), Kind::Folder | Kind::Symlink) => {
                ("its name is not a feature id", RENAME)
            }
            (_, Kind::File | Kind::Other) => {
                ("it is not a folder", "a feature is a folder with a brief.md; keep other files elsewhere")
            }
        };
        Some((name, why, hint))
    });
    let unreadable = survey.unreadable_names.iter().map(|name| (name, "its name is not UTF-8", RENAME));
    foreign
        .chain(unreadable)
        .map(|(name, why, hint)| {
            not_ok("features", format!("features/{name} is not a feature and is ignored: {why}"), hint)
        })
        .collect()
}
