//! A run came to rest: what became of it, in a sentence that says what there is to be seen now, and which key leads there.

use super::super::detail::Stated;
use super::super::keys::{Action, PaneKey};
use super::super::model::Model;
use super::super::msg::{Cmd, Errand};
use super::news;
use crate::domain::score::Score;
use crate::kernel::{Cause, Need, RunView};

/// Says it, and ends the errand that it was.
pub fn rested(model: &mut Model, errand: Errand, view: &RunView) -> Vec<Cmd> {
    let told = told(model, errand, view);
    let has_failed = view.needs == Some(Need::Reset) && !is_wanted(view);
    // A reason that was given is in the journal, and a run that is over is not aborted any more.
    let is_over = view.is_sealed || matches!(view.needs, Some(Need::Reset | Need::Start));
    if is_over || errand == Errand::Explain {
        model.drafts.forget_asides(&view.id);
    }
    // The order itself was carried out, whatever became of the run.
    let cmds = news::ended(model, &view.id, errand, Ok(String::new()));
    if view.needs == Some(Need::Decision) && errand == Errand::Run {
        model.say_made(&view.id, told);
        return cmds;
    }
    if has_failed {
        model.complain(&Stated { what: told, hint: String::new() });
    } else {
        model.say(told);
    }
    model.said_of(&view.id);
    cmds
}

/// Whether its failure is what a person wanted.
fn is_wanted(view: &RunView) -> bool {
    view.cause.is_some_and(Cause::is_wanted)
}

/// A key acts on the feature that is selected, so it is only named for that one.
fn told(model: &Model, errand: Errand, view: &RunView) -> String {
    let (happened, leads) = (happened(errand, view), leads(model, errand, view));
    let is_selected = model.features.selected() == Some(&view.id);
    match leads.filter(|_| is_selected) {
        Some(leads) => format!("{happened}; {leads}"),
        None => happened,
    }
}

/// What became of it.
fn happened(errand: Errand, view: &RunView) -> String {
    let id = &view.id;
    match view.needs {
        Some(Need::Decision) => {
            let there = match (view.iteration, view.score) {
                (0 | 1, None) => "a design is there".to_owned(),
                (0 | 1, Some(score)) => format!("a design is there, {score}"),
                (n, None) => format!("iteration {n} is there"),
                (n, Some(score)) => format!("iteration {n} is there, {score}{}", change(view)),
            };
            format!("{id}: {there}")
        }
        Some(Need::Reset) if is_wanted(view) => format!("{id}: aborted, every file stays"),
        Some(Need::Reset) => {
            format!(
                "{id} failed: {}",
                view.reason.as_deref().or(view.cause.map(Cause::word)).unwrap_or("its run ended")
            )
        }
        Some(Need::Start) if errand == Errand::Explain => format!("{id}: the reason is recorded"),
        Some(Need::Reason | Need::Start) => format!("{id} is {}", view.state),
        None if view.is_sealed => match view.design {
            Some(design) => format!("{id} is frozen as {}", design.short()),
            None => format!("{id} is frozen"),
        },
        None => format!("{id} is paused"),
    }
}

/// Which key leads on from there.
fn leads(model: &Model, errand: Errand, view: &RunView) -> Option<String> {
    let key = |action| model.keys.first(action);
    match view.needs {
        Some(Need::Decision) => Some(match errand {
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
            | Errand::Answer
            | Errand::SetAside => format!("{} decides", key(Action::Decide)),
        }),
        Some(Need::Reset) => {
            let back = format!("{} takes it back", key(Action::Reset));
            let misses = key(Action::Show(PaneKey::Critique));
            let is_of_score = view.score.is_some() && view.cause.is_some_and(Cause::is_of_the_score);
            Some(if is_of_score { format!("{misses} says what is missing, {back}") } else { back })
        }
        None if !view.is_sealed => Some(format!("{} goes on", key(Action::Run))),
        Some(Need::Reason | Need::Start) | None => None,
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
    fn no_key_is_named_for_a_feature_that_it_would_not_act_on() {
        let paused = RunView { state: "GENERATING", needs: None, ..sample::judged(&[9_168]) };
        let mut model = sample::model(paused.clone());
        let other = RunView { id: "other".parse().unwrap(), ..paused };
        rested(&mut model, Errand::Run, &other);
        assert_eq!(model.message.unwrap().text, "other is paused");
    }

    #[test]
    fn a_failure_is_said_with_its_reason_until_it_was_read() {
        let why = Some("no progress: 60.57 four times".to_owned());
        let failed = RunView {
            state: "FAILED",
            needs: Some(Need::Reset),
            reason: why,
            cause: Some(Cause::Stalled),
            ..sample::judged(&[6_057, 6_057])
        };
        let text = "checkout failed: no progress: 60.57 four times; 2 says what is missing, u takes it back";
        assert_eq!(said(Errand::Run, &failed), (text.to_owned(), true));
        let late = RunView { cause: Some(Cause::Timeout), ..failed.clone() };
        assert!(!said(Errand::Run, &late).0.contains("what is missing"));
        let unscored = RunView { score: None, scores: Vec::new(), judged: Vec::new(), ..failed };
        assert!(!said(Errand::Run, &unscored).0.contains("what is missing"));
        // What a person wanted is no trouble.
        let stopped = RunView { cause: Some(Cause::Aborted), ..unscored };
        let text = "checkout: aborted, every file stays; u takes it back";
        assert_eq!(said(Errand::Decide, &stopped), (text.to_owned(), false));
    }

    #[test]
    fn several_that_come_one_after_the_other_are_counted() {
        let first = sample::judged(&[9_168]);
        let mut model = sample::model(first.clone());
        let of = |id: &str| RunView { id: id.parse().unwrap(), ..sample::judged(&[9_168]) };
        let text = |model: &Model| model.message.as_ref().map(|message| message.text.clone()).unwrap();
        rested(&mut model, Errand::Run, &first);
        assert_eq!(text(&model), "checkout: a design is there, 91.68; d decides");
        for id in ["refunds", "search", "search"] {
            rested(&mut model, Errand::Run, &of(id));
        }
        assert_eq!(text(&model), "3 features: a design is there; n goes on");
        // What was read is counted no more.
        model.message = None;
        rested(&mut model, Errand::Run, &of("basket"));
        assert_eq!(text(&model), "basket: a design is there, 91.68");
    }

    #[test]
    fn a_reason_that_was_given_is_answered() {
        let view = RunView { state: "IDLE", needs: Some(Need::Start), ..sample::view() };
        assert_eq!(said(Errand::Explain, &view).0, "checkout: the reason is recorded");
        assert_eq!(said(Errand::Run, &view).0, "checkout is IDLE");
    }
}
