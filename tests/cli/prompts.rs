//! `frieze prompt`: what would be sent next, without a change on disk (promise P31).

use crate::cli_support::{CHECKOUT, Place};

const ITERATION: &str = "features/checkout/design/iterations/1";

#[test]
fn the_printed_prompt_is_the_one_that_a_run_sends() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let before = place.snapshot();
    let first = place.done(&["prompt", "checkout"]).out;
    assert!(first.contains("5 | ## Actors\n"), "{first}");
    place.stopped(1, "checkout has no design yet", &["prompt", "checkout", "--role", "critic"]);
    assert_eq!(place.snapshot(), before, "printing a prompt changed something");

    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    assert_eq!(first, place.read(&format!("{ITERATION}/generator-prompt-1.txt")));
    let before = place.snapshot();
    let critic = place.done(&["prompt", "checkout", "--role", "critic"]).out;
    assert_eq!(critic, place.read(&format!("{ITERATION}/critic-prompt-1.txt")));
    let next = place.done(&["prompt", "checkout", "--role", "generator"]).out;
    assert!(next.contains("=== PREVIOUS DESIGN, WHICH SCORED ") && next.contains("iteration 2;"), "{next}");
    assert_eq!(place.snapshot(), before, "printing a prompt changed something");
}

#[test]
fn without_a_next_prompt_the_reason_is_reported() {
    let place = Place::demo();
    place.stopped(1, "there is no feature nothing", &["prompt", "nothing"]);
    place.stopped(1, "did you mean checkout?", &["prompt", "chekcout"]);
    let said = place.stopped(1, "ideas has failed; it can't be run", &["prompt", "ideas"]);
    assert!(said.err.contains("frieze reset"), "{said:?}");
    assert!(place.done(&["prompt", "ideas", "--role", "critic"]).out.contains("=== DESIGN ===\n| {\n"));
    assert_eq!(place.run(&["prompt", "ideas", "--role", "previewer"]).code, 64);
    place.write("features/ideas/design/intent.json", "{}");
    place.stopped(1, "intent.json is not a valid intent", &["prompt", "ideas", "--role", "critic"]);
    // No run would start with these templates.
    place.write("templates/prompts/design-critic-v9.0.0.txt", "{{ brief }}");
    place.stopped(1, "you have not trusted it", &["prompt", "checkout"]);
}
