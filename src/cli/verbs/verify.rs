//! `frieze verify`: checks every frozen design against its FROZEN.md; exit code 2 if any differs. It changes no file of the
//! workspace. Of runs of other workflows it compares what was approved with the files.

pub mod approved;
pub mod expected;

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::args::Verify;
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style, remark, table};
use crate::cli::verbs::verify::approved::Compared;
use crate::cli::verbs::verify::expected::Expected;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, parallel_scan};
use frieze_data::id::FeatureId;
use frieze_data::json as strict;
use frieze_data::path::RelPath;
use frieze_data::text::{Shown, count};
use frieze_engine::{Trouble, Verified};
use frieze_kernel::approval::Rules;
use serde_json::json;

pub fn verify(context: &Context, files: &NamedFiles, args: &Verify, out: &Out) -> Ended {
    let found = args.ids.iter().map(|text| NamedRun::find(context, text)).collect::<Result<Vec<_>, _>>()?;
    let (designs, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|run| run.is_design);
    let named: Vec<FeatureId> = designs.into_iter().map(|run| run.id).collect();
    let rules = match &args.approvers {
        Some(file) => context.design().rules_from(&files.path(file))?,
        None => context.design().rules(),
    };
    let hint = "`frieze verify --write-expected FILE` writes one";
    let read = |file| expected(&files.read(file, strict::LARGEST)?, file, hint);
    let expected = args.expect.as_deref().map(read).transpose()?;
    let mut verified = if args.ids.is_empty() {
        all(context, &context.design().features()?, &rules)
    } else {
        named.iter().map(|id| one(context, id, &rules)).collect()
    };
    if let Some(expected) = &expected {
        expected.compare(&mut verified);
    }
    if let Err(e) = context.design().remember(&verified, &rules) {
        remark(&e.what);
    }
    let is_all = args.ids.is_empty();
    let others = if is_all { other_runs(context) } else { others };
    let mut compared: Vec<_> = others.into_iter().map(|run| (Compared::of_any(&run), run)).collect();
    // Of those that were not named, only changes are shown; they are no failure.
    compared.retain(|(compared, _)| !is_all || !compared.is_same());
    if args.json {
        let named = compared.iter().filter(|_| !is_all).map(|(compared, run)| compared.as_json(run));
        out.json(&verified.iter().map(|verified| json!(verified)).chain(named).collect::<Vec<_>>());
    } else {
        if is_all || !verified.is_empty() {
            print(&verified, &rules, out);
        }
        for (compared, run) in &compared {
            let strict = is_all.then(|| format!("frieze verify {run}"));
            compared.print(&run.to_string(), strict.as_deref(), out);
        }
    }
    let is_ok = verified.iter().all(|v| v.ok) && (is_all || compared.iter().all(|(one, _)| one.is_same()));
    match &args.write_expected {
        Some(file) if is_ok => write_expected(files, file, &verified)?,
        Some(file) => remark(&format!("{} was not written: not every frozen design is ok", file.display())),
        None => {}
    }
    Ok(if is_ok { End::Done } else { End::Failed })
}

/// All runs of other workflows. A workflow whose runs cannot be listed is reported.
fn other_runs(context: &Context) -> Vec<NamedRun> {
    let runs = context.flows.others.iter().flat_map(|runs| {
        let ids =
            runs.features().inspect_err(|e| remark(&format!("the {}s cannot be listed: {e}", runs.name())));
        ids.unwrap_or_default().into_iter().map(|id| NamedRun { runs: runs.clone(), id, is_design: false })
    });
    runs.collect()
}

/// Verifies all frozen designs.
fn all(context: &Context, ids: &[FeatureId], rules: &Rules) -> Vec<Verified> {
    let verified = |id: &FeatureId| context.design().verify_under(id, rules);
    let differs = |found: &Option<Verified>| found.as_ref().is_some_and(|found| !found.ok);
    parallel_scan::map_confirmed(ids, verified, differs).into_iter().flatten().collect()
}

fn one(context: &Context, id: &FeatureId, rules: &Rules) -> Verified {
    let exists = matches!(context.store.kind_of(&RelPath::feature(id)), Ok(Some(_)));
    let why = || {
        if exists {
            return "it is not frozen".to_owned();
        }
        let Trouble::NoSuchFeature { near: Some(near), .. } = context.design().no_such_feature(id) else {
            return "there is no such feature".to_owned();
        };
        format!("there is no such feature; did you mean {near}?")
    };
    all(context, std::slice::from_ref(id), rules).pop().unwrap_or_else(|| Verified::not_ok(id, why()))
}

fn expected(bytes: &[u8], file: &Path, hint: &str) -> Result<Expected, Stop> {
    Expected::read(bytes).map_err(|why| {
        Stop::refused(format!("{} is not a list of frozen designs: {why}", file.display()), hint)
    })
}

/// Writes the list. A file that is no such list is not overwritten.
fn write_expected(files: &NamedFiles, file: &Path, verified: &[Verified]) -> Result<(), Stop> {
    if files.is_file(file) {
        let before = files.read(file, strict::LARGEST)?;
        if !before.is_empty() {
            expected(&before, file, "name another file, or move this one away")?;
        }
    }
    let list = Expected::of(verified);
    files.write(file, &list.bytes())?;
    let designs = count(list.len(), "frozen design", "frozen designs");
    remark(&format!("{} lists {designs}", file.display()));
    Ok(())
}

fn print(verified: &[Verified], rules: &Rules, out: &Out) {
    if verified.is_empty() {
        out.line("no design is frozen");
        return;
    }
    let rows: Vec<Vec<String>> = verified
        .iter()
        .map(|v| {
            let word = if v.ok { "ok" } else { "NOT OK" };
            let hash = v.expected.map(|d| d.to_string()).unwrap_or_default();
            let signer = v.signer.as_ref().map(|signer| format!("signed by {}", Shown::line(signer)));
            vec![word.to_owned(), v.id.to_string(), hash, signer.unwrap_or_default()]
        })
        .collect();
    // One write for the whole list.
    let mut text = String::new();
    for (v, line) in verified.iter().zip(table(&rows)) {
        let _ = writeln!(text, "{}", out.style(if v.ok { Style::Good } else { Style::Bad }, &line));
        if let Some(problem) = &v.problem {
            let _ = writeln!(text, "        {}", Shown::line(problem));
            if let (Some(expected), Some(actual)) = (v.expected, v.actual)
                && expected != actual
            {
                let _ = writeln!(text, "        found {actual}");
            }
            if let Some(hint) = &v.hint {
                let _ = writeln!(text, "        hint: {}", Shown::line(hint));
            }
        }
    }
    out.raw(text.as_bytes());
    if !rules.sign() {
        out.line(
            "Approvals are not signed here: the hashes show accidental changes, but cannot prevent forgery.",
        );
    }
}
