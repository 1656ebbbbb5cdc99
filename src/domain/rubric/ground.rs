//! What of a design is earned: the part that serves a requirement. All populations come from here.
//!
//! * A **sound** flow claims a requirement that exists, has a specific step at a component that exists, and is not
//!   a heap of keywords. Steps, reactions and parts that do not speak of the product make nothing sound or used.
//! * A sound flow is **counted** when it is the first in the document to claim some requirement, and speaks of one.
//! * A component is used when a sound flow steps on it; **counted** are the distinct ones of those. What contains
//!   a used one, what reacts inside a used tree, and data or utility parts of a used one are used as well.
//! * A view is counted when it is the only root way above a component that a sound flow steps on.
//! * An entity is counted when a sound flow names it or steps on a component that names it, and the design speaks
//!   of it. Steps that say nothing name nothing.
//!
//! * Of components, views and entities no more are counted than the demands that are met can ask for.
//!
//! So an unused component, a flow that satisfies nothing, an entity nobody touches, a copy of any of them (same
//! words, same requirements) leave every count as it was.

use super::above::{parents, views_above};
use super::claims::{Claims, Spoken, groups, is_heap};
use super::class::FAILURE;
use super::product::Product;
use super::said::{self, Said};
use super::telling::{FlowTexts, StepTexts};
use super::texts::{At, Texts};
use super::words::{self, KeyMap, KeySet, NameMap};
use crate::domain::intent::{Component, ComponentType, Intent, Step, UserFlow};

/// A design of few demands is not expected to have fewer parts of a kind than this.
const LEAST: u64 = 2;

/// Indexes and counts over one intent. Maps are only looked up, never iterated, so their order cannot leak.
pub(super) struct Ground<'i> {
    pub(super) component_at: NameMap<'i, usize>,
    pub(super) entity_at: NameMap<'i, usize>,
    /// By folded name (case, joints, plural): for references that are spelt otherwise.
    pub(super) entity_like: KeyMap<usize>,
    pub(super) requirement_at: NameMap<'i, usize>,
    /// The first component that lists it as a child.
    pub(super) parent: Vec<Option<usize>>,
    pub(super) sound: Vec<bool>,
    pub(super) used: Vec<bool>,
    pub(super) reached: Vec<bool>,
    /// Per requirement: whether something that is part of the design satisfies it.
    pub(super) met: Vec<bool>,
    /// Per requirement: whether something claims it, in whatever words.
    pub(super) claimed: Vec<bool>,
    /// Claims of flows (flow, position) whose requirement the flow does not speak of.
    pub(super) void: Vec<(usize, usize)>,
    /// Flows that go round among a few keywords.
    pub(super) heaps: Vec<bool>,
    /// The view above each component, if any.
    pub(super) view_of: Vec<Option<usize>>,
    pub(super) has_interaction: bool,
    pub(super) requirements: u64,
    pub(super) satisfied: u64,
    pub(super) flows: u64,
    pub(super) components: u64,
    pub(super) views: u64,
    pub(super) entities: u64,
}

impl<'i> Ground<'i> {
    pub(super) fn of(intent: &'i Intent, texts: &Texts, product: &Product) -> Self {
        let telling = &texts.telling;
        let components = &intent.components;
        let component_at = first_index(components.iter().map(|c| c.id.as_str()));
        let entity_at = first_index(intent.data_model.entities.iter().map(|e| e.name.as_str()));
        let mut entity_like = KeyMap::default();
        for (i, entity) in telling.entities.iter().enumerate() {
            entity_like.entry(texts.said(entity.name).name_key()).or_insert(i);
        }
        let requirement_at = first_index(intent.requirements.iter().map(|r| r.id.as_str()));
        // Requirements with the same words are one: repeating a demand demands nothing more.
        let group = groups(texts);
        let requirements = group.iter().enumerate().filter(|(i, first)| i == *first).count() as u64;
        let known_claims = Claims::of(texts, product, &group);
        let mut spoken = Spoken::nothing_of(texts);
        let part = |id: &str| component_at.get(id).copied();
        let entity = |name: &str| {
            entity_at.get(name).copied().or_else(|| entity_like.get(&words::name_key(name)).copied())
        };
        let mut claimed = vec![false; intent.requirements.len()];
        let mut shared = vec![0_u64; intent.requirements.len()];
        let mut taken = vec![false; intent.requirements.len()];
        let (mut void, mut heaps) = (Vec::new(), Vec::with_capacity(intent.user_flows.len()));
        let mut flows = 0;
        let mut sound = Vec::with_capacity(intent.user_flows.len());
        for (i, flow) in intent.user_flows.iter().enumerate() {
            let told = &telling.flows[i];
            let steps_somewhere = flow.steps.iter().zip(&told.steps).any(|(step, said)| {
                let at = part(&step.component);
                at.is_some()
                    && texts.said(said.action).substance() > 0
                    && is_of(product, told, said, at, texts)
            });
            let heap = is_heap(told, texts);
            heaps.push(heap);
            known_claims.flow(
                told,
                &distinct(said_steps(flow, told, &part, texts, product).filter_map(|s| part(&s.component))),
                &distinct(
                    said_steps(flow, told, &part, texts, product)
                        .flat_map(|s| &s.entities)
                        .filter_map(|e| entity(e)),
                ),
                &mut spoken,
            );
            let (mut sound_flow, mut speaks_of_one, mut first) = (false, false, false);
            for (position, id) in flow.satisfies.iter().enumerate() {
                let Some(r) = requirement_at.get(id.as_str()).copied() else { continue };
                claimed[group[r]] = true;
                let (speaks, bits) = known_claims.shared_by_flow(group[r], &spoken);
                if !speaks {
                    void.push((i, position));
                }
                if steps_somewhere && !heap {
                    sound_flow = true;
                    speaks_of_one |= speaks;
                    shared[group[r]] |= if speaks { bits } else { 0 };
                    // A void claim takes its requirement too, so that a later flow that adds nothing is not counted.
                    first |= !std::mem::replace(&mut taken[group[r]], true);
                }
            }
            flows += u64::from(first && speaks_of_one);
            sound.push(sound_flow);
        }

        let (parent, contested) = parents(components, &component_at);
        let view_of = views_above(components, &parent);
        let mut ground = Self {
            component_at,
            entity_at,
            entity_like,
            requirement_at,
            parent,
            sound,
            used: vec![false; components.len()],
            reached: vec![false; intent.data_model.entities.len()],
            met: Vec::new(),
            claimed: Vec::new(),
            void,
            heaps,
            view_of,
            has_interaction: false,
            requirements,
            satisfied: 0,
            flows,
            components: 0,
            views: 0,
            entities: 0,
        };
        ground.mark_used(intent, texts, product, &contested);
        ground.mark_reached(intent, texts, product);

        for (i, component) in components.iter().enumerate().filter(|(_, c)| !c.satisfies.is_empty()) {
            let at = ground.component(&component.id);
            let described = texts.said(telling.components[i].description).substance() > 0;
            if at.is_some_and(|at| ground.used[at]) && described {
                known_claims.component(i, &mut spoken);
                for r in ids_at(&component.satisfies, &ground.requirement_at) {
                    claimed[group[r]] = true;
                    shared[group[r]] |= known_claims.shared(group[r], &spoken);
                }
            }
        }
        for (interaction, told) in intent.interactions.iter().zip(&telling.interactions) {
            let at = ground.component(&interaction.component);
            let specific =
                texts.said(told.response).substance() > 0 && texts.said(told.trigger).substance() > 0;
            let about = told.all().any(|id| product.is_spoken_of(texts.said(id)));
            if at.is_some_and(|at| ground.used[at]) && specific {
                ground.has_interaction |= about;
                if interaction.satisfies.is_empty() {
                    continue;
                }
                known_claims.interaction(told, &mut spoken);
                for r in ids_at(&interaction.satisfies, &ground.requirement_at) {
                    claimed[group[r]] = true;
                    shared[group[r]] |= known_claims.shared(group[r], &spoken);
                }
            }
        }
        let met = |r: usize| claimed[r] && known_claims.demands[r].is_met_by(shared[r]);
        ground.met = group.iter().map(|r| met(*r)).collect();
        ground.satisfied = group.iter().enumerate().filter(|(i, r)| *i == **r && met(**r)).count() as u64;
        ground.claimed = group.iter().map(|r| claimed[*r]).collect();
        ground.no_more_than_is_asked_for();
        ground
    }

    /// The entity that a reference means, and whether it is spelt as the entity is.
    pub(super) fn entity(&self, name: &str) -> Option<(usize, bool)> {
        match self.entity_at.get(name) {
            Some(at) => Some((*at, true)),
            None => self.entity_like.get(&words::name_key(name)).map(|at| (*at, false)),
        }
    }

    pub(super) fn component(&self, id: &str) -> Option<usize> {
        self.component_at.get(id).copied()
    }

    /// What to do first where a component shares its id with an earlier one, so that no reference reaches it.
    pub(super) fn own_id_first(&self, at: usize, component: &Component) -> Option<String> {
        let shadowed = self.component(&component.id).is_some_and(|first| first != at);
        shadowed
            .then(|| format!("Give it an id of its own: \"{}\" means an earlier component.", component.id))
    }

    /// What is demanded, and met, says how much of each kind there has to be. More than that counts no more, so that
    /// no further part, however well it reads, makes what is wrong with the others weigh less.
    fn no_more_than_is_asked_for(&mut self) {
        let met = self.satisfied.max(1);
        self.components = self.components.min((met * 3).div_ceil(2).max(LEAST));
        self.entities = self.entities.min(met.div_ceil(2).max(LEAST));
        self.views = self.views.min(met.div_ceil(3).max(LEAST));
    }

    fn mark_used(&mut self, intent: &Intent, texts: &Texts, product: &Product, contested: &[bool]) {
        let components = &intent.components;
        let mut stepped = vec![false; components.len()];
        let part = |id: &str| self.component_at.get(id).copied();
        let flows = intent.user_flows.iter().zip(&texts.telling.flows).zip(&self.sound);
        for ((flow, told), _) in flows.filter(|(_, sound)| **sound) {
            for step in said_steps(flow, told, &part, texts, product) {
                if let Some(at) = self.component_at.get(step.component.as_str()) {
                    stepped[*at] = true;
                }
            }
        }
        let (mut distinct, mut content) = (KeySet::default(), Vec::new());
        let mut views = vec![false; components.len()];
        for (at, _) in stepped.iter().enumerate().filter(|(_, stepped)| **stepped) {
            let told = &texts.telling.components[at];
            said::content_of([told.name, told.description].map(|id| texts.said(id)), &mut content);
            distinct.insert(words::set_key(&content));
            // A second parent could be padding around a used part, so such a part makes no view count.
            if !contested[at]
                && let Some(view) = self.view_of[at]
            {
                views[view] = true;
            }
            let mut above = Some(at);
            while let Some(up) = above.filter(|up| !self.used[*up]) {
                self.used[up] = true;
                above = self.parent[up];
            }
        }
        self.components = distinct.len() as u64;
        self.views = views.iter().filter(|v| **v).count() as u64;

        // Parts of a used tree: data and utility parts serve what contains them; other parts have to react. What does
        // not speak of the product does neither.
        let helps = |at: usize| {
            let own = &texts.telling.components[at];
            serves(&components[at])
                && [own.name, own.description].iter().any(|id| product.is_spoken_of(texts.said(*id)))
        };
        let mut reacts = vec![false; components.len()];
        for (interaction, told) in intent.interactions.iter().zip(&texts.telling.interactions) {
            if let Some(at) = self.component_at.get(interaction.component.as_str()) {
                let of_it = || told.all().any(|id| product.is_spoken_of(texts.said(id)));
                reacts[*at] |= texts.said(told.response).substance() > 0 && of_it();
            }
        }
        let mut below: Vec<usize> = (0..components.len()).filter(|at| self.used[*at]).collect();
        while let Some(at) = below.pop() {
            for child in &components[at].children {
                let Some(child) = self.component_at.get(child.as_str()).copied() else { continue };
                // Only down the tree itself: each component is visited once, from its parent.
                if self.used[child] || self.parent[child] != Some(at) {
                    continue;
                }
                if helps(child) || reacts[child] || self.contains_reacting(components, child, &reacts) {
                    self.used[child] = true;
                    below.push(child);
                }
            }
        }
    }

    /// Whether a part directly contains one that reacts. Deeper ones are found level by level from there.
    fn contains_reacting(&self, components: &[Component], at: usize, reacts: &[bool]) -> bool {
        components[at]
            .children
            .iter()
            .filter_map(|c| self.component_at.get(c.as_str()))
            .any(|c| reacts[*c] && self.parent[*c] == Some(at))
    }

    fn mark_reached(&mut self, intent: &Intent, texts: &Texts, product: &Product) {
        let mut counted = vec![false; self.reached.len()];
        let part = |id: &str| self.component_at.get(id).copied();
        let flows = intent.user_flows.iter().zip(&texts.telling.flows).zip(&self.sound);
        for ((flow, told), _) in flows.filter(|(_, sound)| **sound) {
            for step in said_steps(flow, told, &part, texts, product) {
                let at = self.component_at.get(step.component.as_str());
                let own = at.map_or(&[][..], |at| intent.components[*at].entities.as_slice());
                for name in step.entities.iter().chain(own) {
                    if let Some((entity, _)) = self.entity(name) {
                        counted[entity] = true;
                    }
                }
            }
        }
        let mut distinct = KeySet::default();
        // What the data model says of itself is no proof.
        let told = texts.judged().filter(|text| !text.place.kind.is_of_data()).map(|text| text.id);
        let all = texts.telling.requirements.clone().chain(told);
        let spoken: KeySet = all.flat_map(|id| texts.said(id).roots()).collect();
        let unspaced = texts.telling.requirements.clone().any(|id| texts.said(id).has_unspaced());
        // A name in a list is not enough to count, where what is demanded and told can be compared with it.
        let spoken_of = |name: Said| {
            name.has_unspaced() != unspaced
                || name.roots().next().is_none()
                || name.roots().any(|root| spoken.contains(&root))
        };
        for (at, entity) in texts.telling.entities.iter().enumerate() {
            if counted[at] && spoken_of(texts.said(entity.name)) {
                distinct.insert(texts.said(entity.name).name_key());
            }
        }
        self.entities = distinct.len() as u64;
        // What any used part of a view shows is reached too, but not counted.
        for (component, used) in intent.components.iter().zip(&self.used) {
            for name in component.entities.iter().filter(|_| *used) {
                if let Some((entity, _)) = self.entity(name) {
                    counted[entity] = true;
                }
            }
        }
        self.reached = counted;
    }
}

/// Main and alternative steps of a flow.
pub(super) fn steps(flow: &UserFlow) -> impl Iterator<Item = &Step> {
    flow.steps.iter().chain(flow.alternatives.iter().flat_map(|a| &a.steps))
}

/// Whether a step speaks of the product, or of the part at which it happens.
fn is_of(product: &Product, flow: &FlowTexts, step: &StepTexts, part: Option<usize>, texts: &Texts) -> bool {
    step.both().any(|id| product.is_told(texts.said(id), flow.around(part, texts)))
}

/// Those that say something of the product, and not only that something fails: a step that says nothing uses nothing
/// and reaches nothing, whatever it names. `part` knows where a step happens.
fn said_steps<'i>(
    flow: &'i UserFlow,
    told: &'i FlowTexts,
    part: &'i dyn Fn(&str) -> Option<usize>,
    texts: &'i Texts,
    product: &'i Product,
) -> impl Iterator<Item = &'i Step> {
    let all = steps(flow).zip(told.all_steps());
    let says = |said: Said| {
        said.filler().is_none() && said.words().any(|word| word.is_specific() && word.class & FAILURE == 0)
    };
    all.filter(move |(step, said)| {
        says(texts.said(said.action)) && is_of(product, told, said, part(&step.component), texts)
    })
    .map(|(step, _)| step)
}

/// The same with their addresses; `i` is the flow's position.
pub(super) fn steps_at(i: usize, flow: &UserFlow) -> impl Iterator<Item = (At, &Step)> {
    let main = flow.steps.iter().enumerate().map(move |(s, step)| (At::Two(i, s), step));
    let other = flow.alternatives.iter().enumerate().flat_map(move |(a, alternative)| {
        alternative.steps.iter().enumerate().map(move |(s, step)| (At::Three(i, a, s), step))
    });
    main.chain(other)
}

/// Whether a component works for others and is not itself seen.
pub(super) fn serves(component: &Component) -> bool {
    matches!(component.kind, ComponentType::Data | ComponentType::Utility)
}

fn ids_at<'a>(ids: &'a [String], index: &'a NameMap<'_, usize>) -> impl Iterator<Item = usize> + 'a {
    ids.iter().filter_map(|id| index.get(id.as_str()).copied())
}

/// Each once, in order.
fn distinct(all: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all: Vec<usize> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn first_index<'i>(ids: impl Iterator<Item = &'i str>) -> NameMap<'i, usize> {
    let mut index = NameMap::default();
    for (i, id) in ids.enumerate() {
        index.entry(id).or_insert(i);
    }
    index
}
