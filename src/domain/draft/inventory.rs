//! The parts of the product: views, and below them what people work with. The same part named twice is
//! one part; every part knows which requirements it serves and what the brief says of it.

use std::collections::BTreeMap;

use super::cast::{Cast, Line};
use super::control::{self, Gesture};
use super::duty;
use super::model::{Things, sentence};
use super::naming::{self, Ids, PARAGRAPH, SATISFIES};
use super::noun::{self, Named};
use super::people;
use super::phrase::{capital, short, small};
use super::screen;
use super::verbs::{self, Act};
use super::words::{content, overlap};
use crate::domain::brief::Brief;
use crate::domain::intent::{Component, ComponentType, RequirementKind};
use crate::domain::lexicon;

pub(super) struct Part {
    pub(super) kind: ComponentType,
    pub(super) name: String,
    /// Sentences of the brief that say what it does.
    told: Vec<String>,
    pub(super) description: String,
    /// What the brief says where it lists its screens.
    pub(super) listed: String,
    /// In the order in which the brief names them.
    pub(super) entities: Vec<usize>,
    pub(super) satisfies: Vec<String>,
    pub(super) parent: Option<usize>,
    pub(super) states: Vec<String>,
    pub(super) id: String,
    /// Parts below it, for the limit on what one view holds.
    below: usize,
}

impl Part {
    fn touch(&mut self, thing: usize) {
        if !self.entities.contains(&thing) {
            self.entities.push(thing);
        }
    }
}

pub(super) struct Inventory {
    pub(super) parts: Vec<Part>,
    by_key: BTreeMap<String, usize>,
    ids: Ids,
    /// Names of screens and how often the brief says them.
    pub(super) screens: BTreeMap<String, (usize, String)>,
    /// Stems of the words for people.
    people: Vec<String>,
    /// Further controls of one line, as `edit` and `delete` of `add, edit and delete assets`, with what is
    /// done there; by the requirement of the line.
    pub(super) further: BTreeMap<String, Vec<(usize, String)>>,
    /// Set where the brief describes a service without screens.
    pub(super) overview: Option<usize>,
}

/// More parts than this on one view are a view that nobody understands.
const MOST_BELOW: usize = 9;
const MOST_PARTS: usize = 400;
/// Sentences of the brief in one description.
const MOST_TOLD: usize = 2;
/// What one part hears of; more is told elsewhere.
const MOST_HEARD: usize = 8;

impl Inventory {
    pub(super) fn of(title: &str, brief: &Brief, cast: &Cast) -> Self {
        let mut inventory = Self {
            parts: Vec::new(),
            by_key: BTreeMap::new(),
            ids: Ids::default(),
            screens: screen::screens(cast),
            people: people::people(brief),
            further: BTreeMap::new(),
            overview: None,
        };
        if screen::is_service(cast, &inventory.screens) {
            inventory.overview = Some(inventory.part(ComponentType::View, title, None));
        }
        inventory
    }

    /// The part of that kind and name, made where there is none.
    pub(super) fn part(&mut self, kind: ComponentType, name: &str, parent: Option<usize>) -> usize {
        self.keyed(kind, &noun::key(name), name, parent)
    }

    fn keyed(&mut self, kind: ComponentType, key: &str, name: &str, parent: Option<usize>) -> usize {
        if let Some(at) = self.by_key.get(key) {
            return *at;
        }
        if let Some(parent) = parent
            && (self.parts[parent].below >= MOST_BELOW || self.parts.len() >= MOST_PARTS)
        {
            return self.nearest(name, parent);
        }
        let name = naming::name(name, "Part");
        let at = self.parts.len();
        self.by_key.insert(key.to_owned(), at);
        let id = self.ids.fresh(kind.name(), &name);
        self.parts.push(Part {
            kind,
            name,
            told: Vec::new(),
            description: String::new(),
            listed: String::new(),
            entities: Vec::new(),
            satisfies: Vec::new(),
            parent,
            states: Vec::new(),
            id,
            below: 0,
        });
        if let Some(parent) = parent {
            self.parts[parent].below += 1;
        }
        at
    }

    /// Where a view is full: the part on it that shares most words with the wanted one, or the view.
    fn nearest(&self, name: &str, parent: usize) -> usize {
        let wanted = content(name);
        let below = self.parts.iter().enumerate().filter(|(_, p)| p.parent == Some(parent)).take(MOST_BELOW);
        let mut best = (0, parent);
        for (at, part) in below {
            let shared = overlap(&wanted, &content(&part.name));
            if shared > best.0 {
                best = (shared, at);
            }
        }
        best.1
    }

    pub(super) fn touch(&mut self, at: usize, thing: usize) {
        self.parts[at].touch(thing);
    }

    /// The part that a line is about.
    pub(super) fn place(&mut self, line: &Line, view: usize, things: &Things) -> usize {
        let view = self.named_view(line, view);
        let at = self
            .named_part(line, view, things)
            .or_else(|| self.acted_on(line, view, things))
            .or_else(|| self.kept_by(line, view, things))
            .unwrap_or(view);
        self.serve(at, line);
        at
    }

    /// A line may name another screen than its story's.
    fn named_view(&mut self, line: &Line, view: usize) -> usize {
        if self.overview.is_some() {
            return view;
        }
        let text = line.action.as_deref().unwrap_or(&line.told);
        let named = noun::named(text)
            .into_iter()
            .find(|n| n.kind == ComponentType::View && self.screens.contains_key(&n.key));
        match named {
            Some(Named { kind, name, key }) => self.keyed(kind, &key, &name, None),
            None => view,
        }
    }

    fn named_part(&mut self, line: &Line, view: usize, things: &Things) -> Option<usize> {
        let action = line.action.as_deref().unwrap_or_default();
        let parts = noun::named(action).into_iter().chain(noun::named(&line.response));
        // A database table is no part that people meet, whatever it is called.
        let met = |n: &Named| n.kind != ComponentType::View && lexicon::find(&n.name).is_empty();
        let named = parts.into_iter().find(met)?;
        // The name of a thing of the data model is no part of a screen.
        if things.find(&named.name).iter().any(|t| noun::key(things.name(*t)) == named.key) {
            return None;
        }
        if let Some(gesture) = control::of_form(&named.name, line.entities.first().copied(), things) {
            return self.control(&gesture, line, view, things);
        }
        let known = self.by_key.get(&named.key).copied();
        if known.is_some() || line.statement.kind != RequirementKind::Functional {
            return known;
        }
        let listed = things.find(&named.name).into_iter().next();
        if let (ComponentType::Data, Some(thing)) = (named.kind, listed)
            && noun::lists(&named.name)
        {
            // `list of accounts` and `user account list` are one list of one thing.
            let key = noun::key(&format!("{} list", things.label(thing)));
            let at = self.keyed(named.kind, &key, &named.name, Some(view));
            self.parts[at].touch(thing);
            return Some(at);
        }
        Some(self.keyed(named.kind, &named.key, &named.name, Some(view)))
    }

    /// The control for what an actor does, or the list in which the actor sees it.
    fn acted_on(&mut self, line: &Line, view: usize, things: &Things) -> Option<usize> {
        let mut first = None;
        for gesture in control::gestures(line, &self.people, things) {
            // A further deed of the same line is told as a step of its own.
            let told = line.requirement.as_ref().filter(|_| line.action.is_none() && !line.unwanted);
            if first.is_some() && told.is_none() {
                break;
            }
            if gesture.act == Act::Enter {
                continue;
            }
            // To open a thing is to see it; to choose one is to see those that there are.
            let opens = gesture.act == Act::Do && gesture.verb == "open";
            let chooses =
                gesture.act == Act::Choose && (gesture.thing.is_some() || gesture.object.is_empty());
            let at = if gesture.act == Act::Show || chooses || opens {
                let thing = gesture.thing.or_else(|| line.entities.first().copied().filter(|_| !opens));
                thing.map(|t| self.shown(line, t, view, things))
            } else {
                self.control(&gesture, line, view, things)
            };
            if let (Some(_), Some(at), Some(requirement)) = (first, at, told) {
                let object = gesture.thing.map_or_else(|| gesture.object.clone(), |t| things.label(t));
                let deed = format!("{} {}", verbs::third_person(&gesture.verb), super::view::some(&object));
                self.further.entry(requirement.clone()).or_default().push((at, deed));
                if self.parts[at].satisfies.last() != Some(requirement) {
                    self.parts[at].satisfies.push(requirement.clone());
                }
            }
            first = first.or(at);
        }
        first
    }

    /// What goes wrong makes no control of its own: it happens at the one by which people do it.
    fn control(&mut self, gesture: &Gesture, line: &Line, view: usize, things: &Things) -> Option<usize> {
        let key = gesture.key(things);
        if let Some(at) = self.by_key.get(&key) {
            return Some(*at);
        }
        if line.unwanted {
            let kind = key.split(' ').next().unwrap_or_default();
            let mut same = self.by_key.range(kind.to_owned()..).take_while(|(k, _)| k.starts_with(kind));
            return same.find(|(_, at)| self.parts[**at].parent == Some(view)).map(|(_, at)| *at);
        }
        if line.statement.kind != RequirementKind::Functional {
            return None;
        }
        let name = gesture.name(things)?;
        let at = self.keyed(ComponentType::Control, &key, &name, Some(view));
        gesture.thing.into_iter().for_each(|t| self.parts[at].touch(t));
        Some(at)
    }

    /// The list or the details in which a thing is seen.
    fn shown(&mut self, line: &Line, thing: usize, view: usize, things: &Things) -> usize {
        let told = format!("{} {}", line.action.as_deref().unwrap_or_default(), line.response).to_lowercase();
        let detail = ["detail", "metadata", "full-size", "contents"].iter().any(|w| told.contains(w));
        let name = format!("{} {}", capital(&things.label(thing)), if detail { "details" } else { "list" });
        let at = self.part(ComponentType::Data, &name, Some(view));
        self.parts[at].touch(thing);
        at
    }

    /// What works behind the screen: one part of each view for each duty.
    fn kept_by(&mut self, line: &Line, view: usize, things: &Things) -> Option<usize> {
        if line.foreign || control::somebody_acts(line, &self.people) {
            return None;
        }
        let duty = duty::of(&line.told)?;
        let thing = line.entities.first().copied()?;
        let here = format!("duty {view} {duty:?}");
        if let Some(at) = self.by_key.get(&here) {
            return Some(*at);
        }
        let name = duty.named(&things.label(thing));
        let at = self.keyed(ComponentType::Utility, &format!("{duty:?} {thing}"), &name, Some(view));
        self.by_key.insert(here, at);
        self.parts[at].touch(thing);
        Some(at)
    }

    /// A line's requirement and words, credited to a part.
    pub(super) fn serve(&mut self, at: usize, line: &Line) {
        let part = &mut self.parts[at];
        if let Some(id) = &line.requirement
            && part.satisfies.len() < SATISFIES
            && part.satisfies.last() != Some(id)
        {
            part.satisfies.push(id.clone());
        }
        for thing in line.entities.iter().take(3) {
            if part.entities.len() < 12 {
                part.touch(*thing);
            }
        }
        if part.told.len() < MOST_HEARD && !line.response.is_empty() {
            let told = when(line);
            if !part.told.contains(&told) {
                part.told.push(told);
            }
        }
    }

    /// All parts as components, views first, each before its children.
    pub(super) fn components(&self, things: &Things) -> Vec<Component> {
        let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut order = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            match part.parent {
                Some(parent) => below.entry(parent).or_default().push(at),
                None => order.push(at),
            }
        }
        let mut out = Vec::with_capacity(self.parts.len());
        let mut stack: Vec<usize> = order.into_iter().rev().collect();
        while let Some(at) = stack.pop() {
            let part = &self.parts[at];
            let children = below.get(&at).map(Vec::as_slice).unwrap_or_default();
            out.push(Component {
                id: part.id.clone(),
                kind: part.kind,
                name: part.name.clone(),
                description: self.described(at),
                children: children.iter().map(|c| self.parts[*c].id.clone()).collect(),
                entities: part.entities.iter().map(|t| things.name(*t).to_owned()).collect(),
                states: part.states.clone(),
                satisfies: part.satisfies.clone(),
            });
            stack.extend(children.iter().rev());
        }
        out
    }

    /// What a further control is for: the part of the sentence that speaks of it.
    fn done_at(&self, at: usize) -> String {
        let deeds = self.further.values().flatten().find(|(part, _)| *part == at);
        let parent = self.parts[at].parent.map(|p| small(&self.parts[p].name));
        match (deeds, parent) {
            (Some((_, deed)), Some(view)) => capital(&format!("{deed} in {view}.")),
            _ => String::new(),
        }
    }

    fn described(&self, at: usize) -> String {
        let part = &self.parts[at];
        if let Some(told) = [&part.listed, &part.description].into_iter().find(|told| !told.is_empty()) {
            return told.clone();
        }
        if part.told.is_empty() {
            return self.done_at(at);
        }
        let told: Vec<&str> = part.told.iter().take(MOST_TOLD).map(String::as_str).collect();
        naming::clipped(&told.join(" "), PARAGRAPH)
    }
}

/// A line as a sentence; nothing where all that it answers is technology: `When a user creates an album, the system dates it.`
pub(super) fn when(line: &Line) -> String {
    if line.response.is_empty() {
        return String::new();
    }
    let told = match &line.action {
        _ if line.foreign => short(&line.told, 240),
        Some(action) => {
            format!("When {}, {}", small(&short(action, 140)), small(&short(&line.response, 200)))
        }
        None => short(&line.response, 240),
    };
    sentence(&told)
}
