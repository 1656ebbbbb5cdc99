//! The next thing of a feature with several runs.

use frieze_data::id::FeatureId;
use jiff::Timestamp;

use super::attention::{Attention, FeatureStatus};

/// The last place in lists of runs that wait for a person: those that failed.
const LAST_WAITING: u8 = 4;

/// One of the runs of a feature, as far as the next thing depends on it.
#[derive(Clone, Copy, Debug)]
pub struct FeatureRun<'r> {
    pub flow: &'r str,
    pub id: &'r FeatureId,
    pub status: FeatureStatus,
    /// When its phase began.
    pub since: Option<Timestamp>,
    /// The run of its feature that it waits for, as `flow/id`.
    pub awaited: Option<&'r str>,
}

impl FeatureRun<'_> {
    /// Whether it comes after a run that another one waits for: it is of the same workflow, or can only be restored.
    fn is_after(self, awaited: &str) -> bool {
        awaited.split_once('/').is_some_and(|(flow, name)| {
            let is_of_flow = flow == self.flow;
            (is_of_flow || self.status.attention == Some(Attention::Restore))
                && !(is_of_flow && name == self.id.as_str())
        })
    }
}

/// The run that is due among those of one feature, as its place; the design is the first.
///
/// The most urgent one is due, in the order of lists; but a step can wait, and hides neither a reason that is asked for nor a failure. Of
/// equally urgent ones that wait for a person it is the one that waits longest, of others the first: where nothing is urgent, the
/// design is due.
///
/// Runs that were left behind by the end of their feature come last: see [`is_left`]; so do those that come after a run that is waited
/// for.
pub fn due<'r>(runs: impl IntoIterator<Item = FeatureRun<'r>>) -> Option<usize> {
    let runs: Vec<_> = runs.into_iter().collect();
    let end = ended(runs.iter().map(|run| (run.status, run.since)));
    let is_aside =
        |run: &FeatureRun| runs.iter().filter_map(|other| other.awaited).any(|of| run.is_after(of));
    let place = |(at, run): (usize, &FeatureRun)| {
        let FeatureRun { status, since, .. } = *run;
        let is_step = !status.is_at_work && status.attention == Some(Attention::Step);
        let urgency = if is_step { LAST_WAITING } else { status.urgency() };
        let is_left = is_left(status, since, end) && !status.is_at_work && status.needs().is_some();
        let is_left = is_left || is_aside(run);
        let since = since.filter(|_| urgency <= LAST_WAITING);
        (is_left, urgency, is_step, since.is_none(), since, at)
    };
    runs.iter().enumerate().map(place).min().map(|(.., at)| at)
}

/// When the feature of some runs ended; `None` if it is active. Where nobody knows when, nothing went on after it.
pub fn ended(runs: impl IntoIterator<Item = (FeatureStatus, Option<Timestamp>)>) -> Option<Timestamp> {
    let ends = runs.into_iter().filter(|(status, _)| status.ends_feature);
    ends.map(|(_, since)| since.unwrap_or(Timestamp::MAX)).max()
}

/// Whether a run was left as it was at the `end` of its feature, and so needs nobody ("Only show active features"). What was begun or
/// went on after it, and harm to a frozen design, need a person as everywhere.
pub fn is_left(status: FeatureStatus, since: Option<Timestamp>, end: Option<Timestamp>) -> bool {
    end.is_some_and(|end| since.is_none_or(|since| since <= end)) && !status.is_harmed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileProblem;

    fn status(attention: Option<Attention>) -> FeatureStatus {
        FeatureStatus { attention, ..FeatureStatus::default() }
    }

    /// The one that is due of runs that wait for none of each other.
    fn due(runs: impl IntoIterator<Item = (FeatureStatus, Option<Timestamp>)>) -> Option<usize> {
        let id: FeatureId = "search".parse().ok()?;
        let run = |(status, since)| FeatureRun { flow: "design", id: &id, status, since, awaited: None };
        super::due(runs.into_iter().map(run))
    }

    #[test]
    fn the_most_urgent_run_is_due_and_of_equal_ones_the_oldest() {
        let [early, late] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"].map(|at| at.parse().ok());
        let invalid =
            FeatureStatus { is_sealed: true, file_problem: Some(FileProblem::Invalid), ..status(None) };
        // The most urgent first; each is due among those that follow it.
        let all = [
            (invalid, early),
            (status(Some(Attention::Tampered)), late),
            (status(Some(Attention::Decision)), early),
            (status(Some(Attention::Decision)), late),
            (status(Some(Attention::Decision)), None),
            (status(Some(Attention::Words)), early),
            (status(Some(Attention::File)), late),
            (status(Some(Attention::Restore)), early),
            (status(Some(Attention::Paused)), late),
            (status(Some(Attention::Reset)), late),
            (status(Some(Attention::Step)), early),
            (FeatureStatus { is_at_work: true, ..status(None) }, early),
            (status(None), early),
            (status(Some(Attention::Start)), None),
            (status(Some(Attention::Other)), early),
            (FeatureStatus { is_sealed: true, ..status(None) }, early),
        ];
        for first in 0..all.len() {
            let rest = || all[first..].iter().copied();
            assert_eq!(due(rest()), Some(0), "{first}");
            assert_eq!(due(rest().rev()), Some(all.len() - 1 - first), "{first}, in any order");
        }
        assert_eq!(due([]), None);
    }

    /// What is unfinished stays as it is, and needs nobody; harm to a frozen design is shown.
    #[test]
    fn in_a_feature_that_has_ended_nothing_needs_a_person() {
        let ended = FeatureStatus { is_over: true, ends_feature: true, ..status(None) };
        let sealed = FeatureStatus { is_sealed: true, ..status(None) };
        let at_work = FeatureStatus { is_at_work: true, ..status(None) };
        let decision = status(Some(Attention::Decision));
        let tampered = status(Some(Attention::Tampered));
        let step = status(Some(Attention::Step));
        let since = "2026-01-01T00:00:00Z".parse().ok();
        for (runs, expected) in [
            (vec![decision, ended], 1),
            (vec![status(None), ended, step], 1),
            (vec![sealed, ended, step], 0),
            (vec![tampered, ended, step], 0),
            (vec![sealed, ended, at_work], 2),
        ] {
            let all = runs.iter().map(|status| (*status, since));
            assert_eq!(due(all), Some(expected), "{runs:?}");
        }
        // A session that went on after the end is somebody's work again.
        let later = "2026-01-02T00:00:00Z".parse().ok();
        assert_eq!(due([(sealed, since), (ended, since), (decision, later)]), Some(2));
    }

    /// A chain that waits for its second session: the first one is set aside, and a design that is lost; not what is of another workflow.
    #[test]
    fn what_comes_after_a_run_that_is_waited_for_is_not_due() {
        let [id, first, second]: [FeatureId; 3] =
            ["search", "search-1", "search-2"].map(|id| id.parse().unwrap());
        let run = |flow, id, attention, awaited| FeatureRun {
            flow,
            id,
            status: status(attention),
            since: None,
            awaited,
        };
        let sessions = [&first, &second].map(|id| run("session", id, Some(Attention::Decision), None));
        let chain = run("chain", &id, Some(Attention::Other), Some("session/search-2"));
        let lost = run("design", &id, Some(Attention::Restore), None);
        let decision = run("design", &id, Some(Attention::Decision), None);
        assert_eq!(super::due([lost, sessions[0], sessions[1], chain]), Some(2));
        assert_eq!(super::due([lost, sessions[0], sessions[1]]), Some(1));
        assert_eq!(super::due([decision, sessions[0], sessions[1], chain]), Some(0));
    }

    #[test]
    fn where_nothing_is_urgent_the_design_is_due() {
        let sealed = FeatureStatus { is_sealed: true, ..status(None) };
        let over = FeatureStatus { is_over: true, ..status(None) };
        let early = "2026-01-01T00:00:00Z".parse().ok();
        for (design, other) in [(sealed, over), (status(Some(Attention::Start)), over)] {
            assert_eq!(due([(design, None), (other, early)]), Some(0));
        }
        let start = status(Some(Attention::Start));
        assert_eq!(due([(start, None), (start, early)]), Some(0));
    }
}
