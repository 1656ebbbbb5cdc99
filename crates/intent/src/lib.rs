//! The intent as values: the machine-readable design of one feature (1-design-engine.md, "JSON Schema Contract"). Field for field
//! the schema (`schemas/design-intent.schema.json`); optional lists that are absent read as empty.

use serde::{Deserialize, Serialize};

/// The version of the schema that this program writes.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// The whole design of one feature: `intent.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Intent {
    /// Semantic version of the schema.
    pub schema_version: String,
    pub feature_id: String,
    /// Semantic version of the design, raised each iteration.
    pub version: String,
    pub title: String,
    /// What it is, in a sentence or two.
    pub summary: String,
    /// What the brief demands, so that coverage can be judged from the intent alone.
    pub requirements: Vec<Requirement>,
    pub goals: Vec<String>,
    pub user_flows: Vec<UserFlow>,
    pub components: Vec<Component>,
    pub data_model: DataModel,
    pub interactions: Vec<Interaction>,
    /// What the brief leaves open: honest holes instead of invented answers.
    pub open_questions: Vec<String>,
}

/// One thing that the brief demands, in its words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    pub id: String,
    pub text: String,
    pub source: Source,
    pub kind: RequirementKind,
}

/// Where in the brief a requirement stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub file: String,
    /// Counts from 1.
    pub line: u32,
}

/// What a requirement is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RequirementKind {
    /// What the product does.
    Functional,
    /// How well it does it: how fast, how safe, for whom.
    Quality,
    /// What the product or its making is bound to.
    Constraint,
}

/// What somebody does with the product, from its beginning to its goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserFlow {
    pub id: String,
    pub name: String,
    pub actor: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    pub steps: Vec<Step>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
    /// Requirement ids.
    pub satisfies: Vec<String>,
}

/// One thing that is done in a flow, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub id: String,
    pub action: String,
    /// Component id.
    pub component: String,
    /// Entity names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// What happens instead, from step `at` on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Id of the step it leaves from.
    pub at: String,
    pub condition: String,
    pub steps: Vec<Step>,
}

/// Framework-agnostic kinds of component (1-design-engine.md).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ComponentType {
    View,
    Container,
    Control,
    Data,
    Utility,
}

impl ComponentType {
    /// The word that the document has for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Container => "container",
            Self::Control => "control",
            Self::Data => "data",
            Self::Utility => "utility",
        }
    }
}

/// A part of what people see and use, or of what works behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Component {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: ComponentType,
    pub name: String,
    pub description: String,
    /// Component ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<String>,
    /// Entity names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
    /// `empty`, `loading`, `error`, …: each with what is shown, or the bare name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Requirement ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub satisfies: Vec<String>,
}

/// What the product keeps.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataModel {
    pub entities: Vec<Entity>,
}

/// A kind of thing that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    pub name: String,
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub relationships: Vec<Relationship>,
}

/// What is kept of a thing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    pub name: String,
    /// From the closed list that the rubric checks: `text`, `number`, `identifier`, …
    #[serde(rename = "type")]
    pub kind: String,
    pub required: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// How many of one entity go with how many of the other, this one first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationshipKind {
    OneToOne,
    OneToMany,
    ManyToMany,
}

/// What an entity has to do with another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relationship {
    /// Entity name.
    pub to: String,
    pub kind: RelationshipKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What a component answers to what is done to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interaction {
    pub id: String,
    pub trigger: String,
    /// Component id.
    pub component: String,
    pub response: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<String>,
    /// Requirement ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub satisfies: Vec<String>,
}
