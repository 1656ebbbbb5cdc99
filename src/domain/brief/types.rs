//! A brief as values.

use super::nouns;
use crate::domain::intent::RequirementKind;

/// Some text of the brief and the line it starts on (from 1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Traced {
    pub text: String,
    pub line: u32,
}

/// The shape of document that the reader recognised; a document may mix them, then the dominant one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// spec-kit: user stories with Given/When/Then, FR-###, key entities, edge cases, SC-###.
    SpecKit,
    /// Kiro: numbered requirements with EARS acceptance criteria.
    Kiro,
    /// OpenSpec: why, what changes, impact; ADDED/MODIFIED requirements with scenarios.
    OpenSpec,
    /// User stories: As a … I want … so that …
    UserStories,
    /// Free-form product requirements in prose and lists.
    Prose,
    /// A language the reader does not know: read by headings, lists and numbering alone.
    Structure,
}

/// How a statement of the brief binds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Force {
    /// SHALL, MUST, an FR-###, an acceptance criterion: what a product is checked against.
    Normative,
    /// Wanted, but not in the words of an obligation (a feature bullet of a PRD, a user story).
    Descriptive,
}

/// One thing that the brief asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The brief's own label, such as `FR-003`, `SC-001`, `2.4` (requirement 2, criterion 4); may be empty.
    pub label: String,
    /// Whole sentence, markup removed.
    pub text: String,
    pub line: u32,
    pub kind: RequirementKind,
    pub force: Force,
    /// EARS or Given/When/Then taken apart, where the sentence has that form.
    pub clauses: Clauses,
    /// Index into [`Brief::stories`] of the story or requirement heading it belongs to.
    pub story: Option<usize>,
}

/// A conditional sentence taken apart. A plain one with SHALL or MUST has only its subject and its response.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clauses {
    /// Given …, WHILE …, WHERE …
    pub condition: Option<String>,
    /// When …
    pub trigger: Option<String>,
    /// IF …: the unwanted or special case
    pub exception: Option<String>,
    /// Then …, SHALL …: what the system does, without the modal word.
    pub response: Option<String>,
    /// Who does it in the response: `the system`, `the Help_Tab`, …
    pub subject: Option<String>,
}

/// A user story, a Kiro requirement, an OpenSpec requirement, or a feature section of a PRD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The brief's own label: `User Story 1`, `Requirement 3`, `2.1`; may be empty.
    pub label: String,
    pub title: String,
    pub line: u32,
    /// As a …
    pub actor: Option<String>,
    /// I want …
    pub want: Option<String>,
    /// So that …
    pub benefit: Option<String>,
    /// Its prose, paragraph by paragraph.
    pub narrative: Vec<Traced>,
}

/// Something that the brief speaks of as a thing with properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityMention {
    pub name: String,
    pub line: u32,
    pub description: String,
    pub attributes: Vec<AttributeMention>,
    /// Names of other entities that its description relates it to, as the text has them.
    pub related: Vec<Relation>,
    /// Whether the brief defines it as data (key entities, a table) rather than the reader inferring it.
    pub defined: bool,
}

impl EntityMention {
    /// A thing that the reader infers, of which nothing more is known yet.
    pub(super) fn of(name: &str, line: u32) -> Self {
        Self {
            name: nouns::capitalised(name),
            line,
            description: String::new(),
            attributes: Vec::new(),
            related: Vec::new(),
            defined: false,
        }
    }

    /// Adds the fields whose names it has not yet, as long as it has fewer than `most`.
    pub(super) fn take(&mut self, fields: Vec<AttributeMention>, most: usize) {
        for field in fields {
            let fresh = !self.attributes.iter().any(|a| a.name.eq_ignore_ascii_case(&field.name));
            if fresh && self.attributes.len() < most {
                self.attributes.push(field);
            }
        }
    }
}

/// A property that the brief names of a thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeMention {
    pub name: String,
    pub required: bool,
    /// The words of the brief on it; may be empty.
    pub description: String,
    /// The type that the brief gives it, in its words; may be empty.
    pub typed: String,
    pub line: u32,
}

impl AttributeMention {
    /// A property of which the brief says no more than its name.
    pub(super) fn of(name: String, line: u32) -> Self {
        Self { name, required: true, description: String::new(), typed: String::new(), line }
    }
}

/// What the brief says that one thing has to do with another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The other's name, as the text has it.
    pub to: String,
    /// Whether one of this may have many of the other.
    pub many_there: bool,
    /// Whether one of the other may have many of this.
    pub many_here: bool,
    pub line: u32,
}

/// A requirement document, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brief {
    /// The file's name as given in `source.file`.
    pub file: String,
    pub title: Traced,
    pub shape: Shape,
    /// `en`, or the language's or script's name where it is not English (`Japanese`, `Cyrillic`, …).
    pub language: String,
    /// What the document says the product or feature is.
    pub summary: Vec<Traced>,
    /// What it is for: why-sections, objectives, success criteria, "so that".
    pub goals: Vec<Traced>,
    /// Who uses it, most often named first, as the brief names them.
    pub actors: Vec<Traced>,
    pub stories: Vec<Story>,
    /// Everything asked for, in document order.
    pub statements: Vec<Statement>,
    pub entities: Vec<EntityMention>,
    /// Glossary: term, meaning.
    pub glossary: Vec<(String, Traced)>,
    /// Edge cases; question and, where the brief gives it, answer in one text.
    pub edge_cases: Vec<Traced>,
    /// What the brief leaves open: NEEDS CLARIFICATION, TBD, unanswered questions.
    pub open_questions: Vec<Traced>,
    /// What it puts out of scope.
    pub exclusions: Vec<Traced>,
    pub assumptions: Vec<Traced>,
    /// Lines that read like demands and are none, in the order of the document.
    pub left_out: Vec<LeftOut>,
    /// What the reader could not make sense of, told to the person: one sentence each.
    pub not_understood: Vec<Traced>,
}

/// A line that reads like a demand and is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub line: u32,
    pub why: Why,
}

/// Why a line is no demand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// How it is done today.
    Today,
    /// What becomes of the business once the product is in use.
    Outcome,
    /// What the people do who make it: a review, a demonstration.
    Work,
    /// A note, a reference, an item that was deleted.
    Remark,
    /// A demand that says nothing before its question is answered.
    Unsettled,
}

impl Why {
    /// Every reason.
    pub const ALL: [Self; 5] = [Self::Today, Self::Outcome, Self::Work, Self::Remark, Self::Unsettled];

    /// The reason in words.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Today => "told of how it is today",
            Self::Outcome => "an outcome that shows in use, and not in the product",
            Self::Work => "the work on the product, and not the product",
            Self::Remark => "a note or a reference that asks for nothing",
            Self::Unsettled => "a demand without its content, kept as an open question",
        }
    }
}
