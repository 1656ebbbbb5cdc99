//! The component tree: known children, one parent each, no cycles, no visible component outside a view.

use std::collections::HashSet;

use super::above::may_be_at_several;
use super::above::serves;
use super::ground::Ground;
use super::tally::Tally;
use crate::checks::called;
use crate::checks::called::label;
use frieze_intent::{Component, ComponentType, Intent};

const CHECK: &str = "coherence/component-tree";

pub(super) fn judge(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    let components = &intent.components;
    let back = leading_back(components, ground);
    let mut mentioned = vec![false; components.len()];
    for (i, component) in components.iter().enumerate() {
        for (c, child) in component.children.iter().enumerate() {
            let pointer = || format!("/components/{i}/children/{c}");
            let Some(at) = ground.component(child) else {
                tally.fail(CHECK, || {
                    let name = called::component(intent, i);
                    let message = format!("{name} contains \"{child}\", which is not a component.");
                    (pointer(), message, "Use an existing component, or remove it.")
                });
                continue;
            };
            let again = std::mem::replace(&mut mentioned[at], true);
            if back.contains(&(i, c)) {
                tally.fail(CHECK, || {
                    let [one, other] = [at, i].map(|at| called::component(intent, at));
                    let message = format!("{one} and {other} contain each other.");
                    (pointer(), message, "Remove this child: it closes a cycle.")
                });
            } else if again && !may_be_at_several(&components[at]) {
                // A part that serves others may have several parents; a visible one has one place.
                tally.fail(CHECK, || {
                    let message = format!("{} is listed as a child twice.", called::component(intent, at));
                    let suggestion =
                        "Set \"shared\" to true if it is one part of several places; else list it once.";
                    (pointer(), message, suggestion)
                });
            }
        }
        let has_parts = || component.children.iter().any(|child| ground.is_used(child));
        if component.kind == ComponentType::View && !has_parts() {
            tally.fail("completeness/bare-view", || {
                let name = label(&component.name, &component.id);
                let (message, suggestion) = match component.children.is_empty() {
                    true => (
                        format!("View \"{name}\" has no parts."),
                        "List the parts that it contains as children.",
                    ),
                    false => (
                        format!("No flow or interaction uses a part of view \"{name}\"."),
                        "Let a step or an interaction take place at one of its parts.",
                    ),
                };
                (format!("/components/{i}"), message, suggestion)
            });
        }
        let seen = component.kind != ComponentType::View && !serves(component);
        if seen && ground.places.parents[i].is_empty() {
            tally.fail(CHECK, || {
                let name = called::component(intent, i);
                let message = format!("{name} is visible but is not part of a view.");
                let suggestion = ground
                    .own_id_first(i, component)
                    .unwrap_or_else(|| "Add it to the children of the view that shows it.".to_owned());
                (format!("/components/{i}"), message, suggestion)
            });
        }
    }
}

/// The mentions (component, position among its children) that close a cycle. Walks every mention once, from roots
/// first, so that the mention of a cycle that is farthest from a root is reported.
fn leading_back(components: &[Component], ground: &Ground) -> HashSet<(usize, usize)> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut back = HashSet::new();
    let mut mark = vec![NEW; components.len()];
    let roots = (0..components.len()).filter(|at| ground.places.parents[*at].is_empty());
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
