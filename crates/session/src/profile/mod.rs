//! Profiles: what a prompt says, how an answer is read, which standards belong to a session (S37, S38, S49, S54, S57).
//!
//! "Never read or write files. Never mutate workflow state": a profile takes texts and returns texts.

mod config;
mod prompt;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use frieze_data::file_name::FileName;
use frieze_data::path::RelPath;
use frieze_data::text::closest;
use jiff::Timestamp;
use serde_json::Value;

pub use config::{Config, Scope};

use crate::artifact::Artifact;
use crate::bundle::{self, Bundle, Rules};
use crate::files::{SessionFiles, code_path};
use crate::phase::Work;
use crate::record::Status;
use crate::review::Review;
use frieze_data::fields::{Fields, Json};

/// The profile of a session that names none.
pub const DEFAULT: &str = "contract";
/// The files of a profile: its configuration, then a prompt template for each work. A workspace may have its own in
/// `profiles/<name>/`.
pub const FILES: [&str; 5] =
    ["config.yml", "planning.txt", "generating.txt", "reviewing.txt", "revising.txt"];

/// The texts of a packaged profile, in the order of [`FILES`].
macro_rules! packaged {
    ($name:literal) => {
        (
            $name,
            [
                include_str!(concat!("../../../../assets/profiles/", $name, "/config.yml")),
                include_str!(concat!("../../../../assets/profiles/", $name, "/planning.txt")),
                include_str!(concat!("../../../../assets/profiles/", $name, "/generating.txt")),
                include_str!(concat!("../../../../assets/profiles/", $name, "/reviewing.txt")),
                include_str!(concat!("../../../../assets/profiles/", $name, "/revising.txt")),
            ],
        )
    };
}

const PACKAGED: [(&str, [&str; 5]); 2] = [packaged!("contract"), packaged!("jpa-mt")];

/// A profile with the workspace's changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    name: &'static str,
    config: Config,
    /// In the order of [`Work::ALL`].
    templates: [Cow<'static, str>; 4],
}

/// What became of an answer, as the requirement's `ProcessingResult`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessingResult {
    /// What happened: never whether something is approved.
    pub status: Status,
    /// Always false: "Explicit `aiwf approve` always required" (S38, S39).
    pub approved: bool,
    pub write_plan: Option<WritePlan>,
    /// The files of the plan, not hashed.
    pub artifacts: Vec<Artifact>,
    pub error_message: Option<String>,
    pub metadata: Fields,
}

/// The files that the engine has to write (S54).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WritePlan {
    pub writes: Vec<WriteOp>,
}

/// One file of an iteration's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteOp {
    pub iteration: u32,
    pub name: FileName,
    pub content: String,
}

impl WriteOp {
    /// "Relative to session root".
    pub fn path(&self) -> String {
        code_path(self.iteration, &self.name)
    }

    /// The path in the workspace.
    pub fn place(&self, files: &SessionFiles) -> RelPath {
        files.code(self.iteration, &self.name)
    }
}

/// An answer with what its reading needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub work: Work,
    pub iteration: u32,
    pub bytes: &'a [u8],
    /// The names of the session's code so far.
    pub known: &'a [FileName],
    pub at: Timestamp,
}

impl Profile {
    /// The names of the packaged profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PACKAGED.iter().map(|(name, _)| *name)
    }

    /// A packaged profile.
    ///
    /// # Errors
    /// There is none with this name.
    pub fn packaged(name: &str) -> Result<Self, String> {
        let Some((name, [config, templates @ ..])) = PACKAGED.iter().find(|(known, _)| *known == name) else {
            let hint = closest(name, Self::names()).map(|known| format!(" Did you mean `{known}`?"));
            let known: Vec<&str> = Self::names().collect();
            return Err(format!(
                "no profile {name:?}; use {}.{}",
                known.join(" or "),
                hint.unwrap_or_default()
            ));
        };
        let config = Config::read(config).map_err(|why| format!("profile {name}: {why}"))?;
        Ok(Self { name, config, templates: templates.map(Cow::Borrowed) })
    }

    /// This profile with a file of the workspace in place of its own.
    ///
    /// # Errors
    /// A profile has no such file, or its configuration cannot be read.
    pub fn with(mut self, file: &str, text: &str) -> Result<Self, String> {
        match FILES.iter().position(|known| *known == file) {
            Some(0) => {
                self.config =
                    Config::read(text).map_err(|why| format!("profiles/{}/{file}: {why}", self.name))?;
            }
            Some(at) => self.templates[at - 1] = text.to_owned().into(),
            None => {
                return Err(format!(
                    "profiles/{}: a profile has {}, but no {file:?}",
                    self.name,
                    FILES.join(", ")
                ));
            }
        }
        Ok(self)
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Whether generator, reviewer and reviser without a model exist for it.
    pub fn has_built_in(&self) -> bool {
        self.name == DEFAULT
    }

    /// The files whose texts become the standards bundle, in order. Not their bytes: "Profile: Zero I/O".
    pub fn standards(&self, context: &Fields) -> Vec<FileName> {
        self.config.standards(context)
    }

    /// The prompt of some work, with these values and those of the context and the profile.
    ///
    /// # Errors
    /// The template of the workspace cannot be used, or the prompt is too long.
    pub fn prompt(&self, work: Work, context: &Fields, values: Value) -> Result<String, String> {
        let at = Work::ALL.iter().position(|known| *known == work).unwrap_or_default();
        let (template, file) = (&self.templates[at], FILES[at + 1]);
        prompt::render(template, self, context, values)
            .map_err(|why| format!("profiles/{}/{file}: {why}", self.name))
    }

    /// Reads an answer. What cannot be used is an error with a sentence and without a plan: nothing of it is written.
    pub fn read(&self, answer: Answer<'_>) -> ProcessingResult {
        let none = ProcessingResult {
            status: Status::Success,
            approved: false,
            write_plan: None,
            artifacts: Vec::new(),
            error_message: None,
            metadata: Fields::default(),
        };
        let read = match answer.work {
            Work::Planning => plan(answer.bytes).map(|()| none.clone()),
            Work::Generating | Work::Revising => self.code(answer).map(|(plan, artifacts)| {
                ProcessingResult { write_plan: Some(plan), artifacts, ..none.clone() }
            }),
            Work::Reviewing => {
                review(answer.bytes).map(|metadata| ProcessingResult { metadata, ..none.clone() })
            }
        };
        let error = |why| Some(format!("{}: {why}", answer.work.response()));
        read.unwrap_or_else(|why| ProcessingResult {
            status: Status::Error,
            error_message: error(why),
            ..none
        })
    }

    fn code(&self, answer: Answer<'_>) -> Result<(WritePlan, Vec<Artifact>), String> {
        let rules = Rules { extensions: &self.config.extensions, known: answer.known };
        let bundle = Bundle::read(answer.bytes, rules)?;
        let Answer { work, iteration, at, .. } = answer;
        let writes = bundle.files.into_iter().map(|(name, content)| WriteOp { iteration, name, content });
        let plan = WritePlan { writes: writes.collect() };
        let artifact = |write: &WriteOp| Artifact::extracted(write.path(), work.ed(), iteration, at);
        let artifacts = plan.writes.iter().map(artifact).collect();
        Ok((plan, artifacts))
    }
}

fn plan(answer: &[u8]) -> Result<(), String> {
    let text = bundle::text(answer)?;
    if text.trim().is_empty() { Err("the plan is blank: write it, then go on".to_owned()) } else { Ok(()) }
}

fn review(answer: &[u8]) -> Result<Fields, String> {
    let review = Review::read(answer)?;
    let number = |count: u32| Json::Number(count.into());
    let verdict = frieze_data::json::of(&review.verdict);
    Ok(Fields(vec![
        ("verdict".to_owned(), Json::Text(verdict.as_str().unwrap_or_default().to_owned())),
        ("issues_total".to_owned(), number(review.issues_total)),
        ("issues_critical".to_owned(), number(review.issues_critical)),
        ("missing_inputs".to_owned(), number(review.missing_inputs)),
    ]))
}
