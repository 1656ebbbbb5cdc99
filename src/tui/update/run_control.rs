//! Keys that start, pause, abort and reset runs. If that is not possible, a message says why.

use super::deciding;
use super::prompts::open_prompt;
use super::selected::{say_unread, selected, selected_run};
use crate::tui::command_line::line::hint_here;
use crate::tui::keys::Action;
use crate::tui::modal::Modal;
use crate::tui::modal::ask::{Ask, Yes};
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::Cmd;
use crate::tui::screen_settings::Budget;
use frieze_data::text::count;
use frieze_kernel::{Attention, Cause, Order, UNDO};

/// Runs the selected run, or opens what has to be done before.
pub fn run(model: &mut Model) -> Vec<Cmd> {
    let Some(run) = selected_run(model) else { return Vec::new() };
    match model.features.card_of(&run).and_then(|card| card.needs) {
        _ if model.features.card_of(&run).is_some_and(Card::is_running) => {
            model.say(format!(
                "{run} is already running. Press {} to pause it.",
                model.keys.first(Action::Pause)
            ));
        }
        _ if report_elsewhere(model, &run) => {}
        Some(Attention::Decision) => {
            model.say(format!("{run} waits for your decision. Press {}.", model.keys.first(Action::Decide)));
        }
        Some(Attention::Reason) => {
            if let Some(id) = selected(model) {
                open_prompt(model, Purpose::About(id, Subject::Unfreeze), "");
            }
        }
        Some(
            Attention::Restore
            | Attention::Repair
            | Attention::Newer
            | Attention::Stuck
            | Attention::Reset
            | Attention::Tampered
            | Attention::Words,
        ) => return deciding::decide(model, None),
        Some(Attention::Other) if awaited(model).is_some() => {
            let (awaited, next) = (awaited(model).unwrap_or_default(), model.keys.first(Action::NextFlow));
            model.say(format!("{run} waits for {awaited}. {next} goes to the other runs of the feature."));
        }
        Some(Attention::Start | Attention::File | Attention::Step | Attention::Other) => {
            model.say(format!("Running {run}."));
            return vec![Cmd::Order(run, Order::Start)];
        }
        Some(Attention::Paused) => {
            model.say(format!("Continuing {run}."));
            return vec![Cmd::Order(run, Order::Start)];
        }
        None if model.features.card_of(&run).is_some_and(|card| card.is_sealed || card.is_over) => {
            let text = nothing_to_run(model, &run);
            model.say(text);
        }
        None => {
            model.say(format!("Continuing {run}."));
            return vec![Cmd::Continue(run)];
        }
    }
    Vec::new()
}

/// Why a run that is frozen or over is not run. If its row shows another one, which is due, the message names that one.
fn nothing_to_run(model: &Model, run: &RunKey) -> String {
    let card = model.features.card_of(run);
    let due = model.features.due_instead_of(run);
    match (card.and_then(Card::reopens), due, card.is_some_and(|card| card.is_sealed)) {
        (Some(reopens), ..) => format!("{run} is closed. {reopens} goes on with it."),
        (None, Some(due), is_sealed) => {
            let (state, next) =
                (if is_sealed { "frozen" } else { "done" }, model.keys.first(Action::NextFlow));
            format!("{run} is {state}. {due} is due; {next} goes through the runs of a feature.")
        }
        (None, None, true) => format!("{run} is frozen. To unfreeze it, delete its design/final/FROZEN.md."),
        (None, None, false) => format!("{run} is done. Nothing to run."),
    }
}

/// The run that the selected run waits for. One that does not exist yet is begun again.
fn awaited(model: &Model) -> Option<&str> {
    let awaited = &model.current()?.run()?.waiting_for.as_ref()?.who;
    let is_there = model.features.keys().any(|key| format!("{}/{}", key.flow, key.id) == **awaited);
    is_there.then_some(awaited)
}

/// Runs every feature that can run, and what was interrupted of other workflows.
pub fn run_all(model: &mut Model) -> Vec<Cmd> {
    let can_run = |key: &&RunKey| {
        let card = model.features.card_of(key);
        let is_able = match key.design() {
            Some(_) => card.is_none_or(|card| card.status().can_run(false)),
            None => card.is_some_and(|card| card.status().goes_on()),
        };
        is_able && model.features.is_due(key)
    };
    let keys: Vec<RunKey> = model.features.keys().filter(can_run).cloned().collect();
    if keys.is_empty() {
        model.say("No feature can run.");
        return Vec::new();
    }
    let features = match keys.iter().all(|key| key.design().is_some()) {
        true => count(keys.len(), "feature", "features"),
        false => count(keys.len(), "run", "runs"),
    };
    let running = format!("Running {features}.");
    // The filter does not limit this action.
    let hidden = if model.features.filter().is_empty() { "" } else { ", including filtered-out ones" };
    if keys.len() == 1 && model.budget.agents.is_empty() {
        model.say(running);
        return start_or_continue(model, keys);
    }
    // This one key starts a lot, so it asks first.
    let mut named: Vec<String> = keys.iter().take(NAMED).map(RunKey::to_string).collect();
    if named.len() < keys.len() {
        named.push("…".to_owned());
    }
    let text = vec![format!("Run {features}{hidden}: {}", named.join(", ")), limits(&model.budget)];
    let ask = Ask::new(" Run all ", text, "run them", Yes::Give(start_or_continue(model, keys), running));
    model.modal = Some(Modal::Ask(Box::new(ask)));
    Vec::new()
}

/// Starts runs, and continues interrupted ones.
pub fn start_or_continue(model: &Model, keys: Vec<RunKey>) -> Vec<Cmd> {
    let is_interrupted =
        |key: &RunKey| model.features.card_of(key).is_some_and(|card| card.status().is_interrupted());
    let (interrupted, fresh): (Vec<_>, Vec<_>) = keys.into_iter().partition(is_interrupted);
    let fresh = Some(fresh).filter(|keys| !keys.is_empty()).map(Cmd::RunAll);
    fresh.into_iter().chain(interrupted.into_iter().map(Cmd::Continue)).collect()
}

/// Runs, resets or pauses the marked runs that allow it. Only a pause is not asked about.
pub fn marked(model: &mut Model, action: Action) -> Vec<Cmd> {
    let cmd = |key: &RunKey| {
        let card = model.features.card_of(key)?;
        if action == Action::Pause {
            return card.is_running().then(|| Cmd::Pause(key.clone()));
        }
        if action == Action::Reset {
            let order = Order::Reset { from_best: false };
            return (card.needs == Some(Attention::Reset)).then(|| Cmd::Order(key.clone(), order));
        }
        let runs = if card.status().is_interrupted() {
            Cmd::Continue(key.clone())
        } else {
            Cmd::Order(key.clone(), Order::Start)
        };
        card.status().can_run(false).then_some(runs)
    };
    let all = model.features.marked().count();
    let allowed = model.features.marked().filter_map(|key| Some((key.clone(), cmd(key)?)));
    let (keys, cmds): (Vec<RunKey>, Vec<Cmd>) = allowed.unzip();
    let mut names: Vec<String> = keys.iter().map(RunKey::to_string).collect();
    let [does, then] = if action == Action::Pause {
        ["Pause", ""]
    } else if action == Action::Reset {
        [
            "Reset",
            "The next run of each starts from the brief, with its answers and the words of rejections that no abort dropped. All files stay, and the journals keep the reasons.",
        ]
    } else {
        ["Run", ""]
    };
    if cmds.is_empty() {
        model.say(format!("{does}: none of the {all} marked allows it."));
        return Vec::new();
    }
    let what = format!("{does} {} of {all} marked", cmds.len());
    let hidden = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    names.extend((hidden > 0).then(|| format!("and {hidden} more")));
    if action == Action::Pause {
        model.say(format!("{what}: {}", names.join(", ")));
        model.features.clear_marks();
        return cmds;
    }
    let then = if then.is_empty() { limits(&model.budget) } else { then.to_owned() };
    let text = vec![format!("{what}: {}", names.join(", ")), then];
    let ask = Ask::new(" Marked features ", text, "do it for them", Yes::Give(cmds, String::new()));
    let ask = ask.about(keys, &model.features);
    model.modal = Some(Modal::Ask(Box::new(ask)));
    Vec::new()
}

/// The most features that a question names.
const NAMED: usize = 12;

/// The agents of a run, and its limits.
fn limits(budget: &Budget) -> String {
    if budget.agents.is_empty() {
        return "Built-in agents only: no cost, and no data leaves this machine.".to_owned();
    }
    let mut most = vec![format!("{} calls", budget.max_calls)];
    most.extend(budget.limits());
    format!("Each run uses {}, with at most {}.", budget.agents, most.join(", "))
}

/// Pauses the selected run.
pub fn pause(model: &mut Model) -> Vec<Cmd> {
    let Some(run) = selected_run(model) else { return Vec::new() };
    if model.features.card_of(&run).is_some_and(Card::is_running) {
        return vec![Cmd::Pause(run)];
    }
    if !report_elsewhere(model, &run) {
        model.say(format!("{run} is not running. Nothing to pause."));
    }
    Vec::new()
}

/// Whether another process is at work on a run; if so, a message says it.
pub fn report_elsewhere(model: &mut Model, run: &RunKey) -> bool {
    let by = model.features.card_of(run).and_then(|card| card.held_by.clone());
    if let Some(by) = &by {
        model.say(format!("{run} is running in another frieze ({by}). Pause or abort it there."));
    }
    by.is_some()
}

/// Whether the state of the selected run has an abort, as far as it was read.
fn may_abort(model: &Model) -> bool {
    let view = model.current().and_then(|detail| detail.run());
    view.is_none_or(|view| view.next.is_empty() || view.next.iter().any(|(_, trigger)| *trigger == "abort"))
}

/// Asks for the reason of an abort, if there is something to abort. `words` are in the prompt already, after an unfinished reason.
pub fn abort(model: &mut Model, words: &str) -> Vec<Cmd> {
    let Some(id) = selected(model) else { return Vec::new() };
    if report_elsewhere(model, &(&id).into()) {
        return Vec::new();
    }
    let Some(card) = model.features.card(&id) else {
        say_unread(model);
        return Vec::new();
    };
    let is_idle = match card.needs {
        // A candidate can be aborted in the gate dialog only, where the words are the reason already.
        Some(Attention::Decision) if !card.is_running() => {
            model.drafts.add_to_decision_note(&id, "abort", words);
            return deciding::decide(model, None);
        }
        Some(
            Attention::Decision
            | Attention::Paused
            | Attention::Words
            | Attention::File
            | Attention::Step
            | Attention::Restore,
        ) => false,
        Some(
            Attention::Tampered
            | Attention::Reason
            | Attention::Repair
            | Attention::Newer
            | Attention::Stuck
            | Attention::Reset
            | Attention::Start
            | Attention::Other,
        ) => true,
        None => card.is_sealed,
    };
    // An order that is refused would run the next step.
    if !card.is_running() && (is_idle || !may_abort(model)) {
        let state = card.state;
        let is_readable =
            !matches!(card.needs, Some(Attention::Repair | Attention::Newer | Attention::Stuck));
        let why =
            if is_idle { "Nothing to abort" } else { "It can be aborted once its next iteration has begun" };
        model.say(format!("{id} is {state}. {why}."));
        return if is_readable { deciding::journal_attempt(model, id.into(), "abort") } else { Vec::new() };
    }
    open_prompt(model, Purpose::About(id, Subject::Abort), words);
    Vec::new()
}

/// Asks for confirmation of a [`reset`].
pub fn ask_to_reset(model: &mut Model, from_best: bool) -> Vec<Cmd> {
    let is_damaged = |card: &Card| card.needs == Some(Attention::Repair);
    if model.is_other_selected() && model.features.selected_card().is_some_and(is_damaged) {
        return selected_run(model).map(Cmd::SetAside).into_iter().collect();
    }
    let Some(id) = selected(model) else { return Vec::new() };
    let needs = model.features.card(&id).and_then(|card| card.needs);
    let has_best = model.features.card(&id).is_some_and(|card| card.has_best);
    let lacks_best = from_best && !has_best && needs == Some(Attention::Reset);
    // An impossible reset is not asked about: the engine refuses and journals it.
    if lacks_best || !matches!(needs, Some(Attention::Reset | Attention::Tampered)) {
        return reset(model, from_best);
    }
    let cmds = reset(model, from_best);
    let why = model.features.card(&id).and_then(|card| card.reason.as_deref()).unwrap_or("its run ended");
    let from_its_best = match model.keys.first(Action::ResetFromBest) {
        key if key.is_empty() || !has_best || from_best => String::new(),
        key => format!(" (Esc, then {key}, starts it from this run's best design)"),
    };
    let begins = match needs {
        Some(Attention::Reset) => {
            let rejections = match model.features.card(&id).and_then(|card| card.cause) {
                Some(Cause::Aborted) => "without the words of rejections: an abort drops them",
                _ if from_best => "and answers the rejections after it again",
                _ => "with all answers and the words of the rejections",
            };
            let begin = if from_best { "this run's best design" } else { "the brief" };
            format!("The next run starts from {begin}, {rejections}{from_its_best}.")
        }
        _ => tampered(model).unwrap_or_else(|| "design/final is verified again first.".to_owned()),
    };
    let undo = match needs {
        Some(Attention::Reset) if !from_best => "Until then, :reset --undo undoes this.",
        _ => "This cannot be undone.",
    };
    let to = if needs == Some(Attention::Reset) { " to IDLE" } else { "" };
    let text = vec![
        format!("Reset {id}{to}?"),
        format!("Reason: {why}"),
        format!("{begins} {undo} All files stay, and the journal keeps the reason."),
    ];
    let ask = Ask::new(" Reset ", text, "reset it", Yes::Give(cmds, String::new()));
    let ask = ask.about([RunKey::from(id)], &model.features);
    model.modal = Some(Modal::Ask(Box::new(ask)));
    Vec::new()
}

/// What a reset does with the tampered freeze of the selected feature, as its files are now.
fn tampered(model: &Model) -> Option<String> {
    let hint = model.current()?.run()?.hint.as_deref()?;
    Some(format!("{}.", hint_here(hint)))
}

/// Undoes the last reset of the selected feature. The engine refuses what is no reset to the brief, or too late.
pub fn undo_reset(model: &mut Model) -> Vec<Cmd> {
    let undo = Order::Verb { verb: UNDO, words: Vec::new(), text: None };
    selected(model).map(|id| Cmd::Order(id.into(), undo)).into_iter().collect()
}

/// Resets a failed feature, or sets a damaged record aside.
pub fn reset(model: &mut Model, from_best: bool) -> Vec<Cmd> {
    let Some(id) = selected(model) else { return Vec::new() };
    match model.features.card(&id).and_then(|card| card.needs) {
        Some(Attention::Repair) => vec![Cmd::SetAside(id.into())],
        // Tampering is no failure of a run, so its best design does not matter.
        Some(Attention::Tampered) => vec![Cmd::Order(id.into(), Order::Reset { from_best: false })],
        Some(Attention::Reset) => vec![Cmd::Order(id.into(), Order::Reset { from_best })],
        Some(Attention::Newer | Attention::Stuck) => {
            deciding::report_unusable(model, &id.into());
            Vec::new()
        }
        Some(
            Attention::Decision
            | Attention::Reason
            | Attention::Words
            | Attention::File
            | Attention::Step
            | Attention::Restore
            | Attention::Paused
            | Attention::Start
            | Attention::Other,
        )
        | None => {
            model.say(format!("{id} has not failed. Nothing to reset."));
            deciding::journal_attempt(model, id.into(), "reset")
        }
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;
    use frieze_data::id::FeatureId;

    use super::super::dropped_keys::PAUSE;
    use super::super::tests::{model, press, running, screen};
    use super::super::{command, update};
    use super::*;
    use crate::tui::model::detail::Detail;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use frieze_kernel::RunView;

    #[test]
    fn run_all_continues_interrupted_runs() {
        let (mut model, other) = model();
        let ids = [model.features.selected().unwrap().clone(), other];
        let cards = ids.clone().map(|id| {
            let mut card = Card::of(&fixtures::view(), frieze_engine::Activity::Idle);
            card.needs = (id == ids[0]).then_some(Attention::Start);
            (RunKey::from(id), card)
        });
        update(&mut model, Msg::RunsChanged(cards.into()));
        press(&mut model, KeyCode::Char('R'));
        update(&mut model, Msg::Drawn(Vec::new()));
        let cmds = press(&mut model, KeyCode::Char('y'));
        let [Cmd::RunAll(fresh), Cmd::Continue(interrupted)] = cmds.as_slice() else { panic!("{cmds:?}") };
        assert!(fresh.as_slice() == &ids[..1] && *interrupted == ids[1], "{cmds:?}");
    }

    #[test]
    fn all_refusals_of_one_key_are_named_and_many_are_counted() {
        use crate::tui::model::detail::Problem;
        use crate::tui::msg::Job;
        let (mut model, _) = model();
        let ids = ["checkout", "refunds", "search", "cart"].map(|id| id.parse::<FeatureId>().unwrap());
        model.features.list(&ids);
        let mut refuse = |id: &FeatureId| {
            let why = Problem::new(format!("{id} has no brief"), "restore the file");
            update(&mut model, Msg::JobEnded(id.into(), Job::Run, Err(why)));
            model.message.clone().unwrap().text
        };
        assert_eq!(refuse(&ids[0]), "checkout has no brief · hint: restore the file");
        assert_eq!(
            refuse(&ids[1]),
            "2 refused: checkout has no brief · refunds has no brief · hint: restore the file"
        );
        refuse(&ids[2]);
        let said = refuse(&ids[3]);
        assert!(said.starts_with("4 refused: ") && said.contains("search has no brief and 1 more"), "{said}");
        // The next key begins a new message.
        press(&mut model, KeyCode::Char('1'));
        let why = Problem::new("refunds has no brief", "");
        update(&mut model, Msg::JobEnded(ids[1].clone().into(), Job::Run, Err(why)));
        assert_eq!(model.message.clone().unwrap().text, "refunds has no brief");
        // Each has its own hint.
        for (id, what) in [(&ids[2], "is running"), (&ids[3], "is damaged")] {
            let why = Problem::new(format!("{id} {what}"), format!("`frieze show {id}`"));
            update(&mut model, Msg::JobEnded(id.into(), Job::Run, Err(why)));
        }
        assert_eq!(
            model.message.unwrap().text,
            "3 refused: refunds has no brief · search is running (`:show search`) · cart is damaged (`:show cart`)"
        );
    }

    #[test]
    fn run_all_continues_interrupted_runs_of_other_workflows() {
        let (mut model, unread) = model();
        let keys = ["begun", "paused", "idle"].map(|id| RunKey { flow: "chain", id: id.parse().unwrap() });
        update(&mut model, Msg::OthersListed(Ok(keys.to_vec())));
        let needs = [None, Some(Attention::Paused), Some(Attention::Start)];
        let cards =
            keys.iter().zip(needs).map(|(key, needs)| (key.clone(), Card { needs, ..Card::default() }));
        update(&mut model, Msg::RunsChanged(cards.collect()));
        press(&mut model, KeyCode::Char('R'));
        let shown = screen(&model);
        assert!(shown.contains("Run 3 runs"), "{shown}");
        update(&mut model, Msg::Drawn(Vec::new()));
        let cmds = press(&mut model, KeyCode::Char('y'));
        let [Cmd::RunAll(others), Cmd::Continue(interrupted)] = cmds.as_slice() else { panic!("{cmds:?}") };
        assert_eq!(others.as_slice(), [RunKey::from(unread), keys[1].clone()]);
        assert_eq!(*interrupted, keys[0]);
    }

    #[test]
    fn expensive_and_irreversible_actions_ask_first() {
        let (mut model, other) = model();
        let ids = [model.features.selected().unwrap().clone(), other];
        let set = |model: &mut Model, needs: Attention| {
            let card = |id: &FeatureId| {
                let mut card = Card::of(&fixtures::view(), frieze_engine::Activity::Idle);
                (card.needs, card.state, card.reason) = (Some(needs), "IDLE", Some("too few flows".into()));
                (RunKey::from(id), card)
            };
            update(model, Msg::RunsChanged(ids.iter().map(card).collect()));
        };
        let yes = |model: &mut Model| {
            assert!(press(model, KeyCode::Char('y')).is_empty(), "it was not on the screen yet");
            update(model, Msg::Drawn(Vec::new()));
            press(model, KeyCode::Char('y'))
        };
        set(&mut model, Attention::Start);
        (model.budget.agents, model.budget.max_calls) = ("claude".to_owned(), 40);
        assert!(press(&mut model, KeyCode::Char('R')).is_empty());
        let shown = screen(&model);
        assert!(
            shown.contains("Run 2 features") && shown.contains("uses claude, with at most 40 calls"),
            "{shown}"
        );
        assert!(matches!(yes(&mut model).as_slice(), [Cmd::RunAll(all)] if all.len() == 2));
        model.features.set_filter(ids[0].as_str());
        press(&mut model, KeyCode::Char('R'));
        let shown = screen(&model);
        assert!(shown.contains("Run 2 features, including filtered-out ones"), "{shown}");
        update(&mut model, Msg::Drawn(Vec::new()));
        press(&mut model, KeyCode::Esc);
        model.features.set_filter("");
        set(&mut model, Attention::Reset);
        assert!(press(&mut model, KeyCode::Char('u')).is_empty());
        let shown = screen(&model);
        assert!(shown.contains("too few flows") && shown.contains(":reset --undo"), "{shown}");
        let cmds = yes(&mut model);
        assert!(matches!(cmds.as_slice(), [Cmd::Order(_, Order::Reset { from_best: false })]), "{cmds:?}");
        // Without a best design it does not ask: the engine refuses and journals it.
        let cmds = press(&mut model, KeyCode::Char('U'));
        assert!(model.modal.is_none(), "{}", screen(&model));
        assert!(matches!(cmds.as_slice(), [Cmd::Order(_, Order::Reset { from_best: true })]));
        assert!(!shown.contains("(Esc") && !screen(&model).contains("best design"), "{shown}");
        model.now += PAUSE;
        // With one, the question names its key.
        let with_best = |id: &FeatureId| {
            let card = Card::of(&fixtures::view(), frieze_engine::Activity::Idle);
            (RunKey::from(id), Card { needs: Some(Attention::Reset), has_best: true, ..card })
        };
        update(&mut model, Msg::RunsChanged(ids.iter().map(with_best).collect()));
        press(&mut model, KeyCode::Char('u'));
        update(&mut model, Msg::Drawn(Vec::new()));
        assert!(screen(&model).contains("Esc, then U"), "{}", screen(&model));
        press(&mut model, KeyCode::Esc);
        assert!(press(&mut model, KeyCode::Char('U')).is_empty());
        assert!(screen(&model).contains("best design, and answers the"), "{}", screen(&model));
        let cmds = yes(&mut model);
        assert!(matches!(cmds.as_slice(), [Cmd::Order(_, Order::Reset { from_best: true })]), "{cmds:?}");
        // An aborted run takes the words of its rejections with it.
        let aborted = |id: &FeatureId| {
            let (key, card) = with_best(id);
            (key, Card { cause: Some(Cause::Aborted), ..card })
        };
        update(&mut model, Msg::RunsChanged(ids.iter().map(aborted).collect()));
        press(&mut model, KeyCode::Char('U'));
        update(&mut model, Msg::Drawn(Vec::new()));
        assert!(screen(&model).contains("best design, without the words"), "{}", screen(&model));
        press(&mut model, KeyCode::Esc);
        // A typed command asks only if it cannot be undone.
        for typed in ["reset best", "reset --from-best"] {
            assert!(command::command(&mut model, typed).is_empty(), "{typed}");
            model.arrange();
            assert!(screen(&model).contains("This cannot be undone"), "{}", screen(&model));
            let cmds = yes(&mut model);
            assert!(matches!(cmds.as_slice(), [Cmd::Order(_, Order::Reset { from_best: true })]), "{cmds:?}");
        }
        let cmds = command::command(&mut model, "reset");
        assert!(matches!(cmds.as_slice(), [Cmd::Order(_, Order::Reset { from_best: false })]), "{cmds:?}");
        let cmds = command::command(&mut model, "reset refunds --undo");
        let [Cmd::Order(run, Order::Verb { verb: "undo", .. })] = cmds.as_slice() else { panic!("{cmds:?}") };
        assert_eq!(run.to_string(), "refunds");
    }

    /// Another window resets and runs the features meanwhile, which fail again.
    #[test]
    fn a_reset_is_about_the_failure_that_was_shown() {
        let (mut model, other) = model();
        let ids = [model.features.selected().unwrap().clone(), other];
        let fail = |model: &mut Model, second: i64| {
            let since = jiff::Timestamp::from_second(second).ok();
            let needs = Some(Attention::Reset);
            let card = Card { needs, since, ..Card::of(&fixtures::view(), frieze_engine::Activity::Idle) };
            let cards = ids.iter().map(|id| (RunKey::from(id), card.clone())).collect();
            update(model, Msg::RunsChanged(cards));
        };
        for keys in [vec!['u'], vec!['1', 'g', ' ', ' ', 'u']] {
            fail(&mut model, 1);
            for key in keys {
                press(&mut model, KeyCode::Char(key));
            }
            update(&mut model, Msg::Drawn(Vec::new()));
            fail(&mut model, 1);
            assert!(matches!(model.modal, Some(Modal::Ask(_))), "it is the same failure");
            fail(&mut model, 2);
            assert!(press(&mut model, KeyCode::Char('y')).is_empty() && model.modal.is_none());
            let said = model.message.clone().unwrap().text;
            assert_eq!(said, "checkout has changed. Nothing was done.");
            model.now += std::time::Duration::from_secs(1);
        }
    }

    #[test]
    fn the_reset_of_a_restored_freeze_asks_about_that() {
        use std::sync::Arc;
        let (mut model, _) = model();
        let id = model.features.selected().unwrap().clone();
        let hint = Some(format!("`frieze reset {id}` marks it frozen again"));
        let view = RunView { id: id.clone(), state: "FAILED", hint, ..fixtures::view() };
        let card =
            Card { needs: Some(Attention::Tampered), ..Card::of(&view, frieze_engine::Activity::Idle) };
        update(&mut model, Msg::RunsChanged(vec![((&id).into(), card)]));
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(view), ..fixtures::detail() })));
        press(&mut model, KeyCode::Char('u'));
        let shown = screen(&model);
        assert!(shown.contains("marks it frozen again.") && !shown.contains("to IDLE"), "{shown}");
    }

    #[test]
    fn marked_features_run_and_are_reset_and_paused_together() {
        let (mut model, other) = model();
        let ids = [model.features.selected().unwrap().clone(), other];
        let set = |model: &mut Model, needs: Option<Attention>| {
            let card = Card { needs, ..Card::of(&fixtures::view(), frieze_engine::Activity::Idle) };
            let cards = ids.iter().map(|id| (RunKey::from(id), card.clone())).collect();
            update(model, Msg::RunsChanged(cards));
        };
        let mark = |model: &mut Model| {
            for key in ['1', 'g', ' ', ' '] {
                press(model, KeyCode::Char(key));
            }
        };
        set(&mut model, Some(Attention::Start));
        mark(&mut model);
        assert!(screen(&model).contains("Features · 2 marked"), "{}", screen(&model));
        let yes = |model: &mut Model, key: char| {
            assert!(press(model, KeyCode::Char(key)).is_empty());
            update(model, Msg::Drawn(Vec::new()));
            press(model, KeyCode::Char('y'))
        };
        let cmds = yes(&mut model, 'r');
        let starts = |cmd: &Cmd| matches!(cmd, Cmd::Order(_, Order::Start));
        assert!(cmds.len() == 2 && cmds.iter().all(starts), "{cmds:?}");
        // What was done needs no mark any more.
        assert!(!screen(&model).contains("marked"), "{}", screen(&model));
        mark(&mut model);
        assert!(press(&mut model, KeyCode::Char('p')).is_empty());
        assert!(model.message.as_ref().unwrap().text.contains("none of the 2 marked"));
        // A command is about its own feature.
        assert!(!matches!(command::command(&mut model, "pause refunds").as_slice(), [_, _]));
        set(&mut model, None);
        assert!(yes(&mut model, 'r').iter().all(|cmd| matches!(cmd, Cmd::Continue(_))));
        set(&mut model, Some(Attention::Reset));
        mark(&mut model);
        let resets = |cmd: &Cmd| matches!(cmd, Cmd::Order(_, Order::Reset { from_best: false }));
        assert!(yes(&mut model, 'u').iter().filter(|cmd| resets(cmd)).count() == 2);
        // Elsewhere the keys are for the selected feature; Esc in the list removes the marks.
        mark(&mut model);
        press(&mut model, KeyCode::Char('7'));
        press(&mut model, KeyCode::Char('u'));
        assert!(screen(&model).contains("Reset refunds to IDLE?"), "{}", screen(&model));
        update(&mut model, Msg::Drawn(Vec::new()));
        for key in [KeyCode::Esc, KeyCode::Esc, KeyCode::Esc] {
            press(&mut model, key);
        }
        assert!(!screen(&model).contains("marked"));
    }

    #[test]
    fn a_candidate_is_aborted_in_the_gate_dialog_only() {
        let (mut model, _) = model();
        let id = model.features.selected().unwrap().clone();
        press(&mut model, KeyCode::Char('x'));
        assert!(model.modal.is_none(), "this detail has no gate, and nothing else asks: {id}");
        let cmds = command::command(&mut model, "abort checkout not what was meant");
        assert!(cmds.is_empty(), "{cmds:?}");
        assert!(model.modal.is_none(), "the prompt is for runs that are at work or paused");
        // A run is aborted with a reason: the words after the command are in the prompt already.
        let mut model = running();
        assert!(command::command(&mut model, "abort checkout not what was meant").is_empty());
        let cmds = press(&mut model, KeyCode::Enter);
        assert!(
            matches!(cmds.as_slice(), [Cmd::Order(_, Order::Stop { reason })] if reason == "not what was meant"),
            "{cmds:?}"
        );
        command::command(&mut model, "abort");
        assert!(matches!(model.modal, Some(Modal::Prompt(_))));
        command::command(&mut model, "abort checkout and late");
        let cmds = press(&mut model, KeyCode::Enter);
        assert!(
            matches!(cmds.as_slice(), [Cmd::Order(_, Order::Stop { reason })] if reason == "not what was meant and late"),
            "{cmds:?}"
        );
    }
}
