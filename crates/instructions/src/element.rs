//! Elements of a design: their places, and the keys that identify them in two designs.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::step_at;
use frieze_data::text::{Shown, cut};
use frieze_intent::{
    Alternative, Attribute, Component, ComponentType, Entity, Intent, Interaction, Relationship, Requirement,
    Step, UserFlow,
};
use strum::{EnumDiscriminants, IntoStaticStr};

/// The place of an element in one design, by indices; and, without them, the kinds of element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumDiscriminants)]
#[strum_discriminants(name(Kind), derive(PartialOrd, Ord, IntoStaticStr), strum(serialize_all = "lowercase"))]
pub(crate) enum At {
    Title,
    Summary,
    Requirement(usize),
    Goal(usize),
    Flow(usize),
    /// Flow, alternative if the step is in one, and step.
    Step(usize, Option<usize>, usize),
    /// Flow and alternative.
    Alternative(usize, usize),
    #[strum_discriminants(strum(serialize = "part"))]
    Component(usize),
    /// Component and state.
    State(usize, usize),
    Entity(usize),
    /// Entity and attribute.
    #[strum_discriminants(strum(serialize = "field"))]
    Attribute(usize, usize),
    /// Entity and relationship.
    Relationship(usize, usize),
    Interaction(usize),
    Question(usize),
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// The kind of element that owns elements of this kind.
    pub(crate) fn owner(self) -> Option<Self> {
        const OWNERS: [(Kind, Kind); 5] = [
            (Kind::Step, Kind::Flow),
            (Kind::Alternative, Kind::Flow),
            (Kind::State, Kind::Component),
            (Kind::Attribute, Kind::Entity),
            (Kind::Relationship, Kind::Entity),
        ];
        OWNERS.iter().find(|(kind, _)| *kind == self).map(|(_, owner)| *owner)
    }
}

impl At {
    pub(crate) fn kind(self) -> Kind {
        self.into()
    }

    /// Its JSON pointer.
    pub(crate) fn pointer(self) -> String {
        match self {
            Self::Title => "/title".to_owned(),
            Self::Summary => "/summary".to_owned(),
            Self::Requirement(i) => format!("/requirements/{i}"),
            Self::Goal(i) => format!("/goals/{i}"),
            Self::Flow(i) => format!("/userFlows/{i}"),
            Self::Step(i, None, step) => format!("/userFlows/{i}/steps/{step}"),
            Self::Step(i, Some(at), step) => format!("/userFlows/{i}/alternatives/{at}/steps/{step}"),
            Self::Alternative(i, at) => format!("/userFlows/{i}/alternatives/{at}"),
            Self::Component(i) => format!("/components/{i}"),
            Self::State(i, state) => format!("/components/{i}/states/{state}"),
            Self::Entity(i) => format!("/dataModel/entities/{i}"),
            Self::Attribute(i, at) => format!("/dataModel/entities/{i}/attributes/{at}"),
            Self::Relationship(i, at) => format!("/dataModel/entities/{i}/relationships/{at}"),
            Self::Interaction(i) => format!("/interactions/{i}"),
            Self::Question(i) => format!("/openQuestions/{i}"),
        }
    }

    /// The element that contains a JSON pointer: `/components/3/description` is in the component. `None` for a whole section.
    ///
    /// # Errors
    /// If the design has no element there.
    pub(crate) fn of_pointer(design: &Intent, pointer: &str) -> Result<Option<Self>, String> {
        let nothing = || format!("The design has nothing at {pointer}.");
        let mut parts: Vec<&str> = pointer.split('/').skip(1).take(8).collect();
        if parts.starts_with(&["dataModel", "entities"]) {
            parts.remove(0);
        }
        let numbers: Vec<Option<usize>> = parts.iter().map(|part| part.parse().ok()).collect();
        let number = |at: usize| numbers.get(at).copied().flatten();
        let name = |at: usize| parts.get(at).copied().unwrap_or_default();
        let found = match (name(0), number(1), name(2), number(3)) {
            ("title", ..) => Some(Self::Title),
            ("summary", ..) => Some(Self::Summary),
            ("requirements", at, ..) => at.map(Self::Requirement),
            ("goals", at, ..) => at.map(Self::Goal),
            ("components", Some(at), "states", Some(state)) => Some(Self::State(at, state)),
            ("components", at, ..) => at.map(Self::Component),
            ("interactions", at, ..) => at.map(Self::Interaction),
            ("openQuestions", at, ..) => at.map(Self::Question),
            ("entities", Some(at), "attributes", Some(field)) => Some(Self::Attribute(at, field)),
            ("entities", Some(at), "relationships", Some(to)) => Some(Self::Relationship(at, to)),
            ("entities", at, ..) => at.map(Self::Entity),
            ("userFlows", Some(at), "steps", Some(step)) => Some(Self::Step(at, None, step)),
            ("userFlows", Some(at), "alternatives", Some(other)) => match (name(4), number(5)) {
                ("steps", Some(step)) => Some(Self::Step(at, Some(other), step)),
                _ => Some(Self::Alternative(at, other)),
            },
            ("userFlows", at, ..) => at.map(Self::Flow),
            ("dataModel" | "notDesigned", ..) => None,
            _ => return Err(nothing()),
        };
        match found {
            Some(at) if content(design, at).is_none() => Err(nothing()),
            found => Ok(found),
        }
    }
}

/// Identity of an element across designs: its id, or else its name or text, and that of its owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    pub(crate) kind: Kind,
    /// The flow of a step, the entity of a field; empty if nothing owns the element.
    pub(crate) owner: String,
    pub(crate) name: String,
    /// Index among elements with equal values: a design may have a goal twice.
    nth: usize,
}

impl Key {
    pub(crate) fn new(kind: Kind, owner: &str, name: &str) -> Self {
        Self { kind, owner: owner.to_owned(), name: name.to_owned(), nth: 0 }
    }

    /// The key of an element of a design.
    pub(crate) fn of(design: &Intent, at: At) -> Option<Self> {
        let (owner, name) = identity(design, at)?;
        let key = Self::new(at.kind(), owner, &name);
        let nth = key.places(design).position(|place| place == at)?;
        Some(Self { nth, ..key })
    }

    /// The place of its element.
    pub(crate) fn find(&self, design: &Intent) -> Option<At> {
        self.places(design).nth(self.nth)
    }

    /// The number of elements with this key, ignoring the index.
    pub(crate) fn count(&self, design: &Intent) -> usize {
        self.places(design).count()
    }

    fn places(&self, design: &Intent) -> impl Iterator<Item = At> {
        let is_it = |at: &At| {
            identity(design, *at).is_some_and(|(owner, name)| owner == self.owner && name == self.name)
        };
        all(design, Some(self.kind)).into_iter().filter(is_it)
    }
}

/// The ids that two designs have for elements with different names: they count the elements of their design.
pub(crate) fn with_other_names(seen: &Intent, draft: &Intent) -> BTreeSet<Key> {
    fn named(design: &Intent) -> BTreeMap<Key, Cow<'_, str>> {
        let kinds = [Kind::Requirement, Kind::Flow, Kind::Step, Kind::Component, Kind::Interaction];
        let all = kinds.into_iter().flat_map(|kind| all(design, Some(kind)));
        let named = all.filter_map(|at| {
            let (owner, id) = (owner(design, at)?, id(design, at)?);
            Some((Key::new(at.kind(), owner, id), name(design, at)?))
        });
        named.collect()
    }
    let drafted = named(draft);
    let is_other = |key: &Key, name: &str| drafted.get(key).is_some_and(|other| other != name);
    named(seen).into_iter().filter(|(key, name)| is_other(key, name)).map(|(key, _)| key).collect()
}

/// Keys that an instruction changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renamed {
    forward: BTreeMap<Key, Key>,
    back: BTreeMap<Key, Key>,
}

impl Renamed {
    pub(crate) fn of(pairs: Vec<(Key, Key)>) -> Self {
        let back = pairs.iter().map(|(old, new)| (new.clone(), old.clone())).collect();
        Self { forward: pairs.into_iter().collect(), back }
    }

    /// The key after the instruction, for a key before it.
    pub(crate) fn after(&self, key: &Key) -> Key {
        followed(&self.forward, key)
    }

    /// The key before the instruction, for a key after it.
    pub(crate) fn before(&self, key: &Key) -> Key {
        followed(&self.back, key)
    }
}

fn followed(renamed: &BTreeMap<Key, Key>, key: &Key) -> Key {
    if let Some(other) = renamed.get(key) {
        return other.clone();
    }
    let other =
        |kind: Kind, name: &str| renamed.get(&Key::new(kind, "", name)).map(|other| other.name.clone());
    let mut key = key.clone();
    if let Some(owner) = key.kind.owner().and_then(|kind| other(kind, &key.owner)) {
        key.owner = owner;
    }
    // A relationship is identified by its target entity.
    if key.kind == Kind::Relationship
        && let Some(name) = other(Kind::Entity, &key.name)
    {
        key.name = name;
    }
    key
}

/// The content of an element, for comparison.
#[derive(PartialEq)]
pub(crate) enum Content<'a> {
    Text(&'a str),
    State(&'a str),
    Requirement(&'a Requirement),
    Flow(&'a UserFlow),
    Step(&'a Step),
    Alternative(&'a Alternative),
    Component(&'a Component),
    Entity(&'a Entity),
    Attribute(&'a Attribute),
    Relationship(&'a Relationship),
    Interaction(&'a Interaction),
}

/// The content of an element; `None` if the design has no element there.
pub(crate) fn content(design: &Intent, at: At) -> Option<Content<'_>> {
    let flow = |i: usize| design.user_flows.get(i);
    let entity = |i: usize| design.data_model.entities.get(i);
    Some(match at {
        At::Title => Content::Text(&design.title),
        At::Summary => Content::Text(&design.summary),
        At::Requirement(i) => Content::Requirement(design.requirements.get(i)?),
        At::Goal(i) => Content::Text(design.goals.get(i)?),
        At::Flow(i) => Content::Flow(flow(i)?),
        At::Step(i, None, step) => Content::Step(flow(i)?.steps.get(step)?),
        At::Step(i, Some(at), step) => Content::Step(flow(i)?.alternatives.get(at)?.steps.get(step)?),
        At::Alternative(i, at) => Content::Alternative(flow(i)?.alternatives.get(at)?),
        At::Component(i) => Content::Component(design.components.get(i)?),
        At::State(i, state) => Content::State(design.components.get(i)?.states.get(state)?),
        At::Entity(i) => Content::Entity(entity(i)?),
        At::Attribute(i, at) => Content::Attribute(entity(i)?.attributes.get(at)?),
        At::Relationship(i, at) => Content::Relationship(entity(i)?.relationships.get(at)?),
        At::Interaction(i) => Content::Interaction(design.interactions.get(i)?),
        At::Question(i) => Content::Text(design.open_questions.get(i)?),
    })
}

/// The id or name of an element's owner; empty if it has none.
fn owner(design: &Intent, at: At) -> Option<&str> {
    if let At::Step(i, ..) | At::Alternative(i, _) = at {
        return design.user_flows.get(i).map(|flow| flow.id.as_str());
    }
    if let At::Attribute(i, _) | At::Relationship(i, _) = at {
        return design.data_model.entities.get(i).map(|entity| entity.name.as_str());
    }
    let At::State(i, _) = at else { return Some("") };
    design.components.get(i).map(|part| part.id.as_str())
}

/// The owner and the name in the key of an element.
fn identity(design: &Intent, at: At) -> Option<(&str, Cow<'_, str>)> {
    let found = content(design, at)?;
    let name = if let Content::Alternative(it) = found {
        alternative_name(&it.at, &it.condition).into()
    } else if let Content::Relationship(it) = found {
        it.to.as_str().into()
    } else {
        id(design, at).map_or_else(|| name(design, at), |id| Some(id.into()))?
    };
    Some((owner(design, at)?, name))
}

/// The name in the key of an alternative.
pub(crate) fn alternative_name(at: &str, condition: &str) -> String {
    format!("{at} {condition}")
}

/// The name of a state. States are written `name: what is shown`.
pub(crate) fn state_name(state: &str) -> &str {
    state.split_once(':').map_or(state, |(name, _)| name).trim()
}

/// The id of an element, if it has one.
pub(crate) fn id(design: &Intent, at: At) -> Option<&str> {
    match content(design, at)? {
        Content::Requirement(it) => Some(&it.id),
        Content::Flow(it) => Some(&it.id),
        Content::Step(it) => Some(&it.id),
        Content::Component(it) => Some(&it.id),
        Content::Interaction(it) => Some(&it.id),
        Content::Text(_)
        | Content::State(_)
        | Content::Alternative(_)
        | Content::Entity(_)
        | Content::Attribute(_)
        | Content::Relationship(_) => None,
    }
}

/// The name of an element, or else its text.
pub(crate) fn name(design: &Intent, at: At) -> Option<Cow<'_, str>> {
    let name = match content(design, at)? {
        Content::Text(_) if matches!(at, At::Title | At::Summary) => at.kind().name(),
        Content::Text(text) => text,
        Content::State(text) => state_name(text),
        Content::Requirement(it) => &it.text,
        Content::Flow(it) => &it.name,
        Content::Step(it) => &it.action,
        Content::Alternative(it) => &it.condition,
        Content::Component(it) => &it.name,
        Content::Entity(it) => &it.name,
        Content::Attribute(it) => &it.name,
        Content::Relationship(it) => return Some(format!("{} to {}", owner(design, at)?, it.to).into()),
        Content::Interaction(it) => &it.trigger,
    };
    Some(name.into())
}

/// Why a pointer is not what was named with it: the design was edited since, and another element is in that place. A requirement is
/// named by its id, a step by its own words or by its flow, another part by what contains it; a long name may be cut.
pub(crate) fn other_than(design: &Intent, pointer: &str, named: &str) -> Option<String> {
    let parts = if pointer.starts_with("/dataModel") { 4 } else { 3 };
    let whole = pointer.match_indices('/').nth(parts - 1).map_or(pointer, |(end, _)| &pointer[..end]);
    let at = At::of_pointer(design, whole).ok()?.filter(|at| !matches!(at, At::Title | At::Summary))?;
    let now = if let At::Requirement(i) = at {
        design.requirements.get(i)?.id.as_str().into()
    } else {
        name(design, at)?
    };
    let is_called = |now: &str| match named.strip_suffix('…') {
        Some(beginning) => Shown::line(now.trim()).as_str().starts_with(beginning),
        None => Shown::line(now.trim()).as_str() == named,
    };
    let is_same = is_called(&now) || step_at(design, pointer).is_some_and(|step| is_called(&step.action));
    (!is_same).then(|| format!("{pointer} is the {} now: comment on “{named}” again.", label(design, at)))
}

/// The kind and name of an element, for a sentence: `screen “Cart”`.
pub(crate) fn label(design: &Intent, at: At) -> String {
    let kind = match content(design, at) {
        Some(Content::Component(it)) if it.kind == ComponentType::View => "screen",
        _ => at.kind().name(),
    };
    match name(design, at) {
        Some(_) if matches!(at, At::Title | At::Summary) => kind.to_owned(),
        Some(name) => format!("{kind} “{}”", short(&name)),
        None => kind.to_owned(),
    }
}

/// The beginning of a text, for a sentence.
pub(crate) fn short(text: &str) -> String {
    cut(text, 60)
}

/// All elements of a kind, or of any kind, in the order of the document.
pub(crate) fn all(design: &Intent, kind: Option<Kind>) -> Vec<At> {
    let (flows, parts) = (0..design.user_flows.len(), 0..design.components.len());
    let entities = 0..design.data_model.entities.len();
    // Children are listed only if their kind is wanted.
    let wanted = |kinds: &[Kind]| kind.is_none_or(|kind| kinds.contains(&kind));
    let with_children = |at: At| std::iter::once(at).chain(children(design, at));
    let mut found = vec![At::Title, At::Summary];
    found.extend((0..design.requirements.len()).map(At::Requirement));
    found.extend((0..design.goals.len()).map(At::Goal));
    if wanted(&[Kind::Flow, Kind::Step, Kind::Alternative]) {
        found.extend(flows.map(At::Flow).flat_map(with_children));
    }
    if wanted(&[Kind::Component, Kind::State]) {
        found.extend(parts.map(At::Component).flat_map(with_children));
    }
    if wanted(&[Kind::Entity, Kind::Attribute, Kind::Relationship]) {
        found.extend(entities.map(At::Entity).flat_map(with_children));
    }
    found.extend((0..design.interactions.len()).map(At::Interaction));
    found.extend((0..design.open_questions.len()).map(At::Question));
    found.retain(|at| kind.is_none_or(|kind| at.kind() == kind));
    found
}

/// The elements that belong to an element.
pub(crate) fn children(design: &Intent, of: At) -> Vec<At> {
    match (of, content(design, of)) {
        (At::Flow(flow), Some(Content::Flow(it))) => {
            let own = (0..it.steps.len()).map(|step| At::Step(flow, None, step));
            let others = (0..it.alternatives.len()).map(|at| At::Alternative(flow, at));
            own.chain(others.flat_map(|at| std::iter::once(at).chain(children(design, at)))).collect()
        }
        (At::Alternative(flow, at), Some(Content::Alternative(it))) => {
            (0..it.steps.len()).map(|step| At::Step(flow, Some(at), step)).collect()
        }
        (At::Component(i), Some(Content::Component(it))) => {
            (0..it.states.len()).map(|state| At::State(i, state)).collect()
        }
        (At::Entity(i), Some(Content::Entity(it))) => {
            let fields = (0..it.attributes.len()).map(|at| At::Attribute(i, at));
            fields.chain((0..it.relationships.len()).map(|at| At::Relationship(i, at))).collect()
        }
        _ => Vec::new(),
    }
}
