//! The cards of features that this process is not at work on, read from the disk.

use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::engine::past::read_design;
use crate::engine::{Doing, held};
use crate::kernel::{Call, Flow, Harm, RunView};
use crate::tui::Station;
use crate::tui::features::Card;

/// A feature as a list shows it.
pub fn card<F: Flow>(station: &Station<F>, id: &FeatureId) -> Card {
    match station.engine.glance(id) {
        Ok(glimpse) => resting(station, &glimpse.view),
        Err(trouble) => Card::unusable(&trouble),
    }
}

/// As [`card`], with what is wrong with the files that a person's next step needs: told before it is tried.
pub fn examined<F: Flow>(station: &Station<F>, view: &RunView) -> Card {
    let mut card = resting(station, view);
    let (store, home) = (station.store.as_ref(), F::home(&view.id));
    let is_gone = |path: &RelPath| matches!(store.look(path), Ok(None));
    let brief = home.brief();
    let (harm, why) = match card.needs {
        Some(Call::Start) if is_gone(&brief) => (Harm::Missing, format!("{brief} is missing")),
        Some(Call::Decision) if card.harm.is_none() => {
            match read_design(store, &home.intent()) {
                Ok(Some(reading)) => {
                    // Somebody may have edited it while nobody looked.
                    card.design = Some(reading.sha256);
                    return card;
                }
                Err(why) => (Harm::Damaged, why.to_string()),
                Ok(None) => (Harm::Damaged, "design/intent.json is missing".to_owned()),
            }
        }
        _ => return card,
    };
    (card.harm, card.reason) = (Some(harm), Some(why.into()));
    card
}

/// A feature that this process is not at work on. Where a step is due and nobody here takes it, another process may be
/// about to.
pub fn resting<F: Flow>(station: &Station<F>, view: &RunView) -> Card {
    let mut card = Card::of(view, Doing::Resting);
    if card.is_paused() {
        card.held = held::now(station.store.as_ref(), &F::home(&view.id)).map(Into::into);
    }
    card
}
