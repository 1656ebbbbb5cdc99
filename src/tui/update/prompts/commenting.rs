//! Key that comments on the element of the selected line, or on the most expensive of several findings.

use super::element_name::display_name;
use super::{is_frozen, open_prompt};
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::prompt::{OnElement, Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::model::comments;
use crate::tui::panes::critique;
use crate::tui::update::folding::fold;

/// Opens the prompt for a comment on the selected line's element.
pub fn comment(model: &mut Model) {
    if is_frozen(model) {
        return;
    }
    let pointer = model.panes.list(model.focus).and_then(|list| list.row()?.pointer.clone());
    match pointer {
        Some(pointer) => ask(model, pointer),
        None => on_several(model),
    }
}

/// Unfolds several findings of one check, and comments on the most expensive one.
fn on_several(model: &mut Model) {
    let row = model.panes.list(model.focus).and_then(|list| list.row()).cloned();
    let found = match (model.focus, &row, model.current()) {
        (PaneKey::Critique, Some(row), Some(detail)) => critique::costliest(detail, row),
        _ => None,
    };
    let Some((pointer, tag)) = found else { return refuse(model) };
    fold(model, Some(false));
    let list = &mut model.panes.critique.list;
    if let Some(line) = list.rows().iter().position(|row| row.head && row.tag == Some(tag)) {
        list.select(line);
    }
    ask(model, pointer);
    model.say("This is the most expensive of these findings. The others are listed below it.");
}

fn ask(model: &mut Model, pointer: String) {
    let Some(feature) = model.features.selected().cloned() else { return refuse(model) };
    let detail = model.current();
    let on_disk = detail.and_then(|detail| detail.draft.as_deref().ok()).unwrap_or_default();
    let draft = model.drafts.words(&feature, on_disk);
    // An unfinished or earlier comment is continued.
    let saved = comments::find(draft, &pointer).unwrap_or_default();
    let [text, before] = model.drafts.continued(&feature, &pointer, saved);
    let element = detail.and_then(|detail| display_name(detail, &pointer));
    let element = element.unwrap_or_else(|| match pointer.as_str() {
        "" => "the whole design".to_owned(),
        other => other.to_owned(),
    });
    let on = OnElement { pointer, element, before };
    open_prompt(model, Purpose::About(feature, Subject::Comment(on)), &text);
}

fn refuse(model: &mut Model) {
    let key = model.keys.first(Action::Comment);
    model.say(format!(
        "Nothing to comment on in this line. {key} works on elements and findings in Critique, Diff, Preview and Intent."
    ));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use crossterm::event::KeyCode;

    use super::*;
    use crate::tui::modal::Modal;
    use crate::tui::msg::{Cmd, Msg};
    use crate::tui::panes::fixtures;
    use crate::tui::update::dropped_keys::PAUSE;
    use crate::tui::update::tests::{model, read_shop, screen, show};
    use crate::tui::update::update;

    fn press(model: &mut Model, key: KeyCode) {
        let cmds = update(model, Msg::Key(key.into()));
        assert!(cmds.is_empty(), "{key:?}: {cmds:?}");
    }

    /// A screen with a critique, in which two findings of one check are in one line.
    fn with_several() -> Model {
        let mut model = fixtures::model(fixtures::view());
        let mut detail = fixtures::design::detail(&fixtures::design::shop(), None);
        detail.id = model.features.selected().cloned().unwrap();
        let file = detail.critique.as_mut().unwrap().as_mut().unwrap();
        let mut first = file.findings.remove(0);
        first.pointer = "/components/0".to_owned();
        let mut costly = first.clone();
        costly.pointer = "/components/1".to_owned();
        costly.points.0 += 1_000_000_000;
        file.findings = vec![first, costly];
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
    fn several_findings_are_listed_and_the_most_expensive_is_commented_on() {
        let mut model = with_several();
        press(&mut model, KeyCode::Char('c'));
        let Some(Modal::Prompt(_)) = &model.modal else { panic!("{:?}", model.message) };
        let row = model.panes.critique.list.row().unwrap();
        assert_eq!(row.pointer.as_deref(), Some("/components/1"), "{row:?}");
        assert!(model.message.as_ref().is_some_and(|said| said.text.contains("the most expensive of these")));
        let listed = model.panes.critique.list.rows();
        assert!(listed.iter().any(|row| row.pointer.as_deref() == Some("/components/0")));
        // Letters belong to the comment.
        for c in "run".chars() {
            press(&mut model, KeyCode::Char(c));
        }
        let cmds = update(&mut model, Msg::Key(KeyCode::Enter.into()));
        let kept = format!("{cmds:?}");
        assert!(kept.contains("- /components/1 (") && kept.contains("): run"), "{kept}");
    }

    #[test]
    fn letters_after_an_impossible_comment_are_no_keys() {
        let mut model = with_several();
        press(&mut model, KeyCode::Char('g'));
        press(&mut model, KeyCode::Char('c'));
        assert!(model.modal.is_none());
        let said = model.message.as_ref().map(|message| message.text.clone());
        assert!(said.as_ref().is_some_and(|said| said.contains("Nothing to comment on")), "{said:?}");
        let at = model.panes.critique.list.selected();
        for c in "a new road runs, jjNqo".chars() {
            model.now += Duration::from_millis(300);
            press(&mut model, KeyCode::Char(c));
        }
        press(&mut model, KeyCode::Enter);
        assert!(model.modal.is_none() && model.panes.critique.list.selected() == at);
        assert_eq!(model.message.as_ref().map(|message| message.text.clone()), said, "it is still shown");
        // After Enter, after a pause, and if it is no letter, a key is a key.
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

    #[test]
    fn an_unfinished_comment_is_continued_and_names_its_element() {
        let (mut model, _) = model();
        let id = read_shop(&mut model);
        show(&mut model, PaneKey::Intent);
        let at_requirement = |model: &mut Model| {
            let list = model.panes.list_mut(PaneKey::Intent).unwrap();
            let line = list.line_of("/requirements/0", None).unwrap();
            list.select(line);
        };
        at_requirement(&mut model);
        press(&mut model, KeyCode::Char('c'));
        let shown = screen(&model);
        let Some(Modal::Prompt(_)) = &model.modal else { unreachable!("{shown}") };
        assert!(shown.contains("comment on R") && !shown.contains("comment on /requirements"), "{shown}");
        update(&mut model, Msg::Pasted("too".to_owned()));
        press(&mut model, KeyCode::Esc);
        assert_eq!(model.drafts.continued(&id, "/requirements/0", "")[0], "too");
        press(&mut model, KeyCode::Char('c'));
        press(&mut model, KeyCode::Char(' '));
        update(&mut model, Msg::Pasted("vague".to_owned()));
        let cmds = update(&mut model, Msg::Key(KeyCode::Enter.into()));
        assert!(
            matches!(cmds.as_slice(), [Cmd::SaveDraft(_, text, _)] if text.ends_with(": too vague\n")),
            "{cmds:?}"
        );
        assert_eq!(model.drafts.continued(&id, "/requirements/0", "")[0], "");
        // The next comment edits the last one.
        at_requirement(&mut model);
        press(&mut model, KeyCode::Char('c'));
        press(&mut model, KeyCode::Char(' '));
        update(&mut model, Msg::Pasted("still".to_owned()));
        update(&mut model, Msg::Key(KeyCode::Enter.into()));
        let words = model.drafts.words(&id, "");
        assert!(words.ends_with(": too vague still\n") && words.lines().count() == 1, "{words}");
    }
}
