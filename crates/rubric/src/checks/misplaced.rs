//! Steps at the wrong component: it does not show or take what the step does, and another one does.

use foldhash::{HashMap, HashSet};

use crate::checks::called::{label, quote};
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::texts::{Id, Texts};
use crate::text::words::{Key, KeyMap, KeySet};
use crate::text_ids::StepTexts;
use frieze_intent::Intent;

/// A word tells components apart if at most so many have it, or at most a quarter of them.
const FEW: usize = 2;
/// From so many telling words on, another component is clearly the better place.
const CLEARLY: usize = 2;
/// How many levels of parts below a component count as the component.
const DEPTH: usize = 6;

pub(crate) fn judge(intent: &Intent, ground: &Ground, texts: &Texts, tally: &mut Tally) {
    let places = Places::of(intent, ground, texts);
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let all = texts.ids.flows[i].all_steps();
        for ((at, step), step_texts) in steps_at(i, flow).zip(all) {
            let Some(here) = ground.component(&step.component) else { continue };
            if let Some(better) = places.better(here, step_texts, texts) {
                let (here, better) = (&intent.components[here], &intent.components[better]);
                tally.fail("coherence/misplaced-step", || format!("{}/component", at.step()), || format!(
                                "Nothing at \"{}\" shows or takes what {} does.",
                                label(&here.name, &here.id),
                                quote(&step.action)
                            ), || format!(
                                "Let the step happen where it is done, perhaps at \"{}\", or describe that part of \"{}\".",
                                label(&better.name, &better.id),
                                label(&here.name, &here.id)
                            ));
            }
        }
    }
}

/// The telling words of all components.
struct Places {
    /// The components that have a word.
    having: KeyMap<Vec<usize>>,
    /// The telling words of a component with its parts, for those at which steps happen.
    wide: HashMap<usize, KeySet>,
    /// The words of the names of those components and of their views: a step with such a word is at the right place.
    names: HashMap<usize, KeySet>,
}

impl Places {
    fn of(intent: &Intent, ground: &Ground, texts: &Texts) -> Self {
        let ids = &texts.ids;
        let mut having: KeyMap<Vec<usize>> = KeyMap::default();
        // A component does not show what its parts list. The entities that a component lists make it no better place:
        // they only say what may happen there.
        let own: Vec<[KeySet; 2]> = intent
            .components
            .iter()
            .zip(&ids.components)
            .map(|(component, component_texts)| {
                let entities = component.entities.iter().filter_map(|name| ground.entity(name));
                let entities = entities.map(|(at, _)| ids.entities[at].name);
                [roots(texts, component_texts.all()), roots(texts, entities)]
            })
            .collect();
        for (at, words) in own.iter().enumerate() {
            for word in &words[0] {
                having.entry(*word).or_default().push(at);
            }
        }
        let count = intent.components.len();
        having.retain(|_, places| places.len() <= FEW || places.len() * 4 <= count);
        let steps = intent.user_flows.iter().flat_map(crate::sound::steps);
        let stepped: HashSet<usize> = steps.filter_map(|step| ground.component(&step.component)).collect();
        let called = |at: usize| {
            let places = ground.views_of[at].iter().chain([&at]);
            roots(texts, places.map(|at| ids.components[*at].name))
        };
        let names = stepped.iter().map(|at| (*at, called(*at))).collect();
        let wide = stepped.into_iter().map(|at| (at, words_below(at, intent, ground, &own))).collect();
        Self { having, wide, names }
    }

    /// A clearly better component for a step, if this one has none of the step's telling words.
    fn better(&self, here: usize, step: &StepTexts, texts: &Texts) -> Option<usize> {
        let wide = self.wide.get(&here)?;
        let words = roots(texts, step.both());
        let rare = || words.iter().filter_map(|word| Some((word, self.having.get(word)?)));
        let is_called = |word: &Key| self.names.get(&here).is_some_and(|names| names.contains(word));
        if words.iter().any(is_called) || rare().any(|(word, _)| wide.contains(word)) {
            return None;
        }
        let mut counts: HashMap<usize, usize> = HashMap::default();
        for at in rare().flat_map(|(_, places)| places) {
            *counts.entry(*at).or_default() += 1;
        }
        let best = counts.into_iter().max_by_key(|(at, count)| (*count, std::cmp::Reverse(*at)));
        best.filter(|(_, count)| *count >= CLEARLY).map(|(at, _)| at)
    }
}

/// The words of a component and of the used parts below it.
fn words_below(at: usize, intent: &Intent, ground: &Ground, own: &[[KeySet; 2]]) -> KeySet {
    let mut words = own[at][1].clone();
    let (mut level, mut seen) = (vec![at], HashSet::from_iter([at]));
    for _ in 0..DEPTH {
        words.extend(level.iter().flat_map(|at| &own[*at][0]));
        let parts = level.iter().flat_map(|at| &intent.components[*at].children);
        let used = parts.filter_map(|id| ground.component(id)).filter(|at| ground.used[*at]);
        level = used.filter(|at| seen.insert(*at)).collect();
    }
    words
}

/// The specific words of texts, without sentences that do not speak of the product.
fn roots(texts: &Texts, ids: impl Iterator<Item = Id>) -> KeySet {
    let words = ids.flat_map(|id| texts.product.pith(texts.said(id)));
    words.filter(|word| word.is_specific()).map(|word| word.root).collect()
}
