//! Which of what a brief says a design answers for, so that everybody who counts counts the same.

use super::{Brief, Force, Shape, Statement};

/// Fewer normative statements than this, and what a document merely describes counts as well.
const FEW: usize = 6;

/// A document that is about a thing speaks of it in so many statements; more are not looked through for it.
const FIRST: usize = 400;

impl Brief {
    /// The statements in which things are looked for by their names: looking takes as long as they are many, for each name.
    pub(super) fn first_told(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().take(FIRST)
    }

    /// Whether what is merely described counts beside what binds. Prose demands in its own manner; beside SHALL
    /// and criteria its sentences would only repeat them.
    pub fn counts_what_it_describes(&self) -> bool {
        let normative = self.statements.iter().filter(|s| s.force == Force::Normative).count();
        let prose = matches!(self.shape, Shape::Prose | Shape::Structure);
        prose || normative < FEW || normative * 4 < self.statements.len()
    }

    /// The statements that a design answers for, in the order of the document.
    pub fn demands(&self) -> impl Iterator<Item = &Statement> {
        let all = self.counts_what_it_describes();
        self.statements.iter().filter(move |s| self.counts(s, all))
    }

    /// Whether a statement counts, where all that is described does or does not.
    pub fn counts(&self, statement: &Statement, all: bool) -> bool {
        let binds = statement.force == Force::Normative;
        (all || binds || self.is_a_story(statement)) && !statement.text.trim().is_empty()
    }

    /// The statements that only describe what others demand.
    pub fn described(&self) -> impl Iterator<Item = &Statement> {
        let all = self.counts_what_it_describes();
        self.statements.iter().filter(move |s| !all && s.force == Force::Descriptive && !self.is_a_story(s))
    }

    /// A story without criteria, in a list of stories of which others have theirs: nothing else says what it asks for.
    fn is_a_story(&self, statement: &Statement) -> bool {
        let story = statement.story.and_then(|at| self.stories.get(at));
        let wanted = story.and_then(|story| story.want.as_ref());
        self.shape == Shape::UserStories && wanted.is_some() && statement.clauses.response.as_ref() == wanted
    }
}
