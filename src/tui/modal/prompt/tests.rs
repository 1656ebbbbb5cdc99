//! Lines that are typed: how they scroll, how they grow, and where they end.

use super::*;
use crate::tui::drafts::Drafts;
use crate::tui::features::Features;
use crate::tui::panes::sample;

/// What the record does not take is not taken here either, and no word of it goes.
#[test]
fn a_line_for_the_record_ends_where_the_record_does() {
    let (features, drafts) = (Features::default(), Drafts::default());
    let context = Context { features: &features, drafts: &drafts };
    let id: FeatureId = "checkout".parse().unwrap();
    for (purpose, most) in [(Purpose::Abort(id), LONGEST_WORDS), (Purpose::Command, LONGEST)] {
        let mut prompt = Prompt::after(purpose.clone(), &"a".repeat(most), Vec::new());
        let said = prompt.pasted("b", &context).say.unwrap();
        assert!(said.contains(&format!("ends at {most} bytes")), "{said}");
        let enter = KeyEvent::from(KeyCode::Enter);
        assert!(prompt.key(enter, &context).then.is_some());
        // It came along with a command.
        let mut prompt = Prompt::after(purpose, &"a".repeat(most + 1), Vec::new());
        let outcome = prompt.key(enter, &context);
        assert!(outcome.then.is_none() && !outcome.close);
        assert!(outcome.say.unwrap().contains("shorten it"));
        assert_eq!(prompt.line.text().len(), most + 1);
    }
}

#[test]
fn words_grow_upwards_and_say_what_the_keys_do_with_them() {
    let id: FeatureId = "checkout".parse().unwrap();
    let mut model = sample::model(sample::view());
    model.size = Size::new(60, 16);
    let words = "the first word, many others, ".repeat(6) + "and the last";
    let drawn = |purpose: Purpose, text: &str| {
        let mut prompt = Prompt::after(purpose, text, Vec::new());
        prompt.arrange(model.size);
        let mut buffer = Buffer::empty(model.size.into());
        prompt.draw(&model, &mut buffer);
        let rows = buffer.content.chunks(60);
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n")
            .collect::<String>()
    };
    let comment =
        Purpose::Comment { feature: id.clone(), pointer: "/goals/0".to_owned(), called: "a goal".to_owned() };
    let shown = drawn(comment.clone(), &words);
    let lines: Vec<&str> = shown.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(lines[0] == "comment on a goal" && lines[1].starts_with("the first word"), "{shown}");
    assert!(lines.len() == 6 && lines[4].ends_with("and the last"), "{shown}");
    assert_eq!(lines[5], "Enter or Ctrl+S adds it to the feedback  Esc later");
    // What is short takes a line, and what is much longer scrolls to where the cursor is.
    assert_eq!(
        drawn(Purpose::Abort(id.clone()), "").lines().filter(|line| !line.trim().is_empty()).count(),
        2
    );
    let long = drawn(Purpose::Reason(id), &words.repeat(20));
    assert!(long.contains("was unfrozen; why?") && long.contains("and the last"), "{long}");
    let (features, drafts) = (Features::default(), Drafts::default());
    let context = Context { features: &features, drafts: &drafts };
    for key in [KeyEvent::from(KeyCode::Enter), KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL)] {
        let outcome = Prompt::after(comment.clone(), "too vague", Vec::new()).key(key, &context);
        assert_eq!(outcome.then, Some(Then::Typed(comment.clone(), "too vague".to_owned())));
    }
}

#[test]
fn a_long_line_scrolls_and_says_what_is_cut_off() {
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
