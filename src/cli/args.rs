//! The command line's grammar.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};

/// From a requirement document to a frozen, verifiable design. Agents draft, the engine scores and
/// enforces, a person decides, files are the record.
#[derive(Parser, Default, Debug)]
#[command(name = "frieze", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// Run as if started in DIR
    #[arg(id = "start", short = 'C', value_name = "DIR", global = true, value_hint = ValueHint::DirPath)]
    pub directory: Option<PathBuf>,
    /// Configuration for this call, for example --set threshold=85
    #[arg(long, value_name = "KEY=VALUE", global = true, value_parser = pair)]
    pub set: Vec<String>,
    /// No colour, no signs, no progress
    #[arg(long, global = true)]
    pub plain: bool,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// What has no key is wrong use of the command line; whether the key and its value are any, the configuration knows.
fn pair(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((key, _)) if !key.trim().is_empty() => Ok(text.to_owned()),
        Some(_) | None => Err("write --set key=value, for example --set threshold=85".to_owned()),
    }
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 refused, 2 failed, 3 waiting for a person, 64 wrong use of the command \
    line; 128 + N where signal N ended it, as shells tell it (130 Ctrl-C, 143 asked to end)";

const UNDER_WAY: &str = "A run that is under way is held by its process: press Ctrl-C in the terminal where it runs, \
     which loses nothing, then abort it here.";

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Make a workspace here, or in DIR
    Init(Init),
    /// Make a feature from a requirement document
    New(New),
    /// Run features until each is a candidate, failed or frozen
    Run(Run),
    /// List the features and what they need
    Status(Json),
    /// Look at a feature: state, scores, findings, open questions
    Show(Show),
    /// What changed between two designs of a feature, or between two intent files
    Diff(Diff),
    /// The journal of a feature
    Log(Log),
    /// Answer the open questions of a design; without a number, list them
    Answer(Answer),
    /// Approve a candidate, at a terminal: it is frozen
    Approve(Approve),
    /// Reject a candidate, at a terminal, in words that the generator acts upon
    Reject(Reject),
    /// Abort a candidate, at a terminal, or a run that was interrupted
    #[command(after_help = UNDER_WAY)]
    Abort(Abort),
    /// Take a failed feature back to IDLE
    Reset(Reset),
    /// Notice that FROZEN.md was deleted, and record why
    Unfreeze(Unfreeze),
    /// Check intent files against their schema
    Validate(Files),
    /// Score an intent file
    Score(ScoreFile),
    /// The SHA-256 of a JSON file's canonical form (RFC 8785)
    Hash(File),
    /// The preview page of an intent file
    Preview(Preview),
    /// Check frozen designs against their checksums
    Verify(Verify),
    /// What is configured, reachable, locked, damaged, and how to mend it
    Doctor(Json),
    /// Trust the agents and servers that the workspace describes, after reading what they would do
    Trust(Trust),
    /// Every configured value and where it came from
    Config(Json),
    /// Completions for a shell
    Completions { shell: clap_complete::Shell },
    /// The manual page
    Man,
}

#[derive(Args, Debug)]
pub struct Init {
    /// The folder to make it in
    #[arg(value_hint = ValueHint::DirPath)]
    pub directory: Option<PathBuf>,
    /// With features to try it on, which are run at once
    #[arg(long)]
    pub demo: bool,
}

#[derive(Args, Debug)]
pub struct New {
    /// The feature's id: a-z, 0-9 and '-'
    pub id: String,
    /// The requirement document; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub brief: PathBuf,
}

#[derive(Args, Debug)]
pub struct Run {
    #[arg(required_unless_present = "all")]
    pub ids: Vec<String>,
    /// Every feature that can run
    #[arg(long, conflicts_with = "ids")]
    pub all: bool,
    /// Why the feature was unfrozen, if that is an open question
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Trust {
    /// Agents or servers of frieze.yaml; all that need it where none is named
    pub names: Vec<String>,
    /// The SHA-256 of the definition that you read, for scripts
    #[arg(long, value_name = "HEX", requires = "names")]
    pub sha256: Option<String>,
}

#[derive(Args, Debug)]
pub struct Json {
    /// For programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Show {
    pub id: String,
    /// All findings, not only the most expensive
    #[arg(long)]
    pub all: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Diff {
    /// A feature, or the older of two intent files
    pub old: PathBuf,
    /// What to compare the feature with: iteration A, A..B, rejected or frozen (the last of each); or the newer intent file
    #[arg(value_name = "A|A..B|rejected|frozen|NEW")]
    pub new: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Log {
    pub id: String,
    /// Only the last N entries
    #[arg(short, value_name = "N")]
    pub number: Option<usize>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Approve {
    pub id: String,
    /// Print the whole design before asking
    #[arg(long)]
    pub full: bool,
    /// A note for the record
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
}

#[derive(Args, Debug)]
pub struct Answer {
    pub id: String,
    /// The number of the question
    pub number: Option<usize>,
    /// The answer, in a sentence; - reads it from standard input
    #[arg(requires = "number")]
    pub text: Option<String>,
    /// Answer several in your editor
    #[arg(long, conflicts_with_all = ["number", "json"])]
    pub edit: bool,
    /// As JSON
    #[arg(long, conflicts_with = "number")]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Reject {
    pub id: String,
    /// The feedback; else your editor opens, or you are asked
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub feedback: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Abort {
    pub id: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args, Debug)]
pub struct Reset {
    pub id: String,
    /// Start the next run from the best iteration of this one
    #[arg(long)]
    pub from_best: bool,
}

#[derive(Args, Debug)]
pub struct Unfreeze {
    pub id: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args, Debug)]
pub struct File {
    /// A file; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Files {
    /// Files; - for standard input
    #[arg(value_hint = ValueHint::FilePath, required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub struct ScoreFile {
    /// An intent file; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Judge it twice, by the rubric and by the workspace's critic, and show the difference
    #[arg(long)]
    pub again: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Preview {
    /// An intent file; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Verify {
    /// Features; all frozen ones where none is named
    pub ids: Vec<String>,
    #[arg(long)]
    pub json: bool,
    /// A list of frozen designs that must all be there: finds lost, renamed and rolled-back ones
    #[arg(long, value_name = "FILE", conflicts_with = "ids")]
    pub expect: Option<PathBuf>,
    /// Write that list, if every frozen design is ok
    #[arg(long, value_name = "FILE", conflicts_with = "ids")]
    pub write_expected: Option<PathBuf>,
    /// Who may approve (git's allowed_signers form), whatever the workspace says: every approval must be signed
    #[arg(long, value_name = "FILE")]
    pub approvers: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_behind_the_name_is_what_the_default_is() {
        let read = Cli::try_parse_from(["frieze"]).unwrap();
        assert_eq!(format!("{read:?}"), format!("{:?}", Cli::default()));
    }
}
