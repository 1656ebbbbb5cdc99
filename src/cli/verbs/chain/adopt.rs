//! `frieze chain adopt`: copies the feature folder of another tool into the workspace, byte for byte. The folder itself is not
//! changed, and no link is followed.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{FLOW, begin};
use crate::cli::args::AdoptChain;
use crate::cli::named_run::workflow;
use crate::cli::out::{Out, remark};
use crate::cli::run_report::print;
use crate::cli::{Context, End, Ended, NamedFiles, Stop, Wiring, id};
use frieze_data::file_name::FileName;
use frieze_data::id::FeatureId;
use frieze_data::json::LARGEST;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_kernel::files::BRIEF;
use frieze_ports::{Kind, Store};

/// The record, and the other hidden file that belongs to a feature.
const RECORD: &str = ".meta.json";
const HISTORY: &str = ".review-history.md";
/// Folders of a feature that only frieze writes.
const OWN: [&str; 2] = ["chain", "design"];
/// The most files, bytes, and folders in each other.
const MOST_FILES: usize = 1_000;
const MOST_BYTES: usize = 64 << 20;
const DEEPEST: usize = 8;
const LONGEST_ID: usize = 64;

/// Why nothing is copied, and what to do about it.
type Unfit = (String, &'static str);

pub fn adopt(
    context: &Context,
    wiring: &impl Wiring,
    files: &NamedFiles<'_>,
    args: &AdoptChain,
    out: &Out,
) -> Ended {
    let name = Shown::line(&args.dir.to_string_lossy());
    let refused = |(what, hint): Unfit| Stop::refused(format!("{name}: {what}; nothing was copied"), hint);
    if !files.has(&args.dir) {
        return Err(refused(("there is no such folder".to_owned(), "name the folder of one feature")));
    }
    if files.is_over_symlink(wiring, &args.dir) {
        let what = "it is a symlink, or is below one, which is not followed";
        return Err(refused((what.to_owned(), "name the folder itself")));
    }
    let feature = match &args.id {
        Some(text) => id(text)?,
        None => fitted(&args.dir).ok_or_else(|| {
            refused(("its name has no letter or digit for an id".to_owned(), "give it one with --id ID"))
        })?,
    };
    let target = RelPath::feature(&feature);
    if context.store.kind_of(&target)?.is_some() {
        return Err(refused((format!("{target} exists already"), "choose another id with --id ID")));
    }
    let mut found = Found { store: wiring.store_at(&files.path(&args.dir))?, new: Vec::new(), bytes: 0 };
    let hidden = found.folder(&RelPath::root(), &target, 0).map_err(refused)?;
    let record = target.join(RECORD);
    let read = found.new.iter().find(|(path, _)| *path == record);
    let read = read.and_then(|(_, bytes)| serde_json::from_slice::<Map<String, Value>>(bytes).ok());
    let Some(read) = read else {
        let what = format!("it has no {RECORD} that is a JSON object");
        return Err(refused((
            what,
            "`frieze new ID --brief FILE --mode standard` makes a feature of a document",
        )));
    };
    if read.get("frieze").is_some_and(|own| !own.is_null()) {
        let what = format!("its {RECORD} is that of a frieze workspace");
        return Err(refused((what, "copy the folder into features/ yourself, with all that is in it")));
    }
    // With its brief or its record it is a feature.
    let brief = target.join(BRIEF);
    let is_last = |(path, _): &(RelPath, Vec<u8>)| *path == record || *path == brief;
    let (last, others): (Vec<_>, Vec<_>) = found.new.into_iter().partition(is_last);
    context.store.replace_stages(&[&others, &last])?;
    if !hidden.is_empty() {
        remark(&format!("{name}: not copied, because they belong to other programs: {}", hidden.join(", ")));
    }
    if !args.json {
        out.line(&format!("{feature}: copied {} files from {name}", others.len() + last.len()));
    }
    let view = begin(context, &feature, None, None)?;
    print(workflow(context, FLOW)?.as_ref(), &view, args.json, out)?;
    Ok(End::Done)
}

/// The name of a folder as an id: its letters and digits, with hyphens for everything between.
fn fitted(folder: &Path) -> Option<FeatureId> {
    let name = folder.file_name()?.to_string_lossy().to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST_ID).collect();
    id.trim_end_matches('-').parse().ok()
}

/// The files of the folder, with their places in the workspace.
struct Found {
    store: Arc<dyn Store>,
    new: Vec<(RelPath, Vec<u8>)>,
    bytes: usize,
}

impl Found {
    /// Adds a folder with all that is in it. Returns the hidden names that are left out: those of systems and editors.
    ///
    /// # Errors
    /// Something in it cannot be copied.
    fn folder(&mut self, from: &RelPath, to: &RelPath, depth: usize) -> Result<Vec<String>, Unfit> {
        if depth > DEEPEST {
            return Err((format!("{from} is more than {DEEPEST} folders deep"), "move what is in it up"));
        }
        let mut hidden = Vec::new();
        for (name, kind) in self.store.list(from).map_err(|e| (e.to_string(), e.hint()))? {
            let shown = Shown::line(&name);
            let (from, to) = match name.as_str() {
                RECORD if depth == 0 => (from.join(RECORD), to.join(RECORD)),
                HISTORY if depth == 0 => (from.join(HISTORY), to.join(HISTORY)),
                hidden_name if hidden_name.starts_with('.') => {
                    hidden.push(shown.into_string());
                    continue;
                }
                own if depth == 0 && OWN.contains(&&*own.to_lowercase()) => {
                    return Err((
                        format!("{own} is a folder that frieze writes itself"),
                        "move it out of the folder",
                    ));
                }
                _ => {
                    let name: FileName = name.parse().map_err(|e| (format!("{e}"), "rename it"))?;
                    (from.named(&name), to.named(&name))
                }
            };
            match kind {
                Kind::Folder => hidden.extend(self.folder(&from, &to, depth + 1)?),
                Kind::File => self.file(&from, to)?,
                Kind::Symlink | Kind::Other => {
                    return Err((
                        format!("{shown} is a link or no file, which is not copied"),
                        "move it away",
                    ));
                }
            }
        }
        Ok(hidden)
    }

    fn file(&mut self, from: &RelPath, to: RelPath) -> Result<(), Unfit> {
        let bytes = self.store.read(from, LARGEST).map_err(|e| (e.to_string(), e.hint()))?;
        let bytes = bytes.ok_or_else(|| (format!("{from} was removed meanwhile"), "try again"))?;
        self.bytes += bytes.len();
        if self.new.len() >= MOST_FILES || self.bytes > MOST_BYTES {
            let what = format!("it has more than {MOST_FILES} files, or more than {} MiB", MOST_BYTES >> 20);
            return Err((what, "move out of it what is no document of the feature"));
        }
        self.new.push((to, bytes));
        Ok(())
    }
}
