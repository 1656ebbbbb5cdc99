//! `add`: adds an element with the name and place of the instruction.

use frieze_intent::{
    Alternative, Attribute, Component, ComponentType, Entity, Intent, Interaction, Step, UserFlow,
};

use super::{
    Effect, Instruction, Outcome, component, component_id, component_type, entity, flow, lost, steps,
};
use crate::element::{At, Key, Kind, alternative_name, short, state_name};
use crate::grammar;
use crate::ids;
use crate::names::{Scope, fold};
use crate::phrase::{Clauses, Phrase};

/// Kinds of element that contain steps.
const FLOWS: &[Kind] = &[Kind::Flow, Kind::Alternative];

pub(super) fn add(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    let (word, rest) = it.phrase.bare().first().ok_or_else(|| it.hint())?;
    let (kind, component) =
        grammar::kind(word).ok_or_else(|| format!("“{word}” cannot be added. {}", it.hint()))?;
    match kind {
        Kind::Component => part(scope, it, next, rest, component),
        Kind::Flow => new_flow(it, next, rest),
        Kind::Step => step(scope, it, next, rest),
        Kind::Alternative => alternative(scope, it, next, rest),
        Kind::Attribute => field(scope, it, next, rest),
        Kind::Entity => {
            let (name, description) = (it.name(rest)?, it.text().unwrap_or_default());
            let key = Key::new(Kind::Entity, "", &name);
            let what = format!("Added the entity “{}”.", short(&name));
            let (attributes, relationships) = (Vec::new(), Vec::new());
            next.data_model.entities.push(Entity { name, description, attributes, relationships });
            Ok(Effect::changed(what, Some(key)))
        }
        Kind::State => state(scope, it, next, rest),
        Kind::Goal | Kind::Question => {
            let text = it.value(Some(rest))?;
            let list = if kind == Kind::Goal { &mut next.goals } else { &mut next.open_questions };
            let what = format!("Added the {} “{}”.", kind.name(), short(&text));
            let key = Key::new(kind, "", &text);
            list.push(text);
            Ok(Effect::changed(what, Some(key)))
        }
        Kind::Interaction => interaction(scope, it, next, rest),
        Kind::Requirement => Err("Use: require TEXT.".to_owned()),
        Kind::Relationship => Err(grammar::hint("relate")),
        Kind::Title | Kind::Summary => Err(it.hint()),
    }
}

fn part(
    scope: &Scope<'_>,
    it: &Instruction<'_>,
    next: &mut Intent,
    rest: Phrase<'_>,
    kind: Option<ComponentType>,
) -> Outcome {
    let clauses = rest.clauses(&["to", "as"])?;
    let name = it.name(clauses.head)?;
    let kind = match (kind, clauses.get("as")) {
        (Some(kind), None) => kind,
        (None, Some(word)) => component_type(word.bare().raw())?,
        (Some(_), Some(_)) => return Err(format!("The type of “{}” is given twice.", short(&name))),
        (None, None) => {
            return Err(
                "Give the type of the part: … as screen, container, control, data or utility.".to_owned()
            );
        }
    };
    let parent = match clauses.get("to") {
        Some(parent) => Some(scope.find(parent, &[Kind::Component])?),
        None => it.subject.filter(|at| at.kind() == Kind::Component),
    };
    let id = ids::component(next, &name);
    let mut what = format!("Added the {} “{}”", word(kind), short(&name));
    if let Some(At::Component(at)) = parent {
        let parent = component(next, at)?;
        parent.children.push(id.clone());
        what.push_str(&format!(" to “{}”", short(&parent.name)));
    }
    let key = Key::new(Kind::Component, "", &id);
    next.components.push(Component {
        id,
        kind,
        name,
        description: it.text().unwrap_or_default(),
        children: Vec::new(),
        entities: Vec::new(),
        states: Vec::new(),
        satisfies: Vec::new(),
        widget: None,
        shared: false,
    });
    Ok(Effect::changed(format!("{what}."), Some(key)))
}

/// The word for a type of component in a sentence.
const fn word(kind: ComponentType) -> &'static str {
    match kind {
        ComponentType::View => "screen",
        ComponentType::Container => "container",
        ComponentType::Control => "control",
        ComponentType::Data => "data part",
        ComponentType::Utility => "utility",
    }
}

fn new_flow(it: &Instruction<'_>, next: &mut Intent, rest: Phrase<'_>) -> Outcome {
    let clauses = rest.clauses(&["for"])?;
    let name = it.name(clauses.head)?;
    let actor = clauses.get("for").map(|actor| actor.bare().text());
    let actor = actor.ok_or_else(|| format!("Give its actor: add flow “{}” for ACTOR.", short(&name)))?;
    let id = ids::flow(next, &name);
    let key = Key::new(Kind::Flow, "", &id);
    let what = format!("Added the flow “{}” for “{}”, without steps.", short(&name), short(&actor));
    let (steps, alternatives, satisfies) = (Vec::new(), Vec::new(), Vec::new());
    next.user_flows.push(UserFlow { id, name, actor, goal: it.text(), steps, alternatives, satisfies });
    Ok(Effect::changed(what, Some(key)))
}

fn step(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent, rest: Phrase<'_>) -> Outcome {
    let clauses = rest.clauses(&["to", "on", "after", "before"])?;
    let action = it.words(clauses.head)?;
    let place = clauses.get("to").map(|place| scope.find(place, FLOWS)).transpose()?;
    let place = place.or(it.subject.filter(|at| FLOWS.contains(&at.kind())));
    let neighbour = neighbour(scope, &clauses, place)?;
    let place = match (place, neighbour) {
        (Some(place), _) => place,
        (None, Some((At::Step(flow, None, _), _))) => At::Flow(flow),
        (None, Some((At::Step(flow, Some(alternative), _), _))) => At::Alternative(flow, alternative),
        _ => return Err("Give the flow of the step: … to FLOW.".to_owned()),
    };
    let on = clauses.get("on").ok_or("Give the part on which the step takes place: … on PART.")?;
    let component = component_id(next, scope.find(on, &[Kind::Component])?)?;
    let (flow_at, alternative) = if let At::Alternative(flow, alternative) = place {
        (flow, Some(alternative))
    } else {
        let At::Flow(flow) = place else { return Err(lost()) };
        (flow, None)
    };
    let id = ids::step(next, &action);
    let owner = flow(next, flow_at)?.id.clone();
    let list = steps(next, flow_at, alternative)?;
    if list.iter().any(|step| fold(&step.action) == fold(&action)) {
        return Err(format!("Nothing changes: there is already a step “{}”.", short(&action)));
    }
    let at = match neighbour {
        None => list.len(),
        Some((At::Step(flow, own, step), offset)) if (flow, own) == (flow_at, alternative) => step + offset,
        Some(_) => return Err("The step after “after” or “before” is in another flow.".to_owned()),
    };
    let what = format!("Added the step “{}”.", short(&action));
    let new = Step { id: id.clone(), action, component, entities: Vec::new(), outcome: it.text() };
    list.insert(at.min(list.len()), new);
    Ok(Effect::changed(what, Some(Key::new(Kind::Step, &owner, &id))))
}

/// The neighbour of a step, in `flow` if it is given, and the offset from the neighbour.
pub(super) fn neighbour(
    scope: &Scope<'_>,
    clauses: &Clauses<'_>,
    flow: Option<At>,
) -> Result<Option<(At, usize)>, String> {
    let (step, offset) = match (clauses.get("after"), clauses.get("before")) {
        (Some(_), Some(_)) => return Err("“after” and “before” exclude each other.".to_owned()),
        (Some(step), None) => (step, 1),
        (None, Some(step)) => (step, 0),
        (None, None) => return Ok(None),
    };
    // Several flows have a step `S1`: the flow decides.
    let step = match flow {
        Some(flow) => scope.child(step, flow, &[Kind::Step])?,
        None => scope.find(step, &[Kind::Step])?,
    };
    Ok(Some((step, offset)))
}

fn alternative(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent, rest: Phrase<'_>) -> Outcome {
    let clauses = rest.clauses(&["to", "at", "on"])?;
    let condition = it.words(clauses.head)?;
    let place = clauses.get("to").map(|place| scope.find(place, &[Kind::Flow])).transpose()?;
    let place = place.or(it.subject.filter(|at| at.kind() == Kind::Flow));
    let step = match (clauses.get("at"), place) {
        (Some(step), Some(flow)) => scope.child(step, flow, &[Kind::Step])?,
        (step, _) => {
            let nothing = Phrase { tokens: &[], ..rest };
            scope.find_or(step.unwrap_or(nothing), it.subject, &[Kind::Step])?
        }
    };
    let At::Step(flow_at, None, step) = step else {
        return Err("An alternative begins at a step of the flow itself.".to_owned());
    };
    let action = it.text().ok_or("Give what happens then: … : ACTION.")?;
    let at = flow(next, flow_at)?.steps.get(step).cloned().ok_or_else(lost)?;
    let component = match clauses.get("on") {
        Some(part) => component_id(next, scope.find(part, &[Kind::Component])?)?,
        None => at.component,
    };
    let id = ids::step(next, &action);
    let flow = flow(next, flow_at)?;
    if flow.alternatives.iter().any(|it| it.at == at.id && fold(&it.condition) == fold(&condition)) {
        return Err(format!("Nothing changes: there is already an alternative “{}”.", short(&condition)));
    }
    let key = Key::new(Kind::Alternative, &flow.id, &alternative_name(&at.id, &condition));
    let what = format!("Added the alternative “{}” to “{}”.", short(&condition), short(&flow.name));
    let steps = vec![Step { id, action, component, entities: Vec::new(), outcome: None }];
    flow.alternatives.push(Alternative { at: at.id, condition, steps });
    Ok(Effect::changed(what, Some(key)))
}

fn field(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent, rest: Phrase<'_>) -> Outcome {
    let clauses = rest.clauses(&["to", "as"])?;
    let name = it.name(clauses.head)?;
    let place = clauses.get_or_none("to");
    let At::Entity(at) = scope.find_or(place, it.subject, &[Kind::Entity])? else { return Err(lost()) };
    let missing =
        || format!("Give the type of the field: add field “{}” … as text, number, date ….", short(&name));
    let kind = clauses.get("as").ok_or_else(missing)?;
    let (kind, required) = match kind.last() {
        Some((word, before)) if word.eq_ignore_ascii_case("required") => (before, true),
        Some((word, before)) if word.eq_ignore_ascii_case("optional") => (before, false),
        _ => (kind, false),
    };
    let kind = kind.bare().text();
    if kind.is_empty() {
        return Err(missing());
    }
    let owner = entity(next, at)?;
    let what = format!("Added the field “{}” to “{}” as {kind}.", short(&name), short(&owner.name));
    let key = Key::new(Kind::Attribute, &owner.name, &name);
    owner.attributes.push(Attribute { name, kind, required, description: it.text() });
    Ok(Effect::changed(what, Some(key)))
}

fn state(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent, rest: Phrase<'_>) -> Outcome {
    let clauses = rest.clauses(&["to"])?;
    let name = it.name(clauses.head)?;
    let place = clauses.get_or_none("to");
    let At::Component(at) = scope.find_or(place, it.subject, &[Kind::Component])? else { return Err(lost()) };
    let part = component(next, at)?;
    if part.states.iter().any(|state| fold(state_name(state)) == fold(&name)) {
        return Err(format!(
            "There is a state “{}” already: use set state {name} of PART to TEXT.",
            short(&name)
        ));
    }
    let key = Key::new(Kind::State, &part.id, state_name(&name));
    let what = format!("Added the state “{}” to “{}”.", short(&name), short(&part.name));
    part.states.push(it.text().map_or_else(|| name.clone(), |text| format!("{name}: {text}")));
    Ok(Effect::changed(what, Some(key)))
}

fn interaction(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent, rest: Phrase<'_>) -> Outcome {
    let clauses = rest.clauses(&["on"])?;
    let trigger = it.words(clauses.head)?;
    let place = clauses.get_or_none("on");
    let component = component_id(next, scope.find_or(place, it.subject, &[Kind::Component])?)?;
    let response = it.text().ok_or("Give the response of the part: … : RESPONSE.")?;
    let is_same =
        |known: &Interaction| known.component == component && fold(&known.trigger) == fold(&trigger);
    if next.interactions.iter().any(is_same) {
        return Err(format!("Nothing changes: there is already an interaction “{}”.", short(&trigger)));
    }
    let id = ids::interaction(next, &trigger);
    let key = Key::new(Kind::Interaction, "", &id);
    let what = format!("Added the interaction “{}”.", short(&trigger));
    next.interactions.push(Interaction {
        id,
        trigger,
        component,
        response,
        feedback: None,
        satisfies: Vec::new(),
    });
    Ok(Effect::changed(what, Some(key)))
}
