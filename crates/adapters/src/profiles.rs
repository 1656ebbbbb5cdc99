//! The profiles of sessions, with the workspace's own files in `profiles/<name>/`. They came with the workspace and need trust, as
//! its prompts do (promise P30).

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::config::Configuration;
use super::templates;
use super::trust;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_kernel::Refusal;
use frieze_ports::{Definition, Kind, Misconfigured, NotConfigured, Store};
use frieze_session::profile::{FILES, Profile};

/// The folder of all profiles.
const FOLDER: &str = "profiles";

/// Profiles by name, or why one cannot be used.
pub type Profiles = Vec<(&'static str, Result<Profile, Refusal>)>;

/// Read once, because terms are read for every step.
static PACKAGED: LazyLock<Profiles> = LazyLock::new(|| {
    let read =
        |name| Profile::packaged(name).map_err(|why| Refusal::new("profile", why, "install frieze again"));
    Profile::names().map(|name| (name, read(name))).collect()
});

/// A file of the workspace.
struct OwnFile {
    profile: &'static str,
    file: &'static str,
    text: String,
}

/// All profiles, with the workspace's own files in place of the packaged ones.
///
/// # Errors
/// If the disk fails.
pub fn all(
    store: &Arc<dyn Store>,
    root: &Path,
    configuration: &Configuration,
) -> Result<Profiles, NotConfigured> {
    if !may_have_own(store)? {
        return Ok(PACKAGED.clone());
    }
    let changed = |(name, packaged): &(&'static str, Result<Profile, Refusal>)| {
        let profile = match own_files(store, name) {
            Ok(own) => packaged.clone().and_then(|profile| changed(profile, own, root, configuration)),
            Err(NotConfigured::Wrong(wrong)) => Err(Refusal::new("profile", wrong.what, wrong.hint)),
            Err(e @ NotConfigured::Store(_)) => return Err(e),
        };
        Ok((*name, profile))
    };
    PACKAGED.iter().map(changed).collect()
}

/// The workspace's own files of profiles.
///
/// # Errors
/// If one cannot be read.
pub fn definitions(store: &Arc<dyn Store>, root: &Path) -> Result<Vec<Definition>, NotConfigured> {
    let mut all = Vec::new();
    if may_have_own(store)? {
        for name in Profile::names() {
            all.extend(own_files(store, name)?.iter().map(|own| own.definition(root)));
        }
    }
    Ok(all)
}

/// The workspace's own files of profiles, and files next to them that look like one but are ignored.
///
/// # Errors
/// If a file in use or a folder cannot be read.
pub fn survey(store: &Arc<dyn Store>) -> Result<(Vec<String>, Vec<Misconfigured>), NotConfigured> {
    let (mut in_use, mut ignored) = (Vec::new(), Vec::new());
    let names: Vec<&'static str> = if may_have_own(store)? { Profile::names().collect() } else { Vec::new() };
    for profile in names {
        in_use.extend(own_files(store, profile)?.iter().map(OwnFile::path));
        let entries = store.list(&RelPath::new(FOLDER).join(profile))?;
        let is_like_one = |name: &str| [".txt", ".yml", ".yaml"].iter().any(|end| name.ends_with(end));
        let others = entries.iter().filter(|(name, _)| is_like_one(name) && !FILES.contains(&name.as_str()));
        ignored.extend(others.map(|(name, _)| {
            let what = format!("{FOLDER}/{profile}/{name} is ignored: no file of a profile has that name");
            Misconfigured::new(what, format!("name it {}", FILES.join(", ")))
        }));
    }
    Ok((in_use, ignored))
}

/// Whether there is a folder of profiles. A symlink counts, so that reading below it says that it is not followed.
fn may_have_own(store: &Arc<dyn Store>) -> Result<bool, NotConfigured> {
    Ok(match store.kind_of(&RelPath::new(FOLDER))? {
        Some(Kind::Folder | Kind::Symlink) => true,
        Some(Kind::File | Kind::Other) | None => false,
    })
}

fn own_files(store: &Arc<dyn Store>, profile: &'static str) -> Result<Vec<OwnFile>, NotConfigured> {
    let folder = RelPath::new(FOLDER).join(profile);
    let entries = store.list(&folder)?;
    let there = FILES.iter().filter(|file| entries.iter().any(|(name, _)| name == *file));
    let read = |file: &&'static str| {
        let text = templates::text(store, &folder.join(file))?;
        Ok(text.map(|text| OwnFile { profile, file, text }))
    };
    there.filter_map(|file| read(file).transpose()).collect()
}

fn changed(
    packaged: Profile,
    own: Vec<OwnFile>,
    root: &Path,
    configuration: &Configuration,
) -> Result<Profile, Refusal> {
    if own.is_empty() {
        return Ok(packaged);
    }
    let known = trust::read(configuration).map_err(|e| Refusal::new("trust", e.what, e.hint))?;
    own.into_iter().try_fold(packaged, |profile, own| {
        let allowed = trust::allowed(&known, &own.definition(root));
        allowed.map_err(|e| Refusal::new("trust", e.what, e.hint))?;
        let hint = "correct the file, or remove it to use the packaged one";
        profile.with(own.file, &own.text).map_err(|why| Refusal::new("profile", why, hint))
    })
}

impl OwnFile {
    fn path(&self) -> String {
        format!("{FOLDER}/{}/{}", self.profile, self.file)
    }

    fn definition(&self, root: &Path) -> Definition {
        let Self { profile, file, text } = self;
        let does = match file.strip_suffix(".txt") {
            Some(work) => format!("is the prompt for {work} in sessions with the profile {profile}"),
            None => format!("says which standards and files sessions with the profile {profile} have"),
        };
        Definition {
            workspace: trust::name_of(root),
            section: "templates",
            name: format!("{profile}/{file}"),
            described_in: self.path(),
            sha256: Digest::of(text.as_bytes()).to_string(),
            does: vec![does],
            trusted: false,
        }
    }
}
