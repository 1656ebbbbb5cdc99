//! Steps at the wrong component: it does not show or take what the step does, and another one does.

use std::cmp::Reverse;

use foldhash::HashSet;

use crate::checks::called::{label, quote};
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::marks::Marks;
use crate::text::texts::{At, Id, Texts};
use crate::text::words::{KeyMap, distinct};
use crate::text_ids::{ComponentTexts, StepTexts};
use frieze_intent::{Intent, Step};

/// A word tells components apart if at most so many have it, or at most a quarter of them.
const FEW: usize = 2;
/// A word of more components leads to none of them: a bound on the work.
const MOST_HAVING: usize = 64;
/// From so many telling words on, another component is clearly the better place.
const CLEARLY: usize = 2;
/// The most components above one that are followed: a bound on the work.
const MOST_HOMES: usize = 32;
/// How many levels of parts below a component count as the component.
const DEPTH: usize = 6;

/// A step with its place and its texts.
struct Placed<'i> {
    at: At,
    step: &'i Step,
    texts: &'i StepTexts,
}

pub(crate) fn judge(intent: &Intent, ground: &Ground, texts: &Texts, tally: &mut Tally) {
    let steps: Vec<Placed> = intent
        .user_flows
        .iter()
        .zip(&texts.ids.flows)
        .enumerate()
        .flat_map(|(i, (flow, said))| steps_at(i, flow).zip(said.all_steps()))
        .map(|((at, step), texts)| Placed { at, step, texts })
        .collect();
    let mut by_component: Vec<Vec<usize>> = vec![Vec::new(); intent.components.len()];
    for (number, placed) in steps.iter().enumerate() {
        if let Some(here) = ground.component(&placed.step.component) {
            by_component[here].push(number);
        }
    }
    let mut places = Places::of(intent, ground, texts);
    let mut found: Vec<Option<(usize, usize)>> = vec![None; steps.len()];
    for (here, numbers) in by_component.iter().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
        places.read(here);
        for number in numbers {
            found[*number] = places.better(&steps[*number]).map(|better| (here, better));
        }
    }
    for (Placed { at, step, .. }, (here, better)) in
        steps.iter().zip(found).filter_map(|(step, found)| Some((step, found?)))
    {
        let [here, better] = [here, better].map(|at| {
            let component = &intent.components[at];
            label(&component.name, &component.id)
        });
        tally.fail("coherence/misplaced-step", || {
            let message = format!(
                "Nothing at \"{here}\" shows or takes what the step \"{}\" does.",
                quote(&step.action)
            );
            let suggestion = format!(
                "Let the step happen where it is done, perhaps at \"{better}\", \
                 or describe that part of \"{here}\"."
            );
            (format!("{}/component", at.step()), message, suggestion)
        });
    }
}

/// The telling words of all components, and what is at one of them. Words are the indices of their roots.
struct Places<'a> {
    intent: &'a Intent,
    ground: &'a Ground<'a>,
    texts: &'a Texts<'a>,
    /// The words of each component, and the entities that it lists.
    own: Vec<Vec<usize>>,
    entities: Vec<Vec<usize>>,
    /// The components that have a word; none of a word that tells no components apart.
    having: Vec<Option<Vec<usize>>>,
    /// The components whose names have several words, by the rarest of these: one word may be an everyday word.
    named: KeyMap<Vec<usize>>,
    /// The words of the names of components that are called as an entity: what happens to the entity need not happen there.
    called: Vec<Vec<usize>>,
    here: Here,
    /// How many telling words of a step each component has: zero between steps.
    counts: Vec<usize>,
}

/// What is at a component.
struct Here {
    /// The component and all that contains it.
    homes: Vec<usize>,
    /// The words of its name and of the names of its views: a step with such a word is at the right place.
    names: Marks,
    /// The words of the component with its parts.
    words: Marks,
    /// The entities of the component with its parts.
    entities: Marks,
}

impl<'a> Places<'a> {
    fn of(intent: &'a Intent, ground: &'a Ground, texts: &'a Texts) -> Self {
        let ids = &texts.ids;
        let (roots, _) = texts.roots();
        let own: Vec<Vec<usize>> =
            ids.components.iter().map(|component| distinct(words(texts, component.all()))).collect();
        let called = called(texts);
        let mut having: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); roots];
        for (at, words) in own.iter().enumerate() {
            for word in words {
                having[*word].iter_mut().for_each(|places| places.push(at));
            }
        }
        let count = intent.components.len();
        for places in &mut having {
            places.take_if(|places| places.is_empty() || places.len() > FEW && places.len() * 4 > count);
        }
        let listed =
            |names: &[String]| names.iter().filter_map(|name| Some(ground.entity(name)?.0)).collect();
        let entities = intent.components.iter().map(|component| listed(&component.entities)).collect();
        let here = Here {
            homes: Vec::new(),
            names: Marks::below(roots),
            words: Marks::below(roots),
            entities: Marks::below(intent.data_model.entities.len()),
        };
        let named = named(texts, &called);
        let counts = vec![0; count];
        Self { intent, ground, texts, own, entities, having, named, called, here, counts }
    }

    /// Reads what is at a component.
    fn read(&mut self, at: usize) {
        let (here, ids) = (&mut self.here, &self.texts.ids);
        here.homes = homes(at, self.ground);
        here.names.clear();
        let called = self.ground.places.views[at].iter().chain([&at]).map(|at| ids.components[*at].name);
        here.names.add_all(words(self.texts, called));
        here.words.clear();
        here.entities.clear();
        for part in below(at, self.intent, self.ground) {
            here.words.add_all(self.own[part].iter().copied());
            here.entities.add_all(self.entities[part].iter().copied());
        }
        // Parts list what they show; the entities that the component itself lists only say what may happen there.
        let listed = self.entities[at].iter().map(|entity| ids.entities[*entity].name);
        here.words.add_all(words(self.texts, listed));
    }

    /// The component that a step names, or one that has clearly more of what the step does, if nothing of it is at the component
    /// that was read last.
    fn better(&mut self, Placed { step, texts: said, .. }: &Placed) -> Option<usize> {
        let here = &self.here;
        let words = distinct(words(self.texts, said.both()));
        let rare = || words.iter().filter_map(|word| Some((*word, self.having[*word].as_ref()?)));
        let action = self.texts.said(said.action);
        let is_named = |at: &usize| action.has_all(&self.texts.said(self.texts.ids.components[*at].name));
        if words.iter().any(|word| here.names.has(*word))
            || rare().any(|(word, _)| here.words.has(word))
            || here.homes.iter().any(is_named)
        {
            return None;
        }
        let candidates = action.content.iter().filter_map(|word| self.named.get(word));
        let candidates = candidates.flat_map(|places| places.iter().take(MOST_HAVING));
        if let Some(named) = candidates.copied().filter(|at| is_named(at)).min() {
            return Some(named);
        }
        // Words alone do not outweigh that the component has what the step shows or changes.
        let mut entities = step.entities.iter().filter_map(|name| self.ground.entity(name));
        if entities.any(|(entity, _)| here.entities.has(entity)) {
            return None;
        }
        let (counts, mut counted) = (&mut self.counts, Vec::new());
        for (word, places) in rare().filter(|(_, places)| places.len() <= MOST_HAVING) {
            for at in places.iter().filter(|at| !self.called[**at].contains(&word)) {
                counts[*at] += 1;
                if counts[*at] == 1 {
                    counted.push(*at);
                }
            }
        }
        let taken = counted.into_iter().map(|at| (std::mem::take(&mut counts[at]), Reverse(at)));
        taken.max().filter(|(count, _)| *count >= CLEARLY).map(|(_, Reverse(at))| at)
    }
}

/// See [`Places::named`].
fn named(texts: &Texts, called: &[Vec<usize>]) -> KeyMap<Vec<usize>> {
    let names = texts.ids.components.iter().map(|component| texts.said(component.name).content);
    let names = || names.clone().enumerate().filter(|(at, name)| name.len() > 1 && called[*at].is_empty());
    let mut counts: KeyMap<usize> = KeyMap::default();
    for word in names().flat_map(|(_, name)| name) {
        *counts.entry(*word).or_default() += 1;
    }
    let mut named: KeyMap<Vec<usize>> = KeyMap::default();
    for (at, name) in names() {
        if let Some(rarest) = name.iter().min_by_key(|word| counts.get(word)) {
            named.entry(*rarest).or_default().push(at);
        }
    }
    named
}

/// For each component whose name has only words of one entity's name, these words.
fn called(texts: &Texts) -> Vec<Vec<usize>> {
    let ids = &texts.ids;
    let mut by_word: KeyMap<Vec<Id>> = KeyMap::default();
    for entity in &ids.entities {
        for word in texts.said(entity.name).content {
            by_word.entry(*word).or_default().push(entity.name);
        }
    }
    let of = |component: &ComponentTexts| {
        let name = texts.said(component.name);
        let entities = name.content.first().and_then(|word| by_word.get(word)).into_iter().flatten();
        let is_called = entities.take(MOST_HAVING).any(|entity| texts.said(*entity).has_all(&name));
        if is_called { words(texts, [component.name].into_iter()).collect() } else { Vec::new() }
    };
    ids.components.iter().map(of).collect()
}

/// A component and all that contains it.
fn homes(at: usize, ground: &Ground) -> Vec<usize> {
    let mut all = vec![at];
    let mut next = 0;
    while let Some(part) = all.get(next).filter(|_| all.len() < MOST_HOMES) {
        let above: Vec<usize> =
            ground.places.parents[*part].iter().copied().filter(|up| !all.contains(up)).collect();
        all.extend(above);
        next += 1;
    }
    all
}

/// A component and the used parts below it.
fn below(at: usize, intent: &Intent, ground: &Ground) -> HashSet<usize> {
    let mut level = vec![at];
    let mut all = HashSet::from_iter([at]);
    for _ in 1..DEPTH {
        let parts = level.iter().flat_map(|at| &intent.components[*at].children);
        let used = parts.filter_map(|id| ground.component(id)).filter(|at| ground.used[*at]);
        level = used.filter(|at| all.insert(*at)).collect();
    }
    all
}

/// The specific words of texts, without sentences that do not speak of the product.
fn words(texts: &Texts, ids: impl Iterator<Item = Id>) -> impl Iterator<Item = usize> {
    let words = ids.flat_map(|id| texts.said(id).pith());
    words.filter(|word| word.is_specific()).map(|word| word.root.index())
}
