//! The parts of a design that a person ought to have seen before approving it: every requirement, goal, flow,
//! component, entity, interaction and open question, each by its JSON pointer.

use crate::domain::intent::Intent;

/// The pointers of all parts, in the order of the document.
pub fn of(intent: &Intent) -> Vec<String> {
    let sections = [
        ("/requirements", intent.requirements.len()),
        ("/goals", intent.goals.len()),
        ("/userFlows", intent.user_flows.len()),
        ("/components", intent.components.len()),
        ("/dataModel/entities", intent.data_model.entities.len()),
        ("/interactions", intent.interactions.len()),
        ("/openQuestions", intent.open_questions.len()),
    ];
    sections.iter().flat_map(|(section, count)| (0..*count).map(move |i| format!("{section}/{i}"))).collect()
}

/// The part that a pointer leads into: `/userFlows/2/steps/0` is of `/userFlows/2`. `None` for what stands
/// outside all parts, as the title does.
pub fn holding(pointer: &str) -> Option<&str> {
    let depth = if pointer.starts_with("/dataModel/") { 3 } else { 2 };
    let mut ends = pointer.match_indices('/').map(|(at, _)| at).skip(depth);
    let whole = pointer.matches('/').count() >= depth;
    whole.then(|| ends.next().map_or(pointer, |end| pointer.get(..end).unwrap_or(pointer)))
}

/// What kind of part a pointer leads into.
pub fn kind(pointer: &str) -> Option<&'static str> {
    let (section, _) = holding(pointer)?.rsplit_once('/')?;
    Some(match section {
        "/requirements" => "requirement",
        "/goals" => "goal",
        "/userFlows" => "flow",
        "/components" => "component",
        "/dataModel/entities" => "entity",
        "/interactions" => "interaction",
        "/openQuestions" => "open question",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_of_the_part_that_it_leads_into() {
        let check = |pointer: &str, part: Option<&str>| assert_eq!(holding(pointer), part, "{pointer}");
        check("/userFlows/2/steps/0/action", Some("/userFlows/2"));
        check("/components/11", Some("/components/11"));
        check("/dataModel/entities/3/attributes/0", Some("/dataModel/entities/3"));
        check("/dataModel/entities", None);
        check("/title", None);
        check("", None);
    }
}
