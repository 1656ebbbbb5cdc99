//! Elements that are the same thing twice. Told by the set of their content words, so that a new id, another
//! order of words, or a word added to a longer text does not hide a copy. Linear: a set is known by the sum of
//! its words' keys, and a set with a word taken out by one subtraction.

use foldhash::HashMap;

use super::ground::steps_at;
use super::said::content_of;
use super::tally::Tally;
use super::texts::{At, Id, Texts};
use super::words::{self, Key, KeyMap, KeySet, NameSet};
use crate::domain::intent::Intent;

const CHECK: &str = "coherence/duplicate";

pub(super) fn judge(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    ids(intent, tally);
    let mut goals = sets(texts, texts.telling.goals.clone());
    for (i, id) in texts.telling.goals.clone().enumerate() {
        if let Some(first) = goals.meets(i, texts.said(id).content, 2) {
            told(tally, || format!("/goals/{i}"), "Goal", &format!("/goals/{first}"));
        }
    }
    flows(intent, texts, tally);
    components(intent, texts, tally);
    entities(intent, texts, tally);
    interactions(intent, texts, tally);
    let mut questions = sets(texts, texts.telling.questions.clone());
    for (i, id) in texts.telling.questions.clone().enumerate() {
        if let Some(first) = questions.meets(i, texts.said(id).content, 2) {
            told(tally, || format!("/openQuestions/{i}"), "Question", &format!("/openQuestions/{first}"));
        }
    }
}

fn sets(texts: &Texts, all: impl Iterator<Item = Id>) -> Sets {
    Sets::among(all.map(|id| texts.said(id).content))
}

/// Word sets seen so far, among those that are to come.
struct Sets {
    /// The sums of all of them: what is not among these is looked for by nobody.
    expected: KeySet,
    /// By sum of keys.
    whole: KeyMap<usize>,
    /// By sum of keys with one word taken out.
    shorter: KeyMap<usize>,
}

/// From this many content words on, one word more makes no other thing.
const LONG: usize = 5;
/// Longer texts are compared as wholes only, so that the work stays linear.
const LONGEST: usize = 60;

impl Sets {
    fn among<'k>(all: impl Iterator<Item = &'k [Key]>) -> Self {
        Self {
            expected: all.map(words::set_key).collect(),
            whole: KeyMap::default(),
            shorter: KeyMap::default(),
        }
    }

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
                for shorter in keys.iter().map(|key| sum.wrapping_sub(*key)) {
                    if self.expected.contains(&shorter) {
                        self.shorter.entry(shorter).or_insert(at);
                    }
                }
            }
        }
        self.whole.entry(sum).or_insert(at);
        met
    }
}

fn told(tally: &mut Tally, pointer: impl FnOnce() -> String, what: &str, first: &str) {
    tally.fail(CHECK, pointer, || {
        (format!("{what} says the same as {first}."), "Remove it, or say what makes it different.".to_owned())
    });
}

/// Ids are unique in their kind; steps count as one kind within their flow.
fn ids(intent: &Intent, tally: &mut Tally) {
    fn once<'a>(seen: &mut NameSet<'a>, id: &'a str, pointer: impl FnOnce() -> String, tally: &mut Tally) {
        if !seen.insert(id) {
            tally.fail(CHECK, pointer, || {
                (
                    format!("The id \"{id}\" stands twice."),
                    "Give each its own id; references reach only the first.".to_owned(),
                )
            });
        }
    }
    fn all<'a, T>(section: &str, all: &'a [T], id: impl Fn(&'a T) -> &'a str, tally: &mut Tally) {
        let mut seen = NameSet::default();
        for (i, x) in all.iter().enumerate() {
            once(&mut seen, id(x), || format!("/{section}/{i}/id"), tally);
        }
    }
    all("requirements", &intent.requirements, |x| &x.id, tally);
    all("userFlows", &intent.user_flows, |x| &x.id, tally);
    all("components", &intent.components, |x| &x.id, tally);
    all("interactions", &intent.interactions, |x| &x.id, tally);
    let mut seen = NameSet::default();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        seen.clear();
        for (at, step) in steps_at(i, flow) {
            once(&mut seen, &step.id, || format!("{}/id", at.step()), tally);
        }
    }
}

fn flows(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let (mut named, mut keys) = (KeyMap::default(), Vec::new());
    let set = |id| texts.said(id).set_key();
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for said in &texts.telling.flows {
        content_of(said.steps.iter().map(|step| texts.said(step.action)), &mut keys);
        all.extend_from_slice(&keys);
        ends.push(all.len());
    }
    let told_in = |i: usize| &all[i.checked_sub(1).map_or(0, |before| ends[before])..ends[i]];
    let mut stepped = Sets::among((0..ends.len()).map(told_in));
    for (i, (flow, said)) in intent.user_flows.iter().zip(&texts.telling.flows).enumerate() {
        let same_steps = stepped.meets(i, told_in(i), 3);
        let same_name = *named.entry(texts.said(said.name).name_key()).or_insert(i);
        if let Some(first) = same_steps.or((same_name != i).then_some(same_name)) {
            let flow = format!("Flow \"{}\"", flow.id);
            told(tally, || format!("/userFlows/{i}"), &flow, &format!("/userFlows/{first}"));
        }
        let mut steps = HashMap::default();
        for (s, (step, said)) in flow.steps.iter().zip(&said.steps).enumerate() {
            let first = *steps.entry((step.component.as_str(), set(said.action))).or_insert(s);
            if first != s {
                let step = format!("Step \"{}\"", step.id);
                told(tally, || At::Two(i, s).step(), &step, &At::Two(i, first).step());
            }
        }
        let mut conditions = HashMap::default();
        for (a, (alternative, said)) in flow.alternatives.iter().zip(&said.alternatives).enumerate() {
            let first = *conditions.entry((alternative.at.as_str(), set(said.condition))).or_insert(a);
            if first != a {
                told(
                    tally,
                    || format!("/userFlows/{i}/alternatives/{a}"),
                    "Alternative",
                    &format!("/userFlows/{i}/alternatives/{first}"),
                );
            }
        }
    }
}

/// Same description, or same name and kind with hardly a description. Two things with one name and different
/// descriptions are a matter of naming, not copies.
fn components(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let mut described = sets(texts, texts.telling.components.iter().map(|told| told.description));
    let mut named = HashMap::default();
    for (i, (component, said)) in intent.components.iter().zip(&texts.telling.components).enumerate() {
        let keys = texts.said(said.description).content;
        let same_text = described.meets(i, keys, 3);
        let same_name = *named.entry((texts.said(said.name).name_key(), component.kind)).or_insert(i);
        let same_name = (same_name != i && (keys.len() < 3)).then_some(same_name);
        if let Some(first) = same_text.or(same_name) {
            let component = format!("Component \"{}\"", component.id);
            told(tally, || format!("/components/{i}"), &component, &format!("/components/{first}"));
        }
    }
}

/// Same name, same description, or the same attributes where there are enough of them to tell.
fn entities(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let (mut named, mut built) = (KeyMap::default(), KeyMap::default());
    let mut described = sets(texts, texts.telling.entities.iter().map(|told| told.description));
    let mut attributes = Vec::new();
    for (i, (entity, said)) in intent.data_model.entities.iter().zip(&texts.telling.entities).enumerate() {
        let same_name = *named.entry(texts.said(said.name).name_key()).or_insert(i);
        let same_text = described.meets(i, texts.said(said.description).content, 3);
        attributes.clear();
        attributes.extend(said.attributes.iter().map(|name| texts.said(*name).name_key()));
        attributes.sort_unstable();
        attributes.dedup();
        let same_attributes = (attributes.len() >= 4)
            .then(|| *built.entry(words::set_key(&attributes)).or_insert(i))
            .filter(|first| *first != i);
        if let Some(first) = (same_name != i).then_some(same_name).or(same_text).or(same_attributes) {
            let entity = format!("Entity \"{}\"", entity.name);
            let first = format!("/dataModel/entities/{first}");
            told(tally, || format!("/dataModel/entities/{i}"), &entity, &first);
        }
    }
}

fn interactions(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let (mut at_component, mut keys) = (HashMap::default(), Vec::new());
    for (i, (interaction, said)) in intent.interactions.iter().zip(&texts.telling.interactions).enumerate() {
        content_of([said.trigger, said.response].map(|id| texts.said(id)), &mut keys);
        let place = (interaction.component.as_str(), words::set_key(&keys));
        let first = *at_component.entry(place).or_insert(i);
        if first != i {
            let interaction = format!("Interaction \"{}\"", interaction.id);
            told(tally, || format!("/interactions/{i}"), &interaction, &format!("/interactions/{first}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second_is_a_copy(a: &str, b: &str) -> bool {
        let (a, b) = (words::content(a), words::content(b));
        let mut sets = Sets::among([a.as_slice(), b.as_slice()].into_iter());
        assert_eq!(sets.meets(0, &a, 2), None);
        sets.meets(1, &b, 2).is_some()
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
