//! What stands above each component of the tree: its parent, and the view it is seen in.

use super::words::NameMap;
use crate::domain::intent::{Component, ComponentType};

/// Each component's first parent, and which have more than one.
pub(super) fn parents(components: &[Component], at: &NameMap<'_, usize>) -> (Vec<Option<usize>>, Vec<bool>) {
    let mut parent = vec![None; components.len()];
    let mut contested = vec![false; components.len()];
    for (up, component) in components.iter().enumerate() {
        for child in component.children.iter().filter_map(|id| at.get(id.as_str()).copied()) {
            match parent[child] {
                None => parent[child] = Some(up),
                Some(first) => contested[child] |= first != up,
            }
        }
    }
    (parent, contested)
}

/// The nearest view at or above each component. Chains are walked once; a cycle has no view above it.
pub(super) fn views_above(components: &[Component], parent: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut view: Vec<Option<usize>> = vec![None; components.len()];
    let mut done = vec![false; components.len()];
    let mut chain = Vec::new();
    for start in 0..components.len() {
        let mut at = Some(start);
        while let Some(up) = at.filter(|up| !done[*up]) {
            done[up] = true;
            chain.push(up);
            if components[up].kind == ComponentType::View {
                view[up] = Some(up);
                break;
            }
            at = parent[up];
        }
        let found = chain.last().and_then(|last| view[*last].or_else(|| parent[*last].and_then(|p| view[p])));
        for down in chain.drain(..) {
            view[down] = found;
        }
    }
    view
}
