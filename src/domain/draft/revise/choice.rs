//! Controls with which something is chosen, added to the screen on which it is chosen.

use super::super::naming::Ids;
use super::super::phrase::{capital, label, small, tidy};
use super::super::words::{content, overlap, stems};
use super::ASKED;
use super::apply::{Outcome, gone, meant};
use super::element::{Element, every_step, find};
use super::part::{Part, part};
use crate::domain::intent::{Component, ComponentType, Intent, Interaction};

/// What is chosen with which controls, labelled as the person said, and on which screen if that was said.
pub(super) struct Choice<'w> {
    pub(super) what: &'w str,
    pub(super) control: &'w str,
    pub(super) labels: &'w [String],
    pub(super) on: Option<&'w str>,
}

pub(super) fn choose(
    intent: &mut Intent,
    choice: &Choice<'_>,
    target: Option<Element>,
    said: &str,
) -> Outcome {
    let home = match (choice.on, target) {
        (Some(on), target) => meant(intent, on, target)?.swap_remove(0),
        (None, Some(target)) => target,
        (None, None) => place(intent, choice.what).ok_or_else(|| {
            format!("No screen speaks of “{}”: name one, as in “… on the screen X”.", choice.what)
        })?,
    };
    let actor = intent.user_flows.first().map_or_else(|| "User".to_owned(), |f| f.actor.clone());
    let name = format!("{} {}", label(choice.what), choice.control);
    let several = choice.labels.len() > 1;
    let kind = if several { ComponentType::Container } else { ComponentType::Control };
    let asked = Part { what: &name, said, kind: Some(kind), verb: "uses" };
    let (mut changed, _) = part(intent, &asked, Some(&home))?;
    let Some(Element::Component(group)) = changed.first().cloned() else { return Err(gone()) };
    let flow = intent.user_flows.iter().find(|f| every_step(f).any(|s| s.component == group));
    let actor = flow.map_or(actor, |f| f.actor.clone());
    let mut ids = Ids::taken(intent.components.iter().map(|c| c.id.clone()));
    let mut deeds = Ids::taken(intent.interactions.iter().map(|i| i.id.clone()));
    for one in choice.labels.iter().filter(|_| several) {
        let single = super::super::words::singular(choice.control);
        let id = ids.fresh("part", &format!("{one} {single}"));
        intent.components.push(Component {
            id: id.clone(),
            kind: ComponentType::Control,
            name: format!("{} {single}", capital(one)),
            description: format!("Sets the {} to {one}. {ASKED}: {}.", small(choice.what), tidy(said)),
            children: Vec::new(),
            entities: Vec::new(),
            states: Vec::new(),
            satisfies: Vec::new(),
        });
        if let Some(group) = intent.components.iter_mut().find(|c| c.id == group) {
            group.children.push(id.clone());
        }
        let deed = deeds.fresh("I", &format!("choose {one}"));
        intent.interactions.push(Interaction {
            id: deed.clone(),
            trigger: format!("The {} chooses {one}", small(&actor)),
            component: id.clone(),
            response: format!("The {} is {one}", small(choice.what)),
            feedback: None,
            satisfies: Vec::new(),
        });
        changed.extend([Element::Component(id), Element::Interaction(deed)]);
    }
    let with = match choice.labels.len() {
        0 | 1 => format!("“{}”", capital(&name)),
        n => format!("{n} {} in “{}”", choice.control, capital(&name)),
    };
    Ok((changed, format!("The {} is now chosen with {with}.", small(choice.what))))
}

/// The part that is called so, else the one at which the step stands that speaks of it.
fn place(intent: &Intent, what: &str) -> Option<Element> {
    let view = |id: &str| {
        let mut at = id.to_owned();
        for _ in 0..intent.components.len() {
            match intent.components.iter().find(|c| c.children.contains(&at)) {
                Some(parent) => at.clone_from(&parent.id),
                None => break,
            }
        }
        Element::Component(at)
    };
    let part = find(intent, what)
        .into_iter()
        .find_map(|e| if let Element::Component(id) = e { Some(view(&id)) } else { None });
    let wanted = content(what);
    let speaks = |text: &str| !wanted.is_empty() && overlap(&wanted, &stems(text)) == wanted.len();
    part.or_else(|| {
        let mut steps = intent.user_flows.iter().flat_map(every_step);
        let step = steps.find(|s| speaks(&s.action) || s.outcome.as_deref().is_some_and(speaks))?;
        Some(view(&step.component))
    })
    .or_else(|| {
        let has = |name: &String| {
            let of = intent.data_model.entities.iter().find(|e| e.name == *name);
            of.is_some_and(|e| e.attributes.iter().any(|a| speaks(&a.name)))
        };
        let mut views = intent.components.iter().filter(|c| c.kind == ComponentType::View);
        views.find(|c| c.entities.iter().any(has)).map(|c| Element::Component(c.id.clone()))
    })
}
