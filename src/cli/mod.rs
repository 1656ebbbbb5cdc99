//! The command line: the same orders as on the screen, for scripts and for CI. It knows the engine's
//! handle and the kernel's views; what a verb means lives with its flow.

mod abort;
mod answer;
mod approve;
mod args;
mod asked;
mod attempt;
mod config;
mod confirm;
mod diff;
mod doctor;
mod ending;
mod expected;
mod files;
mod generate;
mod halves;
mod init;
mod kept;
mod log;
mod new;
mod out;
mod progress;
mod reject;
mod reset;
mod run;
mod score;
mod show;
mod status;
mod trust;
mod unfreeze;
mod verify;
mod wiring;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser as _;

use self::args::{Cli, Verb};
use self::ending::{End, Ended, Stop};
pub use self::init::make;
use self::out::Out;
pub use self::out::remark;
pub use self::wiring::{AskTwice, ScreenEnd, Survey, Tools, Trusting, Twice, Wiring};
use crate::domain::id::{FeatureId, NotAnId};
use crate::kernel::short_enough;
use crate::ports::{StoreError, StoreErrorKind, UserFiles};

/// How standard input is named where a file belongs.
const STANDARD_INPUT: &str = "-";

/// `EX_USAGE` of sysexits.
const USAGE: u8 = 64;

/// Runs one command.
pub fn main<W: Wiring>(arguments: impl Iterator<Item = OsString>, wiring: &W) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    // Where nothing was typed behind the name there is nothing to read: the screen need not wait for the grammar of all verbs.
    let read = if arguments.len() == 1 { Ok(Cli::default()) } else { Cli::try_parse_from(arguments) };
    let cli = match read {
        Ok(cli) => cli,
        Err(e) if e.use_stderr() => {
            // It quotes the arguments, which may hold anything.
            remark(e.to_string().trim_end());
            return ExitCode::from(USAGE);
        }
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let out = Out::new(cli.plain);
    match verb(&cli, wiring, &out) {
        Ok(end) => ExitCode::from(end.code()),
        Err(stop) => {
            out::complain(&stop.what, &stop.hint);
            ExitCode::from(stop.end.code())
        }
    }
}

fn verb<W: Wiring>(cli: &Cli, wiring: &W, out: &Out) -> Ended {
    let folder = cli.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    if cli.directory.is_some() && !folder.is_dir() && !matches!(cli.verb, Some(Verb::Init(_))) {
        return Err(Stop::refused(
            format!("{} is no folder", folder.display()),
            "name a folder that is there after -C",
        ));
    }
    let open = || wiring.open(&folder, &cli.set).map_err(Stop::from);
    let files = Named { files: wiring.files(), folder: cli.directory.as_deref() };
    match &cli.verb {
        None if cli.plain || !confirm::at_terminal() => status::overview(open(), out),
        None => match wiring.screen(&folder, &cli.set) {
            Ok(ScreenEnd::Code(code)) => Ok(End::Screen(u8::try_from(code).unwrap_or(u8::MAX))),
            Ok(ScreenEnd::Signalled(number)) => {
                remark(&format!("the screen was ended by signal {number}; nothing on the disk is lost"));
                Ok(End::Screen(u8::try_from(128 + number).unwrap_or(u8::MAX)))
            }
            Err([what, hint]) => Err(Stop { what, hint, end: End::Failed }),
        },
        Some(Verb::Init(args)) => init::init(wiring, &folder, &cli.set, args, out),
        Some(Verb::New(args)) => new::new(&open()?, &files, args, out),
        Some(Verb::Run(args)) => run::run(&open()?, args, out),
        Some(Verb::Status(args)) => status::status(&open()?, args.json, out),
        Some(Verb::Show(args)) => show::show(&open()?, args, out),
        Some(Verb::Diff(args)) => diff::diff(open, &files, args, out),
        Some(Verb::Log(args)) => log::log(&open()?, args, out),
        Some(Verb::Approve(args)) => approve::approve(&open()?, args, out),
        Some(Verb::Reject(args)) => reject::reject(&open()?, &files, args, out),
        Some(Verb::Answer(args)) => answer::answer(&open()?, args, out),
        Some(Verb::Abort(args)) => abort::abort(&open()?, args, out),
        Some(Verb::Reset(args)) => reset::reset(&open()?, args, out),
        Some(Verb::Unfreeze(args)) => unfreeze::unfreeze(&open()?, args, out),
        Some(Verb::Validate(args)) => files::validate(&files, &args.files, out),
        Some(Verb::Score(args)) => {
            let place = (args.again && wiring.is_in_workspace(&folder)).then(&open).transpose()?;
            score::score(&files, place.as_ref(), args, out)
        }
        Some(Verb::Hash(args)) => files::hash(&files, &args.file, out),
        Some(Verb::Preview(args)) => files::preview(&files, &args.file, out),
        Some(Verb::Verify(args)) => verify::verify(&open()?, &files, args, out),
        Some(Verb::Doctor(args)) => doctor::doctor(&open()?, args.json, out),
        Some(Verb::Trust(args)) => trust::trust(&open()?, args, out),
        Some(Verb::Config(args)) => config::config(&open()?, args.json, out),
        Some(Verb::Completions { shell }) => Ok(generate::completions(*shell, out)),
        Some(Verb::Man) => Ok(generate::man(out)),
    }
}

/// Files named on the command line, relative to `-C`, as git has it.
pub struct Named<'a> {
    files: &'a dyn UserFiles,
    folder: Option<&'a Path>,
}

impl Named<'_> {
    /// Whether there is such a file, readable or not.
    fn has(&self, name: &Path) -> bool {
        let read = self.files.read(&self.place(name), 0);
        !matches!(read, Err(e) if e.kind == StoreErrorKind::Missing)
    }

    fn place(&self, name: &Path) -> PathBuf {
        match self.folder {
            Some(folder) if name != Path::new(STANDARD_INPUT) => folder.join(name),
            Some(_) | None => name.to_owned(),
        }
    }

    fn read(&self, name: &Path, most: usize) -> Result<Vec<u8>, Stop> {
        self.files.read(&self.place(name), most).map_err(|e| stopped(&e))
    }

    fn write(&self, name: &Path, bytes: &[u8]) -> Result<(), Stop> {
        self.files.write(&self.place(name), bytes).map_err(|e| stopped(&e))
    }
}

fn stopped(e: &StoreError) -> Stop {
    Stop { what: e.to_string(), hint: e.hint().to_owned(), end: End::Refused }
}

/// Words for the record from the command line: refused before anything is asked if there are too many.
fn words<'a>(what: &str, text: &'a str) -> Result<&'a str, Stop> {
    let hint = || {
        format!("say it in fewer words; a longer text belongs into a file of its own, which the {what} names")
    };
    short_enough(what, text).map_err(|why| Stop::refused(why, hint()))?;
    Ok(text)
}

/// A reason from the command line.
fn reason(text: &str) -> Result<&str, Stop> {
    if text.trim().is_empty() {
        return Err(Stop::refused("the reason is empty", "give a reason in words"));
    }
    words("reason", text)
}

/// An id from the command line.
fn id(text: &str) -> Result<FeatureId, Stop> {
    text.parse().map_err(|e: NotAnId| Stop::refused(e.to_string(), "`frieze status` lists the features"))
}
