//! Describing: what an element is, what happens in a case, and what is true of it.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]
#![expect(clippy::needless_pass_by_value, reason = "an element is named once and then spent")]

use super::super::edge;
use super::super::model::sentence;
use super::super::naming::SENTENCE;
use super::super::phrase::{capital, short, small};
use super::super::words::{content, overlap, stems};
use super::apply::{Outcome, fresh_step_id, gone, meant};
use super::element::{Element, every_step, find, named};
use crate::domain::brief::Brief;
use crate::domain::intent::{Alternative, Intent, Step};

pub(super) fn describe(
    intent: &mut Intent,
    brief: Option<&Brief>,
    what: &str,
    said: Option<&str>,
    target: Option<Element>,
) -> Outcome {
    let element = meant(intent, what, target)?.swap_remove(0);
    let name = named(intent, &element);
    let from_brief = || {
        let wanted = content(&name);
        let texts = brief.into_iter().flat_map(|brief| {
            let statements = brief.statements.iter().map(|s| s.text.as_str());
            statements.chain(brief.summary.iter().map(|s| s.text.as_str()))
        });
        let best = texts.map(|t| (overlap(&wanted, &content(t)), t)).max_by_key(|(n, _)| *n);
        best.filter(|(n, _)| *n > 0).map(|(_, t)| short(t, 300))
    };
    let Some(told) = said.map(str::to_owned).or_else(from_brief) else {
        if brief.is_none() {
            return Ok((
                vec![element],
                format!("“{name}” is described in the brief's words, if it has any."),
            ));
        }
        return Err(format!("The brief says nothing of “{name}”: say it, as in “describe {name} as …”."));
    };
    written(intent, &element, &told, said.is_some())
}

/// A description for an element: in the place of what it had where a person says it, else added.
pub(super) fn written(intent: &mut Intent, element: &Element, told: &str, said: bool) -> Outcome {
    let name = named(intent, element);
    let told = sentence(told);
    match element {
        Element::Component(id) => {
            let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
            c.description = if said || c.description.contains(&told) {
                told
            } else {
                format!("{} {told}", c.description).trim().to_owned()
            };
        }
        Element::Entity(name) => {
            let e = intent.data_model.entities.iter_mut().find(|e| e.name == *name).ok_or_else(gone)?;
            e.description = told;
        }
        Element::Attribute(entity, name) => {
            let e = intent.data_model.entities.iter_mut().find(|e| e.name == *entity).ok_or_else(gone)?;
            e.attributes
                .iter_mut()
                .filter(|a| a.name == *name)
                .for_each(|a| a.description = Some(told.clone()));
        }
        Element::Flow(id) => {
            let f = intent.user_flows.iter_mut().find(|f| f.id == *id).ok_or_else(gone)?;
            f.goal = Some(told);
        }
        Element::Summary | Element::Title => intent.summary = told,
        Element::Step(id) => {
            for step in intent.user_flows.iter_mut().flat_map(|f| f.steps.iter_mut()).filter(|s| s.id == *id)
            {
                step.outcome = Some(told.clone());
            }
        }
        Element::Interaction(_) | Element::Goal(_) | Element::Question(_) | Element::Requirement(_) => {
            return Err(format!("{name} has no description to change."));
        }
    }
    Ok((vec![element.clone()], format!("Described “{name}”.")))
}

pub(super) fn happens(
    intent: &mut Intent,
    brief: Option<&Brief>,
    case: &str,
    answer: Option<&str>,
    of: Option<&str>,
    target: Option<Element>,
) -> Outcome {
    let wanted = content(case);
    let of_flow = |intent: &Intent| -> Option<usize> {
        let element = target.clone().or_else(|| of.and_then(|o| find(intent, o).into_iter().next()))?;
        let at =
            |pred: &dyn Fn(&crate::domain::intent::UserFlow) -> bool| intent.user_flows.iter().position(pred);
        match element {
            Element::Flow(id) => at(&|f| f.id == id),
            Element::Step(id) => at(&|f| every_step(f).any(|s| s.id == id)),
            Element::Component(id) => at(&|f| every_step(f).any(|s| s.component == id)),
            Element::Entity(name) => at(&|f| every_step(f).any(|s| s.entities.contains(&name))),
            _ => None,
        }
    };
    let by_words = |intent: &Intent| {
        let told = |f: &crate::domain::intent::UserFlow| {
            let text: Vec<&str> = f
                .steps
                .iter()
                .flat_map(|s| [Some(s.action.as_str()), s.outcome.as_deref()])
                .flatten()
                .chain([f.name.as_str()])
                .collect();
            overlap(&wanted, &stems(&text.join(" ")))
        };
        let best = intent
            .user_flows
            .iter()
            .map(told)
            .enumerate()
            .max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
        (best.1 > 0).then_some(best.0)
    };
    let f = of_flow(intent)
        .or_else(|| by_words(intent))
        .ok_or_else(|| format!("No flow speaks of “{case}”: name the flow, as in “… in the flow X”."))?;
    let flow = &mut intent.user_flows[f];
    let told: Vec<Vec<String>> = flow.steps.iter().map(|s| content(&s.action)).collect();
    let at = super::super::flow::nearest(&told, case, flow.steps.len());
    let Some(from) = flow.steps.get(at).cloned() else {
        return Err("That flow has no step from which it could leave.".to_owned());
    };
    let known = brief
        .into_iter()
        .flat_map(|brief| &brief.edge_cases)
        .map(|e| edge::edge(&e.text))
        .find(|e| overlap(&wanted, &content(&e.condition)) * 2 > wanted.len());
    let in_brief = known.and_then(|e| e.answer);
    let open = answer.is_none() && in_brief.is_none();
    let condition = capital(&short(case, SENTENCE));
    let action = answer
        .map(str::to_owned)
        .or(in_brief)
        .unwrap_or_else(|| format!("The system says that {}", small(&condition)));
    let id = fresh_step_id(flow);
    let step = Step {
        id: id.clone(),
        action: capital(&short(&action, SENTENCE)),
        component: from.component,
        entities: from.entities,
        outcome: None,
    };
    flow.alternatives.push(Alternative { at: from.id, condition: condition.clone(), steps: vec![step] });
    let name = flow.name.clone();
    if open {
        intent.open_questions.push(format!(
            "What happens in “{name}” when {}? The brief does not say; a plain message stands in.",
            small(&condition)
        ));
    }
    Ok((vec![Element::Step(id)], format!("“{name}” now says what happens when {}.", small(&condition))))
}

/// What a part says in one of its states: in the place of what it said there.
pub(super) fn state(
    intent: &mut Intent,
    state: &str,
    of: &str,
    says: &str,
    target: Option<Element>,
) -> Outcome {
    let found = meant(intent, of, target)?;
    let id = found.iter().find_map(|e| if let Element::Component(id) = e { Some(id) } else { None });
    let id = id.ok_or_else(|| format!("“{of}” is no screen and no part of one."))?;
    let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
    let new = format!("{state}: {says}");
    let is_it = |s: &String| {
        s.to_lowercase().strip_prefix(state).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    match c.states.iter_mut().find(|s| is_it(s)) {
        Some(old) => *old = new,
        None => c.states.push(new),
    }
    Ok((vec![Element::Component(id.clone())], format!("“{}” now says so in its {state} state.", c.name)))
}

/// What should be so of a part is said in its description.
pub(super) fn says(intent: &mut Intent, what: &str, told: &str, target: Option<Element>) -> Outcome {
    let element = meant(intent, what, target)?.swap_remove(0);
    let told = sentence(told);
    match &element {
        Element::Component(id) => {
            let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
            c.description = format!("{} {told}", c.description).trim().to_owned();
        }
        Element::Entity(name) => {
            let e = intent.data_model.entities.iter_mut().find(|e| e.name == *name).ok_or_else(gone)?;
            e.description = format!("{} {told}", e.description).trim().to_owned();
        }
        Element::Flow(id) => {
            let f = intent.user_flows.iter_mut().find(|f| f.id == *id).ok_or_else(gone)?;
            let id = fresh_step_id(f);
            let last = f.steps.last().cloned().ok_or_else(gone)?;
            f.steps.push(Step { id, action: told.trim_end_matches('.').to_owned(), outcome: None, ..last });
        }
        _ => {
            return Err(format!(
                "It is not clear where to say this: name the part, as in “describe {what} as …”."
            ));
        }
    }
    let name = named(intent, &element);
    Ok((vec![element], format!("Said it of “{name}”.")))
}
