//! A feature from a requirement document: the path as it was typed, pasted or dropped, and the id that the feature gets.

use super::super::detail::Stated;
use super::super::modal::Modal;
use super::super::model::Model;
use super::super::msg::Cmd;
use crate::domain::id::FeatureId;
use crate::terminal::words;

/// A path, and the id behind it if there is one.
type Typed = (String, Option<String>);

/// Takes a line apart: a path, and an id behind it if the file's name is not to be the id. Terminals quote a path with
/// blanks when it is dropped; one that is completed has its blanks as they are.
fn taken_apart(line: &str) -> Typed {
    let line = line.trim();
    if is_quoted(line)
        && let [path, rest @ ..] = words(line).as_slice()
        && rest.len() < 2
    {
        return (path.clone(), rest.first().cloned());
    }
    match line.rsplit_once(' ').map(|(path, id)| (path.trim(), id)) {
        Some((path, id)) if !path.is_empty() && id.parse::<FeatureId>().is_ok() => {
            (path.to_owned(), Some(id.to_owned()))
        }
        _ => (line.to_owned(), None),
    }
}

/// Whether a line is quoted as a shell has it. An apostrophe within a name is none that ends anything.
fn is_quoted(line: &str) -> bool {
    let is_whole = |quote: char| line.starts_with(quote) && line.matches(quote).count().is_multiple_of(2);
    is_whole('"') || is_whole('\'') || line.contains('\\')
}

/// The feature that is made of a line, by its path and its id, or why none can be.
fn meant(path: &str, id: Option<&str>) -> Result<FeatureId, String> {
    match id {
        Some(id) => id.parse::<FeatureId>().map_err(|e| e.to_string()),
        None => id_of(path),
    }
}

/// What will become of a line, said while it is typed.
pub fn told(line: &str) -> String {
    let keys = "Tab completes · Esc leaves";
    if line.trim().is_empty() {
        return format!("a path, then an id if not the file's name · {keys}");
    }
    let (path, id) = taken_apart(line);
    match meant(&path, id.as_deref()) {
        Ok(id) => format!("Enter makes {id} of it; an id behind the path names it otherwise · {keys}"),
        Err(why) => format!("{why}: type an id behind the path · {keys}"),
    }
}

/// Makes a feature of a line.
pub fn make(model: &mut Model, line: &str) -> Vec<Cmd> {
    let (path, id) = taken_apart(line);
    create(model, &path, id.as_deref())
}

/// A feature from a requirement document; its id is the file's name where none is given.
pub fn create(model: &mut Model, path: &str, id: Option<&str>) -> Vec<Cmd> {
    match meant(path, id) {
        Ok(id) => {
            model.say(format!("reading {path} for {id}…"));
            vec![Cmd::Create(id, path.to_owned())]
        }
        Err(e) => {
            if let Some(Modal::Prompt(prompt)) = &mut model.modal {
                prompt.refused();
            }
            model.complain(&Stated { what: e, hint: "type the id behind the path".to_owned() });
            Vec::new()
        }
    }
}

/// The id that a file's name makes.
fn id_of(path: &str) -> Result<FeatureId, String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    id.parse().map_err(|e: crate::domain::id::NotAnId| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_taken_as_it_is_typed_quoted_or_escaped() {
        let check = |line: &str, path: &str, id: Option<&str>| {
            assert_eq!(taken_apart(line), (path.to_owned(), id.map(str::to_owned)), "{line}");
        };
        check("a/shop.md", "a/shop.md", None);
        check("a/shop.md basket", "a/shop.md", Some("basket"));
        check("/tmp/My brief (v2).md", "/tmp/My brief (v2).md", None);
        check("'/tmp/My brief (v2).md' ", "/tmp/My brief (v2).md", None);
        check("\"/tmp/My brief.md\" basket", "/tmp/My brief.md", Some("basket"));
        check("/tmp/My\\ brief\\ \\(v2\\).md", "/tmp/My brief (v2).md", None);
        check("it's here.md", "it's here.md", None);
        check("the 'old' shop.md", "the 'old' shop.md", None);
    }

    #[test]
    fn what_the_line_will_make_is_said_while_it_is_typed() {
        assert!(told("").contains("then an id"), "{}", told(""));
        let told_of = |line: &str, part: &str| assert!(told(line).contains(part), "{}", told(line));
        told_of("'/tmp/My brief (v2).md'", "Enter makes my-brief-v2 of it");
        told_of("a/shop.md basket", "Enter makes basket of it");
        told_of("a/日本.md", "type an id behind the path");
    }

    #[test]
    fn what_was_typed_stands_until_a_feature_was_made_of_it() {
        use super::super::tests::{model, press, screen};
        use super::super::update;
        use crate::tui::msg::{Errand, Msg};
        use crossterm::event::KeyCode;
        let (mut model, _) = model();
        press(&mut model, KeyCode::Char('N'));
        assert!(screen(&model).contains("Tab completes · Esc leaves"), "{}", screen(&model));
        update(&mut model, Msg::Pasted("'a/my shop.md'".to_owned()));
        assert!(screen(&model).contains("Enter makes my-shop of it"), "{}", screen(&model));
        let cmds = press(&mut model, KeyCode::Enter);
        let [Cmd::Create(id, path)] = cmds.as_slice() else { unreachable!("{cmds:?}") };
        assert_eq!((id.as_str(), path.as_str()), ("my-shop", "a/my shop.md"));
        let id = id.clone();
        assert!(press(&mut model, KeyCode::Enter).is_empty(), "it is being made already");
        let why = Stated { what: "could not read it".to_owned(), hint: String::new() };
        update(&mut model, Msg::Ended(id.clone(), Errand::Create, Err(why)));
        let shown = screen(&model);
        assert!(shown.contains("could not read it") && shown.contains("'a/my shop.md'"), "{shown}");
        press(&mut model, KeyCode::Char(' '));
        update(&mut model, Msg::Pasted("basket".to_owned()));
        let cmds = press(&mut model, KeyCode::Enter);
        let [Cmd::Create(basket, _)] = cmds.as_slice() else { unreachable!("{cmds:?}") };
        update(&mut model, Msg::Ended(basket.clone(), Errand::Create, Ok(String::new())));
        assert!(model.modal.is_none() && model.features.selected() == Some(basket));
        // What was typed before is called back, the newest first, and what is being typed waits behind it.
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
        let cmds = super::super::command::command(&mut model, "new 'a/my shop.md'");
        assert!(
            matches!(cmds.as_slice(), [Cmd::Create(id, path)] if id.as_str() == "my-shop" && path == "a/my shop.md")
        );
    }
}
