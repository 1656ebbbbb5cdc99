//! File watching through the operating system. Events are only hints (promise P24): the receiver inspects the files. Only
//! requested folders are watched, never the folders below them.

use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::config::FILE_NAME;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_ports::{Touched, Watch};
use frieze_store::is_temporary;

/// The watched folders of one workspace.
pub struct Watched {
    root: PathBuf,
    watcher: Mutex<RecommendedWatcher>,
}

impl Watched {
    /// Starts a watcher without any folder. `on_change` is called on another thread.
    ///
    /// # Errors
    /// If the operating system cannot watch files.
    pub fn begin(root: &Path, on_change: impl Fn(Touched) + Send + 'static) -> Result<Self, String> {
        let base = root.to_owned();
        let handler = move |event: notify::Result<Event>| match event {
            // Reading is not a change, and reacting to it would never end.
            Ok(Event { kind: EventKind::Access(_), .. }) => {}
            Ok(event) => {
                for touched in event.paths.iter().filter_map(|path| touched(&base, path)) {
                    on_change(touched);
                }
            }
            // Events were lost: anything may have changed.
            Err(_) => on_change(Touched::Everything),
        };
        let watcher = notify::recommended_watcher(handler).map_err(|e| e.to_string())?;
        Ok(Self { root: root.to_owned(), watcher: Mutex::new(watcher) })
    }
}

impl Watch for Watched {
    fn folder(&self, folder: &RelPath) -> Result<bool, String> {
        let path = match folder.as_str() {
            "" => self.root.clone(),
            below => self.root.join(below),
        };
        // Adding a missing folder would only wake the watcher's thread.
        if !path.is_dir() {
            return Ok(false);
        }
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        match watcher.watch(&path, RecursiveMode::NonRecursive) {
            Ok(()) => Ok(true),
            // It was just removed; the folder above it will report that.
            Err(_) if !path.exists() => Ok(false),
            Err(e) => Err(format!("{}: {e}", path.display())),
        }
    }
}

/// The folders whose folders are runs, by their components. Those of the first are features.
const SHELVES: [(&str, &[&str]); 2] =
    [("features", &["features"]), (".aiwf/sessions", &[".aiwf", "sessions"])];
/// The name of locks. They are taken and returned without a change of the run.
const LOCK: &str = ".lock";

/// The event for a path; `None` for locks, temporary files, and what belongs to nobody here.
fn touched(root: &Path, path: &Path) -> Option<Touched> {
    let names: Option<Vec<&str>> = path.strip_prefix(root).ok()?.components().map(name).collect();
    let names = names?;
    if [&[FILE_NAME][..], &[".aiwf", "config.yml"]].contains(&names.as_slice()) {
        return Some(Touched::Settings);
    }
    SHELVES.into_iter().find_map(|(folder, shelf)| match names.strip_prefix(shelf) {
        Some([id, below @ ..]) => in_run(folder, id.parse().ok()?, below.last()),
        // The shelf, or a folder above it, came or went.
        Some([]) => Some(Touched::List),
        None => (!names.is_empty() && shelf.starts_with(&names)).then_some(Touched::List),
    })
}

/// The event for a path in the folder of a run, by its last name; `None` is the folder itself.
fn in_run(folder: &'static str, id: FeatureId, last: Option<&&str>) -> Option<Touched> {
    match last {
        None => Some(Touched::List),
        Some(name) if *name == LOCK || is_temporary(name) => None,
        Some(_) if folder == SHELVES[0].0 => Some(Touched::Feature(id)),
        Some(_) => Some(Touched::Run { folder, id }),
    }
}

fn name<'p>(component: Component<'p>) -> Option<&'p str> {
    match component {
        Component::Normal(name) => name.to_str(),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_maps_to_its_feature() {
        let check = |path: &str, expected: Option<Touched>| {
            assert_eq!(touched(Path::new("/w"), Path::new(path)), expected, "{path}");
        };
        let feature = || Some(Touched::Feature("a".parse().unwrap()));
        check("/w/features/a/design/state.json", feature());
        check("/w/features/a/design/final/FROZEN.md", feature());
        check("/w/features/a/design", feature());
        check("/w/features/a", Some(Touched::List));
        check("/w/features", Some(Touched::List));
        check("/w/features/a/design/.lock", None);
        check("/w/features/a/design/.state.json.abcdefgh.tmp", None);
        check("/w/features/a/.state.json.abcdefgh.tmp", None);
        check("/w/features/a/design/.state.json.x7", feature());
        check("/w/features/a/.meta.json", feature());
        check("/w/features/a/.git/x", feature());
        check("/w/features/A B/design/state.json", None);
        check("/w/frieze.yaml", Some(Touched::Settings));
        check("/w/.frieze.yaml.x7", None);
        check("/w/elsewhere/frieze.yaml", None);
        check("/elsewhere/features/a/design/state.json", None);
        check("/w", None);
        let session = || Some(Touched::Run { folder: ".aiwf/sessions", id: "t1".parse().unwrap() });
        check("/w/.aiwf/sessions/t1/session.json", session());
        check("/w/.aiwf/sessions/t1/planning-response.md", session());
        check("/w/.aiwf/sessions/t1/iteration-1", session());
        check("/w/.aiwf/sessions/t1/iteration-1/code/A.java", session());
        check("/w/.aiwf/sessions/t1/.lock", None);
        check("/w/.aiwf/sessions/t1/.session.json.abcdefgh.tmp", None);
        check("/w/.aiwf/sessions/T 1/session.json", None);
        check("/w/.aiwf/sessions/t1", Some(Touched::List));
        check("/w/.aiwf/sessions", Some(Touched::List));
        check("/w/.aiwf", Some(Touched::List));
        check("/w/.aiwf/config.yml", Some(Touched::Settings));
        check("/w/.aiwf/other/t1/x", None);
        check("/w/sessions/t1/session.json", None);
    }
}
