//! The record of a session for the interpreter.

use frieze_data::id::FeatureId;
use frieze_kernel::{JournalEnd, Unreadable};
use jiff::Timestamp;

use crate::phase::Phase;
use crate::profile::DEFAULT;
use crate::record::{NotASession, Record};
use frieze_data::fields::{Fields, Json};

impl frieze_kernel::Record for Record {
    type Phase = Phase;

    /// A record of revision 0 was never begun: only `new` makes a session.
    fn fresh(id: &FeatureId) -> Self {
        Self::new(id.clone(), DEFAULT, Fields::default(), Timestamp::UNIX_EPOCH)
    }

    fn fresh_after(id: &FeatureId, _: u32) -> Self {
        <Self as frieze_kernel::Record>::fresh(id)
    }

    fn read(_: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable> {
        Self::read(bytes).map_err(|why| match why {
            NotASession::AnotherEngine(_) => Unreadable::Foreign(why.to_string()),
            NotASession::NotJson(_) | NotASession::Form(_) => Unreadable::Damaged(why.to_string()),
        })
    }

    fn glance(_: &FeatureId, bytes: &[u8]) -> Option<Self> {
        Self::glance(bytes)
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes()
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn feature(&self) -> &FeatureId {
        &self.session_id
    }

    fn revision(&self) -> u64 {
        self.metadata.frieze.revision
    }

    fn set_revision(&mut self, revision: u64) {
        self.metadata.frieze.revision = revision;
    }

    fn journal_end(&self) -> Option<&JournalEnd> {
        self.metadata.frieze.journal.as_ref()
    }

    fn set_journal_end(&mut self, end: JournalEnd) {
        self.metadata.frieze.journal = Some(end);
    }
}

impl Record {
    /// Whether `new` made it, here or in another program.
    pub(super) fn is_made(&self) -> bool {
        self.metadata.frieze.revision > 0 || self.standards_hash.is_some() || self.phase != Phase::Initialized
    }

    /// The number of the request to an agent that is not answered yet.
    pub(super) fn asking(&self) -> Option<u32> {
        let Json::Number(number) = self.metadata.frieze.asking.as_ref()? else { return None };
        u32::try_from(number.as_u64()?).ok()
    }
}
