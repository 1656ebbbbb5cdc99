//! `frieze verify`: every frozen design against everything that its FROZEN.md names; exit 2 if any is not as it was approved.
//! It changes no file of the workspace.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::args::Verify;
use super::expected::Expected;
use super::out::{Out, Style, remark, table};
use super::{End, Ended, Named, Stop, Tools, halves, id};
use crate::domain::approval::Rules;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::engine::{Trouble, Verified};
use crate::kernel::Flow;

/// How long another program is given to finish files that it is writing: git replaces a file by deleting it first.
const WRITTEN: Duration = Duration::from_millis(200);

pub fn verify<F: Flow>(tools: &Tools<F>, files: &Named, args: &Verify, out: &Out) -> Ended {
    let named = args.ids.iter().map(|text| id(text)).collect::<Result<Vec<FeatureId>, _>>()?;
    let rules = match &args.approvers {
        Some(file) => {
            tools.engine.rules_from(&files.place(file)).map_err(|e| Stop::refused(e.what, e.hint))?
        }
        None => tools.engine.rules(),
    };
    let expected = args.expect.as_deref().map(|file| expected(files, file)).transpose()?;
    let mut verified = if named.is_empty() {
        all(tools, &tools.engine.features()?, &rules)?
    } else {
        named.iter().map(|id| one(tools, id, &rules)).collect()
    };
    if let Some(expected) = &expected {
        expected.compare(&mut verified);
    }
    if let Err(e) = tools.engine.remember(&verified) {
        remark(&e.what);
    }
    if args.json {
        out.json(&verified);
    } else {
        print(&verified, &rules, out);
    }
    let is_ok = verified.iter().all(|v| v.ok);
    match &args.write_expected {
        Some(file) if is_ok => written(files, file, &verified)?,
        Some(file) => remark(&format!("{} was not written: not every frozen design is ok", file.display())),
        None => {}
    }
    Ok(if is_ok { End::Done } else { End::Failed })
}

/// What is frozen of these features. One that is not as it should be is looked at again after a moment, for its files may
/// just be written.
fn all<F: Flow>(tools: &Tools<F>, ids: &[FeatureId], rules: &Rules) -> Result<Vec<Verified>, Stop> {
    let verified = |id: &FeatureId| tools.engine.verify_under(id, rules);
    let mut found: Vec<Verified> = halves::each(ids, verified)?.into_iter().flatten().collect();
    if found.iter().any(|one| !one.ok) {
        std::thread::sleep(WRITTEN);
        let doubtful: Vec<usize> =
            (0..found.len()).filter(|at| found.get(*at).is_some_and(|one| !one.ok)).collect();
        for at in doubtful.into_iter().rev() {
            let Some(before) = found.get_mut(at) else { continue };
            match verified(&before.id) {
                Some(again) => *before = again,
                None => drop(found.remove(at)),
            }
        }
    }
    Ok(found)
}

fn one<F: Flow>(tools: &Tools<F>, id: &FeatureId, rules: &Rules) -> Verified {
    let there = matches!(tools.store.look(&RelPath::feature(id)), Ok(Some(_)));
    let why = || {
        if there {
            return "it is not frozen".to_owned();
        }
        let Trouble::NoSuchFeature { near: Some(near), .. } = tools.engine.no_such_feature(id) else {
            return "there is no such feature".to_owned();
        };
        format!("there is no such feature; did you mean {near}?")
    };
    let found = all(tools, std::slice::from_ref(id), rules).ok().and_then(|mut found| found.pop());
    found.unwrap_or_else(|| Verified::not_ok(id, why()))
}

fn expected(files: &Named, file: &Path) -> Result<Expected, Stop> {
    let bytes = files.read(file, json::LARGEST)?;
    Expected::read(&bytes).map_err(|why| {
        Stop::refused(
            format!("{} is no list of frozen designs: {why}", file.display()),
            "`frieze verify --write-expected FILE` writes one",
        )
    })
}

fn written(files: &Named, file: &Path, verified: &[Verified]) -> Result<(), Stop> {
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
        out.line("Approvals are not signed here: the hashes find accidents, not a forger who may write every file.");
    }
}
