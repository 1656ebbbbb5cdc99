//! Meanings that a lexicon gives to phrases.

/// The role of a phrase in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tag {
    /// *must*, *shall*, *has to*.
    Must,
    /// *must not*, *cannot*.
    MustNot,
    Should,
    ShouldNot,
    /// *may*, *can*.
    May,
    /// *will*: a demand only in a section of requirements.
    Will,
    /// *not*, *never*, *no*.
    Not,
    /// *As a*: an actor follows.
    AsA,
    /// *として*: an actor precedes.
    AsAfter,
    /// *I want*: a wish follows.
    Want,
    /// *so that*: a benefit follows.
    Benefit,
    Given,
    When,
    Then,
    And,
    Or,
    If,
    While,
    Where,
    /// *page*, *screen*, *dialog*.
    Screen,
    /// *the*, *a*.
    Article,
    /// *fields:*, *has*, *consists of*: a list of fields follows.
    Fields,
    BelongsTo,
    HasMany,
    /// *for each*: an entity follows.
    ForEach,
    /// *are stored*.
    Stored,
    /// *TBD*, *to be decided*.
    Open,
    Optional,
    Required,
}

/// How strongly a requirement binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Force {
    /// MAY, can, optional.
    May,
    /// SHOULD, wanted.
    Should,
    /// SHALL, MUST, a labelled requirement, an acceptance criterion.
    Must,
}

impl Force {
    /// Its word in a requirement.
    pub const fn word(self) -> &'static str {
        match self {
            Self::May => "may",
            Self::Should => "should",
            Self::Must => "must",
        }
    }
}

/// The topic of a section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    Overview,
    Goals,
    Stories,
    Requirements,
    Criteria,
    Quality,
    Constraints,
    Entities,
    /// Terms: a term is an entity only if its fields are listed.
    Glossary,
    Roles,
    Screens,
    EdgeCases,
    Questions,
    OutOfScope,
    /// Assumptions, notes, references, history, plans.
    Remarks,
}

/// The meaning of a table's column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Column {
    Id,
    Requirement,
    Story,
    Title,
    Description,
    Priority,
    Status,
    /// The kind of ticket.
    IssueType,
    Role,
    Entity,
    Field,
    /// A list of fields.
    Fields,
    FieldType,
    Required,
    Term,
    Meaning,
    Screen,
}

/// The first word of a heading or line, before its number and title.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// `User Story 1`, `Requirement 3`.
    Story,
    Scenario,
    Background,
    Examples,
    Feature,
    Rule,
    /// `Feature Specification: …`.
    Document,
}

/// The meaning of a cell that holds a known value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// Finished or refused.
    Done,
    Must,
    Should,
    May,
    Yes,
    No,
    /// The issue reports a defect and asks for nothing new.
    Defect,
}

/// Words in lower case and their meaning.
#[derive(Debug)]
pub(crate) struct Phrase<T: 'static> {
    pub(crate) words: &'static [&'static str],
    pub(crate) value: T,
}

/// A title and its meaning: stems of a heading, or words of a column's head in lower case.
#[derive(Debug)]
pub(crate) struct Title<T: 'static> {
    pub(crate) stems: &'static [&'static str],
    /// The heading only has to begin with them.
    pub(crate) is_start: bool,
    /// The heading only has to end with them.
    pub(crate) is_end: bool,
    pub(crate) value: T,
}
