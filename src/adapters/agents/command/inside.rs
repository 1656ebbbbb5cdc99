//! The files of a workspace that a command runs: its program, and every argument that names a file there (`[bash,
//! tools/agent.sh]` runs one as well). What such a program reads in its turn is not followed.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::place::executable;
use crate::domain::digest::{Digest, Hasher};
use crate::ports::Misconfigured;

/// The files that a command takes from the workspace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inside(pub Vec<Named>);

/// A word of a command that is a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// The number of the word: 0 is the program.
    pub at: usize,
    pub word: String,
    /// Of the content.
    pub sha256: Digest,
}

impl Inside {
    /// The first word that names its file by a path that depends on the workspace.
    pub fn first_relative(&self) -> Option<&str> {
        self.0.iter().map(|named| named.word.as_str()).find(|word| !Path::new(word).is_absolute())
    }
}

/// The largest program of a workspace, in bytes.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Finds them. `works_in` is the folder where the command works, unless that is an empty one of its own. A relative word is
/// the workspace's wherever it leads; an absolute one is, where it leads into the workspace.
///
/// # Errors
/// A file that is there and cannot be read: what it would run is not known.
pub fn inside(command: &[String], root: &Path, works_in: Option<&Path>) -> Result<Inside, Misconfigured> {
    let Some((program, arguments)) = command.split_first() else { return Ok(Inside::default()) };
    // A program that is not there runs nothing, and `doctor` says so; as soon as it is there, it counts.
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
        if file.metadata().is_ok_and(|there| there.is_file()) && (is_the_workspaces || lies_in(&file, root)) {
            let sha256 = content(&file).map_err(|e| Misconfigured {
                what: format!("{}: {e}", file.display()),
                hint: "make the file readable: what would run must be known before it is trusted".to_owned(),
            })?;
            files.push(Named { at, word: word.clone(), sha256 });
        }
    }
    Ok(Inside(files))
}

/// Whether a file, or the link that leads to it, is in the workspace: who writes there decides what it is.
fn lies_in(file: &Path, root: &Path) -> bool {
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
