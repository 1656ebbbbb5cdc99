//! The earned part of a design: what serves a requirement. All populations come from here.
//!
//! * A **sound** flow claims a requirement that exists, has a specific step at a component that exists, and is not
//!   a heap of keywords. Steps, reactions and parts that do not speak of the product make nothing sound or used.
//! * A sound flow is **counted** when it is the first in the document to claim some requirement, and speaks of one.
//! * A component is used when a sound flow steps on it; **counted** are the distinct ones of those. What contains
//!   a used one, what reacts inside a used tree, and data or utility parts of a used one are used as well.
//! * A view is counted when it is the only root way above a component that a sound flow steps on. A part that may be in several
//!   views counts its first, unless another of them is counted already.
//! * An entity is counted when a sound flow names it or steps on a component that names it, and the design speaks
//!   of it. Steps that say nothing name nothing.
//!
//! * Components, views and entities count only up to the number that the met demands can ask for.
//!
//! So an unused component, a flow that satisfies nothing, an entity nobody touches, a copy of any of them (same
//! words, same requirements) leave every count as it was.

use super::above::{Places, serves};
use super::claims::Around;
use super::elsewhere;
use super::met::{Meeting, Met};
use super::named::Named;
use super::shares::{Kind, Shares};
use super::sound::{Flows, said_steps};
use crate::fidelity::Trace;
use crate::text::said::Said;
use crate::text::texts::Texts;
use crate::text::words::KeySet;
use crate::text::{said, screens, words};
use frieze_intent::{Component, Intent, Step};

/// No design is expected to have fewer parts of a kind than this, however few its demands.
const LEAST: u64 = 2;

/// What is earned of one intent, per element, and how much of each kind.
pub(super) struct Ground<'i> {
    named: Named<'i>,
    pub(super) places: Places,
    pub(super) flows: Flows,
    pub(super) requirements: Met,
    pub(super) used: Vec<bool>,
    pub(super) reached: Vec<bool>,
    pub(super) has_interaction: bool,
    /// It has no screens, and nothing asks for one: it is judged without views.
    pub(super) is_service: bool,
    /// Its flows have no data model at all: one fault, whatever else fails because of it.
    pub(super) has_no_model: bool,
    pub(super) components: u64,
    pub(super) views: u64,
    pub(super) entities: u64,
}

impl<'i> Ground<'i> {
    pub(super) fn of(intent: &'i Intent, texts: &Texts, trace: Option<&Trace>) -> Self {
        let components = &intent.components;
        let named = Named::of(intent, texts, trace);
        let mut meeting = Meeting::new(texts, Shares::of(intent, &named, trace), trace.is_some());
        let flows = Flows::of(intent, texts, &named, &mut meeting);
        let mut ground = Self {
            places: Places::of(components, named.components()),
            named,
            requirements: Met::default(),
            used: vec![false; components.len()],
            reached: vec![false; intent.data_model.entities.len()],
            has_interaction: false,
            is_service: is_service(intent, texts, trace),
            has_no_model: flows.counted > 0 && intent.data_model.entities.is_empty(),
            flows,
            components: 0,
            views: 0,
            entities: 0,
        };
        let steps = ground.sound_steps(intent, texts);
        ground.mark_used(intent, texts, &steps);
        ground.mark_reached(intent, texts, &steps);
        ground.claim_by_components(intent, texts, &mut meeting);
        ground.claim_by_interactions(intent, texts, &mut meeting);
        let elsewhere = match trace {
            Some(_) => elsewhere::claimed(intent, texts, &ground.named),
            None => vec![None; intent.requirements.len()],
        };
        ground.requirements = meeting.close(elsewhere);
        ground.no_more_than_is_asked_for()
    }

    /// The steps of sound flows that say something about the product.
    fn sound_steps(&self, intent: &'i Intent, texts: &Texts) -> Vec<&'i Step> {
        let flows = intent.user_flows.iter().zip(&texts.ids.flows).zip(&self.flows.sound);
        let sound = flows.filter(|(_, sound)| **sound);
        sound.flat_map(|((flow, said), _)| said_steps(flow, said, &self.named, texts)).collect()
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

    pub(super) fn is_used(&self, id: &str) -> bool {
        self.component(id).is_some_and(|at| self.used[at])
    }

    /// The first thing to do for a component that shares its id with an earlier one, so that no reference reaches it.
    pub(super) fn own_id_first(&self, at: usize, component: &Component) -> Option<String> {
        let shadowed = self.component(&component.id).is_some_and(|first| first != at);
        shadowed.then(|| "Give it its own id: an earlier component has the same.".to_owned())
    }

    /// The met demands say how much of each kind is needed. More than that does not count, so that no further part,
    /// however good, makes the faults of others cheaper.
    fn no_more_than_is_asked_for(mut self) -> Self {
        let met = self.requirements.satisfied.max(1);
        self.components = self.components.min((met * 3).div_ceil(2).max(LEAST));
        self.entities = self.entities.min(met.div_ceil(2).max(LEAST));
        self.views = self.views.min(met.div_ceil(3).max(LEAST));
        self
    }

    /// A component and the used parts below it, at most so many.
    fn below(&self, at: usize, intent: &Intent) -> Vec<usize> {
        const MOST: usize = 32;
        let mut all = vec![at];
        let mut next = 0;
        while let Some(up) = all.get(next).copied().filter(|_| all.len() < MOST) {
            for part in intent.components[up].children.iter().filter_map(|id| self.component(id)) {
                if self.used[part] && all.len() < MOST && !all.contains(&part) {
                    all.push(part);
                }
            }
            next += 1;
        }
        all
    }

    /// Some components with their entities.
    fn around(&self, parts: Vec<usize>, intent: &Intent) -> Around {
        let names = parts.iter().flat_map(|at| &intent.components[*at].entities);
        let entities = words::distinct(names.filter_map(|name| Some(self.entity(name)?.0)));
        Around { parts, entities }
    }

    /// Used components that are described claim what they satisfy.
    fn claim_by_components(&self, intent: &Intent, texts: &Texts, meeting: &mut Meeting) {
        let claiming = intent.components.iter().enumerate().filter(|(_, c)| !c.satisfies.is_empty());
        for (i, component) in claiming {
            let described = texts.said(texts.ids.components[i].description).substance() > 0;
            if described && self.is_used(&component.id) {
                let around = self.around(self.below(i, intent), intent);
                let own = texts.ids.components[i].all();
                meeting.claimed_by(Kind::Component, own, &around, &component.satisfies, &self.named);
            }
        }
    }

    /// Specific interactions of used components claim what they satisfy; one of the product is noted.
    fn claim_by_interactions(&mut self, intent: &Intent, texts: &Texts, meeting: &mut Meeting) {
        for (interaction, element_texts) in intent.interactions.iter().zip(&texts.ids.interactions) {
            let specific = texts.said(element_texts.response).substance() > 0
                && texts.said(element_texts.trigger).substance() > 0;
            if !specific || !self.is_used(&interaction.component) {
                continue;
            }
            self.has_interaction |= element_texts.all().any(|id| texts.product.is_spoken_of(texts.said(id)));
            if !interaction.satisfies.is_empty() {
                let at = self.component(&interaction.component).into_iter().collect();
                let around = self.around(at, intent);
                let own = element_texts.all();
                meeting.claimed_by(Kind::Interaction, own, &around, &interaction.satisfies, &self.named);
            }
        }
    }

    fn mark_used(&mut self, intent: &Intent, texts: &Texts, steps: &[&Step]) {
        let components = &intent.components;
        let mut stepped = vec![false; components.len()];
        for at in steps.iter().filter_map(|step| self.component(&step.component)) {
            stepped[at] = true;
        }
        let (mut distinct, mut content) = (KeySet::default(), Vec::new());
        let (mut views, mut shared) = (vec![false; components.len()], Vec::new());
        for (at, _) in stepped.iter().enumerate().filter(|(_, stepped)| **stepped) {
            let element_texts = &texts.ids.components[at];
            said::content_of(
                [element_texts.name, element_texts.description].map(|id| texts.said(id)),
                &mut content,
            );
            distinct.insert(words::set_key(&content));
            // A second parent could be padding around a used part, so such a part makes no view count.
            match self.places.views[at].as_slice() {
                [view] if !self.places.contested[at] => views[*view] = true,
                [_, _, ..] => shared.push(at),
                _ => {}
            }
            let mut above = vec![at];
            while let Some(up) = above.pop() {
                if !std::mem::replace(&mut self.used[up], true) {
                    above.extend(&self.places.parents[up]);
                }
            }
        }
        for at in shared {
            let all = &self.places.views[at];
            if !all.iter().any(|view| views[*view])
                && let Some(first) = all.first()
            {
                views[*first] = true;
            }
        }
        self.components = distinct.len() as u64;
        self.views = views.iter().filter(|v| **v).count() as u64;

        // Parts of a used tree: data and utility parts serve their container; other parts have to react. A part that
        // does not speak of the product does neither.
        let helps = |at: usize| {
            let own = &texts.ids.components[at];
            serves(&components[at])
                && [own.name, own.description].iter().any(|id| texts.product.is_spoken_of(texts.said(*id)))
        };
        let mut reacts = vec![false; components.len()];
        for (interaction, element_texts) in intent.interactions.iter().zip(&texts.ids.interactions) {
            if let Some(at) = self.component(&interaction.component) {
                let of_it = || element_texts.all().any(|id| texts.product.is_spoken_of(texts.said(id)));
                reacts[at] |= texts.said(element_texts.response).substance() > 0 && of_it();
            }
        }
        let mut below: Vec<usize> = (0..components.len()).filter(|at| self.used[*at]).collect();
        while let Some(at) = below.pop() {
            for child in &components[at].children {
                let Some(child) = self.component(child) else { continue };
                // Only down the tree itself.
                if self.used[child] || !self.places.parents[child].contains(&at) {
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
            .any(|c| reacts[c] && self.places.parents[c].contains(&at))
    }

    fn mark_reached(&mut self, intent: &Intent, texts: &Texts, steps: &[&Step]) {
        let mut counted = vec![false; self.reached.len()];
        for step in steps {
            let at = self.component(&step.component);
            let own = at.map_or(&[][..], |at| intent.components[at].entities.as_slice());
            for (entity, _) in step.entities.iter().chain(own).filter_map(|name| self.entity(name)) {
                counted[entity] = true;
            }
        }
        let mut distinct = KeySet::default();
        // What the data model says about itself is no evidence.
        let element_texts = texts.judged().filter(|text| !text.place.kind.is_of_data()).map(|text| text.id);
        let all = texts.ids.requirements.clone().chain(element_texts);
        let spoken: KeySet = all.flat_map(|id| texts.said(id).roots()).collect();
        let unspaced = texts.ids.requirements.clone().any(|id| texts.said(id).has_unspaced());
        // A listed name is not enough if the texts have one script and can be compared.
        let spoken_of = |name: Said| {
            name.has_unspaced() != unspaced
                || name.roots().next().is_none()
                || name.roots().any(|root| spoken.contains(&root))
        };
        for (at, entity) in texts.ids.entities.iter().enumerate() {
            if counted[at] && spoken_of(texts.said(entity.name)) {
                distinct.insert(texts.said(entity.name).name_key());
            }
        }
        self.entities = distinct.len() as u64;
        // The entities that a used part of a view shows are reached too, but not counted.
        for (component, used) in intent.components.iter().zip(&self.used) {
            let names = component.entities.iter().filter(|_| *used);
            for (entity, _) in names.filter_map(|name| self.entity(name)) {
                counted[entity] = true;
            }
        }
        self.reached = counted;
    }
}

/// Whether a design is of a service or a pipeline: all its components serve, and neither they nor its requirements or brief speak of a
/// screen. Its flows may say what comes of an answer on a screen of somebody else.
fn is_service(intent: &Intent, texts: &Texts, trace: Option<&Trace>) -> bool {
    let components = &intent.components;
    if components.is_empty()
        || !components.iter().all(serves)
        || trace.is_some_and(|trace| trace.lacks_screens)
    {
        return false;
    }
    let own = texts.ids.components.iter().flat_map(|component| [component.name, component.description]);
    let said = own.chain(texts.ids.requirements.clone()).map(|id| texts.said(id).text);
    !screens::are_in(&said.collect::<Vec<_>>().join("\n"))
}
