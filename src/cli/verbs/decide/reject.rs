//! `frieze reject`: feedback from a file, the editor or the terminal, then a typed confirmation. The words are saved as a draft
//! until they are sent.

use std::io::BufRead;
use std::path::Path;

use crate::cli::args::Reject;
use crate::cli::confirm::person_at_terminal;
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, remark};
use crate::cli::verbs::decide::{cancelled, carry_out, check_possible, decide, gate, other_run};
use crate::cli::verbs::{show, status};
use crate::cli::{Context, End, Ended, NamedFiles, STANDARD_INPUT, Stop};
use crate::terminal::Editor;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::draft;
use frieze_intent::Intent;
use frieze_kernel::files::Home;

/// Maximum length of the feedback, in bytes.
const LONGEST: usize = 256 * 1024;

pub fn reject(context: &Context, files: &NamedFiles<'_>, args: &Reject, out: &Out) -> Ended {
    let run = NamedRun::to_decide(context, &args.id, "reject")?;
    if !run.is_design {
        let words = args.feedback.as_ref().map(|file| feedback(files, file)).transpose()?;
        return other_run::decide(context, &run, &args.id, "reject", words.as_deref(), out);
    }
    let id = run.id;
    person_at_terminal("reject", &args.id)?;
    let (view, gate) = gate(context, &id, "reject")?;
    let shown = show::or_remark(show::current(context, &id)).map(|reading| reading.intent);
    show::head(context, &view, shown.as_ref(), out);
    out.line(&format!("intent {}", gate.binding.sha256));
    check_possible(context, &gate, "reject")?;
    let draft = Home::of(&id).draft();
    let words = match &args.feedback {
        Some(file) => feedback(files, file)?,
        None => write_feedback(context, &id, &draft)?,
    };
    let words = words.trim();
    if words.is_empty() {
        return Err(Stop::refused(
            "nothing was decided: a rejection needs feedback in words",
            "describe what to change",
        ));
    }
    if let Some(intent) = shown.as_ref().filter(|_| context.drafts_without_a_model()) {
        preview(intent, words);
    }
    // A file keeps its own words; an existing draft with other words stays.
    let is_draft = args.feedback.as_ref().is_none_or(|file| file == Path::new(STANDARD_INPUT));
    if is_draft {
        context.design().save(&id, &draft, words.as_bytes())?;
    }
    let Some(decision) = decide(context, &gate, "reject", Some(words), false)? else {
        if is_draft {
            out.line(&format!("your words are saved in {draft}"));
        }
        return cancelled(out);
    };
    let view = carry_out(context, &view, &decision, shown.as_ref(), out)?;
    if is_draft {
        // Sent: the words are now in the iteration's feedback.md. A remaining draft does no harm.
        if let Err(trouble) = context.design().save(&id, &draft, &[]) {
            remark(&format!("{draft} was not emptied: {trouble}"));
        }
    }
    out.line(&format!("{id} is {}; next: {}", view.state, status::run_design(context, &id)));
    Ok(End::Done)
}

/// The words of a file.
fn feedback(files: &NamedFiles<'_>, file: &Path) -> Result<String, Stop> {
    utf8(files.read(file, LONGEST)?, &file.to_string_lossy())
}

/// Shows how each line is understood, before the decision.
fn preview(intent: &Intent, words: &str) {
    let understood = draft::understood(intent, words);
    for line in &understood {
        for done in &line.done {
            remark(&format!("+ {}: will report: {}", line.line, done.what));
        }
        for answer in &line.answers {
            remark(&format!("+ {}: answers “{}”", line.line, answer.question));
        }
        for (words, why) in &line.not_understood {
            remark(&format!("- not understood: {words}: {why}"));
        }
    }
    if let Some(summary) = draft::summarize(&understood).filter(|_| understood.len() > 1) {
        remark(&summary);
    }
}

/// Feedback from the editor, or line by line without an editor.
fn write_feedback(context: &Context, id: &FeatureId, draft: &RelPath) -> Result<String, Stop> {
    let saved = context.store.read(draft, LONGEST)?.unwrap_or_default();
    let Some(editor) = Editor::from_environment() else {
        let mut words = String::from_utf8_lossy(&saved).into_owned();
        if !words.is_empty() {
            remark(&format!("your last draft ({draft}), to which you add:\n{words}"));
            if !words.ends_with('\n') {
                words.push('\n');
            }
        }
        remark("What should change? End with a line that contains only a full stop.");
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|e| {
                let what = format!("nothing was decided: the terminal cannot be read: {e}");
                Stop::refused(what, format!("your words so far are saved in {draft}"))
            })?;
            if line == "." {
                break;
            }
            words.push_str(&line);
            words.push('\n');
            if words.len() > LONGEST {
                return Err(Stop::refused("the feedback is too long", "use a file: --feedback FILE"));
            }
            // Saved line by line, so that neither Ctrl-C nor a lost connection loses words.
            if let Err(trouble) = context.design().save(id, draft, words.as_bytes()) {
                remark(&format!("these words are not saved; copy them:\n{words}"));
                return Err(trouble.into());
            }
        }
        return Ok(words);
    };
    context.design().save(id, draft, &saved)?;
    editor
        .edit(&context.root.join(draft.as_str()))
        .map_err(|failed| Stop::refused(format!("nothing was decided: {}", failed.what), failed.hint))?;
    utf8(context.store.read(draft, LONGEST)?.unwrap_or_default(), "the draft")
}

fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Stop> {
    String::from_utf8(bytes)
        .map_err(|_| Stop::refused(format!("{name} is not UTF-8"), "save it as UTF-8, then reject again"))
}
