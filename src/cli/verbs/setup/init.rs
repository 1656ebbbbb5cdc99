//! `frieze init`: creates a workspace; `--demo` adds example features. Existing files are never overwritten (promise P26).

use std::path::Path;

use crate::cli::args::Init;
use crate::cli::out::Out;
use crate::cli::verbs::run;
use crate::cli::{End, Ended, Wiring};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_kernel::files::Home;
use frieze_ports::{Store, StoreError};

const CONFIGURATION: &str = include_str!("../../../../templates/frieze.yaml");

/// The part of it that names programs; in its place come those of this machine.
const PROGRAMS: &str = "# generator: claude\n# critic: claude\n# agents:\n#   claude: {kind: claude}\n";

/// Entries of `.gitignore`: lock files and unfinished files.
const IGNORED: &str = "# lock files and unfinished files\n.lock\n.*.tmp\n";

/// The demo's requirement documents, by feature.
const DEMO: [(&str, &str); 6] = [
    ("checkout", include_str!("../../../../assets/demo/checkout.md")),
    ("refunds", include_str!("../../../../assets/demo/refunds.md")),
    ("store-pickup", include_str!("../../../../assets/demo/store-pickup.md")),
    ("loyalty", include_str!("../../../../assets/demo/loyalty.txt")),
    ("gift-cards", include_str!("../../../../assets/demo/gift-cards.md")),
    ("ideas", include_str!("../../../../assets/demo/ideas.md")),
];

pub struct Made {
    /// Whether there was no workspace before.
    pub is_new: bool,
    /// The demo's features that were created.
    pub fresh: Vec<FeatureId>,
    /// Names of the demo that existing features use.
    pub others: Vec<String>,
}

/// The configuration of a new workspace, with examples for the programs of this machine.
fn configuration(installed: &[&str]) -> String {
    let Some(first) = installed.first() else { return CONFIGURATION.to_owned() };
    let entries: String = installed.iter().map(|kind| format!("#   {kind}: {{kind: {kind}}}\n")).collect();
    let examples = format!("# generator: {first}\n# critic: {first}\n# agents:\n{entries}");
    CONFIGURATION
        .replace(PROGRAMS, &examples)
        .replace("`frieze use claude`", &format!("`frieze use {first}`"))
}

/// Creates a workspace, with or without example features. Existing files stay unchanged. `installed` are the kinds of agents whose
/// program is on this machine.
///
/// # Errors
/// If a file cannot be written.
pub fn make(store: &dyn Store, demo: bool, installed: &[&str]) -> Result<Made, StoreError> {
    let mut written = Vec::new();
    let mut add = |path: RelPath, text: &str| -> Result<(), StoreError> {
        if store.kind_of(&path)?.is_none() {
            written.push((path, text.as_bytes().to_vec()));
        }
        Ok(())
    };
    add(RelPath::new("frieze.yaml"), &configuration(installed))?;
    add(RelPath::new(".gitignore"), IGNORED)?;
    let ids: Vec<FeatureId> = DEMO.iter().filter_map(|(id, _)| id.parse().ok()).collect();
    let (mut fresh, mut others) = (Vec::new(), Vec::new());
    if demo {
        for (id, (_, brief)) in ids.into_iter().zip(DEMO) {
            // An existing feature of that name is neither changed nor run.
            if store.kind_of(&RelPath::feature(&id))?.is_some() {
                others.push(id.to_string());
            } else {
                add(Home::of(&id).brief(), brief)?;
                fresh.push(id);
            }
        }
    }
    let is_new = written.iter().any(|(path, _)| path.as_str() == "frieze.yaml");
    store.replace(&written)?;
    Ok(Made { is_new, fresh, others })
}

/// Whether some features are those of the demo, and no others.
pub fn is_demo(ids: &[FeatureId]) -> bool {
    ids.len() == DEMO.len() && ids.iter().all(|id| DEMO.iter().any(|(name, _)| *name == id.as_str()))
}

pub fn init<W: Wiring>(wiring: &W, folder: &Path, set: &[String], args: &Init, out: &Out) -> Ended {
    let folder = match &args.directory {
        Some(directory) if folder == Path::new(".") => directory.clone(),
        Some(directory) => folder.join(directory),
        None => folder.to_path_buf(),
    };
    let store = wiring.store_at(&folder)?;
    let Made { is_new, fresh, others } = make(store.as_ref(), args.demo, &wiring.installed_programs())?;
    let place = Shown::line(&folder.to_string_lossy());
    out.line(&if is_new {
        format!("created a workspace in {place}")
    } else {
        format!("{place} already is a workspace; nothing was changed")
    });
    if !args.demo {
        out.line("next: `frieze new ID --brief FILE` creates a feature from a requirement document");
        return Ok(End::Done);
    }
    if !others.is_empty() {
        out.line(&format!("unchanged, because they already existed: {}", others.join(", ")));
    }
    if fresh.is_empty() {
        out.line("next: `frieze status` lists the features");
        return Ok(End::Done);
    }
    let context = wiring.open(&folder, set)?;
    out.line(&format!("running {} features with the built-in agents", fresh.len()));
    out.line("");
    // The demo contains a feature that fails on purpose; that is not a failure of this command.
    let (_, failed) = run::run_all(&context, &fresh, &[], &[], false, out)?;
    Ok(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_this_machine_are_the_examples() {
        assert!(CONFIGURATION.contains(PROGRAMS));
        assert_eq!(configuration(&[]), CONFIGURATION);
        let text = configuration(&["codex", "opencode"]);
        assert!(text.contains("# generator: codex\n# critic: codex\n# agents:\n#   codex: {kind: codex}\n#   opencode: {kind: opencode}\n"));
        assert!(text.contains("`frieze use codex`") && !text.contains("claude}"), "{text}");
    }
}
