//! A run came to rest: what became of it, in a sentence that says what there is to be seen now, and which key leads there.

use super::super::detail::Stated;
use super::super::keys::{Action, PaneKey};
use super::super::model::Model;
use super::super::msg::{Cmd, Errand};
use super::news;
use crate::domain::score::Score;
use crate::kernel::{Need, RunView};

/// The cause of a failure that a person wanted.
const STOPPED: &str = "aborted";

/// Says it, and ends the errand that it was.
pub fn rested(model: &mut Model, errand: Errand, view: &RunView) -> Vec<Cmd> {
    let told = told(model, errand, view);
    let has_failed = view.needs == Some(Need::Reset) && view.cause != Some(STOPPED);
    // The order itself was carried out, whatever became of the run.
    let cmds = news::ended(model, &view.id, errand, Ok(String::new()));
    if has_failed {
        model.complain(&Stated { what: told, hint: String::new() });
    } else {
        model.say(told);
    }
    model.said_of(&view.id);
    cmds
}

fn told(model: &Model, errand: Errand, view: &RunView) -> String {
    let (id, key) = (&view.id, |action| model.keys.first(action));
    match view.needs {
        Some(Need::Decision) => {
            let there = match (view.iteration, view.score) {
                (0 | 1, None) => "a design is there".to_owned(),
                (0 | 1, Some(score)) => format!("a design is there, {score}"),
                (n, None) => format!("iteration {n} is there"),
                (n, Some(score)) => format!("iteration {n} is there, {score}{}", change(view)),
            };
            let leads = match errand {
                // Words were sent: what became of them comes before the next decision.
                Errand::Decide => {
                    format!("{} shows what became of your words", key(Action::Show(PaneKey::Feedback)))
                }
                Errand::Run
                | Errand::Pause
                | Errand::Explain
                | Errand::Create
                | Errand::KeepDraft
                | Errand::MarkDone
                | Errand::SetAside => format!("{} decides", key(Action::Decide)),
            };
            format!("{id}: {there}; {leads}")
        }
        Some(Need::Reset) if view.cause == Some(STOPPED) => {
            format!("{id}: aborted, every file stays; {} takes it back", key(Action::Reset))
        }
        Some(Need::Reset) => {
            let why = view.reason.as_deref().or(view.cause).unwrap_or("its run ended");
            let misses = key(Action::Show(PaneKey::Critique));
            let misses =
                if view.score.is_some() { format!("{misses} says what is missing, ") } else { String::new() };
            format!("{id} failed: {why}; {misses}{} takes it back", key(Action::Reset))
        }
        Some(Need::Reason | Need::Start) => format!("{id} is {}", view.state),
        None if view.is_sealed => match view.design {
            Some(design) => format!("{id} is frozen as {}", design.short()),
            None => format!("{id} is frozen"),
        },
        None => format!("{id} is paused; {} goes on", key(Action::Run)),
    }
}

/// How the last score differs from the one of the iteration before: ` (−1.70)`.
fn change(view: &RunView) -> String {
    let Some((last, score)) = view.scores.last() else { return String::new() };
    let Some((_, before)) = view.scores.iter().rev().find(|(iteration, _)| iteration < last) else {
        return String::new();
    };
    let apart = Score::from_hundredths(before.hundredths().abs_diff(score.hundredths()));
    match score.cmp(before) {
        std::cmp::Ordering::Less => format!(" (−{apart})"),
        std::cmp::Ordering::Equal => " (as before)".to_owned(),
        std::cmp::Ordering::Greater => format!(" (+{apart})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::sample;

    fn said(errand: Errand, view: &RunView) -> (String, bool) {
        let mut model = sample::model(view.clone());
        rested(&mut model, errand, view);
        let message = model.message.unwrap();
        (message.text, message.is_trouble)
    }

    #[test]
    fn what_came_of_a_run_is_said_with_what_leads_there() {
        let mut second = sample::judged(&[9_168, 8_998]);
        second.iteration = 2;
        let of_words = "checkout: iteration 2 is there, 89.98 (−1.70); 6 shows what became of your words";
        assert_eq!(said(Errand::Decide, &second), (of_words.to_owned(), false));
        assert_eq!(said(Errand::Run, &second).0, "checkout: iteration 2 is there, 89.98 (−1.70); d decides");
        let first = sample::judged(&[9_168]);
        assert_eq!(said(Errand::Run, &first).0, "checkout: a design is there, 91.68; d decides");
        let frozen = RunView { state: "FROZEN", needs: None, is_sealed: true, ..first.clone() };
        assert_eq!(said(Errand::Decide, &frozen).0, "checkout is frozen");
        let paused = RunView { state: "GENERATING", needs: None, ..first };
        assert_eq!(said(Errand::Run, &paused).0, "checkout is paused; r goes on");
    }

    #[test]
    fn a_failure_is_said_with_its_reason_until_it_was_read() {
        let why = Some("no progress: 60.57 four times".to_owned());
        let failed = RunView {
            state: "FAILED",
            needs: Some(Need::Reset),
            reason: why,
            ..sample::judged(&[6_057, 6_057])
        };
        let text = "checkout failed: no progress: 60.57 four times; 2 says what is missing, u takes it back";
        assert_eq!(said(Errand::Run, &failed), (text.to_owned(), true));
        let unscored = RunView { score: None, scores: Vec::new(), judged: Vec::new(), ..failed };
        assert!(!said(Errand::Run, &unscored).0.contains("what is missing"));
        // What a person wanted is no trouble.
        let stopped = RunView { cause: Some("aborted"), ..unscored };
        let text = "checkout: aborted, every file stays; u takes it back";
        assert_eq!(said(Errand::Decide, &stopped), (text.to_owned(), false));
    }
}
