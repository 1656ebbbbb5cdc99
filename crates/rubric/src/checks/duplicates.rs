//! Elements that occur twice. See [`same`](crate::text::same) for the comparison of texts.

use std::collections::BTreeMap;
use std::ops::Range;

use foldhash::HashMap;

use crate::checks::called;
use crate::checks::called::{label, quote};
use crate::checks::data_model::is_empty_name;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::said::in_order;
use crate::text::same::Sets;
use crate::text::texts::{At, Id, Texts};
use crate::text::vocabulary::Word;
use crate::text::words;
use crate::text::words::{Key, KeyMap, NameSet};
use crate::text_ids::StepTexts;
use frieze_intent::Intent;

const CHECK: &str = "coherence/duplicate";

pub(crate) fn judge(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    ids(intent, tally);
    unnamed("Goal", "goals", &texts.ids.goals, texts, tally);
    flows(intent, texts, tally);
    components(intent, texts, tally);
    entities(intent, texts, tally);
    interactions(intent, texts, tally);
    unnamed("Question", "openQuestions", &texts.ids.questions, texts, tally);
}

/// A text of at least so many words is the same if words were added before or after it.
const DESCRIBED: usize = 4;
/// The same for the words of all steps of a flow.
const STEPPED: usize = 6;

fn report(tally: &mut Tally, place: impl FnOnce() -> (String, String)) {
    tally.fail(CHECK, || {
        let (pointer, message) = place();
        (pointer, message, "Remove it, or say in its own words what makes it different.")
    });
}

/// Reports an element that says the same as an earlier one.
fn alike(
    what: &str,
    section: &str,
    (at, first): (usize, usize),
    name: impl Fn(usize) -> String,
    tally: &mut Tally,
) {
    report(tally, || {
        let [one, other] = [at, first].map(|at| format!("{} \"{}\"", at + 1, name(at)));
        let message = format!("{what} {one} says the same as {} {other}.", what.to_lowercase());
        (format!("/{section}/{at}"), message)
    });
}

/// A list of texts without names.
fn unnamed(what: &str, section: &str, all: &Range<Id>, texts: &Texts, tally: &mut Tally) {
    for (i, first) in Lists::of_texts(texts, all.clone()).copies(2) {
        report(tally, || {
            let message = format!("{what} {} says the same as {} {}.", i + 1, what.to_lowercase(), first + 1);
            (format!("/{section}/{i}"), message)
        });
    }
}

/// Ids are unique in their kind; steps count as one kind within their flow.
fn ids(intent: &Intent, tally: &mut Tally) {
    fn once<'a>(
        seen: &mut NameSet<'a>,
        id: &'a str,
        pointer: impl FnOnce() -> String,
        name: impl FnOnce() -> String,
        tally: &mut Tally,
    ) {
        if !seen.insert(id) {
            tally.fail(CHECK, || {
                let message = format!("{} has the id of an earlier one.", name());
                (pointer(), message, "Give each element its own id. References only find the first one.")
            });
        }
    }
    fn all<'a, T>(
        section: &str,
        all: &'a [T],
        id: impl Fn(&'a T) -> &'a str,
        name: impl Fn(&'a T) -> String,
        tally: &mut Tally,
    ) {
        let mut seen = NameSet::default();
        for (i, x) in all.iter().enumerate() {
            once(&mut seen, id(x), || format!("/{section}/{i}/id"), || name(x), tally);
        }
    }
    let quoted = |name: &str, id: &str| format!("\"{}\"", label(name, id));
    all("requirements", &intent.requirements, |x| &x.id, called::requirement, tally);
    all("userFlows", &intent.user_flows, |x| &x.id, |x| quoted(&x.name, &x.id), tally);
    all("components", &intent.components, |x| &x.id, |x| quoted(&x.name, &x.id), tally);
    all("interactions", &intent.interactions, |x| &x.id, called::interaction, tally);
    let mut seen = NameSet::default();
    for (i, flow) in intent.user_flows.iter().enumerate() {
        seen.clear();
        for (at, step) in steps_at(i, flow) {
            once(&mut seen, &step.id, || format!("{}/id", at.step()), || called::step(intent, at), tally);
        }
    }
}

fn flows(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let mut named = KeyMap::default();
    let mut stepped = Lists::default();
    let mut keys = Vec::new();
    for said in &texts.ids.flows {
        in_order(said.steps.iter().flat_map(|step| texts.said(step.action).pith()), &mut keys);
        stepped.add(&keys);
    }
    let mut same_words = stepped.sets(STEPPED);
    for (i, (flow, said)) in intent.user_flows.iter().zip(&texts.ids.flows).enumerate() {
        let same_steps = same_words.meets(i, stepped.of(i), 3);
        let same_name = *named.entry(texts.said(said.name).name_key()).or_insert(i);
        if let Some(first) = same_steps.or((same_name != i).then_some(same_name)) {
            let all = &intent.user_flows;
            alike("Flow", "userFlows", (i, first), |at| label(&all[at].name, &all[at].id), tally);
        }
        let (mut steps, mut alternatives) = (Lists::default(), Lists::default());
        for (step, said) in flow.steps.iter().zip(&said.steps) {
            steps.add_at(&step.component, texts.said(said.action).pith());
        }
        for (s, first) in steps.copies(1) {
            let at = At::Two(i, s);
            report(tally, || {
                let step = called::step(intent, at);
                (at.step(), format!("{step} says the same as step {}.", first + 1))
            });
        }
        for (alternative, said) in flow.alternatives.iter().zip(&said.alternatives) {
            let all = std::iter::once(said.condition).chain(said.steps.iter().flat_map(StepTexts::both));
            alternatives.add_at(&alternative.at, all.flat_map(|id| texts.said(id).pith()));
        }
        for (a, first) in alternatives.copies(1) {
            report(tally, || {
                let (flow, number) = (called::flow(intent, i), a + 1);
                let message =
                    format!("Alternative {number} of {flow} says the same as alternative {}.", first + 1);
                (format!("/userFlows/{i}/alternatives/{a}"), message)
            });
        }
    }
}

/// The words of several elements, all in one list.
#[derive(Default)]
struct Lists {
    keys: Vec<Key>,
    ends: Vec<usize>,
    buffer: Vec<Key>,
}

impl Lists {
    fn add(&mut self, keys: &[Key]) {
        self.keys.extend_from_slice(keys);
        self.ends.push(self.keys.len());
    }

    /// What each text says.
    fn of_texts(texts: &Texts, ids: impl Iterator<Item = Id>) -> Self {
        let (mut lists, mut keys) = (Self::default(), Vec::new());
        for id in ids {
            in_order(texts.said(id).pith(), &mut keys);
            lists.add(&keys);
        }
        lists
    }

    /// What is said at some place: the place counts as a word.
    fn add_at<'w>(&mut self, place: &str, said: impl Iterator<Item = &'w Word>) {
        in_order(said, &mut self.buffer);
        self.keys.push(words::spelling_key(place));
        self.keys.append(&mut self.buffer);
        self.ends.push(self.keys.len());
    }

    fn of(&self, i: usize) -> &[Key] {
        &self.keys[i.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[i]]
    }

    fn sets(&self, least_part: usize) -> Sets {
        Sets::among((0..self.ends.len()).map(|i| words::set_key(self.of(i))), least_part)
    }

    /// Elements of at least so many words that say the same as an earlier one, each with that one.
    fn copies(&self, least: usize) -> Vec<(usize, usize)> {
        if self.ends.len() < 2 {
            return Vec::new();
        }
        let mut sets = self.sets(DESCRIBED);
        (0..self.ends.len()).filter_map(|i| Some((i, sets.meets(i, self.of(i), least)?))).collect()
    }
}

/// Same description, or same name and kind with hardly a description. Two things with one name and different
/// descriptions are a naming fault, not copies.
fn components(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let (all, ids) = (&intent.components, &texts.ids.components);
    let same_text = same_texts(texts, ids.iter().map(|said| said.description));
    let mut named = HashMap::default();
    for (i, (component, said)) in all.iter().zip(ids).enumerate() {
        let same_name = *named.entry((texts.said(said.name).name_key(), component.kind)).or_insert(i);
        let hardly = texts.said(said.description).substance() < 3;
        let same_name = (same_name != i && hardly).then_some(same_name);
        if let Some(first) = same_text.get(&i).copied().or(same_name) {
            alike("Component", "components", (i, first), |at| label(&all[at].name, &all[at].id), tally);
        }
    }
}

/// The descriptions that say the same as an earlier one, each with that one.
fn same_texts(texts: &Texts, descriptions: impl Iterator<Item = Id>) -> BTreeMap<usize, usize> {
    Lists::of_texts(texts, descriptions).copies(3).into_iter().collect()
}

/// Same name, same description, or the same attributes if there are enough of them.
fn entities(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let (all, ids) = (&intent.data_model.entities, &texts.ids.entities);
    let same_text = same_texts(texts, ids.iter().map(|said| said.description));
    let (mut named, mut built) = (KeyMap::default(), KeyMap::default());
    for (i, (entity, said)) in all.iter().zip(ids).enumerate() {
        let same_name = *named.entry(texts.said(said.name).name_key()).or_insert(i);
        let named = entity.attributes.iter().zip(&said.attributes);
        let named = named.filter(|(attribute, _)| !is_empty_name(&attribute.name));
        let attributes = words::distinct(named.map(|(_, name)| texts.said(*name).name_key()));
        let same_attributes = (attributes.len() >= 4)
            .then(|| *built.entry(words::set_key(&attributes)).or_insert(i))
            .filter(|first| *first != i);
        let same_name = (same_name != i).then_some(same_name);
        if let Some(first) = same_name.or(same_text.get(&i).copied()).or(same_attributes) {
            alike("Entity", "dataModel/entities", (i, first), |at| quote(&all[at].name), tally);
        }
    }
}

fn interactions(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let mut all = Lists::default();
    for (interaction, said) in intent.interactions.iter().zip(&texts.ids.interactions) {
        let words = [said.trigger, said.response].map(|id| texts.said(id).pith());
        all.add_at(&interaction.component, words.into_iter().flatten());
    }
    for (i, first) in all.copies(1) {
        let name = |at: usize| {
            let interaction = &intent.interactions[at];
            label(&interaction.trigger, &interaction.id)
        };
        alike("Interaction", "interactions", (i, first), name, tally);
    }
}
