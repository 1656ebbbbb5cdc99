//! Properties of the hits in every text.

use frieze_rubric::lexicon;
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
    fn hits_are_ordered_disjoint_and_on_character_boundaries(text in texts()) {
        let mut last = 0;
        for hit in lexicon::find(&text) {
            prop_assert!(hit.start >= last && hit.start < hit.end, "{hit:?} in {text:?}");
            prop_assert!(text.get(hit.start..hit.end).is_some(), "{hit:?} in {text:?}");
            prop_assert!(!hit.term.is_empty() && !hit.what.is_empty());
            last = hit.end;
        }
    }

    #[test]
    fn a_text_has_the_same_hits_every_time_and_at_every_place(text in texts()) {
        // A name that is the whole text is a hit for that reason; within other text it may be a colour or a dish.
        prop_assume!(text.len() > 20);
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
fn both_senses_in_one_text_are_distinguished() {
    check("Users react to a post. The post is a React component that reacts to taps.", &["React"]);
    check("Go back to the list; the list is served by a Go service.", &["Go"]);
    check("The rust on the hull is listed. The list is written in Rust.", &["Rust"]);
}

/// Plain nouns and verbs of a design are no technology.
#[test]
fn the_words_of_a_design_are_its_own() {
    for text in [
        "The layout of the Canvas component is saved.",
        "Opens the entry in Agenda view.",
        "The enzyme test shows a result in ten minutes.",
        "The page asks members to react to a comment.",
        "The customer enters the code to go to the next step.",
        "The page lists images taken by electron microscopy.",
    ] {
        check(text, &[]);
    }
}

#[test]
fn spellings_of_programs() {
    check(
        "Rows come from UIStackView, BGTaskScheduler and OrderDto",
        &["UIStackView", "BGTaskScheduler", "OrderDto"],
    );
    check("InvoiceList, LineItem, PayPal and McDonald extend the list", &[]);
    check("Order extends BaseOrder", &["BaseOrder"]);
    check(
        "mark it `@Service` or @GetMapping, and ask @Maria or anna@Example.org",
        &["@Service", "@GetMapping"],
    );
    check("wrapped in `React.memo` or Vue.use(x)", &["React.memo", "Vue"]);
    check("see React.dev. Orders.next is no name", &[]);
}

#[test]
fn a_name_alone_and_one_that_works() {
    check("React", &["React"]);
    check("React component", &["React"]);
    check("Spring handles the request", &["Spring"]);
    check("Stored in Postgres", &["Postgres"]);
    for label in ["Go", "Swift", "Next", "Rust", "Express", "Spring", "react", "Unity"] {
        check(label, &[]);
    }
    check("Spring handles the busiest weekend", &[]);
}

#[test]
fn words_of_the_trade_in_a_design_for_developers() {
    check("The table lists each endpoint with its callback and its last migration.", &[]);
    check("The index page names every hook, promise and decorator of the project.", &[]);
}

/// Texts of many ambiguous words are judged from their beginning up to a limit; the rest may stay undecided.
#[test]
fn a_long_text_of_ambiguous_words_is_judged_from_its_beginning() {
    let text = format!("A React component. {}", "react. ".repeat(60_000));
    let hits = lexicon::find(&text);
    assert_eq!(hits.first().map(|hit| hit.start), Some(2));
}

#[test]
fn an_empty_text_has_no_hits() {
    check("", &[]);
    check(" \n\t", &[]);
}
