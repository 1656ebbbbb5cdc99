//! Words that are looked for in a pane: from one place to the next, counted, in what is folded too.

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
    let (detail, theme, panes) = (model.current().cloned(), model.theme, &mut model.panes);
    // Where parts of a pane are folded, they are looked through too.
    let found = match (model.focus, &detail) {
        (PaneKey::Intent, Some(detail)) => panes.intent.find(detail, theme, &sought, forward),
        (PaneKey::Critique, Some(detail)) => panes.critique.find(detail, theme, &sought, forward),
        (PaneKey::Diff, Some(detail)) => panes.diff.find(detail, theme, &sought, forward),
        (PaneKey::Exchange, Some(detail)) => panes.exchange.find(detail, theme, &sought, forward),
        (PaneKey::Intent | PaneKey::Critique | PaneKey::Diff | PaneKey::Exchange, None)
        | (
            PaneKey::Features
            | PaneKey::Preview
            | PaneKey::Feedback
            | PaneKey::Journal
            | PaneKey::Scores
            | PaneKey::Machine,
            _,
        ) => panes.list_mut(model.focus).and_then(|list| list.find(&sought, forward)),
    };
    model.say(match found {
        Some((nth, count)) => format!("\"{told}\": {nth} of {count}"),
        None => format!("\"{told}\" is nowhere here"),
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::{model, screen};
    use super::super::{actions, update};
    use super::*;
    use crate::tui::detail::Detail;
    use crate::tui::keys::Action;
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

    #[test]
    fn what_is_folded_in_critique_diff_and_exchange_is_looked_through() {
        use crate::domain::path::RelPath;
        use crate::tui::exchange::{Attempt, Held, Text};
        let (mut model, _) = model();
        let (old, mut shop) = (sample::design::shop(), sample::design::shop());
        shop.summary = "A zebra is paid.".to_owned();
        let mut read = sample::design::detail(&shop, Some(&old));
        if let Some(Ok(file)) = &mut read.critique {
            let mut finding = file.findings.first().cloned().unwrap();
            finding.message = "No zebra was found".to_owned();
            file.findings.insert(1, finding);
        }
        let text = |name: &'static str, text: &str| {
            let path = RelPath::new("features/checkout/design/iterations/1").numbered(name, 1, ".txt");
            Some(Text { path, bytes: 14, held: Ok(Held::Whole(text.to_owned())) })
        };
        let (prompt, answer) = (text("generator-prompt-", "Design a zebra"), text("generator-answer-", "{}"));
        read.exchange.attempts =
            vec![Attempt { role: "generator", number: 1, prompt, answer, ..Attempt::default() }];
        let id = model.features.selected().unwrap().clone();
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(sample::view()), ..read })));
        for (pane, sought) in [
            (PaneKey::Critique, "zebra was"),
            (PaneKey::Diff, "\"summary\": \"a zebra"),
            (PaneKey::Exchange, "a zebra"),
        ] {
            actions::show(&mut model, pane);
            model.arrange();
            if pane == PaneKey::Diff {
                actions::act(&mut model, Action::FoldAll);
                model.arrange();
            }
            let rows = |model: &Model| model.panes.list(pane).unwrap().rows().to_vec();
            let has = |model: &Model| {
                rows(model).iter().any(|row| row.line.to_string().to_lowercase().contains(sought))
            };
            assert!(!has(&model), "it is folded in {pane:?}: {}", screen(&model));
            find(&mut model, sought, true);
            assert!(has(&model), "{pane:?}: {}", screen(&model));
            let told = model.message.take().unwrap().text;
            assert!(told.contains(&format!("\"{sought}\": 1 of ")), "{pane:?}: {told}");
            let (before, stays) = (rows(&model), "there is no such animal");
            find(&mut model, stays, true);
            assert_eq!(model.message.take().unwrap().text, format!("\"{stays}\" is nowhere here"));
            assert_eq!(rows(&model), before, "{pane:?}");
        }
    }
}
