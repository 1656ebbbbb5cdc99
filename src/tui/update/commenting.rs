//! Where a comment begins: at the element of the selected line, or at the dearest of several findings. Where there is
//! none, what is typed on at once were its words, and no keys.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::comments;
use super::super::keys::{Action, PaneKey};
use super::super::modal::prompt::Purpose;
use super::super::model::Model;
use super::super::panes::critique;
use super::actions::open_prompt;
use super::folding::fold;
use super::typed;

/// Who goes on typing after a comment that nothing could take has not read why; a pause as long as this says that they
/// have.
const PAUSE: Duration = Duration::from_millis(700);

/// Asks for a comment on the selected line's element.
pub fn comment(model: &mut Model) {
    let pointer = model.panes.list(model.focus).and_then(|list| list.row()?.pointer.clone());
    match pointer {
        Some(pointer) => ask(model, pointer),
        None => on_several(model),
    }
}

/// Several findings of one check have an element each: the dearest one's is asked about, in sight of the others.
fn on_several(model: &mut Model) {
    let row = model.panes.list(model.focus).and_then(|list| list.row()).cloned();
    let found = match (model.focus, &row, model.current()) {
        (PaneKey::Critique, Some(row), Some(detail)) => critique::dearest(detail, row),
        _ => None,
    };
    let Some((pointer, tag)) = found else { return refuse(model) };
    fold(model, Some(false));
    let list = &mut model.panes.critique.list;
    if let Some(line) = list.rows().iter().position(|row| row.head && row.tag == tag) {
        list.select(line);
    }
    ask(model, pointer);
    model.say("this is the dearest of them; the others stand below it, each for a comment of its own");
}

fn ask(model: &mut Model, pointer: String) {
    let Some(feature) = model.features.selected().cloned() else { return refuse(model) };
    let detail = model.current();
    let on_disk = detail.and_then(|detail| detail.draft.as_deref().ok()).unwrap_or_default();
    let draft = model.drafts.words(&feature, on_disk);
    // What was begun or written on it before is gone on with.
    let text = model.drafts.half(&feature, &pointer).or_else(|| comments::written(draft, &pointer));
    let text = text.unwrap_or_default().to_owned();
    let called = detail.and_then(|detail| typed::called(detail, &pointer));
    let called = called.unwrap_or_else(|| match pointer.as_str() {
        "" => "the whole design".to_owned(),
        other => other.to_owned(),
    });
    open_prompt(model, Purpose::Comment { feature, pointer, called }, &text);
}

fn refuse(model: &mut Model) {
    let key = model.keys.first(Action::Comment);
    model.say(format!(
        "nothing to comment on in this line: {key} works on elements and findings, in Critique, Diff, Preview and Intent"
    ));
    model.unmeant_until = model.now.checked_add(PAUSE).ok();
}

/// Whether a key belongs to words that were meant for a comment: letters that go on without a pause, and the Enter at
/// their end. Every other key ends them.
pub fn is_unmeant(model: &mut Model, key: KeyEvent) -> bool {
    let until = model.unmeant_until.take().filter(|until| model.now < *until);
    let is_plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
    let is_of_words = is_plain && matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Enter);
    let is_unmeant = until.is_some() && is_of_words;
    // Words end with Enter; what comes after it is meant.
    if is_unmeant && key.code != KeyCode::Enter {
        model.unmeant_until = model.now.checked_add(PAUSE).ok();
    }
    is_unmeant
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::update;
    use super::*;
    use crate::tui::modal::Modal;
    use crate::tui::msg::Msg;
    use crate::tui::panes::sample;

    fn press(model: &mut Model, key: KeyCode) {
        let cmds = update(model, Msg::Key(key.into()));
        assert!(cmds.is_empty(), "{key:?}: {cmds:?}");
    }

    /// A screen with a critique, in which two findings of one check stand on one line.
    fn with_several() -> Model {
        let mut model = sample::model(sample::view());
        let mut detail = sample::design::detail(&sample::design::shop(), None);
        detail.id = model.features.selected().cloned().unwrap();
        let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
        let mut first = file.findings.remove(0);
        first.pointer = "/components/0".to_owned();
        let mut dearer = first.clone();
        dearer.pointer = "/components/1".to_owned();
        dearer.points.0 += 1_000_000_000;
        file.findings = vec![first, dearer];
        model.detail = Some(Arc::new(detail));
        model.panes.changed();
        press(&mut model, KeyCode::Char('2'));
        let group = |model: &Model| {
            model.panes.critique.list.row().is_some_and(|r| r.line.to_string().contains("×2"))
        };
        for _ in 0..12 {
            if !group(&model) {
                press(&mut model, KeyCode::Char('j'));
            }
        }
        assert!(group(&model));
        model
    }

    #[test]
    fn several_findings_are_listed_and_the_dearest_is_commented_on() {
        let mut model = with_several();
        press(&mut model, KeyCode::Char('c'));
        let Some(Modal::Prompt(_)) = &model.modal else { panic!("{:?}", model.message) };
        let row = model.panes.critique.list.row().unwrap();
        assert_eq!(row.pointer.as_deref(), Some("/components/1"), "{row:?}");
        assert!(model.message.as_ref().is_some_and(|said| said.text.contains("the dearest of them")));
        let listed = model.panes.critique.list.rows();
        assert!(listed.iter().any(|row| row.pointer.as_deref() == Some("/components/0")));
        // The letters are the comment's.
        for c in "run".chars() {
            press(&mut model, KeyCode::Char(c));
        }
        let cmds = update(&mut model, Msg::Key(KeyCode::Enter.into()));
        let kept = format!("{cmds:?}");
        assert!(kept.contains("- /components/1 (") && kept.contains("): run"), "{kept}");
    }

    #[test]
    fn words_after_a_comment_that_nothing_takes_are_no_keys() {
        let mut model = with_several();
        press(&mut model, KeyCode::Char('g'));
        press(&mut model, KeyCode::Char('c'));
        assert!(model.modal.is_none());
        let said = model.message.as_ref().map(|message| message.text.clone());
        assert!(said.as_ref().is_some_and(|said| said.contains("nothing to comment on")), "{said:?}");
        let at = model.panes.critique.list.selected();
        for c in "a new road runs, jjNqo".chars() {
            model.now += Duration::from_millis(300);
            press(&mut model, KeyCode::Char(c));
        }
        press(&mut model, KeyCode::Enter);
        assert!(model.modal.is_none() && model.panes.critique.list.selected() == at);
        assert_eq!(model.message.as_ref().map(|message| message.text.clone()), said, "it is still told");
        // After Enter, after a pause, and where it is no letter, a key is a key.
        press(&mut model, KeyCode::Char('j'));
        assert_eq!(model.panes.critique.list.selected(), at + 1);
        press(&mut model, KeyCode::Char('g'));
        press(&mut model, KeyCode::Char('c'));
        model.now += PAUSE;
        press(&mut model, KeyCode::Char('j'));
        assert_eq!(model.panes.critique.list.selected(), at + 1);
        press(&mut model, KeyCode::Char('g'));
        press(&mut model, KeyCode::Char('c'));
        press(&mut model, KeyCode::Down);
        press(&mut model, KeyCode::Char('j'));
        assert_eq!(model.panes.critique.list.selected(), at + 2);
    }
}
