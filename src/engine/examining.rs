//! What a feature's files say of it, found by reading alone: no lease is taken, nothing is written, nothing is waited for. For
//! examining thousands. What is wrong is reported and not acted upon: [`Engine::look`] does that.

use super::facts;
use super::handle::Engine;
use super::trouble::Trouble;
use super::verify::Verified;
use crate::domain::approval::Rules;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::kernel::{Flow, Journalled, Record, RunView};

/// A feature as its files have it.
pub struct Examined {
    /// What the record says.
    pub view: RunView,
    /// Where the record knows its journal to end; `None` where it does not say.
    pub journalled: Option<Journalled>,
    /// What verifying the sealed design found, where one is sealed or a marker says so.
    pub verified: Option<Verified>,
    /// That the marker was deleted and the design is as it was sealed: a person has let go of the freeze.
    pub is_let_go: bool,
}

impl<F: Flow> Engine<F> {
    /// Reads what there is of a feature, each file once; `None` where there is nothing of the flow's in it yet.
    ///
    /// # Errors
    /// Where its record cannot be used.
    pub fn examine(&self, feature: &FeatureId, rules: &Rules) -> Result<Option<Examined>, Trouble> {
        let (world, home) = (&self.world, F::home(feature));
        let record = match world.store.read(&home.record(), json::LARGEST)? {
            None if world.store.list(home.folder())?.is_empty() => return Ok(None),
            None => F::Record::fresh(feature),
            // What a glance cannot make out, a careful reading explains.
            Some(bytes) => match F::Record::glance(&bytes).filter(|record| record.feature() == feature) {
                Some(record) => record,
                None => super::commit::load::<F>(world, feature)?.0,
            },
        };
        let sealed = F::minds_seal(&record)
            .then(|| F::verify(feature, Some(&record), &|path| facts::look(world, path), rules))
            .flatten();
        let is_let_go = sealed.as_ref().is_some_and(|sealed| {
            sealed.is_broken
                && sealed.actual.is_some()
                && sealed.actual == sealed.expected
                && world.store.is_gone(&home.marker())
        });
        Ok(Some(Examined {
            journalled: record.journalled().cloned(),
            verified: sealed.map(|sealed| Verified::of(feature, sealed, None)),
            is_let_go,
            view: self.as_restored(F::view(&record)),
        }))
    }

    /// What is wrong with the terms under which a feature would run, which is told of no feature alone.
    pub fn no_terms(&self, feature: &FeatureId) -> Option<Trouble> {
        self.world.conditions.terms(feature).err().map(Trouble::from)
    }
}
