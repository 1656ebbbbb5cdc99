//! Which features there are, and what is said of a name that none of them has.

use super::trouble::Trouble;
use super::world::World;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::text::meant;
use crate::kernel::Flow;
use crate::ports::{Kind, StoreError};

/// The features of the workspace, sorted; folders whose names are no ids are left out.
pub fn features<F: Flow>(world: &World<F>) -> Result<Vec<FeatureId>, StoreError> {
    let entries = world.store.list(&RelPath::new("features"))?;
    // A symlink is never followed, but whoever put it there wants to be told so, feature by feature.
    let folders = entries.into_iter().filter(|(_, kind)| matches!(kind, Kind::Folder | Kind::Symlink));
    Ok(folders.filter_map(|(name, _)| name.parse().ok()).collect())
}

/// That there is no such feature, and which one may have been meant.
pub fn no_such_feature<F: Flow>(world: &World<F>, feature: &FeatureId) -> Trouble {
    let all = features(world).unwrap_or_default();
    let others = all.iter().filter(|other| *other != feature).map(FeatureId::as_str);
    let near = meant(feature.as_str(), others).and_then(|near| near.parse().ok());
    Trouble::NoSuchFeature { feature: feature.clone(), near }
}
