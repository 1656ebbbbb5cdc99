//! `frieze approve`: shows exactly what will be frozen, asks, and freezes exactly that.

use super::args::Approve;
use super::confirm::{person_at_terminal, typed, typed_secretly};
use super::out::{Out, remark};
use super::{End, Ended, Stop, Tools, attempt, id, kept, show, words};
use crate::domain::diff;
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::intent::Intent;
use crate::domain::text::Shown;
use crate::engine::Trouble;
use crate::kernel::{CONFIRMING_DIGITS, Decision, Event, Flow, Gate, RunView};
use crate::ports::NotSigned;

pub fn approve<F: Flow>(tools: &Tools<F>, args: &Approve, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let note = args.note.as_deref().map(|note| words("note", note)).transpose()?;
    person_at_terminal("approve")?;
    let (view, gate) = gate(tools, &id, "approve")?;
    let read = show::current(tools, &id);
    let title = read.as_ref().ok().and_then(|read| Some(&read.as_ref()?.intent));
    show::head(tools, &view, title, out);
    possible(tools, &gate, "approve")?;
    let reading = read?;
    let intent = reading.as_ref().map(|reading| &reading.intent);
    let is_seen = is_seen(args.full, reading.as_ref().map(|reading| reading.sha256), gate.binding.sha256);
    if let (Some(intent), true) = (intent, is_seen) {
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
    out.line(&format!("intent  {}", gate.binding.sha256));
    out.line(&format!("preview {}", F::home(&id).preview()));
    approver(tools, out)?;
    if !is_seen {
        let why = match args.full {
            true => "the design was changed meanwhile and is not shown",
            false => "only this summary was shown",
        };
        out.line(&format!("{why} here: the record will say \"approved unseen\" (--full shows all of it)"));
    }
    let Some(decision) = decide(tools, &gate, "approve", note, !is_seen)? else {
        return nothing(out);
    };
    let view = decided(tools, &view, &decision, intent, out)?;
    out.line(&format!("{id} is {}: {}", view.state, gate.binding.sha256));
    Ok(End::Done)
}

/// Who approves, how that is known, and what signs it.
fn approver<F: Flow>(tools: &Tools<F>, out: &Out) -> Result<(), Stop> {
    let who = tools.engine.who();
    out.line(&format!("by      {} ({})", Shown::line(&who.name), Shown::line(&who.found_in())));
    let signed = match tools.engine.rules().sign() {
        true => {
            let key = tools.engine.approvals().key().map_err(|e| Stop::refused(e.what, e.hint))?;
            format!("with {}", Shown::line(&key))
        }
        false => "no: the hashes show accidents, not a forger who may write every file".to_owned(),
    };
    out.line(&format!("signed  {signed}"));
    Ok(())
}

/// Whether all of the design that the decision is about is shown here. What was written into the file after the look is
/// another one, and nobody decides about it.
fn is_seen(full: bool, design: Option<Digest>, bound: Digest) -> bool {
    full && design == Some(bound)
}

/// The open gate of a feature, looked at just now.
pub fn gate<F: Flow>(
    tools: &Tools<F>,
    id: &FeatureId,
    choice: &'static str,
) -> Result<(RunView, Gate), Stop> {
    let view = tools.engine.look(id)?;
    match view.gate.clone() {
        Some(gate) => Ok((view, gate)),
        None => {
            let next: Vec<String> = view.next.iter().map(|(to, by)| format!("{to} ({by})")).collect();
            let hint =
                if next.is_empty() { String::new() } else { format!("from here: {}", next.join(", ")) };
            let stop = Stop::refused(format!("{id} is {} and waits for no decision", view.state), hint);
            Err(attempt::refused(tools, id, choice, stop))
        }
    }
}

/// Refuses a choice that cannot be made now, before anybody writes words for it.
pub fn possible<F: Flow>(tools: &Tools<F>, gate: &Gate, choice: &'static str) -> Result<(), Stop> {
    let chosen = gate.choices.iter().find(|c| c.name == choice);
    let Some(why) = chosen.and_then(|chosen| chosen.barred.as_ref()) else { return Ok(()) };
    let stop = match choice {
        "approve" => Stop::refused(
            format!("it cannot be approved: {why}"),
            "put that right, then decide; or reject it",
        ),
        _ => Stop::refused(
            format!("nothing was decided, and {choice} is not possible now: {why}"),
            "the candidate waits; mend that, then decide",
        ),
    };
    Err(attempt::refused(tools, &gate.binding.feature, choice, stop))
}

/// Asks for the typed confirmation of a choice; `None` when the person left.
pub fn decide<F: Flow>(
    tools: &Tools<F>,
    gate: &Gate,
    choice: &'static str,
    words: Option<&str>,
    unseen: bool,
) -> Result<Option<Decision>, Stop> {
    possible(tools, gate, choice)?;
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
        .map_err(|e| Stop::refused(e.to_string(), "the state was kept; run the command again to decide"))
}

/// Acts upon a decision. Where the design is not the one that was shown any more, nothing is decided and
/// the change is shown.
pub fn decided<F: Flow>(
    tools: &Tools<F>,
    before: &RunView,
    decision: &Decision,
    shown: Option<&Intent>,
    out: &Out,
) -> Result<RunView, Stop> {
    let (id, binding) = (&before.id, decision.binding().clone());
    let event = Event::Decided(decision.clone());
    let mut outcome = tools.engine.once(id, &event);
    while let Err(Trouble::NotSigned(NotSigned::Locked(question))) = &outcome {
        let Some(passphrase) = typed_secretly(&format!("{question} "))? else {
            return Err(Stop::refused(
                "nothing was decided: the key was not unlocked",
                "run the command again to decide",
            ));
        };
        tools.engine.approvals().unlock(passphrase);
        outcome = tools.engine.once(id, &event);
    }
    let refusal = match outcome {
        Err(Trouble::Refused(refusal)) => refusal,
        outcome => {
            let view = outcome?;
            kept::tell(before, &view);
            return Ok(view);
        }
    };
    let view = tools.engine.look(id)?;
    if view.gate.as_ref().is_some_and(|gate| gate.binding == binding) {
        return Err(refusal.into());
    }
    if let (Some(shown), Some(now)) = (shown, show::told(show::current(tools, id))) {
        out.raw(
            diff::summary(&diff::between(shown, &now.intent), |mark, text| out.paint(mark, text)).as_bytes(),
        );
    }
    let what = match view.gate {
        Some(_) => format!(
            "nothing was decided: the design of {id} is not the one that was shown ({}); it was changed meanwhile",
            binding.sha256.short()
        ),
        None => format!("nothing was decided: {id} is {} meanwhile, and waits for no decision", view.state),
    };
    Err(Stop::refused(what, format!("look at it again with `frieze show {id}`, then decide")))
}

/// The person left without deciding.
pub fn nothing(out: &Out) -> Ended {
    out.line("nothing was decided");
    Ok(End::Refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_design_that_is_decided_about_counts_as_seen() {
        let [bound, other] = ["bound", "other"].map(|text| Digest::of(text.as_bytes()));
        assert!(is_seen(true, Some(bound), bound));
        for (full, design) in [(true, Some(other)), (true, None), (false, Some(bound))] {
            assert!(!is_seen(full, design, bound), "{full} {design:?}");
        }
    }
}
