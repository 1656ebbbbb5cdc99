//! Grammar of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};
use strum::{Display, IntoStaticStr};

/// From a requirement document to a frozen, verifiable design. Agents draft, the engine scores, a
/// person decides, and files are the record.
#[derive(Parser, Default, Debug)]
#[command(name = "frieze", bin_name = "frieze", version, max_term_width = 100, after_help = EXIT_CODES)]
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
    /// Print long texts without a pager
    #[arg(long, global = true)]
    pub no_pager: bool,
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
    /// Take a feature from idea to finish, phase by phase, each reviewed
    #[command(subcommand)]
    Chain(ChainVerb),
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
    Completions {
        /// The shell that completes
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

impl Verb {
    /// Whether it prints a text that a person reads page by page.
    pub fn is_long(&self) -> bool {
        matches!(
            self,
            Self::Show(Show { json: false, .. })
                | Self::Diff(Diff { json: false, .. })
                | Self::Log(Log { json: false, .. })
        )
    }
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
    #[command(mut_arg("id", |id| id.help("The session")))]
    Show(Show),
    /// Show the journal of a session
    #[command(mut_arg("id", |id| id.help("The session")))]
    Log(Log),
}

#[derive(Subcommand, Debug)]
pub enum ChainVerb {
    /// Put a chain under a feature
    Start(StartChain),
    /// Copy the feature folder of another tool into the workspace
    Adopt(AdoptChain),
    /// Explore problem, users and options: brainstorm.md
    Brainstorm(EnterPhase),
    /// List requirements with their acceptance criteria: spec.md
    Specify(EnterPhase),
    /// Have the design made and frozen, and describe it: design.md
    Design(EnterPhase),
    /// Order the steps of the work: plan.md
    CreatePlan(EnterPhase),
    /// Cut the plan into small tasks: tasks.md
    CreateTasks(EnterPhase),
    /// Have the code made in a session: implementation.md
    Implement(EnterPhase),
    /// Compare the work with its specification: verification.md
    Verify(EnterPhase),
    /// Enter the next phase
    Next(EnterPhase),
    /// Accept the final reviewer's concerns; they are noted
    Accept(AnswerChain),
    /// Have the final reviewer's concerns addressed
    Address(AnswerChain),
    /// Leave the open question without an answer
    Leave(AnswerChain),
    /// End the feature, or keep it as it is
    Finish(FinishChain),
    /// Show the rounds of a phase: verdicts and issues
    Rounds(Rounds),
    /// List the chains
    List(Json),
    /// Show a chain, its phases, rounds and artifacts
    #[command(mut_arg("id", |id| id.help("The feature")))]
    Show(Show),
    /// Show the journal of a chain
    #[command(mut_arg("id", |id| id.help("The feature")))]
    Log(Log),
}

#[derive(Args, Debug)]
pub struct StartChain {
    /// The feature
    pub id: String,
    /// How often a phase is reviewed at most: hotfix 1, quick 2, standard 3, full 5; by default standard, or as the file of another
    /// program says
    #[arg(long, value_enum)]
    pub mode: Option<ModeChoice>,
    /// Where the code of the feature is worked on, relative to the workspace
    #[arg(long, value_name = "PATH", value_hint = ValueHint::DirPath)]
    pub worktree: Option<String>,
    /// Keep a damaged .meta.json in chain/damaged, and begin again; rounds and documents stay
    #[arg(long)]
    pub set_aside: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct AdoptChain {
    /// The folder of one feature, with its .meta.json
    #[arg(value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// The feature's id here; by default made of the folder's name
    #[arg(long)]
    pub id: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The modes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Display)]
#[strum(serialize_all = "lowercase")]
pub enum ModeChoice {
    Hotfix,
    Quick,
    Standard,
    Full,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that answers one question")]
pub struct EnterPhase {
    /// The feature
    pub id: String,
    /// Skip the phases before
    #[arg(long)]
    pub proceed: bool,
    /// Go on with the artifact of a phase that was not completed
    #[arg(long = "continue", conflicts_with_all = ["fresh", "review"])]
    pub goes_on: bool,
    /// Begin the phase again; the old artifact is kept under chain/rounds
    #[arg(long, conflicts_with = "review")]
    pub fresh: bool,
    /// Review the artifact as it is
    #[arg(long)]
    pub review: bool,
    /// Take spec.md as the brief of the design
    #[arg(long, conflicts_with = "keep_brief")]
    pub take_spec: bool,
    /// Design from brief.md as it is
    #[arg(long)]
    pub keep_brief: bool,
    /// Your own document is the artifact; it is reviewed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub from: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl EnterPhase {
    /// The answers to questions that the phase may ask.
    pub fn answers(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            (self.proceed, "proceed"),
            (self.goes_on, "continue"),
            (self.fresh, "fresh"),
            (self.review, "review"),
            (self.take_spec, "take-spec"),
            (self.keep_brief, "keep-brief"),
        ];
        given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, answer)| answer)
    }
}

#[derive(Args, Debug)]
pub struct AnswerChain {
    /// The feature
    pub id: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct FinishChain {
    /// The feature
    pub id: String,
    /// How it ends; frieze runs no git
    #[arg(long, value_enum)]
    pub outcome: OutcomeChoice,
    /// End it although phases were skipped
    #[arg(long)]
    pub proceed: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How a feature can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Display)]
#[strum(serialize_all = "lowercase")]
pub enum OutcomeChoice {
    /// The feature is completed; the commands for a pull request are printed
    Pr,
    /// The feature is completed; the commands for a merge are printed
    Merge,
    /// Nothing changes
    Keep,
    /// The feature is abandoned; the command that deletes its branch is printed
    Discard,
}

#[derive(Args, Debug)]
pub struct Rounds {
    /// The feature
    pub id: String,
    /// The phase, for example specify
    pub phase: String,
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
    /// What to do with it
    #[arg(value_enum)]
    pub choice: SessionChoice,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The choices of `frieze session decide`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum SessionChoice {
    /// Review it all the same
    Review,
    /// Edit it before it is approved again
    Edit,
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
    /// Make a feature with a chain of phases, each reviewed: hotfix once, quick 2, standard 3, full 5 times
    #[arg(long, value_enum)]
    pub mode: Option<ModeChoice>,
    /// Where the code of the feature is worked on, relative to the workspace
    #[arg(long, value_name = "PATH", requires = "mode", value_hint = ValueHint::DirPath)]
    pub worktree: Option<String>,
}

#[derive(Args, Debug)]
#[command(override_usage = "frieze run [OPTIONS] <IDS>...\n       frieze run [OPTIONS] --all")]
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
    /// Names of agents, servers and template files, `approval` or `standardsRoot`; by default all that need trust
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

#[derive(Args, Clone, Debug)]
pub struct Show {
    /// The feature; FLOW/ID names a run of another workflow
    pub id: String,
    /// Show all findings, not only the first: critical ones first, then the most expensive
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

#[derive(Args, Clone, Debug)]
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
    /// The feature; FLOW/ID names one of its runs
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
    pub text: Vec<String>,
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
    /// The finding, by all digits that `frieze dismiss ID` and `frieze show ID` print
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
    /// Undo the last reset; not one with --from-best, and not after the next run has started
    #[arg(long, conflicts_with = "from_best")]
    pub undo: bool,
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
    /// The features; by default all frozen ones. FLOW/ID names a run of another workflow
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
