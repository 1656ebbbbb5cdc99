//! `frieze verify`: checks every frozen design against its FROZEN.md; exit code 2 if any differs. It changes no file of the
//! workspace.

pub mod expected;

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::args::Verify;
use crate::cli::out::{Out, Style, remark, table};
use crate::cli::verbs::verify::expected::Expected;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, id, parallel_scan};
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_engine::{Trouble, Verified};
use frieze_kernel::approval::Rules;

pub fn verify(context: &Context, files: &NamedFiles, args: &Verify, out: &Out) -> Ended {
    let named = args.ids.iter().map(|text| id(text)).collect::<Result<Vec<FeatureId>, _>>()?;
    let rules = match &args.approvers {
        Some(file) => context.design().rules_from(&files.path(file))?,
        None => context.design().rules(),
    };
    let expected = args.expect.as_deref().map(|file| expected(files, file)).transpose()?;
    let mut verified = if named.is_empty() {
        all(context, &context.design().features()?, &rules)?
    } else {
        named.iter().map(|id| one(context, id, &rules)).collect()
    };
    if let Some(expected) = &expected {
        expected.compare(&mut verified);
    }
    if let Err(e) = context.design().remember(&verified, &rules) {
        remark(&e.what);
    }
    if args.json {
        out.json(&verified);
    } else {
        print(&verified, &rules, out);
    }
    let is_ok = verified.iter().all(|v| v.ok);
    match &args.write_expected {
        Some(file) if is_ok => write_expected(files, file, &verified)?,
        Some(file) => remark(&format!("{} was not written: not every frozen design is ok", file.display())),
        None => {}
    }
    Ok(if is_ok { End::Done } else { End::Failed })
}

/// Verifies all frozen designs.
fn all(context: &Context, ids: &[FeatureId], rules: &Rules) -> Result<Vec<Verified>, Stop> {
    let verified = |id: &FeatureId| context.design().verify_under(id, rules);
    let differs = |found: &Option<Verified>| found.as_ref().is_some_and(|found| !found.ok);
    Ok(parallel_scan::map_confirmed(ids, verified, differs)?.into_iter().flatten().collect())
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
    let found = all(context, std::slice::from_ref(id), rules).ok().and_then(|mut found| found.pop());
    found.unwrap_or_else(|| Verified::not_ok(id, why()))
}

fn expected(files: &NamedFiles, file: &Path) -> Result<Expected, Stop> {
    let bytes = files.read(file, json::LARGEST)?;
    Expected::read(&bytes).map_err(|why| {
        Stop::refused(
            format!("{} is not a list of frozen designs: {why}", file.display()),
            "`frieze verify --write-expected FILE` writes one",
        )
    })
}

fn write_expected(files: &NamedFiles, file: &Path, verified: &[Verified]) -> Result<(), Stop> {
    let list = Expected::of(verified);
    files.write(file, &list.bytes())?;
    let plural = if list.len() == 1 { "" } else { "s" };
    remark(&format!("{} lists {} frozen design{plural}", file.display(), list.len()));
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
