//! Tests of revisions: answers and instructions about the same element.

use super::*;
use crate::brief;

const BRIEF: &str = "# Checkout\n\n## User Stories\n\n- As a customer I want to pay an order by card.\n\
    - As a clerk I want to see all orders.\n\n## Data\n\n- Order: number, total, date\n";

fn id() -> FeatureId {
    "checkout".parse().unwrap()
}

fn first() -> (Reading, Intent) {
    let reading = brief::read("brief.md", BRIEF.as_bytes()).unwrap();
    let intent = draft(&reading, &id());
    (reading, intent)
}

/// An answer to the first open question that has these words.
fn answer(design: &Intent, words: &str, text: &str) -> Answer {
    let question = design.open_questions.iter().find(|question| question.contains(words)).unwrap();
    Answer { question: question.clone(), text: text.to_owned() }
}

impl Feedback {
    /// Words about a design.
    pub fn of(words: &str, seen: &Intent) -> Self {
        Self { words: words.to_owned(), seen: Some(seen.clone()) }
    }
}

fn revised(answers: &[Answer], previous: &Intent, words: &str) -> Revision {
    revise(&first().0, answers, previous, &id(), &[Feedback::of(words, previous)])
}

const REFUSED: &str = "If the order is refused, the customer sees why. The order is kept.";

#[test]
fn an_answer_is_used_although_an_instruction_changes_the_same_flow() {
    let before = first().1;
    let answers =
        [answer(&before, "what happens when it fails", REFUSED), answer(&before, "benefit", "Less work")];
    let flow = before.user_flows[0].name.clone();
    let words = format!(
        "rename entity Order to Purchase; set actor of \"{flow}\" to Guest; rename flow \"{flow}\" to Paying"
    );
    let Revision { intent, not_applied, applied } = revised(&answers, &before, &words);
    assert_eq!(not_applied, []);
    assert_eq!(applied.len(), 3);
    let flow = &intent.user_flows[0];
    assert_eq!((flow.name.as_str(), flow.actor.as_str()), ("Paying", "Guest"));
    assert_eq!(flow.alternatives[0].condition, "the order is refused");
    // The answer's words name the entity as it was called then; the references follow it.
    assert_eq!(flow.alternatives[0].steps[0].entities, ["Purchase"]);
    assert!(answers.iter().all(|answer| !intent.open_questions.contains(&answer.question)));
}

#[test]
fn an_answer_is_used_after_a_rename_in_an_earlier_iteration() {
    let before = revised(&[], &first().1, "rename entity Order to Purchase").intent;
    let answers = [answer(&before, "what happens when it fails", REFUSED)];
    let Revision { intent, not_applied, .. } = revised(&answers, &before, "");
    assert_eq!(not_applied, []);
    assert_eq!(intent.user_flows[0].alternatives[0].steps[0].entities, ["Purchase"]);
    assert_eq!(intent.data_model.entities.len(), 1);
}

#[test]
fn an_answer_that_contradicts_the_design_is_reported_and_its_question_stays_open() {
    let design = first().1;
    let view = design.components[0].name.clone();
    let before = revised(&[], &design, &format!("add state error to \"{view}\": Nothing was paid")).intent;
    let states = format!("View {view}: what does it show");
    let answers = [
        answer(&before, &states, "empty: no orders; loading: a bar; error: try again"),
        answer(&before, "what happens when it fails", REFUSED),
    ];
    let Revision { intent, not_applied, .. } = revised(&answers, &before, "");
    let reported: Vec<&str> = not_applied.iter().map(|one| one.instruction.as_str()).collect();
    assert_eq!(reported, [answers[0].question.as_str()]);
    assert!(intent.open_questions.contains(&answers[0].question));
    assert_eq!(intent.components[0].states, before.components[0].states);
    assert_eq!(intent.user_flows[0].alternatives.len(), 1);
    assert!(!intent.open_questions.contains(&answers[1].question));
}

#[test]
fn an_answer_to_a_question_of_somebody_else_is_reported() {
    let before = revised(&[], &first().1, "add question \"Which cards are accepted?\"").intent;
    let answers = [answer(&before, "Which cards", "All of them")];
    let Revision { intent, not_applied, .. } =
        revised(&answers, &before, "answer \"Which cards are accepted?\": All of them");
    assert_eq!(not_applied.len(), 1);
    assert!(intent.open_questions.contains(&answers[0].question));
}

#[test]
fn a_revision_that_changes_nothing_keeps_the_version() {
    let before = first().1;
    assert_eq!(revised(&[], &before, "make it nicer").intent, before);
    assert_eq!(revised(&[], &before, "add goal \"Fewer carts are left\"").intent.version, "1.1.0");
}

/// Two rejections whose run is done again: the first answers a question and adds elements, the second counts in what came of it.
#[test]
fn words_done_again_mean_the_elements_that_their_author_saw() {
    let (reading, one) = first();
    let answers = [answer(&one, "what happens when it fails", REFUSED)];
    let words = format!(
        "answer 1: {REFUSED}\nadd screen \"Receipt\": Shows what was paid\nadd part \"Print\" to Receipt as control"
    );
    let number = one.open_questions.iter().position(|it| *it == answers[0].question).unwrap() + 1;
    let words = words.replace("answer 1", &format!("answer {number}"));
    let two = revised(&answers, &one, &words).intent;
    // The question after the answered one has its number now.
    let wanted = two.open_questions[number - 1].clone();
    let kept = two.open_questions[number].clone();
    let removed = two.components[0].id.clone();
    let later = format!("remove question {number}\nremove flow {}\nremove {removed}", two.user_flows[1].id);
    let feedback =
        [(words, &one), (later, &two)].map(|(words, seen)| Feedback { words, seen: Some(seen.clone()) });
    let wanted_of = |revision: &Revision| {
        let open = &revision.intent.open_questions;
        assert!(!open.contains(&wanted) && open.contains(&kept), "{open:?}");
        for applied in &revision.applied {
            for pointer in &applied.pointers {
                let intent = serde_json::to_value(&revision.intent).unwrap();
                let found = intent.pointer(pointer).unwrap_or_else(|| panic!("{pointer} of {applied:?}"));
                let name = found.get("name").and_then(serde_json::Value::as_str).unwrap();
                assert!(applied.instruction.contains(name), "{pointer} is {name}: {applied:?}");
            }
        }
    };
    // From the brief, and from the first design.
    wanted_of(&begin(&reading, &answers, &id(), &feedback));
    wanted_of(&revise(&reading, &answers, &one, &id(), &feedback));

    // An answer that is given again was used, by the words of its question or by its place in the design that its author saw.
    let states = answer(&one, "View Pay", "empty: no orders; loading: a bar; error: try again");
    let place = one.open_questions.iter().position(|it| *it == states.question).unwrap();
    for named in [format!("answer \"{}\"", states.question), format!("/openQuestions/{place} answer")] {
        let named = Feedback::of(&format!("{named}: {}", states.text), &one);
        assert_eq!(begin(&reading, std::slice::from_ref(&states), &id(), &[named]).not_applied, []);
    }

    // Another brief has other elements with these ids.
    let other = brief::read(
        "brief.md",
        BRIEF
            .replace("## User Stories\n\n", "## User Stories\n\n- As a cook I want to see the oven.\n")
            .as_bytes(),
    );
    let Revision { intent, not_applied, .. } = begin(&other.unwrap(), &answers, &id(), &feedback[1..]);
    let whys: Vec<&str> = not_applied.iter().map(|it| it.why.as_str()).collect();
    assert!(whys.iter().any(|why| why.contains("in the new draft")), "{whys:?}");
    assert!(intent.user_flows.iter().any(|flow| flow.name == two.user_flows[1].name), "{intent:?}");

    // Words about a design that is gone change nothing.
    let gone = [Feedback { words: "remove question 1".to_owned(), seen: None }];
    assert_eq!(begin(&reading, &[], &id(), &gone).not_applied[0].why, GONE);
}
