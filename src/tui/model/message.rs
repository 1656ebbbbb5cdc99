//! The message in the last line.

use std::time::Duration;

use jiff::Timestamp;

use super::Model;
use crate::tui::command_line::line::hint_here;
use crate::tui::model::detail::Problem;
use crate::tui::model::run_key::RunKey;
use frieze_data::text::first;
use frieze_kernel::Attention;

/// How long a message stays, for each started `CHARACTERS` of its text. A problem stays until the next key.
const NEWS: Duration = Duration::from_secs(8);
const CHARACTERS: usize = 120;
/// The most refusals or results of runs that a message names. The journal of each run has its own.
const REFUSED: usize = 3;
/// A change of the feature this soon after the message belongs to what the message reports, and does not end it.
const GRACE: Duration = Duration::from_secs(1);

/// A message, shown until the next key, until it is old, or until its feature changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    pub text: String,
    /// The end of the text that says what to do; empty if there is none.
    pub hint: String,
    pub is_problem: bool,
    /// The refusals or the results of runs that it reports.
    of_runs: Vec<Problem>,
    /// Whether it reports invalid settings, and so is over once they are corrected.
    pub is_about_settings: bool,
    at: Timestamp,
    /// The run that it is about, and its state then.
    about: Option<(RunKey, Option<StateThen>)>,
}

/// What ends a message when it changes: state, attention, whether it runs.
type StateThen = (&'static str, Option<Attention>, bool);

impl Message {
    fn duration(&self) -> Duration {
        let parts = self.text.chars().count() / CHARACTERS;
        NEWS.saturating_mul(u32::try_from(parts).unwrap_or(u32::MAX).saturating_add(1))
    }

    fn age(&self, now: Timestamp) -> Duration {
        now.duration_since(self.at).try_into().unwrap_or_default()
    }

    /// How long it is still shown; `None` for a problem, which does not expire.
    pub(super) fn time_left(&self, now: Timestamp) -> Option<Duration> {
        (!self.is_problem).then(|| self.duration().saturating_sub(self.age(now)))
    }
}

impl Model {
    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), at: self.now, ..Message::default() });
    }

    /// Shows a problem, and what to do about it.
    pub fn report(&mut self, problem: &Problem) {
        let Problem { what, hint } = problem.clone();
        let hint = hint_here(&hint);
        let text = if hint.is_empty() { what } else { format!("{what} · hint: {hint}") };
        self.say(text);
        if let Some(message) = &mut self.message {
            (message.hint, message.is_problem) = (hint, true);
        }
    }

    /// Shows the refusal or the result of a run, together with those of other runs since the last key: one key may start several.
    /// Results are together if they come at one time. A hint that is not that of all is shown with its own problem.
    pub fn say_of(&mut self, key: &RunKey, problem: Problem, is_refused: bool) {
        let is_joined = |message: &Message| {
            let is_other = message.about.as_ref().is_some_and(|(about, _)| about != key);
            let is_alike = is_refused || !message.of_runs.is_empty() && message.age(self.now) < GRACE;
            is_other && is_alike && message.is_problem == is_refused
        };
        let others = self.message.take().filter(is_joined);
        let mut all = others.map(|message| message.of_runs).unwrap_or_default();
        let is_shared = all.iter().all(|other| other.hint == problem.hint);
        let hint = if is_shared { problem.hint.clone() } else { String::new() };
        all.push(problem);
        let named = all.iter().map(|Problem { what, hint }| match is_shared || hint.is_empty() {
            true => what.clone(),
            false => format!("{what} ({})", hint_here(hint)),
        });
        let is_counted = is_refused && all.len() > 1;
        let count = if is_counted { format!("{} refused: ", all.len()) } else { String::new() };
        let what = format!("{count}{}", first(&named.collect::<Vec<_>>(), REFUSED, " · "));
        self.report(&Problem { what, hint });
        if let Some(message) = &mut self.message {
            (message.of_runs, message.is_problem) = (all, is_refused);
        }
    }

    /// Shows which actions lost their keys to others by the settings.
    pub fn say_lost_keys(&mut self) {
        let lost: Vec<String> = self.keys.lost().collect();
        if !lost.is_empty() {
            let lost = lost.join(" · ");
            self.say(format!("screen.keys: {lost}. To hide this message, list those actions there too."));
        }
    }

    /// Whether the message is a problem of another run. The result of this one, which the list shows too, does not replace it.
    pub fn has_problem_of_another(&self, key: &RunKey) -> bool {
        let message = self.message.as_ref().filter(|message| message.is_problem);
        message.and_then(|message| message.about.as_ref()).is_some_and(|(about, _)| about != key)
    }

    /// Ends the current message, if it is about no run yet, as soon as this run changes.
    pub fn tie_message_to(&mut self, key: &RunKey) {
        let state = self.state_of(key);
        if let Some(message) = self.message.as_mut().filter(|message| message.about.is_none()) {
            message.about = Some((key.clone(), state));
        }
    }

    fn state_of(&self, key: &RunKey) -> Option<StateThen> {
        let card = self.features.card_of(key)?;
        Some((card.state, card.needs, card.is_running()))
    }

    /// Removes the message if it is old or its feature has changed.
    pub fn expire_message(&mut self) {
        let Some(message) = &self.message else { return };
        let has_changed = |(key, then): &(RunKey, Option<StateThen>)| self.state_of(key) != *then;
        let is_over = message.age(self.now) >= GRACE && message.about.as_ref().is_some_and(has_changed);
        if is_over || message.time_left(self.now).is_some_and(|left| left.is_zero()) {
            self.message = None;
            self.dirty = true;
        }
    }
}
