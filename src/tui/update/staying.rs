//! Which feature is looked at while nobody has chosen one, and from when on it is the person's.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::domain::id::FeatureId;
use crate::engine::Doing;
use crate::kernel::{Call, RunView};
use crate::tui::features::Card;
use crate::tui::panes::sample;

/// "It never takes a keystroke meant for something else": until something is pressed the most urgent feature is the one that is
/// looked at; from the first key for it, or the first click, on, the one that is there.
#[test]
fn the_feature_that_somebody_reads_or_acts_on_is_not_swapped_under_them() {
    let key = |code| Msg::Key(KeyEvent::new(code, KeyModifiers::NONE));
    let mouse = |kind| Msg::Mouse(MouseEvent { kind, column: 70, row: 20, modifiers: KeyModifiers::NONE });
    let after = |done: Vec<Msg>| {
        let mut model = sample::model(sample::view());
        let ids: [FeatureId; 2] = ["alpha".parse().unwrap(), "beta".parse().unwrap()];
        let card = |needs, state| {
            let view = RunView { state, ..sample::view() };
            Card { needs: Some(needs), ..Card::of(&view, Doing::Resting) }
        };
        model.features.list(&ids);
        let idle = |id: &FeatureId| (id.clone(), card(Call::Start, "IDLE"));
        update(&mut model, Msg::Ran(ids.iter().map(idle).collect()));
        assert_eq!(model.features.selected(), Some(&ids[0]));
        for msg in done {
            update(&mut model, msg);
        }
        update(&mut model, Msg::Ran(vec![(ids[1].clone(), card(Call::Decision, "CANDIDATE"))]));
        model.features.selected().unwrap().to_string()
    };
    assert_eq!(after(Vec::new()), "beta");
    // What is pressed for the list, or for none, leaves it open.
    assert_eq!(after(vec![key(KeyCode::Char('?')), key(KeyCode::Esc)]), "beta");
    assert_eq!(after(vec![mouse(MouseEventKind::Moved)]), "beta");
    for pressed in [
        key(KeyCode::Char('0')),
        key(KeyCode::Tab),
        key(KeyCode::Char('r')),
        key(KeyCode::Char('Z')),
        mouse(MouseEventKind::ScrollDown),
        mouse(MouseEventKind::Down(MouseButton::Left)),
    ] {
        let told = format!("{pressed:?}");
        assert_eq!(after(vec![pressed]), "alpha", "{told}");
    }
    let typed = [key(KeyCode::Char(':'))].into_iter().chain("log".chars().map(|c| key(KeyCode::Char(c))));
    assert_eq!(after(typed.chain([key(KeyCode::Enter)]).collect()), "alpha");
}

/// What has nothing to do says so.
#[test]
fn no_answer_is_silent_or_of_something_else() {
    let (mut model, _) = tests::model();
    let told = |model: &mut Model| model.message.take().map(|message| message.text).unwrap_or_default();
    command::command(&mut model, "status");
    assert!(told(&mut model).contains("features: 2 · waiting for you: 1"), "status");
    for pane in [PaneKey::Critique, PaneKey::Diff, PaneKey::Intent] {
        actions::show(&mut model, pane);
        actions::act(&mut model, Action::FoldAll);
        assert_eq!(told(&mut model), "there is nothing to fold yet", "{pane:?}");
    }
    actions::show(&mut model, PaneKey::Feedback);
    actions::act(&mut model, Action::MarkDone);
    assert_eq!(told(&mut model), "nothing was rejected yet: there is no item of feedback to mark as done");
    actions::show(&mut model, PaneKey::Journal);
    actions::act(&mut model, Action::MarkDone);
    assert!(told(&mut model).contains("go to one in the Feedback pane"));
}
