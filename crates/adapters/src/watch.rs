//! File watching through the operating system. Events are only hints (promise P24): the receiver inspects the files. Only
//! requested folders are watched, never the folders below them.

use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::config::FILE_NAME;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_ports::{Touched, Watch};

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

/// The event for a path; `None` for lock files and temporary files, whose names start with a dot.
fn touched(root: &Path, path: &Path) -> Option<Touched> {
    let below = path.strip_prefix(root).ok()?;
    let mut names = below.components().map(|component| match component {
        Component::Normal(name) => name.to_str(),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
    });
    match (names.next(), names.next(), names.next()) {
        (Some(Some("features")), Some(Some(id)), rest) => {
            let id: FeatureId = id.parse().ok()?;
            let last = names.next_back().flatten().or(rest.flatten());
            match last {
                None => Some(Touched::List),
                Some(name) if name.starts_with('.') => None,
                Some(_) => Some(Touched::Feature(id)),
            }
        }
        (Some(Some("features")), None, _) => Some(Touched::List),
        (Some(Some(FILE_NAME)), None, _) => Some(Touched::Settings),
        _ => None,
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
        check("/w/features/a/design/.state.json.x7", None);
        check("/w/features/A B/design/state.json", None);
        check("/w/frieze.yaml", Some(Touched::Settings));
        check("/w/.frieze.yaml.x7", None);
        check("/w/elsewhere/frieze.yaml", None);
        check("/elsewhere/features/a/design/state.json", None);
    }
}
