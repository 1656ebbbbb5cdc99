//! Printing a run of another workflow after an order.

use serde_json::json;

use super::named_run::NamedRun;
use super::out::{Out, Style, remark};
use super::verbs::chain;
use super::{End, Stop};
use frieze_data::text::Shown;
use frieze_engine::Runs;
use frieze_kernel::{NoteKind, RunView};

/// Prints a run after an order, and warnings about it to standard error.
///
/// # Errors
/// An answer that cannot be used, or an agent without one.
pub fn report(run: &NamedRun, view: &RunView, as_json: bool, out: &Out) -> Result<(), Stop> {
    for note in run.runs.board().borrow().get(&view.id).into_iter().flat_map(|entry| &entry.notes) {
        if matches!(note.kind, NoteKind::HashMismatch | NoteKind::Artifact) {
            remark(&note.text);
        }
    }
    print(run.runs.as_ref(), view, as_json, out)?;
    match view.cause {
        None => Ok(()),
        Some(_) => Err(Stop {
            what: format!("{}: {}", view.id, view.reason.as_deref().unwrap_or_default()),
            hint: view.hint.clone().unwrap_or_default(),
            end: End::Failed,
        }),
    }
}

/// Prints a run: its phase, what it waits for, and the next command; or, in JSON, what its workflow says about it.
///
/// # Errors
/// Its record cannot be used.
pub fn print(runs: &dyn Runs, view: &RunView, as_json: bool, out: &Out) -> Result<(), Stop> {
    let id = &view.id;
    if as_json {
        let mut details = runs.details(id)?;
        if let Some(members) = details.as_object_mut() {
            members.insert("schemaVersion".to_owned(), json!(1));
            members.insert("id".to_owned(), json!(id));
        }
        out.json(&details);
        return Ok(());
    }
    let measure = view.measure.as_deref().unwrap_or_default();
    out.line(&format!("{id} is {}, {measure}", view.state));
    if let (Some(reason), None) = (&view.reason, view.cause) {
        out.paragraph(Style::Plain, 2, &format!("  {reason}"));
    }
    if let Some(next) = next(view) {
        out.line(&next);
    }
    answers(view, out);
    Ok(())
}

/// The line about the next command. Nobody has to reopen what a person closed.
pub fn next(view: &RunView) -> Option<String> {
    let command = Shown::line(next_command(view)?);
    Some(if view.is_closed { format!("`{command}` goes on with it") } else { format!("next: {command}") })
}

/// The command that does the next thing. That of a question would only ask again: [`answers`] has its commands.
pub fn next_command(view: &RunView) -> Option<&str> {
    let command = view.next_command.as_deref()?;
    Some(if asks(view) { "one of these commands" } else { command })
}

/// Whether it is a chain with an open question.
pub fn asks(view: &RunView) -> bool {
    view.flow == chain::FLOW && view.gate().is_some()
}

/// Prints the answers to the question of a chain, each as the command that gives it, or why it is barred.
pub fn answers(view: &RunView, out: &Out) {
    for choice in view.gates.iter().filter(|_| asks(view)).flat_map(|gate| &gate.choices) {
        if let Some(why) = &choice.barred {
            out.paragraph(Style::Plain, 4, &format!("  {} is not possible now: {why}", choice.name));
            continue;
        }
        let command = match (choice.name, &view.next_command) {
            (flag, Some(again)) if !["accept", "address", "leave"].contains(&flag) => {
                format!("{again} --{flag}")
            }
            (verb, _) => format!("frieze chain {verb} {}", view.id),
        };
        out.paragraph(Style::Plain, 4, &format!("  {command}: {}", choice.effect));
    }
}
