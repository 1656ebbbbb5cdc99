//! Parents and views of each component. A part that serves others or is `shared` may have several.

use crate::text::words::NameMap;
use frieze_intent::{Component, ComponentType};

/// How many places of one part are followed: a bound on the work.
const MOST_PLACES: usize = 16;

/// Where each component is.
pub(super) struct Places {
    /// The components that contain it: all of them if it may be at several places, else the first that lists it.
    pub(super) parents: Vec<Vec<usize>>,
    /// The nearest views at or above it. A cycle has none.
    pub(super) views: Vec<Vec<usize>>,
    /// Whether it is at several places, but may be only at one.
    pub(super) contested: Vec<bool>,
}

impl Places {
    pub(super) fn of(components: &[Component], at: &NameMap<'_, usize>) -> Self {
        let (mut parents, mut contested) =
            (vec![Vec::new(); components.len()], vec![false; components.len()]);
        for (up, component) in components.iter().enumerate() {
            for child in component.children.iter().filter_map(|id| at.get(id.as_str()).copied()) {
                let above: &mut Vec<usize> = &mut parents[child];
                if above.contains(&up) {
                    continue;
                }
                let has_room = above.len() < MOST_PLACES;
                if above.is_empty() || has_room && may_be_at_several(&components[child]) {
                    above.push(up);
                } else {
                    contested[child] |= !may_be_at_several(&components[child]);
                }
            }
        }
        let views = views(components, &parents);
        Self { parents, views, contested }
    }
}

/// Whether a component works for others and is not visible itself.
pub(super) fn serves(component: &Component) -> bool {
    matches!(component.kind, ComponentType::Data | ComponentType::Utility)
}

/// Whether a component may be part of several others.
pub(super) fn may_be_at_several(component: &Component) -> bool {
    component.shared || serves(component)
}

/// The nearest views at or above each component: each view is passed down to its parts.
fn views(components: &[Component], parents: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); components.len()];
    for (part, above) in parents.iter().enumerate() {
        above.iter().for_each(|up| parts[*up].push(part));
    }
    let mut views: Vec<Vec<usize>> = vec![Vec::new(); components.len()];
    let is_view = |at: usize| components[at].kind == ComponentType::View;
    for view in (0..components.len()).filter(|at| is_view(*at)) {
        views[view].push(view);
        let mut below = parts[view].clone();
        while let Some(part) = below.pop() {
            let above = &mut views[part];
            if !is_view(part) && above.len() < MOST_PLACES && !above.contains(&view) {
                above.push(view);
                below.extend(&parts[part]);
            }
        }
    }
    views
}
