//! The standards of sessions, from one folder of the machine. Messages name the folder as it is written: the value of a variable
//! may be secret.

use std::ffi::OsString;
use std::path::{Component, PathBuf};

use super::config::{Origin, Settings};
use super::trust;
use frieze_data::canonical;
use frieze_data::file_name::FileName;
use frieze_data::path::RelPath;
use frieze_ports::{Definition, Misconfigured, Standards, Store as _, StoreError, StoreErrorKind};
use frieze_session::standards::LARGEST;
use frieze_store::{DurableStore, RealDisk, outside};
use serde_json::json;

/// The extensions of Markdown and text.
const EXTENSIONS: [&str; 3] = ["md", "markdown", "txt"];

/// How to name another folder.
const ANOTHER_FOLDER: &str = "set session.standardsRoot to the folder with your standards, or standards_root in the profile's config.yml";

/// Standards in folders of the machine.
pub struct FolderStandards {
    /// The folder of the workspace.
    pub workspace: PathBuf,
    /// The value of an environment variable.
    pub variable: fn(&str) -> Option<OsString>,
}

impl Standards for FolderStandards {
    fn texts(&self, root: &str, names: &[FileName]) -> Result<Vec<(FileName, String)>, Misconfigured> {
        if let Some(name) = names.iter().find(|name| !is_text(name)) {
            return Err(Misconfigured::new(
                format!("the standard {name} is neither Markdown nor text"),
                "name files that end with .md, .markdown or .txt in the profile's config.yml",
            ));
        }
        let folder = self.folder(root)?;
        let disk = RealDisk::new(&folder).map_err(|e| unusable(root, &outside("open", &folder, &e)))?;
        read_all(&DurableStore::new(disk), root, names)
    }
}

impl FolderStandards {
    /// The setting of a workspace that names a folder outside of it, which its user must trust: its files go into prompts. The
    /// hash is of the folder as it is written, because the variables in it are the user's own.
    pub fn definition(&self, settings: &Settings) -> Option<Definition> {
        let root = settings.session.standards_root.as_deref()?;
        let origin = settings.origin("session.standardsRoot");
        let is_of_workspace = matches!(origin, Origin::Workspace | Origin::WorkspaceAiwf);
        let inside = self.workspace.canonicalize().ok()?;
        let folder = self.folder(root).ok().filter(|_| is_of_workspace)?.canonicalize().ok()?;
        (!folder.starts_with(inside)).then(|| Definition {
            workspace: trust::name_of(&self.workspace),
            section: "session",
            name: "standardsRoot".to_owned(),
            described_in: origin.to_string(),
            sha256: canonical::digest(&json!({ "session": { "standardsRoot": root } })).to_string(),
            does: vec![format!(
                "reads the standards of sessions from {root}, outside of the workspace, into prompts"
            )],
            trusted: false,
        })
    }

    /// The folder that a configuration names, not reached over a symlink of the workspace.
    fn folder(&self, root: &str) -> Result<PathBuf, Misconfigured> {
        let named = self.expanded(root)?;
        let mut folder = if named.is_absolute() { PathBuf::new() } else { self.workspace.clone() };
        let mut components = named.components().peekable();
        while let Some(component) = components.next() {
            folder.push(component);
            let is_checked = !named.is_absolute() || components.peek().is_none();
            let is_symlink = || folder.symlink_metadata().is_ok_and(|found| found.is_symlink());
            if is_checked && matches!(component, Component::Normal(_)) && is_symlink() {
                return Err(Misconfigured::new(
                    format!("the folder of the standards, {root}, is a symlink, which is not followed"),
                    "name the folder itself",
                ));
            }
        }
        Ok(folder)
    }

    /// The path with the values of its variables.
    fn expanded(&self, root: &str) -> Result<PathBuf, Misconfigured> {
        let wrong = |what: String, hint: String| {
            Err(Misconfigured::new(format!("the folder of the standards, {root}: {what}"), hint))
        };
        let (mut path, mut rest) = (OsString::new(), root);
        while let Some((before, after)) = rest.split_once("${") {
            let Some((name, after)) = after.split_once('}') else {
                return wrong("a } is missing".to_owned(), "write a variable as ${NAME}".to_owned());
            };
            let Some(value) = (self.variable)(name).filter(|value| !value.is_empty()) else {
                return wrong(
                    format!("the variable {name} is not set"),
                    format!("set {name} to a folder, or {ANOTHER_FOLDER}"),
                );
            };
            path.push(before);
            path.push(value);
            rest = after;
        }
        path.push(rest);
        match path.is_empty() {
            false => Ok(path.into()),
            true => wrong("it has no name".to_owned(), ANOTHER_FOLDER.to_owned()),
        }
    }
}

fn is_text(name: &FileName) -> bool {
    let extension = name.extension().unwrap_or_default();
    EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Why the folder cannot be opened.
fn unusable(root: &str, e: &StoreError) -> Misconfigured {
    let what = match e.kind {
        StoreErrorKind::Missing => "does not exist".to_owned(),
        StoreErrorKind::NotAFile | StoreErrorKind::NotAFolder => "is not a folder".to_owned(),
        StoreErrorKind::Full
        | StoreErrorKind::AtLimit
        | StoreErrorKind::NotAllowed
        | StoreErrorKind::TooLarge
        | StoreErrorKind::Io => format!("cannot be opened: {}", e.why),
    };
    Misconfigured::new(format!("the folder of the standards, {root}, {what}"), ANOTHER_FOLDER)
}

fn read_all(
    folder: &DurableStore<RealDisk>,
    root: &str,
    names: &[FileName],
) -> Result<Vec<(FileName, String)>, Misconfigured> {
    let (mut texts, mut missing, mut left) = (Vec::new(), Vec::new(), LARGEST);
    for name in names {
        match folder.read(&RelPath::root().named(name), left) {
            Ok(Some(bytes)) => {
                left -= bytes.len();
                let text = String::from_utf8(bytes).map_err(|_| {
                    Misconfigured::new(
                        format!("the standard {name} in {root} is not UTF-8"),
                        "save it as UTF-8",
                    )
                })?;
                texts.push((name.clone(), text));
            }
            Ok(None) => missing.push(name.as_str()),
            Err(e) => return Err(unreadable(root, name, &e)),
        }
    }
    if missing.is_empty() {
        return Ok(texts);
    }
    let (are, them) = if missing.len() == 1 { ("is", "it") } else { ("are", "them") };
    Err(Misconfigured::new(
        format!("{} {are} missing in {root}, the folder of the standards", missing.join(", ")),
        format!("put {them} there, or take {them} out of layer_standards in the profile's config.yml"),
    ))
}

fn unreadable(root: &str, name: &FileName, e: &StoreError) -> Misconfigured {
    let (what, hint) = match e.kind {
        StoreErrorKind::TooLarge => (
            format!("with {name} in {root}, the standards have more than {} MiB", LARGEST >> 20),
            "name fewer or smaller files in the profile's config.yml",
        ),
        StoreErrorKind::NotAFile => (
            format!("the standard {name} in {root} is no regular file; symlinks are not followed"),
            "put the file itself there",
        ),
        StoreErrorKind::Full
        | StoreErrorKind::AtLimit
        | StoreErrorKind::NotAllowed
        | StoreErrorKind::NotAFolder
        | StoreErrorKind::Missing
        | StoreErrorKind::Io => {
            (format!("the standard {name} in {root} cannot be read: {}", e.why), e.hint())
        }
    };
    Misconfigured::new(what, hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use tempfile::TempDir;

    /// A workspace with standards in `std`, and a folder outside of it.
    fn workspace() -> (TempDir, TempDir, FolderStandards) {
        let (workspace, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        std::fs::create_dir(workspace.path().join("std")).unwrap();
        std::fs::write(workspace.path().join("std/A.md"), "Use A.\n").unwrap();
        std::fs::write(workspace.path().join("std/B.txt"), "Use B.\n").unwrap();
        std::fs::write(outside.path().join("C.md"), "Use C.\n").unwrap();
        let standards = FolderStandards {
            workspace: workspace.path().to_owned(),
            variable: |name| (name == "STANDARDS_DIR").then(|| "std".into()),
        };
        (workspace, outside, standards)
    }

    fn names(names: &[&str]) -> Vec<FileName> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn named_files_are_read_in_their_order() {
        let (_workspace, outside, standards) = workspace();
        let expected = [("B.txt", "Use B.\n"), ("A.md", "Use A.\n")]
            .map(|(name, text)| (name.parse().unwrap(), text.to_owned()));
        for root in ["std", "std/", "./std", "${STANDARDS_DIR}", "./${STANDARDS_DIR}/"] {
            assert_eq!(
                standards.texts(root, &names(&["B.txt", "A.md"])).as_deref(),
                Ok(&expected[..]),
                "{root}"
            );
        }
        let outside = outside.path().to_str().unwrap();
        assert_eq!(standards.texts(outside, &names(&["C.md"])).unwrap()[0].1, "Use C.\n");
        assert_eq!(standards.texts("std", &[]), Ok(Vec::new()));
    }

    #[test]
    fn what_cannot_be_read_is_one_sentence_with_what_to_do() {
        let (workspace, outside, standards) = workspace();
        let at = |path: &str| workspace.path().join(path);
        std::fs::write(at("std/latin.md"), b"\xe4").unwrap();
        std::fs::write(at("std/large.md"), vec![b'x'; LARGEST]).unwrap();
        std::fs::create_dir(at("std/folder.md")).unwrap();
        symlink(outside.path().join("C.md"), at("std/link.md")).unwrap();
        symlink("A.md", at("std/inner.md")).unwrap();
        symlink(outside.path(), at("linked")).unwrap();
        symlink(workspace.path().join("std"), outside.path().join("back")).unwrap();
        let absolute = outside.path().join("back/").display().to_string();
        for (root, name, what, hint) in [
            ("none", "A.md", "the folder of the standards, none, does not exist", "session.standardsRoot"),
            (
                "std/A.md",
                "A.md",
                "the folder of the standards, std/A.md, is not a folder",
                "session.standardsRoot",
            ),
            ("", "A.md", "it has no name", "session.standardsRoot"),
            ("${NONE}/x", "A.md", "the variable NONE is not set", "set NONE to a folder"),
            ("${STANDARDS_DIR", "A.md", "a } is missing", "${NAME}"),
            ("linked", "C.md", "is a symlink, which is not followed", "name the folder itself"),
            ("linked/..", "C.md", "is a symlink, which is not followed", "name the folder itself"),
            (&absolute, "A.md", "is a symlink, which is not followed", "name the folder itself"),
            ("${STANDARDS_DIR}", "N.md", "N.md is missing in ${STANDARDS_DIR}", "layer_standards"),
            ("std", "link.md", "the standard link.md in std is no regular file", "put the file itself there"),
            (
                "std",
                "inner.md",
                "the standard inner.md in std is no regular file",
                "put the file itself there",
            ),
            (
                "std",
                "folder.md",
                "the standard folder.md in std is no regular file",
                "put the file itself there",
            ),
            ("std", "latin.md", "the standard latin.md in std is not UTF-8", "save it as UTF-8"),
            ("std", "code.java", "the standard code.java is neither Markdown nor text", ".md"),
        ] {
            let e = standards.texts(root, &names(&[name])).unwrap_err();
            assert!(e.what.contains(what) && e.hint.contains(hint), "{root} {name}: {e:?}");
        }
        let both = standards.texts("std", &names(&["A.md", "N.md", "M.md"])).unwrap_err();
        assert!(both.what.starts_with("N.md, M.md are missing in std"), "{both:?}");
        let large = standards.texts("std", &names(&["A.md", "large.md"])).unwrap_err();
        assert_eq!(large.what, "with large.md in std, the standards have more than 8 MiB");
    }
}
