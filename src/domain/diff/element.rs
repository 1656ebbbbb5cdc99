//! The shape of an intent as this comparison sees it: which lists hold what, and what an element's
//! identity is.

use serde_json::Value;

use super::change::Element;

/// A list of elements inside an intent or inside another element.
pub(super) struct Sort {
    pub(super) element: Element,
    /// The key of the list.
    pub(super) list: &'static str,
    /// The field that identifies an element; empty where the element is a bare text.
    pub(super) id: &'static str,
    /// The field that people call it by, where that is not its id.
    pub(super) name: Option<&'static str>,
    /// The field whose wording tells that two elements are the same one.
    pub(super) text: Option<&'static str>,
    /// The id is a number that shifts, so content comes before id.
    pub(super) serial: bool,
    /// Lists inside, in the order in which they are compared.
    pub(super) nested: &'static [Sort],
}

const STEPS: Sort = Sort {
    element: Element::Step,
    list: "steps",
    id: "id",
    name: None,
    text: Some("action"),
    serial: true,
    nested: &[],
};
const NAMED: Sort =
    Sort { element: Element::Attribute, list: "attributes", id: "name", text: None, serial: false, ..STEPS };
const TEXT: Sort =
    Sort { element: Element::Goal, list: "goals", id: "", text: Some(""), serial: false, ..STEPS };

pub(super) const REQUIREMENTS: Sort =
    Sort { element: Element::Requirement, list: "requirements", text: Some("text"), ..STEPS };
pub(super) const COMPONENTS: Sort = Sort {
    element: Element::Component,
    list: "components",
    id: "id",
    name: Some("name"),
    text: None,
    serial: false,
    nested: &[],
};
pub(super) const ENTITIES: Sort = Sort {
    element: Element::Entity,
    list: "entities",
    nested: &[NAMED, Sort { element: Element::Relationship, list: "relationships", id: "to", ..NAMED }],
    ..NAMED
};
pub(super) const FLOWS: Sort = Sort {
    element: Element::Flow,
    list: "userFlows",
    name: Some("name"),
    text: None,
    nested: &[
        STEPS,
        Sort {
            element: Element::Alternative,
            list: "alternatives",
            id: "condition",
            text: Some("condition"),
            serial: false,
            nested: &[STEPS],
            ..STEPS
        },
    ],
    ..STEPS
};
pub(super) const INTERACTIONS: Sort =
    Sort { element: Element::Interaction, list: "interactions", text: Some("trigger"), ..STEPS };
pub(super) const GOALS: Sort = TEXT;
pub(super) const OPEN_QUESTIONS: Sort =
    Sort { element: Element::OpenQuestion, list: "openQuestions", ..TEXT };

/// One attribute alone may be held by anything.
const ENOUGH: usize = 2;

impl Sort {
    /// A text field of an element; the element itself where it is a bare text.
    fn text_at<'a>(field: &str, element: &'a Value) -> &'a str {
        let value = if field.is_empty() { Some(element) } else { element.get(field) };
        value.and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn id_of<'a>(&self, element: &'a Value) -> &'a str {
        Self::text_at(self.id, element)
    }

    pub(super) fn name_of<'a>(&self, element: &'a Value) -> Option<&'a str> {
        self.name.map(|name| Self::text_at(name, element))
    }

    pub(super) fn text_of<'a>(&self, element: &'a Value) -> Option<&'a str> {
        self.text.map(|text| Self::text_at(text, element))
    }

    /// Whether the id is prose, so that another id is another wording.
    pub(super) fn is_prose(&self) -> bool {
        self.text == Some(self.id)
    }

    /// Everything but the id and the name; `None` where that is too little to go by.
    pub(super) fn content_of<'a>(&self, element: &'a Value) -> Option<Vec<(&'a str, &'a Value)>> {
        if self.element == Element::Relationship || self.id.is_empty() {
            return None;
        }
        let identity = |key: &str| key == self.id || Some(key) == self.name;
        let fields = element.as_object()?.iter().map(|(key, value)| (key.as_str(), value));
        Some(fields.filter(|(key, _)| !identity(key)).collect())
    }

    /// What an entity says and holds, without its own name, which its texts repeat: what is left when it is renamed throughout.
    pub(super) fn nameless(&self, element: &Value) -> Option<String> {
        let name = self.id_of(element).to_lowercase();
        let said = [element.get("description")?, element.get("attributes")?].map(Value::to_string).join("\n");
        (self.element == Element::Entity && !name.is_empty())
            .then(|| said.to_lowercase().replace(&name, "\0"))
    }

    /// The names and types of what an entity holds besides its identity; `None` where that is too little to go by.
    pub(super) fn held_by<'a>(&self, element: &'a Value) -> Option<Vec<[&'a str; 2]>> {
        let attributes = element.get("attributes")?.as_array().filter(|_| self.element == Element::Entity)?;
        let of = |attribute: &'a Value| ["name", "type"].map(|key| Self::text_at(key, attribute));
        let held: Vec<_> = attributes.iter().map(of).filter(|[_, kind]| *kind != "identifier").collect();
        (held.len() >= ENOUGH).then_some(held)
    }

    /// The elements of this list in `parent`.
    pub(super) fn items<'a>(&self, parent: &'a Value) -> &'a [Value] {
        parent.get(self.list).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}
