//! Types of a reading. Every text is copied from the document, with its line.

use crate::{Force, Skipped, Topic};

/// A text of the document and its first line, from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traced {
    pub text: String,
    pub line: u32,
}

/// What was read of a brief.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The name of the file, for `source.file`.
    pub file: String,
    /// The first heading or the first line; the file's name with line 0 if there is neither, or if the first heading only names the
    /// form of the document.
    pub title: Traced,
    /// Code of the language (`en`, `de`, `es`, `fr`, `ja`); `None` for other languages, where only numbers, labels and structure
    /// mark requirements.
    pub language: Option<&'static str>,
    /// The paragraphs before the first section, or below an overview heading.
    pub summary: Vec<Traced>,
    /// Items below headings of goals, objectives, why, success.
    pub goals: Vec<Traced>,
    /// In the order of the document.
    pub requirements: Vec<Requirement>,
    pub stories: Vec<Story>,
    /// Roles in stories (`As a …`) and sections of roles, by first mention.
    pub actors: Vec<Traced>,
    /// Entities that the document names: key entities, a data section, a table of fields, `for each X … are stored`.
    pub entities: Vec<Entity>,
    /// Pages, screens, dialogs, forms and tabs that the document names.
    pub screens: Vec<Screen>,
    /// Items of sections of edge cases and errors.
    pub edge_cases: Vec<Traced>,
    /// Open questions of the document: NEEDS CLARIFICATION, TBD, items of a section of open questions.
    pub questions: Vec<Traced>,
    /// Items below out-of-scope headings.
    pub exclusions: Vec<Traced>,
    /// Lines that were skipped, with the reason, in order.
    pub skipped: Vec<Skipped>,
}

/// One demand of the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The document's own label: `FR-003`, `SC-001`, `2.4`; may be empty.
    pub label: String,
    /// The whole sentence or item without markup and label.
    pub text: String,
    pub line: u32,
    pub force: Force,
    /// The topic of the section that it is in.
    pub topic: Option<Topic>,
    /// The nearest heading above it that names something of the product; empty below the title, a topic or a story alone.
    pub heading: String,
    /// Index into [`Reading::stories`].
    pub story: Option<usize>,
    pub parts: Parts,
    /// Whether it forbids: MUST NOT, no, never.
    pub is_prohibition: bool,
    /// The pattern that found it: `modal.must`, `label`, `ears.when`, `table.row`, …
    pub pattern: &'static str,
}

/// Clauses of a conditional sentence (EARS, Given/When/Then). Texts are phrases of the sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Given …, WHILE …, WHERE …
    pub condition: Option<String>,
    /// WHEN …
    pub trigger: Option<String>,
    /// IF …: the unwanted or special case.
    pub exception: Option<String>,
    /// THEN …, SHALL …: the response, without the modal verb.
    pub response: Option<String>,
    /// The subject of the response: `the system`, `the Help Tab`.
    pub subject: Option<String>,
}

/// A user story, or a requirement heading of Kiro or OpenSpec. Its criteria are requirements with its index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// `User Story 1`, `Requirement 3`; may be empty.
    pub label: String,
    /// The heading, or else the wish.
    pub title: String,
    pub line: u32,
    /// As a …
    pub actor: Option<Traced>,
    /// I want …
    pub want: Option<Traced>,
    /// So that …
    pub benefit: Option<Traced>,
    pub scenarios: Vec<Scenario>,
    /// Its prose, by paragraphs.
    pub narrative: Vec<Traced>,
}

/// Given, When, Then. Each list has one text for each `And`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scenario {
    pub title: String,
    pub line: u32,
    pub given: Vec<Traced>,
    pub when: Vec<Traced>,
    pub then: Vec<Traced>,
}

/// An entity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    pub name: String,
    pub line: u32,
    /// Its description in the document; may be empty.
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub relations: Vec<Relation>,
}

impl Entity {
    /// Adds a field, unless the entity has one of that name.
    pub(crate) fn add(&mut self, field: Attribute) {
        if !self.attributes.iter().any(|known| known.name == field.name) {
            self.attributes.push(field);
        }
    }
}

/// A field that the document lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    pub name: String,
    pub line: u32,
    /// Its type in the words of the document; may be empty.
    pub typed: String,
    /// `None` where the document does not say.
    pub required: Option<bool>,
    pub description: String,
}

/// A relation between two entities (`belongs to a Customer`, `has many Lines`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    pub to: String,
    pub line: u32,
    /// Whether one of this has many of the other; `None` if the document does not say.
    pub is_many: Option<bool>,
}

/// A page, screen, dialog, form or tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    pub name: String,
    pub line: u32,
    /// Its description in the document; may be empty.
    pub description: String,
}
