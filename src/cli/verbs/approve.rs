//! `frieze approve`: shows exactly what will be frozen, asks, and freezes exactly that.

use crate::cli::args::Approve;
use crate::cli::confirm::{person_at_terminal, typed, typed_secretly};
use crate::cli::out::{Out, Style, remark};
use crate::cli::verbs::{score, show};
use crate::cli::{Context, End, Ended, Stop, id, refused_action, refused_changes, words};
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_engine::{InspectDepth, Trouble};
use frieze_intent::Intent;
use frieze_intent::diff;
use frieze_kernel::{CONFIRMING_DIGITS, Decision, Event, Flow, Gate, RunView};
use frieze_ports::NotSigned;

pub fn approve<F: Flow>(context: &Context<F>, args: &Approve, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let note = args.note.as_deref().map(|note| words("note", note)).transpose()?;
    person_at_terminal("approve")?;
    let (view, gate) = gate(context, &id, "approve")?;
    let read = show::current(context, &id);
    let title = read.as_ref().ok().and_then(|read| Some(&read.as_ref()?.intent));
    show::head(context, &view, title, out);
    check_possible(context, &gate, "approve")?;
    let reading = read?;
    let intent = reading.as_ref().map(|reading| &reading.intent);
    let is_shown = is_shown(args.full, reading.as_ref().map(|reading| reading.sha256), gate.binding.sha256);
    if let (Some(intent), true) = (intent, is_shown) {
        out.line(Shown::block(&diff::document(intent)).as_str());
    }
    if let Some(intent) = intent {
        out.line(&format!(
            "{} requirements, {} flows, {} components, {} entities, {} open questions",
            intent.requirements.len(),
            intent.user_flows.len(),
            intent.components.len(),
            intent.data_model.entities.len(),
            intent.open_questions.len()
        ));
    }
    let seal = context.engine.seal(&view);
    if let Some(critique) = show::critique(context, &seal, &view) {
        score::fidelity(&critique, out);
        for finding in &critique.findings {
            if let Some(dismissed) = &finding.dismissed {
                let (check, by, reason) = (&finding.check, &dismissed.by, &dismissed.reason);
                let line = format!("dismissed: {check} ({by}): {reason}");
                out.paragraph(Style::Notice, 2, &Shown::line(&line));
            }
        }
    }
    out.line(&format!("intent  {}", gate.binding.sha256));
    out.line(&format!("preview {}", F::home(&id).preview()));
    approver(context, out)?;
    if !is_shown {
        let why = match args.full {
            true => "The design has changed and is not shown",
            false => "Only this summary was shown (--full shows the whole design)",
        };
        out.line(&format!("{why}: the approval will be recorded as \"not fully read\"."));
    }
    let Some(decision) = decide(context, &gate, "approve", note, !is_shown)? else {
        return cancelled(out);
    };
    let view = carry_out(context, &view, &decision, intent, out)?;
    out.line(&format!("{id} is {}: {}", view.state, gate.binding.sha256));
    Ok(End::Done)
}

/// Prints the approver, how the name is known, and the signing key.
fn approver<F: Flow>(context: &Context<F>, out: &Out) -> Result<(), Stop> {
    let who = context.engine.who();
    out.line(&format!("by      {} ({})", Shown::line(&who.name), Shown::line(&who.found_in())));
    let signed = match context.engine.rules().sign() {
        true => {
            let key = context.engine.approvals().key().map_err(|e| Stop::refused(e.what, e.hint))?;
            format!("with {}", Shown::line(&key))
        }
        false => "no: the hashes show accidental changes, but cannot prevent forgery".to_owned(),
    };
    out.line(&format!("signed  {signed}"));
    Ok(())
}

/// Whether the whole design of the decision is shown here. If the file changed after the inspection, it shows another design.
fn is_shown(full: bool, design: Option<Digest>, bound: Digest) -> bool {
    full && design == Some(bound)
}

/// The open gate of a feature, inspected now.
pub fn gate<F: Flow>(
    context: &Context<F>,
    id: &FeatureId,
    choice: &'static str,
) -> Result<(RunView, Gate), Stop> {
    let view = context.engine.inspect(id, InspectDepth::Locked)?.view;
    match view.gate.clone() {
        Some(gate) => Ok((view, gate)),
        None => {
            let next: Vec<String> = view.next.iter().map(|(to, by)| format!("{to} ({by})")).collect();
            let hint =
                if next.is_empty() { String::new() } else { format!("next steps: {}", next.join(", ")) };
            let stop =
                Stop::refused(format!("{id} is {} and is not waiting for a decision", view.state), hint);
            Err(refused_action::journal(context, id, choice, stop))
        }
    }
}

/// Refuses an unavailable choice before the person writes any words.
pub fn check_possible<F: Flow>(context: &Context<F>, gate: &Gate, choice: &'static str) -> Result<(), Stop> {
    let chosen = gate.choices.iter().find(|c| c.name == choice);
    let Some(why) = chosen.and_then(|chosen| chosen.barred.as_ref()) else { return Ok(()) };
    let stop = match choice {
        "approve" => Stop::refused(
            format!("cannot approve now: {why}"),
            "fix this, then approve; or reject the candidate",
        ),
        _ => Stop::refused(
            format!("nothing was decided; cannot {choice} now: {why}"),
            "the candidate waits; fix this, then decide",
        ),
    };
    Err(refused_action::journal(context, &gate.binding.feature, choice, stop))
}

/// Asks for the typed confirmation of a choice; `None` if the person cancelled.
pub fn decide<F: Flow>(
    context: &Context<F>,
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
    gate.decide(choice, words, &line, unseen)
        .map(Some)
        .map_err(|e| Stop::refused(e.to_string(), "the state is unchanged; run the command again to decide"))
}

/// Carries out a decision. If the design has changed since it was shown, nothing is decided and the change is shown.
pub fn carry_out<F: Flow>(
    context: &Context<F>,
    before: &RunView,
    decision: &Decision,
    shown: Option<&Intent>,
    out: &Out,
) -> Result<RunView, Stop> {
    let (id, binding) = (&before.id, decision.binding().clone());
    let event = Event::Decided(decision.clone());
    let mut outcome = context.engine.take_once(id, &event);
    while let Err(Trouble::NotSigned(NotSigned::Locked(question))) = &outcome {
        let Some(passphrase) = typed_secretly(&format!("{question} "))? else {
            return Err(Stop::refused(
                "nothing was decided: the key was not unlocked",
                "run the command again to decide",
            ));
        };
        context.engine.approvals().unlock(passphrase);
        outcome = context.engine.take_once(id, &event);
    }
    let refusal = match outcome {
        Err(Trouble::Refused(refusal)) => refusal,
        outcome => {
            let view = outcome?;
            refused_changes::report_new(before, &view);
            return Ok(view);
        }
    };
    let view = context.engine.inspect(id, InspectDepth::Locked)?.view;
    if view.gate.as_ref().is_some_and(|gate| gate.binding == binding) {
        return Err(refusal.into());
    }
    if let (Some(shown), Some(now)) = (shown, show::or_remark(show::current(context, id))) {
        out.raw(
            diff::summary(&diff::between(shown, &now.intent), |mark, text| out.paint(mark, text)).as_bytes(),
        );
    }
    let what = match view.gate {
        Some(_) => format!(
            "nothing was decided: the design of {id} has changed since it was shown ({})",
            binding.sha256.short()
        ),
        None => format!("nothing was decided: {id} is now {} and is not waiting for a decision", view.state),
    };
    Err(Stop::refused(what, format!("run `frieze show {id}`, then decide")))
}

/// Reports that the person cancelled.
pub fn cancelled(out: &Out) -> Ended {
    out.line("nothing was decided");
    Ok(End::Refused)
}

#[cfg(test)]
mod tests {
    use crate::cli::verbs::approve::*;

    #[test]
    fn only_the_design_of_the_decision_counts_as_shown() {
        let [bound, other] = ["bound", "other"].map(|text| Digest::of(text.as_bytes()));
        assert!(is_shown(true, Some(bound), bound));
        for (full, design) in [(true, Some(other)), (true, None), (false, Some(bound))] {
            assert!(!is_shown(full, design, bound), "{full} {design:?}");
        }
    }
}
