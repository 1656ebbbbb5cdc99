//! Components of a design. Its views are the screens that the brief names; a flow without a screen gets a view of its own.

use std::collections::{HashMap, HashSet};

use frieze_intent::{Component, ComponentType};
use frieze_reader::Reading;

use crate::limits::{self, NAMED, PLACES, REFERENCES, TEXT, clip, refer};
use crate::model::Model;
use crate::names::Names;

/// Position of a component in [`Places`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(usize);

/// The components of a design, screens first.
pub struct Places {
    components: Vec<Component>,
    /// By name, so that no two have the same.
    called: HashMap<String, usize>,
    /// Names of the screens in the brief, with positions in `components`.
    screens: Names,
}

impl Places {
    /// The screens of a reading, except those that are only named in exclusions.
    pub fn of(reading: &Reading, model: &Model) -> Self {
        let mut places = Self {
            components: Vec::new(),
            called: HashMap::new(),
            screens: Names::of(reading.language, None),
        };
        let excluded: HashSet<u32> = reading.exclusions.iter().map(|exclusion| exclusion.line).collect();
        for screen in reading.screens.iter().filter(|screen| !excluded.contains(&screen.line)).take(PLACES) {
            if let Some(place) = places.view(&screen.name, &screen.description, model) {
                places.screens.add(&screen.name, place.0);
            }
        }
        places
    }

    /// The view with a name, added if it does not exist. `None` if the name is empty.
    pub fn view(&mut self, name: &str, description: &str, model: &Model) -> Option<Place> {
        self.part(ComponentType::View, name, description, model)
    }

    /// The part below a view that a heading of the brief names; the view itself if the name is empty. It is added if it does not
    /// exist.
    pub fn part_of(&mut self, above: Place, name: &str, model: &Model) -> Place {
        let before = self.components.len();
        let Some(part) = self.part(ComponentType::Utility, name, "", model) else { return above };
        if self.components.len() > before {
            let id = self.id(part);
            if let Some(view) = self.components.get_mut(above.0) {
                refer(&mut view.children, &id, REFERENCES);
            }
        }
        part
    }

    /// Adds a rule of the brief to a component.
    pub fn rule(&mut self, place: Place, text: &str, requirement: &str) {
        if let Some(part) = self.components.get_mut(place.0) {
            if part.description.len() < TEXT {
                let joined = format!("{}\n{}", part.description, text.trim());
                part.description = clip(&joined, TEXT);
            }
            refer(&mut part.satisfies, requirement, REFERENCES);
        }
    }

    fn part(&mut self, kind: ComponentType, name: &str, description: &str, model: &Model) -> Option<Place> {
        let name = limits::name(name)?;
        let at = self.components.len();
        let at = *self.called.entry(name.to_lowercase()).or_insert(at);
        if at == self.components.len() {
            let said = format!("{name} {description}");
            self.components.push(Component {
                id: format!("C{}", at + 1),
                kind,
                name,
                description: String::new(),
                children: Vec::new(),
                entities: model.in_text(&said),
                states: Vec::new(),
                satisfies: Vec::new(),
                widget: None,
                shared: false,
            });
        }
        let part = self.components.get_mut(at)?;
        if part.description.is_empty() {
            part.description = clip(description, TEXT);
        }
        Some(Place(at))
    }

    /// The component with a name.
    pub fn called(&self, name: &str) -> Option<Place> {
        self.called.get(&limits::name(name)?.to_lowercase()).copied().map(Place)
    }

    /// The first screen that a text names.
    pub fn screen_in(&self, text: &str) -> Option<Place> {
        self.screens.in_text(text).first().copied().map(Place)
    }

    /// The view that an answer names.
    pub fn view_in(&self, reading: &Reading, text: &str) -> Option<Place> {
        let views = self.components.iter().enumerate().filter(|(_, part)| part.kind == ComponentType::View);
        let (positions, names): (Vec<usize>, Vec<&str>) =
            views.map(|(at, part)| (at, part.name.as_str())).unzip();
        let found = Names::of(reading.language, names).in_text(text);
        found.first().and_then(|at| positions.get(*at)).copied().map(Place)
    }

    pub fn first_view(&self) -> Option<Place> {
        self.components.iter().position(|part| part.kind == ComponentType::View).map(Place)
    }

    pub fn with_id(&self, id: &str) -> Option<Place> {
        // Ids count the components from 1.
        let at = id.strip_prefix('C')?.parse::<usize>().ok()?.checked_sub(1)?;
        (at < self.components.len()).then_some(Place(at))
    }

    pub fn component(&self, place: Place) -> Option<&Component> {
        self.components.get(place.0)
    }

    pub fn id(&self, place: Place) -> String {
        self.component(place).map(|part| part.id.clone()).unwrap_or_default()
    }

    /// Describes a view that has no description yet.
    pub fn describe(&mut self, place: Place, text: &str) {
        if let Some(part) = self.components.get_mut(place.0).filter(|part| part.description.is_empty()) {
            part.description = clip(text, TEXT);
        }
    }

    /// Notes that a component shows an entity.
    pub fn shows(&mut self, place: Place, entity: &str) {
        if let Some(part) = self.components.get_mut(place.0) {
            refer(&mut part.entities, entity, NAMED);
        }
    }

    pub fn components(self) -> Vec<Component> {
        self.components
    }

    pub fn views_mut(&mut self) -> impl Iterator<Item = &mut Component> {
        self.components.iter_mut().filter(|part| part.kind == ComponentType::View)
    }
}
