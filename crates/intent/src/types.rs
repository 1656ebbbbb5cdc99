//! Types of an intent, field for field as in `schemas/design-intent.schema.json` (1-design-engine.md, "JSON Schema Contract").
//! Absent optional lists are read as empty.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// The version of the schema that this program writes.
pub const SCHEMA_VERSION: &str = "1.1.0";

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
    /// One or two sentences.
    pub summary: String,
    /// Copied from the brief, so that coverage can be judged from the intent alone.
    pub requirements: Vec<Requirement>,
    pub goals: Vec<String>,
    pub user_flows: Vec<UserFlow>,
    pub components: Vec<Component>,
    pub data_model: DataModel,
    pub interactions: Vec<Interaction>,
    /// What the brief does not say.
    pub open_questions: Vec<String>,
    /// Requirements of the brief that the design leaves out on purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_designed: Vec<NotDesigned>,
}

/// A requirement of the brief that a design leaves out, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotDesigned {
    /// Its id in the reading of the brief.
    pub requirement: String,
    pub reason: String,
}

/// One demand of the brief, in its words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    pub id: String,
    pub text: String,
    pub source: Source,
    pub kind: RequirementKind,
}

/// The place of a requirement in the brief.
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
    /// What the product or its development must comply with.
    Constraint,
}

/// What an actor does with the product to reach a goal.
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

impl UserFlow {
    /// Its steps, and those of its alternatives.
    pub fn all_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(self.alternatives.iter().flat_map(|alternative| &alternative.steps))
    }
}

/// One action of a flow, and the component where it happens.
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
    /// Id of the step at which it branches off.
    pub at: String,
    pub condition: String,
    pub steps: Vec<Step>,
}

/// Framework-agnostic kinds of component (1-design-engine.md).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ComponentType {
    View,
    Container,
    Control,
    Data,
    Utility,
}

impl ComponentType {
    /// Its word in `intent.json`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A part of the user interface, or of what works behind it.
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
    /// `empty`, `loading`, `error`, …: each with what is shown, or only the name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Requirement ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub satisfies: Vec<String>,
    /// How it looks; `None` if its type and name say enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub widget: Option<Widget>,
    /// Whether several views contain it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
}

/// The look of a component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Widget {
    /// A field for text.
    Text,
    Number,
    Date,
    Choice,
    Toggle,
    Button,
    Link,
    List,
    Table,
    Chart,
    Image,
    Message,
    Navigation,
    Dialog,
    Form,
    Card,
    Map,
    Progress,
}

impl Widget {
    /// Every one.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its word in `intent.json`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The data that the product stores.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataModel {
    pub entities: Vec<Entity>,
}

/// A kind of thing that the product stores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    pub name: String,
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub relationships: Vec<Relationship>,
}

/// One property of an entity.
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

/// The relation of an entity to another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relationship {
    /// Entity name.
    pub to: String,
    pub kind: RelationshipKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Relationship {
    /// Whether its entity has many of the other one, and whether that has many of this one, if the design says so. Each entity lists
    /// its own side, because there is no many-to-one.
    pub fn has_many(&self, entity: &Entity, other: Option<&Entity>) -> (bool, Option<bool>) {
        let is_many = |kind: RelationshipKind| kind != RelationshipKind::OneToOne;
        let other = other.filter(|other| other.name != entity.name);
        let back = other.into_iter().flat_map(|other| &other.relationships).filter(|r| r.to == entity.name);
        let back = back.map(|back| is_many(back.kind)).max();
        (is_many(self.kind), if self.kind == RelationshipKind::ManyToMany { Some(true) } else { back })
    }
}

/// The response of a component to a trigger.
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
