//! `plan.md`: the steps of the frozen design, in their order.

use super::Sources;
use super::demands::Demands;
use super::page::{Page, listed};
use super::steps::steps;

pub fn produce(sources: &Sources<'_>) -> String {
    let Some(intent) = &sources.intent else {
        return Page::question(&sources.title, "What is planned? There is no frozen design.");
    };
    let demands = Demands::of(sources);
    let mut page = Page::new(&format!("Plan: {}", sources.title));
    page.paragraph(
        "Steps in order: entities, interfaces, views, flows. Each depends only on steps before it.",
    );
    page.heading(2, "Steps");
    for step in steps(intent) {
        page.heading(3, &format!("{} {}", step.id, step.title));
        page.item(0, &format!("Element: {}", step.pointer));
        let needs = if step.needs.is_empty() { "nothing".to_owned() } else { listed(&step.needs) };
        page.item(0, &format!("Depends on: {needs}"));
        page.item(0, &format!("Requirements: {}", demands.list(&step.serves)));
    }
    page.asking(demands.uncovered().chain(sources.open()))
}
