//! Decisions of a person at a gate: `frieze approve`, `reject` and `abort`, and what they share.

pub mod abort;
pub mod approve;
pub mod other_run;
pub mod reject;

use crate::cli::confirm::{typed, typed_secretly};
use crate::cli::out::{Out, remark};
use crate::cli::verbs::show;
use crate::cli::{Context, End, Ended, Stop, refusals};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_engine::{InspectDepth, Trouble};
use frieze_intent::{Intent, diff};
use frieze_kernel::{CONFIRMING_DIGITS, Confirmed, Decision, Event, Gate, RunView};
use frieze_ports::NotSigned;

/// The open gate of a feature, inspected now.
pub fn gate(context: &Context, id: &FeatureId, choice: &'static str) -> Result<(RunView, Gate), Stop> {
    let view = context.design().inspect(id, InspectDepth::Locked)?.view;
    match view.gate().cloned() {
        Some(gate) => Ok((view, gate)),
        None => {
            let what = format!("{id} is {} and is not waiting for a decision", view.state);
            let stop = Stop::refused(what, format!("`frieze show {id}` lists its next steps"));
            Err(refusals::journal(context, id, choice, stop))
        }
    }
}

/// Refuses an unavailable choice before the person writes any words.
pub fn check_possible(context: &Context, gate: &Gate, choice: &'static str) -> Result<(), Stop> {
    let chosen = gate.choices.iter().find(|c| c.name == choice);
    let Some(why) = chosen.and_then(|chosen| chosen.barred.as_ref()) else { return Ok(()) };
    let stop = match choice {
        "approve" => Stop::refused(
            format!("cannot approve now: {why}"),
            "fix this, then approve; or choose another action",
        ),
        _ => Stop::refused(
            format!("nothing was decided; cannot {choice} now: {why}"),
            "the candidate waits; fix this, then decide",
        ),
    };
    Err(refusals::journal(context, &gate.binding.feature, choice, stop))
}

/// Asks for the typed confirmation of a choice; `None` if the person cancelled.
pub fn decide(
    context: &Context,
    gate: &Gate,
    choice: &'static str,
    words: Option<&str>,
    unseen: bool,
) -> Result<Option<Decision>, Stop> {
    check_possible(context, gate, choice)?;
    if let Some(chosen) = gate.choices.iter().find(|c| c.name == choice) {
        remark(&format!("{choice}: {}", Shown::line(&chosen.effect)));
    }
    let question = format!(
        "type {} or the first {CONFIRMING_DIGITS} digits of the hash to {choice}: ",
        gate.binding.feature
    );
    let Some(line) = typed(&question)? else { return Ok(None) };
    gate.decide(choice, words, Confirmed::Typed(&line), unseen)
        .map(Some)
        .map_err(|e| Stop::refused(e.to_string(), "the state is unchanged; run the command again to decide"))
}

/// Carries out a decision. If the design has changed since it was shown, nothing is decided and the change is shown.
pub fn carry_out(
    context: &Context,
    before: &RunView,
    decision: &Decision,
    shown: Option<&Intent>,
    out: &Out,
) -> Result<RunView, Stop> {
    let (id, binding) = (&before.id, decision.binding().clone());
    let event = Event::Decided(decision.clone());
    let mut outcome = context.design().take_once(id, &event);
    while let Err(Trouble::NotSigned(NotSigned::Locked(question))) = &outcome {
        let Some(passphrase) = typed_secretly(&format!("{question} "))? else {
            return Err(Stop::refused(
                "nothing was decided: the key was not unlocked",
                "run the command again to decide",
            ));
        };
        context.design().approvals().unlock(passphrase);
        outcome = context.design().take_once(id, &event);
    }
    let refusal = match outcome {
        Err(Trouble::Refused(refusal)) => refusal,
        outcome => {
            let view = outcome?;
            refusals::report_new(before, &view);
            return Ok(view);
        }
    };
    let view = context.design().inspect(id, InspectDepth::Locked)?.view;
    if view.gate().is_some_and(|gate| gate.binding == binding) {
        return Err(refusal.into());
    }
    if let (Some(shown), Some(now)) = (shown, show::or_remark(show::current(context, id))) {
        out.raw(
            diff::summary(&diff::between(shown, &now.intent), |mark, text| out.paint(mark, text)).as_bytes(),
        );
    }
    let (what, hint) = match view.gate() {
        Some(_) => (
            format!("the design of {id} has changed since it was shown ({})", binding.sha256.short()),
            format!("run `frieze show {id}`, then decide"),
        ),
        None => (
            format!("{id} is now {} and is not waiting for a decision", view.state),
            format!("`frieze show {id}` shows what was decided"),
        ),
    };
    Err(Stop::refused(format!("nothing was decided: {what}"), hint))
}

/// Reports that the person cancelled.
pub fn cancelled(out: &Out) -> Ended {
    out.line("nothing was decided");
    Ok(End::Refused)
}
