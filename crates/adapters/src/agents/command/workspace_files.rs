//! The workspace files that a command runs: its program, and every argument that names a file in the workspace (`[bash,
//! tools/agent.sh]` runs one as well). Files that such a program reads are not followed.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::program::executable;
use frieze_data::digest::{Digest, Hasher};
use frieze_ports::Misconfigured;

/// A word of a command that names a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CommandFile {
    /// Index of the word: 0 is the program.
    pub at: usize,
    pub word: String,
    /// Hash of the content.
    pub sha256: Digest,
}

/// Maximum size of a workspace's program, in bytes.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Finds the workspace files of a command. `works_in` is its working folder, unless that is an empty one. A relative word
/// always counts as the workspace's; an absolute one if it leads into the workspace.
///
/// # Errors
/// If a file exists but cannot be read: then its content is unknown.
pub fn find(
    command: &[String],
    root: &Path,
    works_in: Option<&Path>,
) -> Result<Vec<CommandFile>, Misconfigured> {
    let Some((program, arguments)) = command.split_first() else { return Ok(Vec::new()) };
    // A missing program runs nothing, and `doctor` reports it; it counts as soon as it exists.
    let program_file = executable(program, root).ok();
    let is_path = |word: &str| word.contains('/') && !Path::new(word).is_absolute();
    let mut named = Vec::new();
    named.extend(program_file.map(|file| (0, program, file, is_path(program))));
    for (at, word) in arguments.iter().enumerate() {
        let is_relative = !Path::new(word).is_absolute();
        match works_in {
            Some(folder) => named.push((at + 1, word, folder.join(word), is_relative)),
            None if !is_relative => named.push((at + 1, word, Path::new(word).to_path_buf(), false)),
            None => {}
        }
    }
    let mut files = Vec::new();
    for (at, word, file, is_the_workspaces) in named {
        if file.metadata().is_ok_and(|metadata| metadata.is_file())
            && (is_the_workspaces || is_in(&file, root))
        {
            let sha256 = content(&file).map_err(|e| {
                Misconfigured::new(
                    format!("{}: {e}", file.display()),
                    "make the file readable: it must be known before it can be trusted",
                )
            })?;
            files.push(CommandFile { at, word: word.clone(), sha256 });
        }
    }
    Ok(files)
}

/// Whether a file, or the link that leads to it, is in the workspace: anyone who can write there decides its content.
fn is_in(file: &Path, root: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    let root = canonical(root).unwrap_or_else(|| root.to_path_buf());
    let folder = file.parent().and_then(canonical);
    [canonical(file), folder].into_iter().flatten().any(|path| path.starts_with(&root))
}

fn content(file: &Path) -> std::io::Result<Digest> {
    let file = File::open(file)?;
    if file.metadata()?.len() > LARGEST {
        return Err(std::io::Error::other(format!("it has more than {} MiB", LARGEST >> 20)));
    }
    let mut file = file.take(LARGEST);
    let (mut hasher, mut some) = (Hasher::default(), vec![0; 64 * 1024]);
    loop {
        match file.read(&mut some)? {
            0 => return Ok(hasher.finish()),
            read => hasher.update(some.get(..read).unwrap_or_default()),
        }
    }
}
