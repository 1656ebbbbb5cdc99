//! `frieze new`: a feature from a requirement document, which is copied byte for byte.

use super::args::New;
use super::out::Out;
use super::{End, Ended, Named, Stop, Tools, id};
use crate::domain::brief;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::kernel::Flow;

pub fn new<F: Flow>(tools: &Tools<F>, files: &Named<'_>, args: &New, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let there_already = || {
        Stop::refused(
            format!("{} is there already", RelPath::feature(&id)),
            format!("choose another id, or look at it with `frieze show {id}`"),
        )
    };
    // Known before a document is read that may come from standard input.
    if tools.engine.is_taken(&id)? {
        return Err(there_already());
    }
    let bytes = files.read(&args.brief, brief::LARGEST)?;
    let name = args.brief.to_string_lossy();
    let read =
        brief::read("brief.md", &bytes).map_err(|e| Stop::refused(format!("{name}: {e}"), e.hint()))?;
    if !tools.engine.make(&id, bytes)? {
        return Err(there_already());
    }
    let count = read.demands().count();
    let plural = if count == 1 { "" } else { "s" };
    out.line(&format!("made {id} from {}: {count} requirement{plural} read", Shown::line(&name)));
    for told in left_out(&read) {
        out.line(&told);
    }
    out.line(&format!("next: frieze run {id}"));
    Ok(End::Done)
}

/// What the document says that is no requirement, and why it is none.
fn left_out(read: &brief::Brief) -> Vec<String> {
    let described: Vec<u32> = read.described().map(|statement| statement.line).collect();
    let excluded: Vec<u32> = read.exclusions.iter().map(|told| told.line).collect();
    let reasons = [
        (described, "only described beside what binds"),
        (excluded, "out of scope or put off, and so not designed"),
    ];
    let passed = brief::Why::ALL.into_iter().map(|why| {
        let of = read.left_out.iter().filter(|left| left.why == why);
        (of.map(|left| left.line).collect::<Vec<u32>>(), why.told())
    });
    let told = reasons.into_iter().chain(passed).filter(|(lines, _)| !lines.is_empty());
    told.map(|(mut lines, why)| {
        lines.dedup();
        let shown: Vec<String> = lines.iter().take(8).map(u32::to_string).collect();
        let more = if lines.len() > shown.len() { ", …" } else { "" };
        format!("not taken over, {why}: line {}{more}", shown.join(", "))
    })
    .collect()
}
