//! "Verify needs: All tasks addressed, tests exist/pass, no obvious issues".

use std::collections::BTreeSet;

use super::findings::Findings;
use crate::offline::Sources;
use crate::offline::sections::{Sections, leading_id};
use crate::offline::steps::read_tasks;
use crate::review::Severity;

pub fn review(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    files(artifact, sections, sources, found);
    let named = sections.ids();
    let tasks: BTreeSet<String> =
        sources.tasks.map(read_tasks).unwrap_or_default().into_iter().map(|task| task.id).collect();
    let lost: Vec<String> = tasks.difference(&named).cloned().collect();
    found.each(Severity::Blocker, &lost, "task", "not addressed");
    let bare = sections.blocks.iter().filter_map(|block| {
        let (id, _) = leading_id(block.cells.first()?)?;
        let files = sections.cell(block, &["file"])?;
        (tasks.contains(id) && !files.contains(char::is_alphanumeric)).then(|| id.to_owned())
    });
    found.each(Severity::Warning, &bare.collect::<Vec<_>>(), "task", "without files");
}

/// Whether each file has a hash, and those of the session their approved one.
fn files(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let Some(session) = sources.session else {
        if !sections.blocks.iter().any(|block| block.text.split_whitespace().any(is_hash)) {
            found.warning(None, "No file has a hash.");
        }
        return;
    };
    if session.files.is_empty() {
        found.blocker(None, "The session has no files.");
    }
    let (mut lost, mut other) = (Vec::new(), Vec::new());
    for (path, hash) in session.files {
        if !sections.blocks.iter().any(|block| block.text.contains(path)) {
            lost.push(path.clone());
        } else if !artifact.contains(hash) {
            other.push(path.clone());
        }
    }
    found.each(Severity::Blocker, &lost, "file", "of the session not listed");
    found.each(Severity::Blocker, &other, "file", "without its approved hash");
    if !artifact.contains(session.verdict) {
        found.warning(None, "The verdict of the session is not named.");
    }
}

/// Whether a word is a SHA-256.
fn is_hash(word: &str) -> bool {
    word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit())
}
