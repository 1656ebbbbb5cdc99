//! `frieze answer`: lists the open questions of a design, and keeps a person's answers to them in `answers.md`, from which the
//! next iteration is made.

use std::io::{IsTerminal as _, Read as _};

use serde::Serialize;

use super::args::Answer;
use super::out::{Out, remark};
use super::{End, Ended, STANDARD_INPUT, Stop, Tools, id, show};
use crate::domain::answers::{self, Answered, LARGEST, LONGEST};
use crate::domain::id::FeatureId;
use crate::domain::text::Shown;
use crate::kernel::{Flow, Need};
use crate::terminal::Editor;

/// A question as `frieze answer --json` prints it.
#[derive(Serialize)]
struct Question<'a> {
    /// Counts from 1, as `frieze answer ID N` takes it.
    number: usize,
    question: &'a str,
    answer: Option<&'a str>,
}

pub fn answer<F: Flow>(tools: &Tools<F>, args: &Answer, out: &Out) -> Ended {
    let id = id(&args.id)?;
    if !tools.engine.is_taken(&id)? {
        return Err(tools.engine.no_such_feature(&id).into());
    }
    let view = tools.engine.peek(&id)?;
    let asked: Vec<String> = show::current(tools, &id)
        .map_err(Stop::from)?
        .map(|reading| reading.intent.open_questions)
        .unwrap_or_default();
    let path = F::home(&id).answers();
    let there = tools.store.read(&path, LARGEST)?.unwrap_or_default();
    let kept = answers::read(&there);
    let is_new = match (args.number, &args.text) {
        (None, None) if args.edit => edited(tools, &id, &asked, &there)?,
        (None, _) => {
            list(&id, &asked, &kept, args.json, out);
            return Ok(End::Done);
        }
        (Some(number), text) => {
            let question = number.checked_sub(1).and_then(|at| asked.get(at)).ok_or_else(|| {
                Stop::refused(
                    format!("{id} has no open question {number}: it has {}", asked.len()),
                    format!("`frieze answer {id}` lists them"),
                )
            })?;
            let text = given(text.as_deref())?;
            tools.engine.keep_joined(&id, &path, LARGEST, |there| {
                Some(answers::with(there, question, &text).into_bytes())
            })?;
            true
        }
    };
    if !is_new {
        out.line("nothing was answered");
        return Ok(End::Done);
    }
    out.line(&format!("kept in {path}"));
    out.line(&next(&id, view.needs));
    Ok(End::Done)
}

/// What has the answers taken up.
fn next(id: &FeatureId, needs: Option<Need>) -> String {
    match needs {
        Some(Need::Reset) => format!("next: frieze reset {id}, then frieze run {id}"),
        Some(Need::Decision) => format!("next: frieze reject {id}; the next iteration reads the answers"),
        Some(Need::Reason | Need::Start) | None => format!("next: frieze run {id}"),
    }
}

fn list(id: &FeatureId, asked: &[String], kept: &[Answered], as_json: bool, out: &Out) {
    let answer = |question: &str| {
        let question = answers::one_line(question);
        kept.iter().find(|answered| answered.question == question).map(|answered| answered.text.as_str())
    };
    let questions: Vec<Question<'_>> = (1..)
        .zip(asked)
        .map(|(number, question)| Question { number, question, answer: answer(question) })
        .collect();
    if as_json {
        out.json(&questions);
        return;
    }
    if questions.is_empty() {
        out.line(&format!("the design of {id} has no open questions"));
        return;
    }
    for Question { number, question, answer } in &questions {
        out.line(&format!("{number:>3}  {}", Shown::line(question)));
        if let Some(answer) = answer {
            out.line(&format!("     answered: {}", Shown::line(answer)));
        }
    }
    out.line(&format!("`frieze answer {id} N TEXT` answers one, `frieze answer {id} --edit` several"));
}

/// The answer on the command line, or on standard input.
fn given(text: Option<&str>) -> Result<String, Stop> {
    let refused = |what: String| Stop::refused(what, "nothing was kept; say it shorter, in UTF-8");
    let text = match text {
        Some(text) if text != STANDARD_INPUT => text.to_owned(),
        None if std::io::stdin().is_terminal() => {
            return Err(Stop::refused(
                "the answer is missing",
                "write it behind the number, or - to type it",
            ));
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
        return Err(Stop::refused("the answer is empty", "say it in a sentence; nothing was kept"));
    }
    if text.len() > LONGEST {
        return Err(refused(format!("the answer has more than {LONGEST} bytes")));
    }
    Ok(text)
}

/// All open questions in the person's editor, in the file of answers; whether any answer differs afterwards.
fn edited<F: Flow>(tools: &Tools<F>, id: &FeatureId, asked: &[String], there: &[u8]) -> Result<bool, Stop> {
    let Some(editor) = Editor::named() else {
        return Err(Stop::refused(
            "no editor is named",
            format!("set EDITOR, or use `frieze answer {id} N TEXT`"),
        ));
    };
    let path = F::home(id).answers();
    let before = answers::read(there);
    let mut file = if there.is_empty() {
        answers::BEGINNING.to_owned()
    } else {
        String::from_utf8_lossy(there).into_owned()
    };
    let is_open = |question: &&String| {
        let heading = answers::heading(question);
        !file_has(there, &heading)
    };
    let open: Vec<String> = asked.iter().filter(is_open).map(|question| answers::heading(question)).collect();
    for heading in open {
        file.push_str(&format!("\n{heading}\n\n"));
    }
    tools.engine.keep(id, &path, file.as_bytes())?;
    let program = editor.program.clone();
    match editor.on(&tools.root.join(path.as_str())).status() {
        Ok(status) if status.success() => {}
        Ok(status) => remark(&format!("{program} ended with {status}; what it saved is kept in {path}")),
        Err(e) => {
            return Err(Stop::refused(
                format!("{program} could not be started: {e}"),
                format!("set EDITOR, or write your answers into {path}"),
            ));
        }
    }
    let after = tools.store.read(&path, LARGEST)?.unwrap_or_default();
    Ok(answers::read(&after) != before)
}

fn file_has(there: &[u8], heading: &str) -> bool {
    String::from_utf8_lossy(there).lines().any(|line| line.trim_end() == heading)
}
