//! Repairs of completeness: what a design must say, taken from the brief.

use super::super::inventory::when;
use super::super::model::{identity, sentence};
use super::super::naming::{PARAGRAPH, SATISFIES, clipped};
use super::super::phrase::{capital, short, small, told_of};
use super::super::verbs::{self};
use super::super::view;
use super::super::words::{content, plural};
use super::Work;
use super::place::{number, text_at};
use super::questions::Open;
use crate::domain::intent::{Interaction, Step};

impl Work<'_> {
    pub(super) fn section(&mut self, at: &str) -> Option<String> {
        match at {
            "/summary" => {
                let stories: Vec<String> =
                    self.intent.user_flows.iter().take(5).map(|f| small(&f.name)).collect();
                let title = super::super::words::words(&self.intent.title);
                let stories: Vec<String> =
                    stories.into_iter().filter(|s| super::super::words::words(s) != title).collect();
                let told = self.brief.summary.iter().map(|s| s.text.as_str()).find(|t| content(t).len() > 3);
                let told = match told {
                    Some(told) => sentence(&short(told, 500)),
                    None if stories.is_empty() => return None,
                    None => format!("{}: {}.", self.intent.title, super::super::phrase::listed(&stories)),
                };
                // What stands there came from the brief or from a person, and stays as it is.
                if !self.intent.summary.trim().is_empty() {
                    return None;
                }
                self.intent.summary = told;
                Some("Said what it is in the brief's words".to_owned())
            }
            "/goals" => {
                let goals: Vec<String> =
                    self.intent.user_flows.iter().filter_map(|f| f.goal.clone()).take(10).collect();
                let mut fresh: Vec<String> =
                    goals.into_iter().filter(|g| !self.intent.goals.contains(g)).collect();
                let added = !fresh.is_empty();
                self.intent.goals.append(&mut fresh);
                added.then(|| "Took the goals from the flows".to_owned())
            }
            "/interactions" => {
                let before = self.intent.interactions.len();
                for flow in self.intent.user_flows.iter().take(40) {
                    let lines = self.lines_of(&flow.satisfies);
                    let answers = |step: &Step| {
                        lines.iter().map(|l| &self.cast.lines[*l]).any(|line| {
                            line.action.as_deref() == Some(&step.action)
                                && step.outcome.as_deref() == Some(&line.response)
                        })
                    };
                    for step in flow.steps.iter().filter(|s| answers(s)).take(3) {
                        let id = format!("I{}", self.intent.interactions.len() + 1);
                        if self.intent.interactions.iter().any(|i| i.id == id) {
                            continue;
                        }
                        self.intent.interactions.push(Interaction {
                            id,
                            trigger: step.action.clone(),
                            component: step.component.clone(),
                            response: step.outcome.clone().unwrap_or_default(),
                            feedback: None,
                            satisfies: Vec::new(),
                        });
                    }
                }
                (self.intent.interactions.len() > before)
                    .then(|| "Took the interactions from the steps and what answers them".to_owned())
            }
            _ => None,
        }
    }

    /// A requirement joins the flow that shares most with it, else the component that does.
    pub(super) fn satisfied(&mut self, at: &str) -> Option<String> {
        let requirement = self.intent.requirements.get(number(at, 1)?)?;
        let (id, text) = (requirement.id.clone(), requirement.text.clone());
        // What a person had taken out stays out until the brief says so.
        if self
            .intent
            .open_questions
            .iter()
            .any(|q| q.contains("taken out") && super::super::words::words(q).contains(&id.to_lowercase()))
        {
            return None;
        }
        let room = |satisfies: &[String]| satisfies.len() < SATISFIES;
        // Who claims it already hardly speaks of it, and a second claim says no more.
        let claimed = |satisfies: &[String]| satisfies.contains(&id);
        if self.intent.user_flows.iter().any(|f| claimed(&f.satisfies))
            || self.intent.components.iter().any(|c| claimed(&c.satisfies))
        {
            return None;
        }
        if let Some(flow) = self.flows.best(&text).filter(|f| room(&self.intent.user_flows[*f].satisfies)) {
            self.intent.user_flows[flow].satisfies.push(id);
            return Some("Listed requirements under the flows that share most with them".to_owned());
        }
        let component =
            self.components.best(&text).filter(|c| room(&self.intent.components[*c].satisfies))?;
        self.intent.components[component].satisfies.push(id);
        Some("Listed requirements under the parts that share most with them".to_owned())
    }

    pub(super) fn framed(&mut self, at: &str) -> Option<String> {
        let f = number(at, 1)?;
        let part = at.split('/').nth(3).unwrap_or_default();
        let flow = self.intent.user_flows.get(f)?;
        let lines = self.lines_of(&flow.satisfies);
        match part {
            "actor" => {
                let actor = self
                    .brief
                    .actors
                    .first()
                    .map(|a| super::super::flow::actor_name(&a.text))
                    .filter(|a| !a.is_empty());
                self.intent.user_flows[f].actor = actor.unwrap_or_else(|| "User".to_owned());
                Some("Named the actor whom the brief names first".to_owned())
            }
            "steps" => self.ended(f, &lines),
            _ => {
                let name = flow.name.clone();
                if flow.goal.as_ref().is_none_or(|g| g.trim().is_empty()) && verbs::begins_with_verb(&name) {
                    self.intent.user_flows[f].goal = Some(capital(&short(&told_of(&name), 300)));
                    return Some("Took the goal from what the flow is called".to_owned());
                }
                self.waiting.ask_of_flow(&self.intent, Open::Aim, &name).then(|| {
                    "Asked what somebody gains by flows of which the brief does not say it".to_owned()
                })
            }
        }
    }

    /// More steps from the requirements, or what the brief says that the last one leads to.
    fn ended(&mut self, f: usize, lines: &[usize]) -> Option<String> {
        let flow = &self.intent.user_flows[f];
        if flow.steps.len() < 2 {
            let known = content(&flow.steps.first().map(|s| s.action.clone()).unwrap_or_default());
            let component = flow
                .steps
                .first()
                .map(|s| s.component.clone())
                .or_else(|| self.intent.components.first().map(|c| c.id.clone()))?;
            let mut steps: Vec<Step> = Vec::new();
            for line in
                lines.iter().map(|l| &self.cast.lines[*l]).filter(|l| !l.unwanted && !l.response.is_empty())
            {
                let action = line.action.clone().unwrap_or_else(|| line.response.clone());
                let own = content(&action);
                let told = super::super::words::overlap(&own, &known) * 2 > own.len();
                if steps.len() < 4 && !told && steps.iter().all(|s| s.action != action) {
                    steps.push(Step {
                        id: format!("{}.{}", flow.id, flow.steps.len() + steps.len() + 1),
                        entities: self.named(&action),
                        outcome: line.action.is_some().then(|| line.response.clone()),
                        action,
                        component: component.clone(),
                    });
                }
            }
            if steps.is_empty() {
                let name = flow.name.clone();
                return self.ask_how_it_ends(&name);
            }
            let taken: Vec<String> = flow.steps.iter().map(|s| s.id.clone()).collect();
            steps.retain(|s| !taken.contains(&s.id));
            self.intent.user_flows[f].steps.append(&mut steps);
            return Some("Added steps from the requirements that a flow satisfies".to_owned());
        }
        let last = flow.steps.last()?;
        let answers = lines.iter().map(|l| &self.cast.lines[*l]).find(|line| {
            line.action.as_deref() == Some(&last.action) && !line.unwanted && !line.response.is_empty()
        });
        let gain = flow.goal.as_deref().and_then(|g| g.split_once(", so that "));
        let told = gain.map(|(_, b)| capital(&short(b, 200))).or_else(|| answers.map(|l| l.response.clone()));
        let name = flow.name.clone();
        // An outcome that is there is the brief's or a person's, even where it says little.
        match told.filter(|_| last.outcome.as_ref().is_none_or(|o| o.trim().is_empty())) {
            Some(told) => {
                self.intent.user_flows[f].steps.last_mut()?.outcome = Some(told);
                Some("Said what flows end with, in the brief's words".to_owned())
            }
            None => self.ask_how_it_ends(&name),
        }
    }

    fn ask_how_it_ends(&mut self, flow: &str) -> Option<String> {
        self.waiting
            .ask_of_flow(&self.intent, Open::End, flow)
            .then(|| "Asked what flows end with where the brief does not say".to_owned())
    }

    pub(super) fn named(&self, text: &str) -> Vec<String> {
        self.things.find(text).into_iter().take(8).map(|t| self.things.name(t).to_owned()).collect()
    }

    pub(super) fn state(&mut self, at: &str, message: &str) -> Option<String> {
        let c = number(at, 1)?;
        let view = self.intent.components.get(c)?;
        let shown = view.entities.first().map(|e| plural(&super::super::phrase::label(e)));
        let lines = self.lines_of(&view.satisfies);
        let all = view::states(shown.as_deref(), &small(&view.name), &lines, self.cast);
        let name =
            ["empty", "loading", "error"].into_iter().find(|n| message.contains(&format!("no {n} state")))?;
        let state = clipped(&all.into_iter().find(|s| s.starts_with(name))?, 2000);
        let states = &mut self.intent.components[c].states;
        match states.iter_mut().find(|s| s.to_lowercase().starts_with(name)) {
            // What the brief or a person says of a state stays; a bare name of it says nothing.
            Some(known) if view::is_stock(known) || known.trim().eq_ignore_ascii_case(name) => {
                if *known == state {
                    return None;
                }
                *known = state;
            }
            Some(_) => return None,
            None => states.push(state),
        }
        Some("Said what views show when there is nothing, not yet, or an error".to_owned())
    }

    pub(super) fn identified(&mut self, at: &str) -> Option<String> {
        let entity = self.intent.data_model.entities.get_mut(number(at, 2)?)?;
        if entity.attributes.iter().any(|a| a.kind == "identifier") {
            return None;
        }
        let name = identity(&entity.name);
        match entity.attributes.iter_mut().find(|a| a.name.eq_ignore_ascii_case(&name.name)) {
            Some(own) => own.kind = name.kind,
            None => entity.attributes.insert(0, name),
        }
        Some("Gave entities what tells one from another".to_owned())
    }

    /// What the requirements say of a part or a thing.
    pub(super) fn described(&mut self, at: &str) -> Option<String> {
        const WHAT: &str = "Described parts and things in the brief's words";
        if at.starts_with("/components/") {
            let c = number(at, 1)?;
            let part = self.intent.components.get(c)?;
            let known = part.description.clone();
            if says_something(&known) {
                return None;
            }
            let mut told: Vec<String> = self
                .lines_of(&part.satisfies)
                .into_iter()
                .map(|l| when(&self.cast.lines[l]))
                .filter(|t| content(t).len() > 3 && !known.contains(t.trim_end_matches('.')))
                .take(2)
                .collect();
            if told.is_empty() {
                let children: Vec<String> = part
                    .children
                    .iter()
                    .take(6)
                    .filter_map(|id| self.component_at.get(id))
                    .map(|at| small(&self.intent.components[*at].name))
                    .collect();
                if children.len() > 1 {
                    told.push(format!("Holds {}.", super::super::phrase::listed(&children)));
                } else if let Some(line) =
                    self.components_line(c).filter(|l| !known.contains(l.trim_end_matches('.')))
                {
                    told.push(line);
                }
            }
            if told.is_empty() {
                return None;
            }
            self.intent.components[c].description = told.join(" ");
            return Some(WHAT.to_owned());
        }
        let e = number(at, 2)?;
        let entity = self.intent.data_model.entities.get(e)?;
        let mention =
            self.brief.entities.iter().find(|m| m.name == entity.name).map(|m| m.description.as_str());
        let glossary =
            self.brief.glossary.iter().find(|(term, _)| *term == entity.name).map(|(_, t)| t.text.as_str());
        let told = [mention, glossary]
            .into_iter()
            .flatten()
            .find(|t| content(t).len() > 2)
            .map(|t| sentence(&short(t, 400)));
        let used = || {
            let r = self.requirements.best(&entity.name)?;
            let line = self.line_of(&self.intent.requirements[r].id)?;
            let own = content(&entity.name);
            let told = when(&self.cast.lines[line]);
            (super::super::words::overlap(&own, &content(&told)) == own.len()).then_some(told)
        };
        let known = entity.description.trim().to_owned();
        let told = told.or_else(used).or_else(|| self.held(e))?;
        if says_something(&known) {
            return None;
        }
        self.intent.data_model.entities[e].description = clipped(&told, PARAGRAPH);
        Some(WHAT.to_owned())
    }

    /// The properties of a thing, where nothing else is said of it.
    fn held(&self, e: usize) -> Option<String> {
        let entity = self.intent.data_model.entities.get(e)?;
        let own: Vec<String> = entity.attributes.iter().skip(1).take(6).map(|a| small(&a.name)).collect();
        (own.len() > 1 && self.brief.language == "en")
            .then(|| format!("Has {}.", super::super::phrase::listed(&own)))
    }

    fn components_line(&self, c: usize) -> Option<String> {
        let own = content(&self.intent.components[c].name);
        let r = self.requirements.best(&self.intent.components[c].name)?;
        let line = self.line_of(&self.intent.requirements[r].id)?;
        let told = Some(when(&self.cast.lines[line])).filter(|t| !t.is_empty())?;
        (super::super::words::overlap(&own, &content(&told)) == own.len()).then_some(told)
    }

    /// A placeholder goes; what it stood for is asked.
    pub(super) fn replaced(&mut self, at: &str) -> Option<String> {
        if at.ends_with("/description") && self.described(at).is_some() {
            return Some("Put the brief's words in the place of placeholders".to_owned());
        }
        if at.starts_with("/goals/") {
            let goal = self.intent.goals.get(number(at, 1)?)?.clone();
            return self
                .ask(format!("What is the goal that stands as “{}”?", short(&goal, 120)))
                .then(|| "Asked what placeholders stand for".to_owned());
        }
        let text = text_at(&mut self.intent, at)?.clone();
        if !super::super::words::words(&text)
            .iter()
            .any(|w| ["tbd", "tba", "todo", "fixme", "xxx", "lorem"].contains(&w.as_str()))
        {
            return None;
        }
        let question = format!("What is meant by “{}”?", short(&text, 120));
        self.ask(question).then(|| "Asked what placeholders stand for".to_owned())
    }
}

/// Whether a description says anything: then it is the brief's or a person's and stays, and what it lacks is for
/// them to say. A placeholder says nothing.
fn says_something(description: &str) -> bool {
    const PLACEHOLDERS: &[&str] = &["tbd", "tba", "todo", "fixme", "xxx", "lorem", "ipsum"];
    super::super::words::words(description).iter().any(|w| !PLACEHOLDERS.contains(&w.as_str()))
}
