//! Paths of a feature's files (1-design-engine.md, "Feature Isolation"; ruling 13 for iterations). The names are part of the
//! file format and are spelled only here.

use super::place::{Kept, Place, Shelf};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;

/// The name of the requirement document.
pub const BRIEF: &str = "brief.md";
/// The file of answers to open questions.
pub const ANSWERS: &str = "answers.md";
/// The file of a design.
const INTENT: &str = "intent.json";

/// The files of one feature: its brief and the folder of the workflow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    feature: RelPath,
    folder: RelPath,
}

impl Home {
    /// `features/<id>/` and `features/<id>/design/`.
    pub fn of(feature: &FeatureId) -> Self {
        let feature = RelPath::feature(feature);
        Self { folder: feature.join("design"), feature }
    }

    /// The requirement document, byte for byte.
    pub fn brief(&self) -> RelPath {
        self.feature.join(BRIEF)
    }

    /// The original document, if the brief was converted from another format.
    pub fn original(&self, name: &'static str) -> RelPath {
        self.feature.join(name)
    }

    /// A person's answers to open questions.
    pub fn answers(&self) -> RelPath {
        self.feature.join(ANSWERS)
    }

    /// The folder of the workflow.
    pub fn folder(&self) -> &RelPath {
        &self.folder
    }

    /// The features of the workspace. A folder without files is a feature whose brief is missing.
    pub fn shelf() -> Shelf {
        Shelf { folder: RelPath::features(), is_one: |_, _| true }
    }

    /// The iterations with a design.
    pub fn kept(&self) -> Kept {
        Kept { folder: self.iterations(), file: INTENT }
    }

    /// The files that the engine keeps.
    pub fn place(&self) -> Place {
        let (marker, inputs) = (Some(self.marker()), vec![self.brief()]);
        Place { marker, inputs, ..Place::of(self.feature.clone(), self.folder.clone(), "state.json") }
    }

    /// Everything that happened.
    pub fn journal(&self) -> RelPath {
        self.place().journal
    }

    /// The current design and its page.
    pub fn current(&self) -> DesignFolder {
        DesignFolder(self.folder.clone())
    }

    /// The current design.
    pub fn intent(&self) -> RelPath {
        self.current().intent()
    }

    /// The page of the current design.
    pub fn preview(&self) -> RelPath {
        self.current().preview()
    }

    /// Scores and findings of the current design.
    pub fn critique(&self) -> RelPath {
        self.folder.join("critique.json")
    }

    /// The frozen design in its canonical form, and the approved page.
    pub fn frozen(&self) -> DesignFolder {
        DesignFolder(self.folder.join("final"))
    }

    /// The freeze marker. It exists if and only if the design is frozen.
    pub fn marker(&self) -> RelPath {
        self.frozen().0.join("FROZEN.md")
    }

    /// The feature whose freeze marker is at a path.
    pub fn of_marker(path: &RelPath) -> Option<FeatureId> {
        let feature = path.as_str().split('/').nth(1)?.parse().ok()?;
        (Self::of(&feature).marker() == *path).then_some(feature)
    }

    /// The approver's signature over the freeze marker.
    pub fn signature(&self) -> RelPath {
        self.frozen().0.join("FROZEN.md.sig")
    }

    /// Feedback that was not sent yet.
    pub fn draft(&self) -> RelPath {
        self.folder.join("feedback-draft.md")
    }

    /// Which items of feedback a person marked as done.
    pub fn done(&self) -> RelPath {
        self.folder.join("feedback-done.json")
    }

    /// The screens at Google Stitch.
    pub fn stitch(&self) -> RelPath {
        self.folder.join("stitch.json")
    }

    /// The folder of all iterations.
    pub fn iterations(&self) -> RelPath {
        self.folder.join("iterations")
    }

    /// One iteration. Folders are numbered through all runs of a feature, so that a new run overwrites nothing of an
    /// earlier one.
    pub fn iteration(&self, folder: u32) -> Iteration {
        Iteration(self.iterations().number(folder))
    }
}

/// A folder with a design and its page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DesignFolder(RelPath);

impl DesignFolder {
    pub fn folder(&self) -> &RelPath {
        &self.0
    }

    pub fn intent(&self) -> RelPath {
        self.0.join(INTENT)
    }

    pub fn preview(&self) -> RelPath {
        self.0.join("preview.html")
    }
}

/// A role whose prompts and answers an iteration keeps, numbered by attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    Generator,
    Critic,
}

impl Seat {
    /// In request order.
    pub const ALL: [Self; 2] = [Self::Generator, Self::Critic];

    /// The name of the role.
    pub fn name(self) -> &'static str {
        self.of_both(["generator", "critic"])
    }

    /// The part of a file's name for this role.
    fn of_both(self, [generator, critic]: [&'static str; 2]) -> &'static str {
        match self {
            Self::Generator => generator,
            Self::Critic => critic,
        }
    }

    /// `None` for other roles.
    pub fn of(role: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.name() == role)
    }
}

/// The files of one iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration(RelPath);

impl Iteration {
    pub fn folder(&self) -> &RelPath {
        &self.0
    }

    /// The generator's design.
    pub fn intent(&self) -> RelPath {
        self.0.join(INTENT)
    }

    /// The design after a person's edits.
    pub fn edited_intent(&self) -> RelPath {
        self.0.join("intent-edited.json")
    }

    /// A design, perhaps a person's, that was in the place of the new one.
    pub fn replaced_intent(&self) -> RelPath {
        self.0.join("intent-replaced.json")
    }

    /// Scores and findings of the design.
    pub fn critique(&self) -> RelPath {
        self.0.join("critique.json")
    }

    /// Scores and findings of the edited design.
    pub fn edited_critique(&self) -> RelPath {
        self.0.join("critique-edited.json")
    }

    /// The brief as the iteration's prompt quoted it, if it was new or had changed.
    pub fn brief(&self) -> RelPath {
        self.0.join(BRIEF)
    }

    /// The answers to open questions that the iteration used.
    pub fn answers(&self) -> RelPath {
        self.0.join(ANSWERS)
    }

    /// The design that the iteration started from.
    pub fn previous(&self) -> RelPath {
        self.0.join("previous.json")
    }

    /// The generator's report on findings and feedback.
    pub fn report(&self) -> RelPath {
        self.0.join("report.json")
    }

    /// The feedback of the rejection.
    pub fn feedback(&self) -> RelPath {
        self.0.join("feedback.md")
    }

    /// The prompt of a role's n-th attempt.
    pub fn prompt(&self, seat: Seat, attempt: u32) -> RelPath {
        let before = seat.of_both(["generator-prompt-", "critic-prompt-"]);
        self.0.numbered(before, attempt, ".txt")
    }

    /// The answer to that prompt, unchanged.
    pub fn answer(&self, seat: Seat, attempt: u32) -> RelPath {
        let before = seat.of_both(["generator-answer-", "critic-answer-"]);
        self.0.numbered(before, attempt, ".txt")
    }

    /// The partial output of an attempt that was made for the n-th time. Not named as an answer, so that no replay reads it as
    /// one.
    pub fn unusable(&self, seat: Seat, attempt: u32, time: u32) -> RelPath {
        let before = seat.of_both(["generator-unusable-", "critic-unusable-"]);
        match time {
            ..=1 => self.0.numbered(before, attempt, ".txt"),
            _ => self.0.twice_numbered(before, [(attempt, "-time-"), (time, ".txt")]),
        }
    }

    /// The folder of an attempt for agents that exchange files.
    pub fn exchange(&self, seat: Seat, attempt: u32) -> RelPath {
        let before = seat.of_both(["generator-", "critic-"]);
        self.0.numbered(before, attempt, "")
    }

    /// The request to a preview server.
    pub fn previewer_prompt(&self) -> RelPath {
        self.0.join("previewer-prompt.json")
    }

    /// The server's answer.
    pub fn previewer_answer(&self) -> RelPath {
        self.0.join("previewer-answer.json")
    }

    /// The folder of the request for previewers that exchange files.
    pub fn previewer_exchange(&self) -> RelPath {
        self.0.join("previewer")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Existing workspaces depend on these names.
    #[test]
    fn file_names_do_not_change() {
        let id = "checkout".parse().unwrap();
        let home = Home::of(&id);
        let (iteration, place) = (home.iteration(3), home.place());
        let (generator, critic) = (Seat::Generator, Seat::Critic);
        let all = [
            (home.brief(), "brief.md"),
            (home.answers(), "answers.md"),
            (home.folder().clone(), "design"),
            (place.record.clone(), "design/state.json"),
            (home.journal(), "design/journal.jsonl"),
            (place.lock.clone(), "design/.lock"),
            (home.intent(), "design/intent.json"),
            (home.preview(), "design/preview.html"),
            (home.critique(), "design/critique.json"),
            (home.frozen().intent(), "design/final/intent.json"),
            (home.frozen().preview(), "design/final/preview.html"),
            (home.frozen().folder().clone(), "design/final"),
            (home.marker(), "design/final/FROZEN.md"),
            (home.signature(), "design/final/FROZEN.md.sig"),
            (home.draft(), "design/feedback-draft.md"),
            (home.done(), "design/feedback-done.json"),
            (home.stitch(), "design/stitch.json"),
            (place.damaged_record(2), "design/damaged/state-2.json"),
            (home.iterations(), "design/iterations"),
            (iteration.folder().clone(), "design/iterations/3"),
            (iteration.intent(), "design/iterations/3/intent.json"),
            (iteration.edited_intent(), "design/iterations/3/intent-edited.json"),
            (iteration.replaced_intent(), "design/iterations/3/intent-replaced.json"),
            (iteration.critique(), "design/iterations/3/critique.json"),
            (iteration.edited_critique(), "design/iterations/3/critique-edited.json"),
            (iteration.answers(), "design/iterations/3/answers.md"),
            (iteration.previous(), "design/iterations/3/previous.json"),
            (iteration.report(), "design/iterations/3/report.json"),
            (iteration.feedback(), "design/iterations/3/feedback.md"),
            (iteration.prompt(generator, 1), "design/iterations/3/generator-prompt-1.txt"),
            (iteration.prompt(critic, 2), "design/iterations/3/critic-prompt-2.txt"),
            (iteration.answer(generator, 1), "design/iterations/3/generator-answer-1.txt"),
            (iteration.answer(critic, 2), "design/iterations/3/critic-answer-2.txt"),
            (iteration.unusable(generator, 1, 1), "design/iterations/3/generator-unusable-1.txt"),
            (iteration.unusable(critic, 1, 2), "design/iterations/3/critic-unusable-1-time-2.txt"),
            (iteration.exchange(generator, 1), "design/iterations/3/generator-1"),
            (iteration.exchange(critic, 2), "design/iterations/3/critic-2"),
            (iteration.previewer_prompt(), "design/iterations/3/previewer-prompt.json"),
            (iteration.previewer_answer(), "design/iterations/3/previewer-answer.json"),
            (iteration.previewer_exchange(), "design/iterations/3/previewer"),
        ];
        for (path, name) in all {
            assert_eq!(path.as_str(), format!("features/checkout/{name}"));
        }
        assert_eq!(place.damaged_number(place.damaged_record(7).name()), Some(7));
        assert_eq!((&place.root, &place.folder), (&RelPath::feature(&id), home.folder()));
        assert_eq!((place.journal, place.marker), (home.journal(), Some(home.marker())));
        assert_eq!([Seat::of("critic"), Seat::of("previewer")], [Some(critic), None]);
    }
}
