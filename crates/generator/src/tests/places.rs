//! Tests of views and the steps at them.

use super::*;

#[test]
fn screens_are_views_and_steps_are_at_the_screen_they_name() {
    let mut reading = reading();
    reading.screens.extend([screen("Cart page", 2), screen("Checkout", 3)]);
    reading.stories.push(story("Redeem", 5));
    reading.requirements.extend([
        criterion("when", "the shopper opens the cart page", "list the items", 8),
        criterion("when", "the shopper goes to the checkout", "ask for a code", 9),
        criterion("when", "the shopper enters a code", "deduct the balance", 10),
    ]);
    let design = draft(&reading);
    let names: Vec<&str> = design.components.iter().map(|part| part.name.as_str()).collect();
    assert!(names.starts_with(&["Cart page", "Checkout"]));
    let places: Vec<&str> = design.user_flows[0].steps.iter().map(|step| step.component.as_str()).collect();
    assert_eq!(places, ["C1", "C2", "C2"]);
}

#[test]
fn an_excluded_screen_is_not_a_view() {
    let mut reading = reading();
    reading.screens.push(screen("Reports page", 50));
    reading.exclusions.push(traced("The reports page", 50));
    assert!(draft(&reading).components.is_empty());
}

#[test]
fn without_screens_and_stories_there_is_one_view_with_the_title() {
    let mut reading = reading();
    reading.requirements.push(requirement("Gift cards can be sold.", 3));
    let design = draft(&reading);
    assert_eq!(design.components.len(), 1);
    assert_eq!(design.components[0].name, "Gift cards");
    assert_eq!(design.user_flows[0].steps[0].component, design.components[0].id);
}

#[test]
fn states_are_asked_for_and_answered_in_two_forms() {
    let mut reading = reading();
    reading.requirements.push(requirement("Gift cards can be sold.", 3));
    for text in [
        "empty: offers the first card; loading: grey rows; error: offers to call the shop",
        "Offers the first card. Grey rows. Offers to call the shop.",
    ] {
        let after = answered(&reading, "View Gift cards:", text);
        let states = &after.intent.components[0].states;
        assert!(states[0].to_lowercase().starts_with("empty: offers the first card"), "{states:?}");
        assert_eq!(states.len(), 3);
        assert!(states[2].starts_with("error: "));
    }
}
