//! Key hints in the last line: the useful keys for the pane in focus and the feature's state.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::model::design_parts::{Section, section_of};
use crate::tui::model::feature_list::Card;
use crate::tui::model::other_flow::PLACES;
use crate::tui::panes::{WITH_PAST, critique};
use crate::tui::update::NOT_OF_PAST;
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::listing::Listing;
use frieze_kernel::Attention;

/// Draws the key hints.
pub fn keys(model: &Model, place: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let mut spans = vec![Span::raw(" ")];
    let columns = |action, does: &str| model.keys.first(action).chars().count() + does.len() + 3;
    // The help key always has room.
    let mut room = usize::from(place.width).saturating_sub(1 + columns(HELP.0, HELP.1));
    for (action, does) in hints(model) {
        let key = model.keys.first(action);
        let width = if action == HELP.0 { 0 } else { columns(action, does) };
        if key.is_empty() || width > room {
            continue;
        }
        room -= width;
        spans.push(theme.span(key.to_owned(), TextStyle::Reference));
        spans.push(theme.span(format!(" {does}  "), TextStyle::Dim));
    }
    Line::from(spans).render(place, buffer);
}

/// The hint for the help screen with all keys.
const HELP: (Action, &str) = (Action::Help, "help");

/// The hints, the most useful first.
fn hints(model: &Model) -> Vec<(Action, &'static str)> {
    if model.features.is_empty() {
        return vec![
            (Action::NewFeature, "new feature"),
            (Action::Command, "command"),
            HELP,
            (Action::Quit, "quit"),
        ];
    }
    let card = model.features.selected_card();
    let next_step: &[(Action, &'static str)] = match card.and_then(|card| card.needs) {
        _ if card.is_some_and(Card::is_running) => &[(Action::Pause, "pause"), (Action::Abort, "abort")],
        Some(Attention::Decision) => &[(Action::Decide, "decide")],
        Some(Attention::Reason) => &[(Action::Decide, "say why")],
        Some(Attention::Words) => &[(Action::Command, "command")],
        Some(Attention::File | Attention::Step) => &[(Action::Run, "next step")],
        Some(Attention::Tampered) => &[(Action::Reset, "reset")],
        Some(Attention::Reset) if card.is_some_and(|card| card.has_best) => {
            &[(Action::Reset, "reset"), (Action::ResetFromBest, "reset from best")]
        }
        Some(Attention::Reset) => &[(Action::Reset, "reset")],
        Some(Attention::Repair) => &[(Action::Reset, "set aside")],
        Some(Attention::Restore | Attention::Newer | Attention::Stuck) => &[],
        Some(Attention::Paused) => &[(Action::Run, "go on"), (Action::Abort, "abort")],
        Some(Attention::Start) if card.is_some_and(|card| card.file_problem.is_some()) => {
            &[(Action::RunAll, "run the others")]
        }
        // Not of all runs: another one of its row is due.
        Some(Attention::Start) if !model.features.is_due_selected() => &[(Action::Run, "run")],
        Some(Attention::Start) => &[(Action::Run, "run"), (Action::RunAll, "run all")],
        Some(Attention::Other) => &[(Action::NextFlow, "other runs")],
        None if card.is_some_and(|card| card.is_sealed) => &[(Action::OpenPreview, "open preview")],
        None if card.is_none_or(|card| card.held_by.is_some() || card.is_over) => &[],
        None => &[(Action::Run, "go on"), (Action::Abort, "abort")],
    };
    let mut hints = next_step.to_vec();
    if card.is_some_and(|card| card.needs == Some(Attention::Reset))
        && model.current().is_some_and(|detail| detail.open_question().is_some())
    {
        hints.push((Action::Answer, "answer"));
    }
    if model.past.is_some() {
        hints.insert(0, (Action::Later, "later iteration"));
    }
    // Keys that would only be refused are not shown.
    let row = model.panes.list(model.focus).and_then(Listing::row);
    let has_element = row.is_some_and(|row| row.pointer.is_some());
    let is_other = model.is_other_selected();
    let has_design = !is_other && model.current().is_none_or(|detail| detail.intent.is_some());
    let is_tagged = row.is_some_and(|row| row.tag.is_some());
    let focus = model.focus;
    if focus == PaneKey::Features {
        hints.extend([(Action::Enter, "open"), (Action::NewFeature, "new"), (Action::Filter, "filter")]);
    } else if is_other && PLACES.contains(&focus) {
        hints.extend(row.is_some_and(|row| row.file.is_some()).then_some((Action::Enter, "open")));
        hints.push((Action::Fold, "fold"));
    } else if focus == PaneKey::Critique && has_element {
        hints.push((Action::Enter, "to the element"));
    } else if focus == PaneKey::Critique && is_tagged || focus == PaneKey::Intent && has_design {
        hints.push((Action::Fold, "fold"));
    } else if focus == PaneKey::Diff && model.can_change_base() {
        hints.push((Action::Base, "other base"));
    } else if focus == PaneKey::Preview {
        hints.push((Action::OpenPreview, "browser"));
    } else if focus == PaneKey::Feedback && is_tagged {
        hints.push((Action::MarkDone, "mark done"));
    } else if focus == PaneKey::Exchange && is_tagged {
        hints.extend([(Action::Fold, "fold"), (Action::FoldAll, "fold all")]);
    }
    let several = || match (model.focus, row, model.shown_in(model.focus)) {
        (PaneKey::Critique, Some(row), Some(detail)) => critique::costliest(detail, row).is_some(),
        _ => false,
    };
    let section = row.and_then(|row| section_of(row.pointer.as_deref()?));
    if section.is_some_and(|(section, _)| section == Section::OpenQuestions) {
        hints.push((Action::Answer, "answer"));
    }
    if has_element || several() {
        hints.push((Action::Comment, "comment"));
    }
    if model.panes.list(model.focus).is_some_and(Listing::has_heads) {
        hints.push((Action::Find, "find"));
    }
    let detail = model.current().filter(|_| WITH_PAST.contains(&focus));
    let goes =
        |later| detail.is_some_and(|detail| detail.iteration_next_to(model.past_folder, later).is_some());
    if goes(false) {
        hints.push((Action::Earlier, "earlier iteration"));
    }
    if goes(true) {
        hints.push((Action::Later, "later iteration"));
    }
    hints.push((Action::NextPane, "pane"));
    if model.features.counts().waiting > usize::from(card.is_some_and(Card::needs_person)) {
        hints.push((Action::NextNeedy, "next that needs you"));
    }
    hints.extend([
        (Action::OpenPreview, "open preview"),
        (Action::Command, "command"),
        HELP,
        (Action::Quit, "quit"),
    ]);
    hints.retain(|(action, _)| has_design || *action != Action::OpenPreview);
    hints.retain(|(action, _)| !is_other || *action != Action::Abort);
    let is_sealed = card.is_some_and(|card| card.is_sealed);
    hints.retain(|(action, _)| !is_sealed || !matches!(action, Action::Answer | Action::Comment));
    hints.retain(|(action, _)| model.past.is_none() || !NOT_OF_PAST.contains(action));
    let mut once = Vec::new();
    for hint in hints {
        if once.iter().all(|(action, _)| *action != hint.0) {
            once.push(hint);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::tui::model::detail::Detail;
    use crate::tui::panes::fixtures;
    use frieze_engine::Activity;
    use frieze_kernel::{FileProblem, Need};

    fn shown(model: &Model, width: u16) -> String {
        fixtures::drawn(width, 1, |area, buffer| keys(model, area, buffer))
    }

    #[test]
    fn the_help_key_is_shown_at_every_width() {
        let mut model = fixtures::model(fixtures::view());
        for pane in [PaneKey::Features, PaneKey::Critique, PaneKey::Journal] {
            model.focus = pane;
            for width in [60, 80, 120, 200] {
                assert!(shown(&model, width).contains("? help"), "{}", shown(&model, width));
            }
        }
        model.features.list(&[]);
        assert_eq!(shown(&model, 80).trim(), "N new feature  : command  ? help  q quit");
    }

    #[test]
    fn a_feature_without_its_brief_has_no_run_hint() {
        let mut view = fixtures::view();
        (view.state, view.needs) = ("IDLE", Some(Need::Start));
        let mut model = fixtures::model(view.clone());
        assert!(shown(&model, 100).contains("r run "), "{}", shown(&model, 100));
        let mut card = Card::of(&view, Activity::Idle);
        card.file_problem = Some(FileProblem::Missing);
        model.features.update([(view.id.clone(), card)]);
        assert!(!shown(&model, 100).contains("r run "), "{}", shown(&model, 100));
    }

    #[test]
    fn keys_that_would_be_refused_are_not_shown() {
        use frieze_kernel::Attention;
        // There is no design, no rejection and no best design.
        let failed = |has_best: bool| {
            let view = if has_best { fixtures::judged(&[8_640]) } else { fixtures::view() };
            frieze_kernel::RunView { state: "FAILED", needs: Some(Need::Reset), ..view }
        };
        let mut model = fixtures::model(failed(false));
        for pane in [PaneKey::Critique, PaneKey::Diff, PaneKey::Intent, PaneKey::Feedback, PaneKey::Journal] {
            (model.focus, model.tab) = (pane, pane);
            model.arrange();
            let shown = shown(&model, 400);
            for dead in [
                "find",
                "reset from best",
                "other base",
                "comment",
                "mark done",
                "next that needs you",
                "open preview",
            ] {
                assert!(!shown.contains(dead), "{dead} in {pane:?}: {shown}");
            }
        }
        assert!(shown(&fixtures::model(failed(true)), 400).contains("U reset from best"));
        // Possible actions are shown.
        let mut model = fixtures::model(fixtures::view());
        let read = fixtures::design::detail(&fixtures::design::shop(), Some(&fixtures::design::shop()));
        let id = model.features.selected().unwrap().clone();
        let read = Detail { id: id.clone(), view: Ok(fixtures::view()), ..read };
        model.detail = Some(Arc::new(read));
        (model.focus, model.tab) = (PaneKey::Intent, PaneKey::Intent);
        model.arrange();
        let keys = shown(&model, 400);
        assert!(
            keys.contains("c comment") && keys.contains("f find") && keys.contains("o open preview"),
            "{keys}"
        );
        assert!(!keys.contains("next that needs you"), "no other feature does: {keys}");
        let other: frieze_data::id::FeatureId = "refunds".parse().unwrap();
        model.features.list(&[id, other.clone()]);
        let card = Card { needs: Some(Attention::Decision), ..Card::of(&fixtures::view(), Activity::Idle) };
        model.features.update([(other, card)]);
        assert!(shown(&model, 400).contains("n next that needs you"), "{}", shown(&model, 400));
    }
}
