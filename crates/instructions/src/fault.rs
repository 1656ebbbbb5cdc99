//! Faults of a design: violations of its schema, doubled ids and names, broken references, parts that contain themselves. An
//! instruction may keep old faults but must not add any.

use std::collections::{BTreeMap, HashSet};

use frieze_data::json;
use frieze_data::schema::{self, Violation};
use frieze_intent::{Component, Intent};

use crate::element::{At, label, short};
use crate::names::fold;
use crate::references::{components_in_cycles, referred};

/// Faults by kind and subject, each with a sentence. The same key in two designs means the same fault.
pub(crate) type Faults = BTreeMap<(&'static str, String), String>;

/// The first fault of a design that another one lacks.
pub(crate) fn new<'f>(after: &'f Faults, before: &Faults) -> Option<&'f str> {
    after.iter().find(|(key, _)| !before.contains_key(*key)).map(|(_, sentence)| sentence.as_str())
}

/// Whether a design violates its schema where another one does not.
pub(crate) fn adds_violations(after: &Intent, before: &Intent) -> bool {
    let found = violations(after);
    !found.is_empty() && new(&found, &violations(before)).is_some()
}

/// The faults of a design; `before` has the names of the parts that it lost. Validation by the schema takes long, so it is left out if it is not asked for.
pub(crate) fn faults(design: &Intent, before: &Intent, checks_schema: bool) -> Faults {
    let mut found = Found::default();
    found.names(design);
    found.references(design, before);
    if checks_schema {
        found.0.extend(violations(design));
    }
    for id in components_in_cycles(design) {
        found.add("cycle", id, || format!("The part “{id}” would contain itself."));
    }
    found.0
}

fn violations(design: &Intent) -> Faults {
    let found = schema::intent().violations(&json::of(design));
    found.iter().map(|it| (("schema", it.to_string()), sentence(design, it))).collect()
}

/// A violation in words, without pointers and patterns.
fn sentence(design: &Intent, violation: &Violation) -> String {
    let pointer = violation.pointer.as_str();
    let at = At::of_pointer(design, pointer).ok().flatten();
    let element = at.map_or_else(|| "design".to_owned(), |at| label(design, at));
    // The message quotes the value, which may be long, before it says what is wrong.
    let what =
        violation.message.rsplit_once(['"', ']']).map(|(_, what)| what).filter(|what| !what.is_empty());
    let what = what.unwrap_or(" is not valid");
    if at.is_some_and(|at| at.pointer() == pointer) {
        return format!("The {element}{what}.");
    }
    let property = match what {
        _ if pointer.ends_with("/name") => "The name",
        _ if what.starts_with(" has ") => "A list",
        _ => "A text",
    };
    format!("{property} of the {element}{what}.")
}

#[derive(Default)]
struct Found(Faults);

impl Found {
    fn add(&mut self, what: &'static str, about: &str, sentence: impl FnOnce() -> String) {
        self.0.entry((what, about.to_owned())).or_insert_with(sentence);
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
            self.twice("step ids", &flow.id, flow.all_steps().map(|it| it.id.as_str()));
        }
        for entity in &design.data_model.entities {
            self.twice("fields", &entity.name, entity.attributes.iter().map(|it| it.name.as_str()));
        }
    }

    fn references(&mut self, design: &Intent, before: &Intent) {
        let ids = design.components.iter().map(|it| it.id.as_str()).collect();
        let parts = Parts { ids, before: &before.components };
        let requirements: HashSet<&str> = design.requirements.iter().map(|it| it.id.as_str()).collect();
        let entities = Entities {
            exact: design.data_model.entities.iter().map(|it| it.name.as_str()).collect(),
            folded: design.data_model.entities.iter().map(|it| fold(&it.name)).collect(),
        };
        for flow in &design.user_flows {
            let own: HashSet<&str> = flow.steps.iter().map(|step| step.id.as_str()).collect();
            for step in flow.all_steps() {
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

    fn part(&mut self, parts: &Parts<'_>, id: &str, why: impl FnOnce() -> String) {
        if !parts.ids.contains(id) {
            let lost = parts.before.iter().find(|part| part.id == id);
            let name = short(lost.map_or(id, |part| &part.name));
            self.add("part", id, || {
                format!("The part “{name}” is needed: {}. Move or remove that first.", why())
            });
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

/// The ids of the parts, and the parts before: people know a removed one by its name.
struct Parts<'d> {
    ids: HashSet<&'d str>,
    before: &'d [Component],
}

/// The names of the entities, as they are and in lower case. Most references match them as they are.
struct Entities<'d> {
    exact: HashSet<&'d str>,
    folded: HashSet<String>,
}
