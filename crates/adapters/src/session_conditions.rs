//! The terms of a session: profiles and limits, read again for every step, so that a change takes effect.

use std::path::PathBuf;
use std::sync::Arc;

use super::config::{Configuration, Settings};
use super::profiles;
use frieze_data::id::FeatureId;
use frieze_ports::{Conditions, NotConfigured, Store};
use frieze_session::terms::Terms;

/// Terms from a workspace's configuration and profiles.
pub struct SessionConditions {
    pub store: Arc<dyn Store>,
    pub configuration: Arc<Configuration>,
    /// The workspace's folder, in which its files are trusted.
    pub root: PathBuf,
}

impl SessionConditions {
    /// The present terms, which are the same for all sessions.
    ///
    /// # Errors
    /// If the configuration cannot be used.
    pub fn now(&self) -> Result<Terms, NotConfigured> {
        let settings = self.configuration.settings()?;
        let profiles = profiles::all(&self.store, &self.root, &self.configuration)?;
        Ok(Terms { profiles, max_calls: Some(settings.max_calls) })
    }
}

impl Conditions<Terms> for SessionConditions {
    fn terms(&self, _session: &FeatureId) -> Result<Terms, NotConfigured> {
        self.now()
    }

    fn limit_ms(&self) -> u64 {
        self.configuration.settings().unwrap_or_else(|_| Settings::default()).agent_timeout_ms()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::trust;
    use frieze_kernel::Refusal;
    use frieze_ports::StoreErrorKind;
    use frieze_store::{DurableStore, RealDisk};
    use frieze_testkit::{Fault, FaultyDisk, MemoryDisk, Operation};
    use rustix::io::Errno;
    use tempfile::TempDir;

    struct Place {
        workspace: TempDir,
        user: TempDir,
        conditions: SessionConditions,
    }

    impl Place {
        fn new() -> Self {
            let (workspace, user) = (TempDir::new().unwrap(), TempDir::new().unwrap());
            let opened = store(workspace.path());
            let conditions = conditions(opened, workspace.path(), store(user.path()));
            Self { workspace, user, conditions }
        }

        fn write(&self, path: &str, text: impl AsRef<[u8]>) {
            let path = self.workspace.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }

        fn trust_all(&self) {
            let user = store(self.user.path());
            for definition in profiles::definitions(&self.conditions.store, self.workspace.path()).unwrap() {
                trust::save(self.user.path(), user.as_ref(), &definition, "now".to_owned()).unwrap();
            }
        }

        fn terms(&self) -> Terms {
            self.conditions.terms(&"t1".parse().unwrap()).unwrap()
        }

        #[track_caller]
        fn is_refused(&self, name: &str, words: &str) -> Refusal {
            let refusal = self.terms().profile(name).map(|_| ()).unwrap_err();
            assert!(refusal.why.contains(words), "{refusal:?}");
            refusal
        }
    }

    fn store(folder: &Path) -> Arc<dyn Store> {
        Arc::new(DurableStore::new(RealDisk::new(folder).unwrap()))
    }

    fn conditions(opened: Arc<dyn Store>, root: &Path, user: Arc<dyn Store>) -> SessionConditions {
        let configuration = Configuration {
            workspace: Some(opened.clone()),
            root: Some(root.to_owned()),
            user: Box::new(move || Ok(Some(user.clone()))),
            user_aiwf: Box::new(|| Ok(None)),
            environment: Vec::new(),
            flags: vec!["maxCalls=7".to_owned()],
        };
        SessionConditions { store: opened, configuration: Arc::new(configuration), root: root.to_owned() }
    }

    /// Without files of its own, a workspace has the packaged profiles.
    #[test]
    fn profiles_are_packaged() {
        let place = Place::new();
        let terms = place.terms();
        assert_eq!(terms.max_calls, Some(7));
        assert_eq!(terms.profiles.len(), 2);
        let is_packaged = |name| {
            assert_eq!(
                place.terms().profile(name),
                Ok(&frieze_session::profile::Profile::packaged(name).unwrap())
            );
        };
        // What has nothing to do with profiles changes nothing.
        for other in ["profiles", "profiles/jpa-mt/README.md", "profiles/other/config.yml"] {
            place.write(other, "[");
            is_packaged("contract");
            is_packaged("jpa-mt");
            let _ = std::fs::remove_file(place.workspace.path().join("profiles"));
        }
    }

    #[test]
    fn own_files_count_once_they_are_trusted() {
        let place = Place::new();
        place.write("profiles/jpa-mt/planning.txt", "Plan.");
        let refusal = place.is_refused(
            "jpa-mt",
            "templates.jpa-mt/planning.txt came with this workspace (profiles/jpa-mt/planning.txt), and you have not",
        );
        assert!(refusal.hint.contains("`frieze trust jpa-mt/planning.txt`"), "{refusal:?}");
        assert!(place.terms().profile("contract").is_ok());
        place.trust_all();
        assert_ne!(
            place.terms().profile("jpa-mt").unwrap(),
            &frieze_session::profile::Profile::packaged("jpa-mt").unwrap()
        );
        place.write("profiles/jpa-mt/planning.txt", "Plan more.");
        place.is_refused("jpa-mt", "it changed since you trusted it");
        place.write("profiles/contract/config.yml", "layer_standards: {_universal: [OWN.md]}\n");
        place.is_refused("contract", "contract/config.yml came with this workspace");
        place.trust_all();
        let terms = place.terms();
        let standards = terms.profile("contract").unwrap().config.standards(&Default::default());
        assert_eq!(standards, ["OWN.md".parse().unwrap()]);
        assert!(terms.profile("jpa-mt").is_ok());
    }

    #[test]
    fn a_file_that_cannot_be_used_stops_only_its_profile() {
        let place = Place::new();
        place.write("profiles/jpa-mt/config.yml", "scopes: [");
        place.trust_all();
        place.is_refused("jpa-mt", "profiles/jpa-mt/config.yml: ");
        place.write("profiles/jpa-mt/config.yml", b"\xff");
        place.is_refused("jpa-mt", "profiles/jpa-mt/config.yml is not UTF-8");
        place.write("profiles/jpa-mt/config.yml", vec![b'#'; 300 * 1024]);
        place.is_refused("jpa-mt", "profiles/jpa-mt/config.yml");
        std::fs::remove_file(place.workspace.path().join("profiles/jpa-mt/config.yml")).unwrap();
        std::os::unix::fs::symlink(
            "/etc/hostname",
            place.workspace.path().join("profiles/jpa-mt/planning.txt"),
        )
        .unwrap();
        place.is_refused("jpa-mt", "profiles/jpa-mt/planning.txt");
        assert!(place.terms().profile("contract").is_ok());
    }

    /// A failing disk is no mistake in a file.
    #[test]
    fn a_disk_error_is_reported_as_such() {
        let disk = FaultyDisk::new(MemoryDisk::default());
        disk.set(Some(Fault::once(Operation::Read, 3, Errno::IO)));
        let faulty = Arc::new(DurableStore::new(disk));
        let path = frieze_data::path::RelPath::new("profiles/contract/planning.txt");
        faulty.replace(&[(path, b"x".to_vec())]).unwrap();
        let user = TempDir::new().unwrap();
        let conditions = conditions(faulty, Path::new("/w"), store(user.path()));
        let found = conditions.terms(&"t1".parse().unwrap()).map(|_| ());
        assert!(matches!(&found, Err(NotConfigured::Store(e)) if e.kind == StoreErrorKind::Io), "{found:?}");
    }
}
