//! Tests of the prompt: growing, limits.

use super::*;
use crate::tui::panes::fixtures;

/// A text that is too long for the record is refused as a whole.
#[test]
fn a_recorded_line_has_the_limit_of_the_record() {
    let mut model = fixtures::model(fixtures::view());
    let id: FeatureId = "checkout".parse().unwrap();
    for (purpose, most) in [(Purpose::About(id, Subject::Abort), LONGEST_WORDS), (Purpose::Command, LONGEST)]
    {
        let mut prompt = Prompt::new(purpose.clone(), &"a".repeat(most), Vec::new());
        prompt.pasted("b", &mut model);
        let said = model.message.take().unwrap().text;
        assert!(said.contains(&format!("limited to {most} bytes")), "{said}");
        let enter = KeyEvent::from(KeyCode::Enter);
        assert!(prompt.key(enter, &mut model).typed.is_some());
        // The text came with a command.
        let mut prompt = Prompt::new(purpose, &"a".repeat(most + 1), Vec::new());
        let outcome = prompt.key(enter, &mut model);
        assert!(outcome.typed.is_none() && !outcome.close);
        assert!(model.message.take().unwrap().text.contains("shorten it"));
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
    // A long question is shown whole.
    let question = "Story \"Pay for the cart without an account\" (line 10): what happens when it fails, and how \
        does it end then?";
    let asked = Subject::Answer { question: question.to_owned(), before: String::new() };
    let shown = drawn(Purpose::About(id.clone(), asked), "It is refused.");
    let lines: Vec<&str> = shown.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!((lines[..2].join(" ").as_str(), lines[2]), (question, "It is refused."), "{shown}");
    // An empty text takes one line; a very long one scrolls to the cursor.
    let empty = drawn(Purpose::About(id.clone(), Subject::Abort), "");
    assert_eq!(empty.lines().filter(|line| !line.trim().is_empty()).count(), 2);
    let long = drawn(Purpose::About(id, Subject::Unfreeze), &words.repeat(20));
    assert!(long.contains("Why was checkout unfrozen?") && long.contains("and the last"), "{long}");
    for key in [KeyEvent::from(KeyCode::Enter), KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL)] {
        let outcome = Prompt::new(comment.clone(), "too vague", Vec::new()).key(key, &mut model);
        assert_eq!(outcome.typed, Some((comment.clone(), "too vague".to_owned())));
    }
}

#[test]
fn a_long_command_grows_upwards_next_to_its_question() {
    let mut model = fixtures::model(fixtures::view());
    model.size = Size::new(60, 16);
    let mut prompt = Prompt::new(Purpose::Command, &"run one two three ".repeat(7), Vec::new());
    prompt.arrange(model.size);
    let mut buffer = Buffer::empty(model.size.into());
    let cursor = prompt.draw(&model, &mut buffer).unwrap();
    let rows = buffer.content.chunks(60);
    let rows: Vec<String> =
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()).collect();
    let row = |at: usize| rows[at].trim_end();
    assert_eq!(row(13), ":run one two three run one two three run one two three run");
    assert_eq!(row(14), " one two three run one two three run one two three run one");
    assert_eq!((row(15), cursor), (" two three", Position::new(10, 15)));
}
