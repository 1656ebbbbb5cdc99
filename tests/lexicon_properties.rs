//! What holds for every text, and what the lexicon's definition promises.

use frieze::domain::lexicon;
use proptest::prelude::*;

/// Texts made of pieces that touch every rule: terms, cues, marks, scripts, broken code.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("React".to_owned()),
        Just("react to".to_owned()),
        Just("Spring Boot".to_owned()),
        Just(", Go or Rust".to_owned()),
        Just("built with ".to_owned()),
        Just("`useState`".to_owned()),
        Just("<div class=\"a\">".to_owned()),
        Just("OrderList.tsx".to_owned()),
        Just("submit()".to_owned()),
        Just("https://react.dev/x".to_owned()),
        Just("画面はReactで".to_owned()),
        Just("é".to_owned()),
        Just(". ".to_owned()),
        Just("\n- ".to_owned()),
        Just("((<..@://\u{200d}\u{301}".to_owned()),
        ".{0,12}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn hits_are_ordered_apart_and_on_character_boundaries(text in texts()) {
        let mut last = 0;
        for hit in lexicon::find(&text) {
            prop_assert!(hit.start >= last && hit.start < hit.end, "{hit:?} in {text:?}");
            prop_assert!(text.get(hit.start..hit.end).is_some(), "{hit:?} in {text:?}");
            prop_assert!(!hit.term.is_empty() && !hit.what.is_empty());
            last = hit.end;
        }
    }

    #[test]
    fn a_text_has_the_same_hits_whenever_it_is_asked_and_wherever_it_stands(text in texts()) {
        let alone = lexicon::find(&text);
        prop_assert_eq!(&alone, &lexicon::find(&text));
        let before = "A list of rooms.\n\n";
        let moved = lexicon::find(&format!("{before}{text}\n\nA list of rooms."));
        let shifted: Vec<_> = moved.into_iter().map(|mut hit| {
            hit.start -= before.len();
            hit.end -= before.len();
            hit
        }).collect();
        prop_assert_eq!(alone, shifted);
    }
}

/// One text and the spellings that are found in it.
fn check(text: &str, expected: &[&str]) {
    let hits = lexicon::find(text);
    let found: Vec<&str> = hits.iter().map(|hit| &text[hit.start..hit.end]).collect();
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn spellings() {
    check("React.js, reactjs and react-native", &["React.js", "reactjs", "react-native"]);
    check("PostgreSQL's index", &["PostgreSQL"]);
    check("a Node.js-based job", &["Node.js"]);
    check("a single-page\napplication", &["single-page\napplication"]);
    check("reactive expressions, a gopher, rusty springs, Javanese batik", &[]);
    check("see https://angular.dev/vue.js, www.postgresql.org, team@django.example", &[]);
    check("Useful, using, on Click, onto", &[]);
    check("call `useCart` in onSubmit", &["useCart", "onSubmit"]);
    check("a < b and b > c, <b>", &[]);
    check("item(s) and f(x)", &[]);
    check("管理画面はDjangoで、帳票はExcelで", &["Django"]);
    check("éReact Reacté", &[]);
}

#[test]
fn both_senses_in_one_text_are_told_apart() {
    check("Users react to a post. The post is a React component that reacts to taps.", &["React"]);
    check("Go back to the list; the list is served by a Go service.", &["Go"]);
    check("The rust on the hull is listed. The list is written in Rust.", &["Rust"]);
}

#[test]
fn the_definition_holds_terms_cues_and_the_revision_of_the_rules() {
    let definition = lexicon::definition();
    for part in ["lexicon rules ", "[a framework]", "Spring Boot", "strong: "] {
        assert!(definition.contains(part), "{part}");
    }
    assert!(!definition.contains('\r'), "line endings would change the digest between checkouts");
}

#[test]
fn nothing_to_find_in_nothing() {
    check("", &[]);
    check(" \n\t", &[]);
}
