//! Tests of the actions.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::super::tests::{model, press, read_shop, show};
use super::super::update;
use super::*;
use crate::tui::model::detail::Detail;
use crate::tui::msg::Msg;
use crate::tui::panes::fixtures;

#[test]
fn every_key_does_something_or_shows_why_not() {
    use crate::tui::keys::TABLE;
    use crate::tui::model::feature_list::Card;
    use frieze_kernel::Attention;
    // Keys without an effect here: the pane is in front already, or there is nowhere to move.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rule holds for every other key")]
    let at_home = |action: Action, pane: PaneKey| match action {
        Action::Show(shown) => shown == pane,
        Action::Down | Action::Up | Action::PageDown | Action::PageUp | Action::Top | Action::Bottom => {
            pane != PaneKey::Scores
        }
        Action::NextFeature | Action::PreviousFeature => true,
        // The lines of these panes fold, or show that they cannot.
        Action::Fold | Action::FoldAll | Action::Left | Action::Right => {
            matches!(pane, PaneKey::Critique | PaneKey::Diff)
                || (pane == PaneKey::Intent && action == Action::FoldAll)
        }
        _ => false,
    };
    for pane in PaneKey::ALL.iter().copied() {
        let all = [
            Attention::Tampered,
            Attention::Decision,
            Attention::Reason,
            Attention::Reset,
            Attention::Start,
            Attention::Repair,
            Attention::Newer,
            Attention::Stuck,
            Attention::Paused,
        ];
        for needs in all.map(Some).into_iter().chain([None]) {
            for row in TABLE.iter().filter(|row| !at_home(row.action, pane)) {
                let (mut model, _) = model();
                let id = model.features.selected().unwrap().clone();
                let mut card = Card::of(&fixtures::view(), frieze_engine::Activity::Idle);
                card.needs = needs;
                model.features.update([(id, card)]);
                show(&mut model, pane);
                let places = |model: &Model| {
                    let selected = model.features.selected().cloned();
                    (model.focus, model.tab, model.zoomed, selected, model.features.sort)
                };
                let before = places(&model);
                let cmds = act(&mut model, row.action);
                let did = !cmds.is_empty() || model.message.is_some() || model.modal.is_some();
                assert!(did || places(&model) != before, "{} in {pane:?} at {needs:?} is silent", row.name);
            }
        }
    }
}

#[test]
fn back_from_an_element_returns_to_the_line_before() {
    let (mut model, _) = model();
    read_shop(&mut model);
    show(&mut model, PaneKey::Critique);
    // Findings of one check are grouped until they are unfolded.
    for _ in 0..50 {
        let list = model.panes.list_mut(PaneKey::Critique).unwrap();
        let Some(closed) = list.rows().iter().position(|row| row.line.to_string().contains('▸')) else {
            break;
        };
        list.select(closed);
        press(&mut model, KeyCode::Enter);
    }
    let list = model.panes.list_mut(PaneKey::Critique).unwrap();
    let at =
        list.rows().iter().position(|row| row.pointer.as_deref().is_some_and(|at| at.len() > 1)).unwrap();
    list.select(at);
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.focus, PaneKey::Intent);
    press(&mut model, KeyCode::Esc);
    assert_eq!(
        (model.focus, model.panes.list(PaneKey::Critique).unwrap().selected()),
        (PaneKey::Critique, at)
    );
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.focus, PaneKey::Features);
    // Without a line before, it returns to the list.
    show(&mut model, PaneKey::Intent);
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.focus, PaneKey::Features);
}

#[test]
fn only_existing_and_different_designs_are_bases() {
    use crate::tui::model::detail::{Base, Comparison};
    use frieze_data::digest::Digest;
    use frieze_engine::past::PastIteration;
    let (mut model, _) = model();
    let past = |folder, design: Option<&str>, feedback: Option<&str>| PastIteration {
        folder,
        design: design.map(|design| Ok(Digest::of(design.as_bytes()))),
        edited: None,
        previous: None,
        feedback: feedback.map(|words| Ok(words.to_owned())),
        report: None,
    };
    let bases = |past: Vec<PastIteration>, frozen: Option<&str>| {
        let view = frieze_kernel::RunView { folder: 4, ..fixtures::view() };
        let file_hashes =
            [Some("now"), frozen].map(|design| design.map(|design| Digest::of(design.as_bytes())));
        Detail { view: Ok(view), past: Ok(past), file_hashes, ..fixtures::detail() }
    };
    let all = vec![past(1, Some("a"), None), past(2, Some("b"), Some("no")), past(3, Some("a"), None)];
    let detail = bases(all.clone(), Some("f"));
    assert_eq!(detail.bases(), [Base::Rejected(2), Base::Iteration(3), Base::Frozen]);
    // Missing designs and the design itself are no bases.
    let same = vec![past(1, None, Some("no")), past(2, Some("now"), None), past(4, Some("now"), None)];
    assert_eq!(bases(same.clone(), Some("now")).bases(), []);
    update(&mut model, Msg::Detail(Arc::new(bases(same, None))));
    assert!(press(&mut model, KeyCode::Char('b')).is_empty());
    assert!(model.message.take().is_some_and(|said| said.text.contains("No other version")));
    update(&mut model, Msg::Detail(Arc::new(bases(all, None))));
    let cmds = press(&mut model, KeyCode::Char('b'));
    assert!(matches!(cmds.as_slice(), [Cmd::Compare(_, Base::Rejected(2), None)]), "{cmds:?}");
    // The comparison that the pane begins with can be returned to, though it shows no change.
    let first = Comparison {
        at: None,
        base: Base::Iteration(2),
        with: None,
        sha256: None,
        answers: Vec::new(),
        outcome: Err("-".to_owned()),
    };
    let unchanged = vec![past(1, Some("a"), Some("no")), past(2, Some("now"), None)];
    let detail = Detail { comparison: Some(first), ..bases(unchanged, None) };
    assert_eq!(detail.base_choices(), [Base::Iteration(2), Base::Rejected(1)]);
}

#[test]
fn the_keys_for_changes_go_through_the_diff() {
    let (mut model, _) = model();
    let mut new = fixtures::design::shop();
    new.title = "Another".to_owned();
    new.components[4].name = "Gift code".to_owned();
    let read = fixtures::design::detail(&new, Some(&fixtures::design::shop()));
    let id = model.features.selected().unwrap().clone();
    update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(fixtures::view()), ..read })));
    let mut said = |key: char| {
        model.message = None;
        press(&mut model, KeyCode::Char(key));
        model.message.take().map(|message| message.text).unwrap_or_default()
    };
    let texts = ["}", "}", "}", "{", "{"].map(|key| said(key.chars().next().unwrap()));
    let expected =
        ["", "Change 2 of 2.", "This is the last change.", "Change 1 of 2.", "This is the first change."];
    assert_eq!(texts, expected);
    assert_eq!(model.focus, PaneKey::Diff);
}

#[test]
fn a_number_pressed_again_brings_its_pane_to_the_front() {
    let (mut model, _) = model();
    update(&mut model, Msg::Resized(200, 60));
    for (key, focus, tab) in [
        ('4', PaneKey::Preview, PaneKey::Preview),
        ('3', PaneKey::Diff, PaneKey::Preview),
        ('3', PaneKey::Diff, PaneKey::Diff),
    ] {
        press(&mut model, KeyCode::Char(key));
        assert_eq!((model.focus, model.tab), (focus, tab), "{key}");
    }
}

#[test]
fn a_wrapped_entry_is_copied_whole() {
    use frieze_kernel::journal;
    use frieze_kernel::journal::{Note, Tip};
    let [was, is] = ["ab", "cd"].map(|digits| digits.repeat(32));
    let note = Note {
        at: "2026-11-21T12:02:07Z".to_owned(),
        kind: "integrity".to_owned(),
        by: "engine".to_owned(),
        text: format!("FROZEN → FAILED: integrity violation: expected {was}, found {is}"),
        data: serde_json::Value::Null,
    };
    for width in [60, 120, 200] {
        let mut model = fixtures::model(fixtures::view());
        update(&mut model, Msg::Resized(width, 36));
        let journal = Ok((journal::read(&Tip::genesis().continued(std::slice::from_ref(&note)).0), true));
        let id = model.features.selected().unwrap().clone();
        update(&mut model, Msg::Detail(Arc::new(Detail { id, journal, ..fixtures::detail() })));
        show(&mut model, PaneKey::Journal);
        let cmds = press(&mut model, KeyCode::Char('y'));
        let whole =
            |text: &str| text.starts_with("12:02:07") && text.ends_with(&note.text) && !text.contains("  ");
        assert!(matches!(cmds.as_slice(), [Cmd::Copy(text)] if whole(text)), "{width}: {cmds:?}");
        if width == 60 {
            let row = model.panes.journal.list.row().unwrap();
            assert!(!row.line.to_string().contains(&was) && row.whole.is_some(), "{row:?}");
        }
    }
}

#[test]
fn a_key_without_an_effect_shows_why() {
    let (mut model, _) = model();
    let said = |model: &mut Model| model.message.take().map(|message| message.text).unwrap_or_default();
    for pane in [PaneKey::Critique, PaneKey::Diff, PaneKey::Intent] {
        show(&mut model, pane);
        act(&mut model, Action::FoldAll);
        assert_eq!(said(&mut model), "Nothing to fold yet.", "{pane:?}");
    }
    show(&mut model, PaneKey::Feedback);
    act(&mut model, Action::MarkDone);
    assert_eq!(said(&mut model), "Nothing was rejected yet. No item to mark as done.");
    show(&mut model, PaneKey::Journal);
    act(&mut model, Action::MarkDone);
    assert!(said(&mut model).contains("go to one in the Feedback pane"));
}

#[test]
fn the_brief_of_a_frozen_design_is_opened_after_a_question() {
    use crate::tui::model::feature_list::Card;
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    assert!(matches!(press(&mut model, KeyCode::Char('e')).as_slice(), [Cmd::OpenBrief(_)]));
    let card = Card { is_sealed: true, ..model.features.card(&id).unwrap().clone() };
    model.features.update([(id, card)]);
    assert!(press(&mut model, KeyCode::Char('e')).is_empty());
    update(&mut model, Msg::Drawn(Vec::new()));
    assert!(matches!(press(&mut model, KeyCode::Char('y')).as_slice(), [Cmd::OpenBrief(_)]));
}
