//! People: the words by which a brief speaks of those who use the product.

use super::words::{stem, words};
use crate::domain::brief::Brief;

/// Stems of the words by which a brief speaks of people.
pub(super) fn people(brief: &Brief) -> Vec<String> {
    const PEOPLE: &[&str] = &[
        "user",
        "member",
        "administrator",
        "admin",
        "customer",
        "visitor",
        "guest",
        "manager",
        "operator",
        "people",
        "person",
        "staff",
        "employee",
        "agent",
        "owner",
        "reviewer",
        "editor",
        "author",
        "player",
        "student",
        "teacher",
        "patient",
        "doctor",
        "clerk",
        "buyer",
        "seller",
        "shopper",
        "driver",
        "rider",
        "reader",
        "organizer",
        "organiser",
        "participant",
        "viewer",
        "client",
        "developer",
        "designer",
    ];
    let mut all: Vec<String> = PEOPLE.iter().map(|w| stem(w)).collect();
    let named = brief.actors.iter().take(40).map(|a| a.text.as_str());
    let told = brief.stories.iter().take(200).filter_map(|s| s.actor.as_deref());
    for name in named.chain(told) {
        if let Some(last) = words(&super::flow::actor_name(name)).last().map(|w| stem(w))
            && !all.contains(&last)
        {
            all.push(last);
        }
    }
    all
}
