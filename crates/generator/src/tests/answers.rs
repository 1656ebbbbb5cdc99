//! Tests of answers: their effect on the design and on the questions.

use super::*;

fn wishes() -> Reading {
    let mut reading = reading();
    reading
        .requirements
        .extend([requirement("Gift cards can be sold.", 3), requirement("Gift cards can be posted.", 4)]);
    let fast = requirement("The page opens fast.", 9);
    reading.requirements.push(Requirement {
        topic: Some(Topic::Quality),
        heading: "Quality".to_owned(),
        ..fast
    });
    reading
}

#[test]
fn answering_one_question_does_not_change_the_others() {
    let reading = wishes();
    let before = draft(&reading).open_questions;
    for question in &before {
        let answer = Answer { question: question.clone(), text: "not needed".to_owned() };
        let after = skeleton(&reading, &[answer], "gift-cards").intent.open_questions;
        let others: Vec<&String> = before.iter().filter(|open| *open != question).collect();
        assert_eq!(after.iter().collect::<Vec<_>>(), others, "{question}");
    }
}

#[test]
fn out_of_scope_excludes_a_requirement_and_keeps_the_other_ids() {
    for said in ["out of scope", "It's out of scope.", "It is out of scope."] {
        let after = answered(&wishes(), "R2 (line 4)", said).intent;
        let ids: Vec<&str> = after.requirements.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["R1", "R3"], "{said}");
        assert_eq!(after.user_flows[0].steps.len(), 1, "{said}");
    }
}

#[test]
fn out_of_scope_excludes_a_story_with_its_criteria() {
    let mut reading = wishes();
    reading.stories.push(story("Redeem", 5));
    reading.requirements.push(criterion("when", "the shopper enters a code", "deduct the balance", 8));
    let after = answered(&reading, "Story \"Redeem\" (line 5): what happens", "Out of scope.").intent;
    assert!(after.requirements.iter().all(|one| one.id != "R4"));
    assert!(after.user_flows.iter().all(|flow| flow.name != "Redeem"));
}

#[test]
fn an_answer_in_no_plain_form_is_reported_and_its_question_stays_open() {
    let after = answered(&wishes(), "what happens when it fails", "I do not know");
    assert_eq!(after.unclear.len(), 1);
    assert!(asks(&after.intent, "what happens when it fails"));
}

#[test]
fn a_failure_becomes_an_alternative() {
    let text = "If the printer is out of paper, the keeper writes the code by hand. The card is sold.";
    let after = answered(&wishes(), "what happens when it fails", text).intent;
    let alternative = &after.user_flows[0].alternatives[0];
    assert_eq!(alternative.condition, "the printer is out of paper");
    assert_eq!(alternative.steps[0].action, "the keeper writes the code by hand");
    assert_eq!(alternative.steps[0].outcome.as_deref(), Some("The card is sold"));
}

#[test]
fn a_measure_is_kept_with_the_quality() {
    let after = answered(&wishes(), "R3 (line 9)", "It opens within 2 seconds.").intent;
    let rules = after.components.iter().find(|part| part.satisfies == ["R3"]);
    assert!(rules.is_some_and(|rules| rules.description.contains("within 2 seconds")));
    let vague = answered(&wishes(), "R3 (line 9)", "very fast");
    assert_eq!(vague.unclear.len(), 1);
}

#[test]
fn an_answer_to_no_question_changes_nothing() {
    let answer = Answer { question: "Who?".to_owned(), text: "Nobody".to_owned() };
    let reading = wishes();
    assert_eq!(skeleton(&reading, &[answer], "gift-cards"), skeleton(&reading, &[], "gift-cards"));
}

#[test]
fn a_long_quote_in_a_question_ends_between_words_and_is_marked() {
    let mut reading = wishes();
    reading.requirements[2].text = format!("The page opens {}fast.", "very ".repeat(60));
    let open = draft(&reading).open_questions;
    let asked = open.iter().find(|question| question.contains("how is it measured?")).unwrap();
    assert!(asked.ends_with(" very very…\""), "{asked}");
}

/// None waits unseen for the answers to others.
#[test]
fn all_questions_are_asked() {
    let mut reading = reading();
    for line in 1..200 {
        reading.stories.push(Story { actor: None, ..story(&format!("Story {line}"), line) });
    }
    let open = draft(&reading).open_questions;
    let actors = open.iter().filter(|question| question.contains("who does this")).count();
    assert_eq!(actors, 199);
    assert!(open[1].contains("who does this, which role or system?"), "{open:#?}");
}

#[test]
fn interactions_and_meanings_are_asked_for_and_answered() {
    let text = "When the keeper scans a card, the balance is shown.";
    let after = answered(&wishes(), "Interactions of", text).intent;
    let interaction = &after.interactions[0];
    assert_eq!(interaction.trigger, "the keeper scans a card");
    assert_eq!(interaction.response, "the balance is shown");
    let after =
        answered(&wishes(), "View Gift cards: what is it for?", "It lists the cards that were sold.").intent;
    assert_eq!(after.components[0].description, "It lists the cards that were sold.");
}

/// An answer can make another question unnecessary. The answer to that one is used all the same.
#[test]
fn no_answer_takes_the_place_of_another() {
    let mut reading = wishes();
    reading.stories.extend([story("Redeem", 5), story("Sell", 7)]);
    reading.edge_cases.push(traced("Two clerks edit one card", 20));
    reading.entities.push(entity("Receipt", &[("number", "text")]));
    reading.screens.extend([screen("Till", 30), screen("Archive", 31)]);
    let form = |at: usize, question: &str| {
        let text = match question {
            _ if question.contains("which view shows it") => "Archive".to_owned(),
            _ if question.contains("empty, while it loads") => {
                format!("empty: m{at}; loading: x; error: y")
            }
            _ if question.contains("fails") || question.starts_with("Interactions") => {
                format!("If m{at} comes, the receipt is printed.")
            }
            _ if question.contains("how is it measured") => format!("m{at} in 2 seconds"),
            _ => format!("m{at}"),
        };
        Answer { question: question.to_owned(), text }
    };
    let open = draft(&reading).open_questions;
    let answers: Vec<Answer> = open.iter().enumerate().map(|(at, question)| form(at, question)).collect();
    let after = skeleton(&reading, &answers, "gift-cards");
    assert_eq!(after.unclear, []);
    let design = format!("{:?}", after.intent);
    for (at, answer) in answers.iter().enumerate().filter(|(_, one)| one.text != "Archive") {
        let is_used = design.contains(&format!("m{at}\"")) || design.contains(&format!("m{at} "));
        assert!(is_used, "{answer:?}\n{:#?}", after.intent);
    }
    let archive = after.intent.components.iter().find(|part| part.name == "Archive").unwrap();
    assert!(archive.entities.contains(&"Receipt".to_owned()));
}
