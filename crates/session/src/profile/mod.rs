//! Profiles: what a prompt says, how an answer is read, which standards belong to a session (S37, S38, S49, S54, S57).
//!
//! "Never read or write files. Never mutate workflow state": a profile takes texts and returns texts.

mod config;

use std::borrow::Cow;

use frieze_data::fields::{Fields, Json};
use frieze_data::file_name::FileName;
use frieze_data::json;
use frieze_design::template::{LONGEST_PROMPT, QUOTED, fill};
use serde_json::{Value, json};

pub use config::{Config, Scope};

use crate::bundle;
use crate::phase::Work;
use crate::review::Review;

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
    pub name: &'static str,
    pub config: Config,
    /// In the order of [`Work::ALL`].
    templates: [Cow<'static, str>; 4],
}

/// What a usable answer contains: the `ProcessingResult` of the requirement (S37). Its status and its error are Rust's `Result`, and it
/// never counts as approved: "Explicit `aiwf approve` always required" (S38, S39).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProcessingResult {
    Plan,
    /// The write plan: files for the folder of the iteration's code (S54).
    Code(bundle::Files),
    Review(Review),
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
        let packaged = PACKAGED.iter().find(|(known, _)| *known == name);
        let (name, [config, templates @ ..]) = packaged.ok_or_else(|| format!("no profile {name:?}"))?;
        let config = Config::read(config).map_err(|why| format!("profile {name}: {why}"))?;
        Ok(Self { name, config, templates: templates.map(Cow::Borrowed) })
    }

    /// This profile with a file of the workspace in place of its own.
    ///
    /// # Errors
    /// A profile has no such file, or its configuration cannot be read.
    pub fn with(mut self, file: &str, text: &str) -> Result<Self, String> {
        let name = self.name;
        match FILES.iter().position(|known| *known == file) {
            Some(0) => {
                self.config = Config::read(text).map_err(|why| format!("profiles/{name}/{file}: {why}"))?;
            }
            Some(at) => self.templates[at - 1] = text.to_owned().into(),
            None => return Err(format!("profiles/{name}: a profile has no {file:?}")),
        }
        Ok(self)
    }

    /// The prompt of some work, with these values and those of the context and the profile. It ends with a line end. Texts of others
    /// are quoted, every line behind a bar, so that nothing in them can pose as an instruction.
    ///
    /// # Errors
    /// The template of the workspace cannot be used, or the prompt is too long.
    pub fn prompt(&self, work: Work, context: &Fields, mut values: Value) -> Result<String, String> {
        let at = Work::ALL.iter().position(|known| *known == work).unwrap_or_default();
        let (template, file) = (&self.templates[at], FILES[at + 1]);
        let line = |(key, value): (&String, &Json)| {
            let text = if let Json::Text(text) = value { text.clone() } else { json::line(value) };
            format!("{key}: {text}")
        };
        let lines: Vec<String> = context.0.iter().map(line).collect();
        values["context"] = json!(lines.join("\n"));
        values["scope"] = json!(context.text("scope").unwrap_or_default());
        values["profile"] = json!(self.name);
        values["layers"] = json!(self.config.layers(context));
        values["extensions"] = json!(self.config.extensions);
        let text = fill(template, &values, &[QUOTED], LONGEST_PROMPT);
        text.map(bundle::ended).map_err(|why| format!("profiles/{}/{file}: {why}", self.name))
    }

    /// Reads an answer, where `known` are the names of the session's code so far.
    ///
    /// # Errors
    /// Why it cannot be used, in a sentence: nothing of it is written then.
    pub fn read(&self, work: Work, answer: &[u8], known: &[FileName]) -> Result<ProcessingResult, String> {
        let read = match work {
            Work::Planning => match bundle::text(answer).map(str::trim) {
                Ok("") => Err("the plan is blank: write it, then go on".to_owned()),
                read => read.map(|_| ProcessingResult::Plan),
            },
            Work::Generating | Work::Revising => {
                bundle::read(answer, &self.config.extensions, known).map(ProcessingResult::Code)
            }
            Work::Reviewing => Review::read(answer).map(ProcessingResult::Review),
        };
        read.map_err(|why| format!("{}: {why}", work.response()))
    }
}

#[cfg(test)]
mod tests;
