//! Message about a run that stopped: its result, and the key for the next step.

use super::reports;
use crate::tui::command_line::line::typed_here;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::{Cmd, Job};
use crate::tui::panes::scores::distance;
use frieze_data::text::Shown;
use frieze_kernel::{Cause, FeatureStatus, Need, RunView};

/// Ends the job of a run, and shows its result.
pub fn run_stopped(model: &mut Model, job: Job, view: &RunView) -> Vec<Cmd> {
    if RunKey::of(view).design().is_none() {
        return other_stopped(model, job, view);
    }
    let text = text(model, job, view);
    let is_stuck = view.needs == Some(Need::Resume);
    let is_known = job == Job::Dismiss || is_undone(job, view);
    let has_failed = is_stuck || view.needs == Some(Need::Reset) && !is_wanted(view) && !is_known;
    // The journal has the reason now, and a run that is over cannot be aborted any more.
    let is_over = view.is_sealed || matches!(view.needs, Some(Need::Reset | Need::Start));
    if is_over || job == Job::Explain {
        model.drafts.forget_decision_notes(&view.id);
    }
    // The order itself was carried out, whatever the run's result.
    let key = RunKey::of(view);
    let cmds = reports::job_ended(model, &key, job, Ok(String::new()));
    if model.has_problem_of_another(&key) {
        return cmds;
    }
    if has_failed {
        model.report(&Problem::new(text, ""));
    } else {
        model.say_of(&key, Problem::new(text, ""), false);
    }
    model.tie_message_to(&key);
    cmds
}

/// The same for a run of another workflow, whose words are its own.
fn other_stopped(model: &mut Model, job: Job, view: &RunView) -> Vec<Cmd> {
    let key = RunKey::of(view);
    let is_decided =
        job == Job::Decide && matches!(&model.modal, Some(Modal::PlainGate(gate)) if *gate.run() == key);
    let cmds = reports::job_ended(model, &key, job, Ok(String::new()));
    // A run with another step for the person stays selected.
    if is_decided && !FeatureStatus::of(view, || true).needs_person() {
        model.features.select_next_needing_person();
    }
    if model.has_problem_of_another(&key) {
        return cmds;
    }
    let reason = view.reason.as_deref().map(|reason| Shown::line(reason).into_string());
    let why = reason.map(|reason| format!(": {}", reason.trim_end_matches('.'))).unwrap_or_default();
    let stage = view.stage.or(view.ended_stage).map(|stage| format!(", {stage}")).unwrap_or_default();
    let result = format!("{key} is {}{stage}{why}", view.state);
    if view.cause.is_some() {
        model.report(&Problem::new(result, view.hint.clone().unwrap_or_default()));
    } else {
        let is_selected = model.features.selected_run() == Some(&key);
        let next = next_step(model, Job::Run, view).filter(|_| is_selected);
        model.say(next.map_or_else(|| result.clone(), |next| sentences(&result, &next)));
    }
    model.tie_message_to(&key);
    cmds
}

/// Whether a person caused the failure on purpose.
fn is_wanted(view: &RunView) -> bool {
    view.cause.is_some_and(Cause::is_intended)
}

/// Whether it failed before, and its reset was undone. Tampering is found by the undo, and is new.
fn is_undone(job: Job, view: &RunView) -> bool {
    job == Job::Undo && view.needs == Some(Need::Reset) && view.cause != Some(Cause::Tampered)
}

/// The message. A key acts on the selected feature, so it is named for that one only.
fn text(model: &Model, job: Job, view: &RunView) -> String {
    let (result, next) = (result(job, view), next_step(model, job, view));
    let is_selected = model.features.selected_run() == Some(&RunKey::of(view));
    match next.filter(|_| is_selected) {
        Some(next) => sentences(&result, &next),
        None => result,
    }
}

/// A result and what comes next. A result that is a question ends as one.
fn sentences(result: &str, next: &str) -> String {
    let stop = if result.ends_with(['?', '!']) { "" } else { "." };
    format!("{result}{stop} {next}")
}

/// The result of the run.
fn result(job: Job, view: &RunView) -> String {
    let id = &view.id;
    if job == Job::Dismiss {
        let scores = view.score.map(|score| format!(", {id} scores {score}")).unwrap_or_default();
        return format!("Finding dismissed{scores}");
    }
    match view.needs {
        Some(Need::Decision) => {
            let design = match (view.iteration, view.score) {
                (0 | 1, None) => "new design".to_owned(),
                (0 | 1, Some(score)) => format!("new design, score {score}"),
                (n, None) => format!("iteration {n}"),
                (n, Some(score)) => format!("iteration {n}, score {score}{}", change(view)),
            };
            format!("{id}: {design}")
        }
        Some(Need::Reset) if is_undone(job, view) => {
            let why = view.reason.as_deref().unwrap_or_default().trim_end_matches('.');
            format!("{id} is {} again: {why}", view.state)
        }
        Some(Need::Reset) if is_wanted(view) => format!("{id} aborted; all files stay"),
        Some(Need::Reset) => {
            format!(
                "{id} failed: {}",
                view.reason
                    .as_deref()
                    .or(view.cause.map(Cause::word))
                    .unwrap_or("its run ended")
                    .trim_end_matches('.')
            )
        }
        Some(Need::Resume) => {
            let why = view.reason.as_deref().unwrap_or("no answer came").trim_end_matches('.');
            format!("{id} is paused: {why}")
        }
        Some(Need::Start) if job == Job::Explain => format!("{id}: reason saved"),
        Some(Need::Start) => {
            let why = view.reason.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            format!("{id} is {}{why}", view.state)
        }
        Some(Need::Reason | Need::Words(_) | Need::File | Need::Step | Need::Restore | Need::Other) => {
            format!("{id} is {}", view.state)
        }
        None if view.is_sealed => match view.design {
            Some(design) => format!("{id} is frozen as {}", design.short()),
            None => format!("{id} is frozen"),
        },
        None => format!("{id} is paused"),
    }
}

/// The key for the next step.
fn next_step(model: &Model, job: Job, view: &RunView) -> Option<String> {
    let key = |action| model.keys.first(action);
    let command = view.next_command.as_deref().map(typed_here);
    match view.needs {
        // After a rejection, the outcome of its requests comes before the next decision.
        Some(Need::Decision) if job == Job::Decide => {
            Some(format!("Press {} for the outcome of your feedback.", key(Action::Show(PaneKey::Feedback))))
        }
        Some(Need::Decision) => Some(format!("Press {} to decide.", key(Action::Decide))),
        Some(Need::Reset) => {
            let reset = format!("{} to reset it.", key(Action::Reset));
            let critique = key(Action::Show(PaneKey::Critique));
            let is_of_score = view.score.is_some() && view.cause.is_some_and(Cause::is_of_score);
            Some(if is_of_score {
                format!("Press {critique} for the findings, {reset}")
            } else {
                format!("Press {reset}")
            })
        }
        Some(Need::Resume) => Some(format!("Press {} to continue.", key(Action::Run))),
        None if !view.is_sealed && !view.is_over => Some(format!("Press {} to continue.", key(Action::Run))),
        Some(Need::Step) => {
            let command = command.map(|command| format!(": `{command}`")).unwrap_or_default();
            Some(format!("Press {} for the next step{command}.", key(Action::Run)))
        }
        Some(Need::Restore) | None => match model.features.due_instead_of(&RunKey::of(view)) {
            Some(due) if view.is_over => {
                Some(format!("{due} is due; {} goes through the runs of a feature.", key(Action::NextFlow)))
            }
            Some(_) | None => command.map(|command| format!("Next: `{command}`.")),
        },
        Some(Need::Reason | Need::Start | Need::Words(_) | Need::File | Need::Other) => None,
    }
}

/// The change of the score since the design of the previous iteration, as it was edited: ` (−1.70)`.
fn change(view: &RunView) -> String {
    let Some((last, score)) = view.scores.last() else { return String::new() };
    let Some(before) = view.judged.iter().rev().find(|judged| judged.iteration < *last) else {
        return String::new();
    };
    let apart = distance(before.overall, *score);
    match score.cmp(&before.overall) {
        std::cmp::Ordering::Less => format!(" (−{apart})"),
        std::cmp::Ordering::Equal => " (unchanged)".to_owned(),
        std::cmp::Ordering::Greater => format!(" (+{apart})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::modal::plain_gate::PlainGate;
    use crate::tui::panes::fixtures;

    #[test]
    fn a_question_ends_as_one() {
        assert_eq!(sentences("Keep it?", "Press d to decide."), "Keep it? Press d to decide.");
        assert_eq!(sentences("It ended", "Press r."), "It ended. Press r.");
    }

    fn said(job: Job, view: &RunView) -> (String, bool) {
        let mut model = fixtures::model(view.clone());
        run_stopped(&mut model, job, view);
        let message = model.message.unwrap();
        (message.text, message.is_problem)
    }

    #[test]
    fn the_result_of_a_run_is_shown_with_the_next_key() {
        let mut second = fixtures::judged(&[9_168, 8_998]);
        second.iteration = 2;
        let feedback =
            "checkout: iteration 2, score 89.98 (−1.70). Press 6 for the outcome of your feedback.";
        assert_eq!(said(Job::Decide, &second), (feedback.to_owned(), false));
        assert_eq!(
            said(Job::Run, &second).0,
            "checkout: iteration 2, score 89.98 (−1.70). Press d to decide."
        );
        // A person edited the first design before the rejection.
        let mut edited = fixtures::judged(&[9_168, 8_900, 8_998]);
        (edited.iteration, edited.judged[1].iteration, edited.judged[2].iteration) = (2, 1, 2);
        (edited.judged[1].edited, edited.scores) = (true, second.scores.clone());
        assert!(said(Job::Run, &edited).0.contains("score 89.98 (+0.98)"), "{:?}", said(Job::Run, &edited));
        let first = fixtures::judged(&[9_168]);
        assert_eq!(said(Job::Run, &first).0, "checkout: new design, score 91.68. Press d to decide.");
        let frozen = RunView { state: "FROZEN", needs: None, is_sealed: true, ..first.clone() };
        assert_eq!(said(Job::Decide, &frozen).0, "checkout is frozen");
        let paused = RunView { state: "GENERATING", needs: None, ..first };
        assert_eq!(said(Job::Run, &paused).0, "checkout is paused. Press r to continue.");
    }

    #[test]
    fn a_run_that_is_over_has_no_next_step() {
        let mut model = fixtures::other_model();
        let view = RunView { is_over: true, ..RunView::new("t1".parse().unwrap(), "letter", "COMPLETE") };
        run_stopped(&mut model, Job::Run, &view);
        assert_eq!(model.message.take().unwrap().text, "letter/t1 is COMPLETE");
        // What its record names is left to the person.
        let view = RunView { next_command: Some("frieze letter take t1".to_owned()), ..view };
        run_stopped(&mut model, Job::Run, &view);
        assert_eq!(model.message.unwrap().text, "letter/t1 is COMPLETE. Next: `:letter take t1`.");
    }

    #[test]
    fn the_stage_that_ended_and_the_next_one_are_named() {
        let mut model = fixtures::other_model();
        let view = RunView {
            needs: Some(Need::Step),
            ended_stage: Some("greeting"),
            reason: Some("Phase complete (1 iteration)".to_owned()),
            next_command: Some("frieze letter body t1".to_owned()),
            ..RunView::new("t1".parse().unwrap(), "letter", "READY")
        };
        run_stopped(&mut model, Job::Run, &view);
        let text = "letter/t1 is READY, greeting: Phase complete (1 iteration). \
                    Press r for the next step: `:letter body t1`.";
        assert_eq!(model.message.unwrap().text, text);
    }

    /// After a decision, a run with another step for the person stays selected.
    #[test]
    fn a_decision_leads_to_the_next_run_that_needs_the_person() {
        for (needs, selected) in
            [(Some(Need::Step), "letter/t1"), (Some(Need::Other), "checkout"), (None, "checkout")]
        {
            let mut model = fixtures::other_model();
            let key = model.features.selected_run().cloned().unwrap();
            let gate = fixtures::plain_gate(&key.id);
            model.modal = Some(Modal::PlainGate(Box::new(PlainGate::open(key.clone(), gate))));
            let view = RunView { needs, ..RunView::new(key.id, "letter", "SENT") };
            run_stopped(&mut model, Job::Decide, &view);
            assert!(model.modal.is_none());
            let now = model.features.selected_run().map(ToString::to_string);
            assert_eq!(now.as_deref(), Some(selected), "{needs:?}");
        }
    }

    #[test]
    fn no_key_is_named_for_a_feature_that_is_not_selected() {
        let paused = RunView { state: "GENERATING", needs: None, ..fixtures::judged(&[9_168]) };
        let mut model = fixtures::model(paused.clone());
        let other = RunView { id: "other".parse().unwrap(), ..paused };
        run_stopped(&mut model, Job::Run, &other);
        assert_eq!(model.message.unwrap().text, "other is paused");
    }

    #[test]
    fn a_failure_is_shown_with_its_reason_until_the_next_key() {
        let why = Some("no progress: 60.57 four times".to_owned());
        let failed = RunView {
            state: "FAILED",
            needs: Some(Need::Reset),
            reason: why,
            cause: Some(Cause::Stalled),
            ..fixtures::judged(&[6_057, 6_057])
        };
        let text = "checkout failed: no progress: 60.57 four times. Press 2 for the findings, u to reset it.";
        assert_eq!(said(Job::Run, &failed), (text.to_owned(), true));
        let text = "checkout is FAILED again: no progress: 60.57 four times. Press 2 for the findings, u to reset it.";
        assert_eq!(said(Job::Undo, &failed), (text.to_owned(), false));
        let tampered = RunView { cause: Some(Cause::Tampered), ..failed.clone() };
        assert!(said(Job::Undo, &tampered).1, "that is new");
        let late = RunView { cause: Some(Cause::Timeout), ..failed.clone() };
        assert!(!said(Job::Run, &late).0.contains("findings"));
        let unscored = RunView { score: None, scores: Vec::new(), judged: Vec::new(), ..failed };
        assert!(!said(Job::Run, &unscored).0.contains("findings"));
        // A failure on purpose is no problem.
        let stopped = RunView { cause: Some(Cause::Aborted), ..unscored };
        let text = "checkout aborted; all files stay. Press u to reset it.";
        assert_eq!(said(Job::Decide, &stopped), (text.to_owned(), false));
    }

    /// The design is as it was; only its score is new.
    #[test]
    fn a_dismissal_is_confirmed_with_the_score() {
        let candidate = fixtures::judged(&[9_168]);
        let failed = RunView { state: "FAILED", needs: Some(Need::Reset), ..candidate.clone() };
        for view in [candidate, failed] {
            let (text, is_problem) = said(Job::Dismiss, &view);
            assert!(text.starts_with("Finding dismissed, checkout scores 91.68"), "{text}");
            assert!(!text.contains("design") && !is_problem, "{text}");
        }
    }

    #[test]
    fn a_reset_names_the_words_that_are_used_again() {
        let words = "the next run gets the words of a rejection again";
        let view = RunView { state: "IDLE", needs: Some(Need::Start), ..fixtures::view() };
        let kept = RunView { reason: Some(words.to_owned()), ..view };
        assert_eq!(said(Job::Run, &kept).0, format!("checkout is IDLE: {words}"));
    }

    /// As after `u` on marked features. A later result replaces them.
    #[test]
    fn results_that_come_at_one_time_are_shown_together() {
        let view = RunView { state: "IDLE", needs: Some(Need::Start), ..fixtures::view() };
        let mut model = fixtures::model(view.clone());
        let text = |model: &Model| model.message.as_ref().unwrap().text.clone();
        for id in ["cart", "refunds", "search"] {
            run_stopped(&mut model, Job::Run, &RunView { id: id.parse().unwrap(), ..view.clone() });
        }
        assert_eq!(text(&model), "cart is IDLE · refunds is IDLE · search is IDLE");
        model.now += std::time::Duration::from_secs(2);
        run_stopped(&mut model, Job::Run, &view);
        assert_eq!(text(&model), "checkout is IDLE");
    }

    #[test]
    fn a_saved_reason_is_confirmed() {
        let view = RunView { state: "IDLE", needs: Some(Need::Start), ..fixtures::view() };
        assert_eq!(said(Job::Explain, &view).0, "checkout: reason saved");
        assert_eq!(said(Job::Run, &view).0, "checkout is IDLE");
    }
}
