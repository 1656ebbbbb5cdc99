//! Repairs of coherence: references that lead nowhere, parts that nothing uses, things told twice.

use super::super::phrase::{capital, small};
use super::super::words::{content, overlap, words};
use super::Work;
use super::place::{number, step_at};
use super::questions::Open;
use crate::domain::intent::{ComponentType, Interaction, Step};

impl Work<'_> {
    /// The component that lists one as its child.
    pub(super) fn parent_of(&self, id: &str) -> Option<usize> {
        self.parent.get(id).copied()
    }

    /// A step at an unknown part happens at the known one that shares most with it.
    pub(super) fn placed(&mut self, at: &str) -> Option<String> {
        let f = number(at, 1)?;
        let known = |id: &String| self.component_at.contains_key(id);
        let neighbour = self.intent.user_flows.get(f)?.steps.iter().map(|s| s.component.clone()).find(known);
        let action = step_at(&mut self.intent, at)?.action.clone();
        let best = self.components.best(&action).map(|c| self.intent.components[c].id.clone());
        let id = best.or(neighbour).or_else(|| self.intent.components.first().map(|c| c.id.clone()))?;
        step_at(&mut self.intent, at)?.component = id;
        Some("Placed steps at parts that exist".to_owned())
    }

    /// A part that nothing uses: a step that means it moves there, or its requirement is told as an interaction.
    pub(super) fn used(&mut self, at: &str) -> Option<String> {
        let c = number(at, 1)?;
        let part = self.intent.components.get(c)?.clone();
        let parent = self.parent_of(&part.id).map(|p| self.intent.components[p].id.clone());
        let own = content(&part.name);
        let intent = &self.intent;
        let places = &self.step_places;
        let fits = |s: usize| {
            let (f, s) = places[s];
            let step = &intent.user_flows[f].steps[s];
            Some(&step.component) == parent.as_ref()
                || intent.user_flows[f].satisfies.iter().any(|r| part.satisfies.contains(r))
                    && overlap(&content(&step.action), &own) > 0
        };
        let meant = self.steps.best_where(&part.name, fits).map(|s| places[s]);
        if let Some((f, s)) = meant
            && overlap(&content(&intent.user_flows[f].steps[s].action), &own) * 2 >= own.len().max(1)
        {
            self.intent.user_flows[f].steps[s].component = part.id;
            return Some("Moved steps to the parts at which they happen".to_owned());
        }
        let told = self.lines_of(&part.satisfies).into_iter().find_map(|l| {
            let line = &self.cast.lines[l];
            let trigger = line.action.clone().or_else(|| line.condition.as_deref().map(capital))?;
            (!line.response.is_empty()).then(|| (trigger, line.response.clone(), line.requirement.clone()))
        });
        if let Some((trigger, response, requirement)) = told.filter(|_| part.kind != ComponentType::View) {
            let id = self.fresh_interaction();
            self.intent.interactions.push(Interaction {
                id,
                trigger,
                component: part.id,
                response,
                feedback: None,
                satisfies: requirement.into_iter().filter(|r| self.requirement_at.contains_key(r)).collect(),
            });
            return Some("Said what parts do when somebody uses them".to_owned());
        }
        // A part that somebody has seen is taken out by a person's words alone.
        None
    }

    fn fresh_interaction(&mut self) -> String {
        self.waiting.interactions += 1;
        self.waiting.ids = true;
        format!("I{}", self.intent.interactions.len() + 1)
    }

    pub(super) fn rooted(&mut self, at: &str) -> Option<String> {
        let c = number(at, 1)?;
        let id = self.intent.components.get(c)?.id.clone();
        if at.contains("/children") {
            let known = &self.component_at;
            match number(at, 3).and_then(|n| self.intent.components[c].children.get(n)).cloned() {
                Some(child) if !known.contains_key(&child) => {
                    self.waiting.unknown_children = true;
                }
                Some(child) => self.waiting.second_parents.push((id, child)),
                None => self.waiting.cycles.push(id),
            }
            return Some("Put parts in one place each".to_owned());
        }
        if self.intent.components[c].kind == ComponentType::View {
            return self.shown(c);
        }
        let part = &self.intent.components[c];
        let text = format!("{} {}", part.name, part.description);
        let parts = &self.intent.components;
        let view = self.components.best_where(&text, |v| v != c && parts[v].kind == ComponentType::View);
        let view = view.or_else(|| parts.iter().position(|v| v.kind == ComponentType::View && v.id != id))?;
        self.intent.components[view].children.push(id);
        Some("Put parts into the views that they belong to".to_owned())
    }

    /// A view without parts shows the things that its requirements speak of; where they speak of none,
    /// nothing is invented.
    fn shown(&mut self, c: usize) -> Option<String> {
        let view = &self.intent.components[c];
        let mut shown: Vec<String> = Vec::new();
        for line in self.lines_of(&view.satisfies) {
            for name in self.named(&self.cast.lines[line].statement.text) {
                if shown.len() < 6 && !shown.contains(&name) {
                    shown.push(name);
                }
            }
        }
        if shown.is_empty() || !view.entities.is_empty() {
            return None;
        }
        self.intent.components[c].entities = shown;
        Some("Named the things that a view shows".to_owned())
    }

    pub(super) fn connected(&mut self, at: &str) -> Option<String> {
        let f = number(at, 1)?;
        if at.contains("/alternatives/") {
            let flow = self.intent.user_flows.get_mut(f)?;
            let first = flow.steps.first()?.id.clone();
            flow.alternatives.get_mut(number(at, 3)?)?.at = first;
            return Some("Let alternatives leave from a step of their flow".to_owned());
        }
        let name = self.intent.user_flows.get(f)?.name.clone();
        self.waiting
            .ask_of_flow(&self.intent, Open::Way, &name)
            .then(|| "Asked how flows get from one view to the next where the brief does not say".to_owned())
    }

    pub(super) fn targeted(&mut self, at: &str) -> Option<String> {
        let interaction = self.intent.interactions.get(number(at, 1)?)?;
        let text = format!("{} {}", interaction.trigger, interaction.response);
        let best =
            self.components.best(&text).or(if self.intent.components.is_empty() { None } else { Some(0) })?;
        let id = self.intent.components[best].id.clone();
        self.intent.interactions[number(at, 1)?].component = id;
        Some("Placed interactions at parts that exist".to_owned())
    }

    pub(super) fn renamed(&mut self, at: &str, message: &str) -> Option<String> {
        const WHAT: &str = "Called things the same everywhere";
        let quoted: Vec<&str> = message.split('"').skip(1).step_by(2).collect();
        if let Some(e) = at
            .contains("/entities/")
            .then(|| at.rsplit('/').next().and_then(|n| n.parse::<usize>().ok()))
            .flatten()
        {
            let name = (*quoted.get(1)?).to_owned();
            if at.starts_with("/components/") {
                *self.intent.components.get_mut(number(at, 1)?)?.entities.get_mut(e)? = name;
            } else {
                *step_at(&mut self.intent, at)?.entities.get_mut(e)? = name;
            }
            return Some(WHAT.to_owned());
        }
        if at.ends_with("/actor") {
            self.intent.user_flows.get_mut(number(at, 1)?)?.actor = (*quoted.get(1)?).to_owned();
            return Some(WHAT.to_owned());
        }
        let c = number(at, 1)?;
        let part = self.intent.components.get(c)?;
        let place = self
            .parent_of(&part.id)
            .map_or_else(|| part.kind.name().to_owned(), |p| small(&self.intent.components[p].name));
        let name = format!("{} ({place})", part.name);
        self.intent.components[c].name = name;
        Some("Gave parts with one name names of their own".to_owned())
    }

    /// The second of two that are the same goes; what it alone knew goes to the first.
    pub(super) fn merged(&mut self, at: &str, message: &str) -> Option<String> {
        const WHAT: &str = "Made one of what was told twice";
        let first = message.rsplit(" as ").next().unwrap_or_default().trim_end_matches('.').to_owned();
        let section = at.split('/').nth(1)?;
        if at.ends_with("/id") {
            self.waiting.ids = true;
            return Some("Gave everything an id of its own".to_owned());
        }
        // Two that a rule takes for the same are the same where nothing is lost with the second.
        if !self.says_no_more(&first, at) {
            return None;
        }
        match section {
            "goals" => self.waiting.goals_at.push(number(at, 1)?),
            "openQuestions" => self.waiting.questions_at.push(number(at, 1)?),
            "components" => {
                let (one, two) = (
                    self.intent.components.get(number(&first, 1)?)?.id.clone(),
                    self.intent.components.get(number(at, 1)?)?.id.clone(),
                );
                self.waiting.same_components.push((one, two));
            }
            "interactions" => self.waiting.interactions_at.push(number(at, 1)?),
            "dataModel" => {
                let entities = &self.intent.data_model.entities;
                let (one, two) = (
                    entities.get(number(&first, 2)?)?.name.clone(),
                    entities.get(number(at, 2)?)?.name.clone(),
                );
                if one == two || super::super::words::stems(&one) == super::super::words::stems(&two) {
                    self.waiting.same_entities.push((one, two));
                } else {
                    // Two things with one description are two things: the second is described anew.
                    return self.described(at);
                }
            }
            "userFlows" => match (at.split('/').nth(3), number(at, 3)) {
                (Some("steps"), Some(s)) => {
                    let flow = self.intent.user_flows.get(number(at, 1)?)?;
                    self.waiting.steps.push((flow.id.clone(), flow.steps.get(s)?.id.clone()));
                }
                (Some("alternatives"), Some(a)) => self.waiting.alternatives.push((number(at, 1)?, a)),
                _ => self.waiting.same_flows.push((number(&first, 1)?, number(at, 1)?)),
            },
            _ => return None,
        }
        Some(WHAT.to_owned())
    }

    /// Whether all that the second of two says is said by the first.
    fn says_no_more(&self, first: &str, second: &str) -> bool {
        let same = |a: &str, b: &str| words(a) == words(b);
        let step = |a: &Step, b: &Step| {
            same(&a.action, &b.action)
                && b.outcome.as_ref().is_none_or(|o| a.outcome.as_ref().is_some_and(|p| same(p, o)))
        };
        let all = |one: &[Step], two: &[Step]| two.iter().all(|b| one.iter().any(|a| step(a, b)));
        let pair = |n: usize| Some((number(first, n)?, number(second, n)?));
        let intent = &self.intent;
        let told = match second.split('/').nth(1) {
            Some("goals") => {
                pair(1).and_then(|(a, b)| Some(same(intent.goals.get(a)?, intent.goals.get(b)?)))
            }
            Some("components") => pair(1).and_then(|(a, b)| {
                let (a, b) = (intent.components.get(a)?, intent.components.get(b)?);
                let states = b.states.iter().all(|s| a.states.iter().any(|t| same(s, t)));
                Some(same(&a.name, &b.name) && same(&a.description, &b.description) && states)
            }),
            Some("interactions") => pair(1).and_then(|(a, b)| {
                let (a, b) = (intent.interactions.get(a)?, intent.interactions.get(b)?);
                Some(same(&a.trigger, &b.trigger) && same(&a.response, &b.response) && b.feedback.is_none())
            }),
            Some("userFlows") => pair(1).and_then(|(a, b)| {
                let (one, two) = (intent.user_flows.get(a)?, intent.user_flows.get(b)?);
                Some(match second.split('/').nth(3) {
                    Some("steps") => {
                        step(one.steps.get(number(first, 3)?)?, two.steps.get(number(second, 3)?)?)
                    }
                    Some("alternatives") => {
                        let a = one.alternatives.get(number(first, 3)?)?;
                        let b = two.alternatives.get(number(second, 3)?)?;
                        same(&a.condition, &b.condition) && all(&a.steps, &b.steps)
                    }
                    _ => {
                        same(&one.name, &two.name)
                            && all(&one.steps, &two.steps)
                            && two.alternatives.is_empty()
                    }
                })
            }),
            // Things keep the attributes of both; questions say nothing of the product.
            _ => Some(true),
        };
        told.unwrap_or(false)
    }

    pub(super) fn claimed(&mut self, at: &str) -> Option<String> {
        if number(at, 3).is_some() {
            self.waiting.unknown_claims = true;
            return Some("Took out claims to satisfy what is no requirement".to_owned());
        }
        let f = number(at, 1)?;
        let flow = self.intent.user_flows.get(f)?;
        let told = flow
            .steps
            .iter()
            .map(|s| s.action.as_str())
            .chain([flow.name.as_str()])
            .collect::<Vec<_>>()
            .join(" ");
        let best = self.requirements.best(&told)?;
        let id = self.intent.requirements[best].id.clone();
        if overlap(&content(&self.intent.requirements[best].text), &content(&told)) < 2 {
            return None;
        }
        self.intent.user_flows[f].satisfies.push(id);
        Some("Said which requirements flows satisfy".to_owned())
    }
}
