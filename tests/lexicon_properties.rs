//! What holds for every text, and what the lexicon's definition promises.

use frieze::domain::digest::Digest;
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
        // A name that is the whole text is a finding for that; among other text it may be a colour or a dish.
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

/// Texts of many ambiguous words are judged from their beginning on; the rest may stay undecided.
#[test]
fn a_long_text_of_ambiguous_words_is_answered_from_its_beginning() {
    let text = format!("A React component. {}", "react. ".repeat(60_000));
    let hits = lexicon::find(&text);
    assert_eq!(hits.first().map(|hit| hit.start), Some(2));
}

/// The rules have a number that pins them; a changed rule under an old number would make the pin a lie.
///
/// When this fails and results may have changed: raise `REVISION` in `sense.rs` and append a line to
/// `revisions.txt`. A line that is there already is never edited.
#[test]
fn rules_change_only_with_their_revision() {
    let sources = [
        include_str!("../src/domain/lexicon/mod.rs"),
        include_str!("../src/domain/lexicon/around.rs"),
        include_str!("../src/domain/lexicon/coded.rs"),
        include_str!("../src/domain/lexicon/company.rs"),
        include_str!("../src/domain/lexicon/cues.rs"),
        include_str!("../src/domain/lexicon/frame.rs"),
        include_str!("../src/domain/lexicon/inflected.rs"),
        include_str!("../src/domain/lexicon/offered.rs"),
        include_str!("../src/domain/lexicon/sense.rs"),
        include_str!("../src/domain/lexicon/shape.rs"),
        include_str!("../src/domain/lexicon/small.rs"),
        include_str!("../src/domain/lexicon/terms.rs"),
        include_str!("../src/domain/lexicon/unknown.rs"),
        include_str!("../src/domain/lexicon/web.rs"),
    ];
    let code = |source: &str| {
        let rules = source.split("#[cfg(test)]").next().unwrap_or("").to_owned();
        let lines = rules.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("//"));
        lines.map(|l| format!("{l}\n")).collect::<String>()
    };
    let rules: String = sources.map(code).concat();
    let digest = Digest::of(rules.as_bytes()).to_string();
    let modules = sources[0].lines().filter(|l| l.starts_with("mod ")).count();
    assert_eq!(modules + 1, sources.len(), "a module of the lexicon is not in the digest");

    let known: Vec<(u32, &str)> = include_str!("fixtures/lexicon/revisions.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(number, digest)| Some((number.parse().ok()?, digest)))
        .collect();
    assert!(known.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 != w[1].1), "revisions only rise");
    let (number, pinned) = known.last().unwrap();
    let header = lexicon::definition().lines().next().map(str::to_owned);
    assert_eq!(header, Some(format!("lexicon rules {number}")), "the newest line is for another revision");
    assert_eq!(*pinned, digest, "the rules changed: raise REVISION and append a line");
}

#[test]
fn nothing_to_find_in_nothing() {
    check("", &[]);
    check(" \n\t", &[]);
}
