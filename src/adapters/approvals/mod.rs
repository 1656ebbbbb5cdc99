//! Approvals as they are configured: who may sign them, what of that came with the workspace and needs trust, the key that
//! signs, and the freeze numbers that this user has seen.

mod freezes;
mod key;
mod sign;

pub use sign::askpass;

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use secrecy::SecretString;
use serde_json::json;

use super::config::{ApprovalSettings, Configuration, FILE_NAME, Origin, Settings, Sign};
use super::trust;
use crate::domain::approval::{Approvers, Barred, LARGEST_APPROVERS, Rules};
use crate::domain::canonical;
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::ports::{Approvals, Definition, Misconfigured, NotSigned, Store};

/// The file of those who may approve, beside `frieze.yaml`.
pub const APPROVERS: &str = "approvers";
/// How the workspace's rules for approvals are named to trust them.
const NAME: &str = "approval";

/// Finds a folder of this user's, made where it is to be written.
pub type FindFolder = Box<dyn Fn(bool) -> Result<Option<Arc<dyn Store>>, Misconfigured> + Send + Sync>;

/// The approvals of one workspace.
pub struct Configured {
    pub configuration: Arc<Configuration>,
    /// The canonical path of the workspace.
    pub root: PathBuf,
    /// The user's configuration folder, from which paths in their `config.yaml` are read.
    pub user: Option<PathBuf>,
    /// Where it is kept what this user has seen of the workspace.
    pub state: FindFolder,
    pub passphrase: Mutex<Option<SecretString>>,
}

/// The file of approvers that is in force, and what it holds.
struct Listed {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Configured {
    fn barred(what: impl Into<String>, hint: impl Into<String>) -> Rules {
        let barred = Barred { why: what.into(), hint: hint.into() };
        Rules { barred: Some(barred), ..Rules::default() }
    }

    fn find_rules(&self) -> Result<Rules, Misconfigured> {
        let settings = match self.configuration.settings() {
            Ok(settings) => settings,
            Err(e) if self.may_be_signed()? => return Err(e.into()),
            // Nothing here was ever signed as far as this user knows: the run names what is wrong with the settings.
            Err(_) => return Ok(Rules::default()),
        };
        // What is trusted is what is used: the file is read once.
        let listed = self.listed(&settings)?;
        if let Some(definition) = self.described_by(&settings, listed.as_ref())? {
            let kept = trust::read(&self.configuration)?;
            if !kept.knows(&definition) {
                let changed = if kept.knew(&definition) {
                    "changed since you trusted them"
                } else {
                    "are not trusted yet"
                };
                return Err(Misconfigured {
                    what: format!(
                        "the rules for approvals that came with this workspace ({}) {changed}",
                        definition.described_in
                    ),
                    hint: "`frieze trust approval` shows them, and asks".to_owned(),
                });
            }
        }
        listed.as_ref().map_or_else(|| Ok(Rules::default()), rules_of)
    }

    /// Whether approvals may have to be signed where the settings cannot be read: the user says so, or trusted a workspace that
    /// does.
    fn may_be_signed(&self) -> Result<bool, Misconfigured> {
        let users = self.configuration.users()?.approval.sign.value == Sign::Ssh;
        let of_workspace = self.described(&json!({}), String::new(), Vec::new());
        Ok(users || trust::read(&self.configuration)?.knew(&of_workspace))
    }

    fn described(&self, hashed: &serde_json::Value, described_in: String, does: Vec<String>) -> Definition {
        Definition {
            workspace: trust::name_of(&self.root),
            section: NAME,
            name: NAME.to_owned(),
            described_in,
            sha256: canonical::digest(&json!({ NAME: hashed })).to_string(),
            does,
            trusted: false,
        }
    }

    /// What the workspace says of approvals, where that needs trust: that they are signed and by whom, or that they are not
    /// any more, after this user had trusted that they are.
    ///
    /// # Errors
    /// Where the approvers cannot be read.
    pub fn definition(&self, settings: &Settings) -> Result<Option<Definition>, Misconfigured> {
        self.described_by(settings, self.listed(settings)?.as_ref())
    }

    fn described_by(
        &self,
        settings: &Settings,
        listed: Option<&Listed>,
    ) -> Result<Option<Definition>, Misconfigured> {
        let approval = &settings.approval;
        match (approval.sign.value, listed) {
            (Sign::Ssh, Some(listed)) if are_the_workspaces(approval) => {
                let shown = String::from_utf8_lossy(&listed.bytes);
                let lines =
                    shown.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
                let mut does =
                    vec![format!("lets these sign approvals, as {} lists them", listed.path.display())];
                does.extend(lines.map(|line| format!("  {line}")));
                let key = approval.key.value.as_ref().filter(|_| approval.key.origin == Origin::Workspace);
                does.extend(key.map(|key| format!("signs with the key {key}")));
                let hashed = json!({
                    "sign": "ssh",
                    "approvers": listed.path.to_string_lossy(),
                    "sha256": Digest::of(&listed.bytes),
                    "key": key,
                });
                Ok(Some(self.described(&hashed, format!("{FILE_NAME}, {}", listed.path.display()), does)))
            }
            (Sign::No, _) if is_the_workspaces(&approval.sign.origin) => {
                let does = vec!["no longer asks for signed approvals; it did when you trusted it".to_owned()];
                let definition = self.described(&json!({ "sign": "no" }), FILE_NAME.to_owned(), does);
                // Without signatures nothing is asked, unless this user was told that there are some.
                Ok(trust::read(&self.configuration)?.knew(&definition).then_some(definition))
            }
            (Sign::Ssh | Sign::No, _) => Ok(None),
        }
    }

    /// The file of approvers; nothing where approvals are not signed.
    fn listed(&self, settings: &Settings) -> Result<Option<Listed>, Misconfigured> {
        if settings.approval.sign.value == Sign::No {
            return Ok(None);
        }
        let configured = &settings.approval.approvers;
        let named = configured.value.as_deref().unwrap_or(APPROVERS);
        listed_in(&self.place(&configured.origin, named)).map(Some)
    }

    /// The file that a setting names: read from the folder of the configuration that names it.
    fn place(&self, origin: &Origin, named: &str) -> PathBuf {
        match (origin, &self.user) {
            (Origin::User, Some(folder)) => from(folder, named),
            (Origin::Flag | Origin::Environment(_), _) => from(Path::new("."), named),
            (Origin::User | Origin::BuiltIn | Origin::Workspace, _) => from(&self.root, named),
        }
    }

    fn found_key(&self) -> Result<key::Key, Misconfigured> {
        let settings = self.configuration.settings().map_err(Misconfigured::from)?;
        let configured = &settings.approval.key;
        // A workspace's key is used where it was trusted with the rest of its rules.
        let counts = configured.origin != Origin::Workspace || are_the_workspaces(&settings.approval);
        let named = configured.value.as_deref().filter(|_| counts);
        key::find(named.map(|named| (self.place(&configured.origin, named), configured.origin.to_string())))
    }
}

fn is_the_workspaces(origin: &Origin) -> bool {
    matches!(origin, Origin::BuiltIn | Origin::Workspace)
}

/// Whether the rules for signed approvals came with the workspace, and so need trust.
fn are_the_workspaces(approval: &ApprovalSettings) -> bool {
    approval.sign.origin == Origin::Workspace || is_the_workspaces(&approval.approvers.origin)
}

fn rules_of(listed: &Listed) -> Result<Rules, Misconfigured> {
    let approvers = Approvers::read(&listed.bytes).map_err(|why| Misconfigured {
        what: format!("{}: {why}", listed.path.display()),
        hint: "correct the file; each line is NAME KEY, as in git's allowed_signers".to_owned(),
    })?;
    Ok(Rules { approvers: Some(Arc::new(approvers)), ..Rules::default() })
}

fn listed_in(path: &Path) -> Result<Listed, Misconfigured> {
    let wrong = |why: String| {
        Misconfigured {
        what: format!("approvals must be signed, and the list of approvers {} cannot be read: {why}", path.display()),
        hint: "put a line NAME KEY there for everyone who may approve (git's allowed_signers form), or name the file in \
               approval.approvers"
            .to_owned(),
    }
    };
    let bytes = regular_file(path, LARGEST_APPROVERS).map_err(|e| wrong(e.to_string()))?;
    Ok(Listed { path: path.to_owned(), bytes })
}

/// The bytes of a regular file. A pipe or a device would keep us waiting, or never end.
fn regular_file(path: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::CLOEXEC;
    let file = std::fs::File::from(rustix::fs::open(path, flags, rustix::fs::Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(std::io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    file.take(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(std::io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// A path as it is written in a configuration: `~/` is the home folder, a relative one is read from a folder.
fn from(folder: &Path, named: &str) -> PathBuf {
    match named.strip_prefix("~/") {
        Some(below) => home().map_or_else(|| PathBuf::from(named), |home| home.join(below)),
        None => folder.join(named),
    }
}

fn home() -> Option<PathBuf> {
    directories::BaseDirs::new().map(|folders| folders.home_dir().to_path_buf())
}

impl Approvals for Configured {
    fn rules(&self) -> Rules {
        self.find_rules().unwrap_or_else(|e| Self::barred(e.what, e.hint))
    }

    fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured> {
        rules_of(&listed_in(approvers)?)
    }

    fn highest(&self) -> Arc<BTreeMap<FeatureId, u32>> {
        let store = (self.state)(false).ok().flatten();
        Arc::new(store.map(|store| freezes::read(store.as_ref())).unwrap_or_default())
    }

    fn seen(&self, seen: &[(FeatureId, u32)]) -> Result<(), Misconfigured> {
        match (self.state)(true)? {
            Some(store) => freezes::raise(store.as_ref(), seen),
            None => Ok(()),
        }
    }

    fn key(&self) -> Result<String, Misconfigured> {
        self.found_key().map(|key| key.to_string())
    }

    fn unlock(&self, passphrase: SecretString) {
        *self.passphrase.lock().unwrap_or_else(PoisonError::into_inner) = Some(passphrase);
    }

    fn sign(&self, text: &[u8]) -> Result<Vec<u8>, NotSigned> {
        let passphrase = self.passphrase.lock().unwrap_or_else(PoisonError::into_inner).take();
        let key = self.found_key().map_err(NotSigned::Failed)?;
        sign::sign(text, &key, passphrase.as_ref())
    }
}
