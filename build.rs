//! How the program is linked, the tables of the lexicon, and which rubric it is built with.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

#[path = "build/lexicon.rs"]
mod lexicon;

/// What a score is made by: every file below the two folders, how points become a score, and how the terms are read.
const RUBRIC: [&str; 4] =
    ["src/domain/lexicon", "src/domain/rubric", "src/domain/score.rs", "build/lexicon.rs"];

/// The lists of terms, in this order; the first one explains their form.
const TERMS: [&str; 6] = ["terms", "libraries", "platforms", "services", "jargon", "idioms"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    // At a place of its own choosing the program would correct 69,000 addresses at each start, and a screen starts it twice
    // (the guard and itself): half of the time until `--version` stands there, and 5 MB of memory. At a fixed place, as the Go
    // toolchain links too, it corrects none. Heap, stack and libraries still lie elsewhere at each start.
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    let lists = TERMS.map(|name| fs::read_to_string(format!("src/domain/lexicon/{name}.txt")));
    let terms = lists.into_iter().collect::<io::Result<String>>()?;
    let made = Path::new(&env::var("OUT_DIR")?).join("lexicon.rs");
    fs::write(made, lexicon::tables(&terms)?)?;
    println!("cargo::rustc-env=FRIEZE_RUBRIC_SHA256={}", rubric()?);
    Ok(())
}

/// SHA-256 over the sources of the rubric, in 64 lower-case hexadecimal digits. Taken here, so that the program neither holds
/// its own sources nor hashes them at each start.
fn rubric() -> io::Result<String> {
    let mut sources = Vec::new();
    for path in RUBRIC {
        println!("cargo::rerun-if-changed={path}");
        gather(Path::new(path), &mut sources)?;
    }
    sources.sort();
    let mut hash = Sha256::new();
    for path in sources {
        // A check-out with other line ends is the same rubric.
        let text = fs::read_to_string(&path)?.replace('\r', "");
        hash.update(text.as_bytes());
        hash.update([0x1f]);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The sources at and below a path. What an editor leaves beside them is none.
fn gather(path: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            gather(&entry?.path(), into)?;
        }
    } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "txt") {
        into.push(path.to_path_buf());
    }
    Ok(())
}
