//! Changing: one aspect of an element gets another value.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]
#![expect(clippy::needless_pass_by_value, reason = "an element is named once and then spent")]

use super::super::model::sentence;
use super::super::phrase::capital;
use super::super::words::stems;
use super::apply::{Outcome, gone, meant};
use super::element::{self, Element, every_step, find, plain};
use super::{describe, rename};
use crate::domain::intent::Intent;

pub(super) fn change(intent: &mut Intent, what: &str, to: &str, target: Option<Element>) -> Outcome {
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
    let Some((aspect, of)) = aspect else { return rename::rename(intent, what, &value, target) };
    let of = if of.is_empty() { "this".to_owned() } else { plain(&of) };
    if aspect == "name" {
        return rename::rename(intent, &of, &value, target);
    }
    if aspect == "description" {
        let element = meant(intent, &of, target)?.swap_remove(0);
        return describe::written(intent, &element, to, true);
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

pub(super) fn required_field(
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
