//! What makes an approval count (promise P29): an SSH signature over FROZEN.md by somebody who may approve, where one is
//! asked for, and a freeze number that never falls.
//!
//! A signature is what `ssh-keygen -Y sign -n frieze` writes, and who may sign stands in a file of the form that
//! `ssh-keygen -Y verify` and git read, so that anybody can check an approval without this program.

mod approvers;
mod signature;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use approvers::{Approvers, LARGEST as LARGEST_APPROVERS};
pub use signature::{LARGEST as LARGEST_SIGNATURE, NotAccepted, Signer, public_key_line, signer};

use super::id::FeatureId;

/// The namespace of the signatures: one that was made for another purpose approves nothing.
pub const NAMESPACE: &str = "frieze";

/// What approvals must be, as it is configured now, and what is known of those that were made.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Who may sign approvals; `None` where they need no signature.
    pub approvers: Option<Arc<Approvers>>,
    /// Why no approval can be accepted, whatever it is.
    pub barred: Option<Barred>,
    /// The highest freeze number of each feature that this user has seen in this workspace.
    pub highest: Arc<BTreeMap<FeatureId, u32>>,
}

/// Why no approval can be accepted under these rules, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    pub why: String,
    pub hint: String,
}

impl Rules {
    /// Whether an approval needs a signature.
    pub fn sign(&self) -> bool {
        self.approvers.is_some() || self.barred.is_some()
    }
}
