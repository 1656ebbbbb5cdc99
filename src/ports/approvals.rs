//! What makes an approval count on this machine, and the key that signs one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use secrecy::SecretString;

use super::Misconfigured;
use crate::domain::approval::Rules;
use crate::domain::id::FeatureId;

/// The rules for approvals, as they are configured now, and what signs them.
pub trait Approvals: Send + Sync {
    /// What an approval must be. Where that cannot be found out, no approval counts, and the rules say why. Freeze numbers
    /// are [`Approvals::highest`]'s.
    fn rules(&self) -> Rules;

    /// The same with the approvers of a file that a person names: nothing that the workspace says counts.
    ///
    /// # Errors
    /// Where the file cannot be used.
    fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured>;

    /// The highest freeze number of each feature that this user has seen in this workspace.
    fn highest(&self) -> Arc<BTreeMap<FeatureId, u32>>;

    /// Keeps freeze numbers that are higher than those seen before, for this user.
    ///
    /// # Errors
    /// Where the user's state folder cannot be written.
    fn seen(&self, freezes: &[(FeatureId, u32)]) -> Result<(), Misconfigured>;

    /// Which key would sign an approval, and why that one, for the person at the gate.
    ///
    /// # Errors
    /// Where there is none.
    fn key(&self) -> Result<String, Misconfigured>;

    /// The passphrase for the next signature.
    fn unlock(&self, passphrase: SecretString);

    /// Signs an approval. Blocks for as long as the key takes: a security key waits for a touch.
    ///
    /// # Errors
    /// Where the key is locked and no passphrase was given, or there is no signature for another reason.
    fn sign(&self, text: &[u8]) -> Result<Vec<u8>, NotSigned>;
}

/// Why there is no signature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSigned {
    /// The key asks for its passphrase; what it says when it asks.
    #[error("{0}")]
    Locked(String),
    #[error("{}", .0.what)]
    Failed(Misconfigured),
}

/// Approvals without signatures, for a user who keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsigned;

impl Approvals for Unsigned {
    fn rules(&self) -> Rules {
        Rules::default()
    }

    fn rules_from(&self, _: &Path) -> Result<Rules, Misconfigured> {
        Ok(Rules::default())
    }

    fn highest(&self) -> Arc<BTreeMap<FeatureId, u32>> {
        Arc::default()
    }

    fn seen(&self, _: &[(FeatureId, u32)]) -> Result<(), Misconfigured> {
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
    Misconfigured { what: "nothing signs approvals here".to_owned(), hint: String::new() }
}
