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
    let folder = RelPath::feature(&id);
    if tools.store.look(&folder)?.is_some() {
        return Err(Stop::refused(
            format!("{folder} is there already"),
            format!("choose another id, or look at it with `frieze show {id}`"),
        ));
    }
    let bytes = files.read(&args.brief, brief::LARGEST.saturating_add(1))?;
    let read = brief::read("brief.md", &bytes)
        .map_err(|e| Stop::refused(format!("{}: {e}", args.brief), e.hint()))?;
    tools.store.replace(&[(folder.join("brief.md"), bytes)])?;
    let count = read.statements.len();
    let plural = if count == 1 { "" } else { "s" };
    out.line(&format!("made {id} from {}: {count} statement{plural} read", Shown::line(&args.brief)));
    out.line(&format!("next: frieze run {id}"));
    Ok(End::Done)
}
