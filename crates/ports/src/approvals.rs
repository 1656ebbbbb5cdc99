//! Port of approvals: this machine's rules, and the key that signs.

use std::path::Path;

use secrecy::SecretString;

use super::Misconfigured;
use frieze_data::id::FeatureId;
use frieze_kernel::approval::Rules;

/// The configured rules for approvals, and the signing key.
pub trait Approvals: Send + Sync {
    /// The rules, with the freeze numbers that this user has seen in this workspace. If they cannot be read, no approval counts,
    /// and the rules say why.
    fn rules(&self) -> Rules;

    /// The rules with the approvers of a file that a person names; the workspace's configuration is ignored.
    ///
    /// # Errors
    /// If the file cannot be used.
    fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured>;

    /// Saves freeze numbers that are higher than those seen before, for this user.
    ///
    /// # Errors
    /// If the user's state folder cannot be written.
    fn remember(&self, freezes: &[(FeatureId, u32)]) -> Result<(), Misconfigured>;

    /// The key that would sign an approval, and why it was chosen, for the person at the gate.
    ///
    /// # Errors
    /// If there is none.
    fn key(&self) -> Result<String, Misconfigured>;

    /// Sets the passphrase for the next signature.
    fn unlock(&self, passphrase: SecretString);

    /// Signs an approval. Blocks until the key has signed: a security key waits for a touch.
    ///
    /// # Errors
    /// If the key is locked and there is no passphrase, or signing fails.
    fn sign(&self, text: &[u8]) -> Result<Vec<u8>, NotSigned>;
}

/// Why there is no signature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSigned {
    /// The key needs its passphrase; the text of its question.
    #[error("{0}")]
    Locked(String),
    #[error("{}", .0.what)]
    Failed(Misconfigured),
}

/// Approvals without signatures and without saved freeze numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsigned;

impl Approvals for Unsigned {
    fn rules(&self) -> Rules {
        Rules::default()
    }

    fn rules_from(&self, _: &Path) -> Result<Rules, Misconfigured> {
        Ok(Rules::default())
    }

    fn remember(&self, _: &[(FeatureId, u32)]) -> Result<(), Misconfigured> {
        Ok(())
    }

    fn key(&self) -> Result<String, Misconfigured> {
        Err(none())
    }

    fn unlock(&self, _: SecretString) {}

    fn sign(&self, _: &[u8]) -> Result<Vec<u8>, NotSigned> {
        Err(NotSigned::Failed(none()))
    }
}

fn none() -> Misconfigured {
    Misconfigured::new("nothing signs approvals here", String::new())
}
