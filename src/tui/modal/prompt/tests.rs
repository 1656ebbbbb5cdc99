//! Tests of the prompt: scrolling, growing, limits.

use super::*;
use crate::tui::panes::fixtures;
use frieze_engine::Activity;
use frieze_kernel::RunView;

/// A text that is too long for the record is refused as a whole.
#[test]
fn a_recorded_line_has_the_limit_of_the_record() {
    let model = fixtures::model(fixtures::view());
    let id: FeatureId = "checkout".parse().unwrap();
    for (purpose, most) in [(Purpose::About(id, Subject::Abort), LONGEST_WORDS), (Purpose::Command, LONGEST)]
    {
        let mut prompt = Prompt::new(purpose.clone(), &"a".repeat(most), Vec::new());
        let said = prompt.pasted("b").say.unwrap();
        assert!(said.contains(&format!("limited to {most} bytes")), "{said}");
        let enter = KeyEvent::from(KeyCode::Enter);
        assert!(prompt.key(enter, &model).then.is_some());
        // The text came with a command.
        let mut prompt = Prompt::new(purpose, &"a".repeat(most + 1), Vec::new());
        let outcome = prompt.key(enter, &model);
        assert!(outcome.then.is_none() && !outcome.close);
        assert!(outcome.say.unwrap().contains("shorten it"));
        assert_eq!(prompt.line.text().len(), most + 1);
    }
}

#[test]
fn a_text_grows_upwards_and_shows_its_keys() {
    let id: FeatureId = "checkout".parse().unwrap();
    let mut model = fixtures::model(fixtures::view());
    model.size = Size::new(60, 16);
    let words = "the first word, many others, ".repeat(6) + "and the last";
    let drawn = |purpose: Purpose, text: &str| {
        let mut prompt = Prompt::new(purpose, text, Vec::new());
        prompt.arrange(model.size);
        let mut buffer = Buffer::empty(model.size.into());
        prompt.draw(&model, &mut buffer);
        let rows = buffer.content.chunks(60);
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n")
            .collect::<String>()
    };
    let [pointer, element, before] = ["/goals/0", "a goal", ""].map(str::to_owned);
    let on_goal = OnElement { pointer, element, before };
    let comment = Purpose::About(id.clone(), Subject::Comment(on_goal));
    let shown = drawn(comment.clone(), &words);
    let lines: Vec<&str> = shown.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(lines[0] == "comment on a goal" && lines[1].starts_with("the first word"), "{shown}");
    assert!(lines.len() == 6 && lines[4].ends_with("and the last"), "{shown}");
    assert_eq!(lines[5], "Enter or Ctrl+S adds it to the feedback  Esc later");
    // An empty text takes one line; a very long one scrolls to the cursor.
    let empty = drawn(Purpose::About(id.clone(), Subject::Abort), "");
    assert_eq!(empty.lines().filter(|line| !line.trim().is_empty()).count(), 2);
    let long = drawn(Purpose::About(id, Subject::Unfreeze), &words.repeat(20));
    assert!(long.contains("Why was checkout unfrozen?") && long.contains("and the last"), "{long}");
    for key in [KeyEvent::from(KeyCode::Enter), KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL)] {
        let outcome = Prompt::new(comment.clone(), "too vague", Vec::new()).key(key, &model);
        assert_eq!(outcome.then, Some(Then::Typed(comment.clone(), "too vague".to_owned())));
    }
}

#[test]
fn leaving_the_question_about_an_abort_keeps_the_run_as_it_is() {
    for (activity, kept) in
        [(Activity::Asking("critic"), "Esc keeps it running"), (Activity::Idle, "Esc keeps it paused")]
    {
        let view = RunView { state: "EVALUATING", needs: None, ..fixtures::view() };
        let mut model = fixtures::model(view.clone());
        model.features.update([(view.id.clone(), Card::of(&view, activity))]);
        let mut prompt = Prompt::new(Purpose::About(view.id, Subject::Abort), "", Vec::new());
        prompt.arrange(model.size);
        let mut buffer = Buffer::empty(model.size.into());
        prompt.draw(&model, &mut buffer);
        let shown: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert!(shown.contains(kept), "{kept}: {shown}");
    }
}

#[test]
fn a_long_line_scrolls_and_marks_its_cuts() {
    let check = |head: &str, tail: &str, columns: usize, shown: &str, column: usize| {
        assert_eq!(visible(head, tail, columns), (shown.to_owned(), column), "{head:?} {tail:?}");
    };
    check("abc", "", 10, "abc", 3);
    check("abc", "def", 10, "abcdef", 3);
    check("abcdefghijkl", "", 10, "…efghijkl", 9);
    check("", "abcdefghijkl", 10, "abcdefghi…", 0);
    check("abcdefgh", "ijklmnop", 9, "…defghij…", 6);
    check("界界界界界", "", 8, "…界界界", 7);
}
