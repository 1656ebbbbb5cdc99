//! Elements that are the same thing twice. Told by the set of their content words, so that a new id, another
//! order of words, or a word added to a longer text does not hide a copy. Linear: a set is known by the sum of
//! its words' keys, and a set with a word taken out by one subtraction.

use std::collections::HashMap;

use super::tally::Tally;
use super::words::{self, Key};
use crate::domain::intent::{Component, Entity, Intent, Interaction};

const CHECK: &str = "coherence/duplicate";

pub(super) fn judge(intent: &Intent, tally: &mut Tally) {
    ids(intent, tally);
    let mut requirementless = Sets::default();
    for (i, goal) in intent.goals.iter().enumerate() {
        if let Some(first) = requirementless.meets(i, &words::content_of(&[goal]), 2) {
            told(tally, format!("/goals/{i}"), "Goal", &format!("/goals/{first}"));
        }
    }
    flows(intent, tally);
    components(&intent.components, tally);
    entities(&intent.data_model.entities, tally);
    interactions(&intent.interactions, tally);
    let mut questions = Sets::default();
    for (i, question) in intent.open_questions.iter().enumerate() {
        if let Some(first) = questions.meets(i, &words::content_of(&[question]), 2) {
            told(tally, format!("/openQuestions/{i}"), "Question", &format!("/openQuestions/{first}"));
        }
    }
}

/// Word sets seen so far.
#[derive(Default)]
struct Sets {
    /// By sum of keys.
    whole: words::KeyMap<usize>,
    /// By sum of keys with one word taken out.
    shorter: words::KeyMap<usize>,
}

/// From this many content words on, one word more makes no other thing.
const LONG: usize = 5;
/// Longer texts are compared as wholes only, so that the work stays linear.
const LONGEST: usize = 60;

impl Sets {
    /// The earlier element that says the same, or the same but for one added word. Sets with fewer than
    /// `least` words are not compared.
    fn meets(&mut self, at: usize, keys: &[Key], least: usize) -> Option<usize> {
        if keys.len() < least {
            return None;
        }
        let sum = words::set_key(keys);
        let mut met = self.whole.get(&sum).copied();
        if keys.len() <= LONGEST {
            if keys.len() >= LONG {
                met = met
                    .or_else(|| keys.iter().find_map(|key| self.whole.get(&sum.wrapping_sub(*key)).copied()));
            }
            if keys.len() >= LONG - 1 {
                met = met.or_else(|| self.shorter.get(&sum).copied());
            }
            if keys.len() >= LONG && met.is_none() {
                for key in keys {
                    self.shorter.entry(sum.wrapping_sub(*key)).or_insert(at);
                }
            }
        }
        self.whole.entry(sum).or_insert(at);
        met
    }
}

fn told(tally: &mut Tally, pointer: String, what: &str, first: &str) {
    tally.fail(CHECK, pointer, || {
        (format!("{what} says the same as {first}."), "Remove it, or say what makes it different.".to_owned())
    });
}

/// Ids are unique in their kind; steps count as one kind within their flow.
fn ids(intent: &Intent, tally: &mut Tally) {
    fn once<'a>(all: impl Iterator<Item = (&'a str, String)>, tally: &mut Tally) {
        let mut seen = std::collections::HashSet::new();
        for (id, pointer) in all {
            if !seen.insert(id) {
                tally.fail(CHECK, pointer, || {
                    (
                        format!("The id \"{id}\" stands twice."),
                        "Give each its own id; references reach only the first.".to_owned(),
                    )
                });
            }
        }
    }
    fn ids<'a, T>(
        section: &'a str,
        all: &'a [T],
        id: impl Fn(&'a T) -> &'a str + 'a,
    ) -> impl Iterator<Item = (&'a str, String)> {
        all.iter().enumerate().map(move |(i, x)| (id(x), format!("/{section}/{i}/id")))
    }
    once(ids("requirements", &intent.requirements, |x| &x.id), tally);
    once(ids("userFlows", &intent.user_flows, |x| &x.id), tally);
    once(ids("components", &intent.components, |x| &x.id), tally);
    once(ids("interactions", &intent.interactions, |x| &x.id), tally);
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let main = flow
            .steps
            .iter()
            .enumerate()
            .map(|(s, x)| (x.id.as_str(), format!("/userFlows/{i}/steps/{s}/id")));
        let other = flow.alternatives.iter().enumerate().flat_map(|(a, alternative)| {
            let steps = alternative.steps.iter().enumerate();
            steps.map(move |(s, x)| (x.id.as_str(), format!("/userFlows/{i}/alternatives/{a}/steps/{s}/id")))
        });
        once(main.chain(other), tally);
    }
}

fn flows(intent: &Intent, tally: &mut Tally) {
    let mut named = HashMap::new();
    let mut stepped = Sets::default();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let actions: Vec<&str> = flow.steps.iter().map(|s| s.action.as_str()).collect();
        let same_steps = stepped.meets(i, &words::content_of(&actions), 3);
        let same_name = *named.entry(words::name_key(&flow.name)).or_insert(i);
        if let Some(first) = same_steps.or((same_name != i).then_some(same_name)) {
            told(
                tally,
                format!("/userFlows/{i}"),
                &format!("Flow \"{}\"", flow.id),
                &format!("/userFlows/{first}"),
            );
        }
        let mut steps = HashMap::new();
        for (s, step) in flow.steps.iter().enumerate() {
            let key = (step.component.as_str(), words::set_key(&words::content_of(&[&step.action])));
            let first = *steps.entry(key).or_insert(s);
            if first != s {
                told(
                    tally,
                    format!("/userFlows/{i}/steps/{s}"),
                    &format!("Step \"{}\"", step.id),
                    &format!("/userFlows/{i}/steps/{first}"),
                );
            }
        }
        let mut conditions = HashMap::new();
        for (a, alternative) in flow.alternatives.iter().enumerate() {
            let key =
                (alternative.at.as_str(), words::set_key(&words::content_of(&[&alternative.condition])));
            let first = *conditions.entry(key).or_insert(a);
            if first != a {
                told(
                    tally,
                    format!("/userFlows/{i}/alternatives/{a}"),
                    "Alternative",
                    &format!("/userFlows/{i}/alternatives/{first}"),
                );
            }
        }
    }
}

/// Same description, or same name and kind with hardly a description. Two things with one name and different
/// descriptions are a matter of naming, not copies.
fn components(all: &[Component], tally: &mut Tally) {
    let mut described = Sets::default();
    let mut named = HashMap::new();
    for (i, component) in all.iter().enumerate() {
        let keys = words::content_of(&[&component.description]);
        let same_text = described.meets(i, &keys, 3);
        let same_name = *named.entry((words::name_key(&component.name), component.kind)).or_insert(i);
        let same_name = (same_name != i && (keys.len() < 3)).then_some(same_name);
        if let Some(first) = same_text.or(same_name) {
            told(
                tally,
                format!("/components/{i}"),
                &format!("Component \"{}\"", component.id),
                &format!("/components/{first}"),
            );
        }
    }
}

/// Same name, same description, or the same attributes where there are enough of them to tell.
fn entities(all: &[Entity], tally: &mut Tally) {
    let mut named = HashMap::new();
    let mut described = Sets::default();
    let mut built: words::KeyMap<usize> = words::KeyMap::default();
    for (i, entity) in all.iter().enumerate() {
        let same_name = *named.entry(words::name_key(&entity.name)).or_insert(i);
        let same_text = described.meets(i, &words::content_of(&[&entity.description]), 3);
        let mut attributes: Vec<Key> = entity.attributes.iter().map(|a| words::name_key(&a.name)).collect();
        attributes.sort_unstable();
        attributes.dedup();
        let same_attributes = (attributes.len() >= 4)
            .then(|| *built.entry(words::set_key(&attributes)).or_insert(i))
            .filter(|first| *first != i);
        if let Some(first) = (same_name != i).then_some(same_name).or(same_text).or(same_attributes) {
            told(
                tally,
                format!("/dataModel/entities/{i}"),
                &format!("Entity \"{}\"", entity.name),
                &format!("/dataModel/entities/{first}"),
            );
        }
    }
}

fn interactions(all: &[Interaction], tally: &mut Tally) {
    let mut at_component = HashMap::new();
    for (i, interaction) in all.iter().enumerate() {
        let said = words::set_key(&words::content_of(&[&interaction.trigger, &interaction.response]));
        let first = *at_component.entry((interaction.component.as_str(), said)).or_insert(i);
        if first != i {
            told(
                tally,
                format!("/interactions/{i}"),
                &format!("Interaction \"{}\"", interaction.id),
                &format!("/interactions/{first}"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second_is_a_copy(a: &str, b: &str) -> bool {
        let mut sets = Sets::default();
        assert_eq!(sets.meets(0, &words::content_of(&[a]), 2), None);
        sets.meets(1, &words::content_of(&[b]), 2).is_some()
    }

    #[test]
    fn copies_are_known_under_another_order_and_with_a_word_more_or_less() {
        let goal = "Cashiers complete a cash sale within 30 seconds";
        for copy in [
            "Within 30 seconds cashiers complete a cash sale.",
            "Cashiers happily complete a cash sale within 30 seconds",
            "Cashiers complete a sale within 30 seconds",
            "cashier completes cash sales within 30 seconds",
        ] {
            assert!(second_is_a_copy(goal, copy), "{copy}");
        }
        for other in ["Cashiers complete a card sale within 40 seconds", "Managers see the sales of a day"] {
            assert!(!second_is_a_copy(goal, other), "{other}");
        }
        assert!(!second_is_a_copy("Delete the order", "Delete the order line"));
    }
}
