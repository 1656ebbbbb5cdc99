//! Tests of the lookup by name.

use crate::{Understood, apply, apply_to_draft};

use super::sample::shop;

fn why(feedback: &str) -> String {
    let mut design = shop();
    let read = apply(&mut design, feedback);
    assert_eq!(design, shop(), "{feedback}");
    read[0].not_understood[0].1.clone()
}

#[test]
fn an_element_is_found_by_many_names() {
    for name in [
        "total of Order",
        "field total of Order",
        "Total",
        "the field \"total\"",
        "attribute total of entity order",
        "/dataModel/entities/0/attributes/1",
        "total of order",
    ] {
        let mut design = shop();
        let read = apply(&mut design, &format!("rename {name} to amount"));
        assert!(read[0].is_understood(), "{name}: {read:?}");
        assert_eq!(design.data_model.entities[0].attributes[1].name, "amount", "{name}");
    }
    let mut design = shop();
    let read = apply(&mut design, "set outcome of step 2 of Checkout: Paid; set text of goal 1: Again");
    assert!(read[0].is_understood(), "{read:?}");
    assert_eq!(design.user_flows[0].steps[1].outcome.as_deref(), Some("Paid"));
}

#[test]
fn unclear_and_unknown_names_change_nothing() {
    assert_eq!(why("remove Paymant"), "No element is named “Paymant” (the nearest is the screen “Payment”).");
    assert_eq!(why("remove Carts"), "No element is named “Carts” (the nearest is the screen “Cart”).");
    assert_eq!(why("remove Zebra"), "No element is named “Zebra”.");
    assert_eq!(why("remove feild of Order"), "No element is named “feild” of the entity “Order”.");
    let mut design = shop();
    design.components[2].name = "Order".to_owned();
    let before = design.clone();
    let read = apply(&mut design, "remove Order");
    assert_eq!(
        read[0].not_understood[0].1,
        "“Order” is the name of 2 elements: part “Order” (/components/2), entity “Order” (/dataModel/entities/0). Say which."
    );
    assert_eq!(design, before);
    assert!(apply(&mut design, "rename entity Order to Sale")[0].is_understood());
    assert!(apply(&mut design, "remove control Order")[0].is_understood());
}

#[test]
fn words_of_the_form_in_a_name_need_quotes() {
    assert_eq!(why("rename Cart to back to shop"), "“to” occurs twice: put names that have it in quotes.");
    assert_eq!(why("rename Cart to"), "Nothing follows “to”.");
    let mut design = shop();
    assert!(apply(&mut design, "rename Cart to \"back to shop\"")[0].is_understood());
    assert!(apply(&mut design, "rename 'back to shop' to the customer's basket")[0].is_understood());
    assert_eq!(design.components[0].name, "the customer's basket");
}

/// Words after a quoted name are no part of it, and nobody knows what they should be.
#[test]
fn words_after_a_quoted_name_are_not_understood() {
    for line in [
        "Add a screen \"Recover account\" where the user asks an administrator for help.",
        "rename Cart to \"Ledger\" because it is shorter",
    ] {
        let mut design = shop();
        let read = apply(&mut design, line);
        assert!(read[0].not_understood[0].1.contains("More words follow the name"), "{read:?}");
        assert_eq!(design, shop(), "{line}");
    }
    let mut design = shop();
    let read = apply(&mut design, "add screen \"Recover account\": The user asks an administrator for help.");
    assert!(
        read[0].is_understood() && design.components.last().unwrap().name == "Recover account",
        "{read:?}"
    );
}

/// Quotation marks in a name pair with each other, and those around it are the outer ones.
#[test]
fn a_name_may_contain_quotation_marks() {
    for question in [
        "What does \"done\" mean?",
        "\"Done\" (or \"closed\"): who says so?",
        "What is \"done\"",
        "Which “gift card” is meant; which 'voucher' isn't?",
        "Is the 5\" screen enough?",
    ] {
        let mut design = shop();
        design.open_questions = vec!["Who pays?".to_owned(), question.to_owned()];
        for (open, close) in [("\"", "\""), ("“", "”"), ("'", "'"), ("«", "»")] {
            // A single quote that is no pair needs another kind of quotes around it.
            if question.contains("5\"") && open == "\"" {
                continue;
            }
            let named = format!("question {open}{question}{close}");
            let read = apply(&mut design.clone(), &format!("answer {named}: All of it; and more"));
            let [answer] = read[0].answers.as_slice() else { panic!("{named}: {read:?}") };
            assert_eq!((answer.question.as_str(), answer.text.as_str()), (question, "All of it; and more"));
            let mut changed = design.clone();
            let read = apply(&mut changed, &format!("remove {named}; remove goal 1"));
            assert!(read[0].is_understood(), "{named}: {read:?}");
            assert_eq!((changed.open_questions.len(), changed.goals.len()), (1, 1), "{named}");
        }
    }
    // Quotes that do not pair end at the first one, and lines full of them are read in one pass.
    let mut design = shop();
    assert!(apply(&mut design, "rename Cart to 'Rock 'n roll'")[0].is_understood());
    assert_eq!(design.components[0].name, "Rock 'n roll");
    let many = format!("rename Cart to {}", "\"a \"b\" ".repeat(20_000));
    assert!(!apply(&mut design, &many)[0].is_understood());
}

/// A new draft does not ask what was answered: the author's question is that of the design that the author saw.
#[test]
fn an_answer_means_the_question_that_its_author_saw() {
    let seen = shop();
    let [gift, cancel] = [0, 1].map(|at: usize| seen.open_questions[at].clone());
    for words in [
        "/openQuestions/0 answer: A code".to_owned(),
        format!("/openQuestions/0 ({gift}): answer: A code"),
        "answer /openQuestions/0: A code".to_owned(),
        "answer question 1: A code".to_owned(),
        format!("answer question \"{gift}\": A code"),
        format!("answer '{gift}': A code"),
    ] {
        for open in [vec![cancel.clone()], vec![cancel.clone(), gift.clone()], Vec::new()] {
            let mut draft = shop();
            draft.open_questions.clone_from(&open);
            let read = apply_to_draft(&seen, &mut draft, &words);
            assert!(read.iter().all(Understood::is_understood), "{words} {open:?}: {read:?}");
            let answer = &read[0].answers[0];
            assert_eq!(
                (answer.question.as_str(), answer.pointer.as_str()),
                (gift.as_str(), "/openQuestions/0")
            );
        }
    }
    let mut draft = shop();
    let read = apply_to_draft(&seen, &mut draft, "/openQuestions/7 answer: A code");
    assert_eq!(read[0].not_understood[0].1, "The design has nothing at /openQuestions/7.");
}
