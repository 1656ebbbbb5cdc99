//! Grammar of instructions: the forms of each verb with examples, and the words for kinds of element. Help and hints use it.

use frieze_intent::ComponentType;

use crate::element::Kind;

/// One form of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    pub verb: &'static str,
    /// Words in capitals are placeholders, brackets enclose optional parts.
    pub form: &'static str,
    pub example: &'static str,
}

/// Every form. An element is given by its name, id or JSON pointer, with or without its kind (`step`, `field`), a child with its
/// owner after `of` (`field total of Order`). A pointer at the start of the line replaces the element. A name that contains a
/// word of the form needs quotes. `;` separates instructions. The examples are for a shop with the screens `Cart` and `Payment`,
/// the flow `Checkout` and the entities `Order` and `Customer`.
pub const GRAMMAR: &[Form] = &[
    form(
        "add",
        "add screen|container|control|data|utility NAME [to PARENT] [: DESCRIPTION]",
        "add screen \"Order history\": Lists the orders of a customer",
    ),
    form(
        "add",
        "add part NAME [to PARENT] as TYPE [: DESCRIPTION]",
        "add part \"Discount\" to Cart as control",
    ),
    form(
        "add",
        "add flow NAME for ACTOR [: GOAL]",
        "add flow \"Return an order\" for Customer: Get the money back",
    ),
    form(
        "add",
        "add step ACTION to FLOW on PART [after|before STEP] [: OUTCOME]",
        "add step \"Check the address\" to Checkout on Payment after S1: The address is valid",
    ),
    form(
        "add",
        "add alternative CONDITION [to FLOW] at STEP [on PART] : ACTION",
        "add alternative \"The card is declined\" at S2: Show the reason",
    ),
    form(
        "add",
        "add field NAME to ENTITY as TYPE [required|optional]",
        "add field note to Order as text optional",
    ),
    form("add", "add entity NAME [: DESCRIPTION]", "add entity \"Gift card\": A code with a balance"),
    form("add", "add state NAME to PART [: TEXT]", "add state loading to Payment: The button is grey"),
    form(
        "add",
        "add interaction TRIGGER on PART : RESPONSE",
        "add interaction \"Press Pay\" on Payment: The order is placed",
    ),
    form("add", "add goal|question TEXT", "add goal \"Fewer carts are abandoned\""),
    form("remove", "remove ELEMENT", "remove field total of Order"),
    form("rename", "rename ELEMENT to NAME", "rename Cart to \"Basket\""),
    form(
        "split",
        "split ELEMENT into NAME and NAME [with CHILDREN]",
        "split Order into Order and Invoice with total",
    ),
    form("merge", "merge ELEMENT and ELEMENT [into NAME]", "merge Cart and Payment into \"Till\""),
    form("move", "move ELEMENT to PARENT", "move \"Pay button\" to Cart"),
    form("move", "move STEP after|before STEP", "move S1 after S2"),
    form("describe", "describe ELEMENT : TEXT", "describe Cart: Shows what the customer is about to buy"),
    form("require", "require [quality|constraint] TEXT", "require \"A customer can pay with a gift card\""),
    form("set", "set title|summary to VALUE", "set summary to \"A customer buys what is in the cart\""),
    form("set", "set type of PART|FIELD to TYPE", "set type of total of Order to money"),
    form("set", "set required of FIELD to yes|no", "set required of Order.total to no"),
    form("set", "set state NAME of PART to TEXT", "set state empty of Cart to \"Your cart is empty\""),
    form("set", "set actor|goal of FLOW to VALUE", "set actor of Checkout to Guest"),
    form("set", "set action|outcome|part of STEP to VALUE", "set part of S1 to Payment"),
    form(
        "set",
        "set condition|at of ALTERNATIVE to VALUE",
        "set condition of \"The cart is empty\" to \"Nothing is in the cart\"",
    ),
    form(
        "set",
        "set trigger|response|feedback|part of INTERACTION to VALUE",
        "set feedback of \"Remove an item\" to \"The total changes\"",
    ),
    form("set", "set entities of STEP|PART to ENTITIES", "set entities of S2 to Order, Customer"),
    form("set", "set text|kind of REQUIREMENT to VALUE", "set kind of R2 to quality"),
    form("set", "set text of GOAL|QUESTION to VALUE", "set text of goal 1 to \"Customers buy again\""),
    form(
        "relate",
        "relate ENTITY to ENTITY as one-to-one|one-to-many|many-to-one|many-to-many [: DESCRIPTION]",
        "relate Order to Customer as many-to-one",
    ),
    form("satisfy", "satisfy REQUIREMENTS by ELEMENT", "satisfy R2 by Payment"),
    form("answer", "answer QUESTION : TEXT", "answer 1: A gift card has a code"),
];

const fn form(verb: &'static str, form: &'static str, example: &'static str) -> Form {
    Form { verb, form, example }
}

/// A hint with the forms of a verb.
pub(crate) fn hint(verb: &str) -> String {
    let forms = GRAMMAR.iter().filter(|form| form.verb == verb);
    let forms: Vec<&str> = forms.map(|form| form.form).collect();
    format!("Use: {}.", forms.join(", or "))
}

/// All verbs, each once.
pub(crate) fn verbs() -> String {
    let mut verbs: Vec<&str> = GRAMMAR.iter().map(|form| form.verb).collect();
    verbs.dedup();
    verbs.join(", ")
}

/// The verb that a word names.
pub(crate) fn verb(word: &str) -> Option<&'static str> {
    GRAMMAR.iter().map(|form| form.verb).find(|verb| word.eq_ignore_ascii_case(verb))
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
