//! Grammar of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};

/// From a requirement document to a frozen, verifiable design. Agents draft, the engine scores, a
/// person decides, and files are the record.
#[derive(Parser, Default, Debug)]
#[command(name = "frieze", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// Run as if started in DIR
    #[arg(id = "start", short = 'C', value_name = "DIR", global = true, value_hint = ValueHint::DirPath)]
    pub directory: Option<PathBuf>,
    /// Set a configuration value for this call, for example threshold=85
    #[arg(long, value_name = "KEY=VALUE", global = true, value_parser = pair)]
    pub set: Vec<String>,
    /// Plain text: no colours, symbols or progress
    #[arg(long, global = true)]
    pub plain: bool,
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// Checks the form of `--set`; the configuration checks key and value.
fn pair(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((key, _)) if !key.trim().is_empty() => Ok(text.to_owned()),
        Some(_) | None => Err("use --set key=value, for example --set threshold=85".to_owned()),
    }
}

/// A pair of a session's context.
fn context(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.is_empty() => {
            Ok((key.to_owned(), value.to_owned()))
        }
        Some(_) | None => Err("use -c key=value, for example -c scope=domain".to_owned()),
    }
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 refused, 2 failed, 3 waiting for a person, 64 wrong usage; 128 + N if \
     ended by signal N, as in shells (130 Ctrl-C, 143 terminated)";

const UNDER_WAY: &str = "A running feature belongs to its process: press Ctrl-C in the terminal where it runs (nothing is \
     lost), then abort it here.";

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Create a workspace here, or in DIR
    Init(Init),
    /// Create a feature from a requirement document
    New(New),
    /// Run features until each is a candidate, failed or frozen
    Run(Run),
    /// List the features and what each needs
    Status(Json),
    /// Show a feature: state, scores, findings, open questions
    Show(Show),
    /// Compare two designs of a feature, or two intent files
    Diff(Diff),
    /// Show the journal of a feature
    Log(Log),
    /// Print the prompt that would be sent next to an agent; asks nobody
    Prompt(Prompt),
    /// Answer the open questions of a design; without a number, list them
    Answer(Answer),
    /// Approve and freeze a candidate, at a terminal
    Approve(Approve),
    /// Reject a candidate with feedback for the generator, at a terminal
    Reject(Reject),
    /// Abort a candidate or an interrupted run, at a terminal
    #[command(after_help = UNDER_WAY)]
    Abort(Abort),
    /// Dismiss a finding of the critic, with a reason; without a finding, list them
    Dismiss(Dismiss),
    /// Return a failed feature to IDLE
    Reset(Reset),
    /// Record why FROZEN.md was deleted
    Unfreeze(Unfreeze),
    /// Make code by files: plan, generate, review, revise
    #[command(subcommand)]
    Session(SessionVerb),
    /// Check intent files against their schema
    Validate {
        /// Intent files; - for standard input
        #[arg(value_hint = ValueHint::FilePath, required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Score an intent file
    Score(ScoreFile),
    /// Print the SHA-256 of a JSON file's canonical form (RFC 8785)
    Hash {
        /// A JSON file; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Print the preview page of an intent file
    Preview {
        /// An intent file; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Check frozen designs against their checksums
    Verify(Verify),
    /// Check configuration, agents, locks and files, and say how to fix problems
    Doctor(Json),
    /// Show what the workspace's agents, servers, templates and approval rules would do, and trust them
    Trust(Trust),
    /// Give roles to an agent: claude, codex, gemini-cli, opencode, or one of your own
    #[command(name = "use")]
    Use(Use),
    /// Show every configuration value and its origin
    Config(Json),
    /// Print shell completions
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    Man,
}

#[derive(Subcommand, Debug)]
pub enum SessionVerb {
    /// Begin a session
    New(NewSession),
    /// Make one move: write a prompt, or read its response
    Step(OneSession),
    /// Approve the files of the present phase as they are now
    Approve(ApproveSession),
    /// After a revision without changes: review it all the same, or edit it first
    Decide(DecideSession),
    /// Say what changed since its approval
    Verify(VerifySessions),
    /// Copy the approved code of the last iteration into a folder
    Take(TakeSession),
    /// Take a session off the list of what needs you
    Close(OneSession),
    /// Go on with a closed session
    Reopen(OneSession),
    /// List the sessions
    List(Json),
    /// Show a session and its files
    Show(Show),
    /// Show the journal of a session
    Log(Log),
}

#[derive(Args, Debug)]
pub struct NewSession {
    /// The session's id; by default the feature's or the profile's name with a number
    pub id: Option<String>,
    /// contract or jpa-mt
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// The feature whose frozen design it is about
    #[arg(long, value_name = "ID")]
    pub feature: Option<String>,
    /// What it is about, for example scope=domain; may be repeated
    #[arg(short, value_name = "KEY=VALUE", value_parser = context)]
    pub context: Vec<(String, String)>,
    /// Who plans: `built-in` or an agent of the configuration; by default you, with files
    #[arg(long, value_name = "AGENT")]
    pub planner: Option<String>,
    /// Who writes the code
    #[arg(long, value_name = "AGENT")]
    pub generator: Option<String>,
    /// Who reviews it
    #[arg(long, value_name = "AGENT")]
    pub reviewer: Option<String>,
    /// Who revises it
    #[arg(long, value_name = "AGENT")]
    pub reviser: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct OneSession {
    /// The session
    pub id: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ApproveSession {
    /// The session
    pub id: String,
    /// Hash prompts and responses too
    #[arg(long)]
    pub hash_prompts: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct DecideSession {
    /// The session
    pub id: String,
    #[arg(value_enum)]
    pub choice: SessionChoice,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The choices of `frieze session decide`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum SessionChoice {
    /// Review it all the same
    Review,
    /// Edit it before it is approved again
    Edit,
}

impl SessionChoice {
    pub fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Edit => "edit",
        }
    }
}

#[derive(Args, Debug)]
pub struct VerifySessions {
    /// The session; by default all
    pub id: Option<String>,
    /// Exit code 2 if something changed
    #[arg(long)]
    pub strict: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct TakeSession {
    /// The session
    pub id: String,
    /// The folder; it is made if needed
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub into: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Init {
    /// The folder of the workspace
    #[arg(value_hint = ValueHint::DirPath)]
    pub directory: Option<PathBuf>,
    /// Add example features and run them
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
    /// Take the document although no requirement can be read in it: only a model can design from it
    #[arg(long)]
    pub as_prose: bool,
}

#[derive(Args, Debug)]
pub struct Run {
    /// The features; FLOW/ID names a run of another workflow
    #[arg(required_unless_present = "all")]
    pub ids: Vec<String>,
    /// All features that can run
    #[arg(long, conflicts_with = "ids")]
    pub all: bool,
    /// Why the feature was unfrozen, if no reason is recorded
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Trust {
    /// Names of agents or servers, `templates` or `approval`; by default all that need trust
    pub names: Vec<String>,
    /// The SHA-256 of the definition that you have read, for scripts
    #[arg(long, value_name = "HEX", requires = "names")]
    pub sha256: Option<String>,
}

#[derive(Args, Debug)]
pub struct Use {
    /// claude, codex, gemini-cli or opencode, or an agent that the configuration describes
    pub name: String,
    /// The role
    #[arg(long, value_enum, default_value_t = RoleChoice::Both)]
    pub role: RoleChoice,
}

/// The roles of `frieze use`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum RoleChoice {
    Generator,
    Critic,
    Both,
}

#[derive(Args, Debug)]
pub struct Json {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Show {
    /// The feature; FLOW/ID names a run of another workflow
    pub id: String,
    /// Show all findings, not only the most expensive
    #[arg(long)]
    pub all: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Diff {
    /// A feature, or the older of two intent files
    pub old: PathBuf,
    /// The other side: an iteration or two of them, the last rejected or frozen design; or the newer intent file
    #[arg(value_name = "A|A..B|rejected|frozen|NEW")]
    pub new: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Log {
    /// The feature; FLOW/ID names a run of another workflow
    pub id: String,
    /// Show only the last N entries
    #[arg(short, value_name = "N")]
    pub number: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Prompt {
    /// The feature
    pub id: String,
    /// Whose prompt; the critic's is about the current design
    #[arg(long, value_enum, default_value_t = PromptRole::Generator)]
    pub role: PromptRole,
}

/// The roles of `frieze prompt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum PromptRole {
    Generator,
    Critic,
}

#[derive(Args, Debug)]
pub struct Approve {
    /// The feature
    pub id: String,
    /// Show the whole design before the question
    #[arg(long)]
    pub full: bool,
    /// A note for the record
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
}

#[derive(Args, Debug)]
pub struct Answer {
    /// The feature
    pub id: String,
    /// The number of the question
    pub number: Option<usize>,
    /// The answer in a sentence; - reads it from standard input
    #[arg(requires = "number")]
    pub text: Option<String>,
    /// Answer several questions in your editor
    #[arg(long, conflicts_with_all = ["number", "json"])]
    pub edit: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "number")]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Reject {
    /// The feature
    pub id: String,
    /// A file with the feedback; by default your editor opens, or you type it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub feedback: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Abort {
    /// The feature
    pub id: String,
    /// Why the run is aborted
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args, Debug)]
pub struct Dismiss {
    /// The feature
    pub id: String,
    /// The finding, by the digits that `frieze dismiss ID` and `frieze show ID` print
    pub finding: Option<String>,
    /// Why the finding is wrong
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args, Debug)]
pub struct Reset {
    /// The feature
    pub id: String,
    /// Start the next run from the best iteration of this one
    #[arg(long)]
    pub from_best: bool,
}

#[derive(Args, Debug)]
pub struct Unfreeze {
    /// The feature
    pub id: String,
    /// Why FROZEN.md was deleted
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args, Debug)]
pub struct ScoreFile {
    /// An intent file; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Hold it against this requirement document
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub brief: Option<PathBuf>,
    /// Hold it against these answers to open questions as well (answers.md)
    #[arg(long, value_name = "FILE", requires = "brief", value_hint = ValueHint::FilePath)]
    pub answers: Option<PathBuf>,
    /// Judge the file twice, by the rubric and the workspace's critic, and compare
    #[arg(long, conflicts_with = "brief")]
    pub again: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Verify {
    /// The features; by default all frozen ones
    pub ids: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Compare with this list of frozen designs, to find lost, renamed and rolled-back ones
    #[arg(long, value_name = "FILE", conflicts_with = "ids")]
    pub expect: Option<PathBuf>,
    /// Write that list, if every frozen design is ok
    #[arg(long, value_name = "FILE", conflicts_with = "ids")]
    pub write_expected: Option<PathBuf>,
    /// Require signed approvals by these approvers (git's allowed_signers format)
    #[arg(long, value_name = "FILE")]
    pub approvers: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_no_arguments_equals_the_default() {
        let read = Cli::try_parse_from(["frieze"]).unwrap();
        assert_eq!(format!("{read:?}"), format!("{:?}", Cli::default()));
    }
}
