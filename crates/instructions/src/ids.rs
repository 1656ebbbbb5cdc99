//! Ids of new elements: slugs of their names, unique in the design.

use std::collections::HashSet;

use frieze_intent::{Intent, UserFlow};

/// The longest slug, without the number that makes it unique.
const LONGEST: usize = 60;

/// A slug of a name that is not taken. `kind` is the slug of a name without Latin letters.
pub(crate) fn unique<'t>(name: &str, kind: &str, taken: impl Iterator<Item = &'t str>) -> String {
    let id = slug(name).unwrap_or_else(|| kind.to_owned());
    let taken: HashSet<String> = taken.map(str::to_lowercase).collect();
    if !taken.contains(&id.to_lowercase()) {
        return id;
    }
    // With `n` taken ids, one of the first `n + 1` numbers is free.
    let mut numbered = (2..).map(|number| format!("{id}-{number}"));
    numbered.find(|id| !taken.contains(&id.to_lowercase())).unwrap_or(id)
}

fn slug(name: &str) -> Option<String> {
    let mut slug = String::new();
    for c in name.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= LONGEST {
            break;
        }
    }
    let slug = slug.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).trim_end_matches('-');
    (!slug.is_empty()).then(|| slug.to_owned())
}

/// The next id of a requirement: `R` and the next number.
pub(crate) fn requirement(design: &Intent) -> String {
    let numbers = design.requirements.iter().filter_map(|it| it.id.strip_prefix('R')?.parse::<u32>().ok());
    let next = numbers.max().unwrap_or(0).checked_add(1);
    let taken = || design.requirements.iter().map(|it| it.id.as_str());
    next.map_or_else(|| unique("R", "R", taken()), |next| format!("R{next}"))
}

/// The id of a new step, unique among the steps of all flows, so that it is clear without the flow.
pub(crate) fn step(design: &Intent, action: &str) -> String {
    let steps = design.user_flows.iter().flat_map(UserFlow::all_steps);
    unique(action, "step", steps.map(|step| step.id.as_str()))
}

/// The id of a new part.
pub(crate) fn component(design: &Intent, name: &str) -> String {
    unique(name, "part", design.components.iter().map(|it| it.id.as_str()))
}

/// The id of a new flow.
pub(crate) fn flow(design: &Intent, name: &str) -> String {
    unique(name, "flow", design.user_flows.iter().map(|it| it.id.as_str()))
}

/// The id of a new interaction.
pub(crate) fn interaction(design: &Intent, trigger: &str) -> String {
    unique(trigger, "interaction", design.interactions.iter().map(|it| it.id.as_str()))
}
