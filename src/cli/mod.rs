//! The command line: the same actions as on the screen, for scripts and CI. It uses the engine, the kernel's views and
//! the files of a feature; the meaning of a verb is defined by its flow.

mod args;
mod completion;
mod confirm;
mod ending;
mod examples;
mod named_run;
mod out;
mod pager;
mod parallel_scan;
mod progress;
mod refusals;
mod run_report;
mod verbs;
mod wiring;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::FromArgMatches as _;
use clap::error::{ContextKind, ContextValue};

use self::args::{Cli, Verb};
use self::ending::{End, Ended, Stop};
use self::out::Out;
pub use self::out::remark;
pub use self::verbs::setup::init::{is_demo, make};
pub use self::wiring::{AskCriticTwice, ChangedFile, Configured, Context, Survey, UsedAgent, Wiring};
pub use crate::terminal::ScreenEnd;
use frieze_data::id::{FeatureId, NotAnId};
use frieze_kernel::short_enough;
use frieze_ports::{StoreError, StoreErrorKind, UserFiles};

/// The names of all verbs, without the commands of single workflows.
#[cfg(test)]
pub fn verbs() -> Vec<String> {
    use clap::CommandFactory as _;
    let all = Cli::command();
    let names = all.get_subcommands().map(|verb| verb.get_name().to_owned());
    names.filter(|name| ![verbs::session::FLOW, verbs::chain::FLOW].contains(&name.as_str())).collect()
}

/// The options of a verb, without the hyphens.
#[cfg(test)]
pub fn options(verb: &str) -> Vec<String> {
    use clap::CommandFactory as _;
    let all = Cli::command();
    let arguments = all.find_subcommand(verb).into_iter().flat_map(clap::Command::get_arguments);
    arguments.filter_map(|argument| argument.get_long().map(str::to_owned)).collect()
}

/// The name of standard input in place of a file.
const STANDARD_INPUT: &str = "-";

/// Exit code `EX_USAGE` of sysexits.
const USAGE: u8 = 64;

pub fn main<W: Wiring>(arguments: impl Iterator<Item = OsString>, wiring: &W) -> ExitCode {
    completion::answer(wiring);
    let arguments: Vec<OsString> = arguments.collect();
    // Without arguments there is nothing to parse: this starts the screen faster.
    let read = if arguments.len() == 1 { Ok(Cli::default()) } else { parsed(arguments) };
    let cli = match read {
        Ok(cli) => cli,
        Err(e) if e.use_stderr() => {
            // The message quotes the arguments, which may contain anything.
            remark(e.to_string().trim_end());
            if let Some(meant) = meant(&e) {
                remark(&format!("hint: {meant}"));
            }
            return ExitCode::from(USAGE);
        }
        Err(help) => {
            let (out, help) = (Out::new(false), help.render());
            let text = if out.styled { help.ansi().to_string() } else { help.to_string() };
            out.raw(text.as_bytes());
            return ExitCode::SUCCESS;
        }
    };
    let out = Out::new(cli.plain);
    if !cli.no_pager && cli.verb.as_ref().is_some_and(Verb::is_long) {
        out.page();
    }
    let ended = verb(&cli, wiring, &out);
    // A pager shows its text first.
    drop(out);
    match ended {
        Ok(end) => ExitCode::from(end.code()),
        Err(stop) => {
            out::complain(&stop.what, &stop.hint);
            ExitCode::from(stop.end.code())
        }
    }
}

fn parsed(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&examples::command().try_get_matches_from(arguments)?)
}

/// What a verb that other programs have is called here.
fn meant(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::String(verb)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    match verb.as_str() {
        "list" | "ls" => Some("`frieze status` lists the features"),
        "export" => Some("a frozen design is a file: `frieze show ID` names it"),
        "version" => Some("`frieze --version` prints it"),
        _ => None,
    }
}

fn verb<W: Wiring>(cli: &Cli, wiring: &W, out: &Out) -> Ended {
    let folder = cli.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    if cli.directory.is_some() && !folder.is_dir() && !matches!(cli.verb, Some(Verb::Init(_))) {
        return Err(Stop::refused(
            format!("{} is not a folder", folder.display()),
            "use an existing folder after -C",
        ));
    }
    let open = || wiring.open(&folder, &cli.set).map_err(Stop::from);
    let is_outside = || !wiring.is_in_workspace(&folder);
    let files = NamedFiles { files: wiring.files(), folder: cli.directory.as_deref() };
    match &cli.verb {
        None if cli.plain || !confirm::at_terminal() => verbs::status::overview(open(), out),
        None if confirm::is_dumb() => {
            remark(
                "this terminal (TERM=dumb) cannot show the screen; this is the list, and `frieze --help` names the commands",
            );
            verbs::status::overview(open(), out)
        }
        None => match wiring.screen(&folder, &cli.set) {
            Ok(ScreenEnd::Code(code)) => Ok(End::Screen(u8::try_from(code).unwrap_or(u8::MAX))),
            Ok(ScreenEnd::Signalled(number)) => {
                remark(&format!("the screen was ended by signal {number}; nothing on disk was lost"));
                Ok(End::Screen(u8::try_from(128 + number).unwrap_or(u8::MAX)))
            }
            Err([what, hint]) => Err(Stop::failed(what, hint)),
        },
        Some(Verb::Init(args)) => verbs::setup::init::init(wiring, &folder, &cli.set, args, out),
        Some(Verb::New(args)) => verbs::new::new(&open()?, &files, args, out),
        Some(Verb::Run(args)) => verbs::run::run(&open()?, args, out),
        Some(Verb::Status(args)) => verbs::status::status(&open()?, args.json, out),
        Some(Verb::Show(args)) => verbs::show::show(&open()?, args, out),
        Some(Verb::Diff(args)) => verbs::diff::diff(open, &files, args, out),
        Some(Verb::Log(args)) => verbs::log::log(&open()?, args, out),
        Some(Verb::Prompt(args)) => verbs::prompt::prompt(&open()?, args, out),
        Some(Verb::Approve(args)) => verbs::decide::approve::approve(&open()?, args, out),
        Some(Verb::Reject(args)) => verbs::decide::reject::reject(&open()?, &files, args, out),
        Some(Verb::Answer(args)) => verbs::answer::answer(&open()?, args, out),
        Some(Verb::Abort(args)) => verbs::decide::abort::abort(&open()?, args, out),
        Some(Verb::Dismiss(args)) => verbs::dismiss::dismiss(&open()?, args, out),
        Some(Verb::Reset(args)) => verbs::reset::reset(&open()?, args, out),
        Some(Verb::Unfreeze(args)) => verbs::unfreeze::unfreeze(&open()?, args, out),
        Some(Verb::Session(verb)) => verbs::session::session(&open()?, wiring, &files, verb, out),
        Some(Verb::Chain(verb)) => verbs::chain::chain(&open()?, wiring, &files, verb, out),
        Some(Verb::Validate { files: named }) => verbs::files::validate(&files, named, out),
        Some(Verb::Score(args)) => {
            let path = (args.again && wiring.is_in_workspace(&folder)).then(&open).transpose()?;
            verbs::score::score(&files, path.as_ref(), args, out)
        }
        Some(Verb::Hash { file }) => verbs::files::hash(&files, file, out),
        Some(Verb::Preview { file }) => verbs::files::preview(&files, file, out),
        Some(Verb::Verify(args)) => verbs::verify::verify(&open()?, &files, args, out),
        Some(Verb::Doctor(args)) if is_outside() => {
            Ok(verbs::setup::doctor::outside(wiring, &cli.set, args.json, out))
        }
        Some(Verb::Doctor(args)) => Ok(verbs::setup::doctor::doctor(&open()?, args.json, out)),
        Some(Verb::Trust(args)) => verbs::setup::trust::trust(&open()?, args, out),
        Some(Verb::Use(args)) => verbs::setup::use_agent::use_agent(wiring, &folder, &cli.set, args, out),
        Some(Verb::Config(args)) if is_outside() => {
            verbs::setup::config::print(&wiring.configured_outside(&cli.set), None, args.json, out)
        }
        Some(Verb::Config(args)) => verbs::setup::config::config(&open()?, args.json, out),
        Some(Verb::Completions { shell }) => verbs::generate::completions(*shell, out),
        Some(Verb::Man) => Ok(verbs::generate::man(out)),
    }
}

/// Files named on the command line, relative to `-C`, as in git.
pub struct NamedFiles<'a> {
    files: &'a dyn UserFiles,
    folder: Option<&'a Path>,
}

impl NamedFiles<'_> {
    /// Whether a file exists, readable or not.
    fn has(&self, name: &Path) -> bool {
        let read = self.files.read(&self.path(name), 0);
        !matches!(read, Err(e) if e.kind == StoreErrorKind::Missing)
    }

    /// Whether a write would replace a file.
    fn is_file(&self, name: &Path) -> bool {
        self.files.is_file(&self.path(name))
    }

    fn path(&self, name: &Path) -> PathBuf {
        match self.folder {
            Some(folder) if name != Path::new(STANDARD_INPUT) => folder.join(name),
            Some(_) | None => name.to_owned(),
        }
    }

    fn read(&self, name: &Path, most: usize) -> Result<Vec<u8>, Stop> {
        self.files.read(&self.path(name), most).map_err(|e| stopped(&e))
    }

    /// Whether a symlink is on the way to a folder: of an absolute path only its end counts, because the rest is the system's.
    fn is_over_symlink(&self, wiring: &impl Wiring, folder: &Path) -> bool {
        // Without a separator at the end, which would follow the link.
        let folder: PathBuf = folder.components().collect();
        let most = if folder.is_absolute() { 1 } else { usize::MAX };
        let mut steps = folder.ancestors().take(most).filter(|step| !step.as_os_str().is_empty());
        steps.any(|step| wiring.is_symlink(&self.path(step)))
    }

    fn write(&self, name: &Path, bytes: &[u8]) -> Result<(), Stop> {
        self.files.write(&self.path(name), bytes).map_err(|e| match e.kind {
            StoreErrorKind::Full | StoreErrorKind::AtLimit | StoreErrorKind::Io => e.into(),
            StoreErrorKind::NotAllowed
            | StoreErrorKind::NotAFolder
            | StoreErrorKind::NotAFile
            | StoreErrorKind::Missing
            | StoreErrorKind::TooLarge => stopped(&e),
        })
    }
}

fn stopped(e: &StoreError) -> Stop {
    Stop::refused(e.to_string(), e.hint())
}

/// Checks the length of text for the record, before any question.
fn words<'a>(what: &str, text: &'a str) -> Result<&'a str, Stop> {
    let hint = || format!("use fewer words; put a longer text into a file, and name the file in the {what}");
    short_enough(what, text).map_err(|why| Stop::refused(why, hint()))?;
    Ok(text)
}

/// A reason from the command line.
fn reason(text: &str) -> Result<&str, Stop> {
    if text.trim().is_empty() {
        return Err(Stop::refused("the reason is empty", "describe the reason in words"));
    }
    words("reason", text)
}

/// A feature from the command line: `checkout`, or `design/checkout`.
fn feature(text: &str) -> Result<FeatureId, Stop> {
    match text.split_once('/') {
        Some(("design", name)) => id(name),
        Some(_) | None => id(text),
    }
}

/// An id from the command line.
fn id(text: &str) -> Result<FeatureId, Stop> {
    text.parse().map_err(|e: NotAnId| Stop::refused(e.to_string(), "`frieze status` lists the features"))
}
