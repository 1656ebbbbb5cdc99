//! Tests of flows from stories, sections and criteria.

use super::*;

#[test]
fn a_story_is_a_flow_with_its_actor_and_goal() {
    let mut reading = reading();
    reading.stories.push(story("Redeem a gift card", 5));
    reading.requirements.push(criterion("when", "the shopper enters a code", "deduct the balance", 8));
    let design = draft(&reading);
    let flow = &design.user_flows[0];
    assert_eq!((flow.name.as_str(), flow.actor.as_str()), ("Redeem a gift card", "shopper"));
    assert_eq!(flow.goal.as_deref(), Some("a present is worth its money"));
    assert_eq!(flow.steps[0].action, "the shopper enters a code");
    assert_eq!(flow.steps[0].outcome.as_deref(), Some("deduct the balance"));
    assert_eq!(flow.satisfies, ["R1"]);
    assert_eq!(design.components[0].name, "Redeem a gift card");
    assert!(!asks(&design, "who does this, which role or system?"));
}

#[test]
fn criteria_with_if_are_alternatives_and_with_while_interactions() {
    let mut reading = reading();
    reading.stories.push(story("Redeem", 5));
    reading.requirements.extend([
        criterion("when", "the shopper enters a code", "deduct the balance", 8),
        criterion("if", "the card has expired", "refuse the code", 9),
        criterion("while", "the code is checked", "show a spinner", 10),
    ]);
    let design = draft(&reading);
    let flow = &design.user_flows[0];
    assert_eq!(flow.steps.len(), 1);
    assert_eq!(flow.alternatives[0].condition, "the card has expired");
    assert_eq!(flow.alternatives[0].at, flow.steps[0].id);
    assert_eq!(flow.alternatives[0].steps[0].action, "refuse the code");
    assert_eq!(design.interactions[0].trigger, "the code is checked");
    assert_eq!(design.interactions[0].satisfies, ["R3"]);
    assert!(!asks(&design, "when it fails"));
}

#[test]
fn later_scenarios_that_fail_are_alternatives() {
    let mut reading = reading();
    let mut own = story("Redeem", 5);
    own.scenarios.extend([
        scenario("a card with 20 euros", "the shopper enters its code", "the total is lower", 8),
        scenario("a card without money", "the shopper enters its code", "the total stays", 9),
        scenario("", "the shopper enters a wrong code", "the code is rejected", 10),
        scenario("", "the shopper pays the rest", "a receipt is sent", 11),
    ]);
    reading.stories.push(own);
    let flow = &draft(&reading).user_flows[0];
    let actions: Vec<&str> = flow.steps.iter().map(|step| step.action.as_str()).collect();
    assert_eq!(actions, ["a card with 20 euros, the shopper enters its code", "the shopper pays the rest"]);
    let conditions: Vec<&str> = flow.alternatives.iter().map(|one| one.condition.as_str()).collect();
    assert_eq!(conditions, ["a card without money", "the shopper enters a wrong code"]);
}

#[test]
fn a_criterion_that_is_a_scenario_is_drafted_once() {
    let mut reading = reading();
    let mut own = story("Redeem", 5);
    own.scenarios.push(scenario("", "the shopper enters a code", "the total is lower", 8));
    reading.stories.push(own);
    reading.requirements.push(criterion("when", "the shopper enters a code", "the total is lower", 8));
    let flow = &draft(&reading).user_flows[0];
    assert_eq!((flow.steps.len(), flow.satisfies.len()), (1, 1));
}

#[test]
fn without_stories_a_section_is_a_flow_whose_actor_is_asked_for() {
    let mut reading = reading();
    reading
        .requirements
        .extend([requirement("Gift cards can be sold.", 3), requirement("Gift cards can be posted.", 4)]);
    let design = draft(&reading);
    let flow = &design.user_flows[0];
    assert_eq!((flow.name.as_str(), flow.actor.as_str(), flow.steps.len()), ("Requirements", "", 2));
    assert_eq!(flow.satisfies, ["R1", "R2"]);
    assert!(
        design
            .open_questions
            .contains(&"Section \"Requirements\" (line 3): who does this, which role or system?".to_owned())
    );
    let after = answered(&reading, "who does this, which role or system?", "The shop keeper").intent;
    assert_eq!(after.user_flows[0].actor, "shop keeper");
}

#[test]
fn a_requirement_outside_of_stories_is_a_step_of_its_section() {
    let mut reading = reading();
    reading.stories.push(story("Redeem", 5));
    reading.requirements.extend([
        criterion(
            "when",
            "the shopper enters the code of a gift card",
            "deduct the balance from the total",
            8,
        ),
        requirement("The balance of a gift card must be deducted from the total.", 20),
        requirement("Invoices are printed in duplicate.", 21),
    ]);
    let design = draft(&reading);
    assert_eq!(design.user_flows[0].satisfies, ["R1"]);
    assert_eq!(design.user_flows[1].satisfies, ["R2", "R3"]);
}

#[test]
fn reactions_outside_of_stories_are_interactions() {
    let mut reading = reading();
    reading.stories.push(story("Redeem", 5));
    let outside = |one: Requirement| Requirement { story: None, ..one };
    let mut expired = outside(criterion("if", "the code of a gift card has expired", "refuse it", 20));
    expired.text = "If the code of a gift card has expired, the checkout shall refuse it.".to_owned();
    reading.requirements.extend([
        criterion("when", "the shopper enters the code of a gift card", "deduct the balance", 8),
        expired,
        outside(criterion("when", "the printer is out of paper", "ring a bell", 21)),
    ]);
    let design = draft(&reading);
    assert_eq!(design.user_flows[0].satisfies, ["R1"]);
    assert_eq!(design.interactions[0].trigger, "the code of a gift card has expired");
    assert_eq!(design.interactions[0].satisfies, ["R2"]);
    assert_eq!(design.interactions[1].satisfies, ["R3"]);
}

#[test]
fn rules_are_components_and_not_steps() {
    let mut reading = reading();
    reading.requirements.push(requirement("Gift cards can be sold.", 3));
    let never = requirement("Card numbers must not be stored.", 4);
    reading.requirements.push(Requirement { is_prohibition: true, heading: "Privacy".to_owned(), ..never });
    let design = draft(&reading);
    assert_eq!(design.user_flows[0].steps.len(), 1);
    let rules = &design.components[1];
    assert_eq!((rules.name.as_str(), rules.satisfies.as_slice()), ("Privacy", &["R2".to_owned()][..]));
    assert!(design.components[0].children.contains(&rules.id));
}

/// The document's own headings (`Acceptance Criteria`, a story, `Success Criteria`) are no parts.
#[test]
fn rules_without_a_heading_of_their_own_belong_to_their_view() {
    let mut reading = reading();
    reading.stories.extend([story("Redeem", 5), story("Sell", 12)]);
    let rule = |text, line, story| {
        let heading = String::new();
        Requirement { is_prohibition: true, heading, story, ..requirement(text, line) }
    };
    let sold = criterion("when", "the keeper scans a card", "open the till", 13);
    reading.requirements.extend([
        criterion("when", "the shopper enters a code", "deduct the balance", 8),
        Requirement { story: Some(1), ..sold },
        rule("A card must not be sold twice.", 14, Some(1)),
        rule("Codes must not be stored.", 30, None),
        Requirement { heading: String::new(), ..requirement("Invoices are printed in duplicate.", 31) },
        Requirement {
            topic: Some(Topic::Overview),
            heading: String::new(),
            ..requirement("The shop must open at nine.", 3)
        },
    ]);
    let design = draft(&reading);
    let named: Vec<(&str, Vec<&str>)> = design
        .components
        .iter()
        .map(|part| (part.name.as_str(), part.satisfies.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(named, [("Redeem", vec![]), ("Sell", vec!["R3"]), ("Gift cards", vec!["R4", "R6"])]);
    let flows: Vec<&str> = design.user_flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(flows, ["Redeem", "Sell", "Gift cards"]);
}

#[test]
fn the_first_case_of_an_action_is_the_main_flow() {
    let mut reading = reading();
    let mut own = story("Sell", 5);
    own.scenarios.extend([
        scenario("an open till", "the keeper opens the shop", "a sale is opened", 8),
        scenario("no open till", "the keeper opens the shop", "no sale is opened", 9),
    ]);
    reading.stories.push(own);
    let flow = &draft(&reading).user_flows[0];
    assert_eq!(flow.steps[0].outcome.as_deref(), Some("a sale is opened"));
    assert_eq!(flow.alternatives[0].condition, "no open till");
    assert_eq!((flow.steps.len(), flow.alternatives.len()), (1, 1));
}

#[test]
fn edge_cases_and_questions_stay_open_until_they_are_answered() {
    let mut reading = reading();
    reading.stories.push(story("Redeem", 5));
    reading.edge_cases.push(traced("What happens when the card has expired?", 30));
    reading.questions.push(traced("Who pays the postage?", 40));
    let design = draft(&reading);
    assert!(asks(&design, "Edge case (line 30): What happens when the card has expired?"));
    assert!(asks(&design, "Open question (line 40): Who pays the postage?"));
    let after = answered(&reading, "Edge case", "The code is refused. The total stays as it was.").intent;
    let alternative = &after.user_flows[0].alternatives[0];
    assert_eq!(alternative.condition, "What happens when the card has expired");
    assert_eq!(alternative.steps[0].action, "The code is refused");
    assert_eq!(alternative.steps[0].outcome.as_deref(), Some("The total stays as it was"));
}

/// With several flows, the answer or the case names the flow; otherwise the answer is an interaction.
#[test]
fn an_answer_to_an_edge_case_need_not_name_a_flow() {
    for (case, answer, flow) in [
        ("What happens when the card has expired?", "The code is refused.", None),
        ("What happens when the card has expired?", "Then Sell refuses the code.", Some(1)),
        ("What happens when Sell finds an expired card?", "The code is refused.", Some(1)),
        ("What happens when Sell finds an expired card?", "Redeem refuses the code.", Some(0)),
    ] {
        let mut reading = reading();
        reading.stories.extend([story("Redeem", 5), story("Sell", 9)]);
        reading.edge_cases.push(traced(case, 30));
        let Skeleton { intent, .. } = answered(&reading, "Edge case", answer);
        let conditions = |at: usize| intent.user_flows[at].alternatives.iter().map(|one| &one.condition);
        let found = (0..2).find(|at| conditions(*at).any(|condition| case.starts_with(condition.as_str())));
        assert_eq!(found, flow, "{case} {answer}");
        let responses: Vec<&str> = intent.interactions.iter().map(|one| one.response.as_str()).collect();
        assert_eq!(responses.contains(&answer), flow.is_none(), "{case} {answer}: {responses:?}");
        assert!(!asks(&intent, "Edge case"), "{case} {answer}");
    }
}

#[test]
fn an_edge_case_with_an_answer_in_the_brief_is_an_exception() {
    let mut reading = reading();
    reading.stories.push(story("Redeem", 5));
    reading.requirements.push(criterion("when", "the shopper enters a code", "deduct the balance", 8));
    reading
        .requirements
        .push(requirement("What happens when the card is lost? The keeper must block it.", 30));
    reading.edge_cases.push(traced("What happens when the card is lost? The keeper must block it.", 30));
    reading.edge_cases.push(traced("Expired card → the code is refused", 31));
    let design = draft(&reading);
    assert_eq!(design.user_flows.len(), 1);
    let flow = &design.user_flows[0];
    let conditions: Vec<&str> = flow.alternatives.iter().map(|one| one.condition.as_str()).collect();
    assert_eq!(conditions, ["What happens when the card is lost", "Expired card"]);
    assert_eq!(flow.alternatives[0].steps[0].action, "The keeper must block it.");
    assert_eq!(flow.satisfies, ["R1", "R2"]);
    assert!(!asks(&design, "Edge case"));
}

/// The work is linear: 20,000 requirements in 200 stories, with as many screens and entities.
#[test]
fn a_long_document_is_drafted() {
    let mut reading = reading();
    for number in 0..200_u32 {
        reading.stories.push(story(&format!("Story {number}"), number));
        reading.screens.push(screen(&format!("Page {number}"), number));
        reading.entities.push(entity(&format!("Thing {number}"), &[("code", "")]));
    }
    for number in 0..20_000_usize {
        let text =
            format!("the shopper opens page {} with thing {} and code {number}", number % 200, number % 199);
        let story = (number % 2 == 0).then_some(number % 200);
        reading.requirements.push(Requirement { story, ..criterion("when", &text, "show it", 8) });
    }
    let design = draft(&reading);
    assert_eq!(design.requirements.len(), 20_000);
    assert!(design.user_flows.len() >= 100);
}
