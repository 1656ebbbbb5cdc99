//! Rules for valid approvals (promise P29): an SSH signature of a listed approver over FROZEN.md, if configured, and a freeze
//! number that never falls.
//!
//! Signatures are made by `ssh-keygen -Y sign -n frieze`, and the file of approvers has the format of `ssh-keygen -Y verify` and
//! git: anyone can check an approval without this program.

mod approvers;
mod signature;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use approvers::{Approvers, LARGEST as LARGEST_APPROVERS};
pub use signature::{LARGEST as LARGEST_SIGNATURE, NotAccepted, Signer, public_key_line, signer};

use crate::refusal::Refusal;
use frieze_data::id::FeatureId;

/// The namespace of the signatures: signatures for other purposes do not count.
pub const NAMESPACE: &str = "frieze";

/// The configured rules for approvals, and the freeze numbers seen so far.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Who may sign approvals; `None` if no signature is needed.
    pub approvers: Option<Arc<Approvers>>,
    /// Why no approval can be accepted at all.
    pub barred: Option<Refusal>,
    /// The highest freeze number of each feature that this user has seen in this workspace.
    pub highest: Arc<BTreeMap<FeatureId, u32>>,
}

impl Rules {
    /// Whether an approval needs a signature.
    pub fn sign(&self) -> bool {
        self.approvers.is_some() || self.barred.is_some()
    }
}
