//! Open questions and their answers: listed, kept next to the brief, read by the next iteration, named by FROZEN.md.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use crate::cli_support::{Place, Said};
use crate::gate_support::{PROMPT, Terminal, freeze};
use serde_json::Value;

const ANSWERS: &str = "features/checkout/answers.md";

fn questions(place: &Place) -> Vec<(u64, String, Option<String>)> {
    let listed: Value = serde_json::from_str(&place.done(&["answer", "checkout", "--json"]).out).unwrap();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let all = listed.as_array().unwrap().iter();
    all.map(|q| (q["number"].as_u64().unwrap(), text(&q["question"]).unwrap(), text(&q["answer"]))).collect()
}

#[test]
fn an_answer_is_saved_next_to_the_brief() {
    let place = Place::candidate();
    let asked = questions(&place);
    assert!(!asked.is_empty(), "the fixture asks something");
    let said = place.done(&["answer", "checkout", "1", "The", "clerk", "does it."]);
    assert!(said.out.contains("saved in features/checkout/answers.md"), "{said:?}");
    assert!(place.read(ANSWERS).contains(&format!("## {}\n\nThe clerk does it.\n", asked[0].1)));
    assert_eq!(questions(&place)[0].2.as_deref(), Some("The clerk does it."));
    // From standard input; it replaces the first.
    let said = place.run_with(b"The owner\ndoes it.\n", &["answer", "checkout", "1", "-"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(questions(&place)[0].2.as_deref(), Some("The owner\ndoes it."));
    // The candidate says that it was made without the answers.
    assert!(place.done(&["show", "checkout"]).out.contains("answers.md was changed"));
    place.stopped(1, "the answer is empty", &["answer", "checkout", "1", " "]);
    place.stopped(1, "there is no feature nobody", &["answer", "nobody"]);
    let refused = place.run(&["answer", "checkout", "999", "x"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("no open question 999"), "{refused:?}");
}

/// Answers with an editor that is this script.
fn edit(place: &Place, script: &str) -> Said {
    let path = place.home().join("editor");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    place.run_env(&[("EDITOR", path.to_str().unwrap())], &["answer", "checkout", "--edit"])
}

/// Somebody else approves while the answer is written.
#[test]
fn an_answer_to_a_design_that_was_frozen_meanwhile_is_refused() {
    let place = Place::candidate();
    let question = questions(&place)[0].1.clone();
    let feature = place.at("features/checkout");
    let (before, frozen) = (place.home().join("before"), place.home().join("frozen"));
    let copy = |from: &std::path::Path, to: &std::path::Path| {
        assert!(std::process::Command::new("cp").arg("-a").args([from, to]).status().unwrap().success());
    };
    copy(&feature, &before);
    freeze(&place, "checkout");
    std::fs::rename(&feature, &frozen).unwrap();
    copy(&before, &feature);
    let (feature, frozen) = (feature.display(), frozen.display());
    let approve = format!("rm -r {feature} && cp -a {frozen} {feature}");
    let answer = format!("cat > \"$1\" <<'END'\n## {question}\n\nThe clerk does it.\nEND");
    let said = edit(&place, &format!("{approve}\n{answer}"));
    said.complains(1, "checkout is frozen, with its answers");
    assert!(said.err.contains("The clerk does it."), "the words are not lost: {said:?}");
    assert!(!place.exists(ANSWERS));
    place.done(&["verify"]);
}

/// The editor has a copy, which is saved when it is closed.
#[test]
fn an_answer_that_was_saved_while_the_editor_was_open_is_not_replaced() {
    let place = Place::candidate();
    let asked = questions(&place);
    let file = |words: &str| format!("# Mine\n\n## {}\n\n{words}\n", asked[0].1);
    let edit = |script: String| edit(&place, &script);
    let writes = |words: &str| format!("cat > \"$1\" <<'END'\n{}END", file(words));
    assert_eq!(edit("true".to_owned()).out, "nothing was answered\n");
    assert!(!place.exists(ANSWERS), "a look at the questions writes nothing");
    assert_eq!(edit(writes("Mine.")).code, 0);
    assert_eq!(place.read(ANSWERS), file("Mine."), "all of the text is saved");
    let frieze = assert_cmd::cargo::cargo_bin!("frieze").display();
    let theirs = format!("{frieze} answer checkout 1 Theirs. >/dev/null\n");
    let said = edit(theirs + &writes("Mine again."));
    said.complains(1, "was changed elsewhere meanwhile, to “Theirs.”");
    assert!(said.err.contains("not saved: Mine again."), "{said:?}");
    assert_eq!(questions(&place)[0].2.as_deref(), Some("Theirs."));
    edit(writes("lost") + "\nexit 3").complains(1, "nothing was saved: ");
    assert_eq!(questions(&place)[0].2.as_deref(), Some("Theirs."));
}

#[test]
fn before_the_first_design_there_is_none_to_ask_about() {
    let place = Place::workspace();
    place.write("checkout.md", crate::cli_support::CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let said = place.done(&["answer", "checkout"]);
    assert!(said.out.contains("there is no design of checkout yet"), "{said:?}");
    assert!(said.out.contains("next: frieze run checkout"), "{said:?}");
    assert!(!said.out.contains("the design of checkout has"), "{said:?}");
    assert_eq!(place.done(&["answer", "checkout", "--json"]).out.trim(), "[]");
}

#[test]
fn a_freeze_names_the_answers_and_verify_checks_them() {
    let place = Place::candidate();
    place.done(&["answer", "checkout", "1", "The clerk does it."]);
    freeze(&place, "checkout");
    let marker = place.read("features/checkout/design/final/FROZEN.md");
    assert!(marker.contains("answersAtApprovalSha256: \""), "{marker}");
    place.done(&["verify"]);
    // Another answer would break the approval.
    place.stopped(
        1,
        "checkout is frozen, with its answers",
        &["answer", "checkout", "1", "The owner does it."],
    );
    place.stopped(1, "checkout is frozen, with its answers", &["answer", "checkout", "--edit"]);
    place.done(&["verify"]);
    let kept = place.read(ANSWERS);
    place.write(ANSWERS, kept.replace("clerk", "owner"));
    let said = place.run(&["verify"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.out.contains("answers.md was changed since the approval"), "{said:?}");
    place.write(ANSWERS, kept);
    place.done(&["verify"]);
}

/// The demo's wish list fails with questions, and becomes a candidate after the answers.
#[test]
fn answering_the_questions_of_a_wish_list_makes_it_a_candidate() {
    let place = Place::demo();
    assert_eq!(place.state("ideas"), "FAILED");
    let row = place.row("ideas");
    assert!(row["reason"].as_str().unwrap().contains("open questions: "), "{row}");
    for id in ["checkout", "refunds", "store-pickup", "loyalty", "gift-cards"] {
        assert_eq!(place.state(id), "CANDIDATE", "{id}");
    }
    let answers = [
        (
            "what is it, and who is it for?",
            "A collection of improvements to the shop, for shoppers and the admin.",
        ),
        ("who does this", "Shopper"),
        ("what is kept", "A wishlist has a name, an owner and a list of products."),
        (
            "what happens when it fails",
            "If the payment fails, the checkout shows the reason and keeps the cart.",
        ),
        (
            "what does it show while it is empty",
            "empty: There are no ideas yet; loading: The ideas are loading; error: The ideas cannot be shown",
        ),
        ("what is to be gained by it?", "Shoppers buy with fewer steps"),
        ("which benefit or result", "The shopper saves time"),
        ("manage everything", "The admin sees every order and can change it"),
        ("what is pressed or entered", "When the shopper presses Buy, the checkout asks for confirmation."),
        ("what is it for?", "It shows what the shopper can do with a wishlist."),
        ("before paying", "The order is paid once and the shopper sees its number"),
        ("Wishlist: what is it?", "A wishlist is what a shopper wants to buy later, shared with friends."),
    ];
    // The answers lead to new questions.
    for _ in 0..2 {
        let listed: Value = serde_json::from_str(&place.done(&["answer", "ideas", "--json"]).out).unwrap();
        for question in listed.as_array().unwrap() {
            let text = question["question"].as_str().unwrap();
            if let Some((_, answer)) = answers.iter().find(|(words, _)| text.contains(words)) {
                place.done(&["answer", "ideas", &question["number"].to_string(), answer]);
            }
        }
        if place.state("ideas") == "FAILED" {
            place.done(&["reset", "ideas"]);
        }
        place.run(&["run", "ideas"]);
    }
    assert_eq!(place.state("ideas"), "CANDIDATE", "{:?}", place.row("ideas"));
    // The untouched brief, and what the generator was given.
    assert_eq!(place.read("features/ideas/brief.md"), include_str!("../../assets/demo/ideas.md"));
    let design = place.read("features/ideas/design/intent.json");
    assert!(
        design.contains("\"Wishlist\"") && !design.contains("which fields does each thing have"),
        "{design}"
    );
}

/// A failed run says what to do about the answers: use them, or change those that cannot be used.
#[test]
fn a_failed_run_says_what_became_of_the_answers() {
    let place = Place::demo();
    let reason = |place: &Place| place.row("ideas")["reason"].as_str().unwrap().to_owned();
    let listed = |place: &Place| -> Value {
        serde_json::from_str(&place.done(&["answer", "ideas", "--json"]).out).unwrap()
    };
    let states = "what does it show while it is empty";
    let questions = listed(&place);
    for question in questions.as_array().unwrap() {
        assert!(!reason(&place).contains("all open questions are answered"));
        let number = question["number"].to_string();
        let is_of_states = question["question"].as_str().unwrap().contains(states);
        place.done(&["answer", "ideas", &number, if is_of_states { "nice ones" } else { "none" }]);
    }
    assert!(reason(&place).contains("all open questions are answered: `frieze reset ideas`"));
    place.done(&["reset", "ideas"]);
    place.run(&["run", "ideas"]);
    assert_eq!(place.state("ideas"), "FAILED");
    assert!(reason(&place).contains("1 answer could not be used: `frieze answer ideas` says why"));
    assert!(place.done(&["answer", "ideas"]).out.contains("not used: Write empty: "));
    // Another answer may be used.
    let questions = listed(&place);
    let one = questions.as_array().unwrap().iter().find(|one| one["unused"].is_string()).unwrap();
    assert!(one["question"].as_str().unwrap().contains(states), "{one}");
    place.done(&["answer", "ideas", &one["number"].to_string(), "empty: none; loading: grey; error: why"]);
    assert!(!reason(&place).contains("could not be used"));
}

/// The difference between two iterations includes their answers; each folder keeps its own copy.
#[test]
fn answers_are_part_of_the_difference_between_two_iterations() {
    let place = Place::candidate();
    let asked = questions(&place);
    place.done(&["answer", "checkout", "1", "The clerk does it."]);
    place.write("words.md", "Rename \"Cart\" to \"Basket\".\n");
    let mut reject = Terminal::start(&place, &["reject", "checkout", "--feedback", "words.md"]);
    reject.wait_for(PROMPT).send("checkout\r");
    let (code, said) = reject.end();
    assert_eq!(code, 0, "{said}");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    assert!(place.read("features/checkout/design/iterations/2/answers.md").contains("The clerk does it."));
    let said = place.done(&["diff", "checkout", "1..2"]).out;
    assert!(said.contains("+ The clerk does it."), "{said}");
    let json = place.json(&["diff", "checkout", "1..2", "--json"]);
    let question = asked[0].1.as_str();
    let expected = serde_json::json!([{ "question": question, "old": null, "new": "The clerk does it." }]);
    assert_eq!(json["answers"], expected);
    assert_eq!(place.json(&["diff", "checkout", "2..2", "--json"])["answers"], serde_json::json!([]));
}

/// The first iteration of a run is compared with the last one of the run before, as on the screen.
#[test]
fn a_first_iteration_is_compared_with_the_run_before() {
    let place = Place::candidate();
    place.done(&["new", "again", "--brief", "checkout.md"]);
    place.run(&["run", "again", "--set", "threshold=95", "--set", "maxIterations=1"]);
    assert_eq!(place.state("again"), "FAILED");
    place.stopped(1, "again has no two iterations", &["diff", "again"]);
    place.done(&["reset", "again"]);
    assert_eq!(place.run(&["run", "again"]).code, 3);
    let run = place.run(&["diff", "again"]);
    assert!(run.code == 0 && run.err.contains("compared with iterations/1, of an earlier run"), "{run:?}");
}

/// Answers from before a run are part of its first prompt.
#[test]
fn the_first_iteration_reads_the_answers() {
    let place = Place::candidate();
    place.done(&["new", "again", "--brief", "checkout.md"]);
    let answers = "features/again/answers.md";
    place.write(answers, "## Who pays?\n\nThe shopper pays with a card.\n");
    assert_eq!(place.run(&["run", "again"]).code, 3);
    let folder = "features/again/design/iterations/1";
    assert!(place.read(&format!("{folder}/generator-prompt-1.txt")).contains("pays with a card"));
    assert_eq!(place.read(&format!("{folder}/answers.md")), place.read(answers));
}
