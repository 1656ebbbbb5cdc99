//! The text at a JSON pointer, for changing it where it stands.

use crate::domain::intent::{Intent, Step};

/// The text of ours at a pointer; requirements are the brief's and have none.
pub(super) fn text_at<'i>(intent: &'i mut Intent, pointer: &str) -> Option<&'i mut String> {
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let number = |n: usize| parts.get(n).and_then(|p| p.parse::<usize>().ok());
    let at = |n: usize| parts.get(n).copied().unwrap_or_default();
    match at(0) {
        "title" => Some(&mut intent.title),
        "summary" => Some(&mut intent.summary),
        "goals" => intent.goals.get_mut(number(1)?),
        "openQuestions" => intent.open_questions.get_mut(number(1)?),
        "userFlows" => {
            let flow = intent.user_flows.get_mut(number(1)?)?;
            match at(2) {
                "name" => Some(&mut flow.name),
                "actor" => Some(&mut flow.actor),
                "goal" => flow.goal.as_mut(),
                "steps" => step_text(flow.steps.get_mut(number(3)?)?, at(4)),
                "alternatives" => {
                    let alternative = flow.alternatives.get_mut(number(3)?)?;
                    match at(4) {
                        "condition" => Some(&mut alternative.condition),
                        "steps" => step_text(alternative.steps.get_mut(number(5)?)?, at(6)),
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        "components" => {
            let component = intent.components.get_mut(number(1)?)?;
            match at(2) {
                "name" => Some(&mut component.name),
                "description" => Some(&mut component.description),
                "states" => component.states.get_mut(number(3)?),
                _ => None,
            }
        }
        "dataModel" => {
            let entity = intent.data_model.entities.get_mut(number(2)?)?;
            match at(3) {
                "name" => Some(&mut entity.name),
                "description" => Some(&mut entity.description),
                "attributes" => {
                    let attribute = entity.attributes.get_mut(number(4)?)?;
                    match at(5) {
                        "name" => Some(&mut attribute.name),
                        "description" => attribute.description.as_mut(),
                        _ => None,
                    }
                }
                "relationships" => entity.relationships.get_mut(number(4)?)?.description.as_mut(),
                _ => None,
            }
        }
        "interactions" => {
            let interaction = intent.interactions.get_mut(number(1)?)?;
            match at(2) {
                "trigger" => Some(&mut interaction.trigger),
                "response" => Some(&mut interaction.response),
                "feedback" => interaction.feedback.as_mut(),
                _ => None,
            }
        }
        _ => None,
    }
}

fn step_text<'i>(step: &'i mut Step, key: &str) -> Option<&'i mut String> {
    match key {
        "outcome" => step.outcome.as_mut(),
        "action" => Some(&mut step.action),
        _ => None,
    }
}

/// The step at a pointer that leads to it or into it.
pub(super) fn step_at<'i>(intent: &'i mut Intent, pointer: &str) -> Option<&'i mut Step> {
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let number = |n: usize| parts.get(n).and_then(|p| p.parse::<usize>().ok());
    let flow = intent.user_flows.get_mut(number(1)?)?;
    match (parts.first().copied(), parts.get(2).copied(), parts.get(4).copied()) {
        (Some("userFlows"), Some("steps"), _) => flow.steps.get_mut(number(3)?),
        (Some("userFlows"), Some("alternatives"), Some("steps")) => {
            flow.alternatives.get_mut(number(3)?)?.steps.get_mut(number(5)?)
        }
        _ => None,
    }
}

/// The number at a place of a pointer, `/userFlows/3` → 3 at 1.
pub(super) fn number(pointer: &str, place: usize) -> Option<usize> {
    pointer.split('/').nth(place + 1).and_then(|p| p.parse().ok())
}
