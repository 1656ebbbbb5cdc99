//! `frieze verify`: every frozen design against its checksum; exit 2 if any is not as it was approved.

use std::fmt::Write as _;

use super::args::Verify;
use super::out::{Out, Style, remark, table};
use super::{End, Ended, Tools, halves, id};
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::engine::{Trouble, Verified};
use crate::kernel::Flow;

pub fn verify<F: Flow>(tools: &Tools<F>, args: &Verify, out: &Out) -> Ended {
    let named = args.ids.iter().map(|text| id(text)).collect::<Result<Vec<FeatureId>, _>>()?;
    let verified: Vec<Verified> = if named.is_empty() {
        let ids = tools.engine.features()?;
        halves::each(&ids, |id| tools.engine.verify(id))?.into_iter().flatten().collect()
    } else {
        named.iter().map(|id| one(tools, id)).collect()
    };
    if args.json {
        out.json(&verified);
    } else {
        print(&verified, out);
    }
    verified.iter().filter(|v| !v.ok && v.expected.is_some()).for_each(|v| acted_upon(tools, v));
    Ok(if verified.iter().all(|v| v.ok) { End::Done } else { End::Failed })
}

fn one<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Verified {
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
    tools.engine.verify(id).unwrap_or_else(|| Verified::not_ok(id, why()))
}

/// A violation is not only told: the record says it too, and the journal, as after any other look.
fn acted_upon<F: Flow>(tools: &Tools<F>, violated: &Verified) {
    if let Err(trouble) = tools.engine.look(&violated.id) {
        remark(&format!("{}: that could not be recorded: {trouble}", violated.id));
    }
}

fn print(verified: &[Verified], out: &Out) {
    if verified.is_empty() {
        out.line("no design is frozen");
        return;
    }
    let rows: Vec<Vec<String>> = verified
        .iter()
        .map(|v| {
            let word = if v.ok { "ok" } else { "NOT OK" };
            let hash = v.expected.map(|d| d.to_string()).unwrap_or_default();
            vec![word.to_owned(), v.id.to_string(), hash]
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
            if let Some(hint) = v.hint {
                let _ = writeln!(text, "        hint: {hint}");
            }
        }
    }
    out.raw(text.as_bytes());
}
