//! The component tree: known children, one parent each, no cycles, nothing to be seen outside a view.

use super::ground::{Ground, serves};
use super::tally::Tally;
use crate::domain::intent::{ComponentType, Intent};

const CHECK: &str = "coherence/component-tree";

pub(super) fn judge(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    let components = &intent.components;
    let cyclic = cyclic(&ground.parent);
    let mut mentioned = vec![false; components.len()];
    for (i, component) in components.iter().enumerate() {
        for (c, child) in component.children.iter().enumerate() {
            let pointer = || format!("/components/{i}/children/{c}");
            let Some(at) = ground.component(child) else {
                tally.fail(CHECK, pointer(), || {
                    (
                        format!("\"{}\" contains \"{child}\", which is no component.", component.id),
                        "Name an existing component, or remove it.".to_owned(),
                    )
                });
                continue;
            };
            // What serves others may serve several; what is seen is in one place.
            if std::mem::replace(&mut mentioned[at], true) && !serves(&components[at]) {
                tally.fail(CHECK, pointer(), || {
                    (
                        format!("\"{child}\" is contained twice."),
                        "Contain it once; a second place needs a component of its own.".to_owned(),
                    )
                });
            }
        }
        if cyclic[i] {
            tally.fail(CHECK, format!("/components/{i}/children"), || {
                (
                    format!("\"{}\" contains itself through its children.", component.id),
                    "Remove the child that leads back.".to_owned(),
                )
            });
        } else if ground.parent[i].is_none() && component.kind != ComponentType::View && !serves(component) {
            tally.fail(CHECK, format!("/components/{i}"), || {
                (
                    format!("\"{}\" is seen by people but is part of no view.", component.id),
                    "List it under children of the view that it appears in.".to_owned(),
                )
            });
        }
    }
}

/// Which components lie on a cycle of parents. Each has at most one parent, so every walk up is marked with
/// its number and meets either an older walk, a root, or itself.
fn cyclic(parent: &[Option<usize>]) -> Vec<bool> {
    let mut walk = vec![usize::MAX; parent.len()];
    let mut cyclic = vec![false; parent.len()];
    for start in 0..parent.len() {
        let mut at = Some(start);
        while let Some(up) = at.filter(|up| walk[*up] == usize::MAX) {
            walk[up] = start;
            at = parent[up];
        }
        let Some(meeting) = at.filter(|up| walk[*up] == start) else { continue };
        let mut round = meeting;
        while !cyclic[round] {
            cyclic[round] = true;
            round = parent[round].unwrap_or(round);
        }
    }
    cyclic
}

#[cfg(test)]
mod tests {
    use super::cyclic;

    #[test]
    fn only_what_lies_on_the_cycle_is_cyclic() {
        // 0 → 1 → 2 → 1, 3 → 3, 4 → none
        assert_eq!(cyclic(&[Some(1), Some(2), Some(1), Some(3), None]), [false, true, true, true, false]);
    }
}
