//! Grammar of instructions: the forms of each verb, for hints, and the words for kinds of element.

use frieze_intent::ComponentType;

use crate::element::Kind;

/// Every form of an instruction; it begins with its verb. Words in capitals are placeholders, brackets enclose optional parts. An
/// element is given by its name, id or JSON pointer, with or without its kind (`step`, `field`), a child with its owner after `of`
/// (`field total of Order`). A pointer at the start of the line replaces the element. A name that contains a word of the form needs
/// quotes. `;` separates instructions.
pub(crate) const FORMS: &[&str] = &[
    "add screen|container|control|data|utility NAME [to PARENT] [: DESCRIPTION]",
    "add part NAME [to PARENT] as TYPE [: DESCRIPTION]",
    "add flow NAME for ACTOR [: GOAL]",
    "add step ACTION to FLOW on PART [after|before STEP] [: OUTCOME]",
    "add alternative CONDITION [to FLOW] at STEP [on PART] : ACTION",
    "add field NAME to ENTITY as TYPE [required|optional]",
    "add entity NAME [: DESCRIPTION]",
    "add state NAME to PART [: TEXT]",
    "add interaction TRIGGER on PART : RESPONSE",
    "add goal|question TEXT",
    "remove ELEMENT",
    "rename ELEMENT to NAME",
    "split PART|ENTITY into NAME and NAME [with CHILDREN]",
    "merge PART|ENTITY and PART|ENTITY [into NAME]",
    "move ELEMENT to PARENT",
    "move STEP after|before STEP",
    "describe ELEMENT : TEXT",
    "require [quality|constraint] TEXT",
    "set title|summary to VALUE",
    "set type of PART|FIELD to TYPE",
    "set required of FIELD to yes|no",
    "set state NAME of PART to TEXT",
    "set actor|goal of FLOW to VALUE",
    "set action|outcome|part of STEP to VALUE",
    "set condition|at of ALTERNATIVE to VALUE",
    "set trigger|response|feedback|part of INTERACTION to VALUE",
    "set entities of STEP|PART to ENTITIES",
    "set text|kind of REQUIREMENT to VALUE",
    "set text of GOAL|QUESTION to VALUE",
    "relate ENTITY to ENTITY as one-to-one|one-to-many|many-to-one|many-to-many [: DESCRIPTION]",
    "satisfy REQUIREMENTS by ELEMENT",
    "answer QUESTION : TEXT",
];

/// The verb of a form.
fn verb_of(form: &'static str) -> &'static str {
    form.split(' ').next().unwrap_or_default()
}

/// A hint with the forms of a verb.
pub(crate) fn hint(verb: &str) -> String {
    let forms: Vec<&str> = FORMS.iter().copied().filter(|form| verb_of(form) == verb).collect();
    format!("Use: {}.", forms.join(", or "))
}

/// All verbs, each once.
pub(crate) fn verbs() -> String {
    let mut verbs: Vec<&str> = FORMS.iter().map(|form| verb_of(form)).collect();
    verbs.dedup();
    verbs.join(", ")
}

/// The verb that a word names.
pub(crate) fn verb(word: &str) -> Option<&'static str> {
    FORMS.iter().map(|form| verb_of(form)).find(|verb| word.eq_ignore_ascii_case(verb))
}

/// Words that are ignored before the name of an element.
pub(crate) const ARTICLES: &[&str] = &["a", "an", "the"];

/// The words for kinds of element, and for types of component.
const KINDS: &[(&str, Kind, Option<ComponentType>)] = &[
    ("screen", Kind::Component, Some(ComponentType::View)),
    ("view", Kind::Component, Some(ComponentType::View)),
    ("page", Kind::Component, Some(ComponentType::View)),
    ("container", Kind::Component, Some(ComponentType::Container)),
    ("control", Kind::Component, Some(ComponentType::Control)),
    ("data", Kind::Component, Some(ComponentType::Data)),
    ("utility", Kind::Component, Some(ComponentType::Utility)),
    ("part", Kind::Component, None),
    ("component", Kind::Component, None),
    ("flow", Kind::Flow, None),
    ("step", Kind::Step, None),
    ("alternative", Kind::Alternative, None),
    ("entity", Kind::Entity, None),
    ("field", Kind::Attribute, None),
    ("attribute", Kind::Attribute, None),
    ("relationship", Kind::Relationship, None),
    ("state", Kind::State, None),
    ("goal", Kind::Goal, None),
    ("question", Kind::Question, None),
    ("requirement", Kind::Requirement, None),
    ("interaction", Kind::Interaction, None),
];

/// The kind of element that a word names, and its type if the word names a type of component.
pub(crate) fn kind(word: &str) -> Option<(Kind, Option<ComponentType>)> {
    let found = KINDS.iter().find(|(known, ..)| word.eq_ignore_ascii_case(known));
    found.map(|(_, kind, component)| (*kind, *component))
}
