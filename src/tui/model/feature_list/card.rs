//! Card of one feature in the list: small, since there may be ten thousand.

use crate::tui::command_line::line::typed_here;
use jiff::Timestamp;

use crate::tui::view::theme::TextStyle;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::score::Score;
use frieze_engine::{Activity, BoardEntry, Trouble};
use frieze_kernel::{Attention, Cause, FeatureStatus, FileProblem, Need, RunView};

/// The number of scores in a sparkline.
const SPARKS: usize = 4;

/// The state of a feature, as the list shows it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Card {
    /// The feature that the run is about, if it names one.
    pub about: Option<FeatureId>,
    /// What its brief calls it, if that says more than its id.
    pub title: Option<Box<str>>,
    pub state: &'static str,
    /// The work done in that state, in a word.
    pub work: &'static str,
    pub since: Option<Timestamp>,
    /// When the run paused, if that is known: no file records that a person paused it.
    pub paused_at: Option<Timestamp>,
    /// Canonical SHA-256 of its design.
    pub design: Option<Digest>,
    pub iteration: u32,
    pub max_iterations: Option<u32>,
    pub score: Option<Score>,
    /// The iteration that the score is of, if that is not the current one.
    pub score_of: Option<u32>,
    pub threshold: Option<u8>,
    /// What the list shows in workflows without a score.
    pub measure: Option<Box<str>>,
    /// The command that reopens it, if a person closed it before its end.
    pub reopen: Option<Box<str>>,
    pub needs: Option<Attention>,
    /// Whether its design is frozen.
    pub is_sealed: bool,
    /// Whether the run has ended without a seal.
    pub is_over: bool,
    /// Whether a person ended it without its result.
    pub is_dropped: bool,
    /// Whether its feature has ended with it.
    pub ends_feature: bool,
    pub file_problem: Option<FileProblem>,
    /// Why it failed.
    pub cause: Option<Cause>,
    /// Why it is in its state, if that needs words.
    pub reason: Option<Box<str>>,
    /// Whether its run has a best design that the next run can start from.
    pub has_best: bool,
    /// The last scores, those of hand edits included, oldest first.
    pub scores: Vec<Score>,
    pub activity: Activity,
    /// Whether it waits until other features' agents have answered.
    pub is_queued: bool,
    /// Whether its agent is a person, who has to write a file.
    pub awaits_file: bool,
    /// The run of another workflow that it waits for, by its name.
    pub awaits: Option<Box<str>>,
    /// The lease text of another process that works on it.
    pub held_by: Option<Box<str>>,
}

impl Card {
    /// The card of a run.
    pub fn of(view: &RunView, activity: Activity) -> Self {
        let from = view.judged.len().saturating_sub(SPARKS);
        Self {
            about: view.about.clone(),
            state: view.state,
            work: view.work,
            since: view.since,
            paused_at: view.paused_at,
            design: view.design,
            iteration: view.iteration,
            max_iterations: view.max_iterations,
            score: view.score,
            score_of: view.score_of,
            threshold: view.threshold,
            measure: view.measure.as_deref().map(Into::into),
            reopen: view.next_command.as_deref().filter(|_| view.is_closed).map(Into::into),
            needs: Attention::of(view),
            is_sealed: view.is_sealed,
            is_over: view.is_over,
            is_dropped: view.is_dropped,
            ends_feature: view.ends_feature,
            file_problem: view.file_problem,
            cause: view.cause,
            has_best: view.best.is_some(),
            reason: view.reason.as_deref().map(Into::into),
            scores: view.judged.iter().skip(from).map(|judged| judged.overall).collect(),
            activity,
            awaits: view
                .waiting_for
                .as_ref()
                .filter(|_| view.needs == Some(Need::Other))
                .map(|it| it.who.as_ref().into()),
            ..Self::default()
        }
    }

    /// The card of a run of this process.
    pub fn live(entry: &BoardEntry) -> Self {
        let mut card = Self::of(&entry.view, entry.activity.clone());
        card.is_queued = entry.is_queued();
        card.awaits_file = card.is_running() && entry.needs_person().is_some();
        // A request that was queued, or a run that goes on, begins later than its phase did.
        if card.is_running() && !card.is_queued {
            card.since = card.since.max(Some(entry.since));
        }
        if card.is_paused() {
            card.paused_at = Some(entry.since);
        }
        card
    }

    /// The card of a feature whose record cannot be used.
    pub fn unusable(trouble: &Trouble) -> Self {
        let (state, needs) = trouble.listed();
        Self {
            state,
            work: "run",
            needs: Some(needs),
            reason: Some(trouble.to_string().into()),
            ..Self::default()
        }
    }

    /// Sign, word and style of its state, unless this process runs it. Colour is never the only difference.
    pub fn label(&self) -> (char, &'static str, TextStyle) {
        if self.held_by.is_some() {
            return ('⠿', "in use", TextStyle::Busy);
        }
        match self.status().attention {
            Some(Attention::Tampered) => ('‼', "tampered", TextStyle::Bad),
            Some(Attention::Decision | Attention::Start)
                if self.file_problem == Some(FileProblem::Missing) =>
            {
                ('!', "brief?", TextStyle::Bad)
            }
            Some(Attention::Decision) if self.file_problem.is_some() => ('!', "broken", TextStyle::Bad),
            Some(Attention::Decision) => ('◆', "decide", TextStyle::Attention),
            Some(Attention::Reason) => ('?', "why?", TextStyle::Attention),
            Some(Attention::Words) => ('?', "words?", TextStyle::Attention),
            Some(Attention::File) => ('?', "file?", TextStyle::Attention),
            Some(Attention::Step) => ('▸', "step", TextStyle::Attention),
            Some(Attention::Newer) => ('!', "newer", TextStyle::Bad),
            Some(Attention::Restore | Attention::Repair | Attention::Stuck) => {
                ('!', "broken", TextStyle::Bad)
            }
            // No answer came; a run that a person paused needs nothing.
            Some(Attention::Paused) => ('!', "paused", TextStyle::Attention),
            // The sign shows that it failed, the word why.
            Some(Attention::Reset) => ('✗', self.cause.map_or("failed", Cause::word), TextStyle::Bad),
            _ if self.file_problem == Some(FileProblem::Invalid) => ('‼', "invalid", TextStyle::Bad),
            _ if self.is_sealed => ('✓', "frozen", TextStyle::Good),
            None if self.reopen.is_some() => ('·', "closed", TextStyle::Dim),
            None if self.is_dropped => ('·', "ended", TextStyle::Dim),
            None if self.is_over => ('✓', "done", TextStyle::Good),
            Some(Attention::Start) => ('·', "idle", TextStyle::Dim),
            Some(Attention::Other) => ('·', "waits", TextStyle::Dim),
            None => ('‖', "paused", TextStyle::Dim),
        }
    }

    /// The line of the command line that reopens it, if it is closed.
    pub fn reopens(&self) -> Option<String> {
        self.reopen.as_deref().map(typed_here)
    }

    /// Whether its list row has a word, in lower case.
    pub(super) fn matches(&self, word: &str) -> bool {
        let words = match (self.is_queued, self.is_running()) {
            (true, _) => ["queued", ""],
            (false, true) if self.awaits_file => [self.label().1, self.work],
            (false, true) => [self.work, "running"],
            (false, false) if self.held_by.is_some() => [self.label().1, self.work],
            (false, false) => [self.label().1, ""],
        };
        let reason = || self.held_by.as_deref().or(self.reason.as_deref()).map(str::to_lowercase);
        let title = || self.title.as_deref().map(str::to_lowercase);
        self.state.to_lowercase().contains(word)
            || title().is_some_and(|title| title.contains(word))
            || words.iter().any(|shown| shown.contains(word))
            || reason().is_some_and(|reason| reason.contains(word))
    }

    /// Whether its run could continue and this process does not run it.
    pub fn is_paused(&self) -> bool {
        self.needs.is_none() && !self.is_sealed && !self.is_over && !self.is_running()
    }

    /// Whether it is the same paused run as another card: it was not continued between them.
    fn is_same_pause(&self, other: &Self) -> bool {
        let is_paused = self.is_paused() && other.is_paused() && self.held_by.is_none();
        is_paused && (self.state, self.iteration, self.since) == (other.state, other.iteration, other.since)
    }

    /// Takes from an earlier card of the run what this one does not know: a live card has no title, and one from the disk no time
    /// of a person's pause.
    pub(super) fn keep(&mut self, known: &Self) {
        self.title = self.title.take().or_else(|| known.title.clone());
        if self.paused_at.is_none() && self.is_same_pause(known) {
            self.paused_at = known.paused_at;
        }
    }

    /// When its present condition began: its phase, or the pause of a paused run; `None` if that is not known.
    pub fn begun(&self) -> Option<Timestamp> {
        let is_paused = self.is_paused() && self.held_by.is_none() || self.needs == Some(Attention::Paused);
        if is_paused { self.paused_at } else { self.since }
    }

    /// Whether this process runs it.
    pub fn is_running(&self) -> bool {
        self.activity != Activity::Idle
    }

    /// Whether it needs a person.
    pub fn needs_person(&self) -> bool {
        self.status().needs_person()
    }

    /// Its status, which decides about its order and whether it can run.
    pub fn status(&self) -> FeatureStatus {
        let is_at_work = !self.awaits_file && (self.is_running() || self.held_by.is_some());
        FeatureStatus {
            attention: if self.awaits_file { Some(Attention::File) } else { self.needs },
            file_problem: self.file_problem,
            is_sealed: self.is_sealed,
            is_over: self.is_over,
            ends_feature: self.ends_feature,
            is_at_work,
        }
    }
}
