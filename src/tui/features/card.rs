//! What the list knows of one feature, small enough that ten thousand are no burden.

use jiff::Timestamp;

use crate::domain::digest::Digest;
use crate::domain::score::Score;
use crate::engine::{Doing, Seen, Trouble};
use crate::kernel::{Call, Cause, Harm, RunView, Standing};
use crate::tui::theme::Look;

/// How many scores a sparkline has.
const SPARKS: usize = 4;

/// What the list knows of a feature.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    pub state: &'static str,
    /// What is done in that state, in a word.
    pub work: &'static str,
    pub since: Option<Timestamp>,
    /// Its design, by its canonical SHA-256.
    pub design: Option<Digest>,
    pub iteration: u32,
    pub max_iterations: Option<u32>,
    pub score: Option<Score>,
    pub threshold: Option<u8>,
    pub needs: Option<Call>,
    /// Whether its design is frozen, and so at rest.
    pub is_sealed: bool,
    /// What is wrong with its files.
    pub harm: Option<Harm>,
    /// Why it failed.
    pub cause: Option<Cause>,
    /// Why it is where it is, where that needs words.
    pub reason: Option<Box<str>>,
    /// Whether its run left a design that the next one can begin from.
    pub has_best: bool,
    /// The last scores, oldest first.
    pub scores: Vec<Score>,
    pub doing: Doing,
    /// Its agent is not asked yet, because as many as may be are asked for others.
    pub is_queued: bool,
    /// Another process is at work on it: which.
    pub held: Option<Box<str>>,
}

impl Card {
    /// What the list shows of a run.
    pub fn of(view: &RunView, doing: Doing) -> Self {
        let from = view.scores.len().saturating_sub(SPARKS);
        Self {
            state: view.state,
            work: view.work,
            since: view.since,
            design: view.design,
            iteration: view.iteration,
            max_iterations: view.max_iterations,
            score: view.score,
            threshold: view.threshold,
            needs: Call::of(view),
            is_sealed: view.is_sealed,
            harm: view.harm,
            cause: view.cause,
            has_best: view.best.is_some(),
            reason: view.reason.as_deref().map(Into::into),
            scores: view.scores.iter().skip(from).map(|(_, score)| *score).collect(),
            doing,
            is_queued: false,
            held: None,
        }
    }

    /// What the list shows of a run that this program has open.
    pub fn live(seen: &Seen) -> Self {
        Self { is_queued: seen.is_queued(), ..Self::of(&seen.view, seen.doing.clone()) }
    }

    /// A feature whose record cannot be used: listed like the others, and no trouble to them.
    pub fn unusable(trouble: &Trouble) -> Self {
        let (state, needs) = trouble.listed();
        Self {
            state,
            work: "run",
            since: None,
            design: None,
            iteration: 0,
            max_iterations: None,
            score: None,
            threshold: None,
            needs: Some(needs),
            is_sealed: false,
            harm: None,
            cause: None,
            has_best: false,
            reason: Some(trouble.to_string().into()),
            scores: Vec::new(),
            doing: Doing::Resting,
            is_queued: false,
            held: None,
        }
    }

    /// The sign and the word of where it stands while nobody is at work on it here: never only a colour.
    pub fn standing(&self) -> (char, &'static str, Look) {
        if self.held.is_some() {
            return ('⠿', "in use", Look::Busy);
        }
        match self.needs {
            Some(Call::Tampered) => ('‼', "tampered", Look::Bad),
            Some(Call::Decision) if self.harm.is_some() => ('!', "broken", Look::Bad),
            Some(Call::Decision) => ('◆', "decide", Look::Attention),
            Some(Call::Reason) => ('?', "why?", Look::Attention),
            Some(Call::Newer) => ('!', "newer", Look::Bad),
            Some(Call::Repair | Call::Stuck) => ('!', "broken", Look::Bad),
            // The sign says that it failed, the word why.
            Some(Call::Reset) => ('✗', self.cause.map_or("failed", Cause::word), Look::Bad),
            _ if self.harm == Some(Harm::Invalid) => ('‼', "invalid", Look::Bad),
            _ if self.is_sealed => ('✓', "frozen", Look::Good),
            Some(Call::Start) if self.harm.is_some() => ('!', "brief?", Look::Bad),
            Some(Call::Start) => ('·', "idle", Look::Dim),
            None => ('‖', "paused", Look::Dim),
        }
    }

    /// Whether a word, in small letters, stands in what the list says of it.
    pub(super) fn says(&self, word: &str) -> bool {
        let doing = match (self.is_queued, self.is_running()) {
            (true, _) => ["queued", ""],
            (false, true) => [self.work, "running"],
            (false, false) if self.held.is_some() => [self.standing().1, self.work],
            (false, false) => [self.standing().1, ""],
        };
        let reason = || self.held.as_deref().or(self.reason.as_deref()).map(str::to_lowercase);
        self.state.to_lowercase().contains(word)
            || doing.iter().any(|said| said.contains(word))
            || reason().is_some_and(|reason| reason.contains(word))
    }

    /// Whether a step is due that this program does not take.
    pub fn is_paused(&self) -> bool {
        self.needs.is_none() && !self.is_sealed && !self.is_running()
    }

    /// Whether this program is at work on it.
    pub fn is_running(&self) -> bool {
        self.doing != Doing::Resting
    }

    /// Whether somebody is asked to do something that only a person can.
    pub fn calls(&self) -> bool {
        self.stands().calls()
    }

    /// Where it stands, as any list of features orders and runs it.
    pub fn stands(&self) -> Standing {
        let is_at_work = self.is_running() || self.held.is_some();
        Standing { call: self.needs, harm: self.harm, is_sealed: self.is_sealed, is_at_work }
    }
}
