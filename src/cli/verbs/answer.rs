//! `frieze answer`: lists the open questions of a design and saves a person's answers in `answers.md`, for the next iteration.

use frieze_engine::{InspectDepth, past, refused_answer};
use std::io::{IsTerminal as _, Read as _};

use serde::Serialize;

use crate::cli::args::Answer;
use crate::cli::out::{Out, remark};
use crate::cli::verbs::{show, status};
use crate::cli::{Context, End, Ended, STANDARD_INPUT, Stop, feature};
use crate::terminal::{Editor, NotEdited};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_design::answers::{self, AnswerChange, LARGEST, LONGEST};
use frieze_kernel::files::Home;
use frieze_kernel::{FileProblem, Need, RunView};

/// A question in `frieze answer --json`.
#[derive(Serialize)]
pub struct Question {
    /// Counts from 1, as in `frieze answer ID N`.
    number: usize,
    pub question: String,
    pub answer: Option<String>,
    /// Why the last iteration could not use this answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unused: Option<String>,
}

impl Question {
    /// The answer, and why it was not used.
    pub fn lines(&self) -> Vec<String> {
        let line = |words: &str, text: &Option<String>| {
            text.as_ref().map(|text| format!("{words}: {}", Shown::line(text)))
        };
        [line("answered", &self.answer), line("not used", &self.unused)].into_iter().flatten().collect()
    }
}

/// The open questions of a design with the answers in `answers.md`.
pub fn questions(context: &Context, view: &RunView, open: &[String], answers: &[u8]) -> Vec<Question> {
    let saved = answers::read(answers);
    let unused = past::unused_answers(context.store.as_ref(), &Home::of(&view.id), view.folder, &saved);
    let of = |(number, question): (usize, &String)| Question {
        number,
        question: question.clone(),
        answer: answers::find(&saved, question).map(str::to_owned),
        unused: answers::why_unused(&unused, question).map(str::to_owned),
    };
    (1..).zip(open).map(of).collect()
}

pub fn answer(context: &Context, args: &Answer, out: &Out) -> Ended {
    let id = feature(&args.id)?;
    if !context.design().exists(&id)? {
        return Err(context.design().no_such_feature(&id).into());
    }
    let view = context.design().inspect(&id, InspectDepth::Schema)?.view;
    let design = show::current(context, &id)?;
    let is_designed = design.is_some();
    let open: Vec<String> = design.map(|reading| reading.intent.open_questions).unwrap_or_default();
    let path = Home::of(&id).answers();
    let answers = context.store.read(&path, LARGEST)?.unwrap_or_default();
    if view.is_sealed && (args.number.is_some() || args.edit) {
        return Err(refused_answer(&id).into());
    }
    let text = (!args.text.is_empty()).then(|| args.text.join(" "));
    let is_new = match (args.number, &text) {
        (None, None) if args.edit => edit_all(context, &id, &open)?,
        (None, _) if !is_designed && !args.json => {
            out.line(&format!("there is no design of {id} yet, and so no open questions"));
            out.line(&next(context, &id, view.needs));
            return Ok(End::Done);
        }
        (None, _) => {
            list(&id, &questions(context, &view, &open, &answers), args.json, out);
            if !args.json && !open.is_empty() && !view.is_sealed {
                let several = format!("`frieze answer {id} --edit` several");
                out.line(&format!("`frieze answer {id} N TEXT` answers one, {several}"));
            }
            return Ok(End::Done);
        }
        (Some(number), text) => {
            let question = number.checked_sub(1).and_then(|at| open.get(at)).ok_or_else(|| {
                Stop::refused(
                    format!("{id} has no open question {number}: it has {}", open.len()),
                    format!("`frieze answer {id}` lists them"),
                )
            })?;
            let text = given(text.as_deref())?;
            let old = answers::find(&answers::read(&answers), question).map(str::to_owned);
            save(context, &id, &[AnswerChange { question: question.clone(), old, new: Some(text) }])?;
            true
        }
    };
    if !is_new {
        out.line("nothing was answered");
        return Ok(End::Done);
    }
    out.line(&format!("saved in {path}"));
    out.line(&next(context, &id, view.needs));
    Ok(End::Done)
}

/// The next command, which uses the answers.
fn next(context: &Context, id: &FeatureId, needs: Option<Need>) -> String {
    let run = || status::run_design(context, id);
    match needs {
        Some(Need::Reset) => format!("next: frieze reset {id}, then {}", run()),
        Some(Need::Decision) => format!("next: frieze reject {id}; the next iteration reads the answers"),
        Some(
            Need::Reason
            | Need::Resume
            | Need::Start
            | Need::Words(_)
            | Need::File
            | Need::Step
            | Need::Restore
            | Need::Other,
        )
        | None => format!("next: {}", run()),
    }
}

/// What to do about the answers of a failed skeleton: see [`answers::advice`].
pub fn advice(context: &Context, view: &RunView) -> Option<String> {
    let is_tampered = view.file_problem == Some(FileProblem::Tampered);
    if view.needs != Some(Need::Reset) || is_tampered || !view.is_skeleton {
        return None;
    }
    let (id, home) = (&view.id, Home::of(&view.id));
    // Most features have no answers, and their design is not read.
    let saved = answers::read(&context.store.read(&home.answers(), LARGEST).ok()??);
    let open = show::current(context, id).ok()??.intent.open_questions;
    let unused = past::unused_answers(context.store.as_ref(), &home, view.folder, &saved);
    answers::advice(id, &open, &saved, &unused)
}

fn list(id: &FeatureId, questions: &[Question], as_json: bool, out: &Out) {
    if as_json {
        out.json(&questions);
        return;
    }
    if questions.is_empty() {
        out.line(&format!("the design of {id} has no open questions"));
        return;
    }
    for question in questions {
        out.line(&format!("{:>3}  {}", question.number, Shown::line(&question.question)));
        for line in question.lines() {
            out.line(&format!("     {line}"));
        }
    }
}

/// The answer from the command line or from standard input.
fn given(text: Option<&str>) -> Result<String, Stop> {
    let refused = |what: String| Stop::refused(what, "nothing was saved; use a shorter answer in UTF-8");
    let text = match text {
        Some(text) if text != STANDARD_INPUT => text.to_owned(),
        None if std::io::stdin().is_terminal() => {
            return Err(Stop::refused("the answer is missing", "write it after the number, or - to type it"));
        }
        Some(_) | None => {
            let mut text = String::new();
            let most = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(1);
            std::io::stdin()
                .take(most)
                .read_to_string(&mut text)
                .map_err(|e| refused(format!("the answer cannot be read: {e}")))?;
            text
        }
    };
    if text.trim().is_empty() {
        return Err(Stop::refused("the answer is empty", "answer in a sentence; nothing was saved"));
    }
    if text.len() > LONGEST {
        return Err(refused(format!("the answer has more than {LONGEST} bytes")));
    }
    Ok(text)
}

/// Opens a copy of the answers, with all open questions, in the person's editor, and saves what changed in it; returns whether
/// anything did.
fn edit_all(context: &Context, id: &FeatureId, open: &[String]) -> Result<bool, Stop> {
    let Some(editor) = Editor::from_environment() else {
        return Err(Stop::refused(
            "no editor is set",
            format!("set EDITOR, or use `frieze answer {id} N TEXT`"),
        ));
    };
    let path = Home::of(id).answers();
    let before = context.store.read(&path, LARGEST)?.unwrap_or_default();
    let copy = answers::with_questions(&before, open);
    let after = editor
        .edit_text(&copy, LARGEST)
        .map_err(|NotEdited { what, hint }| Stop::refused(format!("nothing was saved: {what}"), hint))?;
    if after == copy {
        return Ok(false);
    }
    let mut is_whole = false;
    let saved = context.design().save_joined(id, &path, LARGEST, &mut |present| {
        is_whole = present == before;
        is_whole.then(|| after.clone().into_bytes())
    });
    if saved.is_ok() && is_whole {
        return Ok(true);
    }
    // The editor's file is gone.
    remark(&format!("this text is not saved as a whole; copy what you need:\n{after}"));
    saved?;
    remark(&format!("{path} was changed meanwhile: of your text, only the answers are saved"));
    save(context, id, &answers::compare(&answers::read(&before), &answers::read(after.as_bytes())))?;
    Ok(true)
}

/// Saves answers, except those that somebody else changed meanwhile: they are named, with the words that are not saved.
fn save(context: &Context, id: &FeatureId, changes: &[AnswerChange]) -> Result<(), Stop> {
    let others = context.design().save_answers(id, changes)?;
    let Some(what) = answers::changed_elsewhere(id, &others) else { return Ok(()) };
    let is_refused = |change: &&AnswerChange| others.iter().any(|other| other.question == change.question);
    for change in changes.iter().filter(is_refused) {
        remark(&format!("not saved: {}", change.new.as_deref().unwrap_or_default()));
    }
    Err(Stop::refused(what, "answer again to replace that"))
}
