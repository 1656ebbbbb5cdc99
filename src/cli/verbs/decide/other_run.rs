//! Decisions at the gate of a run of another workflow than the design. A command that names the run confirms a plain decision; where
//! only the feature is named, and at gates that seal, it is typed.

use crate::cli::confirm::{person_at_terminal, typed};
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style};
use crate::cli::verbs::decide::cancelled;
use crate::cli::verbs::run;
use crate::cli::verbs::status::other_runs::{self, RunRow};
use crate::cli::{Context, End, Ended, Stop};
use frieze_kernel::{CONFIRMING_DIGITS, Confirmed, Event, GateKind, Order, RunView};

/// Decides at the open gate of a run that a person named in this way.
pub fn decide(
    context: &Context,
    run: &NamedRun,
    named: &str,
    choice: &'static str,
    words: Option<&str>,
    out: &Out,
) -> Ended {
    let view = run.inspect().map_err(|trouble| run.stop(trouble))?;
    let question = view.gate().filter(|gate| !named.contains('/') || gate.kind == GateKind::Sealing);
    // Without this choice the flow says what it takes; there is nothing to confirm.
    let question = question.filter(|gate| gate.choices.iter().any(|known| known.name == choice));
    let line = match question {
        Some(gate) => {
            let plain = format!("`frieze {choice} {run}` names what is decided, and needs no terminal");
            let is_plain = gate.kind == GateKind::Plain;
            person_at_terminal(choice, named)
                .map_err(|stop| if is_plain { Stop { hint: plain, ..stop } } else { stop })?;
            out.paragraph(Style::Plain, 0, &format!("{run} is {}: {}", view.state, gate.question));
            let Some(line) = typed(&format!(
                "type {} or the first {CONFIRMING_DIGITS} digits of the hash {} to {choice}: ",
                run.id,
                gate.binding.sha256.short()
            ))?
            else {
                return cancelled(out);
            };
            Some(line)
        }
        None => None,
    };
    let confirmed = line.as_deref().map_or(Confirmed::Named(run.id.as_str()), Confirmed::Typed);
    let choices: Vec<&str> =
        view.gate().into_iter().flat_map(|gate| &gate.choices).map(|one| one.name).collect();
    let named = |stop: Stop| match choices.is_empty() || choices.contains(&choice) {
        true => stop,
        false => Stop { hint: format!("it takes {}: see `frieze show {run}`", choices.join(", ")), ..stop },
    };
    let decided = run::order(run, event(&view, choice, words, confirmed)?, out).map_err(named)?;
    other_runs::print(&[RunRow::of(context, run.runs.as_ref(), &decided)], out);
    Ok(End::Done)
}

/// A choice at the open gate as an event. If there is no such choice, the flow says why there is nothing to decide, and the journal keeps
/// that it was tried.
///
/// # Errors
/// A choice that is not available, or not confirmed.
pub fn event(
    view: &RunView,
    choice: &'static str,
    words: Option<&str>,
    confirmed: Confirmed<'_>,
) -> Result<Event, Stop> {
    let gate = view.gate().filter(|gate| gate.choices.iter().any(|known| known.name == choice));
    let Some(gate) = gate else { return Ok(Event::Ordered(Order::Attempt { what: choice })) };
    let decision = gate.decide(choice, words, confirmed, false);
    Ok(Event::Decided(decision.map_err(|e| Stop::refused(e.to_string(), "correct this, then decide"))?))
}
