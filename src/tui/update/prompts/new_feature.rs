//! New feature from a requirement document that a typed line names.

use crate::tui::command_line::path_and_id::{new_id, split};
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::msg::Cmd;

/// Creates a feature from a typed line.
pub fn make(model: &mut Model, line: &str) -> Vec<Cmd> {
    let (path, id) = split(line);
    create(model, &path, id.as_deref())
}

/// Creates a feature from a requirement document. Without an id, the file's name is the id.
pub fn create(model: &mut Model, path: &str, id: Option<&str>) -> Vec<Cmd> {
    match new_id(path, id) {
        Ok(id) => {
            model.say(format!("Reading {path} for {id}…"));
            vec![Cmd::Create(id, path.to_owned())]
        }
        Err(e) => {
            if let Some(Modal::Prompt(prompt)) = &mut model.modal {
                prompt.refused();
            }
            model.report(&Problem::new(e, "type an id after the path"));
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typed_line_stays_until_the_feature_is_created() {
        use crate::tui::msg::{Job, Msg};
        use crate::tui::update::tests::{model, press, screen};
        use crate::tui::update::{command, update};
        use crossterm::event::KeyCode;
        let (mut model, _) = model();
        press(&mut model, KeyCode::Char('N'));
        assert!(screen(&model).contains("Tab: complete · Esc: cancel"), "{}", screen(&model));
        update(&mut model, Msg::Pasted("'a/my shop.md'".to_owned()));
        assert!(screen(&model).contains("Enter: create my-shop"), "{}", screen(&model));
        let cmds = press(&mut model, KeyCode::Enter);
        let [Cmd::Create(id, path)] = cmds.as_slice() else { unreachable!("{cmds:?}") };
        assert_eq!((id.as_str(), path.as_str()), ("my-shop", "a/my shop.md"));
        let id = id.clone();
        assert!(press(&mut model, KeyCode::Enter).is_empty(), "it is being created already");
        let why = Problem::new("could not read it", "");
        update(&mut model, Msg::JobEnded(id.clone().into(), Job::Create, Err(why)));
        let shown = screen(&model);
        assert!(shown.contains("could not read it") && shown.contains("'a/my shop.md'"), "{shown}");
        press(&mut model, KeyCode::Char(' '));
        update(&mut model, Msg::Pasted("basket".to_owned()));
        let cmds = press(&mut model, KeyCode::Enter);
        let [Cmd::Create(basket, _)] = cmds.as_slice() else { unreachable!("{cmds:?}") };
        update(&mut model, Msg::JobEnded(basket.clone().into(), Job::Create, Ok(String::new())));
        assert!(model.modal.is_none() && model.features.selected() == Some(basket));
        // Earlier lines are recalled, the newest first; the current line comes after them.
        press(&mut model, KeyCode::Char('N'));
        update(&mut model, Msg::Pasted("b/".to_owned()));
        let mut typed = |key| {
            press(&mut model, key);
            let shown = screen(&model);
            shown.split_once("[and id]: ").map(|(_, line)| line.lines().next().unwrap().trim().to_owned())
        };
        let keys = [KeyCode::Up, KeyCode::Up, KeyCode::Down, KeyCode::Down];
        let (first, second) = ("'a/my shop.md'", "'a/my shop.md' basket");
        let typed = keys.map(|key| typed(key).unwrap());
        assert_eq!(typed, [second, first, second, "b/"]);
        press(&mut model, KeyCode::Esc);
        // The command line takes the same.
        let cmds = command::command(&mut model, "new 'a/my shop.md'");
        assert!(
            matches!(cmds.as_slice(), [Cmd::Create(id, path)] if id.as_str() == "my-shop" && path == "a/my shop.md")
        );
    }
}
