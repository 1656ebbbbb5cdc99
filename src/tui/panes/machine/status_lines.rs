//! Lines below the picture of the state machine: status, reason of a failure with a hint, next moves; then the history.

use std::sync::Arc;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::tui::command_line::line::{hint_here, typed_here};
use crate::tui::keys::Action;
use crate::tui::machine::Edge;
use crate::tui::modal::gate;
use crate::tui::model::Model;
use crate::tui::model::detail::Detail;
use crate::tui::model::feature_list::Card;
use crate::tui::panes::{agent_calls, wrap};
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::view::time_text;
use frieze_data::text::Shown;
use frieze_engine::{Activity, BoardEntry};
use frieze_kernel::{Attention, By, FileProblem, GateKind, Move, RunView, UNDO};

/// Columns of a label.
const LABEL: usize = 9;
/// The most lines of the status, of a reason and of a hint, and the most characters wrapped into them.
const STATUS_LINES: usize = 2;
const REASON: usize = 5;
const HINT: usize = 12;
const CHARS: usize = 4_000;
/// Columns reserved around an agent's progress message.
const AROUND_PROGRESS: usize = 30;
/// The digits of a hash and of a shortened one.
const HASH: usize = 64;
const SHORT: usize = 12;
/// The most moves listed one by one.
const MOVES: usize = 12;

/// The present, then the past. The present is what the run waits for and why, what can be done, and what was used; its most
/// important lines come first.
pub fn present_and_past(
    model: &Model,
    card: &Card,
    width: usize,
) -> (Vec<Line<'static>>, Vec<Line<'static>>) {
    let theme = model.theme;
    let detail = model.current();
    let view = detail.and_then(|detail| detail.run()).filter(|view| view.state == card.state);
    // The engine's live view is newer than the files.
    let run = model.features.selected_run();
    let live = run.and_then(|run| model.live.get(run)).filter(|_| card.is_running());
    let view = live.map(|entry| &entry.view).filter(|view| view.state == card.state).or(view);
    let held = detail.and_then(|detail| detail.held_by.as_ref()).map(|(by, _)| by.as_str());
    let held = held.or(card.held_by.as_deref()).filter(|_| !card.is_running());
    let mut out = status(model, card, view, live.map(Arc::as_ref), held, width);
    let mut explain = |text: &str, style: TextStyle, most: usize| {
        let text = Shown::line(wrap::beginning(text, CHARS)).into_string();
        let lines = wrap::lines(&text, width.saturating_sub(3), most).into_iter();
        out.extend(lines.map(|line| theme.line(format!("   {line}"), style)));
    };
    if let Some(words) = live.and_then(|entry| entry.needs_person()) {
        explain(words, TextStyle::Attention, HINT);
    }
    if let Some(by) = held {
        explain(&format!("by {by}"), TextStyle::Plain, REASON);
    }
    let remarks = detail.and_then(|detail| detail.seal.remarks.as_deref()).unwrap_or_default();
    let record_problem = detail.and_then(|detail| detail.view.as_ref().err());
    if let Some(problem) = record_problem {
        explain(&problem.what, TextStyle::Bad, REASON);
        if !problem.hint.is_empty() {
            explain(&format!("hint: {}", hint_here(&problem.hint)), TextStyle::Plain, HINT);
        }
    } else if let Some(reason) = reason(card, view).filter(|reason| !remarks.contains(reason)) {
        let has_failed = matches!(card.needs, Some(Attention::Reset | Attention::Tampered));
        let is_paused = card.needs == Some(Attention::Paused);
        let is_refused = model.is_other_selected() && card.cause.is_some();
        let is_bad = has_failed || card.needs == Some(Attention::Restore) || card.file_problem.is_some();
        let style = if is_bad { TextStyle::Bad } else { TextStyle::Attention };
        let short = if model.zoomed { None } else { Some(short_hashes(wrap::beginning(reason, CHARS))) };
        explain(&hint_here(short.as_deref().unwrap_or(reason)), style, REASON);
        let advice = detail.filter(|_| has_failed).and_then(|detail| detail.advice_about_answers());
        let hint = advice.as_deref().or(view.and_then(|view| view.hint.as_deref()));
        let hint = hint.filter(|_| has_failed || is_paused || is_refused);
        if let Some(hint) = hint.filter(|hint| !hint.is_empty()) {
            explain(&format!("hint: {}", hint_here(hint)), TextStyle::Plain, HINT);
        }
        if card.file_problem == Some(FileProblem::Damaged) && !model.is_other_selected() {
            explain(&hint_of_damage(view), TextStyle::Plain, HINT);
        }
    }
    if !remarks.is_empty() {
        explain(remarks, TextStyle::Attention, REASON);
    }
    let preview =
        view.filter(|view| view.gate().is_some() || view.is_sealed).and_then(|view| view.preview.as_deref());
    if let Some(preview) = preview {
        explain(&format!("preview: {preview}"), TextStyle::Attention, REASON);
    }
    for refused in view.map_or(&[][..], |view| &view.refused) {
        explain(refused, TextStyle::Attention, REASON);
    }
    // If another process runs the feature, a person acts there.
    let here = if held.is_some() { "there" } else { "you may" };
    // Moves that a person cannot make are shown on the whole screen only.
    let actors = [(By::Human, here), (By::Engine, "engine"), (By::System, "on disk")];
    for (by, label) in actors.into_iter().filter(|(by, ..)| model.zoomed || *by == By::Human) {
        let moves = model
            .selected_machine()
            .leaving(card.state)
            // The triggers of other workflows are no keys; the line above has their next command.
            .filter(|_| by != By::Human || !model.is_other_selected())
            .filter(|edge| edge.by == by && (by != By::Human || may(card, view, edge.trigger)))
            .map(|edge| format!("{} {} {}", edge.trigger, arrow(by), edge.to));
        // The answers to a question are no moves of their own.
        let question = view.and_then(|view| view.gate()).filter(|gate| gate.kind == GateKind::Plain);
        let is_asked = by == By::Human && card.needs == Some(Attention::Decision);
        let items: Vec<String> = match question.filter(|_| is_asked) {
            Some(gate) => gate.possible().map(str::to_owned).collect(),
            None => moves.collect(),
        };
        let style = if by == By::System { TextStyle::Dim } else { TextStyle::Plain };
        out.extend(listed(label, &items, width, style, theme));
    }
    out.extend(view.map(|view| usage(view, model, width)).unwrap_or_default());
    let mut past = match (view, detail) {
        (Some(view), Some(detail)) => history(&view.path, detail, model, width),
        _ => Vec::new(),
    };
    // Moves by the system from other states are not in the picture.
    let is_other = |edge: &&Edge| model.zoomed && edge.by == By::System && edge.from != card.state;
    let others = model.selected_machine().edges.iter().filter(is_other);
    let others: Vec<String> = others
        .map(|edge| format!("{} {} {}: {}", edge.from, arrow(edge.by), edge.to, edge.trigger))
        .collect();
    past.extend(listed("other", &others, width, TextStyle::Dim, theme));
    (out, past)
}

/// The text with shortened hashes; the journal and the whole screen show them in full.
fn short_hashes(text: &str) -> String {
    let short = |word: &str| {
        let is_hash = word.len() == HASH && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hash { format!("{}…", word.get(..SHORT).unwrap_or(word)) } else { word.to_owned() }
    };
    text.split_inclusive(|c: char| !c.is_ascii_alphanumeric())
        .map(|part| {
            let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            format!("{}{}", short(word), part.get(word.len()..).unwrap_or_default())
        })
        .collect()
}

/// The reason for the current state. A problem with the files, which is newer, comes first.
fn reason<'a>(card: &'a Card, view: Option<&'a RunView>) -> Option<&'a str> {
    let (listed, known) = (card.reason.as_deref(), view.and_then(|view| view.reason.as_deref()));
    if card.file_problem.is_some() { listed.or(known) } else { known.or(listed) }
}

/// What a person can do about a candidate with a damaged file, other than aborting it.
fn hint_of_damage(view: Option<&RunView>) -> String {
    let made = view.filter(|view| view.folder > 0);
    let made = made.map(|view| format!("; the original is in design/iterations/{}", view.folder));
    format!("Put design/intent.json back first{}", made.unwrap_or_default())
}

/// Whether a person can make this move now: not with a seal, a missing file or a barred choice, and not if the run is closed.
fn may(card: &Card, view: Option<&RunView>, trigger: &str) -> bool {
    let choices = view.and_then(|view| view.gate()).map_or(&[][..], |gate| &gate.choices);
    let is_barred = choices.iter().any(|choice| choice.name == trigger && choice.barred.is_some());
    let is_lost =
        card.file_problem == Some(FileProblem::Damaged) && matches!(trigger, gate::APPROVE | gate::REJECT);
    let is_startable = card.needs != Some(Attention::Start) || card.file_problem.is_none();
    let is_stopped = card.needs == Some(Attention::Restore);
    let is_next = |view: &RunView| view.next.iter().any(|(_, next)| *next == trigger);
    let is_gone = trigger == UNDO && !view.is_some_and(is_next);
    let is_open = card.reopen.is_none();
    !card.is_sealed && is_open && is_startable && !is_stopped && !is_barred && !is_lost && !is_gone
}

/// Moves by the system have a dotted arrow.
fn arrow(by: By) -> char {
    if by == By::System { '┄' } else { '→' }
}

/// The status in one or two lines: who has to do what, and since when.
fn status(
    model: &Model,
    card: &Card,
    view: Option<&RunView>,
    live: Option<&BoardEntry>,
    held: Option<&str>,
    width: usize,
) -> Vec<Line<'static>> {
    let room = width.saturating_sub(3);
    let begun = if held.is_some() { card.since } else { card.begun() };
    let since = |moves: bool| -> String {
        let Some(since) = begun else { return String::new() };
        let ago = time_text::ago(since, model.now, moves);
        match model.current() {
            Some(detail) => {
                format!(" since {} ({ago})", time_text::moment(since, model.now, &detail.zone))
            }
            None => format!(" for {ago}"),
        }
    };
    let key = |action| model.keys.first(action);
    let waiting_for = view.and_then(|view| view.waiting_for.as_ref());
    let awaited = waiting_for.map(|awaited| Shown::cut(&awaited.to_string(), room).into_string());
    let is_waiting = awaited.is_some();
    let is_last = model.selected_machine().leaving(card.state).all(|edge| edge.by == By::System);
    let text = match (&card.activity, card.needs) {
        (Activity::Idle, Some(_)) if held.is_some() => {
            "Running in another frieze. You can decide when it ends.".to_owned()
        }
        (Activity::Idle, None) if held.is_some() => {
            let awaited = awaited.map(|awaited| format!(", waiting for {awaited}")).unwrap_or_default();
            format!("Running elsewhere{}{awaited}", since(true))
        }
        (Activity::Asking(role), _) => {
            let model_named = view.and_then(|view| view.answered_by.iter().find(|(of, _)| of == role));
            let by = model_named.map_or_else(String::new, |(_, by)| format!(" ({})", Shown::cut(by, 40)));
            let delay = waiting_for.and_then(|awaited| awaited.delay.as_ref());
            let delay = delay.map_or_else(String::new, |delay| format!(", {}", Shown::cut(delay, room)));
            // A queued request has no age: its agent was not asked yet.
            let age = if card.is_queued { String::new() } else { since(true) };
            let waiting = format!("Waiting for the {role}{by}{delay}{age}");
            let pauses = key(Action::Pause);
            // The agent's message is cut first, so that the received size and the key stay visible.
            let left =
                (room * STATUS_LINES).saturating_sub(waiting.width() + pauses.width() + AROUND_PROGRESS);
            let progress = live.filter(|entry| entry.needs_person().is_none());
            let progress = progress.and_then(|entry| agent_calls::progress_text(entry, left));
            let progress = progress.map(|progress| format!(": {progress}")).unwrap_or_default();
            format!("{waiting}{progress}; {pauses} pauses")
        }
        (Activity::Stepping, _) => format!("Working{}", since(true)),
        (Activity::Idle, Some(needs)) => waiting(model, card, view, needs, &since(false)),
        (Activity::Idle, None) if card.reopen.is_some() => {
            format!("Closed. {} goes on with it.", card.reopens().unwrap_or_default())
        }
        (Activity::Idle, None) => match (awaited, since(false), key(Action::Run)) {
            (Some(awaited), at, run) => format!("Paused{at}, waiting for {awaited}: {run} continues"),
            (None, ..) if card.file_problem == Some(FileProblem::Invalid) => {
                "Frozen, but not as it was approved".to_owned()
            }
            (None, at, _) if card.is_sealed => format!("Frozen{at}. Nothing to do."),
            (None, at, _) if is_last || card.is_over => {
                let due = model.features.selected_run().and_then(|run| model.features.due_instead_of(run));
                match (due, view.and_then(|view| view.next_command.as_deref())) {
                    _ if card.is_dropped => format!("Ended{at}, without a result. Nothing to do."),
                    (Some(due), _) => {
                        format!("Done{at}. {due} is due: {} goes there.", key(Action::NextFlow))
                    }
                    (None, Some(command)) => {
                        format!("Done{at}. `{}` goes on from here.", typed_here(command))
                    }
                    (None, None) => format!("Done{at}. Nothing to do."),
                }
            }
            (None, at, run) => format!("Paused{at}: {run} continues"),
        },
    };
    // The sign of the list, unless more is known here.
    let (sign, style) = match (card.label(), card.needs) {
        _ if card.is_running() || held.is_some() => ('⠿', TextStyle::Busy),
        (_, None) if is_waiting => ('‖', TextStyle::Plain),
        (('‖', ..), None) if is_last => ('✓', TextStyle::Good),
        ((sign, _, TextStyle::Dim), _) => (sign, TextStyle::Plain),
        ((sign, _, style), _) => (sign, style),
    };
    let text = Shown::cut(&text, room * STATUS_LINES).into_string();
    let lines = wrap::lines(&text, room, STATUS_LINES).into_iter().enumerate();
    lines
        .map(|(at, line)| if at == 0 { format!(" {sign} {line}") } else { format!("   {line}") })
        .map(|line| model.theme.line(line, style))
        .collect()
}

/// What a run that nobody works on needs from a person, and since when.
fn waiting(model: &Model, card: &Card, view: Option<&RunView>, needs: Attention, since: &str) -> String {
    let key = |action| model.keys.first(action);
    let [run, decide, reset, best, abort] =
        [Action::Run, Action::Decide, Action::Reset, Action::ResetFromBest, Action::Abort].map(key);
    match needs {
        Attention::Tampered => format!("Tampered with{since}. Find out why, then press {reset}."),
        Attention::Decision if card.file_problem.is_some() && model.is_other_selected() => {
            format!("Cannot be decided now; waiting{since}")
        }
        Attention::Decision if card.file_problem.is_some() => {
            format!("Cannot be approved or rejected; {decide} aborts; waiting{since}")
        }
        Attention::Decision => format!("Waiting for you{since}: {decide} decides"),
        Attention::Words => {
            let what = view.and_then(|view| view.needs?.words()).map(|what| format!(": {what}"));
            format!("Waiting for your words{since}{}", what.unwrap_or_default())
        }
        Attention::File => format!("Waiting for a file{since}: {run} goes on when it is there"),
        Attention::Step => format!("Waiting for you{since}: {run} takes the next step"),
        Attention::Restore => "Cannot go on until its files are restored.".to_owned(),
        Attention::Reason => format!("Waiting for your reason{since}: {decide} enters it"),
        Attention::Repair => format!("The record cannot be read. {reset} moves it aside."),
        Attention::Newer => "Written by a newer frieze. Nothing is changed here.".to_owned(),
        Attention::Stuck => "Cannot be read. Nothing is changed here.".to_owned(),
        Attention::Reset => {
            let back = model.selected_machine().leaving(card.state).find(|edge| edge.by == By::Human);
            let back = back.map(|edge| format!(" to {}", edge.to)).unwrap_or_default();
            let best = if card.has_best { format!(", {best} from its best") } else { String::new() };
            format!("Failed{since}: {reset} resets it{back}{best}")
        }
        Attention::Paused => format!("Paused{since}: {run} continues, {abort} aborts"),
        Attention::Start if card.file_problem.is_some() => {
            "Cannot run without its brief. Restore the file.".to_owned()
        }
        Attention::Start => format!("Idle{since}: {run} runs it"),
        Attention::Other => {
            let awaited = view.and_then(|view| view.waiting_for.as_ref());
            let awaited = awaited.map_or("another run", |awaited| &awaited.who);
            format!("Waiting for {awaited}{since}: {} goes to the other runs", key(Action::NextFlow))
        }
    }
}

/// The usage of this run and of all runs, with the limits; no lines if nothing was used.
fn usage(view: &RunView, model: &Model, width: usize) -> Vec<Line<'static>> {
    let currency = &model.budget.currency;
    let Some(all) = view.spent_in_all.describe(currency) else { return Vec::new() };
    let run = view.spent.describe(currency).unwrap_or_else(|| "nothing yet".to_owned());
    let most = model.budget.limits();
    let most = if most.is_empty() { String::new() } else { format!(" (at most {})", most.join(", ")) };
    let mut items = vec![format!("{run}{most}")];
    if view.spent_in_all != view.spent {
        items.push(format!("in all runs {all}"));
    }
    listed("used", &items, width, TextStyle::Plain, model.theme).collect()
}

/// Items after a label, on as many lines as they need; no lines without items.
fn listed(
    label: &'static str,
    items: &[String],
    width: usize,
    style: TextStyle,
    theme: Theme,
) -> impl Iterator<Item = Line<'static>> {
    let lines = wrap::items(items.iter().map(String::as_str), " · ", width.saturating_sub(3 + LABEL));
    lines.into_iter().enumerate().map(move |(at, line)| {
        let label = if at == 0 { label } else { "" };
        labelled(label, vec![theme.span(line, style)], theme)
    })
}

fn labelled(label: &str, mut spans: Vec<Span<'static>>, theme: Theme) -> Line<'static> {
    spans.insert(0, theme.span(format!("   {label:<LABEL$}"), TextStyle::Dim));
    Line::from(spans)
}

/// The path to the current state, the last move first.
fn history(path: &[Move], detail: &Detail, model: &Model, width: usize) -> Vec<Line<'static>> {
    let theme = model.theme;
    let room = width.saturating_sub(3 + LABEL);
    let moves = path.iter().rev().take(MOVES).enumerate().map(|(at, step)| {
        let time = time_text::moment(step.at, model.now, &detail.zone);
        let text = format!("{} → {}  {}", step.from, step.to, wrap::beginning(&step.why, CHARS));
        let room = room.saturating_sub(time.width() + 1);
        let text = Span::raw(Shown::cut(&text, room).into_string());
        let spans = vec![theme.span(format!("{time} "), TextStyle::Dim), text];
        labelled(if at == 0 { "path" } else { "" }, spans, theme)
    });
    moves.collect()
}
