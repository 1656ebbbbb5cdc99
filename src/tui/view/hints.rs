//! What can be done here: the keys that matter where the person is and as the feature stands.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use crate::kernel::Call;
use crate::tui::features::Card;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
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
            hints.extend([(Action::Reset, "reset"), (Action::ResetFromBest, "reset from best")]);
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
    match model.focus {
        PaneKey::Features => {
            hints.extend([(Action::Enter, "open"), (Action::NewFeature, "new"), (Action::Filter, "filter")]);
        }
        PaneKey::Critique => hints.extend([(Action::Enter, "to the element"), (Action::Comment, "comment")]),
        PaneKey::Diff => hints.extend([(Action::Base, "other base"), (Action::Comment, "comment")]),
        PaneKey::Preview => hints.extend([(Action::OpenPreview, "browser"), (Action::Comment, "comment")]),
        PaneKey::Intent => hints.extend([(Action::Fold, "fold"), (Action::Comment, "comment")]),
        PaneKey::Feedback => hints.push((Action::MarkDone, "mark done")),
        PaneKey::Exchange => hints.extend([(Action::Fold, "fold"), (Action::FoldAll, "fold all")]),
        PaneKey::Journal | PaneKey::Scores | PaneKey::Machine => {}
    }
    if !matches!(model.focus, PaneKey::Features | PaneKey::Scores | PaneKey::Machine) {
        hints.push((Action::Find, "find"));
    }
    hints.extend([
        (Action::NextPane, "pane"),
        (Action::NextNeedy, "next that needs you"),
        (Action::OpenPreview, "open preview"),
        (Action::Command, "command"),
        HELP,
        (Action::Quit, "quit"),
    ]);
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
}
