//! Keys that are dropped until a pause: they were typed for something that did not open, or closed by itself.

use std::time::Duration;

use jiff::Timestamp;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::model::{MeantFor, Model};

/// After a pause of this length, keys count again.
pub(super) const PAUSE: Duration = Duration::from_millis(700);

/// Drops the keys that follow, until a pause.
pub fn drop_until_pause(model: &mut Model, meant_for: MeantFor) {
    model.drop_keys_until = model.now.checked_add(PAUSE).ok().map(|until| (until, meant_for));
}

/// Drops the next key, whenever it comes, and those that follow it until a pause: who was typing into a dialog may not have seen that
/// it closed by itself.
pub fn drop_next(model: &mut Model) {
    model.drop_keys_until = Some((Timestamp::MAX, MeantFor::Dialog));
}

/// Whether a key is dropped.
pub fn is_dropped(model: &mut Model, key: KeyEvent) -> bool {
    let now = model.now;
    let Some((_, meant_for)) = model.drop_keys_until.take().filter(|(until, _)| now < *until) else {
        return false;
    };
    let is_plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
    let is_dropped = match meant_for {
        MeantFor::Text => {
            is_plain && matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Enter)
        }
        MeantFor::Dialog => key != KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
    };
    // A text ends with Enter; the next key is a key again.
    if is_dropped && (meant_for, key.code) != (MeantFor::Text, KeyCode::Enter) {
        drop_until_pause(model, meant_for);
    }
    is_dropped
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use crate::tui::update::tests::press;
    use crate::tui::update::{shown, update};

    /// On a run without a design, where most of them are refused, and on a design that nothing is due of.
    #[test]
    fn letters_after_a_dialog_that_did_not_open_are_no_keys() {
        let design =
            || fixtures::model(frieze_kernel::RunView { needs: None, gates: Vec::new(), ..fixtures::view() });
        for model in [fixtures::other_model, design] {
            for refused in ['a', 'c', 'D', 'x', 'U'] {
                let mut model = model();
                press(&mut model, KeyCode::Char(refused));
                if model.modal.is_some() {
                    continue;
                }
                let before = shown(&model);
                let (sort, said) = (model.features.sort, model.message.clone().map(|said| said.text));
                for letter in "The shopper".chars() {
                    model.now += Duration::from_millis(50);
                    assert!(press(&mut model, KeyCode::Char(letter)).is_empty(), "{refused}: {letter}");
                }
                assert_eq!(shown(&model), before, "{refused}");
                assert_eq!((model.features.sort, model.message.clone().map(|said| said.text)), (sort, said));
                let later = model.now + PAUSE;
                update(&mut model, Msg::Tick(later));
                press(&mut model, KeyCode::Char('s'));
                assert_ne!(model.features.sort, sort, "{refused}: after a pause, a key is a key");
            }
        }
    }
}
