//! What a front end sees of a run: words and numbers, nothing that could change it.

use jiff::Timestamp;

use super::cause::Cause;
use super::gate::Gate;
use super::spent::Spent;
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::score::{Dimensions, Score};

/// One run as front ends see it.
#[derive(Clone, PartialEq, Debug)]
pub struct RunView {
    pub id: FeatureId,
    /// The phase's name.
    pub state: &'static str,
    /// What is done in it, in a word for lists.
    pub work: &'static str,
    /// The phase that each iteration begins in.
    pub begins_in: &'static str,
    /// Since when.
    pub since: Option<Timestamp>,
    pub iteration: u32,
    /// The number of the iteration's folder under `iterations/`.
    pub folder: u32,
    /// Canonical SHA-256 of the current design; nothing where there is none.
    pub design: Option<Digest>,
    pub max_iterations: Option<u32>,
    /// The last score.
    pub score: Option<Score>,
    pub threshold: Option<u8>,
    /// What it needs from a person.
    pub needs: Option<Need>,
    /// Whether its design is sealed: nothing is done with it before a person breaks the seal.
    pub is_sealed: bool,
    /// What is wrong with its files, where a person looks into that before anything else.
    pub harm: Option<Harm>,
    /// Why it is where it is, where that needs words.
    pub reason: Option<String>,
    /// In what a sealed design is not what was sealed, without any hash; nothing where that is not why it failed.
    pub violation: Option<String>,
    /// Why it failed; nothing where it did not.
    pub cause: Option<Cause>,
    /// What to do about it.
    pub hint: Option<String>,
    /// All scores of the run, by iteration.
    pub scores: Vec<(u32, Score)>,
    /// The same with their dimensions; those of hand edits too.
    pub judged: Vec<Judged>,
    /// The best iteration of the run so far, and its score.
    pub best: Option<(u32, Score)>,
    /// The iterations in which the score stood still until now: first, last, and how many repeated it.
    pub plateau: Option<(u32, u32, u32)>,
    /// How it came here: the last moves, oldest first.
    pub path: Vec<Move>,
    /// The open gate.
    pub gate: Option<Gate>,
    /// Whether it watches a file.
    pub watches: bool,
    /// What happens next without anybody, if anything does.
    pub waiting_for: Option<String>,
    /// Who made the preview that an approval freezes, and what became of whoever else was asked; nothing where it is simply
    /// the built-in one.
    pub preview: Option<String>,
    /// What was to be changed in the middle of the run and was refused, a sentence each.
    pub refused: Vec<String>,
    /// What the agents took in this run.
    pub spent: Spent,
    /// In all runs of the feature.
    pub spent_in_all: Spent,
    /// Who answered in this run: role and model.
    pub answered_by: Vec<(String, String)>,
    /// The phases that may follow and what leads there.
    pub next: Vec<(&'static str, &'static str)>,
}

/// What can be wrong with the files of a run that is at rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harm {
    /// What was sealed is not what lies there.
    Tampered,
    /// What is sealed does not verify: a file that the seal names differs, or its approval does not count here.
    Invalid,
    /// What a decision is to be about cannot be used.
    Damaged,
    /// What it is made from is not there.
    Missing,
}

/// One evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    pub iteration: u32,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// Of a file that a person had changed.
    pub edited: bool,
}

/// One move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    pub at: Timestamp,
    pub from: &'static str,
    pub to: &'static str,
    /// Who caused it: a person's name, `engine`, …
    pub by: String,
    pub why: String,
}

/// What a run needs from a person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Need {
    /// Approve, reject or abort.
    Decision,
    /// Say why it was unfrozen.
    Reason,
    /// Look at what failed, then reset.
    Reset,
    /// Begin a run.
    Start,
}
