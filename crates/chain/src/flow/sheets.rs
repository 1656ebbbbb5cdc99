//! Sheets: the eight phases as a strip, the rounds, and the artifacts.

use std::collections::BTreeSet;

use frieze_data::path::{RelPath, number_in};
use frieze_data::text::count;
use frieze_kernel::{FileState, Files, MOST_ROWS, Need, RowLook, RunView, Sheet, SheetRow};

use super::ends;
use super::record::Record;
use super::table::ChainPhase;
use super::turn::sources;
use crate::files::{ARTIFACT, ChainFiles, FINAL_REVIEW, REVIEW, digest};
use crate::phase::FeaturePhase;
use crate::review::{Review, Severity};

pub(super) const SHEETS: &[Sheet] = &[
    Sheet { name: "chain", title: "Chain" },
    Sheet { name: "rounds", title: "Rounds" },
    Sheet { name: "spec", title: "Spec" },
    Sheet { name: "design", title: "Design" },
    Sheet { name: "plan", title: "Plan" },
    Sheet { name: "tasks", title: "Tasks" },
];

/// Why an artifact is stale: a text that it was made from is another now, or the brief or the frozen design came that was missing.
/// Answers come all the time.
pub(super) fn stale(record: &Record, phase: FeaturePhase, files: &dyn Files) -> Option<String> {
    let artifact = record.own.artifacts.get(&phase)?;
    let chain = ChainFiles::of(&record.id);
    // It may become another one.
    if phase == FeaturePhase::Design && is_unfrozen(record, files) {
        return Some("its design is not frozen any more".to_owned());
    }
    let changed = |path: RelPath| {
        let (then, now) = (artifact.made_from.get(path.name()).copied(), digest(&path, files));
        let counts = then.is_some() || [chain.home.brief(), chain.home.frozen().intent()].contains(&path);
        let came = if then.is_none() { "came after it" } else { "has changed since" };
        let what = if now.is_none() { "is missing" } else { came };
        (counts && then != now).then(|| format!("{} {what}", path.name()))
    };
    sources(&chain, phase).find_map(changed)
}

/// Whether `design.md` was made from a frozen design that is not frozen any more.
pub(super) fn is_unfrozen(record: &Record, files: &dyn Files) -> bool {
    let home = ChainFiles::of(&record.id).home;
    let intent = home.frozen().intent();
    let design = record.own.artifacts.get(&FeaturePhase::Design);
    design.is_some_and(|design| design.made_from.contains_key(intent.name())) && !files.has(&home.marker())
}

/// Whether the artifact of a completed phase is missing.
pub(super) fn is_gone(record: &Record, phase: FeaturePhase, files: &dyn Files) -> bool {
    let is_completed = record.meta.phase(phase).completed.is_some();
    is_completed && ChainFiles::of(&record.id).artifact(phase).is_some_and(|path| !files.has(&path))
}

/// Whether the artifact of a phase is a person's: another than frieze or a review knows.
pub(super) fn is_theirs(record: &Record, phase: FeaturePhase, files: &dyn Files) -> bool {
    let now = ChainFiles::of(&record.id).artifact(phase).and_then(|path| digest(&path, files));
    now.is_some() && now != record.known(phase)
}

/// Whether it was edited since frieze wrote it or a review read it.
pub(super) fn is_edited(record: &Record, phase: FeaturePhase, files: &dyn Files) -> bool {
    record.known(phase).is_some() && is_theirs(record, phase, files)
}

/// The strip, then each phase with its rounds, concerns, and what has become stale.
pub(super) fn chain(record: &Record, view: &RunView, files: &dyn Files) -> Vec<SheetRow> {
    let paths = ChainFiles::of(&record.id);
    let strip = FeaturePhase::all().map(|phase| {
        let rounds = record.meta.phase(phase).iterations.map_or(String::new(), |count| format!(" {count}"));
        // A line of the strip ends between two phases.
        format!("{} {}{rounds}", row(record, phase, files).0, phase.name()).replace(' ', "\u{a0}")
    });
    let mut rows = vec![SheetRow::new(0, RowLook::Heading, strip.collect::<Vec<_>>().join("  "))];
    rows.extend(due(record, view).into_iter().map(|line| SheetRow::new(1, RowLook::Text, line)));
    for phase in FeaturePhase::all() {
        let state = record.meta.phase(phase);
        let opens = paths.artifact(phase).filter(|path| files.has(path));
        rows.push(SheetRow { opens, ..row(record, phase, files).1 });
        let stale = stale(record, phase, files).map(|why| format!("stale: {why}"));
        let notes = state.reviewer_notes.iter().map(String::as_str).chain(stale.as_deref());
        let notes = notes.chain(is_edited(record, phase, files).then_some("edited since its review"));
        rows.extend(notes.map(|note| SheetRow::new(1, RowLook::Warning, note)));
    }
    rows
}

/// What comes next, and where; once the feature has ended, the commands that are left to a person, in the workspace.
fn due(record: &Record, view: &RunView) -> Vec<String> {
    let place = record.meta.worktree();
    if record.own.state.is_over() {
        let outcome = ends::outcome(record).unwrap_or_default();
        return ends::after_the_end(outcome, record.id.as_str(), place.as_deref());
    }
    let is_said = matches!(view.needs, Some(Need::Decision | Need::Restore | Need::Other));
    let waits = view.reason.clone().filter(|_| is_said);
    let next = waits.or_else(|| Some(format!("next: {}", view.next_command.as_ref()?)));
    let worktree = place.map(|worktree| format!("worktree: {worktree}"));
    next.into_iter().chain(worktree).collect()
}

/// A phase with its sign and what is said about it; the strip has the sign alone. A time that another tool wrote in its own way is
/// part of the text.
fn row(record: &Record, phase: FeaturePhase, files: &dyn Files) -> (&'static str, SheetRow) {
    let state = record.meta.phase(phase);
    let is_active = record.under_way().is_some_and(|active| active.phase == phase);
    let is_ended = phase == FeaturePhase::Finish && record.own.state.is_over();
    let is_behind = record.meta.furthest() >= Some(phase);
    let (sign, words, time, look) = match (state.started.as_deref(), state.completed.as_deref()) {
        (Some(started), _) if is_active => ("▶", "under way, started".to_owned(), started, RowLook::Text),
        (Some(started), _) if state.is_partial() => {
            ("!", "not completed, started".to_owned(), started, RowLook::Warning)
        }
        (_, Some(completed)) => {
            let rounds = state.iterations.map(|number| count(number, "iteration", "iterations") + ", ");
            let verified = if state.verified { "verified, " } else { "" };
            let words = format!("{}{verified}completed", rounds.unwrap_or_default());
            if is_gone(record, phase, files) {
                let file = phase.artifact().unwrap_or_default();
                ("✗", format!("{file} is missing, {words}"), completed, RowLook::Text)
            } else {
                let is_sound = state.reviewer_notes.is_empty();
                let (sign, look) = if is_sound { ("✓", RowLook::Text) } else { ("!", RowLook::Warning) };
                (sign, words, completed, look)
            }
        }
        (_, None) if is_ended => {
            let sign = if record.own.state == ChainPhase::Completed { "✓" } else { "✗" };
            (sign, record.meta.status_word().into_owned(), "", RowLook::Text)
        }
        (_, None) if is_behind => ("–", "skipped".to_owned(), "", RowLook::Dim),
        (_, None) => ("·", "not begun".to_owned(), "", RowLook::Dim),
    };
    // A warning is shown with its sign.
    let own = if look == RowLook::Warning { String::new() } else { format!("{sign} ") };
    let text = format!("{own}{}  {words}", phase.name());
    let row = match time.parse() {
        Ok(time) => SheetRow::new(0, look, text).at(time),
        Err(_) => SheetRow::new(0, look, format!("{text} {time}").trim_end()),
    };
    (sign, row)
}

/// The rounds of each phase, the last one first, with their issues.
pub(super) fn rounds(record: &Record, files: &dyn Files) -> Vec<SheetRow> {
    let paths = ChainFiles::of(&record.id);
    let mut rows = Vec::new();
    for phase in FeaturePhase::all().rev() {
        let entries = files.list(&paths.rounds(phase)).unwrap_or_else(|why| {
            let text = format!("{} rounds cannot be read: {why}", phase.name());
            rows.push(SheetRow::new(0, RowLook::Bad, text));
            Vec::new()
        });
        let numbers: BTreeSet<u32> = entries.iter().filter_map(|(name, _)| number_in(name)).collect();
        for number in numbers.into_iter().rev() {
            if rows.len() > MOST_ROWS {
                return rows;
            }
            let round = paths.round(phase, number);
            let title = SheetRow::new(0, RowLook::Heading, format!("{} round {number}", phase.name()));
            let opens = Some(round.join(ARTIFACT)).filter(|path| files.has(path));
            rows.push(SheetRow { opens, ..title });
            rows.extend(review(&round.join(FINAL_REVIEW), "final reviewer", files));
            rows.extend(review(&round.join(REVIEW), "reviewer", files));
        }
    }
    // The history that another tool wrote.
    let history = paths.history();
    if rows.is_empty() && files.has(&history) { SheetRow::of_file(0, &history, files) } else { rows }
}

fn review(path: &RelPath, who: &str, files: &dyn Files) -> Vec<SheetRow> {
    let review = match files.state(path) {
        FileState::Absent => return Vec::new(),
        FileState::Unreadable(why) => return vec![SheetRow::new(1, RowLook::Bad, why)],
        FileState::Bytes(bytes) => Review::read(&bytes),
    };
    let Some(review) = review else {
        let text = format!("{} is no review", path.name());
        return vec![SheetRow::new(1, RowLook::Bad, text).about(path.clone())];
    };
    let (verdict, look) =
        if review.approved { ("approved", RowLook::Good) } else { ("not approved", RowLook::Bad) };
    let summary = review.summary.lines().next().unwrap_or_default();
    let mut rows = vec![SheetRow::new(1, look, format!("{who}: {verdict}. {summary}")).about(path.clone())];
    for (at, issue) in review.issues.iter().enumerate() {
        let is_scope = review.scope.contains(&at);
        let look = match issue.severity {
            Severity::Blocker => RowLook::Bad,
            Severity::Warning => RowLook::Warning,
            Severity::Note if is_scope => RowLook::Dim,
            Severity::Note => RowLook::Text,
        };
        let kind = if is_scope { "scope" } else { issue.severity.name() };
        let place = issue.location.as_deref().map_or(String::new(), |place| format!(" ({place})"));
        rows.push(SheetRow::new(2, look, format!("{kind}: {}{place}", issue.description)));
    }
    rows
}

/// The lines of the artifact whose sheet has this name.
pub(super) fn artifact(record: &Record, name: &str, files: &dyn Files) -> Vec<SheetRow> {
    let paths = ChainFiles::of(&record.id);
    let mut all = FeaturePhase::all().filter_map(|phase| paths.artifact(phase));
    let Some(path) = all.find(|path| path.name().strip_suffix(".md") == Some(name)) else {
        return Vec::new();
    };
    let mut rows = SheetRow::of_file(0, &path, files);
    for row in rows.iter_mut().filter(|row| row.look == RowLook::Text && row.text.starts_with('#')) {
        row.look = RowLook::Heading;
    }
    rows
}
