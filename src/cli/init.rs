//! `frieze init`: makes a workspace; with `--demo` one with features to try. Nothing that is there is
//! ever overwritten (promise P26).

use std::path::Path;

use super::args::Init;
use super::out::Out;
use super::{End, Ended, Wiring, run};
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::ports::{Store, StoreError};

const CONFIGURATION: &str = include_str!("../../templates/frieze.yaml");

/// What version control leaves out: who is at work now, and versions of files that were never finished.
const NOT_KEPT: &str = "# who is at work on a feature now, and half-written files\n.lock\n.*.tmp\n";

/// The demo's requirement documents, by feature.
const DEMO: [(&str, &str); 6] = [
    ("checkout", include_str!("../../assets/demo/checkout.md")),
    ("refunds", include_str!("../../assets/demo/refunds.md")),
    ("store-pickup", include_str!("../../assets/demo/store-pickup.md")),
    ("loyalty", include_str!("../../assets/demo/loyalty.txt")),
    ("gift-cards", include_str!("../../assets/demo/gift-cards.md")),
    ("ideas", include_str!("../../assets/demo/ideas.md")),
];

/// What [`make`] found and did.
pub struct Made {
    /// Whether there was no workspace before.
    pub is_new: bool,
    /// The demo's features that were made.
    pub fresh: Vec<FeatureId>,
    /// The demo's features that are somebody's own.
    pub others: Vec<String>,
}

/// Makes a workspace, with features to try or without. What is there stays as it is.
pub fn make(store: &dyn Store, demo: bool) -> Result<Made, StoreError> {
    let mut written = Vec::new();
    let mut add = |path: RelPath, text: &str| -> Result<(), StoreError> {
        if store.look(&path)?.is_none() {
            written.push((path, text.as_bytes().to_vec()));
        }
        Ok(())
    };
    add(RelPath::new("frieze.yaml"), CONFIGURATION)?;
    add(RelPath::new(".gitignore"), NOT_KEPT)?;
    let ids: Vec<FeatureId> = DEMO.iter().filter_map(|(id, _)| id.parse().ok()).collect();
    let (mut fresh, mut others) = (Vec::new(), Vec::new());
    if demo {
        for (id, (_, brief)) in ids.into_iter().zip(DEMO) {
            // A feature of that name that is somebody's own stays as it is, and is not run either.
            if store.look(&RelPath::feature(&id))?.is_some() {
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

pub fn init<W: Wiring>(wiring: &W, folder: &Path, set: &[String], args: &Init, out: &Out) -> Ended {
    let folder = match &args.directory {
        Some(directory) if folder == Path::new(".") => directory.clone(),
        Some(directory) => folder.join(directory),
        None => folder.to_path_buf(),
    };
    let store = wiring.store_at(&folder)?;
    let Made { is_new, fresh, others } = make(store.as_ref(), args.demo)?;
    let place = Shown::line(&folder.to_string_lossy());
    out.line(&if is_new {
        format!("made a workspace in {place}")
    } else {
        format!("{place} is a workspace already; nothing that was there has changed")
    });
    if !args.demo {
        out.line("next: frieze new ID --brief FILE makes a feature from a requirement document");
        return Ok(End::Done);
    }
    if !others.is_empty() {
        out.line(&format!("left alone, for they were there before: {}", others.join(", ")));
    }
    if fresh.is_empty() {
        out.line("next: frieze status lists the features");
        return Ok(End::Done);
    }
    let tools = wiring.open(&folder, set)?;
    out.line(&format!("running {} features with the built-in agents", fresh.len()));
    out.line("");
    // Among the demo's features is one that fails by its rules: that is no failure of this command.
    let (_, troubled) = run::run_all(&tools, &fresh, false, out)?;
    Ok(troubled)
}
