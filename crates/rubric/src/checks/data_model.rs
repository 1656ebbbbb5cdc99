//! Data model integrity: whether the entities carry the flows.

use std::sync::LazyLock;

use foldhash::HashSet;

use crate::checks::attribute_types::is_known;
use crate::checks::called;
use crate::checks::called::{label, quote};
use crate::ground::Ground;
use crate::tally::Tally;
use crate::text::class::{DATA_VERB, IDENTITY};
use crate::text::said::Said;
use crate::text::texts::{Address, At, Kind, Texts};
use crate::text::words::KeySet;
use crate::text::{class, lists, words};
use crate::text_ids::StepTexts;
use frieze_intent::{Attribute, Entity, Intent, RelationshipKind};

static COMMON: LazyLock<KeySet> =
    LazyLock::new(|| lists::COMMON_ATTRIBUTES.iter().map(|name| words::name_key(name)).collect());

static EMPTY: LazyLock<KeySet> =
    LazyLock::new(|| lists::EMPTY_ATTRIBUTE.iter().map(|word| words::key(word)).collect());

/// Whether the name of an attribute only says that there is one: `extra info 2`.
pub(crate) fn is_empty_name(name: &str) -> bool {
    let mut empty = true;
    words::each(name, |word| {
        empty &= word.bytes().all(|byte| byte.is_ascii_digit()) || EMPTY.contains(&words::key(word));
    });
    empty
}

/// `said` returns whether the brief has the words of an attribute: such an attribute is never charged.
pub(crate) fn judge(
    intent: &Intent,
    ground: &Ground,
    texts: &Texts,
    said: &dyn Fn(&str) -> bool,
    tally: &mut Tally,
) {
    for (i, entity) in intent.data_model.entities.iter().enumerate() {
        if !ground.reached[i] {
            tally.fail("data-model/unreached-entity", || {
                let message = format!("No flow uses \"{}\".", entity.name);
                let suggestion = "Name it in the step or component that shows or changes it, or remove it.";
                (format!("/dataModel/entities/{i}"), message, suggestion)
            });
        }
        attributes(i, entity, tally);
        bare(i, entity, said, tally);
    }
    unspoken(intent, ground, texts, said, tally);
    relations(intent, ground, tally);
    support(intent, ground, texts, tally);
}

/// Attributes that nothing else mentions: neither the brief, nor a flow, a used component or an interaction. Exempt are
/// attributes that any entity may have, identities, and attributes named like their type.
fn unspoken(intent: &Intent, ground: &Ground, texts: &Texts, said: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    // An unused element is no evidence for an attribute.
    let uses = |place: &Address| match (place.kind, place.at) {
        (Kind::ComponentName | Kind::ComponentDescription | Kind::State, At::One(i) | At::Two(i, _)) => {
            ground.used[i]
        }
        (Kind::Trigger | Kind::Response | Kind::Feedback, At::One(i)) => {
            ground.is_used(&intent.interactions[i].component)
        }
        (kind, _) => !kind.is_of_data() && !kind.is_statement(),
    };
    let judged = texts.judged().filter(|text| uses(&text.place)).map(|text| text.id);
    let all = judged.chain(texts.ids.requirements.clone());
    let spoken: KeySet = all.flat_map(|id| texts.said(id).roots()).collect();
    let is_spoken_of = |name: Said| {
        let mut roots = name.roots().peekable();
        roots.peek().is_none() || roots.any(|root| spoken.contains(&root)) || said(name.text)
    };
    let mut unspoken = Vec::new();
    for (i, (entity, entity_texts)) in intent.data_model.entities.iter().zip(&texts.ids.entities).enumerate()
    {
        for (a, (attribute, id)) in entity.attributes.iter().zip(&entity_texts.attributes).enumerate() {
            let name = words::name_key(&attribute.name);
            let needs_a_word =
                !identifies(attribute) && !COMMON.contains(&name) && name != words::name_key(&attribute.kind);
            if needs_a_word && !is_spoken_of(texts.said(*id)) {
                unspoken.push((i, a, entity, attribute));
            }
        }
    }
    // A few attributes that only their names explain are no fault.
    if unspoken.len() as u64 * 2 <= ground.entities {
        return;
    }
    for (i, a, entity, attribute) in unspoken {
        tally.fail("data-model/unspoken-attributes", || {
            let (name, of) = (quote(&attribute.name), quote(&entity.name));
            let message = format!("Nothing else speaks of the attribute \"{name}\" of \"{of}\".");
            let suggestion =
                "Show it where it is used, in a flow, a component or an interaction, or remove it.";
            (format!("/dataModel/entities/{i}/attributes/{a}"), message, suggestion)
        });
    }
}

/// Whether an attribute identifies an instance: by its type, or a word in its name.
fn identifies(attribute: &Attribute) -> bool {
    let mut marked = attribute.kind == "identifier";
    words::each(&attribute.name, |word| marked |= class::is(word, IDENTITY));
    marked
}

/// An entity needs attributes other than its identifier and those that any entity has (name, type, dates of change), unless the
/// brief speaks of these.
fn bare(i: usize, entity: &Entity, said: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    // Several identities may be the content of the entity; a single one only identifies its instances.
    let lone = entity.attributes.iter().filter(|a| identifies(a)).count() == 1;
    let specific = entity.attributes.iter().any(|attribute| {
        let tells_apart = attribute.kind == "identifier" || lone && identifies(attribute);
        let name = words::name_key(&attribute.name);
        let fits_any = COMMON.contains(&name) || is_empty_name(&attribute.name);
        !tells_apart && (!fits_any || said(&attribute.name))
    });
    if !specific {
        tally.fail("data-model/bare-entity", || {
            let message = format!("\"{}\" has no attributes of its own.", quote(&entity.name));
            let suggestion = "Add at least two attributes, one of them specific to it.";
            (format!("/dataModel/entities/{i}/attributes"), message, suggestion)
        });
    }
}

fn attributes(i: usize, entity: &Entity, tally: &mut Tally) {
    let mut seen = KeySet::default();
    for (a, attribute) in entity.attributes.iter().enumerate() {
        let at = |key: &str| format!("/dataModel/entities/{i}/attributes/{a}/{key}");
        if !is_known(&attribute.kind) {
            tally.fail("data-model/attribute-type", || {
                let (name, of, kind) = (&attribute.name, &entity.name, quote(&attribute.kind));
                let message = format!("\"{name}\" of \"{of}\" has the unknown type \"{kind}\".");
                (at("type"), message, "Use an allowed type: \"text\", \"integer\", \"date\" …")
            });
        }
        if !seen.insert(words::spelling_key(&attribute.name)) {
            tally.fail("data-model/duplicate-attribute", || {
                let message = format!("\"{}\" has the attribute \"{}\" twice.", entity.name, attribute.name);
                (at("name"), message, "Keep one of the two.")
            });
        }
    }
}

/// Both sides must list a relationship, and agree. There is no many-to-one: the other side of a one-to-many is one-to-one (each
/// has one) or one-to-many.
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
                tally.fail("data-model/unknown-relation", || {
                    let (name, to) = (&entity.name, &relation.to);
                    let message = format!("\"{name}\" is related to \"{to}\", which is not an entity.");
                    let suggestion = format!("Use an existing entity, or add \"{}\".", relation.to);
                    (format!("{}/to", pointer()), message, suggestion)
                });
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
                let is_listed = has(ManyToMany) || has(OneToMany) || has(OneToOne);
                tally.fail("data-model/one-sided-relation", || {
                    let message = {
                        let why = if is_listed { "does not agree" } else { "has no such relationship" };
                        format!("\"{}\" is related to \"{}\", which {why}.", entity.name, relation.to)
                    };
                    let suggestion =
                        format!("Add a matching relationship to \"{}\" in \"{}\".", entity.name, relation.to);
                    (pointer(), message, suggestion)
                });
            }
        }
    }
}

/// Steps name the entities that they create, show or change, and every flow uses one.
fn support(intent: &Intent, ground: &Ground, texts: &Texts, tally: &mut Tally) {
    // A component also has the data of the components that contain it.
    let has_data = |at: usize| {
        let own = &intent.components[at];
        !own.entities.is_empty()
            || ground.places.parents[at].iter().any(|up| !intent.components[*up].entities.is_empty())
    };
    for (i, flow) in intent.user_flows.iter().enumerate() {
        for (s, step) in flow.steps.iter().enumerate() {
            let named = !step.entities.is_empty() || ground.component(&step.component).is_some_and(has_data);
            if !named && let Some(verb) = changes(&step.action) {
                tally.fail("data-model/unmodelled-step", || {
                    let step = called::step(intent, At::Two(i, s));
                    let message = format!("{step} says \"{verb}\" but names no entity.");
                    let suggestion = "List the entities that it creates, shows or changes.";
                    (format!("/userFlows/{i}/steps/{s}"), message, suggestion)
                });
            }
        }
        if !touches_data(i, intent, ground, texts) {
            tally.fail("data-model/flow-without-data", || {
                let message = format!("\"{}\" uses no entity.", label(&flow.name, &flow.id));
                (format!("/userFlows/{i}"), message, "Name the entities that its steps show or change.")
            });
        }
    }
}

/// Whether a flow uses an entity. A step that does not speak of the product uses none, and alternatives do not count.
pub(crate) fn touches_data(i: usize, intent: &Intent, ground: &Ground, texts: &Texts) -> bool {
    let said = intent.user_flows[i].steps.iter().zip(&texts.ids.flows[i].steps);
    let speaks = |said: &StepTexts| {
        texts.said(said.action).substance() > 0
            && said.both().any(|id| texts.product.is_spoken_of(texts.said(id)))
    };
    let specific = said.filter(|(_, said)| speaks(said));
    specific.map(|(step, _)| step).any(|step| {
        let own =
            ground.component(&step.component).map_or(&[][..], |at| intent.components[at].entities.as_slice());
        step.entities.iter().chain(own).any(|name| ground.entity(name).is_some())
    })
}

/// The verb with which a step changes data: one of its first four words.
pub(crate) fn changes(action: &str) -> Option<&str> {
    action.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(4).find(|word| {
        word.is_ascii() && !word.ends_with("ed") && !word.ends_with("ing") && class::is(word, DATA_VERB)
    })
}
