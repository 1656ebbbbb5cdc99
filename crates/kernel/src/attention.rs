//! What a feature needs from a person, and its place in lists: the same in the shell and on the screen.

use super::run_view::{FileProblem, Need, RunView};

/// What a feature needs from a person, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Attention {
    /// The frozen files were changed.
    Tampered,
    Decision,
    Reason,
    /// A person's words are asked for.
    Words,
    /// A file is waited for that a person brings.
    File,
    /// A person orders the next step.
    Step,
    /// Files that it depends on must be restored before it goes on.
    Restore,
    /// The record is damaged and can be set aside.
    Repair,
    /// The record is from a newer program and must not be changed.
    Newer,
    /// The record cannot be used for another reason and must not be changed.
    Stuck,
    /// A run paused because no answer came; it can be continued.
    Paused,
    Reset,
    Start,
    /// It waits for another run of its feature.
    Other,
}

/// The status of a feature, as far as lists and `frieze run` need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FeatureStatus {
    pub attention: Option<Attention>,
    pub file_problem: Option<FileProblem>,
    /// Whether the design is frozen.
    pub is_sealed: bool,
    /// Whether the run has ended without a seal.
    pub is_over: bool,
    /// Whether its feature has ended with it.
    pub ends_feature: bool,
    /// Whether a process works on the feature.
    pub is_at_work: bool,
}

impl Attention {
    /// What a feature needs from a person.
    pub fn of(view: &RunView) -> Option<Self> {
        view.needs.map(|need| match need {
            Need::Decision => Self::Decision,
            Need::Reason => Self::Reason,
            Need::Words(_) => Self::Words,
            Need::File => Self::File,
            Need::Step => Self::Step,
            Need::Restore => Self::Restore,
            Need::Reset if view.file_problem == Some(FileProblem::Tampered) => Self::Tampered,
            Need::Reset => Self::Reset,
            Need::Resume => Self::Paused,
            Need::Start => Self::Start,
            Need::Other => Self::Other,
        })
    }

    /// Whether it is about a failed run.
    pub fn is_of_a_failed_run(self) -> bool {
        matches!(self, Self::Reset | Self::Tampered)
    }

    /// The word for it in `status`; `None` if it is another run that needs something.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::Decision => "decision",
            Self::Reason => "reason",
            Self::Words => "words",
            Self::File => "file",
            Self::Step => "step",
            Self::Restore => "restore",
            Self::Repair => "repair",
            Self::Newer | Self::Stuck => "attention",
            Self::Paused => "resume",
            Self::Tampered | Self::Reset => "reset",
            Self::Start => "start",
            Self::Other => return None,
        })
    }
}

impl FeatureStatus {
    /// The status of a feature. `is_at_work` is called only if a step is due.
    pub fn of(view: &RunView, is_at_work: impl FnOnce() -> bool) -> Self {
        let idle = Self {
            attention: Attention::of(view),
            file_problem: view.file_problem,
            is_sealed: view.is_sealed,
            is_over: view.is_over,
            ends_feature: view.ends_feature,
            is_at_work: false,
        };
        Self { is_at_work: idle.is_interrupted() && is_at_work(), ..idle }
    }

    /// Whether a step is due and nobody takes it.
    pub fn is_interrupted(self) -> bool {
        self.attention.is_none() && !self.is_done() && !self.is_at_work
    }

    /// Whether it was interrupted or paused: it goes on without an order about what comes next.
    pub fn goes_on(self) -> bool {
        self.is_interrupted() || self.attention == Some(Attention::Paused)
    }

    /// Whether its design is frozen, and nothing is wrong with it.
    pub fn is_frozen(self) -> bool {
        self.is_sealed && self.attention.is_none() && !self.is_invalid() && !self.is_at_work
    }

    /// Whether no step is left.
    fn is_done(self) -> bool {
        self.is_sealed || self.is_over
    }

    /// What it needs from a person, in a word.
    pub fn needs(self) -> Option<&'static str> {
        match self.attention {
            None if self.is_invalid() => Attention::Stuck.name(),
            _ if self.is_interrupted() => Some("run"),
            attention => attention.and_then(Attention::name),
        }
    }

    /// Whether it waits for something that only a person can do.
    pub fn needs_person(self) -> bool {
        match self.attention {
            Some(Attention::Start | Attention::Other) => self.file_problem.is_some(),
            Some(_) => true,
            None => self.is_invalid(),
        }
    }

    /// Whether the design is sealed and does not verify.
    fn is_invalid(self) -> bool {
        self.file_problem == Some(FileProblem::Invalid)
    }

    /// Whether something happened to the files of a frozen design.
    pub fn is_harmed(self) -> bool {
        self.urgency() == 0
    }

    /// The place in a list, smallest first: features that need a person, then running ones, then the rest.
    pub fn urgency(self) -> u8 {
        match self.attention {
            _ if self.is_at_work => 5,
            Some(Attention::Tampered) => 0,
            None if self.is_invalid() => 0,
            Some(Attention::Decision) => 1,
            Some(Attention::Reason | Attention::Words | Attention::File | Attention::Step) => 2,
            Some(
                Attention::Restore
                | Attention::Repair
                | Attention::Newer
                | Attention::Stuck
                | Attention::Paused,
            ) => 3,
            Some(Attention::Start) if self.file_problem.is_some() => 3,
            Some(Attention::Reset) => 4,
            None if !self.is_done() => 6,
            Some(Attention::Start) => 7,
            Some(Attention::Other) => 8,
            None => 9,
        }
    }

    /// Whether `frieze run` for all features includes this design. An unfrozen one is included if the reason is given
    /// (`has_reason`); what waits for another act of a person is not included. Of other workflows it includes only what
    /// [goes on](Self::goes_on).
    pub fn can_run(self, has_reason: bool) -> bool {
        self.goes_on()
            || match self.attention {
                Some(Attention::Start) => self.file_problem.is_none(),
                attention => attention == Some(Attention::Reason) && has_reason,
            }
    }
}

/// How many features need a person, and how many of these are tampered, in words.
pub fn attention_summary(waiting: usize, tampered: usize) -> String {
    let tampered = if tampered == 0 { String::new() } else { format!(" ({tampered} tampered)") };
    match waiting {
        0 => "nothing needs you".to_owned(),
        1 => format!("1 needs you{tampered}"),
        n => format!("{n} need you{tampered}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(attention: Option<Attention>) -> FeatureStatus {
        FeatureStatus { attention, ..FeatureStatus::default() }
    }

    fn without_brief() -> FeatureStatus {
        FeatureStatus { file_problem: Some(FileProblem::Missing), ..status(Some(Attention::Start)) }
    }

    #[test]
    fn features_that_wait_for_a_person_are_not_run_with_the_others() {
        let run = |status: FeatureStatus| [false, true].map(|has_reason| status.can_run(has_reason));
        assert_eq!(run(status(Some(Attention::Start))), [true, true]);
        assert_eq!(run(status(Some(Attention::Reason))), [false, true]);
        assert_eq!(run(status(None)), [true, true]);
        assert_eq!(run(status(Some(Attention::Paused))), [true, true]);
        let sealed = FeatureStatus { is_sealed: true, ..status(None) };
        let at_work = FeatureStatus { is_at_work: true, ..status(None) };
        let waiting = [
            Attention::Tampered,
            Attention::Decision,
            Attention::Restore,
            Attention::Repair,
            Attention::Newer,
            Attention::Stuck,
            Attention::Reset,
            Attention::Other,
        ];
        let waiting = waiting.map(|attention| status(Some(attention)));
        for excluded in waiting.into_iter().chain([without_brief(), sealed, at_work]) {
            assert_eq!(run(excluded), [false, false], "{excluded:?}");
        }
    }

    #[test]
    fn a_tampered_design_and_a_failed_run_need_a_person() {
        let needs = |attention| status(Some(attention)).needs_person();
        assert!(needs(Attention::Tampered) && needs(Attention::Decision) && needs(Attention::Stuck));
        assert!(needs(Attention::Paused) && needs(Attention::Reset));
        assert!(!needs(Attention::Start) && !needs(Attention::Other) && !status(None).needs_person());
        assert!(without_brief().needs_person());
        let texts = [(0, 0), (1, 0), (3, 1)].map(|(waiting, tampered)| attention_summary(waiting, tampered));
        assert_eq!(texts, ["nothing needs you", "1 needs you", "3 need you (1 tampered)"]);
    }

    #[test]
    fn an_interrupted_run_needs_to_be_run_and_one_at_work_nothing() {
        let at_work = FeatureStatus { is_at_work: true, ..status(None) };
        let sealed = FeatureStatus { is_sealed: true, ..status(None) };
        let over = FeatureStatus { is_over: true, ..status(None) };
        let waits = status(Some(Attention::Other));
        let all = [status(None), at_work, sealed, over, waits, status(Some(Attention::Repair))];
        assert_eq!(all.map(FeatureStatus::needs), [Some("run"), None, None, None, None, Some("repair")]);
        assert_eq!(all.map(FeatureStatus::is_interrupted), [true, false, false, false, false, false]);
        assert_eq!((over.urgency(), over.can_run(true)), (sealed.urgency(), false));
    }

    #[test]
    fn lists_begin_with_features_that_need_a_person_then_running_ones() {
        let at_work = FeatureStatus { is_at_work: true, ..status(None) };
        let sealed = FeatureStatus { is_sealed: true, ..status(None) };
        let waiting = [
            Attention::Tampered,
            Attention::Decision,
            Attention::Reason,
            Attention::Repair,
            Attention::Reset,
        ];
        let order = waiting.map(|attention| status(Some(attention))).into_iter();
        let [start, waits] = [Attention::Start, Attention::Other].map(|attention| status(Some(attention)));
        let order = order.chain([at_work, status(None), start, waits, sealed]);
        let urgencies: Vec<u8> = order.map(FeatureStatus::urgency).collect();
        assert!(urgencies.is_sorted_by(|a, b| a < b), "{urgencies:?}");
    }
}
