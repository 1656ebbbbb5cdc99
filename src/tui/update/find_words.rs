//! Keys that search words in what a pane shows.

use super::folding::folds;
use crate::tui::keys::Action;
use crate::tui::model::Model;
use frieze_data::text::Shown;

/// The most columns of the words in a message.
const WORDS: usize = 60;

/// Goes to the next or previous hit in the focused pane. Without words, repeats the last search.
pub fn find(model: &mut Model, words: &str, forward: bool) {
    if !words.is_empty() {
        model.search_words = words.to_owned();
    }
    let query = model.search_words.clone();
    let shown = Shown::cut(&query, WORDS);
    if model.panes.list(model.focus).is_none() || query.is_empty() {
        let key = model.keys.first(Action::Find);
        return model.say(match query.is_empty() {
            true => format!("Nothing to find. Press {key} and type words."),
            false => "No lines to search here.".to_owned(),
        });
    }
    let found = model.panes.list_mut(model.focus).and_then(|list| list.find(&query, forward));
    let unfolds = model.keys.first(Action::FoldAll);
    model.say(match found {
        Some((nth, count)) => format!("\"{shown}\": {nth} of {count}"),
        None if folds(model) && !unfolds.is_empty() => {
            format!("\"{shown}\" not found in what is unfolded; {unfolds} unfolds everything.")
        }
        None => format!("\"{shown}\" not found."),
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crossterm::event::KeyCode;

    use super::super::folding::fold_all;
    use super::super::show_pane::show;
    use super::super::tests::{model, press, screen};
    use super::super::update;
    use super::*;
    use crate::tui::keys::PaneKey;
    use crate::tui::model::detail::Detail;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;

    #[test]
    fn words_are_found_counted_and_visited_in_both_directions() {
        let (mut model, _) = model();
        let mut shop = fixtures::design::shop();
        shop.user_flows[0].steps[0].action = "A zebra is paid".to_owned();
        shop.user_flows[0].alternatives[0].steps[0].action = "Another Zebra is paid".to_owned();
        let read = fixtures::design::detail(&shop, None);
        let id = model.features.selected().unwrap().clone();
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(fixtures::view()), ..read })));
        show(&mut model, PaneKey::Intent);
        model.arrange();
        assert!(!screen(&model).contains("zebra"), "it is folded: {}", screen(&model));
        let missing = "\"zebra\" not found in what is unfolded; z unfolds everything.";
        find(&mut model, "zebra", true);
        assert_eq!(model.message.take().unwrap().text, missing);
        fold_all(&mut model);
        model.arrange();
        let mut go = |words: &str, forward: bool| {
            find(&mut model, words, forward);
            let said = model.message.take().unwrap().text;
            (
                said,
                model.panes.intent.list.row().unwrap().line.to_string(),
                model.panes.intent.list.rows().len(),
            )
        };
        let (said, line, rows) = go("zebra", true);
        assert_eq!(said, "\"zebra\": 1 of 2");
        assert!(line.contains("A zebra is paid"), "{line}");
        let (said, line, _) = go("", true);
        assert!(said.ends_with("2 of 2") && line.contains("Another Zebra"), "{said} {line}");
        let (said, line, _) = go("", true);
        assert!(said.ends_with("1 of 2") && line.contains("A zebra"), "{said} {line}");
        let (said, line, _) = go("", false);
        assert!(said.ends_with("2 of 2") && line.contains("Another"), "{said} {line}");
        let (said, line, left) = go("basket of fruit", true);
        assert_eq!(said, "\"basket of fruit\" not found in what is unfolded; z unfolds everything.");
        assert!(line.contains("Another") && left == rows, "nothing else changes: {line}");
    }

    #[test]
    fn unfolded_lines_of_critique_diff_and_exchange_are_searched() {
        use crate::tui::model::transcript::{Attempt, TranscriptFile};
        use frieze_data::path::RelPath;
        let (mut model, _) = model();
        let (old, mut shop) = (fixtures::design::shop(), fixtures::design::shop());
        shop.summary = "A zebra is paid.".to_owned();
        let mut read = fixtures::design::detail(&shop, Some(&old));
        if let Some(Ok(file)) = &mut read.critique {
            let mut finding = file.findings.first().cloned().unwrap();
            finding.message = "No zebra was found".to_owned();
            file.findings.insert(1, finding);
        }
        let text = |name: &'static str, text: &str| {
            let path = RelPath::new("features/checkout/design/iterations/1").numbered(name, 1, ".txt");
            Some(TranscriptFile { path, bytes: 14, text: Ok(text.to_owned()) })
        };
        let (prompt, answer) = (text("generator-prompt-", "Design a zebra"), text("generator-answer-", "{}"));
        read.transcript.attempts =
            vec![Attempt { role: "generator", number: 1, prompt, answer, ..Attempt::default() }];
        let id = model.features.selected().unwrap().clone();
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(fixtures::view()), ..read })));
        for (pane, query) in [
            (PaneKey::Critique, "zebra was"),
            (PaneKey::Diff, "\"summary\": \"a zebra"),
            (PaneKey::Exchange, "a zebra"),
        ] {
            show(&mut model, pane);
            model.arrange();
            let rows = |model: &Model| model.panes.list(pane).unwrap().rows().to_vec();
            let has = |model: &Model| {
                rows(model).iter().any(|row| row.line.to_string().to_lowercase().contains(query))
            };
            assert!(!has(&model), "it is folded in {pane:?}: {}", screen(&model));
            fold_all(&mut model);
            model.arrange();
            find(&mut model, query, true);
            assert!(has(&model), "{pane:?}: {}", screen(&model));
            let said = model.message.take().unwrap().text;
            assert!(said.contains(&format!("\"{query}\": 1 of ")), "{pane:?}: {said}");
            let (before, stays) = (rows(&model), "there is no such animal");
            find(&mut model, stays, true);
            assert!(model.message.take().unwrap().text.starts_with(&format!("\"{stays}\" not found")));
            assert_eq!(rows(&model), before, "{pane:?}");
        }
    }

    #[test]
    fn enter_alone_repeats_the_search() {
        use crate::tui::modal::Modal;
        use crate::tui::modal::prompt::Purpose;
        use crate::tui::widgets::listing::Row;
        let (mut model, _) = model();
        show(&mut model, PaneKey::Journal);
        model.arrange();
        let list = model.panes.list_mut(PaneKey::Journal).unwrap();
        list.set(vec![
            Row::head("the cart"),
            Row::head("a payment that"),
            Row::text("    goes wrong"),
            Row::head("another Payment"),
        ]);
        list.select(0);
        let mut find = |words: &str| {
            super::super::prompts::submit::submit(&mut model, Purpose::Find, words);
            (
                model.panes.list(PaneKey::Journal).unwrap().selected(),
                model.message.take().map(|said| said.text),
            )
        };
        assert!(find("").1.unwrap().starts_with("Nothing to find."));
        let hit = |nth: u8| Some(format!("\"payment\": {nth} of 2"));
        assert_eq!(find("payment"), (1, hit(1)));
        assert_eq!(find(""), (3, hit(2)));
        assert_eq!(find(""), (1, hit(1)), "the first comes after the last");
        assert_eq!(find("that goes  WRONG").0, 1);
        let (at, said) = find("basket");
        assert!(
            at == 1 && said.as_ref().is_some_and(|said| said.contains("\"basket\" not found")),
            "{said:?}"
        );
        // The key searches in panes with lines, and not elsewhere.
        press(&mut model, KeyCode::Char('f'));
        assert!(matches!(&model.modal, Some(Modal::Prompt(_))));
        press(&mut model, KeyCode::Esc);
        show(&mut model, PaneKey::Machine);
        press(&mut model, KeyCode::Char('f'));
        assert!(model.modal.is_none() && model.message.is_some());
    }
}
