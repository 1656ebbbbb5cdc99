//! What a lexicon says of words: the closed lists that its tables sort phrases into.

/// What a phrase does in a sentence.
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
    /// *will*: a demand only where demands are expected.
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
    /// *for each*: a thing that is kept follows.
    ForEach,
    /// *are stored*.
    Stored,
    /// *TBD*, *to be decided*.
    Open,
    Optional,
    Required,
}

/// What a heading says about its section.
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
    /// Terms: a thing that is kept only where its fields are listed.
    Glossary,
    Roles,
    Screens,
    EdgeCases,
    Questions,
    OutOfScope,
    /// Assumptions, notes, references, history, plans.
    Remarks,
}

/// What the head of a table says about its column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Column {
    Id,
    Requirement,
    Story,
    Title,
    Description,
    Priority,
    Status,
    /// What kind of ticket a row is.
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

/// A word with which a heading or a line begins, before its number and title.
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

/// What a cell of a column with few values says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// Finished or refused: no longer asked for.
    Done,
    Must,
    Should,
    May,
    Yes,
    No,
    /// An issue that asks for nothing new: a defect.
    Defect,
}

/// Words in lower case and what they say.
#[derive(Debug)]
pub(crate) struct Phrase<T: 'static> {
    pub(crate) words: &'static [&'static str],
    pub(crate) value: T,
}

/// Stems, of a column's head words in lower case, and what a title of them says.
#[derive(Debug)]
pub(crate) struct Title<T: 'static> {
    pub(crate) stems: &'static [&'static str],
    /// It is enough that the heading begins so.
    pub(crate) is_start: bool,
    /// It is enough that the heading ends so.
    pub(crate) is_end: bool,
    pub(crate) value: T,
}
