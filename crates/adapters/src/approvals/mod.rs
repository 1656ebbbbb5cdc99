//! Approvals as configured: the approvers, the definition to trust if the rules came with the workspace, the signing key, and
//! the freeze numbers that this user has seen.

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

use super::config::{Configuration, FILE_NAME, Origin, Settings, Sign};
use super::trust;
use frieze_data::canonical;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_kernel::Refusal;
use frieze_kernel::approval::{Approvers, LARGEST_APPROVERS, Rules};
use frieze_ports::{Approvals, Definition, Misconfigured, NotSigned, Store};

/// The file of approvers, next to `frieze.yaml`.
pub const APPROVERS: &str = "approvers";
/// The name under which the workspace's rules for approvals are trusted.
const NAME: &str = "approval";

/// Opens a folder of this user; `true` creates it.
pub type FindFolder = Box<dyn Fn(bool) -> Result<Option<Arc<dyn Store>>, Misconfigured> + Send + Sync>;

/// The approvals of one workspace.
pub struct ConfiguredApprovals {
    pub configuration: Arc<Configuration>,
    /// The canonical path of the workspace.
    pub root: PathBuf,
    /// The user's configuration folder, the base of paths in their `config.yaml`.
    pub user: Option<PathBuf>,
    /// The folder for this user's state in the workspace.
    pub state: FindFolder,
    pub passphrase: Mutex<Option<SecretString>>,
}

/// The file of approvers in use.
struct ApproversFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl ConfiguredApprovals {
    /// The highest freeze number of each feature that this user has seen.
    fn highest(&self) -> Result<Arc<BTreeMap<FeatureId, u32>>, Misconfigured> {
        let store = (self.state)(false).ok().flatten();
        Ok(Arc::new(store.map(|store| freezes::read(store.as_ref())).transpose()?.unwrap_or_default()))
    }

    fn find_rules(&self) -> Result<Rules, Misconfigured> {
        // Settings that cannot be read do not say that approvals need no signature.
        let settings = self.configuration.settings()?;
        // The file is read once, so that the trusted content is the one in use.
        let listed = self.listed(&settings)?;
        if let Some(definition) = self.definition_from(&settings, listed.as_ref())? {
            let known = trust::read(&self.configuration)?;
            if !known.contains(&definition) {
                let changed = if known.was_ever_trusted(&definition) {
                    "changed since you trusted them"
                } else {
                    "are not trusted"
                };
                return Err(Misconfigured::new(
                    format!(
                        "the rules for approvals that came with this workspace ({}) {changed}",
                        definition.described_in
                    ),
                    "`frieze trust approval` shows them and asks you",
                ));
            }
        }
        listed.as_ref().map_or_else(|| Ok(Rules::default()), rules_of)
    }

    fn new_definition(
        &self,
        hashed: &serde_json::Value,
        described_in: String,
        does: Vec<String>,
    ) -> Definition {
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

    /// The definition of the workspace's rules, if they need trust: that approvals are signed and by whom, or that they no longer
    /// are although this user had trusted that.
    ///
    /// # Errors
    /// If the approvers cannot be read.
    pub fn definition(&self, settings: &Settings) -> Result<Option<Definition>, Misconfigured> {
        self.definition_from(settings, self.listed(settings)?.as_ref())
    }

    fn definition_from(
        &self,
        settings: &Settings,
        listed: Option<&ApproversFile>,
    ) -> Result<Option<Definition>, Misconfigured> {
        match (settings.approval.sign, listed) {
            (Sign::Ssh, Some(listed)) if rules_from_workspace(settings) => {
                let shown = String::from_utf8_lossy(&listed.bytes);
                let lines =
                    shown.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
                let mut does =
                    vec![format!("lets the approvers in {} sign approvals", listed.path.display())];
                does.extend(lines.map(|line| format!("  {line}")));
                let is_here = *settings.origin("approval.key") == Origin::Workspace;
                let key = settings.approval.key.as_ref().filter(|_| is_here);
                does.extend(key.map(|key| format!("signs with the key {key}")));
                let hashed = json!({
                    "sign": "ssh",
                    "approvers": listed.path.to_string_lossy(),
                    "sha256": Digest::of(&listed.bytes),
                    "key": key,
                });
                Ok(Some(self.new_definition(
                    &hashed,
                    format!("{FILE_NAME}, {}", listed.path.display()),
                    does,
                )))
            }
            (Sign::No, _) if is_from_workspace(settings.origin("approval.sign")) => {
                let does = vec!["no longer demands signed approvals; it did when you trusted it".to_owned()];
                let definition = self.new_definition(&json!({ "sign": "no" }), FILE_NAME.to_owned(), does);
                // Unsigned approvals need no trust, unless this user knows signed ones.
                Ok(trust::read(&self.configuration)?.was_ever_trusted(&definition).then_some(definition))
            }
            (Sign::Ssh | Sign::No, _) => Ok(None),
        }
    }

    /// The file of approvers; none if approvals are not signed.
    fn listed(&self, settings: &Settings) -> Result<Option<ApproversFile>, Misconfigured> {
        if settings.approval.sign == Sign::No {
            return Ok(None);
        }
        let named = settings.approval.approvers.as_deref().unwrap_or(APPROVERS);
        read_approvers(&self.setting_path(settings.origin("approval.approvers"), named)).map(Some)
    }

    /// The file of a setting, relative to the folder of its configuration.
    fn setting_path(&self, origin: &Origin, named: &str) -> PathBuf {
        match (origin, &self.user) {
            (Origin::User, Some(folder)) => resolve(folder, named),
            (Origin::Flag | Origin::Environment(_), _) => resolve(Path::new("."), named),
            (
                Origin::User | Origin::UserAiwf | Origin::BuiltIn | Origin::Workspace | Origin::WorkspaceAiwf,
                _,
            ) => resolve(&self.root, named),
        }
    }

    fn found_key(&self) -> Result<key::Key, Misconfigured> {
        let settings = self.configuration.settings().map_err(Misconfigured::from)?;
        let origin = settings.origin("approval.key");
        // A workspace's key is used only if it was trusted with the other rules.
        let counts = *origin != Origin::Workspace || rules_from_workspace(&settings);
        let named = settings.approval.key.as_deref().filter(|_| counts);
        key::find(named.map(|named| (self.setting_path(origin, named), origin.to_string())))
    }
}

fn is_from_workspace(origin: &Origin) -> bool {
    matches!(origin, Origin::BuiltIn | Origin::Workspace)
}

/// Whether the rules for signed approvals came with the workspace and need trust.
fn rules_from_workspace(settings: &Settings) -> bool {
    *settings.origin("approval.sign") == Origin::Workspace
        || is_from_workspace(settings.origin("approval.approvers"))
}

fn rules_of(listed: &ApproversFile) -> Result<Rules, Misconfigured> {
    let approvers = Approvers::read(&listed.bytes).map_err(|why| {
        Misconfigured::new(
            format!("{}: {why}", listed.path.display()),
            "correct the file; each line is NAME KEY, as in git's allowed_signers",
        )
    })?;
    Ok(Rules { approvers: Some(Arc::new(approvers)), ..Rules::default() })
}

fn read_approvers(path: &Path) -> Result<ApproversFile, Misconfigured> {
    let wrong = |why: String| {
        Misconfigured::new(
            format!(
                "approvals must be signed, and the list of approvers {} cannot be read: {why}",
                path.display()
            ),
            "create it with a line NAME KEY for every approver (as in git's allowed_signers), or name another file in \
               approval.approvers",
        )
    };
    let bytes = regular_file(path, LARGEST_APPROVERS).map_err(|e| wrong(e.to_string()))?;
    Ok(ApproversFile { path: path.to_owned(), bytes })
}

/// The content of a regular file. Reading a pipe or a device could block forever.
fn regular_file(path: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::CLOEXEC;
    let file = std::fs::File::from(rustix::fs::open(path, flags, rustix::fs::Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(std::io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// A path in a configuration: `~/` is the home folder, a relative path starts at `folder`.
fn resolve(folder: &Path, named: &str) -> PathBuf {
    match named.strip_prefix("~/") {
        Some(below) => home().map_or_else(|| PathBuf::from(named), |home| home.join(below)),
        None => folder.join(named),
    }
}

fn home() -> Option<PathBuf> {
    directories::BaseDirs::new().map(|folders| folders.home_dir().to_path_buf())
}

impl Approvals for ConfiguredApprovals {
    fn rules(&self) -> Rules {
        let rules = self.find_rules().and_then(|rules| Ok(Rules { highest: self.highest()?, ..rules }));
        rules.unwrap_or_else(|e| Rules {
            barred: Some(Refusal::new("approval", e.what, e.hint)),
            ..Rules::default()
        })
    }

    fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured> {
        Ok(Rules { highest: self.highest()?, ..rules_of(&read_approvers(approvers)?)? })
    }

    fn remember(&self, seen: &[(FeatureId, u32)]) -> Result<(), Misconfigured> {
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
