//! One change, for `diff --json` and the screen.

use serde::Serialize;
use serde_json::Value;
use strum::{IntoStaticStr, VariantArray};

/// All changes between two intents, in the order of the document.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Changes {
    pub changes: Vec<Change>,
}

impl Changes {
    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The changes that lists show and count, with their places: all but the version number, which differs in every design.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Change)> + Clone {
        self.changes.iter().enumerate().filter(|(_, change)| !change.is_version_only())
    }

    /// The number of shown changes of one kind to one kind of element.
    pub fn count(&self, kind: Kind, element: Element) -> usize {
        self.shown().filter(|(_, c)| c.kind == kind && c.element == element).count()
    }
}

/// What happened to an element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    Added,
    Removed,
    /// Has another name or id.
    Renamed,
    /// Another condition for the same alternative.
    Reworded,
    Changed,
    /// Has another place in its list; for a field, the same entries in another order.
    Moved,
    /// Has another serial id, mostly because an element was inserted before it.
    Renumbered,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Added,
        Self::Removed,
        Self::Renamed,
        Self::Reworded,
        Self::Changed,
        Self::Moved,
        Self::Renumbered,
    ];

    /// The word in sentences.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A kind of element, in the order of lists of changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, VariantArray)]
#[serde(rename_all = "camelCase")]
pub enum Element {
    /// The intent's own fields: title, summary, versions.
    Design,
    Requirement,
    /// A requirement of the brief that is left out on purpose.
    NotDesigned,
    Goal,
    Flow,
    Step,
    Alternative,
    Component,
    Entity,
    Attribute,
    Relationship,
    Interaction,
    OpenQuestion,
}

impl Element {
    /// Its name, singular and plural.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Design => ("design", "design"),
            Self::Requirement => ("requirement", "requirements"),
            Self::NotDesigned => ("omission", "omissions"),
            Self::Goal => ("goal", "goals"),
            Self::Flow => ("flow", "flows"),
            Self::Step => ("step", "steps"),
            Self::Alternative => ("alternative", "alternatives"),
            Self::Component => ("component", "components"),
            Self::Entity => ("entity", "entities"),
            Self::Attribute => ("attribute", "attributes"),
            Self::Relationship => ("relationship", "relationships"),
            Self::Interaction => ("interaction", "interactions"),
            Self::OpenQuestion => ("open question", "open questions"),
        }
    }
}

/// One change to one element.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    pub kind: Kind,
    pub element: Element,
    /// JSON pointer into the new intent; into the old one for a removed element.
    pub pointer: String,
    /// JSON pointer into the old intent, if the element was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// For an added element: the end of its list in the old intent, such as `/components/-`, if the list was there.
    #[serde(skip)]
    pub end_was: Option<String>,
    /// The change as a sentence. It quotes the intents, so a terminal gets it only through [`frieze_data::text::Shown`].
    pub sentence: String,
    /// The fields that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
}

impl Change {
    fn is_version_only(&self) -> bool {
        let is_version = |field: &Field| field.name == "version";
        self.element == Element::Design && !self.fields.is_empty() && self.fields.iter().all(is_version)
    }
}

/// One field's old and new value; null if it is absent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Field {
    pub name: String,
    pub old: Value,
    pub new: Value,
}
