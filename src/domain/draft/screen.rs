//! Screens: which of them the brief names, and the view on which a story takes place. A view is named by
//! a noun — the brief's word for the screen, else the thing or the topic — never by what somebody does.

use std::collections::BTreeMap;

use super::attribute;
use super::cast::{Cast, Group};
use super::foreign;
use super::inventory::Inventory;
use super::listed::Listed;
use super::model::{Things, sentence};
use super::naming::NAME;
use super::noun;
use super::phrase::{capital, short};
use super::titles::{is_heading, is_only_a_deed};
use super::topic::{begins_with_deed, noun_phrase, topic};
use super::words::{content, overlap, singular, words};
use crate::domain::intent::ComponentType;

const MOST_SCREENS: usize = 80;
/// Lines outside any story that are about one screen.
const SCATTERED: usize = 6;

impl Inventory {
    /// The screens that the brief lists, each with what it says of it.
    pub(super) fn list(&mut self, cast: &Cast, things: &Things) -> Vec<usize> {
        if self.overview.is_some() {
            return Vec::new();
        }
        let mut shown = Vec::with_capacity(cast.listed.len());
        for screen in &cast.listed {
            let at = self.part(ComponentType::View, &screen.name, None);
            self.parts[at].listed = sentence(&short(&screen.told, 300));
            things
                .find(&format!("{} {}", screen.name, screen.told))
                .into_iter()
                .for_each(|t| self.touch(at, t));
            shown.push(at);
        }
        for (line, screen) in cast.of_screens() {
            if let Some(at) = shown.get(screen) {
                self.serve(*at, &cast.lines[line]);
            }
        }
        shown
    }

    /// The view on which a story takes place.
    pub(super) fn view_of(&mut self, group: &Group, shown: &[usize], cast: &Cast, things: &Things) -> usize {
        if let Some(overview) = self.overview {
            return self.part(ComponentType::Container, &group.title, Some(overview));
        }
        if let Some(at) = nearest_listed(group, cast).and_then(|screen| shown.get(screen)) {
            return *at;
        }
        if let Some(thing) = group.about {
            let at = self.part(ComponentType::View, &group.title, None);
            self.touch(at, thing);
            return at;
        }
        let mut told: Vec<&str> = vec![&group.title];
        if let Some(story) = group.story {
            told.extend(story.want.iter().map(String::as_str));
            told.extend(story.narrative.iter().take(6).map(|t| t.text.as_str()));
        }
        let own = group.own.iter().take(60).map(|at| &cast.lines[*at]);
        let acted = own.clone().map(|l| l.action.as_deref().unwrap_or(&l.response));
        let begun: Vec<&str> = told.iter().copied().chain(acted).collect();
        let responses = own.clone().filter(|l| l.action.is_some()).map(|l| l.response.as_str());
        let answered: Vec<&str> = responses.collect();
        // Where a story begins tells more than where it leads.
        // A page that one of many lines names is not where all of them take place.
        let scattered = group.story.is_none() && group.own.len() > SCATTERED;
        if let Some(name) = self.screen_in(&begun).filter(|_| !scattered) {
            return self.part(ComponentType::View, &name, None);
        }
        let topic = topic(&group.title, things);
        let stated = begins_with_deed(&group.title);
        let clause = is_only_a_deed(&group.title) || things.is_foreign() && foreign::is_deed(&group.title);
        let pale =
            |name: &str| stated && !words(name).last().is_some_and(|w| attribute::is_known(&singular(w)));
        let (topic, spare) = match topic {
            Some((name, None)) if pale(&name) => (None, Some(name)),
            other => (other, None),
        };
        if let Some((name, thing)) = topic {
            let at = self.part(ComponentType::View, &name, None);
            thing.into_iter().for_each(|t| self.touch(at, t));
            return at;
        }
        if let Some(name) = self.screen_in(&answered) {
            return self.part(ComponentType::View, &name, None);
        }
        let mut said: BTreeMap<usize, usize> = BTreeMap::new();
        for (n, text) in told.iter().enumerate() {
            for thing in things.find(text) {
                *said.entry(thing).or_default() += if n == 0 { 4 } else { 1 };
            }
        }
        for thing in own.flat_map(|l| l.entities.iter()) {
            *said.entry(*thing).or_default() += 1;
        }
        let most = said.values().copied().max().unwrap_or(0);
        // The title's own noun, unless what most is said of stands in it too.
        let titled = things.find(&group.title);
        let fits = |name: &&String| usable(name) && !titled.iter().any(|t| said.get(t) == Some(&most));
        if let Some(name) = spare.as_ref().filter(fits) {
            return self.part(ComponentType::View, name, None);
        }
        match said.iter().find(|(_, n)| **n == most) {
            Some((thing, _)) if most > 1 || ((stated || clause || is_heading(&group.title)) && most > 0) => {
                let name = capital(&things.screen(*thing));
                let at = self.part(ComponentType::View, &name, None);
                self.touch(at, *thing);
                at
            }
            // A section that is about no screen belongs to the one before it.
            _ if is_heading(&group.title) && self.last_view().is_some() => {
                self.last_view().unwrap_or_default()
            }
            _ => {
                let named = spare.unwrap_or_else(|| noun_phrase(&group.title));
                // A verb alone names nothing.
                let bare = clause || super::verbs::act_of(&named.to_lowercase()).is_some();
                let name = if bare {
                    short(group.title.split([',', ';']).next().unwrap_or_default(), 60)
                } else {
                    named
                };
                self.part(ComponentType::View, &name, None)
            }
        }
    }

    fn last_view(&self) -> Option<usize> {
        self.parts.iter().rposition(|p| p.kind == ComponentType::View)
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
        // A story does not begin where it ends.
        let title = texts.first().copied().unwrap_or_default().to_lowercase();
        count.retain(|key, _| {
            ["confirm", "success", "thank", "error", "receipt"]
                .iter()
                .all(|end| !key.contains(end) || title.contains(end))
        });
        let (key, _) = count.into_iter().max_by_key(|(_, (n, order))| (*n, usize::MAX - *order))?;
        self.screens.get(&key).map(|(_, name)| name.clone())
    }
}

/// The listed screen of which a story's title and wish speak: by its name, or by two words of what is said of it.
fn nearest_listed(group: &Group, cast: &Cast) -> Option<usize> {
    if group.on.is_some() {
        return group.on;
    }
    let wanted = group.story.and_then(|story| story.want.as_deref()).unwrap_or_default();
    let said = pieces(&format!("{} {wanted}", group.title));
    let share =
        |screen: &Listed| 2 * overlap(&pieces(&screen.name), &said) + overlap(&pieces(&screen.told), &said);
    let shares: Vec<usize> = cast.listed.iter().map(share).collect();
    let most = shares.iter().copied().max().filter(|most| *most > 1)?;
    shares.iter().position(|share| *share == most)
}

/// What a text is about, as pieces that another may share: words, and where they have no spaces pairs of letters.
fn pieces(text: &str) -> Vec<String> {
    let unspaced = |c: &char| ('\u{3040}'..='\u{9fff}').contains(c);
    let letters: Vec<char> = text.chars().collect();
    let pairs = letters.windows(2).filter(|pair| pair.iter().all(unspaced)).map(|pair| pair.iter().collect());
    let words = content(text).into_iter().filter(|word| word.chars().count() > 1);
    words.chain(pairs).collect()
}

/// A noun that a screen can be called by: neither a word for anything nor that of a technology.
fn usable(name: &str) -> bool {
    let last = words(name).pop().map(|w| singular(&w)).unwrap_or_default();
    let pale = ["message", "thing", "it", "more", "place", "way", "everything", "time", "other"];
    !pale.contains(&last.as_str()) && last.len() > 2 && crate::domain::lexicon::find(name).is_empty()
}

/// Screens by name, the most often named ones.
pub(super) fn screens(cast: &Cast) -> BTreeMap<String, (usize, String)> {
    let mut count: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let narratives =
        cast.groups.iter().filter_map(|g| g.story).flat_map(|s| s.narrative.iter().map(|t| t.text.as_str()));
    for text in cast.lines.iter().map(|l| &*l.told).chain(narratives) {
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
pub(super) fn is_service(cast: &Cast, screens: &BTreeMap<String, (usize, String)>) -> bool {
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
        let words = words(text);
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
