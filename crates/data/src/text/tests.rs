//! Tests that untrusted text cannot act, hide or reorder on a terminal (promise P11).

use crate::text::Shown;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

/// The actions of a terminal other than drawing.
#[derive(Default)]
struct Acts(Vec<String>);

impl vt100::Callbacks for Acts {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.0.push("bell".to_owned());
    }
    fn set_window_title(&mut self, _: &mut vt100::Screen, title: &[u8]) {
        self.0.push(format!("title {title:?}"));
    }
    fn unhandled_char(&mut self, _: &mut vt100::Screen, c: char) {
        // The replacement character is harmless; this parser reports it.
        if c != char::REPLACEMENT_CHARACTER {
            self.0.push(format!("char {c:?}"));
        }
    }
    fn unhandled_control(&mut self, _: &mut vt100::Screen, b: u8) {
        self.0.push(format!("control {b:#x}"));
    }
    fn unhandled_escape(&mut self, _: &mut vt100::Screen, _: Option<u8>, _: Option<u8>, b: u8) {
        self.0.push(format!("escape {b:#x}"));
    }
    fn unhandled_osc(&mut self, _: &mut vt100::Screen, params: &[&[u8]]) {
        self.0.push(format!("osc {params:?}"));
    }
}

/// The problems of a text; empty for a safe one.
fn faults(text: &str, lines: bool) -> Vec<String> {
    let mut faults: Vec<String> = text
        .chars()
        .filter(|c| {
            let bidi = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
            let hidden = matches!(c, '\u{AD}' | '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}');
            let tag = matches!(c, '\u{E0000}'..='\u{E0FFF}');
            (c.is_control() && !(lines && *c == '\n')) || bidi || hidden || tag
        })
        .map(|c| format!("{c:?}"))
        .collect();
    let mut screen = vt100::Parser::new_with_callbacks(
        std::num::NonZeroU16::new(24).expect("rows"),
        std::num::NonZeroU16::new(80).expect("columns"),
        0,
        Acts::default(),
    );
    screen.process(text.replace('\n', "\r\n").as_bytes());
    faults.append(&mut screen.callbacks_mut().0);
    if screen.screen().attributes_formatted() != vt100::Parser::default().screen().attributes_formatted() {
        faults.push("attributes".to_owned());
    }
    if screen.screen().hide_cursor()
        || screen.screen().alternate_screen()
        || screen.screen().bracketed_paste()
    {
        faults.push("modes".to_owned());
    }
    faults
}

#[test]
fn characters_that_act_hide_or_reorder_are_escaped_in_place() {
    for (text, expected) in [
        ("plain ~ text", "plain ~ text"),
        ("a\tb\nc\r\n", "a␉b␊c␍␊"),
        ("\0\u{1b}[2J\u{7}\u{8}\u{7f}", "␀␛[2J␇␈␡"),
        ("\u{1b}]0;owned\u{7}", "␛]0;owned␇"),
        ("\u{1b}]8;;http://x\u{1b}\\y", "␛]8;;http://x␛\\y"),
        ("\u{9b}31m\u{9d}52;c;x\u{9c}\u{85}", "\\u{9b}31m\\u{9d}52;c;x\\u{9c}\\u{85}"),
        ("gnp.\u{202e}exe", "gnp.\\u{202e}exe"),
        ("\u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}", "\\u{2066}a\\u{2069}\\u{200e}\\u{200f}\\u{61c}"),
        ("pay\u{200b}pal \u{feff}\u{2060}\u{ad}", "pay\\u{200b}pal \\u{feff}\\u{2060}\\u{ad}"),
        ("a\u{200d}b\u{200c}c", "a\\u{200d}b\\u{200c}c"),
        ("x\u{e0041}\u{e007f}", "x\\u{e0041}\\u{e007f}"),
        ("a\u{fe0f}\u{fe01}", "a\\u{fe0f}\\u{fe01}"),
        ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}\\u{fe0f}"),
        ("\u{2028}\u{2029}\u{fffe}\u{10ffff}", "\\u{2028}\\u{2029}\\u{fffe}\\u{10ffff}"),
        ("\u{301}e\u{301}", "\\u{301}e\u{301}"),
        ("a\u{200d}", "a\\u{200d}"),
        ("😀\u{200d}", "😀\\u{200d}"),
        ("😀\u{200d}x", "😀\\u{200d}x"),
        ("\u{3164}\u{115f}\u{2063}", "\\u{3164}\\u{115f}\\u{2063}"),
    ] {
        assert_eq!(Shown::line(text).as_str(), expected, "{text:?}");
        assert_eq!(faults(Shown::line(text).as_str(), false), Vec::<String>::new(), "{text:?}");
    }
    assert_eq!(Shown::block("a\nb\r\n\u{301}\tc").as_str(), "a\nb␍\n\\u{301}␉c");
}

#[test]
fn normal_text_of_every_script_is_unchanged() {
    for text in [
        "Ünïcödé – “quotes” … €",
        "日本語 한국어 中文",
        "العربية עברית",
        "می\u{200c}خواهم",
        "क\u{94d}\u{200d}ष श\u{94d}\u{200c}र",
        "ශ\u{dca}\u{200d}රී",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦 👩🏽\u{200d}💻 🏳\u{fe0f}\u{200d}🌈 ❤\u{fe0f}\u{200d}🔥",
        "1\u{fe0f}\u{20e3} ☎\u{fe0e} 🇩🇪",
        "e\u{301} ẹ\u{302}\u{301}",
        "ไทย กำ",
        "각 각",
    ] {
        assert_eq!(Shown::line(text).as_str(), text);
    }
}

#[test]
fn floods_are_bounded_and_nothing_is_lost() {
    let zalgo = format!("a{}b", "\u{301}".repeat(20));
    assert_eq!(Shown::line(&zalgo).as_str(), format!("a{}{}b", "\u{301}".repeat(8), "\\u{301}".repeat(12)));
    let emoji = ["😀"; 12].join("\u{200d}");
    assert_eq!(Shown::line(&emoji).as_str().matches('\u{200d}').count(), 8 + 2);
    assert_eq!(Shown::line(&emoji).as_str().matches("\\u{200d}").count(), 1);
}

#[test]
fn a_cut_does_not_split_graphemes() {
    for (text, columns, expected) in [
        ("checkout", 8, "checkout"),
        ("checkout", 7, "checko…"),
        ("checkout", 1, "…"),
        ("checkout", 0, ""),
        ("", 0, ""),
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("👩\u{200d}👩\u{200d}👧x", 2, "…"),
        ("👩\u{200d}👩\u{200d}👧xy", 3, "👩\u{200d}👩\u{200d}👧…"),
        ("a\nb", 3, "a␊b"),
        ("\u{1b}[31m", 3, "␛[…"),
    ] {
        assert_eq!(Shown::cut(text, columns).as_str(), expected, "{text:?} in {columns}");
    }
    let long = "x".repeat(10 << 20);
    assert_eq!(Shown::cut(&long, 5).as_str(), "xxxx…");
    // Any number of stacked consonants takes one column.
    let khmer = "ក\u{17d2}".repeat(1_000);
    assert!(Shown::cut(&khmer, 3).as_str().ends_with('…'));
}

/// Text with many special characters.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\u{1b}[31m".to_owned()),
        Just("\u{1b}]0;t\u{7}".to_owned()),
        Just("\u{200d}".to_owned()),
        Just("\u{fe0f}".to_owned()),
        Just("😀".to_owned()),
        Just("\u{301}".to_owned()),
        Just("\n".to_owned()),
        Just("क\u{94d}".to_owned()),
        any::<char>().prop_map(String::from),
        proptest::char::range('\0', '\u{a0}').prop_map(String::from),
        proptest::char::range('\u{2000}', '\u{2070}').prop_map(String::from),
        proptest::char::range('\u{e0000}', '\u{e01ff}').prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_text_acts(text in hostile()) {
        for (shown, lines) in [(Shown::line(&text), false), (Shown::block(&text), true)] {
            prop_assert_eq!(faults(shown.as_str(), lines), Vec::<String>::new());
            prop_assert!(!shown.as_str().contains('\n') || lines);
            // Escaping twice changes nothing.
            let again = if lines { Shown::block(shown.as_str()) } else { Shown::line(shown.as_str()) };
            prop_assert_eq!(&again, &shown);
            prop_assert!(shown.as_str().chars().count() >= text.chars().count(), "something was dropped");
        }
    }

    #[test]
    fn a_cut_fits_and_agrees_with_the_whole_line(text in hostile(), columns in 0_usize..40) {
        let (cut, whole) = (Shown::cut(&text, columns), Shown::line(&text));
        let graphemes = unicode_segmentation::UnicodeSegmentation::graphemes(cut.as_str(), true);
        prop_assert!(graphemes.map(UnicodeWidthStr::width).sum::<usize>() <= columns);
        let head = cut.as_str().strip_suffix('…').unwrap_or(cut.as_str());
        prop_assert!(whole.as_str().starts_with(head));
        prop_assert_eq!(faults(cut.as_str(), false), Vec::<String>::new());
    }
}
