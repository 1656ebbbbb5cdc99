//! The parts of the product: views, and below them what people work with. The same part named twice is
//! one part; every part knows which requirements it serves and what the brief says of it.

use std::collections::BTreeMap;

use super::cast::{Cast, Group, Line};
use super::model::{Things, sentence};
use super::naming::{self, Ids, NAME, PARAGRAPH, SATISFIES};
use super::noun::{self, Named};
use super::phrase::{capital, short, small};
use super::verbs::{self, Act};
use super::words::{content, overlap, plural};
use crate::domain::intent::{Component, ComponentType};

pub(super) struct Part {
    pub(super) kind: ComponentType,
    pub(super) name: String,
    /// Sentences of the brief that say what it does.
    told: Vec<String>,
    pub(super) description: String,
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
    screens: BTreeMap<String, (usize, String)>,
    /// Set where the brief describes a service without screens.
    overview: Option<usize>,
}

/// More parts than this on one view are a view that nobody understands.
const MOST_BELOW: usize = 9;
const MOST_PARTS: usize = 400;
const MOST_SCREENS: usize = 80;
/// Sentences of the brief in one description.
const MOST_TOLD: usize = 2;

impl Inventory {
    pub(super) fn of(title: &str, cast: &Cast) -> Self {
        let mut inventory = Self {
            parts: Vec::new(),
            by_key: BTreeMap::new(),
            ids: Ids::default(),
            screens: screens(cast),
            overview: None,
        };
        if is_service(cast, &inventory.screens) {
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
        let id = self.ids.fresh(kind_word(kind), &name);
        self.parts.push(Part {
            kind,
            name,
            told: Vec::new(),
            description: String::new(),
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

    /// The view on which a story takes place.
    pub(super) fn view_of(&mut self, group: &Group, cast: &Cast, things: &Things) -> usize {
        if let Some(overview) = self.overview {
            return self.part(ComponentType::Container, &group.title, Some(overview));
        }
        let mut texts: Vec<&str> = vec![&group.title];
        if let Some(story) = group.story {
            texts.extend(story.want.iter().map(String::as_str));
            texts.extend(story.narrative.iter().take(6).map(|t| t.text.as_str()));
        }
        texts.extend(group.own.iter().take(60).map(|at| cast.lines[*at].statement.text.as_str()));
        if let Some(name) = self.screen_in(&texts) {
            return self.part(ComponentType::View, &name, None);
        }
        let mut said: BTreeMap<usize, usize> = BTreeMap::new();
        for (n, text) in texts.iter().enumerate() {
            for thing in things.find(text) {
                *said.entry(thing).or_default() += if n == 0 { 4 } else { 1 };
            }
        }
        let most = said.values().copied().max().unwrap_or(0);
        match said.iter().find(|(_, n)| **n == most) {
            Some((thing, _)) if most > 1 => {
                let name = capital(&plural(&things.label(*thing)));
                let at = self.part(ComponentType::View, &name, None);
                self.parts[at].touch(*thing);
                at
            }
            _ => self.part(ComponentType::View, &group.title, None),
        }
    }

    /// The screen that these texts name most often.
    fn screen_in(&self, texts: &[&str]) -> Option<String> {
        let mut count: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for text in texts {
            for named in noun::named(text).into_iter().filter(|n| n.kind == ComponentType::View) {
                let order = count.len();
                if self.screens.contains_key(&named.key) {
                    count.entry(named.key).or_insert((0, order)).0 += 1;
                }
            }
        }
        let (key, _) = count.into_iter().max_by_key(|(_, (n, order))| (*n, usize::MAX - *order))?;
        self.screens.get(&key).map(|(_, name)| name.clone())
    }

    /// The part that a line is about.
    pub(super) fn place(&mut self, line: &Line, view: usize, things: &Things) -> usize {
        let text = &line.statement.text;
        let view = self.named_view(line, view);
        let at = self
            .named_part(line, view, things)
            .or_else(|| self.acted_on(line, view, things))
            .or_else(|| self.kept_by(line, view, things))
            .unwrap_or(view);
        self.serve(at, line);
        let _ = text;
        at
    }

    /// A line may name another screen than its story's.
    fn named_view(&mut self, line: &Line, view: usize) -> usize {
        if self.overview.is_some() {
            return view;
        }
        let text = line.action.as_deref().unwrap_or(&line.statement.text);
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
        let named = parts.into_iter().find(|n| n.kind != ComponentType::View)?;
        // The name of a thing of the data model is no part of a screen.
        if things.find(&named.name).iter().any(|t| noun::key(things.name(*t)) == named.key) {
            return None;
        }
        Some(self.keyed(named.kind, &named.key, &named.name, Some(view)))
    }

    fn acted_on(&mut self, line: &Line, view: usize, things: &Things) -> Option<usize> {
        let text = line.action.as_deref().unwrap_or(&line.statement.text);
        let deed = verbs::deed(text)?;
        let thing = things.find(&deed.object).first().copied();
        let named_later = || things.find(&deed.rest).first().copied();
        if deed.act == Act::Enter {
            return None;
        }
        if deed.act == Act::Show || (deed.act == Act::Choose && (thing.is_some() || deed.object.is_empty())) {
            let thing = thing.or_else(|| line.entities.first().copied())?;
            return Some(self.shown(line, thing, view, things));
        }
        let object = match thing {
            Some(thing) => things.label(thing),
            None if deed.object.is_empty() || deed.object.contains("action") => {
                named_later().map(|t| things.label(t)).unwrap_or_default()
            }
            None => small(&deed.object),
        };
        let many = matches!(deed.act, Act::Search | Act::Filter | Act::Sort | Act::Arrange | Act::Export);
        let object = if many && thing.is_some() { plural(&object) } else { object };
        let signs = matches!(deed.act, Act::SignIn | Act::SignOut);
        if object.is_empty() && !signs {
            return None;
        }
        let name = if signs { capital(&deed.verb) } else { format!("{} {object}", capital(&deed.verb)) };
        let key = format!("{:?} {}", deed.act, noun::key(&object));
        let at = self.keyed(ComponentType::Control, &key, &name, Some(view));
        thing.into_iter().for_each(|t| self.parts[at].touch(t));
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

    /// What works behind the screen: checks, messages, keeping.
    fn kept_by(&mut self, line: &Line, view: usize, things: &Things) -> Option<usize> {
        const DUTIES: &[(&str, &[&str])] = &[
            (
                "validation",
                &["validat", "unique", "require", "reject", "invalid", "enforc", "exactly", "format"],
            ),
            ("messages", &["notif", "messag", "error", "warn", "alert", "inform"]),
            ("access", &["privileg", "permission", "role", "deny", "denied", "authoriz", "access"]),
            ("history", &["audit", "histor", "log"]),
            ("saving", &["save", "sav", "persist", "stor", "recover", "sync", "retain", "preserv"]),
            ("loading", &["load", "pagin", "second", "latency", "performance"]),
        ];
        let stems = content(&line.statement.text);
        let (duty, _) =
            DUTIES.iter().find(|(_, roots)| stems.iter().any(|s| roots.iter().any(|r| s.starts_with(r))))?;
        let name = match line.entities.first() {
            Some(thing) => capital(&format!("{} {duty}", things.label(*thing))),
            None => return None,
        };
        let at = self.part(ComponentType::Utility, &name, Some(view));
        line.entities.first().into_iter().for_each(|t| self.parts[at].touch(*t));
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
        if part.told.len() < MOST_TOLD && !line.response.is_empty() {
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

    fn described(&self, at: usize) -> String {
        let part = &self.parts[at];
        if !part.description.is_empty() {
            return part.description.clone();
        }
        naming::clipped(&part.told.join(" "), PARAGRAPH)
    }
}

fn kind_word(kind: ComponentType) -> &'static str {
    match kind {
        ComponentType::View => "view",
        ComponentType::Container => "container",
        ComponentType::Control => "control",
        ComponentType::Data => "data",
        ComponentType::Utility => "utility",
    }
}

/// Screens by name, the most often named ones.
fn screens(cast: &Cast) -> BTreeMap<String, (usize, String)> {
    let mut count: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let narratives =
        cast.groups.iter().filter_map(|g| g.story).flat_map(|s| s.narrative.iter().map(|t| t.text.as_str()));
    for text in cast.lines.iter().map(|l| l.statement.text.as_str()).chain(narratives) {
        for named in noun::named(text).into_iter().filter(|n| n.kind == ComponentType::View) {
            if count.len() < 4 * MOST_SCREENS || count.contains_key(&named.key) {
                count.entry(named.key).or_insert((0, named.name.chars().take(NAME).collect())).0 += 1;
            }
        }
    }
    // A name said once in passing (`an empty list view`) is a screen only when it says so.
    count.retain(|_, (n, name)| {
        *n > 1 || name.ends_with("screen") || name.ends_with("page") || name.ends_with("ashboard")
    });
    let mut kept: Vec<_> = count.into_iter().collect();
    kept.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    kept.into_iter().take(MOST_SCREENS).collect()
}

/// Whether the brief describes a service that other programs call rather than screens.
fn is_service(cast: &Cast, screens: &BTreeMap<String, (usize, String)>) -> bool {
    const SERVICE: &[&str] = &[
        "api",
        "apis",
        "endpoint",
        "endpoints",
        "backend",
        "request",
        "requests",
        "webhook",
        "payload",
        "response",
    ];
    const SCREEN: &[&str] = &[
        "screen",
        "page",
        "button",
        "click",
        "clicks",
        "form",
        "display",
        "displays",
        "view",
        "dashboard",
        "tap",
        "ui",
        "interface",
        "list",
        "see",
        "sees",
    ];
    if !screens.is_empty() {
        return false;
    }
    let (mut service, mut screen) = (0_usize, 0_usize);
    for line in cast.lines.iter().take(2000) {
        let text = &line.statement.text;
        let words = super::words::words(text);
        service += usize::from(
            words.iter().any(|w| SERVICE.contains(&w.as_str()))
                || text.contains("API")
                || text.contains("エンドポイント"),
        );
        screen += usize::from(
            words.iter().any(|w| SCREEN.contains(&w.as_str()))
                || text.contains("画面")
                || text.contains("ボタン"),
        );
    }
    service >= 3 && screen * 4 < service
}

/// A line as a sentence: `When a user creates an album, the system dates it.`
pub(super) fn when(line: &Line) -> String {
    let told = match &line.action {
        _ if line.foreign => short(&line.statement.text, 240),
        Some(action) => {
            format!("When {}, {}", small(&short(action, 140)), small(&short(&line.response, 200)))
        }
        None => short(&line.response, 240),
    };
    sentence(&told)
}
