//! A person's instructions, applied everywhere they reach. Each returns the elements that it changed and a
//! sentence, or the reason why it could not be done.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]
#![expect(clippy::needless_pass_by_value, reason = "an element is named once and then spent")]

use std::collections::BTreeSet;

use super::super::edge;
use super::super::model::sentence;
use super::super::naming::{SENTENCE, clipped};
use super::super::phrase::{capital, short, small};
use super::super::repair::take_out_components;
use super::super::words::{content, overlap, stems};
use super::element::{self, Element, every_step, find, named, plain};
use super::entity::{rename_entity, take_out_entities};
use super::instruction::{Ask, Place};
use super::{add, reshape, text};
use crate::domain::brief::Brief;
use crate::domain::intent::{Alternative, Intent, Step};

/// The changed elements and what was done, or why nothing was.
pub(super) type Outcome = Result<(Vec<Element>, String), String>;

pub(super) fn apply(
    intent: &mut Intent,
    brief: &Brief,
    ask: &Ask,
    target: Option<Element>,
    words: &str,
) -> Outcome {
    match ask {
        Ask::Rename { from, to } => rename(intent, from, to, target),
        Ask::Remove { what, of } => remove(intent, what, of.as_deref(), target),
        Ask::Add { what, to } => add::add(intent, what, to.as_deref(), target, words),
        Ask::Split { what, parts } => reshape::split(intent, what, parts, target),
        Ask::Merge { what, into } => reshape::merge(intent, what, into.as_deref()),
        Ask::Happens { case, answer, of } => {
            happens(intent, brief, case, answer.as_deref(), of.as_deref(), target)
        }
        Ask::Describe { what, text } => describe(intent, brief, what, text.as_deref(), target),
        Ask::RequireBefore { what, before } => add::require_before(intent, what, before),
        Ask::Required { what, of, required } => {
            required_field(intent, what, of.as_deref(), *required, target)
        }
        Ask::Change { what, to } => change(intent, what, to, target),
        Ask::Move { what, to, place } => match place {
            Place::Under => reshape::move_under(intent, what, to, target),
            Place::Before | Place::After => reshape::move_step(intent, what, to, *place, target),
        },
        Ask::Says { what, sentence } => says(intent, what, sentence, target),
    }
}

/// The elements that a name or the pointer means.
pub(super) fn meant(intent: &Intent, said: &str, target: Option<Element>) -> Result<Vec<Element>, String> {
    let this = ["this", "it", "that", "here"].contains(&said.to_lowercase().as_str());
    match target {
        Some(element) if this || find(intent, said).is_empty() => return Ok(vec![element]),
        _ => {}
    }
    let found = find(intent, said);
    if found.is_empty() { Err(format!("Nothing in this design is called “{said}”.")) } else { Ok(found) }
}

fn rename(intent: &mut Intent, from: &str, to: &str, target: Option<Element>) -> Outcome {
    let actors: BTreeSet<String> =
        intent.user_flows.iter().map(|f| f.actor.clone()).filter(|a| a.eq_ignore_ascii_case(from)).collect();
    let found = match meant(intent, from, target) {
        Ok(found) => found,
        Err(why) => {
            let mut count = 0_usize;
            text::each(intent, &mut |t| count += usize::from(text::replace(t, from, to)));
            return if count > 0 || !actors.is_empty() {
                Ok((Vec::new(), format!("Put “{to}” in the place of “{from}” in {count} texts.")))
            } else {
                Err(why)
            };
        }
    };
    let mut changed = Vec::new();
    let mut olds: BTreeSet<String> = BTreeSet::new();
    for element in found {
        match &element {
            Element::Component(id) => {
                let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
                olds.insert(std::mem::replace(&mut c.name, capital(to)));
                changed.push(element);
            }
            Element::Flow(id) => {
                let f = intent.user_flows.iter_mut().find(|f| f.id == *id).ok_or_else(gone)?;
                olds.insert(std::mem::replace(&mut f.name, capital(to)));
                changed.push(element);
            }
            Element::Entity(name) => {
                if intent
                    .data_model
                    .entities
                    .iter()
                    .any(|e| e.name.eq_ignore_ascii_case(to) && e.name != *name)
                {
                    return Err(format!("There is a “{to}” already: say merge if the two are the same."));
                }
                rename_entity(intent, name, to);
                olds.insert(name.clone());
                changed.push(Element::Entity(to.to_owned()));
            }
            Element::Attribute(entity, name) => {
                let e = intent.data_model.entities.iter_mut().find(|e| e.name == *entity).ok_or_else(gone)?;
                for a in e.attributes.iter_mut().filter(|a| a.name == *name) {
                    to.clone_into(&mut a.name);
                }
                changed.push(Element::Attribute(entity.clone(), to.to_owned()));
            }
            Element::Title => {
                to.clone_into(&mut intent.title);
                changed.push(element);
            }
            other => {
                return Err(format!(
                    "{} has no name to change: say what its text shall be.",
                    named(intent, other)
                ));
            }
        }
    }
    for old in olds {
        // A name of one letter or a word that is everywhere would change sentences that mean something else.
        if old.chars().count() > 2 {
            text::each(intent, &mut |t| {
                text::replace(t, &old, to);
            });
        }
        let spoken = super::super::phrase::label(&old);
        if spoken != old && spoken.chars().count() > 2 {
            text::each(intent, &mut |t| {
                text::replace(t, &spoken, to);
            });
        }
    }
    if from.to_lowercase() != "this"
        && plain(from).chars().count() > 2
        && !changed.iter().all(|c| matches!(c, Element::Attribute(..)))
    {
        text::each(intent, &mut |t| {
            text::replace(t, from, to);
        });
    }
    Ok((changed, format!("Renamed “{from}” to “{to}” wherever it stands.")))
}

pub(super) fn gone() -> String {
    "It is no longer in the design.".to_owned()
}

fn remove(intent: &mut Intent, what: &str, of: Option<&str>, target: Option<Element>) -> Outcome {
    if let Some(of) = of
        && let Some(done) = remove_part(intent, what, of)
    {
        return done;
    }
    let found = meant(intent, what, target)?;
    let name = named(intent, &found[0]);
    let claimed = claims(intent);
    for element in &found {
        match element {
            Element::Component(id) => remove_component(intent, id)?,
            Element::Flow(id) => intent.user_flows.retain(|f| f.id != *id),
            Element::Entity(name) => take_out_entities(intent, &BTreeSet::from([name.clone()])),
            Element::Attribute(entity, name) => {
                let e = intent.data_model.entities.iter_mut().find(|e| e.name == *entity).ok_or_else(gone)?;
                e.attributes.retain(|a| a.name != *name);
            }
            Element::Step(id) => remove_steps(intent, |s| s.id == *id),
            Element::Interaction(id) => intent.interactions.retain(|i| i.id != *id),
            Element::Goal(text) => intent.goals.retain(|g| g != text),
            Element::Question(text) => intent.open_questions.retain(|q| q != text),
            Element::Requirement(_) => {
                return Err(
                    "Requirements are what the brief says: change the brief, and they change.".to_owned()
                );
            }
            Element::Title | Element::Summary => {
                return Err("A design has a title and a summary: say what they shall be.".to_owned());
            }
        }
    }
    asked_after_removal(intent, &claimed, &name);
    Ok((Vec::new(), format!("Took out “{name}” and everything that referred to it.")))
}

/// An attribute, a state or an entity of something.
fn remove_part(intent: &mut Intent, what: &str, of: &str) -> Option<Outcome> {
    let (name, _) = element::kinded(what);
    for element in find(intent, of) {
        match element {
            Element::Entity(entity) => {
                let e = intent.data_model.entities.iter_mut().find(|e| e.name == entity)?;
                let before = e.attributes.len();
                e.attributes.retain(|a| !a.name.eq_ignore_ascii_case(&name));
                if e.attributes.len() < before {
                    return Some(Ok((
                        vec![Element::Entity(entity.clone())],
                        format!("Took “{name}” out of “{entity}”."),
                    )));
                }
            }
            Element::Component(id) => {
                let c = intent.components.iter_mut().find(|c| c.id == id)?;
                let state = name.trim_end_matches(" state").to_lowercase();
                let before = c.states.len();
                c.states.retain(|s| !s.to_lowercase().starts_with(&state));
                if c.states.len() < before {
                    return Some(Ok((
                        vec![Element::Component(id.clone())],
                        format!("Took the state “{state}” out of “{}”.", c.name),
                    )));
                }
            }
            _ => {}
        }
    }
    None
}

/// A view goes with all that is on it; another part leaves what it held to what held it.
fn remove_component(intent: &mut Intent, id: &str) -> Result<(), String> {
    let parented = intent.components.iter().any(|c| c.children.iter().any(|k| k == id));
    if parented {
        take_out_components(intent, &BTreeSet::from([id.to_owned()]));
        return Ok(());
    }
    let mut gone = BTreeSet::from([id.to_owned()]);
    let mut queue = vec![id.to_owned()];
    while let Some(next) = queue.pop() {
        for child in intent.components.iter().filter(|c| c.id == next).flat_map(|c| c.children.iter()) {
            if gone.insert(child.clone()) {
                queue.push(child.clone());
            }
        }
    }
    if gone.len() == intent.components.len() {
        return Err("It is all that the design has: a design needs a view.".to_owned());
    }
    take_out_components(intent, &gone);
    remove_steps(intent, |s| gone.contains(&s.component));
    Ok(())
}

fn remove_steps(intent: &mut Intent, is_gone: impl Fn(&Step) -> bool) {
    for flow in &mut intent.user_flows {
        flow.steps.retain(|s| !is_gone(s));
        for alternative in &mut flow.alternatives {
            alternative.steps.retain(|s| !is_gone(s));
        }
        flow.alternatives.retain(|a| !a.steps.is_empty());
        let start = flow.steps.first().map(|s| s.id.clone()).unwrap_or_default();
        let known: BTreeSet<String> = flow.steps.iter().map(|s| s.id.clone()).collect();
        flow.alternatives.iter_mut().filter(|a| !known.contains(&a.at)).for_each(|a| a.at.clone_from(&start));
    }
    intent.user_flows.retain(|f| !f.steps.is_empty());
}

fn claims(intent: &Intent) -> BTreeSet<String> {
    let flows = intent.user_flows.iter().flat_map(|f| f.satisfies.iter());
    let parts = intent.components.iter().flat_map(|c| c.satisfies.iter());
    flows.chain(parts).chain(intent.interactions.iter().flat_map(|i| i.satisfies.iter())).cloned().collect()
}

/// What nothing satisfies any more is asked about, and not hidden elsewhere.
fn asked_after_removal(intent: &mut Intent, before: &BTreeSet<String>, name: &str) {
    let now = claims(intent);
    let lost: Vec<String> = intent
        .requirements
        .iter()
        .map(|r| r.id.clone())
        .filter(|id| before.contains(id) && !now.contains(id))
        .collect();
    for ids in lost.chunks(20).take(10) {
        let list = super::super::phrase::listed(ids);
        intent.open_questions.push(clipped(&format!("“{name}” was taken out in review, and nothing satisfies {list} any more: is that out of scope?"), 2_000));
    }
}

fn happens(
    intent: &mut Intent,
    brief: &Brief,
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
        .edge_cases
        .iter()
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

pub(super) fn fresh_step_id(flow: &crate::domain::intent::UserFlow) -> String {
    let taken: BTreeSet<&str> = every_step(flow).map(|s| s.id.as_str()).collect();
    let stem = clipped(&flow.id, 100);
    let mut n = 1_usize;
    while taken.contains(format!("{stem}.r{n}").as_str()) {
        n += 1;
    }
    format!("{stem}.r{n}")
}

fn describe(
    intent: &mut Intent,
    brief: &Brief,
    what: &str,
    said: Option<&str>,
    target: Option<Element>,
) -> Outcome {
    let element = meant(intent, what, target)?.swap_remove(0);
    let name = named(intent, &element);
    let from_brief = || {
        let wanted = content(&name);
        let texts = brief
            .statements
            .iter()
            .map(|s| s.text.as_str())
            .chain(brief.summary.iter().map(|s| s.text.as_str()));
        let best = texts.map(|t| (overlap(&wanted, &content(t)), t)).max_by_key(|(n, _)| *n);
        best.filter(|(n, _)| *n > 0).map(|(_, t)| short(t, 300))
    };
    let Some(told) = said.map(str::to_owned).or_else(from_brief) else {
        return Err(format!("The brief says nothing of “{name}”: say it, as in “describe {name} as …”."));
    };
    let told = sentence(&told);
    match &element {
        Element::Component(id) => {
            let c = intent.components.iter_mut().find(|c| c.id == *id).ok_or_else(gone)?;
            c.description = if said.is_some() || c.description.contains(&told) {
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
    Ok((vec![element], format!("Described “{name}”.")))
}

fn required_field(
    intent: &mut Intent,
    what: &str,
    of: Option<&str>,
    required: bool,
    target: Option<Element>,
) -> Outcome {
    let (name, _) = element::kinded(what);
    let within = match (of, &target) {
        (Some(of), _) => Some(find(intent, of)),
        (None, Some(element)) => Some(vec![element.clone()]),
        (None, None) => None,
    };
    let mut changed = Vec::new();
    for entity in &mut intent.data_model.entities {
        let meant = within.as_ref().is_none_or(|w| {
            w.iter().any(|e| matches!(e, Element::Entity(n) | Element::Attribute(n, _) if *n == entity.name))
        });
        for a in entity.attributes.iter_mut().filter(|a| meant && stems(&a.name) == stems(&name)) {
            a.required = required;
            changed.push(Element::Attribute(entity.name.clone(), a.name.clone()));
        }
    }
    if changed.is_empty() {
        return Err(format!(
            "No thing of the data model has “{name}”: say add {name} to a thing first, or require … before …."
        ));
    }
    Ok((changed, format!("Made “{name}” {}.", if required { "required" } else { "optional" })))
}

fn change(intent: &mut Intent, what: &str, to: &str, target: Option<Element>) -> Outcome {
    let lower = what.to_lowercase();
    let value = plain(to);
    match lower.as_str() {
        "title" => {
            intent.title = capital(&value);
            return Ok((vec![Element::Title], format!("Set the title to “{value}”.")));
        }
        "summary" => {
            intent.summary = sentence(to);
            return Ok((vec![Element::Summary], "Set the summary.".to_owned()));
        }
        _ => {}
    }
    let aspect = ["actor", "goal", "type", "name", "description"].into_iter().find_map(|aspect| {
        let rest = lower.strip_prefix(aspect)?;
        let rest = ["of ", "for ", "in "]
            .iter()
            .find_map(|p| rest.trim_start().strip_prefix(p))
            .unwrap_or(rest.trim());
        Some((aspect, rest.to_owned()))
    });
    let Some((aspect, of)) = aspect else { return rename(intent, what, &value, target) };
    let of = if of.is_empty() { "this".to_owned() } else { plain(&of) };
    if aspect == "name" {
        return rename(intent, &of, &value, target);
    }
    if aspect == "description" {
        let element = meant(intent, &of, target)?.swap_remove(0);
        return describe(intent, &no_brief(), &of, Some(to), Some(element));
    }
    if aspect == "type" {
        let known = super::super::attribute::closed_list();
        let kind = value.to_lowercase();
        if !known.contains(&kind.as_str()) {
            return Err(format!(
                "“{value}” is no type that a data model may use: take one of {}.",
                known.join(", ")
            ));
        }
        let found = meant(intent, &of, target)?;
        for element in &found {
            let Element::Attribute(entity, name) = element else { continue };
            if let Some(a) = intent
                .data_model
                .entities
                .iter_mut()
                .find(|e| e.name == *entity)
                .and_then(|e| e.attributes.iter_mut().find(|a| a.name == *name))
            {
                a.kind.clone_from(&kind);
                return Ok((vec![element.clone()], format!("{name} of {entity} is now of type {kind}.")));
            }
        }
        return Err(format!("“{of}” is no property of a thing."));
    }
    let found = meant(intent, &of, target)?;
    let flow = found.iter().find_map(|e| match e {
        Element::Flow(id) => Some(id.clone()),
        Element::Step(id) => {
            intent.user_flows.iter().find(|f| every_step(f).any(|s| s.id == *id)).map(|f| f.id.clone())
        }
        Element::Component(id) => {
            intent.user_flows.iter().find(|f| every_step(f).any(|s| s.component == *id)).map(|f| f.id.clone())
        }
        _ => None,
    });
    let id = flow.ok_or_else(|| format!("“{of}” is no flow."))?;
    let f = intent.user_flows.iter_mut().find(|f| f.id == id).ok_or_else(gone)?;
    if aspect == "actor" {
        f.actor = capital(&value);
    } else {
        f.goal = Some(capital(&value));
    }
    let name = f.name.clone();
    Ok((vec![Element::Flow(id)], format!("The {aspect} of “{name}” is now “{value}”.")))
}

fn no_brief() -> Brief {
    let nothing = crate::domain::brief::Traced { text: String::new(), line: 1 };
    Brief {
        file: String::new(),
        title: nothing,
        shape: crate::domain::brief::Shape::Prose,
        language: "en".to_owned(),
        summary: vec![],
        goals: vec![],
        actors: vec![],
        stories: vec![],
        statements: vec![],
        entities: vec![],
        glossary: vec![],
        edge_cases: vec![],
        open_questions: vec![],
        exclusions: vec![],
        assumptions: vec![],
        not_understood: vec![],
    }
}

/// What should be so of a part is said in its description.
fn says(intent: &mut Intent, what: &str, told: &str, target: Option<Element>) -> Outcome {
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
