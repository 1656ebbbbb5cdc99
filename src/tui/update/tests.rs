//! What keys and news do to the whole screen.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::domain::id::FeatureId;
use crate::tui::panes::sample;

/// A screen with a candidate that was read, and another feature.
fn model() -> (Model, FeatureId) {
    let mut model = sample::model(sample::view());
    let other: FeatureId = "refunds".parse().unwrap();
    let here = model.features.selected().unwrap().clone();
    model.features.list(&[here.clone(), other.clone()]);
    model.features.select(&here);
    model.arrange();
    (model, other)
}

fn press(model: &mut Model, code: KeyCode) -> Vec<Cmd> {
    update(model, Msg::Key(code.into()))
}

#[test]
fn nothing_of_one_feature_is_shown_as_another_ones() {
    let (mut model, other) = model();
    show(&mut model, PaneKey::Journal);
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    let cmds = press(&mut model, KeyCode::Char(']'));
    assert!(matches!(cmds.as_slice(), [Cmd::Load(id, None)] if *id == other), "{cmds:?}");
    assert!(model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    press(&mut model, KeyCode::Char('c'));
    assert!(model.modal.is_none(), "a comment on an element of the other feature");
    let detail = crate::tui::detail::Detail { id: other, ..sample::detail() };
    update(&mut model, Msg::Detail(Arc::new(detail)));
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
}

fn show(model: &mut Model, pane: PaneKey) {
    actions::show(model, pane);
    model.arrange();
}
