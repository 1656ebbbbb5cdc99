//! What a draft gains by new answers, taken up into a design that was changed since it was drafted: element by element, by
//! their ids. An element that a person changed stays as it is.

use crate::domain::intent::Intent;

/// A design with the differences between two drafts.
pub fn taken_up(design: &Intent, before: &Intent, after: &Intent) -> Intent {
    let text = |design: &String, before: &String, after: &String| {
        if design == before { after.clone() } else { design.clone() }
    };
    let mut taken = design.clone();
    taken.title = text(&design.title, &before.title, &after.title);
    taken.summary = text(&design.summary, &before.summary, &after.summary);
    taken.requirements = merged(&design.requirements, &before.requirements, &after.requirements, |r| &r.id);
    taken.goals = merged(&design.goals, &before.goals, &after.goals, |goal| goal);
    taken.user_flows = merged(&design.user_flows, &before.user_flows, &after.user_flows, |f| &f.id);
    taken.components = merged(&design.components, &before.components, &after.components, |c| &c.id);
    taken.interactions = merged(&design.interactions, &before.interactions, &after.interactions, |i| &i.id);
    let entities = [design, before, after].map(|of| of.data_model.entities.as_slice());
    taken.data_model.entities = merged(entities[0], entities[1], entities[2], |e| &e.name);
    taken.open_questions =
        merged(&design.open_questions, &before.open_questions, &after.open_questions, |question| question);
    taken
}

/// The elements of a design with what differs between two others, in the design's order, and then what is new.
fn merged<T: Clone + PartialEq>(design: &[T], before: &[T], after: &[T], key: fn(&T) -> &String) -> Vec<T> {
    let index = |of: &'_ [T]| -> std::collections::BTreeMap<String, T> {
        of.iter().map(|element| (key(element).clone(), element.clone())).collect()
    };
    let (old, new) = (index(before), index(after));
    let known = index(design);
    let kept = design.iter().filter_map(|element| match (old.get(key(element)), new.get(key(element))) {
        // As it was drafted: it goes with the draft.
        (Some(old), new) if old == element => new.cloned(),
        (Some(_) | None, _) => Some(element.clone()),
    });
    let added =
        after.iter().filter(|element| !known.contains_key(key(element)) && !old.contains_key(key(element)));
    kept.chain(added.cloned()).collect()
}
