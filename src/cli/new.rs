//! `frieze new`: a feature from a requirement document, which is copied byte for byte.

use super::args::New;
use super::out::Out;
use super::{End, Ended, Named, Stop, Tools, id};
use crate::domain::brief;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::kernel::Flow;

pub fn new<F: Flow>(tools: &Tools<F>, files: &Named<'_>, args: &New, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let folder = RelPath::feature(&id);
    if tools.store.look(&folder)?.is_some() {
        return Err(there_already(&id));
    }
    let bytes = files.read(&args.brief, brief::LARGEST)?;
    let name = args.brief.to_string_lossy();
    let read =
        brief::read("brief.md", &bytes).map_err(|e| Stop::refused(format!("{name}: {e}"), e.hint()))?;
    let path = folder.join("brief.md");
    // Of several that make the same feature at once, one does: the others find its document here.
    let lease = tools.engine.lease_new(&id)?;
    if tools.store.look(&path)?.is_some() {
        return Err(there_already(&id));
    }
    tools.store.replace(&[(path, bytes)])?;
    drop(lease);
    let count = read.statements.len();
    let plural = if count == 1 { "" } else { "s" };
    out.line(&format!("made {id} from {}: {count} statement{plural} read", Shown::line(&name)));
    out.line(&format!("next: frieze run {id}"));
    Ok(End::Done)
}

fn there_already(id: &FeatureId) -> Stop {
    Stop::refused(
        format!("{} is there already", RelPath::feature(id)),
        format!("choose another id, or look at it with `frieze show {id}`"),
    )
}
