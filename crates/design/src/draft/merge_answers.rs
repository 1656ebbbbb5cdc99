//! Three-way merge of new answers into an edited draft, element by element, by id. An element that a person changed stays as
//! it is.

use frieze_intent::Intent;

/// A design with the differences between two drafts, `before` and `after` the answers.
pub fn merge(design: &Intent, before: &Intent, after: &Intent) -> Intent {
    let text = |design: &String, before: &String, after: &String| {
        if design == before { after.clone() } else { design.clone() }
    };
    let mut merged_design = design.clone();
    merged_design.title = text(&design.title, &before.title, &after.title);
    merged_design.summary = text(&design.summary, &before.summary, &after.summary);
    merged_design.requirements =
        merged(&design.requirements, &before.requirements, &after.requirements, |r| &r.id);
    merged_design.goals = merged(&design.goals, &before.goals, &after.goals, |goal| goal);
    merged_design.user_flows = merged(&design.user_flows, &before.user_flows, &after.user_flows, |f| &f.id);
    merged_design.components = merged(&design.components, &before.components, &after.components, |c| &c.id);
    merged_design.interactions =
        merged(&design.interactions, &before.interactions, &after.interactions, |i| &i.id);
    let entities = [design, before, after].map(|of| of.data_model.entities.as_slice());
    merged_design.data_model.entities = merged(entities[0], entities[1], entities[2], |e| &e.name);
    merged_design.open_questions =
        merged(&design.open_questions, &before.open_questions, &after.open_questions, |question| question);
    merged_design
}

/// The elements of a design with the differences between two drafts, in the design's order; new elements come last.
fn merged<T: Clone + PartialEq>(design: &[T], before: &[T], after: &[T], key: fn(&T) -> &String) -> Vec<T> {
    let index = |of: &'_ [T]| -> std::collections::BTreeMap<String, T> {
        of.iter().map(|element| (key(element).clone(), element.clone())).collect()
    };
    let (old, new) = (index(before), index(after));
    let known = index(design);
    let existing = design.iter().filter_map(|element| match (old.get(key(element)), new.get(key(element))) {
        // Unchanged since the draft.
        (Some(old), new) if old == element => new.cloned(),
        (Some(_) | None, _) => Some(element.clone()),
    });
    let added =
        after.iter().filter(|element| !known.contains_key(key(element)) && !old.contains_key(key(element)));
    existing.chain(added.cloned()).collect()
}
