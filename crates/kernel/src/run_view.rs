//! The view of a run for front ends: words and numbers, read-only.

use std::borrow::Cow;
use std::fmt;

use jiff::Timestamp;

use super::cause::Cause;
use super::gate::Gate;
use super::spent::Spent;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::score::{Dimensions, Score};

/// One run, for front ends.
#[derive(Clone, PartialEq, Debug)]
pub struct RunView {
    pub id: FeatureId,
    /// The name of the workflow.
    pub flow: &'static str,
    /// The feature that it is about, if it names one; else it is about the feature with its id.
    pub about: Option<FeatureId>,
    /// The phase's name.
    pub state: &'static str,
    /// The activity of the phase, in a word for lists.
    pub work: &'static str,
    /// The first phase of each iteration.
    pub begins_in: &'static str,
    /// When the phase began.
    pub since: Option<Timestamp>,
    /// When the run paused, if no answer came.
    pub paused_at: Option<Timestamp>,
    pub iteration: u32,
    /// The number of the iteration's folder under `iterations/`.
    pub folder: u32,
    /// Canonical SHA-256 of the current design.
    pub design: Option<Digest>,
    pub max_iterations: Option<u32>,
    /// Whether the run's designs are drafted without a model.
    pub is_skeleton: bool,
    /// Whether no prompt gets the words of a rejection that no design has answered: its run was aborted, or its record is gone.
    pub drops_words: bool,
    /// The score of the current design.
    pub score: Option<Score>,
    /// The iteration that the score is of, if that is not the current one.
    pub score_of: Option<u32>,
    /// What lists show in workflows without a score, for example `iteration 2`.
    pub measure: Option<String>,
    /// The part of its feature's way that it is about, for a workflow whose phases are the same for each: `specify`.
    pub stage: Option<&'static str>,
    /// The part that ended last, while none is under way.
    pub ended_stage: Option<&'static str>,
    /// The folder that its feature is worked on in, relative to the workspace, if it names one.
    pub worktree: Option<String>,
    pub threshold: Option<u8>,
    /// What it needs from a person.
    pub needs: Option<Need>,
    /// Whether the design is frozen: it does not change until a person unfreezes it.
    pub is_sealed: bool,
    /// Whether it has ended without a seal: nobody has to do anything.
    pub is_over: bool,
    /// Whether a person ended it without its result.
    pub is_dropped: bool,
    /// Whether its feature has ended with it: nobody has to go on with the runs that were left as they were.
    pub ends_feature: bool,
    /// A problem of its files that a person must solve first.
    pub file_problem: Option<FileProblem>,
    /// Why the run is in this state, if that needs an explanation.
    pub reason: Option<String>,
    /// Why the run failed, if it did.
    pub cause: Option<Cause>,
    /// What to do about a failure or a pause.
    pub hint: Option<String>,
    /// All scores of the run, by iteration.
    pub scores: Vec<(u32, Score)>,
    /// All evaluations of the run, those of hand edits included.
    pub judged: Vec<Judged>,
    /// The best iteration of the run so far, and its score.
    pub best: Option<(u32, Score)>,
    /// The latest iterations with equal scores: first, last, and the number of repetitions.
    pub plateau: Option<(u32, u32, u32)>,
    /// The last transitions, oldest first.
    pub path: Vec<Move>,
    /// The open gates.
    pub gates: Vec<Gate>,
    /// The command that does the next thing, if a workflow knows a better one than the verbs of all workflows.
    pub next_command: Option<String>,
    /// Whether a person closed it before its end. It takes no step until it is reopened, which is its `next_command`.
    pub is_closed: bool,
    /// Whether it watches a file.
    pub watches: bool,
    /// Whether a reason can still be given why it is not frozen any more.
    pub lacks_reason: bool,
    /// Whom or what the run waits for.
    pub waiting_for: Option<WaitingFor>,
    /// The source of the preview that an approval freezes, and why another one is not used; `None` for the built-in one.
    pub preview: Option<String>,
    /// The requirements of the brief as the run's last prompt quoted it, counted.
    pub brief: Option<String>,
    /// Settings that were changed during the run and are refused, one sentence each.
    pub refused: Vec<String>,
    /// The cost of this run.
    pub spent: Spent,
    /// The cost of all runs of the feature.
    pub spent_in_all: Spent,
    /// The roles that answered in this run, and their models.
    pub answered_by: Vec<(String, String)>,
    /// The roles whose models refused a temperature in this run, and these models.
    pub temperature_refused_by: Vec<(String, String)>,
    /// The possible next phases and their triggers.
    pub next: Vec<(&'static str, &'static str)>,
}

impl RunView {
    /// The view of a run in a state, with nothing else.
    pub fn new(id: FeatureId, flow: &'static str, state: &'static str) -> Self {
        Self {
            id,
            flow,
            about: None,
            state,
            work: "",
            begins_in: "",
            since: None,
            paused_at: None,
            iteration: 0,
            folder: 0,
            design: None,
            max_iterations: None,
            is_skeleton: false,
            drops_words: false,
            score: None,
            score_of: None,
            measure: None,
            stage: None,
            ended_stage: None,
            worktree: None,
            threshold: None,
            needs: None,
            is_sealed: false,
            is_over: false,
            is_dropped: false,
            ends_feature: false,
            file_problem: None,
            reason: None,
            cause: None,
            hint: None,
            scores: Vec::new(),
            judged: Vec::new(),
            best: None,
            plateau: None,
            path: Vec::new(),
            gates: Vec::new(),
            next_command: None,
            is_closed: false,
            watches: false,
            lacks_reason: false,
            waiting_for: None,
            preview: None,
            brief: None,
            refused: Vec::new(),
            spent: Spent::default(),
            spent_in_all: Spent::default(),
            answered_by: Vec::new(),
            temperature_refused_by: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The gate that is decided first.
    pub fn gate(&self) -> Option<&Gate> {
        self.gates.first()
    }

    /// Whether the run is under way, or paused.
    pub fn is_under_way(&self) -> bool {
        !self.is_sealed && matches!(self.needs, None | Some(Need::Resume))
    }

    /// That a run replaces the design's critique, if that is of a run that is over, and the next run has scored nothing yet.
    pub fn replaces_critique(&self) -> Option<String> {
        let is_of_an_earlier_run = match self.needs {
            Some(Need::Start | Need::Reason) => true,
            Some(Need::Resume | Need::Reset) | None => self.judged.is_empty(),
            Some(Need::Decision | Need::Words(_) | Need::File | Need::Step | Need::Restore | Need::Other) => {
                false
            }
        };
        let which = if self.is_under_way() { "This" } else { "The next" };
        is_of_an_earlier_run.then(|| format!("{which} run replaces this critique."))
    }
}

/// A score with the threshold and, if it is not of the current iteration, its iteration: `83.09 / 80 in iteration 2`.
pub fn score_in_words(score: Option<Score>, threshold: Option<u8>, of: Option<u32>) -> Option<String> {
    let threshold = threshold.map(|threshold| format!(" / {threshold}")).unwrap_or_default();
    let of = of.map(|iteration| format!(" in iteration {iteration}")).unwrap_or_default();
    score.map(|score| format!("{score}{threshold}{of}"))
}

/// What front ends call a design that the built-in generator drafted.
pub const SKELETON: &str = "a skeleton, drafted without a model";

/// Whom or what a run waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingFor {
    /// For example `the generator`, `a decision` or `design/checkout`.
    pub who: Cow<'static, str>,
    /// The clause about a delayed request, which follows `who`: when it is made again, and why.
    pub delay: Option<String>,
}

impl fmt::Display for WaitingFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, delay } = self;
        match delay {
            Some(delay) => write!(f, "{who}, {delay}"),
            None => f.write_str(who),
        }
    }
}

/// A problem of a feature's files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileProblem {
    /// The frozen design or its marker was changed.
    Tampered,
    /// The frozen design does not verify: a file that the seal names differs, or the approval does not count here.
    Invalid,
    /// What is decided about cannot be read.
    Damaged,
    /// The brief, or another document that the freeze would name, is missing or unreadable.
    Missing,
}

/// One evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    pub iteration: u32,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// Whether a person had edited the design.
    pub edited: bool,
}

/// One past transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    pub at: Timestamp,
    pub from: &'static str,
    pub to: &'static str,
    /// The cause: a person's name, `engine`, …
    pub by: String,
    pub why: String,
}

impl Need {
    /// The words that are asked for.
    pub fn words(self) -> Option<&'static str> {
        if let Self::Words(what) = self { Some(what) } else { None }
    }
}

/// What a run needs from a person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Need {
    /// Approve, reject or abort.
    Decision,
    /// The reason of an unfreeze.
    Reason,
    /// A reset, after the failure was looked into.
    Reset,
    /// A run that paused without an agent's answer, to be continued.
    Resume,
    /// A first run.
    Start,
    /// A person's words: this is what they are.
    Words(&'static str),
    /// A file that a person, or a program that they use, writes.
    File,
    /// The next step, which a person orders.
    Step,
    /// Files that it depends on, as they were: until then it takes no order that goes on. `reason` names them.
    Restore,
    /// Nothing yet: another run of its feature comes first, and says itself what it needs. `waiting_for` names it.
    Other,
}
