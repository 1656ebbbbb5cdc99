//! Errors of the engine, each with a hint.

use frieze_data::id::FeatureId;
use frieze_kernel::{Attention, RECORDED, Refusal, Unreadable};
use frieze_ports::{Misconfigured, NotConfigured, NotSigned, StoreError};

/// Why the engine did not carry out an order.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Trouble {
    #[error("{0}")]
    Refused(Refusal),
    /// `near` is the closest existing name.
    #[error("there is no feature {feature}")]
    NoSuchFeature { feature: FeatureId, near: Option<FeatureId> },
    #[error("{path} cannot be used: {why}")]
    Record { path: String, why: Unreadable },
    #[error("{feature} is running in another window ({holder})")]
    Held { feature: FeatureId, holder: String },
    #[error("{path} was changed by another program while {feature} was running")]
    Overtaken { feature: FeatureId, path: String },
    #[error(
        "{path} was deleted or replaced while {feature} was running, so another process may be running it too; nothing more was \
         written"
    )]
    Unlocked { feature: FeatureId, path: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Misconfigured(#[from] Misconfigured),
    #[error("nothing was decided: {0}")]
    NotSigned(#[from] NotSigned),
    /// The approval is on disk, but the rest of the freeze is not.
    #[error("{feature}: {RECORDED}: {why}")]
    Recorded { feature: FeatureId, why: StoreError },
    #[error("the run of {0} ended unexpectedly")]
    Lost(FeatureId),
}

impl Trouble {
    /// How to fix it, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Refused(refusal) => refusal.hint.clone(),
            Self::NoSuchFeature { near: Some(near), .. } => {
                format!("did you mean {near}? `frieze status` lists the features")
            }
            Self::NoSuchFeature { feature, near: None } => {
                format!("`frieze status` lists the features; `frieze new {feature} --brief FILE` makes it")
            }
            Self::Record { why: Unreadable::Newer { .. }, .. } => {
                "use the frieze that wrote it, or a later one; this one leaves the file as it is".to_owned()
            }
            Self::Record { why: Unreadable::Foreign(_), .. } => {
                "go on with the program that wrote it, or choose another name; frieze leaves the file as it is".to_owned()
            }
            Self::Record { why: Unreadable::Damaged(_), .. } => {
                "restore it from version control, or `frieze reset` the feature, which sets the damaged file aside"
                    .to_owned()
            }
            Self::Held { .. } => {
                "wait until it is done, or end that process; you can always read the feature".to_owned()
            }
            Self::Overtaken { .. } => {
                "nothing was lost; show the feature again and repeat the command".to_owned()
            }
            Self::Unlocked { .. } => {
                "check with `frieze status` whether another process works on it; if not, repeat the command: it continues and \
                 creates a new lock file. Do not delete .lock files"
                    .to_owned()
            }
            Self::Store(e) => e.hint().to_owned(),
            Self::Misconfigured(e) | Self::NotSigned(NotSigned::Failed(e)) => e.hint.clone(),
            Self::NotSigned(NotSigned::Locked(_)) => "type the passphrase of the key at the gate".to_owned(),
            Self::Recorded { feature, why } => format!("{}; `frieze show {feature}` completes it", why.hint()),
            Self::Lost(_) => "repeat the command: the run continues where it stopped".to_owned(),
        }
    }

    /// The state and the needed attention in lists, for a feature that cannot be read.
    pub fn listed(&self) -> (&'static str, Attention) {
        match self {
            Self::Record { why: Unreadable::Newer { .. }, .. } => ("NEWER", Attention::Newer),
            Self::Record { why: Unreadable::Foreign(_), .. } => ("FOREIGN", Attention::Stuck),
            Self::Record { why: Unreadable::Damaged(_), .. } => ("UNREADABLE", Attention::Repair),
            Self::Refused(_)
            | Self::NoSuchFeature { .. }
            | Self::Held { .. }
            | Self::Overtaken { .. }
            | Self::Unlocked { .. }
            | Self::Store(_)
            | Self::Misconfigured(_)
            | Self::NotSigned(_)
            | Self::Recorded { .. }
            | Self::Lost(_) => ("UNREADABLE", Attention::Stuck),
        }
    }
}

impl From<NotConfigured> for Trouble {
    fn from(why: NotConfigured) -> Self {
        match why {
            NotConfigured::Wrong(wrong) => Self::Misconfigured(wrong),
            NotConfigured::Store(e) => Self::Store(e),
        }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
