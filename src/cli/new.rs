//! `frieze new`: a feature from a requirement document, which is copied byte for byte.

use super::args::New;
use super::out::Out;
use super::{End, Ended, Named, Stop, Tools, id};
use crate::domain::brief::TakenIn;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::domain::{brief, left_out};
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
    let TakenIn { brief, original, reading } =
        brief::take_in(&name, bytes).map_err(|e| Stop::refused(format!("{name}: {e}"), e.hint()))?;
    let kept = original.as_ref().map(|(name, _)| F::home(&id).original(name));
    if !tools.engine.make(&id, brief, original)? {
        return Err(there_already());
    }
    let count = reading.requirements.len();
    let plural = if count == 1 { "" } else { "s" };
    out.line(&format!("made {id} from {}: {count} requirement{plural} read", Shown::line(&name)));
    if let Some(kept) = kept {
        out.line(&format!("brief.md has what was read of it; {kept} keeps it as it was"));
    }
    for told in left_out::told(&reading).into_iter().chain(left_out::prose(&reading)) {
        out.line(&told);
    }
    out.line(&format!("next: frieze run {id}"));
    Ok(End::Done)
}
