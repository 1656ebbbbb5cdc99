//! `frieze reject`: feedback in words, from a file, the editor or the terminal; then a typed
//! confirmation. The words are kept as a draft until they are sent, so that no slip loses them.

use std::io::BufRead;
use std::path::Path;

use super::approve::{decide, decided, gate, nothing, possible};
use super::args::Reject;
use super::confirm::person_at_terminal;
use super::out::{Out, remark};
use super::{End, Ended, Named, STANDARD_INPUT, Stop, Tools, id, show};
use crate::domain::draft;
use crate::domain::id::FeatureId;
use crate::domain::intent::Intent;
use crate::domain::path::RelPath;
use crate::kernel::Flow;
use crate::terminal::Editor;

/// The longest feedback, in bytes.
const LONGEST: usize = 256 * 1024;

pub fn reject<F: Flow>(tools: &Tools<F>, files: &Named<'_>, args: &Reject, out: &Out) -> Ended {
    let id = id(&args.id)?;
    person_at_terminal("reject")?;
    let (view, gate) = gate(tools, &id, "reject")?;
    let shown = show::told(show::current(tools, &id)).map(|reading| reading.intent);
    show::head(tools, &view, shown.as_ref(), out);
    possible(tools, &gate, "reject")?;
    let draft = F::home(&id).draft();
    let words = match &args.feedback {
        Some(file) => utf8(files.read(file, LONGEST)?, &file.to_string_lossy())?,
        None => written(tools, &id, &draft)?,
    };
    let words = words.trim();
    if words.is_empty() {
        return Err(Stop::refused(
            "nothing was decided: a rejection needs feedback in words",
            "say what to change: the generator acts upon it",
        ));
    }
    if let Some(intent) = shown.as_ref().filter(|_| tools.drafts_without_a_model()) {
        heard(intent, words);
    }
    // Words in a file are kept by that file, and a draft of other words beside them stays.
    let is_draft = args.feedback.as_ref().is_none_or(|file| file == Path::new(STANDARD_INPUT));
    if is_draft {
        tools.engine.keep(&id, &draft, words.as_bytes())?;
    }
    let Some(decision) = decide(tools, &gate, "reject", Some(words), false)? else {
        if is_draft {
            out.line(&format!("your words are kept in {draft}"));
        }
        return nothing(out);
    };
    let view = decided(tools, &view, &decision, shown.as_ref(), out)?;
    if is_draft {
        // Sent: the words now stand in the iteration's feedback.md. A draft that stays undoes nothing.
        if let Err(trouble) = tools.engine.keep(&id, &draft, &[]) {
            remark(&format!("{draft} was not emptied: {trouble}"));
        }
    }
    out.line(&format!("{id} is {}; next: frieze run {id}", view.state));
    Ok(End::Done)
}

/// Tells how each line is taken, before anything is decided.
fn heard(intent: &Intent, words: &str) {
    let heard = draft::understood(intent, words);
    for line in &heard {
        for done in &line.done {
            remark(&format!("+ {}: {}", line.line, done.what));
        }
        for (question, _) in &line.answers {
            remark(&format!("+ {}: answers “{question}”", line.line));
        }
        for (words, why) in &line.not_understood {
            remark(&format!("- not understood: {words}: {why}"));
        }
    }
    if let Some(told) = draft::told(&heard).filter(|_| heard.len() > 1) {
        remark(&told);
    }
}

/// Feedback from the editor, or line by line where there is none.
fn written<F: Flow>(tools: &Tools<F>, id: &FeatureId, draft: &RelPath) -> Result<String, Stop> {
    let kept = tools.store.read(draft, LONGEST)?.unwrap_or_default();
    let Some(editor) = Editor::named() else {
        let mut words = String::from_utf8_lossy(&kept).into_owned();
        if !words.is_empty() {
            remark(&format!("your last draft, to which you add ({draft}):\n{words}"));
            if !words.ends_with('\n') {
                words.push('\n');
            }
        }
        remark("what should change? End with a line that holds only a full stop.");
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|e| {
                let what = format!("nothing was decided: the terminal cannot be read: {e}");
                Stop::refused(what, format!("your words up to here are kept in {draft}"))
            })?;
            if line == "." {
                break;
            }
            words.push_str(&line);
            words.push('\n');
            if words.len() > LONGEST {
                return Err(Stop::refused("the feedback is too long", "put it into a file: --feedback FILE"));
            }
            // Line by line, so that neither Ctrl-C nor a lost connection takes the words along.
            tools.engine.keep(id, draft, words.as_bytes())?;
        }
        return Ok(words);
    };
    tools.engine.keep(id, draft, &kept)?;
    let program = &editor.program;
    match editor.on(&tools.root.join(draft.as_str())).status() {
        Ok(status) if status.success() => {
            utf8(tools.store.read(draft, LONGEST)?.unwrap_or_default(), "the draft")
        }
        Ok(status) => Err(Stop::refused(
            format!("nothing was decided: {program} ended with {status}"),
            format!("your words are kept in {draft}"),
        )),
        Err(e) => Err(Stop::refused(
            format!("nothing was decided: {program} could not be started: {e}"),
            "set EDITOR, or use --feedback FILE",
        )),
    }
}

fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Stop> {
    String::from_utf8(bytes)
        .map_err(|_| Stop::refused(format!("{name} is not UTF-8"), "save it as UTF-8, then reject again"))
}
