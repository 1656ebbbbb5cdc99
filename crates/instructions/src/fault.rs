//! Faults of a design: exceeded limits of the schema, doubled ids and names, broken references, parts that contain themselves. An
//! instruction may keep old faults but must not add any.

use std::collections::{BTreeMap, HashSet};

use frieze_intent::{Intent, Step};

use crate::element::short;
use crate::names::fold;
use crate::references::{components_in_cycles, referred, steps};

/// Most characters of a text, a name, a state, a type and an id (`schemas/design-intent.schema.json`).
const TEXT: usize = 20_000;
const NAME: usize = 500;
const STATE: usize = 2_000;
const TYPE: usize = 100;
const ID: usize = 128;

/// Faults by kind and subject, each with a sentence. The same key in two designs means the same fault.
pub(crate) type Faults = BTreeMap<(&'static str, String), String>;

/// The first fault of a design that another one lacks.
pub(crate) fn new<'f>(after: &'f Faults, before: &Faults) -> Option<&'f str> {
    after.iter().find(|(key, _)| !before.contains_key(*key)).map(|(_, sentence)| sentence.as_str())
}

/// The faults of a design.
pub(crate) fn faults(design: &Intent) -> Faults {
    let mut found = Found::default();
    found.names(design);
    found.lengths(design);
    found.references(design);
    for id in components_in_cycles(design) {
        found.add("cycle", id, || format!("The part “{id}” would contain itself."));
    }
    found.0
}

#[derive(Default)]
struct Found(Faults);

impl Found {
    fn add(&mut self, what: &'static str, about: &str, sentence: impl FnOnce() -> String) {
        self.0.entry((what, about.to_owned())).or_insert_with(sentence);
    }

    fn text(&mut self, text: &str, most: usize) {
        // A text never has more characters than bytes.
        if text.len() > most && text.chars().count() > most {
            self.add("long", text, || format!("“{}” is longer than {most} characters.", short(text)));
        }
    }

    fn name(&mut self, name: &str) {
        self.text(name, NAME);
        if name.is_empty() {
            self.add("empty", "", || "A name is empty.".to_owned());
        }
    }

    fn id(&mut self, id: &str) {
        let is_well = id.len() <= ID
            && id.starts_with(|c: char| c.is_ascii_alphabetic())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'));
        if !is_well {
            self.add("id", id, || format!("“{}” is not a valid id.", short(id)));
        }
    }

    fn count<T>(&mut self, what: &'static str, of: &str, list: &[T], most: usize) {
        if list.len() > most {
            self.add("many", &format!("{what} {of}"), || format!("There would be more than {most} {what}."));
        }
    }

    fn twice<'n>(&mut self, what: &'static str, of: &str, names: impl Iterator<Item = &'n str>) {
        let mut once: HashSet<String> = HashSet::new();
        for name in names {
            let name = fold(name);
            if once.contains(&name) {
                self.add(what, &format!("{of}\n{name}"), || {
                    format!("There would be two {what} named “{}”.", short(&name))
                });
            } else {
                once.insert(name);
            }
        }
    }

    fn names(&mut self, design: &Intent) {
        self.twice("requirement ids", "", design.requirements.iter().map(|it| it.id.as_str()));
        self.twice("flow ids", "", design.user_flows.iter().map(|it| it.id.as_str()));
        self.twice("flows", "", design.user_flows.iter().map(|it| it.name.as_str()));
        self.twice("part ids", "", design.components.iter().map(|it| it.id.as_str()));
        self.twice("parts", "", design.components.iter().map(|it| it.name.as_str()));
        self.twice("interaction ids", "", design.interactions.iter().map(|it| it.id.as_str()));
        self.twice("entities", "", design.data_model.entities.iter().map(|it| it.name.as_str()));
        self.twice("goals", "", design.goals.iter().map(String::as_str));
        self.twice("questions", "", design.open_questions.iter().map(String::as_str));
        for flow in &design.user_flows {
            self.twice("step ids", &flow.id, steps(flow).map(|it| it.id.as_str()));
        }
        for entity in &design.data_model.entities {
            self.twice("fields", &entity.name, entity.attributes.iter().map(|it| it.name.as_str()));
        }
    }

    fn lengths(&mut self, design: &Intent) {
        self.name(&design.title);
        self.text(&design.summary, TEXT);
        self.count("requirements", "", &design.requirements, 50_000);
        self.count("goals", "", &design.goals, 1_000);
        self.count("flows", "", &design.user_flows, 20_000);
        self.count("parts", "", &design.components, 50_000);
        self.count("entities", "", &design.data_model.entities, 20_000);
        self.count("interactions", "", &design.interactions, 50_000);
        self.count("questions", "", &design.open_questions, 5_000);
        for it in &design.requirements {
            self.id(&it.id);
            self.text(&it.text, TEXT);
        }
        design.goals.iter().chain(&design.open_questions).for_each(|text| self.text(text, TEXT));
        for flow in &design.user_flows {
            self.id(&flow.id);
            self.name(&flow.name);
            self.text(&flow.actor, NAME);
            self.text(flow.goal.as_deref().unwrap_or_default(), TEXT);
            self.count("alternatives", &flow.id, &flow.alternatives, 5_000);
            self.count("claims", &flow.id, &flow.satisfies, 5_000);
            self.steps(&flow.id, &flow.steps);
            for alternative in &flow.alternatives {
                self.text(&alternative.condition, TEXT);
                self.steps(&flow.id, &alternative.steps);
            }
        }
        for part in &design.components {
            self.id(&part.id);
            self.name(&part.name);
            self.text(&part.description, TEXT);
            self.count("children", &part.id, &part.children, 5_000);
            self.count("entities", &part.id, &part.entities, 500);
            self.count("states", &part.id, &part.states, 200);
            self.count("claims", &part.id, &part.satisfies, 5_000);
            part.states.iter().for_each(|state| self.text(state, STATE));
        }
        for entity in &design.data_model.entities {
            self.name(&entity.name);
            self.text(&entity.description, TEXT);
            self.count("fields", &entity.name, &entity.attributes, 2_000);
            self.count("relationships", &entity.name, &entity.relationships, 2_000);
            for field in &entity.attributes {
                self.name(&field.name);
                self.name(&field.kind);
                self.text(&field.kind, TYPE);
                self.text(field.description.as_deref().unwrap_or_default(), TEXT);
            }
            for to in &entity.relationships {
                self.text(to.description.as_deref().unwrap_or_default(), TEXT);
            }
        }
        for it in &design.interactions {
            self.id(&it.id);
            self.text(&it.trigger, TEXT);
            self.text(&it.response, TEXT);
            self.text(it.feedback.as_deref().unwrap_or_default(), TEXT);
            self.count("claims", &it.id, &it.satisfies, 5_000);
        }
    }

    fn steps(&mut self, flow: &str, steps: &[Step]) {
        self.count("steps", flow, steps, 5_000);
        for step in steps {
            self.id(&step.id);
            self.text(&step.action, TEXT);
            self.text(step.outcome.as_deref().unwrap_or_default(), TEXT);
            self.count("entities", &step.id, &step.entities, 500);
        }
    }

    fn references(&mut self, design: &Intent) {
        let parts: HashSet<&str> = design.components.iter().map(|it| it.id.as_str()).collect();
        let requirements: HashSet<&str> = design.requirements.iter().map(|it| it.id.as_str()).collect();
        let entities = Entities {
            exact: design.data_model.entities.iter().map(|it| it.name.as_str()).collect(),
            folded: design.data_model.entities.iter().map(|it| fold(&it.name)).collect(),
        };
        for flow in &design.user_flows {
            let own: HashSet<&str> = flow.steps.iter().map(|step| step.id.as_str()).collect();
            for step in steps(flow) {
                let (action, name) = (short(&step.action), short(&flow.name));
                self.part(&parts, &step.component, || {
                    format!("the step “{action}” of “{name}” takes place there")
                });
                self.entities(&entities, &step.entities, || format!("the step “{action}” names it"));
            }
            for it in flow.alternatives.iter().filter(|it| !own.contains(it.at.as_str())) {
                let about = format!("{} {}", flow.id, it.at);
                self.add("alternative", &about, || {
                    format!(
                        "The alternative “{}” would begin at a missing step “{}”.",
                        short(&it.condition),
                        it.at
                    )
                });
            }
            self.claims(&requirements, &flow.satisfies);
        }
        for part in &design.components {
            let name = short(&part.name);
            for child in &part.children {
                self.part(&parts, child, || format!("the part “{name}” contains it"));
            }
            self.entities(&entities, &part.entities, || format!("the part “{name}” names it"));
            self.claims(&requirements, &part.satisfies);
        }
        for it in &design.interactions {
            self.part(&parts, &it.component, || format!("the interaction “{}” is there", short(&it.trigger)));
            self.claims(&requirements, &it.satisfies);
        }
        for entity in &design.data_model.entities {
            for to in &entity.relationships {
                self.entity(&entities, &to.to, || {
                    format!("the entity “{}” is related to it", short(&entity.name))
                });
            }
            for field in &entity.attributes {
                if let Some(to) = referred(&field.kind).and_then(|range| field.kind.get(range)) {
                    self.entity(&entities, to, || {
                        format!(
                            "the field “{}” of “{}” refers to it",
                            short(&field.name),
                            short(&entity.name)
                        )
                    });
                }
            }
        }
    }

    fn part(&mut self, parts: &HashSet<&str>, id: &str, why: impl FnOnce() -> String) {
        if !parts.contains(id) {
            self.add("part", id, || format!("The part “{id}” is needed: {}.", why()));
        }
    }

    fn entities(&mut self, entities: &Entities<'_>, names: &[String], why: impl Fn() -> String) {
        names.iter().for_each(|name| self.entity(entities, name, &why));
    }

    fn entity(&mut self, entities: &Entities<'_>, name: &str, why: impl FnOnce() -> String) {
        if entities.exact.contains(name) {
            return;
        }
        let folded = fold(name);
        if !entities.folded.contains(&folded) {
            self.add("entity", &folded, || format!("The entity “{}” is needed: {}.", short(name), why()));
        }
    }

    fn claims(&mut self, requirements: &HashSet<&str>, claimed: &[String]) {
        for id in claimed.iter().filter(|id| !requirements.contains(id.as_str())) {
            self.add("claim", id, || format!("The requirement “{id}” is claimed but does not exist."));
        }
    }
}

/// The names of the entities, as they are and in lower case. Most references match them as they are.
struct Entities<'d> {
    exact: HashSet<&'d str>,
    folded: HashSet<String>,
}
