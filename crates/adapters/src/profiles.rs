//! The profiles of sessions, with the workspace's own files in `profiles/<name>/`. They came with the workspace and need trust, as
//! its prompts do (promise P30).

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::config::Configuration;
use super::templates;
use super::trust::{self, OwnFile};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_kernel::Refusal;
use frieze_ports::{Definition, Kind, NotConfigured, Store};
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

/// The workspace's own files of a profile, with their texts.
type OwnFiles = Vec<(&'static str, String)>;

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
            Ok(own) => packaged.clone().and_then(|profile| changed(name, profile, &own, root, configuration)),
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
            let own = own_files(store, name)?;
            all.extend(own.iter().map(|(file, text)| own_file(name, file, text).definition(root)));
        }
    }
    Ok(all)
}

/// Whether there is a folder of profiles. A symlink counts, so that reading below it says that it is not followed.
fn may_have_own(store: &Arc<dyn Store>) -> Result<bool, NotConfigured> {
    Ok(match store.kind_of(&RelPath::new(FOLDER))? {
        Some(Kind::Folder | Kind::Symlink) => true,
        Some(Kind::File | Kind::Other) | None => false,
    })
}

fn own_files(store: &Arc<dyn Store>, profile: &'static str) -> Result<OwnFiles, NotConfigured> {
    let folder = RelPath::new(FOLDER).join(profile);
    let entries = store.list(&folder)?;
    let there = FILES.iter().filter(|file| entries.iter().any(|(name, _)| name == *file));
    let read = |file: &&'static str| {
        let text = templates::text(store, &folder.join(file))?;
        Ok(text.map(|text| (*file, text)))
    };
    there.filter_map(|file| read(file).transpose()).collect()
}

fn changed(
    name: &str,
    packaged: Profile,
    own: &OwnFiles,
    root: &Path,
    configuration: &Configuration,
) -> Result<Profile, Refusal> {
    let files = own.iter().map(|(file, text)| own_file(name, file, text));
    if let Some(e) = trust::untrusted(configuration, root, files) {
        return Err(Refusal::new("trust", e.what, e.hint));
    }
    own.iter().try_fold(packaged, |profile, (file, text)| {
        let hint = "correct the file, or remove it to use the packaged one";
        profile.with(file, text).map_err(|why| Refusal::new("profile", why, hint))
    })
}

fn own_file(profile: &str, file: &str, text: &str) -> OwnFile {
    let does = match file.strip_suffix(".txt") {
        Some(work) => format!("is the prompt for {work} in sessions with the profile {profile}"),
        None => format!("says which standards and files sessions with the profile {profile} have"),
    };
    OwnFile {
        name: format!("{profile}/{file}"),
        described_in: format!("{FOLDER}/{profile}/{file}"),
        sha256: Digest::of(text.as_bytes()),
        does,
    }
}
