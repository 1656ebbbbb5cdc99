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
use super::met::{Meeting, Met};
use super::named::Named;
use super::product::Product;
use super::said::{self, Said};
use super::sound::{Flows, said_steps};
use super::texts::Texts;
use super::words::{self, KeySet};
use crate::domain::intent::{Component, ComponentType, Intent};

/// A design of few demands is not expected to have fewer parts of a kind than this.
const LEAST: u64 = 2;

/// What is earned of one intent, per element, and how much of each kind.
pub(super) struct Ground<'i> {
    named: Named<'i>,
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
        let components = &intent.components;
        let named = Named::of(intent, texts);
        let mut meeting = Meeting::nothing_of(texts, product);
        let flows = Flows::of(intent, texts, product, &named, &mut meeting);
        let (parent, contested) = parents(components, named.components());
        let view_of = views_above(components, &parent);
        let mut ground = Self {
            named,
            parent,
            sound: flows.sound,
            used: vec![false; components.len()],
            reached: vec![false; intent.data_model.entities.len()],
            met: Vec::new(),
            claimed: Vec::new(),
            void: flows.void,
            heaps: flows.heaps,
            view_of,
            has_interaction: false,
            requirements: 0,
            satisfied: 0,
            flows: flows.counted,
            components: 0,
            views: 0,
            entities: 0,
        };
        ground.mark_used(intent, texts, product, &contested);
        ground.mark_reached(intent, texts, product);
        ground.claim_by_components(intent, texts, &mut meeting);
        ground.claim_by_interactions(intent, texts, product, &mut meeting);
        let Met { met, claimed, requirements, satisfied } = meeting.close();
        let ground = Self { met, claimed, requirements, satisfied, ..ground };
        ground.no_more_than_is_asked_for()
    }

    /// The entity that a reference means, and whether it is spelt as the entity is.
    pub(super) fn entity(&self, name: &str) -> Option<(usize, bool)> {
        self.named.entity(name)
    }

    pub(super) fn component(&self, id: &str) -> Option<usize> {
        self.named.component(id)
    }

    pub(super) fn requirement(&self, id: &str) -> Option<usize> {
        self.named.requirement(id)
    }

    fn is_used(&self, id: &str) -> bool {
        self.component(id).is_some_and(|at| self.used[at])
    }

    /// What to do first where a component shares its id with an earlier one, so that no reference reaches it.
    pub(super) fn own_id_first(&self, at: usize, component: &Component) -> Option<String> {
        let shadowed = self.component(&component.id).is_some_and(|first| first != at);
        shadowed
            .then(|| format!("Give it an id of its own: \"{}\" means an earlier component.", component.id))
    }

    /// What is demanded, and met, says how much of each kind there has to be. More than that counts no more, so that
    /// no further part, however well it reads, makes what is wrong with the others weigh less.
    fn no_more_than_is_asked_for(mut self) -> Self {
        let met = self.satisfied.max(1);
        self.components = self.components.min((met * 3).div_ceil(2).max(LEAST));
        self.entities = self.entities.min(met.div_ceil(2).max(LEAST));
        self.views = self.views.min(met.div_ceil(3).max(LEAST));
        self
    }

    /// Used components that are described claim what they satisfy.
    fn claim_by_components(&self, intent: &Intent, texts: &Texts, meeting: &mut Meeting) {
        let claiming = intent.components.iter().enumerate().filter(|(_, c)| !c.satisfies.is_empty());
        for (i, component) in claiming {
            let described = texts.said(texts.telling.components[i].description).substance() > 0;
            if described && self.is_used(&component.id) {
                meeting.claimed_by_component(i, &component.satisfies, &self.named);
            }
        }
    }

    /// Specific interactions of used components claim what they satisfy; one of the product is noted.
    fn claim_by_interactions(
        &mut self,
        intent: &Intent,
        texts: &Texts,
        product: &Product,
        meeting: &mut Meeting,
    ) {
        for (interaction, told) in intent.interactions.iter().zip(&texts.telling.interactions) {
            let specific =
                texts.said(told.response).substance() > 0 && texts.said(told.trigger).substance() > 0;
            if !specific || !self.is_used(&interaction.component) {
                continue;
            }
            self.has_interaction |= told.all().any(|id| product.is_spoken_of(texts.said(id)));
            if !interaction.satisfies.is_empty() {
                meeting.claimed_by_interaction(told, &interaction.satisfies, &self.named);
            }
        }
    }

    fn mark_used(&mut self, intent: &Intent, texts: &Texts, product: &Product, contested: &[bool]) {
        let components = &intent.components;
        let mut stepped = vec![false; components.len()];
        let flows = intent.user_flows.iter().zip(&texts.telling.flows).zip(&self.sound);
        for ((flow, told), _) in flows.filter(|(_, sound)| **sound) {
            for step in said_steps(flow, told, &self.named, texts, product) {
                if let Some(at) = self.component(&step.component) {
                    stepped[at] = true;
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
            if let Some(at) = self.component(&interaction.component) {
                let of_it = || told.all().any(|id| product.is_spoken_of(texts.said(id)));
                reacts[at] |= texts.said(told.response).substance() > 0 && of_it();
            }
        }
        let mut below: Vec<usize> = (0..components.len()).filter(|at| self.used[*at]).collect();
        while let Some(at) = below.pop() {
            for child in &components[at].children {
                let Some(child) = self.component(child) else { continue };
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
            .filter_map(|c| self.component(c))
            .any(|c| reacts[c] && self.parent[c] == Some(at))
    }

    fn mark_reached(&mut self, intent: &Intent, texts: &Texts, product: &Product) {
        let mut counted = vec![false; self.reached.len()];
        let flows = intent.user_flows.iter().zip(&texts.telling.flows).zip(&self.sound);
        for ((flow, told), _) in flows.filter(|(_, sound)| **sound) {
            for step in said_steps(flow, told, &self.named, texts, product) {
                let at = self.component(&step.component);
                let own = at.map_or(&[][..], |at| intent.components[at].entities.as_slice());
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

/// Whether a component works for others and is not itself seen.
pub(super) fn serves(component: &Component) -> bool {
    matches!(component.kind, ComponentType::Data | ComponentType::Utility)
}
