//! What calls a person to a feature, and what lists of features make of it: the same in a shell and on the screen.

use super::view::{Harm, Need, RunView};

/// What calls a person to a feature, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    /// What was frozen is not what lies there.
    Tampered,
    Decision,
    Reason,
    /// Its record is damaged and can be set aside.
    Repair,
    /// Its record was written by a newer program, and must not be touched.
    Newer,
    /// It cannot be used otherwise, and must not be touched.
    Stuck,
    Reset,
    Start,
}

/// Where a feature stands, as far as its place in a list and among what is run goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    pub call: Option<Call>,
    /// What is wrong with its files.
    pub harm: Option<Harm>,
    /// Whether its design is frozen, and so at rest.
    pub is_sealed: bool,
    /// Whether somebody is known to be at work on it.
    pub is_at_work: bool,
}

impl Call {
    /// What a feature calls for.
    pub fn of(view: &RunView) -> Option<Self> {
        view.needs.map(|need| match need {
            Need::Decision => Self::Decision,
            Need::Reason => Self::Reason,
            Need::Reset if view.harm == Some(Harm::Tampered) => Self::Tampered,
            Need::Reset => Self::Reset,
            Need::Start => Self::Start,
        })
    }

    /// The word for it in `status`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Reason => "reason",
            Self::Repair => "repair",
            Self::Newer | Self::Stuck => "attention",
            Self::Tampered | Self::Reset => "reset",
            Self::Start => "start",
        }
    }
}

impl Standing {
    /// Where a feature stands. Whether anybody is at work on it is asked only where a step is due.
    pub fn of(view: &RunView, is_at_work: impl FnOnce() -> bool) -> Self {
        let idle =
            Self { call: Call::of(view), harm: view.harm, is_sealed: view.is_sealed, is_at_work: false };
        Self { is_at_work: idle.is_interrupted() && is_at_work(), ..idle }
    }

    /// Whether a step is due that nobody takes: the run goes on when somebody runs it.
    pub fn is_interrupted(self) -> bool {
        self.call.is_none() && !self.is_sealed && !self.is_at_work
    }

    /// What it needs of a person, in a word.
    pub fn needs(self) -> Option<&'static str> {
        match self.call {
            None if self.is_invalid() => Some(Call::Stuck.name()),
            _ if self.is_interrupted() => Some("run"),
            call => call.map(Call::name),
        }
    }

    /// Whether somebody is asked to do something that only a person can.
    pub fn calls(self) -> bool {
        match self.call {
            Some(
                Call::Tampered | Call::Decision | Call::Reason | Call::Repair | Call::Newer | Call::Stuck,
            ) => true,
            Some(Call::Start) => self.harm.is_some(),
            Some(Call::Reset) => false,
            None => self.is_invalid(),
        }
    }

    /// Whether its design is sealed and does not verify.
    fn is_invalid(self) -> bool {
        self.harm == Some(Harm::Invalid)
    }

    /// Its place in a list, the smallest first: what needs a person, then what runs, then the rest.
    pub fn urgency(self) -> u8 {
        match self.call {
            _ if self.is_at_work => 5,
            Some(Call::Tampered) => 0,
            None if self.is_invalid() => 0,
            Some(Call::Decision) => 1,
            Some(Call::Reason) => 2,
            Some(Call::Repair | Call::Newer | Call::Stuck) => 3,
            Some(Call::Start) if self.harm.is_some() => 3,
            Some(Call::Reset) => 4,
            None if !self.is_sealed => 6,
            Some(Call::Start) => 7,
            None => 8,
        }
    }

    /// Whether it is among those that are run together. What waits for a person or has ended is left alone; what asks why it
    /// was unfrozen waits for that, unless the reason is given along.
    pub fn can_run(self, has_reason: bool) -> bool {
        match self.call {
            None => !self.is_sealed && !self.is_at_work,
            Some(Call::Start) => self.harm.is_none(),
            Some(Call::Reason) => has_reason,
            Some(
                Call::Tampered | Call::Decision | Call::Repair | Call::Newer | Call::Stuck | Call::Reset,
            ) => false,
        }
    }
}

/// How many features call a person, and how many of these because what was frozen is not what lies there, in words.
pub fn told_calling(calling: usize, tampered: usize) -> String {
    let tampered = if tampered == 0 { String::new() } else { format!(" ({tampered} tampered)") };
    match calling {
        0 => "nothing needs you".to_owned(),
        1 => format!("1 needs you{tampered}"),
        n => format!("{n} need you{tampered}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(call: Option<Call>) -> Standing {
        Standing { call, harm: None, is_sealed: false, is_at_work: false }
    }

    #[test]
    fn what_waits_for_a_person_is_not_run_with_the_others() {
        let run = |standing: Standing| [false, true].map(|has_reason| standing.can_run(has_reason));
        assert_eq!(run(standing(Some(Call::Start))), [true, true]);
        assert_eq!(run(standing(Some(Call::Reason))), [false, true]);
        assert_eq!(run(standing(None)), [true, true]);
        let missing = Standing { harm: Some(Harm::Missing), ..standing(Some(Call::Start)) };
        let sealed = Standing { is_sealed: true, ..standing(None) };
        let at_work = Standing { is_at_work: true, ..standing(None) };
        let others = [Call::Tampered, Call::Decision, Call::Repair, Call::Newer, Call::Stuck, Call::Reset];
        let others = others.map(|call| standing(Some(call)));
        for left_alone in others.into_iter().chain([missing, sealed, at_work]) {
            assert_eq!(run(left_alone), [false, false], "{left_alone:?}");
        }
    }

    #[test]
    fn a_tampered_design_calls_by_its_name_and_a_failed_run_does_not() {
        let calls = |call| standing(Some(call)).calls();
        assert!(calls(Call::Tampered) && calls(Call::Decision) && calls(Call::Stuck));
        assert!(!calls(Call::Reset) && !calls(Call::Start) && !standing(None).calls());
        assert!(Standing { harm: Some(Harm::Missing), ..standing(Some(Call::Start)) }.calls());
        let told = [(0, 0), (1, 0), (3, 1)].map(|(calling, tampered)| told_calling(calling, tampered));
        assert_eq!(told, ["nothing needs you", "1 needs you", "3 need you (1 tampered)"]);
    }

    #[test]
    fn an_interrupted_run_needs_to_be_run_and_one_at_work_nothing() {
        let at_work = Standing { is_at_work: true, ..standing(None) };
        let sealed = Standing { is_sealed: true, ..standing(None) };
        let all = [standing(None), at_work, sealed, standing(Some(Call::Repair))];
        assert_eq!(all.map(Standing::needs), [Some("run"), None, None, Some("repair")]);
        assert_eq!(all.map(Standing::is_interrupted), [true, false, false, false]);
    }

    #[test]
    fn what_needs_a_person_stands_before_what_runs_and_that_before_the_rest() {
        let at_work = Standing { is_at_work: true, ..standing(None) };
        let sealed = Standing { is_sealed: true, ..standing(None) };
        let calls = [Call::Tampered, Call::Decision, Call::Reason, Call::Repair, Call::Reset];
        let order = calls.map(|call| standing(Some(call))).into_iter();
        let order = order.chain([at_work, standing(None), standing(Some(Call::Start)), sealed]);
        let urgencies: Vec<u8> = order.map(Standing::urgency).collect();
        assert!(urgencies.is_sorted_by(|a, b| a < b), "{urgencies:?}");
    }
}
