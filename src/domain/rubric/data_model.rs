//! Data model integrity: whether the entities carry the flows.

use std::sync::LazyLock;

use foldhash::HashSet;

use super::attribute_types::{is_known, nearest};
use super::class::{self, DATA_VERB, IDENTITY};
use super::ground::Ground;
use super::lists;
use super::product::Product;
use super::sound::steps_at;
use super::tally::Tally;
use super::telling::StepTexts;
use super::texts::Texts;
use super::words::{self, Key, KeySet};
use crate::domain::intent::{Attribute, Entity, Intent, RelationshipKind};

static COMMON: LazyLock<KeySet> =
    LazyLock::new(|| lists::COMMON_ATTRIBUTES.iter().map(|name| words::name_key(name)).collect());

static EMPTY: LazyLock<KeySet> =
    LazyLock::new(|| lists::EMPTY_ATTRIBUTE.iter().map(|word| words::key(word)).collect());

/// Whether the name of an attribute says that there is one, and no more: `extra info 2`.
pub(super) fn is_empty_name(name: &str) -> bool {
    let mut empty = true;
    words::each(name, |word| {
        empty &= word.bytes().all(|byte| byte.is_ascii_digit()) || EMPTY.contains(&words::key(word));
    });
    empty
}

pub(super) fn judge(intent: &Intent, ground: &Ground, texts: &Texts, product: &Product, tally: &mut Tally) {
    references(intent, ground, tally);
    let alike = held_alike(&intent.data_model.entities);
    for (i, entity) in intent.data_model.entities.iter().enumerate() {
        if !ground.reached[i] {
            tally.fail(
                "data-model/unreached-entity",
                || format!("/dataModel/entities/{i}"),
                || {
                    (
                        format!("No flow reaches entity \"{}\".", entity.name),
                        "Name it in the step or component that shows or changes it, or remove it.".to_owned(),
                    )
                },
            );
        }
        attributes(i, entity, tally);
        bare(i, entity, &alike, tally);
    }
    relations(intent, ground, tally);
    support(intent, ground, texts, product, tally);
}

/// Whether something tells one instance from another.
pub(super) fn has_identity(entity: &Entity) -> bool {
    entity.attributes.iter().any(identifies)
}

/// By its type, a word in its name, or its description.
pub(super) fn identifies(attribute: &Attribute) -> bool {
    if attribute.kind == "identifier" {
        return true;
    }
    let mut last = None;
    let mut marked = false;
    words::each(&attribute.name, |word| {
        let key = words::key(word);
        marked |= class::of(key) & IDENTITY != 0;
        last = Some(key);
    });
    static NUMBER: LazyLock<Key> = LazyLock::new(|| words::key("number"));
    let numbered = last == Some(*NUMBER) && attribute.kind != "phone" && attribute.kind != "integer";
    let said = || {
        attribute
            .description
            .as_deref()
            .is_some_and(|d| (contains(d, "unique") || contains(d, "identif")) && !contains(d, "not unique"))
    };
    marked || numbered || said()
}

/// Whether some ASCII words stand in a text, in capitals or not.
fn contains(text: &str, words: &str) -> bool {
    text.as_bytes().windows(words.len()).any(|there| there.eq_ignore_ascii_case(words.as_bytes()))
}

/// What an entity holds, name by name and as it is described. Two that are equal hold the same.
fn held(entity: &Entity) -> Key {
    entity.attributes.iter().filter(|attribute| attribute.kind != "identifier").fold(0, |sum, attribute| {
        let said = attribute.description.as_deref().map_or(0, words::name_key);
        sum.wrapping_add(words::name_key(&attribute.name) ^ said.rotate_left(17))
    })
}

/// What several entities hold alike, to the last attribute.
fn held_alike(entities: &[Entity]) -> KeySet {
    let mut once = KeySet::default();
    entities.iter().map(held).filter(|held| !once.insert(*held)).collect()
}

/// An entity is one by what it holds besides its identity and what anything holds: name, type, dates of change. What another
/// holds too, all of it and in the same words, is no proof.
fn bare(i: usize, entity: &Entity, alike: &KeySet, tally: &mut Tally) {
    // Several identities may be what the entity is made of; a lone one only tells its instances apart.
    let lone = entity.attributes.iter().filter(|a| identifies(a)).count() == 1;
    let specific = entity.attributes.iter().any(|attribute| {
        let tells_apart = attribute.kind == "identifier" || lone && identifies(attribute);
        let name = words::name_key(&attribute.name);
        !tells_apart && !COMMON.contains(&name) && !is_empty_name(&attribute.name)
    });
    if !specific || alike.contains(&held(entity)) {
        tally.fail(
            "data-model/bare-entity",
            || format!("/dataModel/entities/{i}/attributes"),
            || {
                (
                    format!(
                        "Entity \"{}\" holds nothing that only it would hold.",
                        super::clarity::quote(&entity.name)
                    ),
                    "Add what is known of one: at least two attributes, one of which any other entity lacks."
                        .to_owned(),
                )
            },
        );
    }
}

/// A type against which the name or the description of an attribute speaks.
fn contradicted(attribute: &Attribute) -> Option<&'static str> {
    let said = attribute.description.as_deref().unwrap_or_default().as_bytes();
    let after = |begin: &str| {
        let (head, rest) = said.split_at_checked(begin.len())?;
        head.eq_ignore_ascii_case(begin.as_bytes()).then_some(rest)
    };
    let said = after("the ").or_else(|| after("a ")).unwrap_or(said);
    let begins = |all: &[&str]| {
        let head = |begin: &str| said.get(..begin.len());
        all.iter().any(|begin| head(begin).is_some_and(|head| head.eq_ignore_ascii_case(begin.as_bytes())))
    };
    let kind = attribute.kind.as_str();
    let counts = begins(&["number of ", "how many ", "count of ", "amount of "]);
    let asks = begins(&["whether ", "true if ", "true when "]);
    let dates = begins(&["date ", "day on which ", "day of ", "when ", "time at which ", "moment "]);
    let is = |all: &[&str]| all.contains(&kind);
    if counts && is(&["boolean", "date", "date-time", "time", "image", "file", "email", "url"]) {
        Some("integer")
    } else if asks && is(&["integer", "decimal", "date", "date-time", "image", "email", "url", "money"]) {
        Some("boolean")
    } else if dates && is(&["boolean", "integer", "decimal", "money", "image", "email", "url"]) {
        Some("date-time")
    } else {
        None
    }
}

fn references(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    let known = |pointer: &dyn Fn() -> String, name: &str, tally: &mut Tally| {
        if ground.entity(name).is_none() {
            tally.fail("data-model/unknown-entity", pointer, || {
                (
                    format!("\"{name}\" is no entity of the data model."),
                    format!("Name an entity that exists, or add \"{name}\"."),
                )
            });
        }
    };
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (at, step) in steps_at(i, flow) {
            for (e, name) in step.entities.iter().enumerate() {
                known(&|| format!("{}/entities/{e}", at.step()), name, tally);
            }
        }
    }
    for (i, component) in intent.components.iter().enumerate() {
        for (e, name) in component.entities.iter().enumerate() {
            known(&|| format!("/components/{i}/entities/{e}"), name, tally);
        }
    }
}

fn attributes(i: usize, entity: &Entity, tally: &mut Tally) {
    let mut seen = KeySet::default();
    for (a, attribute) in entity.attributes.iter().enumerate() {
        let at = |key: &str| format!("/dataModel/entities/{i}/attributes/{a}/{key}");
        if !is_known(&attribute.kind) {
            tally.fail(
                "data-model/attribute-type",
                || at("type"),
                || {
                    let instead = nearest(&attribute.kind).unwrap_or("text");
                    (
                        format!(
                            "\"{}\" of \"{}\" has the unknown type \"{}\".",
                            attribute.name,
                            entity.name,
                            super::clarity::quote(&attribute.kind)
                        ),
                        format!("Use \"{instead}\", or another type of the list."),
                    )
                },
            );
        }
        if let Some(instead) = contradicted(attribute) {
            tally.fail(
                "data-model/attribute-type",
                || at("type"),
                || {
                    (
                        format!(
                            "The description of \"{}\" speaks against its type \"{}\".",
                            super::clarity::quote(&attribute.name),
                            super::clarity::quote(&attribute.kind)
                        ),
                        format!("Use \"{instead}\", or correct the description."),
                    )
                },
            );
        }
        if !seen.insert(words::spelling_key(&attribute.name)) {
            tally.fail(
                "data-model/duplicate-attribute",
                || at("name"),
                || {
                    (
                        format!("Entity \"{}\" has \"{}\" twice.", entity.name, attribute.name),
                        "Keep one of the two.".to_owned(),
                    )
                },
            );
        }
    }
}

/// Both sides have to tell of a relationship, and not contradict each other. There is no many-to-one: the one
/// side of a one-to-many may be told as one-to-one (each has one) or repeated as one-to-many.
fn relations(intent: &Intent, ground: &Ground, tally: &mut Tally) {
    use RelationshipKind::{ManyToMany, OneToMany, OneToOne};
    let entities = &intent.data_model.entities;
    let mut sides: HashSet<(usize, usize, RelationshipKind)> = HashSet::default();
    for (i, entity) in entities.iter().enumerate() {
        for relation in &entity.relationships {
            if let Some((to, _)) = ground.entity(&relation.to) {
                sides.insert((i, to, relation.kind));
            }
        }
    }
    for (i, entity) in entities.iter().enumerate() {
        for (r, relation) in entity.relationships.iter().enumerate() {
            let pointer = || format!("/dataModel/entities/{i}/relationships/{r}");
            let Some((to, _)) = ground.entity(&relation.to) else {
                tally.fail(
                    "data-model/unknown-relation",
                    || format!("{}/to", pointer()),
                    || {
                        (
                            format!(
                                "\"{}\" is related to \"{}\", which is no entity.",
                                entity.name, relation.to
                            ),
                            format!("Name an entity that exists, or add \"{}\".", relation.to),
                        )
                    },
                );
                continue;
            };
            if to == i {
                continue;
            }
            let has = |kind| sides.contains(&(to, i, kind));
            let agrees = match relation.kind {
                ManyToMany => has(ManyToMany),
                OneToMany | OneToOne => has(OneToOne) || has(OneToMany),
            };
            if !agrees {
                let told = has(ManyToMany) || has(OneToMany) || has(OneToOne);
                tally.fail("data-model/one-sided-relation", pointer, || {
                    let why = if told { "tells it otherwise" } else { "does not tell of it" };
                    (
                        format!("\"{}\" is related to \"{}\", which {why}.", entity.name, relation.to),
                        format!(
                            "Add a relationship to \"{}\" at \"{}\" that agrees.",
                            entity.name, relation.to
                        ),
                    )
                });
            }
        }
    }
}

/// What a step creates, shows or changes is in the model, and no flow goes without data.
fn support(intent: &Intent, ground: &Ground, texts: &Texts, product: &Product, tally: &mut Tally) {
    // A component's data is its own and that of its parent, whose part it is.
    let has_data = |at: usize| {
        let own = &intent.components[at];
        !own.entities.is_empty()
            || ground.parent[at].is_some_and(|up| !intent.components[up].entities.is_empty())
    };
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (s, step) in flow.steps.iter().enumerate() {
            let named = !step.entities.is_empty() || ground.component(&step.component).is_some_and(has_data);
            if !named && let Some(verb) = changes(&step.action) {
                tally.fail(
                    "data-model/unmodelled-step",
                    || format!("/userFlows/{i}/steps/{s}"),
                    || {
                        (
                            format!("Step \"{}\" does \"{verb}\", but names no entity.", step.id),
                            "List under entities what it creates, shows or changes.".to_owned(),
                        )
                    },
                );
            }
        }
        if !touches_data(i, intent, ground, texts, product) {
            tally.fail(
                "data-model/flow-without-data",
                || format!("/userFlows/{i}"),
                || {
                    (
                        format!("Flow \"{}\" touches no entity.", flow.id),
                        "Name the entities that its steps show or change.".to_owned(),
                    )
                },
            );
        }
    }
}

/// Whether a flow has data. A step that says nothing of the product touches nothing, whatever it names; nor does one
/// that tells what happens when something fails.
pub(super) fn touches_data(
    i: usize,
    intent: &Intent,
    ground: &Ground,
    texts: &Texts,
    product: &Product,
) -> bool {
    let said = intent.user_flows[i].steps.iter().zip(&texts.telling.flows[i].steps);
    let speaks = |said: &StepTexts| {
        texts.said(said.action).substance() > 0 && said.both().any(|id| product.is_spoken_of(texts.said(id)))
    };
    let specific = said.filter(|(_, said)| speaks(said));
    specific.map(|(step, _)| step).any(|step| {
        let own =
            ground.component(&step.component).map_or(&[][..], |at| intent.components[at].entities.as_slice());
        step.entities.iter().chain(own).any(|name| ground.entity(name).is_some())
    })
}

/// The verb with which a step changes data, where it stands as a verb: among its first four words.
pub(super) fn changes(action: &str) -> Option<&str> {
    action.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(4).find(|word| {
        word.is_ascii() && !word.ends_with("ed") && !word.ends_with("ing") && class::is(word, DATA_VERB)
    })
}
