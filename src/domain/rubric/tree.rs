//! The component tree: known children, one parent each, no cycles, nothing to be seen outside a view.

use std::collections::HashSet;

use super::ground::{Ground, serves};
use super::tally::Tally;
use crate::domain::intent::{Component, ComponentType, Intent};

const CHECK: &str = "coherence/component-tree";

pub(super) fn judge(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    let components = &intent.components;
    let back = leading_back(components, ground);
    let mut mentioned = vec![false; components.len()];
    for (i, component) in components.iter().enumerate() {
        for (c, child) in component.children.iter().enumerate() {
            let pointer = || format!("/components/{i}/children/{c}");
            let Some(at) = ground.component(child) else {
                tally.fail(CHECK, pointer, || {
                    (
                        format!("\"{}\" contains \"{child}\", which is no component.", component.id),
                        "Name an existing component, or remove it.".to_owned(),
                    )
                });
                continue;
            };
            let again = std::mem::replace(&mut mentioned[at], true);
            if back.contains(&(i, c)) {
                tally.fail(CHECK, pointer, || {
                    (
                        format!("\"{child}\" contains \"{}\" and is contained in it.", component.id),
                        "Remove this child: it leads back.".to_owned(),
                    )
                });
            } else if again && !serves(&components[at]) {
                // What serves others may serve several; what is seen is in one place.
                tally.fail(CHECK, pointer, || {
                    (
                        format!("\"{child}\" is contained twice."),
                        "Contain it once; a second place needs a component of its own.".to_owned(),
                    )
                });
            }
        }
        if component.kind == ComponentType::View
            && component.children.is_empty()
            && component.entities.is_empty()
        {
            tally.fail(
                CHECK,
                || format!("/components/{i}"),
                || {
                    (
                        format!("View \"{}\" has neither parts nor data.", component.id),
                        "List the parts it contains, or the entities it shows.".to_owned(),
                    )
                },
            );
        }
        let seen = component.kind != ComponentType::View && !serves(component);
        if seen && ground.parent[i].is_none() {
            tally.fail(
                CHECK,
                || format!("/components/{i}"),
                || {
                    (
                        format!("\"{}\" is seen by people but is part of no view.", component.id),
                        ground.own_id_first(i, component).unwrap_or_else(|| {
                            "List it under children of the view that it appears in.".to_owned()
                        }),
                    )
                },
            );
        }
    }
}

/// The mentions (component, position among its children) that close a cycle. Walks every mention once, from
/// roots first, so that of a cycle the mention farthest from a root is named.
fn leading_back(components: &[Component], ground: &Ground) -> HashSet<(usize, usize)> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut back = HashSet::new();
    let mut mark = vec![NEW; components.len()];
    let roots = (0..components.len()).filter(|at| ground.parent[*at].is_none());
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in roots.chain(0..components.len()) {
        if mark[start] != NEW {
            continue;
        }
        mark[start] = OPEN;
        path.push((start, 0));
        while let Some((at, next)) = path.last_mut() {
            let Some(child) = components[*at].children.get(*next) else {
                mark[*at] = DONE;
                path.pop();
                continue;
            };
            let mention = (*at, *next);
            *next += 1;
            match ground.component(child) {
                Some(down) if mark[down] == OPEN => {
                    back.insert(mention);
                }
                Some(down) if mark[down] == NEW => {
                    mark[down] = OPEN;
                    path.push((down, 0));
                }
                Some(_) | None => {}
            }
        }
    }
    back
}
