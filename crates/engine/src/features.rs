//! The list of features, and the error for unknown names.

use super::trouble::Trouble;
use super::world::World;
use frieze_data::id::FeatureId;
use frieze_data::text::closest;
use frieze_kernel::{Flow, Shelf};
use frieze_ports::{Kind, StoreError};

/// The features that have a run of the flow, sorted. Folders whose names are no ids are skipped.
///
/// # Errors
/// `StoreError` if the folder cannot be listed.
pub fn features<F: Flow>(world: &World<F>) -> Result<Vec<FeatureId>, StoreError> {
    let Shelf { folder, is_one } = F::shelf();
    let entries = world.store.list(&folder)?;
    // Symlinks are listed, so that each is reported as a problem of its feature; they are not followed.
    let folders = entries.into_iter().filter(|(_, kind)| matches!(kind, Kind::Folder | Kind::Symlink));
    let ids = folders.filter_map(|(name, _)| name.parse().ok());
    Ok(ids.filter(|id| is_one(world, id)).collect())
}

/// The error for an unknown feature, with the closest name. What is in the place of its folder, such as a link, is named.
pub fn no_such_feature<F: Flow>(world: &World<F>, feature: &FeatureId) -> Trouble {
    if let Err(e) = world.store.kind_of(&F::place(feature).record) {
        return e.into();
    }
    let all = features(world).unwrap_or_default();
    let others = all.iter().filter(|other| *other != feature).map(FeatureId::as_str);
    let near = closest(feature.as_str(), others).and_then(|near| near.parse().ok());
    Trouble::NoSuchFeature { feature: feature.clone(), near }
}
