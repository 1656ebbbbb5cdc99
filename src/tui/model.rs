//! What the screen knows: the board that it does not own, one small struct for each pane, and the dialog in
//! front. Nothing here touches a terminal, a disk or a clock.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use ratatui::layout::Size;

use super::areas::Areas;
use super::detail::{Detail, Stated};
use super::drafts::Drafts;
use super::features::Features;
use super::keys::{Action, Keys, PaneKey};
use super::looks::Looks;
use super::machine::Machine;
use super::modal::Modal;
use super::panes::Panes;
use super::settings::Budget;
use super::theme::{Ground, Theme};
use crate::domain::id::FeatureId;
use crate::engine::Seen;

/// The whole screen.
#[derive(Debug)]
pub struct Model {
    pub now: Timestamp,
    pub size: Size,
    pub theme: Theme,
    /// What the terminal draws on: its colours, unless the settings say otherwise.
    pub ground: Ground,
    pub keys: Keys,
    /// The name of the workspace's folder.
    pub place: String,
    pub features: Features,
    /// The flow's own table, to be drawn.
    pub machine: Machine,
    /// The selected feature, once it has been read.
    pub detail: Option<Arc<Detail>>,
    /// Since when another feature is selected than the one that was read.
    pub moved: Option<Timestamp>,
    /// The pane in front among those that share a place.
    pub tab: PaneKey,
    /// The pane that has the keys.
    pub focus: PaneKey,
    /// The pane whose line led to an element in the Intent pane.
    pub came_from: Option<PaneKey>,
    pub zoomed: bool,
    pub panes: Panes,
    pub modal: Option<Modal>,
    pub message: Option<Message>,
    /// What was on the screen, of which design: what was not cannot be approved as seen.
    pub looks: Looks,
    /// What the agents that are asked now tell meanwhile.
    pub live: HashMap<FeatureId, Arc<Seen>>,
    /// What agents may take, and how amounts are called.
    pub budget: Budget,
    /// Whether the built-in generator reads what is asked for at a rejection.
    pub is_built_in: bool,
    /// Words for decisions that were not made yet.
    pub drafts: Drafts,
    /// The words that were looked for last.
    pub sought: String,
    /// A command about a feature that is being read: it is done once that was read.
    pub waiting: Option<(FeatureId, String)>,
    /// What was wanted in vain last: the same is not journalled again and again.
    pub attempted: Option<Wanted>,
    /// The commands that were typed, oldest first.
    pub commands: Vec<String>,
    /// The paths that were typed for new features, oldest first.
    pub paths: Vec<String>,
    /// A workspace was just made, and its features are to be tried at once.
    pub run_when_listed: bool,
    /// Why files are not watched but looked at now and then.
    pub polling: Option<String>,
    /// The person was told which runs leaving pauses, and leaves.
    pub may_leave: bool,
    /// When features that other processes hold were looked at last.
    pub looked: Option<Timestamp>,
    /// Whether the terminal window has the person's attention; `None` where the terminal has not said so.
    pub focused: Option<bool>,
    /// Until when what is typed may be the words of a comment that nothing could take.
    pub unmeant_until: Option<Timestamp>,
    /// When the person was last heard of.
    pub heard: Timestamp,
    /// Something that is on the screen has changed.
    pub dirty: bool,
}

/// Something that a feature did not allow where it stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    pub of: FeatureId,
    pub what: &'static str,
    /// Since when the feature stood so.
    pub since: Option<Timestamp>,
    /// What the person was told about it.
    pub said: Option<String>,
}

/// One line for the person, until the next key, until it is old, or until what it tells of stands otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub text: String,
    pub is_trouble: bool,
    /// When it was said.
    at: Timestamp,
    /// The feature that it tells of, and how that stood then.
    about: Option<(FeatureId, Option<Standing>)>,
    /// The features of which it tells that a design is there.
    made: Vec<FeatureId>,
}

/// Where a feature stands, as far as a message can be about it.
type Standing = (&'static str, Option<crate::kernel::Call>, bool);

/// How long news are told, and for how many characters: longer ones are read longer. What went wrong is told until somebody has read it.
const NEWS: std::time::Duration = std::time::Duration::from_secs(8);
const CHARACTERS: usize = 120;
/// A message and what it tells of come one after the other: so long they belong together.
const TOGETHER: std::time::Duration = std::time::Duration::from_secs(1);

impl Message {
    /// For how long it is told as news.
    fn lasts(&self) -> std::time::Duration {
        let parts = self.text.chars().count() / CHARACTERS;
        NEWS.saturating_mul(u32::try_from(parts).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// For how long it has been told.
    fn told_for(&self, now: Timestamp) -> std::time::Duration {
        now.duration_since(self.at).try_into().unwrap_or_default()
    }
}

impl Model {
    /// A screen that knows no feature yet.
    pub fn new(
        place: String,
        machine: Machine,
        theme: Theme,
        keys: Keys,
        size: Size,
        now: Timestamp,
    ) -> Self {
        let mut model = Self {
            now,
            size,
            theme,
            ground: Ground::default(),
            keys,
            place,
            features: Features::default(),
            machine,
            detail: None,
            moved: None,
            tab: PaneKey::Critique,
            focus: PaneKey::Features,
            came_from: None,
            zoomed: false,
            panes: Panes::default(),
            modal: None,
            message: None,
            looks: Looks::default(),
            live: HashMap::new(),
            budget: Budget::default(),
            is_built_in: false,
            drafts: Drafts::default(),
            sought: String::new(),
            waiting: None,
            attempted: None,
            commands: Vec::new(),
            paths: Vec::new(),
            run_when_listed: false,
            polling: None,
            may_leave: false,
            looked: None,
            focused: None,
            unmeant_until: None,
            heard: now,
            dirty: true,
        };
        model.arrange();
        model
    }

    /// Where everything is; `None` on a screen that is too small.
    pub fn areas(&self) -> Option<Areas> {
        // While another feature is read, everything stays where it is.
        let view = self.detail.as_ref().and_then(|detail| detail.view.as_ref().ok());
        let course = view.is_some_and(|view| view.judged.len() > 1);
        Areas::of(self.size, self.tab, self.focus, self.zoomed, course)
    }

    /// Brings what depends on the places of things in line with them. To be called after every change of size,
    /// focus, pane or data; only panes that are on the screen cost anything.
    pub fn arrange(&mut self) {
        let Some(areas) = self.areas() else { return };
        self.features.resize(areas.inside(PaneKey::Features).height);
        self.machine.arrange(areas.inside(PaneKey::Machine).width);
        // A reading that is still another feature's is never shown as this one's.
        let current = self.current().cloned();
        self.panes.arrange(&areas, current.as_deref(), self.theme);
        if let Some(modal) = &mut self.modal {
            modal.arrange(self.size, self.theme, &self.keys, &self.features);
        }
    }

    /// Whether the person looks here. Many terminals never say so; then whoever was just heard of does.
    pub fn is_attended(&self) -> bool {
        self.focused.unwrap_or_else(|| self.now.duration_since(self.heard) < ATTENTION)
    }

    /// Says something in the last line, until something else is said.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            text: text.into(),
            is_trouble: false,
            at: self.now,
            about: None,
            made: Vec::new(),
        });
    }

    /// Says that a design of a feature is there; where the last line tells that of others still, of how many.
    pub fn say_made(&mut self, id: &FeatureId, text: String) {
        let mut made = self.message.take().map(|message| message.made).unwrap_or_default();
        made.retain(|other| other != id);
        made.push(id.clone());
        let many = made.len();
        if many == 1 {
            self.say(text);
            self.said_of(id);
        } else {
            let next = self.keys.first(Action::NextNeedy);
            let next = if next.is_empty() { String::new() } else { format!("; {next} goes on") };
            self.say(format!("{many} features: a design is there{next}"));
        }
        if let Some(message) = &mut self.message {
            message.made = made;
        }
    }

    /// Says there what went wrong, and what to do.
    pub fn complain(&mut self, stated: &Stated) {
        let text = if stated.hint.is_empty() {
            stated.what.clone()
        } else {
            format!("{} · hint: {}", stated.what, stated.hint)
        };
        self.message = Some(Message { text, is_trouble: true, at: self.now, about: None, made: Vec::new() });
    }

    /// Says which actions lost their keys to others by the settings, and how that is agreed to.
    pub fn tell_taken_keys(&mut self) {
        let taken: Vec<String> = self.keys.taken().collect();
        if !taken.is_empty() {
            let taken = taken.join(" · ");
            self.say(format!(
                "screen.keys: {taken}; naming the action there, with \"\" too, ends this message"
            ));
        }
    }

    /// What was just said is about a feature: it is over when that stands otherwise.
    pub fn said_of(&mut self, id: &FeatureId) {
        let standing = self.standing(id);
        if let Some(message) = &mut self.message {
            message.about = Some((id.clone(), standing));
        }
    }

    fn standing(&self, id: &FeatureId) -> Option<Standing> {
        let card = self.features.card(id)?;
        Some((card.state, card.needs, card.is_running()))
    }

    /// Ends the message that is old, or tells of what is otherwise by now.
    pub fn forget_the_old(&mut self) {
        let Some(message) = &self.message else { return };
        let told_for = message.told_for(self.now);
        let is_otherwise = |(id, then): &(FeatureId, Option<Standing>)| self.standing(id) != *then;
        let is_over = told_for >= TOGETHER && message.about.as_ref().is_some_and(is_otherwise);
        if is_over || (!message.is_trouble && told_for >= message.lasts()) {
            self.message = None;
            self.dirty = true;
        }
    }

    /// Whether the design that is shown can be compared with another one than it is.
    pub fn has_other_base(&self) -> bool {
        let Some(detail) = self.current() else { return false };
        let shown = self.panes.diff.pane.shown(detail).map(|compared| &compared.base);
        detail.bases().iter().any(|base| Some(base) != shown)
    }

    /// The selected feature's reading, unless it is still another's.
    pub fn current(&self) -> Option<&Arc<Detail>> {
        self.detail.as_ref().filter(|detail| self.features.selected() == Some(&detail.id))
    }
}

/// How long after a key the person still looks here.
const ATTENTION: jiff::SignedDuration = jiff::SignedDuration::from_secs(30);

/// How many lines of a kind are remembered.
const REMEMBERED: usize = 100;

/// Remembers a line that was typed, to be called back with the arrows.
pub fn remember(before: &mut Vec<String>, line: &str) {
    if !line.is_empty() {
        before.retain(|other| other != line);
        before.push(line.to_owned());
        let too_many = before.len().saturating_sub(REMEMBERED);
        before.drain(..too_many);
    }
}

/// How often what turns turns, and how often ages are told anew.
const TURN: std::time::Duration = std::time::Duration::from_millis(100);
const AGES: std::time::Duration = std::time::Duration::from_secs(60);
/// How long the panes may show what was selected before: longer, and they say that they are waiting.
const SOON: std::time::Duration = std::time::Duration::from_millis(150);

/// How often a feature is looked at that another process holds: giving a lease back is no change of a file that is
/// watched.
const HELD: std::time::Duration = std::time::Duration::from_secs(2);

impl Model {
    /// For how long the selected feature is being read already; `None` when it was read.
    fn reading_for(&self) -> Option<std::time::Duration> {
        let since = self.moved.filter(|_| self.current().is_none())?;
        self.now.duration_since(since).try_into().ok()
    }

    /// Whether the selected feature will have been read in a moment.
    pub fn is_read_soon(&self) -> bool {
        self.reading_for().is_some_and(|reading| reading < SOON)
    }

    /// What another process held when it was read, and that was a while ago.
    pub fn held_long_ago(&self) -> Option<&FeatureId> {
        let detail = self.current()?;
        let (_, at) = detail.held.as_ref()?;
        (self.now.duration_since(*at).unsigned_abs() >= HELD).then_some(&detail.id)
    }

    /// What other processes hold, if that was looked at a while ago.
    pub fn held_elsewhere(&mut self) -> Vec<FeatureId> {
        let is_due = self.looked.is_none_or(|at| self.now.duration_since(at).unsigned_abs() >= HELD);
        if self.features.counts().elsewhere == 0 || !is_due {
            return Vec::new();
        }
        self.looked = Some(self.now);
        let held = self.features.under_way().filter(|(_, card)| card.held.is_some());
        held.map(|(id, _)| id.clone()).collect()
    }

    /// How long until something on the screen changes by itself; `None` while nothing moves, so that no timer
    /// runs then.
    pub fn next_tick(&self) -> Option<std::time::Duration> {
        let news = self.message.as_ref().filter(|message| !message.is_trouble);
        let news = news.map(|message| message.lasts().saturating_sub(message.told_for(self.now)));
        [self.next_move(), news, self.looks.due_in(self.now)].into_iter().flatten().min()
    }

    /// How long until what moves moves on.
    fn next_move(&self) -> Option<std::time::Duration> {
        if self.features.counts().running > 0 {
            return Some(TURN);
        }
        if let Some(wait) =
            self.reading_for().and_then(|reading| SOON.checked_sub(reading)).filter(|w| !w.is_zero())
        {
            return Some(wait);
        }
        let elsewhere = self.features.counts().elsewhere > 0;
        if elsewhere || self.current().is_some_and(|detail| detail.held.is_some()) {
            return Some(HELD);
        }
        let counts =
            self.features.visible().any(|(_, card, _)| card.is_some_and(|card| card.since.is_some()));
        counts.then_some(AGES)
    }
}
