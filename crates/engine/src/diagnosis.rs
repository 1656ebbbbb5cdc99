//! Diagnosis of features for `frieze doctor`: reads each file once, takes no lease, writes nothing and waits for nobody. It
//! reports problems and acts on none; [`Runs::inspect`](super::Runs::inspect) acts. Frozen designs are left to [`Runs::verify_under`](super::Runs::verify_under).

use super::engine::Engine;
use super::trouble::Trouble;
use super::verified::Verified;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_kernel::approval::Rules;
use frieze_kernel::{Flow, JournalEnd, Record, RunView};

/// The diagnosis of a feature.
pub struct Diagnosis {
    pub view: RunView,
    /// The end of the journal, if the record knows it.
    pub journal_end: Option<JournalEnd>,
    /// Whether it is known that the design has no marker.
    pub has_no_marker: bool,
    /// The problem of a seal that the record does not know.
    pub unknown_seal: Option<Verified>,
    /// Whether the marker of a sealed design is gone: the next inspection decides what that means.
    pub lost_marker: bool,
}

impl<F: Flow> Engine<F> {
    /// See [`Runs::diagnose`](super::Runs::diagnose).
    pub(super) fn diagnosis(&self, feature: &FeatureId, rules: &Rules) -> Result<Option<Diagnosis>, Trouble> {
        let (world, place) = (&self.world, F::place(feature));
        let record = match world.store.read(&place.record, json::LARGEST)? {
            None if world.store.list(&place.folder)?.is_empty() => return Ok(None),
            None => F::Record::fresh(feature),
            // If the quick reading fails, the strict one says why.
            Some(bytes) => {
                match F::Record::glance(feature, &bytes).filter(|record| record.feature() == feature) {
                    Some(record) => record,
                    None => super::commit::load::<F>(world, feature)?.0,
                }
            }
        };
        let view = self.mark_restored(F::view(&record), &rules);
        let is_searched = F::checks_seal(&record) && !view.is_sealed;
        let unknown_seal =
            is_searched.then(|| F::verify(feature, Some(&record), world.as_ref(), rules)).flatten();
        Ok(Some(Diagnosis {
            journal_end: record.journal_end().cloned(),
            has_no_marker: is_searched && unknown_seal.is_none(),
            unknown_seal: unknown_seal.map(|sealed| Verified::of(feature, sealed, None)),
            lost_marker: view.is_sealed && place.marker.is_some_and(|marker| world.store.is_gone(&marker)),
            view,
        }))
    }
}
