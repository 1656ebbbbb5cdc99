//! What can keep an engine from doing what it was told, each with what to do about it.

use crate::domain::id::FeatureId;
use crate::kernel::{Call, RECORDED, Refusal, Unreadable};
use crate::ports::{Misconfigured, NotConfigured, NotSigned, StoreError};

/// Why an order was not carried out.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Trouble {
    #[error("{0}")]
    Refused(Refusal),
    /// With the one that may have been meant.
    #[error("there is no feature {feature}")]
    NoSuchFeature { feature: FeatureId, near: Option<FeatureId> },
    #[error("{path} cannot be used: {why}")]
    Record { path: String, why: Unreadable },
    #[error("another frieze is at work on {feature}: {holder}")]
    Held { feature: FeatureId, holder: String },
    #[error("{path} was changed by another program in the middle of the work on {feature}")]
    Overtaken { feature: FeatureId, path: String },
    #[error(
        "{path} was deleted or replaced while this process was at work on {feature}, so that another one may be at work on it \
         too: nothing more was written"
    )]
    Unlocked { feature: FeatureId, path: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Misconfigured(#[from] Misconfigured),
    #[error("nothing was decided: {0}")]
    NotSigned(#[from] NotSigned),
    /// The approval is on the disk, and what follows it is not.
    #[error("{feature}: {RECORDED}: {why}")]
    Recorded { feature: FeatureId, why: StoreError },
    #[error("the run of {0} ended unexpectedly")]
    Lost(FeatureId),
}

impl Trouble {
    /// What to do about it, in one sentence.
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
            Self::Record { why: Unreadable::Damaged(_), .. } => {
                "restore it from version control, or `frieze reset` the feature, which sets the damaged file aside"
                    .to_owned()
            }
            Self::Held { .. } => "wait until it is done, or end that process; looking is always possible".to_owned(),
            Self::Overtaken { .. } => {
                "nothing was lost; look at the feature again and repeat the command".to_owned()
            }
            Self::Unlocked { .. } => {
                "look with `frieze status` whether it is being worked on; if not, run the command again: it goes on where it \
                 stopped, and makes a new lock file. Leave .lock files where they are"
                    .to_owned()
            }
            Self::Store(e) => e.hint().to_owned(),
            Self::Misconfigured(e) | Self::NotSigned(NotSigned::Failed(e)) => e.hint.clone(),
            Self::NotSigned(NotSigned::Locked(_)) => "type the passphrase of the key at the gate".to_owned(),
            Self::Recorded { feature, why } => format!("{}; `frieze show {feature}` completes it", why.hint()),
            Self::Lost(_) => "run the command again: it goes on where it stopped".to_owned(),
        }
    }

    /// How a list shows a feature that cannot be read for it: the word for its state, and what that calls for.
    pub fn listed(&self) -> (&'static str, Call) {
        match self {
            Self::Record { why: Unreadable::Newer { .. }, .. } => ("NEWER", Call::Newer),
            Self::Record { why: Unreadable::Damaged(_), .. } => ("UNREADABLE", Call::Repair),
            Self::Refused(_)
            | Self::NoSuchFeature { .. }
            | Self::Held { .. }
            | Self::Overtaken { .. }
            | Self::Unlocked { .. }
            | Self::Store(_)
            | Self::Misconfigured(_)
            | Self::NotSigned(_)
            | Self::Recorded { .. }
            | Self::Lost(_) => ("UNREADABLE", Call::Stuck),
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
