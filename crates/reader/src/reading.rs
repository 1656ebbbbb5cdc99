//! A requirement document as values. Every text is the document's own, with its line.

use crate::Skipped;

/// Some text of the document and the line it begins on (from 1).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traced {
    pub text: String,
    pub line: u32,
}

/// A requirement document, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The file's name as given, for `source.file`.
    pub file: String,
    /// The first heading, or the first line; the file's name with line 0 where there is neither.
    pub title: Traced,
    /// Code of the language (`en`, `de`, `es`, `fr`, `ja`); `None` where it is none of those that are read: then only
    /// numbering, labels and structure tell requirements.
    pub language: Option<&'static str>,
    /// What the document says the feature is: the paragraphs before its first section, or below an overview heading.
    pub summary: Vec<Traced>,
    /// Items below headings of goals, objectives, why, success.
    pub goals: Vec<Traced>,
    /// Everything asked for, in the document's order.
    pub requirements: Vec<Requirement>,
    pub stories: Vec<Story>,
    /// Roles that stories (`As a …`) and sections of roles name, each once, by first mention.
    pub actors: Vec<Traced>,
    /// Things that the document names as kept: key entities, a data section, a table of fields, `for each X … are stored`.
    pub entities: Vec<Entity>,
    /// Pages, screens, dialogs, forms and tabs that the document names.
    pub screens: Vec<Screen>,
    /// Edge cases and error cases that are listed as such.
    pub edge_cases: Vec<Traced>,
    /// What the document itself leaves open: NEEDS CLARIFICATION, TBD, items of an open-questions section.
    pub questions: Vec<Traced>,
    /// Items below out-of-scope headings.
    pub exclusions: Vec<Traced>,
    /// Lines that were passed over, with the reason, in order.
    pub skipped: Vec<Skipped>,
}

/// How a requirement binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Force {
    /// MAY, can, optional.
    May,
    /// SHOULD, wanted.
    Should,
    /// SHALL, MUST, a labelled requirement, an acceptance criterion.
    Must,
}

/// What kind of part of the document a text stands in, as its heading says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Section {
    /// No heading that says anything.
    #[default]
    Plain,
    Overview,
    Goals,
    Stories,
    Requirements,
    /// Acceptance criteria, scenarios.
    Criteria,
    /// Non-functional requirements, success criteria: how well.
    Quality,
    Constraints,
    /// Key entities, data model, glossary of things that are kept.
    Entities,
    Roles,
    Screens,
    EdgeCases,
    Questions,
    OutOfScope,
    /// Assumptions, notes, references, history, plans: nothing is asked for in it.
    Remarks,
}

/// One thing that the document asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The document's own label: `FR-003`, `SC-001`, `2.4`; may be empty.
    pub label: String,
    /// The whole sentence or item without markup and label.
    pub text: String,
    pub line: u32,
    pub force: Force,
    pub section: Section,
    /// The heading above it, empty where there is none.
    pub heading: String,
    /// Index into [`Reading::stories`].
    pub story: Option<usize>,
    pub parts: Parts,
    /// Whether it forbids: MUST NOT, no, never.
    pub is_prohibition: bool,
    /// The pattern that found it, as `modal.must`, `label`, `ears.when`, `table.row`.
    pub pattern: &'static str,
}

/// A conditional sentence taken apart (EARS, Given/When/Then). Texts are phrases of the sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Given …, WHILE …, WHERE …
    pub condition: Option<String>,
    /// WHEN …
    pub trigger: Option<String>,
    /// IF …: the unwanted or special case.
    pub exception: Option<String>,
    /// THEN …, SHALL …: what is done, without the modal verb.
    pub response: Option<String>,
    /// Who does it: `the system`, `the Help Tab`.
    pub subject: Option<String>,
}

/// A user story, or a requirement heading of Kiro or OpenSpec with its criteria. Criteria are requirements with its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// `User Story 1`, `Requirement 3`; may be empty.
    pub label: String,
    /// The heading's words; of a story without one the wish.
    pub title: String,
    pub line: u32,
    /// As a …
    pub actor: Option<Traced>,
    /// I want …
    pub want: Option<Traced>,
    /// So that …
    pub benefit: Option<Traced>,
    pub scenarios: Vec<Scenario>,
    /// Its prose, paragraph by paragraph.
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

/// A thing that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    pub name: String,
    pub line: u32,
    /// The document's words on it; may be empty.
    pub description: String,
    pub attributes: Vec<Attribute>,
    pub relations: Vec<Relation>,
}

/// A field that the document lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    pub name: String,
    pub line: u32,
    /// The type in the document's words; may be empty.
    pub typed: String,
    /// `None` where the document does not say.
    pub required: Option<bool>,
    pub description: String,
}

/// What one thing has to do with another, where the document says so outright (`belongs to a Customer`, `has many Lines`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    pub to: String,
    pub line: u32,
    /// Whether one of this has many of the other; `None` where the document does not say.
    pub is_many: Option<bool>,
}

/// A page, screen, dialog, form or tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    pub name: String,
    pub line: u32,
    /// The document's words on it; may be empty.
    pub description: String,
}
