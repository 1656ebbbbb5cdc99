//! What is said beside the picture: what the feature waits for, for whom and since when; why it failed and what
//! to do; what may follow and who causes it; how it came here.

use std::sync::Arc;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::text::Shown;
use crate::engine::{Doing, Seen};
use crate::kernel::{By, Call, Harm, Move, RunView, in_units};
use crate::tui::clock;
use crate::tui::detail::Detail;
use crate::tui::features::Card;
use crate::tui::holder;
use crate::tui::keys::Action;
use crate::tui::machine::Edge;
use crate::tui::modal::gate;
use crate::tui::model::Model;
use crate::tui::panes::{exchange, wrap};
use crate::tui::theme::{Look, Theme};

use super::hints;
use super::room::{APART, MOVE, PATH, Said, TO_DO, WAITS, WHY};

/// Columns of what stands before a list.
const LABEL: usize = 9;
/// The most lines of who has to do what, of a reason, and of what to do about it; and the most characters that are looked at
/// for them.
const WAITING: usize = 2;
const REASON: usize = 5;
const DOING: usize = 12;
const CHARS: usize = 4_000;
/// The columns around what an agent says, and those that the end of a line may leave.
const TOLD: usize = 30;
/// The digits of a hash, and those of one that is shortened.
const HASH: usize = 64;
const SHORT: usize = 12;
/// The most moves that are listed one by one.
const MOVES: usize = 12;

/// Everything there is to say, in the order in which it stands.
pub fn said(model: &Model, card: &Card, width: usize) -> Vec<Said> {
    let theme = model.theme;
    let detail = model.current();
    let view = detail.and_then(|detail| detail.view.as_ref().ok()).filter(|view| view.state == card.state);
    // What the engine tells now is newer than what was read of the disk.
    let live = model.features.selected().and_then(|id| model.live.get(id)).filter(|_| card.is_running());
    let view = live.map(|seen| &seen.view).filter(|view| view.state == card.state).or(view);
    let mut out = waiting(model, card, view, live.map(Arc::as_ref), width);
    let mut said = |text: &str, look: Look, ranks: [u8; 2], most: usize| {
        let text = Shown::line(wrap::beginning(text, CHARS)).into_string();
        for (at, line) in wrap::lines(&text, width.saturating_sub(3), most).into_iter().enumerate() {
            let rank = ranks[at.min(1)];
            out.push(Said { line: Line::styled(format!("   {line}"), theme.style(look)), rank });
        }
    };
    // How a reason begins is enough where there is no room; what to do about it is told to its end.
    let mut told = |text: &str, look: Look, is_to_do: bool| {
        if is_to_do { said(text, look, [TO_DO; 2], DOING) } else { said(text, look, [TO_DO, WHY], REASON) }
    };
    let held = detail.and_then(|detail| detail.held.as_ref()).map(|(by, _)| by.as_str());
    if let Some(by) = held.or(card.held.as_deref()).filter(|_| !card.is_running()) {
        let by = detail.map_or_else(|| holder::named(by), |detail| holder::told(by, model.now, &detail.zone));
        told(&format!("by {by}"), Look::Plain, false);
    }
    let broken = detail.and_then(|detail| detail.view.as_ref().err());
    if let Some(stated) = broken {
        told(&stated.what, Look::Bad, false);
        if !stated.hint.is_empty() {
            told(&format!("hint: {}", stated.hint), Look::Plain, true);
        }
    } else if let Some(reason) = reason(card, view) {
        let has_failed = matches!(card.needs, Some(Call::Reset | Call::Tampered));
        let look = if has_failed || card.harm.is_some() { Look::Bad } else { Look::Attention };
        let short = if model.zoomed { None } else { Some(short_hashes(wrap::beginning(reason, CHARS))) };
        told(short.as_deref().unwrap_or(reason), look, false);
        let hint = view.and_then(|view| view.hint.as_deref()).filter(|_| has_failed);
        if let Some(hint) = hint.filter(|hint| !hint.is_empty()) {
            let hint = model
                .features
                .selected()
                .map_or_else(|| hint.to_owned(), |id| hints::in_keys(hint, id, &model.keys));
            told(&format!("hint: {hint}"), Look::Plain, true);
        }
        if card.harm == Some(Harm::Damaged) {
            told(&hints::of_a_damaged_candidate(view), Look::Plain, true);
        }
    }
    if let Some(apart) = detail.and_then(|detail| detail.seal.apart.as_deref()) {
        told(apart, Look::Attention, false);
    }
    let preview =
        view.filter(|view| view.gate.is_some() || view.is_sealed).and_then(|view| view.preview.as_deref());
    if let Some(preview) = preview {
        said(&format!("preview: {preview}"), Look::Attention, [WHY; 2], REASON);
    }
    for refused in view.map_or(&[][..], |view| &view.refused) {
        said(refused, Look::Attention, [WHY; 2], REASON);
    }
    for line in view.map(|view| taken(view, model, width)).unwrap_or_default() {
        out.push(Said { line, rank: WHY });
    }
    // What another process is at work on, a person decides about there.
    let here =
        if held.or(card.held.as_deref()).is_some() && !card.is_running() { "there" } else { "you may" };
    // What nobody here can do anything about is for who asked for all of it.
    let actors = [(By::Human, here, TO_DO), (By::Engine, "engine", 3), (By::System, "on disk", 4)];
    for (by, label, rank) in actors.into_iter().filter(|(by, ..)| model.zoomed || *by == By::Human) {
        let items: Vec<String> = model
            .machine
            .leaving(card.state)
            .filter(|edge| edge.by == by && (by != By::Human || may(card, view, edge.trigger)))
            .map(|edge| format!("{} {} {}", edge.trigger, arrow(by), edge.to))
            .collect();
        let look = if by == By::System { Look::Dim } else { Look::Plain };
        out.extend(listed(label, &items, width, look, theme).map(|line| Said { line, rank }));
    }
    if let (Some(view), Some(detail)) = (view, detail) {
        out.extend(came(&view.path, detail, model, width));
    }
    // What the picture leaves out and was not told yet: moves that nobody here causes, from other states.
    let is_apart = |edge: &&Edge| model.zoomed && edge.by == By::System && edge.from != card.state;
    let apart = model.machine.edges.iter().filter(is_apart);
    let apart: Vec<String> =
        apart.map(|edge| format!("{} {} {}: {}", edge.from, arrow(edge.by), edge.to, edge.trigger)).collect();
    out.extend(listed("besides", &apart, width, Look::Dim, theme).map(|line| Said { line, rank: APART }));
    out
}

/// A text in which hashes are as long as people compare them; the whole ones stand in the journal, and where there is room.
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

/// Why it is where it is. What is wrong with its files, which was looked at last, comes before what was known before.
fn reason<'a>(card: &'a Card, view: Option<&'a RunView>) -> Option<&'a str> {
    let (listed, known) = (card.reason.as_deref(), view.and_then(|view| view.reason.as_deref()));
    if card.harm.is_some() { listed.or(known) } else { known.or(listed) }
}

/// Whether a person can make a move that the table has: a seal stands, a file is missing, or the gate bars it.
fn may(card: &Card, view: Option<&RunView>, trigger: &str) -> bool {
    let choices = view.and_then(|view| view.gate.as_ref()).map_or(&[][..], |gate| &gate.choices);
    let is_barred = choices.iter().any(|choice| choice.name == trigger && choice.barred.is_some());
    let is_lost = card.harm == Some(Harm::Damaged) && trigger == gate::WITH_SIGHT;
    !card.is_sealed && card.harm != Some(Harm::Missing) && !is_barred && !is_lost
}

/// What only the world causes goes along dots.
fn arrow(by: By) -> char {
    if by == By::System { '┄' } else { '→' }
}

/// The line that matters most, or two: who has to do what, and since when.
fn waiting(
    model: &Model,
    card: &Card,
    view: Option<&RunView>,
    live: Option<&Seen>,
    width: usize,
) -> Vec<Said> {
    let room = width.saturating_sub(3);
    let since = |moves: bool| -> String {
        let Some(since) = card.since else { return String::new() };
        let ago = clock::ago(since, model.now, moves);
        match model.current() {
            Some(detail) => {
                format!(" since {} ({ago})", clock::moment(since, model.now, &detail.zone))
            }
            None => format!(" for {ago}"),
        }
    };
    let key = |action| model.keys.first(action);
    let whom = view.and_then(|view| view.waiting_for.as_deref());
    let whom = whom.map(|whom| Shown::cut(whom, room).into_string());
    let held = model.current().and_then(|detail| detail.held.as_ref()).map(|(by, _)| by.as_str());
    let held = held.or(card.held.as_deref());
    let at_rest = card.needs.is_some();
    let (sign, text, look) = match (&card.doing, card.needs) {
        (Doing::Resting, _) if held.is_some() && at_rest => (
            '⠿',
            "another frieze is at work: nothing can be decided here until it ends".to_owned(),
            Look::Busy,
        ),
        (Doing::Resting, _) if held.is_some() => {
            let whom = whom.map(|whom| format!(", waiting for {whom}")).unwrap_or_default();
            ('⠿', format!("running elsewhere{}{whom}", since(true)), Look::Busy)
        }
        (Doing::Asking(role), _) => {
            let model_named = view.and_then(|view| view.answered_by.iter().find(|(of, _)| of == role));
            let by = model_named.map_or_else(String::new, |(_, by)| format!(" ({})", Shown::cut(by, 40)));
            let plain = format!("the {role}");
            let whom = whom.unwrap_or_else(|| plain.clone());
            let whom = whom.replacen(&plain, &format!("{plain}{by}"), 1);
            let (waiting, pauses) = (format!("waiting for {whom}{}", since(true)), key(Action::Pause));
            // What an agent says that it does gives way to what it has done, and that to what a person can do.
            let left = (room * WAITING).saturating_sub(waiting.width() + pauses.width() + TOLD);
            let told = live.and_then(|seen| exchange::told(seen, left));
            let told = told.map(|told| format!(": {told}")).unwrap_or_default();
            ('⠿', format!("{waiting}{told}; {pauses} pauses"), Look::Busy)
        }
        (Doing::Stepping, _) => ('⠿', format!("at work{}", since(true)), Look::Busy),
        (Doing::Resting, Some(Call::Tampered)) => {
            let reset = key(Action::Reset);
            let text = format!("tampered with{}: look into it, then {reset} takes it back", since(false));
            ('‼', text, Look::Bad)
        }
        (Doing::Resting, Some(Call::Decision)) if card.harm.is_some() => {
            let decides = key(Action::Decide);
            let text = format!("cannot be approved; {decides} rejects or aborts; waiting{}", since(false));
            ('!', text, Look::Bad)
        }
        (Doing::Resting, Some(Call::Decision)) => (
            '◆',
            format!("waiting for you{}: {} decides", since(false), key(Action::Decide)),
            Look::Attention,
        ),
        (Doing::Resting, Some(Call::Reason)) => (
            '?',
            format!("waiting for you{}: {} says why", since(false), key(Action::Decide)),
            Look::Attention,
        ),
        (Doing::Resting, Some(Call::Repair)) => {
            ('!', format!("cannot be read: {} sets the record aside", key(Action::Reset)), Look::Bad)
        }
        (Doing::Resting, Some(Call::Newer)) => {
            ('!', "written by a newer frieze: this one leaves it as it is".to_owned(), Look::Bad)
        }
        (Doing::Resting, Some(Call::Stuck)) => {
            ('!', "cannot be read, and is left as it is".to_owned(), Look::Bad)
        }
        (Doing::Resting, Some(Call::Reset)) => {
            let back = model.machine.leaving(card.state).find(|edge| edge.by == By::Human);
            let back = back.map(|edge| format!(" to {}", edge.to)).unwrap_or_default();
            let best = key(Action::ResetFromBest);
            let best = if card.has_best { format!(", {best} from its best") } else { String::new() };
            let text = format!("failed{}: {} takes it back{back}{best}", since(false), key(Action::Reset));
            ('✗', text, Look::Bad)
        }
        (Doing::Resting, Some(Call::Start)) if card.harm.is_some() => {
            ('!', "cannot be run: put its requirement document there".to_owned(), Look::Bad)
        }
        (Doing::Resting, Some(Call::Start)) => {
            ('·', format!("idle{}: {} runs it", since(false), key(Action::Run)), Look::Plain)
        }
        (Doing::Resting, None) => match whom {
            Some(whom) => {
                let text =
                    format!("paused{}, waiting for {whom}: {} goes on", since(false), key(Action::Run));
                ('‖', text, Look::Plain)
            }
            None if card.harm == Some(Harm::Invalid) => {
                ('‼', "frozen, and not as it was approved".to_owned(), Look::Bad)
            }
            None if card.is_sealed || model.machine.leaving(card.state).all(|edge| edge.by == By::System) => {
                ('✓', format!("at rest{}: nobody has to do anything", since(false)), Look::Good)
            }
            None => ('‖', format!("paused{}: {} goes on", since(false), key(Action::Run)), Look::Plain),
        },
    };
    let text = Shown::cut(&text, room * WAITING).into_string();
    let lines = wrap::lines(&text, room, WAITING).into_iter().enumerate();
    let style = model.theme.style(look);
    lines
        .map(|(at, line)| if at == 0 { format!(" {sign} {line}") } else { format!("   {line}") })
        .map(|line| Said { line: Line::styled(line, style), rank: WAITS })
        .collect()
}

/// What the agents took in this run and in all, with what they may take; nothing where nobody counts.
fn taken(view: &RunView, model: &Model, width: usize) -> Vec<Line<'static>> {
    let budget = &model.budget;
    let Some(run) = view.spent_in_all.told(&budget.currency).map(|all| {
        let run = view.spent.told(&budget.currency).unwrap_or_else(|| "nothing yet".to_owned());
        let most: Vec<String> = [
            budget.max_tokens.map(|most| format!("{most} tokens")),
            budget.max_cost.map(|most| format!("{} {}", in_units(most), budget.currency)),
        ]
        .into_iter()
        .flatten()
        .collect();
        let most = if most.is_empty() { String::new() } else { format!(" (at most {})", most.join(", ")) };
        let mut items = vec![format!("{run}{most}")];
        if view.spent_in_all != view.spent {
            items.push(format!("in all runs {all}"));
        }
        items
    }) else {
        return Vec::new();
    };
    listed("took", &run, width, Look::Plain, model.theme).collect()
}

/// Items behind a label, on as many lines as they take; none without items.
fn listed(
    label: &'static str,
    items: &[String],
    width: usize,
    look: Look,
    theme: Theme,
) -> impl Iterator<Item = Line<'static>> {
    let room = width.saturating_sub(3 + LABEL);
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let item = Shown::cut(item, room).into_string();
        match lines.last_mut() {
            Some(line) if line.width() + 3 + item.width() <= room => {
                line.push_str(" · ");
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines.into_iter().enumerate().map(move |(at, line)| {
        let label = if at == 0 { label } else { "" };
        Line::from(vec![
            Span::styled(format!("   {label:<LABEL$}"), theme.style(Look::Dim)),
            Span::styled(line, theme.style(look)),
        ])
    })
}

/// How it came here: as one line of phases, and move by move for where there is room.
fn came(path: &[Move], detail: &Detail, model: &Model, width: usize) -> Vec<Said> {
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return Vec::new() };
    let theme = model.theme;
    let room = width.saturating_sub(3 + LABEL);
    let time = clock::moment(last.at, model.now, &detail.zone);
    // The last phases that fit, and the time of the last move.
    let mut phases: Vec<&str> = vec![first.from];
    phases.extend(path.iter().map(|step| step.to));
    let mut taken = time.width() + 1;
    let mut shown = 0;
    for phase in phases.iter().rev() {
        let more = phase.width() + if shown == 0 { 0 } else { 3 };
        // Room for the mark of what is left out.
        if taken + more + 4 > room {
            break;
        }
        taken += more;
        shown += 1;
    }
    let from = phases.len() - shown;
    let cut = if from > 0 { "… → " } else { "" };
    let line = format!("{cut}{} {time}", phases.get(from..).unwrap_or_default().join(" → "));
    let line = Shown::cut(&line, room).into_string();
    let label = |at: usize| if at == 0 { "came by" } else { "" };
    let mut out = vec![Said {
        line: Line::from(vec![
            Span::styled(format!("   {:<LABEL$}", label(0)), theme.style(Look::Dim)),
            Span::raw(line),
        ]),
        rank: PATH,
    }];
    for (at, step) in path.iter().rev().take(MOVES).enumerate() {
        let time = clock::moment(step.at, model.now, &detail.zone);
        let text = format!("{} → {}  {}", step.from, step.to, wrap::beginning(&step.why, CHARS));
        let room = room.saturating_sub(time.width() + 1);
        out.push(Said {
            line: Line::from(vec![
                Span::styled(format!("   {:<LABEL$}", label(at)), theme.style(Look::Dim)),
                Span::styled(format!("{time} "), theme.style(Look::Dim)),
                Span::raw(Shown::cut(&text, room).into_string()),
            ]),
            rank: MOVE,
        });
    }
    out
}
