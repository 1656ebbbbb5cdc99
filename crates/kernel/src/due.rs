//! The most urgent of the runs that belong to one feature.

use super::run_view::{Need, RunView};

/// The run that is due first; `None` if none needs anything from a person. Of equally urgent ones it is the one whose phase began
/// first.
pub fn due(runs: &[RunView]) -> Option<&RunView> {
    let urgent = runs.iter().filter_map(|run| Some((urgency(run)?, run)));
    let first = urgent.min_by_key(|(urgency, run)| (*urgency, run.since.is_none(), run.since));
    first.map(|(_, run)| run)
}

/// The place of a run among those of its feature, smallest first; `None` if it needs nothing.
fn urgency(run: &RunView) -> Option<u8> {
    if run.file_problem.is_some() {
        return Some(0);
    }
    run.needs.map(|need| match need {
        Need::Decision => 1,
        Need::Words(_) | Need::Reason | Need::File => 2,
        Need::Step | Need::Resume => 3,
        Need::Reset => 4,
        Need::Start => 5,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileProblem;

    fn run(flow: &'static str, needs: Option<Need>, since: Option<&str>) -> RunView {
        let since = since.map(|since| since.parse().unwrap());
        RunView { needs, since, ..RunView::new("checkout".parse().unwrap(), flow, "ANY") }
    }

    #[test]
    fn the_most_urgent_run_is_due_and_of_equal_ones_the_oldest() {
        let (early, late) = (Some("2026-01-01T00:00:00Z"), Some("2026-01-02T00:00:00Z"));
        let damaged = RunView { file_problem: Some(FileProblem::Tampered), ..run("damaged", None, late) };
        // The most urgent first; each is due among those that follow it.
        let all = [
            damaged,
            run("older gate", Some(Need::Decision), early),
            run("gate", Some(Need::Decision), late),
            run("gate without a time", Some(Need::Decision), None),
            run("words", Some(Need::Words("an answer")), early),
            run("file", Some(Need::File), late),
            run("reason", Some(Need::Reason), None),
            run("step", Some(Need::Step), early),
            run("paused", Some(Need::Resume), late),
            run("failed", Some(Need::Reset), early),
            run("new", Some(Need::Start), early),
        ];
        for (first, expected) in all.iter().enumerate() {
            let mut rest = all[first..].to_vec();
            assert_eq!(due(&rest).map(|run| run.flow), Some(expected.flow));
            rest.reverse();
            assert_eq!(due(&rest).map(|run| run.flow), Some(expected.flow), "in any order");
        }
        assert_eq!(due(&[]), None);
        assert_eq!(due(&[run("at work", None, early)]), None);
    }
}
