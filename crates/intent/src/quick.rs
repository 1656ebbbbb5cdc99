//! Quick reader: reads an intent in one walk if it is valid by `schemas/design-intent.schema.json`.
//!
//! It reports no errors: the strict reader reads what it does not take. Tests compare the two at every rule of the schema.
//! Members are sorted by key, so each type asks for its keys in that order. A member that is left is unknown.

use serde::de::DeserializeOwned;
use serde::de::value::{Error, StrDeserializer};

use super::raw::Raw;
use crate::{
    Alternative, Attribute, Component, DataModel, Entity, Intent, Interaction, NotDesigned, Relationship,
    Requirement, Source, Step, UserFlow,
};

/// Most characters of a text, and of a name.
const TEXT: usize = 20_000;
const NAME: usize = 500;

/// The intent in a document, if it is valid.
pub(super) fn intent(document: &Raw) -> Option<Intent> {
    object(document, |of| {
        Some(Intent {
            components: of.required("components", list(50_000, component))?,
            data_model: of.required("dataModel", data_model)?,
            feature_id: of.required("featureId", feature_id)?,
            goals: of.required("goals", list(1_000, text))?,
            interactions: of.required("interactions", list(50_000, interaction))?,
            not_designed: of.list("notDesigned", 50_000, not_designed)?,
            open_questions: of.required("openQuestions", list(5_000, text))?,
            requirements: of.required("requirements", list(50_000, requirement))?,
            schema_version: of
                .required("schemaVersion", |v| version(v).filter(|version| version.starts_with("1.")))?,
            summary: of.required("summary", text)?,
            title: of.required("title", name)?,
            user_flows: of.required("userFlows", list(20_000, user_flow))?,
            version: of.required("version", version)?,
        })
    })
}

fn component(value: &Raw) -> Option<Component> {
    object(value, |of| {
        Some(Component {
            children: of.list("children", 5_000, id)?,
            description: of.required("description", text)?,
            entities: of.list("entities", 500, name)?,
            id: of.required("id", id)?,
            name: of.required("name", name)?,
            satisfies: of.list("satisfies", 5_000, id)?,
            shared: of.optional("shared", boolean)?.unwrap_or_default(),
            states: of.list("states", 200, |v| sized(v, 1, 2_000))?,
            kind: of.required("type", word)?,
            widget: of.optional("widget", word)?,
        })
    })
}

fn not_designed(value: &Raw) -> Option<NotDesigned> {
    object(value, |of| {
        Some(NotDesigned {
            reason: of.required("reason", text)?,
            requirement: of.required("requirement", id)?,
        })
    })
}

fn data_model(value: &Raw) -> Option<DataModel> {
    object(value, |of| Some(DataModel { entities: of.required("entities", list(20_000, entity))? }))
}

fn entity(value: &Raw) -> Option<Entity> {
    object(value, |of| {
        Some(Entity {
            attributes: of.required("attributes", list(2_000, attribute))?,
            description: of.required("description", text)?,
            name: of.required("name", name)?,
            relationships: of.required("relationships", list(2_000, relationship))?,
        })
    })
}

fn attribute(value: &Raw) -> Option<Attribute> {
    object(value, |of| {
        Some(Attribute {
            description: of.optional("description", text)?,
            name: of.required("name", name)?,
            required: of.required("required", boolean)?,
            kind: of.required("type", |v| sized(v, 1, 100))?,
        })
    })
}

fn relationship(value: &Raw) -> Option<Relationship> {
    object(value, |of| {
        Some(Relationship {
            description: of.optional("description", text)?,
            kind: of.required("kind", word)?,
            to: of.required("to", name)?,
        })
    })
}

fn interaction(value: &Raw) -> Option<Interaction> {
    object(value, |of| {
        Some(Interaction {
            component: of.required("component", id)?,
            feedback: of.optional("feedback", text)?,
            id: of.required("id", id)?,
            response: of.required("response", text)?,
            satisfies: of.list("satisfies", 5_000, id)?,
            trigger: of.required("trigger", text)?,
        })
    })
}

fn requirement(value: &Raw) -> Option<Requirement> {
    object(value, |of| {
        Some(Requirement {
            id: of.required("id", id)?,
            kind: of.required("kind", word)?,
            source: of.required("source", source)?,
            text: of.required("text", text)?,
        })
    })
}

fn source(value: &Raw) -> Option<Source> {
    object(value, |of| {
        Some(Source {
            file: of.required("file", |v| sized(v, 1, 1_000))?,
            line: of.required("line", |v| {
                let Raw::Count(line) = v else { return None };
                u32::try_from(*line).ok().filter(|line| *line > 0)
            })?,
        })
    })
}

fn user_flow(value: &Raw) -> Option<UserFlow> {
    object(value, |of| {
        Some(UserFlow {
            actor: of.required("actor", |v| sized(v, 0, NAME))?,
            alternatives: of.list("alternatives", 5_000, alternative)?,
            goal: of.optional("goal", text)?,
            id: of.required("id", id)?,
            name: of.required("name", name)?,
            satisfies: of.required("satisfies", list(5_000, id))?,
            steps: of.required("steps", list(5_000, step))?,
        })
    })
}

fn alternative(value: &Raw) -> Option<Alternative> {
    object(value, |of| {
        Some(Alternative {
            at: of.required("at", id)?,
            condition: of.required("condition", text)?,
            steps: of.required("steps", list(5_000, step))?,
        })
    })
}

fn step(value: &Raw) -> Option<Step> {
    object(value, |of| {
        Some(Step {
            action: of.required("action", text)?,
            component: of.required("component", id)?,
            entities: of.list("entities", 500, name)?,
            id: of.required("id", id)?,
            outcome: of.optional("outcome", text)?,
        })
    })
}

/// The members of an object that were not read yet.
struct Members<'d, 't>(std::slice::Iter<'d, (std::borrow::Cow<'t, str>, Raw<'t>)>);

impl<'d, 't> Members<'d, 't> {
    fn required<T>(&mut self, key: &str, read: impl Fn(&Raw) -> Option<T>) -> Option<T> {
        read(self.take(key)?)
    }

    fn optional<T>(&mut self, key: &str, read: impl Fn(&Raw) -> Option<T>) -> Option<Option<T>> {
        self.take(key).map_or(Some(None), |value| read(value).map(Some))
    }

    /// An optional list; empty if it is absent.
    fn list<T>(&mut self, key: &str, most: usize, read: impl Fn(&Raw) -> Option<T>) -> Option<Vec<T>> {
        self.take(key).map_or_else(|| Some(Vec::new()), list(most, read))
    }

    fn take(&mut self, key: &str) -> Option<&'d Raw<'t>> {
        let (_, value) = self.0.as_slice().first().filter(|(first, _)| first == key)?;
        self.0.next();
        Some(value)
    }
}

fn object<T>(value: &Raw, read: impl FnOnce(&mut Members) -> Option<T>) -> Option<T> {
    let Raw::Object(members) = value else { return None };
    let mut members = Members(members.iter());
    let read = read(&mut members)?;
    members.0.as_slice().is_empty().then_some(read)
}

fn list<T>(most: usize, read: impl Fn(&Raw) -> Option<T>) -> impl Fn(&Raw) -> Option<Vec<T>> {
    move |value| {
        let Raw::List(items) = value else { return None };
        if items.len() > most {
            return None;
        }
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            all.push(read(item)?);
        }
        Some(all)
    }
}

/// A text with `least` to `most` characters.
fn sized(value: &Raw, least: usize, most: usize) -> Option<String> {
    let Raw::Text(text) = value else { return None };
    // A text never has more characters than bytes.
    let fits = text.len() >= least && (text.len() <= most || text.chars().count() <= most);
    fits.then(|| text.clone().into_owned())
}

fn boolean(value: &Raw) -> Option<bool> {
    if let Raw::Flag(flag) = value { Some(*flag) } else { None }
}

fn text(value: &Raw) -> Option<String> {
    sized(value, 0, TEXT)
}

fn name(value: &Raw) -> Option<String> {
    sized(value, 1, NAME)
}

/// One of an enum's words.
fn word<T: DeserializeOwned>(value: &Raw) -> Option<T> {
    let Raw::Text(text) = value else { return None };
    T::deserialize(StrDeserializer::<Error>::new(text)).ok()
}

/// `^[A-Za-z][A-Za-z0-9._-]{0,127}$`
fn id(value: &Raw) -> Option<String> {
    let in_id = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    matching(value, 128, |bytes| {
        bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.iter().all(in_id)
    })
}

/// `^[a-z0-9][a-z0-9-]{0,63}$`
fn feature_id(value: &Raw) -> Option<String> {
    let in_id = |b: &u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-');
    matching(value, 64, |bytes| bytes.first().is_some_and(|b| *b != b'-') && bytes.iter().all(in_id))
}

/// Three numbers without leading zeros, separated by dots.
fn version(value: &Raw) -> Option<String> {
    let number = |digits: &[u8]| {
        digits.iter().all(u8::is_ascii_digit)
            && digits.first().is_some_and(|b| *b != b'0' || digits.len() == 1)
    };
    matching(value, 40, |bytes| {
        let mut numbers = bytes.split(|b| *b == b'.');
        numbers.by_ref().take(3).filter(|digits| number(digits)).count() == 3 && numbers.next().is_none()
    })
}

fn matching(value: &Raw, most: usize, matches: impl Fn(&[u8]) -> bool) -> Option<String> {
    sized(value, 1, most).filter(|text| matches(text.as_bytes()))
}
