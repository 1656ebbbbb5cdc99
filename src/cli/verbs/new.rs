//! `frieze new`: creates a feature from a requirement document, which is copied byte for byte.

use crate::cli::args::New;
use crate::cli::out::Out;
use crate::cli::verbs::chain;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, id};
use frieze_data::path::RelPath;
use frieze_data::text::{Shown, count};
use frieze_design::brief::ImportedBrief;
use frieze_design::{brief, skipped_lines};
use frieze_kernel::files::Home;

pub fn new(context: &Context, files: &NamedFiles<'_>, args: &New, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let already_exists = || {
        Stop::refused(
            format!("{} already exists", RelPath::feature(&id)),
            format!("choose another id, or show it with `frieze show {id}`"),
        )
    };
    // Checked first, because the document may come from standard input.
    if context.design().exists(&id)? {
        return Err(already_exists());
    }
    if let Some(worktree) = &args.worktree {
        chain::check_worktree(worktree)?;
    }
    let bytes = files.read(&args.brief, brief::LARGEST)?;
    let name = args.brief.to_string_lossy();
    let imported =
        if args.as_prose { brief::import_prose(&name, bytes) } else { brief::import(&name, bytes) };
    let ImportedBrief { brief, original, reading } =
        imported.map_err(|e| Stop::refused(format!("{name}: {e}"), e.hint()))?;
    let copy = original.as_ref().map(|(name, _)| Home::of(&id).original(name));
    if !context.design().create(&id, brief, original)? {
        return Err(already_exists());
    }
    let requirements = count(reading.requirements.len(), "requirement", "requirements");
    out.line(&format!("created {id} from {}: {requirements} found", Shown::line(&name)));
    if reading.requirements.is_empty() {
        out.line(
            "only a model can design from it, and only you and the critic can compare the design with it",
        );
    }
    if let Some(copy) = copy {
        out.line(&format!("brief.md contains its text; the original is {copy}"));
    }
    for note in skipped_lines::describe(&reading) {
        out.line(&note);
    }
    let next = match args.mode {
        Some(mode) => chain::begin(context, &id, Some(mode), args.worktree.as_deref())?.next_command,
        None if reading.requirements.is_empty() && context.drafts_without_a_model() => {
            Some(format!("{}, then frieze run {id}", context.use_command()))
        }
        None => Some(format!("frieze run {id}")),
    };
    out.line(&format!("next: {}", next.unwrap_or_default()));
    Ok(End::Done)
}
