//! What can be done here: the keys that matter where the person is and as the feature stands.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use crate::kernel::Call;
use crate::tui::features::Card;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::listing::Listing;
use crate::tui::model::Model;
use crate::tui::panes::critique;
use crate::tui::theme::Look;

/// The keys that matter here.
pub fn keys(model: &Model, place: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let mut spans = vec![Span::raw(" ")];
    let columns = |action, does: &str| model.keys.first(action).chars().count() + does.len() + 3;
    // The way to all other keys has its place whatever else there is.
    let mut room = usize::from(place.width).saturating_sub(1 + columns(HELP.0, HELP.1));
    for (action, does) in hints(model) {
        let key = model.keys.first(action);
        let width = if action == HELP.0 { 0 } else { columns(action, does) };
        if key.is_empty() || width > room {
            continue;
        }
        room -= width;
        spans.push(Span::styled(key.to_owned(), theme.style(Look::Reference)));
        spans.push(Span::styled(format!(" {does}  "), theme.style(Look::Dim)));
    }
    Line::from(spans).render(place, buffer);
}

/// What leads to all other keys.
const HELP: (Action, &str) = (Action::Help, "help");

/// What can be done here, the most useful first.
fn hints(model: &Model) -> Vec<(Action, &'static str)> {
    if model.features.is_empty() {
        return vec![
            (Action::NewFeature, "new feature"),
            (Action::Command, "command"),
            HELP,
            (Action::Quit, "quit"),
        ];
    }
    let card = model.features.selected().and_then(|id| model.features.card(id));
    let mut hints = Vec::new();
    match card.and_then(|card| card.needs) {
        _ if card.is_some_and(Card::is_running) => {
            hints.extend([(Action::Pause, "pause"), (Action::Abort, "abort")]);
        }
        Some(Call::Decision) => hints.push((Action::Decide, "decide")),
        Some(Call::Reason) => hints.push((Action::Decide, "say why")),
        Some(Call::Tampered) => hints.push((Action::Reset, "reset")),
        Some(Call::Reset) => {
            hints.push((Action::Reset, "reset"));
            if card.is_some_and(|card| card.has_best) {
                hints.push((Action::ResetFromBest, "reset from best"));
            }
        }
        Some(Call::Repair) => hints.push((Action::Reset, "set aside")),
        Some(Call::Newer | Call::Stuck) => {}
        Some(Call::Start) if card.is_some_and(|card| card.harm.is_some()) => {
            hints.push((Action::RunAll, "run the others"));
        }
        Some(Call::Start) => hints.extend([(Action::Run, "run"), (Action::RunAll, "run all")]),
        None if card.is_some_and(|card| card.is_sealed) => {
            hints.push((Action::OpenPreview, "open preview"));
        }
        None if card.is_some_and(|card| card.held.is_some()) => {}
        None if card.is_some() => hints.extend([(Action::Run, "go on"), (Action::Abort, "abort")]),
        None => {}
    }
    // What would only be answered with a refusal is not offered.
    let row = model.panes.list(model.focus).and_then(Listing::row);
    let has_element = row.is_some_and(|row| row.pointer.is_some());
    let has_design = model.current().is_none_or(|detail| detail.intent.is_some());
    match model.focus {
        PaneKey::Features => {
            hints.extend([(Action::Enter, "open"), (Action::NewFeature, "new"), (Action::Filter, "filter")]);
        }
        PaneKey::Critique if has_element => hints.push((Action::Enter, "to the element")),
        PaneKey::Critique if row.is_some_and(|row| row.tag > 0) => hints.push((Action::Fold, "fold")),
        PaneKey::Diff if model.has_other_base() => hints.push((Action::Base, "other base")),
        PaneKey::Preview => hints.push((Action::OpenPreview, "browser")),
        PaneKey::Intent if has_design => hints.push((Action::Fold, "fold")),
        PaneKey::Feedback if row.is_some_and(|row| row.tag > 0) => {
            hints.push((Action::MarkDone, "mark done"));
        }
        PaneKey::Exchange if row.is_some_and(|row| row.tag > 0) => {
            hints.extend([(Action::Fold, "fold"), (Action::FoldAll, "fold all")]);
        }
        PaneKey::Critique
        | PaneKey::Diff
        | PaneKey::Intent
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Exchange
        | PaneKey::Scores
        | PaneKey::Machine => {}
    }
    let several = || match (model.focus, row, model.current()) {
        (PaneKey::Critique, Some(row), Some(detail)) => critique::dearest(detail, row).is_some(),
        _ => false,
    };
    let is_question = |pointer: &String| pointer.starts_with("/openQuestions/");
    if row.is_some_and(|row| row.pointer.as_ref().is_some_and(is_question)) {
        hints.push((Action::Answer, "answer"));
    }
    if has_element || several() {
        hints.push((Action::Comment, "comment"));
    }
    if model.panes.list(model.focus).is_some_and(Listing::has_heads) {
        hints.push((Action::Find, "find"));
    }
    hints.push((Action::NextPane, "pane"));
    if model.features.counts().calling > usize::from(card.is_some_and(Card::calls)) {
        hints.push((Action::NextNeedy, "next that needs you"));
    }
    hints.extend([
        (Action::OpenPreview, "open preview"),
        (Action::Command, "command"),
        HELP,
        (Action::Quit, "quit"),
    ]);
    hints.retain(|(action, _)| has_design || *action != Action::OpenPreview);
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
    use super::*;
    use crate::engine::Doing;
    use crate::kernel::{Harm, Need};
    use crate::tui::panes::sample;

    fn shown(model: &Model, width: u16) -> String {
        sample::drawn(width, 1, |area, buffer| keys(model, area, buffer))
    }

    #[test]
    fn the_way_to_all_keys_stands_at_every_width() {
        let mut model = sample::model(sample::view());
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
    fn a_feature_without_its_document_is_not_offered_to_be_run() {
        let mut view = sample::view();
        (view.state, view.needs) = ("IDLE", Some(Need::Start));
        let mut model = sample::model(view.clone());
        assert!(shown(&model, 100).contains("r run "), "{}", shown(&model, 100));
        let mut card = Card::of(&view, Doing::Resting);
        card.harm = Some(Harm::Missing);
        model.features.update([(view.id.clone(), card)]);
        assert!(!shown(&model, 100).contains("r run "), "{}", shown(&model, 100));
    }

    #[test]
    fn nothing_is_offered_that_could_only_be_refused() {
        use crate::kernel::Call;
        // No design is there, nothing was rejected, and nothing can be begun from.
        let failed = |has_best: bool| {
            let view = if has_best { sample::judged(&[8_640]) } else { sample::view() };
            crate::kernel::RunView { state: "FAILED", needs: Some(Need::Reset), ..view }
        };
        let mut model = sample::model(failed(false));
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
        assert!(shown(&sample::model(failed(true)), 400).contains("U reset from best"));
        // What is there is offered.
        let mut model = sample::model(sample::view());
        let read = sample::design::detail(&sample::design::shop(), Some(&sample::design::shop()));
        let id = model.features.selected().unwrap().clone();
        let read = crate::tui::detail::Detail { id: id.clone(), view: Ok(sample::view()), ..read };
        model.detail = Some(std::sync::Arc::new(read));
        (model.focus, model.tab) = (PaneKey::Intent, PaneKey::Intent);
        model.arrange();
        let told = shown(&model, 400);
        assert!(
            told.contains("c comment") && told.contains("f find") && told.contains("o open preview"),
            "{told}"
        );
        assert!(!told.contains("next that needs you"), "the only one that does is this one: {told}");
        let other: crate::domain::id::FeatureId = "refunds".parse().unwrap();
        model.features.list(&[id, other.clone()]);
        let card = Card { needs: Some(Call::Decision), ..Card::of(&sample::view(), Doing::Resting) };
        model.features.update([(other, card)]);
        assert!(shown(&model, 400).contains("n next that needs you"), "{}", shown(&model, 400));
    }
}
