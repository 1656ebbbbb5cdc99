//! Tests of the text field: a text, the keys, the text after them. `|` is the cursor.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::*;
use crate::tui::view::theme::Theme;

fn press(name: &str) -> KeyEvent {
    let (mut modifiers, mut rest) = (KeyModifiers::NONE, name);
    for (prefix, modifier) in
        [("c-", KeyModifiers::CONTROL), ("a-", KeyModifiers::ALT), ("s-", KeyModifiers::SHIFT)]
    {
        if let Some(after) = rest.strip_prefix(prefix) {
            modifiers |= modifier;
            rest = after;
        }
    }
    let code = match rest {
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "back" => KeyCode::Backspace,
        "del" => KeyCode::Delete,
        "enter" => KeyCode::Enter,
        "tab" => KeyCode::Tab,
        one => KeyCode::Char(one.chars().next().unwrap()),
    };
    KeyEvent::new(code, modifiers)
}

fn with_cursor(editor: &TextField) -> String {
    let (line, byte) = editor.cursor;
    let mut lines = editor.lines().to_vec();
    lines[line].insert(byte, '|');
    lines.join("\n")
}

/// The text before the keys ends at the cursor.
fn check(before: &str, keys: &str, after: &str) {
    let mut editor = TextField::new(before, 1_000);
    editor.arrange(11, 5);
    for key in keys.split(' ') {
        editor.key(press(key));
        editor.arrange(11, 5);
    }
    assert_eq!(with_cursor(&editor), after, "{before:?} {keys}");
}

#[test]
fn grapheme_clusters_are_deleted_and_passed_whole() {
    check("a👩‍💻", "back", "a|");
    check("ae\u{301}", "back", "a|");
    check("🇩🇪🇫🇷", "back", "🇩🇪|");
    check("界面", "left back", "|面");
    check("x👩‍💻y", "left left del", "x|y");
    check("e\u{301}x", "left left del", "|x");
    check("a\nb", "home back", "a|b");
    check("a\nb", "up end del", "a|b");
    check("", "back del c-w c-u c-k", "|");
}

#[test]
fn the_cursor_moves_and_deletes_by_words_and_lines() {
    check("one two three", "c-left c-left", "one |two three");
    check("one two", "home a-right", "one |two");
    check("one two  ", "c-w", "one |");
    check("one two", "a-back", "one |");
    check("one two", "c-a a-d", "|two");
    check("one two", "c-left c-k", "one |");
    check("one\ntwo", "c-u", "one\n|");
    check("one\ntwo", "c-u c-u", "one|");
    check("one\ntwo", "c-home c-e enter x", "one\nx|\ntwo");
    check("naïve 日本語 text", "c-left c-left c-left", "naïve 日|本語 text");
}

#[test]
fn typing_is_undone_word_by_word() {
    check("", "a b c-z", "|");
    let mut editor = TextField::new("", 1_000);
    for c in "one two three".chars() {
        editor.key(press(&c.to_string()));
    }
    for expected in ["one two ", "one ", ""] {
        assert_eq!(editor.key(press("c-z")), EditOutcome::Changed);
        assert_eq!(editor.text(), expected);
    }
    assert_eq!(editor.key(press("c-z")), EditOutcome::Ignored);
    for expected in ["one ", "one two ", "one two three"] {
        editor.key(press("c-y"));
        assert_eq!(editor.text(), expected);
    }
    editor.replace("other");
    editor.key(press("c-z"));
    assert_eq!(editor.text(), "one two three");
}

#[test]
fn a_selection_is_replaced_and_deleted() {
    check("one two", "s-left s-left s-left x", "one x|");
    check("one two", "s-home back", "|");
    check("one two", "s-left s-left left", "one t|wo");
    check("one\ntwo", "s-up s-home del", "|");
    check("one", "a-a x c-z c-z", "one|");
}

#[test]
fn rows_wrap_between_words_and_count_columns() {
    let check = |text: &str, expected: &[&str]| {
        let rows = row_layout::rows(text, 10).into_iter();
        let rows: Vec<&str> = rows.map(|row| text[row].trim_end()).collect();
        assert_eq!(rows, expected, "{text:?}");
    };
    check("one two three four", &["one two", "three four"]);
    check("界界界界界界", &["界界界界界", "界"]);
    check("aaaaaaaaaaaaaaa", &["aaaaaaaaaa", "aaaaa"]);
    check("👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻", &["👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻", "👩‍💻"]);
    // Text without spaces may break anywhere except before closing punctuation.
    check("ok 設計を承認", &["ok 設計を", "承認"]);
    check("設計を承認。次", &["設計を承", "認。次"]);
    check("設計を承「認」", &["設計を承", "「認」"]);
}

#[test]
fn up_and_down_go_by_rows_and_keep_their_column() {
    // Rows of at most ten columns.
    check("one two three four", "up", "one two| three four");
    check("0123456\nab\n0123456", "up up", "0123456|\nab\n0123456");
    check("ab", "up", "|ab");
    check("ab", "up down", "ab|");
    check("界界界\nabcdef", "left up", "界界|界\nabcdef");
}

#[test]
fn pastes_are_cleaned_and_bounded() {
    let mut editor = TextField::new("", 20);
    assert_eq!(editor.paste("a\r\nb\rc\td\u{1b}[2J"), EditOutcome::Changed);
    assert_eq!(editor.text(), "a\nb\nc    d␛[2J");
    assert_eq!(editor.paste("and much too much text"), EditOutcome::TooLong);
    assert_eq!(editor.paste(&"x".repeat(1_000_000)), EditOutcome::TooLong);
    assert_eq!(editor.text(), "a\nb\nc    d␛[2J");
    let mut line = TextField::line("", 100);
    line.paste("two\nlines\u{202e}");
    assert_eq!(line.text(), "two lines\\u{202e}");
    line.key(press("enter"));
    assert_eq!(line.lines().len(), 1);
}

#[test]
fn drawn_text_has_no_control_characters_and_the_cursor_is_inside() {
    let mut editor = TextField::new("", 10_000);
    let zalgo = format!("e{}", "\u{301}".repeat(200));
    for c in format!("a\u{202e}b\u{200b}{zalgo}界").chars() {
        editor.type_char(c);
    }
    for width in [2, 3, 12, 40] {
        let place = Rect::new(0, 0, width, 4);
        editor.arrange(width, 4);
        let mut buffer = Buffer::empty(place);
        let cursor = editor.draw(place, &mut buffer, Theme::Plain);
        assert!(place.contains(cursor), "{cursor:?} at {width}");
        for cell in buffer.content() {
            assert!(!cell.symbol().contains(['\u{202e}', '\u{200b}', '\u{1b}']), "{:?}", cell.symbol());
        }
    }
}

#[test]
fn the_cursor_reaches_the_end_of_long_texts() {
    let mut editor = TextField::new(&"x\n".repeat(66_000), 1_000_000);
    editor.key(press("c-home"));
    editor.key(press("c-end"));
    assert_eq!(editor.cursor, (66_000, 0));
    let mut editor = TextField::new(&"y".repeat(66_000), 1_000_000);
    editor.key(press("left"));
    assert_eq!(editor.cursor, (0, 65_999));
    editor.key(press("back"));
    assert_eq!(editor.text().len(), 65_999);
}

mod random_keys {
    use proptest::prelude::*;

    use super::*;

    fn any_key() -> impl Strategy<Value = String> {
        let names = "left right up down home end back del enter tab c-left c-right c-w c-u c-k c-z c-y s-left \
                     s-right s-up s-down s-home s-end a-a a-d c-home c-end a b 界 é 👩 \u{301} \u{200d} . X";
        let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
        prop_oneof![4 => prop::sample::select(names), 1 => Just("paste".to_owned())]
    }

    proptest! {
        /// Any keys: no panic, the limit holds, the cursor is on a grapheme boundary, and undoing everything restores the text.
        #[test]
        fn typing_anything_keeps_the_text_whole(keys in prop::collection::vec(any_key(), 0..60), width in 3_u16..30) {
            let start = "one two\n界面 👩‍💻 e\u{301}\n\nlast";
            let mut editor = TextField::new(start, 200);
            for key in &keys {
                editor.arrange(width, 4);
                if key == "paste" {
                    editor.paste("pasted\r\n界 text");
                } else {
                    editor.key(press(key));
                }
                let (line, byte) = editor.cursor;
                let text = editor.line_at(line);
                prop_assert!(text.is_char_boundary(byte));
                prop_assert!(editor.text().len() <= 200);
                prop_assert_eq!(editor.text().len(), editor.bytes);
                let place = Rect::new(0, 0, width, 4);
                editor.arrange(width, 4);
                let cursor = editor.draw(place, &mut Buffer::empty(place), Theme::Plain);
                prop_assert!(place.contains(cursor));
            }
            while editor.key(press("c-z")) == EditOutcome::Changed {}
            prop_assert_eq!(editor.text(), start);
        }
    }
}
