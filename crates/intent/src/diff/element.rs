//! Lists of an intent, with what identifies their elements.

use serde_json::Value;

use super::change::Element;

/// A list of elements inside an intent or inside another element.
pub(super) struct Sort {
    pub(super) element: Element,
    /// The key of the list.
    pub(super) list: &'static str,
    /// The field that identifies an element; empty if the element is a plain text.
    pub(super) id: &'static str,
    /// The field with its name, if that is not its id.
    pub(super) name: Option<&'static str>,
    /// The field with its text, which sentences quote if it has no name.
    pub(super) text: Option<&'static str>,
    /// The id is a number that shifts, so content identifies an element before its id does.
    pub(super) serial: bool,
    /// Lists inside of an element, in the order of comparison.
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
/// Its id says what it is about: the same reason for another requirement is another omission.
pub(super) const NOT_DESIGNED: Sort = Sort {
    element: Element::NotDesigned,
    list: "notDesigned",
    id: "requirement",
    text: None,
    serial: false,
    ..STEPS
};
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

/// Fewer attributes do not identify an entity.
const LEAST_ATTRIBUTES: usize = 2;

impl Sort {
    /// A text field of an element; the element itself if it is a plain text.
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

    /// Why a requirement is left out.
    pub(super) fn reason_of<'a>(&self, element: &'a Value) -> Option<&'a str> {
        (self.element == Element::NotDesigned).then(|| Self::text_at("reason", element))
    }

    /// Whether the id is prose, so that another id is a new wording.
    pub(super) fn is_prose(&self) -> bool {
        self.text == Some(self.id)
    }

    /// Everything but the id and the name; `None` if that does not identify an element.
    pub(super) fn content_of<'a>(&self, element: &'a Value) -> Option<Vec<(&'a str, &'a Value)>> {
        if matches!(self.element, Element::Relationship | Element::NotDesigned) || self.id.is_empty() {
            return None;
        }
        let identity = |key: &str| key == self.id || Some(key) == self.name;
        let fields = element.as_object()?.iter().map(|(key, value)| (key.as_str(), value));
        Some(fields.filter(|(key, _)| !identity(key)).collect())
    }

    /// An entity's description and attributes, all or the first, with its own name blanked: the same after a rename that also
    /// changed its texts or added an attribute.
    pub(super) fn nameless(&self, element: &Value, with_all: bool) -> Option<String> {
        let name = self.id_of(element).to_lowercase();
        let (description, all) = (element.get("description")?, element.get("attributes")?);
        let attributes = if with_all { all } else { all.get(0)? };
        let is_known = self.element == Element::Entity && !name.is_empty();
        (is_known && (with_all || description.as_str() != Some("")))
            .then(|| format!("{description}\n{attributes}").to_lowercase().replace(&name, "\0"))
    }

    /// An entity's description; `None` if it has none.
    pub(super) fn description<'a>(&self, element: &'a Value) -> Option<&'a str> {
        let description = Self::text_at("description", element);
        (self.element == Element::Entity && !description.is_empty()).then_some(description)
    }

    /// The same of an entity without attributes: a rename can come with its first ones.
    pub(super) fn description_of_bare<'a>(&self, element: &'a Value) -> Option<&'a str> {
        let has_none = element.get("attributes").and_then(Value::as_array).is_none_or(Vec::is_empty);
        self.description(element).filter(|_| has_none)
    }

    /// Names and types of an entity's attributes except its identity; `None` if they are too few to compare.
    pub(super) fn attributes_of<'a>(&self, element: &'a Value) -> Option<Vec<[&'a str; 2]>> {
        let attributes = element.get("attributes")?.as_array().filter(|_| self.element == Element::Entity)?;
        let of = |attribute: &'a Value| ["name", "type"].map(|key| Self::text_at(key, attribute));
        let attributes: Vec<_> =
            attributes.iter().map(of).filter(|[_, kind]| *kind != "identifier").collect();
        (attributes.len() >= LEAST_ATTRIBUTES).then_some(attributes)
    }

    /// The elements of this list in `parent`.
    pub(super) fn items<'a>(&self, parent: &'a Value) -> &'a [Value] {
        parent.get(self.list).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}
