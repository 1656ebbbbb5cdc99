//! Words that are looked for in a pane: from one hit to the next, counted, and in what is folded too where folding is the rule.

use super::super::keys::{Action, PaneKey};
use super::super::model::Model;
use crate::domain::text::Shown;

/// The columns of the words, where they are told.
const WORDS: usize = 60;

/// Goes on to the words in the pane that has the keys, or back; without words, to those that were sought last.
pub fn find(model: &mut Model, words: &str, forward: bool) {
    if !words.is_empty() {
        model.sought = words.to_owned();
    }
    let sought = model.sought.clone();
    let told = Shown::cut(&sought, WORDS);
    if model.panes.list(model.focus).is_none() || sought.is_empty() {
        let key = model.keys.first(Action::Find);
        return model.say(match sought.is_empty() {
            true => format!("nothing was typed, so nothing was sought; {key} asks for words"),
            false => "there are no lines to find words in here".to_owned(),
        });
    }
    let found = match model.focus {
        PaneKey::Intent => in_the_whole_design(model, &sought, forward),
        PaneKey::Features
        | PaneKey::Critique
        | PaneKey::Diff
        | PaneKey::Preview
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Scores
        | PaneKey::Machine
        | PaneKey::Exchange => model.panes.list_mut(model.focus).and_then(|list| list.find(&sought, forward)),
    };
    let folds = matches!(model.focus, PaneKey::Critique | PaneKey::Diff | PaneKey::Exchange);
    model.say(match found {
        Some((nth, count)) => format!("\"{told}\": {nth} of {count}"),
        None if folds => {
            let all = model.keys.first(Action::FoldAll);
            format!("\"{told}\" is nowhere here; what is folded is not looked through: {all} unfolds")
        }
        None => format!("\"{told}\" is nowhere here"),
    });
}

/// Looks through the design with all of it unfolded, and leaves unfolded what has the hit.
fn in_the_whole_design(model: &mut Model, words: &str, forward: bool) -> Option<(usize, usize)> {
    let detail = model.current().cloned()?;
    let (was, top) = (model.panes.intent.pane.clone(), model.panes.intent.list.clone());
    let from = top.spot();
    unfolded(model, |pane| pane.unfold_all(&detail));
    let list = &mut model.panes.intent.list;
    from.iter().for_each(|spot| list.go_to(spot));
    let found = list.find(words, forward);
    let spot = list.spot().filter(|_| found.is_some());
    // What is folded again is drawn as it was, and the list stands as it stood, until it goes to the hit.
    model.panes.intent.pane = was;
    unfolded(model, |pane| spot.iter().for_each(|(pointer, _)| pane.unfold_to(pointer)));
    let list = &mut model.panes.intent.list;
    match &spot {
        Some(spot) => list.go_to(spot),
        None => *list = top,
    }
    found
}

fn unfolded(model: &mut Model, change: impl FnOnce(&mut super::super::panes::intent::Intent)) {
    change(&mut model.panes.intent.pane);
    model.panes.intent.changed();
    model.arrange();
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::{model, screen};
    use super::super::{actions, update};
    use super::*;
    use crate::tui::detail::Detail;
    use crate::tui::msg::Msg;
    use crate::tui::panes::sample;

    #[test]
    fn words_in_what_is_folded_are_found_counted_and_gone_back_to() {
        let (mut model, _) = model();
        let mut shop = sample::design::shop();
        shop.user_flows[0].steps[0].action = "A zebra is paid".to_owned();
        shop.user_flows[0].alternatives[0].steps[0].action = "Another Zebra is paid".to_owned();
        let read = sample::design::detail(&shop, None);
        let id = model.features.selected().unwrap().clone();
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(sample::view()), ..read })));
        actions::show(&mut model, PaneKey::Intent);
        model.arrange();
        assert!(!screen(&model).contains("zebra"), "it is folded: {}", screen(&model));
        let mut go = |words: &str, forward: bool| {
            find(&mut model, words, forward);
            let told = model.message.take().unwrap().text;
            (
                told,
                model.panes.intent.list.row().unwrap().line.to_string(),
                model.panes.intent.list.rows().len(),
            )
        };
        let (told, line, rows) = go("zebra", true);
        assert_eq!(told, "\"zebra\": 1 of 2");
        assert!(line.contains("A zebra is paid"), "{line}");
        let (told, line, _) = go("", true);
        assert!(told.ends_with("2 of 2") && line.contains("Another Zebra"), "{told} {line}");
        let (told, line, _) = go("", true);
        assert!(told.ends_with("1 of 2") && line.contains("A zebra"), "{told} {line}");
        let (told, line, _) = go("", false);
        assert!(told.ends_with("2 of 2") && line.contains("Another"), "{told} {line}");
        let (told, line, left) = go("basket of fruit", true);
        assert_eq!(told, "\"basket of fruit\" is nowhere here");
        assert!(line.contains("Another") && left == rows, "what was there stays: {line}");
    }
}
