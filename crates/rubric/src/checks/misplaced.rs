//! Steps at the wrong component: it does not show or take what the step does, and another one does.

use foldhash::{HashMap, HashSet};

use crate::checks::called::{label, quote};
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::texts::{Id, Texts};
use crate::text::words::{KeyMap, KeySet};
use crate::text_ids::StepTexts;
use frieze_intent::{Intent, Step};

/// A word tells components apart if at most so many have it, or at most a quarter of them.
const FEW: usize = 2;
/// From so many telling words on, another component is clearly the better place.
const CLEARLY: usize = 2;
/// The most components above one that are followed: a bound on the work.
const MOST_HOMES: usize = 32;
/// How many levels of parts below a component count as the component.
const DEPTH: usize = 6;

pub(crate) fn judge(intent: &Intent, ground: &Ground, texts: &Texts, tally: &mut Tally) {
    let places = Places::of(intent, ground, texts);
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let all = texts.ids.flows[i].all_steps();
        for ((at, step), step_texts) in steps_at(i, flow).zip(all) {
            let Some(here) = ground.component(&step.component) else { continue };
            if let Some(better) = places.better(here, step, step_texts, ground, texts) {
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
    /// The components whose names have several words, by the first of these: one word may be an everyday word.
    named: KeyMap<Vec<usize>>,
    /// The components at which steps happen.
    here: HashMap<usize, Here>,
}

/// What is at a component.
struct Here {
    /// The component and all that contains it.
    homes: Vec<usize>,
    /// The words of its name and of the names of its views: a step with such a word is at the right place.
    names: KeySet,
    /// The words of the component with its parts.
    words: KeySet,
    /// The entities of the component with its parts.
    entities: HashSet<usize>,
}

impl Places {
    fn of(intent: &Intent, ground: &Ground, texts: &Texts) -> Self {
        let ids = &texts.ids;
        let (mut having, mut named): (KeyMap<Vec<usize>>, KeyMap<Vec<usize>>) = Default::default();
        let own: Vec<KeySet> = ids.components.iter().map(|component| roots(texts, component.all())).collect();
        for (at, component) in ids.components.iter().enumerate() {
            own[at].iter().for_each(|word| having.entry(*word).or_default().push(at));
            if let [first, _, ..] = texts.said(component.name).content {
                named.entry(*first).or_default().push(at);
            }
        }
        let count = intent.components.len();
        having.retain(|_, places| places.len() <= FEW || places.len() * 4 <= count);
        let entities =
            |at: &usize| intent.components[*at].entities.iter().filter_map(|name| ground.entity(name));
        let read = |at: usize| {
            let below = below(at, intent, ground);
            // Parts list what they show; the entities that the component itself lists only say what may happen there.
            let listed = roots(texts, entities(&at).map(|(at, _)| ids.entities[at].name));
            let called = ground.views_of[at].iter().chain([&at]).map(|at| ids.components[*at].name);
            Here {
                homes: homes(at, ground),
                names: roots(texts, called),
                words: below.iter().flat_map(|at| &own[*at]).copied().chain(listed).collect(),
                entities: below.iter().flat_map(&entities).map(|(at, _)| at).collect(),
            }
        };
        let steps = intent.user_flows.iter().flat_map(crate::sound::steps);
        let stepped: HashSet<usize> = steps.filter_map(|step| ground.component(&step.component)).collect();
        Self { having, named, here: stepped.into_iter().map(|at| (at, read(at))).collect() }
    }

    /// The component that a step names, or one that has clearly more of what the step does, if nothing of it is here.
    fn better(
        &self,
        here: usize,
        step: &Step,
        step_texts: &StepTexts,
        ground: &Ground,
        texts: &Texts,
    ) -> Option<usize> {
        let here = self.here.get(&here)?;
        let words = roots(texts, step_texts.both());
        let rare = || words.iter().filter_map(|word| Some((word, self.having.get(word)?)));
        let action = texts.said(step_texts.action);
        let is_named = |at: &usize| action.has_all(&texts.said(texts.ids.components[*at].name));
        if here.homes.iter().any(is_named)
            || words.iter().any(|word| here.names.contains(word))
            || rare().any(|(word, _)| here.words.contains(word))
        {
            return None;
        }
        let candidates = action.content.iter().filter_map(|word| self.named.get(word)).flatten();
        if let Some(named) = candidates.copied().filter(|at| is_named(at)).min() {
            return Some(named);
        }
        // Words alone do not outweigh that the component has what the step shows or changes.
        let mut entities = step.entities.iter().filter_map(|name| ground.entity(name));
        if entities.any(|(entity, _)| here.entities.contains(&entity)) {
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

/// A component and all that contains it.
fn homes(at: usize, ground: &Ground) -> Vec<usize> {
    let mut all = vec![at];
    let mut next = 0;
    while let Some(part) = all.get(next).filter(|_| all.len() < MOST_HOMES) {
        let above: Vec<usize> =
            ground.parents[*part].iter().copied().filter(|up| !all.contains(up)).collect();
        all.extend(above);
        next += 1;
    }
    all
}

/// A component and the used parts below it.
fn below(at: usize, intent: &Intent, ground: &Ground) -> HashSet<usize> {
    let (mut level, mut all) = (vec![at], HashSet::from_iter([at]));
    for _ in 1..DEPTH {
        let parts = level.iter().flat_map(|at| &intent.components[*at].children);
        let used = parts.filter_map(|id| ground.component(id)).filter(|at| ground.used[*at]);
        level = used.filter(|at| all.insert(*at)).collect();
    }
    all
}

/// The specific words of texts, without sentences that do not speak of the product.
fn roots(texts: &Texts, ids: impl Iterator<Item = Id>) -> KeySet {
    let words = ids.flat_map(|id| texts.product.pith(texts.said(id)));
    words.filter(|word| word.is_specific()).map(|word| word.root).collect()
}
